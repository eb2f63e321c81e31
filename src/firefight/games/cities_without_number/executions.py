"""Execution attacks: a minute of patience, then a blow or a shot at somebody who suspects nothing. CWN-EXEC-01

Whoever waits carries a mark "lining up" whose origin is the target and whose value is the round, outside a fight the
minute, in which he began. A disturbance is the GM's to see: he takes the mark off, and the minute begins anew.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from firefight.ask import Ask
from firefight.events import Event, Followed, Marked, PoolSet, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import attacks, checks, rules
from firefight.games.cities_without_number.aim import Attempt, attempt, house, strike_line
from firefight.games.cities_without_number.checks import Approach
from firefight.games.cities_without_number.gear import dice_of
from firefight.games.cities_without_number.harm import TRAUMATIC, falls
from firefight.games.cities_without_number.instants import Pending, answered
from firefight.games.cities_without_number.reach import metres
from firefight.games.cities_without_number.reasons import SHOWN, why_no_main, why_not_now, why_unable
from firefight.games.cities_without_number.sheet import Weapon, conscious, is_thing, skill_level
from firefight.games.cities_without_number.targets import others, why_no_target, why_no_weapon
from firefight.games.cities_without_number.things import at_hand
from firefight.marks import UNTIL_SCENE_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Pick, Value

ROUNDS = 10


# ------------------------------------------------------------------ lines of the menu


def lining_up(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Beginning to wait for the moment; for his own people the GM does that on his own menu, where no player sees it.

    CWN-EXEC-02 CWN-EXEC-03
    """
    people = [other for other in others(table, one) if not is_thing(other)]
    if people and one.pc:
        no = (*why_not_now(table, one, "main", now), *why_no_main(one)) if table.timeline.running else why_unable(one)
        yield Offer("line up", (victims(people),), SHOWN["main"] if table.timeline.running else "a minute", {}, no, "CWN-EXEC-02")


def assassins(table: Table) -> Iterator[Offer]:
    """The GM's people who begin to wait for the moment. CWN-EXEC-02 CWN-EXEC-03"""
    for one in table.present():
        people = [other for other in others(table, one) if not is_thing(other)]
        if people and not one.pc and not is_thing(one):
            yield Offer("line up", (victims(people),), "", {"who": one.id}, why_unable(one), "CWN-EXEC-02")


def victims(people: list[Combatant]) -> Choices:
    """Whom somebody may wait for."""
    return Choices("target", tuple(Choice(one.id) for one in people), people[0].id)


def executing(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """The blow or the shot, once the minute is over. CWN-EXEC-01 CWN-EXEC-02 CWN-EXEC-03"""
    for mark in one.marks:
        if mark.name != "lining up" or mark.by not in table.combatants:
            continue
        target = table.who(mark.by)
        here = (*why_not_now(table, one, "main", now), *why_no_main(one)) if table.timeline.running else why_unable(one)
        waited = () if has_waited(table, mark) else (Reason("a_minute", "CWN-EXEC-02"),)
        for arm in at_hand(one):
            melee = arm.kind == "melee"
            no = (*here, *waited, *why_no_weapon(table, one, arm, melee), *why_no_target(table, one, target, arm, melee))
            fixed: dict[str, Pick] = {"weapon": arm.name, "target": target.id}
            picks = (attacks.meaning(arm), *attacks.attributes(one, arm), *away(table, one, target, arm))
            yield Offer("execute", picks, SHOWN["main"] if table.timeline.running else "", fixed, no, "CWN-EXEC-01")


def away(table: Table, one: Combatant, target: Combatant, arm: Weapon) -> tuple[Choices, ...]:
    """How far off the target is, where nobody has counted yet. CWN-EXEC-02"""
    if arm.kind == "melee" or metres(table, one, target) is not None:
        return ()
    most = arm.long_range or 1000
    return (Choices("metres", (), min(10, most), "number", 0, most, Reason("out_of_range", "CWN-EXEC-02")),)


def has_waited(table: Table, mark: Mark) -> bool:
    """Whether a whole minute has gone by: ten rounds of a fight, a minute of the clock outside. CWN-EXEC-02 CWN-EXEC-03"""
    began_in_fight = mark.note == "rounds"
    if table.timeline.running and began_in_fight:
        return table.timeline.round - mark.value >= ROUNDS
    return not began_in_fight and table.clock.minute > mark.value


# ------------------------------------------------------------------ deeds


def line_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The minute begins; an earlier one is given up. CWN-EXEC-02 CWN-EXEC-03"""
    line, who = ask.table.timeline, deed.who or deed.act.text("who")
    if ask.table.who(who).has("lining up"):
        yield Unmarked(who, "lining up", quiet=True)
    value, note = (line.round, "rounds") if line.running else (ask.table.clock.minute, "")
    yield Marked(who, Mark("lining up", UNTIL_SCENE_END, value, deed.act.text("target"), note, quiet=True))


def execute(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An attack on somebody who suspects nothing, if the GM agrees that he does: nobody screens, no Armour Class counts.

    CWN-EXEC-01 CWN-EXEC-02 CWN-EXEC-03 CWN-EXEC-04 CWN-EXEC-05 CWN-SCREEN-04
    """
    a = attempt(ask.table, deed, deed.act.text("target"))
    default = "no" if ask.table.timeline.running else "yes"
    yield Unmarked(deed.who, "lining up", quiet=True)
    if ask.ruling("unsuspecting", ("yes", "no"), default, f"does {a.target.name} expect no harm at all?") != "yes":
        yield Told("on_guard", a.target.id, {"by": deed.who}, about=(deed.who,), rules=("CWN-EXEC-01",))
        return
    if not (yield from answered(deed, ask)) or not (a.melee or (yield from well_aimed(deed, ask, a))):
        return
    yield Told("executes", deed.who, {"target": a.target.id, "weapon": a.arm.name}, about=(a.target.id,), rules=("CWN-EXEC-01",))
    yield from victim(deed, ask, attempt(ask.table, deed, a.target.id))


def well_aimed(deed: Deed, ask: Ask, a: Attempt) -> Generator[Event, None, bool]:
    """A Dex/Shoot check, harder from afar; modifiers of attacks do not count. CWN-EXEC-02"""
    known = metres(ask.table, a.one, a.target)
    far = float(deed.act.text("metres", "10")) if known is None else known
    difficulty = ask.number("difficulty", rules.execution_difficulty(far, a.arm.range or far))
    return (yield from checks.passing(deed, ask, deed.who, Approach("Dex", "Shoot"), difficulty, 0, "the target is alerted"))


def victim(deed: Deed, ask: Ask, a: Attempt) -> Iterator[Event]:
    """The victim's Physical save, with the assailant's skill against it: dying, or hurt as by a Traumatic Hit.

    CWN-EXEC-04 CWN-EXEC-05
    """
    penalty = ask.number("penalty", -max(0, skill_level(a.one, a.arm.skill)))
    saved = (yield from checks.saving(deed, ask, a.target.id, "Physical", penalty)).good
    flagged = a.lethal and (saved or ask.table.options["execution_flag"] == "always")
    if not saved:
        yield from finished(deed, ask.table, a, flagged)
        return
    line = ask.line(strike_line(ask.table, a))
    rolled = sum(ask.throw(damage=dice_of(a.arm.dice))[0])
    factor = a.arm.rating if a.arm.trauma else 1
    base = rules.hit_damage(line, house(ask.table), rolled)
    picks: dict[str, Pick] = {
        "target": a.target.id, "by": deed.who, "base": base, "factor": factor, "of": "weapon",
        "lethal": a.lethal, "traumatic": flagged,
    }  # fmt: skip
    values: dict[str, Value] = {"damage": base * factor, "target": a.target.id}
    yield Told("execution_hurts", deed.who, values, about=(a.target.id,), rules=("CWN-EXEC-05",))
    yield Followed(Act("suffer", picks), f"{deed.id}/suffer {a.target.id}")


def finished(deed: Deed, table: Table, a: Attempt, flagged: bool) -> Iterator[Event]:
    """No hit points left, whatever the armour. CWN-EXEC-04 CWN-EXEC-05"""
    who = a.target.id
    if flagged:
        yield Marked(who, Mark(TRAUMATIC, UNTIL_SCENE_END, quiet=True), rules=("CWN-EXEC-05",))
    if conscious(a.target):
        yield Marked(who, Mark("falling", quiet=True))
        yield PoolSet(who, "hp", 0, rules=("CWN-EXEC-04",))
        yield falls(who, a.lethal, deed.id)
