"""Events of time outside the round."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from firefight.events.base import Event, Say
from firefight.table import Reminder, Table


class SceneBegan(Event, frozen=True):
    """A new scene: what is used per scene is there again."""

    title: str = ""
    key = "scene_began"

    def apply(self, table: Table) -> Table:
        return table.ticked(scene=table.clock.scene + 1, title=self.title, refreshed=table.clock.minute)


class Ticked(Event, frozen=True):
    """Minutes went by."""

    minutes: int
    reason: str = ""

    def apply(self, table: Table) -> Table:
        return table.ticked(minute=table.clock.minute + self.minutes)

    def line(self, table: Table, say: Say) -> str | None:
        return say(
            "ticked_because" if self.reason else "ticked",
            minutes=self.minutes,
            reason=say.word("reason", self.reason),
            reading=say.word("reading", table.clock.reading),
        )


class MissionBegan(Event, frozen=True):
    """Mission time runs from here on."""

    key = "mission_began"

    def apply(self, table: Table) -> Table:
        return table.ticked(mission=table.clock.minute, refreshed=table.clock.minute)


class MissionEnded(Event, frozen=True):
    """Nobody counts the minutes any more."""

    key = "mission_ended"

    def apply(self, table: Table) -> Table:
        return table.ticked(mission=None)


class Refreshed(Event, frozen=True):
    """What is used per scene is there again, without a new scene."""

    minute: int
    key = "refreshed"

    def apply(self, table: Table) -> Table:
        return table.ticked(refreshed=self.minute)


class ReminderSet(Event, frozen=True):
    """The GM wants to be told of something when the clock gets there."""

    reminder: Reminder

    def apply(self, table: Table) -> Table:
        return table.ticked(reminders=(*table.clock.reminders, self.reminder))


class Reminded(Event, frozen=True):
    """The clock reached or passed a reminder; a repeating one is set anew."""

    reminder: Reminder
    key = "reminded"

    def apply(self, table: Table) -> Table:
        one = self.reminder
        left = tuple(old for old in table.clock.reminders if old != one)
        if one.every:
            passed = (table.clock.minute - one.minute) // one.every + 1
            left = (*left, replace(one, minute=one.minute + one.every * passed))
        return table.ticked(reminders=left)

    def words(self, table: Table) -> dict[str, Any]:
        return {"text": self.reminder.text, "minute": self.reminder.minute, "reading": table.clock.reading}
