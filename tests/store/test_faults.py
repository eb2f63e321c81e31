"""Each fault of a file is one sentence that names it and the remedy."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firefight.store import SqliteStore, StoreError, sqlite_file
from tests.store.helpers import run, sequences


class TestFaults:
    """Each fault is one sentence that names the file and the remedy."""

    def refused(self, path: Path, sentence: str, **options: bool) -> None:
        with pytest.raises(StoreError, match=sentence) as error:
            SqliteStore(path, **options)
        assert str(error.value).startswith(str(path)) and str(error.value).count("\n") == 0

    def test_a_folder(self, tmp_path: Path) -> None:
        self.refused(tmp_path, "is a folder: add the name of a file")

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        self.refused(tmp_path / "no" / "fight.db", "check that the folder .*/no exists")

    def test_a_file_where_the_folder_should_be(self, path: Path) -> None:
        self.refused(path / "fight.db", "check that the folder .*fight.db exists")

    def test_a_file_that_must_exist_is_not_made(self, tmp_path: Path) -> None:
        self.refused(tmp_path / "fight.db", "does not exist: check the path", must_exist=True)
        assert os.listdir(tmp_path) == []

    @pytest.mark.parametrize("content", [b"[encounter]\n", b"x" * 5000, b"SQLite format 3\0 and no more"])
    def test_a_file_of_another_kind(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "other").write_bytes(content)
        self.refused(tmp_path / "other", "is not a Firefight file")
        assert (tmp_path / "other").read_bytes() == content

    @pytest.mark.parametrize("statement", ["CREATE TABLE log (id)", "PRAGMA user_version = 1"])
    def test_a_database_of_another_program(self, tmp_path: Path, statement: str) -> None:
        path = tmp_path / "other.db"
        run(path, statement)
        before = path.read_bytes()
        self.refused(path, "is not a Firefight file")
        assert path.read_bytes() == before

    def test_something_that_is_no_file(self) -> None:
        self.refused(Path("/dev/null"), "is not a Firefight file")

    def test_a_newer_format(self, path: Path) -> None:
        run(path, "PRAGMA user_version = 99")
        self.refused(path, "has format 99, this Firefight knows up to 3: install a newer Firefight")

    def test_a_file_cut_short(self, path: Path) -> None:
        os.truncate(path, path.stat().st_size // 2)
        self.refused(path, "is damaged: restore a copy")

    def test_a_file_written_over_in_the_middle(self, path: Path) -> None:
        content = path.read_bytes()
        path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
        with SqliteStore(path) as store, pytest.raises(StoreError, match="is damaged: restore a copy"):
            list(store.read("fight"))

    def test_a_file_without_its_log(self, path: Path) -> None:
        run(path, "DROP TABLE log")
        with SqliteStore(path) as store, pytest.raises(StoreError, match=r"cannot be used \(no such table: log\)"):
            store.newest("fight")

    def test_a_record_taken_out_by_hand(self, path: Path) -> None:
        run(path, "DELETE FROM log WHERE sequence = 2")
        with SqliteStore(path) as store, pytest.raises(StoreError, match="has lost records of the table 'fight'"):
            list(store.read("fight"))

    def test_a_file_that_may_not_be_written(self, path: Path) -> None:
        path.chmod(0o444)
        with as_nobody(path):
            self.refused(path, "check the permissions of the file and of its folder")

    def test_a_folder_that_may_not_be_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o555)
            with as_nobody(Path(folder)):
                self.refused(Path(folder) / "fight.db", "check the permissions of the file and of its folder")

    def test_a_file_that_another_program_holds(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite_file, "PATIENCE", 0.01)
        with SqliteStore(path) as store, closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="was held by another program"):
                store.append("fight", 3, b"")
            other.rollback()
            assert store.append("fight", 3, b"") == 4

    def test_a_full_disk_loses_nothing(self, path: Path) -> None:
        with SqliteStore(path) as store:
            store._rows("PRAGMA max_page_count = 8")
            with pytest.raises(StoreError, match="the disk is full: free some space"):
                store.append("fight", 3, bytes(100_000))
            assert sequences(store.read("fight")) == [1, 2, 3]
            store._rows("PRAGMA max_page_count = 1000")
            assert store.append("fight", 3, bytes(100_000)) == 4

    def test_a_mistake_of_the_caller_is_not_blamed_on_the_file(self, path: Path) -> None:
        with SqliteStore(path) as store, pytest.raises(sqlite3.Error):
            store.append("fight", 3, object())  # type: ignore[arg-type]


@contextmanager
def as_nobody(path: Path) -> Iterator[None]:
    """Without the rights of the superuser, whom no permission stops."""
    if os.geteuid() != 0:
        yield
        return
    for folder in (path, *path.parents)[1:-2]:
        folder.chmod(folder.stat().st_mode | 0o111)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
