"""The Free Action: in the own phase or later in the turn, in anybody's."""

import pytest

from firefight.events import Marked
from firefight.table import Mark
from tests.games.shadowrun_4.helpers import fight_of


def test_a_free_action_may_be_kept_for_somebody_elses_phase() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.done("a", "b")
    fight.does("a", "drop prone")
    assert fight.one("a").has("prone")
    assert fight.acting == ("c",)


def test_used_in_the_own_phase_it_is_gone() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9})
    fight.does("a", "speak", what="Now!")
    fight.done("a")
    assert fight.refusal("a", "drop prone") == {"SR4-FREE-01"}


def test_nobody_ever_holds_two() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2})
    fight.done("a", "b")
    assert (fight.number, fight.budget("a")["Free Action"]) == (2, 1)
    fight.does("a", "speak", what="one")
    assert fight.refusal("a", "speak", what="two") == {"SR4-FREE-01"}


def test_every_own_phase_brings_a_new_one() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2})
    fight.does("a", "speak", what="one")
    fight.done("a", "b")
    assert fight.budget("a")["Free Action"] == 1


def test_per_turn_there_is_one_in_all_passes() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2}, free_actions="per-turn")
    fight.does("a", "speak", what="one")
    fight.done("a", "b")
    assert fight.refusal("a", "speak", what="two") == {"SR4-FREE-01"}
    fight.done("a")
    assert (fight.turn, fight.budget("a")["Free Action"]) == (2, 1)


def test_per_turn_one_that_is_not_used_is_kept() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2}, free_actions="per-turn")
    fight.done("a", "b")
    fight.does("a", "speak", what="one")


@pytest.mark.parametrize(("rule", "left"), [("per-phase", 1), ("per-turn", 1), ("per-pass", 0)])
def test_per_pass_it_must_be_used_in_its_pass(rule: str, left: int) -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9}, {"b": 2}, free_actions=rule)
    fight.done("a", "b")
    assert (fight.number, fight.budget("a")["Free Action"]) == (2, left)
    if not left:
        assert fight.refusal("a", "drop prone") == {"SR4-FREE-01"}


def test_it_is_not_kept_into_the_next_turn() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9})
    fight.scores = {"a": 5, "b": 9}
    fight.done("a", "b")
    assert fight.turn == 2
    assert fight.refusal("a", "drop prone") == {"SR4-FREE-02"}


def test_who_delays_has_it_and_gets_no_second_one_in_the_same_pass() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.does("a", "drop prone")
    fight.done("b")
    fight.says("a", "before")
    assert fight.refusal("a", "speak", what="and now?") == {"SR4-FREE-01"}
    fight.does("a", "stand up")


def test_a_delayed_action_in_a_pass_without_an_own_phase_brings_none() -> None:
    """SR4-FREE-01"""
    fight = fight_of({"a": 13, "b": 9}, {"b": 2})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.does("a", "speak", what="wait for it")
    fight.done("b")
    fight.says("a", "before")
    assert (fight.number, fight.acting, fight.budget("a")["Free Action"]) == (2, ("a",), 0)


def test_a_delayed_action_that_is_the_phase_of_a_later_pass_brings_a_new_one() -> None:
    """SR4-FREE-01 SR4-DELAY-03"""
    fight = fight_of({"b": 15, "a": 13}, {"a": 2, "b": 2})
    fight.done("b")
    fight.does("a", "speak", what="one")
    fight.does("a", "delay")
    fight.says("a", "before")
    assert (fight.number, fight.acting, fight.budget("a")["Free Action"]) == (2, ("a",), 1)


def test_those_who_have_had_their_phase_may_speak_in_any_declaration() -> None:
    """SR4-FREE-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.done("a")
    fight.does("a", "speak", what="Behind you!")
    assert "A: says: Behind you!" in fight.log()


def test_those_whose_phase_has_not_come_have_none() -> None:
    """SR4-FREE-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.done("a")
    assert fight.refusal("c", "drop prone") == {"SR4-FREE-02"}


def test_free_actions_of_others_are_done_before_the_acting_ones_actions() -> None:
    """SR4-FREE-02"""
    fight = fight_of({"a": 13, "b": 11, "c": 6})
    fight.done("a", "b")
    fight.shoots("c", "a")
    fight.does("a", "drop prone")
    fight.does("b", "drop prone")
    assert fight.one("a").has("prone")
    assert fight.one("b").has("prone")
    assert not fight.asked
    fight.done("c")
    assert fight.asked == ["effect"]


def test_nobody_declares_anything_while_actions_are_resolved() -> None:
    """SR4-FREE-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.done("a")
    fight.shoots("b", "a")
    fight.done("b")
    assert fight.asked == ["effect"]
    assert fight.refusal("a", "drop prone") == {"SR4-FREE-02"}


def test_the_unconscious_have_no_free_action() -> None:
    """SR4-FREE-02 SR4-CM-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.done("a")
    fight.order(Marked("a", Mark("unconscious")))
    assert fight.refusal("a", "drop prone") == {"SR4-CM-02"}
