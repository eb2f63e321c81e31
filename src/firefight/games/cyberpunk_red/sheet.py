"""What a combatant of Cyberpunk RED has, with defaults, and the pools it starts with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from msgspec import Struct

from firefight.table import Combatant, Pool, Table

Place = Literal["hand", "ready", "packed", "floor", "gone"]
REACH = 2


class Item(Struct, frozen=True, omit_defaults=True):
    """A thing carried. `place` is where it starts: in hand, ready to be drawn, packed away, or on the floor.

    `rof` is how many attacks one Attack brings; `reach` the metres a close weapon reaches, 0 for one that works at a
    distance; `scope` lets its bearer see what the bare eye cannot.
    """

    name: str
    kind: Literal["weapon", "shield", "object"] = "object"
    place: Place = "ready"
    hands: int = 1
    rof: int = 1
    reach: int = 0
    scope: bool = False


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers. `kind` tells people from vehicles and beings of the NET; `keys` are the vehicles one has a key to.

    `armor_penalty` comes off REF and MOVE; `initiative_bonus` is whatever names initiative; `interface` is a
    Netrunner's rank, 0 for everybody else.
    """

    kind: Literal["person", "vehicle", "net"] = "person"
    ref: int = 6
    move: int = 6
    hp: int = 35
    luck: int = 0
    armor_penalty: int = 0
    initiative_bonus: int = 0
    interface: int = 0
    hands: int = 2
    locked: bool = False
    keys: tuple[str, ...] = ()
    gear: tuple[Item, ...] = ()


def pools(sheet: Any) -> Mapping[str, Pool]:
    """Hit points may fall below zero; Luck may not."""
    found = {"hp": Pool(sheet.hp, sheet.hp, None)}
    return {**found, "luck": Pool(sheet.luck, sheet.luck)} if sheet.luck else found


def sheet(table: Table, who: str) -> Sheet:
    """The sheet of a combatant."""
    return cast(Sheet, table.who(who).sheet)


def is_vehicle(one: Combatant) -> bool:
    """Whether this is something people sit in."""
    return cast(Sheet, one.sheet).kind == "vehicle"


def driven(table: Table, who: str) -> str:
    """The vehicle that somebody sits in and has started, or ""."""
    seat = table.who(who).mark("in a vehicle")
    car = table.combatants.get(seat.by) if seat else None
    return car.id if car and any(mark.name == "engine running" and mark.by == who for mark in car.marks) else ""


def move_of(table: Table, who: str) -> int:
    """MOVE as it is now: less what armour takes; a driver has that of the vehicle. CPR-ACT-18"""
    numbers = sheet(table, driven(table, who) or who)
    return max(0, numbers.move - numbers.armor_penalty)
