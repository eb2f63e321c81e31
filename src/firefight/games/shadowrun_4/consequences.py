"""What follows by itself in Shadowrun 4: from boxes on a track, from a phase that opens, from a delay that is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from firefight.events import (
    Adjusted,
    Changed,
    Declared,
    Event,
    FightEnded,
    Marked,
    Opened,
    Passed,
    PoolSet,
    SheetSet,
    SteppedIn,
    Unmarked,
)
from firefight.games.shadowrun_4.defense import OWES, phase_comes
from firefight.games.shadowrun_4.delays import heard, taken_up
from firefight.games.shadowrun_4.fire import holding
from firefight.games.shadowrun_4.initiative import capped, joined, rescored
from firefight.games.shadowrun_4.timing import no_pass
from firefight.games.shadowrun_4.wounds import TRACKS, is_up, overflow_gone, resized, spilled, states
from firefight.marks import UNTIL_PASS_END, UNTIL_ROUND_END
from firefight.table import Mark, Table

FREE = "free action"


def follows(table: Table, event: Event) -> Iterable[Event]:
    """What follows from an event by itself, on the table after it."""
    found = FOLLOWS.get(type(event))
    return found(table, event) if found else ()


def boxes(table: Table, event: Adjusted | PoolSet) -> Iterable[Event]:
    """Boxes were marked or cleared: states, the score, what is carried over. SR4-CM-01 SR4-CM-02 SR4-INIT-06 SR4-PASS-05"""
    if event.pool not in (*TRACKS, "overflow"):
        return ()
    one = table.who(event.who)
    gone = tuple(overflow_gone(one))
    more = spilled(table, event.who, event.pool)
    return gone or (*states(one), *rescored(table, event.who, "wounds", "SR4-INIT-06"), *more)


def numbers(table: Table, event: SheetSet) -> Iterable[Event]:
    """A number of the sheet was set: tracks, score and passes follow. SR4-INIT-08 SR4-PASS-04"""
    more = capped(table.who(event.who)) if event.field in ("passes", "bonus_passes") else ()
    more = holding(table.who(event.who)) if event.field == "gear" else more
    return (*resized(table.who(event.who)), *rescored(table, event.who, "Initiative attribute", "SR4-INIT-08"), *more)


def magic(table: Table, event: Marked | Unmarked) -> Iterable[Event]:
    """Something that raises the Initiative attribute for a while came or went. SR4-INIT-08"""
    name = event.mark.name if isinstance(event, Marked) else event.mark
    return rescored(table, event.who, "Initiative attribute", "SR4-INIT-08") if name == "quickened" else ()


def phase_begun(table: Table, event: Opened) -> Iterator[Event]:
    """A phase has begun: it brings its Free Action; delayed actions are taken up or lost, owed phases given up.

    SR4-FREE-01 SR4-DELAY-03 SR4-DEF-02 SR4-DEF-03
    """
    if event.window:
        return
    yield from taken_up(table, event)
    for who, tag in event.dues:
        yield from free_action(table, who, tag)
        yield from phase_comes(table, who, tag)


def stepped_in(table: Table, event: SteppedIn) -> Iterator[Event]:
    """Somebody has joined a phase with a delayed action. SR4-FREE-01 SR4-DEF-03"""
    yield from free_action(table, event.who, event.tag)
    yield from phase_comes(table, event.who, event.tag)


def free_action(table: Table, who: str, tag: str) -> Iterator[Event]:
    """A Free Action with every own phase, by house rule one a turn or one to be used in its pass; never two. SR4-FREE-01"""
    rule, one = table.options["free_actions"], table.who(who)
    if tag.startswith("held") or not is_up(one) or (rule == "per-turn" and one.has(FREE)):
        return
    yield Marked(who, Mark(FREE, UNTIL_PASS_END if rule == "per-pass" else UNTIL_ROUND_END, 1, quiet=True))


def declared(table: Table, event: Declared) -> Iterable[Event]:
    """Whoever puts his action off has nothing more to declare. SR4-PHASE-03"""
    return (Passed(event.who),) if event.act.verb == "delay" and event.queued else ()


def back(table: Table, event: Changed) -> Iterable[Event]:
    """Somebody comes into a running fight, or back into it, without having been tested in this Combat Turn. SR4-INIT-01"""
    one = table.who(event.who)
    late = (event.here or event.fighting) and one.here and one.fighting and not one.has("standing")
    asked_already = event.fighting and not one.score
    return joined(table, event.who, anew=not event.fighting) if table.timeline.running and late and not asked_already else ()


def calm(table: Table, event: FightEnded) -> Iterator[Event]:
    """The fight is over: no pass is being played, and nobody owes a phase any more. SR4-DEF-02"""
    yield from no_pass()
    yield from (Unmarked(one.id, OWES, quiet=True) for one in table.combatants.values() if one.has(OWES))


FOLLOWS: dict[type[Event], Callable[[Table, Any], Iterable[Event]]] = {
    Adjusted: boxes,
    PoolSet: boxes,
    SheetSet: numbers,
    Marked: magic,
    Unmarked: magic,
    Opened: phase_begun,
    SteppedIn: stepped_in,
    Passed: heard,
    Declared: declared,
    Changed: back,
    FightEnded: calm,
}
