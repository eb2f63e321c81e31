"""The arithmetic, with the cases of the ledger and laws that hold for all numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.games.cyberpunk_red import rules

faces = st.integers(1, 10)
numbers = st.integers(0, 20)


# CPR-INIT-07, field report FR-S-13
@pytest.mark.parametrize(("die", "second", "total"), [(10, 10, 30), (10, 1, 21), (1, 1, 10), (1, 10, 1), (7, 3, 17)])
def test_a_ten_adds_one_die_and_a_one_takes_one_off(die: int, second: int, total: int) -> None:
    assert 6 + 4 + rules.check_die(die, second) == total


# CPR-INIT-06, CPR-INIT-07, CPR-INIT-08
@pytest.mark.parametrize(
    ("ref", "bonus", "luck", "wounds", "die", "second", "criticals", "total"),
    [
        (7, 0, 0, 0, 6, 0, True, 13),
        (6, 3, 0, 0, 5, 0, True, 14),
        (6, 0, 2, 0, 4, 0, True, 12),
        (6, 0, 0, 0, 10, 7, True, 23),
        (6, 0, 0, 0, 10, 10, True, 26),
        (6, 0, 0, 0, 1, 9, True, -2),
        (6, 0, 0, 0, 10, 0, False, 16),
        (7, 0, 0, 2, 5, 0, True, 10),
    ],
)
def test_initiative_is_ref_and_a_die(
    ref: int, bonus: int, luck: int, wounds: int, die: int, second: int, criticals: bool, total: int
) -> None:
    assert rules.initiative(ref, bonus, luck, wounds, die, second, criticals) == total


@given(numbers, faces, faces)
def test_the_second_die_counts_after_a_ten_or_a_one_only(ref: int, die: int, second: int) -> None:
    """CPR-INIT-07"""
    plain = ref + die
    moved = rules.initiative(ref, 0, 0, 0, die, second, True) - plain
    assert moved == {10: second, 1: -second}.get(die, 0)
    assert rules.initiative(ref, 0, 0, 0, die, second, False) == plain


# CPR-MOV-04
@pytest.mark.parametrize(("move", "metres", "squares"), [(5, 10, 5), (6, 12, 6), (0, 0, 0), (-2, 0, 0)])
def test_a_move_action_is_two_metres_or_one_square_for_each_point(move: int, metres: int, squares: int) -> None:
    assert rules.move_allowance(move) == metres
    assert rules.squares(metres) == squares


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_a_diagonal_step_costs_what_a_straight_one_does(move: int, straight: int, diagonal: int) -> None:
    """CPR-MOV-04: with MOVE 4 any four steps are legal, any five are not."""
    fits = rules.path(straight, diagonal) <= rules.move_allowance(move)
    assert fits == (straight + diagonal <= move)
    assert rules.path(straight, diagonal) == rules.path(diagonal, straight)


@given(numbers, numbers)
def test_the_greater_move_wins_and_equal_ones_are_level(move: int, other: int) -> None:
    """CPR-MOV-03"""
    assert rules.faster(move, other) == -rules.faster(other, move)
    assert (rules.faster(move, other) == 0) == (move == other)


# CPR-SCN-04
@pytest.mark.parametrize(("metres", "reach", "touched"), [(1, 2, True), (2, 2, True), (3, 2, False), (3, 4, True), (4, 2, False)])
def test_reach_includes_its_last_metre(metres: int, reach: int, touched: bool) -> None:
    assert rules.within_reach(metres, reach) is touched


# CPR-SCN-03
@pytest.mark.parametrize(("degrees", "forward"), [(0, True), (45, True), (90, True), (91, False), (180, False)])
def test_forward_is_up_to_ninety_degrees(degrees: int, forward: bool) -> None:
    assert rules.is_forward(degrees) is forward


# CPR-ACT-13, CPR-ACT-15
@pytest.mark.parametrize(("seconds", "actions"), [(2, 1), (3, 1), (4, 2), (5, 2), (9, 3), (10, 4), (12, 4)])
def test_every_three_seconds_begun_take_an_action(seconds: int, actions: int) -> None:
    assert rules.actions_needed(seconds) == actions


# CPR-ACT-11
@pytest.mark.parametrize(("interface", "actions"), [(0, 0), (1, 2), (3, 2), (4, 3), (6, 3), (7, 4), (9, 4), (10, 5)])
def test_net_actions_go_by_interface(interface: int, actions: int) -> None:
    assert rules.net_actions(interface) == actions
