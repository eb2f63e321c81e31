"""The place that comes of a delayed action."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from firefight.games.eclipse_phase.places import beside, downward, place
from tests.games.eclipse_phase.helpers import Fight

THREE = {"a": 13, "b": 10, "c": 8}


def interrupting_c(**options: str) -> Fight:
    """A delays and interrupts C."""
    fight = Fight(THREE, options).do("a", "delay before", whom="c").turn("b").do("c", "quick").do("a", "step in").turn("a")
    return fight.answers(still_possible="yes").turn("c")


def test_the_count_of_the_interrupted_one_is_the_new_place_just_before_him() -> None:
    fight = interrupting_c()
    assert fight.score("a") == 8
    fight.turn("b", "a", "c")  # EP-DELAY-04


def test_acting_after_the_last_one_puts_somebody_last() -> None:
    fight = Fight(THREE).do("a", "delay after", whom="c").turn("b", "c").do("a", "step in").turn("a")
    fight.turn("b", "c", "a")  # EP-DELAY-04


def test_a_new_delay_gives_a_new_place() -> None:
    fight = interrupting_c().turn("b").do("a", "delay after", whom="c").turn("c").do("a", "step in").turn("a")
    fight.turn("b", "c", "a")  # EP-DELAY-04


def test_with_tie_the_place_is_shared() -> None:
    fight = interrupting_c(delay_place="tie").turn("b")
    assert fight.awaited == ("a", "c")  # EP-DELAY-04 EP-INIT-08


def test_later_wounds_count_from_the_new_place_and_make_ordinary_ties() -> None:
    fight = interrupting_c().wounds("a", 1)
    assert fight.score("a") == 7  # EP-DELAY-04
    fight.wounds("c", 1)
    assert fight.order_now == ["b", "ac"]


def test_a_wound_taken_before_the_delayed_action_is_not_subtracted_again() -> None:
    for option in ("now", "next-turn", "never"):
        fight = Fight(THREE, {"wound_moves": option}).do("a", "delay after", whom="b").attacks("b", "a", "+1 wounds").turn("b")
        fight.do("a", "step in").turn("a", "c")
        assert fight.score("a") == 10 and fight.order_now == ["b", "a", "c"]  # EP-DELAY-04


def test_interrupting_one_who_acts_first_leads_to_the_very_top() -> None:
    fight = Fight(THREE, c={"vigor": 1}).do("a", "delay").do("a", "wait on").turn("b", "c").first(c="vigor")
    fight.do("c", "quick").do("a", "step in").turn("a").answers(still_possible="yes").turn("c", "b")
    assert fight.score("a") == 10
    fight.turn("a", "b", "c")  # EP-DELAY-04


def test_acting_right_after_one_who_acts_first_leads_there_too() -> None:
    fight = Fight(THREE, c={"vigor": 1}).do("a", "delay").do("a", "wait on").turn("b", "c").first(c="vigor").turn("c")
    fight.do("a", "step in").turn("a", "b")
    assert fight.order_now == ["a", "b", "c"]  # EP-DELAY-04


def test_who_goes_first_and_then_delays_takes_the_new_place_too() -> None:
    fight = Fight(THREE, first={"c": "vigor"}, c={"vigor": 1}).do("c", "delay after", whom="a").turn("a")
    fight.do("c", "step in").turn("c", "b").first()
    fight.turn("a", "c", "b")  # EP-DELAY-04 EP-FIRST-03


def test_two_who_act_at_the_very_end_stand_in_the_order_in_which_they_acted() -> None:
    fight = Fight({**THREE, "d": 11}).do("a", "delay").do("d", "delay").turn("b").passes("a", "d").turn("c")
    assert fight.window == "last chance"
    fight.do("d", "step in").do("a", "step in").turn("d")
    assert fight.window == "after"
    fight.do("a", "step in").turn("a")
    fight.turn("b", "c", "d", "a")  # EP-DELAY-04
    assert fight.score("d") == fight.score("a") == 8


def test_two_who_wait_for_the_same_one_stand_between_him_and_the_next() -> None:
    for option in ("free", "locked"):
        fight = Fight({"a": 13, "d": 11, "b": 10, "c": 8}, {"delay_lock": option})
        fight.do("a", "delay after", whom="b").do("d", "delay after", whom="b").turn("b")
        fight.do("a", "step in").do("d", "step in").turn("d")
        assert fight.window == "after" and fight.awaited == ("a",)
        fight.do("a", "step in").turn("a", "c")
        assert fight.order_now == ["b", "d", "a", "c"]  # EP-DELAY-04 EP-DELAY-06


def test_two_who_wait_before_the_same_one_choose_among_themselves() -> None:
    fight = Fight({"a": 13, "d": 11, "c": 8}, {"delay_lock": "locked"})
    fight.do("a", "delay before", whom="c").do("d", "delay before", whom="c").do("c", "quick")
    fight.do("a", "step in").do("d", "step in").do("d", "quick")
    assert fight.window == "before" and fight.awaited == ("a",)
    fight.do("a", "step in").turn("a").answers(still_possible="yes").turn("d").answers(still_possible="yes").turn("c")
    assert fight.order_now == ["a", "d", "c"]  # EP-DELAY-04 EP-DELAY-06


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_place_beside_somebody_is_beside_him_and_leaves_the_order_of_the_others_alone(data: st.DataObject) -> None:
    ids = "abcdef"
    fight = Fight({who: data.draw(st.integers(6, 9), label=who) for who in ids})
    table = fight.session.table
    for _ in range(data.draw(st.integers(1, 8))):
        who = data.draw(st.sampled_from(ids))
        others = [other for other in ids if other != who]
        anchor, before = data.draw(st.sampled_from(others)), data.draw(st.booleans())
        old = [(one, other) for one in others for other in others if less(table, one, other)]
        for event in beside(table, who, [anchor], before):
            table = event.apply(table)
        assert [(one, other) for one in others for other in others if less(table, one, other)] == old
        assert less(table, who, anchor) if before else less(table, anchor, who)
        between = [
            x
            for x in others
            if (less(table, who, x) and less(table, x, anchor)) or (less(table, anchor, x) and less(table, x, who))
        ]
        assert not between and place(table.who(who)).number == place(table.who(anchor)).number  # EP-DELAY-04


def less(table: object, one: str, other: str) -> bool:
    """Whether one comes before the other."""
    return downward(place(table.who(one))) < downward(place(table.who(other)))  # type: ignore[attr-defined]
