"""Sight, what is in the way, facing and reach: flags that the GM sets."""

from __future__ import annotations

from firefight.games.cyberpunk_red.sheet import Item
from tests.games.cyberpunk_red.helpers import PISTOL, Fight

SCOPED = Item("rifle", "weapon", "hand", hands=2, scope=True)
SPEAR = Item("spear", "weapon", "hand", reach=4)


def fight(*gear: Item, **options: str) -> Fight:
    return Fight(options, ana=18, bo=9, cy=5, sheets={"ana": {"gear": gear or (PISTOL,)}})


def shot(on: Fight, weapon: str = "pistol") -> list[str]:
    """What refuses a shot of Ana's at Bo; nothing if it is possible."""
    line = next(line for line in on.session.menu("ana") if line.verb == "attack" and line.fixed["weapon"] == weapon)
    return [reason.rule for choice in line.picks[0].choices if choice.value == "bo" for reason in choice.reasons]


def test_a_target_in_plain_view_can_be_attacked() -> None:
    """CPR-SCN-01"""
    assert shot(fight()) == []


def test_a_target_out_of_sight_cannot() -> None:
    """CPR-SCN-01"""
    on = fight()
    on.mark("bo", "unseen", by="ana")
    assert shot(on) == ["CPR-SCN-01"]
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-SCN-01"]


def test_what_one_does_not_see_another_may() -> None:
    """CPR-SCN-01"""
    on = fight()
    on.mark("bo", "unseen", by="cy")
    assert shot(on) == []
    on.mark("bo", "unseen")
    assert shot(on) == ["CPR-SCN-01"], "a flag without an onlooker holds for all"


def test_a_scope_shows_what_the_bare_eye_does_not() -> None:
    """CPR-SCN-01"""
    with_scope, without = fight(SCOPED), fight()
    for on in (with_scope, without):
        on.mark("bo", "seen by scope", by="ana")
    assert shot(with_scope, "rifle") == []
    assert shot(without) == ["CPR-SCN-01"]


def test_a_closed_door_blocks_attack_and_grab() -> None:
    """CPR-SCN-02"""
    on = fight()
    on.mark("bo", "blocked", by="ana")
    assert shot(on) == ["CPR-SCN-02"]
    assert on.refused("ana", "grab", target="bo") == ["CPR-SCN-02"]


def test_a_wall_to_the_waist_blocks_by_house_rule_only() -> None:
    """CPR-SCN-02"""
    for house, rules in (("not-blocked", []), ("blocked", ["CPR-SCN-02"])):
        on = fight(partial_cover=house)
        on.mark("bo", "partly covered")
        assert shot(on) == rules


def test_facing_is_not_played_unless_the_table_wants_it() -> None:
    """CPR-SCN-03"""
    on = fight()
    on.mark("bo", "degrees off", 180, "ana")
    assert shot(on) == []


def test_where_facing_is_played_ninety_degrees_are_forward_and_more_are_not() -> None:
    """CPR-SCN-03"""
    for degrees, rules in ((45, []), (90, []), (91, ["CPR-SCN-03"])):
        on = fight(facing="on")
        on.mark("bo", "degrees off", degrees, "ana")
        assert shot(on) == rules


def test_turning_is_free_on_ones_own_turn() -> None:
    """CPR-SCN-03"""
    on = fight(facing="on")
    on.mark("bo", "degrees off", 180, "ana")
    on.do("ana", "face", target="bo")
    assert on.budget("ana") == {"Action": 1, "metres": 12}
    assert shot(on) == []


def test_off_ones_own_turn_there_is_no_turning() -> None:
    """CPR-SCN-03"""
    on = fight(facing="on")
    on.do("ana", "hold", act="attack with pistol", what="bo", until="9")
    on.mark("bo", "degrees off", 180, "ana")
    on.passes("ana")
    assert on.refused("ana", "attack", target="bo", weapon="pistol") == ["CPR-SCN-03"]
    assert on.refused("ana", "face", target="bo") == ["CPR-HOLD-02"]


def test_a_grab_needs_reach() -> None:
    """CPR-SCN-04: two metres are within reach, whatever is beyond is not."""
    near, far = fight(), fight()
    near.mark("bo", "metres off", 2, "ana")
    far.mark("bo", "metres off", 3, "ana")
    assert far.refused("ana", "grab", target="bo") == ["CPR-SCN-04"]
    near.do("ana", "grab", "success", target="bo")


def test_a_longer_weapon_reaches_farther_and_a_gun_needs_no_reach() -> None:
    """CPR-SCN-04"""
    on = fight(SPEAR, PISTOL)
    on.mark("bo", "metres off", 3, "ana")
    assert (shot(on, "spear"), shot(on, "bare hands"), shot(on)) == ([], ["CPR-SCN-04"], [])


def test_the_gm_may_just_say_out_of_reach() -> None:
    """CPR-SCN-04"""
    on = fight(SPEAR)
    on.mark("bo", "out of reach", by="ana")
    on.mark("bo", "lightly wounded")
    assert shot(on, "spear") == ["CPR-SCN-04"]
    assert on.refused("ana", "stabilize", target="bo") == ["CPR-SCN-04"]


def test_the_default_target_is_one_that_can_be_reached() -> None:
    """CPR-SCN-01"""
    on = fight()
    on.mark("bo", "unseen", by="ana")
    line = next(line for line in on.offers("ana") if line.verb == "attack")
    assert line.picks[0].default == "cy"
