"""Events that only tell, and the GM's hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from firefight.events.base import Event, Say, name_of, said
from firefight.table import Table
from firefight.timeline import Value


class Told(Event, frozen=True):
    """Something a rule decided, as data: a key of the game's words and the values of its sentence.

    `secret` names the values that only the GM and the player of `who` may see. What a rule knows of others (a target's
    armor) belongs into a line of its own with `gm`, which keeps the whole of it to the GM.
    """

    key_: str = msgspec.field(name="key")
    who: str = ""
    values: Mapping[str, Value] = {}
    secret: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    gm: bool = False

    def apply(self, table: Table) -> Table:
        return table

    def concerns(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for one in (self.who, *self.about) if one))

    def line(self, table: Table, say: Say) -> str | None:
        return say(self.key_, name=name_of(table, self.who), **said(self.values, table, say))


class Overruled(Event, frozen=True):
    """The GM let something through, or changed something, against the rules named; his reason stands in the log."""

    what: str
    reason: str
    who: str = ""
    key = "overruled"

    def apply(self, table: Table) -> Table:
        return table

    def words(self, table: Table) -> dict[str, Any]:
        return {
            "what": self.what,
            "reason": self.reason,
            "rules": ", ".join(self.rules),
            "name": name_of(table, self.who),
        }


class Rewound(Event, frozen=True):
    """The table went back (or forward) to its state at the end of an earlier command. Folded by the history."""

    to: int
    kind: str = "undo"
    key = "rewound"

    def apply(self, table: Table) -> Table:
        raise TypeError("a rewind is folded by the history, not applied to a table")
