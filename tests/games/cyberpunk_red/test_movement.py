"""Movement: three scales, the Move Action's metres, and splitting them."""

from __future__ import annotations

import pytest

from firefight.commands import Do
from firefight.events import SheetSet
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.calm import scales
from firefight.timeline import Act
from tests.games.cyberpunk_red.helpers import Fight


def mover(move: int, **options: str) -> Fight:
    return Fight(options, ana=18, bo=9, sheets={"ana": {"move": move}})


def test_there_are_three_scales_and_combat_counts_the_literal_one() -> None:
    """CPR-MOV-01"""
    assert list(scales()) == ["narrative", "figurative", "literal"]
    fight = mover(6)
    assert scales()["literal"] in fight.verbs("ana")
    assert {scales()["narrative"], scales()["figurative"]}.isdisjoint(fight.verbs("ana"))
    assert {"travel", "race"} <= {line.verb for line in fight.session.menu("")}


def test_a_journey_is_told_and_no_move_action_is_counted() -> None:
    """CPR-MOV-02"""
    fight = mover(6)
    before = fight.budget("ana")
    fight.do("", "travel", what="across town at 60 km/h")
    assert fight.told()[-1] == "The GM: across town at 60 km/h."
    assert fight.budget("ana") == before


# CPR-MOV-03
@pytest.mark.parametrize(("first", "second", "line"), [(7, 5, "Ana is the faster one."), (30, 40, "Bo is the faster one.")])
def test_the_greater_move_wins_a_race_without_a_roll(first: int, second: int, line: str) -> None:
    fight = Fight(ana=18, bo=9, begin=False, sheets={"ana": {"move": first}, "bo": {"move": second}})
    fight.do("", "race", first="ana", second="bo")
    assert fight.told()[-1] == line
    assert fight.dice.thrown == []


def test_equal_moves_are_a_dead_heat() -> None:
    """CPR-MOV-03"""
    fight = Fight(ana=18, bo=9, begin=False)
    fight.do("", "race", first="ana", second="bo")
    assert fight.told()[-1] == "They are equally fast: a dead heat."


# CPR-MOV-03
@pytest.mark.parametrize(("ruling", "line"), [("bo", "Bo is the faster one."), ("dead heat", "a dead heat.")])
def test_by_house_rule_the_gm_decides_between_equal_moves(ruling: str, line: str) -> None:
    fight = Fight({"figurative_tie": "gm"}, ana=18, bo=9, begin=False)
    fight.do("", "race", ruling, first="ana", second="bo")
    assert fight.told()[-1].endswith(line)


def test_move_five_goes_ten_metres_and_not_eleven() -> None:
    """CPR-MOV-04"""
    fight = mover(5)
    assert fight.refused("ana", "move", metres=11) == ["CPR-MOV-04"]
    fight.do("ana", "move", metres=10)
    assert fight.budget("ana")["metres"] == 0
    assert fight.refused("ana", "move", metres=1) == ["CPR-MOV-04"]


# CPR-MOV-04
@pytest.mark.parametrize(("straight", "diagonal"), [(0, 4), (1, 3), (4, 0)])
def test_four_steps_of_any_kind_use_up_move_four(straight: int, diagonal: int) -> None:
    fight = mover(4)
    fight.do("ana", "move", metres=rules.path(straight, diagonal))
    assert fight.budget("ana")["metres"] == 0


def test_a_fifth_step_is_refused_with_move_four() -> None:
    """CPR-MOV-04"""
    assert mover(4).refused("ana", "move", metres=rules.path(2, 3)) == ["CPR-MOV-04"]


def test_what_is_left_over_is_lost_at_the_end_of_the_turn() -> None:
    """CPR-MOV-04"""
    fight = mover(6)
    fight.do("ana", "move", metres=4)
    fight.passes("ana", "bo")
    assert fight.round == 2
    assert fight.budget("ana") == {"Action": 1, "metres": 12}


def test_without_move_there_is_no_moving() -> None:
    """CPR-MOV-04"""
    fight = mover(0)
    assert fight.budget("ana")["metres"] == 0
    assert fight.refused("ana", "move", metres=1) == ["CPR-MOV-04"]
    assert "CPR-MOV-04" in fight.refused("ana", "run")


def test_heavy_armour_slows_its_wearer_down() -> None:
    """CPR-MOV-04"""
    assert Fight(ana=18, sheets={"ana": {"move": 6, "armor_penalty": 2}}).budget("ana")["metres"] == 8


def test_the_move_action_pays_for_nothing_else() -> None:
    """CPR-MOV-04, CPR-ACT-01"""
    fight = mover(6)
    fight.do("ana", "use object", 3, what="a button")
    assert fight.budget("ana") == {"Action": 0, "metres": 12}
    assert fight.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-ACT-01"]


def test_a_move_may_be_split_around_the_action() -> None:
    """CPR-MOV-05"""
    fight = mover(6)
    fight.do("ana", "move", metres=5)
    fight.do("ana", "attack", target="bo")
    assert fight.refused("ana", "move", metres=8) == ["CPR-MOV-04"]
    fight.do("ana", "move", metres=7)
    assert fight.budget("ana")["metres"] == 0


def test_the_action_may_come_first() -> None:
    """CPR-MOV-05"""
    fight = mover(6)
    fight.do("ana", "attack", target="bo")
    fight.do("ana", "move", metres=12)
    assert fight.budget("ana")["metres"] == 0


def test_run_adds_to_what_is_left_and_all_of_it_can_be_split() -> None:
    """CPR-MOV-05, CPR-ACT-07"""
    fight = mover(7)
    fight.do("ana", "move", metres=6)
    fight.do("ana", "run")
    assert fight.budget("ana") == {"Action": 0, "metres": 22}
    fight.do("ana", "move", metres=10)
    fight.do("ana", "move", metres=12)
    assert fight.refused("ana", "move", metres=1) == ["CPR-MOV-04"]


def test_a_move_may_be_split_around_the_two_attacks_of_one_action() -> None:
    """CPR-MOV-05, CPR-ACT-03"""
    fight = mover(5)
    for metres in (3, 3, 4):
        fight.do("ana", "move", metres=metres)
        if metres != 4:
            fight.do("ana", "attack", target="bo", weapon="pistol")
    assert fight.budget("ana") == {"Action": 0, "metres": 0, "attacks": 0}


def test_a_move_broken_off_from_outside_keeps_its_rest_for_this_turn() -> None:
    """CPR-MOV-05, CPR-ACT-05"""
    fight = mover(6)
    fight.do("ana", "move", metres=4)
    fight.mark("ana", "prone")
    assert fight.refused("ana", "move", metres=1) == ["CPR-ACT-05"]
    fight.do("ana", "get up")
    assert fight.budget("ana")["metres"] == 8
    fight.do("ana", "move", metres=8)


def test_a_move_lowered_in_mid_turn_leaves_what_it_leaves() -> None:
    """CPR-MOV-04"""
    fight = mover(6)
    fight.do("ana", "move", metres=6)
    fight.order(SheetSet("ana", "move", 2))
    assert fight.budget("ana")["metres"] == 0
    assert fight.refused("ana", "move", metres=1) == ["CPR-MOV-04"]


def test_metres_are_whole_and_at_least_one() -> None:
    fight = mover(6)
    assert fight.refused("ana", "move", metres=0) == ["CPR-MOV-04"]
    assert fight.refused("ana", "move", metres=-3) == ["CPR-MOV-04"]
    fight.session.do(Do("ana", Act("move")))
    assert fight.budget("ana")["metres"] == 0, "all that is left, unless one says how much"
