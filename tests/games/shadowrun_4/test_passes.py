"""Initiative Passes: who has a phase in which, the cap of four, wounds between them."""

import pytest

from firefight.events import Adjusted, Marked
from firefight.marks import UNTIL_PASS_END, UNTIL_ROUND_END
from firefight.table import Mark
from tests.games.shadowrun_4.helpers import fight_of


def test_everybody_takes_part_in_the_first_pass() -> None:
    """SR4-PASS-01"""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, {"b": 3})
    assert [who for number, who in fight.phases() if number == 1] == ["a", "b", "c"]


def test_only_the_acting_one_may_take_actions() -> None:
    """SR4-PASS-01"""
    fight = fight_of({"a": 13, "b": 9})
    assert fight.refusal("b", "aim") == {"SR4-PASS-01"}


def test_a_pass_goes_on_down_and_skips_those_who_cannot_act() -> None:
    """SR4-PASS-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("10 physical")
    assert fight.acting == ("c",)
    fight.done("c")
    assert fight.turn == 2


def test_a_pass_does_not_end_while_somebody_has_yet_to_act() -> None:
    """SR4-PASS-02"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2, "b": 2})
    fight.done("a")
    assert (fight.number, fight.acting) == (1, ("b",))


def test_further_passes_are_for_those_who_have_them() -> None:
    """SR4-PASS-03"""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, {"b": 3, "c": 2})
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c"), (2, "b"), (2, "c"), (3, "b")]
    assert fight.turn == 2


@pytest.mark.parametrize("passes", [4, 5, 9])
def test_four_passes_are_the_most(passes: int) -> None:
    """SR4-PASS-04 SR4-PASS-06"""
    fight = fight_of({"a": 13}, {"a": passes})
    assert [number for number, _ in fight.phases()] == [1, 2, 3, 4]
    assert ("is the most anybody gets" in fight.log()) == (passes > 4)


@pytest.mark.parametrize(("bonus", "passes"), [(0, 1), (2, 3), (4, 4)])
def test_base_and_bonus_make_the_passes(bonus: int, passes: int) -> None:
    """SR4-PASS-06"""
    assert len(fight_of({"a": 13}, {"a": 1 + bonus}).phases()) == passes


def test_passes_for_a_while_count_too() -> None:
    """SR4-PASS-06"""
    fight = fight_of({"a": 13})
    fight.order(Marked("a", Mark("more passes", UNTIL_ROUND_END, 2)))
    assert fight.phases() == [(1, "a"), (2, "a"), (3, "a")]
    assert len(fight.phases()) == 1


def test_wounds_change_the_order_of_later_passes_but_not_their_number() -> None:
    """SR4-PASS-05"""
    fight = fight_of({"a": 13, "b": 12}, {"a": 2, "b": 2})
    fight.done("a")
    fight.order(Adjusted("a", "physical", 6))
    assert fight.phases() == [(1, "b"), (2, "b"), (2, "a")]


def test_boxes_without_a_full_third_one_change_nothing() -> None:
    """SR4-PASS-05"""
    fight = fight_of({"a": 13, "b": 12}, {"a": 2, "b": 2})
    fight.done("a")
    fight.order(Adjusted("a", "physical", 2), Adjusted("a", "stun", 2))
    assert fight.phases() == [(1, "b"), (2, "a"), (2, "b")]


def test_what_lasts_a_pass_ends_with_it() -> None:
    """SR4-PASS-03"""
    fight = fight_of({"a": 13, "b": 9}, {"b": 2})
    fight.order(Marked("a", Mark("lit", UNTIL_PASS_END)))
    fight.done("a")
    assert fight.one("a").has("lit")
    fight.done("b")
    assert (fight.number, fight.one("a").has("lit")) == (2, False)
