"""Weapons and armour: what is known of a weapon, the list of `gear.toml`, and how things on a sheet are looked up there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from firefight.dice import Dice
from firefight.listed import things, unknown

Against = Literal["kinetic", "energy"]
DAMAGE = re.compile(r"(\d{1,2})d(\d{1,3})\s*([+-]\s*\d{1,3})?")


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A weapon and what an attack with it does; one without `damage` leaves that to the GM.

    `skill` is what attacks with it are rolled on; `melee` ones are met by Fray or Melee, others by half of Fray. `damage`
    is in dice, "2d10+4"; `against` the armour that counts, `piercing` halves it. `single_shot` fires once a turn. `range`
    is how far it shoots without a penalty, in metres, 0 where nobody keeps track. EP-CMB-01 EP-CMB-02
    """

    name: str
    skill: str = "guns"
    damage: str = ""
    against: Against = "kinetic"
    piercing: bool = False
    melee: bool = False
    single_shot: bool = False
    range: int = 0

    @property
    def dice(self) -> Dice:
        """The dice of its damage."""
        found = DAMAGE.fullmatch(self.damage)
        return Dice(int(found[1]), int(found[2])) if found else Dice(0, 6)

    @property
    def more(self) -> int:
        """What is added to these dice."""
        found = DAMAGE.fullmatch(self.damage)
        return int(found[3].replace(" ", "")) if found and found[3] else 0


class Armor(Struct, frozen=True, omit_defaults=True):
    """Armour ratings against energy and against kinetic attacks."""

    energy: int = 0
    kinetic: int = 0


UNARMED = Weapon("unarmed", "melee", "1d6", melee=True)
IMPROVISED = Weapon("what is at hand")
"""What one attacks with who has no gear on his sheet: the GM says what it does."""


def all_weapons() -> Mapping[str, Weapon]:
    """Every weapon of the list by name."""
    return things("eclipse_phase", "gear.toml", "weapon", Weapon)


def all_armor() -> Mapping[str, Armor]:
    """All armour of the list by name."""
    return things("eclipse_phase", "gear.toml", "armor", Armor)


def weapon(thing: Weapon | str) -> Weapon:
    """A weapon as a sheet has it: written out, or by its name in the list. One that nobody knows has no numbers."""
    return thing if isinstance(thing, Weapon) else all_weapons().get(thing) or Weapon(thing)


def check(gear: Iterable[Weapon | str], armor: str) -> None:
    """Raises ValueError for a name that is not in the list, with what was probably meant, and for damage that is no dice."""
    for thing in gear:
        if isinstance(thing, str) and thing not in all_weapons():
            raise ValueError(unknown("weapon", thing, all_weapons()))
        if isinstance(thing, Weapon) and thing.damage and not DAMAGE.fullmatch(thing.damage):
            raise ValueError(f"the damage of '{thing.name}' is '{thing.damage}'; write for instance '2d10+4'")
    if armor and armor not in all_armor():
        raise ValueError(unknown("armour", armor, all_armor()))
