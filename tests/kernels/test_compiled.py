"""Compiled or not, in one batch or many, by one thread or two: the same fights."""

from __future__ import annotations

from random import Random

import pytest

from firefight.games import game
from firefight.sim import compile, simulate
from firefight.sim.kernels import KERNELS, kernel
from firefight.sim.stream import place
from firefight.table import Table
from tests.kernels import encounters
from tests.kernels.conftest import batch
from tests.kernels.reading import LIMIT, SEED, STAND_UP

FIGHTS, ENCOUNTERS = 150, 20


@pytest.mark.parametrize("name", KERNELS)
def test_the_compiled_kernel_plays_the_fights_of_the_kernel_as_it_stands(name: str) -> None:
    known = kernel(name)
    assert known
    for number in range(ENCOUNTERS):
        plan = known.plan(encounters.table(name, Random(f"compiled {number}")), LIMIT)
        width, here = len(plan.start), place(SEED, 1)
        rows = [0] * (width * FIGHTS)
        known.fights(plan.setup, plan.facts, plan.start, width, rows, here, FIGHTS, [1], False)
        made = batch(known.__name__, plan, FIGHTS)
        made.play(here, FIGHTS)
        assert made.rows[:] == rows, f"encounter {number}"


@pytest.mark.parametrize("name", KERNELS)
def test_threads_and_the_place_to_start_from_change_nothing(name: str) -> None:
    pytest.importorskip("numba")
    table = even(name)
    whole = simulate(game(name), table, 5_000, SEED, 1, STAND_UP, engine="compiled")
    assert simulate(game(name), table, 5_000, SEED, 2, STAND_UP, engine="compiled") == whole
    parts = [
        simulate(game(name), table, n, SEED, 2, STAND_UP, engine="compiled", first=at) for n, at in ((1_234, 1), (3_766, 1_235))
    ]
    parts[0].tally.merge(parts[1].tally)
    assert parts[0].tally == whole.tally


@pytest.mark.parametrize("name", KERNELS)
def test_the_kernel_and_the_engine_make_the_same_forecast(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "is_installed", lambda: False)
    table = even(name)
    ours, theirs = (simulate(game(name), table, 12, SEED, 1, STAND_UP, engine=engine) for engine in ("auto", "reference"))
    assert (ours.engine, theirs.engine) == ("kernel", "reference")
    assert ours.tally == theirs.tally


def even(name: str) -> Table:
    """An encounter that either side may win."""
    return encounters.table(name, Random(4))
