"""What lands together, and the union of all events that a log can hold."""

from __future__ import annotations

from msgspec.structs import replace

from firefight.events.base import Event
from firefight.events.clock import MissionBegan, MissionEnded, Refreshed, Reminded, ReminderSet, SceneBegan, Ticked
from firefight.events.fight import FightBegan, FightEnded, Freed, RoundBegan, Settled, TableClosed, Used
from firefight.events.frames import (
    Answered,
    Asked,
    Begun,
    Closed,
    Declared,
    Followed,
    Held,
    Noted,
    Opened,
    Passed,
    Released,
    SteppedIn,
    Stopped,
)
from firefight.events.numbers import Adjusted, Flagged, Marked, PoolSet, Scored, SideScored, Unmarked
from firefight.events.people import Changed, Founded, Joined, OptionSet, SheetSet, SideFormed
from firefight.events.scene import DoorMoved, GroundSet, Placed, Turned
from firefight.events.telling import Overruled, Rewound, Told
from firefight.table import Table
from firefight.timeline import Turn


class Landing(Event, frozen=True):
    """Effects of a deed in a shared slot, resolved and waiting to land together with the others'."""

    who: str
    effects: tuple[EventUnion, ...]

    def apply(self, table: Table) -> Table:
        top = table.timeline.stack[-1]
        assert isinstance(top, Turn)
        return table.time(stack=table.timeline.amend(landing=(*top.landing, *((self.who, one) for one in self.effects))).stack)


class Landed(Event, frozen=True):
    """What was resolved in the shared slot takes effect now; the effects follow as events of their own."""

    frame: str

    def apply(self, table: Table) -> Table:
        stack = tuple(
            replace(frame, landing=()) if frame.id == self.frame and isinstance(frame, Turn) else frame
            for frame in table.timeline.stack
        )
        return table.time(stack=stack)


EventUnion = (
    Founded
    | OptionSet
    | SideFormed
    | Joined
    | Changed
    | SheetSet
    | Adjusted
    | PoolSet
    | Scored
    | SideScored
    | Marked
    | Unmarked
    | Flagged
    | FightBegan
    | FightEnded
    | TableClosed
    | RoundBegan
    | Settled
    | Used
    | Freed
    | Opened
    | SteppedIn
    | Passed
    | Declared
    | Begun
    | Followed
    | Answered
    | Asked
    | Noted
    | Stopped
    | Closed
    | Landing
    | Landed
    | Held
    | Released
    | SceneBegan
    | Ticked
    | MissionBegan
    | MissionEnded
    | Refreshed
    | ReminderSet
    | Reminded
    | Told
    | Overruled
    | Rewound
    | GroundSet
    | Placed
    | Turned
    | DoorMoved
)
