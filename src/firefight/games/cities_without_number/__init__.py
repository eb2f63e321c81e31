"""Cities Without Number: the game object and its table options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from firefight.events import Adjusted, Closed, Event, FightBegan, FightEnded, Marked, PoolSet, Refreshed, Ticked
from firefight.game import SUMMED
from firefight.games.cities_without_number import actions, aftermath, between, gm, harm, order, time, timing
from firefight.games.cities_without_number.budget import budget
from firefight.games.cities_without_number.chances import CHANCES
from firefight.games.cities_without_number.menu import menu
from firefight.games.cities_without_number.options import SETTINGS
from firefight.games.cities_without_number.sheet import Sheet, pools, public
from firefight.table import Table

Follow = Callable[[Table, Any], Iterable[Event]]
OF_A_FIGHT: dict[type[Event], tuple[Follow, ...]] = {
    Adjusted: (harm.after_hurt,), PoolSet: (harm.after_hurt,), Marked: (timing.after_marked,), Closed: (gm.hand_over,),
    FightBegan: (time.after_begun,), FightEnded: (time.after_ended,), Ticked: (time.after_ticked,),
    Refreshed: (time.after_refreshed,),
}  # fmt: skip
ROOMS = (aftermath.BEFORE, OF_A_FIGHT, aftermath.FOLLOWS, between.FOLLOWS)
FOLLOWS = {kind: tuple(follow for room in ROOMS for follow in room.get(kind, ())) for room in ROOMS for kind in room}


def follows(table: Table, event: Event) -> Iterable[Event]:
    """What follows by itself from an event."""
    following = FOLLOWS.get(type(event))
    return [one for follow in following for one in follow(table, event)] if following else ()


class CitiesWithoutNumber:
    """Cities Without Number's combat: sides take turns, members in any order, Instants at any time. CWN-SEQ-01 CWN-TIME-04"""

    id = "cities-without-number"
    title = "Cities Without Number"
    sheet = Sheet
    seconds = time.SECONDS
    free_round = True
    square = 1.0
    health = ("hp",)
    faces = SUMMED
    protection = (("melee_ac", 2), ("ranged_ac", 2), ("soak", 4))
    settings = SETTINGS
    chances = CHANCES

    pools = staticmethod(pools)
    public = staticmethod(public)
    dues = staticmethod(order.dues)
    able = staticmethod(order.able)
    together = staticmethod(order.together)
    beginning = staticmethod(timing.beginning)
    opening = staticmethod(order.opening)
    closing = staticmethod(timing.closing)
    joined = staticmethod(timing.joined)
    follows = staticmethod(follows)
    menu = staticmethod(menu)
    budget = staticmethod(budget)
    costs = staticmethod(actions.costs)
    resolve = staticmethod(actions.resolve)


GAME = CitiesWithoutNumber()
