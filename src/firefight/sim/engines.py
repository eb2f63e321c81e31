"""Where fights are played: in this process, over processes of this machine, or over a Dask cluster.

Work is cut into chunks of a few fights, and a fight is the same wherever it is played. A worker gives back what it has
done after half a second, or once it is told to stop, and somebody else goes on with the rest. One that dies loses nothing
and duplicates nothing: what counts is which fights have come back.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_byte
from functools import lru_cache
from importlib import import_module
from itertools import chain, islice
from multiprocessing import get_context
from threading import Event
from time import monotonic
from typing import Any, NamedTuple, Protocol

import msgspec

from firefight.commands import AnyCommand
from firefight.errors import FirefightError
from firefight.games import game
from firefight.sim.play import ROUNDS, Policies, play, require_within
from firefight.sim.result import Tally
from firefight.table import Table

FEW = 40
"""So few fights are played in the calling process: starting others would take longer."""
MOST_IN_CHUNK, AHEAD, TRIES, WAKE, SLICE = 4, 3, 3, 0.1, 0.5
"""Fights in a chunk, chunks that wait for each worker, how often dead workers are replaced, seconds between two looks, and
seconds after which a worker gives back what it has done."""
MOST_WORKERS = 256
"""More processes than that are refused."""
DASK = "dask://"
AUTO, COMPILED, REFERENCE = "auto", "compiled", "reference"
"""What a game's kernel plays in place of the engine itself: whatever it can, everything or nothing at all, and nothing."""


class Job(NamedTuple):
    """What every fight of a forecast has in common."""

    game: str
    table: Table
    seed: str
    policies: Policies
    limit: int = ROUNDS
    before: Sequence[AnyCommand] = ()


class Chunk(NamedTuple):
    """Some fights that are done together: its number, the first fight, how many."""

    number: int
    first: int
    fights: int


class Engine(Protocol):
    """Something that does chunks: how many at once, and what is done by a kernel in its place (AUTO, COMPILED, REFERENCE)."""

    workers: int
    kernels: str

    def done(self, job: Job, todo: Iterable[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tallies of all chunks, every fight once, in whatever order; once it is cancelled, of the fights played by then."""
        ...


def chunks(first: int, fights: int, workers: int, most: int = MOST_IN_CHUNK) -> Iterator[Chunk]:
    """So many fights from `first` on, one chunk after the other as it is asked for; every worker gets several."""
    size = max(1, min(most, fights // (workers * 4)))
    last = first + fights
    for number, at in enumerate(range(first, last, size)):
        yield Chunk(number, at, min(size, last - at))


def chunk_done(job: Job, chunk: Chunk, is_over: Callable[[], bool] = bool) -> Tally:
    """The fights of one chunk, or the first of them once it `is_over`. One that breaks off is written down, the others go on."""
    known, found = game(job.game), Tally()
    for number in range(chunk.first, chunk.first + chunk.fights):
        if is_over():
            break
        try:
            found.add(play(known, job.table, number, job.seed, job.policies, job.limit, job.before))
        except Exception as error:  # whatever goes wrong in one fight of thousands must not lose the others
            found.faults[number] = f"{type(error).__name__}: {error}"
    return found


def rest_of(chunk: Chunk, done: Tally) -> Chunk:
    """What is left of a chunk."""
    fights = done.fights + len(done.faults)
    return Chunk(chunk.number, chunk.first + fights, chunk.fights - fights)


def for_a_while(is_stopped: Callable[[], bool]) -> Callable[[], bool]:
    """Tells whether time is up, or somebody has said stop."""
    end = monotonic() + SLICE
    return lambda: is_stopped() or monotonic() > end


@contextmanager
def engine(where: str = "", workers: int | None = None) -> Iterator[Engine]:
    """The engine of this name: this machine, with so many processes, or a cluster, "dask://HOST:PORT".

    On this machine kernels play what they can ("auto", as does ""), everything ("compiled"), or nothing ("reference").
    Raises FirefightError for another name, a number of processes that cannot be, and a cluster that cannot be reached.
    """
    if workers is not None:
        require_within("workers", workers, 1, MOST_WORKERS)
    if where not in ("", AUTO, COMPILED, REFERENCE):
        with cluster(where) as client:
            yield Cluster(client)
        return
    at_once, kernels = workers or cores(), where or AUTO
    machine = Processes(at_once, kernels) if at_once > 1 else Here(kernels)
    try:
        yield machine
    finally:
        if isinstance(machine, Processes):
            machine.close()


def cores() -> int:
    """The processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# ------------------------------------------------------------------ this machine


class Here:
    """One chunk after the other, in the calling process."""

    workers = 1

    def __init__(self, kernels: str = AUTO) -> None:
        self.kernels = kernels

    def done(self, job: Job, todo: Iterable[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk, or of its parts where it takes long."""
        for chunk in todo:
            while chunk.fights and not cancel.is_set():
                tally = chunk_done(job, chunk, for_a_while(cancel.is_set))
                chunk = rest_of(chunk, tally)
                yield tally


class Processes:
    """Processes of this machine, started when there is enough to do; what one that died was at is done again."""

    def __init__(self, workers: int, kernels: str = AUTO) -> None:
        self.workers, self.kernels = workers, kernels
        self._pool: ProcessPoolExecutor | None = None
        self._stop = get_context("spawn").RawValue(c_byte, 0)  # without a lock, which a process that dies would keep

    def done(self, job: Job, todo: Iterable[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk, or of its parts where it takes long."""
        still = iter(todo)
        left = list(islice(still, FEW + 1))
        if self._pool is None and sum(chunk.fights for chunk in left) <= FEW:
            yield from Here().done(job, left, cancel)
            return
        packed = pickle.dumps(job)
        for _ in range(TRIES):
            left = yield from self._pooled(packed, chain(left, still), cancel)
            if not left or cancel.is_set():
                return
        raise FirefightError("processes that play fights die again and again; try one worker, or see whether memory is short")

    def _pooled(self, packed: bytes, todo: Iterator[Chunk], cancel: Event) -> Generator[Tally, None, list[Chunk]]:
        """Chunks over the pool until all are done, it is cancelled, or the pool breaks; what it was at by then."""
        pool, waiting = self._started(), dict[Future[bytes], int]()
        out, again = dict[int, Chunk](), deque[Chunk]()
        try:
            while True:
                if cancel.is_set():
                    self._end(waiting)
                while not cancel.is_set() and len(waiting) < AHEAD * self.workers:
                    chunk = again.popleft() if again else next(todo, None)
                    if chunk is None:
                        break
                    out[chunk.number] = chunk
                    waiting[pool.submit(worker, packed, chunk)] = chunk.number
                if not waiting:
                    return []
                for future in wait(waiting, WAKE, FIRST_COMPLETED).done:
                    tally = decoded(future.result())
                    rest = rest_of(out.pop(waiting.pop(future)), tally)
                    if rest.fights:
                        again.append(rest)
                    yield tally
        except BrokenProcessPool:
            self.close()
            return [*out.values(), *again]
        finally:
            self._end(waiting)

    def _started(self) -> ProcessPoolExecutor:
        """The processes, started where there are none, and nobody told to stop."""
        self._stop.value = 0
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), ready_to_work, (self._stop,))
        return self._pool

    def _end(self, waiting: dict[Future[bytes], int]) -> None:
        """Has everybody stop after the fight he is at; what nobody has begun is not waited for."""
        self._stop.value = 1
        for future in list(waiting):
            if future.cancel():
                del waiting[future]

    def close(self) -> None:
        """Ends the processes, each after the fight it is at."""
        self._stop.value = 1
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


class Worker:
    """What a process that plays fights knows of the one that asks: whether it is to stop. On a cluster nobody says so."""

    stop = c_byte(0)


def ready_to_work(stop: c_byte) -> None:
    """Prepares a process. An interrupt is for the one that asks, not for those that work: they are told to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Worker.stop = stop


def worker(job: bytes, chunk: Chunk) -> bytes:
    """What a process does, here or on a cluster: as much of a chunk as there is time for."""
    asked = unpacked(job)
    return msgspec.json.encode(chunk_done(asked, chunk, for_a_while(lambda: bool(Worker.stop.value))))


@lru_cache(maxsize=4)
def unpacked(job: bytes) -> Job:
    """A job from its bytes, once for many chunks."""
    found: Job = pickle.loads(job)
    return found


def decoded(data: bytes) -> Tally:
    """A tally from its bytes."""
    return msgspec.json.decode(data, type=Tally)


# ------------------------------------------------------------------ a cluster


class Cluster:
    """A Dask cluster. It does a chunk again whose worker died."""

    kernels = REFERENCE

    def __init__(self, client: Any) -> None:
        self.client = client
        self.workers = max(1, len(client.scheduler_info()["workers"]))

    def done(self, job: Job, todo: Iterable[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk, or of its parts; once it is cancelled, what is on its way is waited for."""
        packed, still, out = self.client.scatter(pickle.dumps(job), hash=False), iter(todo), dict[Any, Chunk]()
        back = library().as_completed(loop=self.client.loop, with_results=True)

        def send(some: Iterable[Chunk]) -> None:
            for chunk in some:
                future = self.client.submit(worker, packed, chunk, pure=False, retries=TRIES)
                out[future] = chunk
                back.add(future)

        send(islice(still, AHEAD * self.workers))
        while out:
            future, data = next(back)
            tally = decoded(data)
            rest = rest_of(out.pop(future), tally)
            if not cancel.is_set():
                send([rest] if rest.fights else islice(still, 1))
            yield tally


@contextmanager
def cluster(where: str) -> Iterator[Any]:
    """A client of the cluster at an address."""
    address = where.removeprefix(DASK)
    if address == where:
        known = ", ".join((AUTO, COMPILED, REFERENCE))
        raise FirefightError(f"'{where}' is no engine; there are {known}, and the scheduler of a cluster as {DASK}HOST:PORT")
    distributed = library()
    try:
        client = distributed.Client(f"tcp://{address}", timeout="5s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise FirefightError(f"there is no Dask scheduler at {address}; start one, or check the address ({error})") from None
    with client:
        yield client


def library() -> Any:
    """Dask's library. Raises FirefightError with the remedy where it is missing."""
    try:
        return import_module("distributed")
    except ImportError:
        raise FirefightError("a cluster needs the library 'distributed': pip install 'firefight[cluster]'") from None
