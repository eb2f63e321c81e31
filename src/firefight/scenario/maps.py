"""What is true on the map: where people stand, what they see, how far off they are, which doors are open."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from firefight import scene
from firefight.ground import named
from firefight.scenario.difference import Difference, Found, Shown, differ, each, said
from firefight.table import Combatant, Table


@each("places")
def places(expected: str, one: Combatant, shown: Shown) -> Found:
    """The square somebody stands on; "" for somebody off the map."""
    yield from differ(f"place of {one.id}", expected.upper(), named(one.place) if one.place else "")


@each("facing")
def facing(expected: int, one: Combatant, shown: Shown) -> Found:
    """The direction somebody looks in."""
    yield from differ(f"facing of {one.id}", expected, one.facing)


def sees(expected: tuple[str, ...] | Mapping[str, tuple[str, ...]], shown: Shown) -> Found:
    """Who is in somebody's sight on the map; as a list, who is there at all."""
    if isinstance(expected, Mapping):
        yield from in_sight(expected, shown)
    else:
        here = tuple(shown.table.combatants)
        yield from (Difference("sees", who, said(here)) for who in expected if who not in here)


@each("sees")
def in_sight(expected: tuple[str, ...], one: Combatant, shown: Shown) -> Found:
    """Exactly those in somebody's sight."""
    yield from differ(f"in sight of {one.id}", tuple(sorted(expected)), others(scene.sees, one, shown))


@each("cover")
def cover(expected: tuple[str, ...], one: Combatant, shown: Shown) -> Found:
    """Exactly those who have cover from somebody."""
    yield from differ(f"in cover from {one.id}", tuple(sorted(expected)), others(scene.has_cover, one, shown))


def others(holds: Callable[[Table, Combatant, Combatant], bool | None], one: Combatant, shown: Shown) -> tuple[str, ...] | str:
    """Those others on the map of whom something holds; a word where this one is not on it."""
    if shown.table.ground is None or one.place is None:
        return "not on a map"
    on_ground = scene.on_ground(shown.table)
    return tuple(sorted(other.id for other in on_ground if other.id != one.id and holds(shown.table, one, other)))


@each("distance")
def distance(expected: Mapping[str, float], one: Combatant, shown: Shown) -> Found:
    """Metres to others, to a tenth of one."""
    for who, metres in expected.items():
        other = shown.one(who)
        got = scene.distance(shown.table, one, other) if other else None
        yield from differ(f"distance from {one.id} to {who}", float(metres), None if got is None else round(got, 1))


def doors(expected: Mapping[str, str], shown: Shown) -> Found:
    """Which doors are open."""
    there = {door.id: "open" if door.open else "shut" for door in shown.table.ground.doors()} if shown.table.ground else {}
    for id, state in expected.items():
        yield from differ(id, state, there.get(id))
