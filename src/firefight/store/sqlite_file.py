"""Opening a Firefight file: is it one, is it whole, which format; older formats are brought up to date."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from firefight.store.base import StoreError

APPLICATION = 0x46495245  # "FIRE", kept in the file's header as SQLite's application_id
PATIENCE = 10.0  # seconds to wait for another process that is writing

# Step n leads from format n to n + 1; the file's user_version is its format. A new file walks all of them, so there is
# one way to today's shape. Never change a step that was released: add one.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION}",
        """CREATE TABLE log (
            table_name TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (table_name, sequence)
        )""",
        "CREATE TABLE secrets (table_name TEXT NOT NULL PRIMARY KEY, secret BLOB NOT NULL)",
    ),
    (
        "ALTER TABLE log ADD COLUMN key TEXT NOT NULL DEFAULT ''",
        "CREATE UNIQUE INDEX retries ON log (table_name, key) WHERE key <> ''",
    ),
    (
        """CREATE TABLE shelf (
            table_name TEXT NOT NULL,
            name TEXT NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (table_name, name)
        )""",
    ),
)
FORMAT = len(STEPS)

NOT_OURS = "is not a Firefight file: give the path of one, or of a file that does not exist yet"
LOCKED = f"was held by another program for more than {PATIENCE:.0f} seconds: close that program, then try again"
FAULTS = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: check the permissions of the file and of its folder",
    sqlite3.SQLITE_READONLY: "cannot be written: check the permissions of the file and of its folder",
    sqlite3.SQLITE_FULL: "cannot grow, the disk is full: free some space; what was acknowledged is kept",
    sqlite3.SQLITE_IOERR: "cannot be read or written, the disk reports an error: copy the file to another disk",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore a copy, or save what is left with the .recover command of sqlite3",
    sqlite3.SQLITE_NOTADB: NOT_OURS,
}


def open_file(path: str, must_exist: bool) -> sqlite3.Connection:
    """A connection to the Firefight file at `path`, in today's format; StoreError if it cannot be had."""
    _check_place(path, must_exist)
    with clear_errors(path):
        connection = _connect(path, must_exist)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # macOS: without it a sync may stop in the drive's own cache
            _bring_up_to_date(connection, path)
            _write_ahead(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All of it or nothing, with the right to write from the start."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def clear_errors(path: str) -> Iterator[None]:
    """Turn what SQLite says of the file or the disk into a StoreError of one sentence; mistakes in the code pass."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if type(error) not in (sqlite3.DatabaseError, sqlite3.OperationalError):
            raise
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the low byte is the kind of fault
        fault = FAULTS.get(code, f"cannot be used ({error}): restore a copy of it")
        raise StoreError(f"{path} {fault}.") from None


def _check_place(path: str, must_exist: bool) -> None:
    folder = os.path.dirname(path)
    if os.path.isdir(path):
        raise StoreError(f"{path} is a folder: add the name of a file to it.")
    if not os.path.isdir(folder):
        raise StoreError(f"{path} is out of reach: check that the folder {folder} exists and is open to you.")
    if not os.path.lexists(path):
        if must_exist:
            raise StoreError(f"{path} does not exist: check the path.")
    elif not os.path.isfile(path):
        raise StoreError(f"{path} {NOT_OURS}.")
    elif not os.access(path, os.R_OK | os.W_OK):
        raise StoreError(f"{path} {FAULTS[sqlite3.SQLITE_READONLY]}.")


def _connect(path: str, must_exist: bool) -> sqlite3.Connection:
    url = f"file:///{quote(os.fsencode(path).lstrip(b'/'))}?mode={'rw' if must_exist else 'rwc'}"
    return sqlite3.connect(url, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _bring_up_to_date(connection: sqlite3.Connection, path: str) -> None:
    if _format(connection, path) == FORMAT:
        return
    with transaction(connection):
        for step in STEPS[_format(connection, path) :]:  # asked again: another process may just have done it
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {FORMAT}")


def _format(connection: sqlite3.Connection, path: str) -> int:
    """The file's format: 0 for an empty file, StoreError for a newer one or a file of something else."""
    application, number, objects = connection.execute(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
        " FROM pragma_application_id, pragma_user_version"
    ).fetchone()
    if application != APPLICATION and (application or number or objects):
        raise StoreError(f"{path} {NOT_OURS}.")
    if number > FORMAT:
        raise StoreError(f"{path} has format {number}, this Firefight knows up to {FORMAT}: install a newer Firefight.")
    return int(number)


def _write_ahead(connection: sqlite3.Connection, path: str) -> None:
    """Switch to the write-ahead log, trying again while others open the same new file: here SQLite does not wait."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    if mode != "wal":
        raise StoreError(f"{path} is on a drive where it cannot be shared safely: keep it on a local disk.")
