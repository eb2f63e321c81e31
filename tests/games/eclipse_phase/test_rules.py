"""The arithmetic of Eclipse Phase."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.games.eclipse_phase import rules

small = st.integers(0, 9)
DOWN, NEAREST, UP = 0, 1, 2


@pytest.mark.parametrize(("intuition", "reflexes", "stat"), [(15, 20, 7), (10, 10, 4), (20, 30, 10)])
def test_the_stat_is_a_fifth_of_two_aptitudes_ep_init_02(intuition: int, reflexes: int, stat: int) -> None:
    assert rules.initiative_stat(intuition, reflexes, NEAREST) == stat  # EP-INIT-02


@pytest.mark.parametrize(
    ("intuition", "reflexes", "rounding", "stat"),
    [(15, 16, NEAREST, 6), (15, 17, NEAREST, 6), (15, 18, NEAREST, 7), (14, 20, NEAREST, 7), (15, 18, DOWN, 6), (15, 16, UP, 7)],
)
def test_fifths_are_rounded_as_the_table_says(intuition: int, reflexes: int, rounding: int, stat: int) -> None:
    assert rules.initiative_stat(intuition, reflexes, rounding) == stat  # EP-INIT-03


@given(total=st.integers(0, 200))
def test_nearest_lies_within_half_a_point_and_between_down_and_up(total: int) -> None:
    down, nearest, up = (rules.initiative_stat(total, 0, how) for how in (DOWN, NEAREST, UP))
    assert down <= nearest <= up <= down + 1
    assert abs(5 * nearest - total) <= 2  # EP-INIT-03


def test_modifiers_add_up_with_their_signs() -> None:
    assert 7 + rules.modifier(rules.Modifiers(1, 2, 0, 0, 0, 0, 0, 0, 0)) == 10  # EP-INIT-04
    assert 7 + rules.modifier(rules.Modifiers(0, 0, 1, -1, 0, 0, 0, 0, 0)) == 7


def test_three_wounds_at_most_are_ignored() -> None:
    assert rules.harm(2, 0) == -2  # EP-INIT-05
    assert rules.harm(5, 3) == -2
    assert rules.harm(5, 9) == -2
    assert rules.harm(1, 3) == 0


@given(wounds=small, traumas=small, ignored=small)
def test_wounds_and_traumas_take_one_each_and_never_give_any(wounds: int, traumas: int, ignored: int) -> None:
    both = rules.modifier(rules.Modifiers(0, 0, 0, 0, 0, wounds, ignored, traumas, ignored))
    assert -(wounds + traumas) <= both <= 0
    assert both == rules.harm(wounds, ignored) + rules.harm(traumas, ignored)  # EP-INIT-05


def test_the_deaf_lose_three_on_the_roll() -> None:
    assert rules.roll(4, False) == 4
    assert rules.roll(4, True) == 1  # EP-INIT-05


def shares(extra: bool) -> set[tuple[int, int]]:
    """Every share that can be spent one action at a time: big actions and quick ones."""
    found, new = set(), {(0, 0)}
    while new:
        big, quick = new.pop()
        found.add((big, quick))
        new |= {(big + 1, quick)} if rules.big_left(big, quick, extra) else set()
        new |= {(big, quick + 1)} if rules.quick_left(big, quick, extra) else set()
        new -= found
    return found


def test_a_share_is_one_big_and_one_quick_action_or_three_quick_ones() -> None:
    assert shares(extra=False) == {(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)}  # EP-ACT-01


def test_an_extra_action_is_one_complex_or_two_quick_ones() -> None:
    assert shares(extra=True) == {(0, 0), (0, 1), (0, 2), (1, 0)}  # EP-EXTRA-05


def test_a_task_is_a_quarter_shorter_for_each_superior_success() -> None:
    assert rules.task_turns(8, 1) == 6  # EP-ACT-03
    assert rules.task_turns(8, 2) == 4
    assert rules.task_turns(6, 1) == 5
    assert rules.task_turns(1, 2) == 1


def test_a_failed_task_loses_a_quarter_and_one_more_for_each_superior_failure() -> None:
    assert rules.turns_lost(8, 0) == 2  # EP-ACT-03
    assert rules.turns_lost(8, 2) == 6
    assert rules.turns_lost(1, 0) == 1


def test_what_has_been_moved_is_taken_from_the_rate() -> None:
    assert rules.metres_left(20, 12) == 8  # EP-EXTRA-05
    assert rules.metres_left(4, 12) == 0
    assert rules.full_move_penalty(True) == -20  # EP-ACT-02
