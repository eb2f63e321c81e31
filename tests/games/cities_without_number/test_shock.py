"""Shock: what a miss does, what adds to it, what keeps it off."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Marked
from firefight.games.cities_without_number.sheet import Armor, Weapon
from firefight.table import Mark
from tests.games.cities_without_number.helpers import Fight, npc, pc

SHIELD = Armor("riot shield", shield=True)


def blade(points: int, ac: int, **more: Any) -> Weapon:
    """A blade with Shock points/ac and no modifier of its own."""
    return Weapon("blade", "melee", "1d6", attributes=("Str",), shock=points, shock_ac=ac, **more)


def missed(
    arm: Weapon, ac: int, ana: dict[str, Any] | None = None, thug: dict[str, Any] | None = None, *marks: Mark, **options: str
) -> Fight:
    """Ana misses the thug with a natural 1; so far he has 20 hit points."""
    people = pc("ana", weapons=(arm,), **(ana or {})), npc("thug", hp=20, melee_ac=ac, **(thug or {}))
    fight = Fight(*people, order=("pcs", "gang"), **options)
    fight.order(*(Marked("thug", mark) for mark in marks))
    strike(fight, 1)
    return fight


def strike(fight: Fight, d20: int, damage: int = 1, trauma: int = 8) -> None:
    """Ana's next blow, made possible by the GM where the Main Action is spent."""
    dice = {"attack": d20, "damage": damage}
    arm = fight.table.who("ana").sheet.weapons[0]
    fight.forces("ana", "attack", "again", {**dice, **({"trauma": trauma} if arm.trauma else {})}, target="thug", weapon="blade")


def lost(fight: Fight) -> int:
    return 20 - fight.pool("thug")


@pytest.mark.parametrize(("ac", "points"), [(13, 2), (15, 2), (16, 0)])
def test_shock_hurts_up_to_its_armour_class(ac: int, points: int) -> None:
    """CWN-SHOCK-01"""
    assert lost(missed(blade(2, 15), ac)) == points


@pytest.mark.parametrize(("house", "points"), [("current", 2), ("base", 0)])
def test_who_has_charged_is_easier_to_hurt(house: str, points: int) -> None:
    """CWN-SHOCK-01"""
    assert lost(missed(blade(2, 15), 16, None, None, Mark("charged"), shock_ac=house)) == points


def test_a_spear_that_is_thrown_and_misses_does_nothing() -> None:
    """CWN-SHOCK-01"""
    spear = blade(2, 18, range=20, long_range=40)
    fight = Fight(pc("ana", weapons=(spear,)), npc("thug", hp=20, ranged_ac=12), order=("pcs", "gang"))
    fight.does("ana", "throw", {"attack": 2, "damage": 5}, target="thug", weapon="blade")
    assert lost(fight) == 0


@pytest.mark.parametrize(("house", "points"), [("no", 0), ("yes", 2)])
def test_machines_suffer_no_shock(house: str, points: int) -> None:
    """CWN-SHOCK-01"""
    assert lost(missed(blade(2, 15), 13, None, {"kind": "drone"}, shock_vs_vehicles=house)) == points


def test_shock_at_any_armour_class_is_stopped_by_immunity_alone() -> None:
    """CWN-SHOCK-02"""
    assert lost(missed(blade(5, 99), 20)) == 5
    assert lost(missed(blade(5, 99), 20, None, None, Mark("total defense"))) == 0
    assert lost(missed(blade(5, 99), 20, None, {"worn": (SHIELD,)})) == 0


def test_only_the_attribute_adds_to_shock() -> None:
    """CWN-SHOCK-03"""
    assert lost(missed(blade(2, 15, damage=2), 12, {"modifiers": {"Str": 1}, "attack": -5})) == 3
    assert lost(missed(blade(2, 15), 12, {"damage": 4, "attack": -5})) == 2


def test_a_weak_arm_lowers_shock_to_nothing() -> None:
    """CWN-SHOCK-03"""
    assert lost(missed(blade(1, 15), 12, {"modifiers": {"Str": -2}})) == 0


def test_what_says_so_adds_to_shock() -> None:
    """CWN-SHOCK-03"""
    assert lost(missed(blade(2, 15), 12, {"modifiers": {"Str": 1}, "killing": 2, "attack": -5})) == 5


def test_a_shield_keeps_off_the_first_shock_that_would_hurt_in_each_round() -> None:
    """CWN-SHOCK-04"""
    fight = missed(blade(1, 13), 14, None, {"worn": (SHIELD,)})
    assert not fight.told("shield")  # it would not have hurt anyway
    fight.order(Marked("thug", Mark("charged")))  # from here on it would
    strike(fight, 1)
    assert (lost(fight), fight.told("Thug's shield keeps off the Shock")) == (0, True)
    strike(fight, 1)
    assert lost(fight) == 1
    fight.done("ana", "thug")
    fight.order(Marked("thug", Mark("charged")))
    strike(fight, 1)
    assert lost(fight) == 1


def test_what_immunity_stops_does_not_use_the_shield_up() -> None:
    """CWN-SHOCK-04"""
    fight = missed(blade(2, 15), 12, None, {"worn": (SHIELD,)}, Mark("total defense"))
    assert not fight.has("thug", "shield used")


def test_an_implant_may_make_immune() -> None:
    """CWN-SHOCK-04"""
    assert lost(missed(blade(2, 15), 12, None, {"immune_to_shock": True})) == 0
    assert lost(missed(blade(2, 15), 12, None, None, Mark("no shock"))) == 0


def test_shock_is_never_traumatic() -> None:
    """CWN-SHOCK-05"""
    fight = missed(blade(2, 15, trauma="1d8", rating=3), 12)
    assert lost(fight) == 2
    assert not fight.has("thug", "traumatic hit")


def test_a_hit_does_at_least_the_shock() -> None:
    """CWN-SHOCK-06"""
    weak = {"modifiers": {"Str": -1}}
    for ac, worn, points in ((14, (), 2), (16, (), 0), (14, (SHIELD,), 0)):
        thug = npc("thug", hp=20, melee_ac=ac, worn=worn)
        fight = Fight(pc("ana", weapons=(blade(3, 15),), attack=9, **weak), thug, order=("pcs", "gang"))
        strike(fight, 19)
        assert lost(fight) == points
        assert not fight.has("thug", "shield used")
