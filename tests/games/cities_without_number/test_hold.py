"""Holding an action: the price, the moment, what it prevents, and what is lost. All of CWN-ACT-19."""

from __future__ import annotations

from firefight.events import Marked
from firefight.games.cities_without_number.sheet import Ability
from firefight.marks import until_turn_start
from firefight.table import Mark
from tests.games.cities_without_number.helpers import Fight, npc, pc

HIT = {"attack": 15, "damage": 5}
EYES = Ability("Eyes", kind="on turn", effect="mark")


def holding(*, thug_hp: int = 4, **options: str) -> Fight:
    """Ana has held her action; the thug is up."""
    people = (pc("ana", abilities=(EYES,)), pc("bo", melee_ac=12), npc("thug", hp=thug_hp), npc("pal"))
    fight = Fight(*people, order=("pcs", "gang"), **{"windows": "concerned", "morale_prompt": "off", **options})
    fight.order(Marked("bo", Mark("waives")))
    fight.does("ana", "hold")
    fight.done("bo")
    return fight


def test_holding_costs_the_move_and_ends_the_turn() -> None:
    """CWN-ACT-19"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "hold")
    assert (fight.awaited, fight.budget("ana")) == (("bo",), {"Main": 1, "Move": 0})
    assert [hold.who for hold in fight.table.timeline.held] == ["ana"]


def test_it_needs_an_unspent_move_and_ones_own_turn() -> None:
    """CWN-ACT-19"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    assert fight.against("thug", "hold") == {"CWN-ACT-02"}
    fight.does("ana", "run", metres=10)
    assert fight.against("ana", "hold") == {"CWN-ACT-19"}


def test_a_held_attack_is_resolved_first_without_a_penalty() -> None:
    """CWN-ACT-19"""
    fight = holding()
    fight.does("thug", "run", metres=3)  # into the doorway
    assert (fight.window, fight.awaited) == ("before 1", ("ana",))
    fight.attacks("ana", "thug")
    fight.done("ana", rolls={"attack": 10, "damage": 5})
    fight.done("thug")  # he could have taken Total Defense
    assert fight.told("Ana hits Thug with the knife: 10")
    assert fight.has("thug", "dead")
    assert fight.told("comes to nothing")
    assert not fight.told("Thug moves")


def test_it_may_answer_the_dice_and_then_they_are_lost() -> None:
    """CWN-ACT-19 CWN-INST-04"""
    fight = holding()
    fight.attacks("thug", "bo")
    fight.done("ana", rolls={"attack": 15, "damage": 5})
    assert (fight.window, fight.awaited) == ("after 1", ("ana",))
    fight.attacks("ana", "thug")
    fight.done("ana", rolls=HIT)
    assert fight.has("thug", "dead")
    assert fight.told("comes to nothing")
    assert fight.pool("bo") == 10


def test_even_where_attacks_are_simultaneous_a_held_one_is_faster() -> None:
    """CWN-ACT-19 CWN-INST-04"""
    fight = holding(instant_attack_order="always_simultaneous")
    fight.attacks("thug", "bo")
    fight.attacks("ana", "thug")
    fight.done("ana", rolls=HIT)
    assert (fight.has("thug", "dead"), fight.pool("bo")) == (True, 10)


def test_a_foe_who_still_stands_goes_on() -> None:
    """CWN-ACT-19"""
    fight = holding(thug_hp=10)
    fight.attacks("thug", "bo")
    fight.attacks("ana", "thug")
    fight.done("ana", rolls={"attack": (15, 15), "damage": (5, 4)})
    assert (fight.pool("thug"), fight.pool("bo")) == (5, 6)


def test_by_house_rule_it_must_come_before_the_dice() -> None:
    """CWN-ACT-19"""
    fight = holding(hold_window="before_roll")
    fight.attacks("thug", "bo")
    fight.does("ana", "watch")
    fight.done("ana", rolls=HIT)
    assert fight.window == "after 1"  # she could still make a Snap Attack
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-19"}
    closed = holding(instant_after_roll="before_roll_only")
    closed.attacks("thug", "bo")
    closed.done("ana", rolls=HIT)
    assert (closed.window, closed.pool("bo")) == ("", 5)


def test_at_any_pause_the_rest_of_the_turn_is_taken_together() -> None:
    """CWN-ACT-19 CWN-ACT-03"""
    fight = holding()
    fight.does("ana", "use", ability="Eyes")
    assert (fight.awaited, fight.table.timeline.held) == (("ana",), ())
    fight.attacks("ana", "pal", "pistol", rolls=HIT)
    fight.done("pal")  # waits for his Total Defense
    fight.does("ana", "go prone")
    fight.done("ana")
    assert set(fight.awaited) == {"thug", "pal"}
    assert (fight.pool("pal"), fight.has("ana", "prone")) == (5, True)


def test_the_main_action_may_become_a_move() -> None:
    """CWN-ACT-19 CWN-ACT-02"""
    fight = holding()
    fight.does("ana", "run", metres=10)
    assert fight.budget("ana") == {"Main": 0, "Move": 0}
    fight.done("ana")
    assert set(fight.awaited) == {"thug", "pal"}


def test_in_a_window_the_rest_of_the_turn_is_taken_in_it() -> None:
    """CWN-ACT-19"""
    fight = holding()
    fight.attacks("thug", "bo")
    fight.does("ana", "use", ability="Eyes")
    fight.attacks("ana", "thug")
    assert fight.window == "before 1"
    assert fight.against("ana", "run") == {"CWN-ACT-02"}
    fight.done("ana", rolls=HIT)
    assert fight.has("ana", "eyes")
    assert fight.has("thug", "dead")


def test_two_held_actions_of_one_moment_are_simultaneous() -> None:
    """CWN-ACT-19 CWN-INST-03"""
    people = (pc("ana", hp=4), npc("thug", hp=4), npc("cop", "police"))
    fight = Fight(*people, order=("pcs", "gang", "police"), windows="concerned", morale_prompt="off")
    fight.does("ana", "hold")
    fight.does("thug", "hold")
    fight.does("cop", "run", metres=3)
    assert fight.awaited == ("ana", "thug")
    fight.attacks("ana", "thug")
    fight.attacks("thug", "ana")
    fight.done("ana", "thug", rolls={"attack": (15, 15), "damage": (5, 5)})
    assert (fight.pool("ana"), fight.pool("thug")) == (0, 0)


def test_the_main_action_may_go_into_a_snap_attack_or_total_defense_instead() -> None:
    """CWN-ACT-19"""
    fight = holding()
    fight.does("ana", "total defense")
    assert [hold.who for hold in fight.table.timeline.held] == ["ana"]
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-01"}
    fight.does("ana", "use", ability="Eyes")  # only On Turn Actions are left
    fight.done("ana")


def test_with_the_main_action_spent_only_on_turn_actions_are_held() -> None:
    """CWN-ACT-19"""
    fight = Fight(pc("ana", abilities=(EYES,)), npc("thug"), order=("pcs", "gang"))
    fight.attacks("ana", "thug", rolls={"attack": 1, "damage": 1})
    fight.does("ana", "hold")
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-01"}
    fight.does("ana", "use", ability="Eyes")


def test_what_nobody_triggers_is_lost_with_the_round() -> None:
    """CWN-ACT-19 CWN-SEQ-05"""
    fight = holding()
    fight.done("thug", "pal")
    assert (fight.window, fight.awaited) == ("last 1", ("ana",))
    fight.done("ana")
    assert fight.told("Ana's held action is lost with the round")
    assert (fight.round, fight.budget("ana")) == (2, {"Main": 1, "Move": 1})


def test_the_last_side_can_hold_for_its_own() -> None:
    """CWN-ACT-19"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("gang", "pcs"), windows="concerned")
    fight.done("thug")
    fight.does("ana", "hold")
    fight.does("ana", "watch")  # else only the other side's deeds stop for her
    fight.attacks("bo", "thug")
    assert (fight.window, fight.awaited) == ("before 1", ("ana",))
    fight.done("ana", rolls={"attack": 1, "damage": 1})
    assert (fight.window, fight.awaited) == ("after 1", ("ana",))
    fight.done("ana", "bo")
    assert fight.window == "last 1"


def test_it_may_be_given_up() -> None:
    """CWN-ACT-19"""
    fight = holding()
    fight.does("ana", "let go")
    fight.attacks("thug", "bo", rolls=HIT)
    assert (fight.window, fight.pool("bo")) == ("", 5)


def test_triggering_it_is_part_of_the_old_turn() -> None:
    """CWN-SEQ-04 CWN-ACT-19"""
    fight = holding()
    fight.order(Marked("ana", Mark("shielded", until_turn_start("ana"))))
    fight.attacks("ana", "pal", "pistol", rolls=HIT)
    assert fight.has("ana", "shielded")


def test_who_comes_down_while_holding_loses_it() -> None:
    """CWN-ACT-19"""
    fight = holding()
    fight.order(Marked("ana", Mark("unconscious")))
    fight.attacks("thug", "bo", rolls=HIT)
    fight.done("thug", "pal")
    assert (fight.round, fight.table.timeline.held) == (2, ())
