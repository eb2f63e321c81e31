"""Orders about numbers and states: pools, sheets, marks, house rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import fields

from firefight.commands import AnyCommand
from firefight.encounter.faults import near
from firefight.encounter.people import until_of
from firefight.errors import FirefightError
from firefight.events import Adjusted, Event, Flagged, Marked, OptionSet, PoolSet, SheetSet, Unmarked
from firefight.game import Game
from firefight.health import POLICIES
from firefight.orders.base import Asked, Who, by_hand, everyone, known, order
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Value


class Adjust(Asked, frozen=True):
    who: Who
    pool: str
    by: Annotated[int, Meta(description="So much more; a negative number is a loss.")]


@order
def adjust(game: Game, table: Table, asked: Adjust) -> AnyCommand:
    """Raises or lowers a pool by so much, within its bounds."""
    people = everyone(asked.who, table)
    return by_hand((Adjusted(one.id, pool_of(one, asked.pool), asked.by, asked.reason) for one in people), asked.reason)


def pool_of(one: Combatant, pool: str) -> str:
    """The pool, if there is one. Raises FirefightError with what was probably meant."""
    if pool not in one.pools:
        raise FirefightError(f"{one.name} has no pool '{pool}'; {near(pool, one.pools)}")
    return pool


class Set(Asked, frozen=True):
    who: Who
    value: Value
    pool: Annotated[str, Meta(description="The pool to set; with `most` it may be a new one.")] = ""
    sheet: Annotated[str, Meta(description="The field of the sheet to set instead.")] = ""
    most: Annotated[int | None, Meta(description="The pool's new ceiling.")] = None


@order
def set_(game: Game, table: Table, asked: Set) -> AnyCommand:
    """Sets a pool, its ceiling too, or a field of the sheet."""
    if bool(asked.pool) == bool(asked.sheet):
        raise FirefightError("say what to set: pool = ... or sheet = ..., one of the two")
    return by_hand((setting(one, asked) for one in everyone(asked.who, table)), asked.reason)


def setting(one: Combatant, asked: Set) -> Event:
    """The event that sets a number of one combatant."""
    if asked.sheet:
        known_fields = [field.name for field in fields(one.sheet)]
        if asked.sheet not in known_fields:
            raise FirefightError(f"the sheet of {one.name} has no '{asked.sheet}'; {near(asked.sheet, known_fields)}")
        return SheetSet(one.id, asked.sheet, asked.value, asked.reason)
    if isinstance(asked.value, bool) or not isinstance(asked.value, int):
        raise FirefightError(f"a pool is set to a whole number; got '{asked.value}'")
    pool = asked.pool if asked.most is not None else pool_of(one, asked.pool)
    return PoolSet(one.id, pool, asked.value, asked.most, asked.reason)


# ------------------------------------------------------------------ marks


class MarkAsked(Asked, frozen=True):
    who: Who
    name: str
    until: Annotated[str, Meta(description="round end, turn start, turn end, pass end, scene end, fight end, minute 12.")] = ""
    of: Annotated[str, Meta(description="Whose turn ends it; the bearer's own if left out.")] = ""
    value: int = 1
    origin: Annotated[str, Meta(description="Who or what it comes from, by id.")] = ""
    note: str = ""


@order
def mark(game: Game, table: Table, asked: MarkAsked) -> AnyCommand:
    """Puts a state on somebody, with or without an end."""
    if not asked.name.strip():
        raise FirefightError("say which state: name = ...")
    if asked.of:
        known(asked.of, table)
    events = (Marked(one.id, marking(one, asked)) for one in everyone(asked.who, table))
    return by_hand(events, asked.reason)


def marking(one: Combatant, asked: MarkAsked) -> Mark:
    """The mark that is asked for."""
    return Mark(asked.name, until_of(asked.until, asked.of or one.id), asked.value, asked.origin, asked.note)


class Unmark(Asked, frozen=True):
    who: Who
    name: str
    origin: Annotated[str | None, Meta(description="Only the one that came from here; all of that name if left out.")] = None


@order
def unmark(game: Game, table: Table, asked: Unmark) -> AnyCommand:
    """Takes a state off somebody."""
    people = everyone(asked.who, table)
    for one in people:
        if not one.has(asked.name):
            raise FirefightError(f"{one.name} is not '{asked.name}'; {near(asked.name, [mark.name for mark in one.marks])}")
    return by_hand((Unmarked(one.id, asked.name, asked.origin) for one in people), asked.reason)


# ------------------------------------------------------------------ the table


class Hand(Asked, frozen=True):
    who: Annotated[str | tuple[str, ...], Meta(description="Everybody if left out.")] = ()
    on: Annotated[bool, Meta(description="False ends it.")] = True


@order
def hand(game: Game, table: Table, asked: Hand) -> AnyCommand:
    """Lets somebody's dice, or everybody's, be typed in from now on."""
    if not asked.who:
        return by_hand([Flagged("dice by hand", int(asked.on))], asked.reason)
    people = everyone(asked.who, table)
    name = "dice by hand"
    return by_hand((Marked(one.id, Mark(name)) if asked.on else Unmarked(one.id, name) for one in people), asked.reason)


class Health(Asked, frozen=True):
    side: str
    shown: Annotated[Literal["nothing", "words", "exact"], Meta(description="What others see of it.")] = "words"


@order
def health(game: Game, table: Table, asked: Health) -> AnyCommand:
    """Says what others see of a side's health: nothing, a word, or the numbers."""
    if asked.side not in table.sides:
        raise FirefightError(f"there is no side '{asked.side}'; {near(asked.side, table.sides)}")
    return by_hand([Flagged(f"health {asked.side}", POLICIES.index(asked.shown))], asked.reason)


class Option(Asked, frozen=True):
    name: str
    value: str | bool | int


@order
def option(game: Game, table: Table, asked: Option) -> AnyCommand:
    """Changes a house rule."""
    settings = {setting.name: setting for setting in game.settings}
    if asked.name not in settings:
        raise FirefightError(f"{game.title} has no option '{asked.name}'; {near(asked.name, settings)}")
    value = str(asked.value).lower() if isinstance(asked.value, bool) else str(asked.value)
    if value not in settings[asked.name].values:
        raise FirefightError(f"'{asked.name}' cannot be '{value}'; it is one of {', '.join(settings[asked.name].values)}")
    return by_hand([OptionSet(asked.name, value)], asked.reason)
