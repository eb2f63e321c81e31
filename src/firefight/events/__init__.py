"""What happened: frozen records in the past tense, each with `apply` and one line for the log.

Effects are relative where they can be, so that what lands together adds up. Applying an event never runs a rule and
never rolls a die: a log replays the same for ever. `line` may be None for book-keeping. Its words come from
words.toml through `say(key, **values)`; `concerns` names the combatants an event tells of, which is what `view` hides by.
"""

from firefight.events.base import Event, Say, name_of, parted, said, said_value, say_act
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
from firefight.events.landing import EventUnion, Landed, Landing
from firefight.events.numbers import Adjusted, Flagged, Marked, PoolSet, Scored, SideScored, Unmarked
from firefight.events.people import Changed, Founded, Joined, OptionSet, SheetSet, SideFormed
from firefight.events.scene import DoorMoved, GroundSet, Placed, Turned
from firefight.events.telling import Overruled, Rewound, Told

__all__ = [
    "Adjusted",
    "Answered",
    "Asked",
    "Begun",
    "Changed",
    "Closed",
    "Declared",
    "DoorMoved",
    "Event",
    "EventUnion",
    "FightBegan",
    "FightEnded",
    "Flagged",
    "Followed",
    "Founded",
    "Freed",
    "GroundSet",
    "Held",
    "Joined",
    "Landed",
    "Landing",
    "Marked",
    "MissionBegan",
    "MissionEnded",
    "Noted",
    "Opened",
    "OptionSet",
    "Overruled",
    "Passed",
    "Placed",
    "PoolSet",
    "Refreshed",
    "Released",
    "Reminded",
    "ReminderSet",
    "Rewound",
    "RoundBegan",
    "Say",
    "SceneBegan",
    "Scored",
    "Settled",
    "SheetSet",
    "SideFormed",
    "SideScored",
    "SteppedIn",
    "Stopped",
    "TableClosed",
    "Ticked",
    "Told",
    "Turned",
    "Unmarked",
    "Used",
    "name_of",
    "parted",
    "said",
    "said_value",
    "say_act",
]
