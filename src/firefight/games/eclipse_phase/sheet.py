"""What a combatant of Eclipse Phase has, with defaults; the pools it starts with; and whether it can act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from firefight.games.eclipse_phase import rules
from firefight.table import Combatant, Mark, Pool, Table

DOWN = ("out", "dead", "unconscious", "disabled", "surprised")
POOLS = ("vigor", "insight", "moxie", "flex")
BUYING = ("vigor", "insight")
BOOKKEEPING = ("initiative roll", "initiative bonus")
ROUNDING = {"down": 0, "nearest": 1, "up": 2}
ORDINARY_STAT = 6
"""The Initiative stat of a sheet with nothing but defaults, however fifths are rounded."""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers: aptitudes, what changes Initiative by its source, pools, Durability, the Movement Rate in metres.

    `initiative_wound` is for what a wound does beyond the usual; wounds themselves are a pool, and so are traumas.
    """

    intuition: int = 15
    reflexes: int = 15
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


def pools(sheet: Any) -> Mapping[str, Pool]:
    """The four pools full, the Durability that is left (it may fall below 0), wounds and traumas counting up from 0."""
    points = {name: Pool(getattr(sheet, name), getattr(sheet, name)) for name in POOLS}
    return {**points, "durability": Pool(sheet.durability, sheet.durability, None), "wounds": Pool(0), "traumas": Pool(0)}


def sheet(table: Table, who: str) -> Sheet:
    """The sheet of a combatant."""
    return cast(Sheet, table.who(who).sheet)


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, no pools, his rolled total but not what it is made of."""
    stranger = replace(one, sheet=Sheet(), pools={}, marks=tuple(mark for mark in one.marks if mark.name not in BOOKKEEPING))
    if not one.has("initiative roll"):
        return stranger
    rest = one.value("initiative roll") + one.value("initiative bonus") - ORDINARY_STAT - modifiers(stranger)
    return replace(stranger, marks=(*stranger.marks, Mark("initiative roll", value=rest, quiet=True)))


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
    EP-INIT-04 EP-INIT-05
    """
    known = cast(Sheet, one.sheet)
    labelled = rules.Modifiers(
        known.initiative_ware + one.value("initiative ware"),
        known.initiative_drug + one.value("initiative drug"),
        known.initiative_psi + one.value("initiative psi"),
        known.initiative_wound + one.value("initiative wound"),
        known.initiative_other + one.value("initiative other"),
        one.pool("wounds"),
        known.wounds_ignored,
        one.pool("traumas"),
        known.traumas_ignored,
    )
    return rules.modifier(labelled)
