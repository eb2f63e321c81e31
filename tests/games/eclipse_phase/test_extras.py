"""Extra actions."""

from __future__ import annotations

from tests.games.eclipse_phase.helpers import Fight

THREE = {"a": 13, "b": 10, "c": 8}
VIGOR, BOTH = {"vigor": 5}, {"vigor": 2, "insight": 2}


def test_vigor_pays_for_a_second_shot_at_the_end_of_the_turn() -> None:
    fight = Fight(THREE, a=VIGOR).attacks("a", "b").do("a", "buy extra", pool="vigor")
    assert fight["a"].pool("vigor") == 4  # EP-EXTRA-05
    assert fight.refusal("a", "attack", target="b") == {"EP-ACT-01"}  # EP-EXTRA-02
    fight.turn("a", "b", "c")
    assert fight.awaited == ("a",) and fight.round == 1
    assert fight.attacks("a", "c").passes("a").first().round == 2  # EP-EXTRA-01 EP-EXTRA-02


def test_insight_pays_for_the_mind_and_vigor_for_the_body() -> None:
    fight = Fight(THREE, a=BOTH).do("a", "buy extra", pool="insight").do("a", "buy extra", pool="vigor").turn("a", "b", "c")
    assert fight.refusal("a", "attack", target="b") == {"EP-EXTRA-01"}
    assert fight.refusal("a", "quick", nature="physical") == {"EP-EXTRA-01"}
    assert fight.offers("a", "quick")
    fight.do("a", "hack").passes("a")  # EP-EXTRA-01
    assert fight.awaited == ("a",)
    assert fight.refusal("a", "hack") == {"EP-EXTRA-01"}
    assert fight.refusal("a", "complex", nature="mental") == {"EP-EXTRA-01"}
    fight.attacks("a", "b")


def test_without_a_point_in_the_pool_there_is_none() -> None:
    fight = Fight(THREE)
    assert fight.refusal("a", "buy extra", pool="vigor") == {"EP-EXTRA-01"}
    assert fight.refusal("a", "buy extra", pool="insight") == {"EP-EXTRA-01"}
    assert fight.refusal("a", "buy extra", pool="flex") == {"EP-EXTRA-01"}


def test_several_with_extra_actions_take_them_in_initiative_order() -> None:
    fight = Fight(THREE, a=VIGOR, c=VIGOR).do("c", "buy extra").do("a", "buy extra").turn("a", "b", "c")
    fight.turn("a", "c")  # EP-EXTRA-03
    assert fight.first().round == 2


def test_one_takes_all_his_extra_actions_in_one_go_or_they_go_round() -> None:
    for option, order in (("all-at-once", "aac"), ("one-by-one", "aca")):
        fight = Fight(THREE, {"extra_rounds": option}, a=VIGOR, c=VIGOR)
        fight.do("a", "buy extra").do("a", "buy extra").do("c", "buy extra").turn("a", "b", "c")
        fight.turn(*order)  # EP-EXTRA-03
        assert fight.first().round == 2


def test_a_delay_of_this_turn_does_not_count_for_extra_actions() -> None:
    fight = Fight(THREE, a=VIGOR, b=VIGOR).do("a", "buy extra").do("b", "buy extra").do("a", "delay after", whom="c")
    fight.turn("b", "c")
    assert fight.window == "after"
    fight.do("a", "step in").turn("a").turn("a", "b").first()  # EP-EXTRA-03 EP-DELAY-04
    assert fight.round == 2 and fight.order_now == ["b", "c", "a"]


def test_wounds_of_this_turn_count_for_extra_actions() -> None:
    fight = Fight(THREE, a=VIGOR, b=VIGOR).do("a", "buy extra").do("b", "buy extra").turn("a", "b").attacks("c", "a", "+4 wounds")
    fight.turn("c", "b", "a")  # EP-EXTRA-03 EP-INIT-05


def test_whoever_goes_first_is_first_among_the_extra_actions_if_the_table_says_so() -> None:
    for option, order in (("true", "ca"), ("false", "ac")):
        fight = Fight(THREE, {"first_covers_extras": option}, first={"c": "vigor"}, a=VIGOR, c=VIGOR)
        fight.do("c", "buy extra").do("a", "buy extra").turn("c", "a", "b")
        fight.turn(*order)  # EP-FIRST-03 EP-EXTRA-03


def test_tied_extra_actions_are_taken_together() -> None:
    fight = Fight({"a": 10, "b": 10}, a=VIGOR, b=VIGOR).do("a", "buy extra").do("b", "buy extra").passes("a", "b")
    assert fight.awaited == ("a", "b")
    fight.do("a", "attack", target="b").do("b", "attack", target="a").passes("a", "b").answers(effect="out").answers(effect="out")
    assert fight["a"].has("out") and fight["b"].has("out")  # EP-EXTRA-03 EP-INIT-08


def test_two_are_the_limit_both_pools_together_and_again_in_the_next_turn() -> None:
    fight = Fight(THREE, a={"vigor": 5, "insight": 2}).do("a", "buy extra", pool="vigor").do("a", "buy extra", pool="insight")
    assert fight.refusal("a", "buy extra", pool="vigor") == {"EP-EXTRA-04"}
    assert fight.refusal("a", "buy extra", pool="insight") == {"EP-EXTRA-04"}
    fight.turn("a", "b", "c", "a", "a").first()
    fight.do("a", "buy extra", pool="vigor").do("a", "buy extra", pool="vigor")  # EP-EXTRA-04
    assert fight["a"].pool("vigor") == 2


def test_a_point_for_going_first_and_one_for_an_extra_action_leave_none_of_two() -> None:
    fight = Fight(THREE, first={"a": "vigor"}, a={"vigor": 2}).do("a", "buy extra")
    assert fight["a"].pool("vigor") == 0 and fight.refusal("a", "buy extra", pool="vigor") == {"EP-EXTRA-01"}  # EP-FIRST-05


def test_an_extra_action_is_one_complex_or_two_quick_ones() -> None:
    fight = Fight(THREE, a=VIGOR).marks("a", "prone").do("a", "buy extra").do("a", "buy extra").turn("a", "b", "c")
    fight.do("a", "reload")
    assert fight.refusal("a", "attack", target="b") == {"EP-EXTRA-05"}
    assert fight.refusal("a", "draw") == {"EP-EXTRA-05"}
    fight.passes("a").do("a", "stand up").do("a", "draw", what="pistol")  # EP-EXTRA-05
    assert fight.refusal("a", "quick") == {"EP-EXTRA-05"}
    assert fight.refusal("a", "reload") == {"EP-EXTRA-05"}
    assert fight.refusal("a", "task") == {"EP-EXTRA-05"}


def test_movement_that_is_left_may_be_used_with_an_extra_action_but_there_is_no_more() -> None:
    fight = Fight(THREE, a=VIGOR).do("a", "movement", gait="full").do("a", "move", metres=12).do("a", "buy extra")
    fight.turn("a", "b", "c")
    assert fight.refusal("a", "move", metres=20) == {"EP-ACT-02"}
    fight.do("a", "move", metres=8)  # EP-EXTRA-05
    assert fight.refusal("a", "move", metres=1) == {"EP-ACT-02"}


def test_extra_actions_are_bought_at_any_time_before_they_begin() -> None:
    fight = Fight(THREE, a=VIGOR, b=VIGOR).do("c", "quick", force="out of turn").do("b", "buy extra").turn("a", "b")
    fight.do("a", "buy extra").turn("c")  # EP-EXTRA-05
    assert fight.awaited == ("a",) and fight.refusal("b", "buy extra") == {"EP-EXTRA-05"}


def test_or_in_ones_own_turn_only() -> None:
    fight = Fight(THREE, {"extra_when": "own-slot"}, a=VIGOR, b=VIGOR)
    assert fight.refusal("b", "buy extra") == {"EP-EXTRA-05"}
    fight.do("a", "buy extra").turn("a")  # EP-EXTRA-05
    assert fight.refusal("a", "buy extra") == {"EP-EXTRA-05"}


def test_an_extra_action_cannot_be_delayed_or_bought_in_the_middle_of_an_action() -> None:
    fight = Fight(THREE, a=VIGOR).do("a", "attack", target="b")
    assert fight.refusal("a", "buy extra") == {"EP-DELAY-03"}
    fight.answers(effect="nothing").do("a", "buy extra").turn("a", "b", "c")
    assert fight.refusal("a", "delay") == {"EP-DELAY-01"}
