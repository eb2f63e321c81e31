"""Everybody on the map as a token: the shape of his side, his name where there is room, what is read out of him."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import NamedTuple

from firefight.ground import named
from firefight.language.plain import plain
from firefight.table import Combatant
from firefight.timeline import Deed, Turn
from firefight.web.screen import Screen
from firefight.web.shown.labels import Labels
from firefight.web.shown.layout import Layout, number
from firefight.web.shown.order import able
from firefight.web.shown.people import shape
from firefight.web.shown.sight import Seen


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
