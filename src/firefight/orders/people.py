"""Orders about who is at the table, and what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from firefight.commands import AnyCommand
from firefight.encounter import people as described
from firefight.encounter.people import Person
from firefight.errors import FirefightError
from firefight.events import Changed, Event, Joined, SideFormed, Used
from firefight.game import Game, followed, placed
from firefight.orders import maps
from firefight.orders.base import Asked, Who, by_hand, everyone, known, order
from firefight.orders.fight import Several
from firefight.table import Combatant, Table
from firefight.table import Side as TableSide
from firefight.timeline import missed


class Join(Person, frozen=True, kw_only=True):
    fighting: Annotated[bool, Meta(description="Into the running fight as well? Yes, if left out.")] = True
    reason: str = ""


@order
def join(game: Game, table: Table, asked: Join) -> AnyCommand:
    """Brings somebody new to the table, ready-made or written out."""
    fields = {name: getattr(asked, name) for name in Person.__struct_fields__}
    person = Person(**fields)
    faults = list(described.faults(game, written(person)))
    if faults:
        raise FirefightError("; ".join(fault.text for fault in faults))
    joins = asked.fighting and table.timeline.running
    people = described.combatants(game, person, next_number(table, person))
    at = maps.squares_for(person, len(people), table)
    newcomers = [msgspec.structs.replace(one, fighting=joins, place=at.get(number)) for number, one in enumerate(people)]
    coming, after = standing(table, newcomers)
    late = (gone_by(game, after, one) for one in newcomers if joins)
    crowds = (maps.crowded(after, after.who(one.id)) for one in newcomers)
    return by_hand([*coming, *chain(*late, *crowds)], asked.reason)


def next_number(table: Table, person: Person) -> int:
    """The number a newcomer begins with: 1, or one more than the highest of those who are called so already."""
    stem = described.id_of(person)
    if person.id or not table.combatants.keys() & {stem, *described.ids(person)}:
        return 1
    numbers = (id.removeprefix(f"{stem}-") for id in table.combatants if id.startswith(f"{stem}-"))
    return max((int(number) for number in numbers if number.isdecimal()), default=1) + 1


def standing(table: Table, newcomers: Iterable[Combatant]) -> tuple[list[Event], Table]:
    """Newcomers at the table, whoever has no square on its map yet where there is room for him; and the table then."""
    coming: list[Event] = []
    for one in newcomers:
        for event in (Joined(one), *maps.given_room(Joined(one).apply(table), one)):
            table = event.apply(table)
            coming.append(event)
    return coming, table


def gone_by(game: Game, table: Table, one: Combatant) -> Iterator[Used]:
    """The turns of this round that a newcomer has missed who has a score, or follows somebody who has one."""
    if table.who(followed(table, one.id)[-1]).score:
        yield from (Used(one.id, tag) for tag in missed(placed(game, table), one.id, table.timeline.reached))


def written(person: Person) -> dict[str, Any]:
    """Somebody as a file would write him: only what is not left to its default."""
    data: dict[str, Any] = msgspec.to_builtins(person)
    return {key: value for key, value in data.items() if value not in ("", None, (), [], {}, False)}


@order
def leave(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Takes somebody off the table; nothing of his is lost, and he can return."""
    return by_hand((Changed(one.id, here=False) for one in everyone(asked.who, table)), asked.reason)


class Return(Asked, frozen=True):
    who: Who
    fighting: Annotated[bool | None, Meta(description="Into the running fight as well? As he was, if left out.")] = None


@order
def return_(game: Game, table: Table, asked: Return) -> AnyCommand:
    """Brings somebody back who has left."""
    running = table.timeline.running
    return by_hand((back(one, asked, running) for one in everyone(asked.who, table)), asked.reason)


def back(one: Combatant, asked: Return, running: bool) -> Changed:
    """The event that brings somebody back."""
    changes = asked.fighting is not None and asked.fighting != one.fighting and running
    return Changed(one.id, here=None if one.here else True, fighting=asked.fighting if changes else None)


class Rename(Asked, frozen=True):
    who: str
    name: str


@order
def rename(game: Game, table: Table, asked: Rename) -> AnyCommand:
    """Gives somebody another name; the id stays."""
    if wrong := described.unfit(asked.name) or ("" if asked.name else "a name cannot be blank"):
        raise FirefightError(wrong)
    return by_hand([Changed(known(asked.who, table).id, name=asked.name)], asked.reason)


class Side(Asked, frozen=True):
    who: Who
    side: str


@order
def side(game: Game, table: Table, asked: Side) -> AnyCommand:
    """Puts somebody on another side, a new one if need be."""
    if wrong := described.unfit(asked.side) or ("" if asked.side else "a side cannot be blank"):
        raise FirefightError(wrong)
    formed = [] if asked.side in table.sides else [SideFormed(TableSide(asked.side, asked.side))]
    return by_hand([*formed, *(Changed(one.id, side=asked.side) for one in everyone(asked.who, table))], asked.reason)


class Owner(Asked, frozen=True):
    who: Who
    owner: str = ""


@order
def owner(game: Game, table: Table, asked: Owner) -> AnyCommand:
    """Says which player decides for somebody; the GM if `owner` is left out."""
    if wrong := described.unfit_owner(asked.owner):
        raise FirefightError(wrong)
    return by_hand((Changed(one.id, owner=asked.owner) for one in everyone(asked.who, table)), asked.reason)


@order
def hide(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Hides somebody from everyone but the GM and his own player."""
    return by_hand((Changed(one.id, hidden=True) for one in everyone(asked.who, table)), asked.reason)


@order
def reveal(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Shows somebody who was hidden to everybody."""
    return by_hand((Changed(one.id, hidden=False) for one in everyone(asked.who, table)), asked.reason)
