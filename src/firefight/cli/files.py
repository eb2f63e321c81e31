"""Fight files: a store of one table, or its log as JSON, one batch on a line."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from firefight.cli.errors import Problem
from firefight.events import Founded
from firefight.game import Game
from firefight.games import game
from firefight.history import Batch, History
from firefight.kept import folded, header_of
from firefight.store import Store, open_store

SQLITE = b"SQLite format 3\x00"
LOG = "the .fight file of a game, or its log as JSON"
"""What a command wants that reads a log."""


class Fight(Struct, frozen=True):
    """A log that was read: its game, its title, and its records as they are stored."""

    game: Game
    title: str
    records: tuple[bytes, ...]

    def history(self) -> History:
        """The log folded. Raises FirefightError naming the line that cannot be read."""
        return folded(self.game, self.records)


def read(path: str, table: str = "", wanted: str = LOG) -> Fight:
    """The log at a path, whichever of the two kinds it is of. Raises Problem or FirefightError in one sentence.

    `wanted` is what to give in place of a file that is neither.
    """
    if not Path(path).exists():
        raise Problem(f"{path} does not exist: give {wanted}.")
    if is_store(path):
        with open_store(path, must_exist=True) as store:
            return stored(store, path, table)
    return exported(path, wanted)


def is_store(path: str) -> bool:
    """Whether a file is a store, not a log as JSON."""
    with open(path, "rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def stored(store: Store, path: str, table: str = "") -> Fight:
    """The log of the one table of a store, or of the one named."""
    name = table or only_table(store, path)
    header = header_of(store, name)
    records = tuple(record.data for record in store.read(name))
    return Fight(game(header.game), header.title, records)


def only_table(store: Store, path: str) -> str:
    """The name of the table in a store of one."""
    tables = store.tables()
    if not tables:
        raise Problem(f"{path} has no table in it yet: begin one with 'firefight play ENCOUNTER.toml'.")
    if len(tables) > 1:
        raise Problem(f"{path} holds several tables: choose one with --table ({', '.join(tables)}).")
    return tables[0]


def exported(path: str, wanted: str = LOG) -> Fight:
    """The log that `firefight log --format json` wrote."""
    records = tuple(line.strip() for line in Path(path).read_bytes().splitlines() if line.strip())
    return Fight(game_of(records, path, wanted), Path(path).stem, records)


def game_of(records: tuple[bytes, ...], path: str, wanted: str = LOG) -> Game:
    """The game that a log was founded with. Raises Problem, with what is `wanted`, for a file that is no log."""
    try:
        first = msgspec.json.decode(records[0], type=Batch) if records else None
    except msgspec.DecodeError:
        first = None
    founded = next((event for event in first.events if isinstance(event, Founded)), None) if first else None
    if founded is None:
        raise Problem(f"{path} is no log of a fight: give {wanted}, as 'firefight log FILE --format json' writes it.")
    return game(founded.game)
