"""Dying: the clock of whole rounds, what stops it, and waking up.

The mark "mortally wounded" counts down the rounds that are left; the quiet mark "fell" keeps the round of the fall and, as
its origin, somebody at whose place in the order it came ("" for the end of a round). CWN-INJ-02 CWN-INJ-06
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import (
    Adjusted,
    Event,
    FightBegan,
    FightEnded,
    Flagged,
    Followed,
    Marked,
    PoolSet,
    Ticked,
    Told,
    Unmarked,
)
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import frailty, lasting, medic
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.checks import passing
from firefight.games.cities_without_number.death import dies
from firefight.games.cities_without_number.harm import AT_ZERO, path_of
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.lasting import TEN_MINUTES, lasts
from firefight.games.cities_without_number.order import dues
from firefight.games.cities_without_number.sheet import Ability, implants, works
from firefight.games.cities_without_number.time import SECONDS
from firefight.marks import UNTIL_ROUND_END, ends
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed

DYING, STABLE, OUT = AT_ZERO
COUNTER = "rounds"
"""The flag of the round that is counted outside fights while somebody is dying."""

# ------------------------------------------------------------------ when it was


def round_now(table: Table) -> int:
    """The round: of the fight, or of the count outside one. CWN-INJ-17"""
    return table.timeline.round if table.timeline.running else table.flags.get(COUNTER, 1)


def place_now(table: Table) -> str:
    """Somebody at whose place in the order it is now; "" at the end of a round, where a free round counts too.

    CWN-INJ-02 CWN-INJ-06
    """
    line = table.timeline
    if not line.running or line.round == 0 or is_closing(table):
        return ""
    return next((due.who for due in dues(table) if due.key == line.reached), "")


def is_closing(table: Table) -> bool:
    """Whether the round is at its end; the last chance before it still counts as the last turn. CWN-INJ-06"""
    return any(step.startswith("end ") and step != "end last chance" for step in table.timeline.settled)


def has_come_round(table: Table, fell: Mark) -> bool:
    """Whether the order has come to the place of a fall again. Outside fights there is one place only. CWN-INJ-06 CWN-INJ-17"""
    if not table.timeline.running or is_closing(table):
        return True
    places = [due.key for due in dues(table) if due.who == fell.by]
    return bool(places) and bool(table.timeline.reached) and places[0] <= table.timeline.reached


def rounds_since(table: Table, victim: Combatant) -> int:
    """Full rounds since somebody fell, as the table counts them. CWN-INJ-06"""
    fell = victim.mark("fell")
    if fell is None:
        return 0
    reading = ("elapsed", "round-difference", "complete-rounds").index(table.options["stabilise_rounds"])
    return rules.full_rounds(fell.value, round_now(table), has_come_round(table, fell), reading)


# ------------------------------------------------------------------ the dying clock


def countdown(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A round is over: the dying are nearer to death, and what was to last until now ends. CWN-INJ-02 CWN-SEQ-05"""
    yield from nearer_to_death(ask.table)
    yield from lasting.round_over(ask.table)


def rounds_to_live(table: Table) -> int:
    """The whole rounds that somebody who falls now has left. CWN-INJ-02"""
    return rules.dying_rounds(table.options["dying_clock"] == "six-including")


def fell_now(table: Table, who: str) -> Iterator[Event]:
    """The record of a fall; outside a fight it opens a count of rounds. CWN-INJ-01 CWN-INJ-06 CWN-INJ-17"""
    yield Marked(who, Mark("fell", value=round_now(table), by=place_now(table), quiet=True))
    if not table.timeline.running and COUNTER not in table.flags:
        yield Flagged(COUNTER)


def after_marked(table: Table, event: Marked) -> Iterator[Event]:
    """The GM's hand has wounded somebody mortally: the clock runs for him as for others. CWN-INJ-02"""
    if event.mark.name == DYING and not table.who(event.who).has("fell"):
        yield from fell_now(table, event.who)
        if event.mark.value == 1:
            yield Marked(event.who, replace(event.mark, value=rounds_to_live(table)), rules=("CWN-INJ-02",))


def nearer_to_death(table: Table) -> Iterator[Event]:
    """One round less for everybody who is dying, that of the fall left aside; with the last one he dies. CWN-INJ-02"""
    for one in dying(table):
        mark, fell = one.mark(DYING), one.mark("fell")
        if mark is None or (fell is not None and fell.value >= round_now(table)):
            continue
        if mark.value > 1:
            yield Marked(one.id, replace(mark, value=mark.value - 1), rules=("CWN-INJ-02",))
        else:
            yield from dies(table, one.id, "CWN-INJ-02")


def dying(table: Table) -> list[Combatant]:
    """Everybody who is Mortally Wounded and not stabilised."""
    return [one for one in table.combatants.values() if one.has(DYING)]


def next_round(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A round goes by outside a fight. CWN-INJ-17"""
    yield Flagged(COUNTER, round_now(ask.table) + 1)
    yield from ends(ask.table, "round end")
    yield from nearer_to_death(ask.table)


def after_begun(table: Table, event: FightBegan) -> Iterator[Event]:
    """The count of rounds becomes that of the fight; who fell before it fell so many rounds before its first. CWN-INJ-17"""
    gone = table.flags.get(COUNTER, 0)
    for one in dying(table) if gone else ():
        if fell := one.mark("fell"):
            since = fell.value - gone - (1 if event.surprise else 0)
            yield Unmarked(one.id, "fell", quiet=True)
            yield Marked(one.id, Mark("fell", value=since, quiet=True))
    if gone:
        yield Flagged(COUNTER, 0)


def after_ended(table: Table, event: FightEnded) -> Iterator[Event]:
    """While somebody is dying, rounds are counted on. CWN-INJ-17"""
    if dying(table):
        yield Flagged(COUNTER, event.seconds // SECONDS + 1)


def after_ticked(table: Table, event: Ticked) -> Iterator[Event]:
    """Six rounds are shorter than a minute: nobody has reached the dying in time. CWN-INJ-17"""
    if COUNTER in table.flags and not table.timeline.running:
        for one in dying(table):
            yield from dies(table, one.id, "CWN-INJ-17")


def after_over(table: Table, event: Unmarked) -> Iterable[Event]:
    """Where nobody is dying any more, no round is counted outside fights. CWN-INJ-17"""
    if event.mark == DYING and COUNTER in table.flags and not dying(table):
        return (Flagged(COUNTER, 0),)
    return ()


# ------------------------------------------------------------------ stopping it


def main_lines(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """Stopping somebody's bleeding; in a fight that takes the Main Action. CWN-INJ-04 CWN-INJ-07"""
    victims = tuple(Choice(other.id, why_not_stabilised(table, one, other), lives(other)) for other in dying(table) if other.here)
    if victims:
        picks = (medic.picked("target", victims), medic.approach(one), kits(one))
        yield Offer("stabilise", picks, "Main" if table.timeline.running else "", reasons=no, rule="CWN-INJ-04")


def lives(victim: Combatant) -> str:
    """How long somebody has still to live, for a menu."""
    return f"{victim.name}, rounds to live: {victim.value(DYING)}"


def why_not_stabilised(table: Table, one: Combatant, victim: Combatant) -> tuple[Reason, ...]:
    """Against an attempt: nobody helps himself, one attempt a round, out of reach. CWN-INJ-03 CWN-INJ-07"""
    return (
        *((Reason("helpless", "CWN-INJ-03"),) if one.id == victim.id else ()),
        *((Reason("tended_already", "CWN-INJ-07"),) if victim.has("tended") else ()),
        *medic.why_far(table, one, victim, "CWN-INJ-04"),
    )


def kits(one: Combatant) -> Choices:
    """What can be used: kits first, then whatever else is at hand, or bare hands. CWN-INJ-05"""
    ready = dict.fromkeys((*medic.tools(one, medic.MEDKIT), *medic.tools(one, medic.MEDICAL), *medic.at_hand(one), "nothing"))
    return Choices("tools", tuple(map(Choice, ready)), medic.best_tools(one))


def spent(table: Table, who: str, act: Act) -> Iterator[Event]:
    """The one attempt of this round is made, whoever makes it. CWN-INJ-07"""
    if act.verb == "stabilise":
        yield Marked(act.text("target"), Mark("tended", UNTIL_ROUND_END, quiet=True))


def stabilise(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A check of Heal against what the fall, the time since and the tools make of it. CWN-INJ-04 CWN-INJ-05 CWN-INJ-07"""
    if not (yield from answered(deed, ask)):
        return
    one, victim = ask.table.who(deed.who), ask.table.who(deed.act.text("target"))
    if not victim.has(DYING):
        yield Told("nothing_to_stop", one.id, {"target": victim.id}, about=(victim.id,), rules=("CWN-INJ-04",))
        return
    item = deed.act.text("tools")
    plain = rules.stabilise_difficulty(medic.base(one, item), rounds_since(ask.table, victim), is_tool(ask, one, item))
    how, difficulty = medic.of(deed.act), ask.number("difficulty", plain)
    if (yield from passing(deed, ask, one.id, how, difficulty, 0, f"{victim.name} is still dying", "CWN-INJ-04")):
        yield from stabilised(ask.table, victim.id, "CWN-INJ-04", "CWN-INJ-08")


def is_tool(ask: Ask, one: Combatant, item: str) -> bool:
    """Whether something serves as tools; what is no medical equipment only if the GM says so. CWN-INJ-05"""
    if item == "nothing":
        return False
    if {medic.MEDKIT, medic.MEDICAL} & set(medic.tags(one, item)):
        return True
    return ask.ruling("tools", ("no", "yes"), "no", f"{one.name} uses the {item} to stop the bleeding") == "yes"


def stabilised(table: Table, who: str, *because: str) -> Iterator[Event]:
    """The clock is stopped; ten minutes until somebody wakes. CWN-INJ-03 CWN-INJ-08 CWN-MAJOR-04"""
    yield Unmarked(who, DYING, quiet=True)
    yield Unmarked(who, "fell", quiet=True)
    yield from lasts(table, who, Mark(STABLE), TEN_MINUTES, *because)
    if table.who(who).has("injury to come"):
        yield Unmarked(who, "injury to come", quiet=True)
        yield Followed(Act("major injury", {"who": who}), f"{path_of(table)}/injury to come {who}")


def saved(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An ability, an implant, or a drug says that it stabilises: no check. CWN-INJ-03"""
    who, by = deed.act.text("who"), deed.act.text("by")
    one = ask.table.who(who)
    broken = any(part.name == by for part in implants(one)) and not works(one, by)
    if one.has(DYING) and not broken:
        yield Told("saved", who, {"by": by}, rules=("CWN-INJ-03",))
        yield from stabilised(ask.table, who, "CWN-INJ-03", "CWN-INJ-08")


def rescue(deed: Deed, ask: Ask, power: Ability) -> Iterator[Event]:
    """A power that stabilises: whom, is the user's choice. CWN-INJ-03"""
    victims = [one.id for one in dying(ask.table) if one.here]
    if not victims:
        yield Told("uses", deed.who, {"ability": power.name})
        return
    who = ask.choose("whom", deed.who, victims, victims[0]) if len(victims) > 1 else victims[0]
    yield Followed(Act("saved", {"who": who, "by": power.name}), f"{deed.id}/saved {who}")


# ------------------------------------------------------------------ waking


def wakes(table: Table, event: Unmarked) -> Iterator[Event]:
    """Ten minutes are over: at least 1 hit point, and Frail after a mortal wound. CWN-INJ-08 CWN-INJ-15 CWN-INJ-16"""
    one, minute = table.who(event.who), table.clock.minute if event.due is None else event.due
    rule = "CWN-INJ-08" if event.mark == STABLE else "CWN-INJ-15"
    if one.pool("hp") < 1:
        yield PoolSet(one.id, "hp", 1, rules=(rule,))
    if event.mark == STABLE:
        yield from frailty.begins(table, one.id, minute)
    yield Told("stays_in_coma" if one.has("in a coma") else "wakes", one.id, rules=(rule,))


def after_healed(table: Table, event: Adjusted) -> Iterable[Event]:
    """By house rule any healing ends the ten minutes at once. CWN-INJ-16"""
    one = table.who(event.who)
    if event.pool != "hp" or event.by <= 0 or not one.has_any((STABLE, OUT)) or not table.is_on("heal_wakes"):
        return ()
    return tuple(Unmarked(one.id, name, due=table.clock.minute) for name in (STABLE, OUT) if one.has(name))
