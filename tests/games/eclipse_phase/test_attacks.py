"""Attacks: opposed test, defence, modifiers, damage and armour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.commands import Do
from firefight.dice import Branching, branches
from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.gear import Weapon, all_weapons
from firefight.timeline import Act, Note
from tests.games.eclipse_phase.helpers import Fight

TWO = {"a": 12, "b": 10}
GUNNER: dict[str, Any] = {"skills": {"guns": 70, "melee": 60}, "gear": ("pistol", "sniper rifle", "knife"), "vigor": 2}
TARGET: dict[str, Any] = {"skills": {"fray": 55, "melee": 40}, "durability": 35}


def fight(rolls: Mapping[str, tuple[int, ...]], options: Mapping[str, str] | None = None, **target: Any) -> Fight:
    """A with guns against B."""
    return Fight(TWO, options, {"som b": (100,), **rolls}, a=GUNNER, b={**TARGET, **target})


def test_the_arithmetic_of_damage() -> None:
    assert rules.damage(rules.Damage(11, 7, False, 10, False)) == 8  # EP-CMB-02
    assert rules.damage(rules.Damage(11, 0, True, 10, False)) == 12
    assert rules.damage(rules.Damage(4, 0, False, 7, True)) == 0
    assert rules.half(7) == 4


@given(rolled=st.integers(0, 60), superior=st.integers(0, 12), armor=st.integers(0, 40), critical=st.booleans())
def test_armor_never_makes_a_hit_worse(rolled: int, superior: int, armor: int, critical: bool) -> None:
    whole, halved, none = (
        rules.damage(rules.Damage(rolled, superior, critical, worn, piercing))
        for worn, piercing in ((armor, False), (armor, True), (0, False))
    )
    assert 0 <= whole <= halved <= none  # EP-CMB-02


def test_a_shot_is_met_by_half_of_fray_and_a_superior_success_adds_a_die() -> None:
    shot = fight({"attack": (52,), "defend b": (15,), "damage": (6, 5), "superior": (4,)}, kinetic=10)
    shot.do("a", "attack", target="b", weapon="pistol")  # EP-CMB-01
    assert "52 against 70 (skill 70); defence 15 against 28" in shot.told()
    assert shot["b"].pool("durability") == 30  # EP-CMB-02


def test_the_higher_success_of_the_defender_is_a_miss() -> None:
    shot = fight({"attack": (12,), "defend b": (20,)}).do("a", "attack", target="b", weapon="pistol")
    assert "A misses B" in shot.told() and shot["b"].pool("durability") == 35  # EP-CMB-01


def test_two_failures_are_a_miss() -> None:
    shot = fight({"attack": (85,), "defend b": (90,)}).do("a", "attack", target="b", weapon="pistol")
    assert "A misses B" in shot.told()  # EP-CMB-01 EP-TEST-04


def test_a_critical_doubles_and_piercing_halves_the_armor() -> None:
    shot = fight({"attack": (66,), "defend b": (90,), "damage": (6, 5)}, kinetic=10)
    shot.do("a", "attack", target="b", weapon="pistol")
    assert shot["b"].pool("durability") == 23 and "A hits B critically" in shot.told()  # EP-CMB-02
    shot = fight({"attack": (20,), "defend b": (90,), "damage": (2, 3)}, kinetic=7)
    shot.do("a", "attack", target="b", weapon="sniper rifle")
    assert shot["b"].pool("durability") == 35 - (2 + 3 + 6 - 4)  # EP-CMB-02


def test_armor_may_stop_it_all() -> None:
    shot = fight({"attack": (20,), "defend b": (90,), "damage": (2, 3)}, armor="battle suit")
    shot.do("a", "attack", target="b", weapon="pistol")
    assert "B's armour stops it" in shot.told() and not shot["b"].pool("wounds")  # EP-CMB-02


def test_a_blow_is_met_by_the_better_of_fray_and_melee() -> None:
    blow = fight({"attack": (30,), "defend b": (50,)}).do("a", "attack", target="b", weapon="knife")
    assert "defence 50 against 55" in blow.told()  # EP-CMB-01
    blow = fight({"attack": (30,), "defend b": (50,)}, skills={"fray": 20, "melee": 45})
    assert "defence 50 against 45" in blow.do("a", "attack", target="b", weapon="knife").told()


def test_full_defense_is_worth_thirty() -> None:
    shot = fight({"attack": (30,), "defend a": (90,), "defend b": (50,)}).turn("a").do("b", "full defense").passes("b").first()
    shot.do("a", "attack", target="b", weapon="pistol")
    assert "defence 50 against 58" in shot.told() and "misses" in shot.told()  # EP-CMB-01


@pytest.mark.parametrize("state", ["surprised", "unconscious"])
def test_the_surprised_and_the_incapacitated_do_not_defend(state: str) -> None:
    shot = fight({"attack": (10,), "damage": (6, 5)}).marks("b", state).do("a", "attack", target="b", weapon="pistol")
    assert "A hits B" in shot.told() and "defence - against -" in shot.told()  # EP-CMB-01


def test_what_fires_single_shots_does_so_once_a_turn() -> None:
    shot = fight({"attack": (85, 86), "defend b": (90, 90)})
    shot.do("a", "attack", target="b", weapon="sniper rifle").do("a", "buy extra").turn("a", "b")
    assert shot.refusal("a", "attack", target="b", weapon="sniper rifle") == {"EP-CMB-01"}
    shot.do("a", "attack", target="b", weapon="pistol").turn("a").first()
    assert shot.offers("a", "attack", weapon="sniper rifle")  # EP-CMB-01


def test_wounds_full_move_and_cover_change_the_roll() -> None:
    shot = fight({"attack": (60,), "defend b": (90,)}).wounds("a", 2).marks("b", "in moderate cover")
    shot.do("a", "movement", gait="full").do("a", "attack", target="b", weapon="pistol")
    assert "60 against 10 (skill 70, wounds -20, full move -20, cover -20)" in shot.told()  # EP-ACT-02 EP-DMG-02


def test_the_gm_may_be_asked_for_a_modifier_and_may_overrule_any_number() -> None:
    shot = fight({"attack": (60,), "defend b": (90,), "damage": (1, 1), "superior": (1,)}, {"modifiers": "asked"})
    shot.do("a", "attack", target="b", weapon="pistol").answers(modifier=10)
    assert "60 against 80" in shot.told()  # EP-CMB-01


def test_a_weapon_without_numbers_is_the_gms_word() -> None:
    Fight(TWO, a={"gear": ("stunner",)}).do("a", "attack", target="b", weapon="stunner").answers(effect="3 durability")


def test_defending_is_automatic_and_has_no_limit_even_after_going_first_by_insight() -> None:
    shot = Fight(
        {"a": 12, "b": 10, "c": 8},
        None,
        {"attack": (70,) * 4, "defend c": (90, 91, 92, 93), "damage": (1,) * 8, "superior": (1,) * 8},
        {"c": "insight"},
        a=GUNNER,
        c={"insight": 2},
    ).turn("c")
    for number in range(4):
        force = "" if number == 0 else "a burst of shots"
        shot.do("a", "attack", force, target="c", weapon="pistol")
    assert shot.told().count("defence 9") == 4  # EP-ACT-02 EP-FIRST-02


def duel(attack: int, durability: int, **rolls: tuple[int, ...]) -> Fight:
    """A and B, tied, shoot each other at the same moment, both for twenty before anything is added."""
    dice = {"attack": (attack, attack), "defend a": (90,), "defend b": (90,), "damage": (10,) * 4, "superior": (1, 1)}
    more = {label.replace("_", " "): faces for label, faces in rolls.items()}
    people = {who: {**GUNNER, "durability": durability} for who in "ab"}
    both = Fight({"a": 10, "b": 10}, None, {**dice, **more}, **people)
    both.do("a", "attack", target="b", weapon="pistol").do("b", "attack", target="a", weapon="pistol")
    return both.passes("a", "b")


def test_the_wound_of_a_moment_does_not_change_a_roll_of_the_same_moment() -> None:
    both = duel(60, 50, som_a=(1,), som_b=(1,))
    assert both.told().count("60 against 70 (skill 70)") == 2  # EP-INIT-08
    assert [both[who].pool("wounds") for who in "ab"] == [2, 2]
    assert [both[who].has("prone") for who in "ab"] == [True, True]  # EP-DMG-02


def test_both_shots_of_a_moment_count_even_if_both_are_out() -> None:
    both = duel(66, 35, bleeding_a=(1,), bleeding_b=(1,))
    assert [both[who].has("unconscious") for who in "ab"] == [True, True]  # EP-INIT-08 EP-DMG-01


def test_nobody_steps_into_an_attack_whose_dice_have_fallen() -> None:
    rolls = {"attack": (83,), "defend a": (90,), "damage": (1, 1), "superior": (1,)}
    fight = Fight(TWO, None, rolls, b={**GUNNER, "pc": True}).first().do("a", "delay")
    fight.do("b", "attack", target="a", weapon="pistol").passes("a")
    assert fight.asked == ["pool attack"] and fight.refusal("a", "step in") == {"EP-DELAY-03"}  # EP-DELAY-03
    fight.answers(pool_attack="vigor: swap")
    assert fight.do("a", "step in").awaited == ("a",)


def test_an_interruption_that_takes_somebody_out_ends_his_attack() -> None:
    rolls = {"attack": (30,), "defend b": (90,), "damage": (10, 10), "som b": (98,)}
    fight = Fight(TWO, None, rolls, a={**GUNNER, "vigor": 0}, b={**GUNNER, "vigor": 0, "durability": 30}).do("a", "delay")
    fight.do("b", "attack", target="a", weapon="pistol").do("a", "step in")
    fight.do("a", "attack", target="b", weapon="pistol").passes("a")
    assert "B is taken out by the interruption" in fight.told() and fight["a"].pool("durability") == 30  # EP-DELAY-02


def test_the_odds_of_a_hit_without_defence_are_those_of_the_skill() -> None:
    def run(source: Branching) -> bool:
        (face,) = source.faces("", "attack", 1, 100)
        return rules.hits(rules.outcome(rules.percentile(face), 70).success, False, 0)

    assert sum(weight for weight, hit in branches(run) if hit) * 100 == 71  # EP-TEST-01 EP-CMB-01


@pytest.mark.parametrize("weapon", all_weapons().values(), ids=lambda one: one.name)
def test_weapons_of_the_list_have_dice_or_are_the_gms_word(weapon: Weapon) -> None:
    assert bool(weapon.damage) == (weapon.dice.n > 0)


def test_a_note_that_says_no_leaves_the_dice_their_say() -> None:
    shot = fight({"attack": (52,), "defend b": (15,), "damage": (6, 5), "superior": (4,)})
    act = Act("attack", {"target": "b", "weapon": "pistol"})
    shot.session.do(Do("a", act, notes=(Note("by hand", 0, "no"),)))  # EP-CMB-01
    assert shot.asked == [] and "A hits B (pistol)." in shot.told()
    by_hand = fight({})
    by_hand.session.do(Do("a", act, notes=(Note("by hand", 1, "a chandelier falls"),)))
    assert by_hand.asked == ["effect"]
