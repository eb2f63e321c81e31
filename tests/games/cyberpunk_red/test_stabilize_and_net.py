"""Stabilize, and NET Actions as a budget."""

from __future__ import annotations

from firefight.commands import Do
from firefight.timeline import Act, Note
from tests.games.cyberpunk_red.helpers import Fight


def test_somebody_is_saved_from_being_mortally_wounded() -> None:
    """CPR-ACT-08"""
    fight = Fight(ana=18, bo=9)
    fight.mark("bo", "mortally wounded")
    fight.do("ana", "stabilize", "success", target="bo")
    assert not fight.one("bo").has("mortally wounded")
    assert not fight.one("bo").has("healing naturally")
    assert fight.budget("ana")["Action"] == 0


def test_natural_healing_begins_for_the_lightly_wounded() -> None:
    """CPR-ACT-08"""
    fight = Fight(ana=18, bo=9)
    fight.mark("bo", "lightly wounded")
    fight.do("ana", "stabilize", "success", target="bo")
    assert fight.one("bo").has("healing naturally")
    assert fight.one("bo").has("lightly wounded")


def test_stabilizing_may_fail_and_has_cost_the_action() -> None:
    """CPR-ACT-08"""
    fight = Fight(ana=18, bo=9)
    fight.mark("bo", "mortally wounded")
    fight.do("ana", "stabilize", "failure", target="bo")
    assert fight.one("bo").has("mortally wounded")
    assert fight.refused("ana", "stabilize", target="bo") == ["CPR-ACT-01"]


def runner(interface: int = 4) -> Fight:
    return Fight(ana=18, bo=9, sheets={"ana": {"interface": interface}})


def test_the_action_becomes_net_actions() -> None:
    """CPR-ACT-11"""
    fight = runner()
    fight.do("ana", "use net actions")
    assert fight.budget("ana") == {"Action": 0, "metres": 12, "NET Actions": 3}
    for what in ("jack in", "backdoor", "eye-dee"):
        fight.do("ana", "net action", what=what)
    assert fight.refused("ana", "net action", what="cloak") == [""]
    assert fight.budget("ana")["NET Actions"] == 0


def test_net_actions_leave_no_other_action() -> None:
    """CPR-ACT-11"""
    fight = runner()
    fight.do("ana", "use net actions")
    assert fight.refused("ana", "attack", target="bo") == ["CPR-ACT-01"]


def test_net_actions_leave_the_move_action() -> None:
    """CPR-ACT-11"""
    fight = runner()
    fight.do("ana", "use net actions")
    fight.do("ana", "move", metres=8)
    fight.do("ana", "net action", what="backdoor")


def test_only_a_netrunner_takes_net_actions() -> None:
    """CPR-ACT-11"""
    assert runner(0).refused("ana", "use net actions") == ["CPR-ACT-11"]


def test_net_actions_that_are_left_are_lost_with_the_turn() -> None:
    """CPR-ACT-11, CPR-ACT-01"""
    fight = runner()
    fight.do("ana", "use net actions")
    fight.passes("ana", "bo")
    assert fight.budget("ana") == {"Action": 1, "metres": 12}


def test_the_gm_may_say_how_many_net_actions_there_are() -> None:
    """CPR-ACT-11"""
    fight = runner()
    fight.session.do(Do("ana", Act("use net actions"), notes=(Note("net actions", 5, "a hot deck"),)))
    assert fight.budget("ana")["NET Actions"] == 5


def test_nothing_is_to_be_done_for_the_dead_the_well_and_machines() -> None:
    """CPR-HP-02, CPR-HP-04"""
    fight = Fight(ana=18, bo=9, car=0, sheets={"car": {"kind": "vehicle"}})
    assert fight.refused("ana", "stabilize", target="bo") == ["CPR-HP-04"]
    assert fight.refused("ana", "stabilize", target="car") == [""]
    fight.mark("bo", "mortally wounded")
    fight.mark("bo", "dead")
    assert fight.refused("ana", "stabilize", target="bo") == ["CPR-HP-02"]
