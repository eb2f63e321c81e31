"""How well somebody stands, as others may know it: exactly, in a word, or not at all. The table says which for each side."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from firefight.game import Game
from firefight.table import Combatant, Mark, Pool, Table

POLICIES = ("nothing", "words", "exact")
LEVELS = ("unhurt", "scratched", "hurt", "badly hurt", "down")


def policy(table: Table, side: str) -> str:
    """What others are told of the health of a side; nothing where the table does not say."""
    return told_of(table.flags, side)


def told_of(flags: Mapping[str, int], side: str) -> str:
    """The same, from the table's flags."""
    return POLICIES[flags.get(f"health {side}", 0)]


def level(game: Game, one: Combatant) -> int:
    """The place in LEVELS of somebody's worst track of health."""
    start = game.pools(one.sheet)
    shares = [share(one.pools[name], start.get(name)) for name in game.health if name in one.pools]
    worst = min(shares, default=1.0)
    return 0 if worst >= 1 else 1 if worst > 0.66 else 2 if worst > 0.33 else 3 if worst > 0 else 4


def remaining(game: Game, one: Combatant) -> tuple[int, int]:
    """What is left of somebody's health, and what it was when whole; of several tracks, the one nearest to its end."""
    start = game.pools(one.sheet)
    tracks = [left_in(one.pools[name], start.get(name)) for name in game.health if name in one.pools]
    return min(tracks, default=(1, 1))


def left_in(pool: Pool, start: Pool | None) -> tuple[int, int]:
    """What is left in a pool of health, and when whole. One that starts empty is a track that damage fills."""
    most = pool.most or max(pool.now, 1)
    return (most - pool.now if start is not None and start.now == 0 and pool.most else pool.now), most


def share(pool: Pool, start: Pool | None) -> float:
    """How well a pool stands, from 0 to 1. One that starts empty is a track that damage fills; without a ceiling all is well."""
    if not pool.most:
        return 1.0
    full = max(0.0, min(1.0, pool.now / pool.most))
    return 1.0 - full if start and start.now == 0 else full


def with_health(game: Game, told: str, one: Combatant, stranger: Combatant) -> Combatant:
    """A stranger with as much of the true one's health as his side's policy tells."""
    if told == "exact":
        return replace(stranger, pools={name: one.pools[name] for name in game.health if name in one.pools})
    if told == "words":
        mark = Mark("health", value=level(game, one), quiet=True)
        return replace(stranger, marks=(*stranger.marks, mark))
    return stranger
