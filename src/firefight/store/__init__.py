"""Where tables are kept: logs to append to, to read and to follow.

A record is opaque here: the bytes of one command's events, made and understood elsewhere.
"""

import os

from firefight.store.base import Moved, NoTable, Record, Repeated, Store, StoreError
from firefight.store.memory import MemoryStore
from firefight.store.sqlite import SqliteStore

__all__ = [
    "MemoryStore",
    "Moved",
    "NoTable",
    "Record",
    "Repeated",
    "SqliteStore",
    "Store",
    "StoreError",
    "open_store",
]


def open_store(where: str | os.PathLike[str], must_exist: bool = False) -> Store:
    """The store at a path, at `sqlite:///PATH`, or one in memory for `:memory:`; StoreError if it cannot be opened.

    A file that does not exist is made, unless `must_exist`.
    """
    text = os.fspath(where)
    if text == ":memory:":
        return MemoryStore()
    if text.startswith("sqlite:///"):
        return SqliteStore(text.removeprefix("sqlite:///"), must_exist)
    if "://" in text:
        scheme = text.partition("://")[0]
        raise StoreError(f"A store at {scheme}:// is not supported: give the path of a file, or sqlite:///PATH.")
    return SqliteStore(text, must_exist)
