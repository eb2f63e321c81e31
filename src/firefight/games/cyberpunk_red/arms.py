"""Weapons, armour and ammunition: what is known of a thing, and the lists of `gear.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firefight.listed import file, things, unknown

Place = Literal["hand", "ready", "packed", "floor", "gone"]
BASIC = "basic"


class Item(Struct, frozen=True, omit_defaults=True):
    """A thing carried. `place` is where it starts: in hand, ready to be drawn, packed away, or on the floor.

    `rof` is how many attacks one Attack brings; `reach` the metres a close weapon reaches, 0 for one that works at a
    distance; `scope` lets its bearer see what the bare eye cannot. `type` takes all numbers from the list. A weapon
    without `dice` (d6 of damage) leaves what it does to the GM; `range` is its row in the table of distances, `halves`
    whether it meets half the SP only, `autofire` the most its damage is multiplied by, `magazine` the rounds it holds
    (0: nobody counts). CPR-ATK-04
    """

    name: str
    kind: Literal["weapon", "shield", "object"] = "object"
    place: Place = "ready"
    hands: int = 1
    rof: int = 1
    reach: int = 0
    scope: bool = False
    type: str = ""
    skill: str = ""
    dice: int = 0
    range: str = ""
    halves: bool = False
    autofire: int = 0
    magazine: int = 0

    @property
    def rounds(self) -> str:
        """The name of the pool its rounds are counted in."""
        return f"{self.name} rounds"


class Armor(Struct, frozen=True, omit_defaults=True):
    """Stopping power, and what wearing it takes off REF, DEX and MOVE. CPR-DMG-01"""

    sp: int
    penalty: int = 0


BARE_HANDS = Item("bare hands", "weapon", "hand", hands=0, rof=2, reach=2, skill="brawling")
MARTIAL_ARTS = Item("martial arts", "weapon", "hand", hands=0, rof=2, reach=2, skill="martial arts", halves=True)
PROGRAM = Item("its program", "weapon", "hand", hands=0)


@lru_cache
def all_items() -> Mapping[str, Item]:
    """Everything on the list by name; what does not say is a weapon. CPR-ATK-04"""
    return {
        name: msgspec.convert({"name": name, "kind": "weapon", **line}, Item)
        for name, line in file("cyberpunk_red", "gear.toml")["item"].items()
    }


def all_armor() -> Mapping[str, Armor]:
    """All armour by name. CPR-DMG-01"""
    return things("cyberpunk_red", "gear.toml", "armor", Armor)


@lru_cache
def ammunition() -> Mapping[str, int]:
    """Kinds of ammunition, and what a hit with each takes off armour. CPR-DMG-02"""
    return msgspec.convert(file("cyberpunk_red", "gear.toml")["ammunition"], dict[str, int])


@lru_cache
def difficulties(table: Literal["range", "autofire"], row: str) -> tuple[int, ...]:
    """The DV of each band of distance, 0 for out of range; nothing for a row that is not there. CPR-ATK-01 CPR-ATK-06"""
    return tuple(file("cyberpunk_red", "gear.toml")[table].get(row, ()))


@lru_cache
def injuries(location: str) -> Mapping[int, str]:
    """The Critical Injuries of a location by the total of two dice. CPR-DMG-04"""
    return {int(total): name for total, name in file("cyberpunk_red", "injuries.toml")[location].items()}


@lru_cache
def deadly() -> frozenset[str]:
    """The Critical Injuries that raise the base of the Death Save penalty. CPR-HP-03"""
    return frozenset(file("cyberpunk_red", "injuries.toml")["save"])


@lru_cache
def item(thing: Item | str) -> Item:
    """A thing as a sheet has it: by its name in the list, of a type of the list, or written out."""
    if isinstance(thing, str):
        return all_items().get(thing, Item(thing))
    listed = all_items().get(thing.type)
    return replace(listed, name=thing.name, place=thing.place, scope=thing.scope or listed.scope) if listed else thing


def check(gear: Iterable[Item | str], armor: Iterable[str], kinds: Iterable[str]) -> None:
    """Raises ValueError for a name that is not in the lists, with what was probably meant."""
    named = [(thing if isinstance(thing, str) else thing.type) for thing in gear]
    for what, names, known in (
        ("thing", named, all_items()), ("armour", armor, all_armor()), ("ammunition", kinds, ammunition()),
    ):  # fmt: skip
        for name in names:
            if name and name not in known:
                raise ValueError(unknown(what, name, known))
