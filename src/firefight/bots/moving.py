"""Where somebody goes: towards opponents on a map, on foot and round what is in the way, or away from them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, takewhile
from math import inf

from msgspec.structs import replace

from firefight import scene, space
from firefight.bots.attacking import foes, is_well_placed, opponents
from firefight.bots.mind import Mind, filled, one_act, plain
from firefight.game import Offer
from firefight.ground import Square, named, square
from firefight.table import Combatant
from firefight.timeline import Act

RISING, LOOSE, AWAY = ("get up", "stand up"), ("break free", "escape"), ("withdraw", "movement", "run", "move")
CLOSER = ("movement", "move", "run")
"""What brings somebody closer: a gait that is declared first, steps, and what buys more of them."""

# ------------------------------------------------------------------ towards opponents


def coming_closer(mind: Mind) -> Iterator[Act]:
    """On a map, along the shortest way on foot to an opponent, no farther than to a good place for an attack."""
    way = next((way for verb in CLOSER for line in mind.lines(verb) if (way := way_of(line))), None)
    path = on_foot(mind, way) if way and not is_well_placed(mind) else []
    if way is None or len(path) < 2:
        return
    for line in mind.legal(*CLOSER):
        own = way_of(line)
        if own and (ahead := stretch(mind, own, path)):
            yield from (act for act in [filled(mind, line, {own.pick: named(ahead[-1])})] if act)
        elif not line.picks and not is_enough(mind, way, path):
            yield from declared(mind, line)


def way_of(line: Offer) -> scene.Way | None:
    """The pick of a line that is a way across the ground."""
    return next((pick for pick in line.picks if isinstance(pick, scene.Way)), None)


def on_foot(mind: Mind, way: scene.Way) -> list[Square]:
    """The shortest way to beside an opponent; where none leads there, to where one is seen; else up to whoever is in the way."""
    ground, start = way.ground, way.start
    there = places_of(mind)
    beside = [at for foe in there for at in (foe, *space.around(foe)) if ground.holds(at) and space.is_clear(ground, at, foe)]
    if not beside:
        return []
    path = space.way_to(ground, start, beside, way.taken) or space.way_to(ground, start, in_sight(way, there), way.taken)
    return path or list(takewhile(lambda at: at not in way.taken, space.way_to(ground, start, beside)))


def in_sight(way: scene.Way, places: Collection[Square]) -> list[Square]:
    """The squares that can be gone to from which one of these is seen."""
    squares = list(space.reachable(way.ground, way.start, inf, way.taken))
    pairs = [(at, place) for at in squares for place in places]
    return [at for (at, _), seen in zip(pairs, space.sight(way.ground, pairs), strict=True) if seen]


def stretch(mind: Mind, way: scene.Way, path: Sequence[Square]) -> list[Square]:
    """What can be gone of a path, up to a good place."""
    gone, found = 0.0, list[Square]()
    for a, b in pairwise(path):
        gone += space.metres(way.ground, a, b)
        if gone > way.left + 1e-9:
            break
        found.append(b)
        if is_a_good_place(mind, b):
            break
    return found


def is_enough(mind: Mind, way: scene.Way, path: Sequence[Square]) -> bool:
    """Whether what can be gone as things are leads to a good place, or to the end of the path."""
    ahead = stretch(mind, way, path)
    return len(ahead) == len(path) - 1 or bool(ahead and is_a_good_place(mind, ahead[-1]))


def is_a_good_place(mind: Mind, at: Square) -> bool:
    """Whether somebody could well attack from a square; nobody attacks whom he does not see."""
    ground, places = mind.table.ground, places_of(mind)
    if ground is None or not any(space.sight(ground, [(at, place) for place in places])):
        return False
    one = replace(mind.one, place=at)
    return is_well_placed(mind._replace(table=mind.table.change(one.id, place=at), one=one, read={}))


def places_of(mind: Mind) -> list[Square]:
    """Where opponents stand, as far as somebody knows."""
    people = (mind.table.who(who) for who in foes(mind))
    return [one.place for one in people if one.place]


# ------------------------------------------------------------------ away from them


def getting_away(mind: Mind) -> Iterator[Act]:
    """Getting loose, up and away: on a map as far from opponents as possible, else by whatever the menu calls it."""
    yield from plain(mind, *LOOSE, *RISING)
    near = [one for one in opponents(mind.game, mind.table, mind.one) if one.place is not None]
    for line in mind.legal(*AWAY):
        if way := way_of(line):
            yield from leaving(mind, line, way, near)
        elif mind.one.place is None or not line.picks:
            yield from declared(mind, line)


def leaving(mind: Mind, line: Offer, way: scene.Way, near: Collection[Combatant]) -> Iterator[Act]:
    """A move to the square that is farthest from opponents, if there is a better one than this."""
    here, best = distance_to(way, way.start, near), None
    for name in sorted(way.reachable()):
        there = distance_to(way, square(name), near)
        if there > here + 1e-9:
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
