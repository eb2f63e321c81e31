"""Who goes first: everybody's places in the queue against each other, and the roll-off of those who share the front.

People who roll alike are counted, not told apart: a tie is so many of each kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm, prod
from typing import NamedTuple

from firefight.chance import NEVER, First, RollOff
from firefight.timeline import Key

MOST_TIES = 400
"""Ties of so many of each kind that are gone through: a second or two at most. Beyond, a tie is left as it is."""
SHARED = RollOff()
"""Those who tie for the front share it."""
Places = Mapping[str, Mapping[Key, Fraction]]
Roll = tuple[tuple[int, int], ...]
"""What somebody can roll with the weight of each; the sum of the weights is the same for everybody concerned."""
Number = int | Fraction
Tie = tuple[int, ...]
"""How many of each kind are tied."""


def first(places: Places, off: RollOff = SHARED) -> First:
    """Who begins, by the places everybody can roll: the lowest key is in front, as in the queue."""
    alone = {who: in_front(who, places) for who in places}
    kinds = kinds_of(places, off)
    if prod(len(kind.people) + 1 for kind in kinds) <= MOST_TIES:
        for kind, more in zip(kinds, by_roll_off(places, kinds, off.throws), strict=True):
            alone |= {who: alone[who] + more for who in kind.people}
    others = {who: spread for who, spread in places.items() if alone[who] != 1}
    then = first(others, off) if 1 < len(others) < len(places) else None
    return First(alone, 1 - sum(alone.values(), NEVER), then)


def in_front(who: str, places: Places) -> Fraction:
    """The chance that everybody else is behind."""
    others = [spread for other, spread in places.items() if other != who]
    return sum((weight * prod(after(place, spread) for spread in others) for place, weight in places[who].items()), NEVER)


def after(place: Key, spread: Mapping[Key, Fraction]) -> Fraction:
    """The chance of a later place."""
    return sum((weight for key, weight in spread.items() if key > place), NEVER)


# ------------------------------------------------------------------ ties that are rolled off


class Kind(NamedTuple):
    """People who have the same chances: their places, and what they roll in a tie."""

    people: tuple[str, ...]
    places: Mapping[Key, Fraction]
    roll: Roll


def kinds_of(places: Places, off: RollOff) -> list[Kind]:
    """Those who roll off ties, by their chances."""
    found: dict[object, list[str]] = {}
    for who in places:
        if who in off.rolls:
            found.setdefault((frozenset(places[who].items()), frozenset(off.rolls[who].items())), []).append(who)
    whole = lcm(*(weight.denominator for people in found.values() for weight in off.rolls[people[0]].values()))
    return [Kind(tuple(people), places[people[0]], weighed(off.rolls[people[0]], whole)) for people in found.values()]


def weighed(roll: Mapping[int, Fraction], whole: int) -> Roll:
    """A roll in whole weights."""
    return tuple((face, int(weight * whole)) for face, weight in roll.items())


def by_roll_off(places: Places, kinds: Sequence[Kind], throws: int | None) -> list[Fraction]:
    """What one of each kind gains by winning a tie for the front; nobody wins one with somebody who does not roll."""
    rolling = {who for kind in kinds for who in kind.people}
    others = [spread for who, spread in places.items() if who not in rolling]
    counts, rolls = tuple(len(kind.people) for kind in kinds), tuple(kind.roll for kind in kinds)
    gained = [NEVER for _ in kinds]
    for place in {place for kind in kinds for place in kind.places}:
        rest = prod((after(place, spread) for spread in others), start=Fraction(1))
        at = [kind.places.get(place, NEVER) for kind in kinds]
        for tie, chance in fallen(counts, at, [after(place, kind.places) for kind in kinds]).items():
            if sum(tie) > 1 and rest:
                won = shared(counts, winners(rolls, tie, throws))
                gained = [so_far + rest * chance * share for so_far, share in zip(gained, won, strict=True)]
    return gained


def fallen(counts: Tie, here: Sequence[Number], behind: Sequence[Number]) -> dict[Tie, Number]:
    """How many of each kind are at a place, all the others behind it: every way that can be, with its weight."""
    found: dict[Tie, Number] = {(): 1}
    for of, at, late in zip(counts, here, behind, strict=True):
        ways = [(n, comb(of, n) * at**n * late ** (of - n)) for n in range(of + 1)]
        found = {(*tie, n): weight * more for tie, weight in found.items() for n, more in ways if more}
    return found


def shared(counts: Tie, won: Sequence[Fraction]) -> list[Fraction]:
    """The chance of one of each kind to win a tie, by that of its whole kind."""
    return [share / of for of, share in zip(counts, won, strict=True)]


@lru_cache(4096)
def winners(rolls: tuple[Roll, ...], tie: Tie, throws: int | None) -> tuple[Fraction, ...]:
    """The chance of each kind of those who are tied that one of it is in front alone in the end; who is still tied rolls on."""
    if sum(tie) == 1 or throws == 0:
        return tuple(Fraction(n if sum(tie) == 1 else 0) for n in tie)
    won, again = [NEVER for _ in tie], NEVER
    for still, chance in tops(rolls, tie).items():
        if still == tie and throws is None:
            again = chance
        else:
            further = winners(rolls, still, None if throws is None else throws - 1)
            won = [so_far + chance * share for so_far, share in zip(won, further, strict=True)]
    return tuple(share / (1 - again) for share in won)


def tops(rolls: tuple[Roll, ...], tie: Tie) -> dict[Tie, Fraction]:
    """Who shares the highest roll, with the chance of each such tie."""
    whole = sum(weight for _, weight in rolls[0]) ** sum(tie)
    found: dict[Tie, Number] = {}
    for top in {face for roll, n in zip(rolls, tie, strict=True) if n for face, _ in roll}:
        at = [sum(weight for face, weight in roll if face == top) for roll in rolls]
        for still, weight in fallen(tie, at, [sum(weight for face, weight in roll if face < top) for roll in rolls]).items():
            if any(still):
                found[still] = found.get(still, 0) + weight
    return {still: Fraction(weight) / whole for still, weight in found.items()}
