"""Swarms: joining, striking, what the others are worth, Shock that nothing stops."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Marked, Unmarked
from firefight.games.cities_without_number.sheet import Armor, Weapon
from firefight.table import Mark
from tests.games.cities_without_number.helpers import KNIFE, PISTOL, Fight, npc, pc
from tests.games.cities_without_number.test_attacks import total

FOUR = ("ana", "bo", "cy", "dee")
SPEAR = Weapon("spear", "melee", "1d6", attributes=("Str",), shock=2, shock_ac=13)


def swarm(
    n: int, arm: Weapon = KNIFE, ana: dict[str, Any] | None = None, thug: dict[str, Any] | None = None, **options: str
) -> Fight:
    """So many of the crew have joined against the thug, and nobody has struck."""
    people = [pc(who, **{"weapons": (arm,), **((ana or {}) if who == "ana" else {})}) for who in (*FOUR, "eve")]
    victim = npc("thug", **{"hp": 40, **(thug or {})}), npc("pal", trained=True)
    fight = Fight(*people, *victim, order=("pcs", "gang"), morale_prompt="off", **options)
    for who in FOUR[:n]:
        joins(fight, who, arm.name)
    return fight


def joins(fight: Fight, who: str, weapon: str) -> None:
    fight.does(who, "swarm", target="thug", weapon=weapon)
    if not fight.asked:
        fight.done(who)


def strike(fight: Fight, d20: int, damage: int, who: str = "ana", **more: int) -> None:
    """One of them strikes."""
    weapon = fight.table.who(who).sheet.weapons[0].name
    fight.does(who, "strike", {"attack": d20, "damage": damage, **more}, target="thug", weapon=weapon)


# ------------------------------------------------------------------ joining


def test_one_strikes_for_all_and_the_others_main_actions_are_spent() -> None:
    """CWN-SWARM-01"""
    fight = swarm(3)
    assert [fight.budget(who)["Main"] for who in FOUR] == [0, 0, 0, 1]
    strike(fight, 10, 2, who="bo")
    assert total(fight)[0] == 14
    assert not any(fight.has(who, "swarms") for who in FOUR)


def test_with_the_fourth_they_strike_at_once_and_a_fifth_is_too_many() -> None:
    """CWN-SWARM-01"""
    fight = swarm(4)
    (question,) = fight.session.questions()
    assert (question.label, question.options) == ("striker", FOUR[:3] + ("dee",))
    fight.says("striker", "cy", {"attack": 4, "damage": 2})
    assert (total(fight)[0], fight.has("ana", "swarms")) == (10, False)
    fight.done("dee")
    assert fight.against("eve", "swarm", target="thug", weapon="knife") == {"CWN-SWARM-01"}
    assert fight.budget("eve")["Main"] == 1


def test_after_the_strike_nobody_gathers_there_again_this_round() -> None:
    """CWN-SWARM-01"""
    fight = swarm(2)
    strike(fight, 10, 2)
    assert fight.against("cy", "swarm", target="thug", weapon="knife") == {"CWN-SWARM-01"}
    fight.done("cy", "dee", "eve", "thug", "pal")
    joins(fight, "cy", "knife")
    again = swarm(2, second_swarm="yes")
    strike(again, 10, 2)
    joins(again, "cy", "knife")


def test_what_has_not_struck_by_the_end_of_the_round_is_wasted() -> None:
    """CWN-SWARM-01"""
    fight = swarm(2)
    fight.done("cy", "dee", "eve")
    assert fight.told("Ana has joined a swarm on Thug that has not struck")
    assert fight.against("ana", "strike", target="thug", weapon="knife") == {"CWN-SWARM-01"}
    fight.done("thug", "pal")
    assert fight.told("Ana's swarm on Thug comes to nothing")
    assert not fight.has("ana", "swarms")
    assert fight.budget("ana")["Main"] == 1


def test_whoever_is_out_of_range_cannot_join() -> None:
    """CWN-SWARM-01"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.order(*(Marked(who, Mark("distance", value=6, by="thug")) for who in ("ana", "bo")))
    assert fight.against("ana", "swarm", target="thug", weapon="knife") == {"CWN-ACT-05"}
    fight.does("bo", "swarm", target="thug", weapon="pistol")


def test_friends_are_not_mobbed() -> None:
    """CWN-SWARM-01"""
    assert swarm(0).against("ana", "swarm", target="bo", weapon="knife") == {"CWN-SWARM-01"}


def test_any_number_may_join_by_house_rule_for_the_same_bonus() -> None:
    """CWN-SWARM-01"""
    fight = swarm(4, swarm_size="unlimited_capped_bonus")
    assert fight.asked == ()
    fight.does("eve", "swarm", target="thug", weapon="knife")
    strike(fight, 4, 2)
    assert total(fight)[0] == 10


def test_with_individual_initiative_they_gather_over_their_turns() -> None:
    """CWN-SWARM-01 CWN-INIT-03"""
    people = pc("ana"), pc("bo"), npc("thug", hp=20)
    rolls = {"own initiative ana": 8, "own initiative bo": 5, "own initiative thug": 1}
    fight = Fight(*people, rolls=rolls, initiative_mode="individual")
    fight.does("ana", "swarm", target="thug", weapon="knife")
    fight.done("ana")
    fight.does("bo", "swarm", target="thug", weapon="knife")
    strike(fight, 10, 2)
    assert total(fight)[0] == 12


def test_a_screener_who_steps_in_meets_the_whole_swarm() -> None:
    """CWN-SWARM-01 CWN-SCREEN-01"""
    pal = npc("pal", "gang", melee_ac=20, skill_modifier=2)
    people = pc("ana", weapons=(SPEAR,)), pc("bo", weapons=(SPEAR,)), npc("thug"), pal
    fight = Fight(*people, order=("pcs", "gang"))
    fight.order(Marked("pal", Mark("screens", by="thug")))
    for who in ("ana", "bo"):
        fight.does(who, "swarm", target="thug", weapon="spear")
        if who == "ana":
            fight.done(who)
    dice = {"attack": 5, "damage": 3, "parry bo": (1, 2), "parry pal": (5, 5)}
    fight.does("bo", "strike", dice, target="thug", weapon="spear")
    assert total(fight) == (7, 20)
    assert fight.pool("pal") == 8  # the Shock of 2, whatever the Armour Class


# ------------------------------------------------------------------ what the others are worth


@pytest.mark.parametrize(("n", "to_hit", "damage"), [(2, 2, 1), (3, 4, 2)])
def test_each_other_is_worth_2_to_hit_and_1_damage(n: int, to_hit: int, damage: int) -> None:
    """CWN-SWARM-02"""
    fight = swarm(n)
    strike(fight, 10, 2)
    assert (total(fight)[0], fight.pool("thug")) == (10 + to_hit, 40 - 2 - damage)


def test_the_bonus_comes_on_top_of_the_attack_bonus() -> None:
    """CWN-SWARM-02"""
    fight = swarm(3, ana={"attack": 2})
    strike(fight, 10, 3)
    assert (total(fight)[0], fight.pool("thug")) == (16, 35)


@pytest.mark.parametrize(("die", "damage"), [(4, 4), (2, 4)])
def test_damage_stops_at_the_usual_maximum(die: int, damage: int) -> None:
    """CWN-SWARM-02"""
    fight = swarm(4, Weapon("dirk", "melee", "1d4"))
    fight.says("striker", "ana", {"attack": 15, "damage": die})
    assert fight.pool("thug") == 40 - damage


def test_the_maximum_counts_before_trauma() -> None:
    """CWN-SWARM-02"""
    sword = Weapon("sword", "melee", "1d8", attributes=("Str",), trauma="1d8", rating=2)
    plain = swarm(2, sword, ana={"modifiers": {"Str": 1}})
    strike(plain, 15, 8, trauma=1)
    assert plain.pool("thug") == 31
    traumatic = swarm(2, sword, ana={"modifiers": {"Str": 1}})
    strike(traumatic, 15, 8, trauma=8)
    assert traumatic.pool("thug") == 22


def test_who_could_not_strike_himself_does_not_count() -> None:
    """CWN-SWARM-02"""
    fight = swarm(3)
    fight.order(Marked("cy", Mark("unconscious")))
    strike(fight, 10, 2)
    assert (total(fight)[0], fight.pool("thug")) == (12, 37)


# ------------------------------------------------------------------ Shock


def test_the_shock_of_a_swarm_meets_any_armour_and_spares_the_shield() -> None:
    """CWN-SWARM-03"""
    shield = Armor("riot shield", shield=True)
    fight = swarm(2, SPEAR, {"modifiers": {"Str": 1}}, {"melee_ac": 17, "worn": (shield,)})
    strike(fight, 1, 6)
    assert (fight.pool("thug"), fight.has("thug", "shield used")) == (37, False)


def test_total_defense_alone_stops_it() -> None:
    """CWN-SWARM-03 CWN-ACT-09"""
    fight = swarm(2, SPEAR, {"modifiers": {"Str": 1}}, {"melee_ac": 17})
    fight.order(Marked("thug", Mark("total defense")))
    strike(fight, 1, 6)
    assert fight.pool("thug") == 40


def test_immunity_does_not() -> None:
    """CWN-SWARM-03"""
    fight = swarm(2, SPEAR, {"modifiers": {"Str": 1}}, {"melee_ac": 17, "immune_to_shock": True})
    strike(fight, 1, 6)
    assert fight.pool("thug") == 37


def test_pistols_have_none() -> None:
    """CWN-SWARM-03"""
    fight = swarm(4, PISTOL, thug={"ranged_ac": 30})
    fight.says("striker", "ana", {"attack": 1, "damage": 6})
    assert fight.pool("thug") == 40


def test_a_hit_does_at_least_that_shock() -> None:
    """CWN-SWARM-03"""
    fierce = Weapon("hook", "melee", "1d6", attributes=("Str",), shock=4, shock_ac=13)
    fight = swarm(2, fierce, thug={"melee_ac": 17})
    strike(fight, 15, 1)
    assert fight.pool("thug") == 36


@pytest.mark.parametrize(("house", "left"), [("no", 40), ("yes", 38)])
def test_who_swarms_alone_is_no_swarm(house: str, left: int) -> None:
    """CWN-SWARM-03"""
    fight = swarm(1, SPEAR, thug={"melee_ac": 17}, lone_swarm_shock=house)
    strike(fight, 1, 6)
    assert fight.pool("thug") == left


def test_a_snap_attack_may_thin_the_swarm_before_it_strikes() -> None:
    """CWN-SWARM-02"""
    fight = swarm(3)
    fight.order(Unmarked("pal", "spent main"))
    fight.does("pal", "snap attack", {"attack": 18, "damage": 6}, target="cy", weapon="knife")
    fight.order(Marked("cy", Mark("unconscious")))
    strike(fight, 10, 2)
    assert total(fight)[0] == 12
