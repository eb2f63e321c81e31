"""Execution attacks: a minute of patience, the shot or the blow, the victim's save."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Marked, Ticked, Unmarked
from firefight.games.cities_without_number.sheet import Weapon
from firefight.table import Mark
from firefight.view import Viewer
from tests.games.cities_without_number.helpers import LUCK, Fight, npc, pc

RIFLE = Weapon(
    "rifle", "ranged", "2d8", skill="Shoot", attributes=("Dex",), hands=2, range=200, long_range=400, trauma="1d10", rating=4
)
PISTOL = Weapon("pistol", "ranged", "1d6", skill="Shoot", attributes=("Dex",), range=10, long_range=80)
KNIFE = Weapon("knife", "melee", "1d4", trauma="1d6", rating=3)
TASER = Weapon("taser", "ranged", "1d8", skill="Shoot", attributes=("Dex",), range=10, nonlethal="always")
HERO = {"modifiers": {"Dex": 1}, "skills": {"Shoot": 2, "Stab": 1}, "weapons": (RIFLE, PISTOL, KNIFE, TASER)}


def waiting(victim: dict[str, Any] | None = None, ana: dict[str, Any] | None = None, minutes: int = 1, **options: str) -> Fight:
    """Ana waits for the moment with a mark; so many minutes have gone by."""
    people = pc("ana", **{**HERO, **(ana or {})}), pc("mark", "rivals", **{"hp": 50, **(victim or {})})
    fight = Fight(*people, begin=False, **options)
    fight.does("ana", "line up", target="mark")
    if minutes:
        fight.order(Ticked(minutes))
    return fight


def shoots(fight: Fight, dice: int, metres: int = 150, weapon: str = "rifle", **more: Any) -> None:
    """The GM agrees; the check's dice, and what comes after it."""
    fight.does("ana", "execute", target="mark", weapon=weapon, metres=metres)
    fight.says("unsuspecting", "yes", {"check ana": (1, dice - 1) if dice < 8 else (6, dice - 6), **more})


# ------------------------------------------------------------------ who can be executed


def test_the_gm_says_whether_the_target_expects_nothing_and_in_a_fight_he_does() -> None:
    """CWN-EXEC-01"""
    fight = waiting()
    fight.does("ana", "execute", target="mark", weapon="knife")
    (question,) = fight.session.questions()
    assert (question.label, question.default) == ("unsuspecting", "yes")
    fight.says("unsuspecting", "no")
    assert fight.told("Mark is on guard")
    assert fight.pool("mark") == 50
    other = Fight(pc("ana", **HERO), pc("mark", "rivals", hp=50), order=("pcs", "rivals"))
    other.order(Marked("ana", Mark("lining up", value=-9, by="mark", note="rounds")))
    other.does("ana", "execute", target="mark", weapon="knife")
    assert other.session.questions()[0].default == "no"


# ------------------------------------------------------------------ a shot


def test_the_shot_is_a_check_whose_difficulty_is_the_range() -> None:
    """CWN-EXEC-02"""
    fight = waiting()
    shoots(fight, 5, 150, **{"save mark": 20, "damage": (4, 5)})
    assert fight.told("Ana succeeds (Dex/Shoot): 8 against 8")
    far = waiting()
    shoots(far, 5, 300)
    assert far.told("Ana fails (Dex/Shoot): 8 against 10. the target is alerted")
    assert far.pool("mark") == 50


@pytest.mark.parametrize(("metres", "difficulty"), [(2, 6), (3, 8), (10, 8), (11, 10)])
def test_point_blank_is_easy(metres: int, difficulty: int) -> None:
    """CWN-EXEC-02"""
    fight = waiting()
    shoots(fight, 2, metres, "pistol")
    assert fight.told(f"5 against {difficulty}")


def test_beyond_long_range_there_is_no_shot() -> None:
    """CWN-EXEC-02"""
    fight = waiting()
    assert fight.against("ana", "execute", target="mark", weapon="rifle", metres=401) == {"CWN-EXEC-02"}


def test_a_disturbance_spoils_the_minute() -> None:
    """CWN-EXEC-02"""
    fight = waiting(minutes=0)
    assert fight.against("ana", "execute", target="mark", weapon="rifle", metres=100) == {"CWN-EXEC-02"}
    fight.order(Unmarked("ana", "lining up"))  # an alarm, after forty seconds
    assert not fight.can("ana", "execute", weapon="rifle")
    fight.does("ana", "line up", target="mark")
    fight.order(Ticked(1))
    assert fight.can("ana", "execute", weapon="rifle")


def test_in_a_fight_a_minute_is_ten_rounds() -> None:
    """CWN-EXEC-02"""
    fight = Fight(pc("ana", **HERO), pc("mark", "rivals", hp=50), order=("pcs", "rivals"))
    fight.does("ana", "line up", target="mark")
    for _ in range(9):
        fight.done("ana", "mark")
    assert fight.against("ana", "execute", target="mark", weapon="rifle", metres=100) == {"CWN-EXEC-02"}
    fight.done("ana", "mark")
    assert fight.can("ana", "execute", weapon="rifle")


def test_luck_is_of_no_use_for_the_shot() -> None:
    """CWN-INST-05"""
    fight = waiting(ana={"abilities": (LUCK,)}, windows="concerned")
    shoots(fight, 2, 300)
    assert fight.window == ""


def test_nobody_screens_whom_nobody_expects_to_be_attacked() -> None:
    """CWN-SCREEN-04"""
    people = pc("ana", **HERO), pc("mark", "rivals", hp=50), pc("bo", "rivals", skills={"Stab": 2})
    fight = Fight(*people, begin=False)
    fight.order(Marked("bo", Mark("screens", by="mark")))
    fight.does("ana", "line up", target="mark")
    fight.order(Ticked(1))
    fight.does("ana", "execute", target="mark", weapon="knife")
    fight.says("unsuspecting", "yes", {"save mark": 20, "damage": 2})
    assert (fight.pool("mark"), fight.has("bo", "screened")) == (50 - 9, False)


# ------------------------------------------------------------------ a blow


def test_a_blade_needs_no_roll_whatever_the_armour() -> None:
    """CWN-EXEC-03"""
    fight = waiting({"melee_ac": 18})
    fight.does("ana", "execute", target="mark", weapon="knife")
    fight.says("unsuspecting", "yes", {"save mark": 20, "damage": 2})
    assert fight.told("Ana catches Mark off guard with the knife")


def test_half_a_minute_is_not_enough() -> None:
    """CWN-EXEC-03"""
    fight = waiting(minutes=0)
    assert fight.against("ana", "execute", target="mark", weapon="knife") == {"CWN-EXEC-02"}


# ------------------------------------------------------------------ the save


@pytest.mark.parametrize(("die", "saved"), [(15, False), (16, True)])
def test_the_assailants_skill_is_the_penalty(die: int, saved: bool) -> None:
    """CWN-EXEC-04"""
    fight = waiting({"level": 3, "soak": 9}, {"skills": {"Shoot": 3}})  # target 13
    more = {"damage": (1, 1)} if saved else {"save mark": (die, 15)}
    shoots(fight, 6, 150, **{"save mark": die, **more})
    assert fight.has("mark", "mortally wounded") is not saved
    assert (fight.pool("mark") == 0) is not saved


def test_a_20_saves_whatever_the_penalty() -> None:
    """CWN-EXEC-04"""
    fight = waiting({"level": 1, "modifiers": {"Str": -2, "Con": -2}}, {"skills": {"Shoot": 3}})
    shoots(fight, 6, 150, **{"save mark": 20, "damage": (1, 1)})
    assert not fight.has("mark", "mortally wounded")


def test_a_taser_knocks_out() -> None:
    """CWN-EXEC-04"""
    fight = waiting()
    shoots(fight, 6, 5, "taser", **{"save mark": 2})
    assert fight.has("mark", "incapacitated")
    assert not fight.has("mark", "mortally wounded")


def test_an_unnamed_guard_dies() -> None:
    """CWN-EXEC-04"""
    fight = Fight(pc("ana", **HERO), npc("guard", hp=9), begin=False)
    fight.does("ana", "line up", target="guard")
    fight.order(Ticked(1))
    fight.does("ana", "execute", target="guard", weapon="knife")
    fight.says("unsuspecting", "yes", {"save guard": 2})
    assert fight.has("guard", "dead")


# ------------------------------------------------------------------ the damage


def test_the_damage_is_multiplied_without_a_trauma_die_and_soaked() -> None:
    """CWN-EXEC-05"""
    fight = waiting({"soak": 6})
    shoots(fight, 6, 150, **{"save mark": 20, "damage": (4, 5)})
    assert (fight.pool("mark"), fight.pool("mark", "soak")) == (50 - 34, 0)
    assert fight.has("mark", "traumatic hit")


def test_the_trauma_target_plays_no_part() -> None:
    """CWN-EXEC-05"""
    fight = waiting({"trauma_target": 9})
    fight.does("ana", "execute", target="mark", weapon="knife")
    fight.says("unsuspecting", "yes", {"save mark": 20, "damage": 2})
    assert fight.pool("mark") == 50 - 9


def test_a_weapon_without_a_rating_multiplies_nothing() -> None:
    """CWN-EXEC-05"""
    fight = waiting()
    shoots(fight, 6, 5, "pistol", **{"save mark": 20, "damage": 4})
    assert fight.pool("mark") == 45


@pytest.mark.parametrize(("house", "saves"), [("always", True), ("on_saved_only", False)])
def test_after_a_failed_save_a_major_injury_threatens(house: str, saves: bool) -> None:
    """CWN-EXEC-05"""
    fight = waiting(execution_flag=house)
    fight.does("ana", "execute", target="mark", weapon="knife")
    fight.says("unsuspecting", "yes", {"save mark": (2, 19) if saves else 2})
    assert (fight.pool("mark"), fight.has("mark", "mortally wounded")) == (0, True)
    assert fight.has("mark", "traumatic hit") is saves


def test_an_assassin_in_plain_sight_gives_nothing_away() -> None:
    """CWN-EXEC-03"""
    fight = Fight(pc("ana"), npc("waiter"), begin=False)
    fight.does("gm", "line up", who="waiter", target="ana")
    fight.order(Ticked(1))
    player = Viewer("player", "ana's player")
    assert not fight.session.view(player).who("waiter").has("lining up")
    assert not any("Waiter" in line and "moment" in line for line in fight.lines(player, whole=True))
    assert fight.can("waiter", "execute", weapon="knife")
