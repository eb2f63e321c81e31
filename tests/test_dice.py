"""Dice: keyed and provable, recorded, typed in, branching."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.dice import (
    ByHand,
    Dice,
    DiceError,
    Keyed,
    Recorded,
    Sealed,
    branches,
    commitment,
    derived,
    dice,
    fitting,
    purpose,
)

SEED = bytes(range(32))


@given(n=st.integers(0, 40), sides=st.integers(1, 1000), label=st.text(max_size=20))
def test_keyed_faces_are_on_the_die_and_the_same_again(n: int, sides: int, label: str) -> None:
    faces = Keyed(SEED).faces("1.1.ana.1", label, n, sides)
    assert len(faces) == n
    assert all(1 <= face <= sides for face in faces)
    assert Keyed(SEED).faces("1.1.ana.1", label, n, sides) == faces


def test_every_face_comes_up_about_as_often() -> None:
    faces = Counter(face for i in range(2_000) for face in Keyed(SEED).faces(f"1.1.ana.{i}", "attack", 3, 6))
    assert all(880 < faces[face] < 1_120 for face in range(1, 7))


def test_a_longer_throw_begins_with_the_shorter_one() -> None:
    source = Keyed(SEED)
    assert source.faces("p", "pool", 30, 6)[:7] == source.faces("p", "pool", 7, 6)


def test_other_paths_labels_sides_and_seeds_throw_other_dice() -> None:
    throws = {
        Keyed(seed).faces(path, label, 12, sides)
        for seed in (SEED, SEED[::-1])
        for path in ("1.1.ana.1", "1.1.ana.2")
        for label in ("attack", "damage")
        for sides in (6, 20)
    }
    assert len(throws) == 16


def test_each_fight_has_a_seed_of_its_own_and_so_has_the_time_between() -> None:
    sealed = Sealed(SEED)
    seeds = {sealed.keyed(name).seed for name in ("1", "2", "narrative")}
    assert len(seeds) == 3
    assert sealed.faces("2.1.ana.1", "attack", 5, 20) == Keyed(derived(SEED, "2")).faces("2.1.ana.1", "attack", 5, 20)
    assert purpose("scene 3.1.ana.1") == "narrative"
    assert len(commitment(sealed.keyed("1").seed)) == 64


def test_recorded_faces_are_used_up_in_order_and_a_missing_one_names_its_label() -> None:
    source = Recorded({"attack": (14, 3)})
    assert source.faces("", "attack", 1, 20) == (14,)
    assert source.unused() == ("attack",)
    assert source.faces("", "attack", 1, 20) == (3,)
    with pytest.raises(DiceError, match="'damage'"):
        source.faces("", "damage", 1, 6)
    with pytest.raises(DiceError, match="'attack'"):
        source.faces("", "attack", 1, 20)


def test_labels_nobody_recorded_come_from_the_spare_source() -> None:
    assert Recorded({}, Keyed(SEED)).faces("p", "attack", 2, 6) == Keyed(SEED).faces("p", "attack", 2, 6)


def test_dice_by_hand_wait() -> None:
    assert ByHand().faces("p", "attack", 1, 20) is None


@pytest.mark.parametrize("faces", [(), (0,), (21,), (3, 4)])
def test_faces_that_cannot_have_fallen_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError, match="needs 1 faces from 1 to 20"):
        fitting(faces, Dice(1, 20), "attack")


def test_dice_are_read_from_the_usual_notation() -> None:
    assert dice("2d6") == Dice(2, 6)
    assert dice("d20") == Dice(1, 20)
    for wrong in ("", "2x6", "d0", "1000d6", "2d6+1"):
        with pytest.raises(DiceError):
            dice(wrong)


def test_branches_are_every_way_a_run_can_go_with_its_exact_weight() -> None:
    def run(source: object) -> int:
        first = source.faces("", "a", 1, 6)[0]  # type: ignore[attr-defined]
        return first + (source.faces("", "b", 1, 6)[0] if first == 6 else 0)  # type: ignore[attr-defined]

    found: Counter[int] = Counter()
    for weight, total in branches(run):
        found[total] += weight  # type: ignore[assignment]
    assert sum(found.values()) == 1
    assert found[5] == Fraction(1, 6)
    assert found[7] == Fraction(1, 36)
    assert 6 not in found


def test_branching_covers_two_dice_thrown_together() -> None:
    sums: Counter[int] = Counter()
    for weight, faces in branches(lambda source: source.faces("", "pair", 2, 6)):
        sums[sum(faces or ())] += weight  # type: ignore[assignment]
    assert sums[7] == Fraction(6, 36)
    assert sum(sums.values()) == 1
