"""Exact chances: weights over outcomes, whole numbers alone, and what they say about a line of the menu.

A rule is a function of rolled values; here it is lifted over all the values dice can show. A spread weighs outcomes: how
many of all equally likely falls lead to each. Nothing is rounded; fractions are made of the weights at the very end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)
Spread = Mapping[A, int]
"""Outcomes with their weights; their sum is the number of equally likely falls."""
NEVER = Fraction()
ATTACK = "attack"
"""What is rolled to hurt somebody: its odds tell of damage even where none can get through."""


# ------------------------------------------------------------------ dice


@lru_cache(256)
def die(sides: int) -> Spread[int]:
    """The faces of one die."""
    return dict.fromkeys(range(1, sides + 1), 1)


@lru_cache(256)
def total(n: int, sides: int) -> Spread[int]:
    """The sum of so many dice; 0 of none."""
    return mapped(counted(n, sides, single), lambda sums: sums[0])


def single(face: int) -> tuple[int]:
    """A face counted as it stands."""
    return (face,)


@lru_cache(1024)
def counted(n: int, sides: int, worth: Callable[[int], tuple[int, ...]]) -> Spread[tuple[int, ...]]:
    """What so many dice come to, where each face counts for several numbers: for a sum, for a hit, for a one."""
    one = mapped(die(sides), worth)
    zero = tuple(0 for _ in worth(1))
    found: Spread[tuple[int, ...]] = {zero: 1}
    for _ in range(n):
        found = together(found, one, added)
    return found


def added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Several sums, one by one."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


@lru_cache(1024)
def hits(n: int, sides: int, is_hit: Callable[[int], bool]) -> Spread[int]:
    """How many of so many dice count."""
    good = sum(map(is_hit, range(1, sides + 1)))
    return {k: comb(n, k) * good**k * (sides - good) ** (n - k) for k in range(n + 1)}


@lru_cache(1024)
def exploding(n: int, sides: int, again: Callable[[int], bool], worth: Callable[[int], int], depth: int) -> Spread[int]:
    """The sum of what so many dice are worth, each thrown again on some faces, so often at most; it all counts."""
    one = exploded(sides, again, worth, depth)
    found: Spread[int] = {0: 1}
    for _ in range(n):
        found = together(found, one, int.__add__)
    return found


def exploded(sides: int, again: Callable[[int], bool], worth: Callable[[int], int], depth: int) -> Spread[int]:
    """What one die is worth that is thrown again on some faces."""
    further: Spread[int] = {0: 1}
    for last in (True, *[False] * depth):
        after = further

        def fallen(face: int, last: bool = last, after: Spread[int] = after) -> Spread[int]:
            return mapped(after if again(face) and not last else {0: 1}, lambda more: worth(face) + more)

        further = chained(die(sides), fallen)
    return further


# ------------------------------------------------------------------ rules over dice


def mapped(spread: Spread[A], rule: Callable[[A], B]) -> Spread[B]:
    """What a rule makes of each outcome."""
    found: dict[B, int] = {}
    for outcome, weight in spread.items():
        result = rule(outcome)
        found[result] = found.get(result, 0) + weight
    return found


def together(one: Spread[A], other: Spread[B], rule: Callable[[A, B], C]) -> Spread[C]:
    """What a rule makes of two things that fall independently."""
    found: dict[C, int] = {}
    for a, weight in one.items():
        for b, more in other.items():
            result = rule(a, b)
            found[result] = found.get(result, 0) + weight * more
    return found


def chained(spread: Spread[A], further: Callable[[A], Spread[B]]) -> Spread[B]:
    """What comes of outcomes that each lead to dice of their own."""
    led = [(weight, further(outcome)) for outcome, weight in spread.items() if weight]
    of = [sum(found.values()) for _, found in led]
    common = lcm(*of)
    result: dict[B, int] = {}
    for (weight, found), whole in zip(led, of, strict=True):
        for outcome, more in found.items():
            result[outcome] = result.get(outcome, 0) + weight * more * (common // whole)
    return result


def told_apart(spread: Spread[A], rule: Callable[[A], Hashable]) -> Spread[A]:
    """One outcome for all that a rule does not tell apart, with the weight of them all: fewer to go through."""
    found: dict[Hashable, tuple[A, int]] = {}
    for outcome, weight in spread.items():
        key = rule(outcome)
        first, so_far = found.get(key, (outcome, 0))
        found[key] = first, so_far + weight
    return dict(found.values())


def fractions(spread: Mapping[A, int] | Mapping[A, Fraction]) -> dict[A, Fraction]:
    """The chance of each outcome that can be."""
    whole = sum(spread.values())
    return {outcome: Fraction(weight, whole) for outcome, weight in spread.items() if weight}


# ------------------------------------------------------------------ what is said about a line


class Way(NamedTuple):
    """How a line can go: well or badly (None where that is no question), what the target loses of what, whether he drops.

    `drops` is None where nobody knows how much he can take. `also` names what else happened: a glitch, a critical.
    """

    good: bool | None
    damage: int = 0
    unit: str = ""
    drops: bool | None = False
    also: tuple[str, ...] = ()


class Odds(Struct, frozen=True, omit_defaults=True):
    """The exact odds of one line of a menu.

    `rolled` names the roll: "attack", "save", "check". `chance` is that of success, None where that is no question.
    `damage` gives the chance of every amount the target can lose, 0 included; {} where nothing can be lost. `harm` is the
    median of what is lost where anything is, in `unit`: a pool, or its short word. `drops` is the chance that the
    target cannot go on, None where the one who asks does not know how much it can take. `also` holds by name the chance of a
    glitch, a fumble, a critical. `answers` holds by name what `chance` comes to where the target, who has the choice, defends
    itself in the best other way. `price` is what the line costs, in the words of the menu. `guessed` tells that it is about
    somebody whose numbers the one who asks does not know: they are taken as ordinary.
    """

    rolled: str
    chance: Fraction | None
    damage: Mapping[int, Fraction] = {}
    harm: int = 0
    unit: str = ""
    drops: Fraction | None = None
    also: Mapping[str, Fraction] = {}
    answers: Mapping[str, Fraction] = {}
    price: str = ""
    guessed: bool = False

    @property
    def hurts(self) -> Fraction:
        """The chance that the target loses anything at all."""
        return 1 - self.damage.get(0, NEVER) if self.damage else NEVER

    @property
    def expected(self) -> Fraction:
        """What the target loses on the average."""
        return sum((amount * chance for amount, chance in self.damage.items()), NEVER)


def odds(rolled: str, ways: Mapping[Way, int] | Mapping[Way, Fraction], also: Mapping[str, Fraction] | None = None) -> Odds:
    """What all the ways a line can go say about it; `also` adds chances that were counted apart."""
    shares = fractions(ways)
    well = gathered((share, way.good) for way, share in shares.items())
    damage = gathered((share, way.damage) for way, share in shares.items())
    drops = gathered((share, way.drops) for way, share in shares.items())
    named = gathered((share, name) for way, share in shares.items() for name in way.also)
    units = gathered((share, way.unit) for way, share in shares.items() if way.damage)
    return Odds(
        rolled,
        None if well.get(None) == 1 else well.get(True, NEVER),
        dict(sorted(damage.items())) if any(damage) or rolled == ATTACK else {},
        median({amount: share for amount, share in damage.items() if amount}),
        max(units, key=lambda unit: (units[unit], unit), default=""),
        None if None in drops else drops.get(True, NEVER),
        dict(sorted({**named, **(also or {})}.items())),
    )


def median(spread: Mapping[int, Fraction]) -> int:
    """The least amount that at least half of it all does not go beyond; 0 of nothing."""
    half, so_far = sum(spread.values(), NEVER) / 2, NEVER
    for amount in sorted(spread):
        so_far += spread[amount]
        if so_far >= half:
            return amount
    return 0


def answered(found: Odds, others: Mapping[str, Odds]) -> Odds:
    """Odds with what they come to where the target chooses the best of some other ways to defend itself, by name.

    A way that does not help it is none.
    """
    chances = {way: other.chance for way, other in others.items() if other.chance is not None}
    best = min(chances, key=lambda way: chances[way], default="")
    helps = best and found.chance is not None and chances[best] < found.chance
    return replace(found, answers={best: chances[best]}) if helps else found


def gathered(found: Iterable[tuple[Fraction, A]]) -> dict[A, Fraction]:
    """The chance of each outcome, however many ways lead to it."""
    sums: dict[A, Fraction] = {}
    for share, outcome in found:
        sums[outcome] = sums.get(outcome, NEVER) + share
    return sums


# ------------------------------------------------------------------ who goes first


class First(Struct, frozen=True, omit_defaults=True):
    """Who begins: the chance of each to be in front, and the chance that several share the front. The sum is 1.

    Where the game rolls off ties, `alone` counts the roll-off in. Where somebody is sure to be first, `then` tells of the
    others. `guessed` tells that it is about somebody whose numbers the one who asks does not know: they are taken as ordinary.
    """

    alone: Mapping[str, Fraction]
    tied: Fraction
    then: First | None = None
    guessed: bool = False


class RollOff(NamedTuple):
    """How a tie for the front is parted: what each can roll, and how often they roll at most, None for until all are apart.

    Those without a roll share the front, as everybody does by default.
    """

    rolls: Mapping[str, Mapping[int, Fraction]] = {}
    throws: int | None = None
