"""Names on the map: each is put where it covers nobody and no other name, and left out where there is no such place.

Of several such places it takes the first that no wall, piece of furniture or line of sight runs through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firefight.ground import Point
from firefight.language.plain import plain
from firefight.table import Combatant
from firefight.web.shown.layout import Layout

WIDE = 0.56
"""The width of a letter, in its height."""
LONGEST = 18


class Rect(NamedTuple):
    """A rectangle that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect) -> bool:
        """Whether two rectangles overlap."""
        apart = self.right <= other.left or other.right <= self.left or self.bottom <= other.top or other.bottom <= self.top
        return not apart

    def lies_on(self, line: tuple[Point, Point]) -> bool:
        """Whether a line runs through the rectangle."""
        (ax, ay), (bx, by) = line
        enters, leaves = 0.0, 1.0
        for start, way, least, most in ((ax, bx - ax, self.left, self.right), (ay, by - ay, self.top, self.bottom)):
            if way == 0:
                if not least <= start <= most:
                    return False
                continue
            first, last = sorted(((least - start) / way, (most - start) / way))
            enters, leaves = max(enters, first), min(leaves, last)
        return enters <= leaves


class Label(NamedTuple):
    """A text and where it stands; empty where there was no room."""

    text: str
    x: float
    y: float
    anchor: str


class Labels:
    """What is taken on one drawing: the tokens first, then every label that was put."""

    def __init__(self, place: Layout, people: Iterable[Combatant], drawn: Iterable[tuple[Point, Point]] = ()) -> None:
        """`drawn` are the lines of the drawing, from point to point of the ground, that names had better keep clear of."""
        self.place, self._drawn = place, [(place.at(a), place.at(b)) for a, b in drawn]
        self._middles = spread(place, [one for one in people if place.shows(one)])
        r = place.radius * 1.1
        self._taken = [Rect(x - r, y - r, x + r, y + r) for x, y in self._middles.values()]

    def middle(self, one: Combatant) -> Point:
        """Where somebody's token stands: beside the others where several are on one square."""
        return self._middles[one.id]

    def name(self, one: Combatant, ringed: bool = False) -> Label:
        """The name of somebody, beside, below or above his token and the ring round it."""
        x, y = self.middle(one)
        text = plain(one.name)
        text = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
        far, size = self.place.radius * (1.7 if ringed else 1.22) + 5, self.place.letters
        right, left = (x + far, y + size * 0.35, "start"), (x - far, y + size * 0.35, "end")
        above, below = (x, y - far + 1, "middle"), (x, y + far + size * 0.75, "middle")
        return self._put(text, (above, below, right, left) if ringed else (right, below, above, left))

    def beside(self, text: str, a: Point, b: Point) -> Label:
        """A text on the line between two points."""
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.55, 0.4, 0.7, 0.3, 0.82, 0.2)]
        size = self.place.letters
        aside = len(text) * size * WIDE / 2 + 5
        around = ((aside, size * 0.3), (-aside, size * 0.3), (0.0, -4.0), (0.0, size + 2.0))
        return self._put(text, [(x + right, y + down, "middle") for x, y in points for right, down in around])

    def _put(self, text: str, places: Sequence[tuple[float, float, str]]) -> Label:
        free = [(rect, at) for at in places if self._is_free(rect := self._rect(text, *at))]
        if not free:
            return Label("", *places[0])
        rect, at = next((one for one in free if not any(map(one[0].lies_on, self._drawn))), free[0])
        self._taken.append(rect)
        return Label(text, *at)

    def _rect(self, text: str, x: float, y: float, anchor: str) -> Rect:
        wide, size = len(text) * self.place.letters * WIDE, self.place.letters
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        return Rect(left, y - size * 0.85, left + wide, y + size * 0.25)

    def _is_free(self, rect: Rect) -> bool:
        edge = self.place.margin
        inside = rect.left >= edge and rect.top >= edge and rect.right <= self.place.width and rect.bottom <= self.place.height
        return inside and not any(rect.meets(other) for other in self._taken)


def spread(place: Layout, people: Sequence[Combatant]) -> dict[str, Point]:
    """The middle of everybody's token; several on one square stand a little apart."""
    found: dict[str, Point] = {}
    for one in people:
        assert one.place is not None
        x, y = place.middle(one.place)
        before = sum(other.place == one.place for other in people[: people.index(one)])
        shift = before * place.unit * 0.22
        found[one.id] = (x + shift, y - shift)
    return found
