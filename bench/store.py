"""Stored appends against a bare loop of inserts into SQLite, each commit synced to the disk (synchronous=FULL).

The bare loop has the same pragmas and record size, and the plainest schema: no table name, no check, no thread lock.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.rounds import Row, alternate, per_second
from firefight.store import SqliteStore

BUILD = Path(__file__).parents[1] / "build"  # a real disk: where temporary files are kept in memory a sync costs nothing
APPENDS = 200  # in each round
ROUNDS = 31


def measure() -> list[Row]:
    """A small and a large record; then with a retry key, against a bare table whose key is unique as well."""
    return [compare(300, keyed=False), compare(2048, keyed=False), compare(300, keyed=True)]


def compare(size: int, keyed: bool) -> Row:
    BUILD.mkdir(exist_ok=True)
    with (
        TemporaryDirectory(dir=BUILD) as folder,
        SqliteStore(Path(folder, "fight.db")) as store,
        closing(bare_file(Path(folder, "bare.db"))) as bare,
    ):
        alternatives = {
            "store": per_second(appends(store, os.urandom(size), keyed), APPENDS),
            "bare": per_second(inserts(bare, os.urandom(size), keyed), APPENDS),
        }
        rounds = alternate(alternatives, ROUNDS)
    return Row(
        name=f"stored appends of {size} bytes" + (" with a retry key" if keyed else ""),
        value=rounds.median("store"),
        unit="appends/s",
        against=f"bare sqlite3 inserts ({rounds.median('bare'):,.0f}/s)",
        ratio=rounds.ratio("store", "bare"),
        floor=0.5,
        target=0.8,
    )


def appends(store: SqliteStore, data: bytes, keyed: bool) -> Callable[[], None]:
    store.create("fight", b"", b"")

    def work() -> None:
        newest = store.newest("fight")
        for after in range(newest, newest + APPENDS):
            store.append("fight", after, data, retry_key() if keyed else "")

    return work


def bare_file(path: Path) -> sqlite3.Connection:
    bare = sqlite3.connect(path, isolation_level=None)
    for statement in (
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA fullfsync = ON",
        "CREATE TABLE plain (sequence INTEGER PRIMARY KEY, data BLOB)",
        "CREATE TABLE keyed (sequence INTEGER PRIMARY KEY, key TEXT UNIQUE, data BLOB)",
    ):
        bare.execute(statement)
    return bare


def inserts(bare: sqlite3.Connection, data: bytes, keyed: bool) -> Callable[[], None]:
    numbers = count(1)

    def plain() -> None:
        for _ in range(APPENDS):
            bare.execute("INSERT INTO plain VALUES (?, ?)", (next(numbers), data))

    def with_key() -> None:
        for _ in range(APPENDS):
            bare.execute("INSERT INTO keyed VALUES (?, ?, ?)", (next(numbers), retry_key(), data))

    return with_key if keyed else plain


def retry_key() -> str:
    return os.urandom(12).hex()


if __name__ == "__main__":
    from bench.__main__ import main

    raise SystemExit(main(["store"]))
