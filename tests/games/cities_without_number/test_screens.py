"""Screening an ally: who is met, how many can be held off, what can be parried."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from firefight.events import Marked, Placed, Unmarked
from firefight.games.cities_without_number.sheet import Ability, Weapon
from firefight.ground import Ground
from firefight.table import Mark
from tests.games.cities_without_number.helpers import KNIFE, LUCK, PISTOL, Fight, npc, pc
from tests.games.cities_without_number.test_attacks import total

YARD = Ground(40, 20, metres=1.0)
BOW = Weapon("bow", "bow", "1d6", skill="Shoot", attributes=("Dex",), hands=2)
DART = Weapon("dart", "thrown", "1d4", skill="Shoot", attributes=("Dex",))
BLOW = {"attack": 15, "damage": 3}


def guarded(
    *screeners: str, order: tuple[str, ...] = ("pcs", "gang"), ana: dict[str, Any] | None = None, **options: str
) -> Fight:
    """Ana (and others named) screen Ward; three thugs attack. The crew has acted."""
    skills = {"skills": {"Stab": 2, "Punch": 1}, "melee_ac": 18, **(ana or {})}
    people = [pc("ana", **skills), pc("bo", skills={"Stab": 1}, melee_ac=17), pc("ward", melee_ac=12, skills={"Exert": 1})]
    thugs = [npc(id, skill_modifier=1, weapons=(KNIFE, PISTOL, BOW, DART)) for id in ("thug", "pal", "boss")]
    fight = Fight(*people, *thugs, order=order, morale_prompt="off", **options)
    if order[0] == "pcs":
        for who in screeners or ("ana",):
            fight.does(who, "screen", ally="ward")
            fight.done(who)
        fight.done(*(who for who in ("ana", "bo", "ward") if who not in (screeners or ("ana",))))
    return fight


def attack(fight: Fight, who: str = "thug", weapon: str = "knife", **checks: int) -> None:
    """A thug attacks Ward; totals of the checks are what the dice show, so choose them with the bonus in mind."""
    dice: dict[str, Any] = {f"parry {one}": faces(total) for one, total in checks.items()}
    verb = "throw" if weapon == "dart" else "attack"
    fight.does(who, verb, {**BLOW, **dice}, target="ward", weapon=weapon)


def faces(total: int) -> tuple[int, int]:
    """Two dice with this sum."""
    return (1, total - 1) if total < 8 else (6, total - 6)


def met(fight: Fight) -> str:
    """Whose Armour Class the last attack met."""
    return {18: "ana", 17: "bo", 12: "ward", 10: "ward"}[total(fight)[1]]


# ------------------------------------------------------------------ the check


def test_a_screener_who_wins_is_attacked_in_place_of_the_ward() -> None:
    """CWN-SCREEN-01"""
    fight = guarded()
    attack(fight, thug=6, ana=7)  # 7 against 9
    assert met(fight) == "ana"
    assert fight.told("Ana steps into Thug's attack on Ward")


def test_a_screener_who_loses_lets_it_through() -> None:
    """CWN-SCREEN-01"""
    fight = guarded()
    attack(fight, thug=9, ana=7)  # 10 against 9
    assert met(fight) == "ward"
    assert fight.told("Thug gets past whoever screens Ward")


def test_the_pc_wins_the_tie() -> None:
    """CWN-SCREEN-01"""
    fight = guarded()
    attack(fight, thug=7, ana=6)  # 8 against 8
    assert met(fight) == "ana"


def test_a_ward_who_has_run_off_is_not_screened_until_he_is_back() -> None:
    """CWN-SCREEN-01"""
    people = [replace(pc(who, skills={"Stab": 1}, melee_ac=ac), place=(x, 5)) for who, ac, x in (("ana", 18, 5), ("ward", 12, 6))]
    thug = replace(npc("thug"), place=(6, 6))
    fight = Fight(*people, thug, order=("pcs", "gang"), ground=YARD)
    fight.does("ana", "screen", ally="ward")
    fight.does("gm", "enough", who="ana", of="instants")
    fight.order(Placed("ward", (10, 5)), Placed("thug", (11, 5)))
    fight.done("ana", "ward")
    attack(fight)
    assert met(fight) == "ward"
    fight.order(Placed("ward", (8, 5)), Placed("thug", (9, 5)), Unmarked("thug", "spent main"))
    attack(fight, thug=3, ana=9)
    assert met(fight) == "ana"  # three metres off, and four from the thug's knife


def test_without_a_map_a_ward_who_runs_leaves_the_screen_behind() -> None:
    """CWN-SCREEN-01"""
    fight = guarded("ana", order=("gang", "pcs"))
    fight.done("thug", "pal", "boss")
    fight.does("ana", "screen", ally="ward")
    fight.done("ana")
    fight.does("ward", "run", metres=5)
    fight.done("ward", "bo")
    attack(fight)
    assert met(fight) == "ward"


def test_the_screen_holds_until_the_next_turn() -> None:
    """CWN-SCREEN-01"""
    fight = guarded()
    fight.done("thug", "pal")
    attack(fight, who="boss", boss=3, ana=9)
    assert met(fight) == "ana"
    fight.done("boss")
    assert not fight.has("ana", "screens")


def test_who_is_down_screens_nobody() -> None:
    """CWN-SCREEN-01"""
    fight = guarded()
    fight.order(Marked("ana", Mark("unconscious")))
    assert not fight.has("ana", "screens")
    attack(fight)
    assert met(fight) == "ward"


def test_on_the_map_one_steps_to_the_wards_side() -> None:
    """CWN-SCREEN-01"""
    people = [replace(pc(who, skills={"Stab": 1}), place=(x, 5)) for who, x in (("ana", 5), ("ward", 12), ("far", 30))]
    fight = Fight(*people, npc("thug"), order=("pcs", "gang"), ground=YARD)
    assert fight.against("ana", "screen", ally="far") == {"CWN-SCREEN-01"}
    fight.does("ana", "screen", ally="ward")
    assert fight.table.who("ana").place == (11, 4)


def test_a_grapple_is_screened_too() -> None:
    """CWN-SCREEN-01"""
    fight = guarded()
    fight.does("thug", "put away", item="knife")
    dice = {"attack": 2, "parry thug": (1, 2), "parry ana": (6, 6)}
    fight.does("thug", "grapple", dice, target="ward")
    assert met(fight) == "ana"


def test_a_grapple_that_gets_past_has_a_contest_of_its_own() -> None:
    """CWN-SCREEN-01 CWN-MAN-03"""
    fight = guarded()
    fight.does("thug", "put away", item="knife")
    screen = {"parry thug": (6, 6), "parry ana": (1, 1)}
    fight.does("thug", "grapple", {"attack": 19, **screen, "check thug": (6, 6), "check ward": (1, 1)}, target="ward")
    assert fight.has("ward", "grappled")


def test_a_power_may_help_in_the_check_of_a_screen() -> None:
    """CWN-SCREEN-01 CWN-INST-02"""
    nerve = Ability("Nerve", when="my roll", uses=1, effect="add", value=3)
    again = Ability("Again", when="my roll", uses=1, effect="reroll")
    fight = guarded(windows="concerned", ana={"abilities": (nerve, again)})
    fight.order(*(Marked(who, Mark("waives")) for who in ("bo", "ward", "thug", "pal", "boss")))
    fight.does("thug", "attack", target="ward", weapon="knife")
    fight.says("screen ana", "stand in the way", {"parry thug": (5, 4), "parry ana": (1, 1)})
    assert (fight.window, fight.awaited) == ("parry ana 1", ("ana",))
    fight.does("ana", "use", ability="Nerve")
    fight.done("ana")
    fight.does("ana", "use", ability="Again")
    fight.done("ana", rolls={"parry ana again 2": (3, 2)})
    fight.done("ana", rolls={"attack": 10, "damage": 1})
    assert met(fight) == "ana"  # 5 + 2 + 3 against 9 + 1


def test_a_screener_may_answer_the_attack_that_now_meets_him() -> None:
    """CWN-SCREEN-01 CWN-INST-02"""
    fight = guarded(windows="concerned", ana={"abilities": (LUCK,)})
    fight.order(*(Marked(who, Mark("waives")) for who in ("bo", "ward", "thug", "pal", "boss")))
    fight.does("thug", "attack", target="ward", weapon="knife")
    assert fight.asked == ("screen ana",)
    fight.says("screen ana", "stand in the way", {"parry thug": (1, 2), "parry ana": (6, 3)})
    assert (fight.window, fight.awaited) == ("before ana 1", ("ana",))
    fight.done("ana", rolls={"attack": 19, "damage": 3})
    assert fight.window == "after ana 1"
    fight.does("ana", "total defense")
    fight.done("ana")
    assert (total(fight), fight.pool("ana")) == ((19, 20), 10)


# ------------------------------------------------------------------ how many


def test_a_screener_holds_off_as_many_as_his_best_combat_skill() -> None:
    """CWN-SCREEN-02"""
    fight = guarded()
    attack(fight, thug=3, ana=9)
    fight.done("thug")
    attack(fight, who="pal", pal=3, ana=9)
    assert met(fight) == "ana"
    fight.done("pal")
    attack(fight, who="boss")
    assert met(fight) == "ward"


def test_without_a_level_nobody_screens_though_he_may_run() -> None:
    """CWN-SCREEN-02"""
    fight = Fight(pc("ana"), pc("bo", skills={"Exert": 3}), npc("thug"), order=("pcs", "gang"))
    assert fight.against("ana", "screen", ally="bo") == {"CWN-SCREEN-02"}
    assert fight.against("bo", "screen", ally="ana") == {"CWN-SCREEN-02"}
    fight.does("ana", "run", metres=5, next_to="bo")


def test_a_check_that_is_lost_counts_as_well() -> None:
    """CWN-SCREEN-02"""
    fight = guarded("bo")
    attack(fight, thug=9, bo=3)
    assert met(fight) == "ward"
    fight.done("thug")
    attack(fight, who="pal")
    assert met(fight) == "ward"


def test_the_same_attacker_is_checked_again_without_using_more() -> None:
    """CWN-SCREEN-02"""
    fight = guarded("bo")
    attack(fight, thug=3, bo=9)
    fight.order(Unmarked("thug", "spent main"))
    attack(fight, thug=3, bo=9)
    assert met(fight) == "bo"


def test_the_number_is_full_again_with_the_round_though_the_screen_is_older() -> None:
    """CWN-SCREEN-02"""
    fight = guarded("bo", order=("gang", "pcs"))
    fight.done("thug", "pal", "boss")
    fight.does("bo", "screen", ally="ward")
    fight.done("bo", "ana", "ward")
    attack(fight, thug=3, bo=9)
    assert met(fight) == "bo"
    fight.done("thug")
    attack(fight, who="pal")
    assert met(fight) == "ward"


def test_a_player_may_save_his_strength() -> None:
    """CWN-SCREEN-02"""
    fight = guarded(windows="concerned")
    fight.order(*(Marked(who, Mark("waives")) for who in ("bo", "ward", "thug", "pal", "boss")))
    fight.does("thug", "attack", target="ward", weapon="knife")
    fight.says("screen ana", "let it through", BLOW)
    assert met(fight) == "ward"
    assert not fight.has("ana", "screened")


# ------------------------------------------------------------------ several screeners


@pytest.mark.parametrize(("thug", "ana", "bo", "hit"), [(7, 9, 8, "bo"), (7, 9, 6, "ana"), (11, 9, 6, "ward")])
def test_of_those_who_succeed_the_lowest_is_met(thug: int, ana: int, bo: int, hit: str) -> None:
    """CWN-SCREEN-03"""
    fight = guarded("ana", "bo")
    attack(fight, thug=thug, ana=ana, bo=bo)  # 8 against 11 and 9; 8 against 11 and 7; 12 against 11 and 7
    assert met(fight) == hit


def test_equal_lowest_totals_are_the_defenders_choice() -> None:
    """CWN-SCREEN-03"""
    fight = guarded("ana", "bo")
    fight.does("thug", "attack", {"parry thug": (1, 2), "parry ana": (4, 3), "parry bo": (4, 4)}, target="ward", weapon="knife")
    assert fight.asked == ("who is met",)
    fight.says("who is met", "bo", BLOW)
    assert met(fight) == "bo"


def test_three_attackers_meet_two_screeners_then_one_then_nobody() -> None:
    """CWN-SCREEN-03"""
    fight = guarded("ana", "bo")
    attack(fight, thug=7, ana=9, bo=9)
    assert met(fight) == "bo"  # 11 and 10 against 8
    fight.done("thug")
    attack(fight, who="pal", pal=3, ana=9)
    assert met(fight) == "ana"
    fight.done("pal")
    attack(fight, who="boss")
    assert met(fight) == "ward"


# ------------------------------------------------------------------ what can be parried


def test_nobody_parries_a_bullet_but_armour_within_the_body() -> None:
    """CWN-SCREEN-04"""
    fight = guarded()
    attack(fight, weapon="pistol")
    assert (met(fight), fight.has("ana", "screened")) == ("ward", False)
    cyborg = guarded(ana={"integral_armor": True, "ranged_ac": 18})
    attack(cyborg, weapon="pistol", thug=3, ana=9)
    assert met(cyborg) == "ana"


@pytest.mark.parametrize(("weapon", "default"), [("dart", "yes"), ("bow", "no")])
def test_the_gm_says_whether_arrows_and_darts_can_be_met(weapon: str, default: str) -> None:
    """CWN-SCREEN-04"""
    fight = guarded()
    fight.does("thug", "throw" if weapon == "dart" else "attack", target="ward", weapon=weapon)
    (question,) = fight.session.questions()
    assert (question.label, question.default) == ("can be screened", default)
    fight.says("can be screened", "no", BLOW)
    assert met(fight) == "ward"
