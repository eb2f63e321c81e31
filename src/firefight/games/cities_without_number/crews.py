"""Who sits in which vehicle, at the wheel or behind: marks "aboard" and "at the wheel" whose origin is the vehicle."""

from __future__ import annotations

from firefight.games.cities_without_number.sheet import conscious, sheet, skill_level
from firefight.table import Combatant, Table


def is_vehicle(one: Combatant) -> bool:
    """Whether this is a vehicle."""
    return sheet(one).kind == "vehicle"


def vehicle_of(table: Table, one: Combatant) -> Combatant | None:
    """The vehicle somebody is aboard of."""
    mark = one.mark("aboard") or one.mark("at the wheel")
    return table.combatants.get(mark.by) if mark is not None else None


def crew(table: Table, vehicle: str) -> list[Combatant]:
    """Everybody aboard, driver included."""
    return [one for one in table.present() if any(mark.by == vehicle and mark.name in SEATS for mark in one.marks)]


SEATS = ("aboard", "at the wheel")


def driver(table: Table, vehicle: str) -> Combatant | None:
    """The one at the wheel. CWN-VEH-02"""
    return next((one for one in crew(table, vehicle) if is_at_the_wheel(one, vehicle)), None)


def is_at_the_wheel(one: Combatant, vehicle: str) -> bool:
    """Whether somebody drives this vehicle."""
    return any(mark.name == "at the wheel" and mark.by == vehicle for mark in one.marks)


def is_moving(vehicle: Combatant) -> bool:
    """Whether a vehicle moves, and so at combat speed. CWN-VEH-07"""
    return vehicle.has("moving")


def drive_level(table: Table, vehicle: str) -> int:
    """The Drive level that counts for a vehicle's Armour Class: nobody, or who is untrained, adds nothing. CWN-VEH-05"""
    one = driver(table, vehicle)
    return max(0, skill_level(one, "Drive")) if one is not None and conscious(one) else 0
