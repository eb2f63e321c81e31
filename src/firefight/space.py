"""Squares and metres, sight and cover, reach and paths on a scene's ground. Pure; shapely does the geometry.

One answer for every corner case: somebody is seen if the straight line between the middles of the two squares, nudged
by a hair to the left or to the right, meets nothing that stops sight. So a wall beside the line does not count, a wall's
very end does not block, a corner where two walls meet does, and sight is the same in both directions. The line stops just
short of both middles, so a wall that runs through the very middle of somebody's square does not hide him.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import atan2, ceil, degrees, hypot
from typing import Any, Literal

from firefight.ground import Ground, Point, Square, Wall

HAIR = 1e-6
SHY = 1e-4
MOST_KNOWN = 200_000
Pair = tuple[Square, Square]
Stops = Literal["sight", "movement"]


# ------------------------------------------------------------------ distance


def middle(square: Square) -> Point:
    """The middle of a square, in squares from the upper left corner."""
    return square[0] + 0.5, square[1] + 0.5


def steps(a: Square, b: Square) -> int:
    """Squares from one to the other, a diagonal step counting as one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def metres(ground: Ground, a: Square, b: Square) -> float:
    """The distance in metres (or yards: they are the same here), counted in squares or measured straight."""
    if ground.diagonals == "one":
        return steps(a, b) * ground.metres
    return hypot(a[0] - b[0], a[1] - b[1]) * ground.metres


def squares_for(ground: Ground, distance: float) -> int:
    """Squares that a distance in metres takes up, a begun one counted."""
    return ceil(round(distance / ground.metres, 9))


def is_within(ground: Ground, a: Square, b: Square, reach: float) -> bool:
    """Whether something is within reach; exactly at reach is within. A diagonal neighbour is one square away."""
    return (
        steps(a, b) * ground.metres <= reach
        if ground.diagonals == "one"
        else metres(ground, a, b) <= max(reach, 1.5 * ground.metres)
    )


def are_adjacent(a: Square, b: Square) -> bool:
    """Whether two squares touch, corners included."""
    return steps(a, b) <= 1


# ------------------------------------------------------------------ sight


def sees(ground: Ground, a: Square, b: Square) -> bool:
    """Whether there is a free line between two squares."""
    return sight(ground, [(a, b)])[0]


def sight(ground: Ground, pairs: Sequence[Pair]) -> list[bool]:
    """Whether there is a free line, for many pairs of squares at once."""
    return answered(ground, "sight", pairs)


@lru_cache(maxsize=16_384)
def sheltered(ground: Ground, a: Square, b: Square) -> bool:
    """Whether cover stands in the line from `a` next to the square of `b`: proposed as cover, for the GM to confirm."""
    near = tuple(wall for wall in ground.walls if wall.kind == "cover" and _touches(wall, b))
    return bool(near) and not free(_lines(near), [(a, b)])[0]


def faces(facing: float, a: Square, b: Square) -> bool:
    """Whether `b` lies forward of the shoulders of somebody at `a` who looks in this direction.

    Directions are in degrees, 0 to the right, 90 downwards; exactly at the shoulder is forward.
    """
    if a == b:
        return True
    to = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    return abs((to - facing + 180) % 360 - 180) <= 90 + 1e-9


def free(barriers: Any, pairs: Sequence[Pair]) -> list[bool]:
    """For each pair of squares, whether one of the two nudged lines between them meets no barrier."""
    if barriers is None or not pairs:
        return [True] * len(pairs)
    import shapely

    lines = [shapely.linestrings([_nudged(pair, side) for pair in pairs]) for side in (HAIR, -HAIR)]
    left, right = (shapely.intersects(barriers, line) for line in lines)
    return [a == b or not (blocked and also) for (a, b), blocked, also in zip(pairs, left, right, strict=True)]


def _nudged(pair: Pair, by: float) -> tuple[Point, Point]:
    (ax, ay), (bx, by_) = sorted(map(middle, pair))
    length = hypot(bx - ax, by_ - ay) or 1.0
    dx, dy = (ay - by_) / length * by, (bx - ax) / length * by
    ex, ey = (bx - ax) / length * SHY, (by_ - ay) / length * SHY
    return (ax + dx + ex, ay + dy + ey), (bx + dx - ex, by_ + dy - ey)


def answered(ground: Ground, stops: Stops, pairs: Sequence[Pair]) -> list[bool]:
    """For each pair of squares, whether nothing between them stops sight, or movement. What was asked before is looked up."""
    known = _known(ground, stops)
    if len(known) > MOST_KNOWN:
        _known.cache_clear()
        known = _known(ground, stops)
    ordered = [(a, b) if a <= b else (b, a) for a, b in pairs]
    new = [pair for pair in dict.fromkeys(ordered) if pair not in known]
    if new:
        known.update(zip(new, free(_barriers(ground, stops), new), strict=True))
    return [known[pair] for pair in ordered]


@lru_cache(maxsize=16)
def _known(ground: Ground, stops: Stops) -> dict[Pair, bool]:
    """The answers given so far on this ground."""
    return {}


@lru_cache(maxsize=64)
def _barriers(ground: Ground, stops: Stops) -> Any:
    """What stops sight or movement on this ground, prepared for many questions; None where nothing does."""
    return _lines(tuple(wall for wall in ground.walls if (wall.stops_sight if stops == "sight" else wall.stops_movement)))


@lru_cache(maxsize=256)
def _lines(walls: tuple[Wall, ...]) -> Any:
    if not walls:
        return None
    import shapely

    lines = shapely.multilinestrings(shapely.linestrings([(wall.a, wall.b) for wall in walls]))
    shapely.prepare(lines)
    return lines


def _touches(wall: Wall, square: Square) -> bool:
    """Whether a wall stands on the edge of a square, or within it."""
    xs, ys = sorted((wall.a[0], wall.b[0])), sorted((wall.a[1], wall.b[1]))
    return xs[0] <= square[0] + 1 and xs[1] >= square[0] and ys[0] <= square[1] + 1 and ys[1] >= square[1]


# ------------------------------------------------------------------ movement


def can_step(ground: Ground, a: Square, b: Square) -> bool:
    """Whether one step leads from a square to a neighbour: nothing that stops movement stands between."""
    return ground.holds(b) and are_adjacent(a, b) and is_clear(ground, a, b)


def is_clear(ground: Ground, a: Square, b: Square) -> bool:
    """Whether a hand or a foot could go straight from one square to the other; a window is in the way."""
    return answered(ground, "movement", [(a, b)])[0]


def length(ground: Ground, path: Sequence[Square]) -> float:
    """The length of a path in metres, step by step: through waypoints or not, in whatever direction, it is the same."""
    return sum(metres(ground, a, b) for a, b in pairwise(whole(path)))


def whole(path: Sequence[Square]) -> list[Square]:
    """Every square of a path whose waypoints are joined straight."""
    return [path[0], *(square for a, b in pairwise(path) for square in straight(a, b))]


def blocked_at(ground: Ground, path: Sequence[Square], taken: Iterable[Square] = ()) -> Square | None:
    """The first square of a path that cannot be entered; None where the whole way is free. Waypoints are joined straight."""
    blocked = set(taken)
    steps = list(pairwise(whole(path)))
    clear = answered(ground, "movement", steps)
    return next((b for (_, b), free in zip(steps, clear, strict=True) if not free or b in blocked or not ground.holds(b)), None)


def straight(a: Square, b: Square) -> list[Square]:
    """The squares from a waypoint to the next, diagonal steps first, the last one included."""
    way = []
    while a != b:
        a = (a[0] + (b[0] > a[0]) - (b[0] < a[0]), a[1] + (b[1] > a[1]) - (b[1] < a[1]))
        way.append(a)
    return way


def route(ground: Ground, path: Sequence[Square], budget: float, taken: Iterable[Square] = ()) -> list[Square] | None:
    """Every square of the shortest way through some waypoints: straight where that is free, else round what is in the way.

    None where there is no way of so many metres.
    """
    blocked, found = set(taken), [path[0]]
    for a, b in pairwise(path):
        leg = straight(a, b) if blocked_at(ground, (a, b), blocked) is None else round_about(ground, a, b, budget, blocked)
        if leg is None:
            return None
        found += leg
    return found if length(ground, found) <= budget + 1e-9 else None


def round_about(ground: Ground, a: Square, b: Square, budget: float, taken: Iterable[Square]) -> list[Square] | None:
    """The squares of a shortest way that is not straight; None where there is none of so many metres.

    Near ways are looked at first: a way found within a limit is the shortest, and the limit grows.
    """
    taken, limit = set(taken), length(ground, (a, b))
    while limit <= budget + 1e-9:
        found = ways(ground, a, limit, taken, b)
        if b in found:
            return traced(found, b)[1:]
        limit = min(budget, limit * 1.5 + ground.metres) if limit < budget - 1e-9 else budget + 1
    return None


def way_to(ground: Ground, start: Square, goals: Iterable[Square], taken: Iterable[Square] = ()) -> list[Square]:
    """Every square of the shortest way to the nearest of some squares, the start included; empty where no way leads there."""
    ends, blocked, found, edge = set(goals), set(taken), {start: (0.0, start)}, [(0.0, start)]
    while edge:
        gone, at = heappop(edge)
        if at in ends:
            return traced(found, at)
        for to, far in onward(ground, at) if gone <= found[at][0] else ():
            if to not in blocked and (to not in found or gone + far < found[to][0] - 1e-9):
                found[to] = (gone + far, at)
                heappush(edge, (gone + far, to))
    return []


def traced(found: Mapping[Square, tuple[float, Square]], end: Square) -> list[Square]:
    """Every square of a way that was found, from where it starts."""
    way = [end]
    while (before := found[way[-1]][1]) != way[-1]:
        way.append(before)
    return way[::-1]


def reachable(ground: Ground, start: Square, budget: float, taken: Iterable[Square] = ()) -> dict[Square, float]:
    """Every square that can be reached with so many metres, and what it costs. Others' squares can be neither end nor way."""
    return {square: cost for square, (cost, _) in ways(ground, start, budget, taken).items()}


def ways(
    ground: Ground, start: Square, budget: float, taken: Iterable[Square] = (), goal: Square | None = None
) -> dict[Square, tuple[float, Square]]:
    """Every square within so many metres: what it costs to get there, and the square before it on a shortest way.

    With a goal, squares from which it is too far in any case are left out.
    """
    blocked, found, edge = set(taken), {start: (0.0, start)}, [start]
    while edge:
        steps, edge = [(at, to, far) for at in edge for to, far in onward(ground, at) if to not in blocked], []
        for at, to, far in steps:
            cost = found[at][0] + far
            least = cost + metres(ground, to, goal) if goal else cost
            if least <= budget + 1e-9 and (to not in found or cost < found[to][0] - 1e-9):
                found[to] = (cost, at)
                edge.append(to)
    return found


@lru_cache(maxsize=65_536)
def onward(ground: Ground, at: Square) -> tuple[tuple[Square, float], ...]:
    """The squares that one step leads to, and its metres."""
    near = [to for to in around(at) if ground.holds(to)]
    clear = answered(ground, "movement", [(at, to) for to in near])
    return tuple((to, metres(ground, at, to)) for to, free in zip(near, clear, strict=True) if free)


def around(square: Square) -> list[Square]:
    """The eight neighbours of a square."""
    x, y = square
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
