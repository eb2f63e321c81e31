"""Orders about the map: which one lies on the table, who stands where on it, which doors are open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from firefight import space
from firefight.commands import AnyCommand
from firefight.encounter import maps
from firefight.encounter.faults import Fault
from firefight.encounter.maps import MapLine
from firefight.encounter.people import Person
from firefight.errors import FirefightError
from firefight.events import DoorMoved, Event, GroundSet, Placed, Told, Turned
from firefight.game import Game
from firefight.ground import Ground, Square, Wall
from firefight.orders.base import Asked, Who, by_hand, everyone, known, order
from firefight.orders.fight import Several
from firefight.scene import direction, knows_of, met, on_ground
from firefight.table import Combatant, Table

NEAR = 12
"""How many squares from his side's people a newcomer is put at most."""


class MapAsked(MapLine, frozen=True, kw_only=True):
    reason: str = ""


@order
def map_(game: Game, table: Table, asked: MapAsked) -> AnyCommand:
    """Puts a map on the table, drawn or from a file; letters of a drawing place those whose ids begin with them."""
    data: dict[str, Any] = {name: getattr(asked, name) for name in MapLine.__struct_fields__}
    read = maps.read({name: value for name, value in data.items() if value not in ("", None)}, game.square, Path(), ())
    if read.map is None:
        raise FirefightError("; ".join(told(fault) for fault in read.faults))
    return by_hand([GroundSet(read.map.ground), *drawn_in(read.map, table)], asked.reason)


def told(fault: Fault) -> str:
    """A fault, with the line of the drawing where it has one."""
    row = fault.path[-1] if fault.path else ""
    return f"line {row + 1} of the drawing, {fault.text}" if isinstance(row, int) else fault.text


def drawn_in(map: maps.Map, table: Table) -> Iterator[Placed]:
    """Everybody who is here and whose letter stands in the drawing, where nobody else's is the same."""
    here = [one.id for one in table.present()]
    for mark, at in map.marks.items():
        meant = [id for id in here if id[:1].casefold() == mark.casefold()]
        if len(meant) == 1:
            yield Placed(meant[0], at)


@order
def nomap(game: Game, table: Table, asked: Asked) -> AnyCommand:
    """Puts the map away; the fight goes on with what the GM says."""
    ground_of(table)
    return by_hand([GroundSet()], asked.reason)


def ground_of(table: Table) -> Ground:
    """The ground. Raises FirefightError where there is none."""
    if table.ground is None:
        raise FirefightError("there is no map on the table; 'map' puts one there")
    return table.ground


# ------------------------------------------------------------------ people


class Place(Asked, frozen=True):
    who: Who
    at: Annotated[str | tuple[str, ...], Meta(description="The square, D4; several in the order of those named.")]


@order
def place(game: Game, table: Table, asked: Place) -> AnyCommand:
    """Puts somebody on a square of the map, several at once on one each."""
    people = everyone(asked.who, table)
    put = [Placed(one.id, at) for one, at in zip(people, squares(asked.at, len(people), table), strict=True)]
    after = table
    for event in put:
        after = event.apply(after)
    return by_hand([*put, *(line for one in people for line in crowded(after, after.who(one.id)))], asked.reason)


def squares(at: str | tuple[str, ...], count: int, table: Table) -> list[Square]:
    """The squares named, one for each of so many. Raises FirefightError."""
    found = [square_named(name, ground_of(table)) for name in maps.squares_named(at)]
    if len(found) != count:
        raise FirefightError(f"{len(found)} squares are named for {count}; give one for each, in the same order")
    return found


def squares_for(person: Person, count: int, table: Table) -> dict[int, Square]:
    """The squares of so many newcomers of one description, by number; none where it names none. Raises FirefightError."""
    if person.mark:
        raise FirefightError("a mark is found in the drawing of an encounter file only; give at = ... here")
    return dict(enumerate(squares(person.at, count, table))) if person.at else {}


def given_room(table: Table, one: Combatant) -> Iterator[Event]:
    """A newcomer's square on the map, where he has none; the GM is told if there is no room for him."""
    if table.ground is None or one.place is not None:
        return
    free = room(table, table.ground, one)
    yield Placed(one.id, free) if free else Told("no_place", one.id, gm=True)


def room(table: Table, ground: Ground, one: Combatant) -> Square | None:
    """A free square near somebody's own side, else at the edge; None where everything is full."""
    there = [other for other in on_ground(table) if other.id != one.id and knows_of(one, other)]
    others = [other.place for other in there if other.place]
    mates = [other.place for other in there if other.place and other.side == one.side]
    return beside(ground, mates, others) or at_the_edge(ground, others)


def beside(ground: Ground, mates: Sequence[Square], others: Sequence[Square]) -> Square | None:
    """The free square that is the shortest way on foot from one of these; None where there is none close by."""
    near = [space.reachable(ground, mate, NEAR * ground.metres, others) for mate in mates]
    costs = {at: min(found[at] for found in near if at in found) for at in {at for found in near for at in found}}
    return min((at for at in costs if at not in others), key=lambda at: (costs[at], at), default=None)


def at_the_edge(ground: Ground, others: Sequence[Square]) -> Square | None:
    """The free square closest to the edge of the map, and there the farthest from everybody."""

    def liked(at: Square) -> tuple[int, float, Square]:
        edge = min(at[0], at[1], ground.width - 1 - at[0], ground.height - 1 - at[1])
        return edge, -min((space.metres(ground, at, other) for other in others), default=0.0), at

    free = ((x, y) for x in range(ground.width) for y in range(ground.height) if (x, y) not in others)
    return min(free, key=liked, default=None)


def crowded(table: Table, one: Combatant) -> Iterator[Event]:
    """What is told where somebody stands on another one's square."""
    return met(table, one, [one.place] if one.place else [])


def square_named(name: str, ground: Ground) -> Square:
    """The square of a name on this ground. Raises FirefightError."""
    found = maps.square_of(maps.Map(ground), name)
    if isinstance(found, str):
        raise FirefightError(found)
    return found


@order
def lift(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Takes somebody off the map; he stays at the table."""
    people = everyone(asked.who, table)
    for one in people:
        if one.place is None:
            raise FirefightError(f"{one.name} is not on the map")
    return by_hand((Placed(one.id) for one in people), asked.reason)


class Face(Asked, frozen=True):
    who: Who
    to: Annotated[str, Meta(description="Somebody by id, or a square: what is looked at.")] = ""
    degrees: Annotated[
        Annotated[int, Meta(ge=-359, le=359)] | None, Meta(description="A direction instead: 0 right, 90 down, 180 left, 270 up.")
    ] = None


@order
def face(game: Game, table: Table, asked: Face) -> AnyCommand:
    """Says which way somebody looks: at somebody else, at a square, or in a direction."""
    if (asked.degrees is None) == (not asked.to):
        raise FirefightError("say where to: to = somebody or a square, or degrees = 90, one of the two")
    return by_hand((Turned(one.id, facing(one, table, asked)) for one in everyone(asked.who, table)), asked.reason)


def facing(one: Combatant, table: Table, asked: Face) -> int:
    """The direction that is asked for. Raises FirefightError where it cannot be told."""
    if asked.degrees is not None:
        return asked.degrees % 360
    if one.place is None:
        raise FirefightError(f"{one.name} is not on the map; give degrees = ...")
    is_square = re.fullmatch(r"[A-Za-z]{1,3}[0-9]+", asked.to) and asked.to not in table.combatants
    goal = square_named(asked.to, ground_of(table)) if is_square else known(asked.to, table).place
    if goal is None or goal == one.place:
        raise FirefightError(f"{asked.to} is not on another square of the map; give degrees = ...")
    return direction(one.place, goal)


# ------------------------------------------------------------------ doors


class Door(Asked, frozen=True):
    door: Annotated[str, Meta(description="Its id; 'map' shows them.")]
    do: Annotated[Literal["open", "shut"], Meta(description='"open" or "shut".')] = "open"


@order
def door(game: Game, table: Table, asked: Door) -> AnyCommand:
    """Opens a door of the map, or shuts it."""
    found = door_named(asked.door, ground_of(table))
    if found.open == (asked.do == "open"):
        raise FirefightError(f"{found.id} is {asked.do} already")
    return by_hand([DoorMoved(found.id, asked.do == "open")], asked.reason)


def door_named(name: str, ground: Ground) -> Wall:
    """The door of an id, with or without the word "door". Raises FirefightError with all doors there are."""
    meant = name.strip().casefold().removeprefix("door").strip()
    found = [one for one in ground.doors() if one.id.casefold().removeprefix("door").strip() == meant]
    if not found:
        there = ", ".join(f"{one.id} ({'open' if one.open else 'shut'})" for one in ground.doors())
        raise FirefightError(f"there is no door '{name}'; {f'there is {there}' if there else 'this map has none'}")
    return found[0]
