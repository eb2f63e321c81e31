"""Grab in its three uses, what follows from a hold, and Throw."""

from __future__ import annotations

from firefight.events import Changed
from firefight.games.cyberpunk_red.gear import in_hand
from firefight.games.cyberpunk_red.sheet import Item
from tests.games.cyberpunk_red.helpers import Fight

GRENADE = Item("grenade", "object", "hand")


def fight() -> Fight:
    return Fight(ana=18, bo=12, cy=7, sheets={"ana": {"gear": (GRENADE,)}})


def grappled() -> Fight:
    on = fight()
    on.do("ana", "grab", "success", target="bo")
    on.passes("ana")
    return on


def hand(on: Fight, who: str) -> list[str]:
    return [thing.name for thing in in_hand(on.session.table, who)]


def test_a_grab_takes_the_action_and_asks_how_it_ends() -> None:
    """CPR-ACT-06"""
    on = fight()
    on.do("ana", "grab", target="bo")
    assert on.asked == ["grab"]
    assert on.budget("ana")["Action"] == 0
    on.reply("success")
    assert on.one("bo").mark("grappled").by == "ana"  # type: ignore[union-attr]


def test_a_grab_that_fails_has_cost_the_action_all_the_same() -> None:
    """CPR-ACT-06"""
    on = fight()
    on.do("ana", "grab", "failure", target="bo")
    assert not on.one("bo").has("grappled")
    assert on.budget("ana")["Action"] == 0


def test_a_weapon_is_snatched_and_can_be_used_from_then_on() -> None:
    """CPR-ACT-06, CPR-ACT-14"""
    on = fight()
    on.do("ana", "snatch", "success", target="bo", object="pistol")
    assert on.budget("ana")["Action"] == 0
    assert (hand(on, "bo"), hand(on, "ana")) == ([], ["grenade", "pistol (Bo's)"])
    on.passes("ana")
    assert on.refused("bo", "attack", target="ana", weapon="pistol") == [""]
    on.passes("bo", "cy")
    on.do("ana", "attack", target="bo", weapon="pistol (Bo's)")


def test_what_is_snatched_back_is_ones_own_again() -> None:
    """CPR-ACT-06"""
    on = fight()
    on.do("ana", "snatch", "success", target="bo", object="pistol")
    on.passes("ana")
    on.do("bo", "snatch", "success", target="ana", object="Pistol")
    assert (hand(on, "bo"), hand(on, "ana")) == (["pistol"], ["grenade"])


def test_a_third_one_can_take_what_was_taken() -> None:
    """CPR-ACT-06"""
    on = fight()
    on.do("ana", "snatch", "success", target="bo", object="pistol")
    on.passes("ana", "bo")
    on.do("cy", "snatch", "success", target="ana", object="pistol (Bo's)")
    assert (hand(on, "cy"), hand(on, "ana")) == (["pistol", "pistol (Bo's)"], ["grenade"])


def test_who_is_held_may_break_free() -> None:
    """CPR-ACT-06"""
    on = grappled()
    on.do("bo", "break free", "success")
    assert not on.one("bo").has("grappled")
    assert not on.one("ana").has("grappling")


def test_who_is_in_no_grapple_has_nothing_to_break_free_of() -> None:
    """CPR-ACT-06"""
    on = grappled()
    on.passes("bo")
    assert on.refused("cy", "break free") == ["CPR-ACT-06"]


def test_the_holder_lets_go_without_an_action() -> None:
    """CPR-ACT-06"""
    on = grappled()
    on.passes("bo", "cy")
    on.do("ana", "let go")
    assert not on.one("bo").has("grappled")
    assert on.budget("ana")["Action"] == 1


def test_whoever_is_held_can_be_choked_or_held_up() -> None:
    """CPR-ACT-18"""
    on = grappled()
    on.passes("bo", "cy")
    on.do("ana", "choke", "5 hp", target="bo")
    assert on.one("bo").pool("hp") == 30
    on.passes("ana", "bo", "cy")
    on.do("ana", "human shield", target="bo")
    assert on.one("bo").has("human shield")
    on.do("ana", "let go")
    assert not on.one("bo").has("human shield")


def test_a_grenade_in_hand_is_thrown_at_somebody() -> None:
    """CPR-ACT-10"""
    on = fight()
    on.do("ana", "throw", "21 hp", what="grenade", at="bo")
    assert on.one("bo").pool("hp") == 14
    assert hand(on, "ana") == []
    assert on.budget("ana")["Action"] == 0


def test_a_grenade_may_be_thrown_at_nobody() -> None:
    """CPR-ACT-10"""
    on = fight()
    on.do("ana", "throw", "it rolls under the van", what="grenade")
    assert on.told()[-1] == "The grenade: it rolls under the van."


def test_somebody_held_is_thrown_and_held_no_more() -> None:
    """CPR-ACT-10"""
    on = grappled()
    on.passes("bo", "cy")
    on.do("ana", "throw", "7 hp, prone", what="bo")
    assert on.one("bo").pool("hp") == 28
    assert on.one("bo").has("prone")
    assert not on.one("bo").has("grappled")


def test_nothing_else_can_be_thrown() -> None:
    """CPR-ACT-10"""
    on = fight()
    on.do("ana", "drop", item="grenade")
    assert on.refused("ana", "throw", what="grenade") == ["CPR-ACT-10"]
    assert on.refused("ana", "throw", what="bo") == ["CPR-ACT-10"]


def test_whoever_goes_down_holds_nobody_any_longer() -> None:
    """CPR-ATK-07"""
    for state in ("dead", "unconscious", "out"):
        on = grappled()
        assert on.refused("bo", "move", metres=2) == ["CPR-ACT-07"]
        on.mark("ana", state)
        assert not on.one("bo").has("grappled") and not on.one("ana").has("grappling")
        on.do("bo", "move", metres=2)


def test_whoever_is_held_and_goes_down_is_held_all_the_same() -> None:
    """CPR-ATK-07"""
    on = grappled()
    on.mark("bo", "unconscious")
    assert on.one("bo").has("grappled") and on.one("ana").has("grappling")


def test_whoever_leaves_is_out_of_every_hold() -> None:
    """CPR-ATK-07"""
    for leaver, other in (("ana", "bo"), ("bo", "ana")):
        on = grappled()
        on.order(Changed(leaver, here=False))
        assert not on.one(other).has_any(("grappled", "grappling"))


def test_no_vehicle_can_be_grabbed() -> None:
    """CPR-ACT-06"""
    on = Fight(ana=18, car=0, sheets={"car": {"kind": "vehicle"}})
    assert on.refused("ana", "grab", target="car") == [""]
