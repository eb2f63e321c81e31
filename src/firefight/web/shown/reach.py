"""How far the acting one gets on the map: with what is left of his movement, and with what he could add to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from firefight import space
from firefight.ask import Opens, Unanswered
from firefight.errors import FirefightError
from firefight.game import Offer
from firefight.ground import Square
from firefight.language import legal
from firefight.proposed import proposed
from firefight.scene import Way
from firefight.table import Table
from firefight.timeline import Act
from firefight.web.screen import Screen

FASTER = ("run", "movement")
"""Acts without a pick of their own that may lengthen a way: Run, a full move."""


class Reach(NamedTuple):
    """A line of the menu that leads somewhere: its verb, what is fixed about it, and the squares with their metres.

    `far` are squares that take one more act first, which `far_words` name.
    """

    verb: str
    fixed: tuple[tuple[str, str], ...]
    near: Mapping[Square, float]
    words: str
    far: Mapping[Square, float]
    far_words: str


def reach(screen: Screen, who: str) -> Reach | None:
    """How far somebody gets; None where no line of his menu leads across the map."""
    offers = legal(screen.menu(who))
    found = next(ways(offers), None)
    if found is None:
        return None
    offer, way = found
    more = further(screen, who, offers, way)
    return Reach(
        offer.verb,
        tuple((name, str(value)) for name, value in offer.fixed.items()),
        squares(way),
        in_words(screen, offer, way),
        {} if more is None else {at: cost for at, cost in squares(more[1]).items() if at not in squares(way)},
        "" if more is None else in_words(screen, *more),
    )


def ways(offers: Sequence[Offer]) -> Iterator[tuple[Offer, Way]]:
    """The lines that lead across the map, with the pick that says where to."""
    return ((offer, pick) for offer in offers for pick in offer.picks if isinstance(pick, Way))


def squares(way: Way) -> Mapping[Square, float]:
    """Every square that can be gone to, and the metres it costs."""
    found = space.reachable(way.ground, way.start, way.left, way.taken)
    return {at: cost for at, cost in found.items() if at != way.start}


def in_words(screen: Screen, offer: Offer, way: Way) -> str:
    """What a way is and how long it may be: "move, 12 m"."""
    fixed = " ".join(screen.say.word("value", str(value)) for value in offer.fixed.values())
    verb = f"{screen.say.word('act', offer.verb)} {fixed}".strip()
    return screen._("{act}, {metres} m", act=verb, metres=screen._.figure(max(0.0, way.left)))


def further(screen: Screen, who: str, offers: Sequence[Offer], now: Way) -> tuple[Offer, Way] | None:
    """The line that would lengthen the way most, and the way as it would be then; None where there is none."""
    found = [
        (offer, way)
        for offer in offers
        if offer.verb in FASTER and not offer.picks
        for _, way in ways(legal(screen.game.menu(after(screen, who, offer), who)))
        if way.left > now.left
    ]
    return max(found, key=lambda one: one[1].left, default=None)


def after(screen: Screen, who: str, offer: Offer) -> Table:
    """The table as it would be after a line without dice; as it is where that cannot be told."""
    act, table = offer.filled(Act(offer.verb)), screen.table
    try:
        for event in screen.game.costs(table, who, act):
            table = event.apply(table)
        ask = proposed(table, who, act)
        for event in tuple(screen.game.resolve(ask.deed, ask)):
            table = event.apply(table)
    except (FirefightError, Unanswered, Opens):
        return screen.table
    return table
