"""The Initiative Queue: the roll, the order, one Turn each, the same queue every Round."""

from __future__ import annotations

import pytest

from firefight.commands import Do
from firefight.events import Noted, SheetSet
from firefight.timeline import Act, Note
from tests.games.cyberpunk_red.helpers import Fight


def test_the_queue_has_everybody_who_takes_part_and_nobody_else() -> None:
    """CPR-INIT-01"""
    fight = Fight(ana=18, bo=14, cy=9, dot=7, eli=6, begin=False)
    fight.begin(who=("ana", "bo", "cy", "dot"))
    assert [*fight.acting, *fight.queue] == ["ana", "bo", "cy", "dot"]
    assert "eli" not in fight.numbers


# CPR-INIT-02
@pytest.mark.parametrize(
    ("numbers", "order"),
    [({"ana": 14, "bo": 9, "cy": 21, "dot": 17}, "cy dot ana bo"), ({"ana": 0, "bo": 5, "cy": -2}, "bo ana cy")],
)
def test_the_queue_runs_from_high_to_low(numbers: dict[str, int], order: str) -> None:
    fight = Fight(begin=False, sheets={who: {"ref": 0, "initiative_bonus": n - 5} for who, n in numbers.items()}, **numbers)
    fight.begin()
    assert fight.numbers == numbers
    assert [*fight.acting, *fight.queue] == order.split()


def test_everybody_has_one_turn_in_queue_order() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12, cy=7)
    turns = []
    while fight.round == 1:
        turns += fight.acting
        fight.passes(*fight.acting)
    assert turns == ["ana", "bo", "cy"]


def test_spending_nothing_brings_no_second_turn() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.do("ana", "attack", target="bo")
    fight.passes("ana", "bo")
    assert (fight.acting, fight.round) == (["cy"], 1)
    assert fight.refused("bo", "move", metres=1) == ["CPR-INIT-04"]


def test_who_cannot_act_keeps_his_place() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12, cy=7)
    fight.mark("bo", "unconscious")
    fight.passes("ana")
    assert fight.acting == ["cy"]
    fight.unmark("bo", "unconscious")
    assert fight.acting == ["cy"], "his place has gone by"
    fight.passes("cy", "ana")
    assert (fight.acting, fight.round) == (["bo"], 2)


def test_the_queue_is_the_same_every_round_without_a_roll() -> None:
    """CPR-INIT-05"""
    fight = Fight(ana=21, bo=14, cy=9)
    thrown = list(fight.dice.thrown)
    fight.passes("ana", "bo", "cy")
    assert [*fight.acting, *fight.queue] == ["ana", "bo", "cy"]
    assert fight.dice.thrown == thrown


def test_a_lower_ref_between_rounds_moves_nobody() -> None:
    """CPR-INIT-05"""
    fight = Fight(ana=21, bo=14)
    fight.passes("ana", "bo")
    fight.order(SheetSet("ana", "ref", 1))
    assert [*fight.acting, *fight.queue] == ["ana", "bo"]


def test_a_held_action_moves_nobody() -> None:
    """CPR-INIT-05, CPR-HOLD-08"""
    fight = Fight(ana=14, bo=9)
    fight.do("ana", "hold", act="attack with pistol", what="bo", until="6")
    fight.passes("ana", "bo")
    fight.do("ana", "attack")
    fight.passes("ana")
    assert (fight.acting, fight.round, fight.numbers["ana"]) == (["ana"], 2, 14)


# CPR-INIT-06
@pytest.mark.parametrize(
    ("sheet", "die", "number"),
    [({"ref": 7}, 6, 13), ({"ref": 8, "armor_penalty": 2, "initiative_bonus": 3}, 5, 14), ({"ref": 6}, 4, 10)],
)
def test_the_number_is_ref_a_die_and_bonuses(sheet: dict[str, int], die: int, number: int) -> None:
    assert Fight(ana=0, sheets={"ana": sheet}, dice={"initiative ana": die}).numbers == {"ana": number}


def test_luck_set_aside_is_added_once() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=0, begin=False, sheets={"ana": {"ref": 6, "luck": 5}}, dice={"initiative ana": 4})
    fight.do("ana", "luck", points=1)
    fight.do("ana", "luck", points=1)
    fight.begin()
    assert fight.numbers["ana"] == 12
    assert fight.one("ana").pool("luck") == 3
    assert not fight.one("ana").has("luck on initiative")


def test_luck_that_is_not_there_cannot_be_set_aside() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=0, bo=0, begin=False, sheets={"ana": {"luck": 2}})
    assert fight.refused("ana", "luck", points=3) == ["CPR-INIT-06"]
    assert fight.refused("bo", "luck", points=1) == ["CPR-INIT-06"]


# CPR-INIT-07
@pytest.mark.parametrize(("die", "second", "number"), [(10, 7, 23), (10, 10, 26), (1, 9, -2)])
def test_a_ten_or_a_one_brings_one_more_die(die: int, second: int, number: int) -> None:
    fight = Fight(ana=11, dice={"initiative ana": die, "initiative critical ana": second})
    assert fight.numbers == {"ana": number}
    assert fight.dice.thrown == ["initiative ana", "initiative critical ana"]
    assert any(f"{'adds' if die == 10 else 'takes'} a second one" in line for line in fight.told())


def test_by_house_rule_there_are_no_criticals() -> None:
    """CPR-INIT-07"""
    fight = Fight({"initiative_criticals": "false"}, ana=11, dice={"initiative ana": 10})
    assert fight.numbers == {"ana": 16}
    assert fight.dice.thrown == ["initiative ana"]


# CPR-INIT-08
@pytest.mark.parametrize(("house", "number"), [("false", 12), ("true", 10)])
def test_wounds_lower_the_roll_by_house_rule_only(house: str, number: int) -> None:
    fight = Fight({"initiative_wound_penalty": house}, ana=12, begin=False)
    fight.mark("ana", "seriously wounded")
    fight.begin()
    assert fight.numbers == {"ana": number}


def test_the_gm_may_set_a_number_that_is_being_rolled() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=18, bo=12, begin=False)
    fight.mark("ana", "dice by hand")
    fight.begin()
    deed = fight.session.table.timeline.stack[-1]
    fight.order(Noted(deed.id, Note("initiative total ana", 3, "she trips")))
    fight.reply((9,))
    assert fight.numbers == {"ana": 3, "bo": 12}
    assert any("22 -> 3" in line and "she trips" in line for line in fight.told())


def test_real_dice_are_asked_for_one_after_another() -> None:
    """CPR-INIT-06"""
    fight = Fight(ana=18, bo=12, begin=False)
    fight.mark("ana", "dice by hand")
    fight.mark("bo", "dice by hand")
    fight.begin()
    assert fight.asked == ["initiative ana"]
    fight.reply((10,))
    assert fight.asked == ["initiative critical ana"]
    fight.reply((2,), (3,))
    assert fight.numbers == {"ana": 13 + 12, "bo": 10}


def test_the_surprised_pass_their_first_turn() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12, cy=7, begin=False)
    fight.begin(surprised=("bo",))
    fight.passes("ana")
    assert fight.acting == ["cy"]
    fight.passes("cy", "ana")
    assert (fight.acting, fight.round) == (["bo"], 2)


def test_whose_turn_it_is_not_can_do_nothing() -> None:
    """CPR-INIT-04"""
    fight = Fight(ana=18, bo=12)
    assert fight.refused("bo", "attack", target="ana") == ["CPR-INIT-04"]
    assert fight.verbs("bo") == []
    fight.session.do(Do("bo", Act("attack", {"target": "ana"}), force="he is quick"))
    fight.reply("3 hp")
    assert fight.acting == ["ana"]
    fight.passes("ana")
    assert fight.budget("bo")["Action"] == 1, "what the GM lets through out of turn costs nothing"
