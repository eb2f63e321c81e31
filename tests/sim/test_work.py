"""Many fights: the same numbers whatever plays them, partial results when cancelled, nothing lost where something breaks."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from threading import Event

import pytest

from firefight.bots import POLICIES
from firefight.cli.forecast import stopped_by_ctrl_c
from firefight.errors import FirefightError
from firefight.events import Marked
from firefight.games import GAMES
from firefight.sim import engines, simulate
from firefight.sim.engines import Chunk, Here, Job, Processes, chunk_done, chunks
from firefight.sim.result import Tally
from firefight.table import Mark
from tests.sim.fights import begun, example


@pytest.mark.parametrize("id", GAMES)
def test_the_numbers_are_the_same_whatever_the_size_of_a_chunk(id: str) -> None:
    game, table = example(id)
    job, whole = Job(game.id, table, "seed", {}), Tally()
    for chunk in chunks(1, 10, 3):
        whole.merge(chunk_done(job, chunk))
    assert whole == chunk_done(job, Chunk(0, 1, 10)) == simulate(game, table, 10, "seed", 1).tally


def test_one_process_and_two_tell_the_same() -> None:
    game, table = example("cities-without-number")
    policies = {"gang": POLICIES["mob"]}
    assert simulate(game, table, 60, "seed", 2, policies) == simulate(game, table, 60, "seed", 1, policies)


def test_a_live_fight_can_be_sent_to_processes() -> None:
    session = begun("shadowrun-4")
    found = simulate(session.game, session.table, 48, "seed", 2)
    assert (found.played, found.begins, found.is_partial) == (48, 1, False)
    assert found.sides == {"runners": "The runners", "security": "Company security"}


def test_the_progress_is_told_and_a_cancelled_forecast_has_what_was_done() -> None:
    game, table = example("cities-without-number")
    cancel, told = Event(), []

    def progress(done: int, of: int) -> None:
        told.append((done, of))
        if done >= 10:
            cancel.set()

    found = simulate(game, table, 200, "seed", 1, progress=progress, cancel=cancel)
    assert 10 <= found.played < 200
    assert found.is_partial
    assert told[-1] == (found.played, 200)
    assert found.share("crew").of == found.played


def test_a_cancelled_pool_of_processes_stops_early() -> None:
    game, table = example("cyberpunk-red")
    cancel = Event()
    found = simulate(game, table, 100_000, "seed", 2, progress=lambda done, of: cancel.set(), cancel=cancel)
    assert 0 < found.played < 100_000


def dies_once(job: bytes, chunk: Chunk) -> bytes:
    """A worker that dies at the second chunk, the first time it gets there."""
    flag = os.environ["DIED"]
    if chunk.number == 1 and not os.path.exists(flag):
        open(flag, "w").close()
        os._exit(1)
    return real(job, chunk)


real = engines.worker
"""The worker as it is; within a test another one stands in its place."""


def test_a_process_that_dies_loses_nothing_and_duplicates_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    game, table = example("cities-without-number")
    job, whole = Job(game.id, table, "seed", {}), Tally()
    monkeypatch.setenv("DIED", f"{tmp_path}/died")
    monkeypatch.setattr(engines, "worker", dies_once)
    machine = Processes(2)
    for tally in machine.done(job, [Chunk(number, 1 + 11 * number, 11) for number in range(4)], Event()):
        whole.merge(tally)
    machine.close()
    assert os.path.exists(f"{tmp_path}/died")
    assert whole == chunk_done(job, Chunk(0, 1, 44))


def test_a_fight_that_breaks_off_is_told_and_the_others_count(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = example("cities-without-number")
    play = engines.play

    def breaks(known: object, start: object, number: int, *more: object) -> object:
        if number == 3:
            raise KeyError("pike")
        return play(known, start, number, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(engines, "play", breaks)
    found = simulate(game, table, 5, "seed", 1)
    assert (found.played, found.is_partial) == (4, False)
    assert found.tally.faults == {3: "KeyError: 'pike'"}


def test_who_is_down_when_it_begins_does_not_fall() -> None:
    game, table = example("cities-without-number")
    found = simulate(game, Marked("pike", Mark("dead")).apply(table), 5, "seed", 1)
    assert found.people["pike"].down
    assert found.falls("pike").count == 0


def test_the_pools_of_health_come_first() -> None:
    game, table = example("cities-without-number")
    shuffled = dict(reversed(table.who("kestrel").pools.items()))
    found = simulate(game, table.change("kestrel", pools=shuffled), 2, "seed", 1)
    assert next(iter(found.people["kestrel"].pools)) == "hp"


def test_no_fights_and_unknown_engines_are_told() -> None:
    game, table = example("cities-without-number")
    with pytest.raises(FirefightError, match="ask for one at least"):
        simulate(game, table, 0)
    with pytest.raises(FirefightError, match="is no engine"):
        pytest.importorskip("distributed")
        simulate(game, table, 5, engine="spark://somewhere")


def test_a_missing_library_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = example("cities-without-number")

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(engines, "import_module", missing)
    with pytest.raises(FirefightError, match=r"pip install 'firefight\[cluster\]'"):
        simulate(game, table, 5, engine="dask://localhost:1")


def test_chunks_cover_every_fight_once() -> None:
    found = [number for chunk in chunks(11, 97, 3) for number in range(chunk.first, chunk.first + chunk.fights)]
    assert found == list(range(11, 108))


def test_nothing_is_done_once_it_is_cancelled() -> None:
    game, table = example("cities-without-number")
    cancel = Event()
    cancel.set()
    assert not list(Here().done(Job(game.id, table, "seed", {}), chunks(1, 10, 1), cancel))


# ------------------------------------------------------------------ a cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    """A Dask cluster of two processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as found:
        yield found


def test_a_cluster_tells_the_same_though_a_worker_dies(cluster: object) -> None:
    game, table = example("cities-without-number")
    victim = next(iter(cluster.workers.values()))  # type: ignore[attr-defined]
    killed = []

    def progress(done: int, of: int) -> None:
        if not killed:
            killed.append(victim.process.pid)
            os.kill(victim.process.pid, 9)

    address = cluster.scheduler_address.replace("tcp://", "dask://")  # type: ignore[attr-defined]
    found = simulate(game, table, 45, "seed", progress=progress, engine=address)
    assert killed
    assert found.tally == simulate(game, table, 45, "seed", 1).tally


# ------------------------------------------------------------------ Ctrl+C


def test_ctrl_c_cancels_and_leaves_things_as_they_were() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stopped_by_ctrl_c() as cancel:
        assert not cancel.is_set()
        os.kill(os.getpid(), signal.SIGINT)
        assert cancel.wait(5)
    assert signal.getsignal(signal.SIGINT) is before
