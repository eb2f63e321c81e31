"""Delaying: the ways of it, who is asked when, and interruptions."""

from __future__ import annotations

from firefight.events import Changed, Released
from tests.games.eclipse_phase.helpers import Fight

THREE = {"a": 13, "b": 10, "c": 8}
LOCKED = {"delay_lock": "locked"}


# ------------------------------------------------------------------ announcing


def test_until_after_somebody() -> None:
    fight = Fight(THREE).do("a", "delay after", whom="b").do("b", "quick")
    assert "A is delaying: B." in fight.told()
    assert not fight.window  # EP-DELAY-01
    fight.turn("b")
    assert fight.window == "after" and fight.awaited == ("a",)
    fight.do("a", "step in").turn("a", "c").turn("b", "a", "c")
    assert fight.score("a") == 10


def test_until_before_somebody() -> None:
    fight = Fight(THREE).do("a", "delay before", whom="c").turn("b").do("c", "quick")
    assert fight.window == "before" and fight.awaited == ("a",)  # EP-DELAY-01
    fight.do("a", "step in").turn("a").answers(still_possible="yes").turn("c").turn("b", "a", "c")
    assert fight.score("a") == 8


def test_on_a_condition_one_is_asked_at_every_declaration() -> None:
    fight = Fight(THREE).do("a", "delay for", what="somebody attacks me").do("b", "attack", target="a")
    assert fight.window == "before" and fight.awaited == ("a",)  # EP-DELAY-01
    assert fight.session.table.timeline.held[0].until == "somebody attacks me"


def test_on_standby_one_may_act_at_any_later_declaration() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "quick").passes("a").do("b", "move", metres=2).passes("a").passes("b")
    assert fight.window == "after"
    fight.passes("a").do("c", "quick")
    assert fight.window == "before"  # EP-DELAY-01
    fight.do("a", "step in").turn("a")
    assert fight.score("a") == 8


def test_a_free_delay_may_be_ended_at_another_moment_than_the_announced_one() -> None:
    fight = Fight(THREE).do("a", "delay after", whom="c").do("b", "quick").do("a", "step in")
    assert fight.attacks("a", "b").turn("a").awaited == ("b",)  # EP-DELAY-01
    assert fight.order_now == ["a", "b", "c"] and fight.score("a") == 10


def test_a_locked_one_acts_only_as_announced() -> None:
    fight = Fight(THREE, LOCKED).do("a", "delay after", whom="b").do("b", "quick")
    assert fight.refusal("a", "step in") == {"EP-DELAY-01"}
    fight.turn("b")
    assert fight.offers("a", "step in")
    fight.passes("a").do("c", "quick")
    assert fight.refusal("a", "step in") == {"EP-DELAY-01"}


def test_a_locked_one_before_somebody_may_speak_up_when_that_one_begins() -> None:
    fight = Fight(THREE, LOCKED).do("a", "delay before", whom="c")
    assert fight.refusal("a", "step in") == {"EP-DELAY-01"}
    fight.turn("b").do("a", "step in").turn("a", "c")  # EP-DELAY-01
    assert fight.order_now == ["b", "a", "c"]


def test_a_locked_one_after_the_last_in_the_order_is_asked_after_that_one() -> None:
    fight = Fight(THREE, LOCKED).do("a", "delay after", whom="c").turn("b").do("c", "quick").turn("c")
    assert fight.window == "after" and fight.offers("a", "step in")  # EP-DELAY-01


def test_a_locked_condition_is_the_gms_to_confirm() -> None:
    fight = Fight(THREE, LOCKED).do("a", "delay for", what="the door opens").do("b", "quick").do("a", "step in")
    assert fight.asked == ["condition"]  # EP-DELAY-01
    fight.answers(condition="no").turn("b")
    assert fight.window == "after"
    fight.do("a", "step in").answers(condition="yes").turn("a", "c")


def test_only_an_ordinary_turn_in_which_nothing_has_been_done_can_be_delayed() -> None:
    fight = Fight(THREE)
    assert fight.refusal("b", "delay") == {"EP-INIT-09"}
    fight.do("a", "move", metres=1)
    assert fight.refusal("a", "delay") == {"EP-DELAY-01"}
    fight.turn("a").do("b", "delay").turn("c").do("b", "step in")
    assert fight.refusal("b", "delay") == {"EP-DELAY-01"}


# ------------------------------------------------------------------ not being asked


def test_who_waits_on_is_not_asked_again_in_this_turn() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "quick").do("a", "wait on")
    fight.turn("b").do("c", "quick").turn("c")
    assert fight.round == 2 and fight.awaited == ("b",)
    assert not fight.do("b", "quick").offers("b", "quick") and fight.window == "before"


def test_who_waits_on_may_still_speak_up_or_be_ready_again() -> None:
    fight = Fight(THREE).do("a", "delay").do("a", "wait on").do("b", "quick")
    assert fight.awaited == ("b",) and fight.offers("a", "step in")
    fight.do("a", "be ready").do("b", "move", metres=1)
    assert fight.window == "before"


def test_who_waits_on_and_then_wants_to_act_is_asked_again_when_a_lower_one_goes_before_him() -> None:
    fight = Fight(THREE).do("a", "delay").do("a", "wait on").do("b", "delay").do("a", "step in").do("b", "step in")
    assert fight.awaited == ("b",)
    assert fight.do("b", "quick").awaited == ("a",)  # EP-DELAY-06
    fight.passes("a", "b")
    assert fight.window == "after" and fight.awaited == ("a",)


def test_a_question_has_to_be_answered_before_anything_else_is_said() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "quick")
    assert fight.refusal("a", "automatic") == {"EP-DELAY-03"}
    assert fight.refusal("a", "quick") == {"EP-INIT-09"}


def test_everybody_delaying_does_not_run_on_for_ever() -> None:
    fight = Fight({"a": 13, "b": 10}).do("a", "delay").do("b", "delay")
    assert fight.window == "last chance" and fight.awaited == ("b", "a")
    fight.passes("a", "b")
    assert fight.round == 2 and fight.awaited == ("b", "a")
    fight.do("a", "wait on").do("b", "wait on")
    assert fight.round == 3 and fight.awaited == ("b", "a")
    fight.do("b", "step in").passes("a").do("b", "attack", target="a").passes("a").answers(effect="out").turn("b")
    assert fight.round == 4 and fight.awaited == ("b",)


def test_two_locked_ones_who_wait_for_each_other_do_not_run_on_for_ever() -> None:
    fight = Fight({"a": 13, "b": 10}, LOCKED).do("a", "delay after", whom="b").do("b", "delay after", whom="a")
    assert fight.round == 2 and fight.window == "last chance"
    assert fight.refusal("a", "step in") == {"EP-DELAY-01"}
    fight.order(Released("a", "lapsed")).passes("a", "b")
    assert fight.round == 3 and fight.awaited == ("a",)


# ------------------------------------------------------------------ interrupting


def test_an_interruption_comes_first_and_the_interrupted_one_right_afterwards() -> None:
    fight = Fight({**THREE, "d": 5}).do("a", "delay").do("b", "attack", target="d").do("a", "step in")
    assert fight.awaited == ("a",)
    fight.attacks("a", "b", "3 durability").passes("a").answers(still_possible="yes")
    assert fight.deed and fight.deed.who == "b" and fight.asked == ["effect"]  # EP-DELAY-02
    fight.answers(effect="2 durability").turn("b", "c", "d")
    assert fight["d"].pool("durability") == 28


def test_who_is_taken_out_by_the_interruption_does_not_act() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "attack", target="a").do("a", "step in").attacks("a", "b", "out").passes("a")
    assert fight.awaited == ("c",) and not fight.asked  # EP-DELAY-02
    assert "B is taken out by the interruption" in fight.told()


def impossible(option: str) -> Fight:
    """B's shot, interrupted by A's."""
    fight = Fight(THREE, {"interrupted_declaration": option}).do("a", "delay").do("b", "attack", target="c").do("a", "step in")
    return fight.do("a", "quick", what="pull C into the next room").passes("a")


def test_what_has_become_impossible_may_be_declared_anew() -> None:
    fight = impossible("binding-if-possible").answers(still_possible="no")
    assert fight.awaited == ("b",) and fight.offers("b", "attack")  # EP-DELAY-02
    assert "B declares anew" in fight.told()


def test_or_it_is_lost() -> None:
    fight = impossible("lost").answers(still_possible="no")
    assert fight.awaited == ("b",) and fight.refusal("b", "attack", target="a") == {"EP-ACT-01"}  # EP-DELAY-02
    assert fight.offers("b", "quick")
    assert impossible("lost").answers(still_possible="yes").asked == ["effect"]


def test_or_the_interrupted_one_chooses() -> None:
    fight = impossible("free")
    assert fight.session.questions()[0].who == "b"
    fight.answers(declare_anew="anew")
    assert fight.awaited == ("b",) and fight.offers("b", "attack")  # EP-DELAY-02
    assert impossible("free").answers(declare_anew="on").asked == ["effect"]


def test_a_move_that_is_declared_anew_gives_its_metres_back() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "move", metres=4).do("a", "step in").turn("a").answers(still_possible="no")
    assert fight["b"].value("spent metres") == 0 and fight.offers("b", "move")


def test_in_a_tie_the_one_who_declares_anew_gets_a_turn_for_it() -> None:
    fight = (
        Fight({"a": 13, "b": 10, "c": 10}).do("a", "delay").do("b", "attack", target="c").passes("b").do("c", "quick").passes("c")
    )
    fight.do("a", "step in").turn("a").answers(still_possible="no").answers(still_possible="yes")
    assert fight.awaited == ("b",) and fight.offers("b", "attack")  # EP-DELAY-02
    fight.attacks("b", "a").do("b", "quick")
    assert fight.refusal("b", "quick") == {"EP-ACT-01"}
    assert fight.turn("b").round == 2


def test_who_is_not_delaying_cannot_interrupt() -> None:
    fight = Fight(THREE).turn("a").do("b", "attack", target="c")
    assert fight.refusal("a", "step in") == {"EP-DELAY-02", "EP-DELAY-03"}
    fight.answers(effect="nothing")
    assert fight.refusal("a", "step in") == {"EP-DELAY-02"}


def test_between_two_actions_but_not_in_the_middle_of_one() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "quick").passes("a").do("b", "attack", target="c").passes("a")
    assert fight.asked == ["effect"] and fight.refusal("a", "step in") == {"EP-DELAY-03"}  # EP-DELAY-03
    fight.answers(effect="nothing").do("a", "step in")
    assert fight.awaited == ("a",)
    fight.turn("a").do("b", "move", metres=1).turn("b", "c")
    assert fight.order_now == ["a", "b", "c"] and fight.score("a") == 10  # EP-DELAY-04


def test_before_an_extra_action() -> None:
    fight = Fight(THREE, b={"vigor": 1}).do("a", "delay").do("b", "buy extra").passes("b").passes("a").turn("c").passes("a")
    assert fight.awaited == ("b",)
    fight.do("b", "attack", target="a")
    assert fight.window == "before"
    fight.do("a", "step in").attacks("a", "b", "out").passes("a")  # EP-DELAY-03 EP-EXTRA-02
    assert fight.round == 2 and fight.awaited == ("c",)
    assert fight.order_now == ["b", "c", "a"] and fight.score("a") == 8  # EP-DELAY-04


def test_one_who_leaves_while_he_is_asked_holds_nobody_up() -> None:
    fight = Fight(THREE).do("a", "delay").do("b", "attack", target="c").order(Changed("a", here=False))
    assert fight.asked == ["effect"]


def test_one_who_has_left_the_fight_is_not_asked() -> None:
    fight = Fight(THREE).do("a", "delay").order(Changed("a", fighting=False)).do("b", "attack", target="c")
    assert fight.asked == ["effect"]
