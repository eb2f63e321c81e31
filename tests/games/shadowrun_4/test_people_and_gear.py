"""The ready-made people and the list of gear hold together, play by the rules, and keep their numbers to themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight.commands import Begin
from firefight.dice import Sealed
from firefight.encounter.people import Person, combatants, faults, ready_made
from firefight.events import SheetSet
from firefight.games.shadowrun_4 import GAME
from firefight.games.shadowrun_4.gear import UNARMED, all_armor, all_weapons
from firefight.games.shadowrun_4.sheet import Sheet, Weapon, weapons
from firefight.history import encode
from firefight.session import Session, combatant, found, resumed
from firefight.view import Viewer
from tests.conformance import Player, bytes_for
from tests.games.shadowrun_4.helpers import Fight, fighter

RUNNERS = ("razor", "chant", "bulwark", "needle")


def ready(seed: int = 1) -> Session:
    """Everybody who is ready-made; the runners have players."""
    people = [
        replace(one, owner=f"player of {id}" if id in RUNNERS else "", pc=id in RUNNERS)
        for id in ready_made(GAME.id)
        for one in combatants(GAME, Person(ready=id))
    ]
    return found(GAME, people, secret=bytes([seed % 251 + 1]) * 32)


def test_there_are_four_runners_and_six_to_fight_with() -> None:
    """SR4-TURN-02"""
    sides = [one.side for one in ready_made(GAME.id).values()]
    assert (sides.count("runners"), len(sides) - sides.count("runners")) == (4, 6)
    assert [list(faults(GAME, {"ready": id})) for id in ready_made(GAME.id)] == [[]] * 10


def test_every_weapon_of_the_list_says_what_it_takes() -> None:
    """SR4-RNG-05 SR4-MEL-04"""
    for name, weapon in all_weapons().items():
        if weapon.damage is None:
            continue
        assert weapon.skill, name
        assert weapon.melee == (not weapon.ranges), name
        assert list(weapon.ranges) == sorted(weapon.ranges) and len(weapon.ranges) in (0, 4), name
        assert bool(weapon.modes) == bool(weapon.ammo), name
        assert weapon.meets == ("impact" if weapon.melee else weapon.armor), name
    assert all(armor.ballistic >= 0 <= armor.impact for armor in all_armor().values())


@pytest.mark.parametrize(
    ("sheet", "text"),
    [
        ({"gear": ["heavy pistl"]}, "no weapon 'heavy pistl' in the list of gear; did you mean 'heavy pistol'?"),
        ({"armor": "tutu"}, "no armour 'tutu' in the list of gear; write it out with its numbers"),
    ],
)
def test_a_name_that_is_not_in_the_list_is_told_with_what_was_meant(sheet: dict[str, object], text: str) -> None:
    found = list(faults(GAME, {"name": "X", "side": "y", "sheet": sheet}))
    assert len(found) == 1
    assert text in found[0].text


def test_a_weapon_that_is_handed_over_in_the_fight_comes_loaded() -> None:
    fight = Fight(fighter("a"), fighter("b"), scores={"a": 13, "b": 9})
    fight.order(SheetSet("a", "gear", ("heavy pistol", "chainsaw")))
    assert fight.one("a").pool("heavy pistol rounds") == 15
    assert weapons(fight.one("a")) == (all_weapons()["heavy pistol"], Weapon("chainsaw"), UNARMED)
    fight.attacks("a", "b", "chainsaw")
    assert fight.asked == ["effect"]


def test_a_stranger_shows_the_weapon_in_his_hand_and_no_numbers() -> None:
    """SR4-TURN-02"""
    hidden = Weapon("hold-out", skill="pistols", damage=4, ready=False)
    people = [fighter("a", owner="ana"), fighter("b", gear=("heavy pistol", hidden), armor="armour jacket", edge=3, body=9)]
    seen = found(GAME, people).view(Viewer("player", "ana")).who("b")
    assert seen.sheet == Sheet(gear=(Weapon("heavy pistol"),))
    assert seen.pools == {}


def test_twins_that_differ_in_a_strangers_numbers_look_alike() -> None:
    """SR4-TURN-02"""
    ana = fighter("a", owner="ana", skills={"pistols": 4})
    plain = combatant(GAME, "b", "B", "gang", Sheet(gear=("heavy pistol",), rolls=False))
    tough = combatant(
        GAME, "b", "B", "gang", Sheet(body=9, reaction=9, armor="full body armour", edge=5, gear=("heavy pistol",), rolls=False)
    )
    fights = [Fight(ana, one, scores={"a": 13, "b": 9}) for one in (plain, tough)]
    for fight in fights:
        fight.does("a", "attack", weapon="pistol", target="b")
    looks = [bytes_for(fight.session, Viewer("player", "ana")) for fight in fights]
    assert looks[0] == looks[1]


@given(seed=st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_whatever_they_do_pools_stay_within_their_bounds_and_the_log_folds(seed: int) -> None:
    """SR4-CM-01 SR4-CM-02 SR4-ATK-01 SR4-EDGE-03 SR4-RCL-02"""
    session = ready(seed)
    session.do(Begin())
    for _ in Player(session, seed).play(60):
        for one in session.table.combatants.values():
            assert all(pool.at(pool.now) == replace(pool, excess=0) for pool in one.pools.values())
            assert not one.pool("overflow") or one.pool("physical") == one.pools["physical"].most
    again = resumed(GAME, map(encode, session.history.batches), Sealed(b"another secret"))
    assert again.table == session.table
