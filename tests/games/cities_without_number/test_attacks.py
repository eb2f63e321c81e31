"""The whole attack: which number it meets, what helps and hinders, what it does."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Marked, SheetSet
from firefight.games.cities_without_number.sheet import UNARMED, Armor, Weapon
from firefight.table import Mark
from firefight.timeline import Note
from tests.games.cities_without_number.helpers import KNIFE, RIFLE, Fight, npc, pc

SWORD = Weapon("sword", "melee", "1d8", attributes=("Str",), shock=2, shock_ac=13, trauma="1d8", rating=2)
CLUB = Weapon("club", "melee", "1d4", attributes=("Str",))
TASER = Weapon("taser", "ranged", "1d8", skill="Shoot", attributes=("Dex",), nonlethal="always")
BATON = Weapon("baton", "melee", "1d4", nonlethal="possible", trauma="1d6", rating=2)
GUN = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), range=10, long_range=80)
HERO = {"modifiers": {"Str": 1}, "skills": {"Stab": 1}, "attack": 1, "weapons": (SWORD,)}


def duel(ana: dict[str, Any] | None = None, thug: dict[str, Any] | None = None, **options: str) -> Fight:
    """Ana strikes first, nobody answers."""
    people = (pc("ana", **(ana or {})), npc("thug", **{"hp": 20, **(thug or {})}))
    return Fight(*people, order=("pcs", "gang"), morale_prompt="off", **options)


def hit(
    fight: Fight, weapon: str, d20: int, damage: int, trauma: int = 0, who: str = "ana", target: str = "thug", **picks: Any
) -> None:
    """One attack with these dice; the Trauma Die is left out where there is none."""
    rolls = {"attack": d20, "damage": damage, **({"trauma": trauma} if trauma else {})}
    fight.does(who, "attack", rolls, target=target, weapon=weapon, **picks)


def total(fight: Fight) -> tuple[int, int]:
    """What the last attack came to, and the Armour Class it met."""
    (roll,) = [event for event in fight.session.history.batches[-1].events if getattr(event, "key_", "") == "roll"]
    return int(roll.values["total"]), int(roll.values["ac"])  # type: ignore[union-attr, arg-type]


# ------------------------------------------------------------------ step by step


def test_a_hit_is_multiplied_by_trauma_and_then_soaked() -> None:
    """CWN-ATK-01"""
    fight = duel(HERO, {"melee_ac": 12, "soak": 5})
    hit(fight, "sword", 9, 5, 7)
    assert total(fight) == (12, 12)
    assert (fight.pool("thug"), fight.pool("thug", "soak")) == (20 - 7, 0)
    assert fight.told("Ana hits Thug with the sword: 12, for 12 damage")
    assert fight.told("A Traumatic Hit on Thug: 7 against 6, and 6 damage count x2")
    assert fight.told("Thug loses 5 soak (0 left)")
    assert fight.told("Thug loses 7 hp (13 left)")


def test_a_miss_deals_shock_that_soak_takes() -> None:
    """CWN-ATK-01"""
    fight = duel(HERO, {"melee_ac": 12, "soak": 5})
    hit(fight, "sword", 8, 8, 8)
    assert (fight.pool("thug"), fight.pool("thug", "soak")) == (20, 2)
    assert fight.told("Ana misses Thug with the sword: 11, but the Shock does 3")


def test_a_weak_blow_is_raised_to_the_shock_before_trauma_multiplies_it() -> None:
    """CWN-ATK-01"""
    fight = duel({**HERO, "modifiers": {"Str": -1}}, {"melee_ac": 10})
    hit(fight, "sword", 15, 1, 6)
    assert fight.pool("thug") == 18


def test_by_house_rule_the_shock_is_compared_after_trauma() -> None:
    """CWN-ATK-01"""
    fight = duel({**HERO, "modifiers": {"Str": -1}}, {"melee_ac": 10}, shock_floor="after_trauma")
    hit(fight, "sword", 15, 1, 6)
    assert fight.pool("thug") == 19


def test_by_house_rule_soak_comes_before_trauma() -> None:
    """CWN-ATK-01"""
    fight = duel(HERO, {"melee_ac": 12, "soak": 5}, soak_order="before_trauma")
    hit(fight, "sword", 9, 5, 7)
    assert (fight.pool("thug"), fight.pool("thug", "soak")) == (18, 0)


def test_total_defense_after_the_dice_stops_the_hit_and_the_shock() -> None:
    """CWN-ATK-01"""
    people = (pc("ana", melee_ac=15), npc("thug", weapons=(SWORD,)))
    fight = Fight(*people, order=("gang", "pcs"), windows="concerned")
    fight.attacks("thug", "ana", "sword")
    fight.done("ana", rolls={"attack": 15, "damage": 5, "trauma": 1})
    fight.does("ana", "total defense")
    fight.done("ana")
    assert fight.pool("ana") == 10
    assert fight.told("Thug misses Ana")


def test_the_log_of_an_attack_is_short_and_names_the_rules() -> None:
    """CWN-ATK-01"""
    fight = duel(HERO, {"melee_ac": 12})
    hit(fight, "sword", 9, 5, 7)
    assert len(fight.lines()) == 5
    rules = {rule for event in fight.session.history.batches[-1].events for rule in event.rules}
    assert {"CWN-ATK-01", "CWN-TRAUMA-01", "CWN-TRAUMA-02", "CWN-DMG-01"} <= rules


# ------------------------------------------------------------------ the roll


@pytest.mark.parametrize(("ac", "good"), [(13, True), (14, False)])
def test_bonus_attribute_and_level_are_added_and_meeting_the_number_hits(ac: int, good: bool) -> None:
    """CWN-ATK-02"""
    fight = duel({"attack": 1, "modifiers": {"Dex": 1}, "skills": {"Shoot": 1}}, {"ranged_ac": ac})
    hit(fight, "pistol", 10, 3)
    assert total(fight) == (13, ac)
    assert fight.told("hits") is good


def test_untrained_takes_2_off() -> None:
    """CWN-ATK-02"""
    fight = duel({"skills": {"Exert": 0}})
    hit(fight, "pistol", 12, 3)
    assert total(fight)[0] == 10


def test_no_face_decides_by_itself() -> None:
    """CWN-ATK-02"""
    fight = duel({}, {"melee_ac": 21})
    hit(fight, "knife", 20, 3)
    assert fight.told("misses")
    sure = duel({"attack": 9}, {"melee_ac": 10})
    hit(sure, "knife", 1, 3)
    assert sure.told("hits")


def test_by_house_rule_1_misses_and_20_hits() -> None:
    """CWN-ATK-02"""
    fight = duel({"attack": 9}, {"melee_ac": 40}, natural_attack_dice="1_misses_20_hits")
    hit(fight, "knife", 20, 3)
    assert fight.told("hits")
    low = duel({"attack": 9}, {"melee_ac": 10}, natural_attack_dice="1_misses_20_hits")
    hit(low, "knife", 1, 3)
    assert low.told("misses")


def test_a_blade_meets_the_melee_ac_and_the_same_blade_thrown_the_ranged_one() -> None:
    """CWN-ATK-03"""
    blade = Weapon("blade", "melee", "1d4", range=10, long_range=20)
    fight = duel({"weapons": (blade,)}, {"melee_ac": 14, "ranged_ac": 16})
    hit(fight, "blade", 14, 2)
    assert total(fight) == (14, 14)
    assert fight.told("hits")
    other = duel({"weapons": (blade,)}, {"melee_ac": 14, "ranged_ac": 16})
    other.does("ana", "throw", {"attack": 15, "damage": 2}, target="thug", weapon="blade")
    assert total(other) == (15, 16)
    assert other.told("misses")


def test_a_shot_meets_the_ranged_ac_from_beside_the_target_too() -> None:
    """CWN-ATK-03"""
    fight = duel({}, {"melee_ac": 14, "ranged_ac": 16})
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    hit(fight, "pistol", 16, 3)
    assert total(fight)[1] == 16


def test_armour_and_dexterity_make_the_armour_classes_that_are_not_written_down() -> None:
    """CWN-ATK-03"""
    coat, shield = Armor("coat", 13, 12), Armor("shield", 1, 1, shield=True)
    fight = duel({}, {"worn": (coat, shield), "modifiers": {"Dex": 1}, "skills": {"Stab": 0}})
    hit(fight, "knife", 5, 3)
    assert total(fight)[1] == 15
    bare = duel({}, {"modifiers": {"Dex": -1}})
    hit(bare, "pistol", 5, 3)
    assert total(bare)[1] == 9


# ------------------------------------------------------------------ attributes


def test_the_better_attribute_is_proposed_and_serves_roll_damage_and_shock() -> None:
    """CWN-ATK-04"""
    knife = Weapon("dagger", "melee", "1d4", shock=1, shock_ac=15)
    fight = duel({"modifiers": {"Str": -1, "Dex": 1}, "weapons": (knife,)}, {"melee_ac": 12})
    line = next(line for line in fight.session.menu("ana") if line.verb == "attack" and line.fixed["weapon"] == "dagger")
    assert next(pick.default for pick in line.picks if pick.pick == "attribute") == "Dex"
    hit(fight, "dagger", 11, 2)
    assert (total(fight)[0], fight.pool("thug")) == (12, 17)
    again = duel({"modifiers": {"Str": -1, "Dex": 1}, "weapons": (knife,)}, {"melee_ac": 12})
    hit(again, "dagger", 10, 2)
    assert again.pool("thug") == 18  # Shock 1 + 1


def test_another_attribute_is_chosen_for_roll_and_damage_alike() -> None:
    """CWN-ATK-04"""
    fight = duel({"modifiers": {"Str": -1, "Dex": 1}})
    hit(fight, "knife", 12, 4, attribute="Str")
    assert (total(fight)[0], fight.pool("thug")) == (11, 17)


def test_a_club_knows_strength_alone() -> None:
    """CWN-ATK-04"""
    fight = duel({"modifiers": {"Str": -1, "Dex": 2}, "weapons": (CLUB,)})
    hit(fight, "club", 12, 4)
    assert (total(fight)[0], fight.pool("thug")) == (11, 17)


# ------------------------------------------------------------------ the situation


def shot(ana: dict[str, Any], marks: tuple[Mark, ...], own: tuple[Mark, ...] = (), weapon: Weapon = GUN) -> int:
    """What the situation is worth in all."""
    fight = duel({"weapons": (weapon,), **ana})
    fight.order(*(Marked("thug", mark) for mark in marks), *(Marked("ana", mark) for mark in own))
    hit(fight, weapon.name, 10, 3)
    return total(fight)[0] - 10


PRONE, HALF, FULL, UNSEEN = Mark("prone"), Mark("half cover"), Mark("full cover"), Mark("out of sight")


def away(metres: int) -> Mark:
    return Mark("distance", value=metres, by="ana")


def test_all_that_applies_is_added_up() -> None:
    """CWN-ATK-05"""
    assert shot({}, (PRONE, FULL, away(50))) == -8
    assert shot({}, (PRONE, Mark("engaged", by="ana"))) == -2  # -4 for the enemy in reach, +2 for who lies flat


def test_almost_full_cover_stands_in_place_of_half() -> None:
    """CWN-ATK-05"""
    assert (shot({}, (HALF,)), shot({}, (FULL,)), shot({}, (HALF, FULL))) == (-2, -4, -4)


def test_cover_counts_against_a_blade_as_well() -> None:
    """CWN-ATK-05"""
    assert shot({}, (HALF,), weapon=KNIFE) == -2


def test_a_target_out_of_sight_is_hard_to_hit_and_one_lost_from_sight_impossible() -> None:
    """CWN-ATK-05"""
    assert shot({}, (UNSEEN,)) == -4
    fight = duel()
    fight.order(Marked("thug", Mark("whereabouts unknown")))
    assert fight.against("ana", "attack", target="thug", weapon="pistol") == {"CWN-ATK-05"}


@pytest.mark.parametrize(("metres", "penalty"), [(10, 0), (11, -2), (80, -2)])
def test_long_range_is_harder(metres: int, penalty: int) -> None:
    """CWN-ATK-05"""
    assert shot({}, (away(metres),)) == penalty


def test_beyond_long_range_nothing_is_hit() -> None:
    """CWN-ATK-05"""
    fight = duel({"weapons": (GUN,)})
    fight.order(Marked("thug", away(81)))
    assert fight.against("ana", "attack", target="thug", weapon="gun") == {"CWN-ATK-05"}


def test_gunlink_makes_up_for_two_points_of_cover_and_for_range() -> None:
    """CWN-ATK-06"""
    link = {"gunlink": True}
    assert shot(link, (HALF, away(50))) == 0
    assert shot(link, (FULL, away(50))) == -2
    assert shot(link, (HALF, UNSEEN)) == -4
    assert shot(link, (PRONE, away(50))) == -2


def test_gunlink_is_for_guns() -> None:
    """CWN-ATK-06"""
    assert shot({"gunlink": True}, (HALF,), weapon=KNIFE) == -2


# ------------------------------------------------------------------ NPCs


@pytest.mark.parametrize(("written", "total_"), [(None, 13), (5, 15)])
def test_a_guard_without_an_entry_has_his_hit_dice(written: int | None, total_: int) -> None:
    """CWN-ATK-07"""
    fight = Fight(pc("ana"), npc("guard", hit_dice=3, attack=written), order=("gang", "pcs"))
    hit(fight, "knife", 10, 3, who="guard", target="ana")
    assert total(fight)[0] == total_


def test_nothing_is_added_to_an_npcs_damage_and_shock() -> None:
    """CWN-ATK-07"""
    fight = Fight(pc("ana", melee_ac=12, hp=20), npc("guard", hit_dice=3, weapons=(SWORD,), attack=2), order=("gang", "pcs"))
    hit(fight, "sword", 10, 5, 1, who="guard", target="ana")
    assert fight.pool("ana") == 15
    fight.order(SheetSet("guard", "attack", 0))
    fight.forces("guard", "attack", "again", {"attack": 2, "damage": 5, "trauma": 1}, target="ana", weapon="sword")
    assert fight.pool("ana") == 13


def test_an_npc_with_attributes_and_skills_is_resolved_like_a_pc() -> None:
    """CWN-ATK-07"""
    boss = npc("boss", attack=2, skills={"Stab": 1}, modifiers={"Str": 1}, weapons=(SWORD,))
    fight = Fight(pc("ana", hp=20), boss, order=("gang", "pcs"))
    hit(fight, "sword", 10, 5, 1, who="boss", target="ana")
    assert (total(fight)[0], fight.pool("ana")) == (14, 14)


def test_several_attacks_of_one_main_action_are_resolved_one_after_another() -> None:
    """CWN-ATK-07"""
    fight = Fight(pc("ana", hp=20), pc("bo"), npc("beast", attack=0, attacks=2), order=("gang", "pcs"))
    fight.attacks("beast", "ana", rolls={"attack": (15, 15), "damage": (4, 5)})
    assert (fight.pool("ana"), fight.budget("beast")["Main"]) == (11, 0)


def test_with_its_target_down_the_next_attack_may_meet_another() -> None:
    """CWN-ATK-07"""
    fight = Fight(pc("ana", hp=4), pc("bo"), npc("beast", attack=0, attacks=2), order=("gang", "pcs"))
    fight.attacks("beast", "ana", rolls={"attack": 15, "damage": 4})
    assert fight.asked == ("next target",)
    fight.says("next target", "bo", {"attack": 15, "damage": 3})
    assert fight.pool("bo") == 7


# ------------------------------------------------------------------ damage


def test_dice_attribute_and_the_weapons_mod_make_the_damage() -> None:
    """CWN-DMG-01"""
    gun = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), damage=2)
    fight = duel({"modifiers": {"Dex": 1}, "weapons": (gun,)})
    hit(fight, "gun", 15, 4)
    assert fight.pool("thug") == 13


@pytest.mark.parametrize(("least", "left"), [("0", 20), ("1", 19)])
def test_a_weak_arm_does_nothing_and_by_house_rule_one_point(least: str, left: int) -> None:
    """CWN-DMG-01"""
    fight = duel({"modifiers": {"Str": -2}, "weapons": (CLUB,)}, minimum_damage=least)
    hit(fight, "club", 20, 1)
    assert fight.pool("thug") == left


def test_hit_points_stop_at_nothing() -> None:
    """CWN-DMG-01"""
    fight = duel({"modifiers": {"Str": 1}}, {"hp": 4})
    fight.order(SheetSet("ana", "damage", 3))
    hit(fight, "knife", 15, 5)
    assert fight.pool("thug") == 0
    assert fight.told("for 9 damage")


def test_soak_is_used_up_hit_by_hit_and_full_in_the_next_fight() -> None:
    """CWN-DMG-02"""
    people = (pc("ana"), pc("bo"), pc("cy"), npc("thug", hp=20, soak=5))
    fight = Fight(*people, order=("pcs", "gang"), morale_prompt="off")
    hit(fight, "knife", 15, 3)
    assert (fight.pool("thug", "soak"), fight.pool("thug")) == (2, 20)
    fight.done("ana")
    hit(fight, "knife", 15, 6, who="bo")
    assert (fight.pool("thug", "soak"), fight.pool("thug")) == (0, 16)
    fight.done("bo")
    hit(fight, "knife", 15, 4, who="cy")
    assert fight.pool("thug") == 12
    fight.ends()
    assert fight.pool("thug", "soak") == 5


def test_several_sources_of_soak_are_one_total() -> None:
    """CWN-DMG-02"""
    one = npc("thug", soak=2, worn=(Armor("coat", soak=3), Armor("plate", soak=4)))
    assert (one.pool("soak"), one.pools["soak"].most) == (9, 9)


@pytest.mark.parametrize(("scope", "soak", "hp"), [("weapon_and_shock", 5, 16), ("all_damage", 1, 20), ("hits_only", 5, 16)])
def test_poison_is_not_soaked_unless_everything_is(scope: str, soak: int, hp: int) -> None:
    """CWN-DMG-02"""
    fight = duel({}, {"soak": 5}, soak_scope=scope)
    fight.does("gm", "harm", who="thug", damage=4, of="other")
    assert (fight.pool("thug", "soak"), fight.pool("thug")) == (soak, hp)


@pytest.mark.parametrize(("scope", "soak"), [("weapon_and_shock", 2), ("hits_only", 5)])
def test_shock_is_soaked_unless_hits_alone_are(scope: str, soak: int) -> None:
    """CWN-DMG-02"""
    fight = duel(HERO, {"melee_ac": 13, "soak": 5}, soak_scope=scope)
    hit(fight, "sword", 2, 1, 1)
    assert fight.pool("thug", "soak") == soak


# ------------------------------------------------------------------ non-lethal


def test_a_non_lethal_blow_throws_no_trauma_die_and_knocks_out() -> None:
    """CWN-DMG-03"""
    fight = Fight(pc("ana", weapons=(BATON,)), pc("bo", "rivals", hp=4), order=("pcs", "rivals"))
    hit(fight, "baton", 15, 4, target="bo", meant="non-lethal")
    assert fight.has("bo", "incapacitated")
    assert not fight.has("bo", "mortally wounded")


def test_fists_can_spare() -> None:
    """CWN-DMG-03"""
    fight = Fight(pc("ana", damage=3), pc("bo", "rivals", hp=5), order=("pcs", "rivals"))
    hit(fight, "fists", 15, 2, target="bo", meant="non-lethal")
    assert fight.has("bo", "incapacitated")


def test_a_rifle_spares_nobody_unless_the_gm_lets_it() -> None:
    """CWN-DMG-03"""
    fight = duel({"weapons": (RIFLE,)}, {"hp": 5})
    assert fight.against("ana", "attack", target="thug", weapon="rifle", meant="non-lethal") == {"CWN-DMG-03"}
    dice = {"attack": 15, "damage": 6}
    fight.forces("ana", "attack", "in the leg", dice, target="thug", weapon="rifle", meant="non-lethal")
    assert fight.has("thug", "incapacitated")


def test_a_taser_never_kills() -> None:
    """CWN-DMG-03"""
    fight = duel({"weapons": (TASER,)})
    assert fight.against("ana", "attack", target="thug", weapon="taser", meant="lethal") == {"CWN-DMG-03"}
    hit(fight, "taser", 15, 3)
    assert fight.pool("thug") == 17


# ------------------------------------------------------------------ fists


def test_bare_hands_add_the_punch_level_to_damage() -> None:
    """CWN-DMG-04"""
    fight = duel({"modifiers": {"Str": 1}, "skills": {"Punch": 3}})
    hit(fight, "fists", 15, 2, 1)
    assert fight.pool("thug") == 14


def test_body_blades_do_not() -> None:
    """CWN-DMG-04"""
    blades = Weapon("body blades", "melee", "1d8", skill="Punch", hands=0, body=True)
    fight = duel({"modifiers": {"Str": 1}, "skills": {"Punch": 3}, "weapons": (blades,)})
    hit(fight, "body blades", 15, 5)
    assert (total(fight)[0], fight.pool("thug")) == (19, 14)


def test_untrained_fists_lose_2_to_hit_and_nothing_of_the_damage() -> None:
    """CWN-DMG-04"""
    fight = duel({"skills": {"Stab": 0}})
    hit(fight, "fists", 15, 1, 1)
    assert (total(fight)[0], fight.pool("thug")) == (13, 19)
    assert (UNARMED.dice, UNARMED.trauma, UNARMED.rating) == ("1d2", "1d6", 1)


def test_the_punch_level_is_multiplied_by_trauma() -> None:
    """CWN-DMG-04"""
    fight = duel({"skills": {"Punch": 2}})
    hit(fight, "fists", 15, 2, 6)
    assert fight.has("thug", "traumatic hit")
    assert fight.pool("thug") == 16


# ------------------------------------------------------------------ overruling


def test_every_number_can_be_overruled_by_name_and_both_are_kept() -> None:
    """CWN-GEN-01"""
    fight = duel(HERO, {"melee_ac": 12})
    notes = (Note("line.cover", -2, "a table"), Note("damage done", 2, "it glances off"))
    fight.attacks("ana", "thug", "sword", rolls={"attack": 12, "damage": 5, "trauma": 1}, notes=notes)
    assert fight.told("line.cover: 0 -> -2. a table")
    assert fight.told("damage done: 6 -> 2. it glances off")
    assert fight.pool("thug") == 18
