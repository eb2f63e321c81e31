"""The arithmetic, with the figures of the ledger's cases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.sheet import combat_skill, modifier, save_target
from tests.games.cities_without_number.helpers import npc, pc


def test_attribute_modifiers() -> None:
    """CWN-GEN-03"""
    assert [rules.attribute_modifier(score) for score in (3, 4, 7, 8, 13, 14, 17, 18)] == [-2, -1, -1, 0, 0, 1, 1, 2]
    assert (rules.attribute_modifier(1), rules.attribute_modifier(25)) == (-2, 2)
    assert modifier(pc("ana", attributes={"Str": 6}, modifiers={"Str": 2}), "Str") == 2  # set by a power


def test_halves_are_rounded_down_and_distances_not_at_all() -> None:
    """CWN-GEN-02"""
    assert (rules.halved(17, False), rules.halved(11, False), rules.halved(17, True)) == (8, 5, 9)
    assert rules.half_metres(7, prone=True) == 7  # 3.5 m
    assert rules.half_metres(10, prone=False) == 20


def test_the_highest_combat_skill_leaves_exert_out() -> None:
    """CWN-GEN-04"""
    assert combat_skill(pc("ana", skills={"Exert": 3, "Stab": 1, "Shoot": 0})) == 1
    assert combat_skill(pc("bo", skills={"Exert": 3})) == rules.UNTRAINED


@pytest.mark.parametrize(
    ("die", "bonus", "target", "good"),
    [
        (13, 0, 13, True),
        (12, 0, 13, False),
        (16, -3, 14, False),
        (17, -3, 14, True),
        (1, 5, 3, False),
        (20, -6, 18, True),
        (19, -6, 18, False),
    ],
)
def test_saves_meet_their_target_and_1_and_20_decide_by_themselves(die: int, bonus: int, target: int, good: bool) -> None:
    """CWN-SAVE-01"""
    assert rules.saved(die, bonus, target) is good


def test_save_targets_of_pcs() -> None:
    """CWN-SAVE-03 CWN-SAVE-04 CWN-SAVE-05 CWN-SAVE-06"""

    def target(kind: str, level: int, **modifiers: int) -> int:
        return save_target(pc("ana", level=level, modifiers=modifiers), kind)

    assert (target("Physical", 1, Str=1), target("Physical", 1, Str=-1, Con=-2), target("Physical", 6, Con=2)) == (14, 16, 8)
    assert (target("Evasion", 3, Dex=-1, Int=1), target("Evasion", 1)) == (12, 15)
    assert (target("Mental", 5, Wis=2, Cha=1), target("Mental", 2, Wis=-1, Cha=-1)) == (9, 15)
    assert [target("Luck", level, Str=2, Dex=2) for level in (1, 4, 10)] == [15, 12, 6]


def test_npcs_have_one_save_target_from_their_hit_dice() -> None:
    """CWN-SAVE-07"""
    assert [rules.npc_save_target(dice) for dice in (1, 2, 3, 4, 8, 10)] == [15, 14, 14, 13, 11, 10]
    guard = npc("guard", hit_dice=3)
    assert save_target(guard, "Evasion") == save_target(guard, "Luck") == 14
    villain = npc("villain", hit_dice=3, level=3, modifiers={"Dex": 1}, pc_saves=True)
    assert save_target(villain, "Evasion") == 12


@pytest.mark.parametrize(("dice", "level", "modifier", "total"), [(7, 1, 1, 9), (5, 2, 1, 8), (2, 4, 2, 8), (12, 0, 0, 12)])
def test_checks_add_level_and_modifier(dice: int, level: int, modifier: int, total: int) -> None:
    """CWN-SKILL-02"""
    assert dice + rules.check_bonus(level, modifier) == total
    assert rules.succeeds(total, 8)
    assert not rules.succeeds(total, total + 1)


def test_no_face_of_a_check_decides_by_itself() -> None:
    """CWN-SKILL-02"""
    assert rules.succeeds(2 + rules.check_bonus(4, 2), 8)
    assert not rules.succeeds(12 + rules.check_bonus(0, 0), 14)


def test_untrained_takes_1_off_in_place_of_a_level() -> None:
    """CWN-SKILL-03"""
    assert 8 + rules.check_bonus(rules.UNTRAINED, 1) == 8
    assert 8 + rules.check_bonus(0, 1) == 9


def test_situational_modifiers_are_summed_and_then_limited() -> None:
    """CWN-SKILL-06"""
    assert rules.circumstances(2 + 1 + 1, 0, False, False) == 2
    assert rules.circumstances(2 + 2 - 3, 0, False, False) == 1
    assert rules.circumstances(-2 - 2, 0, False, False) + 1 + 1 == 0  # with cyberware and aid
    assert rules.circumstances(4, 0, True, False) == 4


def test_a_skill_that_hardly_fits_is_outside_the_limit_unless_the_table_says_otherwise() -> None:
    """CWN-SKILL-04"""
    assert rules.circumstances(-2, -2, False, stretch_inside=False) == -4
    assert rules.circumstances(-2, -2, False, stretch_inside=True) == -2


@given(situation=st.integers(-9, 9), stretch=st.integers(-2, 0), inside=st.booleans())
def test_the_limit_holds_for_every_sum(situation: int, stretch: int, inside: bool) -> None:
    """CWN-SKILL-06"""
    assert -2 <= rules.circumstances(situation, stretch, False, inside) - (0 if inside else stretch) <= 2


@given(st.integers(2, 20), st.integers(2, 20), st.booleans(), st.booleans())
def test_an_opposed_check_is_the_same_from_both_ends(active: int, resisting: int, one: bool, other: bool) -> None:
    """CWN-SKILL-09"""
    assert rules.contest(active, resisting, one, other) == -rules.contest(resisting, active, other, one)


def test_pcs_win_ties_whether_they_act_or_resist() -> None:
    """CWN-SKILL-09"""
    assert rules.contest(9, 9, True, False) == 1
    assert rules.contest(9, 9, False, True) == -1
    assert rules.contest(7, 8, True, False) == -1
    assert rules.contest(9, 9, False, False) == 0


def test_morale_breaks_above_the_score() -> None:
    """CWN-SEQ-03"""
    assert rules.breaks(9, 8)
    assert not rules.breaks(8, 8)


@pytest.mark.parametrize(("rounds", "minutes"), [(1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
def test_by_rounds_a_fight_costs_a_minute_for_every_ten_begun(rounds: int, minutes: int) -> None:
    """CWN-TIME-05"""
    assert rules.fight_minutes(rounds, by_rounds=True) == minutes
    assert rules.fight_minutes(rounds, by_rounds=False) == 1
