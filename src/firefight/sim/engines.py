"""Where fights are played: in this process, over processes of this machine, or over a Dask cluster.

Work is cut into chunks with numbers, and a chunk is the same wherever it is done. A worker that dies loses nothing and
duplicates nothing: what counts is which chunks have come back.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from threading import Event
from typing import Any, NamedTuple, Protocol

import msgspec

from firefight.commands import AnyCommand
from firefight.errors import FirefightError
from firefight.games import game
from firefight.sim.play import ROUNDS, Policies, play
from firefight.sim.result import Tally
from firefight.table import Table

FEW = 40
"""So few fights are played in the calling process: starting others would take longer."""
MOST_IN_CHUNK, AHEAD, TRIES, WAKE = 10, 3, 3, 0.2
"""Fights in a chunk, chunks that wait for each worker, how often dead workers are replaced, seconds between two looks."""
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

    def done(self, job: Job, todo: Sequence[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk, each once, in whatever order; those left once it is cancelled are not done."""
        ...


def chunks(first: int, fights: int, workers: int, most: int = MOST_IN_CHUNK) -> list[Chunk]:
    """So many fights from `first` on, cut so that every worker gets several and a cancelled forecast soon ends."""
    size = max(1, min(most, fights // (workers * 4)))
    last = first + fights
    return [Chunk(number, at, min(size, last - at)) for number, at in enumerate(range(first, last, size))]


def chunk_done(job: Job, chunk: Chunk) -> Tally:
    """The fights of one chunk. One that breaks off is written down, and the others go on."""
    known, found = game(job.game), Tally()
    for number in range(chunk.first, chunk.first + chunk.fights):
        try:
            found.add(play(known, job.table, number, job.seed, job.policies, job.limit, job.before))
        except Exception as error:  # whatever goes wrong in one fight of thousands must not lose the others
            found.faults[number] = f"{type(error).__name__}: {error}"
    return found


@contextmanager
def engine(where: str = "", workers: int | None = None) -> Iterator[Engine]:
    """The engine of this name: this machine, with so many processes, or a cluster, "dask://HOST:PORT".

    On this machine kernels play what they can ("auto", as does ""), everything ("compiled"), or nothing ("reference").
    Raises FirefightError for another name, and where the cluster cannot be reached.
    """
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

    def done(self, job: Job, todo: Sequence[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk."""
        for chunk in todo:
            if cancel.is_set():
                return
            yield chunk_done(job, chunk)


class Processes:
    """Processes of this machine, started when there is enough to do; the chunks of one that died are done again."""

    def __init__(self, workers: int, kernels: str = AUTO) -> None:
        self.workers, self.kernels = workers, kernels
        self._pool: ProcessPoolExecutor | None = None

    def done(self, job: Job, todo: Sequence[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk."""
        if self._pool is None and sum(chunk.fights for chunk in todo) <= FEW:
            yield from Here().done(job, todo, cancel)
            return
        packed, left = pickle.dumps(job), {chunk.number: chunk for chunk in todo}
        for _ in range(TRIES):
            for number, tally in self._pooled(packed, list(left.values()), cancel):
                del left[number]
                yield tally
            if not left or cancel.is_set():
                return
        raise FirefightError("processes that play fights die again and again; try one worker, or see whether memory is short")

    def _pooled(self, packed: bytes, todo: list[Chunk], cancel: Event) -> Iterator[tuple[int, Tally]]:
        """Chunks over the pool until all are done, it is cancelled, or the pool breaks."""
        self._pool = self._pool or ProcessPoolExecutor(self.workers, get_context("spawn"), deaf)
        waiting: dict[Future[bytes], int] = {}
        still = iter(todo)
        try:
            while not cancel.is_set():
                for chunk in islice(still, AHEAD * self.workers - len(waiting)):
                    waiting[self._pool.submit(worker, packed, chunk)] = chunk.number
                if not waiting:
                    return
                for future in wait(waiting, WAKE, FIRST_COMPLETED).done:
                    yield waiting.pop(future), decoded(future.result())
        except BrokenProcessPool:
            self.close()
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """Ends the processes, each when it has done the chunk it is at."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def deaf() -> None:
    """An interrupt is for the process that asks, not for those that work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def worker(job: bytes, chunk: Chunk) -> bytes:
    """What a process does, here or on a cluster."""
    return msgspec.json.encode(chunk_done(unpacked(job), chunk))


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

    def done(self, job: Job, todo: Sequence[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk; one that comes back twice counts once."""
        packed = self.client.scatter(pickle.dumps(job), hash=False)
        futures = {self.client.submit(worker, packed, chunk, pure=False, retries=TRIES): chunk.number for chunk in todo}
        left = set(futures.values())
        for future, data in library().as_completed(futures, loop=self.client.loop, with_results=True):
            if futures[future] in left:
                left.discard(futures[future])
                yield decoded(data)
            if cancel.is_set():
                self.client.cancel(list(futures))
                return


@contextmanager
def cluster(where: str) -> Iterator[Any]:
    """A client of the cluster at an address."""
    distributed, address = library(), where.removeprefix(DASK)
    if address == where:
        raise FirefightError(f"'{where}' is no engine; give the scheduler of a cluster as dask://HOST:PORT")
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
