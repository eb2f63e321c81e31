"""What a combatant of Cyberpunk RED has, with defaults; and the pools it starts with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from firefight.table import Combatant, Pool, Table

Place = Literal["hand", "ready", "packed", "floor"]


class Item(Struct, frozen=True, omit_defaults=True):
    """A thing carried. `place` is where it starts: in hand, ready to be drawn, packed away, or on the floor."""

    name: str
    kind: Literal["weapon", "shield", "object"] = "object"
    place: Place = "ready"
    hands: int = 1
    rof: int = 1
    reach: int = 0


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers. `kind` tells people from vehicles and beings of the NET; `keys` are the vehicles one has a key to."""

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


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, the things in plain sight, no pools."""
    known = cast(Sheet, one.sheet)
    gear = tuple(item for item in known.gear if place_of(one, item) in ("hand", "floor"))
    return replace(one, sheet=Sheet(kind=known.kind, gear=gear), pools={})


def place_of(one: Combatant, item: Item) -> str:
    """Where a thing is now."""
    mark = one.mark(f"item {item.name}")
    return mark.note if mark else item.place


def in_hand(one: Combatant) -> tuple[Item, ...]:
    """The things somebody has in hand."""
    return tuple(item for item in cast(Sheet, one.sheet).gear if place_of(one, item) == "hand")


def free_hands(one: Combatant) -> int:
    """Hands with nothing in them."""
    return cast(Sheet, one.sheet).hands - sum(item.hands for item in in_hand(one))
