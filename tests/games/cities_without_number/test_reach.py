"""Melee and shooting: who is in whose reach, and what an enemy beside a shooter means."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from firefight.events import Marked, SheetSet, Unmarked
from firefight.games.cities_without_number.sheet import Ability, Weapon
from firefight.ground import Ground, Wall
from firefight.table import Combatant, Mark
from tests.games.cities_without_number.helpers import LUCK, PISTOL, RIFLE, Fight, npc, pc
from tests.games.cities_without_number.test_attacks import total

BOW = Weapon("bow", "bow", "1d6", skill="Shoot", attributes=("Dex",), hands=2)
DAGGER = Weapon("dagger", "melee", "1d4", skill="Stab", range=10, long_range=20)
YARD = Ground(40, 20, metres=1.0)


def at(one: Combatant, x: int, y: int = 5) -> Combatant:
    """Somebody on a square of the map."""
    return replace(one, place=(x, y))


def beside(*sheets: dict[str, Any], **options: str) -> Fight:
    """Ana with a thug at her throat, and a pal of his eight metres off."""
    ana, thug = (sheets + ({}, {}))[:2]
    people = pc("ana", **ana), npc("thug", **{"hp": 20, **thug}), npc("pal", hp=20)
    fight = Fight(*people, order=("pcs", "gang"), **options)
    fight.order(Marked("ana", Mark("engaged", by="thug")), Marked("ana", Mark("distance", value=8, by="pal")))
    return fight


# ------------------------------------------------------------------ melee


def test_a_knife_uses_stab_and_a_fist_punch() -> None:
    """CWN-ACT-05"""
    skills = {"skills": {"Stab": 2, "Punch": 1}}
    fight = beside(skills)
    fight.attacks("ana", "thug", "knife", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 12
    other = beside(skills)
    other.attacks("ana", "thug", "fists", rolls={"attack": 10, "damage": 1, "trauma": 1})
    assert total(other)[0] == 11


def test_nobody_is_struck_from_five_metres_away() -> None:
    """CWN-ACT-05"""
    fight = beside()
    fight.order(Marked("ana", Mark("distance", value=5, by="pal")))
    assert fight.against("ana", "attack", target="pal", weapon="knife") == {"CWN-ACT-05"}
    assert fight.can("ana", "attack", weapon="knife")


@pytest.mark.parametrize(("reach", "metres", "fits"), [("2", 2, True), ("2", 3, False), ("3", 3, True), ("1", 2, False)])
def test_reach_on_the_map_is_the_tables(reach: str, metres: int, fits: bool) -> None:
    """CWN-ACT-05"""
    people = at(pc("ana"), 5), at(npc("thug"), 5 + metres)
    fight = Fight(*people, order=("pcs", "gang"), ground=YARD, melee_reach_m=reach)
    if fits:
        fight.attacks("ana", "thug", rolls={"attack": 1, "damage": 1})
    else:
        assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-05"}


def test_a_long_weapon_has_a_reach_of_its_own_and_walls_stop_it() -> None:
    """CWN-ACT-05"""
    pike = Weapon("pike", "melee", "1d8", hands=2, reach=4)
    people = at(pc("ana", weapons=(pike,)), 5), at(npc("thug"), 9)
    fight = Fight(*people, order=("pcs", "gang"), ground=YARD)
    fight.attacks("ana", "thug", "pike", rolls={"attack": 1, "damage": 1})
    wall = Ground(40, 20, metres=1.0, walls=(Wall((7, 0), (7, 20)),))
    other = Fight(*people, order=("pcs", "gang"), ground=wall)
    assert other.against("ana", "attack", target="thug", weapon="pike") == {"CWN-ACT-05"}


def test_a_blow_brings_two_together_where_no_map_tells() -> None:
    """CWN-ACT-05 CWN-ACT-06"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "knife", rolls={"attack": 1, "damage": 1})
    fight.done("ana")
    fight.attacks("thug", "ana", "pistol", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 6


# ------------------------------------------------------------------ shooting with an enemy in reach


def test_a_pistol_takes_4_off_whoever_is_shot_at() -> None:
    """CWN-ACT-06"""
    fight = beside()
    fight.attacks("ana", "pal", "pistol", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 6


def test_a_rifle_and_a_bow_cannot_be_used_until_the_enemy_is_helpless() -> None:
    """CWN-ACT-06"""
    fight = beside({"weapons": (PISTOL, RIFLE, BOW)})
    assert fight.against("ana", "attack", target="pal", weapon="rifle") == {"CWN-ACT-06"}
    assert fight.against("ana", "attack", target="pal", weapon="bow") == {"CWN-ACT-06"}
    fight.order(Marked("thug", Mark("unconscious")))
    fight.attacks("ana", "pal", "rifle", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 10


def test_friends_in_reach_do_not_hinder() -> None:
    """CWN-ACT-06"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("engaged", by="bo")))
    fight.attacks("ana", "thug", "rifle", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 10


@pytest.mark.parametrize(("house", "penalty"), [("any_able", -4), ("armed_only", 0)])
def test_an_unarmed_enemy_hinders_unless_the_table_says_otherwise(house: str, penalty: int) -> None:
    """CWN-ACT-06"""
    fight = beside({}, {"weapons": (PISTOL,)}, binding_enemy=house)
    fight.attacks("ana", "pal", "pistol", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 10 + penalty


def test_an_enemy_in_reach_on_the_map_hinders_too() -> None:
    """CWN-ACT-06"""
    people = at(pc("ana"), 5), at(npc("thug"), 6), at(npc("pal", hp=20), 13)
    fight = Fight(*people, order=("pcs", "gang"), ground=YARD)
    assert fight.against("ana", "attack", target="pal", weapon="rifle") == {"CWN-ACT-06"}
    fight.attacks("ana", "pal", "pistol", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 6


def test_a_knife_is_thrown_with_the_better_skill() -> None:
    """CWN-ACT-06"""
    fight = Fight(pc("ana", weapons=(DAGGER,), skills={"Stab": 2, "Shoot": 0}), npc("thug", hp=20), order=("pcs", "gang"))
    fight.does("ana", "throw", {"attack": 10, "damage": 2}, target="thug", weapon="dagger")
    assert total(fight)[0] == 12
    assert not fight.can("ana", "throw", weapon="dagger")  # it lies with the thug
    other = Fight(pc("ana", weapons=(DAGGER,), skills={"Stab": 2, "Shoot": 0}), npc("thug", hp=20), order=("pcs", "gang"))
    other.does("ana", "throw", {"attack": 10, "damage": 2}, target="thug", weapon="dagger", skill="Shoot")
    assert total(other)[0] == 10


def test_throwing_with_an_enemy_in_reach_takes_4_off() -> None:
    """CWN-ACT-06"""
    fight = beside({"weapons": (DAGGER,), "skills": {"Exert": 1}})
    fight.does("ana", "throw", {"attack": 10, "damage": 2}, target="pal", weapon="dagger")
    assert total(fight)[0] == 10 - 4 + 1


def test_a_shot_costs_what_the_weapon_says_and_an_empty_gun_does_not_fire() -> None:
    """CWN-ACT-06"""
    gun = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), magazine=3, shots=2)
    fight = Fight(pc("ana", weapons=(gun,)), npc("thug", hp=20), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "gun", rolls={"attack": 10, "damage": 1})
    assert fight.pool("ana", "gun rounds") == 1
    fight.order(Unmarked("ana", "spent main"))
    assert fight.against("ana", "attack", target="thug", weapon="gun") == {"CWN-ACT-14"}


# ------------------------------------------------------------------ Snap Attacks


def answering(ana: dict[str, Any] | None = None, **options: str) -> Fight:
    """The gang's turn: Ana can only snap."""
    return Fight(pc("ana", **(ana or {})), npc("thug", hp=20), order=("gang", "pcs"), **options)


def test_a_snap_attack_is_4_harder_and_takes_the_main_action() -> None:
    """CWN-ACT-07"""
    fight = answering({"attack": 4})
    fight.does("ana", "snap attack", {"attack": 10, "damage": 1}, target="thug", weapon="pistol")
    assert total(fight)[0] == 10
    fight.done("thug")
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-ACT-01"}
    fight.does("ana", "run", metres=5)
    fight.does("ana", "go prone")


def test_who_has_attacked_this_round_snaps_no_more() -> None:
    """CWN-ACT-07"""
    fight = Fight(pc("ana"), npc("thug", hp=20), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 1, "damage": 1})
    fight.done("ana")
    assert fight.against("ana", "snap attack", target="thug", weapon="pistol") == {"CWN-ACT-07"}


def test_a_snap_shot_with_an_enemy_in_reach_is_8_harder() -> None:
    """CWN-ACT-07"""
    fight = answering()
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "snap attack", {"attack": 15, "damage": 1}, target="thug", weapon="pistol")
    assert total(fight)[0] == 7
    assert fight.against("ana", "snap attack", target="thug", weapon="rifle") >= {"CWN-ACT-06"}


def test_a_street_thug_needs_the_gms_flag() -> None:
    """CWN-ACT-07"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    assert fight.against("thug", "snap attack", target="ana", weapon="knife") == {"CWN-ACT-07"}
    fight.order(SheetSet("thug", "trained", True))
    fight.does("thug", "snap attack", {"attack": 1, "damage": 1}, target="ana", weapon="knife")


def test_shock_applies_to_a_snap_that_misses() -> None:
    """CWN-ACT-07"""
    blade = Weapon("blade", "melee", "1d6", attributes=("Str",), shock=2, shock_ac=15)
    fight = answering({"weapons": (blade,)})
    fight.does("ana", "snap attack", {"attack": 5, "damage": 1}, target="thug", weapon="blade")
    assert fight.pool("thug") == 18


@pytest.mark.parametrize(("house", "may"), [("yes", True), ("no", False)])
def test_a_snap_may_be_a_shove_but_neither_swarm_nor_charge(house: str, may: bool) -> None:
    """CWN-ACT-07"""
    fight = answering(snap_manoeuvres=house)
    verbs = {line.verb for line in fight.session.menu("ana") if not line.reasons}
    assert ("snap shove" in verbs) is may
    assert not {"swarm", "charge"} & verbs


# ------------------------------------------------------------------ lying flat


def prone(who: str, attacker: str, weapon: str, metres: int, **options: str) -> int:
    """What lying flat is worth in an attack."""
    fight = Fight(pc("ana"), npc("thug", hp=20), order=("pcs", "gang"), **options)
    fight.order(Marked(who, Mark("prone")), Marked("ana", Mark("distance", value=metres, by="thug")))
    fight.attacks(attacker, "thug", weapon, rolls={"attack": 10, "damage": 1})
    return total(fight)[0] - 10


def test_a_distant_shot_is_harder_and_a_near_blow_easier() -> None:
    """CWN-ACT-18"""
    assert (prone("thug", "ana", "rifle", 30), prone("thug", "ana", "knife", 1)) == (-2, 2)


def test_who_lies_flat_strikes_badly_and_shoots_as_well_as_ever() -> None:
    """CWN-ACT-18"""
    assert (prone("ana", "ana", "knife", 1), prone("ana", "ana", "pistol", 10)) == (-4, 0)


@pytest.mark.parametrize(("house", "worth"), [("+2", 2), ("-2", -2)])
def test_a_shot_from_beside_who_lies_flat(house: str, worth: int) -> None:
    """CWN-ACT-18"""
    fight = Fight(
        pc("ana"), npc("thug", hp=20, weapons=()), order=("pcs", "gang"), adjacent_shot_at_prone=house, binding_enemy="armed_only"
    )
    fight.order(Marked("thug", Mark("prone")), Marked("ana", Mark("engaged", by="thug")))
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] - 10 == worth


def test_who_lies_flat_crawls_half_the_way() -> None:
    """CWN-ACT-18"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "go prone")
    assert fight.budget("ana") == {"Main": 1, "Move": 1}
    assert fight.against("ana", "run", metres=6) == {""}
    fight.does("ana", "run", metres=5)


# ------------------------------------------------------------------ Total Defense


def test_total_defense_is_2_on_both_armour_classes_and_lasts_until_the_next_turn() -> None:
    """CWN-ACT-09"""
    fight = Fight(pc("ana", melee_ac=14, ranged_ac=12), npc("thug"), npc("pal"), order=("pcs", "gang"))
    fight.does("ana", "total defense")
    fight.done("ana")
    fight.attacks("thug", "ana", "knife", rolls={"attack": 15, "damage": 3})
    assert total(fight)[1] == 16
    fight.done("thug")
    fight.attacks("pal", "ana", "pistol", rolls={"attack": 13, "damage": 3})
    assert total(fight)[1] == 14
    fight.done("pal")
    assert not fight.has("ana", "total defense")


def test_who_has_attacked_cannot_take_total_defense_and_nobody_takes_it_twice() -> None:
    """CWN-ACT-09"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 1, "damage": 3})
    assert fight.against("ana", "total defense") == {"CWN-ACT-09"}
    fight.done("ana")
    fight.does("bo", "total defense")
    fight.order(Unmarked("bo", "spent main"))
    assert fight.against("bo", "total defense") == {"CWN-ACT-09"}


def test_an_untrained_npc_may_defend_itself() -> None:
    """CWN-ACT-09"""
    fight = Fight(pc("ana"), npc("thug", trained=False), order=("pcs", "gang"))
    fight.does("thug", "total defense")
    assert fight.has("thug", "total defense")


# ------------------------------------------------------------------ the map


def test_cover_and_range_are_read_off_the_map() -> None:
    """CWN-ATK-05"""
    gun = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), range=10, long_range=30)
    table = Wall((19, 4), (19, 8), "cover")
    people = at(pc("ana", weapons=(gun,)), 5), at(npc("thug", hp=20), 19)
    fight = Fight(*people, order=("pcs", "gang"), ground=Ground(40, 20, metres=1.0, walls=(table,)))
    fight.attacks("ana", "thug", "gun", rolls={"attack": 15, "damage": 1})
    assert total(fight)[0] == 15 - 2 - 2


def test_nobody_shoots_through_a_wall() -> None:
    """CWN-ATK-05"""
    wall = Ground(40, 20, metres=1.0, walls=(Wall((12, 0), (12, 20)),))
    fight = Fight(at(pc("ana"), 5), at(npc("thug"), 19), order=("pcs", "gang"), ground=wall)
    assert fight.against("ana", "attack", target="thug", weapon="pistol") == {"CWN-ATK-05"}


# ------------------------------------------------------------------ luck


def test_luck_hits_with_trauma_and_all_and_without_the_shock_of_a_miss() -> None:
    """CWN-INST-05"""
    sword = Weapon("sword", "melee", "1d8", shock=2, shock_ac=13, trauma="1d8", rating=2)
    people = pc("ana", weapons=(sword,), abilities=(LUCK,), modifiers={"Str": 1}), npc("thug", hp=40, melee_ac=18)
    fight = Fight(*people, order=("pcs", "gang"), windows="concerned")
    fight.attacks("ana", "thug", "sword", rolls={"attack": 10, "damage": 4, "trauma": 6})
    fight.does("ana", "use", ability="Veteran's Luck")
    fight.done("ana")
    assert fight.pool("thug") == 40 - (4 + 1) * 2


def test_a_power_for_the_armour_class_counts_against_dice_on_the_table() -> None:
    """CWN-INST-02"""
    blur = Ability("Blur", when="attack on me", uses=1, effect="ac", value=3, lasts="round")
    fight = Fight(pc("ana", melee_ac=12, abilities=(blur,)), npc("thug"), order=("gang", "pcs"), windows="concerned")
    fight.attacks("thug", "ana")
    fight.done("ana", rolls={"attack": 14, "damage": 3})
    fight.does("ana", "use", ability="Blur")
    fight.done("ana")
    assert (fight.pool("ana"), total(fight)) == (10, (14, 15))
