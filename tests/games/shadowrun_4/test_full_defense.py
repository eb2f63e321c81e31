"""Full Defense as an action and out of turn: what it costs, how long it lasts, and the phase that is owed for it."""

from __future__ import annotations

import pytest

from firefight.commands import Begin, End
from firefight.events import Adjusted, Marked, Opened
from firefight.table import Combatant, Mark
from tests.games.shadowrun_4.helpers import Fight, fighter, hits

FULL, OWES = "full defense", "owes a phase"


def one(id: str, passes: int = 1, owner: str = "", **sheet: object) -> Combatant:
    """Somebody with Dodge 4."""
    return fighter(id, owner, bonus_passes=passes - 1, skills={"pistols": 4, "dodge": 4}, edge=2, **sheet)


def fight_of(scores: dict[str, int], passes: dict[str, int] | None = None, owners: tuple[str, ...] = (), **house: str) -> Fight:
    """People with these scores and passes; some have players."""
    people = [one(id, (passes or {}).get(id, 1), f"player of {id}" if id in owners else "") for id in scores]
    return Fight(*people, scores=scores, **house)


# ------------------------------------------------------------------ as a Complex Action


def test_it_is_a_complex_action_and_leaves_walking_and_running() -> None:
    """SR4-DEF-01"""
    fight = fight_of({"a": 13, "b": 9})
    fight.does("a", "full defense")
    assert fight.budget("a") == {"Simple Action": 0, "Complex Action": 0, "Free Action": 1}
    assert not fight.one("a").has(OWES)
    fight.does("a", "run")
    fight.done("a")
    assert fight.one("a").has("running")


def test_with_another_pass_it_lasts_until_then() -> None:
    """SR4-DEF-01"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2})
    fight.does("a", "full defense")
    fight.done("a")
    assert fight.one("a").has(FULL)
    fight.done("b")
    assert (fight.number, fight.acting, fight.one("a").has(FULL)) == (2, ("a",), False)


def test_with_one_pass_it_lasts_until_the_phase_of_the_next_turn() -> None:
    """SR4-DEF-01"""
    fight = fight_of({"b": 13, "a": 9})
    fight.done("b")
    fight.does("a", "full defense")
    fight.done("a")
    assert (fight.turn, fight.acting, fight.one("a").has(FULL)) == (2, ("b",), True)
    fight.done("b")
    assert (fight.acting, fight.one("a").has(FULL)) == (("a",), False)


def test_it_counts_from_the_declaration() -> None:
    """SR4-DEF-01 SR4-INIT-04"""
    fight = fight_of({"a": 11, "b": 11})
    fight.does("b", "full defense")
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.done("a", "b")
    assert fight.values("attack_sum")["defense_dice"] == 8


# ------------------------------------------------------------------ out of turn


def test_before_the_own_phase_it_costs_that_phase() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 13, "c": 6}, owners=("c",))
    fight.attacks("a", "c")
    assert fight.session.questions()[0].options == ("react", "full defense", "none")
    fight.answers("defense c", "full defense", "c")
    assert fight.values("attack_sum")["defense_dice"] == 8
    assert (fight.turn, fight.acting) == (2, ("a",))
    assert "C gives up this phase for Full Defense." in fight.log()
    assert fight.one("c").has(FULL)
    fight.done("a")
    assert (fight.acting, fight.one("c").has(FULL)) == (("c",), False)


def test_it_may_be_declared_in_anybodys_phase() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.does("c", "full defense")
    fight.attacks("a", "c")
    assert fight.values("attack_sum")["defense_dice"] == 8
    assert fight.phases() == [(1, "b")]
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c")]


def test_after_the_own_phase_it_costs_that_of_the_next_turn_and_only_that_one() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"c": 13, "a": 6}, {"a": 2, "c": 2})
    fight.done("c", "a", "c")
    fight.does("c", "full defense")
    assert fight.phases() == [(2, "a")]
    assert fight.phases() == [(1, "a"), (2, "c"), (2, "a")]


def test_with_another_pass_it_costs_that_one_and_lasts_into_the_next_turn() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2, "b": 2})
    fight.done("a")
    fight.does("a", "full defense")
    fight.done("b")
    assert (fight.number, fight.acting, fight.one("a").has(FULL)) == (2, ("b",), True)
    fight.done("b")
    assert (fight.turn, fight.acting, fight.one("a").has(FULL)) == (2, ("a",), False)


def test_the_surprised_cannot() -> None:
    """SR4-DEF-02 SR4-SURP-01"""
    people = [one("a"), one("b", owner="bo")]
    fight = Fight(*people, scores={"a": 13, "b": 9, "surprise a": 3, "surprise b": 1}, begin=False)
    fight.command(Begin(surprised=("b",)))
    assert fight.refusal("b", "full defense") == {"SR4-SURP-01"}
    fight.attacks("a", "b")
    assert not fight.asked
    assert fight.values("attack_sum")["defense_parts"] == "no test"


def test_an_edge_pass_bought_afterwards_is_the_one_that_is_owed() -> None:
    """SR4-DEF-02 SR4-EDGE-02"""
    fight = fight_of({"c": 13, "a": 6})
    fight.done("c")
    fight.does("c", "full defense")
    fight.does("c", "extra pass")
    fight.done("a")
    assert fight.log().count("C gives up this phase") == 1
    assert (fight.turn, fight.acting, fight.one("c").has(FULL)) == (2, ("c",), False)
    fight.does("c", "aim")
    assert fight.phases() == [(1, "c"), (1, "a")]


def test_a_delayed_action_is_given_up_first() -> None:
    """SR4-DEF-02 SR4-DELAY-03"""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, {"a": 2})
    fight.does("a", "delay")
    fight.says("a", "wait")
    fight.does("a", "full defense")
    assert not fight.session.table.timeline.held
    assert not fight.one("a").has(OWES)
    fight.done("b", "c")
    assert (fight.number, fight.acting, fight.one("a").has(FULL)) == (2, ("a",), False)


def test_it_cannot_be_taken_again_while_a_phase_is_owed() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6}, owners=("c",))
    fight.does("c", "full defense")
    assert fight.refusal("c", "full defense") == {"SR4-DEF-02"}
    fight.attacks("a", "c")
    assert not fight.asked
    fight.done("b")
    fight.does("c", "full defense")
    assert fight.one("c").has(OWES)


def test_in_a_shared_phase_who_has_not_declared_gives_up_that_one() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 11, "b": 11}, {"b": 2})
    fight.does("b", "full defense")
    assert fight.refusal("b", "aim") == {"SR4-PHASE-02"}
    fight.done("a", "b")
    assert (fight.number, fight.acting) == (2, ("b",))


def test_in_a_shared_phase_who_has_declared_gives_up_the_next() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 11, "b": 11}, {"b": 2})
    fight.does("b", "aim")
    fight.does("b", "full defense")
    fight.done("a", "b")
    assert fight.one("b").has("aiming")
    assert (fight.turn, fight.acting) == (2, ("a", "b"))


def test_a_tied_one_who_owes_gives_up_his_share_of_the_phase() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"c": 13, "a": 11, "b": 11})
    fight.does("b", "full defense")
    fight.done("c")
    assert fight.acting == ("a",)


def test_a_phase_that_is_given_up_brings_its_free_action() -> None:
    """SR4-DEF-02 SR4-FREE-01"""
    fight = fight_of({"a": 13, "c": 9, "b": 6})
    fight.does("c", "full defense")
    assert fight.refusal("c", "drop prone") == {"SR4-FREE-02"}
    fight.done("a")
    assert fight.acting == ("b",)
    fight.does("c", "drop prone")
    assert fight.one("c").has("prone")


def test_nobody_is_asked_when_the_only_one_of_a_phase_gives_it_up() -> None:
    """SR4-DEF-02 SR4-DELAY-01"""
    for hears in ("true", "false"):
        fight = fight_of({"d": 15, "a": 13, "c": 9, "b": 6}, delay_hears_declaration=hears)
        fight.does("c", "full defense")
        fight.done("d")
        fight.does("a", "delay")
        assert fight.asked == (["come in a"] if hears == "false" else [])
        assert "gives up this phase" in fight.log()


def test_a_turn_the_gm_grants_is_not_the_phase_that_is_owed() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 13, "c": 6})
    fight.does("c", "full defense")
    fight.order(Opened((("c", "granted 1"),), reason="a favour"))
    fight.does("c", "aim")
    fight.done("c")
    fight.done("a")
    assert (fight.turn, fight.acting) == (2, ("a",))
    assert "C gives up this phase" in fight.log()
    assert fight.one("c").has(FULL)


def test_one_who_is_down_owes_nothing_worse() -> None:
    """SR4-DEF-02 SR4-CM-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 6})
    fight.does("c", "full defense")
    fight.order(Adjusted("c", "stun", 10))
    assert fight.phases() == [(1, "a"), (1, "b")]
    assert fight.refusal("c", "full defense") == {"SR4-CM-02"}


def test_with_the_fight_the_debt_is_over() -> None:
    """SR4-DEF-02"""
    fight = fight_of({"a": 13, "c": 6})
    fight.does("c", "full defense")
    fight.command(End())
    assert not fight.one("c").has_any((FULL, OWES))


def test_two_attackers_of_the_same_time_cost_one_phase() -> None:
    """SR4-DEF-02 SR4-INIT-04"""
    fight = fight_of({"a": 11, "b": 11, "c": 6}, owners=("c",))
    for who in ("a", "b"):
        fight.does(who, "attack", weapon="pistol", target="c")
    fight.done("a", "b")
    fight.answers("defense c", "full defense", "c")
    fight.answers("defense c", "full defense", "c")
    assert fight.log().count("C gives up this phase") == 1
    fight.done("a", "b")
    assert (fight.turn, fight.acting) == (2, ("c",))


# ------------------------------------------------------------------ what else counts for the defense


def test_every_attack_defended_against_costs_a_die_until_the_own_phase() -> None:
    """SR4-DEF-03"""
    fight = fight_of({"a": 13, "d": 12, "e": 11, "b": 9}, {"e": 2})
    dice = []
    for who in ("a", "d", "e"):
        fight.attacks(who, "b")
        dice.append(fight.values("attack_sum")["defense_dice"])
    assert dice == [4, 3, 2]
    fight.done("b")
    fight.attacks("e", "b")
    assert fight.values("attack_sum")["defense_dice"] == 4


def test_reaction_five_has_three_dice_against_the_third_attack() -> None:
    """SR4-DEF-03"""
    fight = Fight(*(fighter(id, reaction=5) for id in "acb"), scores={"a": 13, "c": 10, "b": 9})
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.attacks("a", "b")
    fight.attacks("c", "b")
    assert fight.values("attack_sum")["defense_dice"] == 3


def test_a_phase_given_up_forgets_nothing() -> None:
    """SR4-DEF-03 SR4-DEF-02"""
    fight = fight_of({"a": 13, "c": 9, "b": 6})
    fight.does("c", "full defense")
    fight.attacks("a", "c")
    assert fight.acting == ("b",)
    fight.attacks("b", "c")
    assert fight.values("attack_sum")["defense_dice"] == 7


def test_attacks_of_the_same_time_do_not_make_each_other_easier() -> None:
    """SR4-DEF-03 SR4-INIT-04"""
    fight = fight_of({"a": 11, "d": 11, "c": 10, "b": 9})
    for who in ("a", "d"):
        fight.does(who, "attack", weapon="pistol", target="b")
    fight.done("a", "d")
    assert fight.values("attack_sum")["defense_dice"] == 4
    assert fight.one("b").value("defended") == 2


@pytest.mark.parametrize(
    ("state", "far", "near"),
    [("prone", -2, -2), ("in a moving vehicle", 3, 3), ("running", 2, 0), ("in melee", -3, 0)],
)
def test_what_the_target_is_doing_counts_some_of_it_against_shots_alone(state: str, far: int, near: int) -> None:
    """SR4-DEF-03"""
    for weapon, change in (("pistol", far), ("blade", near)):
        fight = Fight(fighter("a"), fighter("b", skills={}), scores={"a": 13, "b": 9})
        fight.order(Marked("b", Mark(state)))
        fight.attacks("a", "b", weapon)
        assert fight.values("attack_sum")["defense_dice"] == 4 + change


def test_the_unaware_do_not_defend() -> None:
    """SR4-DEF-03"""
    fight = fight_of({"a": 13, "b": 9}, owners=("b",), edge_prompts="never")
    fight.order(Marked("b", Mark("unaware")))
    fight.attacks("a", "b", attack=hits(1, 9), resist=hits(4, 4))
    assert not fight.asked
    assert fight.boxes("b") == (2, 0)
    assert fight.one("b").value("defended") == 0


def test_wounds_take_dice_of_the_defense() -> None:
    """SR4-DEF-03 SR4-CM-01"""
    fight = fight_of({"a": 13, "b": 9})
    fight.order(Adjusted("b", "stun", 6))
    fight.attacks("a", "b")
    assert fight.values("attack_sum")["defense_dice"] == 2
