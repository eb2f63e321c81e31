"""Somebody on the page: the shape of his side, his health in the game's own kind, what he has left to spend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from firefight.game import Budget, Game
from firefight.health import LEVELS, share
from firefight.rows import is_idle
from firefight.same import of_the_same
from firefight.table import Combatant, Pool, Side, Table
from firefight.web.screen import Screen, once
from firefight.words import Words

SHAPES = ("ally", "foe", "third")


class Track(NamedTuple):
    """A row of boxes that damage fills."""

    name: str
    letter: str
    stun: bool
    full: int
    most: int


class Bar(NamedTuple):
    """A number that damage brings down, out of its ceiling; `percent` for the length of the bar."""

    name: str
    now: int
    most: int
    percent: int
    low: bool


class Number(NamedTuple):
    """Any other pool: its name, what is in it, its ceiling where it has one."""

    name: str
    now: int
    most: int | None


class Health(NamedTuple):
    """How somebody stands: tracks, bars and further numbers, or nothing but a word and its place from 0 (unhurt) to 4."""

    tracks: tuple[Track, ...] = ()
    bars: tuple[Bar, ...] = ()
    numbers: tuple[Number, ...] = ()
    word: str = ""
    level: int = 0

    @property
    def known(self) -> bool:
        """Whether anything is known."""
        return bool(self.tracks or self.bars or self.word)


class Pips(NamedTuple):
    """What is left of one kind: a shape for each, or a number where there are many. `id` is what the game calls it."""

    name: str
    kind: str
    left: int
    most: int
    id: str = ""

    @property
    def drawn(self) -> tuple[bool, ...]:
        """One for each, whether it is there still."""
        return tuple(n < self.left for n in range(self.most))


def shape(table: Table, side: str) -> str:
    """The shape of a side: the crew's own, then the others in the order in which they came."""
    return shapes(table.combatants, table.sides).get(side, SHAPES[-1])


@of_the_same(64)
def shapes(combatants: Mapping[str, Combatant], known: Mapping[str, Side]) -> dict[str, str]:
    """The shape of each side."""
    crew = next((one.side for one in combatants.values() if one.pc), "")
    order = sorted(dict.fromkeys((*known, *(one.side for one in combatants.values()))), key=lambda id: id != crew)
    return {side: SHAPES[min(at, len(SHAPES) - 1)] for at, side in enumerate(order)}


def health(screen: Screen, one: Combatant) -> Health:
    """The health of somebody as far as the looker knows it."""
    return health_of(screen.game, screen.say, one)


@of_the_same(2_000)
def health_of(game: Game, say: Words, one: Combatant) -> Health:
    """The same, of somebody as he is known: of all who stay as they are it is known already."""
    mark = one.mark("health")
    if mark is not None:
        return Health(word=say.word("health", LEVELS[mark.value]), level=mark.value)
    start = game.pools(one.sheet)
    named = [(name, one.pools[name]) for name in game.health if name in one.pools]
    return Health(
        tuple(track(say, name, pool) for name, pool in named if is_track(pool, start.get(name))),
        tuple(bar(say, name, pool) for name, pool in named if not is_track(pool, start.get(name))),
        tuple(numbers(game, say, one)),
    )


def is_track(pool: Pool, start: Pool | None) -> bool:
    """Whether damage fills the pool, box by box."""
    return start is not None and start.now == 0 and bool(pool.most)


def track(say: Words, name: str, pool: Pool) -> Track:
    """A pool as boxes."""
    said = say.word("pool", name)
    return Track(said[:1].upper() + said[1:], said[:1].upper(), name == "stun", pool.now, pool.most or 0)


def bar(say: Words, name: str, pool: Pool) -> Bar:
    """A pool as a bar."""
    full = share(pool, None)
    return Bar(say.word("pool", name), pool.now, pool.most or 0, round(100 * full), full <= 1 / 3)


def pools(screen: Screen, one: Combatant) -> tuple[str, ...]:
    """The pools of somebody: his health first, then in the order of his sheet. The log keeps them by name alone."""
    return pools_of(screen.game, one)


def pools_of(game: Game, one: Combatant) -> tuple[str, ...]:
    """The same, in a game."""
    ordered = dict.fromkeys((*game.health, *game.pools(one.sheet), *one.pools))
    return tuple(name for name in ordered if name in one.pools)


def numbers(game: Game, say: Words, one: Combatant) -> Iterator[Number]:
    """Every pool that is no track of health and not a mere tally at nothing."""
    for name, pool in ((name, one.pools[name]) for name in pools_of(game, one)):
        if name not in game.health and not is_idle(pool):
            yield Number(say.word("pool", name), pool.now, pool.most)


# ------------------------------------------------------------------ what is left

KINDS = (
    ("extra", "number"),
    ("simple", "simple"),
    ("free", "free"),
    ("quick", "free"),
    ("move", "move"),
    ("instant", "instant"),
    ("on turn", "on-turn"),
    ("main", "main"),
    ("action", "main"),
    ("complex", "main"),
)


@once
def budget(screen: Screen, who: str) -> tuple[Pips, ...]:
    """What somebody has left, as shapes. A Complex Action is both Simple ones, so it is not drawn again."""
    found = screen.game.budget(screen.table, who)
    halves = any("simple" in one.name.lower() for one in found)
    return tuple(pips(screen.say, one) for one in found if one.most > 0 and not (halves and "complex" in one.name.lower()))


@lru_cache(2_000)
def pips(say: Words, one: Budget) -> Pips:
    """One kind of a budget."""
    name = one.name.lower()
    kind = next((kind for word, kind in KINDS if word in name), "number")
    return Pips(say.word("budget", one.name), kind if one.most <= 4 else "number", max(0, one.left), one.most, one.name)


def left_in_words(found: Iterable[Pips]) -> str:
    """What is left, in a few words."""
    return ", ".join(f"{one.left} {one.name}" if one.most > 1 else one.name for one in found if one.left)
