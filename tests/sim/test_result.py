"""Shares with intervals that hold what they promise, and counts that add up in any order."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.sim import Difference, Outcome, Share
from firefight.sim.result import Spread, Tally, spread

OUTCOMES = st.builds(
    Outcome,
    number=st.integers(1, 10**6),
    winner=st.sampled_from(["crew", "gang", ""]),
    undecided=st.booleans(),
    rounds=st.integers(1, 9),
    fell=st.dictionaries(st.sampled_from(["vex", "rook"]), st.integers(1, 9)),
    pools=st.dictionaries(st.sampled_from(["vex", "rook"]), st.dictionaries(st.just("hp"), st.integers(-9, 40))),
)


@pytest.mark.parametrize(
    ("count", "of", "words"),
    [
        (0, 200, "under 1.5 %"),
        (200, 200, "over 98.5 %"),
        (0, 1_000_000, "under 0.0003 %"),
        (122, 200, "61 % (54 to 68 %)"),
        (3, 1000, "0.3 % (0.1 to 0.9 %)"),
        (0, 0, "unknown"),
    ],
)
def test_a_share_promises_no_more_than_was_seen(count: int, of: int, words: str) -> None:
    assert str(Share(count, of)) == words


@pytest.mark.parametrize(("count", "words"), [(122, "61 % (54-68)"), (0, "under 1.5 %"), (200, "over 98.5 %")])
def test_a_share_in_few_letters_promises_no_more_either(count: int, words: str) -> None:
    assert Share(count, 200).brief == words


@given(st.integers(0, 500), st.integers(1, 500))
def test_a_share_lies_in_its_interval(count: int, of: int) -> None:
    low, high = Share(min(count, of), of).interval
    assert 0 <= low <= Share(min(count, of), of).value <= high <= 1


@pytest.mark.parametrize("of", [20, 100, 400])
def test_intervals_hold_the_truth_95_times_in_100(of: int) -> None:
    truths = [step / 40 for step in range(1, 40)]
    held = [
        sum(
            comb(of, count) * truth**count * (1 - truth) ** (of - count)
            for count in range(of + 1)
            if Share(count, of).interval[0] <= truth <= Share(count, of).interval[1]
        )
        for truth in truths
    ]
    assert sum(held) / len(held) > 0.945
    assert min(held) > 0.85


def test_a_difference_is_clear_only_where_chance_does_not_explain_it() -> None:
    assert Difference(Share(150, 200), Share(100, 200)).is_clear
    assert not Difference(Share(104, 200), Share(100, 200)).is_clear
    assert str(Difference(Share(150, 200), Share(100, 200))) == "+25 points (+16 to +34)"


@given(st.lists(OUTCOMES, max_size=20), st.integers(0, 20), st.randoms())
def test_tallies_of_parts_add_up_to_that_of_the_whole_in_any_order(outcomes: list[Outcome], cut: int, random: object) -> None:
    parts = [tallied(outcomes[:cut]), tallied(outcomes[cut:])]
    random.shuffle(parts)  # type: ignore[attr-defined]
    total = Tally()
    for part in parts:
        total.merge(part)
    assert total == tallied(outcomes)


def tallied(outcomes: list[Outcome]) -> Tally:
    """Some outcomes, counted."""
    found = Tally()
    for one in outcomes:
        found.add(one)
    return found


def test_undecided_fights_are_counted_apart_and_have_no_length() -> None:
    found = tallied([Outcome(1, "crew", rounds=3), Outcome(2, undecided=True, rounds=50), Outcome(3, rounds=4)])
    assert found.ended == {"crew": 1, "undecided": 1, "nobody left": 1}
    assert found.rounds == {3: 1, 4: 1}


def test_a_spread_has_the_values_that_so_many_do_not_exceed() -> None:
    assert spread({1: 10, 2: 30, 5: 50, 9: 10}) == Spread(4.1, 1, 5, 5)
    assert spread({}) is None
