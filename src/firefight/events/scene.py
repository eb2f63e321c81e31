"""Events of the scene's ground: where everybody stands, which doors are open."""

from __future__ import annotations

from msgspec.structs import replace

from firefight.events.base import Event, Say, name_of
from firefight.ground import Ground, Square, named
from firefight.table import Table


class GroundSet(Event, frozen=True):
    """The scene got its ground, or lost it; places on an earlier one are forgotten."""

    ground: Ground | None = None

    def apply(self, table: Table) -> Table:
        combatants = {id: replace(one, place=None, facing=None) for id, one in table.combatants.items()}
        return replace(table, ground=self.ground, combatants=combatants)

    def line(self, table: Table, say: Say) -> str | None:
        if self.ground is None:
            return say("ground_gone")
        return say("ground_named" if self.ground.name else "ground_set", title=self.ground.name)


class Placed(Event, frozen=True):
    """Somebody stands on a square now; None takes him off the ground. `quiet` where the log has said so: "moves to C3"."""

    who: str
    place: Square | None = None
    quiet: bool = False

    def apply(self, table: Table) -> Table:
        return table.change(self.who, place=self.place)

    def line(self, table: Table, say: Say) -> str | None:
        if self.quiet:
            return None
        key, at = ("placed", named(self.place)) if self.place else ("lifted", "")
        return say(key, name=name_of(table, self.who), square=at)


class Turned(Event, frozen=True):
    """Somebody looks in another direction: degrees, 0 to the right, 90 downwards."""

    who: str
    facing: int | None = None
    key = "turned"

    def apply(self, table: Table) -> Table:
        return table.change(self.who, facing=self.facing)


class DoorMoved(Event, frozen=True):
    """A door was opened or shut."""

    door: str
    open: bool = True

    def apply(self, table: Table) -> Table:
        return replace(table, ground=table.ground.opened(self.door, self.open)) if table.ground else table

    def line(self, table: Table, say: Say) -> str | None:
        return say("door_opened" if self.open else "door_shut", door=self.door)
