"""A forecast of a stand-up fight by its kernel: the same fights as the engine's, ten thousand times as many a second.

What a kernel cannot play is refused with a reason, and the engine itself plays it. A fight of every encounter is
played by both, and must be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import accumulate, compress
from threading import Event
from typing import NamedTuple

from firefight.errors import FirefightError
from firefight.game import Game
from firefight.sim import compile, kernels
from firefight.sim.batch import Batch, Machine
from firefight.sim.engines import Chunk, Job, cores
from firefight.sim.kernels import ROUNDS, SHOWN, SHOWN_CELLS, UNDECIDED, WINNER, Column, Kernel, Outside, Plan, kernel
from firefight.sim.play import Outcome, play, policy_of
from firefight.sim.result import NOBODY as NOBODY_LEFT
from firefight.sim.result import UNDECIDED as NOT_DECIDED
from firefight.sim.result import Counts, Tally
from firefight.sim.stream import place
from firefight.table import Table

IN_PYTHON, IN_CHUNK = 64, 131_072
"""Fights that are played together, as ordinary Python and as one chunk."""
WORTH_COMPILING = 2_000
MISSING = "numba is not installed; get it with: pip install firefight[fast]"
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
    return ended(plan, row, number)


def ended(plan: Plan, row: Sequence[int], number: int) -> Outcome:
    """What the row of a fight tells."""
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
        self.machines: list[Future[Machine]] = []
        if compile.is_installed() and (waits or fights >= WORTH_COMPILING):
            names = (compile.side_by_side_of(self.kernel.__name__, self.plan), self.kernel.__name__)
            self.machines = [compile.machine(name) for name in names if name]
        if waits and all(machine.exception() for machine in self.machines):
            why = self.machines[-1].exception() if self.machines else MISSING
            raise FirefightError(f"nothing can be compiled: {why}")
        head = (Column(WINNER, "", "", UNDECIDED), Column(ROUNDS, "", "", self.plan.limit + 1))
        self.columns = (*head, *self.plan.columns)
        self.bounds = [0, *accumulate(column.most + 1 - column.least for column in self.columns)]
        places = zip(self.columns, self.bounds, strict=False)
        self.counted = [number for column, at in places for number in (column.at, at - column.least)]

    def done(self, job: Job, todo: Iterable[Chunk], cancel: Event) -> Iterator[Tally]:
        """The tally of every chunk; over threads once there is machine code, which lets others run beside it."""
        left = iter(todo)
        while not self.machine() and not cancel.is_set() and (chunk := next(left, None)):
            yield self.tally(job, chunk, cancel)
        with ThreadPoolExecutor(self.workers) as pool:
            yield from pool.map(lambda chunk: self.tally(job, chunk, cancel), left)

    def machine(self) -> Machine | None:
        """The fastest there is by now; None while there is none."""
        ready = (machine.result() for machine in self.machines if machine.done() and not machine.exception())
        return next(ready, None)

    def tally(self, job: Job, chunk: Chunk, cancel: Event) -> Tally:
        """The fights of one chunk, counted; those left once it is cancelled are not played."""
        found, at, end = Tally(), chunk.first, chunk.first + chunk.fights
        while at < end and not cancel.is_set():
            machine = self.machine()
            fights = end - at if machine else min(IN_PYTHON, end - at)
            found.merge(self.played(machine, place(job.seed, at), at, fights))
            at += fights
        return found

    def played(self, machine: Machine | None, place: int, first: int, fights: int) -> Tally:
        """So many fights from a place in the row of fights on, counted; without a machine as ordinary Python."""
        if machine:
            batch = Batch(machine, self.plan, self.counted, self.bounds[-1])
            batch.play(place, fights)
            return self.told(batch.counts, batch.shown, first, fights)
        plan, width = self.plan, len(self.plan.start)
        rows, counts, shown = ([0] * cells for cells in (width, self.bounds[-1], SHOWN_CELLS))
        known = (
            plan.setup,
            plan.facts,
            plan.start,
            width,
            rows,
            1,
            place,
            fights,
            self.counted,
            len(self.columns),
            counts,
            shown,
        )
        kernels.play(self.kernel.fights, *known)
        return self.told(counts, shown, first, fights)

    def told(self, counts: Sequence[int], shown: Sequence[int], first: int, fights: int) -> Tally:
        """What was counted, column by column, as a tally; `shown` by kernels.show."""
        values = [self.values(column, at, counts) for column, at in zip(self.columns, self.bounds, strict=False)]
        ends, undecided = (*self.plan.sides, NOBODY_LEFT, NOT_DECIDED), self.plan.limit + 1
        rounds = {round: times for round, times in values[1].items() if round != undecided}
        tally = Tally(fights, {ends[end]: times for end, times in values[0].items()}, rounds)
        for end, times in values[0].items():
            at = 1 + end * (1 + SHOWN)
            tally.shown[ends[end]] = [first + number for number in shown[at : at + min(times, SHOWN)]]
        for one in self.table.combatants.values():
            tally.pools[one.id] = {name: {pool.now: fights} for name, pool in one.pools.items()}
        for column, seen in zip(self.columns[2:], values[2:], strict=True):
            if column.pool:
                tally.pools[column.who][column.pool] = seen
            elif fallen := {round: times for round, times in seen.items() if round}:
                tally.fell[column.who] = fallen
        return tally

    def values(self, column: Column, at: int, counts: Sequence[int]) -> Counts:
        """How often each value of a column was seen; its counts begin at a place."""
        end = at + column.most + 1 - column.least
        return {place - at + column.least: counts[place] for place in compress(range(at, end), counts[at:end])}
