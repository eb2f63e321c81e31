"""Events of the fight and its rounds."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from firefight.events.base import Event, Say, said
from firefight.table import Table


class FightBegan(Event, frozen=True):
    """A fight began; `commitment` is the hash of the secret seed, shown before the first die falls.

    Scores the GM has set beforehand stand.
    """

    who: tuple[str, ...]
    commitment: str = ""
    surprise: bool = False
    key = "fight_began"

    def apply(self, table: Table) -> Table:
        combatants = {id: replace(one, fighting=id in self.who) for id, one in table.combatants.items()}
        return replace(table, combatants=combatants).time(
            fight=table.timeline.fight + 1,
            running=True,
            round=0,
            done=frozenset(),
            stack=(),
            held=(),
            deeds={},
            reached=(),
            settled=frozenset(),
        )

    def concerns(self) -> tuple[str, ...]:
        return ()

    def words(self, table: Table) -> dict[str, Any]:
        return {"commitment": self.commitment[:16], "number": table.timeline.fight}

    def line(self, table: Table, say: Say) -> str | None:
        return say(self.key if self.commitment else "fight_began_unsealed", **self.words(table))


class FightEnded(Event, frozen=True):
    """The fight is over, nobody has a place in the order any more; `seed` reveals the secret that the dice came from."""

    seconds: int = 0
    seed: str = ""
    key = "fight_ended"

    def apply(self, table: Table) -> Table:
        combatants = {id: replace(one, fighting=False, squad="", score=()) for id, one in table.combatants.items()}
        sides = {id: replace(side, score=()) for id, side in table.sides.items()}
        calm = replace(table, combatants=combatants, sides=sides).ticked(seconds=table.clock.seconds + self.seconds)
        return calm.time(running=False, round=0, done=frozenset(), stack=(), held=(), deeds={}, reached=(), settled=frozenset())

    def line(self, table: Table, say: Say) -> str | None:
        return say(self.key if self.seed else "fight_ended_unsealed", **self.words(table))


class TableClosed(Event, frozen=True):
    """The table is closed; `seed` reveals where the dice outside fights came from."""

    seed: str = ""
    key = "table_closed"

    def apply(self, table: Table) -> Table:
        return table


class RoundBegan(Event, frozen=True):
    """A round began: every due is owed anew."""

    round: int
    key = "round_began"

    def apply(self, table: Table) -> Table:
        return table.time(round=self.round, done=frozenset(), deeds={}, reached=(), settled=frozenset())


class Settled(Event, frozen=True):
    """A step of the round's beginning or end is done."""

    step: str

    def apply(self, table: Table) -> Table:
        return table.time(settled=table.timeline.settled | {self.step})


class Used(Event, frozen=True):
    """A due of this round was used up without being played: skipped by the GM, or gone by before somebody came."""

    who: str
    tag: str
    reason: str = ""

    def apply(self, table: Table) -> Table:
        return table.time(done=table.timeline.done | {(self.who, self.tag)})

    def line(self, table: Table, say: Say) -> str | None:
        return say("skipped", **said(self.words(table), table, say)) if self.reason else None


class Freed(Event, frozen=True):
    """A due of this round that was used up is owed again."""

    who: str
    tag: str
    reason: str = ""
    key = "freed"

    def apply(self, table: Table) -> Table:
        return table.time(done=table.timeline.done - {(self.who, self.tag)})
