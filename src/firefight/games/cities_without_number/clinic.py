"""Implants, drugs and toxins: what is known of each, the list of `clinic.toml`, and how those on a sheet are looked up there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeVar

from msgspec import Struct

from firefight.dice import dice
from firefight.errors import FirefightError
from firefight.games.cities_without_number.rules_aftermath import POINT
from firefight.listed import things, unknown

Location = Literal["Body", "Head", "Nerves", "Limb", "Skin", "Sensory"]
Limb = Literal["right arm", "left arm", "right leg", "left leg"]
Unit = Literal["rounds", "minutes", "hours", "days"]


class Implant(Struct, frozen=True, omit_defaults=True):
    """Cyberware. `strain` is permanent while it is in the body, exact to thousandths; `price` is in dollars.

    `stands_for` is what it can replace: organs, an eye pair, or the arm or leg of its `limbs`. `limbs` are all those a Limb
    system lies in, `housed_in` the implant it sits in. `paired` are two that count as one system. `life_support` keeps its
    wearer alive, `stabilises` stops his bleeding by itself. `adds` goes to the modifiers of attributes. `enchanted` is
    makeshift magic in its place. CWN-STRAIN-03 CWN-MAJOR-14 CWN-MAJOR-15
    """

    name: str
    location: Location = "Body"
    limbs: tuple[Limb, ...] = ()
    strain: float = 0
    price: int = 0
    paired: bool = False
    stands_for: Literal["", "organs", "eyes", "limb"] = ""
    housed_in: str = ""
    life_support: bool = False
    stabilises: bool = False
    adds: Mapping[str, int] = {}
    enchanted: bool = False

    @property
    def thousandths(self) -> int:
        """Its strain as the rules count it. CWN-STRAIN-01"""
        return thousandths(self.strain)


class Drug(Struct, frozen=True, omit_defaults=True):
    """A drug: `doses` of it (0: nobody counts), the strain it adds, the hit points it gives (`heals` as dice, `plus`).

    `stabilises` stops the dying clock. An `antitoxin` ends the toxins it `cures`; one that names none, those the GM says.
    CWN-STRAIN-04 CWN-TOX-04
    """

    name: str
    doses: int = 1
    strain: float = 0
    heals: str = ""
    plus: int = 0
    stabilises: bool = False
    antitoxin: bool = False
    cures: tuple[str, ...] = ()


class Toxin(Struct, frozen=True, omit_defaults=True):
    """A poison or disease: what it adds to the save (-4 to +4), and what it does where that fails.

    It acts `onset` units of time after it got in (0: at once), `times` in all, every `every` units. `damage` is dice,
    `strain` cannot be declined, `penalty` is a state that stays for `lasts` minutes (0: until somebody ends it). With
    `lessened` a save halves damage and strain, else it does away with them. CWN-TOX-01 CWN-TOX-02
    """

    name: str
    save: int = 0
    damage: str = ""
    lethal: bool = True
    strain: float = 0
    penalty: str = ""
    lasts: int = 0
    onset: int = 0
    unit: Unit = "rounds"
    every: int = 0
    times: int = 1
    lessened: bool = False


Thing = TypeVar("Thing", Implant, Drug, Toxin)


def thousandths(points: float | str) -> int:
    """Points of System Strain as whole thousandths. Raises FirefightError for what is no such number. CWN-STRAIN-01"""
    try:
        exact = Fraction(str(points)) * POINT
    except (ValueError, ZeroDivisionError):
        raise FirefightError(f"'{points}' is no number of points; write for instance 1 or 0.25") from None
    if exact.denominator != 1 or exact < 0:
        raise FirefightError(f"'{points}' cannot be counted; points of strain have up to three decimals")
    return int(exact)


def points(counted: int) -> str:
    """Thousandths as people write them: 11250 is 11.25. CWN-STRAIN-01"""
    whole, rest = divmod(abs(counted), POINT)
    return ("-" if counted < 0 else "") + (f"{whole}.{rest:03}".rstrip("0").rstrip("."))


# ------------------------------------------------------------------ the list


def all_implants() -> Mapping[str, Implant]:
    """Every implant of the list by name."""
    return things("cities_without_number", "clinic.toml", "implant", Implant)


def all_drugs() -> Mapping[str, Drug]:
    """Every drug of the list by name."""
    return things("cities_without_number", "clinic.toml", "drug", Drug)


def all_toxins() -> Mapping[str, Toxin]:
    """Every toxin of the list by name."""
    return things("cities_without_number", "clinic.toml", "toxin", Toxin)


def looked_up(things: Iterable[Thing | str], known: Mapping[str, Thing], kind: type[Thing]) -> tuple[Thing, ...]:
    """Things as a sheet has them: written out, or by their name in the list."""
    return tuple((known.get(thing) or kind(thing)) if isinstance(thing, str) else thing for thing in things)


def check(section: str, things: Iterable[Thing | str], known: Mapping[str, Thing]) -> None:
    """Raises ValueError for a name that is not in the list, or for a thing that has a number nobody can use."""
    for thing in things:
        if not isinstance(thing, str):
            checked(thing)
        elif thing not in known:
            raise ValueError(unknown(section, thing, known, "the list"))


def checked(thing: Implant | Drug | Toxin) -> None:
    """Raises ValueError for strain or dice that are none, and for a save beyond the bounds. CWN-STRAIN-01 CWN-TOX-01"""
    rolled: Any = thing.damage if isinstance(thing, Toxin) else thing.heals if isinstance(thing, Drug) else ""
    try:
        thousandths(thing.strain)
        if rolled:
            dice(rolled)
    except FirefightError as error:
        raise ValueError(f"{thing.name}: {error}") from None
    if isinstance(thing, Toxin) and not -4 <= thing.save <= 4:
        raise ValueError(f"{thing.name}: a toxin adds -4 to +4 to the save, not {thing.save}")
