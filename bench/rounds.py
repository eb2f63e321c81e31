"""Measure alternatives side by side: A B A B ..., so that a busy minute of the machine falls on all of them."""

import gc
import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple, TypedDict

Clock = Callable[[], float]
CPU: Clock = time.process_time
"""Counts only what this process computes: for work that waits for nothing, steadier than the time that passes."""


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
    """Run each alternative once a round, in turn, after one round that does not count. Each returns its figure.

    No alternative pays for the garbage of another, nor for walking through what others have loaded.
    """
    for measured in alternatives.values():
        measured()
    gc.collect()
    gc.freeze()
    figures: dict[str, list[float]] = {name: [] for name in alternatives}
    for _ in range(rounds):
        for name, measured in alternatives.items():
            gc.collect()
            figures[name].append(measured())
    gc.unfreeze()
    return Rounds(figures)


def per_second(work: Callable[[], object], amount: int, clock: Clock = time.perf_counter) -> Callable[[], float]:
    """An alternative whose figure is how much of `amount` it does in a second."""
    timed = seconds(work, clock)
    return lambda: amount / timed()


def seconds(work: Callable[[], object], clock: Clock = time.perf_counter) -> Callable[[], float]:
    """An alternative whose figure is how long it takes."""

    def measured() -> float:
        start = clock()
        work()
        return clock() - start

    return measured
