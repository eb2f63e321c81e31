"""Lying on the floor, getting up, and Run."""

from __future__ import annotations

from tests.games.cyberpunk_red.helpers import Fight


def fight(**options: str) -> Fight:
    return Fight(options, ana=18, bo=9, sheets={"ana": {"move": 5}})


def prone(**options: str) -> Fight:
    found = fight(**options)
    found.mark("ana", "prone")
    return found


def test_the_prone_get_up_and_then_move() -> None:
    """CPR-ACT-05"""
    on = prone()
    assert on.refused("ana", "move", metres=1) == ["CPR-ACT-05"]
    on.do("ana", "get up")
    on.do("ana", "move", metres=10)
    assert on.budget("ana") == {"Action": 0, "metres": 0}


def test_the_prone_attack_from_the_floor_and_stay_there() -> None:
    """CPR-ACT-05"""
    on = prone()
    on.do("ana", "attack", target="bo", weapon="pistol")
    assert on.refused("ana", "move", metres=1) == ["CPR-ACT-05"]
    on.passes("ana")
    assert on.one("ana").has("prone")


def test_getting_up_without_need_is_refused_and_costs_nothing() -> None:
    """CPR-ACT-05"""
    on = fight()
    assert on.refused("ana", "get up") == ["CPR-ACT-05"]
    assert on.budget("ana")["Action"] == 1


def test_getting_up_leads_the_menu_of_the_prone() -> None:
    """CPR-ACT-05"""
    assert prone().verbs("ana")[:2] == ["get up", "attack"]


def test_run_gives_one_more_move_action() -> None:
    """CPR-ACT-07"""
    on = fight()
    on.do("ana", "move", metres=10)
    on.do("ana", "run")
    on.do("ana", "move", metres=10)
    assert on.budget("ana") == {"Action": 0, "metres": 0}


def test_the_prone_cannot_run_and_getting_up_leaves_no_action_for_it() -> None:
    """CPR-ACT-07"""
    on = prone()
    assert on.refused("ana", "run") == ["CPR-ACT-05"]
    on.do("ana", "get up")
    assert on.refused("ana", "run") == ["CPR-ACT-01"]
    assert on.budget("ana")["metres"] == 10


def test_who_is_held_can_neither_move_nor_run() -> None:
    """CPR-ACT-07"""
    on = fight()
    on.mark("ana", "grappled", by="bo")
    assert on.refused("ana", "move", metres=1) == ["CPR-ACT-07"]
    assert on.refused("ana", "run") == ["CPR-ACT-07"]


def test_run_may_come_first_in_the_books_wording() -> None:
    """CPR-ACT-07"""
    on = fight()
    on.do("ana", "run")
    assert on.budget("ana") == {"Action": 0, "metres": 20}


def test_by_house_rule_a_move_must_have_begun() -> None:
    """CPR-ACT-07"""
    on = fight(run_needs_move_first="true")
    assert on.refused("ana", "run") == ["CPR-ACT-07"]
    on.do("ana", "move", metres=1)
    on.do("ana", "run")
    assert on.budget("ana")["metres"] == 19


def test_knocked_prone_after_a_full_move_one_may_get_up_but_not_run() -> None:
    """CPR-ACT-07"""
    on = fight()
    on.do("ana", "move", metres=10)
    on.mark("ana", "prone")
    assert on.refused("ana", "run") == ["CPR-ACT-05"]
    on.do("ana", "get up")
    assert on.refused("ana", "move", metres=1) == ["CPR-MOV-04"]


def test_there_is_one_run_a_turn() -> None:
    """CPR-ACT-01, CPR-ACT-07"""
    on = fight()
    on.do("ana", "run")
    assert on.refused("ana", "run") == ["CPR-ACT-01"]
    on.passes("ana", "bo")
    assert on.budget("ana") == {"Action": 1, "metres": 10}, "and it is over with the Turn"
