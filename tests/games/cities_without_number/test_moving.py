"""Charges, getting away from blades, fighting withdrawals, rising."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from firefight.events import Marked
from firefight.games.cities_without_number.sheet import Ability, Weapon
from firefight.ground import Ground, Wall
from firefight.table import Combatant, Mark
from tests.games.cities_without_number.helpers import KNIFE, PISTOL, Fight, npc, pc
from tests.games.cities_without_number.test_attacks import total
from tests.games.cities_without_number.test_reach import at

YARD = Ground(60, 20, metres=1.0)
SPEAR = Weapon("spear", "melee", "1d6", attributes=("Str",), range=20, long_range=40)
DART = Weapon("dart", "thrown", "1d4", skill="Shoot", attributes=("Dex",), range=10, long_range=20)


def field(metres: int, ana: dict[str, Any] | None = None, ground: Ground = YARD) -> Fight:
    """Ana and a thug so many metres apart on an empty field."""
    return Fight(at(pc("ana", **(ana or {})), 5), at(npc("thug", hp=20), 5 + metres), order=("pcs", "gang"), ground=ground)


# ------------------------------------------------------------------ charges


def test_a_charge_runs_strikes_at_plus_2_and_leaves_one_open() -> None:
    """CWN-ACT-08"""
    fight = field(18, {"melee_ac": 15, "ranged_ac": 13})
    fight.does("ana", "charge", {"attack": 10, "damage": 3}, target="thug", weapon="knife")
    assert total(fight)[0] == 12
    assert fight.table.who("ana").place == (21, 5)
    assert fight.budget("ana") == {"Main": 0, "Move": 0}
    fight.done("ana")
    fight.attacks("thug", "ana", "knife", rolls={"attack": 5, "damage": 1})
    assert total(fight)[1] == 13
    fight.forces("thug", "attack", "and a shot", {"attack": 5, "damage": 1}, target="ana", weapon="pistol")
    assert total(fight)[1] == 11
    fight.done("thug")
    assert not fight.has("ana", "charged")


def test_who_charges_last_in_the_round_is_on_guard_when_the_next_begins() -> None:
    """CWN-ACT-08"""
    people = at(pc("ana", melee_ac=15), 5), at(npc("thug", hp=20), 23)
    fight = Fight(*people, order=("gang", "pcs"), ground=YARD)
    fight.done("thug")
    fight.does("ana", "charge", {"attack": 1, "damage": 1}, target="thug", weapon="knife")
    fight.done("ana")
    fight.attacks("thug", "ana", "knife", rolls={"attack": 5, "damage": 1})
    assert (fight.round, total(fight)[1]) == (2, 15)


@pytest.mark.parametrize(("metres", "may"), [(2, False), (3, False), (5, True), (22, True), (23, False)])
def test_a_run_up_takes_three_metres_at_least_and_two_moves_at_most(metres: int, may: bool) -> None:
    """CWN-ACT-08"""
    fight = field(metres)
    if may:
        fight.does("ana", "charge", {"attack": 1, "damage": 1}, target="thug", weapon="knife")
    else:
        assert fight.against("ana", "charge", target="thug", weapon="knife") == {"CWN-ACT-08"}


@pytest.mark.parametrize(("metres", "may"), [(2, False), (3, True), (20, True), (21, False)])
def test_without_a_map_the_run_up_is_said(metres: int, may: bool) -> None:
    """CWN-ACT-08"""
    fight = Fight(pc("ana"), npc("thug", hp=20), order=("pcs", "gang"))
    if may:
        fight.does("ana", "charge", {"attack": 1, "damage": 1}, target="thug", weapon="knife", metres=metres)
    else:
        assert fight.against("ana", "charge", target="thug", weapon="knife", metres=metres) == {"CWN-ACT-08"}


def test_who_is_beside_the_target_already_has_no_run_up() -> None:
    """CWN-ACT-08"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    assert fight.against("ana", "charge", target="thug", weapon="knife") == {"CWN-ACT-08"}


def test_a_wall_or_somebody_in_the_way_stops_a_charge() -> None:
    """CWN-ACT-08"""
    wall = Ground(60, 20, metres=1.0, walls=(Wall((12, 0), (12, 20), "window"),))
    assert field(18, ground=wall).against("ana", "charge", target="thug", weapon="knife") == {"CWN-ACT-08"}
    people = at(pc("ana"), 5), at(pc("bo"), 12), at(npc("thug"), 20)
    fight = Fight(*people, order=("pcs", "gang"), ground=YARD)
    assert fight.against("ana", "charge", target="thug", weapon="knife") == {"CWN-ACT-08"}


def test_both_actions_must_be_unspent_and_nobody_charges_from_the_ground() -> None:
    """CWN-ACT-08"""
    fight = field(18)
    fight.does("ana", "run", to="G6")
    assert fight.against("ana", "charge", target="thug", weapon="knife") == {"CWN-ACT-08"}
    other = field(18)
    other.order(Marked("ana", Mark("prone")))
    assert other.against("ana", "charge", target="thug", weapon="knife") == {"CWN-ACT-08"}


def test_a_charge_ends_in_a_blow_or_a_throw_never_in_a_shot() -> None:
    """CWN-ACT-08"""
    fight = field(18, {"weapons": (SPEAR, PISTOL, DART)})
    weapons = {line.fixed["weapon"] for line in fight.session.menu("ana") if line.verb == "charge"}
    assert weapons == {"spear", "dart", "fists"}
    fight.does("ana", "charge", {"attack": 10, "damage": 1}, target="thug", weapon="spear", thrown="yes")
    assert total(fight)[0] == 10 + 2 - 4  # thrown with the enemy in reach
    assert not fight.can("ana", "attack", weapon="spear")


def test_a_charge_away_from_a_blade_draws_a_free_attack_before_the_guard_is_down() -> None:
    """CWN-ACT-08 CWN-ACT-10"""
    people = at(pc("ana", melee_ac=15), 5), at(npc("thug"), 4), at(npc("boss", hp=20), 20)
    fight = Fight(*people, order=("pcs", "gang"), ground=YARD)
    fight.does("ana", "charge", target="boss", weapon="knife")
    assert (fight.window, fight.awaited) == ("free thug 1", ("thug",))
    fight.does("thug", "free attack", {"attack": (12, 10), "damage": (3, 3)}, weapon="knife")
    rolls = [event for event in fight.session.history.batches[-1].events if getattr(event, "key_", "") == "roll"]
    assert [roll.values["ac"] for roll in rolls] == [15, 10]  # type: ignore[union-attr]


# ------------------------------------------------------------------ getting away


def crowd(**options: str) -> Fight:
    """Ana among two knives and a thug without one."""
    knives = npc("left", hp=20), npc("right", hp=20), npc("fists", hp=20, weapons=())
    fight = Fight(pc("ana", hp=20), *knives, order=("pcs", "gang"), **options)
    fight.order(*(Marked("ana", Mark("engaged", by=one)) for one in ("left", "right", "fists")))
    return fight


def test_every_armed_neighbour_gets_a_free_attack_in_turn() -> None:
    """CWN-ACT-10"""
    fight = crowd()
    fight.does("ana", "run", metres=10)
    assert fight.window == "free left 1"
    fight.does("left", "free attack", {"attack": 15, "damage": 3}, weapon="knife")
    assert (fight.window, fight.awaited) == ("free right 1", ("right",))
    fight.done("right")
    assert fight.told("Ana moves 10 m")
    assert (fight.pool("ana"), fight.budget("left")["Main"]) == (17, 1)
    assert not any(mark.name == "engaged" for mark in fight.table.who("ana").marks)


def test_by_house_rule_bare_hands_strike_too() -> None:
    """CWN-ACT-10"""
    fight = crowd(unarmed_free_attack="yes")
    fight.does("ana", "run", metres=10)
    fight.done("left")
    fight.done("right")
    assert fight.window == "free fists 1"
    fight.does("fists", "free attack", {"attack": 15, "damage": 2, "trauma": 1}, weapon="fists")
    assert fight.pool("ana") == 18


def test_a_free_attack_takes_nothing_off_and_has_shock() -> None:
    """CWN-ACT-10"""
    blade = Weapon("blade", "melee", "1d6", shock=2, shock_ac=15)
    fight = Fight(pc("ana"), npc("thug", weapons=(blade,), attack=2), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "run", metres=10)
    fight.does("thug", "free attack", {"attack": 2, "damage": 3}, weapon="blade")
    assert (total(fight)[0], fight.pool("ana")) == (4, 8)


def test_whoever_is_dropped_stays_on_the_spot_and_later_attacks_are_lost() -> None:
    """CWN-ACT-10"""
    weak = Fight(pc("ana", hp=3), npc("left"), npc("right"), order=("pcs", "gang"), morale_prompt="off")
    weak.order(*(Marked("ana", Mark("engaged", by=one)) for one in ("left", "right")))
    weak.does("ana", "run", metres=10)
    weak.does("left", "free attack", {"attack": 15, "damage": 3}, weapon="knife")
    assert (weak.window, weak.told("the action is lost"), weak.told("moves 10 m.")) == ("", True, False)


def test_stepping_around_within_reach_provokes_nothing() -> None:
    """CWN-ACT-10"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "run", metres=2, next_to="thug")
    assert fight.told("Ana moves 2 m")


def test_on_the_map_the_way_decides() -> None:
    """CWN-ACT-10"""
    people = at(pc("ana"), 5, 5), at(npc("thug"), 6, 5)
    around = Fight(*people, order=("pcs", "gang"), ground=YARD)
    around.does("ana", "run", to="F5 G5 H5")
    assert (around.window, around.table.who("ana").place) == ("", (7, 4))
    away = Fight(*people, order=("pcs", "gang"), ground=YARD)
    away.does("ana", "run", to="B6")
    assert away.window == "free thug 1"
    away.done("thug")
    assert away.table.who("ana").place == (1, 5)
    assert away.told("Ana moves 4 m")


def test_a_bonus_move_needs_no_withdrawal() -> None:
    """CWN-ACT-10"""
    reflexes = Ability("Enhanced Reflexes", kind="on turn", uses=1, effect="move")
    fight = Fight(pc("ana", abilities=(reflexes,)), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "use", ability="Enhanced Reflexes")
    fight.does("ana", "run", metres=10)
    assert fight.told("Ana moves 10 m")
    assert fight.budget("ana")["Move"] == 1
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "run", metres=10)
    assert fight.window == "free thug 1"


def test_a_power_may_give_another_main_action() -> None:
    """CWN-ACT-01"""
    rush = Ability("Rush", kind="on turn", uses=1, effect="main")
    fight = Fight(pc("ana", abilities=(rush,)), npc("thug", hp=20), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 1, "damage": 1})
    fight.does("ana", "use", ability="Rush")
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 1, "damage": 1})
    assert fight.against("ana", "attack", target="thug", weapon="pistol") == {"CWN-ACT-01"}


@pytest.mark.parametrize(("house", "window"), [("all_leaving", "free thug 1"), ("run_only", "")])
def test_who_screens_or_charges_away_provokes_unless_the_table_says_otherwise(house: str, window: str) -> None:
    """CWN-ACT-10"""
    fight = Fight(pc("ana", skills={"Stab": 1}), pc("bo"), npc("thug"), order=("pcs", "gang"), provoking_moves=house)
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "screen", ally="bo")
    assert fight.window == window


# ------------------------------------------------------------------ fighting withdrawal


def test_a_withdrawal_makes_the_way_free() -> None:
    """CWN-ACT-11"""
    fight = crowd()
    fight.does("ana", "withdraw")
    fight.does("ana", "run", metres=10)
    assert fight.told("Ana moves 10 m")
    assert fight.budget("ana") == {"Main": 0, "Move": 0}


def test_a_withdrawal_moves_nobody_and_is_over_with_the_turn() -> None:
    """CWN-ACT-11"""
    fight = Fight(pc("ana"), npc("thug"), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("engaged", by="thug")))
    fight.does("ana", "withdraw")
    fight.done("ana", "thug")
    fight.does("ana", "run", metres=10)
    assert fight.window == "free thug 1"


def test_after_an_attack_no_withdrawal_is_left() -> None:
    """CWN-ACT-11"""
    fight = Fight(pc("ana"), npc("thug", hp=20), order=("pcs", "gang"))
    fight.attacks("ana", "thug", "knife", rolls={"attack": 1, "damage": 1})
    assert fight.against("ana", "withdraw") == {"CWN-ACT-01"}
    fight.does("ana", "run", metres=10)
    assert fight.window == "free thug 1"


def test_by_house_rule_one_gets_away_from_one_enemy_alone() -> None:
    """CWN-ACT-11"""
    fight = crowd(withdrawal_scope="one_enemy")
    fight.does("ana", "withdraw", **{"from": "left"})
    fight.does("ana", "run", metres=10)
    assert fight.window == "free right 1"


# ------------------------------------------------------------------ rising


def test_rising_takes_the_move_picks_up_what_lies_there_and_provokes_nobody() -> None:
    """CWN-ACT-17"""
    fight = Fight(pc("ana"), npc("thug", hp=20), order=("pcs", "gang"))
    fight.order(Marked("ana", Mark("engaged", by="thug")), Marked("ana", Mark("prone")))
    fight.does("ana", "drop", item="knife")
    fight.does("ana", "stand up", picking_up="yes")
    assert (fight.window, fight.has("ana", "prone")) == ("", False)
    assert fight.budget("ana") == {"Main": 1, "Move": 0}
    fight.attacks("ana", "thug", "knife", rolls={"attack": 1, "damage": 1})


def somewhere_else(one: Combatant) -> Combatant:
    return replace(one, place=None)


def test_who_stands_off_the_map_runs_metres() -> None:
    """CWN-ACT-02"""
    fight = Fight(somewhere_else(pc("ana")), at(npc("thug"), 5), order=("pcs", "gang"), ground=YARD)
    fight.does("ana", "run", metres=10)
    assert fight.told("Ana moves 10 m")
    assert KNIFE.name in {line.fixed.get("weapon") for line in fight.session.menu("ana")}
