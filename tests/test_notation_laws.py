"""Laws that hold for any line of dice text, against a slow twin that does one step after another. FR-S-12."""

import operator
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.notation import LIMITS, NotationError, Source, chance, roll

COMPARE = {"=": operator.eq, ">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt}


class Comparison(NamedTuple):
    """A comparison as written in dice text."""

    sign: str
    value: int

    def holds(self, face: int) -> bool:
        return bool(COMPARE[self.sign](face, self.value))

    @property
    def text(self) -> str:
        return f"{self.sign}{self.value}"


class Group(NamedTuple):
    """A group of dice for the slow twin: `None` or (test, once) for reroll and explosion."""

    n: int
    sides: int
    reroll: tuple[Comparison, bool] | None
    explode: tuple[Comparison, bool] | None
    keep: tuple[str, int] | None
    hits: Comparison | None

    @property
    def text(self) -> str:
        chains = [f"{sign}{'o' * chain[1]}{chain[0].text}" for sign, chain in (("r", self.reroll), ("!", self.explode)) if chain]
        keep = f"{self.keep[0]}{self.keep[1]}" if self.keep else ""
        return f"{self.n}d{self.sides}{''.join(chains)}{keep}{self.hits.text if self.hits else ''}"


def slowly(group: Group, source: Source) -> int:
    """What the group comes to, worked out step by step."""
    due, live = list(source(group.n, group.sides)), list[int]()
    while group.reroll and any(map(group.reroll[0].holds, due)):
        again = [face for face in due if group.reroll[0].holds(face)]
        live += [face for face in due if not group.reroll[0].holds(face)]
        due = list(source(len(again), group.sides))
        if group.reroll[1]:
            break
    live += due
    wave = live
    while group.explode and (wave := [face for face in wave if group.explode[0].holds(face)]):
        wave = list(source(len(wave), group.sides))
        live = live + wave
        if group.explode[1]:
            break
    return settled(sorted(live), group)


def settled(live: list[int], group: Group) -> int:
    """What the faces that count come to, from the lowest to the highest."""
    which, k = group.keep or ("dl", 0)
    keeps = len(live) - k if which[0] == "d" else k
    lowest = which in ("kl", "dh")
    kept = live[:keeps] if lowest else live[len(live) - keeps :]
    return sum(map(group.hits.holds, kept)) if group.hits else sum(kept)


@st.composite
def groups(draw: st.DrawFn) -> Group:
    n, sides = draw(st.integers(1, 12)), draw(st.integers(2, 12))
    tests = st.builds(Comparison, st.sampled_from(list(COMPARE)), st.integers(1, sides))

    def chain() -> tuple[Comparison, bool] | None:
        """Half the faces at most call for another die, so that the line ends well within its limit."""
        test, once = draw(tests), draw(st.booleans())
        rare = sum(map(test.holds, range(1, sides + 1))) * 2 <= sides
        return (test, once) if draw(st.booleans()) and (rare or once) else None

    keep = draw(st.none() | st.tuples(st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(1, n)))
    return Group(n, sides, chain(), chain(), keep, draw(st.none() | tests))


def falling(faces: list[int]) -> Source:
    """A source with these faces, one after another."""
    left = iter(faces)
    return lambda n, sides: tuple(islice(left, n))


def recording(source: Source, into: list[int]) -> Source:
    def record(n: int, sides: int) -> tuple[int, ...]:
        into.extend(faces := source(n, sides))
        return faces

    return record


@given(groups(), st.integers())
def test_the_total_is_that_of_the_slow_twin(group: Group, seed: int) -> None:
    rolled = roll(group.text, chance(Random(seed)))
    assert rolled.total == slowly(group, chance(Random(seed)))


@given(st.lists(groups(), min_size=1, max_size=3), st.integers())
def test_every_face_is_accounted_for(chosen: list[Group], seed: int) -> None:
    fallen: list[int] = []
    rolled = roll("+".join(group.text for group in chosen), recording(chance(Random(seed)), fallen))
    assert [die.face for die in rolled.dice] == fallen
    assert rolled.total == sum(throw.total for throw in rolled.throws)
    for group, throw in zip(chosen, rolled.throws, strict=True):
        assert [die.why for die in throw.dice].count("rolled") == group.n
        assert throw.total == sum(die.hit if group.hits else die.face for die in throw.dice if die.kept)


@given(groups(), st.integers())
def test_every_extra_die_names_the_earlier_die_that_caused_it(group: Group, seed: int) -> None:
    dice = roll(group.text, chance(Random(seed))).dice
    for number, die in enumerate(dice, 1):
        cause = dice[die.of - 1]
        assert (die.why == "rolled") == (die.of == 0)
        assert die.of < number
        if die.why == "rerolled":
            assert group.reroll and group.reroll[0].holds(cause.face) and cause.dropped_because == "rerolled"
        if die.why == "exploded":
            assert group.explode and group.explode[0].holds(cause.face) and cause.dropped_because != "rerolled"


@given(st.lists(st.tuples(st.sampled_from("+-*/"), st.integers(-9, 9)), max_size=8), st.integers(-9, 9))
def test_arithmetic_is_that_of_whole_numbers(steps: list[tuple[str, int]], first: int) -> None:
    text = str(first) + "".join(f"{sign}{value}" for sign, value in steps)
    try:
        expected = eval(text.replace("/", "//"))
    except ZeroDivisionError:
        with pytest.raises(NotationError, match="divides by 0"):
            roll(text, chance(Random(0)))
    else:
        assert roll(text, chance(Random(0))).total == expected


PIECES = [*"0123456789+-*/()#;%! xdro", "d6", "2d6", "kh", "kl1", "dh", "dl1", ">=", "<", "=5", "3x(", "d1", "!o", "!", "99"]
TEXTS = st.text(max_size=LIMITS.characters + 20) | st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@given(TEXTS, st.integers())
def test_any_text_is_rolled_within_the_limits_or_refused_in_one_line(text: str, seed: int) -> None:
    """FR-S-12"""
    fallen: list[int] = []
    try:
        rolled = roll(text, recording(chance(Random(seed)), fallen))
    except NotationError as refused:
        assert len(str(refused).splitlines()) == 1
    else:
        assert roll(rolled.outcomes[0].text, falling(fallen)).totals == rolled.totals[:1]
    assert len(fallen) <= LIMITS.dice + LIMITS.extras
