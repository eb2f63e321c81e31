"""How many of which opponents make a fight that the crew wins so often: few fights where it is clear, many where it is close."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from msgspec import Struct

from firefight.commands import Order
from firefight.errors import FirefightError
from firefight.events import Joined
from firefight.game import Game
from firefight.sim.engines import Engine
from firefight.sim.engines import engine as engine_of
from firefight.sim.play import MOST_FIGHTS, ROUNDS, Asked, Fight, Policies, named, require_table, require_within
from firefight.sim.result import Share
from firefight.sim.variations import another, crew_of
from firefight.sim.work import simulate
from firefight.table import Combatant, Table

AT_FIRST, AT_LAST = 40, 200
"""So many fights are the least for a number on the way, and for the two that are compared in the end."""
MOST, NEAR = 64, 0.1
"""More opponents than that are never tried; a share farther from the target than that does not come near it."""


class Tried(Struct, frozen=True):
    """So many more opponents, and how often the crew wins against them."""

    number: int
    share: Share


class Balance(Struct, frozen=True):
    """How many more opponents come nearest to the target (a share from 0 to 1), and everything that was tried.

    `answer` is None where nothing came of it: cancelled, or beyond what is tried. `likely` are the numbers that may be the
    right one: those whose interval holds the target; there may be none. `engine` is who played them, `because` why.
    """

    target: float
    answer: int | None
    tried: tuple[Tried, ...]
    likely: tuple[int, ...] = ()
    partial: bool = False
    engine: str = ""
    because: str = ""

    @property
    def fights(self) -> int:
        """The fights that were played for it."""
        return sum(one.share.of for one in self.tried)

    @property
    def tips(self) -> tuple[Tried, Tried] | None:
        """The two numbers, one after the other, between which the target is passed, where neither comes near it."""
        enough = next((one for one in self.tried if one.share.value < self.target), None)
        before = next((one for one in self.tried if enough and one.number == enough.number - 1), None)
        if self.partial or not enough or not before or self.likely:
            return None
        return None if min(abs(one.share.value - self.target) for one in (before, enough)) <= NEAR else (before, enough)


def balance(
    game: Game,
    table: Table,
    one: Combatant,
    target: float = 0.5,
    n: int = 1000,
    seed: str = "",
    workers: int | None = None,
    policies: Asked | None = None,
    limit: int = ROUNDS,
    progress: Callable[[int, int], None] | None = None,
    cancel: Event | None = None,
    engine: str = "",
) -> Balance:
    """How many more like `one` must join for the crew to win a `target` share of fights, none at all included.

    `n` is the most fights for each number that is tried. `progress` is told (fights played, 0). `engine` as in `simulate`.
    Raises FirefightError for a target or a number that cannot be, and where somebody is there to fight and nobody can.
    """
    require_table(table)
    require_within("n", n, 1, MOST_FIGHTS)
    if not 0 < target < 1:
        raise FirefightError(f"the target cannot be {target}; give a share between 0 and 1, such as 0.5")
    with engine_of(engine, workers) as machine:
        race = Race(game, table, one, target, n, seed, named(policies), limit, machine, progress, cancel or Event())
        return race.run()


class Race:
    """The search while it goes on: the numbers tried so far, each with its share."""

    def __init__(
        self, game: Game, table: Table, one: Combatant, target: float, n: int, seed: str, policies: Policies, limit: int,
        machine: Engine, progress: Callable[[int, int], None] | None, cancel: Event,
    ) -> None:  # fmt: skip
        self.game, self.table, self.one, self.target, self.n = game, table, one, target, n
        self.seed, self.policies, self.limit, self.machine = seed, policies, limit, machine
        self.progress, self.cancel = progress, cancel
        self.crew = crew_of(table)
        self.tried: dict[int, Share] = {}
        self.engine = self.because = ""

    def run(self) -> Balance:
        """Doubles the number until it is too many, halves the gap until two neighbours are left, and compares them."""
        self.require_fight()
        low, high = -1, 0
        while high <= MOST and not self.cancel.is_set() and self.wins(high, AT_FIRST):
            low, high = high, max(1, 2 * high)
        if high > MOST:
            return self.ended(None)
        while high - low > 1 and not self.cancel.is_set():
            middle = (low + high) // 2
            low, high = (middle, high) if self.wins(middle, AT_FIRST) else (low, middle)
        for number in (low, high):
            if number >= 0 and not self.cancel.is_set():
                self.wins(number, AT_LAST)
        return self.ended(self.nearest())

    def wins(self, number: int, least: int) -> bool:
        """Whether the crew wins more often than the target: fights are added until that is clear, or there are enough."""
        known = self.tried.get(number, Share(0, 0))
        while not self.cancel.is_set() and (known.of < least or not self.is_clear(known)) and known.of < self.n:
            known = self.more(number, known)
            self.tried[number] = known
            if self.progress:
                self.progress(sum(share.of for share in self.tried.values()), 0)
        return known.value >= self.target

    def is_clear(self, share: Share) -> bool:
        """Whether the target lies outside of the interval."""
        low, high = share.interval
        return not low <= self.target <= high

    def more(self, number: int, known: Share) -> Share:
        """As many fights again as there are, with so many more opponents."""
        if number == 0 and self.is_alone():
            return Share(self.n, self.n)
        fights = min(max(AT_FIRST, known.of), self.n - known.of)
        newcomers = self.newcomers(number)
        before = (Order(tuple(map(Joined, newcomers))),) if newcomers else ()
        found = simulate(
            self.game, self.table, fights, self.seed, None, self.policies, self.limit, before, None, self.cancel, self.machine,
            known.of + 1,
        )  # fmt: skip
        self.engine, self.because = found.engine, found.because
        wins = found.share(self.crew)
        return Share(known.count + wins.count, known.of + wins.of)

    def require_fight(self) -> None:
        """Raises FirefightError where a fight is over, or the crew is down. With nobody to fight yet, there is one to come."""
        fight = self.fight()
        if not self.is_alone() or self.crew not in fight.sides(fight.up()):
            fight.require_two_sides()

    def is_alone(self) -> bool:
        """Whether there is nobody to fight, neither standing nor down."""
        fight = self.fight()
        return fight.sides(one.id for one in fight.people()) <= {self.crew}

    def fight(self) -> Fight:
        """The fight as it is."""
        return Fight(self.game, self.table, 0, self.seed, self.policies)

    def newcomers(self, number: int) -> list[Combatant]:
        """So many more opponents."""
        table, found = self.table, list[Combatant]()
        for _ in range(number):
            found.append(another(self.game, table, self.one))
            table = Joined(found[-1]).apply(table)
        return found

    def nearest(self) -> int | None:
        """The number whose share comes nearest to the target."""
        return min(self.tried, key=lambda number: abs(self.tried[number].value - self.target), default=None)

    def ended(self, answer: int | None) -> Balance:
        """What came of it."""
        tried = tuple(Tried(number, self.tried[number]) for number in sorted(self.tried))
        likely = tuple(one.number for one in tried if not self.is_clear(one.share)) if answer is not None else ()
        return Balance(self.target, answer, tried, likely, self.cancel.is_set(), self.engine, self.because)
