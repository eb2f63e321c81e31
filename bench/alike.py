"""Fights with the same number are equal in the engine and in what plays in its place: how many of three thousand, game by game.

The engine plays them over processes, which takes some minutes; the compiled kernel plays them together, side by side where
that can be. Rows and their floors count fights: all must be equal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from bench.rounds import Row
from bench.simulation import ALIKE, SEED, STAND_UP, encounter
from firefight.games import game
from firefight.sim import compile
from firefight.sim.batch import Batch
from firefight.sim.kernels import KERNELS, kernel
from firefight.sim.play import ROUNDS, Outcome, play
from firefight.sim.standup import ended, is_alike
from firefight.sim.stream import place


def measure() -> Iterator[Row]:
    """For every game with a kernel: the fights that are equal."""
    if not compile.is_installed():
        print("no numba: the engine and the compiled simulator are not compared", file=sys.stderr)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for name in KERNELS:
            theirs = pool.map(partial(by_engine, name), range(1, ALIKE + 1), chunksize=50)
            alike = sum(map(is_alike, compiled(name), theirs))
            yield Row(
                name=f"equal fights, {game(name).title}", value=alike, unit=f"of {ALIKE:,}", against="the engine itself",
                ratio=alike / ALIKE, floor=1, target=1,
            )  # fmt: skip


def by_engine(name: str, number: int) -> Outcome:
    """One fight by the engine."""
    return play(game(name), encounter(name), number, SEED, STAND_UP)


def compiled(name: str) -> Iterator[Outcome]:
    """All fights by the compiled kernel, in one go."""
    known = kernel(name)
    assert known
    plan = known.plan(encounter(name), ROUNDS)
    machine = compile.machine(compile.side_by_side_of(known.__name__, plan) or known.__name__).result()
    batch, width = Batch(machine, plan, [], 1, ALIKE), len(plan.start)
    batch.play(place(SEED, 1), ALIKE)
    for nth in range(ALIKE):
        yield ended(plan, batch.rows[nth * width : (nth + 1) * width], nth + 1)
