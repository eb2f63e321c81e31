"""A weapon counts by its numbers, wherever they stand: on the sheet, in the list, or by its type."""

from __future__ import annotations

import pytest

from firefight.bots.attacking import is_poor
from firefight.encounter.people import Person, combatants
from firefight.games import game
from firefight.table import Table

RED = game("cyberpunk-red")


@pytest.mark.parametrize(("weapon", "poor"), [("heavy pistol", False), ("assault rifle", False), ("bare hands", True)])
def test_a_gun_of_a_type_is_as_good_as_its_type(weapon: str, poor: bool) -> None:
    (solo,) = combatants(RED, Person(ready="solo"))
    assert is_poor(Table(RED.id), solo, weapon) is poor
