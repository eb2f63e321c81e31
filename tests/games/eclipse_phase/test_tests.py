"""Tests: d100 roll-under, superior results, criticals, opposed tests, and what pools do to a roll."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.checks import modifiers
from tests.games.eclipse_phase.helpers import Fight

rolls = st.integers(0, 99)
targets = st.integers(-60, 180)


def odds(target: int) -> Fraction:
    """The chance of success, every face of the die counted."""
    return Fraction(sum(rules.outcome(rules.percentile(face), target).success for face in range(1, 101)), 100)


def test_a_roll_that_does_not_exceed_the_target_succeeds() -> None:
    assert rules.outcome(60, 60).success and not rules.outcome(61, 60).success  # EP-TEST-01
    assert rules.outcome(rules.percentile(100), 0) == (True, True, 0)
    assert not rules.outcome(1, 0).success


def test_modifiers_stay_within_their_bounds() -> None:
    assert modifiers("dark -30, far -30, smoke -20") == -80  # EP-TEST-01
    assert rules.target_number(70, -80, False, False) == 10
    assert modifiers("-50") == -30
    assert rules.target_number(20, 90, False, False) == 80


@given(target=targets)
def test_the_odds_are_the_target_and_one_more_in_a_hundred(target: int) -> None:
    assert odds(target) == Fraction(min(99, max(1, target + 1)), 100)  # EP-TEST-01 EP-TEST-03


@pytest.mark.parametrize(("roll", "superior"), [(45, 1), (69, 2), (20, 0), (34, 1), (65, 1), (67, 2), (32, 0)])
def test_high_successes_are_superior(roll: int, superior: int) -> None:
    assert rules.outcome(roll, 70) == (True, False, superior)  # EP-TEST-02


@pytest.mark.parametrize(("roll", "superior"), [(31, 2), (50, 1), (80, 0)])
def test_low_failures_are_superior(roll: int, superior: int) -> None:
    assert rules.outcome(roll, 30) == (False, False, superior)  # EP-TEST-02


def test_doubles_are_critical_and_nothing_else() -> None:
    assert rules.outcome(66, 70) == (True, True, 0)  # EP-TEST-03
    assert rules.outcome(44, 40) == (False, True, 0)
    assert rules.outcome(99, 120) == (False, True, 0)
    assert rules.outcome(0, -20) == (True, True, 0)


@given(roll=rolls, target=targets)
def test_a_test_has_one_outcome_and_criticals_have_no_superior_results(roll: int, target: int) -> None:
    found = rules.outcome(roll, target)
    assert found.critical == (roll // 10 == roll % 10)  # EP-TEST-03
    assert 0 <= found.superior <= (0 if found.critical else 2)  # EP-TEST-02


def side(roll: int, skill: int) -> rules.Side:
    """One side of an opposed test."""
    found = rules.outcome(roll, skill)
    return rules.Side(roll, found.success, found.critical, skill)


def test_the_higher_success_wins_an_opposed_test_and_a_critical_beats_it() -> None:
    assert rules.opposed(side(45, 60), side(20, 50)) == 1  # EP-TEST-04
    assert rules.opposed(side(45, 60), side(22, 50)) == -1
    assert rules.opposed(side(75, 60), side(5, 50)) == -1
    assert rules.opposed(side(33, 60), side(22, 50)) == 1
    assert rules.opposed(side(33, 60), side(33, 50)) == 1


def test_two_failures_and_equal_successes_are_a_deadlock() -> None:
    assert rules.opposed(side(75, 60), side(85, 50)) == 0  # EP-TEST-04
    assert rules.opposed(side(45, 60), side(45, 50)) == 0
    assert [rules.deadlocked(side(75, 60), side(85, 50), by) for by in (0, 1, 2)] == [0, -1, 1]


@given(a=rolls, b=rolls, skill=targets, other=targets)
def test_an_opposed_test_looks_the_same_from_both_sides(a: int, b: int, skill: int, other: int) -> None:
    first, second = side(a, skill), side(b, other)
    assert rules.opposed(first, second) == -rules.opposed(second, first)  # EP-TEST-04
    assert not (rules.opposed(first, second) > 0 and not first.success)


@given(roll=rolls, target=targets)
def test_what_pools_do_to_a_roll(roll: int, target: int) -> None:
    found = rules.outcome(roll, target)
    assert rules.swapped(83) == 38 and rules.swapped(rules.swapped(roll)) == roll  # EP-POOL-01
    assert rules.raised(found).superior == found.superior + (found.success and not found.critical)
    assert rules.softened(found).success == found.success and not (rules.softened(found).critical and not found.success)


# ------------------------------------------------------------------ called for by the GM


def test_the_gm_calls_for_a_check_and_for_a_skill_test() -> None:
    fight = Fight({"a": 12}, rolls={"willpower a": (46, 45), "guns a": (31,)}, a={"skills": {"guns": 50}, "flex": 0})
    fight.gm("check", who="a", aptitude="willpower")  # EP-TEST-01
    assert "A, willpower: failure, superior 1 (46 against 45)" in fight.told()
    fight.gm("check", who="a", aptitude="willpower")
    assert "A, willpower: success, superior 1 (45 against 45)" in fight.told()
    fight.gm("skill test", who="a", skill="guns", modifiers="dark -20")  # EP-TEST-02
    assert "A, guns: failure, superior 2 (31 against 30)" in fight.told()


@pytest.mark.parametrize(
    ("option", "line"),
    [("deadlock", "deadlock"), ("roll", "B wins against A"), ("skill", "A wins against B")],
)
def test_a_deadlock_is_the_tables_to_decide(option: str, line: str) -> None:
    skills = {"skills": {"infiltrate": 60, "perceive": 50}}
    fight = Fight({"a": 12, "b": 10}, {"deadlock": option}, {"test a": (75,), "against b": (85,)}, a=skills, b=skills)
    fight.gm("opposed test", who="a", against="b")  # EP-TEST-04
    assert line in fight.told()


def test_an_opposed_test_is_won() -> None:
    skills = {"skills": {"infiltrate": 60, "perceive": 50}}
    fight = Fight({"a": 12, "b": 10}, None, {"test a": (45,), "against b": (22,)}, a=skills, b=skills)
    fight.gm("opposed test", who="a", against="b", their_modifiers="+0")
    assert "B wins against A" in fight.told()  # EP-TEST-04 EP-TEST-03
