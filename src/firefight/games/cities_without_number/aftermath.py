"""All that comes after a blow, as the menu, the verbs, and what follows by itself know it: one entry for each room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from firefight.ask import Ask
from firefight.events import Adjusted, Changed, Event, FightBegan, FightEnded, Marked, PoolSet, SheetSet, Ticked, Unmarked
from firefight.game import Lines, Offer, Reason
from firefight.games.cities_without_number import (
    downtime,
    dying,
    frailty,
    healing,
    injury,
    lasting,
    majors,
    repair,
    strain,
    toxins,
)
from firefight.games.cities_without_number.instants import Pending
from firefight.games.cities_without_number.reasons import why_no_main, why_not_now, why_unable
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed

# ------------------------------------------------------------------ menus

Made = Callable[[Table, Combatant, tuple[Reason, ...]], Iterator[Offer]]


def by_main(made: Made) -> Callable[[Table, Combatant, Pending], Iterator[Offer]]:
    """Lines that take the Main Action in a fight, and nothing but a fit state outside one."""

    def lines(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
        fights = table.timeline.running
        return made(table, one, (*why_not_now(table, one, "main", now), *why_no_main(one)) if fights else why_unable(one))

    return lines


def mending(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """What a medic can do in a fight, too. CWN-INJ-04 CWN-TOX-03 CWN-STRAIN-04"""
    yield from dying.main_lines(table, one, no)
    yield from toxins.main_lines(table, one, no)
    yield from healing.main_lines(table, one, no)


def in_calm(made: Callable[[Table, Combatant], Iterator[Offer]]) -> Callable[[Table, Combatant, Pending], Iterator[Offer]]:
    """Lines for which there is time outside fights only."""
    return lambda table, one, now: made(table, one)


LINES: Lines = ((("stabilise", "treat poison", "give"), by_main(mending)),)
"""In a fight and outside one. CWN-INJ-04 CWN-TOX-03"""
IN_CALM: Lines = (
    *LINES,
    (("first aid",), in_calm(healing.lines)),
    (("bed rest", "get up", "care for", "treat frailty"), in_calm(frailty.lines)),
    (("repair",), in_calm(repair.lines)),
)
GM: Lines = (
    (("bring down", "saved", "next round"), injury.offers),
    (("major injury", "injury modifier", "clinic", "clone"), majors.offers),
    (("strain", "install", "remove"), strain.offers),
    (("bed rest", "get up"), frailty.offers),
    (("night",), downtime.offers),
    (("poison",), toxins.offers),
)

# ------------------------------------------------------------------ verbs

Resolve = Callable[[Deed, Ask], Iterable[Event]]
PRICES = {"stabilise": "main", "treat poison": "main", "give": "main"}
VERBS: dict[str, Resolve] = {
    "stabilise": dying.stabilise, "treat poison": toxins.treat, "give": healing.give, "first aid": healing.first_aid,
    "bed rest": frailty.bed_rest, "get up": frailty.get_up, "care for": frailty.care, "treat frailty": frailty.treat,
    "repair": repair.repair,
}  # fmt: skip
OF_THE_TABLE: dict[str, Resolve] = {
    "fall": injury.fall, "bring down": injury.bring_down, "saved": dying.saved, "next round": dying.next_round,
    "countdown": dying.countdown, "injury save": majors.injury_save, "major injury": majors.major_injury,
    "injury modifier": majors.injury_modifier, "clinic": majors.clinic, "clone": majors.clone, "strain": strain.strain,
    "install": strain.install, "remove": strain.remove, "bed rest": frailty.bed_rest, "get up": frailty.get_up,
    "neglect": frailty.neglect, "month over": frailty.rested, "night": downtime.night, "poison": toxins.poison,
    "toxin save": toxins.late_save, "toxin acts": toxins.acts, "toxin over": toxins.over,
}  # fmt: skip


def spent(table: Table, who: str, act: Act) -> Iterator[Event]:
    """What is used up by declaring besides an action. CWN-INJ-07"""
    return dying.spent(table, who, act)


# ------------------------------------------------------------------ what follows by itself

OVER: dict[str, Callable[[Table, Unmarked], Iterable[Event]]] = {
    dying.STABLE: dying.wakes, dying.OUT: dying.wakes, majors.CLINIC: majors.too_late, frailty.UNCARED: frailty.neglected,
    frailty.CARED: frailty.cared, frailty.MONTH: frailty.month_over, toxins.DUE: toxins.due, toxins.SINCE: toxins.too_late,
    repair.WORK: repair.done,
}  # fmt: skip
"""What comes when a state has lasted as long as it was to."""


def after_unmarked(table: Table, event: Unmarked) -> Iterator[Event]:
    """A state is over: by itself, and then what it was leading up to comes, or by somebody's hand."""
    yield from lasting.stop_counting(table, event)
    if event.due is not None and event.mark in OVER and not table.who(event.who).has("dead"):
        yield from OVER[event.mark](table, event)
    yield from dying.after_over(table, event)
    yield from frailty.after_loss(table, event)
    if event.mark == strain.REST:
        yield from strain.fitted(table, event.who)


def after_marked(table: Table, event: Marked) -> Iterator[Event]:
    """A state begins: a carer may be able to care no more, a rest of strain changes what goes in."""
    yield from dying.after_marked(table, event)
    yield from frailty.after_loss(table, event)
    if event.mark.name == strain.REST:
        yield from strain.fitted(table, event.who)


def after_pool(table: Table, event: Adjusted | PoolSet) -> Iterator[Event]:
    """A pool has changed: strain, or healing."""
    if event.pool == "strain":
        yield from strain.after_changed(table, event)
    elif isinstance(event, Adjusted):
        yield from dying.after_healed(table, event)


def after_sheet(table: Table, event: SheetSet) -> Iterable[Event]:
    """A sheet has changed: implants, or the Constitution score. CWN-STRAIN-02"""
    return strain.fitted(table, event.who) if event.field in ("implants", "attributes", "strain") else ()


def after_ticked(table: Table, event: Ticked) -> Iterator[Event]:
    """Minutes have gone by."""
    yield from dying.after_ticked(table, event)
    yield from frailty.after_ticked(table, event)


def after_begun(table: Table, event: FightBegan) -> Iterator[Event]:
    """A fight begins."""
    yield from dying.after_begun(table, event)
    yield from frailty.after_begun(table, event)


def before_ended(table: Table, event: FightEnded) -> Iterator[Event]:
    """A fight is over, and its minutes are not charged yet."""
    yield from lasting.after_ended(table, event)
    yield from toxins.after_ended(table, event)


FOLLOWS: dict[type[Event], tuple[Callable[[Table, Any], Iterable[Event]], ...]] = {
    Unmarked: (after_unmarked,), Marked: (after_marked,), Adjusted: (after_pool,), PoolSet: (after_pool,),
    SheetSet: (after_sheet,), Changed: (frailty.after_loss,), Ticked: (after_ticked,), FightBegan: (after_begun,),
    FightEnded: (dying.after_ended,),
}  # fmt: skip
BEFORE: dict[type[Event], tuple[Callable[[Table, Any], Iterable[Event]], ...]] = {FightEnded: (before_ended,)}
"""What comes before the rest that follows from an event."""
