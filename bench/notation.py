"""Dice text with every face kept, against PyPI's `d20`: both are given the text, and roll.

`d20` asks for an old parser library; it runs on ours, no slower.
"""

from collections.abc import Callable
from random import Random

from bench.peers import named, peer
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
    if d20 := peer("d20"):
        alternatives["d20"] = per_second(repeated(lambda: d20.roll(text).total), ROLLS)
    rounds = alternate(alternatives, rounds=9)
    return Row(
        name=f"dice text {text}",
        value=rounds.median("firefight"),
        unit="rolls/s",
        against=f"{named('d20')} ({rounds.median('d20'):,.0f}/s)" if d20 else "d20, not installed",
        ratio=rounds.ratio("firefight", "d20") if d20 else None,
        floor=floor,
        target=target,
    )


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
