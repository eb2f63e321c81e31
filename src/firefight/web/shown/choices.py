"""What somebody may do, for a thumb: the ways of one verb together, the likeliest verb first, prices as shapes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from firefight.language import legal
from firefight.web.screen import Screen
from firefight.web.shown import menu, people
from firefight.web.shown.menu import Line

AT_ONCE = 6
"""Verbs shown at once; the rest waits behind one press."""
OUT_OF_TURN = 2
"""Verbs shown at once to somebody whose turn it is not."""


class Way(NamedTuple):
    """One line of the menu with its price as shapes, where it has any."""

    line: Line
    cost: tuple[str, ...]


class Verb(NamedTuple):
    """A verb with its ways: an attack with each weapon that is at hand."""

    id: str
    title: str
    ways: tuple[Way, ...]

    @property
    def proposed(self) -> Way:
        """The way that is proposed: the first that aims at somebody who is no friend, else the first."""
        return next((way for way in self.ways if aims(way.line)), self.ways[0])

    @property
    def best(self) -> Line:
        """The way with the best odds."""
        return max((way.line for way in self.ways), key=lambda line: line.odds.percent if line.odds else -1)


class Choices(NamedTuple):
    """Everything somebody may do now. `opened` is the verb that is open at first; in a `window` prices are said in words."""

    who: str
    name: str
    token: str
    verbs: tuple[Verb, ...]
    more: tuple[Verb, ...]
    refused: tuple[Line, ...]
    opened: str
    window: bool = False

    @property
    def guessed(self) -> bool:
        """Whether odds rest on numbers that whoever looks does not know."""
        lines = [way.line for one in (*self.verbs, *self.more) for way in one.ways]
        options = (option.odds for line in lines for pick in line.picks for option in pick.options)
        return any(found is not None and found.guessed for found in (*(line.odds for line in lines), *options))


def choices(screen: Screen, who: str, acts: bool) -> Choices:
    """What somebody may do now, the likeliest first: what aims at somebody. Out of his turn, nothing is refused aloud."""
    found = menu.menu(screen, who)
    lines = [line for group in (*found.groups, *found.more) for line in group.lines]
    verbs = tuple(verb(screen, who, list(ways)) for ways in by_verb(lines))
    likeliest = likely(verbs)
    ordered = sorted(verbs, key=lambda one: one.id != likeliest)
    opened = "" if screen.window or not acts else likeliest
    first = AT_ONCE if acts else OUT_OF_TURN
    refused = found.refused if acts else ()
    name = screen.table.who(who).name
    return Choices(who, name, found.token, tuple(ordered[:first]), tuple(ordered[first:]), refused, opened, screen.window)


def likely(verbs: Iterable[Verb]) -> str:
    """The verb that is open at first: one that aims at somebody, with odds if there are any. Never one that aims at a friend."""
    aiming = [verb for verb in verbs if aims(verb.proposed.line)]
    return next((verb.id for verb in aiming if verb.best.odds), aiming[0].id if aiming else "")


def aims(line: Line) -> bool:
    """Whether a line, as it is proposed, aims at somebody who is no friend."""
    return any(one.chosen and one.shape not in ("", "ally") for pick in line.picks for one in pick.options)


def by_verb(lines: Iterable[Line]) -> Iterable[list[Line]]:
    """Lines of the same verb that differ in one fixed thing, such as the weapon."""
    found: dict[tuple[object, ...], list[Line]] = {}
    for line in lines:
        names = tuple(name for name, _ in line.fixed)
        found.setdefault((line.verb, names) if names else (line.verb, line.number), []).append(line)
    return found.values()


def verb(screen: Screen, who: str, lines: list[Line]) -> Verb:
    """Some lines as one verb."""
    first, offers = lines[0], legal(screen.menu(who))
    kinds = frozenset(one.kind for one in people.budget(screen, who))
    ways = tuple(Way(line, cost(offers[line.number - 1].price, kinds)) for line in lines)
    shared = "-".join(menu.slug(part) for part in (who, first.verb, *(name for name, _ in first.fixed)))
    return Verb(f"v-{shared}" if first.fixed else f"v-{first.id}", first.title, ways)


COSTS = {
    "simple action": ("simple",),
    "complex action": ("simple", "simple"),
    "free action": ("free",),
    "quick action": ("free",),
    "task action": ("main",),
    "action": ("main",),
    "move action": ("move",),
    "main": ("main",),
    "move": ("move",),
    "main and move": ("main", "move"),
}


def cost(price: str, kinds: frozenset[str]) -> tuple[str, ...]:
    """A price in the shapes that somebody's budget is drawn in; nothing where it is none of them."""
    found = COSTS.get(price.partition(",")[0].lower(), ())
    if "simple" in found and "simple" not in kinds:
        found = ("main",)
    return found if set(found) <= kinds else ()
