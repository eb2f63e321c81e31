"""What lasts so many minutes or rounds: until a minute of the clock, and in a fight at the latest until the end of a round.

A fight is charged to the clock as one block when it is over. So a state that began in it has the quiet mark ROUNDS beside
it, which holds the round at whose end it is over; with the fight's end what is left runs on by the clock. Either way it
ends in an `Unmarked` that is due, and what follows from that is in `aftermath.OVER`. CWN-INJ-08
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from firefight.events import Event, FightEnded, Marked, Unmarked
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.time import SECONDS, fight_minutes
from firefight.table import Mark, Table, Until

ROUNDS = "rounds to go"
TEN_MINUTES = 100
HOUR = 600


def lasts(table: Table, who: str, mark: Mark, rounds: int, *because: str) -> Iterator[Event]:
    """A state for so many rounds, ten to the minute. The round in which it begins does not count. CWN-INJ-08"""
    at = table.clock.minute + rules.minutes_left(rounds)
    yield Marked(who, replace(mark, until=Until("clock", at=at)), rules=because)
    if table.timeline.running:
        yield Marked(who, Mark(ROUNDS, value=table.timeline.round + rounds, by=label(mark.name, mark.by), quiet=True))


def label(name: str, by: str | None) -> str:
    """A state and its origin in one word, the origin of its count of rounds."""
    return f"{name}: {by or ''}"


def until_minute(table: Table, who: str, mark: Mark, at: int, *because: str) -> Iterator[Event]:
    """A state until a minute of the clock; it ends at once where that minute has gone by already."""
    yield Marked(who, replace(mark, until=Until("clock", at=at)), rules=because)
    if at <= table.clock.minute:
        yield Unmarked(who, mark.name, mark.by, quiet=mark.quiet, due=at)


def round_over(table: Table) -> Iterator[Event]:
    """At the end of a round: the states that have lasted as long as they were to. CWN-INJ-08 CWN-TOX-02"""
    for one in table.combatants.values():
        for mark in one.marks:
            if mark.name == ROUNDS and mark.value <= table.timeline.round:
                name, _, by = mark.by.partition(": ")
                yield Unmarked(one.id, name, by, due=table.clock.minute)


def after_ended(table: Table, event: FightEnded) -> Iterator[Event]:
    """What began in the fight runs on by the clock; on a mission for its whole time, from the reading after the fight.

    CWN-INJ-08
    """
    on_mission, round = table.clock.mission is not None, event.seconds // SECONDS + 1
    for one in table.combatants.values():
        for mark in one.marks:
            state = counted(one.marks, mark) if mark.name == ROUNDS else None
            if state is not None and state.until is not None:
                whole = state.until.at - table.clock.minute
                left = whole + fight_minutes(table, event) if on_mission else rules.minutes_left(max(1, mark.value - round))
                yield Marked(one.id, replace(state, until=Until("clock", at=table.clock.minute + left)))
            if mark.name == ROUNDS:
                yield Unmarked(one.id, ROUNDS, mark.by, quiet=True)


def counted(marks: tuple[Mark, ...], rounds: Mark) -> Mark | None:
    """The state that a count of rounds belongs to."""
    return next((mark for mark in marks if label(mark.name, mark.by) == rounds.by), None)


def stop_counting(table: Table, event: Unmarked) -> Iterator[Event]:
    """A state that is over needs its count of rounds no more."""
    over = label(event.mark, event.by)
    if any(mark.name == ROUNDS and mark.by == over for mark in table.who(event.who).marks):
        yield Unmarked(event.who, ROUNDS, over, quiet=True)
