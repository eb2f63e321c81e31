"""Pools: hits, glitches, opposed tests, and their chances against closed forms."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import pytest

from firefight.dice import branches
from firefight.games.shadowrun_4 import rules
from tests.games.shadowrun_4.helpers import Fight, fighter

THIRD, SIXTH = Fraction(1, 3), Fraction(1, 6)


def read(faces: tuple[int, ...]) -> tuple[int, bool, bool]:
    """Hits, a glitch, a critical glitch."""
    hits, ones = sum(map(rules.is_hit, faces)), faces.count(1)
    return hits, rules.is_glitch(len(faces), ones), rules.is_critical(len(faces), ones, hits)


@pytest.mark.parametrize(
    ("faces", "found"),
    [
        ((6, 5, 4, 3, 1, 1, 1), (2, False, False)),
        ((5, 4, 3, 1, 1, 1), (1, True, False)),
        ((4, 3, 1, 1, 1), (0, True, True)),
        ((), (0, False, False)),
    ],
)
def test_fives_and_sixes_are_hits_and_half_the_dice_as_ones_a_glitch(
    faces: tuple[int, ...], found: tuple[int, bool, bool]
) -> None:
    """SR4-DICE-01"""
    assert read(faces) == found


def test_in_an_opposed_test_the_difference_counts() -> None:
    """SR4-DICE-01"""
    assert [rules.net_hits(4, 2), rules.net_hits(2, 2), rules.net_hits(1, 3)] == [2, 0, 0]


def chances(n: int) -> dict[tuple[int, bool, bool], Fraction]:
    """Every outcome of a pool, by counting all faces."""
    weight = Fraction(1, 6**n)
    return {found: times * weight for found, times in Counter(read(faces) for faces in product(range(1, 7), repeat=n)).items()}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_hits_are_binomial_with_one_in_three(n: int) -> None:
    """SR4-DICE-01"""
    for hits in range(n + 1):
        counted = sum(chance for (found, _, _), chance in chances(n).items() if found == hits)
        assert counted == comb(n, hits) * THIRD**hits * (1 - THIRD) ** (n - hits)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_glitches_are_the_upper_half_of_the_ones(n: int) -> None:
    """SR4-DICE-01"""
    ones = [comb(n, k) * SIXTH**k * (1 - SIXTH) ** (n - k) for k in range(n + 1)]
    critical = [comb(n, k) * SIXTH**k * Fraction(3, 6) ** (n - k) for k in range(n + 1)]
    half = (n + 1) // 2
    assert sum(chance for (_, glitch, _), chance in chances(n).items() if glitch) == sum(ones[half:])
    assert sum(chance for (_, _, worst), chance in chances(n).items() if worst) == sum(critical[half:])


# FR-S-14
def test_a_pool_of_six() -> None:
    """SR4-DICE-01"""
    six = chances(6)
    assert sum(chance for (hits, _, _), chance in six.items() if hits >= 2) == Fraction(473, 729)
    assert sum(chance for (hits, _, _), chance in six.items() if hits == 2) == Fraction(240, 729)
    assert sum(six.values()) == 1


def test_more_dice_never_have_fewer_hits_to_expect() -> None:
    """SR4-DICE-01"""
    expected = [sum(hits * chance for (hits, _, _), chance in chances(n).items()) for n in range(1, 6)]
    assert expected == [n * THIRD for n in range(1, 6)]
    at_least = [[sum(chance for (hits, _, _), chance in chances(n).items() if hits >= k) for k in range(4)] for n in range(1, 6)]
    assert all(fewer <= more for small, large in pairwise(at_least) for fewer, more in zip(small, large, strict=True))


def test_a_whole_attack_hits_as_often_as_the_closed_form_says() -> None:
    """SR4-DICE-01 SR4-ATK-01"""

    def net(source: object) -> bool:
        fight = Fight(fighter("a", agility=2), fighter("b", reaction=1), scores={"a": 13, "b": 9})
        fight.session.source = Loaded(source)
        fight.attacks("a", "b")
        return int(str(fight.values("attack_sum")["net"])) > 0

    def pool(n: int, hits: int) -> Fraction:
        return comb(n, hits) * THIRD**hits * (1 - THIRD) ** (n - hits)

    hit = sum(weight for weight, found in branches(net) if found)
    assert hit == sum(pool(2, ours) * pool(1, theirs) for ours in range(3) for theirs in range(2) if ours > theirs)


class Loaded:
    """All faces of the opposed test from one source; the damage is threes."""

    def __init__(self, source: object) -> None:
        self.source = source

    def faces(self, path: str, label: str, n: int, sides: int) -> tuple[int, ...]:
        """The faces of both pools come from the source."""
        return (3,) * n if label.startswith("resist") else self.source.faces(path, label, n, sides)  # type: ignore[attr-defined, no-any-return]


def test_a_glitch_is_told_and_left_to_the_gm() -> None:
    """SR4-DICE-01"""
    fight = Fight(fighter("a", agility=4, skills={"pistols": 1}), fighter("b"), scores={"a": 13, "b": 9})
    fight.attacks("a", "b", attack=(4, 3, 1, 1, 1), defend=(5, 1, 1, 2))
    assert "A's attack test is a critical glitch" in fight.log()
    assert "B's defense test glitches" in fight.log()
