"""Events of pools, places in the order, marks and flags."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from firefight.events.base import Event, Say, name_of, said, say_until
from firefight.table import Mark, Pool, Side, Table


class Adjusted(Event, frozen=True):
    """A pool went up or down, within its bounds; `quiet` where the log need not speak of it, a round fired."""

    who: str
    pool: str
    by: int
    reason: str = ""
    quiet: bool = False

    def apply(self, table: Table) -> Table:
        pools = table.who(self.who).pools
        pool = pools.get(self.pool) or Pool(0, None, None)
        return table.change(self.who, pools={**pools, self.pool: pool.moved(self.by)})

    def line(self, table: Table, say: Say) -> str | None:
        if self.quiet:
            return None
        by, left = abs(self.by), table.who(self.who).pool(self.pool)
        pool = say.word("single" if by == 1 else "pool", self.pool)
        values = {**said(self.words(table), table, say), "pool": pool, "by": by, "left": left}
        return say("lost" if self.by < 0 else "gained", **values)


class PoolSet(Event, frozen=True):
    """A pool was set, its ceiling too where one is given; `quiet` where it is no news, a ceiling that follows something."""

    who: str
    pool: str
    value: int
    most: int | None = None
    reason: str = ""
    quiet: bool = False
    key = "pool_set"

    def apply(self, table: Table) -> Table:
        pools = table.who(self.who).pools
        pool = pools.get(self.pool) or Pool(0, None, None)
        wider = pool if self.most is None else replace(pool, most=self.most)
        return table.change(self.who, pools={**pools, self.pool: wider.at(self.value)})

    def line(self, table: Table, say: Say) -> str | None:
        return None if self.quiet else super().line(table, say)


class Scored(Event, frozen=True):
    """Somebody's place in the order was found or changed; `quiet` where the number shown stays the same."""

    who: str
    score: tuple[int, ...]
    reason: str = ""
    quiet: bool = False

    def apply(self, table: Table) -> Table:
        return table.change(self.who, score=self.score)

    def line(self, table: Table, say: Say) -> str | None:
        if self.quiet:
            return None
        shown = self.score[0] if self.score else "-"
        return say("scored_because" if self.reason else "scored", **said({**self.words(table), "shown": shown}, table, say))


class SideScored(Event, frozen=True):
    """A side's place in the order was found or changed."""

    side: str
    score: tuple[int, ...]
    reason: str = ""
    key = "side_scored"

    def apply(self, table: Table) -> Table:
        side = table.sides.get(self.side) or Side(self.side, self.side)
        return replace(table, sides={**table.sides, self.side: replace(side, score=self.score)})

    def words(self, table: Table) -> dict[str, Any]:
        return {"name": table.sides[self.side].name, "shown": self.score[0] if self.score else "-"}


class Marked(Event, frozen=True):
    """Somebody got a mark; one of the same name and origin is replaced."""

    who: str
    mark: Mark

    def apply(self, table: Table) -> Table:
        mark = self.mark
        kept = [old for old in table.who(self.who).marks if (old.name, old.by) != (mark.name, mark.by)]
        return table.change(self.who, marks=(*kept, mark))

    def line(self, table: Table, say: Say) -> str | None:
        if self.mark.quiet:
            return None
        return say(
            "marked",
            name=name_of(table, self.who),
            mark=say(f"mark_{self.mark.name}", value=self.mark.value),
            until=say_until(self.mark, table, say),
        )


class Unmarked(Event, frozen=True):
    """A mark ended. `by` names its origin, None all of that name.

    `due` is the minute at which it was to end where the clock has ended it; None where anything else has.
    """

    who: str
    mark: str
    by: str | None = None
    quiet: bool = False
    due: int | None = None

    def apply(self, table: Table) -> Table:
        kept = [old for old in table.who(self.who).marks if old.name != self.mark or self.by not in (None, old.by)]
        return table.change(self.who, marks=tuple(kept))

    def line(self, table: Table, say: Say) -> str | None:
        return None if self.quiet else say("unmarked", name=name_of(table, self.who), mark=say(f"mark_{self.mark}"))


class Flagged(Event, frozen=True):
    """A number of the table itself was set; 0 takes it away."""

    flag: str
    value: int = 1

    def apply(self, table: Table) -> Table:
        rest = {name: value for name, value in table.flags.items() if name != self.flag}
        return replace(table, flags={**rest, self.flag: self.value} if self.value else rest)
