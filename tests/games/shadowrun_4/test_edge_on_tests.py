"""Edge on tests: paid before the roll, or used after it."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Begin, End
from firefight.events import PoolSet
from firefight.games.shadowrun_4.sheet import Weapon
from firefight.table import Combatant
from tests.games.shadowrun_4.helpers import PISTOL, Fight, fighter, hits, person

SCORES = {"a": 13, "b": 9}


def edged(id: str, owner: str = "", **more: Any) -> Combatant:
    """Somebody with Edge 3 and Pistols 4."""
    return fighter(id, owner, **{"edge": 3, "skills": {"pistols": 4}, **more})


def duel(owner: str = "ana", target: str = "", **house: str) -> Fight:
    """A of a player, 9 dice, against B, 4 dice."""
    return Fight(edged("a", owner), edged("b", target), scores=SCORES, **house)


# ------------------------------------------------------------------ before the roll


def test_before_the_initiative_test_it_adds_dice_and_sixes_count_again() -> None:
    """SR4-EDGE-03 SR4-INIT-05"""
    rolls = {"initiative a": (6, 6, 5, 2, 2, 2, 2, 2, 2, 2), "initiative a sixes 1": (6, 3), "initiative a sixes 2": (5,)}
    fight = Fight(person("a", reaction=4, intuition=3, edge=3), scores={}, rolls=rolls, begin=False)
    fight.does("a", "edge", test="initiative")
    assert fight.one("a").pool("edge") == 2
    fight.command(Begin())
    assert fight.score("a") == 7 + 5
    assert not fight.one("a").has("edge on initiative")


def test_before_an_attack_it_adds_edge_dice_to_all_of_them() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.does("a", "edge", test="attack")
    fight.throws("attack sixes 1", 5)
    fight.attacks("a", "b", attack=(6, *hits(1, 11)))
    found = fight.values("attack_sum")
    assert (found["dice"], found["hits"]) == (12, 3)
    assert "A uses Edge on the attack test: before the roll." in fight.log()
    assert fight.one("a").pool("edge") == 2


def test_a_defender_may_pay_beforehand_for_defense_or_resistance() -> None:
    """SR4-EDGE-03"""
    fight = duel(owner="")
    fight.does("b", "edge", test="defense")
    fight.does("b", "edge", test="resistance")
    fight.attacks("a", "b", attack=hits(3, 9), defend=hits(1, 7))
    assert (fight.values("attack_sum")["defense_dice"], fight.values("damage_sum")["dice"]) == (7, 7)
    assert fight.one("b").pool("edge") == 1


def test_what_was_paid_for_waits_for_its_own_test_and_serves_once() -> None:
    """SR4-EDGE-03"""
    fight = duel(owner="")
    fight.does("b", "edge", test="attack")
    fight.attacks("a", "b")
    assert (fight.values("attack_sum")["defense_dice"], fight.one("b").has("edge on attack")) == (4, True)
    dice = []
    for _ in range(2):
        fight.does("b", "attack", weapon="pistol", target="a")
    fight.done("b")
    dice = [
        event.values["dice"]
        for batch in fight.session.history.batches
        for event in batch.events
        if getattr(event, "key_", "") == "attack_sum"
    ][-2:]  # type: ignore[union-attr]
    assert dice == [12, 8]


def test_one_point_for_one_test() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.does("a", "edge", test="attack")
    assert fight.refusal("a", "edge", test="attack") == {"SR4-EDGE-03"}
    fight.attacks("a", "b")
    assert not fight.asked


def test_without_a_point_left_there_is_nothing_to_pay_with() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.order(PoolSet("a", "edge", 0))
    assert fight.refusal("a", "edge", test="attack") == {"SR4-EDGE-03"}
    fight.attacks("a", "b")
    assert not fight.asked


# ------------------------------------------------------------------ after the roll


def test_after_a_failed_roll_edge_dice_may_be_added() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.attacks("a", "b", defend=hits(1, 4))
    assert fight.asked == ["edge attack"]
    assert fight.session.questions()[0].options == ("no", "more dice", "reroll")
    assert fight.session.questions()[0].about == "Edge? 0 hits on 9 dice: a miss"
    fight.throws("attack edge", 6, 5, 2)
    fight.throws("attack edge sixes 1", 6)
    fight.throws("attack edge sixes 2", 2)
    fight.answers("edge attack", "more dice", "a")
    found = fight.values("attack_sum")
    assert (found["dice"], found["hits"], found["net"]) == (12, 3, 2)
    assert fight.one("a").pool("edge") == 2


def test_or_the_dice_that_were_no_hits_are_thrown_anew() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.attacks("a", "b", attack=hits(2, 9), defend=hits(3, 4))
    fight.throws("attack anew", *hits(3, 7))
    fight.answers("edge attack", "reroll", "a")
    found = fight.values("attack_sum")
    assert (found["dice"], found["hits"], found["net"]) == (9, 5, 2)


def test_or_a_glitch_has_not_happened() -> None:
    """SR4-EDGE-03 SR4-DICE-01"""
    fight = duel()
    fight.attacks("a", "b", attack=(5, 5, 1, 1, 1, 1, 1, 2, 3))
    assert "negate" in fight.session.questions()[0].options
    fight.answers("edge attack", "negate", "a")
    assert "glitch" not in fight.log()
    assert fight.values("attack_sum")["net"] == 2


def test_a_critical_glitch_that_is_rerolled_may_stay_a_glitch() -> None:
    """SR4-EDGE-03 SR4-DICE-01"""
    fight = Fight(edged("a", "ana", skills={}), edged("b"), scores=SCORES)
    fight.attacks("a", "b", attack=(1, 1, 1, 2, 3))
    fight.throws("attack anew", 1, 1, 1, 5, 2)
    fight.answers("edge attack", "reroll", "a")
    assert "A's attack test glitches" in fight.log()
    assert "critical" not in fight.log()


def test_who_says_no_pays_nothing() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.attacks("a", "b")
    fight.answers("edge attack", "no", "a")
    assert fight.one("a").pool("edge") == 3


def test_nobody_is_asked_after_a_roll_that_has_done_it() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.attacks("a", "b", attack=hits(1, 9))
    assert not fight.asked


def test_the_target_is_asked_after_a_hit_and_again_when_it_hurts() -> None:
    """SR4-EDGE-03"""
    fight = duel(owner="", target="bo")
    fight.attacks("a", "b", attack=hits(3, 9))
    assert fight.asked == ["edge defend b"]
    fight.answers("edge defend b", "no", "b")
    assert fight.asked == ["edge resist b"]
    fight.throws("resist b edge", *hits(3, 3))
    fight.answers("edge resist b", "more dice", "b")
    assert fight.boxes("b") == (5, 0)
    assert fight.one("b").pool("edge") == 2


def test_one_point_does_not_serve_the_defense_and_the_damage() -> None:
    """SR4-EDGE-03"""
    fight = Fight(edged("a"), edged("b", "bo", edge=1), scores=SCORES)
    fight.attacks("a", "b", attack=hits(3, 9))
    fight.answers("edge defend b", "more dice", "b")
    assert not fight.asked
    assert fight.one("b").pool("edge") == 0


def test_edge_may_turn_a_hit_into_a_miss() -> None:
    """SR4-EDGE-03 SR4-ATK-01"""
    fight = duel(owner="", target="bo")
    fight.attacks("a", "b", attack=hits(2, 9))
    fight.throws("defend b edge", *hits(2, 3))
    fight.answers("edge defend b", "more dice", "b")
    assert "A misses B (pistol)." in fight.log()


def test_the_table_may_never_ask_and_never_asks_for_the_gms_people() -> None:
    """SR4-EDGE-03"""
    for fight in (duel(edge_prompts="never"), duel(owner="")):
        fight.attacks("a", "b")
        assert not fight.asked


def test_on_the_initiative_test_it_is_asked_for_after_a_glitch() -> None:
    """SR4-EDGE-03 SR4-INIT-07"""
    rolls = {"initiative a": (5, 1, 1, 1, 1, 2, 3)}
    fight = Fight(
        person("a", reaction=4, intuition=3, edge=1, owner="ana"), person("b", rolls=False), scores={"b": 3}, rolls=rolls
    )
    assert fight.asked == ["edge initiative a"]
    fight.answers("edge initiative a", "negate", "a")
    assert fight.score("a") == 8
    assert not fight.one("a").has("initiative glitch")
    assert fight.one("a").pool("edge") == 0


@pytest.mark.parametrize("edge", [1, 2])
def test_two_attackers_of_the_same_time_do_not_draw_one_point_twice(edge: int) -> None:
    """SR4-EDGE-03 SR4-INIT-04"""
    people = [edged("a"), edged("c"), edged("b", "bo", edge=edge)]
    fight = Fight(*people, scores={"a": 11, "c": 11, "b": 5})
    fight.throws("attack", *hits(1, 9), *hits(1, 9))
    for who in ("a", "c"):
        fight.does(who, "attack", weapon="pistol", target="b")
    fight.done("a", "c")
    fight.throws("defend b edge", *hits(1, edge))
    fight.answers("edge defend b", "more dice", "b")
    assert fight.asked == (["edge defend b"] if edge == 2 else [])


def test_what_was_paid_for_beforehand_serves_one_of_two_attacks_of_the_same_time() -> None:
    """SR4-EDGE-03 SR4-INIT-04"""
    fight = Fight(*(edged(id) for id in "acb"), scores={"a": 11, "c": 11, "b": 5})
    fight.does("b", "edge", test="defense")
    for who in ("a", "c"):
        fight.does(who, "attack", weapon="pistol", target="b")
    fight.done("a", "c")
    assert fight.values("attack_sum")["defense_dice"] == 4


def test_edge_paid_for_a_test_that_does_not_come_is_gone_with_the_fight() -> None:
    """SR4-EDGE-03"""
    fight = duel()
    fight.does("a", "edge", test="attack")
    fight.command(End())
    assert not fight.one("a").has("edge on attack")
    assert fight.one("a").pool("edge") == 2


def test_a_weapon_without_numbers_takes_no_edge() -> None:
    """SR4-EDGE-03 SR4-TURN-02"""
    fight = Fight(edged("a", "ana", gear=(Weapon("spell"), PISTOL)), edged("b"), scores=SCORES)
    fight.does("a", "edge", test="attack")
    fight.attacks("a", "b", "spell")
    fight.effect("nothing")
    assert fight.one("a").has("edge on attack")
