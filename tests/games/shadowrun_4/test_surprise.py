"""Surprise: the test, who is surprised by whom, what the surprised cannot do, and for how long."""

from __future__ import annotations

from firefight.commands import Begin
from firefight.events import Changed, Marked
from firefight.games.shadowrun_4 import rules
from firefight.table import Combatant, Mark
from firefight.view import Viewer
from tests.games.shadowrun_4.helpers import Fight, fighter, hits

ABC = {"a": 3, "b": 1, "c": 3}


def ambush(surprised: tuple[str, ...] = ("a", "b", "c"), tested: dict[str, int] = ABC, **more: Combatant) -> Fight:
    """A, B and C, each on a side of his own and with two passes; the GM names the hits of the test."""
    people = [more.get(id) or fighter(id, bonus_passes=1, skills={"pistols": 4, "dodge": 4}) for id in tested]
    scores = {id: 13 - place for place, id in enumerate(tested)}
    fight = Fight(*people, scores={**scores, **{f"surprise {id}": n for id, n in tested.items()}}, begin=False)
    fight.command(Begin(surprised=surprised))
    return fight


def test_one_can_act_against_nobody_who_had_more_hits() -> None:
    """SR4-SURP-01"""
    fight = ambush(tested={"b": 1, "a": 3, "c": 3})
    assert fight.refusal("b", "attack", weapon="pistol", target="a") == {"SR4-SURP-01"}
    assert fight.refusal("b", "attack", weapon="pistol", target="c") == {"SR4-SURP-01"}
    assert "B is surprised by A.\nB is surprised by C." in fight.log()


def test_those_with_equal_hits_are_free_against_each_other() -> None:
    """SR4-SURP-01"""
    fight = ambush()
    fight.attacks("a", "c")
    assert fight.values("attack_sum")["defense_dice"] == 4
    fight.done("b")
    fight.attacks("c", "a")
    assert fight.values("attack_sum")["defense_dice"] == 4


def test_the_surprised_cannot_react() -> None:
    """SR4-SURP-01 SR4-DEF-02"""
    fight = ambush()
    fight.attacks("a", "b", attack=hits(1, 9))
    assert fight.values("attack_sum")["defense_parts"] == "no test"
    assert fight.boxes("b") == (6, 0)


def test_one_who_is_surprised_by_anybody_takes_no_full_defense_against_others() -> None:
    """SR4-SURP-01 SR4-DEF-02"""
    c = fighter("c", owner="cy", skills={"pistols": 4, "dodge": 4}, edge=0)
    fight = ambush(("c",), {"a": 1, "b": 3, "c": 2}, c=c)
    fight.attacks("a", "c")
    assert not fight.asked
    assert fight.values("attack_sum")["way"] == "react"


def test_full_defense_taken_all_the_same_is_none_against_those_one_does_not_see() -> None:
    """SR4-SURP-01 SR4-DEF-02"""
    fight = ambush()
    fight.does("b", "full defense", force="a sixth sense")
    fight.attacks("a", "b")
    assert fight.values("attack_sum")["way"] == "none"


def test_from_the_second_pass_on_it_is_over() -> None:
    """SR4-SURP-01"""
    fight = ambush()
    fight.done("a", "b", "c")
    assert fight.number == 2
    fight.attacks("a", "b")
    assert fight.values("attack_sum")["defense_dice"] == 4
    fight.does("b", "attack", weapon="pistol", target="a")


def test_it_is_over_with_the_turn_where_there_is_one_pass() -> None:
    """SR4-SURP-01"""
    people = {id: fighter(id) for id in "ab"}
    fight = ambush(("b",), {"a": 3, "b": 1}, **people)
    fight.done("a", "b", "a")
    fight.does("b", "attack", weapon="pistol", target="a")


def test_initiative_is_tested_separately() -> None:
    """SR4-SURP-01"""
    people = [fighter(id, side="s" + id, rolls=True, reaction=4, intuition=3) for id in "ab"]
    rolls = {"surprise a": hits(3, 7), "surprise b": hits(1, 7), "initiative a": hits(0, 7), "initiative b": hits(2, 7)}
    fight = Fight(*people, scores={}, rolls=rolls, begin=False)
    fight.command(Begin(surprised=("b",)))
    assert (fight.score("a"), fight.score("b")) == (7, 9)
    assert fight.refusal("b", "attack", weapon="pistol", target="a") == {"SR4-SURP-01"}


def test_the_alert_have_three_dice_more_and_those_in_ambush_six() -> None:
    """SR4-SURP-01"""
    people = [fighter(id, side="s" + id, rolls=True, reaction=4, intuition=3) for id in "abc"]
    rolls = {"surprise a": hits(4, 13), "surprise b": hits(3, 10), "surprise c": hits(2, 7)}
    fight = Fight(*people, scores={}, rolls=rolls, begin=False)
    fight.order(Marked("a", Mark("ambusher")), Marked("b", Mark("alerted")))
    fight.command(Begin())
    log = fight.log()
    assert "B is surprised by A." in log
    assert "C is surprised by A.\nC is surprised by B." in log
    assert not fight.one("a").has_any(("ambusher", "surprised"))


def test_whoever_lies_in_ambush_is_not_surprised_by_his_target() -> None:
    """SR4-SURP-01"""
    fight = Fight(fighter("a"), fighter("b"), scores={"a": 13, "b": 9, "surprise a": 0, "surprise b": 5}, begin=False)
    fight.order(Marked("a", Mark("ambusher")))
    fight.command(Begin())
    fight.does("a", "attack", weapon="pistol", target="b")


def test_only_those_who_are_named_are_in_danger() -> None:
    """SR4-SURP-01"""
    fight = ambush(("c",), {"a": 0, "b": 3, "c": 1})
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.done("a", "b")
    assert fight.refusal("c", "attack", weapon="pistol", target="b") == {"SR4-SURP-01"}
    fight.does("c", "attack", weapon="pistol", target="a")


def test_comrades_do_not_surprise_each_other() -> None:
    """SR4-SURP-01"""
    people = {id: fighter(id, side="crew", skills={"dodge": 2}) for id in "ab"}
    fight = ambush(("a", "b"), {"a": 3, "b": 1}, **people)
    fight.does("b", "full defense")
    fight.done("a")


def test_without_anybody_in_danger_there_is_no_test() -> None:
    """SR4-SURP-01"""
    fight = Fight(fighter("a"), fighter("b"), scores={"a": 13, "b": 9})
    assert not fight.one("a").has("surprise hits")


def test_an_ambush_may_be_sprung_in_a_later_turn() -> None:
    """SR4-SURP-01"""
    fight = Fight(fighter("a"), fighter("b"), scores={"a": 13, "b": 9, "surprise a": 4, "surprise b": 1})
    fight.order(Marked("a", Mark("ambusher")))
    fight.done("a", "b")
    assert fight.turn == 2
    fight.done("a")
    assert fight.refusal("b", "attack", weapon="pistol", target="a") == {"SR4-SURP-01"}


def test_wounds_take_dice_and_a_pool_of_nothing_has_no_hits() -> None:
    """SR4-SURP-01 SR4-CM-01"""
    assert [rules.surprise_pool(4, 3, 6, 2), rules.surprise_pool(1, 1, 0, 5)] == [11, 0]


def test_a_player_learns_nothing_of_a_hidden_one_who_has_surprised_him() -> None:
    """SR4-SURP-01 SR4-DEF-02"""
    people = fighter("b", owner="bo", skills={"dodge": 2}), fighter("lurker")
    fight = Fight(*people, scores={"b": 13, "lurker": 9, "surprise b": 1, "surprise lurker": 5}, begin=False)
    fight.order(Changed("lurker", hidden=True))
    fight.command(Begin(surprised=("b",)))
    bo = Viewer("player", "bo")
    assert "surprised by" not in fight.log(bo)
    offer = next(line for line in fight.session.menu("b", bo) if line.verb == "full defense")
    assert not offer.reasons
