"""Orders about what is going on: the deed on top, holds; and going back and forward."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from firefight.commands import AnyCommand, Rewind
from firefight.errors import FirefightError
from firefight.events import Noted, Released, Stopped
from firefight.game import Game
from firefight.orders.base import Asked, by_hand, everyone, order
from firefight.orders.fight import Several
from firefight.table import Table
from firefight.timeline import Deed, Note, Value


class NoteAsked(Asked, frozen=True):
    label: Annotated[str, Meta(description="What is overruled: a die, an answer, a computed number ('line.ac').")]
    value: Value


@order
def note(game: Game, table: Table, asked: NoteAsked) -> AnyCommand:
    """Puts a value of the GM's own on the deed that is going on; it beats the dice and the answers."""
    deed = going_on(table)
    return by_hand([Noted(deed.id, Note(asked.label, asked.value, asked.reason or "the GM says so"))])


def going_on(table: Table) -> Deed:
    """The deed on top. Raises FirefightError where there is none."""
    deed = next((frame for frame in reversed(table.timeline.stack) if isinstance(frame, Deed)), None)
    if deed is None:
        raise FirefightError("nothing is going on that waits for an answer")
    return deed


@order
def stop(game: Game, table: Table, asked: Asked) -> AnyCommand:
    """Lets the deed that is going on come to nothing; what was paid for it stays spent."""
    deed = going_on(table)
    return by_hand([Stopped(deed.who, deed.id, asked.reason or "the GM says so")])


@order
def release(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Ends what somebody holds back: it is lost."""
    people = everyone(asked.who, table)
    for one in people:
        if table.timeline.hold_of(one.id) is None:
            raise FirefightError(f"{one.name} holds nothing back")
    return by_hand((Released(one.id, "lapsed") for one in people), asked.reason)


# ------------------------------------------------------------------ back and forward


@order
def undo(game: Game, table: Table, asked: Asked) -> AnyCommand:
    """Takes the last command back; what was thrown stays thrown."""
    return Rewind("undo")


@order
def redo(game: Game, table: Table, asked: Asked) -> AnyCommand:
    """Does again what was taken back last."""
    return Rewind("redo")


class Goto(Asked, frozen=True):
    line: Annotated[int, Meta(ge=0, description="The number of a command, as the log shows it.")]


@order
def goto(game: Game, table: Table, asked: Goto) -> AnyCommand:
    """Goes to the state at the end of a command of the log, back or forward."""
    return Rewind("goto", asked.line)
