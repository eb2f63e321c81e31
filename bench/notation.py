"""Dice text with every face kept, against PyPI's `d20`: both are given the text, and roll.

`d20` asks for an old parser library that would overwrite ours, so it is installed without what it asks for,
`pip install --no-deps d20 cachetools`, and runs on ours, no slower.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any

from bench.rounds import Row, alternate, per_second
from firefight.notation import chance, roll

ROLLS = 10_000  # in each round
SEED = 20
TARGETS = {"4d6kh3+2": (5, 20), "1d20+5": (5, 20)}


def measure() -> list[Row]:
    """Rolls a second of two common texts."""
    return [compare(text, floor, target) for text, (floor, target) in TARGETS.items()]


def compare(text: str, floor: float, target: float) -> Row:
    """One text. Both draw from the generator of the standard library."""
    source = chance(Random(SEED))
    alternatives = {"firefight": per_second(repeated(lambda: roll(text, source).total), ROLLS)}
    if theirs := peer():
        alternatives["d20"] = per_second(repeated(lambda: theirs(text).total), ROLLS)
    rounds = alternate(alternatives, rounds=9)
    return Row(
        name=f"dice text {text}",
        value=rounds.median("firefight"),
        unit="rolls/s",
        against=f"d20 {version('d20')} ({rounds.median('d20'):,.0f}/s)" if theirs else "d20, not installed",
        ratio=rounds.ratio("firefight", "d20") if theirs else None,
        floor=floor,
        target=target,
    )


def peer() -> Callable[[str], Any] | None:
    """The function `d20.roll`, None where it is not installed."""
    try:
        found: Callable[[str], Any] = import_module("d20").roll
    except ModuleNotFoundError:
        return None
    return found


def repeated(work: Callable[[], int]) -> Callable[[], None]:
    """The work of one round."""

    def work_through() -> None:
        for _ in range(ROLLS):
            work()

    return work_through


if __name__ == "__main__":
    for row in measure():
        ratio = "against " if row["ratio"] is None else f"{row['ratio']:.1f} times "
        print(f"{row['name']}: {row['value']:,.0f} {row['unit']}, {ratio}{row['against']}")
