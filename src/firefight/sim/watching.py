"""A fight of a forecast as a log: to be looked at turn by turn, or to be gone on with from any line of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from firefight.commands import AnyCommand
from firefight.dice import Sealed, commitment, purpose
from firefight.events import Answered, Event, FightBegan, Founded
from firefight.game import Game
from firefight.history import FORMAT, Batch, History
from firefight.sim.play import ROUNDS, Asked, Outcome, play
from firefight.table import Table

FORECAST = "forecast"
"""Who threw the dice of a forecast, as the log of a fight that was taken over says it."""


class Watched(Struct, frozen=True):
    """A fight of a forecast: how it ended, its log, and the number of the last line that was there before it."""

    outcome: Outcome
    history: History
    start: int


def watched(
    game: Game, history: History, number: int, seed: str = "", policies: Asked | None = None, limit: int = ROUNDS
) -> Watched:
    """Plays fight `number` again, from where a log stands, and keeps every command. What was taken back is left out."""
    log = History(Table(game.id))
    for line in history.line_of_command():
        log.add(history.batches[line - 1])
    start = len(log)

    def keep(command: AnyCommand, events: Sequence[Event]) -> None:
        log.add(Batch(command, tuple(events), format=FORMAT))  # type: ignore[arg-type]

    return Watched(play(game, history.table, number, seed, policies, limit, keep=keep), log, start)


def taken_over(history: History, line: int, secret: bytes) -> list[Batch]:
    """The log up to a line as that of a new table with a secret of its own, which seals whatever is thrown from there on.

    The dice of the fight under way, and those outside fights, say that they come from elsewhere: nothing proves them here.
    """
    table, sealed = history.table_at(line), Sealed(secret)
    mine = {"narrative", *([str(table.timeline.fight)] if table.timeline.running else ())}
    return [resealed(batch, sealed, mine, history.table_at(number - 1)) for number, batch in enumerate(history.batches[:line], 1)]


def resealed(batch: Batch, sealed: Sealed, mine: set[str], before: Table) -> Batch:
    """A batch whose seals are those of another secret, as far as they seal what is still to come."""

    def changed(event: Event) -> Event:
        match event:
            case Founded():
                return replace(event, commitment=commitment(sealed.keyed("narrative").seed))
            case FightBegan() if str(before.timeline.fight + 1) in mine:
                return replace(event, commitment=commitment(sealed.keyed(str(before.timeline.fight + 1)).seed))
            case Answered() if purpose(event.deed) in mine:
                return replace(event, answers=tuple(replace(one, by=one.by or FORECAST) for one in event.answers))
        return event

    return replace(batch, events=tuple(map(changed, batch.events)))
