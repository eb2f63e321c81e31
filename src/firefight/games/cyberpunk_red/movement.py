"""The Move Action on a map of squares: a way is paid for by its metres and ends on a square."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event
from firefight.game import Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.body import move_line
from firefight.games.cyberpunk_red.budget import allowance, metres_gone
from firefight.games.cyberpunk_red.grapple import held_by
from firefight.games.cyberpunk_red.sheet import driven
from firefight.scene import moved, way
from firefight.table import Combatant, Table
from firefight.timeline import Deed


def move_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """The Move Action: so many metres, or to a square of the map where there is one. CPR-MOV-04 CPR-MOV-05"""
    counted = move_line(table, one)
    yield counted
    left = allowance(table, one.id) - metres_gone(one)
    too_far = Reason("too_far", "CPR-MOV-04", {"left": max(0, int(left)), "squares": squares_left(table, left)})
    to = way(table, one, left, too_far)
    if to:
        yield Offer(counted.verb, (to,), counted.price, reasons=counted.reasons, rule=counted.rule)


def squares_left(table: Table, metres: float) -> int:
    """Whole squares of the map in so many metres. CPR-SCN-06"""
    return max(0, int((metres + 1e-9) / table.ground.metres)) if table.ground else rules.squares(int(metres))


def move(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Some metres of the Move Action, paid at the declaration; on the map it ends on a square.

    Whoever drives takes the vehicle and all in it along, whoever holds somebody takes that one along.

    CPR-MOV-01 CPR-MOV-04 CPR-MOV-05 CPR-ATK-07
    """
    table, one = ask.table, ask.table.who(deed.who)
    along = dict.fromkeys((*aboard(table, deed.who), *(held.id for held in held_by(table, one))))
    yield from moved(table, one, deed.act, allowance(table, deed.who), ("CPR-MOV-04",), along)


def aboard(table: Table, driver: str) -> list[str]:
    """The vehicle somebody drives, and all others who sit in it."""
    car = driven(table, driver)
    seated = [one.id for one in table.present() if any(mark.name == "in a vehicle" and mark.by == car for mark in one.marks)]
    return [car, *(who for who in seated if who != driver)] if car else []
