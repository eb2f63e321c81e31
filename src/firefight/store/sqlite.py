"""The store in one SQLite file: the default, and what a GM backs up."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from firefight.store.base import Record, Store, require_good_name
from firefight.store.sqlite_file import clear_errors, open_file, transaction

# One statement decides and writes. If there is no record `after`, its sequence is NULL, which the column refuses; if
# somebody was first, the primary key refuses; if the request was sent before, the index of retry keys refuses. The
# header is record 0 of its log, so the first append is like all others.
APPEND = """
INSERT INTO log (table_name, sequence, key, data)
VALUES (?, (SELECT sequence + 1 FROM log WHERE table_name = ? AND sequence = ?), ?, ?)
"""
PAGE = "SELECT sequence, key, data FROM log WHERE table_name = ? AND sequence BETWEEN ? AND ? ORDER BY sequence"


class SqliteStore(Store):
    """Logs in a file that survives a kill at any instant (WAL, synchronous=FULL) and that several processes may share.

    Threads share one connection under a lock, as SQLite writes one at a time anyhow; each follower reads over a
    connection of its own. A store does not cross a fork: open one in the child.
    """

    def __init__(self, path: str | os.PathLike[str], must_exist: bool = False) -> None:
        """Open the file, made if it is not there and `must_exist` is False; StoreError if it cannot be used."""
        super().__init__(os.path.abspath(path))
        self._connection = open_file(self.place, must_exist)
        self._lock = Lock()

    def create(self, table: str, header: bytes, secret: bytes) -> None:
        require_good_name(table)
        try:
            with self._lock, clear_errors(self.place), transaction(self._open_connection()) as connection:
                connection.execute("INSERT INTO secrets VALUES (?, ?)", (table, secret))
                connection.execute("INSERT INTO log (table_name, sequence, data) VALUES (?, 0, ?)", (table, header))
        except sqlite3.IntegrityError:
            raise self._taken(table) from None

    def tables(self) -> tuple[str, ...]:
        return tuple(name for (name,) in self._rows("SELECT table_name FROM secrets ORDER BY table_name"))

    def header(self, table: str) -> bytes:
        return bytes(self._one(table, "SELECT data FROM log WHERE table_name = ? AND sequence = 0"))

    def secret(self, table: str) -> bytes:
        return bytes(self._one(table, "SELECT secret FROM secrets WHERE table_name = ?"))

    def newest(self, table: str) -> int:
        return int(self._one(table, "SELECT sequence FROM log WHERE table_name = ? ORDER BY sequence DESC LIMIT 1"))

    def append(self, table: str, after: int, data: bytes, key: str = "") -> int:
        try:
            with self._lock, clear_errors(self.place):
                self._open_connection().execute(APPEND, (table, table, after, key, data))
        except sqlite3.IntegrityError:
            raise self._refusal(table, after, key) from None
        return after + 1

    def shelve(self, table: str, name: str, data: bytes | None) -> None:
        with self._lock, clear_errors(self.place), transaction(self._open_connection()) as connection:
            connection.execute("DELETE FROM shelf WHERE table_name = ? AND name = ?", (table, name))
            if data is not None:
                connection.execute("INSERT INTO shelf VALUES (?, ?, ?)", (table, name, data))

    def shelf(self, table: str) -> dict[str, bytes]:
        rows = self._rows("SELECT name, data FROM shelf WHERE table_name = ? ORDER BY name", table)
        return {name: bytes(data) for name, data in rows}

    def close(self) -> None:
        super().close()
        with self._lock, clear_errors(self.place):
            self._connection.close()

    def _open_connection(self) -> sqlite3.Connection:
        self._require_open()
        return self._connection

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._lock, clear_errors(self.place):
            return self._open_connection().execute(query, values).fetchall()

    def _one(self, table: str, query: str) -> Any:
        try:
            for (value,) in self._rows(query, table):
                return value
        except UnicodeEncodeError:  # a name typed in bytes that are no text
            pass
        raise self._no_table(table)

    def _between(self, table: str, first: int, last: int) -> list[Record]:
        return [Record(*row) for row in self._rows(PAGE, table, first, last)]

    def _written_under(self, table: str, key: str) -> int | None:
        query = "SELECT sequence FROM log WHERE table_name = ? AND key = ? AND key <> ''"
        return next((sequence for (sequence,) in self._rows(query, table, key)), None)

    @contextmanager
    def _watcher(self) -> Iterator[tuple[Store, Callable[[], int]]]:
        """A connection of its own, since SQLite's data_version tells only of what *other* connections wrote."""
        with SqliteStore(self.place, must_exist=True) as own:
            yield own, lambda: own._rows("PRAGMA data_version")[0][0]
