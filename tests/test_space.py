"""Squares, sight, cover, reach and paths: symmetrical, and with one answer for every corner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.ground import Ground, Wall
from firefight.space import (
    answered,
    are_adjacent,
    blocked_at,
    can_step,
    faces,
    is_clear,
    is_within,
    length,
    metres,
    reachable,
    route,
    sees,
    sheltered,
    sight,
    squares_for,
    steps,
    straight,
)

squares = st.tuples(st.integers(0, 11), st.integers(0, 11))
corners = st.tuples(st.integers(0, 12), st.integers(0, 12))
walls = st.lists(st.builds(Wall, corners, corners).filter(lambda wall: wall.a != wall.b), max_size=12).map(tuple)
OPEN = Ground(12, 12)


def ground(*standing: Wall) -> Ground:
    return Ground(12, 12, walls=standing)


@given(a=squares, b=squares, standing=walls)
def test_sight_is_the_same_both_ways(a: tuple[int, int], b: tuple[int, int], standing: tuple[Wall, ...]) -> None:
    here = Ground(12, 12, walls=standing)
    assert sees(here, a, b) == sees(here, b, a)
    assert sees(here, a, a)


@given(a=squares, b=squares, standing=walls)
def test_a_mirrored_ground_gives_mirrored_sight(a: tuple[int, int], b: tuple[int, int], standing: tuple[Wall, ...]) -> None:
    here = Ground(12, 12, walls=standing)
    mirrored = Ground(12, 12, walls=tuple(Wall((12 - w.a[0], w.a[1]), (12 - w.b[0], w.b[1])) for w in standing))
    assert sees(here, a, b) == sees(mirrored, (11 - a[0], a[1]), (11 - b[0], b[1]))


def test_a_wall_between_blocks_and_one_beside_the_line_does_not() -> None:
    assert not sees(ground(Wall((2, 0), (2, 5))), (0, 2), (4, 2))
    assert sees(ground(Wall((0, 3), (6, 3))), (0, 2), (4, 2))
    assert sees(ground(Wall((1, 2.5), (3, 2.5))), (0, 2), (4, 2)), "a wall along the very line"


def test_the_very_end_of_a_wall_does_not_block_and_a_corner_of_two_does() -> None:
    end = Wall((2.5, 2.5), (2.5, 0))
    assert sees(ground(end), (0, 2), (5, 2))
    assert not sees(ground(end, Wall((2.5, 2.5), (2.5, 6))), (0, 2), (5, 2))
    assert not sees(ground(Wall((2, 2), (2, 0)), Wall((2, 2), (0, 2))), (0, 0), (3, 3)), "from inside a corner"
    assert sees(ground(Wall((2, 2), (2, 0)), Wall((2, 2), (4, 2))), (0, 0), (3, 3)), "past the outside of a corner"
    assert sees(ground(Wall((2, 2), (4, 2)), Wall((4, 2), (4, 1))), (0, 2), (3, 5)), "beside a corner"


def test_a_wall_through_the_very_middle_of_a_square_does_not_hide_who_stands_there() -> None:
    assert sees(ground(Wall((0, 3), (2, 1))), (0, 0), (1, 1))
    assert sees(ground(Wall((12, 3), (10, 1))), (11, 0), (10, 1))
    assert not sees(ground(Wall((0, 3), (2, 1))), (0, 0), (2, 2))


def test_doors_stop_sight_until_they_are_open_windows_never_do() -> None:
    door = Wall((2, 0), (2, 5), "door", "d1")
    assert not sees(ground(door), (0, 2), (4, 2))
    assert sees(ground(door).opened("d1", True), (0, 2), (4, 2))
    window = ground(Wall((2, 0), (2, 5), "window", "w1"))
    assert sees(window, (0, 2), (4, 2))
    assert blocked_at(window, [(1, 2), (2, 2)]) == (2, 2)


def test_cover_next_to_the_target_shelters_it_from_the_other_side_only() -> None:
    crate = ground(Wall((4, 1), (4, 4), "cover"))
    assert sheltered(crate, (0, 2), (4, 2))
    assert not sheltered(crate, (8, 2), (4, 2))
    assert not sheltered(crate, (0, 2), (7, 2)), "cover in mid-field is near nobody"
    assert sees(crate, (0, 2), (4, 2))


def test_sight_of_many_pairs_is_the_sight_of_each() -> None:
    here = ground(Wall((2, 0), (2, 5)), Wall((6, 3), (9, 8)))
    pairs = [((x, 2), (11 - x, y)) for x in range(6) for y in range(12)]
    assert sight(here, pairs) == [sees(here, a, b) for a, b in pairs]


@pytest.mark.parametrize("dx", [1, -1])
@pytest.mark.parametrize("dy", [1, -1])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_path_costs_the_same_in_every_direction_and_however_it_is_cut_up(dx: int, dy: int, swapped: bool) -> None:
    def at(x: int, y: int) -> tuple[int, int]:
        return (20 + (y if swapped else x) * dx, 20 + (x if swapped else y) * dy)

    wide = Ground(41, 41)
    ends = [at(0, 0), at(3, 3), at(3, 6)]
    every = [at(0, 0), at(1, 1), at(2, 2), at(3, 3), at(3, 4), at(3, 5), at(3, 6)]
    assert length(wide, ends) == length(wide, every) == 12
    assert steps(at(0, 0), at(3, 6)) == 6


def test_distances_are_counted_in_squares_or_measured_straight() -> None:
    assert metres(OPEN, (0, 0), (3, 4)) == 8
    assert metres(Ground(12, 12, 1.0, diagonals="true"), (0, 0), (3, 4)) == 5
    assert squares_for(OPEN, 9) == 5
    assert squares_for(OPEN, 10) == 5


def test_reach_is_one_square_diagonals_included() -> None:
    assert is_within(OPEN, (4, 4), (5, 5), 2)
    assert not is_within(OPEN, (4, 4), (6, 4), 2)
    assert is_within(OPEN, (4, 4), (6, 4), 4)
    assert are_adjacent((4, 4), (5, 5))


@pytest.mark.parametrize(
    ("to", "forward"), [((5, 4), True), ((5, 5), True), ((4, 5), True), ((4, 3), True), ((3, 4), False), ((3, 5), False)]
)
def test_forward_of_the_shoulders_is_the_front_half_circle(to: tuple[int, int], forward: bool) -> None:
    assert faces(0, (4, 4), to) == forward


def test_walls_stop_a_path_at_their_square_and_people_stand_in_the_way() -> None:
    here = ground(Wall((3, 0), (3, 12)))
    assert blocked_at(here, [(0, 0), (5, 0)]) == (3, 0)
    assert blocked_at(OPEN, [(0, 0), (5, 0)], taken=[(4, 0)]) == (4, 0)
    assert blocked_at(OPEN, [(0, 0), (5, 3)]) is None
    assert straight((0, 0), (5, 3))[-1] == (5, 3)


@given(start=squares, budget=st.integers(0, 12), standing=walls)
def test_what_is_reachable_costs_no_less_than_the_straight_way(
    start: tuple[int, int], budget: int, standing: tuple[Wall, ...]
) -> None:
    here = Ground(12, 12, walls=standing)
    for square, cost in reachable(here, start, budget).items():
        assert metres(here, start, square) <= cost <= budget


def test_a_way_round_a_wall_is_found_and_paid_for() -> None:
    here = ground(Wall((3, 0), (3, 3)))
    costs = reachable(here, (2, 1), 12)
    assert costs[(3, 1)] == 8


def test_a_way_that_is_free_is_straight_and_one_that_is_not_goes_round() -> None:
    here = ground(Wall((3, 0), (3, 3)))
    assert route(OPEN, [(0, 0), (3, 1)], 12) == [(0, 0), (1, 1), (2, 1), (3, 1)]
    assert route(OPEN, [(0, 0), (3, 1)], 12, taken=[(1, 1)]) == [(0, 0), (1, 0), (2, 0), (3, 1)]
    found = route(here, [(2, 1), (3, 1)], 12)
    assert found and found[0] == (2, 1) and found[-1] == (3, 1) and length(here, found) == 8
    assert route(here, [(2, 1), (3, 1)], 7) is None
    assert route(here, [(2, 1), (3, 1), (2, 1)], 15) is None
    assert route(here, [(2, 1), (3, 1), (2, 1)], 16) is not None


def test_a_hand_does_not_go_through_a_window_and_a_step_not_off_the_ground() -> None:
    window = ground(Wall((2, 0), (2, 5), "window", "w1"))
    assert not is_clear(window, (1, 2), (2, 2))
    assert is_clear(window, (1, 2), (1, 3))
    assert not can_step(OPEN, (0, 0), (-1, 0))
    assert blocked_at(OPEN, [(0, 0), (0, -2)]) == (0, -1)


def test_true_diagonals_cost_their_length_however_the_way_is_cut_up() -> None:
    true = Ground(12, 12, 1.0, diagonals="true")
    ends, every = [(0, 0), (1, 3)], [(0, 0), (1, 1), (1, 2), (1, 3)]
    assert length(true, ends) == length(true, every) == pytest.approx(2 + 2**0.5)
    assert reachable(true, (0, 0), 4)[(1, 3)] == pytest.approx(2 + 2**0.5)


def test_what_is_looked_up_is_what_was_found_and_a_moved_door_is_another_ground() -> None:
    door = ground(Wall((2, 0), (2, 5), "door", "d1"))
    for _ in range(2):
        assert answered(door, "sight", [((0, 2), (4, 2)), ((0, 7), (4, 7))]) == [False, True]
    assert answered(door.opened("d1", True), "sight", [((0, 2), (4, 2))]) == [True]
    assert answered(door.opened("d1", True).opened("d1", False), "sight", [((0, 2), (4, 2))]) == [False]
