"""Damage that has come through: Durability, wounds, who falls, who is out, who bleeds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firefight.events import Adjusted, PoolSet
from firefight.games.eclipse_phase import rules
from tests.games.eclipse_phase.helpers import Fight

TWO = {"a": 12, "b": 10}
GUN = {"skills": {"guns": 90}, "gear": ("pistol",)}


def test_thresholds_come_from_durability() -> None:
    assert (rules.wound_threshold(35), rules.death_rating(35, True)) == (7, 53)  # EP-DMG-01
    assert rules.wound_threshold(33) == 7
    assert rules.death_rating(40, False) == 80


def test_wounds_are_whole_thresholds_of_one_source() -> None:
    assert [rules.wounds(damage, 7) for damage in (6, 7, 13, 14, 21)] == [0, 1, 1, 2, 3]  # EP-DMG-02
    assert 2 * rules.wounds(6, 7) == 0
    assert rules.wound_modifier(2, 0) == -20
    assert rules.wound_modifier(5, 9) == -20


@given(durability=st.integers(5, 200), damage=st.integers(0, 400))
def test_nobody_dies_before_he_is_down(durability: int, damage: int) -> None:
    for biomorph in (True, False):
        assert not rules.is_dead(damage, durability, biomorph) or rules.is_down(damage, durability)  # EP-DMG-01
    assert rules.wounds(damage, rules.wound_threshold(durability)) * rules.wound_threshold(durability) <= damage


def shot(damage: tuple[int, int], som: int, **target: object) -> Fight:
    """A shoots B, who has Durability 35 and SOM 15, for so much."""
    rolls = {"attack": (30,), "defend b": (95,), "damage": damage, "som b": (som,)}
    fight = Fight(TWO, None, rolls, a=GUN, b={"durability": 35, **target})
    return fight.do("a", "attack", target="b", weapon="pistol")


def test_a_wound_floors_whoever_fails_his_check_the_new_wound_included() -> None:
    assert not shot((3, 3), 1)["b"].has("prone") and shot((3, 3), 1)["b"].pool("wounds") == 0
    assert not shot((3, 4), 35)["b"].has("prone")  # EP-DMG-02
    fallen = shot((3, 4), 36)
    assert fallen["b"].has("prone") and not fallen["b"].has("unconscious")
    assert fallen.score("b") == 9


def test_two_hits_below_the_threshold_make_no_wound() -> None:
    rolls = {"attack": (30, 31), "defend b": (95, 95), "damage": (3, 3, 2, 4)}
    fight = Fight(TWO, None, rolls, {"a": "no"}, a={**GUN, "vigor": 1}, b={"durability": 35})
    fight.do("a", "attack", target="b", weapon="pistol").do("a", "buy extra").turn("a", "b")
    fight.do("a", "attack", target="b", weapon="pistol")
    assert fight["b"].pool("durability") == 35 - 12 and fight["b"].pool("wounds") == 0  # EP-DMG-02


def test_two_wounds_floor_for_certain_and_may_knock_out() -> None:
    hit = shot((7, 7), 25)
    assert hit["b"].has("prone") and not hit["b"].has("unconscious") and hit.score("b") == 8  # EP-DMG-02
    assert shot((7, 7), 26)["b"].has("unconscious")


def test_standing_up_is_quick_and_halves_the_movement_of_the_turn() -> None:
    fight = Fight(TWO).marks("a", "prone")
    assert fight.refusal("a", "move", metres=3) == {"EP-ACT-02"}
    fight.do("a", "stand up")
    assert fight.refusal("a", "move", metres=3) == {"EP-ACT-02"}  # EP-DMG-02
    fight.do("a", "move", metres=2).turn("a", "b").do("a", "move", metres=4)


def test_damage_of_durability_takes_somebody_out_and_his_place_is_skipped() -> None:
    fight = Fight({"a": 12, "b": 10, "c": 8}, None, {"bleeding b": (1,)}, b={"durability": 35})
    fight.order(Adjusted("b", "durability", -35))
    assert fight["b"].has("unconscious") and fight.turn("a").awaited == ("c",)  # EP-DMG-01
    fight.order(Adjusted("b", "durability", 1))
    assert not fight["b"].has("unconscious")


def test_machines_are_disabled_and_break_at_twice_their_durability() -> None:
    fight = Fight(TWO, b={"durability": 40, "morph": "synthmorph"}).order(Adjusted("b", "durability", -79))
    assert fight["b"].has("disabled") and not fight["b"].has("dead")
    assert fight.order(Adjusted("b", "durability", -1))["b"].has("dead")  # EP-DMG-01


def bleeding(check: int, *marks: str, **sheet: object) -> Fight:
    """B, of Durability 30 and SOM 15, has taken 39 damage and three wounds."""
    fight = Fight(TWO, None, {"bleeding b": (check,)}, b={"durability": 30, **sheet})
    for mark in marks:
        fight.marks("b", mark)
    return fight.wounds("b", 3).order(Adjusted("b", "durability", -39))


def test_whoever_fails_the_check_loses_a_point_a_wound_each_turn_until_he_dies() -> None:
    fight = bleeding(16)
    assert fight["b"].has("bleeding") and fight["b"].pool("durability") == -9  # EP-DMG-03
    assert fight.turn("a")["b"].pool("durability") == -12 and not fight["b"].has("dead")
    assert fight.turn("a")["b"].pool("durability") == -15 and fight["b"].has("dead")
    assert fight.turn("a")["b"].pool("durability") == -15


def test_the_check_is_easier_with_healing_spray_and_machines_make_none() -> None:
    assert not bleeding(15)["b"].has("bleeding")  # EP-DMG-03
    assert not bleeding(45, "healing spray")["b"].has("bleeding")
    assert bleeding(46, "healing spray")["b"].has("bleeding")
    assert not bleeding(16, morph="synthmorph")["b"].has("bleeding")


def test_treatment_stops_the_blood() -> None:
    fight = bleeding(16).gm("treat", who="b").turn("a")
    assert fight["b"].pool("durability") == -9 and not fight["b"].has("bleeding")  # EP-DMG-03


def test_every_check_against_bleeding_is_thrown_anew() -> None:
    fight = Fight(TWO, b={"durability": 35})
    fight.wounds("b", 1)
    for _ in range(8):
        fight.order(Adjusted("b", "durability", -36), PoolSet("b", "durability", 35))
    checks = [line for line in fight.told().splitlines() if line.startswith("B, SOM")]
    assert len(checks) == 8 and len(set(checks)) > 1  # EP-DMG-03
