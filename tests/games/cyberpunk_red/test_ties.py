"""Ties are rolled off: in order only, or by house rule for a new number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firefight.events import Scored
from firefight.games.cyberpunk_red.initiative import shared
from firefight.games.cyberpunk_red.timing import turn_key
from tests.games.cyberpunk_red.helpers import Fight

REPLACE = {"tie_reroll": "replace"}


def test_the_new_rolls_settle_the_order_alone() -> None:
    """CPR-INIT-03"""
    fight = Fight(ana=15, bo=15, cy=12, dice={"initiative ana": 9, "tie 1 ana": 2, "tie 1 bo": 3}, sheets={"ana": {"ref": 6}})
    assert (fight.one("ana").score, fight.one("bo").score) == ((15, 8), (15, 13))
    assert [*fight.acting, *fight.queue] == ["bo", "ana", "cy"]
    assert fight.numbers == {"ana": 15, "bo": 15, "cy": 12}
    assert "tie 1 cy" not in fight.dice.thrown
    fight.passes("bo", "ana", "cy")
    assert [*fight.acting, *fight.queue] == ["bo", "ana", "cy"], "it holds for the whole fight"
    assert fight.dice.thrown.count("tie 1 ana") == 1


def test_ties_among_the_new_rolls_are_rolled_again() -> None:
    """CPR-INIT-03"""
    dice = {"tie 1 ana": 4, "tie 1 bo": 4, "tie 1 cy": 9, "tie 2 ana": 3, "tie 2 bo": 6}
    fight = Fight(ana=15, bo=15, cy=15, dice=dice)
    assert [*fight.acting, *fight.queue] == ["cy", "bo", "ana"]
    assert "tie 2 cy" not in fight.dice.thrown


def test_fifteen_and_fourteen_are_no_tie() -> None:
    """CPR-INIT-03"""
    fight = Fight(ana=15, bo=14)
    assert fight.dice.thrown == ["initiative ana", "initiative bo"]


def test_a_tie_roll_is_a_full_initiative_roll() -> None:
    """CPR-INIT-03, CPR-INIT-07"""
    dice = {"tie 1 ana": 1, "tie 1 critical ana": 8, "tie 1 bo": 2}
    sheets = {"ana": {"ref": 10}, "bo": {"ref": 6, "initiative_bonus": 4}}
    fight = Fight(ana=15, bo=15, dice=dice, sheets=sheets)
    assert fight.one("ana").score == (15, 10 + 1 - 8)
    assert fight.one("bo").score == (15, 6 + 4 + 2)


def test_luck_helps_the_first_roll_only() -> None:
    """CPR-INIT-03, CPR-INIT-06"""
    fight = Fight(ana=0, bo=12, begin=False, sheets={"ana": {"ref": 5, "luck": 4}})
    fight.do("ana", "luck", points=2)
    fight.begin()
    assert fight.one("ana").score == (12, 10)


def test_the_log_tells_who_ties_and_no_screen_shows_the_second_roll() -> None:
    """CPR-INIT-03"""
    fight = Fight(ana=15, bo=15, dice={"tie 1 ana": 2})
    assert "Ana, Bo are tied at 15 and roll again." in fight.told()
    assert [line for line in fight.told() if " is at " in line] == ["Bo is at 15.", "Ana is at 15."]


def test_each_number_that_is_tied_has_a_line_of_its_own() -> None:
    """CPR-INIT-03"""
    dice = {"tie 1 ana": 2, "tie 1 bo": 3, "tie 1 cy": 2, "tie 1 dot": 3, "tie 1 eve": 4}
    fight = Fight(ana=15, bo=15, cy=12, dot=12, eve=12, fay=9, dice=dice)
    told = [line for line in fight.told() if "tied" in line]
    assert told == ["Ana, Bo are tied at 15 and roll again.", "Cy, Dot, Eve are tied at 12 and roll again."]


def test_by_house_rule_the_new_roll_is_the_new_number() -> None:
    """CPR-INIT-03"""
    dice = {"initiative ana": 9, "tie 1 ana": 2, "tie 1 bo": 3}
    fight = Fight(REPLACE, ana=15, bo=15, cy=12, dice=dice, sheets={"ana": {"ref": 6}})
    assert [*fight.acting, *fight.queue] == ["bo", "cy", "ana"]
    assert fight.numbers == {"ana": 8, "bo": 13, "cy": 12}


def test_a_new_number_that_somebody_has_is_a_tie_again() -> None:
    """CPR-INIT-03"""
    dice = {"tie 1 ana": 2, "tie 1 bo": 3, "tie 2 ana": 6, "tie 2 cy": 4}
    fight = Fight(REPLACE, ana=15, bo=15, cy=12, dice=dice)
    assert fight.numbers == {"ana": 16, "bo": 13, "cy": 11}
    assert [*fight.acting, *fight.queue] == ["ana", "bo", "cy"]


def test_a_number_the_gm_sets_on_somebody_elses_is_rolled_off() -> None:
    """CPR-INIT-03"""
    fight = Fight(ana=18, bo=12, cy=7, dice={"tie 1 bo": 2, "tie 1 cy": 9})
    fight.order(Scored("cy", (12,)))
    assert fight.acting == ["ana"]
    assert fight.queue == ["cy", "bo"]
    assert fight.numbers == {"ana": 18, "bo": 12, "cy": 12}


def test_a_number_set_by_the_gm_apart_from_all_is_not_rolled_for() -> None:
    """CPR-INIT-03"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.order(Scored("cy", (13,)))
    assert fight.queue == ["cy", "bo"]
    assert not any(label.startswith("tie") for label in fight.dice.thrown)


def test_places_the_gm_has_put_side_by_side_are_left_alone() -> None:
    """CPR-INIT-03: a later tie of others does not touch them."""
    fight = Fight(ana=18, bo=12, cy=7, dot=5)
    fight.order(Scored("cy", (12, -1)))
    fight.order(Scored("dot", (18,)))
    assert fight.one("bo").score == (12,)
    assert [who for who in fight.queue if who in ("bo", "cy")] == ["bo", "cy"]


def test_numbers_set_before_the_fight_stand_and_equal_ones_are_rolled_off() -> None:
    """CPR-INIT-03, CPR-INIT-05"""
    fight = Fight(ana=18, bo=12, cy=7, begin=False, dice={"tie 1 bo": 3, "tie 1 cy": 9})
    fight.order(Scored("ana", (3,)), Scored("bo", (14,)), Scored("cy", (14,)))
    fight.begin()
    assert fight.dice.thrown == ["tie 1 bo", "tie 1 cy"]
    assert (fight.acting, fight.queue, fight.numbers) == (["cy"], ["bo", "ana"], {"ana": 3, "bo": 14, "cy": 14})


def test_a_set_number_costs_and_brings_nobody_a_turn() -> None:
    """CPR-INIT-04, CPR-INIT-05"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.passes("ana")
    fight.order(Scored("cy", (20,)), Scored("ana", (3,)))
    assert fight.acting == ["bo"]
    assert fight.queue == ["cy"], "he has not acted, she has"
    fight.passes("bo", "cy")
    assert (fight.round, fight.acting, fight.queue) == (2, ["cy"], ["bo", "ana"])


def test_one_pass_ends_one_turn_of_those_who_tied() -> None:
    """CPR-INIT-03, CPR-INIT-04"""
    fight = Fight(ana=15, bo=15, cy=12, dice={"tie 1 bo": 9})
    fight.passes("bo")
    assert fight.acting == ["ana"]


scores = st.lists(st.tuples(st.integers(0, 3)) | st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=2, max_size=6)


@given(scores)
def test_whoever_does_not_share_has_a_place_of_his_own(found: list[tuple[int, ...]]) -> None:
    """CPR-INIT-03"""
    table = {f"p{n}": score for n, score in enumerate(found)}
    alone = [who for who in table if who not in shared(table, set(table))]
    keys = [turn_key(table[who]) for who in alone]
    assert len(set(keys)) == len(keys)
    assert all(turn_key(table[who]) not in keys for who in table if who not in alone)
