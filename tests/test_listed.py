"""The lists that games have as data."""

from __future__ import annotations

import pytest

from firefight.games.shadowrun_4.gear import Armor, Weapon
from firefight.listed import file, things, unknown


def test_a_thing_that_has_a_name_of_its_own_knows_it() -> None:
    weapons = things("shadowrun_4", "gear.toml", "weapon", Weapon)
    assert weapons
    assert all(name == one.name for name, one in weapons.items())
    assert things("shadowrun_4", "gear.toml", "armor", Armor).keys() == file("shadowrun_4", "gear.toml")["armor"].keys()


@pytest.mark.parametrize(
    ("name", "remedy"), [("heavy pistl", "did you mean 'heavy pistol'?"), ("zzz", "write it out with its numbers")]
)
def test_a_name_that_is_in_no_list_is_told_with_the_remedy(name: str, remedy: str) -> None:
    assert unknown("weapon", name, ("heavy pistol", "knife")) == f"there is no weapon '{name}' in the list of gear; {remedy}"
