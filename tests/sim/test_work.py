"""Many fights: the same numbers whatever plays them, partial results when cancelled, nothing lost where something breaks."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from ctypes import c_byte
from itertools import count
from threading import Event
from typing import Any

import pytest

from firefight.bots import POLICIES
from firefight.cli.forecast import stopped_by_ctrl_c
from firefight.errors import FirefightError
from firefight.events import Marked
from firefight.games import GAMES
from firefight.sim import engines, play, simulate
from firefight.sim.balance import balance
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


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"n": 0}, "n cannot be 0; give a whole number from 1 to 1,000,000,000"),
        ({"n": 10**20}, "n cannot be 100000000000000000000"),
        ({"n": 2.5}, "n cannot be 2.5"),
        ({"workers": 0}, "workers cannot be 0; give a whole number from 1 to 256"),
        ({"workers": -3}, "workers cannot be -3"),
        ({"limit": -1}, "limit cannot be -1; give a whole number from 1 to 1,000"),
        ({"limit": 10**9}, "limit cannot be 1000000000"),
        ({"first": -4}, "first cannot be -4"),
        ({"policies": {"crew": "brave"}}, "there is no policy 'brave'"),
        ({"policies": {"crew": 3}}, "the policy of 'crew' is 3; give a Policy, or the name of one"),
        ({"engine": "foo"}, "'foo' is no engine; there are auto, compiled, reference, and .* dask://HOST:PORT"),
    ],
)
def test_what_cannot_be_asked_for_is_told_with_what_can(asked: dict[str, Any], told: str) -> None:
    game, table = example("cities-without-number")
    with pytest.raises(FirefightError, match=told):
        simulate(game, table, **asked)


@pytest.mark.parametrize("ask", [simulate, play, lambda game, session: balance(game, session, session.table.who("pike"))])
def test_a_session_in_place_of_its_table_is_told(ask: Callable[[Any, Any], object]) -> None:
    session = begun("cities-without-number")
    with pytest.raises(FirefightError, match=r"a forecast wants a Table, not a Session; of a session give session\.table"):
        ask(session.game, session)


def test_policies_can_be_given_by_their_names() -> None:
    game, table = example("cities-without-number")
    assert simulate(game, table, 4, "s", 1, {"gang": "mob"}) == simulate(game, table, 4, "s", 1, {"gang": POLICIES["mob"]})


def test_a_missing_library_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = example("cities-without-number")

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(engines, "import_module", missing)
    with pytest.raises(FirefightError, match=r"pip install 'firefight\[cluster\]'"):
        simulate(game, table, 5, engine="dask://localhost:1")


def test_chunks_are_made_one_by_one_however_many_there_are() -> None:
    assert next(chunks(1, 10**30, 2)) == Chunk(0, 1, engines.MOST_IN_CHUNK)


def test_a_chunk_that_takes_long_comes_back_in_parts_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = example("cities-without-number")
    job, whole, seconds = Job(game.id, table, "seed", {}), Tally(), count()
    monkeypatch.setattr(engines, "monotonic", lambda: 0.2 * next(seconds))
    parts = list(Here().done(job, [Chunk(0, 1, 7)], Event()))
    for part in parts:
        whole.merge(part)
    assert len(parts) > 2
    assert whole == chunk_done(job, Chunk(0, 1, 7))


def test_a_cancelled_forecast_counts_the_fight_it_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = example("cities-without-number")
    cancel, real_play = Event(), engines.play

    def cancelled(known: object, start: object, number: int, *more: object) -> object:
        if number == 6:
            cancel.set()
        return real_play(known, start, number, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(engines, "play", cancelled)
    assert simulate(game, table, 80, "seed", 1, cancel=cancel).played == 6


def test_a_process_that_is_told_to_stop_gives_back_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = example("cities-without-number")
    job = pickle.dumps(Job(game.id, table, "seed", {}))
    stop, real_play = c_byte(0), engines.play

    def stopped(known: object, start: object, number: int, *more: object) -> object:
        stop.value = int(number == 3)
        return real_play(known, start, number, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(engines.Worker, "stop", stop)
    monkeypatch.setattr(engines, "play", stopped)
    monkeypatch.setattr(engines, "SLICE", 1e9)
    assert engines.decoded(engines.worker(job, Chunk(0, 1, 9))).fights == 3
    assert engines.decoded(engines.worker(job, Chunk(0, 1, 9))).fights == 0


def test_processes_that_were_stopped_can_be_used_again() -> None:
    game, table = example("cities-without-number")
    with engines.engine("", 2) as machine:
        cancel = Event()
        few = simulate(game, table, 5_000, "seed", progress=lambda done, of: cancel.set(), cancel=cancel, engine=machine)
        again = simulate(game, table, 48, "seed", engine=machine)
    assert 0 < few.played < 5_000
    assert again.tally == simulate(game, table, 48, "seed", 1).tally


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
