"""Using a Skill and using an object, quick tasks and longer ones."""

from __future__ import annotations

import pytest

from tests.games.cyberpunk_red.helpers import Fight


def fight(**options: str) -> Fight:
    return Fight(options, ana=18, bo=9)


def rounds(on: Fight, *verbs: str) -> None:
    """Whole rounds in which Ana does these things."""
    for verb in verbs:
        if verb == "go on":
            on.do("ana", "go on", task="crack the safe")
        elif verb == "attack":
            on.do("ana", "attack", target="bo")
        on.passes("ana", "bo")


def cracking(seconds: int, **options: str) -> Fight:
    """The first Action for the safe is paid, and the round is over."""
    on = fight(**options)
    on.do("ana", "use skill", seconds, what="crack the safe")
    assert on.asked == []
    rounds(on, "")
    return on


def checked(on: Fight) -> bool:
    """Goes on with the safe; whether that brings the Check."""
    on.do("ana", "go on", task="crack the safe")
    made = on.asked == ["check"]
    if made:
        on.reply("the door swings open")
    on.passes("ana", "bo")
    return made


# CPR-ACT-12
@pytest.mark.parametrize("seconds", [2, 3])
def test_a_quick_task_is_one_action_and_its_check_comes_at_once(seconds: int) -> None:
    on = fight()
    on.do("ana", "use skill", what="spot the camera")
    assert on.asked == ["seconds"]
    on.reply(seconds)
    assert on.asked == ["check"]
    on.reply("success")
    assert on.told()[-1] == "Ana, spot the camera: success."
    assert on.refused("ana", "use skill", what="hide") == ["CPR-ACT-01"]


# CPR-ACT-13
@pytest.mark.parametrize(("seconds", "turns"), [(9, 3), (10, 4), (4, 2)])
def test_a_longer_task_is_paid_turn_by_turn_and_checked_with_the_last_action(seconds: int, turns: int) -> None:
    on = cracking(seconds)
    made = [checked(on) for _ in range(turns - 1)]
    assert made == [False] * (turns - 2) + [True]
    assert on.refused("ana", "go on", task="crack the safe") == [""], "nothing is left to go on with"


def test_a_turn_without_paying_keeps_the_progress() -> None:
    """CPR-ACT-13"""
    on = cracking(9)
    rounds(on, "go on", "attack")
    assert checked(on)


def test_by_house_rule_a_turn_without_paying_loses_it() -> None:
    """CPR-ACT-13"""
    on = cracking(9, task_gap="reset")
    rounds(on, "go on", "attack")
    assert [checked(on), checked(on), checked(on)] == [False, False, True]


def test_by_house_rule_paying_on_without_a_gap_loses_nothing() -> None:
    """CPR-ACT-13"""
    on = cracking(9, task_gap="reset")
    assert [checked(on), checked(on)] == [False, True]


# CPR-ACT-13
@pytest.mark.parametrize(("ruling", "made"), [("keep", True), ("lose", False)])
def test_by_house_rule_the_gm_says_whether_progress_is_lost(ruling: str, made: bool) -> None:
    on = cracking(9, task_gap="gm")
    rounds(on, "go on", "attack")
    on.do("ana", "go on", task="crack the safe")
    assert on.asked == ["gap"]
    on.reply(ruling)
    assert (on.asked == ["check"]) is made


def test_move_actions_stay_free_all_the_while() -> None:
    """CPR-ACT-13"""
    on = cracking(9)
    on.do("ana", "go on", task="crack the safe")
    on.do("ana", "move", metres=12)


def test_two_longer_tasks_do_not_mix() -> None:
    """CPR-ACT-13"""
    on = cracking(6)
    on.do("ana", "use object", 6, what="barricade the door")
    rounds(on, "")
    assert [line.fixed["task"] for line in on.offers("ana") if line.verb == "go on"] == ["crack the safe", "barricade the door"]
    on.do("ana", "go on", task="barricade the door")
    assert on.asked == []


def test_the_log_tells_how_far_a_task_has_come() -> None:
    """CPR-ACT-13"""
    on = cracking(9)
    rounds(on, "go on")
    assert "That takes 3 Actions; the first is paid." in on.told()
    assert "2 of 3 Actions are paid." in on.told()


def test_an_object_is_used_without_a_check() -> None:
    """CPR-ACT-14"""
    on = fight()
    on.do("ana", "use object", 3, what="the detonator")
    assert on.asked == []
    assert on.budget("ana")["Action"] == 0
    assert on.told()[-1] == "Ana: uses an object, the detonator."


# CPR-ACT-15
@pytest.mark.parametrize(("seconds", "turns"), [(12, 4), (5, 2)])
def test_longer_handling_is_paid_turn_by_turn_and_takes_no_check(seconds: int, turns: int) -> None:
    on = fight()
    on.do("ana", "use object", seconds, what="barricade the door")
    for _ in range(turns - 1):
        assert "Ana has done it: barricade the door." not in on.told()
        on.passes("ana", "bo")
        on.do("ana", "go on", task="barricade the door")
    assert on.asked == []
    assert on.told()[-1] == "Ana has done it: barricade the door."


# CPR-ACT-15
@pytest.mark.parametrize(("house", "paid"), [("pause", 2), ("reset", 1)])
def test_a_pause_in_longer_handling_goes_by_the_same_house_rule(house: str, paid: int) -> None:
    on = fight(task_gap=house)
    on.do("ana", "use object", 9, what="crack the safe")
    rounds(on, "", "")
    on.do("ana", "go on", task="crack the safe")
    assert on.told()[-1] == f"{paid} of 3 Actions are paid."
