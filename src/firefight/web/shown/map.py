"""The scene's map as a drawing: floor, walls, everybody the looker sees, how far the acting one gets and whom he sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from firefight import space
from firefight.drawing import Part
from firefight.ground import Ground, Point, Square, Wall, named
from firefight.language.plain import plain
from firefight.scene import on_ground
from firefight.table import Combatant
from firefight.web.screen import Screen
from firefight.web.shown import reach
from firefight.web.shown.labels import Labels
from firefight.web.shown.layout import Layout, layout, number
from firefight.web.shown.reach import Reach
from firefight.web.shown.sight import Line, Seen, lines, looks
from firefight.web.shown.tokens import Token, token


class Barrier(NamedTuple):
    """A wall, door, window or cover as a path; a door with its id, and its leaf where it stands open."""

    kind: str
    path: str
    id: str = ""
    open: bool = False
    leaf: str = ""


class Area(NamedTuple):
    """Squares that can be reached: as a path, and what it takes, in words."""

    path: str
    words: str


class Mark(NamedTuple):
    """The name of a column or row, at the edge."""

    text: str
    x: str
    y: str


class Drawing(NamedTuple):
    """Everything a map is drawn from. Lengths are those of the view box, about as many as pixels on the screen."""

    title: str
    says: str
    layout: Layout
    barriers: tuple[Barrier, ...]
    marks: tuple[Mark, ...]
    near: Area | None
    far: Area | None
    tokens: tuple[Token, ...]
    sights: tuple[Line, ...]
    reach: Reach | None
    seen_from: str

    @property
    def doors(self) -> tuple[Barrier, ...]:
        """Everything that can be opened and shut."""
        return tuple(one for one in self.barriers if one.kind == "door" and one.id)


def drawn(screen: Screen) -> Drawing | None:
    """The map as the looker knows it; None where there is none."""
    ground = screen.table.ground
    if ground is None:
        return None
    people = on_ground(screen.table)
    place = layout(ground, people, screen.look.page)
    one = screen.table.who(screen.acting) if screen.acting else None
    way = reach.reach(screen, one.id) if one and screen.look.hands else None
    seen = {other.id: other for other in looks(screen, one)} if one else {}
    foes = [other for other in seen.values() if other.foe]
    labels = Labels(place, people, strokes(screen, ground, one, foes))
    shown = sorted((other for other in people if place.shows(other)), key=lambda other: other is one)
    tokens = tuple(token(screen, place, labels, other, seen.get(other.id), way is not None) for other in shown)
    return Drawing(
        plain(ground.name) or screen._("Map"),
        says(screen, ground),
        place,
        tuple(barriers(place, ground)),
        tuple(marks(place)),
        Area(place.area({*way.near, *standing(one)}), way.words) if way else None,
        Area(place.area(way.far), way.far_words) if way and way.far else None,
        tokens,
        tuple(lines(screen, place, labels, one, foes)) if one else (),
        way,
        plain(one.name) if one and one.place else "",
    )


def strokes(screen: Screen, ground: Ground, one: Combatant | None, seen: Iterable[Seen]) -> Iterator[tuple[Point, Point]]:
    """What is drawn in lines, from point to point: walls and furniture, and how somebody sees others."""
    yield from ((wall.a, wall.b) for wall in ground.walls)
    for other in seen:
        goal = screen.table.who(other.id).place
        if one and one.place and goal and not other.out:
            yield space.middle(one.place), space.middle(goal)


def standing(one: Combatant | None) -> tuple[Square, ...]:
    """The square somebody stands on."""
    return (one.place,) if one and one.place else ()


def says(screen: Screen, ground: Ground) -> str:
    """What is read out of the map as a whole."""
    name = plain(ground.name) or screen._("Map")
    return screen._(
        "{name}: {width} by {height} squares of {metres} m",
        name=name,
        width=ground.width,
        height=ground.height,
        metres=screen._.figure(ground.metres),
    )


def marks(place: Layout) -> Iterator[Mark]:
    """The names of columns above, of rows to the left; every second or fifth where squares are small."""
    step = 1 if place.unit >= 20 else 5
    for x in range(place.part.left, place.part.left + place.part.width):
        if x % step == 0:
            yield Mark(named((x, 0))[:-1], number(place.at((x + 0.5, 0))[0]), number(place.margin * 0.66))
    for y in range(place.part.top, place.part.top + place.part.height):
        if y % step == 0:
            yield Mark(str(y + 1), number(place.margin * 0.5), number(place.at((0, y + 0.5))[1] + 3.5))


# ------------------------------------------------------------------ what stands there


def barriers(place: Layout, ground: Ground) -> Iterator[Barrier]:
    """Walls in one path each kind, doors one by one, as far as they lie in the part that is drawn."""
    shown = [wall for wall in ground.walls if is_near(place.part, wall)]
    for kind in ("cover", "wall", "window"):
        path = "".join(place.line(wall.a, wall.b) for wall in shown if wall.kind == kind)
        if path:
            yield Barrier(kind, path)
    for wall in shown:
        if wall.kind == "door":
            leaf = place.line(wall.a, swung(wall)) if wall.open else ""
            yield Barrier("door", place.line(wall.a, wall.b), plain(wall.id), wall.open, leaf)


def is_near(part: Part, wall: Wall) -> bool:
    """Whether a wall may show in a part of the ground."""
    xs, ys = sorted((wall.a[0], wall.b[0])), sorted((wall.a[1], wall.b[1]))
    return xs[0] <= part.left + part.width and xs[1] >= part.left and ys[0] <= part.top + part.height and ys[1] >= part.top


def swung(wall: Wall) -> Point:
    """Where the free end of an open door is: at a right angle to where it was, a little ajar."""
    dx, dy = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
    return wall.a[0] - 0.9 * dy + 0.15 * dx, wall.a[1] + 0.9 * dx + 0.15 * dy


# ------------------------------------------------------------------ from somebody's square


class Sight(NamedTuple):
    """What somebody sees: lines to lay over the map, a ring round him, and all of it in words."""

    says: str
    x: str
    y: str
    ring: str
    lines: tuple[Line, ...]


def from_one(screen: Screen, who: str) -> Sight | None:
    """What somebody sees from where he stands, as far as the looker knows; None for somebody who is not on the map."""
    one = screen.table.combatants.get(who)
    people = on_ground(screen.table)
    if screen.table.ground is None or one not in people or one is None:
        return None
    place = layout(screen.table.ground, people, screen.look.page)
    seen = looks(screen, one)
    labels = Labels(place, people, strokes(screen, screen.table.ground, one, seen))
    for other in people:
        if place.shows(other):
            labels.name(other)
    x, y = labels.middle(one) if place.shows(one) else (0.0, 0.0)
    words = [f"{other.name} {other.away}, {other.words}" for other in seen]
    says = screen._("From {name}: {others}", name=plain(one.name), others="; ".join(words) or screen._("nobody else"))
    return Sight(says, number(x), number(y), number(place.radius * 1.45), tuple(lines(screen, place, labels, one, seen)))
