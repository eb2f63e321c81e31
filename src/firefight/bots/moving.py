"""Where somebody goes: towards opponents on a map, or away from them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from firefight import scene, space
from firefight.bots.attacking import opponents
from firefight.bots.mind import Mind, filled, one_act, plain
from firefight.game import Offer
from firefight.ground import Square, square
from firefight.table import Combatant
from firefight.timeline import Act

RISING, LOOSE, AWAY = ("get up", "stand up"), ("break free", "escape"), ("withdraw", "movement", "run", "move")


def coming_closer(mind: Mind) -> Iterator[Act]:
    """On a map, the way that ends nearest to an opponent; nothing where that brings him no closer."""
    near = [one for one in opponents(mind.game, mind.table, mind.one) if one.place is not None]
    if mind.one.place is None or mind.table.ground is None or not near:
        return
    for line in mind.legal("movement", "run", "move"):
        yield from striding(mind, line, near, closer=True)


def getting_away(mind: Mind) -> Iterator[Act]:
    """Getting loose, up and away: on a map as far from opponents as possible, else by whatever the menu calls it."""
    yield from plain(mind, *LOOSE, *RISING)
    near = [one for one in opponents(mind.game, mind.table, mind.one) if one.place is not None]
    for line in mind.legal(*AWAY):
        if any(isinstance(pick, scene.Way) for pick in line.picks):
            yield from striding(mind, line, near, closer=False)
        elif mind.one.place is None or not line.picks:
            yield from declared(mind, line)


def striding(mind: Mind, line: Offer, near: Collection[Combatant], closer: bool) -> Iterator[Act]:
    """A move across the map towards opponents, or away from them, if there is a better square than this one."""
    way = next((pick for pick in line.picks if isinstance(pick, scene.Way)), None)
    if way is None:
        yield from declared(mind, line) if not line.picks else ()
        return
    here, best = distance_to(way, way.start, near), None
    for name in sorted(way.reachable()):
        there = distance_to(way, square(name), near)
        if there < here - 1e-9 if closer else there > here + 1e-9:
            here, best = there, name
    act = filled(mind, line, {way.pick: best}) if best else None
    if act:
        yield act


def distance_to(way: scene.Way, at: Square, near: Collection[Combatant]) -> float:
    """Metres from a square to the nearest of some people."""
    return min((space.metres(way.ground, at, one.place) for one in near if one.place), default=0.0)


def declared(mind: Mind, line: Offer) -> Iterator[Act]:
    """A movement that is declared before it is gone: the longest, and only one that leads anywhere."""
    if line.fixed.get("gait", "full") == "full" and not mind.one.has("full move"):
        yield from one_act(mind, line)
