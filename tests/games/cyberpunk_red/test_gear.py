"""Drawing, taking in hand, putting away, dropping, picking up, loading."""

from __future__ import annotations

from firefight.games.cyberpunk_red.gear import free_hands, in_hand
from firefight.games.cyberpunk_red.sheet import Item
from tests.games.cyberpunk_red.helpers import RIFLE, Fight

HOLSTERED = Item("pistol", "weapon", "ready", rof=2)
SHOTGUN = Item("shotgun", "weapon", "hand", hands=2)
SLUNG = Item("rifle", "weapon", "ready", hands=2)
PACKED = Item("sniper rifle", "weapon", "packed", hands=2)
SHIELD = Item("shield", "shield", "hand")


def fight(*gear: Item) -> Fight:
    return Fight(ana=18, bo=9, sheets={"ana": {"gear": gear}})


def hand(on: Fight, who: str = "ana") -> list[str]:
    return [thing.name for thing in in_hand(on.session.table, who)]


def lines(on: Fight, item: str) -> list[str]:
    return [line.verb for line in on.offers("ana") if line.fixed.get("item") == item]


def test_drawing_with_a_free_hand_costs_nothing() -> None:
    """CPR-ACT-16"""
    on = fight(HOLSTERED)
    on.do("ana", "draw", item="pistol")
    on.do("ana", "attack", target="bo", weapon="pistol")
    assert hand(on) == ["pistol"]


def test_without_a_free_hand_drawing_is_using_an_object() -> None:
    """CPR-ACT-16"""
    on = fight(SHOTGUN, HOLSTERED)
    assert on.refused("ana", "draw", item="pistol") == ["CPR-ACT-16"]
    assert lines(on, "pistol") == ["fetch"]


def test_what_is_packed_away_is_no_quick_draw() -> None:
    """CPR-ACT-16"""
    on = fight(PACKED)
    assert on.refused("ana", "draw", item="sniper rifle") == ["CPR-ACT-16"]
    assert lines(on, "sniper rifle") == ["fetch"]


def test_a_weapon_that_can_be_drawn_is_not_offered_for_an_action_as_well() -> None:
    """CPR-ACT-16"""
    assert lines(fight(HOLSTERED), "pistol") == ["draw"]


def test_two_hands_hold_two_pistols_or_one_rifle() -> None:
    """CPR-ACT-16"""
    on = fight(HOLSTERED, Item("revolver", "weapon"), Item("knife", "weapon", reach=2), SLUNG)
    on.do("ana", "draw", item="pistol")
    assert on.refused("ana", "draw", item="rifle") == ["CPR-ACT-16"]
    on.do("ana", "draw", item="revolver")
    assert on.refused("ana", "draw", item="knife") == ["CPR-ACT-16"]
    assert free_hands(on.session.table, "ana") == 0


def test_the_shotgun_is_exchanged_for_the_slung_rifle_with_one_action() -> None:
    """CPR-ACT-14"""
    on = fight(SHOTGUN, SLUNG)
    on.do("ana", "fetch", item="rifle")
    assert hand(on) == ["rifle"]
    assert on.budget("ana")["Action"] == 0
    assert "Ana puts the shotgun away." in on.told()


def test_only_as_much_is_put_away_as_is_in_the_way() -> None:
    """CPR-ACT-14"""
    on = fight(Item("torch", "object", "hand"), Item("knife", "weapon", "hand", reach=2), Item("key card"))
    on.do("ana", "fetch", item="key card")
    assert hand(on) == ["knife", "key card"]


def test_a_rifle_is_not_picked_up_and_fired_in_one_turn() -> None:
    """CPR-ACT-14"""
    on = fight(RIFLE)
    on.do("ana", "drop", item="rifle")
    on.do("ana", "fetch", item="rifle")
    assert on.refused("ana", "attack", target="bo", weapon="rifle") == ["CPR-ACT-01"]


def test_a_weapon_that_lies_about_ownerless_is_picked_up_and_used() -> None:
    """CPR-ACT-14"""
    on = fight(HOLSTERED)
    on.passes("ana")
    on.do("bo", "drop", item="pistol")
    on.passes("bo")
    on.do("ana", "pick up", item="pistol", **{"from": "bo"})
    assert on.budget("ana")["Action"] == 0
    on.passes("ana", "bo")
    on.do("ana", "attack", target="bo", weapon="pistol (Bo's)")


def test_a_weapon_in_an_enemys_hand_is_not_to_be_picked_up() -> None:
    """CPR-ACT-14, CPR-ACT-06"""
    on = fight()
    assert "pick up" not in [line.verb for line in on.session.menu("ana")]
    assert "snatch" in on.verbs("ana")


def test_dropping_costs_nothing_and_frees_the_hands() -> None:
    """CPR-ACT-17"""
    on = fight(RIFLE, HOLSTERED)
    on.do("ana", "drop", item="rifle")
    on.do("ana", "draw", item="pistol")
    on.do("ana", "attack", target="bo", weapon="pistol")


def test_stowing_takes_the_action() -> None:
    """CPR-ACT-17"""
    on = fight(RIFLE, HOLSTERED)
    on.do("ana", "stow", item="rifle")
    on.do("ana", "draw", item="pistol")
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-ACT-01"]


def test_dropping_a_shield_takes_the_action() -> None:
    """CPR-ACT-17"""
    on = fight(SHIELD)
    on.do("ana", "drop", item="shield")
    assert on.budget("ana")["Action"] == 0
    assert on.refused("ana", "fetch", item="shield") == ["CPR-ACT-01"]


def test_a_shield_is_taken_up_with_an_action_and_never_drawn() -> None:
    """CPR-ACT-17, CPR-ACT-18"""
    on = fight(Item("shield", "shield", "ready"))
    assert lines(on, "shield") == ["fetch"]
    on.do("ana", "fetch", item="shield")
    assert hand(on) == ["shield"]
    assert on.budget("ana")["Action"] == 0


def test_reloading_takes_the_action() -> None:
    """CPR-ACT-18"""
    on = fight(RIFLE)
    on.do("ana", "reload", weapon="rifle")
    assert on.refused("ana", "attack", target="bo", weapon="rifle") == ["CPR-ACT-01"]


def test_a_blade_is_not_loaded() -> None:
    """CPR-ACT-18"""
    on = fight(Item("machete", "weapon", "hand", rof=2, reach=2))
    assert "reload" not in [line.verb for line in on.session.menu("ana")]
