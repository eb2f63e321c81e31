"""Delaying past the end of the action turn."""

from __future__ import annotations

import pytest

from firefight.events import Unmarked
from tests.games.eclipse_phase.helpers import Fight

THREE = {"a": 13, "b": 10, "c": 8}


def over(**options: str) -> Fight:
    """A has delayed throughout the first turn."""
    fight = Fight(THREE, options, a={"vigor": 2}).do("a", "delay").do("a", "wait on").turn("b", "c").first()
    assert fight.round == 2
    return fight


def test_into_the_next_turn_there_is_the_delayed_action_and_nothing_else() -> None:
    fight = over()
    assert fight.awaited == ("b",)
    fight.turn("b")
    assert fight.window == "after"
    fight.do("a", "step in").attacks("a", "c").turn("a")
    assert fight.refusal("a", "quick") == {"EP-INIT-09"}  # EP-DELAY-05
    fight.turn("c").first().turn("b", "a", "c")


def test_into_the_next_turn_and_at_its_top() -> None:
    fight = over().do("a", "step in").turn("a", "b", "c").first()
    assert fight.round == 3 and fight.order_now == ["a", "b", "c"] and fight.score("a") == 10  # EP-DELAY-05
    fight.turn("a", "b", "c")


def test_the_delayed_action_of_the_next_turn_is_a_full_share() -> None:
    fight = over().do("a", "step in").do("a", "quick").attacks("a", "b").do("a", "move", metres=4)
    assert fight.refusal("a", "quick") == {"EP-ACT-01"}  # EP-DELAY-05


def test_whoever_lets_that_turn_pass_too_goes_on_delaying() -> None:
    fight = over().do("a", "wait on").turn("b", "c").first()
    assert fight.round == 3 and fight.awaited == ("b",)  # EP-DELAY-05
    assert fight.told().count("A is still delaying") == 2
    fight.do("a", "step in").turn("a", "b", "c").first()
    assert fight.turn("a").awaited == ("b",)


def test_who_still_delays_is_not_asked_to_go_first() -> None:
    assert over().asked == []  # EP-FIRST-05
    assert not Fight(THREE, a={"vigor": 1}).do("a", "delay").do("a", "wait on").turn("b", "c").asked


@pytest.mark.parametrize(("option", "rules"), [("true", set()), ("false", {"EP-DELAY-05"})])
def test_extra_actions_in_that_turn_are_the_tables_to_allow(option: str, rules: set[str]) -> None:
    fight = over(late_delay_extras=option).do("a", "step in").turn("a")
    if rules:
        assert fight.refusal("a", "buy extra") == rules  # EP-DELAY-05
    else:
        fight.do("a", "buy extra").turn("b", "c").turn("a").first()
    assert over(late_delay_extras=option).offers("a", "buy extra") is not bool(rules)


def test_at_the_end_of_the_turn_there_is_a_last_chance() -> None:
    fight = Fight(THREE).do("a", "delay").turn("b").passes("a").do("c", "quick").passes("a").passes("c")
    assert fight.window == "last chance" and fight.round == 1  # EP-DELAY-05
    fight.do("a", "step in").turn("a")
    assert fight.round == 2 and fight.order_now == ["b", "c", "a"]


def test_somebody_down_goes_on_delaying_and_is_not_asked() -> None:
    fight = Fight(THREE).do("a", "delay").marks("a", "unconscious").do("b", "quick")
    assert not fight.window
    fight.turn("b", "c").order(Unmarked("a", "unconscious")).do("b", "quick")
    assert fight.round == 2 and fight.window == "before"
