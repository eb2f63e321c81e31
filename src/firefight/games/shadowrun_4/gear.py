"""Weapons and armour: what is known of a weapon, the list of `gear.toml`, and how things on a sheet are looked up there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from firefight.listed import things, unknown

Kind = Literal["simple", "complex"]
Mode = Literal["SS", "SA", "BF", "FA"]
ArmorKind = Literal["ballistic", "impact"]


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A weapon and what an attack with it does; one without `damage` leaves that to the GM.

    `kind` is the kind of action an attack takes (in melee always Complex, in full bursts too). `damage` is the DV, on top
    of half the Strength where `by_strength`; it is Physical unless `stun`. `ap` is added to the armour, so it is mostly
    negative; `armor` is the kind it meets. `modes`: single shot, semi-automatic, burst fire, full auto; `ammo` the rounds
    it holds (0: nobody counts), `ammunition` what they add to the DV. `recoil` is compensation, `doubles` when recoil
    counts twice. `ranges` end short, medium, long and extreme range, in metres. `ready` tells whether it begins in hand.
    SR4-RNG-04 SR4-RNG-05
    """

    name: str
    kind: Kind = "simple"
    skill: str = ""
    damage: int | None = None
    by_strength: bool = False
    stun: bool = False
    ap: int = 0
    armor: ArmorKind = "ballistic"
    melee: bool = False
    reach: int = 0
    modes: tuple[Mode, ...] = ()
    ammo: int = 0
    ammunition: int = 0
    recoil: int = 0
    doubles: Literal["never", "bursts", "always"] = "never"
    ranges: tuple[int, ...] = ()
    ready: bool = True

    @property
    def action(self) -> Kind:
        """The kind of action an attack with it takes, full bursts aside. SR4-PHASE-02"""
        return "complex" if self.melee else self.kind

    @property
    def meets(self) -> ArmorKind:
        """The armour that counts against it: Impact in melee, else what the weapon says. SR4-RNG-05 SR4-MEL-04"""
        return "impact" if self.melee else self.armor

    @property
    def rounds(self) -> str:
        """The name of the pool its rounds are counted in."""
        return f"{self.name} rounds"


class Armor(Struct, frozen=True, omit_defaults=True):
    """Armour ratings."""

    ballistic: int = 0
    impact: int = 0


UNARMED = Weapon("unarmed", "complex", "unarmed", damage=0, by_strength=True, stun=True, melee=True)


def all_weapons() -> Mapping[str, Weapon]:
    """Every weapon of the list by name."""
    return things("shadowrun_4", "gear.toml", "weapon", Weapon)


def all_armor() -> Mapping[str, Armor]:
    """All armour of the list by name."""
    return things("shadowrun_4", "gear.toml", "armor", Armor)


def weapon(thing: Weapon | str) -> Weapon:
    """A weapon as a sheet has it: written out, or by its name in the list. One that nobody knows has no numbers."""
    return thing if isinstance(thing, Weapon) else all_weapons().get(thing) or Weapon(thing)


def check(gear: Iterable[Weapon | str], armor: str) -> None:
    """Raises ValueError for a name that is not in the list, with what was probably meant."""
    for name in gear:
        if isinstance(name, str) and name not in all_weapons():
            raise ValueError(unknown("weapon", name, all_weapons()))
    if armor and armor not in all_armor():
        raise ValueError(unknown("armour", armor, all_armor()))
