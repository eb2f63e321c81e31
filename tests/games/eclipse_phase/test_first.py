"""Taking the Initiative by Vigor or Insight."""

from __future__ import annotations

from tests.games.eclipse_phase.helpers import Fight

THREE = {"a": 13, "b": 10, "c": 8}
VIGOR, INSIGHT = {"vigor": 3}, {"insight": 2}
ANY_TIME = {"first_when": "any-time"}


def test_vigor_lets_somebody_act_first_for_one_point() -> None:
    fight = Fight(THREE, first={"c": "vigor"}, c=VIGOR)
    assert fight["c"].pool("vigor") == 2  # EP-FIRST-05
    assert fight.offers("c", "attack") and fight.offers("c", "move") and fight.offers("c", "hack")
    fight.turn("c", "a", "b")  # EP-FIRST-01


def test_only_those_with_points_are_asked_and_only_for_pools_that_have_some() -> None:
    fight = Fight(THREE, c={"vigor": 0, "insight": 1}, b={"vigor": 1})
    fight.turn("a", "b", "c")
    assert fight.asked == ["first b", "first c"]
    assert [question.options for question in fight.session.questions()] == [("no", "vigor", "never"), ("no", "insight", "never")]
    fight.first(b="vigor")
    fight.turn("b", "a", "c")
    assert fight.asked == ["first c"]  # EP-FIRST-01 EP-FIRST-02


def test_never_ends_the_questions_of_this_fight() -> None:
    fight = Fight(THREE, first={"c": "never"}, c=VIGOR).turn("a", "b", "c")
    assert fight.awaited == ("a",) and fight.round == 2


def test_insight_goes_first_with_the_mind_only_until_the_turn_is_over() -> None:
    fight = Fight(THREE, first={"c": "insight"}, c={**INSIGHT, "vigor": 1})
    assert fight.refusal("c", "attack", target="a") == {"EP-FIRST-02"}
    assert fight.refusal("c", "move", metres=4) == {"EP-FIRST-02"}
    assert fight.refusal("c", "complex", nature="physical") == {"EP-FIRST-02"}
    assert fight.refusal("c", "buy extra", pool="vigor") == {"EP-FIRST-02"}
    fight.do("c", "hack").passes("c")  # EP-FIRST-02
    fight.do("a", "attack", target="c").do("c", "automatic", what="ducks").answers(effect="nothing")
    assert "C: automatic action: ducks" in fight.told()
    assert fight.refusal("c", "buy extra", pool="vigor") == {"EP-FIRST-02"}
    assert fight.offers("c", "buy extra", pool="insight")
    fight.passes("a").turn("b").first()
    assert fight.turn("a", "b").offers("c", "attack")


def test_in_the_own_slot_the_restriction_ends_with_that_slot() -> None:
    fight = Fight(THREE, {"insight_restriction": "own-slot"}, first={"c": "insight"}, c={**INSIGHT, "vigor": 1})
    assert fight.refusal("c", "attack", target="a") == {"EP-FIRST-02"}
    fight.turn("c").do("c", "buy extra", pool="vigor").turn("a", "b")
    assert fight.awaited == ("c",) and fight.offers("c", "attack")  # EP-FIRST-02


def test_going_first_lasts_one_turn_and_costs_again() -> None:
    fight = Fight(THREE, first={"c": "vigor"}, c=VIGOR).turn("c", "a", "b").first()
    fight.turn("a", "b", "c").first(c="vigor")  # EP-FIRST-03
    assert fight["c"].pool("vigor") == 1
    fight.turn("c", "a", "b")


def test_several_who_pay_go_in_initiative_order_whichever_pool_it_was() -> None:
    four = {**THREE, "d": 7}
    fight = Fight(four, first={"c": "insight", "d": "vigor"}, c=INSIGHT, d=VIGOR)
    fight.turn("c", "d", "a", "b")  # EP-FIRST-04
    points = {who: VIGOR for who in four}
    Fight(four, first=dict.fromkeys(four, "vigor"), **points).turn("a", "b", "c", "d")
    Fight(four, first={"b": "vigor", "d": "vigor"}, **points).turn("b", "d", "a", "c")


def test_at_the_start_of_the_turn_means_at_no_other_time() -> None:
    fight = Fight(THREE, c=VIGOR).turn("a")
    assert fight.refusal("c", "go first") == {"EP-FIRST-05"}


def test_at_any_time_means_that_the_payer_acts_next() -> None:
    fight = Fight(THREE, ANY_TIME, c=VIGOR).turn("a")
    assert fight.awaited == ("b",)
    fight.do("c", "go first").turn("c", "b")  # EP-FIRST-05
    assert fight.round == 2 and fight["c"].pool("vigor") == 2


def test_at_any_time_does_not_break_into_a_turn_that_has_begun() -> None:
    fight = Fight({**THREE, "d": 7}, ANY_TIME, d=VIGOR).turn("a").do("b", "quick").do("d", "go first")
    assert fight.awaited == ("b",)
    fight.turn("b", "d", "c")  # EP-FIRST-05


def test_two_who_pay_one_after_the_other_both_act_before_the_rest() -> None:
    fight = Fight({**THREE, "d": 7}, ANY_TIME, c=VIGOR, d=VIGOR).do("c", "go first")
    assert fight.awaited == ("c",)
    fight.do("c", "quick").do("d", "go first").turn("c", "d", "a", "b")  # EP-FIRST-04 EP-FIRST-05


def test_whoever_has_acted_or_has_no_point_or_the_wrong_pool_cannot_go_first() -> None:
    fight = Fight(THREE, ANY_TIME, a=VIGOR).turn("a")
    assert fight.refusal("a", "go first") == {"EP-FIRST-05"}
    assert fight.refusal("c", "go first", pool="vigor") == {"EP-FIRST-01"}
    assert fight.refusal("c", "go first", pool="insight") == {"EP-FIRST-02"}
    assert fight.refusal("c", "go first", pool="moxie") == {"EP-FIRST-01"}


def test_paying_twice_gets_nobody_further_forward() -> None:
    fight = Fight(THREE, ANY_TIME, c=VIGOR, b=VIGOR).do("a", "quick").do("c", "go first")
    assert fight.refusal("c", "go first") == {"EP-FIRST-04"}
    fight.do("b", "go first").turn("a", "b", "c")
