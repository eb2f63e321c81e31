"""What came of many fights: counts that add up in any order, shares with intervals, and words that promise no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, floor, log10, sqrt
from typing import Any, NamedTuple

from msgspec import Struct, field

from firefight.sim.kernels import SHOWN
from firefight.sim.play import Outcome

Z = 1.959964
"""Standard deviations within which 95 in 100 of all cases lie."""
UNDECIDED, NOBODY = "undecided", "nobody left"
Counts = dict[int, int]


class Share(Struct, frozen=True):
    """How often something happened, out of how many; between which shares the truth lies, 95 times in 100."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share seen, from 0 to 1."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval; where it never or always happened, the exact bound on one side: 0 of 200 is under 1.5 %."""
        if not self.of:
            return 0.0, 1.0
        if self.count in (0, self.of):
            bound = 1 - 0.05 ** (1 / self.of)
            return (0.0, bound) if self.count == 0 else (1 - bound, 1.0)
        middle = (self.value + Z * Z / (2 * self.of)) / (1 + Z * Z / self.of)
        reach = Z * sqrt(self.value * (1 - self.value) / self.of + Z * Z / (4 * self.of * self.of)) / (1 + Z * Z / self.of)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    @property
    def brief(self) -> str:
        """The share and its interval in few letters: "61 % (54-68)"."""
        return self.told("{0} % ({1}-{2})")

    def __str__(self) -> str:
        return self.told("{0} % ({1} to {2} %)")

    def told(self, form: str) -> str:
        """The share in words, with no more than is known of what never or always happened."""
        low, high = self.interval
        if not self.of:
            return "unknown"
        if self.count == 0:
            return f"under {percent(high, ceil)} %"
        if self.count == self.of:
            return f"over {percent(low, floor)} %"
        return form.format(percent(self.value), percent(low, floor), percent(high, ceil))


def percent(share: float, rounded: Callable[[float], int] = round) -> str:
    """A share in per cent: whole numbers in the middle, more digits the nearer it is to either end."""
    value = 100 * share
    rest = min(value, 100 - value)
    digits = 0 if rest >= 9.5 or rest <= 0 else max(1, 1 + ceil(log10(0.095 / rest)))
    return f"{rounded(round(value * 10**digits, 6)) / 10**digits:.{digits}f}"


class Difference(Struct, frozen=True):
    """How much more often something happens in one case than in another, with its interval (Newcombe's)."""

    here: Share
    there: Share

    @property
    def value(self) -> float:
        """The difference seen, from -1 to 1."""
        return self.here.value - self.there.value

    @property
    def interval(self) -> tuple[float, float]:
        """Between which differences the truth lies, 95 times in 100."""
        (a, b), (c, d) = self.here.interval, self.there.interval
        p, q = self.here.value, self.there.value
        return self.value - sqrt((p - a) ** 2 + (d - q) ** 2), self.value + sqrt((b - p) ** 2 + (q - c) ** 2)

    @property
    def is_clear(self) -> bool:
        """Whether it is more than chance explains."""
        low, high = self.interval
        return low > 0 or high < 0

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.value:+.0f} points ({100 * low:+.0f} to {100 * high:+.0f})"


class Tally(Struct, omit_defaults=True):
    """Many outcomes, counted. Two tallies of different fights add up to that of both, in any order.

    `ended`: by side, "undecided" or "nobody left". `rounds`: of the fights that were decided. `fell` and `fled`: by who and
    round. `pools`: by who, pool and what is left. `shown`: the first fights that ended so. `unsaid`: in how many
    fights somebody attacked with what only a GM could tell the effect of. `faults`: fights that broke off.
    """

    fights: int = 0
    ended: dict[str, int] = field(default_factory=dict)
    rounds: Counts = field(default_factory=dict)
    fell: dict[str, Counts] = field(default_factory=dict)
    fled: dict[str, Counts] = field(default_factory=dict)
    pools: dict[str, dict[str, Counts]] = field(default_factory=dict)
    shown: dict[str, list[int]] = field(default_factory=dict)
    unsaid: dict[str, int] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)

    def add(self, one: Outcome) -> None:
        """Counts one more outcome."""
        end = one.winner or (UNDECIDED if one.undecided else NOBODY)
        self.fights += 1
        self.ended[end] = self.ended.get(end, 0) + 1
        self.shown[end] = sorted({*self.shown.get(end, ()), one.number})[:SHOWN]
        add_up(self.unsaid, dict.fromkeys(one.unsaid, 1))
        if not one.undecided:
            count(self.rounds, one.rounds)
        for told, found in ((self.fell, one.fell), (self.fled, one.fled)):
            for who, round in found.items():
                count(told.setdefault(who, {}), round)
        for who, pools in one.pools.items():
            for pool, left in pools.items():
                count(self.pools.setdefault(who, {}).setdefault(pool, {}), left)

    def merge(self, other: Tally) -> None:
        """Takes in another tally, of other fights."""
        self.fights += other.fights
        self.faults.update(other.faults)
        for end, numbers in other.shown.items():
            self.shown[end] = sorted({*self.shown.get(end, ()), *numbers})[:SHOWN]
        for mine, theirs in ((self.ended, other.ended), (self.rounds, other.rounds), (self.fell, other.fell),
                             (self.fled, other.fled), (self.pools, other.pools), (self.unsaid, other.unsaid)):  # fmt: skip
            add_up(mine, theirs)


def count(counts: Counts, value: int) -> None:
    """Counts a value once more."""
    counts[value] = counts.get(value, 0) + 1


def add_up(mine: dict[Any, Any], theirs: Mapping[Any, Any]) -> None:
    """Adds counts to counts, however deep they lie."""
    for key, value in theirs.items():
        if isinstance(value, dict):
            add_up(mine.setdefault(key, {}), value)
        else:
            mine[key] = mine.get(key, 0) + value


class Spread(NamedTuple):
    """How a number is spread over many fights: its mean, and the values that 10, 50 and 90 in 100 do not exceed."""

    mean: float
    low: int
    median: int
    high: int


def spread(counts: Mapping[int, int]) -> Spread | None:
    """How counted values are spread; None of no value."""
    of = sum(counts.values())
    if not of:
        return None
    mean = sum(value * times for value, times in counts.items()) / of
    low, median, high = (quantile(counts, of * share) for share in (0.1, 0.5, 0.9))
    return Spread(mean, low, median, high)


def quantile(counts: Mapping[int, int], rank: float) -> int:
    """The smallest value that so many cases do not exceed."""
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= rank:
            return value
    return max(counts)


class Somebody(Struct, frozen=True, omit_defaults=True):
    """Somebody in the forecast: name, side, what is in his pools when it begins, and whether he is down by then."""

    name: str
    side: str
    pools: Mapping[str, int] = {}
    down: bool = False


class Result(Struct, frozen=True, omit_defaults=True):
    """A forecast: what was asked, and what came of it. `asked` fights were wanted; a cancelled one has fewer.

    `begins` is the round it begins in, `limit` how many rounds a fight may take from there, `policies` are those given by
    side or id, `people` and `sides` tell names by id. `engine` is the "reference" or the "kernel", and `because` says why.
    """

    game: str
    seed: str
    asked: int
    begins: int
    limit: int
    sides: Mapping[str, str]
    people: Mapping[str, Somebody]
    policies: Mapping[str, str]
    tally: Tally
    engine: str = "reference"
    because: str = ""

    @property
    def is_partial(self) -> bool:
        """Whether it was cancelled before all fights were played."""
        return self.played + len(self.tally.faults) < self.asked

    @property
    def played(self) -> int:
        """The fights that were played."""
        return self.tally.fights

    def share(self, end: str) -> Share:
        """How often a fight ended so: a side's id, "undecided" or "nobody left"."""
        return Share(self.tally.ended.get(end, 0), self.played)

    def ends(self) -> dict[str, Share]:
        """How the fights ended: every side, then those with nobody left and those undecided, where there were any."""
        others = [end for end in (NOBODY, UNDECIDED) if end in self.tally.ended]
        return {end: self.share(end) for end in (*self.sides, *others)}

    def falls(self, who: str) -> Share:
        """How often somebody is down at the end."""
        return Share(sum(self.tally.fell.get(who, {}).values()), self.played)

    def flees(self, who: str) -> Share:
        """How often somebody has run."""
        return Share(sum(self.tally.fled.get(who, {}).values()), self.played)

    def label(self, end: str) -> str:
        """An end in words."""
        return f"won by {self.sides[end] or end}" if end in self.sides else end

    def left(self, who: str, pool: str) -> Spread | None:
        """What is left in somebody's pool at the end."""
        return spread(self.tally.pools.get(who, {}).get(pool, {}))
