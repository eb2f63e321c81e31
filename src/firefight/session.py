"""One table being played: its game, its history, its dice, and where its log is kept. The only thing that changes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from firefight.commands import AnyCommand, Do, Order, Reply, Rewind
from firefight.dice import Sealed, Source, commitment
from firefight.engine import AlreadyDone, awaited, known, opaque, perform, question_token, settled, token
from firefight.errors import Refused
from firefight.events import Event, Founded, GroundSet, Joined, SideFormed
from firefight.game import Game, Offer, houserules
from firefight.ground import Ground
from firefight.history import FORMAT, Batch, History, decode, encode
from firefight.table import Combatant, Side, Table
from firefight.timeline import Deed, Question
from firefight.view import GM, Viewer, view

Keep = Callable[[int, bytes, str], None]


class Session:
    """A table in play. Every command goes through `do`; `keep` stores its batch before anything is acknowledged.

    `keep(after, record, key)` gets how many records there were; without it the log lives in memory only.
    """

    def __init__(self, game: Game, history: History, source: Source, keep: Keep | None = None) -> None:
        self.game, self.history, self.source, self.keep = game, history, source, keep
        self._keys = {batch.key for batch in history.batches if batch.key}

    @property
    def table(self) -> Table:
        """The table now, nothing left out."""
        return self.history.table

    def do(self, command: AnyCommand, by: Viewer = GM, key: str = "") -> Batch:
        """Carries out a command and stores it. Raises FirefightError, nothing changed, where that cannot be.

        `key` is the sender's own: a command that comes again under it is answered with AlreadyDone.
        """
        if key and key in self._keys:
            raise AlreadyDone()
        allowed(self.table, command, by, self.history)
        batch, after = self._carried_out(command, by, key)
        if self.keep:
            self.keep(len(self.history), encode(batch), key)
        self.history.add(batch, after)
        self._keys.add(key)
        return batch

    def _carried_out(self, command: AnyCommand, by: Viewer, key: str) -> tuple[Batch, Table | None]:
        if isinstance(command, Rewind):
            if command.token and command.token != self.moment:
                raise AlreadyDone()
            return Batch(command, (self.history.target(command),), by.name, key, FORMAT), None
        run = perform(self.game, self.table, command, self.source, self.view(by))
        return Batch(command, tuple(run.events), by.name, key, FORMAT), run.table  # type: ignore[arg-type]

    @property
    def moment(self) -> str:
        """An opaque name for where the log stands: what an undo names. It tells nothing of how much has happened."""
        newest = encode(self.history.batches[-1]).hex() if self.history.batches else ""
        return opaque(f"{len(self.history)} {newest}")

    def order(self, *events: Event, reason: str = "") -> Batch:
        """The GM's hand: events of his own."""
        return self.do(Order(events, reason))  # type: ignore[arg-type]

    def view(self, viewer: Viewer = GM) -> Table:
        """What a viewer may know of the table now."""
        return view(self.game, self.table, viewer)

    def menu(self, who: str, viewer: Viewer = GM) -> tuple[Offer, ...]:
        """What somebody may do now, as a viewer knows it."""
        table = self.view(viewer)
        known(table, *([who] if who else []))
        return self.game.menu(table, who)

    def awaited(self, viewer: Viewer = GM) -> tuple[str, ...]:
        """Those whose answer the table waits for, as far as a viewer knows; "" is the GM."""
        return awaited(self.game, self.view(viewer))

    def questions(self, viewer: Viewer = GM) -> tuple[Question, ...]:
        """The questions that are open, as far as they are this viewer's to answer."""
        top = self.view(viewer).timeline.top
        return top.asked if isinstance(top, Deed) else ()

    def token(self, who: str) -> str:
        """The opaque name of the moment in which somebody may speak."""
        return token(self.table, who)

    def question_token(self, question: Question) -> str:
        """The opaque name of an open question."""
        top = self.table.timeline.top
        return question_token(top, question) if isinstance(top, Deed) else ""


def allowed(table: Table, command: AnyCommand, by: Viewer, history: History) -> None:
    """Raises Refused for a command that is not this viewer's to give."""
    if by.role == "gm":
        return
    if isinstance(command, Do) and not command.force and not command.notes and by.owns(table.combatants.get(command.who)):
        return
    if isinstance(command, Reply) and by.owns(table.combatants.get(command.who)):
        return
    if (
        isinstance(command, Rewind)
        and command.kind == "undo"
        and by.name
        and history.at
        and history.batches[history.at - 1].by == by.name
    ):
        return
    raise Refused("that is not allowed: players act for their own combatants only; ask the GM")


def found(
    game: Game,
    people: Iterable[Combatant] = (),
    options: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    secret: bytes | None = None,
    source: Source | None = None,
    keep: Keep | None = None,
    ground: Ground | None = None,
) -> Session:
    """A new table of a game, with its people, house rules and map. `secret` seeds all dice; a fresh one by default."""
    secret = secret or secrets.token_bytes(32)
    settled(game, options or {})
    session = Session(game, History(Table(game.id)), source or Sealed(secret), keep)
    sealed = commitment(Sealed(secret).keyed("narrative").seed)
    formed = [SideFormed(Side(id, name)) for id, name in (sides or {}).items()]
    laid = [GroundSet(ground)] if ground else []
    session.order(Founded(game.id, houserules(game, options or {}), sealed), *formed, *laid, *(Joined(one) for one in people))
    return session


def resumed(game: Game, records: Iterable[bytes], source: Source, keep: Keep | None = None) -> Session:
    """A table from its log. No rule is run and no die is thrown again."""
    history = History(Table(game.id))
    for record in records:
        history.add(decode(record, game.sheet))
    return Session(game, history, source, keep)


def combatant(game: Game, id: str, name: str, side: str, sheet: Any, **more: Any) -> Combatant:
    """A combatant of a game with the pools his sheet gives him, full."""
    return Combatant(id, name, side, sheet, pools=game.pools(sheet), **more)
