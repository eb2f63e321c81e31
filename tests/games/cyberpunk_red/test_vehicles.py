"""Getting into a vehicle, starting it, and where that puts the driver."""

from __future__ import annotations

from typing import Any

from tests.games.cyberpunk_red.helpers import Fight


def fight(locked: bool = False, keys: tuple[str, ...] = (), **numbers: int) -> Fight:
    sheets: dict[str, dict[str, Any]] = {"car": {"kind": "vehicle", "move": 20, "locked": locked}, "cy": {"keys": keys}}
    return Fight(sheets=sheets, **{**(numbers or {"cy": 18, "bo": 9}), "car": 0})


def test_an_unlocked_vehicle_needs_no_key() -> None:
    """CPR-ACT-04"""
    on = fight()
    on.do("cy", "get in", vehicle="car")
    assert on.one("cy").mark("in a vehicle").by == "car"  # type: ignore[union-attr]
    assert on.budget("cy")["Action"] == 0


def test_a_locked_vehicle_opens_to_its_key() -> None:
    """CPR-ACT-04"""
    fight(locked=True, keys=("car",)).do("cy", "get in", vehicle="car")


def test_a_locked_vehicle_stays_shut_without_it() -> None:
    """CPR-ACT-04"""
    assert fight(locked=True).refused("cy", "get in", vehicle="car") == ["CPR-ACT-04"]


def test_nobody_sits_in_two_places() -> None:
    """CPR-ACT-04"""
    on = fight()
    on.do("cy", "get in", vehicle="car")
    on.passes("cy", "bo")
    assert on.refused("cy", "get in", vehicle="car") == ["CPR-ACT-04"]


def test_getting_in_and_starting_take_two_turns() -> None:
    """CPR-ACT-09"""
    on = fight(keys=("car",))
    on.do("cy", "get in", vehicle="car")
    assert on.refused("cy", "start", vehicle="car") == ["CPR-ACT-01"]
    on.passes("cy", "bo")
    on.do("cy", "start", vehicle="car")
    assert on.one("car").has("engine running")


def test_a_vehicle_is_not_started_from_beside_it() -> None:
    """CPR-ACT-09"""
    assert fight(keys=("car",)).refused("cy", "start", vehicle="car") == ["CPR-ACT-09"]


def test_a_vehicle_is_not_started_without_its_key() -> None:
    """CPR-ACT-09"""
    on = fight()
    on.do("cy", "get in", vehicle="car")
    on.passes("cy", "bo")
    assert on.refused("cy", "start", vehicle="car") == ["CPR-ACT-09"]


def started(**numbers: int) -> Fight:
    """Cy has started the car on the Turn that is still on."""
    on = fight(keys=("car",), **numbers)
    on.mark("cy", "in a vehicle", by="car")
    while on.acting != ["cy"]:
        on.passes(*on.acting)
    on.do("cy", "start", vehicle="car")
    return on


def test_the_driver_goes_to_the_top_from_the_next_round_on() -> None:
    """CPR-ACT-18, CPR-INIT-05"""
    on = started(ana=18, bo=12, cy=7)
    assert on.numbers["cy"] == 7
    on.passes("cy")
    assert (on.round, [*on.acting, *on.queue]) == (2, ["cy", "ana", "bo"])
    assert on.numbers == {"ana": 18, "bo": 12, "cy": 19}


def test_a_driver_has_no_second_turn_in_the_running_round() -> None:
    """CPR-ACT-18"""
    on = started(ana=18, cy=12, dot=7)
    on.passes("cy")
    assert (on.round, on.acting) == (1, ["dot"])


def test_a_driver_who_is_first_already_stays() -> None:
    """CPR-ACT-18"""
    on = started(cy=18, bo=9)
    on.passes("cy", "bo")
    assert on.numbers["cy"] == 18


def test_the_driver_moves_with_the_vehicles_move_and_can_try_a_maneuver() -> None:
    """CPR-ACT-18"""
    on = started(cy=18, bo=9)
    assert on.budget("cy")["metres"] == 40
    on.passes("cy", "bo")
    on.do("cy", "maneuver", "the car skids", what="bootleg turn")
    assert on.told()[-1] == "Cy, bootleg turn: the car skids."


def test_outside_a_fight_nobody_goes_to_the_top() -> None:
    """CPR-ACT-02"""
    on = Fight(cy=7, car=0, begin=False, sheets={"car": {"kind": "vehicle"}, "cy": {"keys": ("car",)}})
    on.do("cy", "get in", vehicle="car")
    on.do("cy", "start", vehicle="car")
    assert not on.one("cy").has("to the top")
