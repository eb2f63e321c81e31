"""Poison and disease: the save, what a failed one does and when, a medic's help within a minute, antitoxins.

The mark "poisoned" tells that something of a toxin (its origin) is still going on. Beside it are quiet marks of the same
origin: "toxin due" is the time until it acts, "toxin since" the minute a medic has, and the others hold the die of the save
and what was added to it, the round it got in, what it has taken, and how often it still acts. CWN-TOX-02 CWN-TOX-03
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firefight.ask import Ask
from firefight.dice import dice
from firefight.events import Adjusted, Event, FightEnded, Followed, Marked, Told, Unmarked
from firefight.game import Choice, Offer, Reason
from firefight.games.cities_without_number import medic, strain
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.checks import Values, saving
from firefight.games.cities_without_number.clinic import Toxin, all_toxins, looked_up, thousandths
from firefight.games.cities_without_number.harm import falls, path_of
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.lasting import lasts
from firefight.games.cities_without_number.rules import halved, saved
from firefight.games.cities_without_number.sheet import conscious, save_target, secret, sheet
from firefight.games.cities_without_number.time import fight_minutes
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Act, Deed

POISONED, DUE, SINCE = "poisoned", "toxin due", "toxin since"
DIE, PLUS, ROUND, HP, STRAIN, LEFT, TREATED, WAITS, HALF = (
    f"toxin {what}" for what in ("die", "plus", "round", "hp", "strain", "left", "treated", "waits", "half")
)
IN_ROUNDS = {"rounds": 1, "minutes": 10, "hours": 600, "days": 14_400}
WINDOW = 10
"""Rounds in which a medic can help: a minute. CWN-TOX-03"""

# ------------------------------------------------------------------ what is known


def toxin(table: Table, name: str) -> Toxin:
    """The toxin of this name: on anybody's sheet, or in the list; one that nobody knows does nothing by itself."""
    return next((one for one in known(table) if one.name == name), Toxin(name))


def known(table: Table) -> list[Toxin]:
    """Every toxin at the table, each once; what is on a sheet beats the list."""
    owned = [one for someone in table.combatants.values() for one in looked_up(sheet(someone).toxins, all_toxins(), Toxin)]
    return list({one.name: one for one in (*all_toxins().values(), *owned)}.values())


def value(one: Combatant, name: str, by: str) -> int:
    """What a mark of a toxin holds; 0 without it."""
    return next((mark.value for mark in one.marks if mark.name == name and mark.by == by), 0)


def has(one: Combatant, name: str, by: str) -> bool:
    """Whether somebody has such a mark of a toxin."""
    return any(mark.name == name and mark.by == by for mark in one.marks)


def noted(who: str, name: str, by: str, value: int = 1) -> Marked:
    """Book-keeping of a toxin."""
    return Marked(who, Mark(name, value=value, by=by, quiet=True))


def since(who: str, by: str, minute: int) -> Marked:
    """The minute in which it got in; the next one is still in time for a medic. CWN-TOX-03"""
    return Marked(who, Mark(SINCE, Until("clock", at=minute + 2), minute, by, quiet=True))


def forgotten(one: Combatant, by: str) -> Iterator[Event]:
    """Nothing of a toxin goes on any more."""
    for mark in one.marks:
        if mark.by == by and (mark.name == POISONED or mark.name.startswith("toxin ")):
            yield Unmarked(one.id, mark.name, by, quiet=mark.quiet)


# ------------------------------------------------------------------ it gets in


def offers(table: Table) -> Iterator[Offer]:
    """Somebody is poisoned, or catches something. CWN-TOX-01"""
    if living := tuple(Choice(one.id) for one in medic.patients(table) if not one.has("dead")):
        which = medic.picked("toxin", tuple(Choice(one.name) for one in known(table)))
        yield Offer("poison", (medic.picked("who", living), which), rule="CWN-TOX-01")


def poison(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The Physical save against it, at once, or by house rule when a medic has had his minute. CWN-TOX-01 CWN-TOX-03"""
    who, name = deed.act.text("who"), deed.act.text("toxin")
    yield from forgotten(ask.table.who(who), name)
    yield Marked(who, Mark(POISONED, by=name), rules=("CWN-TOX-01",))
    yield since(who, name, ask.table.clock.minute)
    if ask.table.timeline.running:
        yield noted(who, ROUND, name, ask.table.timeline.round)
    if ask.table.options["antidote_timing"] == "wait":
        yield noted(who, WAITS, name)
        yield from lasts(ask.table, who, Mark(DUE, by=name, quiet=True), WINDOW, "CWN-TOX-03")
    else:
        yield from withstands(deed, ask, who, toxin(ask.table, name), 0)


def late_save(deed: Deed, ask: Ask) -> Iterator[Event]:
    """No medic has come within the minute: now the save. CWN-TOX-03"""
    yield Unmarked(deed.act.text("who"), WAITS, deed.act.text("toxin"), quiet=True)
    yield from withstands(deed, ask, deed.act.text("who"), toxin(ask.table, deed.act.text("toxin")), 0)


def withstands(deed: Deed, ask: Ask, who: str, what: Toxin, bonus: int) -> Iterator[Event]:
    """The save and what comes of it; its die is kept for a medic who comes later. CWN-TOX-01 CWN-TOX-02 CWN-TOX-03"""
    result = yield from saving(deed, ask, who, "Physical", what.save + bonus, "CWN-TOX-01")
    if result.good and not what.lessened:
        yield Unmarked(who, POISONED, what.name, rules=("CWN-TOX-01",))
        yield Followed(Act("toxin over", {"who": who, "toxin": what.name}), f"{deed.id}/over {who}")
        return
    yield noted(who, DIE, what.name, result.die)
    yield noted(who, PLUS, what.name, result.plus)
    yield noted(who, LEFT, what.name, what.times)
    if result.good:
        yield noted(who, HALF, what.name)
    if what.onset:
        rounds = what.onset * IN_ROUNDS[what.unit]
        yield from lasts(ask.table, who, Mark(DUE, by=what.name, quiet=True), rounds, "CWN-TOX-02")
    else:
        yield Followed(Act("toxin acts", {"who": who, "toxin": what.name}), f"{deed.id}/acts {who}")


def over(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Nothing of it goes on any more."""
    yield from forgotten(ask.table.who(deed.act.text("who")), deed.act.text("toxin"))


# ------------------------------------------------------------------ what it does


def due(table: Table, event: Unmarked) -> Iterator[Event]:
    """Its time has come: to act, or first of all to be withstood. CWN-TOX-02 CWN-TOX-03"""
    one, name = table.who(event.who), event.by or ""
    if has(one, POISONED, name):
        verb = "toxin save" if has(one, WAITS, name) else "toxin acts"
        path = f"{path_of(table)}/{name} {one.id} {table.clock.minute} {value(one, LEFT, name)}"
        yield Followed(Act(verb, {"who": one.id, "toxin": name}), path)


def acts(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Damage, strain that nobody can decline, a penalty; a made save may have halved the numbers. CWN-TOX-02"""
    one, what = ask.table.who(deed.act.text("who")), toxin(ask.table, deed.act.text("toxin"))
    half, up = has(one, HALF, what.name), ask.table.options["rounding"] == "up"
    yield Told("toxin_acts", one.id, {"toxin": what.name}, rules=("CWN-TOX-02",))
    if what.damage:
        rolled = ask.number("damage", sum(ask.throw_for("", {f"toxin {one.id}": dice(what.damage)})[0]))
        yield from hurts(deed, one, what, halved(rolled, up) if half else rolled)
    if what.strain:
        whole = thousandths(what.strain)
        taken = yield from strain.forced(ask, one, rules.lessened(whole, half), what.name)
        yield noted(one.id, STRAIN, what.name, value(one, STRAIN, what.name) + taken)
    if what.penalty:
        yield from penalised(ask.table, one, what)
    yield from goes_on(ask.table, one, what)


def hurts(deed: Deed, one: Combatant, what: Toxin, damage: int) -> Iterator[Event]:
    """Hit points are lost, lethally unless the toxin says otherwise; who has none left falls. CWN-TOX-02"""
    lost = min(damage, one.pool("hp"))
    if damage and one.pool("hp") == 0:
        yield falls(one.id, what.lethal, deed.id, incidental=True)
        return
    yield noted(one.id, HP, what.name, value(one, HP, what.name) + lost)
    down = lost == one.pool("hp") and conscious(one)
    if down:
        yield Marked(one.id, Mark("falling", quiet=True))
    yield Adjusted(one.id, "hp", -lost, rules=("CWN-TOX-02",))
    if down:
        yield falls(one.id, what.lethal, deed.id)


def penalised(table: Table, one: Combatant, what: Toxin) -> Iterator[Event]:
    """A state with an end of its own. CWN-TOX-02"""
    mark = Mark(what.penalty, by=what.name)
    if what.lasts:
        yield from lasts(table, one.id, mark, what.lasts * IN_ROUNDS["minutes"], "CWN-TOX-02")
    else:
        yield Marked(one.id, mark, rules=("CWN-TOX-02",))


def goes_on(table: Table, one: Combatant, what: Toxin) -> Iterator[Event]:
    """It acts again after its interval, or has done what it does. CWN-TOX-02"""
    left = value(one, LEFT, what.name) - 1
    yield noted(one.id, LEFT, what.name, left)
    if left > 0 and what.every:
        yield from lasts(table, one.id, Mark(DUE, by=what.name, quiet=True), what.every * IN_ROUNDS[what.unit], "CWN-TOX-02")
    elif not has(one, SINCE, what.name):
        yield from forgotten(one, what.name)


def too_late(table: Table, event: Unmarked) -> Iterator[Event]:
    """The minute in which a medic could help is over. CWN-TOX-03"""
    one, name = table.who(event.who), event.by or ""
    if not has(one, DUE, name):
        yield from forgotten(one, name)


def after_ended(table: Table, event: FightEnded) -> Iterator[Event]:
    """What got in during the fight is counted by the clock from now on. CWN-TOX-03"""
    now = table.clock.minute + (fight_minutes(table, event) if table.clock.mission is not None else 0)
    for one in table.combatants.values():
        for mark in one.marks:
            if mark.name == ROUND:
                yield Unmarked(one.id, ROUND, mark.by, quiet=True)
                yield since(one.id, mark.by, now)


# ------------------------------------------------------------------ a medic


def main_lines(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """Helping somebody who was poisoned a moment ago; in a fight that takes the Main Action. CWN-TOX-03"""
    for patient in table.present():
        if names := [mark.by for mark in patient.marks if mark.name == POISONED]:
            which = medic.picked("toxin", tuple(Choice(name, why_too_late(table, patient, name)) for name in names))
            far = medic.why_far(table, one, patient, "CWN-TOX-03")
            kit = (*medic.why_no_medkit(one, "CWN-TOX-03"), *why_untrained(one), *far)
            yield Offer("treat poison", (which,), price(table), {"target": patient.id}, (*no, *kit), "CWN-TOX-03")


def price(table: Table) -> str:
    """What it costs a medic."""
    return "Main" if table.timeline.running else ""


def why_untrained(one: Combatant) -> tuple[Reason, ...]:
    """Against help by somebody without any training. CWN-TOX-03"""
    return () if medic.is_trained(one, "Heal") else (Reason("untrained", "CWN-TOX-03", {"skill": "Heal"}),)


def why_too_late(table: Table, patient: Combatant, name: str) -> tuple[Reason, ...]:
    """Against help after the minute, or a second time, as far as one knows. CWN-TOX-03"""
    if has(patient, TREATED, name):
        return (Reason("tried_already", "CWN-TOX-03"),)
    if has(patient, ROUND, name):
        late = table.timeline.round > value(patient, ROUND, name) + WINDOW
    else:
        late = not has(patient, SINCE, name) and any(has(patient, kept, name) for kept in (DIE, WAITS))
    return (Reason("too_late", "CWN-TOX-03"),) if late else ()


def treat(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A medic's Heal is added to the save: to the die that lies, to a new one, or to the only one. CWN-TOX-03"""
    if not (yield from answered(deed, ask)):
        return
    one, patient, name = ask.table.who(deed.who), ask.table.who(deed.act.text("target")), deed.act.text("toxin")
    if not has(patient, POISONED, name) or why_too_late(ask.table, patient, name):
        yield Told("treated_too_late", one.id, {"target": patient.id}, about=(patient.id,), rules=("CWN-TOX-03",))
        return
    yield noted(patient.id, TREATED, name)
    bonus, what = ask.number("bonus", rules.antidote(medic.heal(one))), toxin(ask.table, name)
    yield Told("treats", one.id, {"target": patient.id, "bonus": bonus}, about=(patient.id,), rules=("CWN-TOX-03",))
    if has(patient, WAITS, name):
        yield Unmarked(patient.id, WAITS, name, quiet=True)
        yield Unmarked(patient.id, DUE, name, quiet=True)
        yield from withstands(deed, ask, patient.id, what, bonus)
    elif ask.table.options["antidote_timing"] == "reroll":
        if (yield from saving(deed, ask, patient.id, "Physical", what.save + bonus, "CWN-TOX-03")).good:
            yield from counts_as_made(ask, patient, what)
    else:
        yield from added(ask, patient, what, bonus)


def added(ask: Ask, patient: Combatant, what: Toxin, bonus: int) -> Iterator[Event]:
    """The die that lies on the table, with the bonus on top. CWN-TOX-03"""
    die, plus = value(patient, DIE, what.name), value(patient, PLUS, what.name) + bonus
    target = ask.number("target", save_target(patient, "Physical"))
    good = saved(die, plus, target)
    values: Values = {"kind": "Physical", "die": die, "total": die + plus, "target": target}
    yield Told(
        "save_made" if good else "save_failed",
        patient.id,
        values,
        secret=secret(patient, "die", "total", "target"),
        rules=("CWN-TOX-03",),
    )
    if good:
        yield from counts_as_made(ask, patient, what)


def counts_as_made(ask: Ask, one: Combatant, what: Toxin) -> Iterator[Event]:
    """What it has done is undone, all of it or what a made save would have spared; a mortal wound stays one. CWN-TOX-03"""
    up, name = ask.table.options["rounding"] == "up", what.name
    hp, points = value(one, HP, name), value(one, STRAIN, name)
    back = hp - halved(hp, up) if what.lessened else hp
    if back and not one.has_any(("dead", "mortally wounded", "stabilised")):
        yield Adjusted(one.id, "hp", back, rules=("CWN-TOX-03",))
    yield from strain.changes(one, max(0, strain.accumulated(one) - rules.lessened(points, what.lessened)), "CWN-TOX-03")
    if what.lessened:
        yield noted(one.id, HALF, name)
        return
    for mark in one.marks:
        if mark.by == name and mark.name in (what.penalty, "unconscious"):
            yield Unmarked(one.id, mark.name, name, rules=("CWN-TOX-03",))
    yield from forgotten(one, name)


# ------------------------------------------------------------------ antitoxins


def ends(one: Combatant, name: str) -> Iterator[Event]:
    """An antitoxin ends a toxin and all that it has not done yet. CWN-TOX-04"""
    yield Told("antitoxin_works", one.id, {"toxin": name}, rules=("CWN-TOX-04",))
    yield from forgotten(one, name)


def going_on(one: Combatant) -> Iterable[str]:
    """The toxins at work in somebody."""
    return [mark.by for mark in one.marks if mark.name == POISONED]
