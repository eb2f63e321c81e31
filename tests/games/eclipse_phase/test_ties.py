"""Ties: at the same time, by REF, or rolled off."""

from __future__ import annotations

import pytest

from firefight.events import Joined
from firefight.games.eclipse_phase import GAME
from firefight.games.eclipse_phase.sheet import Sheet
from firefight.session import combatant
from firefight.table import Mark
from tests.games.eclipse_phase.helpers import Fight

PAIR = {"a": 10, "b": 10, "c": 9}


def test_two_who_shoot_each_other_down_at_the_same_time_are_both_out() -> None:
    fight = Fight(PAIR)
    assert fight.awaited == ("a", "b")
    fight.do("a", "attack", target="b").do("b", "attack", target="a").passes("a", "b")
    fight.answers(effect="out").answers(effect="out")
    assert fight["a"].has("out") and fight["b"].has("out")  # EP-INIT-08
    assert fight.awaited == ("c",)


def test_the_one_after_a_tie_acts_when_both_have_been_resolved() -> None:
    fight = Fight(PAIR).do("a", "quick").passes("a")
    assert fight.refusal("c", "quick") == {"EP-INIT-09"}
    fight.do("b", "attack", target="a").passes("b")
    assert fight.asked == ["effect"]  # EP-INIT-08
    assert fight.answers(effect="nothing").awaited == ("c",)


def test_nothing_is_resolved_before_both_have_declared_everything() -> None:
    fight = Fight(PAIR).do("a", "attack", target="b").do("a", "quick").passes("a").do("b", "attack", target="a")
    assert not fight.asked  # EP-INIT-08
    assert fight.passes("b").asked == ["effect"]


def test_a_wound_of_that_moment_does_not_count_in_that_moment() -> None:
    fight = Fight(PAIR).do("a", "attack", target="b").do("b", "attack", target="a").passes("a", "b")
    fight.answers(effect="+1 wounds")
    assert fight.deed and fight.deed.who == "b" and fight["b"].pool("wounds") == 0  # EP-INIT-08
    fight.answers(effect="nothing")
    assert fight["b"].pool("wounds") == 1 and fight.score("b") == 9


def test_the_higher_ref_goes_first_where_the_table_says_so() -> None:
    fight = Fight(PAIR, {"tie_rule": "ref"}, a={"reflexes": 15}, b={"reflexes": 20})
    assert fight.order_now == ["b", "a", "c"]  # EP-INIT-08
    fight.turn("b", "a", "c")
    assert fight.score("a") == fight.score("b") == 10


def test_equal_ref_acts_simultaneously() -> None:
    fight = Fight(PAIR, {"tie_rule": "ref"}, a={"reflexes": 15}, b={"reflexes": 15})
    assert fight.awaited == ("a", "b")  # EP-INIT-08


def test_a_roll_off_changes_the_mutual_order_and_not_the_count() -> None:
    rolls = {"roll-off 1 a": (3,), "roll-off 1 b": (5,)}
    fight = Fight({**PAIR, "d": 13}, {"tie_rule": "roll-off"}, rolls)
    assert fight.order_now == ["d", "b", "a", "c"]  # EP-INIT-08
    assert fight.score("a") == fight.score("b") == 10
    fight.turn("d", "b", "a", "c").turn("d", "b", "a", "c")


def test_a_roll_off_is_repeated_among_those_still_tied() -> None:
    rolls = {"roll-off 1 a": (4,), "roll-off 1 b": (2,), "roll-off 1 c": (4,), "roll-off 2 a": (1,), "roll-off 2 c": (6,)}
    fight = Fight({"a": 10, "b": 10, "c": 10}, {"tie_rule": "roll-off"}, rolls)
    fight.turn("c", "a", "b")  # EP-INIT-08


def test_a_tie_that_comes_of_a_wound_is_broken_when_its_moment_comes() -> None:
    rolls = {"roll-off 1 b": (2,), "roll-off 1 c": (6,)}
    fight = Fight({"a": 12, "b": 10, "c": 9}, {"tie_rule": "roll-off"}, rolls).attacks("a", "b", "+1 wounds")
    assert fight.order_now == ["a", "bc"]
    fight.turn("a", "c", "b").turn("a", "c", "b")  # EP-INIT-08 EP-INIT-05


def test_by_ref_too_a_late_tie_is_broken_when_its_moment_comes() -> None:
    fight = Fight({"a": 12, "b": 10, "c": 9}, {"tie_rule": "ref"}, b={"reflexes": 15}, c={"reflexes": 20})
    fight.attacks("a", "b", "+1 wounds").turn("a", "c", "b")  # EP-INIT-08


def test_a_tie_of_extra_actions_is_broken_too() -> None:
    points = {"vigor": 1}
    rolls = {"roll-off 1 a": (2,), "roll-off 1 b": (6,)}
    fight = Fight({"a": 11, "b": 10}, {"tie_rule": "roll-off"}, rolls, a=points, b=points).do("a", "buy extra").turn("a")
    fight.do("b", "buy extra").do("b", "attack", target="a").answers(effect="+1 wounds")
    fight.passes("b")
    assert fight.score("a") == 10
    fight.turn("b", "a")  # EP-EXTRA-03
    assert fight.round == 2


def test_a_tie_between_a_newcomer_and_somebody_still_to_come_is_shared() -> None:
    fight = Fight(PAIR, rolls={"initiative d": (3,)}).joins("d", 9).turn_of("a", "b")
    assert fight.awaited == ("c", "d")  # EP-INIT-06 EP-INIT-08


@pytest.mark.parametrize("rule", ["simultaneous", "ref", "roll-off"])
def test_a_squad_shares_one_turn_under_every_tie_rule(rule: str) -> None:
    fight = Fight({"a": 12, "b": 10}, {"tie_rule": rule}, {"initiative b2": (1,)})
    mate = combatant(GAME, "b2", "B2", "gang", Sheet(vigor=0, insight=0), squad="b", fighting=True, marks=(Mark("lit"),))
    fight.order(Joined(mate)).turn("a")
    assert fight.awaited == ("b", "b2")
    assert fight.passes("b", "b2").round == 2


# ------------------------------------------------------------------ delays around a tie


def test_an_interruption_of_one_of_the_tied_comes_before_all_of_them() -> None:
    fight = Fight({"a": 13, "b": 10, "c": 10}).do("a", "delay")
    fight.do("b", "attack", target="c").do("c", "attack", target="b").passes("b", "c")
    assert fight.awaited == ("a",) and fight.window == "before"
    fight.do("a", "step in").attacks("a", "c", "out").passes("a")
    assert fight.answers(still_possible="yes").answers(effect="nothing").round == 2  # EP-INIT-08 EP-DELAY-02
    assert "C is taken out" in fight.told()
    assert fight.order_now == ["a", "bc"] and fight.score("a") == 10


def test_waiting_for_one_of_the_tied_means_after_all_of_them() -> None:
    fight = Fight({"a": 13, "b": 10, "c": 10, "d": 8}).do("a", "delay after", whom="b")
    fight.turn_of("b", "c")
    assert fight.awaited == ("a",) and fight.window == "after"
    fight.do("a", "step in").turn("a", "d")
    assert fight.order_now == ["bc", "a", "d"] and fight.score("a") == 10  # EP-INIT-08 EP-DELAY-04


def test_between_the_actions_of_a_tie_the_first_ones_take_effect_and_the_rest_goes_on_together() -> None:
    fight = Fight({"a": 13, "b": 10, "c": 10}).marks("b", "prone").do("a", "delay")
    fight.do("b", "stand up").do("b", "attack", target="c").do("c", "quick").do("c", "attack", target="b").passes("b", "c")
    fight.passes("a")
    assert fight.window == "before" and fight["b"].has("prone")
    fight.do("a", "step in")
    assert not fight["b"].has("prone")  # EP-INIT-08 EP-DELAY-03
    fight.do("a", "quick").passes("a").answers(still_possible="yes").answers(effect="out")
    assert fight.deed and fight.deed.who == "c" and not fight["c"].has("out")
    fight.answers(still_possible="yes").answers(effect="out")
    assert fight["b"].has("out") and fight["c"].has("out")
