"""What the tests of stores share."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from firefight.store import Record, Store


def fill(store: Store, records: int, table: str = "fight") -> None:
    for sequence in range(records):
        store.append(table, sequence, b"record %d" % (sequence + 1))


def sequences(records: Iterator[Record]) -> list[int]:
    return [record.sequence for record in records]


def run(path: Path, *statements: str) -> list[tuple[object, ...]]:
    """Do this to the file behind the store's back; the rows of the last statement."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            rows = connection.execute(statement).fetchall()
        connection.commit()
    return rows


def payload(sequence: int) -> bytes:
    """Bytes that tell when they are torn, of sizes from nothing to several pages of the file."""
    return hashlib.sha256(b"%d" % sequence).digest() * (sequence % 400)
