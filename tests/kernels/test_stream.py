"""The dice of a stand-up fight: splitmix64, faces cut from 32 bits, in the order in which the engine asks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from firefight.games.shadowrun_4 import rules
from firefight.sim.stream import (
    CELL,
    CELLS,
    FACES_OF_HITS,
    GOLDEN,
    HITS,
    IN_POOL,
    MASK,
    ONES,
    Stream,
    after,
    die,
    halves,
    mixed,
    place,
    tally,
)


def test_the_generator_is_splitmix64() -> None:
    state, found = 0, []
    for _ in range(3):
        state = after(state)
        found.append(mixed(state))
    assert found == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_every_face_has_its_share_of_the_bits(sides: int) -> None:
    first = [next(bits for bits in (-(-(face << 32) // sides),)) for face in range(sides)]
    assert [die(bits, sides)[0] for bits in first] == list(range(1, sides + 1))
    assert [die(bits - 1, sides)[0] for bits in first[1:]] == list(range(1, sides))
    assert die((1 << 32) - 1, sides)[0] == sides


def test_fights_follow_each_other_in_one_row() -> None:
    assert place("any", 8) == (place("any", 7) + GOLDEN) & MASK
    assert place("any", 7) != place("other", 7)


def test_dice_thrown_together_are_one_draw_of_six_at_most() -> None:
    stream = Stream("any", 1, {"attack", "damage"}, {"damage"})
    stream.faces("", "attack", 1, 20)
    state = stream.state
    stream.faces("", "damage", 5, 6)
    assert stream.state == state
    stream.faces("", "damage", 1, 6)
    assert stream.state == after(state)


def test_labels_that_are_not_of_the_fight_move_no_die_of_it() -> None:
    with_it, without = (Stream("any", 1, {"attack"}, ()) for _ in range(2))
    with_it.faces("", "morale dice gang", 2, 6)
    assert with_it.faces("", "attack", 3, 6) == without.faces("", "attack", 3, 6)
    assert with_it.thrown == 3


def test_faces_are_fair() -> None:
    stream = Stream("any", 1, {"attack"}, ())
    counted = Counter(face for _ in range(4_000) for face in stream.faces("", "attack", 6, 6))
    assert max(counted.values()) - min(counted.values()) < 400


# ------------------------------------------------------------------ pools


@pytest.mark.parametrize(("table", "chance"), [(HITS, Fraction(1, 3)), (ONES, Fraction(1, 4))])
def test_the_chances_of_a_pool_are_those_of_its_dice_to_one_in_four_thousand_millions(table: list[int], chance: Fraction) -> None:
    for dice in range(IN_POOL + 1):
        shares: Counter[int] = Counter()
        for cell in table[dice * CELLS : (dice + 1) * CELLS]:
            shares[cell & 0xFF] += cell >> 16
            shares[cell >> 8 & 0xFF] += CELL - (cell >> 16)
        assert shares.total() == 2**32
        for many in range(CELLS):
            exact = comb(dice, many) * chance**many * (1 - chance) ** (dice - many) if many <= dice else 0
            assert abs(shares[many] - exact * 2**32) < 1


def test_a_look_into_the_table_gives_each_answer_of_a_cell_its_share() -> None:
    for number, cell in enumerate(HITS[10 * CELLS : 11 * CELLS]):
        first, own = number * CELL, cell >> 16
        assert tally(HITS, 0, 10, first) == (cell & 0xFF if own else cell >> 8 & 0xFF)
        assert tally(HITS, 0, 10, first + own - 1) == (cell & 0xFF if own else HITS[10 * CELLS + number - 1] >> 8 & 0xFF)
        assert tally(HITS, 0, 10, first + CELL - 1) == (cell & 0xFF if own == CELL else cell >> 8 & 0xFF)


def test_the_faces_of_a_pool_show_the_hits_and_ones_of_its_draw() -> None:
    stream = Stream("any", 1, {"hits and ones test"}, ())
    for nth in range(200):
        half, other = halves(after(stream.state))
        faces = stream.faces(f"deed {nth}", "test", 9, 6)
        hits = tally(HITS, 0, 9, half)
        assert sum(map(rules.is_hit, faces)) == hits
        assert faces.count(1) == tally(ONES, 0, 9 - hits, other)


def test_pools_of_one_deed_share_its_draws_and_those_of_another_have_their_own() -> None:
    stream = Stream("any", 1, {"hits attack", "hits defend"}, {"defend"})
    first = after(stream.state)
    half, other = halves(first)
    assert hits_of(stream.faces("one", "attack", 8, 6)) == tally(HITS, 0, 8, half)
    assert hits_of(stream.faces("one", "defend x", 12, 6)) == tally(HITS, 0, 12, other)
    assert stream.state == after(first)
    half, _ = halves(after(stream.state))
    assert hits_of(stream.faces("two", "defend x", 12, 6)) == tally(HITS, 0, 12, half)


def test_all_faces_of_a_pool_come_up_in_all_places() -> None:
    stream = Stream("any", 1, {"hits attack"}, ())
    thrown = [stream.faces(f"deed {nth}", "attack", 6, 6) for nth in range(4_000)]
    for place_ in range(6):
        counted = Counter(faces[place_] for faces in thrown)
        assert max(counted.values()) - min(counted.values()) < 200


def hits_of(faces: tuple[int, ...]) -> int:
    """The dice that show the faces of hits."""
    return sum(face in FACES_OF_HITS for face in faces)
