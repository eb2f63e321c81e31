"""Lasting results of Major Injuries, and what replaces a limb or an organ: every case of CWN-MAJOR-12 to CWN-MAJOR-17."""

from __future__ import annotations

import pytest

from firefight.events import Adjusted, Marked
from firefight.games.cities_without_number.sheet import Implant
from firefight.table import Mark
from tests.games.cities_without_number.bodies import (
    DAY,
    awake,
    calm,
    damaged,
    doc,
    injured,
    pc,
    states,
    strain,
    tick,
)

RIGHT_ARM = Implant("right cyberarm", "Limb", ("right arm",), 0.5, 10_000, stands_for="limb")
LEFT_ARM = Implant("left cyberarm", "Limb", ("left arm",), 0.5, 10_000, stands_for="limb")
BOOSTERS = Implant("leg boosters", "Limb", ("right leg", "left leg"), 1, 8_000)


# ------------------------------------------------------------------ CWN-MAJOR-12


def systems(*strains: float) -> tuple[Implant, ...]:
    return tuple(Implant(f"system {n}", "Skin", strain=points) for n, points in enumerate(strains, 1))


def test_the_costliest_implant_in_strain_is_damaged() -> None:
    """CWN-MAJOR-12: of 1, 2.5 and 2."""
    assert damaged(injured(10, implants=systems(1, 2.5, 2))) == {"system 2"}


def test_among_equals_the_gm_picks() -> None:
    """CWN-MAJOR-12: two of 2 and one of 1."""
    fight = injured(10, implants=systems(2, 1, 2))
    assert set(fight.session.questions()[0].options) == {"system 1", "system 3"}
    fight.says("system", "system 3")
    assert damaged(fight) == {"system 3"}


def test_without_cyberware_nothing_happens_beyond_the_wound() -> None:
    """CWN-MAJOR-12"""
    assert states(injured(10)) == {"mortally wounded"}


@pytest.mark.parametrize(("house", "found"), [("no", {"system 2"}), ("yes", {"system 2", "system 3"})])
def test_a_costliest_implant_that_is_damaged_already_stays_so(house: str, found: set[str]) -> None:
    """CWN-MAJOR-12: system_damage_next."""
    fight = calm(pc("ana", implants=systems(1, 2.5, 2)), system_damage_next=house)
    fight.order(Marked("ana", Mark("without the use of system 2")))
    fight.does("gm", "major injury", who="ana", result=10)
    assert damaged(fight) == found


# ------------------------------------------------------------------ CWN-MAJOR-13


@pytest.mark.parametrize("die", [11, 12])
def test_a_flesh_wound_is_nothing_but_the_mortal_wound(die: int) -> None:
    """CWN-MAJOR-13: still dying, and Frail afterwards."""
    assert states(injured(die)) == {"mortally wounded"}
    assert states(awake(die)) == {"frail"}


# ------------------------------------------------------------------ CWN-MAJOR-14


@pytest.mark.parametrize(("arm", "found"), [(RIGHT_ARM, {"right cyberarm"}), (LEFT_ARM, set())])
def test_limb_cyber_in_the_ruined_limb_is_damaged(arm: Implant, found: set[str]) -> None:
    """CWN-MAJOR-14: Right Arm Ruined with a Cyberarm on the right, and on the left."""
    assert damaged(injured(8, implants=(arm, Implant("port", "Head")))) == found


def test_what_lies_in_several_limbs_keeps_working() -> None:
    """CWN-MAJOR-14: Left Leg Ruined with boosters in both legs."""
    assert damaged(injured(7, implants=(BOOSTERS,))) == set()


def test_a_ruined_cyberlimb_needs_repair_and_no_new_limb() -> None:
    """CWN-MAJOR-14"""
    fight = awake(8, doc(heal=0, items=("cyberdoc kit",), skills={"Fix": 0}), implants=(RIGHT_ARM,))
    assert states(fight) >= {"right arm ruined", "without the use of right cyberarm"}
    fight.does("doc", "repair", target="ana", system="right cyberarm")
    tick(fight, DAY)
    assert states(fight) == {"frail"}


def test_a_gadget_in_a_natural_arm_can_be_repaired_but_the_arm_stays_ruined() -> None:
    """CWN-MAJOR-14"""
    blade = Implant("forearm blade", "Limb", ("right arm",))
    fight = awake(8, doc(heal=0, items=("cyberdoc kit",), skills={"Fix": 0}), implants=(blade,))
    fight.does("doc", "repair", target="ana", system="forearm blade")
    tick(fight, DAY)
    assert states(fight) == {"frail", "right arm ruined"}


# ------------------------------------------------------------------ CWN-MAJOR-15


def test_only_the_fitting_implant_ends_an_injury() -> None:
    """CWN-MAJOR-15: Left Leg Ruined: a Cyberleg, not Prosthetic Cyber; Brain Damage: Prosthetic Cyber, not cybereyes."""
    leg = awake(7, attributes={"Con": 12})
    leg.does("gm", "install", who="ana", implant="prosthetic cyber")
    leg.does("gm", "install", who="ana", implant="right cyberleg")
    assert leg.has("ana", "left leg ruined")
    leg.does("gm", "install", who="ana", implant="left cyberleg")
    assert not leg.has("ana", "left leg ruined")
    brain = awake(3, attributes={"Con": 12})
    brain.does("gm", "install", who="ana", implant="cybereyes")
    assert brain.has("ana", "in a coma")
    brain.does("gm", "install", who="ana", implant="prosthetic cyber")
    assert not brain.has("ana", "in a coma")


def test_who_has_no_room_for_strain_cannot_be_fitted() -> None:
    """CWN-MAJOR-15: Constitution 9, total 9."""
    fight = awake(7, attributes={"Con": 9})
    fight.order(Adjusted("ana", "strain", 9))
    assert fight.against("gm", "install", who="ana", implant="left cyberleg") == {"CWN-STRAIN-03"}
    fight.does("gm", "night")
    fight.does("gm", "install", who="ana", implant="left cyberleg")
    assert (fight.has("ana", "left leg ruined"), strain(fight, "ana")) == (False, "8.5 of 9")


def test_of_several_injuries_the_gm_says_which_one_is_mended() -> None:
    """CWN-MAJOR-15 CWN-MAJOR-06: one Prosthetic Cyber for one of two; the coma stays till the other is mended."""
    fight = calm(pc("ana", attributes={"Con": 12}))
    for result in (2, 3):
        fight.does("gm", "major injury", who="ana", result=result)
    fight.does("gm", "install", who="ana", implant="prosthetic cyber")
    fight.says("mends", "internal damage")
    assert states(fight) == {"brain damage", "in a coma"}
    fight.does("gm", "install", who="ana", implant="prosthetic cyber")
    assert states(fight) == set()
    assert [part.name for part in fight.table.who("ana").sheet.implants] == ["prosthetic cyber", "prosthetic cyber 2"]


# ------------------------------------------------------------------ CWN-MAJOR-16


def test_a_cloned_part_costs_money_and_no_strain() -> None:
    """CWN-MAJOR-16: the GM allows it; $100,000 or more."""
    fight = awake(8, attributes={"Con": 9})
    fight.does("gm", "clone", who="ana", injury="right arm ruined", dollars=120_000)
    assert fight.session.questions()[0].default == "no"
    fight.says("contacts", "yes")
    assert (fight.has("ana", "right arm ruined"), strain(fight, "ana")) == (False, "0 of 9")


def test_eighty_thousand_is_not_enough_and_without_contacts_there_is_none() -> None:
    """CWN-MAJOR-16"""
    fight = awake(8)
    assert fight.against("gm", "clone", who="ana", injury="right arm ruined", dollars=80_000) == {"CWN-MAJOR-16"}
    fight.does("gm", "clone", who="ana", injury="right arm ruined")
    fight.says("contacts", "no")
    assert fight.has("ana", "right arm ruined")


# ------------------------------------------------------------------ CWN-MAJOR-17


def test_makeshift_enchantments_stand_in_for_prostheses() -> None:
    """CWN-MAJOR-17: an arm at the Cyberarm's price, +2 strain; two of them +4."""
    fight = awake(8, attributes={"Con": 12}, house={"magic": "on"})
    fight.does("gm", "install", who="ana", implant="enchanted right cyberarm")
    assert fight.told("enchanted right cyberarm ($10000, Strain 2)")
    assert (fight.has("ana", "right arm ruined"), strain(fight, "ana")) == (False, "2 of 12")
    fight.does("gm", "install", who="ana", implant="enchanted cybereyes")
    assert strain(fight, "ana") == "4 of 12"


def test_without_magic_no_enchantment_is_offered() -> None:
    """CWN-MAJOR-17"""
    fight = awake(8, attributes={"Con": 12})
    line = next(line for line in fight.session.menu("") if line.verb == "install")
    assert not [choice for choice in line.picks[0].choices if str(choice.value).startswith("enchanted")]
