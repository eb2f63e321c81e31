"""The dice of a stand-up fight: splitmix64, faces cut from 32 bits, in the order in which the engine asks."""

from __future__ import annotations

from collections import Counter

import pytest

from firefight.sim.stream import GOLDEN, MASK, Stream, after, die, mixed, place


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
