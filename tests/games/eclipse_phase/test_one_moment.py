"""Several who delay and want the same moment."""

from __future__ import annotations

import pytest

from tests.games.eclipse_phase.helpers import Fight

THREE = {"a": 13, "b": 10, "c": 8}
FOUR = {"a": 13, "d": 11, "b": 10, "c": 8}


def all_delaying(**options: str) -> Fight:
    """A, D and B wait for C."""
    fight = Fight(FOUR, options)
    for who in "adb":
        fight.do(who, "delay")
    return fight.do("c", "quick")


def everybody_wants_it() -> Fight:
    """A, D and B all want the moment before C."""
    fight = all_delaying()
    for who in "adb":
        fight.do(who, "step in")
    return fight


def finish(fight: Fight) -> Fight:
    """C's own action, after all of it."""
    return fight.answers(still_possible="yes").turn("c")


def test_the_lowest_roll_declares_first_and_the_higher_one_goes_before_or_after() -> None:
    for choice, order in (("before", ["a", "b", "c"]), ("after", ["b", "a", "c"])):
        fight = Fight(THREE).do("a", "delay").do("b", "delay").do("c", "quick").do("a", "step in").do("b", "step in")
        assert fight.awaited == ("b",)  # EP-DELAY-06
        fight.do("b", "quick")
        assert fight.window == "before" and fight.awaited == ("a",)
        if choice == "before":
            fight.do("a", "step in").turn("a").answers(still_possible="yes").turn("b")
        else:
            fight.passes("a").passes("b")
            assert fight.window == "after"
            fight.do("a", "step in").turn("a")
        assert finish(fight).order_now == order


def test_with_three_each_higher_one_chooses_in_turn() -> None:
    fight = everybody_wants_it()
    assert fight.awaited == ("b",)  # EP-DELAY-06
    fight.do("b", "quick")
    assert set(fight.awaited) == {"a", "d"}
    fight.do("d", "step in").passes("a").do("d", "quick")
    assert fight.awaited == ("a",)
    fight.passes("a").passes("d")
    assert fight.window == "after" and fight.awaited == ("a",)
    fight.do("a", "step in").turn("a").answers(still_possible="yes").turn("b")
    assert finish(fight).order_now == ["d", "a", "b", "c"]  # EP-DELAY-04
    assert {fight.score(who) for who in "adbc"} == {8}


def test_both_higher_ones_may_go_before_and_again_the_lower_of_them_declares_first() -> None:
    fight = everybody_wants_it().do("b", "quick").do("a", "step in").do("d", "step in")
    assert fight.awaited == ("d",)
    fight.do("d", "quick").do("a", "step in").turn("a").answers(still_possible="yes").turn("d").answers(still_possible="yes")
    fight.turn("b")
    assert finish(fight).order_now == ["a", "d", "b", "c"]  # EP-DELAY-06


def test_a_lower_roll_cannot_interrupt_the_delayed_action_of_a_higher_one() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "delay").do("c", "quick").do("a", "step in").passes("b")
    assert fight.awaited == ("a",)
    assert not fight.do("a", "quick").window
    assert fight.refusal("b", "step in") == {"EP-DELAY-06"}
    assert fight.passes("a").window == "after"  # EP-DELAY-06


def test_who_speaks_up_in_the_open_asks_the_others_too() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "delay").do("a", "step in")
    assert fight.window == "same moment" and fight.awaited == ("b",)
    fight.do("b", "step in")
    assert fight.awaited == ("b",)  # EP-DELAY-06
    fight.passes("b")
    assert fight.window == "after"
    fight.do("a", "step in").turn("a", "c")
    assert fight.order_now == ["b", "a", "c"]
    other = Fight(THREE).do("a", "delay").do("b", "delay").do("a", "step in").do("b", "wait on")
    assert other.awaited == ("a",)


def gained_a_low_place(compare: str) -> Fight:
    """A rolled 13 and has place 5 through an earlier delay; B rolled 10; both delay, and both want the moment before E."""
    fight = Fight({"a": 13, "b": 10, "c": 5, "e": 4}, {"delay_compare": compare}).do("a", "delay after", whom="c").turn("b", "c")
    fight.do("a", "step in").turn("a", "e")
    assert fight.score("a") == 5
    fight.do("b", "delay").do("c", "quick").passes("b").turn("c").passes("b").do("a", "delay").do("e", "quick")
    return fight.do("a", "step in").do("b", "step in")


@pytest.mark.parametrize(("compare", "lowest"), [("roll", "b"), ("place", "a")])
def test_the_roll_decides_or_the_place(compare: str, lowest: str) -> None:
    assert gained_a_low_place(compare).awaited == (lowest,)  # EP-DELAY-06


def test_between_equal_totals_the_higher_ref_counts_as_higher_and_then_a_die() -> None:
    tied = {"a": 10, "b": 10, "c": 8}
    fight = Fight(tied, a={"reflexes": 25}).do("a", "delay").do("b", "delay").passes()
    fight.do("c", "quick").do("a", "step in").do("b", "step in")
    assert fight.awaited == ("b",)  # EP-DELAY-06
    rolls = {"moment 1 a": (2, 2), "moment 1 b": (2, 5), "moment 2 a": (1,), "moment 2 b": (6,)}
    fight = Fight(tied, rolls=rolls).do("a", "delay").do("b", "delay").do("c", "quick").do("a", "step in").do("b", "step in")
    assert fight.awaited == ("a",)
    fight.do("a", "quick")
    assert fight.window == "before" and fight.awaited == ("b",)
