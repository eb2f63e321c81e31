"""The Initiative Test, the order, wounds in mid-turn, glitches, ties."""

import pytest
from msgspec.structs import replace

from firefight.commands import Begin
from firefight.events import Adjusted, Marked, Scored, SheetSet, Unmarked
from firefight.games.shadowrun_4 import GAME
from firefight.session import found
from firefight.table import Mark
from tests.games.shadowrun_4.helpers import Fight, fight_of, person


def rolled(*faces: int, passes: int = 1, boxes: int = 0, **options: str) -> Fight:
    """A alone, with as many dice as faces; some Physical boxes are marked beforehand."""
    wounds = boxes // 3
    one = person("a", passes, reaction=len(faces) + wounds - 3, body=8)
    hurt = replace(one, pools={**one.pools, "physical": one.pools["physical"].at(boxes)})
    return Fight(hurt, scores={}, rolls={"initiative a": faces}, **options)


def test_everything_in_the_fight_has_a_score_and_is_asked_for_one_before_the_first_pass() -> None:
    """SR4-INIT-01"""
    ids = ("runner", "mage", "spirit", "hound", "program")
    fight = Fight(
        *(person(id, rolls=id != "program") for id in ids),
        scores={"program": 8},
        rolls={f"initiative {id}": (1, 2, 3, 4, 5, 6) for id in ids if id != "program"},
    )
    assert {id: fight.score(id) for id in ids} == {"runner": 8, "mage": 8, "spirit": 8, "hound": 8, "program": 8}


def test_nobody_has_a_phase_while_a_score_is_still_asked_for() -> None:
    """SR4-INIT-01"""
    session = found(GAME, [person("a", rolls=False), person("b", rolls=False)])
    session.do(Begin())
    assert [question.label for question in session.questions()] == ["initiative a"]
    assert session.awaited() == ("",)


def test_the_order_is_from_high_to_low_for_players_and_others_alike() -> None:
    """SR4-INIT-02"""
    fight = Fight(
        person("a", rolls=False),
        person("b", owner="ana", rolls=False),
        person("c", rolls=False),
        scores={"a": 9, "b": 14, "c": 11},
    )
    assert fight.phases() == [(1, "b"), (1, "c"), (1, "a")]


def test_a_wound_modifier_at_the_test_lowers_the_score() -> None:
    """SR4-INIT-03"""
    assert rolled(5, 5, 2, 2, 2, 2, 2).score("a") == 9
    assert rolled(5, 5, 2, 2, 2, 2, boxes=3).score("a") == 8


def test_the_test_adds_hits_to_the_attribute() -> None:
    """SR4-INIT-05"""
    assert rolled(1, 2, 3, 4, 5, 5, 6).score("a") == 10
    assert rolled(1, 2, 3, 4, 4, 3).score("a") == 6


def test_one_test_serves_all_passes() -> None:
    """SR4-INIT-05"""
    fight = rolled(5, 5, 5, 2, 2, 2, 2, 2, 2, passes=3)
    for number in (1, 2, 3):
        assert (fight.number, fight.score("a")) == (number, 12)
        if number < 3:
            fight.done("a")


def test_wounds_lower_dice_and_base_or_by_house_rule_the_dice_alone() -> None:
    """SR4-INIT-06"""
    assert rolled(5, 5, 2, 2, 2, 2, boxes=6).score("a") == 8
    assert rolled(5, 5, 2, 2, 2, 2, boxes=6, wounds_at_test="dice-only").score("a") == 10


def test_the_attribute_does_not_fall_below_nothing() -> None:
    """SR4-INIT-06"""
    one = person("a", reaction=1, intuition=1, body=8)
    hurt = replace(one, pools={**one.pools, "physical": one.pools["physical"].at(9)})
    fight = Fight(hurt, person("b", rolls=False), scores={"b": 5}, rolls={})
    assert fight.score("a") == 0


def test_a_first_full_third_box_takes_one_off_the_score_at_once() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 12, "b": 10})
    fight.order(Adjusted("b", "physical", 4))
    assert fight.score("b") == 9


def test_wounds_move_somebody_within_the_running_pass() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 12, "b": 10, "c": 9})
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("6 physical")
    assert fight.score("b") == 8
    assert fight.acting == ("c",)
    fight.done("c")
    assert fight.acting == ("b",)


def test_a_score_of_nothing_has_no_phase_until_it_rises_again() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 12, "b": 2, "c": 1}, {"b": 2, "a": 2})
    fight.order(Adjusted("b", "physical", 6))
    assert fight.score("b") == 0
    assert fight.queue() == [("c",), ("a",)]
    fight.order(Adjusted("b", "physical", -6))
    assert fight.score("b") == 2
    assert fight.queue() == [("b",), ("c",), ("a",), ("b",)]


def test_whoever_has_acted_is_not_moved_in_this_pass() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"b": 10, "c": 9}, {"b": 2, "c": 2})
    fight.done("b")
    fight.order(Adjusted("b", "physical", 6))
    assert fight.phases() == [(1, "c"), (2, "c"), (2, "b")]


def test_a_phase_that_has_begun_is_not_moved_by_one_who_comes_in_before_it() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 13, "b": 10, "c": 9}, {"b": 2, "c": 2})
    fight.does("a", "delay")
    fight.says("a", "before")
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("6 physical")
    assert (fight.score("b"), fight.acting) == (8, ("b",))
    assert fight.phases() == [(1, "b"), (1, "c"), (2, "c"), (2, "b")]


def test_a_phase_that_has_begun_is_played_even_at_a_score_of_nothing() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 13, "b": 2})
    fight.does("a", "delay")
    fight.says("a", "before")
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("6 physical")
    assert (fight.score("b"), fight.acting) == (0, ("b",))


def test_a_score_of_nothing_cannot_come_in_with_a_delayed_action() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 2, "b": 1, "c": 1})
    fight.does("a", "delay")
    fight.order(Adjusted("a", "physical", 6))
    fight.says("a", "wait")
    fight.done("b", "c")
    assert fight.turn == 2


def test_equal_after_a_wound_ties_only_from_the_next_pass_on() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 11, "b": 11, "c": 10}, {"a": 2, "b": 2, "c": 2})
    fight.shoots("a", "b")
    fight.done("a", "b")
    fight.effect("3 physical")
    assert fight.acting == ("c",)
    fight.done("c")
    assert fight.queue() == [("b", "c")]


def test_equal_scores_share_a_phase_and_hurt_each_other_only_afterwards() -> None:
    """SR4-INIT-04"""
    fight = fight_of({"a": 11, "b": 11, "c": 10})
    assert fight.acting == ("a", "b")
    fight.shoots("a", "b")
    fight.shoots("b", "a")
    fight.done("a", "b")
    fight.effect("10 physical")
    assert not fight.one("b").has("unconscious")
    fight.effect("10 physical")
    assert fight.one("a").has("unconscious")
    assert fight.one("b").has("unconscious")
    assert fight.acting == ("c",)


def test_boxes_of_one_phase_add_up() -> None:
    """SR4-INIT-04"""
    fight = fight_of({"a": 11, "b": 11, "c": 10})
    fight.shoots("a", "c")
    fight.shoots("b", "c")
    fight.done("a", "b")
    fight.effect("8 stun")
    fight.effect("5 stun")
    assert (fight.one("c").pool("stun"), fight.one("c").pool("physical")) == (10, 3)


@pytest.mark.parametrize(
    ("a", "b", "first"),
    [
        ({"edge": 3}, {"edge": 5}, "b"),
        ({"edge": 3, "intuition": 5}, {"edge": 3, "intuition": 6}, "b"),
        ({"reaction": 2, "intuition": 5}, {"reaction": 3, "intuition": 4}, "b"),
    ],
)
def test_the_tie_break_asks_edge_then_attribute_then_reaction(a: dict[str, int], b: dict[str, int], first: str) -> None:
    """SR4-INIT-04"""
    fight = Fight(person("a", rolls=False, **a), person("b", rolls=False, **b), scores={"a": 11, "b": 11}, tie_rule="tie-break")
    assert fight.acting == (first,)


def test_the_tie_break_ends_with_a_die_thrown_until_it_decides() -> None:
    """SR4-INIT-04"""
    rolls = {"tie 1 a": (4,), "tie 1 b": (4,), "tie 2 a": (2,), "tie 2 b": (5,)}
    fight = Fight(
        person("a", 2, rolls=False), person("b", 2, rolls=False), scores={"a": 11, "b": 11}, rolls=rolls, tie_rule="tie-break"
    )
    assert fight.phases() == [(1, "b"), (1, "a"), (2, "b"), (2, "a")]


def test_a_glitch_goes_behind_equal_scores_and_two_of_them_are_tied() -> None:
    """SR4-INIT-07"""
    dice = (5, 5, 5, 1, 1, 1)
    people = [person("a"), person("b", rolls=False), person("c")]
    fight = Fight(*people, scores={"b": 9}, rolls={"initiative a": dice, "initiative c": dice})
    assert (fight.score("a"), fight.acting) == (9, ("b",))
    assert fight.queue() == [("a", "c")]


def test_a_critical_glitch_goes_last_and_loses_a_pass() -> None:
    """SR4-INIT-07"""
    dice = (1, 1, 1, 1, 2, 2, 3)
    two = Fight(person("a", 2, reaction=4), person("b", 2, rolls=False), scores={"b": 3}, rolls={"initiative a": dice})
    assert two.phases() == [(1, "b"), (1, "a"), (2, "b")]
    three = Fight(person("a", 3, reaction=4), person("b", 3, rolls=False), scores={"b": 3}, rolls={"initiative a": dice})
    assert three.phases() == [(1, "b"), (1, "a"), (2, "b"), (2, "a"), (3, "b")]
    one = Fight(person("a", 1, reaction=4), person("b", rolls=False), scores={"b": 3}, rolls={"initiative a": dice})
    assert one.phases() == [(1, "b"), (1, "a")]


def test_a_pass_lost_to_a_critical_glitch_does_not_come_back_when_the_turn_ends() -> None:
    """SR4-INIT-07"""
    alone = Fight(person("a", 3, reaction=4), scores={}, rolls={"initiative a": (1, 1, 1, 1, 2, 2, 3)})
    assert [number for number, _ in alone.phases()] == [1, 2]


def test_a_change_of_the_attribute_moves_the_score_at_once() -> None:
    """SR4-INIT-08"""
    fight = fight_of({"b": 12, "a": 11})
    fight.order(SheetSet("a", "reaction", 5))
    assert fight.score("a") == 13
    fight.order(Marked("a", Mark("quickened", value=3)))
    assert fight.score("a") == 16
    fight.order(Unmarked("a", "quickened"))
    assert fight.score("a") == 13


def test_passes_that_are_gained_count_from_the_next_pass_on() -> None:
    """SR4-INIT-08"""
    fight = fight_of({"a": 11, "b": 9}, {"b": 3})
    fight.done("a", "b")
    assert (fight.number, fight.acting) == (2, ("b",))
    fight.order(SheetSet("a", "bonus_passes", 2))
    assert fight.phases() == [(2, "b"), (3, "a"), (3, "b")]


def test_a_score_set_by_the_gm_moves_with_wounds_like_any_other() -> None:
    """SR4-INIT-06"""
    fight = fight_of({"a": 13, "b": 9, "c": 8})
    fight.order(Scored("b", (7,)))
    fight.order(Adjusted("b", "stun", 3))
    assert fight.score("b") == 6
    assert fight.queue() == [("c",), ("b",)]


def test_where_wounds_leave_nobody_a_phase_the_table_waits_for_the_gm() -> None:
    """SR4-INIT-06"""
    slow = person("a", reaction=1, intuition=1)
    hurt = [replace(slow, id=id, name=id, pools={**slow.pools, "physical": slow.pools["physical"].at(6)}) for id in ("a", "b")]
    session = found(GAME, hurt, secret=bytes(32))
    session.do(Begin())
    assert [one.score[0] for one in session.table.fighters()] == [0, 0]
    assert session.awaited() == () and session.table.timeline.running
    session.order(Adjusted("a", "physical", -6))
    session.order(Scored("a", (4,)))
    assert session.awaited() == ("a",)
