"""What a combatant of Shadowrun 4 has, with defaults; the pools it starts with; what others see of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from firefight.games.shadowrun_4 import rules
from firefight.table import Combatant, Pool

Kind = Literal["simple", "complex"]
SECRET = ("standing", "bleeding")


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A weapon and the kind of action an attack with it takes: shots and bursts are Simple, blows and full bursts Complex."""

    name: str
    kind: Kind = "simple"


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers. SR4-PASS-06

    `initiative` is a bonus to the Initiative attribute. `passes` is the base number of Initiative Passes (people 1,
    spirits and so on their own), `bonus_passes` what implants, magic and drugs add. `rolls` is False for a participant
    without numbers, whose score the GM is asked for; `one_track` is for grunts whose damage is counted on one monitor.
    """

    body: int = 3
    reaction: int = 3
    intuition: int = 3
    willpower: int = 3
    edge: int = 0
    initiative: int = 0
    passes: int = 1
    bonus_passes: int = 0
    rolls: bool = True
    one_track: bool = False
    gear: tuple[Weapon, ...] = ()


UNARMED = Weapon("unarmed", "complex")


def sheet(one: Combatant) -> Sheet:
    """The sheet of a combatant."""
    return cast(Sheet, one.sheet)


def tracks(sheet: Sheet) -> dict[str, int]:
    """The condition monitors and their lengths; a grunt has a single one. SR4-CM-01"""
    if sheet.one_track:
        return {"damage": rules.track(max(sheet.body, sheet.willpower))}
    return {"physical": rules.track(sheet.body), "stun": rules.track(sheet.willpower)}


def pools(sheet: Any) -> Mapping[str, Pool]:
    """Condition monitors count boxes taken, upward from none; then what goes beyond the Physical one, and Edge. SR4-CM-01"""
    found = {name: Pool(0, boxes) for name, boxes in tracks(sheet).items()}
    if not sheet.one_track:
        found["overflow"] = Pool(0)
    return {**found, "edge": Pool(sheet.edge, sheet.edge)} if sheet.edge else found


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, the weapons in plain sight, no pools, nothing that tells of wounds."""
    marks = tuple(mark for mark in one.marks if mark.name not in SECRET)
    return replace(one, sheet=Sheet(gear=sheet(one).gear), pools={}, marks=marks)


def weapons(one: Combatant) -> tuple[Weapon, ...]:
    """What somebody can attack with, bare hands last."""
    return (*sheet(one).gear, UNARMED)
