"""The scene's map as a drawing: floor, walls, everybody the looker sees, how far the acting one gets and whom he sees."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import NamedTuple

from firefight.drawing import Part
from firefight.ground import Ground, Point, Square, Wall, named
from firefight.language.plain import plain
from firefight.scene import on_ground
from firefight.table import Combatant
from firefight.timeline import Deed, Turn
from firefight.web.screen import Screen
from firefight.web.shown import reach
from firefight.web.shown.labels import Labels
from firefight.web.shown.layout import Layout, layout, number
from firefight.web.shown.order import able
from firefight.web.shown.people import shape
from firefight.web.shown.reach import Reach
from firefight.web.shown.sight import Line, Seen, lines, looks


class Barrier(NamedTuple):
    """A wall, door, window or cover as a path; a door with its id, and its leaf where it stands open."""

    kind: str
    path: str
    id: str = ""
    open: bool = False
    leaf: str = ""


class Token(NamedTuple):
    """Somebody on the map. `says` is what is read out; `label` is empty where there is no room for a name."""

    id: str
    name: str
    square: str
    shape: str
    states: str
    says: str
    initial: str
    x: str
    y: str
    body: str
    ring: str
    nose: str
    label: str
    label_x: str
    label_y: str
    anchor: str
    drag: str


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
    labels = Labels(place, people)
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
        tuple(lines(screen, place, labels, one, [other for other in seen.values() if other.foe])) if one else (),
        way,
        plain(one.name) if one and one.place else "",
    )


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
        metres=f"{ground.metres:g}",
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


# ------------------------------------------------------------------ people


def lit(screen: Screen) -> tuple[str, ...]:
    """Those whose turn everybody may see. For all but the GM, whatever the GM does looks the same: nobody is lit."""
    top = screen.table.timeline.top
    if isinstance(top, Turn) and not top.window:
        acting = tuple(who for who in screen.awaited if who)
    else:
        acting = (top.who,) if isinstance(top, Deed) and top.who else ()
    return acting if screen.gm else tuple(who for who in acting if screen.table.who(who).owner)


def token(screen: Screen, place: Layout, labels: Labels, one: Combatant, seen: Seen | None, walks: bool) -> Token:
    """Somebody as a token, in the shape of his side. `seen` is how the acting one sees him, `walks` whether that one can move."""
    x, y = labels.middle(one)
    kind, states = shape(screen.table, one.side), tuple(states_of(screen, one))
    label = labels.name(one, "acting" in states)
    return Token(
        one.id,
        plain(one.name),
        named(one.place) if one.place else "",
        kind,
        " ".join((kind, *states)),
        ", ".join(told(screen, one, seen)),
        initial(plain(one.name)),
        number(x),
        number(y),
        body(kind, x, y, place.radius),
        number(place.radius * 1.7),
        nose(one, x, y, place.radius),
        label.text,
        number(label.x),
        number(label.y),
        label.anchor,
        drag(screen, one, walks),
    )


def states_of(screen: Screen, one: Combatant) -> Iterator[str]:
    """The classes a token bears."""
    if one.id in lit(screen):
        yield "acting"
    if one.hidden:
        yield "is-hidden"
    if not able(screen, one):
        yield "is-out"


def told(screen: Screen, one: Combatant, seen: Seen | None) -> Iterator[str]:
    """What is read out of somebody: name, side, square, what is up with him, how he stands to the acting one."""
    _ = screen._
    yield plain(one.name)
    yield plain(screen.table.sides[one.side].name or one.side)
    if one.place:
        yield named(one.place)
    words = {"acting": _("acting"), "is-hidden": _("hidden from players"), "is-out": _("out")}
    yield from (words[state] for state in states_of(screen, one))
    if seen is not None:
        name = plain(screen.table.who(screen.acting).name)
        yield _("from {name}: {relation}", name=name, relation=f"{seen.away}, {seen.words}")


def initial(name: str) -> str:
    """What stands on a token: the number of one of several, else the first letter."""
    last = name.rpartition(" ")[2]
    if last.isdecimal() and len(last) <= 2:
        return last
    return next((letter.upper() for letter in name if letter.isalnum()), "?")


def body(kind: str, x: float, y: float, r: float) -> str:
    """The outline of a side's shape: a circle, a diamond, a triangle, all of about one area."""
    if kind == "ally":
        half, d = f"a{number(r)} {number(r)} 0 1 0", number(2 * r)
        return f"M{number(x - r)} {number(y)}{half} {d} 0{half} -{d} 0z"
    if kind == "foe":
        d = number(1.22 * r)
        return f"M{number(x)} {number(y - 1.22 * r)}l{d} {d}l-{d} {d}l-{d} -{d}z"
    w, h = 1.25 * r, 2.1 * r
    return f"M{number(x)} {number(y - 1.3 * r)}l{number(w)} {number(h)}h{number(-2 * w)}z"


def nose(one: Combatant, x: float, y: float, r: float) -> str:
    """A mark on the side somebody looks to; empty where nobody keeps track."""
    if one.facing is None:
        return ""
    ends = [(one.facing + turn, far * r) for turn, far in ((-16, 1.35), (0, 1.75), (16, 1.35))]
    points = [(x + cos(radians(to)) * far, y + sin(radians(to)) * far) for to, far in ends]
    return "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points)


def drag(screen: Screen, one: Combatant, walks: bool) -> str:
    """How the looker may move somebody: the one who acts by his menu, the GM anybody by his own hand; "" for not at all."""
    if not screen.look.hands:
        return ""
    if one.id == screen.acting and walks:
        return "act"
    return "place" if screen.gm else ""


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
    labels = Labels(place, people)
    for other in people:
        if place.shows(other):
            labels.name(other)
    seen = looks(screen, one)
    x, y = labels.middle(one) if place.shows(one) else (0.0, 0.0)
    words = [f"{other.name} {other.away}, {other.words}" for other in seen]
    says = screen._("From {name}: {others}", name=plain(one.name), others="; ".join(words) or screen._("nobody else"))
    return Sight(says, number(x), number(y), number(place.radius * 1.45), tuple(lines(screen, place, labels, one, seen)))
