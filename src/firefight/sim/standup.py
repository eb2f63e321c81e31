"""A forecast of a stand-up fight by its kernel: the same fights as the engine's, ten thousand times as many a second.

What a kernel cannot play is refused with a reason, and the engine itself plays it. A fight of every encounter is
played by both, and must be the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import accumulate
from threading import Event
from typing import NamedTuple

from firefight.errors import FirefightError
from firefight.game import Game
from firefight.sim import compile, kernels
from firefight.sim.engines import Chunk, Job, cores
from firefight.sim.kernels import ROUNDS, UNDECIDED, WINNER, Column, Kernel, Outside, Plan, kernel
from firefight.sim.play import Outcome, play, policy_of
from firefight.sim.result import NOBODY as NOBODY_LEFT
from firefight.sim.result import SHOWN, Counts, Tally
from firefight.sim.result import UNDECIDED as NOT_DECIDED
from firefight.sim.stream import place
from firefight.table import Table

IN_PYTHON, IN_CHUNK = 64, 32_768
"""Fights that are played together, as ordinary Python and as one chunk."""
WORTH_COMPILING = 2_000
CHECKED: set[tuple[object, ...]] = set()
"""The encounters of which the engine has played a fight as well."""


class Ready(NamedTuple):
    """A kernel with the encounter it is to play."""

    kernel: Kernel
    plan: Plan


def ready(game: Game, table: Table, job: Job, first: int) -> Ready:
    """The kernel for a forecast that begins with this table. Raises Outside, with the reason, where there is none."""
    found = kernel(game.id)
    for one in table.present():
        if not policy_of(one, job.policies).stands:
            raise Outside(f"{one.name} does not play by the policy 'stand-up'")
    if found is None:
        raise Outside(f"{game.title} has no kernel")
    made = Ready(found, found.plan(table, job.limit))
    known = (game.id, made.plan.setup, *made.plan.facts, *made.plan.start)
    if known in CHECKED:
        return made
    if not is_alike(outcome(made, first, job.seed), play(game, job.table, first, job.seed, job.policies, job.limit, job.before)):
        raise Outside(f"the engine plays fight {first} in another way than the kernel")
    CHECKED.add(known)
    return made


def outcome(ready: Ready, number: int, seed: str) -> Outcome:
    """How one fight ends, played by the kernel as ordinary Python."""
    plan, row = ready.plan, list(ready.plan.start)
    ready.kernel.fights(plan.setup, plan.facts, plan.start, len(row), row, place(seed, number), 1, [1], False)
    fell = {column.who: row[column.at] for column in plan.columns if not column.pool and row[column.at]}
    pools: dict[str, dict[str, int]] = {}
    for column in plan.columns:
        if column.pool:
            pools.setdefault(column.who, {})[column.pool] = row[column.at]
    winner = plan.sides[row[WINNER]] if row[WINNER] < len(plan.sides) else ""
    return Outcome(number, winner, row[WINNER] == UNDECIDED, row[ROUNDS], fell, {}, pools)


def is_alike(ours: Outcome, theirs: Outcome) -> bool:
    """Whether two outcomes are the same, as far as the kernel tells of one."""
    heads = [(one.winner, one.undecided, one.rounds, one.fell, one.fled) for one in (ours, theirs)]
    left = (theirs.pools[who].get(pool) == now for who, pools in ours.pools.items() for pool, now in pools.items())
    return heads[0] == heads[1] and all(left)


class Standing:
    """An engine of forecasts: chunks of fights over threads, compiled once that is done, as ordinary Python until then."""

    def __init__(self, ready: Ready, table: Table, fights: int, workers: int | None = None, waits: bool = False) -> None:
        """`waits`: nothing is played before the kernel is compiled. Raises FirefightError where it cannot be, then."""
        self.kernel, self.plan = ready
        self.table, self.workers = table, workers or cores()
        self.machine: Future[compile.Machine] | None = None
        if compile.is_installed() and (waits or fights >= WORTH_COMPILING):
            made = compile.is_made(self.kernel.__name__)
            self.machine = compile.machine(self.kernel.__name__)
            if made:
                self.machine.exception()
        if waits and (self.machine is None or self.machine.exception()):
            why = self.machine.exception() if self.machine else "numba is not installed; get it with: pip install firefight[fast]"
            raise FirefightError(f"nothing can be compiled: {why}")
        head = (Column(WINNER, "", "", UNDECIDED), Column(ROUNDS, "", "", self.plan.limit + 1))
        self.columns = (*head, *self.plan.columns)
        self.bounds = [0, *accumulate(column.most + 1 - column.least for column in self.columns)]
        places = zip(self.columns, self.bounds, strict=False)
        self.counted = [number for column, at in places for number in (column.at, at - column.least)]

    def done(self, job: Job, todo: Sequence[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk; over threads once there is machine code, which lets others run beside it."""
        left = iter(todo)
        while not self.is_compiled() and not cancel.is_set() and (chunk := next(left, None)):
            yield self.tally(job, chunk, cancel)
        with ThreadPoolExecutor(self.workers) as pool:
            yield from pool.map(lambda chunk: self.tally(job, chunk, cancel), left)

    def is_compiled(self) -> bool:
        """Whether there is machine code by now."""
        return self.machine is not None and self.machine.done() and not self.machine.exception()

    def tally(self, job: Job, chunk: Chunk, cancel: Event) -> Tally:
        """The fights of one chunk, counted; those left once it is cancelled are not played."""
        counts, batch = [0] * self.bounds[-1], None
        shown: list[list[int]] = [[] for _ in range(UNDECIDED + 1)]
        at, end = chunk.first, chunk.first + chunk.fights
        while at < end and not cancel.is_set():
            batch = batch or self.batch()
            fights = min(end - at, compile.AT_ONCE if batch else IN_PYTHON)
            known = batch.counts if batch else counts
            before = list(known[: UNDECIDED + 1])
            winners = batch.play(place(job.seed, at), fights) if batch else self.played(place(job.seed, at), fights, counts)
            for end_, numbers in enumerate(shown):
                if len(numbers) < SHOWN and known[end_] > before[end_]:
                    numbers += [at + nth for nth, winner in enumerate(winners) if winner == end_][: SHOWN - len(numbers)]
            at += fights
        counted = Counter({place: times for place, times in enumerate(counts) if times})
        return self.told(counted + batch.found() if batch else counted, shown, at - chunk.first)

    def batch(self) -> compile.Batch | None:
        """What plays compiled; None while there is no such thing."""
        if self.machine is None or not self.is_compiled():
            return None
        return compile.Batch(self.machine.result(), self.plan, self.counted, self.bounds[-1])

    def played(self, place: int, fights: int, counts: list[int]) -> Sequence[int]:
        """Fights as ordinary Python: who won each of them."""
        plan, width = self.plan, len(self.plan.start)
        rows = [0] * (width * fights)
        self.kernel.fights(plan.setup, plan.facts, plan.start, width, rows, place, fights, [1], False)
        kernels.count(rows, width, fights, self.counted, len(self.columns), counts)
        return rows[WINNER::width]

    def told(self, counts: Mapping[int, int], shown: Sequence[Sequence[int]], fights: int) -> Tally:
        """Counts, by their place among all that can be counted, as a tally."""
        values: list[Counts] = [{} for _ in self.columns]
        for at in sorted(counts):
            place = bisect_right(self.bounds, at) - 1
            values[place][at - self.bounds[place] + self.columns[place].least] = counts[at]
        ends, undecided = (*self.plan.sides, NOBODY_LEFT, NOT_DECIDED), self.plan.limit + 1
        rounds = {round: times for round, times in values[1].items() if round != undecided}
        tally = Tally(fights, {ends[end]: times for end, times in values[0].items()}, rounds)
        tally.shown = {end: list(numbers) for end, numbers in zip(ends, shown, strict=True) if numbers}
        for one in self.table.combatants.values():
            tally.pools[one.id] = {name: {pool.now: fights} for name, pool in one.pools.items()}
        for column, seen in zip(self.columns[2:], values[2:], strict=True):
            if column.pool:
                tally.pools[column.who][column.pool] = seen
            elif fallen := {round: times for round, times in seen.items() if round}:
                tally.fell[column.who] = fallen
        return tally
