"""What a combatant of Cyberpunk RED has, with defaults, and the pools it starts with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from msgspec import Struct

from firefight.games.cyberpunk_red import arms, rules
from firefight.games.cyberpunk_red.arms import Armor, Item, Place
from firefight.table import Combatant, Pool, Table

__all__ = ["REACH", "STATES", "STATS", "Item", "Place", "Sheet"]

Stat = Literal["intelligence", "ref", "dex", "tech", "cool", "will", "luck", "move", "body", "empathy"]
STATS: tuple[Stat, ...] = ("intelligence", "ref", "dex", "tech", "cool", "will", "luck", "move", "body", "empathy")
STATES = ("", "lightly wounded", "seriously wounded", "mortally wounded")
"""The Wound States, worst last; each is a mark of that name. CPR-HP-02"""
REACH = 2


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers. `kind` tells people from vehicles and beings of the NET; `keys` are the vehicles one has a key to.

    `hp` 0 means that BODY and WILL give it. `skills` are levels by name in small letters; a sheet without any is a
    sketch: what its bare hands do, and its grabs and bandages, the GM says. `armor` and `helmet` are layers by their
    names in the list, `ammunition` the kinds carried besides the basic one. `armor_penalty` is what else comes off REF,
    DEX and MOVE; `initiative_bonus` is whatever names initiative; `interface` is a Netrunner's rank, 0 for everybody else.
    """

    kind: Literal["person", "vehicle", "net"] = "person"
    intelligence: int = 5
    ref: int = 6
    dex: int = 6
    tech: int = 5
    cool: int = 5
    will: int = 5
    luck: int = 0
    move: int = 6
    body: int = 5
    empathy: int = 5
    hp: int = 0
    skills: Mapping[str, int] = {}
    armor: tuple[str, ...] = ()
    helmet: tuple[str, ...] = ()
    armor_penalty: int = 0
    initiative_bonus: int = 0
    interface: int = 0
    hands: int = 2
    locked: bool = False
    keys: tuple[str, ...] = ()
    gear: tuple[Item | str, ...] = ()
    ammunition: tuple[str, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """The things with the numbers of the list."""
        return tuple(map(arms.item, self.gear))

    @property
    def worn(self) -> tuple[Armor, ...]:
        """All the armour that is worn."""
        return tuple(arms.all_armor()[name] for name in (*self.armor, *self.helmet))

    @property
    def penalty(self) -> int:
        """What the clumsiest armour takes off REF, DEX and MOVE. CPR-DMG-01"""
        return max((armor.penalty for armor in self.worn), default=0) + self.armor_penalty


def pools(sheet: Any) -> Mapping[str, Pool]:
    """Hit points may fall below zero; Luck, stopping power and rounds may not. The highest layer of armour counts.

    CPR-HP-01 CPR-DMG-01 CPR-RES-05
    """
    arms.check(sheet.gear, (*sheet.armor, *sheet.helmet), sheet.ammunition)
    hp = sheet.hp or rules.hit_points(sheet.body, sheet.will)
    places = {f"sp {where}": [arms.all_armor()[name].sp for name in worn] for where, worn in
              (("body", sheet.armor), ("head", sheet.helmet)) if worn}  # fmt: skip
    counted = {
        **({"luck": sheet.luck} if sheet.luck else {}),
        **{where: max(layers) for where, layers in places.items()},
        **{item.rounds: item.magazine for item in sheet.items if item.magazine},
    }
    return {"hp": Pool(hp, hp, None), **{name: Pool(most, most) for name, most in counted.items()}}


def sheet(table: Table, who: str) -> Sheet:
    """The sheet of a combatant."""
    return cast(Sheet, table.who(who).sheet)


def is_vehicle(one: Combatant) -> bool:
    """Whether this is something people sit in."""
    return cast(Sheet, one.sheet).kind == "vehicle"


def is_person(one: Combatant) -> bool:
    """Whether this is flesh and blood: no vehicle, nothing of the NET."""
    return cast(Sheet, one.sheet).kind == "person"


def driven(table: Table, who: str) -> str:
    """The vehicle that somebody sits in and has started, or ""."""
    seat = table.who(who).mark("in a vehicle")
    car = table.combatants.get(seat.by) if seat else None
    return car.id if car and any(mark.name == "engine running" and mark.by == who for mark in car.marks) else ""


def wound_state(one: Combatant) -> int:
    """How badly somebody is hurt, from 0 for not at all to 3 for mortally, by his marks. CPR-HP-02"""
    return next((state for state in (3, 2, 1) if one.has(STATES[state])), 0)


def move_of(table: Table, who: str) -> int:
    """MOVE as it is now: less what armour and wounds take; a driver has that of the vehicle.

    CPR-ACT-18 CPR-HP-02 CPR-DMG-01
    """
    one = table.who(driven(table, who) or who)
    numbers = cast(Sheet, one.sheet)
    return rules.wounded_move(max(0, numbers.move - numbers.penalty), wound_state(one))


def stat_of(table: Table, who: str, stat: str) -> int:
    """A STAT as it is now: armour takes off REF and DEX, wounds off MOVE. CPR-DMG-01"""
    if stat == "move":
        return move_of(table, who)
    numbers = sheet(table, who)
    return max(0, int(getattr(numbers, stat)) - (numbers.penalty if stat in ("ref", "dex") else 0))


def skill_of(table: Table, who: str, skill: str) -> int:
    """The level of a skill; nobody has one that is not on his sheet."""
    return sheet(table, who).skills.get(skill.strip().lower(), 0)
