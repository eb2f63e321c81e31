"""What a combatant of Eclipse Phase has, with defaults; the pools it starts with; and whether it can act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from firefight.games.eclipse_phase import gear, rules
from firefight.games.eclipse_phase.gear import IMPROVISED, UNARMED, Armor, Weapon
from firefight.listed import unknown
from firefight.table import Combatant, Mark, Pool, Table

DOWN = ("out", "dead", "unconscious", "disabled", "surprised")
POOLS = ("vigor", "insight", "moxie", "flex")
BUYING = ("vigor", "insight")
BOOKKEEPING = ("initiative roll", "initiative bonus")
APTITUDES = ("cognition", "intuition", "reflexes", "savvy", "somatics", "willpower")
SKILLS = {
    "athletics": "somatics", "deceive": "savvy", "fray": "reflexes", "free fall": "somatics", "guns": "reflexes",
    "hardware": "cognition", "infection": "willpower", "infiltrate": "reflexes", "infosec": "cognition",
    "interface": "cognition", "kinesics": "savvy", "medicine": "cognition", "melee": "somatics", "perceive": "intuition",
    "persuade": "savvy", "pilot": "reflexes", "program": "cognition", "provoke": "savvy", "psi": "willpower", "rep": "savvy",
    "research": "intuition", "survival": "intuition",
}  # fmt: skip
"""Every skill with the aptitude it belongs to; Rep and Infection Tests are rolled like skills."""
PRIVATE = (
    *BOOKKEEPING, "bleeding checked", "wounds cancelled", "traumas cancelled", "next test at +20",
    "next test without modifiers", "ambushing", "unnoticed",
)  # fmt: skip
"""Marks that would tell a stranger's numbers."""
ROUNDING = {"down": 0, "nearest": 1, "up": 2}
ORDINARY_STAT = 6
"""The Initiative stat of a sheet with nothing but defaults, however fifths are rounded."""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers: aptitudes, what changes Initiative by its source, pools, Durability, the Movement Rate in metres.

    `initiative_wound` is for what a wound does beyond the usual; wounds themselves are a pool, and so are traumas. A skill
    that is not in `skills` is worth its aptitude. `gear` are weapons, by name from the list or written out; `armor` is worn
    armour from the list, on top of `energy` and `kinetic`. `unmodified` biomorphs need more sleep for a long recharge.
    """

    cognition: int = 15
    intuition: int = 15
    reflexes: int = 15
    savvy: int = 15
    somatics: int = 15
    willpower: int = 15
    initiative_ware: int = 0
    initiative_drug: int = 0
    initiative_psi: int = 0
    initiative_wound: int = 0
    initiative_other: int = 0
    wounds_ignored: int = 0
    traumas_ignored: int = 0
    vigor: int = 2
    insight: int = 1
    moxie: int = 1
    flex: int = 1
    durability: int = 30
    move_base: int = 4
    move_full: int = 20
    morph: Literal["biomorph", "synthmorph", "infomorph"] = "biomorph"
    unmodified: bool = False
    skills: Mapping[str, int] = {}
    energy: int = 0
    kinetic: int = 0
    armor: str = ""
    gear: tuple[Weapon | str, ...] = ()


def pools(sheet: Any) -> Mapping[str, Pool]:
    """The four pools full, the Durability that is left (it may fall below 0), wounds and traumas counting up from 0.

    Raises ValueError for a weapon or armour that is not in the list of gear, and for a skill that nobody knows.
    """
    gear.check(sheet.gear, sheet.armor)
    for name in sheet.skills:
        if name not in SKILLS:
            raise ValueError(unknown("skill", name, SKILLS, "the game"))
    points = {name: Pool(getattr(sheet, name), getattr(sheet, name)) for name in POOLS}
    return {**points, "durability": Pool(sheet.durability, sheet.durability, None), "wounds": Pool(0), "traumas": Pool(0)}


def sheet(table: Table, who: str) -> Sheet:
    """The sheet of a combatant."""
    return cast(Sheet, table.who(who).sheet)


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, his weapons by name, no pools, his rolled total but not what is in it."""
    seen = tuple(Weapon(weapon.name, melee=weapon.melee) for weapon in weapons(one) if weapon not in (IMPROVISED, UNARMED))
    marks = tuple(mark for mark in one.marks if mark.name not in PRIVATE and not mark.name.startswith(("bonus ", "lasting ")))
    stranger = replace(one, sheet=Sheet(gear=seen), pools={}, marks=marks)
    if not one.has("initiative roll"):
        return stranger
    rest = one.value("initiative roll") + one.value("initiative bonus") - ORDINARY_STAT - modifiers(stranger)
    return replace(stranger, marks=(*stranger.marks, Mark("initiative roll", value=rest, quiet=True)))


def aptitude(one: Combatant, name: str) -> int:
    """The score of an aptitude."""
    return int(getattr(one.sheet, name))


def skill(one: Combatant, name: str) -> int:
    """The rating of a skill, with what a pool adds to all skills of its aptitude for a while. EP-POOL-01"""
    known = cast(Sheet, one.sheet)
    return known.skills.get(name, aptitude(one, SKILLS[name])) + one.value(f"lasting {SKILLS[name]}")


def weapons(one: Combatant) -> tuple[Weapon, ...]:
    """What somebody can attack with, bare hands last."""
    own = tuple(map(gear.weapon, cast(Sheet, one.sheet).gear))
    return (*(own or (IMPROVISED,)), UNARMED)


def armor(one: Combatant, against: gear.Against) -> int:
    """The rating of all that protects somebody from attacks of this kind. EP-CMB-02"""
    known = cast(Sheet, one.sheet)
    worn = gear.all_armor().get(known.armor, Armor())
    return known.energy + worn.energy if against == "energy" else known.kinetic + worn.kinetic


def wounds_ignored(one: Combatant) -> int:
    """Wounds that do not count: by what one is, and by points of Vigor. EP-DMG-02 EP-POOL-01"""
    return cast(Sheet, one.sheet).wounds_ignored + one.value("wounds cancelled")


def wound_modifier(one: Combatant, more: int = 0) -> int:
    """What wounds take off every test of somebody, with so many more than he has. EP-DMG-02"""
    return rules.wound_modifier(one.pool("wounds") + more, wounds_ignored(one))


def able(table: Table, who: str) -> bool:
    """Whether somebody can act at all."""
    one = table.who(who)
    return not one.has_any(DOWN)


def ready(table: Table, who: str) -> bool:
    """Whether somebody is here and can act."""
    return table.who(who).here and able(table, who)


def bonus(table: Table, one: Combatant) -> int:
    """What is added to the Initiative roll: the stat, and all that changes it now. EP-INIT-02 EP-INIT-04"""
    known = cast(Sheet, one.sheet)
    stat = rules.initiative_stat(known.intuition, known.reflexes, ROUNDING[table.options["rounding"]])
    return stat + modifiers(one)


def modifiers(one: Combatant) -> int:
    """All that changes the Initiative stat, by its source.

    Lasting modifiers stand on the sheet; a mark "initiative drug" (ware, psi, wound, other) adds its value while it is on.
    EP-INIT-04 EP-INIT-05 EP-POOL-01
    """
    known = cast(Sheet, one.sheet)
    labelled = rules.Modifiers(
        known.initiative_ware + one.value("initiative ware"),
        known.initiative_drug + one.value("initiative drug"),
        known.initiative_psi + one.value("initiative psi"),
        known.initiative_wound + one.value("initiative wound"),
        known.initiative_other + one.value("initiative other"),
        one.pool("wounds"),
        wounds_ignored(one),
        one.pool("traumas"),
        known.traumas_ignored + one.value("traumas cancelled"),
    )
    return rules.modifier(labelled)
