"""What a combatant of Shadowrun 4 has, with defaults; the pools it starts with; what others see of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from firefight.games.shadowrun_4 import gear, rules
from firefight.games.shadowrun_4.gear import UNARMED, Armor, Weapon
from firefight.table import Combatant, Pool

__all__ = ["UNARMED", "Armor", "Sheet", "Weapon", "armor", "is_ready", "pools", "public", "sheet", "skill", "tracks", "weapons"]

SECRET = ("standing", "bleeding")


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers. SR4-PASS-06

    `initiative` is a bonus to the Initiative attribute. `passes` is the base number of Initiative Passes (people 1,
    spirits and so on their own), `bonus_passes` what implants, magic and drugs add. `rolls` is False for a participant
    without numbers, whose score the GM is asked for; `one_track` is for grunts whose damage is counted on one monitor.
    `skills` are ratings by name: pistols, blades, unarmed, dodge. `gear` are weapons, by name from the list or written
    out; `armor` is worn armour from the list, on top of `ballistic` and `impact`.
    """

    body: int = 3
    agility: int = 3
    reaction: int = 3
    strength: int = 3
    intuition: int = 3
    willpower: int = 3
    edge: int = 0
    initiative: int = 0
    passes: int = 1
    bonus_passes: int = 0
    rolls: bool = True
    one_track: bool = False
    skills: Mapping[str, int] = {}
    ballistic: int = 0
    impact: int = 0
    armor: str = ""
    gear: tuple[Weapon | str, ...] = ()


def sheet(one: Combatant) -> Sheet:
    """The sheet of a combatant."""
    return cast(Sheet, one.sheet)


def skill(one: Combatant, name: str) -> int:
    """The rating of a skill; 0 for one that nobody taught him."""
    return sheet(one).skills.get(name, 0)


def armor(one: Combatant) -> Armor:
    """The ratings of all that protects somebody. SR4-RNG-05 SR4-MEL-04"""
    numbers = sheet(one)
    worn = gear.all_armor().get(numbers.armor, Armor())
    return Armor(numbers.ballistic + worn.ballistic, numbers.impact + worn.impact)


def weapons(one: Combatant) -> tuple[Weapon, ...]:
    """What somebody can attack with, bare hands last."""
    return (*map(gear.weapon, sheet(one).gear), UNARMED)


def is_ready(one: Combatant, weapon: Weapon) -> bool:
    """Whether somebody has a weapon in hand: from the beginning, or made ready since, and not dropped. SR4-MEL-02"""
    mark = one.mark(f"weapon {weapon.name}")
    return weapon.ready if mark is None else mark.value > 0


# ------------------------------------------------------------------ pools


def tracks(sheet: Sheet) -> dict[str, int]:
    """The condition monitors and their lengths; a grunt has a single one. SR4-CM-01"""
    if sheet.one_track:
        return {"damage": rules.track(max(sheet.body, sheet.willpower))}
    return {"physical": rules.track(sheet.body), "stun": rules.track(sheet.willpower)}


def rounds(sheet: Sheet) -> dict[str, int]:
    """The rounds that every weapon holds, by the name of its pool."""
    return {weapon.rounds: weapon.ammo for weapon in map(gear.weapon, sheet.gear) if weapon.ammo}


def pools(sheet: Any) -> Mapping[str, Pool]:
    """Condition monitors count boxes taken, upward from none; then what goes beyond the Physical one, Edge, and rounds.

    Raises ValueError for a weapon or armour that is not in the list of gear. SR4-CM-01
    """
    gear.check(sheet.gear, sheet.armor)
    found = {name: Pool(0, boxes) for name, boxes in tracks(sheet).items()}
    if not sheet.one_track:
        found["overflow"] = Pool(0)
    if sheet.edge:
        found["edge"] = Pool(sheet.edge, sheet.edge)
    return {**found, **{name: Pool(most, most) for name, most in rounds(sheet).items()}}


# ------------------------------------------------------------------ what others see


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, the weapons in plain sight, no pools, nothing that tells of wounds."""
    marks = tuple(mark for mark in one.marks if mark.name not in SECRET)
    seen = tuple(Weapon(weapon.name, weapon.action) for weapon in weapons(one) if weapon is not UNARMED and is_ready(one, weapon))
    return replace(one, sheet=Sheet(gear=seen), pools={}, marks=marks)
