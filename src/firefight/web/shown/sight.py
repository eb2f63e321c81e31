"""How others stand to somebody on the map: how far off, in sight or not, behind cover; as words and as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Literal, NamedTuple

from firefight import scene, space
from firefight.ground import Ground, Point, Square, named
from firefight.language.plain import plain
from firefight.table import Combatant
from firefight.web.screen import Screen
from firefight.web.shown.labels import Labels
from firefight.web.shown.layout import Layout, number
from firefight.web.shown.order import able
from firefight.web.shown.people import shape

View = Literal["clear", "partial", "blocked"]


class Seen(NamedTuple):
    """Somebody as another one sees him; `words` leave out the distance."""

    id: str
    name: str
    shape: str
    foe: bool
    square: str
    metres: float
    away: str
    view: View
    words: str
    hidden: bool
    out: bool


class Line(NamedTuple):
    """A line of sight, to where it ends; `stop` is a cross where something blocks it."""

    view: View
    path: str
    stop: str
    label: str
    x: str
    y: str


def looks(screen: Screen, one: Combatant) -> list[Seen]:
    """How everybody else on the map stands to somebody, the nearest first."""
    others = [other for other in scene.on_ground(screen.table) if other.id != one.id]
    return sorted((seen(screen, one, other) for other in others), key=lambda other: other.metres) if one.place else []


def seen(screen: Screen, one: Combatant, other: Combatant) -> Seen:
    """How one stands to another; both are on the map."""
    metres = scene.distance(screen.table, one, other) or 0.0
    view = view_of(screen, one, other)
    return Seen(
        other.id,
        plain(other.name),
        shape(screen.table, other.side),
        other.side != one.side,
        named(other.place) if other.place else "",
        metres,
        f"{screen._.figure(metres)} m",
        view,
        ", ".join(words(screen, one, other, view)),
        other.hidden,
        not able(screen, other),
    )


def view_of(screen: Screen, one: Combatant, other: Combatant) -> View:
    """In sight, in sight behind cover, or not."""
    if not scene.sees(screen.table, one, other):
        return "blocked"
    return "partial" if scene.has_cover(screen.table, one, other) else "clear"


def words(screen: Screen, one: Combatant, other: Combatant, view: View) -> Iterator[str]:
    """What there is to say, the distance left out."""
    _ = screen._
    yield {"clear": _("clear"), "partial": _("behind cover"), "blocked": _("out of sight")}[view]
    if scene.is_next_to(screen.table, one, other):
        yield _("next to each other")
    if scene.is_in_front(screen.table, one, other) is False:
        yield _("not in front")


# ------------------------------------------------------------------ lines


def lines(screen: Screen, place: Layout, labels: Labels, one: Combatant, others: Iterable[Seen]) -> Iterator[Line]:
    """The lines of sight from somebody to some others, each with its distance where there is room for it."""
    ground, start = screen.table.ground, one.place
    if ground is None or start is None or not place.shows(one):
        return
    for other in others:
        goal = screen.table.who(other.id).place
        if goal is not None and goal != start and not other.out:
            yield line(place, labels, ground, (start, goal), other)


def line(place: Layout, labels: Labels, ground: Ground, pair: tuple[Square, Square], other: Seen) -> Line:
    """The line of sight between two squares, from the edge of one token to that of the other, or to what is in the way."""
    a, b = space.middle(pair[0]), space.middle(pair[1])
    end = first_hit(ground, a, b) if other.view == "blocked" else None
    (ax, ay), (bx, by) = place.at(a), place.at(end or b)
    long = hypot(bx - ax, by - ay) or 1.0
    out, back = place.radius * 1.75 / long, 0.0 if end else place.radius * 1.35 / long
    start, stop = (ax + (bx - ax) * out, ay + (by - ay) * out), (bx - (bx - ax) * back, by - (by - ay) * back)
    if long <= place.radius * 3.2:
        return Line(other.view, "", "", "", "0", "0")
    said = other.away if other.view == "clear" and "," not in other.words else f"{other.away}, {other.words}"
    label = labels.beside(said, start, stop) if other.view != "blocked" else None
    path = f"M{number(start[0])} {number(start[1])}L{number(stop[0])} {number(stop[1])}"
    return Line(
        other.view,
        path,
        cross(bx, by) if end else "",
        label.text if label else "",
        number(label.x if label else 0),
        number(label.y if label else 0),
    )


def cross(x: float, y: float) -> str:
    """A small cross."""
    return f"M{number(x - 3.5)} {number(y - 3.5)}l7 7m0 -7l-7 7"


def first_hit(ground: Ground, a: Point, b: Point) -> Point | None:
    """Where a line first meets something that stops sight."""
    found = [at for wall in ground.walls if wall.stops_sight and (at := meeting(a, b, wall.a, wall.b)) is not None]
    nearest = min(found, default=None)
    return None if nearest is None else (a[0] + (b[0] - a[0]) * nearest, a[1] + (b[1] - a[1]) * nearest)


def meeting(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """How far along a line, from 0 to 1, it meets another; None where it does not."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = ux * vy - uy * vx
    if abs(across) < 1e-12:
        return None
    t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / across
    s = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / across
    return t if 0 <= t <= 1 and -1e-9 <= s <= 1 + 1e-9 else None
