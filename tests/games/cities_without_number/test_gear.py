"""The list of gear, and the ready-made people: they fit their schema, and a GM adds his own in a file."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from firefight.commands import Begin
from firefight.dice import Sealed
from firefight.encounter import Unreadable, load
from firefight.encounter.people import Person, combatants, faults, ready_made
from firefight.games.cities_without_number import GAME, gear
from firefight.games.cities_without_number.sheet import SKILLS, weapons, worn_ac
from tests.games.cities_without_number.helpers import Fight

LISTED = tomllib.loads((files("firefight.games.cities_without_number") / "gear.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", gear.all_weapons())
def test_a_weapon_of_the_list_says_only_what_a_weapon_has(name: str) -> None:
    assert set(LISTED["weapon"][name]) <= set(gear.Weapon.__struct_fields__)
    arm = gear.all_weapons()[name]
    gear.checked(arm)
    assert arm.skill in SKILLS
    assert set(arm.attributes) <= {"Str", "Dex"}
    assert 0 <= arm.range <= arm.long_range
    assert bool(arm.shock) == bool(arm.shock_ac)
    assert not (arm.shock and arm.kind != "melee")
    assert arm.rating == 1 or arm.trauma


@pytest.mark.parametrize("name", gear.all_armor())
def test_armour_of_the_list_says_only_what_armour_has(name: str) -> None:
    assert set(LISTED["armor"][name]) <= set(gear.Armor.__struct_fields__)
    piece = gear.all_armor()[name]
    assert piece.shield or min(piece.melee_ac, piece.ranged_ac) > 10


@pytest.mark.parametrize("id", ready_made(GAME.id))
def test_a_ready_made_person_can_be_played_as_he_is(id: str) -> None:
    assert not list(faults(GAME, {"ready": id}))
    (one,) = combatants(GAME, Person(ready=id))
    assert one.pool("hp") == one.sheet.hp
    assert all(arm.name in one.sheet.weapons or arm in one.sheet.weapons for arm in weapons(one))


def test_the_cast_has_gangers_security_a_doc_a_drone_and_a_car() -> None:
    kinds = {id: combatants(GAME, Person(ready=id))[0].sheet.kind for id in ready_made(GAME.id)}
    assert {"ganger", "corporate-guard", "street-doc", "quad-drone", "car"} <= kinds.keys()
    assert set(kinds.values()) == {"person", "drone", "vehicle"}


def test_a_riot_officer_wears_what_the_list_says() -> None:
    (one,) = combatants(GAME, Person(ready="riot-officer"))
    assert (worn_ac(one, True), worn_ac(one, False), one.pool("soak")) == (17, 15, 8)


def encounter(tmp_path: Path, weapons_: str) -> Path:
    file = tmp_path / "alley.toml"
    file.write_text(
        f'game = "cities-without-number"\n[[people]]\nname = "Rook"\nside = "gang"\nsheet = {{ weapons = [{weapons_}] }}\n',
        "utf-8",
    )
    return file


def test_a_gm_writes_a_weapon_of_his_own_into_the_encounter(tmp_path: Path) -> None:
    own = '"knife", { name = "harpoon", kind = "ranged", dice = "1d10", skill = "Shoot", trauma = "1d8", rating = 3 }'
    (rook,) = load(encounter(tmp_path, own)).people
    assert [arm.name for arm in weapons(rook)] == ["knife", "harpoon"]
    assert weapons(rook)[0].rating == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [('"knive"', "did you mean 'knife'?"), ('{ name = "thing", dice = "much" }', "'much' is not a number of dice")],
)
def test_a_weapon_nobody_knows_and_dice_that_are_none_are_faults(tmp_path: Path, wrong: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        load(encounter(tmp_path, wrong))
    assert said in str(refused.value)


def test_a_whole_evening_of_ready_made_people_begins_a_fight() -> None:
    people = [one for id in ready_made(GAME.id) for one in combatants(GAME, Person(ready=id, owner="x" if id == "brick" else ""))]
    fight = Fight(*people, begin=False)
    fight.does("gm", "seat", who="brick", vehicle="car", seat="driver")
    fight.session.source = Sealed(b"x" * 32)
    fight.session.do(Begin())
    assert all(fight.session.menu(who) for who in fight.awaited)
