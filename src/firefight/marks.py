"""The one scheduler that ends marks: at an edge of somebody's turn, of the pass, the round, the fight, the scene, the clock."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from firefight.events import Event, Marked, Unmarked
from firefight.table import Edge, Mark, Table, Until


def until_turn_start(who: str) -> Until:
    """Until the start of this one's next turn."""
    return Until("turn start", who)


def until_turn_end(who: str) -> Until:
    """Until the end of this one's turn, the running one if it is on."""
    return Until("turn end", who)


UNTIL_ROUND_END = Until("round end")
UNTIL_PASS_END = Until("pass end")
UNTIL_FIGHT_END = Until("fight end")
UNTIL_SCENE_END = Until("scene end")


def spent(who: str, what: str, until: Until, value: int = 1) -> Marked:
    """Book-keeping: so much of a budget is spent until it comes back; an earlier amount is replaced."""
    return Marked(who, Mark(f"spent {what}", until, value, quiet=True))


def ends(table: Table, edge: Edge, who: str = "") -> Iterator[Event]:
    """The marks that end at this edge, in the order of the table, each as an event. `skip` lets an edge pass.

    What the clock ends comes in the order of its minutes.
    """
    if edge == "clock":
        yield from run_out(table)
        return
    for one in table.combatants.values():
        for mark in one.marks:
            until = mark.until
            if until is None or until.edge != edge or until.who != who:
                continue
            if until.skip:
                yield Marked(one.id, replace(mark, until=replace(until, skip=until.skip - 1), quiet=True))
            else:
                yield Unmarked(one.id, mark.name, mark.by, quiet=mark.quiet)


def run_out(table: Table) -> Iterator[Unmarked]:
    """The marks that have lasted until a minute of the clock, the earliest first."""
    timed = [
        (mark.until.at, one.id, mark)
        for one in table.combatants.values()
        for mark in one.marks
        if mark.until and mark.until.edge == "clock" and mark.until.at <= table.clock.minute
    ]
    for minute, who, mark in sorted(timed, key=lambda line: line[0]):
        yield Unmarked(who, mark.name, mark.by, quiet=mark.quiet, due=minute)


def over(table: Table) -> Iterator[Event]:
    """The marks that cannot outlive a fight: those of its turns, passes and rounds."""
    for one in table.combatants.values():
        for mark in one.marks:
            if mark.until and mark.until.edge in ("turn start", "turn end", "pass end", "round end", "fight end"):
                yield Unmarked(one.id, mark.name, mark.by, quiet=mark.quiet)
