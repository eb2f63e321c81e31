"""Newcomers, beings of the NET, those who come back, and squads."""

from __future__ import annotations

from firefight.events import Changed, Joined, Scored
from firefight.game import placed
from firefight.timeline import Due
from tests.games.cyberpunk_red.helpers import RED, Fight


def test_a_newcomer_whose_place_is_to_come_acts_this_round() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.join("dot", 9)
    assert fight.queue == ["bo", "dot", "cy"]


def test_a_newcomer_whose_place_has_gone_by_waits_for_the_next_round() -> None:
    """CPR-INIT-04, CPR-INIT-06"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.passes("ana")
    fight.join("dot", 15)
    assert (fight.acting, fight.queue) == (["bo"], ["cy"])
    assert "Dot's place has gone by; the first Turn comes with the next Round." in fight.told()
    fight.passes("bo", "cy")
    assert [*fight.acting, *fight.queue] == ["ana", "dot", "bo", "cy"]


def test_a_newcomer_rolls_for_place_with_those_who_hold_the_number() -> None:
    """CPR-INIT-03: tie rolls made before stand."""
    dice = {"initiative ana": 9, "tie 1 ana": 2, "tie 1 bo": 3, "tie 1 lee": 4}
    fight = Fight(ana=15, bo=15, dot=20, dice=dice, sheets={"ana": {"ref": 6}})
    assert fight.queue == ["bo", "ana"]
    fight.join("lee", 15, die=9)
    assert fight.queue == ["bo", "lee", "ana"]
    assert [fight.one(who).score for who in ("bo", "lee", "ana")] == [(15, 13), (15, 10), (15, 8)]


def test_a_newcomer_who_wins_the_tie_with_the_acting_one_has_missed_his_place() -> None:
    """CPR-INIT-03, CPR-INIT-04"""
    fight = Fight(ana=15, bo=9, dice={"tie 1 ana": 2, "tie 1 lee": 8})
    fight.join("lee", 15)
    assert (fight.acting, fight.queue) == (["ana"], ["bo"])
    fight.passes("ana", "bo")
    assert [*fight.acting, *fight.queue] == ["lee", "ana", "bo"]


def test_a_newcomer_who_loses_the_tie_with_the_acting_one_comes_right_after() -> None:
    """CPR-INIT-03, CPR-INIT-04"""
    fight = Fight(ana=15, bo=9, dice={"tie 1 ana": 8, "tie 1 lee": 2})
    fight.join("lee", 15)
    assert (fight.acting, fight.queue) == (["ana"], ["lee", "bo"])


def test_by_house_rule_a_newcomers_tie_moves_the_acting_one_too() -> None:
    """CPR-INIT-03"""
    fight = Fight({"tie_reroll": "replace"}, ana=15, bo=9, dice={"tie 1 ana": 2, "tie 1 lee": 3})
    fight.join("lee", 15)
    assert fight.numbers == {"ana": 12, "bo": 9, "lee": 13}
    assert (fight.acting, fight.queue) == (["ana"], ["lee", "bo"])
    fight.passes("ana", "lee", "bo")
    assert [*fight.acting, *fight.queue] == ["lee", "ana", "bo"], "nobody had two Turns or none"


def test_by_house_rule_a_newcomers_tie_may_lead_to_another() -> None:
    """CPR-INIT-03"""
    dice = {"tie 1 ana": 2, "tie 1 lee": 3, "tie 2 ana": 4, "tie 2 bo": 9}
    fight = Fight({"tie_reroll": "replace"}, ana=15, bo=12, dice=dice)
    fight.join("lee", 15)
    assert fight.numbers == {"ana": 14, "bo": 16, "lee": 13}


def test_a_newcomer_with_a_number_of_his_own_does_not_roll() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=18, bo=12)
    fight.order(Joined(fight.person("dot", fighting=True, score=(15,))))
    assert fight.queue == ["dot", "bo"]
    assert "initiative dot" not in fight.dice.thrown


def test_two_who_come_together_both_roll() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=18, bo=12)
    fight.order(*(Joined(fight.person(who, n, fighting=True)) for who, n in (("cy", 10), ("dot", 14))))
    assert fight.queue == ["dot", "bo", "cy"]
    assert len(fight.dice.thrown) == 4


def test_a_being_of_the_net_goes_on_top_without_a_roll() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=17, bo=9, sheets={"ice": {"kind": "net"}})
    fight.order(Joined(fight.person("ice", fighting=True)))
    assert fight.numbers["ice"] == 18
    assert "initiative ice" not in fight.dice.thrown


def test_a_being_of_the_net_that_appears_in_mid_round_begins_the_next() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=17, bo=12, cy=9, sheets={"ice": {"kind": "net"}})
    fight.passes("ana")
    fight.order(Joined(fight.person("ice", fighting=True)))
    assert (fight.acting, fight.queue) == (["bo"], ["cy"])
    fight.passes("bo", "cy")
    assert (fight.round, fight.acting) == (2, ["ice"])


def test_beings_of_the_net_that_are_there_from_the_start_stand_one_above_the_other() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=17, ice=0, demon=0, sheets={"ice": {"kind": "net"}, "demon": {"kind": "net"}})
    assert fight.numbers == {"ana": 17, "ice": 18, "demon": 19}
    assert fight.acting == ["demon"]


def test_somebody_who_leaves_and_returns_keeps_his_number() -> None:
    """CPR-INIT-05"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.order(Changed("cy", here=False))
    fight.passes("ana")
    fight.order(Changed("cy", here=True))
    assert (fight.acting, fight.queue) == (["bo"], ["cy"])
    assert fight.dice.thrown.count("initiative cy") == 1


def test_somebody_who_returns_after_his_place_waits_for_the_next_round() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.order(Changed("bo", here=False))
    fight.passes("ana")
    assert fight.acting == ["cy"]
    fight.order(Changed("bo", here=True))
    fight.passes("cy", "ana")
    assert (fight.round, fight.acting) == (2, ["bo"])


def test_nobody_is_told_to_wait_who_has_had_his_turn() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12)
    fight.passes("ana")
    fight.order(Changed("ana", here=False))
    fight.order(Changed("ana", here=True))
    assert not any("gone by" in line for line in fight.told())


def test_somebody_drawn_out_of_the_fight_and_back_in_does_not_jump_the_queue() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.order(Changed("ana", fighting=False))
    assert fight.acting == ["bo"]
    fight.order(Changed("ana", fighting=True))
    assert (fight.acting, fight.queue) == (["bo"], ["cy"])
    fight.passes("bo", "cy")
    assert (fight.round, fight.acting) == (2, ["ana"])


def test_a_number_taken_while_somebody_was_away_is_rolled_off_on_his_return() -> None:
    """CPR-INIT-03"""
    fight = Fight(ana=18, bo=12, dice={"tie 1 bo": 3, "tie 1 cy": 8})
    fight.order(Changed("bo", here=False))
    fight.join("cy", 12)
    assert "tie 1 cy" not in fight.dice.thrown
    fight.order(Changed("bo", here=True))
    assert fight.queue == ["cy", "bo"]


def test_bystanders_who_come_in_roll_then() -> None:
    """CPR-INIT-01, CPR-INIT-06"""
    fight = Fight(ana=18, bo=12, cy=14, begin=False)
    fight.begin(who=("ana", "bo"))
    assert "cy" not in fight.numbers
    fight.order(Changed("cy", fighting=True))
    assert fight.queue == ["cy", "bo"]


def test_a_squad_rolls_once_and_shares_one_turn() -> None:
    """CPR-INIT-01, CPR-INIT-04"""
    fight = Fight(ana=18, bo=12, cy=12, begin=False)
    fight.order(Changed("cy", squad="bo"))
    fight.begin()
    assert fight.dice.thrown == ["initiative ana", "initiative bo"]
    fight.passes("ana")
    assert sorted(fight.acting) == ["bo", "cy"]


def test_who_leaves_a_squad_rolls_for_a_place_of_his_own_at_its_number() -> None:
    """CPR-INIT-03"""
    fight = Fight(ana=18, bo=12, cy=12, begin=False, dice={"tie 1 cy": 9})
    fight.order(Changed("cy", squad="bo"))
    fight.begin()
    fight.order(Changed("cy", squad=""))
    assert fight.queue == ["cy", "bo"]


def test_a_vehicle_has_no_turn_of_its_own() -> None:
    """CPR-INIT-01"""
    fight = Fight(ana=18, car=3, sheets={"car": {"kind": "vehicle"}})
    assert fight.numbers == {"ana": 18}
    fight.passes("ana")
    assert (fight.round, fight.acting) == (2, ["ana"])
    fight.order(Scored("car", (20,)))
    fight.passes("ana")
    assert (fight.round, fight.acting) == (3, ["ana"]), "nor with a number"


def test_every_place_in_the_queue_is_one_of_its_own() -> None:
    """CPR-INIT-01, CPR-INIT-03"""
    fight = Fight(**{f"p{n}": 12 for n in range(6)}, dice={f"tie 1 p{n}": n + 2 for n in range(6)})
    dues: list[Due] = placed(RED, fight.session.table)
    assert len({due.key for due in dues}) == 6


def test_a_squad_whose_place_has_gone_by_waits_as_a_whole() -> None:
    """CPR-INIT-04, CPR-INIT-06"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.passes("ana")
    squad = [fight.person(who, fighting=True, squad="" if who == "dot" else "dot") for who in ("dot", "eve", "fay")]
    fight.dice.left |= {"initiative dot": 9}
    fight.order(*map(Joined, squad))
    assert [fight.one(who).score for who in ("dot", "eve", "fay")] == [(15,)] * 3
    assert (fight.acting, fight.queue) == (["bo"], ["cy"])
    fight.passes("bo", "cy", "ana")
    assert sorted(fight.acting) == ["dot", "eve", "fay"]
