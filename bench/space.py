"""Sight on a map of 500 walls: everybody against everybody among 40, and the ways somebody can take.

The walls are new in every round, as after a door has moved, so that nothing is looked up. Against a plain loop over the
walls of our own, which tests the same two lines of every pair by the signs of four areas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, count
from random import Random

from bench.rounds import Row, alternate, seconds
from firefight import space
from firefight.ground import Ground, Point, Square, Wall

PEOPLE, WALLS, SIDE = 40, 500, 60
MOST = 0.050
"""Seconds that sight among 40 on 500 walls may take."""
STEPS = 12
ROUNDS = 9

Line = tuple[Point, Point]


def measure() -> list[Row]:
    """Sight of all pairs, then every square within twelve steps."""
    return [sight(), ways()]


def sight() -> Row:
    """All pairs of 40 people."""
    grounds, pairs = fresh(), list(combinations(squares(), 2))
    alternatives = {
        "ours": seconds(lambda: space.sight(next(grounds), pairs)),
        "loop": seconds(lambda: plain(next(grounds), pairs)),
    }
    rounds = alternate(alternatives, ROUNDS)
    return Row(
        name=f"sight, {PEOPLE} people, {WALLS} walls",
        value=rounds.median("ours") * 1e3,
        unit=f"ms (at most {MOST * 1e3:.0f})",
        against=f"a plain loop ({rounds.median('loop') * 1e3:,.0f} ms)",
        ratio=rounds.ratio("loop", "ours"),
        floor=5,
        target=10,
    )


def ways() -> Row:
    """Every square that can be reached, with its price, against the time that sight of all may take."""
    grounds = fresh()
    alternatives: dict[str, Callable[[], float]] = {
        "ours": seconds(lambda: space.reachable(next(grounds), (SIDE // 2, SIDE // 2), STEPS * 2.0)),
        "limit": lambda: MOST,
    }
    rounds = alternate(alternatives, ROUNDS)
    return Row(
        name=f"ways of {STEPS} steps, {WALLS} walls",
        value=rounds.median("ours") * 1e3,
        unit="ms",
        against=f"a limit of {MOST * 1e3:.0f} ms",
        ratio=rounds.ratio("limit", "ours"),
        floor=1,
        target=2,
    )


def fresh() -> Iterator[Ground]:
    """Grounds without end, each with walls of its own."""
    return (ground(seed) for seed in count())


def ground(seed: int) -> Ground:
    """Short walls at random on the edges of squares."""
    random = Random(seed)
    return Ground(SIDE, SIDE, walls=tuple(wall(random) for _ in range(WALLS)))


def wall(random: Random) -> Wall:
    """A wall of one to three squares, upright or level."""
    x, y, length = random.randrange(SIDE), random.randrange(SIDE), random.randint(1, 3)
    return Wall((x, y), (x + length, y)) if random.random() < 0.5 else Wall((x, y), (x, y + length))


def squares() -> list[Square]:
    """Where everybody stands."""
    random = Random(0)
    return [(random.randrange(SIDE), random.randrange(SIDE)) for _ in range(PEOPLE)]


# ------------------------------------------------------------------ the plain loop


def plain(ground: Ground, pairs: list[tuple[Square, Square]]) -> list[bool]:
    """The same answers, wall by wall."""
    walls = [(wall.a, wall.b) for wall in ground.walls if wall.stops_sight]
    return [a == b or any(is_free(nudged(a, b, by), walls) for by in (space.HAIR, -space.HAIR)) for a, b in pairs]


def nudged(a: Square, b: Square, by: float) -> Line:
    """The line between two middles, moved by a hair to one side."""
    (ax, ay), (bx, by_) = sorted((space.middle(a), space.middle(b)))
    length = ((bx - ax) ** 2 + (by_ - ay) ** 2) ** 0.5
    dx, dy = (ay - by_) / length * by, (bx - ax) / length * by
    return (ax + dx, ay + dy), (bx + dx, by_ + dy)


def is_free(line: Line, walls: list[Line]) -> bool:
    """Whether a line meets no wall."""
    return not any(meet(line, wall) for wall in walls)


def meet(one: Line, other: Line) -> bool:
    """Whether two lines cross: each has the ends of the other on both sides."""
    (a, b), (c, d) = one, other
    return area(a, b, c) * area(a, b, d) <= 0 and area(c, d, a) * area(c, d, b) <= 0


def area(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle, below zero if it turns to the right."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
