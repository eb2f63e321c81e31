"""From net hits to boxes: ties, armour, resistance, knockdown, and wounds of the same time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.events import Adjusted, Marked
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.sheet import Weapon
from firefight.table import Mark
from tests.games.shadowrun_4.helpers import Fight, fighter, hits

SCORES = {"a": 13, "b": 9}
small = st.integers(0, 20)
damages = st.builds(rules.Damage, small, st.integers(0, 3), st.integers(0, 9), st.booleans(), st.integers(-9, 3), small, small)


def shot(damage: int = 5, net: int = 1, soaked: int = 0, ap: int = 0, stun: bool = False, owner: str = "", **house: str) -> Fight:
    """A shoots at B, Body 4 and armour 5, who does not see it coming."""
    gun = Weapon("gun", skill="pistols", damage=damage, ap=ap, stun=stun)
    fight = Fight(
        fighter("a", gear=(gun,), skills={"pistols": 4}), fighter("b", owner=owner, ballistic=5), scores=SCORES, **house
    )
    fight.order(Marked("b", Mark("unaware")))
    fight.attacks("a", "b", "gun", attack=hits(net, 9), resist=hits(soaked, 4 + max(0, 5 + ap)))
    return fight


def duel(attack: int, defense: int) -> Fight:
    """So many hits of A against so many of B."""
    fight = Fight(fighter("a", skills={"pistols": 4}), fighter("b"), scores=SCORES)
    fight.attacks("a", "b", attack=hits(attack, 9), defend=hits(defense, 4))
    return fight


def test_a_tie_misses() -> None:
    """SR4-ATK-01 SR4-DICE-01"""
    fight = duel(4, 4)
    assert "A misses B (pistol)." in fight.log()
    assert fight.boxes("b") == (0, 0)


def test_every_net_hit_adds_one_to_the_damage() -> None:
    """SR4-ATK-01"""
    fight = duel(5, 2)
    assert (fight.values("attack_sum")["net"], fight.values("damage_sum")["damage"]) == (3, 8)


def test_the_steps_come_in_their_order() -> None:
    """SR4-ATK-01"""
    lines = duel(5, 2).log().splitlines()
    order = ["A: attacks B (pistol).", "B defends: react.", "A hits B (pistol).", "B is hurt.", "B: 8 more physical, 8 now."]
    assert [line for line in lines if line in order] == order


@pytest.mark.parametrize(("damage", "kind"), [(7, "Stun"), (8, "Physical")])
def test_damage_that_does_not_exceed_the_armour_is_stun(damage: int, kind: str) -> None:
    """SR4-ATK-02"""
    harm = rules.harm(rules.Damage(damage - 1, 0, 0, True, -1, 8, 4), 1)
    assert (harm.armor, harm.compared, "Physical" if harm.physical else "Stun") == (7, damage, kind)


def test_a_narrow_burst_is_left_out_of_the_comparison() -> None:
    """SR4-ATK-02 SR4-RNG-04"""
    assert rules.harm(rules.Damage(5, 0, 2, True, 0, 6, 4), 1) == rules.Harm(6, 6, False, 8, 10)


def test_stun_attacks_stay_stun_however_hard_they_hit() -> None:
    """SR4-ATK-02"""
    fight = shot(damage=8, net=3, stun=True)
    assert fight.boxes("b") == (1, 10)


def test_armour_does_not_fall_below_nothing() -> None:
    """SR4-ATK-02"""
    assert rules.harm(rules.Damage(5, 0, 0, True, -7, 3, 4), 1).armor == 0


def test_body_and_armour_resist_and_every_hit_takes_one_off() -> None:
    """SR4-ATK-03"""
    fight = shot(damage=7, net=1, soaked=3)
    assert (fight.values("damage_sum")["damage"], fight.values("damage_sum")["dice"]) == (8, 9)
    assert fight.boxes("b") == (5, 0)


def test_nothing_may_be_left_of_the_damage() -> None:
    """SR4-ATK-03"""
    fight = shot(damage=2, net=1, soaked=4, stun=True)
    assert fight.boxes("b") == (0, 0)
    assert "B is not hurt." in fight.log()


def test_body_resists_stun_too_and_wounds_do_not_count() -> None:
    """SR4-ATK-03 SR4-CM-01"""
    fight = Fight(fighter("a", skills={"pistols": 4}), fighter("b"), scores=SCORES)
    fight.order(Adjusted("b", "physical", 6))
    fight.attacks("a", "b", attack=hits(1, 9))
    assert (fight.values("attack_sum")["defense_dice"], fight.values("damage_sum")["dice"]) == (2, 4)


def test_a_grunts_single_track_takes_whatever_it_is() -> None:
    """SR4-CM-01"""
    fight = Fight(fighter("a", skills={"pistols": 4}), fighter("b", one_track=True, ballistic=9), scores=SCORES)
    fight.attacks("a", "b", attack=hits(1, 9))
    assert fight.one("b").pool("damage") == 6


# ------------------------------------------------------------------ knockdown


@pytest.mark.parametrize(("boxes", "house", "prone"), [(5, "greater", True), (4, "greater", False), (4, "equal", True)])
def test_more_boxes_than_body_floor_the_target(boxes: int, house: str, prone: bool) -> None:
    """SR4-CM-03"""
    fight = shot(damage=boxes - 1, net=1, ap=-5, knockdown=house)
    assert fight.boxes("b") == (boxes, 0)
    assert fight.one("b").has("prone") == prone


def test_ten_boxes_floor_anybody() -> None:
    """SR4-CM-03"""
    fight = Fight(fighter("a", skills={"pistols": 4}), fighter("troll", body=11), scores={"a": 13, "troll": 9})
    fight.order(Marked("troll", Mark("unaware")))
    fight.noted("a", "attack", {"boxes": 9}, weapon="pistol", target="troll")
    assert not fight.one("troll").has("prone")
    fight.throws("attack", *hits(1, 9))
    fight.done("troll")
    fight.noted("a", "attack", {"boxes": 10}, weapon="pistol", target="troll")
    assert fight.one("troll").has("prone")


def test_stun_floors_as_well_and_standing_up_is_a_simple_action() -> None:
    """SR4-CM-03 SR4-PHASE-02"""
    fight = shot(damage=5, net=1, stun=True)
    assert fight.one("b").has("prone")
    fight.does("b", "stand up")
    assert fight.budget("b")["Simple Action"] == 1
    fight.done("b")
    assert not fight.one("b").has("prone")


def test_two_lesser_wounds_do_not_floor_anybody() -> None:
    """SR4-CM-03"""
    fight = Fight(fighter("a", skills={"pistols": 4}), fighter("b"), scores=SCORES)
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.noted("a", "attack", {"net hits": 1, "boxes": 4}, weapon="pistol", target="b")
    assert not fight.one("b").has("prone")


# ------------------------------------------------------------------ at the same time, and one after the other


def test_both_of_a_tie_may_drop_and_neither_shoots_the_worse_for_it() -> None:
    """SR4-INIT-04 SR4-ATK-01"""
    fight = Fight(*(fighter(id, skills={"pistols": 4}) for id in "ab"), scores={"a": 11, "b": 11})
    fight.throws("attack", *hits(5, 9), *hits(5, 9))
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.does("b", "attack", weapon="pistol", target="a")
    fight.done("a", "b")
    assert (fight.boxes("a"), fight.boxes("b")) == ((10, 0), (10, 0))


def test_wounds_of_the_same_time_add_up_before_anybody_falls() -> None:
    """SR4-INIT-04 SR4-CM-02"""
    fight = Fight(*(fighter(id, skills={"pistols": 4}) for id in "abc"), scores={"a": 11, "b": 11, "c": 10})
    fight.throws("attack", *hits(2, 9), *hits(3, 9))
    fight.does("a", "attack", weapon="pistol", target="c")
    fight.does("b", "attack", weapon="pistol", target="c")
    fight.done("a", "b")
    assert not fight.asked
    assert (fight.boxes("c"), fight.one("c").pool("overflow")) == ((10, 0), 5)
    assert fight.one("c").has("dead")


def test_the_second_shot_of_a_phase_knows_what_the_first_has_done() -> None:
    """SR4-PHASE-01"""
    fight = Fight(*(fighter(id, skills={"pistols": 4}) for id in "abc"), scores={"a": 13, "b": 9, "c": 6})
    fight.throws("attack", *hits(6, 9))
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.does("a", "attack", weapon="pistol", target="b")
    fight.done("a")
    assert fight.asked == ["pointless"]
    fight.answers("pointless", "lost")
    assert fight.one("a").pool("pistol rounds") == 14


def test_a_wound_by_an_attack_moves_the_order_at_once() -> None:
    """SR4-INIT-06 SR4-PASS-05"""
    fight = Fight(*(fighter(id, skills={"pistols": 4}) for id in "abc"), scores={"a": 12, "b": 10, "c": 9})
    fight.attacks("a", "b", attack=hits(1, 9))
    assert (fight.boxes("b"), fight.score("b"), fight.acting, fight.queue()) == ((6, 0), 8, ("c",), [("b",)])


# ------------------------------------------------------------------ laws


@given(damages, small)
def test_more_armour_never_hurts_more_and_more_net_hits_never_less(damage: rules.Damage, net: int) -> None:
    """SR4-ATK-01 SR4-ATK-02 SR4-ATK-03"""
    now, armored = rules.harm(damage, net), rules.harm(damage._replace(armor=damage.armor + 1), net)
    assert now.armor <= armored.armor <= now.armor + 1
    assert now.dice <= armored.dice
    assert armored.physical <= now.physical
    better = rules.harm(damage, net + 1)
    assert better.damage == now.damage + 1
    assert better.physical >= now.physical


@given(damages, small)
def test_autofire_changes_the_damage_and_nothing_else(damage: rules.Damage, net: int) -> None:
    """SR4-RNG-04 SR4-ATK-02"""
    plain, burst = rules.harm(damage._replace(autofire=0), net), rules.harm(damage, net)
    assert burst == plain._replace(damage=plain.damage + damage.autofire)


@given(st.integers(0, 60), st.integers(0, 60))
def test_soaking_never_heals(damage: int, soaked: int) -> None:
    """SR4-ATK-03"""
    assert rules.boxes(damage, soaked) == max(damage - soaked, 0)
    assert rules.boxes(damage, soaked + 1) <= rules.boxes(damage, soaked)


@given(small, small, st.booleans())
def test_what_floors_the_strong_floors_the_weak(boxes: int, body: int, at_body: bool) -> None:
    """SR4-CM-03"""
    assert rules.is_knocked_down(boxes, body + 1, at_body) <= rules.is_knocked_down(boxes, body, at_body)
    assert rules.is_knocked_down(boxes, body, at_body) <= rules.is_knocked_down(boxes + 1, body, at_body)
    assert not rules.is_knocked_down(0, body, at_body)


@given(st.builds(rules.Attack, *[st.integers(-9, 9)] * 12), st.integers(0, 11))
def test_one_die_more_of_anything_is_never_a_smaller_pool(line: rules.Attack, field: int) -> None:
    """SR4-RNG-01 SR4-MEL-01"""
    name = line._fields[field]
    more = rules.attack_pool(line._replace(**{name: getattr(line, name) + 1}))
    assert 0 <= rules.attack_pool(line) <= more <= rules.attack_pool(line) + 1


@given(st.builds(rules.Defense, *[st.integers(-9, 9)] * 12), st.integers(0, 11))
def test_one_die_more_of_anything_is_never_a_worse_defense(line: rules.Defense, field: int) -> None:
    """SR4-RNG-02 SR4-MEL-02 SR4-DEF-03"""
    name = line._fields[field]
    more = rules.defense_pool(line._replace(**{name: getattr(line, name) + 1}))
    assert 0 <= rules.defense_pool(line) <= more <= rules.defense_pool(line) + 1
