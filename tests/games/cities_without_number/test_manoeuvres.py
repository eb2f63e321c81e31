"""Shoves, grapples, what is held and hauled, size, and fighting with two weapons."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from firefight.events import Marked
from firefight.games.cities_without_number.sheet import Weapon
from firefight.ground import Ground, Wall
from firefight.table import Mark
from tests.games.cities_without_number.helpers import KNIFE, PISTOL, Fight, npc, pc
from tests.games.cities_without_number.test_attacks import total

YARD = Ground(40, 20, metres=1.0)
BLADES = Weapon("body blades", "melee", "1d8", skill="Punch", hands=0, body=True)
CLUB = Weapon("club", "melee", "1d4", attributes=("Str",), shock=1, shock_ac=18)
HIT = {"attack": 19}


def checks(**totals: int) -> dict[str, Any]:
    """The dice of some checks, by their sum."""
    return {f"check {who}": (1, n - 1) if n < 8 else (6, n - 6) for who, n in totals.items()}


def duel(ana: dict[str, Any] | None = None, thug: dict[str, Any] | None = None, **more: Any) -> Fight:
    """Ana, with her hands free, first."""
    people = pc("ana", **{"weapons": (), **(ana or {})}), npc("thug", **{"hp": 20, **(thug or {})}), npc("pal", hp=20)
    return Fight(*people, order=("pcs", "gang"), morale_prompt="off", **more)


def grapple(
    fight: Fight, ana: int, thug: int, who: str = "ana", target: str = "thug", meant: str = "non-lethal", **more: int
) -> None:
    """An attempt that hits; the totals of the checks are what the dice show."""
    dice = {**HIT, **checks(**{who: ana, target: thug, **more})}
    fight.does(who, "grapple", dice, target=target, meant=meant)


def held(ana: dict[str, Any] | None = None, thug: dict[str, Any] | None = None, **more: Any) -> Fight:
    """Ana holds the thug."""
    fight = duel(ana, thug, **more)
    fight.order(Marked("thug", Mark("grappled", by="ana")), Marked("ana", Mark("engaged", by="thug")))
    return fight


# ------------------------------------------------------------------ shoves


@pytest.mark.parametrize("effect", ["push", "prone"])
def test_a_shove_that_wins_pushes_or_knocks_down_and_hurts_nobody(effect: str) -> None:
    """CWN-MAN-01"""
    fight = duel()
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "shove", {**HIT, **checks(ana=10, thug=9)}, target="thug", effect=effect)
    assert (fight.pool("thug"), fight.has("thug", "prone")) == (20, effect == "prone")
    if effect == "push":
        assert fight.told("Ana pushes Thug back, up to 3 m")
        assert not fight.table.who("ana").has("engaged")


def test_the_pc_wins_the_tie_of_a_shove() -> None:
    """CWN-MAN-01"""
    fight = duel({"skills": {"Exert": 0}})
    fight.does("ana", "shove", {**HIT, **checks(ana=9, thug=9)}, target="thug", effect="prone")
    assert fight.has("thug", "prone")


def test_who_loses_the_check_or_the_attack_shoves_nobody() -> None:
    """CWN-MAN-01"""
    fight = duel({"skills": {"Exert": 0}})
    fight.does("ana", "shove", {**HIT, **checks(ana=8, thug=9)}, target="thug", effect="prone")
    assert fight.told("Thug stands fast against Ana")
    assert not fight.has("thug", "prone")


@pytest.mark.parametrize(("house", "left"), [("no", 20), ("on_miss", 19)])
def test_a_shove_that_misses_deals_no_shock(house: str, left: int) -> None:
    """CWN-MAN-01"""
    fight = duel({"weapons": (CLUB,)}, {"melee_ac": 15}, shove_shock=house)
    fight.does("ana", "shove", {"attack": 2}, target="thug", weapon="club")
    assert fight.pool("thug") == left


def test_each_side_uses_exert_or_punch_as_it_likes() -> None:
    """CWN-MAN-01"""
    skills = {"skills": {"Exert": 2, "Punch": 0}}
    fight = duel(skills)
    fight.does("ana", "shove", {**HIT, **checks(ana=7, thug=8)}, target="thug", effect="prone")
    assert fight.has("thug", "prone")


def test_on_the_map_a_push_goes_straight_back_until_something_stops_it() -> None:
    """CWN-MAN-01 CWN-MAN-02"""
    people = replace(pc("ana", weapons=(), skills={"Punch": 0}), place=(5, 5)), replace(npc("thug"), place=(6, 5))
    free = Fight(*people, order=("pcs", "gang"), ground=YARD)
    free.does("ana", "shove", {**HIT, **checks(ana=10, thug=9)}, target="thug")
    assert free.table.who("thug").place == (9, 5)
    walled = Fight(*people, order=("pcs", "gang"), ground=Ground(40, 20, metres=1.0, walls=(Wall((8, 0), (8, 20)),)))
    walled.does("ana", "shove", {**HIT, **checks(ana=10, thug=9)}, target="thug")
    assert walled.table.who("thug").place == (7, 5)


def test_who_is_shoved_prone_is_struck_at_plus_2_until_he_stands_up() -> None:
    """CWN-MAN-02"""
    fight = Fight(pc("ana", weapons=(), skills={"Punch": 0}), pc("bo"), npc("thug", hp=20), order=("pcs", "gang"))
    fight.does("ana", "shove", {**HIT, **checks(ana=10, thug=9)}, target="thug", effect="prone")
    fight.done("ana")
    fight.attacks("bo", "thug", "knife", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 12
    fight.done("bo")
    fight.does("thug", "stand up")
    assert fight.budget("thug") == {"Main": 1, "Move": 0}


# ------------------------------------------------------------------ taking hold


def test_hands_must_be_free_and_dropping_frees_them() -> None:
    """CWN-MAN-03"""
    fight = duel({"weapons": (KNIFE,), "skills": {"Punch": 0, "Stab": 0}})
    assert fight.against("ana", "grapple", target="thug") == {"CWN-MAN-03"}
    fight.does("ana", "drop", item="knife")
    grapple(fight, 9, 8)
    assert fight.has("thug", "grappled")


def test_a_pc_who_ties_is_not_held() -> None:
    """CWN-MAN-03"""
    fight = Fight(npc("thug", weapons=()), pc("ana", skills={"Punch": 0}), order=("gang", "pcs"))
    grapple(fight, 8, 8, who="thug", target="ana")
    assert not fight.has("ana", "grappled")


def test_an_attack_that_misses_takes_hold_of_nobody() -> None:
    """CWN-MAN-03"""
    fight = duel(thug={"melee_ac": 15})
    fight.does("ana", "grapple", {"attack": 5}, target="thug")
    assert not fight.has("thug", "grappled")


def test_a_victim_who_wins_is_free_and_may_leave() -> None:
    """CWN-MAN-03"""
    people = npc("thug", weapons=(), hp=20), pc("ana", skills={"Punch": 0})
    fight = Fight(*people, order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("grappled", by="thug")), Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "escape", checks(ana=10, thug=7))
    assert not fight.has("ana", "grappled")
    fight.does("ana", "run", metres=10)
    assert fight.told("Ana moves 10 m")


def test_who_holds_may_let_go_on_his_turn() -> None:
    """CWN-MAN-03"""
    fight = held()
    fight.does("ana", "release")
    assert not fight.has("thug", "grappled")
    assert fight.budget("ana")["Main"] == 1


def test_a_grapple_ends_with_the_one_who_holds() -> None:
    """CWN-MAN-03"""
    fight = held()
    fight.order(Marked("ana", Mark("unconscious")))
    assert not fight.has("thug", "grappled")


def test_two_npcs_who_tie_come_to_nothing() -> None:
    """CWN-SKILL-09"""
    people = npc("thug", weapons=()), npc("cop", "police", weapons=())
    fight = Fight(*people, order=("gang", "police"))
    grapple(fight, 8, 8, who="thug", target="cop")
    assert not fight.has("cop", "grappled")


# ------------------------------------------------------------------ while held


def test_only_bare_hands_and_blades_of_the_body_are_left() -> None:
    """CWN-MAN-04"""
    fight = held(thug={"weapons": (PISTOL, BLADES)})
    fight.done("ana")
    assert fight.against("thug", "attack", target="ana", weapon="pistol") >= {"CWN-MAN-04"}
    fight.attacks("thug", "ana", "body blades", rolls={"attack": 1, "damage": 1})


def test_nobody_leaves_his_place_neither_held_nor_holding() -> None:
    """CWN-MAN-04"""
    fight = held()
    assert fight.against("ana", "run", metres=5) == {"CWN-MAN-04"}
    fight.done("ana")
    assert fight.against("thug", "run", metres=5) == {"CWN-MAN-04"}
    assert fight.can("thug", "total defense")


def test_outsiders_attack_either_as_ever() -> None:
    """CWN-MAN-04"""
    fight = held()
    fight.done("ana", "thug")
    fight.attacks("pal", "ana", "knife", rolls={"attack": 10, "damage": 1})
    assert total(fight)[0] == 10


# ------------------------------------------------------------------ the end of the round


def test_a_victim_is_hurt_at_the_end_of_every_round_he_is_held() -> None:
    """CWN-MAN-05"""
    fight = held({"modifiers": {"Str": 1}, "skills": {"Punch": 2}}, {"soak": 2})
    fight.done("ana", "thug", "pal", rolls={"grapple thug ana": 2})
    assert (fight.pool("thug"), fight.pool("thug", "soak")) == (17, 0)
    fight.done("ana", "thug", "pal", rolls={"grapple thug ana": 1})
    assert fight.pool("thug") == 13


def test_who_has_broken_free_is_not() -> None:
    """CWN-MAN-05"""
    fight = held()
    fight.done("ana")
    fight.does("thug", "escape", checks(thug=10, ana=7))
    fight.done("thug", "pal")
    assert fight.pool("thug") == 20


def test_it_begins_with_the_round_of_the_grapple_and_total_defense_is_no_help() -> None:
    """CWN-MAN-05"""
    fight = duel({"skills": {"Punch": 0}})
    grapple(fight, 9, 8)
    fight.done("ana")
    fight.does("thug", "total defense")
    fight.done("thug", "pal", rolls={"grapple thug ana": 2})
    assert fight.pool("thug") == 18


def test_only_who_means_to_kill_throws_the_trauma_die() -> None:
    """CWN-MAN-05"""
    fight = held(thug={"hp": 2})
    fight.does("ana", "tighten", meant="lethal")
    fight.done("ana", "thug", "pal", rolls={"grapple thug ana": 1, "grapple trauma thug ana": 6})
    assert fight.has("thug", "traumatic hit")
    fight.does("ana", "tighten", meant="non-lethal")
    fight.done("ana", "thug", "pal", rolls={"grapple thug ana": 1})
    assert fight.has("thug", "incapacitated")


def test_everybody_who_holds_does_his_own_damage() -> None:
    """CWN-MAN-05 CWN-MAN-07"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug", hp=20), order=("pcs", "gang"))
    fight.order(*(Marked("thug", Mark("grappled", by=one)) for one in ("ana", "bo")))
    fight.done("ana", "bo", "thug", rolls={"grapple thug ana": 2, "grapple thug bo": 1})
    assert fight.pool("thug") == 17


# ------------------------------------------------------------------ hauling


def test_a_tie_frees_the_victim_even_from_a_pc() -> None:
    """CWN-MAN-06"""
    fight = held({"skills": {"Punch": 0}})
    fight.does("ana", "haul", checks(ana=9, thug=9), how="carry")
    assert not fight.has("thug", "grappled")


@pytest.mark.parametrize("how", ["carry", "throw"])
def test_a_victim_is_carried_along_or_thrown_down(how: str) -> None:
    """CWN-MAN-06"""
    fight = held({"skills": {"Punch": 0}})
    fight.does("ana", "haul", checks(ana=10, thug=7), how=how)
    assert fight.has("thug", "grappled") is (how == "carry")
    assert fight.has("thug", "prone") is (how == "throw")
    assert fight.window == ""


def test_on_the_map_both_are_moved() -> None:
    """CWN-MAN-06"""
    people = replace(pc("ana", weapons=(), skills={"Punch": 0}), place=(5, 5)), replace(npc("thug"), place=(6, 5))
    for how, to, ana, thug in (("carry", {"to": "F9"}, (5, 8), (6, 8)), ("throw", {}, (5, 5), (8, 5))):
        fight = Fight(*people, order=("pcs", "gang"), ground=YARD)
        fight.order(Marked("thug", Mark("grappled", by="ana")))
        fight.does("ana", "haul", checks(ana=10, thug=7), how=how, **to)
        assert [fight.table.who(who).place for who in ("ana", "thug")] == [ana, thug]


# ------------------------------------------------------------------ several


def gripped(victim: str, *holders: str, **options: str) -> Fight:
    """A fight of two PCs and three NPCs in which some hold another."""
    people = (
        pc("ana", skills={"Punch": 0}),
        pc("bo", skills={"Punch": 0}),
        *(npc(id, weapons=()) for id in ("thug", "pal", "boss")),
    )
    fight = Fight(*people, order=("pcs", "gang") if victim in ("ana", "bo") else ("gang", "pcs"), morale_prompt="off", **options)
    fight.order(*(Marked(victim, Mark("grappled", by=one)) for one in holders))
    return fight


def test_an_npc_held_by_pcs_is_not_free_with_a_tie() -> None:
    """CWN-MAN-07"""
    fight = gripped("thug", "ana", "bo")
    fight.does("thug", "escape", checks(thug=9, ana=8, bo=9))
    assert len([mark for mark in fight.table.who("thug").marks if mark.name == "grappled"]) == 2


@pytest.mark.parametrize(("house", "free"), [("usual", True), ("must_exceed", False)])
def test_a_pc_held_by_npcs_is(house: str, free: bool) -> None:
    """CWN-MAN-07"""
    fight = gripped("ana", "thug", "pal", multi_grapple_ties=house)
    fight.does("ana", "escape", checks(ana=9, thug=8, pal=9))
    assert fight.has("ana", "grappled") is not free


def test_a_victim_must_beat_every_one() -> None:
    """CWN-MAN-07"""
    fight = gripped("ana", "thug", "pal", "boss")
    fight.does("ana", "escape", checks(ana=10, thug=7, pal=8, boss=11))
    assert fight.has("ana", "grappled")


def test_a_throw_by_one_works_unless_all_are_beaten_and_ends_every_hold() -> None:
    """CWN-MAN-07"""
    fight = gripped("ana", "thug", "pal")
    fight.done("ana", "bo")
    fight.does("thug", "haul", checks(thug=6, pal=9, ana=8), how="throw")
    assert fight.has("ana", "prone")
    assert not fight.has("ana", "grappled")


def test_on_a_carry_the_others_keep_their_hold() -> None:
    """CWN-MAN-07"""
    fight = gripped("ana", "thug", "pal")
    fight.done("ana", "bo")
    fight.does("thug", "haul", checks(thug=9, pal=9, ana=8), how="carry")
    assert len([mark for mark in fight.table.who("ana").marks if mark.name == "grappled"]) == 2


def test_nobody_holds_two() -> None:
    """CWN-MAN-07"""
    fight = held()
    assert fight.against("ana", "grapple", target="pal") == {"CWN-MAN-07"}


def test_a_third_who_takes_hold_has_the_others_help() -> None:
    """CWN-MAN-07"""
    fight = gripped("ana", "thug", "pal")
    fight.done("ana", "bo", "thug", "pal")
    dice = {**HIT, **checks(ana=9, boss=6, thug=10, pal=5)}
    fight.does("boss", "grapple", dice, target="ana")
    assert len([mark for mark in fight.table.who("ana").marks if mark.name == "grappled"]) == 3


def test_the_second_ones_first_grapple_is_an_ordinary_one() -> None:
    """CWN-MAN-07"""
    fight = gripped("ana", "thug")
    fight.done("ana", "bo", "thug")
    grapple(fight, 8, 8, who="pal", target="ana")
    assert len([mark for mark in fight.table.who("ana").marks if mark.name == "grappled"]) == 1


# ------------------------------------------------------------------ size


@pytest.mark.parametrize(("size", "taken"), [("human", True), ("large", False), ("beast", False)])
def test_what_is_larger_is_harder_to_handle(size: str, taken: bool) -> None:
    """CWN-MAN-08"""
    fight = duel({"skills": {"Punch": 0}}, {"size": size})
    grapple(fight, 9, 8)
    assert fight.has("thug", "grappled") is taken
    (contest,) = [event for event in fight.session.history.batches[-1].events if getattr(event, "key_", "") == "contest"]
    assert contest.values["total"] == 9 - {"human": 0, "large": 2, "beast": 4}[size]  # type: ignore[union-attr]


def test_it_counts_in_every_later_check_as_well() -> None:
    """CWN-MAN-08"""
    fight = held({"skills": {"Punch": 0}}, {"size": "large"})
    fight.does("ana", "haul", checks(ana=9, thug=7), how="throw")
    assert not fight.has("thug", "prone")  # 7 against 7: the victim escapes


# ------------------------------------------------------------------ two weapons


def two(skills: dict[str, int], *weapons: Weapon, thug: dict[str, Any] | None = None) -> Fight:
    people = pc("ana", skills=skills, weapons=weapons), npc("thug", **{"hp": 20, **(thug or {})})
    return Fight(*people, order=("pcs", "gang"))


DIRK = Weapon("dirk", "melee", "1d4", attributes=("Str",), shock=1, shock_ac=15)
LEFT = Weapon("left gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), range=10, long_range=80)
RIGHT = Weapon("right gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), range=10, long_range=80)


def test_both_skills_need_a_level() -> None:
    """CWN-MAN-09"""
    fight = two({"Stab": 1, "Shoot": 0}, DIRK, LEFT)
    assert fight.against("ana", "attack", target="thug", weapon="dirk", second="left gun") == {"CWN-MAN-09"}
    guns = two({"Shoot": 1}, LEFT, RIGHT)
    guns.does("ana", "attack", {"attack": 10, "damage": 1}, target="thug", weapon="left gun", second="right gun")


def test_npcs_do_it_if_the_gm_says_so() -> None:
    """CWN-MAN-09"""
    fight = Fight(pc("ana", hp=20), npc("thug", weapons=(DIRK, LEFT)), order=("gang", "pcs"))
    assert fight.against("thug", "attack", target="ana", weapon="dirk", second="left gun") == {"CWN-MAN-09"}
    dice = {"attack": 15, "damage": 2}
    fight.forces("thug", "attack", "he has two", dice, target="ana", weapon="dirk", second="left gun")
    assert fight.pool("ana") == 16


def test_two_hands_hold_one_weapon_each() -> None:
    """CWN-MAN-09"""
    rifle = Weapon("rifle", "ranged", "1d12", skill="Shoot", attributes=("Dex",), hands=2)
    fight = two({"Shoot": 1, "Stab": 1}, DIRK, rifle)
    assert fight.against("ana", "attack", target="thug", weapon="dirk", second="rifle") == {"CWN-MAN-09"}


def test_a_knife_that_hits_with_a_pistol_in_the_other_hand_does_2_more() -> None:
    """CWN-MAN-10"""
    fight = two({"Stab": 1, "Shoot": 1}, DIRK, LEFT)
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "attack", {"attack": 10, "damage": 3}, target="thug", weapon="dirk", second="left gun")
    assert (total(fight)[0], fight.pool("thug")) == (10 + 1 - 1, 15)


def test_out_of_the_knifes_reach_only_the_penalty_is_left() -> None:
    """CWN-MAN-10"""
    fight = two({"Stab": 1, "Shoot": 1}, LEFT, DIRK)
    fight.order(Marked("ana", Mark("distance", value=6, by="thug")))
    fight.does("ana", "attack", {"attack": 10, "damage": 3}, target="thug", weapon="left gun", second="dirk")
    assert (total(fight)[0], fight.pool("thug")) == (10, 17)


def test_two_pistols_in_range() -> None:
    """CWN-MAN-10"""
    fight = two({"Shoot": 1}, LEFT, RIGHT)
    fight.order(Marked("ana", Mark("distance", value=9, by="thug")))
    fight.does("ana", "attack", {"attack": 10, "damage": 3}, target="thug", weapon="left gun", second="right gun")
    assert (total(fight)[0], fight.pool("thug")) == (10, 15)


def test_the_second_weapon_adds_nothing_to_shock() -> None:
    """CWN-MAN-10"""
    fight = two({"Stab": 1, "Shoot": 1}, DIRK, LEFT, thug={"melee_ac": 12})
    fight.does("ana", "attack", {"attack": 2, "damage": 3}, target="thug", weapon="dirk", second="left gun")
    assert fight.pool("thug") == 19


def test_only_the_chosen_weapon_uses_ammunition() -> None:
    """CWN-MAN-10"""
    loaded = [replace(gun, magazine=6) for gun in (LEFT, RIGHT)]
    fight = two({"Shoot": 1}, *loaded)
    fight.does("ana", "attack", {"attack": 10, "damage": 3}, target="thug", weapon="left gun", second="right gun")
    assert (fight.pool("ana", "left gun rounds"), fight.pool("ana", "right gun rounds")) == (5, 6)
