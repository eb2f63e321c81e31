"""Stores to test: one of each kind, empty but for a table, and a file on disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firefight.store import SqliteStore, Store, open_store
from tests.store.helpers import fill


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with open_store(":memory:" if request.param == "memory" else tmp_path / "fight.db") as store:
        store.create("fight", b"header", b"secret")
        yield store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A well-formed file with three records."""
    path = tmp_path / "fight.db"
    with SqliteStore(path) as store:
        store.create("fight", b"header", b"secret")
        fill(store, 3)
    return path
