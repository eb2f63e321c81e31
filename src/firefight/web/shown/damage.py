"""Damage as before and after: what an adjustment would do, worked out by the engine itself; what the newest deed has done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.commands import Order, Rewind
from firefight.dice import ByHand
from firefight.engine import perform
from firefight.errors import FirefightError
from firefight.events import Adjusted
from firefight.table import Table
from firefight.web.screen import Screen
from firefight.web.shown import people


class Change(NamedTuple):
    """A number that changes: its name, before, after, its ceiling where it has one."""

    name: str
    before: str
    after: str
    most: int | None = None


class Blow(NamedTuple):
    """What the newest deed has done to one pool of somebody, and how much."""

    pool: str
    name: str
    by: int

    @property
    def half(self) -> int:
        """What gives half of it back, rounded in favour of the one who is hurt."""
        return -(self.by - int(self.by / 2))


class Landed(NamedTuple):
    """What the newest deed has done to somebody: before and after, and each track of health that got worse."""

    who: str
    name: str
    changes: tuple[Change, ...]
    blows: tuple[Blow, ...]


def preview(screen: Screen, who: str, pool: str, by: int) -> tuple[Change, ...]:
    """What an adjustment would do: the pool, and the score, places and conditions that follow from it."""
    before = screen.table
    try:
        after = perform(screen.game, before, Order((Adjusted(who, pool, by),)), ByHand()).table
    except FirefightError:
        return ()
    return tuple(changes(screen, before, after, who))


def changes(screen: Screen, before: Table, after: Table, who: str) -> Iterator[Change]:
    """What is different about somebody."""
    old, new = before.who(who), after.who(who)
    for name in people.pools(screen, new):
        pool, was = new.pools[name], old.pools.get(name)
        if was is None or was.now != pool.now:
            yield Change(screen.say.word("pool", name), str(was.now if was else 0), str(pool.now), pool.most)
    if old.score[:1] != new.score[:1]:
        yield Change(screen._("Score"), str(old.score[0] if old.score else "–"), str(new.score[0] if new.score else "–"))
    gained = [mark for mark in new.marks if not mark.quiet and not old.has(mark.name)]
    for mark in gained:
        yield Change(screen._("Condition"), "–", screen.say(f"mark_{mark.name}", value=mark.value))


def newest(screen: Screen) -> tuple[Landed, ...]:
    """Whom the newest deed has hurt, while it is the newest: the GM may halve it, double it, or take it back."""
    history = screen.session.history
    at = history.at
    if not screen.gm or at < 2 or at != len(history) or isinstance(history.batches[at - 1].command, Order | Rewind):
        return ()
    before, after = history.table_at(history.base[at]), history.table
    struck = [who for who, one in after.combatants.items() if who in before.combatants and before.who(who) is not one]
    hurt = ((who, tuple(blows(screen, before, after, who))) for who in struck)
    return tuple(
        Landed(who, after.who(who).name, tuple(changes(screen, before, after, who)), found) for who, found in hurt if found
    )


def blows(screen: Screen, before: Table, after: Table, who: str) -> Iterator[Blow]:
    """The tracks of health of somebody that got worse."""
    old, new = before.who(who), after.who(who)
    for pool in screen.game.health:
        if pool in old.pools and pool in new.pools and old.pools[pool].now != new.pools[pool].now:
            by = new.pools[pool].now - old.pools[pool].now
            start = screen.game.pools(new.sheet).get(pool)
            worse = by > 0 if start and start.now == 0 else by < 0
            if worse:
                yield Blow(pool, screen.say.word("pool", pool), by)
