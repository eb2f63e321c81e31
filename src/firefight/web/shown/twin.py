"""The map as text: where everybody stands as somebody sees it, where that one can go, what there is on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from firefight import scene, space
from firefight.ground import Ground, Square, Wall, named
from firefight.language import legal
from firefight.language.plain import plain
from firefight.table import Combatant
from firefight.web.screen import Screen
from firefight.web.shown import chances, reach
from firefight.web.shown.chances import Odds
from firefight.web.shown.people import shape
from firefight.web.shown.reach import Reach
from firefight.web.shown.sight import Seen, looks

MOST_WAYS = 8
"""Goals that are named in one list."""


class Stand(NamedTuple):
    """Somebody on the map, for a table without anybody to look from."""

    id: str
    name: str
    shape: str
    square: str
    hidden: bool


class Door(NamedTuple):
    """A door: its id, where it is, whether it is open."""

    id: str
    where: str
    open: bool


class Ways(NamedTuple):
    """Where a way leads, in words: what kind of way, then its goals with what they cost."""

    title: str
    goals: tuple[str, ...]


class Twin(NamedTuple):
    """The map as text. `odds` are those of one line of the menu, by target; `act` names it."""

    one: Combatant | None
    square: str
    foes: tuple[Seen, ...]
    friends: tuple[Seen, ...]
    stands: tuple[Stand, ...]
    act: str
    odds: dict[str, Odds]
    ways: tuple[Ways, ...]
    about: tuple[str, ...]
    doors: tuple[Door, ...]

    @property
    def guessed(self) -> bool:
        """Whether odds rest on numbers that whoever looks does not know."""
        return any(found.guessed for found in self.odds.values())


def twin(screen: Screen) -> Twin | None:
    """The map as text, from the acting one's square, or a player's own; None without a map."""
    ground = screen.table.ground
    if ground is None:
        return None
    one = looker(screen)
    seen = looks(screen, one) if one else []
    act, odds = odds_of(screen, one)
    return Twin(
        one,
        named(one.place) if one and one.place else "",
        tuple(other for other in seen if other.foe),
        tuple(other for other in seen if not other.foe),
        tuple(stand(screen, other) for other in scene.on_ground(screen.table)) if one is None else (),
        act,
        odds,
        tuple(ways(screen, ground, one, seen)) if one else (),
        tuple(about(screen, ground)),
        tuple(door(one) for one in ground.doors()),
    )


def looker(screen: Screen) -> Combatant | None:
    """From whose square the map is told: the acting one's, else that of the first one the looker decides for."""
    mine = [screen.acting] if screen.acting else [one.id for one in screen.mine]
    return next((one for who in mine if (one := screen.table.who(who)).place), None)


def stand(screen: Screen, one: Combatant) -> Stand:
    """Somebody and his square."""
    square = named(one.place) if one.place else ""
    return Stand(one.id, plain(one.name), shape(screen.table, one.side), square, one.hidden)


def odds_of(screen: Screen, one: Combatant | None) -> tuple[str, dict[str, Odds]]:
    """The first line of the acting one's menu that has odds for several people, and these; nothing where nobody acts."""
    if one is None or one.id != screen.acting:
        return "", {}
    offers = legal(screen.menu(one.id))
    for number, found in sorted(chances.panel(screen, one.id, offers).items()):
        against = {who: known for who, known in found.items() if who}
        if against:
            offer = offers[number]
            fixed = " ".join(screen.say.word("value", str(value)) for value in offer.fixed.values())
            return f"{screen.say.word('act', offer.verb)} {fixed}".strip(), against
    return "", {}


# ------------------------------------------------------------------ where to


def ways(screen: Screen, ground: Ground, one: Combatant, seen: Sequence[Seen]) -> Iterator[Ways]:
    """Where the acting one can go: with what is left of his movement, with one act more, and where he finds cover."""
    way = reach.reach(screen, one.id) if one.id == screen.acting and screen.look.hands else None
    if way is None or one.place is None:
        return
    yield Ways(way.words, tuple(goals(screen, ground, way.near, seen))[:MOST_WAYS])
    if way.far:
        yield Ways(way.far_words, tuple(goals(screen, ground, way.far, seen))[:MOST_WAYS])
    found = tuple(shelters(screen, ground, way, [other for other in seen if other.foe and not other.out]))
    if found:
        yield Ways(screen._("Out of sight or behind cover"), found[:MOST_WAYS])


def goals(screen: Screen, ground: Ground, squares: Mapping[Square, float], seen: Sequence[Seen]) -> Iterator[str]:
    """The nearest squares beside people and doors, each with what it costs."""
    _ = screen._
    people = {other.id: screen.table.who(other.id).place for other in seen if not other.out}
    for other in seen:
        place = people.get(other.id)
        beside = [at for at in space.around(place) if at in squares and space.is_clear(ground, at, place)] if place else []
        if beside:
            at = min(beside, key=lambda square: squares[square])
            yield _("beside {name}: {square}, {metres} m", name=other.name, square=named(at), metres=_.figure(squares[at]))
    for wall in ground.doors():
        near = [square for square in beside_door(wall) if square in squares]
        if near:
            at = min(near, key=lambda square: squares[square])
            yield _(
                "{door}: {square}, {metres} m",
                door=screen.say.word("value", wall.id),
                square=named(at),
                metres=_.figure(squares[at]),
            )


def beside_door(wall: Wall) -> Iterator[Square]:
    """The squares on both sides of a door's middle."""
    (ax, ay), (bx, by) = wall.a, wall.b
    x, y, upright = (ax + bx) / 2, (ay + by) / 2, abs(by - ay) >= abs(bx - ax)
    for side in (-0.5, 0.5):
        yield (int(x + side), int(y)) if upright else (int(x), int(y + side))


def shelters(screen: Screen, ground: Ground, way: Reach, foes: Iterable[Seen]) -> Iterator[str]:
    """For each opponent, the nearest square that can be reached where he does not see one, or only behind cover."""
    nearest = sorted((cost, at) for at, cost in {**way.near, **way.far}.items())
    for foe in foes:
        eye = screen.table.who(foe.id).place
        if eye is None or foe.view == "blocked":
            continue
        visible = space.sight(ground, [(eye, at) for _, at in nearest])
        safe = (
            (at, cost) for (cost, at), open in zip(nearest, visible, strict=True) if not open or space.sheltered(ground, eye, at)
        )
        found = next(safe, None)
        if found:
            at, cost = found
            yield screen._("from {name}: {square}, {metres} m", name=foe.name, square=named(at), metres=screen._.figure(cost))


# ------------------------------------------------------------------ the ground itself


def about(screen: Screen, ground: Ground) -> Iterator[str]:
    """What there is on the map, in a few sentences."""
    _ = screen._
    corner = named((ground.width - 1, ground.height - 1))
    yield _("From A1 to {corner}; a square is {metres} m.", corner=corner, metres=_.figure(ground.metres))
    for kind, text in (("window", _("Windows at {squares}.")), ("cover", _("Cover at {squares}."))):
        squares = [square for wall in ground.walls if wall.kind == kind for square in beside_door(wall)]
        inside = sorted({square for square in squares if ground.holds(square)}, key=lambda at: (at[1], at[0]))
        if inside:
            yield text.format(squares=listed([named(square) for square in inside]))


def listed(names: Sequence[str], most: int = 12) -> str:
    """Some names, the first of many."""
    return ", ".join(names[:most]) + (" …" if len(names) > most else "")


def door(wall: Wall) -> Door:
    """A door and the squares it joins."""
    return Door(plain(wall.id), " – ".join(named(at) for at in beside_door(wall) if min(at) >= 0), wall.open)
