"""Weapons and armour: what is known of each, the list of `gear.toml`, and how things on a sheet are looked up there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from firefight.dice import Dice, dice
from firefight.errors import FirefightError
from firefight.listed import things, unknown

Kind = Literal["melee", "ranged", "bow", "thrown"]
ANY_AC = 99
"""The Armour Class of Shock that hurts whatever the target wears. CWN-SHOCK-02"""


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A weapon; a `ranged` one is a gun.

    `bonus` goes to the attack roll, `damage` to the damage of hits. `shock` hurts a Melee AC up to `shock_ac` (99: any).
    `trauma` is the Trauma Die ("1d8"), `rating` its factor, `trauma_bonus` what is added to the die. Metres: `range` is
    the normal range, `long_range` the longest, `reach` that of a blade; 0 where nobody counts, or the house's reach. A
    melee weapon with a range can be thrown. `magazine` is what it holds, `spare` and `packed` are magazines Readied and
    Stowed, `shots` what an attack takes. `nonlethal` tells whether it can be used without killing, or only so. `body` is
    part of the body: no hand, never dropped. `heavy` can ruin machines; `unsurvivable` is what nobody lives through.
    CWN-ATK-04 CWN-SHOCK-02
    """

    name: str
    kind: Kind = "melee"
    dice: str = "1d4"
    bonus: int = 0
    damage: int = 0
    skill: str = "Stab"
    attributes: tuple[str, ...] = ("Str", "Dex")
    hands: int = 1
    shock: int = 0
    shock_ac: int = 0
    trauma: str = ""
    rating: int = 1
    trauma_bonus: int = 0
    range: int = 0
    long_range: int = 0
    reach: int = 0
    magazine: int = 0
    spare: int = 0
    packed: int = 0
    shots: int = 1
    nonlethal: Literal["never", "possible", "always"] = "never"
    body: bool = False
    heavy: bool = False
    unsurvivable: bool = False

    @property
    def rounds(self) -> str:
        """The pool of what is in the magazine."""
        return f"{self.name} rounds"

    @property
    def magazines(self) -> str:
        """The pool of Readied magazines."""
        return f"{self.name} magazines"

    @property
    def packed_magazines(self) -> str:
        """The pool of Stowed magazines."""
        return f"{self.name} magazines packed"

    @property
    def can_be_thrown(self) -> bool:
        """Whether it is thrown, or can be. CWN-ACT-06"""
        return self.kind == "thrown" or (self.kind == "melee" and self.long_range > 0)


UNARMED = Weapon(
    "fists", "melee", "1d2", skill="Punch", hands=0, trauma="1d6", rating=1, nonlethal="possible", body=True
)  # fmt: skip


class Armor(Struct, frozen=True, omit_defaults=True):
    """What is worn: Armour Classes, Soak, what it adds to the Trauma Target. What a `shield` has is added to the rest."""

    name: str
    melee_ac: int = 0
    ranged_ac: int = 0
    soak: int = 0
    trauma_target: int = 0
    shield: bool = False


@lru_cache
def dice_of(text: str) -> Dice:
    """The dice of a weapon; its text is read once."""
    return dice(text)


# ------------------------------------------------------------------ the list


def all_weapons() -> Mapping[str, Weapon]:
    """Every weapon of the list by name."""
    return things("cities_without_number", "gear.toml", "weapon", Weapon)


def all_armor() -> Mapping[str, Armor]:
    """All armour of the list by name."""
    return things("cities_without_number", "gear.toml", "armor", Armor)


def weapon(thing: Weapon | str) -> Weapon:
    """A weapon as a sheet has it: written out, or by its name in the list. One that nobody knows has plain numbers."""
    return thing if isinstance(thing, Weapon) else all_weapons().get(thing) or Weapon(thing)


def armor(thing: Armor | str) -> Armor:
    """A piece of armour as a sheet has it: written out, or by its name in the list."""
    return thing if isinstance(thing, Armor) else all_armor().get(thing) or Armor(thing)


def check(weapons: Iterable[Weapon | str], worn: Iterable[Armor | str]) -> None:
    """Raises ValueError for a name that is not in the list, with what was probably meant, or for dice that are none."""
    for thing in weapons:
        if isinstance(thing, str) and thing not in all_weapons():
            raise ValueError(unknown("weapon", thing, all_weapons()))
        checked(weapon(thing))
    for piece in worn:
        if isinstance(piece, str) and piece not in all_armor():
            raise ValueError(unknown("armour", piece, all_armor()))


def checked(arm: Weapon) -> None:
    """Raises ValueError for a weapon whose dice are none."""
    for text in (arm.dice, *([arm.trauma] if arm.trauma else [])):
        try:
            dice(text)
        except FirefightError as error:
            raise ValueError(f"{arm.name}: {error}") from None
