"""Events of who is on the table, and of what they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from firefight.events.base import Event, Say, name_of
from firefight.table import Combatant, Side, Table


class Founded(Event, frozen=True):
    """The table began, with every option of its game; `commitment` is the hash of the seed of dice outside fights."""

    game: str
    options: Mapping[str, str]
    commitment: str = ""
    key = "founded"

    def apply(self, table: Table) -> Table:
        return replace(table, game=self.game, options=self.options)


class OptionSet(Event, frozen=True):
    """A house rule was changed."""

    option: str
    value: str
    key = "option_set"

    def apply(self, table: Table) -> Table:
        return replace(table, options={**table.options, self.option: self.value})

    def words(self, table: Table) -> dict[str, Any]:
        return {"option": self.option.replace("_", " "), "value": self.value}


class SideFormed(Event, frozen=True):
    """A side came to be, or was renamed."""

    side: Side

    def apply(self, table: Table) -> Table:
        return replace(table, sides={**table.sides, self.side.id: self.side})


class Joined(Event, frozen=True):
    """Somebody came to the table; `combatant.fighting` tells whether into the fight as well."""

    combatant: Combatant
    key = "joined"

    def apply(self, table: Table) -> Table:
        one = self.combatant
        sides = table.sides if one.side in table.sides else {**table.sides, one.side: Side(one.side, one.side)}
        return replace(table, combatants={**table.combatants, one.id: one}, sides=sides)

    def concerns(self) -> tuple[str, ...]:
        return (self.combatant.id,)

    def words(self, table: Table) -> dict[str, Any]:
        return {"name": self.combatant.name, "side": table.sides[self.combatant.side].name}


class Changed(Event, frozen=True):
    """The GM changed what somebody is: the fields named, nothing else."""

    who: str
    name: str | None = None
    side: str | None = None
    owner: str | None = None
    hidden: bool | None = None
    here: bool | None = None
    fighting: bool | None = None
    squad: str | None = None

    def apply(self, table: Table) -> Table:
        return table.change(self.who, **self.changes())

    def concerns(self) -> tuple[str, ...]:
        return (self.who, self.squad) if self.squad else (self.who,)

    def changes(self) -> dict[str, Any]:
        """The fields that are changed, with their new values."""
        fields = ("name", "side", "owner", "hidden", "here", "fighting", "squad")
        return {field: getattr(self, field) for field in fields if getattr(self, field) is not None}

    def line(self, table: Table, say: Say) -> str | None:
        name = name_of(table, self.who)
        lines = [
            say(
                f"changed_{field}" + (f"_{value}".lower() if isinstance(value, bool) else "_none" * (not value)),
                name=name,
                value=self.shown(table, value),
            )
            for field, value in self.changes().items()
        ]
        return " ".join(lines) or None

    def shown(self, table: Table, value: Any) -> Any:
        """A value as the log shows it: squads by the name of whom they follow."""
        return name_of(table, value) if self.squad and value == self.squad else value


class SheetSet(Event, frozen=True):
    """A field of somebody's sheet was set; lists and tables are written as in a file. `quiet` where another line tells it."""

    who: str
    field: str
    value: int | bool | str | tuple[Any, ...] | dict[str, Any]
    reason: str = ""
    quiet: bool = False
    key = "sheet_set"

    def apply(self, table: Table) -> Table:
        return table.change(self.who, sheet=changed(table.who(self.who).sheet, self.field, self.value))

    def line(self, table: Table, say: Say) -> str | None:
        return None if self.quiet else super().line(table, say)


def changed(sheet: Any, field: str, value: Any) -> Any:
    """A sheet with one field changed; what is written as in a file becomes what the field holds."""
    if isinstance(value, tuple | dict):
        return msgspec.convert({**msgspec.to_builtins(sheet), field: value}, type(sheet))
    return replace(sheet, **{field: value})
