"""Attacks: range and DV, dodging bullets, melee, rate of fire, aimed shots, Autofire, rounds."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Do
from firefight.events import SheetSet
from firefight.games.cyberpunk_red import arms, attack, rules
from firefight.games.cyberpunk_red.gear import in_hand
from firefight.games.cyberpunk_red.sheet import Item
from firefight.timeline import Act, Note
from firefight.view import Viewer
from tests.games.cyberpunk_red.helpers import Fight

HEAVY = Item("heavy pistol", "weapon", "hand", type="heavy pistol")
MACHETE = Item("machete", "weapon", "hand", type="medium melee weapon")
RIFLE = Item("assault rifle", "weapon", "hand", type="assault rifle")
SMG = Item("smg", "weapon", "hand", type="submachine gun")
SKILLS = {
    "handgun": 6, "shoulder arms": 6, "autofire": 6, "melee weapon": 6, "brawling": 4, "evasion": 4, "athletics": 5,
    "first aid": 6,
}  # fmt: skip


def fight(*gear: Item, foe: dict[str, Any] | None = None, **ana: Any) -> Fight:
    """Ana, REF and DEX 7, skills of 6, first; Bo with REF 6 and 50 hit points; Cy."""
    sheets = {
        "ana": {"ref": 7, "dex": 7, "body": 7, "skills": SKILLS, "gear": gear or (HEAVY,), **ana},
        "bo": {"ref": 6, "dex": 6, "hp": 50, "skills": SKILLS, **(foe or {})},
    }
    return Fight(dice={"initiative ana": 9, "initiative bo": 6}, sheets=sheets, ana=16, bo=12, cy=7)


# ------------------------------------------------------------------ ranged


# CPR-ATK-01
@pytest.mark.parametrize(
    ("row", "metres", "dv"),
    [("pistol", 6, 13), ("pistol", 7, 15), ("pistol", 6.5, 15), ("assault rifle", 30, 13), ("sniper rifle", 5, 30),
     ("shotgun", 200, 35), ("shotgun", 250, 0), ("thrown", 26, 0), ("pistol", 900, 0)],
)  # fmt: skip
def test_the_dv_goes_by_weapon_and_distance(row: str, metres: float, dv: int) -> None:
    assert attack.dv_at(arms.difficulties("range", row), metres) == dv


def test_every_row_of_the_table_has_every_band() -> None:
    """CPR-ATK-01, CPR-ATK-06"""
    for item in arms.all_items().values():
        assert item.reach or not item.dice or len(arms.difficulties("range", item.range)) == len(rules.BANDS)
        assert not item.autofire or len(arms.difficulties("autofire", item.range)) == len(rules.BANDS)


# CPR-ATK-01
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (2, 15)])
def test_an_attack_has_to_beat_the_dv(die: int, lost: int) -> None:
    """Assault rifle at 30 m, DV 13: a total of 13 misses, 14 hits."""
    on = fight(RIFLE, ref=6, skills={"shoulder arms": 6})
    on.throws("attack again", 5)
    on.attacks("ana", "bo", "assault rifle", die, 3, 3, 3, 3, 3, distance=30)
    assert on.one("bo").pool("hp") == 50 - lost


def test_exactly_the_dv_hits_by_house_rule_only() -> None:
    """CPR-ATK-01, CPR-RES-01"""
    for house, hp in (("false", 50), ("true", 41)):
        sheets = {"ana": {"ref": 6, "skills": {"handgun": 5}, "gear": (HEAVY,)}, "bo": {"hp": 50}}
        on = Fight({"check_tie_succeeds": house}, sheets=sheets, dice={"initiative ana": 9}, ana=15, bo=9)
        on.attacks("ana", "bo", "heavy pistol", 2, 2, 3, 4)
        assert on.one("bo").pool("hp") == hp


def test_what_is_out_of_range_is_refused() -> None:
    """CPR-ATK-01: by the distance that is said, or by the GM's flag."""
    on = fight(Item("shotgun", "weapon", "hand", type="shotgun"))
    assert on.refused("ana", "attack", target="bo", weapon="shotgun", distance=250) == ["CPR-ATK-01"]
    on.mark("bo", "metres off", 250)
    assert on.refused("ana", "attack", target="bo", weapon="shotgun") == ["CPR-ATK-01"]


def test_the_gm_may_say_another_distance_and_another_dv() -> None:
    """CPR-ATK-01"""
    on = fight()
    on.throws("attack", 2)
    act = Act("attack", {"target": "bo", "weapon": "heavy pistol", "distance": 5})
    on.session.do(Do("ana", act, notes=(Note("distance", 30, "across the hall"), Note("line.modifier", -1, "smoke"))))
    assert any("14 against DV 25" in line for line in on.told())
    assert any("distance: 5 -> 30" in line for line in on.told())


# ------------------------------------------------------------------ dodging


# CPR-ATK-02
@pytest.mark.parametrize(("ref", "worn", "offered"), [(8, (), True), (7, (), False), (10, ("flak",), False)])
def test_only_the_quick_are_offered_to_dodge(ref: int, worn: tuple[str, ...], offered: bool) -> None:
    on = fight(foe={"ref": ref, "armor": worn})
    on.throws("attack", 2)
    on.do("ana", "attack", target="bo", weapon="heavy pistol")
    assert on.asked == (["dodges bo"] if offered else [])
    assert "attack" not in on.dice.thrown or not offered, "the choice comes before the roll"


# CPR-ATK-02
@pytest.mark.parametrize(("attacks", "dodges", "hits"), [(6, 9, False), (2, 7, False), (7, 9, True)])
def test_a_dodge_takes_the_place_of_the_dv(attacks: int, dodges: int, hits: bool) -> None:
    """19 against 19 misses; 15 against 17 misses though DV 13 was beaten; 20 against 19 hits."""
    on = fight(foe={"ref": 8})
    on.throws("attack", attacks)
    on.throws("dodge bo", dodges)
    on.do("ana", "attack", "dodge", target="bo", weapon="heavy pistol")
    assert ("damage" in on.dice.thrown) is hits


def test_who_does_not_see_it_coming_does_not_dodge() -> None:
    """CPR-ATK-02"""
    on = fight(foe={"ref": 8})
    on.mark("bo", "unaware")
    on.do("ana", "attack", target="bo", weapon="heavy pistol")
    assert on.asked == []


def test_a_dodge_does_not_bring_the_target_within_range() -> None:
    """CPR-ATK-02"""
    on = fight(foe={"ref": 8})
    on.mark("bo", "metres off", 500)
    act = Act("attack", {"target": "bo", "weapon": "heavy pistol"})
    on.session.do(Do("ana", act, force="why not"))
    assert on.asked == []
    assert "attack" not in on.dice.thrown


# ------------------------------------------------------------------ melee


# CPR-ATK-03
@pytest.mark.parametrize(("attacks", "hits"), [(3, True), (2, False)])
def test_a_blow_is_opposed_whatever_the_ref(attacks: int, hits: bool) -> None:
    """16 against 15 hits, 15 against 15 misses."""
    on = fight(MACHETE)
    on.throws("dodge bo", 5)
    on.attacks("ana", "bo", "machete", attacks, 3, 3)
    assert ("damage" in on.dice.thrown) is hits


def test_a_blow_needs_reach() -> None:
    """CPR-ATK-03, CPR-SCN-04"""
    on = fight(MACHETE)
    on.mark("bo", "metres off", 3)
    assert on.refused("ana", "attack", target="bo", weapon="machete") == ["CPR-SCN-04"]


# ------------------------------------------------------------------ rate of fire


# CPR-ATK-04
@pytest.mark.parametrize(("body", "dice"), [(4, 1), (5, 2), (6, 2), (7, 3), (10, 3), (11, 4)])
def test_fists_go_by_body(body: int, dice: int) -> None:
    assert rules.fist_dice(body) == dice


# CPR-ATK-04
@pytest.mark.parametrize(
    ("name", "dice", "rof"),
    [("medium pistol", 2, 2), ("heavy pistol", 3, 2), ("very heavy pistol", 4, 1), ("submachine gun", 2, 1), ("shotgun", 5, 1),
     ("assault rifle", 5, 1), ("sniper rifle", 5, 1), ("bow", 4, 1), ("light melee weapon", 1, 2), ("medium melee weapon", 2, 2),
     ("heavy melee weapon", 3, 2), ("very heavy melee weapon", 4, 1)],
)  # fmt: skip
def test_the_list_has_the_figures(name: str, dice: int, rof: int) -> None:
    assert (arms.all_items()[name].dice, arms.all_items()[name].rof) == (dice, rof)


def test_two_attacks_of_one_action_split_between_two_weapons_and_no_third() -> None:
    """CPR-ATK-04"""
    on = fight(HEAVY, MACHETE)
    on.attacks("ana", "bo", "heavy pistol", 2)
    on.attacks("ana", "bo", "machete", 2)
    assert on.refused("ana", "attack", target="bo", weapon="machete") == ["CPR-ACT-01"]


def test_a_rifle_makes_one_attack() -> None:
    """CPR-ATK-04"""
    on = fight(RIFLE)
    on.attacks("ana", "bo", "assault rifle", 2)
    assert on.refused("ana", "attack", target="bo", weapon="assault rifle") == ["CPR-ACT-01"]


def test_a_held_attack_brings_both_attacks() -> None:
    """CPR-ATK-04"""
    on = fight()
    on.do("ana", "hold", act="attack with heavy pistol", what="bo", until="10")
    on.passes("ana", "bo")
    on.attacks("ana", "bo", "heavy pistol", 2)
    on.attacks("ana", "bo", "heavy pistol", 2)
    assert on.acting == ["cy"]


# ------------------------------------------------------------------ aimed attacks


def test_an_aimed_hit_at_the_head_is_doubled_past_the_armour() -> None:
    """CPR-ATK-05: 7 + 6 + 9 - 8 = 14 against DV 13; (16 - 11) x 2 = 10."""
    on = fight(foe={"helmet": ("light armorjack",), "armor": ("flak",)})
    on.attacks("ana", "bo", "heavy pistol", 9, 6, 5, 5, verb="aimed attack", at="head")
    assert any("14 against DV 13" in line for line in on.told())
    on2 = on.one("bo")
    assert (on2.pool("hp"), on2.pool("sp head"), on2.pool("sp body")) == (40, 10, 15)


def test_an_aimed_attack_is_the_whole_action() -> None:
    """CPR-ATK-05: one Check only, even with ROF 2; and none after a plain attack."""
    on = fight()
    on.attacks("ana", "bo", "heavy pistol", 2, verb="aimed attack")
    assert on.refused("ana", "attack", target="bo", weapon="heavy pistol") == ["CPR-ACT-01"]
    on = fight()
    on.attacks("ana", "bo", "heavy pistol", 2)
    assert on.refused("ana", "aimed attack", target="bo", weapon="heavy pistol") == ["CPR-ACT-01"]


def test_other_locations_break_a_leg_or_empty_a_hand() -> None:
    """CPR-ATK-05"""
    on = fight()
    on.attacks("ana", "bo", "heavy pistol", 9, 3, 3, 3, verb="aimed attack", at="leg")
    assert on.one("bo").has("broken leg")
    on = fight()
    on.attacks("ana", "bo", "heavy pistol", 9, 3, 3, 3, verb="aimed attack", at="held item")
    assert not in_hand(on.session.table, "bo")


# ------------------------------------------------------------------ Autofire


# CPR-ATK-06
@pytest.mark.parametrize(("total", "dv", "most", "times"), [(19, 17, 3, 2), (25, 17, 4, 4), (17, 17, 3, 0), (25, 17, 3, 3)])
def test_autofire_multiplies_by_what_the_dv_was_beaten_by(total: int, dv: int, most: int, times: int) -> None:
    assert rules.multiplier(total, dv, most) == times


def test_autofire_is_the_whole_action_and_ten_rounds() -> None:
    """CPR-ATK-06: 7 + 6 + 6 = 19 against DV 17 at 10 m, 2d6 = 7 doubled."""
    on = fight(SMG)
    on.attacks("ana", "bo", "smg", 6, 3, 4, verb="autofire", distance=10)
    assert on.one("bo").pool("hp") == 36
    assert on.one("ana").pool("smg rounds") == 20
    assert on.budget("ana")["Action"] == 0


def test_autofire_needs_ten_rounds() -> None:
    """CPR-ATK-06"""
    on = fight(Item("smg", "weapon", "hand", skill="handgun", dice=2, range="smg", autofire=3, magazine=9))
    assert on.refused("ana", "autofire", target="bo", weapon="smg") == ["CPR-ATK-06"]


# ------------------------------------------------------------------ rounds


def test_an_empty_weapon_is_reloaded_with_one_kind_for_the_action() -> None:
    """CPR-ACT-18, CPR-DMG-02"""
    on = fight(
        Item("gun", "weapon", "hand", skill="handgun", dice=3, range="pistol", magazine=1),
        ammunition=("armour-piercing",), foe={"armor": ("kevlar",)},
    )  # fmt: skip
    on.attacks("ana", "bo", "gun", 2, 1, 1, 1)
    on.passes("ana", "bo", "cy")
    assert on.refused("ana", "attack", target="bo", weapon="gun") == ["CPR-ACT-18"]
    on.do("ana", "reload", weapon="gun", ammunition="armour-piercing")
    assert on.one("ana").pool("gun rounds") == 1
    assert on.refused("ana", "attack", target="bo", weapon="gun") == ["CPR-ACT-01"]
    on.passes("ana", "bo", "cy")
    on.attacks("ana", "bo", "gun", 2, 4, 4, 4)
    assert on.one("bo").pool("sp body") == 5, "armour-piercing rounds take two off"


# ------------------------------------------------------------------ luck, secrets, the GM's word


def test_luck_goes_into_the_attack() -> None:
    """CPR-RES-05"""
    on = fight(luck=5)
    on.attacks("ana", "bo", "heavy pistol", 2, luck=3)
    assert on.one("ana").pool("luck") == 2
    assert any("18 against DV 13" in line for line in on.told())


def test_the_numbers_of_strangers_are_not_told() -> None:
    """CPR-DMG-01: a player hears of the hit and its damage, not of the armour it met."""
    on = fight(foe={"armor": ("kevlar",)})
    on.attacks("ana", "bo", "heavy pistol", 2, 4, 4, 4)
    told = on.told(Viewer("player", "ana's player"))
    assert any("12 damage against SP ?" in line for line in told)
    assert not any("50" in line or "45" in line or "SP 7" in line for line in told)


def test_the_gm_may_still_say_what_an_attack_does() -> None:
    """CPR-ACT-03: a note "by hand", and weapons without numbers."""
    on = fight()
    act = Act("attack", {"target": "bo", "weapon": "heavy pistol"})
    on.session.do(Do("ana", act, notes=(Note("by hand", 1, "a chandelier falls"),)))
    assert on.asked == ["effect"]


def test_a_human_shield_is_hit_instead_if_the_gm_says_so() -> None:
    """CPR-ACT-18"""
    on = fight()
    on.mark("cy", "grappled", by="bo")
    on.mark("cy", "human shield", by="bo")
    on.throws("attack", 2)
    on.throws("damage", 3, 3, 3)
    on.do("ana", "attack", "cy", target="bo", weapon="heavy pistol")
    assert (on.one("bo").pool("hp"), on.one("cy").pool("hp")) == (50, 26)


@pytest.mark.parametrize("value", [0, False, "0"])
def test_a_note_that_says_no_leaves_the_dice_their_say(value: int | str) -> None:
    """CPR-ACT-03"""
    on = fight()
    act = Act("attack", {"target": "bo", "weapon": "heavy pistol"})
    on.session.do(Do("ana", act, notes=(Note("by hand", value, "no"),)))
    assert on.asked == [] and "attack" in on.dice.thrown


def test_a_vehicle_has_no_head_to_aim_at_and_no_leg_to_break() -> None:
    """CPR-ATK-05"""
    on = fight(foe={"kind": "vehicle"})
    assert on.refused("ana", "aimed attack", target="bo", weapon="heavy pistol", at="leg") == [""]
    on.order(SheetSet("bo", "kind", "person"))
    on.attacks("ana", "bo", "heavy pistol", 10, 3, 3, 3, verb="aimed attack", at="leg")
    assert on.one("bo").has("broken leg")
