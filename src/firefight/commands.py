"""What a person can tell the engine to do. One command is one atomic batch of events and one undo step."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from firefight.events import EventUnion
from firefight.timeline import Act, Note, Value


class Command(Struct, frozen=True, omit_defaults=True, gc=False, tag_field="command", tag=str.lower):
    """The base of all commands."""


class Do(Command, frozen=True):
    """Somebody acts, by a line of his menu; the verb "pass" ends his turn or lets a window go by.

    `token` names the moment the sender was looking at: a command that comes too late changes nothing. `force` is the
    GM's reason for letting through what the rules refuse. `notes` are values the GM puts on the deed beforehand.
    """

    who: str
    act: Act
    token: str = ""
    force: str = ""
    notes: tuple[Note, ...] = ()


class Reply(Command, frozen=True):
    """An answer to a question the deed on top waits for."""

    label: str
    value: Value
    who: str = ""
    token: str = ""


class Order(Command, frozen=True):
    """The GM's hand: events of his own, each with a line in the log; `reason` is written beside what overrules."""

    events: tuple[EventUnion, ...]
    reason: str = ""


class Begin(Command, frozen=True):
    """A fight begins: between those named, else everybody here. `surprised` cannot act in the first moments."""

    who: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()


class End(Command, frozen=True):
    """The fight is over."""

    reason: str = ""


class Close(Command, frozen=True):
    """The table is closed: the seed of all dice outside fights is revealed."""


class Rewind(Command, frozen=True):
    """Back to the end of an earlier command, or forward again. `to` is a command's number, for "goto" alone."""

    kind: Literal["undo", "redo", "goto"] = "undo"
    to: int = 0
    token: str = ""


AnyCommand = Do | Reply | Order | Begin | End | Close | Rewind
