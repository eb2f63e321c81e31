"""A ground as a small picture to look at beforehand: nobody can be moved on it, and nothing of a running fight is in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from firefight.ground import Ground, Kind, Wall
from firefight.table import Combatant

SQUARE = 32
"""Units of the picture to a square."""


class Token(NamedTuple):
    """Somebody in the picture: the shape of his side, whether only the GM knows of him, the middle of his square."""

    shape: str
    hidden: bool
    x: int
    y: int


class Plan(NamedTuple):
    """A picture: its size in units, one path of lines for each kind of thing, and who stands where."""

    width: int
    height: int
    grid: str
    wall: str
    door: str
    window: str
    cover: str
    tokens: tuple[Token, ...]


def plan(ground: Ground, people: Iterable[tuple[Combatant, str]]) -> Plan:
    """The picture of a ground with people, each with the shape of his side."""
    width, height = ground.width * SQUARE, ground.height * SQUARE
    lines = {kind: path(wall for wall in ground.walls if wall.kind == kind) for kind in KINDS}
    columns = "".join(f"M{x} 0V{height}" for x in range(SQUARE, width, SQUARE))
    rows = "".join(f"M0 {y}H{width}" for y in range(SQUARE, height, SQUARE))
    tokens = tuple(Token(shape, one.hidden, *middle(one.place)) for one, shape in people if one.place is not None)
    return Plan(width, height, columns + rows, lines["wall"], lines["door"], lines["window"], lines["cover"], tokens)


KINDS: tuple[Kind, ...] = ("wall", "door", "window", "cover")


def path(walls: Iterable[Wall]) -> str:
    """Walls as the path of a drawing."""
    return "".join(f"M{at(wall.a)}L{at(wall.b)}" for wall in walls)


def at(corner: tuple[float, float]) -> str:
    """A corner of the grid in units."""
    return f"{corner[0] * SQUARE:g} {corner[1] * SQUARE:g}"


def middle(square: tuple[int, int]) -> tuple[int, int]:
    """The middle of a square in units."""
    return square[0] * SQUARE + SQUARE // 2, square[1] * SQUARE + SQUARE // 2
