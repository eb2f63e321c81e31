"""The arithmetic between fights, case by case of the ledger, and its laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.games.cities_without_number import rules_between as rules
from firefight.games.cities_without_number.rules import attribute_modifier, pc_save_target
from firefight.games.cities_without_number.rules_between import GRADES, HEAD_STARTS, ByVehicle, OnFoot, Step

# ------------------------------------------------------------------ chases


@pytest.mark.parametrize(
    ("total", "good", "bad", "net", "expected"),
    [
        (9, 2, 0, False, 11), (9, 5, 0, False, 12), (9, 4, 1, False, 11), (9, 4, 1, True, 12), (9, 0, 0, False, 9),
        (10, 0, 0, False, 10),
    ],
)  # fmt: skip
def test_hindrances_quicken_the_pace(total: int, good: int, bad: int, net: bool, expected: int) -> None:
    """CWN-CHASE-02 CWN-CHASE-03 CWN-CHASE-06"""
    assert rules.pace(total, good, bad, net) == expected


@pytest.mark.parametrize(
    ("so", "expected"),
    [
        (OnFoot(6, 4, HEAD_STARTS["none"], 0, False, True), 2),
        (OnFoot(4, 4, HEAD_STARTS["under a minute"], 0, False, False), 0),
        (OnFoot(1, 1, HEAD_STARTS["one round"], 0, False, False), 1),
        (OnFoot(1, 1, HEAD_STARTS["under a minute"], 0, True, False), -1),
        (OnFoot(1, 1, HEAD_STARTS["over a minute"], -2, False, False), -4),
        (OnFoot(1, 1, HEAD_STARTS["none"], 2, False, True), 5),
    ],
)
def test_what_changes_the_check_of_pursuers_on_foot(so: OnFoot, expected: int) -> None:
    """CWN-CHASE-05"""
    assert rules.on_foot(so, False) == expected
    assert rules.on_foot(so, True) == max(-2, min(2, expected))


@pytest.mark.parametrize(
    ("so", "expected"),
    [
        (ByVehicle(False, True, False, True, 0, False, False), 4),
        (ByVehicle(True, False, True, True, 0, False, False), -4),
        (ByVehicle(False, True, True, False, 0, False, False), 0),
        (ByVehicle(False, False, False, False, 1, True, True), 1),
    ],
)
def test_what_changes_the_check_of_a_pursuing_vehicle(so: ByVehicle, expected: int) -> None:
    """CWN-CHASE-08"""
    assert rules.by_vehicle(so, False) == expected


@pytest.mark.parametrize(("total", "foot", "vehicle"), [(11, True, True), (10, False, True), (9, False, False)])
def test_a_tie_escapes_on_foot_and_is_caught_in_a_vehicle(total: int, foot: bool, vehicle: bool) -> None:
    """CWN-CHASE-04 CWN-CHASE-07"""
    assert rules.catches_on_foot(total, 10) == foot
    assert rules.catches_by_vehicle(total, 10) == vehicle


@given(st.integers(2, 12), st.integers(0, 9), st.integers(0, 9))
def test_the_pace_never_gains_more_than_three_and_netting_never_hurts(total: int, good: int, bad: int) -> None:
    """CWN-CHASE-03"""
    assert rules.pace(total, good, bad, False) <= rules.pace(total, good, bad, True) <= total + 3


def test_a_ram_triples_from_the_trauma_target_on() -> None:
    """CWN-RAM-01 CWN-RAM-02"""
    assert [30 * rules.ram_factor(die, 6) for die in (4, 6)] == [30, 90]
    assert (45 - 6, 30 - 8, 45 * rules.ram_factor(12, 7) - 6) == (39, 22, 129)


# ------------------------------------------------------------------ advancement


@pytest.mark.parametrize(
    ("points", "slow", "level"),
    [
        (0, False, 1), (3, False, 2), (26, False, 5), (27, False, 6), (12, False, 4), (93, False, 10), (96, False, 10),
        (138, True, 9), (139, True, 10), (51, True, 6), (5, True, 1),
    ],
)  # fmt: skip
def test_experience_gives_levels(points: int, slow: bool, level: int) -> None:
    """CWN-ADV-01 CWN-ADV-02"""
    assert rules.level_for(points, slow) == level


@pytest.mark.parametrize(
    ("dice", "con", "hard", "most", "expected"),
    [
        ((2, 5, 6), 1, False, 12, 16), ((1, 1, 2), 1, False, 12, 13), ((1, 4), -1, False, 5, 6), ((3, 3), 0, False, 6, 7),
        ((1, 6), -2, True, 5, 7),
    ],
)  # fmt: skip
def test_new_maximum_of_hit_points(dice: tuple[int, ...], con: int, hard: bool, most: int, expected: int) -> None:
    """CWN-ADV-04"""
    assert rules.hit_points(dice, con, hard, most) == expected


@given(st.lists(st.integers(1, 6), min_size=2, max_size=10), st.integers(-2, 2), st.booleans(), st.integers(1, 99))
def test_the_maximum_always_rises(dice: list[int], con: int, hard: bool, most: int) -> None:
    """CWN-ADV-04"""
    assert rules.hit_points(dice, con, hard, most) > most


def test_hard_to_kill_at_level_five_counts_for_the_levels_before() -> None:
    """CWN-ADV-17"""
    assert rules.raised(17, 5, True) == 25
    assert rules.hit_points((2, 3, 4, 5, 6), 0, True, 25) == 30
    assert rules.hit_points((1, 1, 2, 2, 3), 0, True, 25) == 26
    assert rules.hit_points((1, 1, 2, 2, 3), 0, True, rules.raised(17, 5, False)) == 19


def test_saves_and_attack_follow_the_level() -> None:
    """CWN-ADV-05 CWN-ADV-06"""
    assert [pc_save_target(level, 1) for level in (1, 2)] == [14, 13]
    assert pc_save_target(10, 0) == 6
    assert [rules.attack_bonus(level, False) for level in range(1, 11)] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert rules.attack_bonus(5, True) == 5


def test_skill_points_of_an_advance() -> None:
    """CWN-ADV-07 CWN-ADV-16"""
    assert rules.skill_points(2, False, False) == 3
    assert 2 + rules.skill_points(4, True, False) == 6
    assert rules.skill_points(5, True, True) == 7
    assert sum(rules.skill_points(level, False, False) for level in range(2, 11)) == 27
    assert sum(rules.skill_points(level, True, False) for level in range(2, 11)) == 36


@pytest.mark.parametrize(
    ("to", "character", "points", "credit", "can"),
    [
        (3, 6, 4, 0, True), (3, 6, 3, 0, False), (5, 10, 99, 0, False), (2, 2, 3, 0, False), (2, 3, 3, 0, True),
        (3, 5, 4, 0, False), (4, 8, 5, 0, False), (4, 9, 5, 0, True), (3, 6, 1, 3, True), (3, 5, 1, 3, False),
    ],
)  # fmt: skip
def test_steps_of_skills_are_paid_in_full_and_gated(to: int, character: int, points: int, credit: int, can: bool) -> None:
    """CWN-ADV-09 CWN-ADV-10 CWN-ADV-15"""
    assert rules.can_step(to, character, points, credit) == can


def test_steps_add_up() -> None:
    """CWN-ADV-09"""
    assert [sum(map(rules.step_cost, range(to + 1))) for to in (1, 2, 4)] == [3, 6, 15]


@pytest.mark.parametrize(
    ("boosts", "character", "points", "score", "underdog", "can"),
    [
        (0, 1, 1, 10, False, True), (1, 1, 1, 13, False, False), (1, 1, 2, 13, False, True), (5, 10, 99, 10, False, False),
        (0, 1, 9, 10, True, False), (2, 2, 99, 10, False, False), (2, 3, 3, 10, False, True), (3, 5, 4, 10, False, False),
        (3, 6, 4, 10, False, True), (4, 9, 5, 10, False, True), (0, 1, 1, 18, False, False),
    ],
)  # fmt: skip
def test_boosts_have_prices_gates_and_an_end(
    boosts: int, character: int, points: int, score: int, underdog: bool, can: bool
) -> None:
    """CWN-ADV-11 CWN-ADV-12 CWN-ADV-19"""
    assert rules.can_boost(boosts, character, points, score, underdog) == can


def test_boosts_move_modifiers() -> None:
    """CWN-ADV-19"""
    assert [attribute_modifier(score) for score in (3, 7, 8, 13, 14, 17, 18)] == [-2, -1, 0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("level", "expected"), [(-1, Step(1, 0)), (1, Step(2, 0)), (0, Step(1, 1)), (2, Step(2, 3)), (3, Step(3, 3)), (4, Step(4, 0))]
)
def test_three_points_of_a_focus(level: int, expected: Step) -> None:
    """CWN-ADV-14 CWN-ADV-15"""
    assert rules.credited(level, 3) == expected


# ------------------------------------------------------------------ crafting and mods


@pytest.mark.parametrize(
    ("kind", "price", "grade", "days", "cost"),
    [
        ("weapon", 2000, "jury-rigged", 3.5, 500), ("weapon", 2000, "jury-rigged from salvage", 7, 0),
        ("vehicle", 40_000, "jury-rigged", 15, 10_000), ("armour", 800, "normal", 7, 800),
        ("weapon", 600, "mastercrafted", 14, 6000), ("weapon", 100, "normal", 7, 100), ("vehicle", 100, "normal", 30, 100),
    ],
)  # fmt: skip
def test_grades_of_crafting(kind: str, price: int, grade: str, days: float, cost: int) -> None:
    """CWN-CRAFT-03 CWN-CRAFT-04 CWN-CRAFT-05 CWN-CRAFT-06"""
    assert rules.build_hours(rules.NORMAL_HOURS[kind], GRADES[grade]) == days * 24
    assert rules.parts_cost(price, GRADES[grade]) == cost


@pytest.mark.parametrize(
    ("fix", "heal", "assistant", "only", "days"),
    [
        (1, -1, False, False, 7), (2, 1, False, False, 21), (2, 1, True, False, 10.5), (2, 1, True, True, 5.25),
        (1, -1, False, True, 3.5), (1, -1, True, True, 1.75), (0, -1, False, False, 1),
    ],
)  # fmt: skip
def test_time_of_a_mod(fix: int, heal: int, assistant: bool, only: bool, days: float) -> None:
    """CWN-MOD-04"""
    assert rules.mod_hours(fix, heal, assistant, only) == days * 24


def test_rent_by_whole_days() -> None:
    """CWN-MOD-01"""
    assert [rules.rent(hours) for hours in (7 * 24, 42)] == [3500, 1000]


@pytest.mark.parametrize(
    ("intelligence", "con", "fix", "full", "expected"),
    [
        (1, -1, 1, False, 3),
        (0, 0, 2, False, 6),
        (-1, 0, 0, False, 0),
        (2, 2, -1, False, 0),
        (1, 0, 1, True, 8),
        (0, 0, 1, False, 3),
    ],
)
def test_capacity_of_a_tech(intelligence: int, con: int, fix: int, full: bool, expected: int) -> None:
    """CWN-MOD-06 CWN-MOD-07 CWN-MAJOR-09"""
    assert rules.capacity(intelligence, con, fix, full) == expected
    assert rules.capacity(intelligence, con - 1, fix, full) <= expected


@pytest.mark.parametrize(("hours", "mod", "item"), [(23, False, False), (24, True, False), (168, True, True)])
def test_lapses(hours: int, mod: bool, item: bool) -> None:
    """CWN-MOD-08"""
    assert (rules.is_off(hours * 60), rules.is_item_off(hours * 60)) == (mod, item)


@pytest.mark.parametrize(
    ("base", "mods", "components", "price"), [(1000, 500, 0, 3500), (1000, 500, 1, 7000), (2000, 1000, 2, 28_000)]
)
def test_price_of_factory_mods(base: int, mods: int, components: int, price: int) -> None:
    """CWN-MOD-10"""
    assert rules.factory_price(base, mods, components) == price


# ------------------------------------------------------------------ loads


@pytest.mark.parametrize(("strength", "stowed", "readied"), [(11, 11, 5), (7, 7, 3), (18, 18, 9)])
def test_limits(strength: int, stowed: int, readied: int) -> None:
    """CWN-ENC-04"""
    assert (rules.most_stowed(strength), rules.most_readied(strength)) == (stowed, readied)


@pytest.mark.parametrize(("readied", "stowed", "step"), [(5, 10, 0), (7, 0, 1), (8, 0, 2), (6, 15, 2), (0, 19, 3), (10, 0, 3)])
def test_steps_of_pushing(readied: int, stowed: int, step: int) -> None:
    """CWN-ENC-05"""
    assert rules.overload(10, readied, stowed) == step


def test_a_load_slows() -> None:
    """CWN-ENC-05"""
    assert [rules.decimetres(10, step) for step in (0, 1, 2)] == [100, 70, 50]
    assert rules.decimetres(12, 1) == 84


def test_bulk() -> None:
    """CWN-ENC-02"""
    assert [rules.BULK[bulk] for bulk in ("one hand", "two hands", "pocket", "teammate")] == [1, 2, 0, 12]


@pytest.mark.parametrize(
    ("count", "points", "up", "expected"),
    [(9, 1, False, 3), (8, 1, False, 4), (8, 1, True, 3), (2, 1, False, 2), (9, 0, False, 0)],
)
def test_bundles_of_three(count: int, points: int, up: bool, expected: int) -> None:
    """CWN-ENC-06"""
    assert rules.bundled(count, points, up) == expected


def test_bulk_goods() -> None:
    """CWN-ENC-07"""
    assert [rules.bulk_points(kilograms) for kilograms in (25, 50, 12)] == [10, 20, 5]


@given(st.integers(3, 18), st.integers(0, 40), st.integers(0, 40))
def test_more_load_never_means_a_smaller_step(strength: int, readied: int, stowed: int) -> None:
    """CWN-ENC-05"""
    assert rules.overload(strength, readied, stowed) <= rules.overload(strength, readied + 1, stowed + 1)
