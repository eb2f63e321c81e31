"""Several processes at one file, and processes that are killed."""

import random
import subprocess
import sys
from itertools import islice
from pathlib import Path
from threading import Event, Timer

from firefight.store import open_store
from tests.store.helpers import payload

ROOT = Path(__file__).parents[2]


class TestProcesses:
    def test_what_was_acknowledged_survives_a_kill_at_any_instant(self, tmp_path: Path) -> None:
        path = tmp_path / "fight.db"
        for _ in range(5):
            with child("append for ever", path) as writer:
                assert writer.stdout
                said = [writer.stdout.readline() for _ in range(random.randint(1, 150))]
                writer.kill()  # it has run ahead of what was read here, by how much is chance
                said += whole_lines(writer.stdout.read())
                acknowledged = int(said[-1])
            with open_store(path) as store:
                records = list(store.read("fight"))
                assert len(records) in (acknowledged, acknowledged + 1)  # one may be stored and not yet acknowledged
                assert [record.data for record in records] == [payload(record.sequence) for record in records]
                sides = set(store.tables()) - {"fight"}
                assert {f"side {number}" for number in range(1, acknowledged + 1)} <= sides
                assert {(store.header(name), store.secret(name)) for name in sides} == {(b"header", b"secret")}

    def test_several_processes_may_make_the_same_file(self, tmp_path: Path) -> None:
        start_together([child("create", tmp_path / "fight.db", name) for name in "abcd"])
        with open_store(tmp_path / "fight.db") as store:
            assert store.tables() == ("a", "b", "c", "d")

    def test_of_two_processes_exactly_one_writes_each_record(self, tmp_path: Path) -> None:
        with open_store(tmp_path / "fight.db") as store:
            store.create("fight", b"", b"")
            wins = start_together([child("race", tmp_path / "fight.db", name) for name in "ab"])
            winners = [record.data.decode() for record in store.read("fight")]
        claimed = {int(number): name for name, won in zip("ab", wins, strict=True) for number in won.split()}
        assert sum(len(won.split()) for won in wins) == len(winners) == 100
        assert [claimed[number] for number in range(1, 101)] == winners

    def test_a_follower_sees_the_records_of_another_process_in_order(self, tmp_path: Path) -> None:
        with open_store(tmp_path / "fight.db") as store, child("append for ever", tmp_path / "fight.db") as writer:
            assert writer.stdout and writer.stdout.readline()
            stop = Event()
            patience = Timer(60, stop.set)
            patience.start()
            seen = list(islice(store.follow("fight", poll=0.001, stop=stop), 60))
            patience.cancel()
            writer.kill()
        assert [(record.sequence, record.data) for record in seen] == [(n, payload(n)) for n in range(1, 61)]


def child(doing: str, path: Path, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.store.writer", doing, str(path), *more]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def start_together(children: list["subprocess.Popen[str]"]) -> list[str]:
    """Wait until all are ready, let them loose, and return what they say; all must end well."""
    for process in children:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in children:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate()[0] for process in children]
    assert [process.returncode for process in children] == [0] * len(children)
    return said


def whole_lines(text: str) -> list[str]:
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]
