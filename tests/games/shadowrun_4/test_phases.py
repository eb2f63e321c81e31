"""The Action Phase: what it holds, declaring before resolving, what becomes of pointless declarations."""

import pytest

from firefight.events import Changed, Marked, Opened
from firefight.games.shadowrun_4.sheet import Weapon
from firefight.table import Mark
from tests.games.shadowrun_4.helpers import Fight, fight_of, person


def test_two_simple_actions_fit_into_a_phase_and_a_third_does_not() -> None:
    """SR4-PHASE-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.does("a", "aim")
    fight.shoots("a", "b")
    assert fight.budget("a") == {"Simple Action": 0, "Complex Action": 0, "Free Action": 1}
    assert fight.refusal("a", "simple", what="opens the door") == {"SR4-PHASE-02"}


def test_simple_and_complex_do_not_mix() -> None:
    """SR4-PHASE-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.does("a", "aim")
    assert fight.refusal("a", "complex", what="casts a spell") == {"SR4-PHASE-02"}
    fight.done("a")
    fight.does("b", "complex", what="casts a spell")
    assert fight.refusal("b", "aim") == {"SR4-PHASE-02"}
    assert fight.refusal("b", "complex", what="another") == {"SR4-PHASE-02"}
    fight.does("b", "speak", what="Down!")


def test_the_weapon_tells_whether_an_attack_is_simple_or_complex() -> None:
    """SR4-PHASE-02"""
    fight = Fight(
        person("a", rolls=False, gear=(Weapon("pistol"), Weapon("pistol, full burst", "complex"))),
        person("b", rolls=False),
        scores={"a": 13, "b": 9},
    )
    fight.does("a", "attack", weapon="pistol", target="b")
    assert fight.refusal("a", "attack", weapon="pistol, full burst", target="b") == {"SR4-PHASE-02"}
    assert fight.refusal("a", "attack", weapon="unarmed", target="b") == {"SR4-PHASE-02"}


def test_a_simple_action_that_is_not_used_lapses() -> None:
    """SR4-PHASE-02"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2})
    fight.does("a", "aim")
    fight.done("a", "b")
    assert (fight.number, fight.budget("a")["Simple Action"]) == (2, 2)


def test_both_shots_are_declared_before_the_first_is_resolved() -> None:
    """SR4-PHASE-01"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.shoots("a", "b")
    assert not fight.asked
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("10 physical")
    assert fight.asked == ["pointless"]
    fight.answers("pointless", "lost")
    assert fight.acting == ("c",)
    assert "A's action is lost" in fight.log()


def test_the_gm_may_let_a_pointless_action_be_changed() -> None:
    """SR4-PHASE-01"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.shoots("a", "b")
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("10 physical")
    fight.answers("pointless", "change")
    fight.answers("new target", "c", "a")
    fight.effect("3 physical")
    assert fight.one("c").pool("physical") == 3


def test_the_gm_may_let_a_pointless_action_stand() -> None:
    """SR4-PHASE-01"""
    fight = fight_of({"a": 13, "b": 9})
    fight.order(Marked("b", Mark("unconscious")))
    fight.shoots("a", "b")
    fight.done("a")
    fight.answers("pointless", "as declared")
    fight.effect("3 physical")
    assert fight.one("b").pool("physical") == 3


def test_a_target_that_has_left_makes_an_action_pointless() -> None:
    """SR4-PHASE-01"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.shoots("a", "b")
    fight.order(Changed("b", here=False))
    fight.done("a")
    assert fight.asked == ["pointless"]


def test_one_by_one_the_second_is_declared_after_the_first_is_resolved() -> None:
    """SR4-PHASE-01"""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, simple_declaration="one-by-one")
    fight.shoots("a", "b")
    fight.effect("10 physical")
    fight.shoots("a", "c")
    fight.effect("3 physical")
    assert fight.refusal("a", "aim") == {"SR4-PHASE-02"}
    assert fight.one("c").pool("physical") == 3


def test_the_second_action_sees_what_the_first_has_done() -> None:
    """SR4-PHASE-01"""
    fight = fight_of({"a": 13, "b": 9})
    fight.does("a", "aim")
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("nothing")
    assert not fight.one("a").has("aiming")


@pytest.mark.parametrize("declaration", ["together", "one-by-one"])
def test_tied_ones_declare_everything_first_whatever_the_house_rule(declaration: str) -> None:
    """SR4-INIT-04 SR4-PHASE-01"""
    fight = fight_of({"a": 11, "b": 11}, simple_declaration=declaration)
    fight.shoots("a", "b")
    assert not fight.asked
    fight.done("a", "b")
    assert fight.asked == ["effect"]


@pytest.mark.parametrize("declaration", ["together", "one-by-one"])
def test_instead_of_acting_one_may_delay_and_play_goes_on(declaration: str) -> None:
    """SR4-PHASE-03"""
    fight = fight_of({"a": 13, "b": 9}, simple_declaration=declaration)
    fight.does("a", "delay")
    assert fight.asked == ["come in a"]
    fight.says("a", "wait")
    assert fight.acting == ("b",)


def test_who_has_begun_his_phase_cannot_delay_any_more() -> None:
    """SR4-PHASE-03 SR4-DELAY-03"""
    fight = fight_of({"a": 13, "b": 9})
    fight.does("a", "aim")
    assert fight.refusal("a", "delay") == {"SR4-DELAY-03"}
    assert fight.refusal("b", "delay") == {"SR4-PHASE-03"}


def test_a_turn_granted_by_the_gm_has_its_own_actions() -> None:
    """SR4-PHASE-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.done("a")
    fight.order(Opened((("a", "granted 1"),), reason="a favour"))
    fight.does("a", "aim")
    assert fight.budget("a")["Simple Action"] == 1
    fight.done("a")
    assert fight.acting == ("b",)


def test_an_act_that_the_gm_forces_costs_nothing_of_the_next_phase() -> None:
    """SR4-PASS-01 SR4-PHASE-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.does("b", "aim", force="he was ready for it")
    fight.done("a")
    assert fight.budget("b")["Simple Action"] == 2
