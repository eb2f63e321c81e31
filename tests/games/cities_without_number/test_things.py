"""Things: out of the pack and into it, loading, dropping, picking up."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from firefight.events import Placed
from firefight.games.cities_without_number.sheet import Weapon
from firefight.games.cities_without_number.things import held, place
from firefight.ground import Ground
from tests.games.cities_without_number.helpers import KNIFE, PISTOL, RIFLE, Fight, npc, pc

GUN = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), magazine=6, spare=1)
PACKED = Weapon("gun", "ranged", "1d6", skill="Shoot", attributes=("Dex",), magazine=6, packed=1)
BOW = Weapon("bow", "bow", "1d6", skill="Shoot", attributes=("Dex",), hands=2, magazine=1)
SHOT = {"attack": 1, "damage": 1}


def carrying(*weapons: Weapon, order: tuple[str, ...] = ("pcs", "gang"), **sheet: Any) -> Fight:
    return Fight(pc("ana", weapons=weapons, **sheet), npc("thug", hp=20), order=order)


def in_hand(fight: Fight) -> list[str]:
    return held(fight.table.who("ana"))


# ------------------------------------------------------------------ Readied and Stowed


def test_what_is_in_the_pack_takes_a_main_action_to_get_out() -> None:
    """CWN-ACT-13"""
    fight = carrying(PISTOL, stowed=("pistol",))
    assert fight.against("ana", "attack", target="thug", weapon="pistol") == {"CWN-ACT-13"}
    fight.does("ana", "ready", item="pistol")
    assert (in_hand(fight), fight.budget("ana")["Main"]) == (["pistol"], 0)
    fight.done("ana", "thug")
    fight.attacks("ana", "thug", "pistol", rolls=SHOT)


def test_putting_something_into_the_pack_takes_one_too() -> None:
    """CWN-ACT-13"""
    fight = carrying(KNIFE, PISTOL)
    fight.does("ana", "stow", item="knife")
    assert place(fight.table.who("ana"), "knife") == "stowed"
    assert fight.against("ana", "stow", item="pistol") == {"CWN-ACT-01"}


def test_a_readied_weapon_is_drawn_with_the_attack_and_the_other_put_away_for_nothing() -> None:
    """CWN-ACT-13"""
    fight = carrying(RIFLE, KNIFE)
    assert in_hand(fight) == ["rifle"]
    fight.attacks("ana", "thug", "knife", rolls=SHOT)
    assert in_hand(fight) == ["knife"]
    assert place(fight.table.who("ana"), "rifle") == "ready"
    other = carrying(PISTOL, KNIFE)
    other.does("ana", "put away", item="pistol")
    other.attacks("ana", "thug", "knife", rolls=SHOT)
    assert (in_hand(other), other.budget("ana")) == (["knife"], {"Main": 0, "Move": 1})


# ------------------------------------------------------------------ loading


def test_a_gun_takes_a_main_action_and_a_readied_magazine() -> None:
    """CWN-ACT-14"""
    fight = carrying(GUN)
    assert fight.against("ana", "reload", weapon="gun") == {"CWN-ACT-14"}  # it is full
    fight.attacks("ana", "thug", "gun", rolls=SHOT)
    fight.done("ana", "thug")
    fight.does("ana", "reload", weapon="gun")
    assert (fight.pool("ana", "gun rounds"), fight.pool("ana", "gun magazines")) == (6, 0)
    assert fight.budget("ana")["Main"] == 0


def test_a_magazine_in_the_pack_must_come_out_first() -> None:
    """CWN-ACT-14"""
    fight = carrying(PACKED)
    fight.attacks("ana", "thug", "gun", rolls=SHOT)
    fight.done("ana", "thug")
    assert fight.against("ana", "reload", weapon="gun") == {"CWN-ACT-14"}
    fight.does("ana", "ready", item="gun magazines")
    fight.done("ana", "thug")
    fight.does("ana", "reload", weapon="gun")
    assert fight.pool("ana", "gun rounds") == 6


@pytest.mark.parametrize(("skills", "price"), [({"Shoot": 1}, "On Turn"), ({"Shoot": 0}, "Move"), ({"Stab": 0}, "Move")])
def test_a_bow_is_quick_in_trained_hands(skills: dict[str, int], price: str) -> None:
    """CWN-ACT-14"""
    fight = carrying(BOW, skills=skills)
    fight.attacks("ana", "thug", "bow", rolls=SHOT)
    line = next(line for line in fight.session.menu("ana") if line.verb == "nock")
    assert line.price == price
    fight.does("ana", "nock", weapon="bow")
    assert fight.pool("ana", "bow rounds") == 1
    assert fight.budget("ana") == {"Main": 0, "Move": 1 if price == "On Turn" else 0}


# ------------------------------------------------------------------ dropping and picking up


def test_dropping_is_an_instant_that_frees_the_hands() -> None:
    """CWN-ACT-15"""
    fight = carrying(RIFLE, order=("gang", "pcs"))
    fight.does("ana", "drop", item="rifle")
    assert (in_hand(fight), place(fight.table.who("ana"), "rifle")) == ([], "ground")
    assert fight.budget("ana") == {"Main": 1, "Move": 1}
    assert fight.told("Ana drops the rifle")


def test_what_is_not_in_hand_is_not_dropped() -> None:
    """CWN-ACT-15"""
    fight = carrying(KNIFE, PISTOL)
    assert [line.fixed["item"] for line in fight.session.menu("ana") if line.verb == "drop"] == ["knife"]


def test_a_move_picks_up_what_lies_there_and_it_can_be_used_at_once() -> None:
    """CWN-ACT-16"""
    fight = carrying(PISTOL)
    fight.does("ana", "drop", item="pistol")
    fight.does("ana", "pick up", item="pistol")
    assert (in_hand(fight), fight.budget("ana")) == (["pistol"], {"Main": 1, "Move": 0})
    fight.attacks("ana", "thug", "pistol", rolls=SHOT)


def test_what_lies_out_of_reach_stays_there() -> None:
    """CWN-ACT-16"""
    people = replace(pc("ana", weapons=(PISTOL,)), place=(5, 5)), replace(npc("thug"), place=(30, 5))
    fight = Fight(*people, order=("pcs", "gang"), ground=Ground(40, 10, metres=1.0))
    fight.does("ana", "drop", item="pistol")
    fight.order(Placed("ana", (10, 5)))
    assert fight.against("ana", "pick up", item="pistol") == {"CWN-ACT-16"}
    fight.order(Placed("ana", (7, 5)))
    fight.does("ana", "pick up", item="pistol")


def test_picking_up_needs_a_free_hand() -> None:
    """CWN-ACT-16"""
    fight = carrying(KNIFE, RIFLE)
    fight.does("ana", "drop", item="knife")
    fight.attacks("ana", "thug", "rifle", rolls=SHOT)
    assert fight.against("ana", "pick up", item="knife") == {"CWN-ACT-16"}
    fight.does("ana", "put away", item="rifle")
    fight.does("ana", "pick up", item="knife")


def test_a_second_skill_use_in_the_round_is_refused() -> None:
    """CWN-ACT-12"""
    fight = Fight(pc("ana", skills={"Heal": 1}), npc("thug"), order=("pcs", "gang"))
    fight.does("ana", "use skill", what="patch a friend up", skill="Heal")
    fight.says("attribute", "Int")
    fight.says("difficulty", 8, rolls={"check ana": (6, 6)})
    assert fight.against("ana", "use skill", what="again", skill="Heal") == {"CWN-ACT-01"}
