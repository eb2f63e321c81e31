"""Delayed actions: coming in before, after or at the same time; not beyond the turn; one phase a pass."""

import pytest

from firefight.events import Adjusted
from tests.games.shadowrun_4.helpers import Fight, fight_of, person


def delaying(**options: str) -> Fight:
    """A 13 delays, B 9 is about to act, C 6 comes last."""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, **options)
    fight.does("a", "delay")
    return fight


def test_before_means_before_the_acting_one() -> None:
    """SR4-DELAY-01"""
    fight = delaying()
    fight.says("a", "before")
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c")]


def test_after_means_after_the_acting_one_and_before_the_next() -> None:
    """SR4-DELAY-01"""
    fight = delaying()
    fight.says("a", "after")
    assert fight.phases() == [(1, "b"), (1, "a"), (1, "c")]


def test_at_the_same_time_means_a_tie() -> None:
    """SR4-DELAY-01"""
    fight = delaying()
    fight.says("a", "same time")
    assert set(fight.acting) == {"a", "b"}
    fight.shoots("a", "b")
    fight.shoots("b", "a")
    fight.done("a", "b")
    for _ in "ab":
        fight.effect("10 physical")
    assert fight.one("a").has("unconscious")
    assert fight.one("b").has("unconscious")


@pytest.mark.parametrize(
    ("when", "order"),
    [("before", [("a",), ("b", "c")]), ("after", [("b", "c"), ("a",)]), ("same time", [("a", "b", "c")])],
)
def test_a_shared_phase_counts_as_one(when: str, order: list[tuple[str, ...]]) -> None:
    """SR4-DELAY-01"""
    fight = fight_of({"a": 13, "b": 10, "c": 10})
    fight.does("a", "delay")
    fight.says("a", when)
    for group in order:
        assert set(fight.acting) == set(group)
        fight.done(*group)
    assert fight.turn == 2


def test_whoever_waits_must_say_so_when_the_phase_begins() -> None:
    """SR4-DELAY-01"""
    fight = delaying()
    fight.says("a", "wait")
    fight.shoots("b", "a")
    assert fight.refusal("a", "speak up") == {"SR4-DELAY-01"}
    fight.done("b")
    fight.effect("nothing")
    assert fight.asked == ["come in a"]


def test_by_house_rule_he_decides_when_he_has_heard_the_declarations() -> None:
    """SR4-DELAY-01"""
    fight = delaying(delay_hears_declaration="true")
    assert (fight.acting, fight.asked) == (("b",), [])
    fight.shoots("b", "a")
    fight.done("b")
    assert fight.asked == ["come in a"]
    fight.says("a", "before")
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("10 physical")
    assert fight.asked == ["impossible"]
    fight.answers("impossible", "lost")
    assert fight.one("a").pool("physical") == 0
    assert fight.acting == ("c",)


def test_by_house_rule_he_may_also_join_or_follow_what_he_has_heard() -> None:
    """SR4-DELAY-01"""
    fight = delaying(delay_hears_declaration="true")
    fight.shoots("b", "a")
    fight.done("b")
    fight.says("a", "same time")
    fight.shoots("a", "b")
    fight.done("a")
    for _ in "ab":
        fight.effect("10 physical")
    assert fight.one("a").has("unconscious")
    assert fight.one("b").has("unconscious")
    later = delaying(delay_hears_declaration="true")
    later.done("b")
    later.says("a", "after")
    assert later.phases() == [(1, "a"), (1, "c")]


def test_heard_declarations_are_collected_even_where_simple_actions_go_one_by_one() -> None:
    """SR4-DELAY-01"""
    fight = delaying(delay_hears_declaration="true", simple_declaration="one-by-one")
    fight.shoots("b", "a")
    assert not fight.asked
    fight.done("b")
    fight.says("a", "before")
    fight.shoots("a", "b")
    assert fight.asked == ["effect"]


@pytest.mark.parametrize("hears", ["false", "true"])
def test_a_shot_that_has_been_resolved_is_not_stepped_in_front_of(hears: str) -> None:
    """SR4-DELAY-01"""
    fight = delaying(delay_hears_declaration=hears)
    if hears == "false":
        fight.says("a", "wait")
    fight.shoots("b", "a")
    fight.done("b")
    if hears == "true":
        fight.says("a", "wait")
    assert fight.asked == ["effect"]
    assert "SR4-DELAY-01" in fight.refusal("a", "speak up")
    fight.effect("nothing")
    assert fight.one("a").pool("physical") == 0


def test_whoever_said_after_and_is_shot_down_does_not_act() -> None:
    """SR4-DELAY-01"""
    fight = delaying()
    fight.says("a", "after")
    fight.shoots("b", "a")
    fight.done("b")
    fight.effect("10 physical")
    assert fight.acting == ("c",)


def test_a_delay_may_run_into_a_later_pass() -> None:
    """SR4-DELAY-02"""
    fight = fight_of({"a": 13, "b": 9}, {"b": 2})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.done("b")
    fight.says("a", "before")
    assert (fight.number, fight.acting) == (2, ("a",))


def test_a_delay_may_go_on_through_any_number_of_phases() -> None:
    """SR4-DELAY-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, {"b": 2, "c": 2})
    fight.does("a", "delay")
    for who in ("b", "c", "b"):
        fight.says("a", "wait")
        fight.done(who)
    fight.says("a", "before")
    assert fight.phases() == [(2, "a"), (2, "c")]


def test_a_delay_that_is_never_used_is_lost_with_the_turn() -> None:
    """SR4-DELAY-02"""
    fight = fight_of({"a": 13, "b": 9}, delay_after_last="false")
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.done("b")
    assert (fight.turn, fight.acting) == (2, ("a",))
    assert "A's delayed action is lost." in fight.log()


def test_those_who_still_wait_may_act_after_the_last_phase_in_order_of_score() -> None:
    """SR4-DELAY-02"""
    fight = fight_of({"a": 13, "d": 11, "b": 9})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.does("d", "delay")
    fight.says("a", "wait")
    fight.says("d", "wait")
    fight.done("b")
    assert fight.phases() == [(1, "a"), (1, "d")]
    assert fight.turn == 2


def test_there_is_no_delayed_action_left_in_the_next_turn() -> None:
    """SR4-DELAY-02"""
    fight = fight_of({"a": 13, "b": 9}, delay_after_last="false")
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.done("b")
    assert "speak up" not in fight.verbs("a")
    fight.done("a")
    assert not fight.asked


def test_coming_in_holds_a_whole_phase() -> None:
    """SR4-DELAY-03"""
    fight = delaying()
    fight.says("a", "before")
    fight.does("a", "aim")
    fight.shoots("a", "b")
    assert fight.refusal("a", "aim") == {"SR4-PHASE-02"}


def test_coming_in_uses_up_the_own_phase_of_that_pass() -> None:
    """SR4-DELAY-03"""
    fight = fight_of({"b": 15, "a": 13, "c": 6}, {"a": 2, "b": 2})
    fight.done("b")
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.done("c")
    assert fight.asked == ["come in a"]
    fight.says("a", "before")
    assert fight.phases() == [(2, "a"), (2, "b")]


def test_coming_in_after_uses_up_the_own_phase_of_that_pass_too() -> None:
    """SR4-DELAY-03"""
    fight = fight_of({"b": 15, "a": 13, "c": 14}, {"a": 2, "b": 2, "c": 2})
    fight.done("b", "c")
    fight.does("a", "delay")
    fight.says("a", "after")
    assert fight.phases() == [(2, "b"), (2, "a"), (2, "c")]


def test_delaying_does_not_change_the_score() -> None:
    """SR4-DELAY-03"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2, "b": 2})
    fight.does("a", "delay")
    fight.says("a", "before")
    assert fight.phases() == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]


def test_several_come_in_by_score_and_equal_scores_together() -> None:
    """SR4-DELAY-03"""
    fight = fight_of({"a": 13, "d": 11, "e": 11, "b": 9})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.does("d", "delay")
    fight.does("e", "delay")
    for who in "ade":
        fight.says(who, "before")
    assert fight.acting == ("a",)
    fight.done("a")
    assert fight.acting == ("d", "e")
    fight.done("d", "e")
    assert fight.acting == ("b",)


def test_several_come_in_after_by_score_and_equal_scores_together() -> None:
    """SR4-DELAY-03"""
    fight = fight_of({"a": 13, "d": 11, "e": 11, "b": 9, "c": 6})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.does("d", "delay")
    fight.does("e", "delay")
    for who in "ade":
        fight.says(who, "after")
    fight.done("b")
    assert fight.acting == ("a",)
    fight.done("a")
    assert fight.acting == ("d", "e")
    fight.done("d", "e")
    assert fight.acting == ("c",)


def test_the_own_phase_of_a_later_pass_ends_the_older_delay() -> None:
    """SR4-DELAY-03"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 3, "b": 3})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.done("b")
    assert (fight.number, fight.acting) == (2, ("a",))
    assert "A's delayed action is lost." in fight.log()
    fight.does("a", "delay")
    held = fight.session.table.timeline.held
    assert [hold.tag for hold in held] == ["held from pass 2"]
    fight.says("a", "before")
    assert fight.phases() == [(2, "a"), (2, "b"), (3, "a"), (3, "b")]


def test_a_delayed_action_cannot_be_delayed_again() -> None:
    """SR4-DELAY-03"""
    fight = delaying()
    fight.says("a", "before")
    assert fight.refusal("a", "delay") == {"SR4-DELAY-03"}


def test_a_later_delay_has_its_last_chance_although_an_earlier_one_was_used() -> None:
    """SR4-DELAY-02 SR4-DELAY-03"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2, "b": 2})
    fight.does("a", "delay")
    fight.says("a", "before")
    fight.done("a", "b")
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.done("b")
    assert fight.phases() == [(2, "a")]


@pytest.mark.parametrize(("said", "asked_in"), [("wait", [1, 1, 2]), ("wait this pass", [1, 2]), ("wait this turn", [1])])
def test_waiting_need_not_nag(said: str, asked_in: list[int]) -> None:
    """SR4-DELAY-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, {"b": 2}, delay_after_last="false")
    fight.does("a", "delay")
    seen = []
    while fight.turn == 1:
        if fight.asked:
            seen.append(fight.number)
            fight.says("a", said)
        else:
            fight.done(*fight.acting)
    assert seen == asked_in


def test_who_lets_others_go_may_speak_up_again_for_the_next_phase() -> None:
    """SR4-DELAY-01"""
    fight = delaying()
    fight.says("a", "wait this turn")
    fight.does("a", "speak up")
    fight.done("b")
    assert fight.asked == ["come in a"]
    fight.says("a", "before")
    assert fight.acting == ("a",)


def test_a_phase_of_somebody_out_of_action_is_none_to_come_into() -> None:
    """SR4-DELAY-01 SR4-CM-02"""
    fight = delaying()
    fight.says("a", "wait")
    fight.order(Adjusted("c", "physical", 10))
    fight.done("b")
    assert (fight.turn, fight.acting) == (1, ("a",))


def test_nobody_is_asked_about_the_phase_of_one_he_knows_nothing_of() -> None:
    """SR4-DELAY-01"""
    fight = Fight(
        person("a", owner="ana", rolls=False),
        person("lurker", hidden=True, rolls=False),
        person("c", rolls=False),
        scores={"a": 13, "lurker": 9, "c": 6},
    )
    fight.does("a", "delay")
    assert (fight.acting, fight.asked) == (("lurker",), [])
    fight.done("lurker")
    assert fight.asked == ["come in a"]


def test_whoever_is_brought_to_a_score_of_nothing_before_coming_in_does_not_come_in() -> None:
    """SR4-INIT-06 SR4-DELAY-01"""
    fight = fight_of({"a": 13, "d": 2, "b": 1})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.does("d", "delay")
    fight.says("a", "before")
    fight.says("d", "before")
    fight.shoots("a", "d")
    fight.done("a")
    fight.effect("6 physical")
    assert fight.acting == ("b",)
