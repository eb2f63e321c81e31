"""Major Injuries: every case of CWN-MAJOR-01 to CWN-MAJOR-11."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Adjusted, Marked, MissionBegan, SceneBegan, Ticked
from firefight.games.cities_without_number.gear import Weapon
from firefight.games.cities_without_number.sheet import Implant, modifier, save_target
from firefight.table import Mark, Until
from tests.games.cities_without_number.bodies import (
    DAY,
    awake,
    bring_down,
    calm,
    damaged,
    doc,
    fought,
    injured,
    npc,
    pc,
    round_goes_by,
    stabilise,
    states,
    strain,
    tick,
    traumatic,
)
from tests.games.cities_without_number.helpers import Fight

AXE = Weapon("axe", "melee", "1d8", trauma="1d8", rating=2, shock=2, shock_ac=15)
KNIFE = Weapon("knife", "melee", "1d6")
EYES = Implant("cybereyes", "Sensory", strain=0.25, price=10_000, paired=True, stands_for="eyes")


def axed(**sheet: Any) -> Fight:
    """A thug with an axe and a pal with a knife have the turn against Ana, Physical save target 15."""
    people = npc("thug", weapons=(AXE,)), npc("pal", weapons=(KNIFE,))
    return fought(pc("ana", **sheet), *people, order=("gang", "pcs"))


# ------------------------------------------------------------------ CWN-MAJOR-01


def test_a_traumatic_hit_threatens_whatever_drops_the_victim_later_in_the_scene() -> None:
    """CWN-MAJOR-01: round 1 leaves 5 hit points, in round 4 a knife without trauma drops the PC: save."""
    fight = axed(hp=15)
    traumatic(fight, 5)
    assert fight.pool("ana") == 5
    for _ in range(3):
        round_goes_by(fight)
    fight.attacks("pal", "ana", "knife", rolls={"attack": 19, "damage": 5, "save ana": 15})
    assert fight.told("makes the Physical save")


def test_the_threat_ends_with_the_scene() -> None:
    """CWN-MAJOR-01: the next scene's plain hit asks for no save; a refresh of mission time ends it too."""
    for end in (SceneBegan(), Ticked(10)):
        fight = calm(pc("ana"))
        fight.order(MissionBegan(), Marked("ana", Mark("traumatic hit", Until("scene end"))))
        fight.order(end)
        fight.order(Adjusted("ana", "hp", -10))
        assert states(fight) == {"mortally wounded"}


def test_shock_drops_as_well_as_a_hit() -> None:
    """CWN-MAJOR-01: Traumatic Hit, then dropped by Shock in the same scene."""
    fight = axed(hp=9)
    traumatic(fight, 4)
    round_goes_by(fight)
    fight.attacks("thug", "ana", "axe", rolls={"attack": 2, "damage": 1, "trauma": 1, "save ana": 20})
    assert (fight.told("makes the Physical save"), fight.has("ana", "mortally wounded")) == (True, True)


def test_healing_does_not_take_the_threat_away() -> None:
    """CWN-MAJOR-01"""
    fight = axed(hp=10)
    traumatic(fight, 2)
    fight.order(Adjusted("ana", "hp", 10))
    fight.dice.left = {"save ana": [20]}
    fight.order(Adjusted("ana", "hp", -10))
    assert fight.told("makes the Physical save")


def test_the_hit_that_drops_counts_and_without_any_there_is_no_save() -> None:
    """CWN-MAJOR-01"""
    fight = axed(hp=10)
    traumatic(fight, 5, {"save ana": 20})
    assert fight.told("makes the Physical save")
    plain = axed(hp=5)
    plain.attacks("pal", "ana", "knife", rolls={"attack": 19, "damage": 5})
    assert not plain.told("Physical save")


def test_those_who_die_at_once_make_no_save() -> None:
    """CWN-MAJOR-01: Frail, unnamed."""
    fight = axed(hp=10)
    fight.order(Marked("ana", Mark("frail")))
    traumatic(fight, 5)
    assert fight.has("ana", "dead")
    fight.order(Marked("pal", Mark("traumatic hit")))
    fight.order(Adjusted("pal", "hp", -10))
    assert fight.has("pal", "dead")


# ------------------------------------------------------------------ CWN-MAJOR-02


def test_a_save_decides_between_a_wound_and_an_injury_besides() -> None:
    """CWN-MAJOR-02: target 13, die 13, and die 12."""
    made = calm(pc("ana", level=3))
    bring_down(made, "ana", {"save ana": 13}, traumatic="yes")
    assert states(made) == {"mortally wounded"}
    failed = calm(pc("ana", level=3))
    bring_down(failed, "ana", {"save ana": 12, "major injury ana": 11}, traumatic="yes")
    assert (failed.told("Major Injury: Just a Flesh Wound"), failed.has("ana", "mortally wounded")) == (True, True)


def test_the_save_of_an_execution_is_another_one() -> None:
    """CWN-MAJOR-02: with a -3 penalty the first is failed; a second without it decides about the injury."""
    fight = calm(pc("ana", skills={"Stab": 3}), npc("boss", named=True, hit_dice=4))
    fight.does("ana", "line up", target="boss")
    tick(fight, 2)
    fight.does("ana", "execute", target="boss", weapon="knife")
    fight.says("unsuspecting", "yes", rolls={"save boss": (13, 13)})
    assert fight.told("Boss fails the Physical save: 13 on the die, 10 against 13")
    assert fight.told("Boss makes the Physical save: 13 on the die, 13 against 13")
    assert states(fight, "boss") == {"mortally wounded"}


# ------------------------------------------------------------------ CWN-MAJOR-03


@pytest.mark.parametrize(
    ("die", "more", "name"), [(2, -3, "Instant Death"), (11, 4, "Just a Flesh Wound"), (7, -1, "Right Leg Ruined")]
)
def test_circumstances_move_the_die_within_the_table(die: int, more: int, name: str) -> None:
    """CWN-MAJOR-03"""
    fight = calm(pc("ana"))
    fight.does("gm", "injury modifier", who="ana", by=more)
    bring_down(fight, "ana", {"save ana": 2, "major injury ana": die}, traumatic="yes")
    assert fight.told(f"Major Injury: {name}")
    other = calm(pc("ana"))
    other.does("gm", "major injury", {"major injury ana": die}, who="ana", modifier=more)
    assert other.told(f"Major Injury: {name}")


def test_a_crash_that_fails_both_saves_needs_no_third() -> None:
    """CWN-MAJOR-03: Mortally Wounded and 1d12 at once."""
    fight = calm(pc("ana"))
    bring_down(fight, "ana", {"major injury ana": 8}, crash="yes")
    assert states(fight) == {"mortally wounded", "right arm ruined"}


def test_by_house_rule_the_injury_of_a_crash_waits() -> None:
    """CWN-MAJOR-03: when-stabilised."""
    fight = calm(pc("ana"), doc(), crash_injury="when-stabilised")
    bring_down(fight, "ana", crash="yes")
    assert states(fight) == {"mortally wounded"}
    stabilise(fight, "doc", "ana", (6, 6), more={"major injury ana": 8})
    assert states(fight) == {"stabilised", "right arm ruined"}


def test_the_gm_may_name_the_result() -> None:
    """CWN-MAJOR-03 CWN-GEN-01"""
    fight = calm(pc("ana"))
    fight.does("gm", "major injury", who="ana", result=8)
    assert states(fight) == {"right arm ruined"}


# ------------------------------------------------------------------ CWN-MAJOR-04


def test_stabilising_stops_the_bleeding_and_not_the_clock_to_a_clinic() -> None:
    """CWN-MAJOR-04: a Gut Wound, stabilised; the hour runs from the injury."""
    fight = injured(5, doc())
    stabilise(fight, "doc", "ana", (6, 6))
    assert states(fight) == {"stabilised", "gut wound", "needs a clinic"}
    tick(fight, 61)
    assert states(fight) == {"frail", "weakened by a gut wound"}


def test_internal_damage_kills_within_the_hour_whoever_has_stabilised() -> None:
    """CWN-MAJOR-04 CWN-MAJOR-06"""
    fight = awake(2)
    tick(fight, 51)
    assert states(fight) >= {"dead"}


# ------------------------------------------------------------------ CWN-MAJOR-05


def test_instant_death_leaves_no_clock() -> None:
    """CWN-MAJOR-05"""
    fight = injured(1)
    assert states(fight) == {"dead"}


# ------------------------------------------------------------------ CWN-MAJOR-06


def test_in_a_clinic_in_time_the_victim_lives_in_a_coma() -> None:
    """CWN-MAJOR-06: after 45 minutes; 1 hit point and Frail came at ten; Prosthetic Cyber ends the coma."""
    fight = awake(2, attributes={"Con": 12})
    assert (fight.pool("ana"), fight.told("does not wake: a coma")) == (1, True)
    tick(fight, 35)
    fight.does("gm", "clinic", who="ana")
    tick(fight, 3 * DAY)
    assert states(fight) == {"frail", "internal damage", "in a coma"}
    fight.does("gm", "install", who="ana", implant="prosthetic cyber")
    assert states(fight) == {"frail"}


def test_minute_60_is_in_time_and_minute_70_is_not() -> None:
    """CWN-MAJOR-06: died at 60."""
    fight = awake(2)
    tick(fight, 50)
    fight.does("gm", "clinic", who="ana")
    tick(fight, 60)
    assert not fight.has("ana", "dead")
    late = awake(2)
    tick(late, 60)
    assert late.has("ana", "dead")


def test_internal_damage_ruins_what_is_in_body_and_nerves() -> None:
    """CWN-MAJOR-06: one Body, one Nerves and one Skin implant."""
    fight = injured(2, implants=(Implant("filter", "Body"), Implant("wires", "Nerves"), Implant("plating", "Skin")))
    assert damaged(fight) == {"filter", "wires"}


# ------------------------------------------------------------------ CWN-MAJOR-07


def test_brain_damage_is_a_coma_without_a_limit() -> None:
    """CWN-MAJOR-07: stabilised, no clinic for three days: alive, comatose."""
    fight = awake(3)
    tick(fight, 3 * DAY)
    assert states(fight) == {"frail", "brain damage", "in a coma"}


def test_brain_damage_ruins_what_is_in_head_and_nerves() -> None:
    """CWN-MAJOR-07: a Head, a Nerves and a Body implant."""
    fight = injured(3, implants=(Implant("port", "Head"), Implant("wires", "Nerves"), Implant("filter", "Body")))
    assert damaged(fight) == {"port", "wires"}


# ------------------------------------------------------------------ CWN-MAJOR-08


def test_the_blind_need_a_pair_of_cybereyes() -> None:
    """CWN-MAJOR-08: a single cybereye is not enough."""
    single = Implant("single cybereye", "Sensory", stands_for="eyes")
    fight = awake(4, attributes={"Con": 12}, spare=(single,))
    fight.does("gm", "install", who="ana", implant="single cybereye")
    assert fight.has("ana", "blind")
    fight.does("gm", "install", who="ana", implant="cybereyes")
    assert not fight.has("ana", "blind")


def test_cybereyes_are_damaged_with_all_that_is_in_them_and_sight_returns_with_them() -> None:
    """CWN-MAJOR-08: low-light and a gunlink in them: three systems, the pair counts as one."""
    inside = (Implant("low light", "Sensory", housed_in="cybereyes"), Implant("gunlink", "Sensory", housed_in="cybereyes"))
    kit = {"items": ("cyberdoc kit",), "skills": {"Fix": 0}}
    fight = awake(4, doc(heal=0, **kit), implants=(EYES, *inside, Implant("port", "Head")))
    assert damaged(fight) == {"cybereyes", "low light", "gunlink"}
    fight.does("doc", "repair", target="ana", system="cybereyes")
    tick(fight, DAY)
    assert (fight.has("ana", "blind"), damaged(fight)) == (False, {"low light", "gunlink"})


def test_the_blind_shoot_at_what_they_cannot_see() -> None:
    """CWN-MAJOR-08 CWN-ATK-05: -4 with a gun."""
    fight = fought(pc("ana"), npc("thug"))
    fight.order(Marked("ana", Mark("blind")))
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 13, "damage": 1})
    assert fight.told("Ana misses Thug")


# ------------------------------------------------------------------ CWN-MAJOR-09


def test_a_gut_wound_in_a_clinic_in_time_leaves_nothing() -> None:
    """CWN-MAJOR-09: after 30 minutes."""
    fight = awake(5)
    tick(fight, 20)
    fight.does("gm", "clinic", who="ana")
    tick(fight, 600)
    assert states(fight) == {"frail"}


@pytest.mark.parametrize(("strength", "constitution", "rises"), [(10, 14, 1), (14, 10, 0)])
def test_a_gut_wound_takes_one_from_the_constitution_modifier(strength: int, constitution: int, rises: int) -> None:
    """CWN-MAJOR-09: the save suffers only if Constitution was the better; Prosthetic Cyber mends it a month later."""
    fight = awake(5, attributes={"Str": strength, "Con": constitution})
    before = save_target(fight.table.who("ana"), "Physical"), modifier(fight.table.who("ana"), "Con")
    tick(fight, 60)
    one = fight.table.who("ana")
    assert (save_target(one, "Physical") - before[0], modifier(one, "Con") - before[1]) == (rises, -1)
    fight.dice.left = {"save ana": [20]}
    tick(fight, 30 * DAY)
    fight.does("gm", "install", who="ana", implant="prosthetic cyber")
    assert modifier(fight.table.who("ana"), "Con") == before[1]


def test_a_gut_wound_leaves_score_and_strain_alone() -> None:
    """CWN-MAJOR-09: Constitution 12: maximum still 12, hit points as they were."""
    fight = awake(5, attributes={"Con": 12}, hp=10)
    tick(fight, 60)
    assert (strain(fight, "ana"), fight.table.who("ana").pools["hp"].most) == ("0 of 12", 10)


# ------------------------------------------------------------------ CWN-MAJOR-10


@pytest.mark.parametrize(("die", "leg"), [(6, "right leg ruined"), (7, "left leg ruined")])
def test_a_ruined_leg_means_crawling(die: int, leg: str) -> None:
    """CWN-MAJOR-10: Movement 10 crawls 5 m, cannot stand up, run or charge."""
    fight = fought(pc("ana"), npc("thug"))
    fight.does("gm", "major injury", who="ana", result=die)
    assert states(fight) >= {leg, "prone"}
    run = next(line for line in fight.session.menu("ana") if line.verb == "run")
    assert run.picks[0].most == 5
    assert fight.against("ana", "stand up") == {"CWN-MAJOR-10"}
    assert "CWN-MAJOR-10" in fight.against("ana", "charge", target="thug", weapon="knife")


def test_crawling_is_neither_halved_again_nor_rounded() -> None:
    """CWN-MAJOR-10 CWN-GEN-02: Movement 7: 3.5 m, and the same without the mark of lying prone."""
    fight = fought(pc("ana", move=7), npc("thug"))
    fight.does("gm", "major injury", who="ana", result=6)
    run = next(line for line in fight.session.menu("ana") if line.verb == "run")
    assert run.picks[0].default == "3.5"


# ------------------------------------------------------------------ CWN-MAJOR-11


def test_with_one_arm_a_rifle_cannot_be_used_and_a_pistol_can() -> None:
    """CWN-MAJOR-11: roll 8."""
    fight = fought(pc("ana"), npc("thug"))
    fight.does("gm", "major injury", who="ana", result=8)
    assert states(fight) == {"right arm ruined"}
    assert fight.against("ana", "attack", target="thug", weapon="rifle") == {"CWN-MAJOR-11"}
    assert fight.can("ana", "attack", weapon="pistol")


def test_with_no_arm_there_is_no_hand_left() -> None:
    """CWN-MAJOR-11: roll 9 in a later fight as well."""
    fight = fought(pc("ana"), npc("thug"))
    fight.order(Marked("ana", Mark("right arm ruined")))
    fight.does("gm", "major injury", who="ana", result=9)
    assert fight.against("ana", "attack", target="thug", weapon="pistol") == {"CWN-MAJOR-11"}


def test_what_takes_both_hands_is_refused_with_one() -> None:
    """CWN-MAJOR-11: a grapple, two weapons."""
    fight = fought(pc("ana", skills={"Shoot": 1, "Stab": 1, "Punch": 1}, stowed=("knife", "pistol", "rifle")), npc("thug"))
    fight.order(Marked("ana", Mark("right arm ruined")))
    assert "CWN-MAJOR-11" in fight.against("ana", "grapple", target="thug")
    two = fought(pc("ana", skills={"Shoot": 1, "Stab": 1}), npc("thug"))
    two.order(Marked("ana", Mark("right arm ruined")))
    assert "CWN-MAJOR-11" in two.against("ana", "attack", target="thug", weapon="pistol", second="knife")
