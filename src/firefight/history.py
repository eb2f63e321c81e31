"""The log folded: every command's batch of events, the table at each command's end, going back and forward.

Going back is a look-up: states share structure, and the table at a command's end is kept for the newest commands and for
every so many of the older ones; what lies between is folded again when somebody asks. `Rewound` is folded here, not applied
to a table; what was undone stays readable as a branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firefight.commands import AnyCommand, Order, Rewind
from firefight.errors import FirefightError
from firefight.events import Event, EventUnion, FightBegan, Joined, Landing, Rewound
from firefight.table import Combatant, Table

FORMAT = 1
KEPT = 2_000
THINNED_TO = 50


class Batch(Struct, frozen=True, omit_defaults=True, gc=False):
    """One command as it stands in the log: who gave it, its retry key, all the events it led to, the format it is in."""

    command: AnyCommand
    events: tuple[EventUnion, ...]
    by: str = ""
    key: str = ""
    format: int = 0


Step = tuple[Table, Event, Table]
"""An event with the table before and after it."""


class History:
    """The batches of one table and the table at the end of each. Number 0 is the empty table before the first."""

    def __init__(self, start: Table) -> None:
        self.batches: list[Batch] = []
        self._tables: dict[int, Table] = {0: start}
        self.base: list[int] = [0]
        self.undone: list[int] = []
        self.at = 0
        self._newest: tuple[int, tuple[Step, ...]] = (0, ())

    @property
    def table(self) -> Table:
        """The table now."""
        return self.table_at(self.at)

    def table_at(self, number: int) -> Table:
        """The table at the end of a command; one that is not kept is folded from the nearest kept one before it."""
        path = []
        while number not in self._tables:
            path.append(number)
            rewound = self._rewound(self.batches[number - 1])
            number = rewound.to if rewound else self.base[number]
        table = self._tables[number]
        for one in reversed(path):
            if not self._rewound(self.batches[one - 1]):
                table = fold(table, self.batches[one - 1].events)
        return table

    def _keep(self, number: int, table: Table) -> None:
        self._tables[number] = table
        old = number - KEPT
        if old > 0 and old % THINNED_TO:
            self._tables.pop(old, None)

    def __len__(self) -> int:
        return len(self.batches)

    def add(self, batch: Batch, after: Table | None = None) -> None:
        """Takes a batch in; `after` is the table at its end where it is known already."""
        before, rewound = self.at, self._rewound(batch)
        number = len(self.batches) + 1
        self.batches.append(batch)
        self.base.append(before)
        if rewound is None:
            self._keep(number, after if after is not None else fold(self.table, batch.events))
            self.undone.clear()
            self.at = number
            return
        self._keep(number, self.table_at(rewound.to))
        self.at = rewound.to
        if rewound.kind == "undo":
            self.undone.append(before)
        elif rewound.kind == "redo":
            self.undone.pop()
        else:
            self.undone.clear()

    def _rewound(self, batch: Batch) -> Rewound | None:
        return next((event for event in batch.events if isinstance(event, Rewound)), None)

    def target(self, command: Rewind) -> Rewound:
        """Where a rewind leads. Raises FirefightError where there is nothing to go to."""
        if command.kind == "redo":
            if not self.undone:
                raise FirefightError("there is nothing to do again")
            return Rewound(self.undone[-1], "redo")
        if command.kind == "goto":
            if not 0 < command.to <= len(self.batches):
                raise FirefightError(f"there is no line {command.to}; the log runs from 1 to {len(self.batches)}")
            return Rewound(self.home(command.to), "goto")
        if self.at == 0 or self._is_founding(self.at):
            raise FirefightError("this is the beginning of the table; there is nothing to undo")
        if self._began_fight(self.at):
            raise FirefightError("this is the beginning of the fight; go to an earlier line to take the fight itself back")
        return Rewound(self.base[self.at], "undo")

    def home(self, number: int) -> int:
        """The command whose end is the state after command `number`: itself, or where it went back to."""
        rewound = self._rewound(self.batches[number - 1]) if number else None
        return rewound.to if rewound else number

    def _is_founding(self, number: int) -> bool:
        return self.base[number] == 0 and number == 1

    def _began_fight(self, number: int) -> bool:
        return any(isinstance(event, FightBegan) for event in self.batches[number - 1].events)

    def line_of_command(self) -> list[int]:
        """The commands that led to the table now, first one first: the branch it stands on."""
        return [*self.way_back()][::-1]

    def way_back(self) -> Iterator[int]:
        """The commands that led to the table now, newest first, as far as anybody looks."""
        at = self.at
        while at:
            yield at
            at = self.base[at]

    def steps(self, number: int) -> Iterator[Step]:
        """The events of one command, each with the table before and after it; of the newest, the same ones for all who ask."""
        if number < len(self.batches):
            return self._stepped(number)
        if self._newest[0] != number:
            self._newest = (number, tuple(self._stepped(number)))
        return iter(self._newest[1])

    def _stepped(self, number: int) -> Iterator[Step]:
        table, events = self.table_at(self.base[number]), self.batches[number - 1].events
        for place, event in enumerate(events, 1):
            is_end = isinstance(event, Rewound) or (place == len(events) and number in self._tables)
            after = self.table_at(number) if is_end else event.apply(table)
            yield table, event, after
            table = after


def fold(table: Table, events: tuple[Event, ...]) -> Table:
    """The table after some events."""
    for event in events:
        table = event.apply(table)
    return table


# ------------------------------------------------------------------ bytes

_encoder = msgspec.json.Encoder(order="deterministic")


def encode(batch: Batch) -> bytes:
    """A batch as one line of JSON, the same bytes for the same batch."""
    return _encoder.encode(batch)


def decode(line: bytes, sheet: type[Struct]) -> Batch:
    """A batch from its line; sheets become the game's own type, lines of older formats are brought up to date.

    Raises FirefightError for a line that cannot be read, or that a newer Firefight wrote.
    """
    try:
        today = line if _is_of_today(line) else upgraded(line)
        batch = _decoder.decode(today)
        return typed(batch, sheet) if b'"sheet"' in today else batch
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise FirefightError(f"a line of the log cannot be read: {error}") from None


_decoder = msgspec.json.Decoder(Batch)


def _is_of_today(line: bytes) -> bool:
    return line.endswith(b'"format":%d}' % FORMAT)


def upgraded(line: bytes) -> bytes:
    """A line of an older format in today's: one step for each format since."""
    batch = msgspec.json.decode(line)
    if not isinstance(batch, dict):
        return line
    version = batch.get("format", 0)
    if version > FORMAT:
        raise FirefightError(
            f"the log is of format {version}; a newer Firefight wrote it, so update (this one reads up to {FORMAT})"
        )
    for step in UPGRADES[version:]:
        batch = step(batch)
    return msgspec.json.encode({**batch, "format": FORMAT})


def quiet_marks(batch: dict[str, Any]) -> dict[str, Any]:
    """Format 0 wrote on the event, not on the mark, that a mark is book-keeping."""
    for event in batch.get("events", ()):
        if event.get("event") == "Marked" and event.pop("quiet", False):
            event["mark"]["quiet"] = True
    return batch


UPGRADES: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (quiet_marks,)


def typed(batch: Batch, sheet: type[Struct]) -> Batch:
    """The batch with every sheet in it as the game's own type."""

    def combatant(one: Combatant) -> Combatant:
        return replace(one, sheet=msgspec.convert(one.sheet, sheet)) if isinstance(one.sheet, dict) else one

    found: Batch = _mapped(batch, combatant)
    return found


def _mapped(value: Any, change: Callable[[Combatant], Combatant]) -> Any:
    if isinstance(value, tuple):
        return tuple(_mapped(one, change) for one in value)
    if isinstance(value, Joined):
        return replace(value, combatant=change(value.combatant))
    if isinstance(value, Batch):
        return replace(value, command=_mapped(value.command, change), events=_mapped(value.events, change))
    if isinstance(value, Order):
        return replace(value, events=_mapped(value.events, change))
    return replace(value, effects=_mapped(value.effects, change)) if isinstance(value, Landing) else value
