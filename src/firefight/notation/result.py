"""What a line of dice text came to: every die, why it fell, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

Sign = Literal["=", ">=", ">", "<=", "<"]
Why = Literal["rolled", "exploded", "rerolled"]

SHOWN_IN_FULL: Final = 40
"""A line with more dice than this is written with the number of its dice in place of their faces."""


class Condition(Struct, frozen=True):
    """Which faces count: those equal to a number, or on one side of it."""

    sign: Sign
    value: int

    def faces(self, sides: int) -> range:
        """All such faces of a die."""
        above, below, value = sides + 1, 1, self.value
        first, end = {
            "=": (value, value + 1),
            ">=": (value, above),
            ">": (value + 1, above),
            "<=": (below, value + 1),
            "<": (below, value),
        }[self.sign]
        return range(max(first, below), min(end, above))

    def __str__(self) -> str:
        return f"{self.sign}{self.value}"


class Die(Struct, frozen=True):
    """One die of a throw.

    `of` is the number (from 1, within its throw) of the die this one exploded from or was thrown in place of, else 0.
    `dropped_because` is "rerolled" or the modifier that left the die out, such as "kh3"; "" for a die that is kept.
    """

    sides: int
    face: int
    why: Why = "rolled"
    of: int = 0
    dropped_because: str = ""
    hit: bool = False

    @property
    def kept(self) -> bool:
        """Whether the die counts towards the total."""
        return not self.dropped_because

    def __str__(self) -> str:
        """The face: `!6` thrown by an explosion, `r6` thrown in place of another, `(6)` dropped, `6*` a hit."""
        face = {"rolled": "", "exploded": "!", "rerolled": "r"}[self.why] + str(self.face)
        return f"({face})" if self.dropped_because else f"{face}*" if self.hit else face


class Extra(Struct, frozen=True):
    """Why a die was thrown after the others, and the number (from 1) of the die that caused it."""

    why: Why
    of: int


class Throw(Struct, frozen=True, gc=False):
    """The dice of one group such as `4d6kh3`, in the order they fell; kept compact, `dice` tells it die by die.

    The last `len(extras)` faces are those of rerolls and explosions. `dropped` holds the faces which the modifier
    `because` left out; of equal dice the later ones go. `counted` says what is a hit, None where faces are added up.
    """

    sides: int
    faces: tuple[int, ...]
    extras: tuple[Extra, ...] = ()
    dropped: tuple[int, ...] = ()
    because: str = ""
    counted: Condition | None = None

    @property
    def total(self) -> int:
        """The sum of the dice kept, or the number of hits."""
        return sum(die.face if self.counted is None else die.hit for die in self.dice if die.kept)

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die with its reason, in the order thrown."""
        origins = (Extra("rolled", 0),) * (len(self.faces) - len(self.extras)) + self.extras
        dice = [
            Die(self.sides, face, origin.why, origin.of, because, self._is_hit(face, because))
            for face, origin, because in zip(self.faces, origins, self._fates(), strict=True)
        ]
        return tuple(dice)

    def _fates(self) -> list[str]:
        """For each die why it was dropped, "" if it is kept."""
        replaced = {extra.of for extra in self.extras if extra.why == "rerolled"}
        left = Counter(self.dropped)
        fates = []
        for number in range(len(self.faces), 0, -1):
            face = self.faces[number - 1]
            leaves = number not in replaced and left[face] > 0
            left[face] -= leaves
            fates.append("rerolled" if number in replaced else self.because if leaves else "")
        return fates[::-1]

    def _is_hit(self, face: int, because: str) -> bool:
        return self.counted is not None and not because and face in self.counted.faces(self.sides)

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.dice))}]"

    @property
    def brief(self) -> str:
        """The throw without its faces."""
        return f"[{len(self.faces)} dice: {self.total}]"


class Wording(Struct, frozen=True):
    """How one roll of a line is written: its text, and what stands before, between and after its throws."""

    text: str
    working: tuple[str, ...]


class Line(Struct, frozen=True):
    """A line of dice text as it was asked for: the text, its rolls in order, and the comment behind `#`."""

    text: str
    rolls: tuple[Wording, ...]
    comment: str = ""


class Outcome(Struct, frozen=True):
    """One roll of a line and what it came to."""

    wording: Wording
    total: int
    throws: tuple[Throw, ...]

    @property
    def text(self) -> str:
        """The roll as asked for, without blanks."""
        return self.wording.text

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die of the roll, in the order thrown."""
        return tuple(die for throw in self.throws for die in throw.dice)

    def told(self, brief: bool = False) -> str:
        """One line such as `4d6kh3+2: [6, 5, 4, (1)] + 2 = 17`; `brief` leaves the faces out."""
        first, *rest = self.wording.working
        shown = [throw.brief if brief else str(throw) for throw in self.throws]
        working = first + "".join(throw + between for throw, between in zip(shown, rest, strict=True))
        return f"{self.text}: {working} = {self.total}{self._unit()}"

    def _unit(self) -> str:
        hits = self.throws and all(throw.counted for throw in self.throws)
        return (" hit" if self.total == 1 else " hits") * bool(hits) + " (rounded down)" * ("/" in self.text)


class Rolled(Struct, frozen=True, gc=False):
    """A line of dice text, rolled: a total for each of its rolls, and the throws of all of them in order."""

    line: Line
    totals: tuple[int, ...]
    throws: tuple[Throw, ...]

    @property
    def total(self) -> int:
        """The result; for a line of several rolls, their results added up."""
        return sum(self.totals)

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die of the line, in the order thrown."""
        return tuple(die for throw in self.throws for die in throw.dice)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The rolls of the line one by one."""
        return tuple(self._outcomes())

    def _outcomes(self) -> Iterator[Outcome]:
        throws = iter(self.throws)
        for wording, total in zip(self.line.rolls, self.totals, strict=True):
            own = tuple(next(throws) for _ in wording.working[1:])
            yield Outcome(wording, total, own)

    def __str__(self) -> str:
        """One line for a log; short however many dice there were."""
        brief = sum(len(throw.faces) for throw in self.throws) > SHOWN_IN_FULL
        told = "; ".join(outcome.told(brief) for outcome in self.outcomes)
        return f"{told} # {self.line.comment}" if self.line.comment else told
