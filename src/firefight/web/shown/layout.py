"""Where squares come to lie on the screen: the part of the ground that is drawn, and how large a square is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from firefight.drawing import Part
from firefight.ground import Ground, Point, Square
from firefight.table import Combatant


class Box(NamedTuple):
    """The room a page has for the map, in pixels, and the size of its letters there.

    A ground whose squares would be smaller than `least` is drawn in part, round the people on it.
    """

    width: int
    height: int
    letters: int
    least: float


BOXES = {"gm": Box(690, 290, 12, 21), "phone": Box(360, 320, 13, 21), "map": Box(930, 740, 13, 0), "tv": Box(1130, 800, 24, 38)}
LARGEST = 80.0
"""Pixels of a square."""
AROUND = 4
"""Squares that are shown around the people in any case."""


class Layout(NamedTuple):
    """A part of a ground in pixels. The names of columns and rows stand in the margin, above and to the left."""

    part: Part
    unit: float
    margin: float
    letters: int

    @property
    def width(self) -> float:
        """The width of the drawing."""
        return self.part.width * self.unit + self.margin + 2

    @property
    def height(self) -> float:
        """The height of the drawing."""
        return self.part.height * self.unit + self.margin + 2

    @property
    def view(self) -> str:
        """The view box."""
        return f"0 0 {number(self.width)} {number(self.height)}"

    @property
    def radius(self) -> float:
        """The radius of a token."""
        return min(26.0, max(6.0, 0.36 * self.unit))

    @property
    def scale(self) -> str:
        """How much larger a token is than one of ten pixels."""
        return f"{self.radius / 10:.2f}"

    def at(self, point: Point) -> Point:
        """A point of the ground, in squares, on the drawing."""
        return self.margin + (point[0] - self.part.left) * self.unit, self.margin + (point[1] - self.part.top) * self.unit

    def middle(self, square: Square) -> Point:
        """The middle of a square on the drawing."""
        return self.at((square[0] + 0.5, square[1] + 0.5))

    def shows(self, one: Combatant) -> bool:
        """Whether somebody stands in the part that is drawn."""
        return one.place is not None and is_in(self.part, one.place)

    def line(self, a: Point, b: Point) -> str:
        """A straight line as a path."""
        (ax, ay), (bx, by) = self.at(a), self.at(b)
        return f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"

    def area(self, squares: Collection[Square]) -> str:
        """Squares as a path: one rectangle for each row of neighbours."""
        shown = sorted((y, x) for x, y in squares if is_in(self.part, (x, y)))
        found, high = [], number(self.unit)
        for row, first, last in runs(shown):
            (x, y), wide = self.at((first, row)), (last - first + 1) * self.unit
            found.append(f"M{number(x)} {number(y)}h{number(wide)}v{high}h{number(-wide)}z")
        return "".join(found)


def layout(ground: Ground, people: Iterable[Combatant], page: str) -> Layout:
    """The layout of a ground for a page: whole where its squares are large enough, else the part where people stand."""
    box = BOXES.get(page, BOXES["gm"])
    whole = Part(0, 0, ground.width, ground.height)
    margin = 18.0
    unit = size(whole, box, margin)
    squares = [one.place for one in people if one.place]
    if unit >= box.least or not squares:
        return Layout(whole, unit, margin, box.letters)
    part = around(ground, squares, box)
    return Layout(part, size(part, box, margin), margin, box.letters)


def size(part: Part, box: Box, margin: float) -> float:
    """Pixels of a square, so that a part of the ground fits its box."""
    return round(min(LARGEST, (box.width - margin) / part.width, (box.height - margin) / part.height), 1)


def around(ground: Ground, squares: list[Square], box: Box) -> Part:
    """The part of the ground with all these squares in it, in the proportions of the box."""
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    wide, high = max(xs) - min(xs) + 1 + 2 * AROUND, max(ys) - min(ys) + 1 + 2 * AROUND
    wide, high = max(wide, round(high * box.width / box.height)), max(high, round(wide * box.height / box.width))
    width, height = min(wide, ground.width), min(high, ground.height)
    left = min(max(0, (min(xs) + max(xs) + 1 - width) // 2), ground.width - width)
    top = min(max(0, (min(ys) + max(ys) + 1 - height) // 2), ground.height - height)
    return Part(left, top, width, height)


def is_in(part: Part, at: Square) -> bool:
    """Whether a square lies in a part."""
    return 0 <= at[0] - part.left < part.width and 0 <= at[1] - part.top < part.height


def runs(ordered: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Neighbours of one row together: the row, the first and the last column."""
    found: list[tuple[int, int, int]] = []
    for row, column in ordered:
        if found and found[-1][0] == row and found[-1][2] == column - 1:
            found[-1] = (row, found[-1][1], column)
        else:
            found.append((row, column, column))
    return found


def number(value: float) -> str:
    """A number as short as it can be written for a drawing."""
    return f"{value:.1f}".removesuffix(".0")
