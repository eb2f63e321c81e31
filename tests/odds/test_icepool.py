"""The arithmetic of chances against icepool, an independent library; and our own laws of spreads."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.chance import chained, counted, die, exploding, fractions, hits, mapped, together, told_apart, total
from firefight.dice import Dice
from firefight.games.cities_without_number import chances, rules
from firefight.games.shadowrun_4 import rules as pools
from firefight.games.shadowrun_4.chances import Dicing, net_hits
from firefight.odds.front import first

icepool: Any = pytest.importorskip("icepool")


def of(found: Any) -> dict[Any, Fraction]:
    """What icepool says, as fractions."""
    return {outcome: Fraction(weight, found.denominator()) for outcome, weight in found.items() if weight}


def test_hits_of_sixteen_dice() -> None:
    """SR4-DICE-01"""
    assert fractions(hits(16, 6, pools.is_hit)) == of(16 @ (icepool.d6 >= 5))


def test_net_hits_of_fourteen_dice_against_eleven() -> None:
    """SR4-ATK-01"""
    theirs = (14 @ (icepool.d6 >= 5) - 11 @ (icepool.d6 >= 5)).map(lambda net: max(0, net))
    assert fractions(net_hits(Dicing(14), Dicing(11))) == of(theirs)


def test_three_exploding_dice() -> None:
    assert fractions(exploding(3, 6, lambda face: face == 6, int, 3)) == of(3 @ icepool.d6.explode(depth=3))


def test_hits_with_sixes_thrown_again() -> None:
    """SR4-EDGE-03"""
    one = icepool.d6.map({1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1})
    for _ in range(4):
        again = one
        one = icepool.d6.map(lambda face, again=again: {5: 1, 6: 1 + again}.get(face, 0), star=False)
    assert fractions(exploding(3, 6, lambda face: face == 6, pools.is_hit, 4)) == of(3 @ one)


STRIKE = rules.Strike(7, 0, 0, 0, 0, 0, 0, 0, False, 15, 0, 3, 0, 12, 0, 0, 15, False, False, False, False, 0, 6, 3)
HOUSE = rules.House(False, False, False, False, 0)


def test_an_attack_with_a_trauma_die() -> None:
    """d20 + 7 against 15, 2d6 + 3, thrice that on a d8 of 6 or more. CWN-ATK-02 CWN-TRAUMA-01"""
    plain = 2 @ icepool.d6 + 3
    harm = (icepool.d8 >= 6).if_else(plain * 3, plain)
    theirs = (icepool.d20 + 7 >= 15).if_else(harm, 0)
    case = chances.Case(STRIKE, HOUSE, Dice(2, 6), Dice(1, 8), 0, 0, 0, None, False)
    assert chances.struck(case).damage == of(theirs)


@pytest.mark.parametrize(("n", "sides"), [(0, 6), (1, 20), (2, 6), (4, 10)])
def test_sums_of_dice(n: int, sides: int) -> None:
    assert fractions(total(n, sides)) == (of(n @ icepool.d(sides)) if n else {0: 1})


def test_a_sum_and_its_sixes_together() -> None:
    both = counted(3, 6, lambda face: (face, int(face == 6)))
    assert fractions(both) == {
        tuple(pair): chance
        for pair, chance in of(3 @ icepool.d6.map(lambda face: icepool.Vector((face, int(face == 6))))).items()
    }


def test_who_goes_first_of_three_d8() -> None:
    places = {who: {(-face,): Fraction(1, 8) for face in range(1, 9)} for who in "abc"}
    found = first(places)
    best = icepool.map(lambda *faces: faces.index(max(faces)) if faces.count(max(faces)) == 1 else -1, *[icepool.d8] * 3)
    assert (found.alone["a"], found.tied) == (best.probability(0), best.probability(-1))


# ------------------------------------------------------------------ laws

spreads = st.dictionaries(st.integers(-3, 6), st.integers(1, 9), min_size=1, max_size=5)


@given(spreads, st.integers(1, 3))
def test_telling_less_apart_changes_nothing_that_is_asked(spread: dict[int, int], by: int) -> None:
    assert mapped(told_apart(spread, lambda n: n // by), lambda n: n // by) == mapped(spread, lambda n: n // by)


@given(spreads, spreads)
def test_a_chain_of_independent_dice_is_both_together(one: dict[int, int], other: dict[int, int]) -> None:
    chain = chained(one, lambda a: mapped(other, lambda b: a + b))
    assert fractions(chain) == fractions(together(one, other, int.__add__))


@given(st.lists(st.integers(2, 4), min_size=1, max_size=4))
def test_a_chain_weighs_branches_of_different_sizes_rightly(sizes: list[int]) -> None:
    chain = chained(dict.fromkeys(range(len(sizes)), 1), lambda n: mapped(die(sizes[n]), lambda face: (n, face)))
    assert fractions(chain) == {
        (n, face): Fraction(1, len(sizes) * size) for n, size in enumerate(sizes) for face in range(1, size + 1)
    }
