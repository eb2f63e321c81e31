"""Traumatic Hits: when they happen, what they do, and what they mean for later in the scene."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Begin
from firefight.events import MissionBegan, SceneBegan, Ticked
from firefight.games.cities_without_number.sheet import Ability, Armor, Weapon
from tests.games.cities_without_number.helpers import Fight, npc, pc


def gun(die: str = "1d8", rating: int = 3, **more: Any) -> Weapon:
    return Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), trauma=die, rating=rating, **more)


def shot(
    trauma: int,
    arm: Weapon,
    thug: dict[str, Any] | None = None,
    damage: int = 3,
    ana: dict[str, Any] | None = None,
    **options: str,
) -> Fight:
    """Ana hits the thug, who has 40 hit points."""
    people = pc("ana", weapons=(arm, gun(), gun()), **(ana or {})), npc("thug", **{"hp": 40, **(thug or {})})
    fight = Fight(*people, order=("pcs", "gang"), morale_prompt="off", **options)
    fight.attacks("ana", "thug", "gun", rolls={"attack": 15, "damage": damage, "trauma": trauma})
    return fight


@pytest.mark.parametrize(("die", "traumatic"), [(6, True), (5, False)])
def test_the_die_must_meet_the_trauma_target(die: int, traumatic: bool) -> None:
    """CWN-TRAUMA-01"""
    fight = shot(die, gun())
    assert fight.has("thug", "traumatic hit") is traumatic
    assert fight.pool("thug") == (31 if traumatic else 37)


def test_a_small_die_cannot_meet_a_high_target() -> None:
    """CWN-TRAUMA-01"""
    assert not shot(6, gun("1d6"), {"trauma_target": 7}).has("thug", "traumatic hit")


def test_fists_meant_to_kill_can_be_traumatic_and_others_throw_no_die() -> None:
    """CWN-TRAUMA-01"""
    fight = Fight(pc("ana"), npc("thug", hp=20), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "fists", rolls={"attack": 15, "damage": 2, "trauma": 6})
    assert fight.has("thug", "traumatic hit")
    other = Fight(pc("ana"), npc("thug", hp=20), order=("pcs", "gang"))
    other.does("ana", "attack", {"attack": 15, "damage": 2}, target="thug", weapon="fists", meant="non-lethal")
    assert not other.has("thug", "traumatic hit")


def test_all_damage_is_multiplied() -> None:
    """CWN-TRAUMA-02"""
    assert shot(8, gun(damage=6)).pool("thug") == 40 - 27


def test_bonuses_of_two_weapons_and_attribute_are_multiplied_too() -> None:
    """CWN-TRAUMA-02"""
    skills = {"Shoot": 1}
    pistol = Weapon("other", "ranged", "1d6", skill="Shoot", attributes=("Dex",))
    ana = pc("ana", weapons=(gun(), pistol), skills=skills, modifiers={"Dex": 1})
    fight = Fight(ana, npc("thug", hp=40), order=("pcs", "gang"))
    dice = {"attack": 15, "damage": 4, "trauma": 8}
    fight.does("ana", "attack", dice, target="thug", weapon="gun", second="other")
    assert fight.pool("thug") == 40 - 21


def test_a_factor_of_one_multiplies_nothing_and_sets_the_flag() -> None:
    """CWN-TRAUMA-02"""
    fight = shot(8, gun(rating=1))
    assert (fight.pool("thug"), fight.has("thug", "traumatic hit")) == (37, True)


@pytest.mark.parametrize(("house", "flagged"), [("no", True), ("yes", False)])
def test_the_flag_is_set_though_soak_takes_it_all(house: str, flagged: bool) -> None:
    """CWN-TRAUMA-02"""
    fight = shot(8, gun(), {"soak": 9}, trauma_flag_needs_hp_loss=house)
    assert (fight.pool("thug"), fight.has("thug", "traumatic hit")) == (40, flagged)


def test_the_flag_outlasts_the_fight_and_goes_with_the_scene() -> None:
    """CWN-TRAUMA-02"""
    fight = shot(8, gun())
    fight.ends()
    fight.says("new scene", "no")
    assert fight.has("thug", "traumatic hit")
    fight.order(SceneBegan())
    assert not fight.has("thug", "traumatic hit")


def test_on_a_mission_a_refresh_ends_it_too() -> None:
    """CWN-TRAUMA-02"""
    fight = shot(8, gun())
    fight.order(MissionBegan())
    fight.ends()
    assert not fight.has("thug", "traumatic hit")  # the end of a fight refreshes the scene
    fight.order(Ticked(3))


def test_who_was_traumatised_and_falls_to_shock_later_must_save() -> None:
    """CWN-TRAUMA-02"""
    blade = Weapon("blade", "melee", "1d6", attributes=("Str",), shock=3, shock_ac=15, trauma="1d8", rating=2)
    fight = Fight(pc("ana", weapons=(blade,)), pc("bo", "rivals", hp=7, melee_ac=12), order=("pcs", "rivals"))
    fight.attacks("ana", "bo", "blade", rolls={"attack": 15, "damage": 2, "trauma": 6})
    assert fight.pool("bo") == 1  # raised to the Shock of 3, twice
    fight.done("ana", "bo")
    fight.attacks("ana", "bo", "blade", rolls={"attack": 2, "damage": 2, "trauma": 6, "save bo": 15})
    assert fight.has("bo", "mortally wounded")
    assert fight.told("makes the Physical save")


def test_armour_and_implants_raise_the_target_and_others_the_die() -> None:
    """CWN-TRAUMA-03"""
    tough = {"worn": (Armor("plate", trauma_target=1),), "trauma_target": 7}
    assert shot(7, gun(trauma_bonus=1), tough).has("thug", "traumatic hit")
    assert not shot(6, gun(trauma_bonus=1), tough).has("thug", "traumatic hit")
    assert shot(6, gun(trauma_bonus=1), tough, ana={"trauma": 1}).has("thug", "traumatic hit")


def test_a_power_may_raise_the_target_for_a_while() -> None:
    """CWN-TRAUMA-03"""
    skin = Ability("Hard Skin", effect="trauma target", value=2, lasts="round")
    fight = Fight(pc("ana", weapons=(gun(),)), npc("thug", hp=40, abilities=(skin,)), order=("gang", "pcs"))
    fight.does("thug", "use", ability="Hard Skin")
    fight.done("thug")
    fight.attacks("ana", "thug", "gun", rolls={"attack": 15, "damage": 3, "trauma": 7})
    assert not fight.has("thug", "traumatic hit")


def test_a_die_that_was_thrown_for_nothing_is_ignored() -> None:
    """CWN-TRAUMA-03"""
    fight = Fight(pc("ana", weapons=(gun(),)), npc("thug", hp=40), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "gun", rolls={"attack": 2, "damage": 3, "trauma": 8})
    assert (fight.pool("thug"), fight.has("thug", "traumatic hit")) == (40, False)


# ------------------------------------------------------------------ machines


def machine(kind: str, arm: Weapon, **sheet: Any) -> Fight:
    """Ana hits a machine with a gun whose Trauma Die shows 8."""
    thing = npc("thing", **{"kind": kind, "hp": 60, "trauma_target": 6, "melee_ac": 9, "ranged_ac": 9, **sheet})
    fight = Fight(pc("ana", weapons=(arm,)), thing, order=("pcs", "gang"), morale_prompt="off")
    fight.attacks("ana", "thing", "gun", rolls={"attack": 15, "damage": 3, "trauma": 8})
    return fight


def proposed(fight: Fight) -> str:
    (question,) = fight.session.questions()
    return str(question.default)


def test_small_drones_can_be_ruined_by_anything_and_cars_by_what_is_heavy() -> None:
    """CWN-TRAUMA-04"""
    assert proposed(machine("drone", gun())) == "trauma"
    assert proposed(machine("drone", gun(), size="large")) == "no trauma"
    assert proposed(machine("vehicle", gun())) == "no trauma"
    assert proposed(machine("vehicle", gun(heavy=True))) == "trauma"


@pytest.mark.parametrize(("said", "left"), [("trauma", 51), ("no trauma", 57), ("no harm", 60)])
def test_the_gm_rules_once_and_is_not_asked_again_in_this_fight(said: str, left: int) -> None:
    """CWN-TRAUMA-04 CWN-VEH-05"""
    fight = machine("vehicle", gun())
    fight.says("machine", said)
    assert fight.pool("thing") == left
    dice = {"attack": 15, "damage": 3, "trauma": 8}
    fight.forces("ana", "attack", "again", dice, target="thing", weapon="gun")
    assert (fight.asked, fight.pool("thing")) == ((), left - (60 - left))


def test_a_ruling_is_for_one_fight() -> None:
    """CWN-TRAUMA-04"""
    fight = machine("vehicle", gun())
    fight.says("machine", "trauma")
    fight.ends()
    fight.command(Begin(), {"initiative pcs": 5})
    fight.attacks("ana", "thing", "gun", rolls={"attack": 15, "damage": 3, "trauma": 8})
    assert fight.asked == ("machine",)


def test_machines_carry_no_flag() -> None:
    """CWN-TRAUMA-04"""
    fight = machine("drone", gun())
    fight.says("machine", "trauma")
    assert not fight.has("thing", "traumatic hit")
