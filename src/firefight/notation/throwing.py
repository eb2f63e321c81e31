"""Throwing one group of dice: reroll, then explode, then keep or drop, then count. The one definition of each."""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from firefight.notation.result import Condition, Extra, Throw, Why
from firefight.notation.sources import Source, fair

Run = Callable[[Source, list[Throw]], int]
"""Roll a piece of a line: take its dice from the source, add its throws to the list, give its value."""
Which = Literal["kh", "kl", "dh", "dl"]


class Chain(Struct, frozen=True):
    """A reroll or an explosion: which faces call for another die, and whether that die may call for one in turn.

    Without a condition it is the highest face.
    """

    condition: Condition | None = None
    once: bool = False

    def faces(self, sides: int) -> range:
        """The faces that call for another die."""
        return (self.condition or Condition("=", sides)).faces(sides)

    def __str__(self) -> str:
        return "o" * self.once + str(self.condition or "").removeprefix("=")


class Keep(Struct, frozen=True):
    """Which of the dice count: the `n` highest or lowest are kept (`kh`, `kl`) or dropped (`dh`, `dl`)."""

    which: Which
    n: int

    def slices(self) -> tuple[slice, slice]:
        """Where those kept and those dropped stand among the faces in rising order."""
        head, tail, most, least = slice(self.n), slice(-self.n, None), slice(-self.n), slice(self.n, None)
        return {"kh": (tail, most), "kl": (head, least), "dh": (most, tail), "dl": (least, head)}[self.which]

    def __str__(self) -> str:
        return f"{self.which}{self.n}"


class Group(Struct, frozen=True):
    """A group of equal dice and what is done with them, in this order."""

    count: int
    sides: int
    reroll: Chain | None = None
    explode: Chain | None = None
    keep: Keep | None = None
    counted: Condition | None = None

    def __str__(self) -> str:
        reroll = f"r{self.reroll}" if self.reroll else ""
        explode = f"!{self.explode}" if self.explode else ""
        return f"{self.count}d{self.sides}{reroll}{explode}{self.keep or ''}{self.counted or ''}"


def thrower(group: Group) -> Run:
    """Make the function that throws this group."""
    count, sides, counted, because = group.count, group.sides, group.counted, str(group.keep or "")
    chained = chains(group) if group.reroll or group.explode else None
    stays, goes = group.keep.slices() if group.keep else (slice(None), slice(0))
    winning = counted.faces(sides) if counted else range(0)

    def run(source: Source, throws: list[Throw]) -> int:
        faces = live = fair(source, count, sides)
        extras: tuple[Extra, ...] = ()
        dropped: tuple[int, ...] = ()
        if chained is not None:
            faces, live, extras = chained(source, faces)
        if because:
            ordered = tuple(sorted(live))
            live, dropped = ordered[stays], ordered[goes]
        throws.append(Throw(sides, faces, extras, dropped, because, counted))
        return sum(live) if counted is None else sum(map(winning.__contains__, live))

    return run


Chained = tuple[tuple[int, ...], tuple[int, ...], tuple[Extra, ...]]
Follow = Callable[[Source, list[int], list[Extra], Sequence[int]], None]


def chains(group: Group) -> Callable[[Source, tuple[int, ...]], Chained]:
    """Make the function that rerolls and explodes: all faces, those that still count, and why the later ones fell.

    A die thrown by an explosion is not rerolled.
    """
    reroll = following(group.reroll, "rerolled", group.sides) if group.reroll else None
    explode = following(group.explode, "exploded", group.sides) if group.explode else None

    def run(source: Source, first: tuple[int, ...]) -> Chained:
        faces, extras = list(first), list[Extra]()
        places: Sequence[int] = range(len(faces))
        if reroll:
            reroll(source, faces, extras, places)
            replaced = {extra.of - 1 for extra in extras}
            places = [place for place in range(len(faces)) if place not in replaced]
        settled = len(faces)
        if explode:
            explode(source, faces, extras, places)
        live = [faces[place] for place in places] + faces[settled:]
        return tuple(faces), tuple(live), tuple(extras)

    return run


def following(chain: Chain, why: Why, sides: int) -> Follow:
    """Make the function that throws another die for each of the dice at some places that calls for one.

    Dice that fall due together are thrown together, and so on until none calls for another; once, if so asked.
    """
    matching = chain.faces(sides)

    def run(source: Source, faces: list[int], extras: list[Extra], places: Sequence[int]) -> None:
        due = [place for place in places if faces[place] in matching]
        while due:
            fresh = range(len(faces), len(faces) + len(due))
            faces += fair(source, len(due), sides)
            extras += [Extra(why, place + 1) for place in due]
            due = [] if chain.once else [place for place in fresh if faces[place] in matching]

    return run
