"""Armour, ablation, Critical Injuries, Wound States, Death Saves, stabilizing, with the cases of the ledger."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.events import Adjusted, Marked, Ticked
from firefight.games.cyberpunk_red import arms, rules
from firefight.games.cyberpunk_red.sheet import Item, Sheet, move_of, pools
from firefight.table import Mark
from tests.games.cyberpunk_red.helpers import Fight
from tests.games.cyberpunk_red.test_attacks import HEAVY, MACHETE, SKILLS, fight

hits = st.builds(rules.Hit, st.integers(0, 60), st.integers(0, 18), st.booleans(), st.booleans(), st.integers(1, 2))

# ------------------------------------------------------------------ armour


# CPR-DMG-01, CPR-DMG-02, CPR-DMG-03, CPR-ATK-05, field report FR-S-17 (b)
@pytest.mark.parametrize(
    ("hit", "lost", "left"),
    [
        (rules.Hit(16, 11), 5, 10),
        (rules.Hit(11, 11), 0, 11),
        (rules.Hit(14, 12), 2, 11),
        (rules.Hit(14, 11), 3, 10),
        (rules.Hit(9, 11, halved=True), 3, 10),
        (rules.Hit(9, 11), 0, 11),
        (rules.Hit(18, 11, doubled=True), 14, 10),
        (rules.Hit(10, 7, doubled=True), 6, 6),
        (rules.Hit(7, 7, doubled=True), 0, 7),
        (rules.Hit(16, 11, ablates=2), 5, 9),
        (rules.Hit(16, 1, ablates=2), 15, 0),
    ],
)
def test_armour_stops_and_wears(hit: rules.Hit, lost: int, left: int) -> None:
    assert (rules.through(hit), rules.sp_after(hit)) == (lost, left)


@given(hits)
def test_armour_wears_only_where_something_gets_through_and_never_below_nothing(hit: rules.Hit) -> None:
    """CPR-DMG-01, CPR-DMG-02"""
    assert 0 <= rules.through(hit) <= 2 * hit.damage
    assert rules.sp_after(hit) == (max(0, hit.sp - hit.ablates) if rules.through(hit) else hit.sp)
    assert rules.through(hit._replace(damage=hit.damage + 1)) >= rules.through(hit)
    assert rules.through(hit._replace(sp=hit.sp + 1)) <= rules.through(hit)
    assert rules.through(hit._replace(halved=True)) >= rules.through(hit._replace(halved=False))


def test_of_several_layers_the_highest_counts_and_the_clumsiest_hinders() -> None:
    """CPR-DMG-01"""
    one = Sheet(armor=("kevlar", "light armorjack"), helmet=("leathers",), gear=(HEAVY,))
    assert {name: pool.now for name, pool in pools(one).items()} == {
        "hp": 35, "sp body": 11, "sp head": 4, "heavy pistol rounds": 8,
    }  # fmt: skip
    assert Sheet(armor=("medium armorjack", "flak")).penalty == 4


# CPR-DMG-01
@pytest.mark.parametrize(
    ("name", "sp", "penalty"),
    [("leathers", 4, 0), ("kevlar", 7, 0), ("light armorjack", 11, 0), ("bodyweight suit", 11, 0), ("medium armorjack", 12, 2),
     ("heavy armorjack", 13, 2), ("flak", 15, 4), ("metalgear", 18, 4)],
)  # fmt: skip
def test_armour_has_the_figures(name: str, sp: int, penalty: int) -> None:
    assert arms.all_armor()[name] == arms.Armor(sp, penalty)


def test_a_thing_or_an_armour_nobody_knows_is_named() -> None:
    """CPR-DMG-01: with what was probably meant."""
    with pytest.raises(ValueError, match="did you mean 'kevlar'"):
        pools(Sheet(armor=("kevlr",)))
    with pytest.raises(ValueError, match="no thing 'havy pistol'"):
        pools(Sheet(gear=("havy pistol",)))


def test_two_hits_wear_the_armour_one_after_the_other() -> None:
    """CPR-DMG-02: 14 and 14 against SP 12: 2 and 3 hit points, SP 10."""
    on = fight(foe={"armor": ("medium armorjack",)})
    on.attacks("ana", "bo", "heavy pistol", 3, 5, 5, 4)
    assert (on.one("bo").pool("hp"), on.one("bo").pool("sp body")) == (48, 11)
    on.attacks("ana", "bo", "heavy pistol", 3, 5, 5, 4)
    assert (on.one("bo").pool("hp"), on.one("bo").pool("sp body")) == (45, 10)


def test_blades_meet_half_the_armour_and_fists_all_of_it() -> None:
    """CPR-DMG-03: 9 against SP 11."""
    on = fight(MACHETE, body=7, foe={"armor": ("light armorjack",)})
    on.throws("dodge bo", 2)
    on.attacks("ana", "bo", "machete", 9, 5, 4)
    assert (on.one("bo").pool("hp"), on.one("bo").pool("sp body")) == (47, 10)
    on.throws("dodge bo", 2)
    on.attacks("ana", "bo", "bare hands", 9, 3, 3, 3)
    assert (on.one("bo").pool("hp"), on.one("bo").pool("sp body")) == (47, 10)


# ------------------------------------------------------------------ Critical Injuries


def critical(*damage: int, armor: str = "flak", injury: tuple[int, ...] = (4, 4)) -> Fight:
    on = fight(foe={"armor": (armor,)})
    on.throws("injury bo", *injury)
    on.attacks("ana", "bo", "heavy pistol", 5, *damage)
    return on


def test_two_sixes_are_a_critical_injury_though_the_armour_stops_all() -> None:
    """CPR-DMG-04: 13 against SP 15 is 5 hit points, an injury, SP 15."""
    bo = critical(6, 6, 1).one("bo")
    assert (bo.pool("hp"), bo.pool("sp body"), bo.has("broken leg")) == (45, 15, True)


def test_one_six_is_none() -> None:
    """CPR-DMG-04"""
    on = critical(6, 5, 5)
    assert "injury bo" not in on.dice.thrown


def test_an_injury_one_has_is_rolled_again() -> None:
    """CPR-DMG-04"""
    on = fight()
    on.order(Marked("bo", Mark("broken leg")))
    on.throws("injury bo", 4, 4)
    on.throws("injury 2 bo", 2, 2)
    on.attacks("ana", "bo", "heavy pistol", 5, 6, 6, 1)
    assert on.one("bo").has("collapsed lung")


def test_a_critical_injury_to_the_head_is_not_doubled() -> None:
    """CPR-DMG-04, CPR-ATK-05"""
    on = fight(foe={"helmet": ("light armorjack",)})
    on.throws("injury bo", 1, 1)
    on.attacks("ana", "bo", "heavy pistol", 9, 6, 6, 1, verb="aimed attack", at="head")
    assert (on.one("bo").pool("hp"), on.one("bo").has("lost eye")) == (50 - 4 - 5, True)


def test_both_tables_have_an_injury_for_every_total() -> None:
    """CPR-DMG-04"""
    for where in ("body", "head"):
        assert sorted(arms.injuries(where)) == list(range(2, 13))
    assert (arms.injuries("body")[8], arms.injuries("head")[12]) == ("broken leg", "lost ear")
    assert arms.deadly() <= {name for where in ("body", "head") for name in arms.injuries(where).values()}


# ------------------------------------------------------------------ Hit Points and Wound States


# CPR-HP-01
@pytest.mark.parametrize(("body", "will", "hp"), [(6, 5, 40), (6, 6, 40), (3, 2, 25), (5, 5, 35)])
def test_hit_points_go_by_body_and_will(body: int, will: int, hp: int) -> None:
    assert rules.hit_points(body, will) == hp == pools(Sheet(body=body, will=will))["hp"].now


# CPR-HP-02
@pytest.mark.parametrize(
    ("hp", "most", "state"),
    [(40, 40, 0), (39, 40, 1), (20, 40, 1), (19, 40, 2), (0, 40, 3), (18, 35, 1), (17, 35, 2), (1, 35, 2)],
)
def test_wound_states_go_by_hit_points(hp: int, most: int, state: int) -> None:
    assert rules.wound_state(hp, most) == state


@given(st.integers(-30, 60), st.integers(1, 60))
def test_fewer_hit_points_are_never_a_lighter_wound(hp: int, most: int) -> None:
    """CPR-HP-02"""
    assert rules.wound_state(hp - 1, most) >= rules.wound_state(hp, most)
    assert (rules.wound_state(hp, most) == 3) == (hp < 1)


# CPR-HP-02
@pytest.mark.parametrize(("move", "state", "left"), [(5, 3, 1), (8, 3, 2), (5, 2, 5), (0, 3, 0)])
def test_the_mortally_wounded_crawl(move: int, state: int, left: int) -> None:
    assert rules.wounded_move(move, state) == left


def test_a_new_wound_state_takes_the_place_of_the_old_one() -> None:
    """CPR-HP-02: -4, not -6; MOVE 5 becomes 1; healed it is gone."""
    on = fight(foe={"move": 5})
    marks = []
    for loss in (-1, -25, -24, 50):
        on.order(Adjusted("bo", "hp", loss))
        marks.append([mark.name for mark in on.one("bo").marks if not mark.quiet])
        if marks[-1] == ["mortally wounded"]:
            assert move_of(on.session.table, "bo") == 1
    assert marks == [["lightly wounded"], ["seriously wounded"], ["mortally wounded"], []]
    assert [rules.wound_penalty(state) for state in range(4)] == [0, 0, 2, 4]


def test_a_wound_takes_its_toll_on_actions() -> None:
    """CPR-HP-02"""
    on = fight()
    on.order(Adjusted("ana", "hp", -21))
    on.attacks("ana", "bo", "heavy pistol", 3)
    assert any("14 against DV 13" in line for line in on.told())


# ------------------------------------------------------------------ Death Saves


def dying(body: int = 6, **more: Any) -> Fight:
    """Bo is at -1 hit points, his Turn comes after Ana's."""
    on = fight(foe={"body": body, "hp": 40, **more}, tech=6)
    on.order(Adjusted("bo", "hp", -41))
    return on


# CPR-HP-03
@pytest.mark.parametrize(
    ("die", "penalty", "body", "lives"), [(5, 0, 6, True), (5, 1, 6, False), (10, 0, 12, False), (9, 0, 12, True)]
)
def test_a_death_save_stays_below_body(die: int, penalty: int, body: int, lives: bool) -> None:
    assert rules.survives(die, penalty, body) is lives


def test_every_save_made_makes_the_next_one_harder() -> None:
    """CPR-HP-03: BODY 6, 5 lives; next Turn 5 + 1 is not less than 6."""
    on = dying()
    on.throws("death save bo", 5)
    on.passes("ana")
    assert on.acting == ["bo"], "having saved, he takes his Turn"
    on.passes("bo", "cy")
    on.throws("death save bo", 5)
    on.passes("ana")
    assert on.one("bo").has("dead")
    assert on.acting == ["cy"]


def test_a_ten_always_fails_and_is_no_critical() -> None:
    """CPR-HP-03"""
    on = dying(12)
    on.throws("death save bo", 10)
    on.passes("ana")
    assert on.one("bo").has("dead")
    assert on.dice.thrown[-1] == "death save bo"


def test_some_injuries_raise_the_base_of_the_penalty() -> None:
    """CPR-HP-03"""
    on = dying()
    on.order(Marked("bo", Mark("collapsed lung")))
    on.throws("death save bo", 5)
    on.passes("ana")
    assert on.one("bo").has("dead")


def test_a_hit_on_the_dying_is_a_critical_injury_and_brings_death_nearer() -> None:
    """CPR-HP-03; a hit that armour stops altogether does neither."""
    on = dying(armor=("kevlar",))
    on.attacks("ana", "bo", "heavy pistol", 5, 2, 2, 3)
    assert on.one("bo").value("death saves") == 0
    on.throws("injury bo", 4, 4)
    on.attacks("ana", "bo", "heavy pistol", 5, 3, 3, 2)
    assert (on.one("bo").value("death saves"), on.one("bo").pool("hp"), on.one("bo").has("broken leg")) == (1, -7, True)


def test_the_unconscious_save_their_lives_as_well() -> None:
    """CPR-HP-03, CPR-INIT-04"""
    on = dying()
    on.mark("bo", "unconscious")
    on.throws("death save bo", 2)
    on.passes("ana")
    assert "death save bo" in on.dice.thrown
    assert on.acting == ["cy"]


# ------------------------------------------------------------------ stabilizing


# CPR-HP-04
@pytest.mark.parametrize(("die", "lives"), [(4, True), (3, False)])
def test_the_dying_are_saved_with_a_check_against_fifteen(die: int, lives: bool) -> None:
    """TECH 6 + First Aid 6: 16 saves, 15 does not."""
    on = dying()
    on.throws("stabilize", die)
    on.do("ana", "stabilize", target="bo")
    bo = on.one("bo")
    assert bo.has("unconscious") is lives
    assert bo.pool("hp") == (1 if lives else -1)
    assert not lives or not bo.has("mortally wounded")


def test_the_saved_wake_after_a_minute_and_need_no_more_saves() -> None:
    """CPR-HP-04"""
    on = dying()
    on.order(Marked("bo", Mark("death saves", value=3, quiet=True)))
    on.throws("stabilize", 9)
    on.do("ana", "stabilize", target="bo")
    assert not on.one("bo").has("death saves")
    on.passes("ana")
    assert "death save bo" not in on.dice.thrown
    on.order(Ticked(1))
    assert not on.one("bo").has("unconscious")


# CPR-HP-04
@pytest.mark.parametrize(("state", "dv"), [(0, 10), (1, 10), (2, 13), (3, 15)])
def test_worse_wounds_are_harder_to_treat(state: int, dv: int) -> None:
    assert rules.stabilize_dv(state) == dv


# ------------------------------------------------------------------ grapples


# CPR-ATK-07, CPR-RES-04
@pytest.mark.parametrize(("die", "holds"), [(6, True), (5, False)])
def test_a_grab_is_brawling_against_brawling_and_a_tie_is_the_defenders(die: int, holds: bool) -> None:
    on = fight(dex=6)
    on.throws("grab", die)
    on.throws("resist bo", 5)
    on.do("ana", "grab", target="bo")
    assert on.one("bo").has("grappled") is holds


def held(**more: Any) -> Fight:
    on = fight(HEAVY, **more)
    on.throws("grab", 9)
    on.do("ana", "grab", target="bo")
    return on


def test_a_grapple_takes_two_off_actions_and_a_two_handed_weapon_out_of_use() -> None:
    """CPR-ATK-07, CPR-ACT-07: for both; the held one cannot move, hence not run either."""
    on = held(foe={"gear": (Item("assault rifle", "weapon", "hand", type="assault rifle"),)})
    on.passes("ana")
    assert on.refused("bo", "attack", target="ana", weapon="assault rifle") == ["CPR-ATK-07"]
    assert on.refused("bo", "run") == ["CPR-ACT-07"]
    on.passes("bo", "cy")
    on.attacks("ana", "bo", "heavy pistol", 3)
    assert any("14 against DV 13" in line for line in on.told())


def test_who_is_thrown_takes_body_past_the_armour_and_lies_there() -> None:
    """CPR-ATK-07: A (BODY 7) throws B (SP 11): 7 HP, prone, no longer grappled, SP 11."""
    on = held(foe={"armor": ("light armorjack",)})
    on.passes("ana", "bo", "cy")
    on.do("ana", "throw", what="bo")
    bo = on.one("bo")
    assert (bo.pool("hp"), bo.pool("sp body"), bo.has("prone"), bo.has("grappled")) == (43, 11, True, False)


def test_a_third_one_breaks_a_hold_with_a_grab() -> None:
    """CPR-ATK-07: C wins a Grab against A, who holds B."""
    on = held()
    on.passes("ana", "bo")
    on.do("cy", "grab", "success", target="ana")
    assert not on.one("bo").has("grappled")
    assert not on.one("ana").has_any(("grappling", "grappled"))


def test_a_thrown_grenade_is_an_attack_on_the_row_of_thrown_things() -> None:
    """CPR-ATK-07, CPR-ATK-01: DEX 7 + Athletics 5 + 5 = 17 against DV 16."""
    on = fight(Item("frag", "object", "hand", type="grenade"))
    on.throws("attack", 5)
    on.throws("damage", 3, 3, 3, 3, 3, 3)
    on.do("ana", "throw", what="frag", at="bo", distance=5)
    assert on.one("bo").pool("hp") == 32
    assert SKILLS["athletics"] == 5
