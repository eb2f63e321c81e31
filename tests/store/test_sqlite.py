"""What is particular to a store in a file: names, safety on disk, older formats, cost."""

import os
from itertools import count
from pathlib import Path

import pytest

from firefight.store import MemoryStore, Record, Repeated, SqliteStore, StoreError, open_store, sqlite_file
from tests.store.helpers import run, sequences


class TestOpening:
    def test_a_path_a_url_and_memory(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        for where in ("a.db", "sqlite:///b.db", f"sqlite:///{tmp_path}/c.db", tmp_path / "d.db", f"/{tmp_path}/e.db"):
            open_store(where).close()
        assert sorted(os.listdir()) == ["a.db", "b.db", "c.db", "d.db", "e.db"]
        assert isinstance(open_store(":memory:"), MemoryStore)

    def test_another_database_is_refused_without_showing_its_password(self) -> None:
        with pytest.raises(StoreError, match=r"postgresql:// is not supported: give the path") as error:
            open_store("postgresql://gm:hunter2@host/fights")
        assert "hunter2" not in str(error.value)

    @pytest.mark.parametrize("name", ["50% of #3?.db", "mode=ro&x.db", "Füße 🎲.db", os.fsdecode(b"\xff.db")])
    def test_any_file_name_will_do(self, tmp_path: Path, name: str) -> None:
        open_store(tmp_path / name).close()
        assert os.listdir(tmp_path) == [name]

    def test_an_empty_file_becomes_a_store(self, tmp_path: Path) -> None:
        (tmp_path / "empty.db").touch()
        with open_store(tmp_path / "empty.db") as store:
            assert store.tables() == ()

    def test_a_path_stays_the_same_file_when_the_folder_changes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        with open_store("fight.db") as store:
            store.create("fight", b"", b"")
            store.append("fight", 0, b"")
            monkeypatch.chdir("/")
            assert next(store.follow("fight")).sequence == 1

    def test_a_closed_file_is_one_file(self, path: Path) -> None:
        assert os.listdir(path.parent) == [path.name]

    def test_every_commit_reaches_the_disk(self, path: Path) -> None:
        with SqliteStore(path) as store:
            pragmas = [store._rows(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous", "busy_timeout")]
        assert pragmas == ["wal", 2, 10_000]


FORMAT_1 = (  # written out, as files of that format are out there whatever the steps say today
    "PRAGMA application_id = 1179210309",
    "PRAGMA user_version = 1",
    "CREATE TABLE log (table_name TEXT NOT NULL, sequence INTEGER NOT NULL, data BLOB NOT NULL,"
    " PRIMARY KEY (table_name, sequence))",
    "CREATE TABLE secrets (table_name TEXT NOT NULL PRIMARY KEY, secret BLOB NOT NULL)",
    "INSERT INTO log VALUES ('fight', 0, x'68'), ('fight', 1, x'61'), ('fight', 2, x'62')",
    "INSERT INTO secrets VALUES ('fight', x'73')",
)


class TestOlderFormats:
    def test_a_file_from_before_retry_keys_keeps_opening(self, tmp_path: Path) -> None:
        path = tmp_path / "old.db"
        run(path, *FORMAT_1)
        with SqliteStore(path) as store:
            assert (store.header("fight"), store.secret("fight")) == (b"h", b"s")
            assert list(store.read("fight")) == [Record(1, "", b"a"), Record(2, "", b"b")]
            store.append("fight", 2, b"c", key="k")
            with pytest.raises(Repeated):
                store.append("fight", 3, b"c", key="k")
        assert run(path, "PRAGMA user_version") == [(sqlite_file.FORMAT,)]

    def test_an_upgraded_file_has_the_shape_of_a_new_one(self, tmp_path: Path, path: Path) -> None:
        run(tmp_path / "old.db", *FORMAT_1)
        SqliteStore(tmp_path / "old.db").close()
        shape = "SELECT m.name, p.name, p.type, p.pk FROM sqlite_master m, pragma_table_info(m.name) p ORDER BY 1, 2"
        assert run(tmp_path / "old.db", shape) == run(path, shape)

    def test_an_upgrade_that_fails_leaves_the_file_as_it_was(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "old.db"
        run(path, *FORMAT_1)
        before = path.read_bytes()
        with monkeypatch.context() as patched:
            patched.setattr(sqlite_file, "STEPS", (*sqlite_file.STEPS[:-1], (*sqlite_file.STEPS[-1], "NONSENSE")))
            with pytest.raises(StoreError, match=r"old.db cannot be used"):
                SqliteStore(path)
        assert path.read_bytes() == before
        SqliteStore(path).close()


def test_the_log_does_not_hold_the_secret(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "fight.db") as store:
        store.create("fight", b"header", b"the seed")
        store.append("fight", 0, b"record")
    assert all(b"the seed" not in row for row in run(tmp_path / "fight.db", "SELECT * FROM log"))


def test_the_newest_page_and_the_next_record_cost_the_same_after_a_long_campaign(tmp_path: Path) -> None:
    """FR-S-20, counted in SQLite's own steps."""
    costs = [steps_with_history(tmp_path / f"{records}.db", records) for records in (300, 20_000)]
    assert 100 < costs[1] < 2 * costs[0]


def steps_with_history(path: Path, records: int) -> int:
    with SqliteStore(path) as store:
        store.create("fight", b"", b"")
        rows = [("fight", number, b"x", f"key {number}") for number in range(1, records + 1)]
        with sqlite_file.transaction(store._connection) as connection:
            connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
        steps = count()
        store._connection.set_progress_handler(lambda: next(steps) < 0, 1)
        sequences(store.read_before("fight", limit=100))
        store.append("fight", records, b"x", key="a new one")
        with pytest.raises(Repeated):
            store.append("fight", records, b"x", key="key 7")
        return next(steps)
