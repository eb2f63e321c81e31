"""Fights side by side are those of the scalar kernel: the same rows, the same counts, the same fights pointed out."""

from __future__ import annotations

from random import Random

import pytest

from firefight.sim import compile, lanes
from firefight.sim.kernels import DICE, ROUNDS, WINNER, Kernel, Plan, kernel
from firefight.sim.kernels.side_by_side import ROOM, WAITING
from firefight.sim.standup import Ready, Standing
from firefight.sim.stream import place
from tests.kernels import encounters
from tests.kernels.conftest import batch
from tests.kernels.reading import LIMIT, SEED

CITIES, GAMES, ENCOUNTERS = "cities-without-number", ("cities-without-number", "cyberpunk-red", "eclipse-phase"), 100


def both(known: Kernel, plan: Plan) -> tuple[str, str]:
    """The modules that play an encounter; without the processor for it the test is skipped."""
    pytest.importorskip("numba")
    if not compile.abilities() >= compile.WITH_LANES:
        pytest.skip("the processor has no lanes")
    return known.__name__, compile.side_by_side_of(known.__name__, plan)


def planned(name: str, seed: str, limit: int = LIMIT, most: int = 4) -> tuple[Kernel, Plan, Standing]:
    """An encounter at random, and how it is counted."""
    known, table = kernel(name), encounters.table(name, Random(seed), most)
    assert known
    plan = known.plan(table, limit)
    return known, plan, Standing(Ready(known, plan), table, 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("fights", [1, lanes.LANES, 150])
def test_rows_tell_the_same_fight_for_fight(name: str, fights: int) -> None:
    for number in range(ENCOUNTERS):
        known, plan, _ = planned(name, f"lanes {number}", limit=(1, 3, LIMIT)[number % 3])
        one, other = (batch(module, plan, fights) for module in both(known, plan))
        for made in (one, other):
            made.play(place(SEED, number), fights)
        for at in (WINNER, ROUNDS, DICE, *(column.at for column in plan.columns)):
            assert one.rows[at :: one.width] == other.rows[at :: one.width], f"encounter {number}, column {at}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("fights", [1, ROOM - 1, WAITING + 1, 3 * WAITING + 77])
def test_counts_are_equal_and_so_are_the_fights_that_are_pointed_out(name: str, fights: int) -> None:
    for number in range(5):
        known, plan, standing = planned(name, f"counted {number}", most=6)
        one, other = (batch(module, plan, 1, standing.counted, standing.bounds[-1]) for module in both(known, plan))
        for made in (one, other):
            made.play(place(SEED, number), fights)
        assert one.counts[:] == other.counts[:], f"encounter {number}"
        assert one.shown[:] == other.shown[:], f"encounter {number}"


@pytest.mark.parametrize("name", GAMES)
def test_whom_tables_do_not_hold_is_played_one_fight_after_the_other(name: str) -> None:
    known, plan, _ = planned(name, "few")
    assert both(known, plan)[1]
    assert not both(known, plan._replace(setup=plan.setup._replace(everybody=plan.setup.second + lanes.IN_TABLE)))[1]
    assert not both(known, plan._replace(start=[*plan.start, 4_000]))[1]
    assert not both(known, plan._replace(limit=4_000))[1]


def test_another_processor_plays_one_fight_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    known, plan, _ = planned(CITIES, "few")
    pytest.importorskip("numba")
    monkeypatch.setattr(compile, "abilities", lambda: {"avx2"})
    assert not compile.side_by_side_of(known.__name__, plan)


def test_a_function_on_lanes_chooses_and_restates_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def rule(a: int, b: int) -> int:
        """A rule."""
        return min(a, b) if a > 1 and b < 3 else max(a, 2 * b)

    monkeypatch.setattr(lanes, "choose", lambda test, yes, no: yes if test else no)
    monkeypatch.setattr(lanes, "above", lambda one, other: one > other)
    chosen = lanes.on_lanes(rule)
    monkeypatch.setitem(lanes.greater.__globals__, "choose", lanes.choose)
    assert [chosen(a, b) for a in range(5) for b in range(5)] == [rule(a, b) for a in range(5) for b in range(5)]
