"""Measure alternatives side by side: A B A B ..., so that a busy minute of the machine falls on all of them."""

import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple, TypedDict


class Row(TypedDict):
    """One line of the table and of build/bench.json.

    `ratio` is our figure over theirs, the median over the rounds; None where there is nothing to compare with. It
    should reach `target` and must not fall behind `floor`; where less is better, the target lies below the floor.
    """

    name: str
    value: float
    unit: str
    against: str
    ratio: float | None
    floor: float | None
    target: float | None


class Rounds(NamedTuple):
    """What each alternative measured, round by round."""

    figures: dict[str, list[float]]

    def median(self, name: str) -> float:
        return median(self.figures[name])

    def ratio(self, name: str, against: str) -> float:
        """The median of the ratios taken within each round; steadier than the ratio of the medians."""
        return median(ours / theirs for ours, theirs in zip(self.figures[name], self.figures[against], strict=True))


def alternate(alternatives: dict[str, Callable[[], float]], rounds: int = 7) -> Rounds:
    """Run each alternative once a round, in turn, after one round that does not count. Each returns its figure."""
    for measured in alternatives.values():
        measured()
    figures: dict[str, list[float]] = {name: [] for name in alternatives}
    for _ in range(rounds):
        for name, measured in alternatives.items():
            figures[name].append(measured())
    return Rounds(figures)


def per_second(work: Callable[[], object], amount: int) -> Callable[[], float]:
    """An alternative whose figure is how much of `amount` it does in a second."""

    def measured() -> float:
        start = time.perf_counter()
        work()
        return amount / (time.perf_counter() - start)

    return measured


def seconds(work: Callable[[], object]) -> Callable[[], float]:
    """An alternative whose figure is how long it takes."""

    def measured() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return measured
