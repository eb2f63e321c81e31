"""The kernels play the very fights that the engine plays: blow by blow, die by die, and however they are run."""

from __future__ import annotations

from random import Random

import pytest

from firefight.games import game
from firefight.sim.kernels import KERNELS, kernel
from firefight.sim.standup import Ready, is_alike, outcome
from tests.kernels import encounters
from tests.kernels.reading import LIMIT, SEED, by_engine, by_kernel

ENCOUNTERS = 200


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("batch", range(4))
def test_engine_and_kernel_play_the_same_blows(name: str, batch: int) -> None:
    known = kernel(name)
    assert known
    for number in range(batch * ENCOUNTERS // 4, (batch + 1) * ENCOUNTERS // 4):
        table = encounters.table(name, Random(number))
        plan = known.plan(table, LIMIT)
        ends, thrown, blows = by_engine(game(name), table, number)
        assert by_kernel(known, plan, table, number) == (thrown, blows), f"encounter {number}"
        assert is_alike(outcome(Ready(known, plan), number, SEED), ends), f"encounter {number}"
