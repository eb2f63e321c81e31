"""The log as one viewer hears it: his own entries, numbered in his own count, which never goes back and has no gap."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from msgspec import Struct

from firefight.events import Event, EventUnion, Rewound
from firefight.lines import Kind, Line, of_event, speech
from firefight.session import Session
from firefight.table import Table
from firefight.view import Viewer, gone_back, view, visible

MANY = 200
"""Commands whose taking in can be noticed."""


class Thrown(Struct, frozen=True, omit_defaults=True):
    """Dice that fell together: the role of the roll, what was rolled ("2d6"), whose it is by name, the faces."""

    role: str
    spec: str
    faces: tuple[int, ...]
    who: str = ""
    by_hand: bool = False


class Said(Struct, frozen=True, omit_defaults=True):
    """One line of the log in words, with the ids of the rules behind it; `gm_only` is what nobody else is told."""

    text: str
    kind: Kind
    round: int = 0
    rules: tuple[str, ...] = ()
    dice: tuple[Thrown, ...] = ()
    gm_only: bool = False


class Entry(Struct, frozen=True, omit_defaults=True):
    """What came of one command, as the viewer knows it. `command` is its number in the log of the table, for the GM alone."""

    number: int
    lines: tuple[Said, ...]
    events: tuple[EventUnion, ...]
    by: str = ""
    command: int = 0


class Heard:
    """The entries of one viewer, taken in as the log grows. Only their places are kept; an entry is made when it is asked for."""

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self.session, self.viewer = session, viewer
        self._commands: list[int] = []
        self._newest: list[int] = [0]
        self._reading = asyncio.Lock()

    def __len__(self) -> int:
        """How many entries there are: the number of the newest."""
        history = self.session.history
        for number in range(len(self._newest), len(history) + 1):
            heard = any(True for _ in self._events(number))
            if heard:
                self._commands.append(number)
            self._newest.append(len(self._commands) if heard else self._newest[history.base[number]])
        return len(self._commands)

    @property
    def _behind(self) -> int:
        return len(self.session.history) + 1 - len(self._newest)

    def after(self, number: int, language: str, most: int) -> tuple[Entry, ...]:
        """The entries after a number, oldest first."""
        newest = min(len(self), max(number, 0) + most)
        return tuple(self.entry(one, language) for one in range(max(number, 0) + 1, newest + 1))

    async def ready(self) -> None:
        """Takes in a long log without keeping anybody waiting."""
        async with self._reading:
            if self._behind > MANY:
                await asyncio.to_thread(len, self)

    def of(self, command: int, language: str) -> Entry | None:
        """What the viewer hears of one command; None for nothing."""
        number = len(self)
        while number and self._commands[number - 1] > command:
            number -= 1
        return self.entry(number, language) if number and self._commands[number - 1] == command else None

    def entry(self, number: int, language: str) -> Entry:
        """One entry."""
        command, say = self._commands[number - 1], speech(self.session.game, language)
        told = list(self._events(command))
        lines = [line for event, table in told for line in of_event(event, self._seen(table), number, say, self.viewer)]
        gm = self.viewer.role == "gm"
        by = self.session.history.batches[command - 1].by if gm or self._is_own(command) else ""
        events = tuple(event for event, _ in told)
        return Entry(number, tuple(map(said, lines)), events, by, command if gm else 0)  # type: ignore[arg-type]

    def _is_own(self, command: int) -> bool:
        return bool(self.viewer.name) and self.session.history.batches[command - 1].by == self.viewer.name

    def _seen(self, table: Table) -> Table:
        return view(self.session.game, table, self.viewer)

    def _events(self, number: int) -> Iterator[tuple[Event, Table]]:
        history = self.session.history
        for before, event, after in history.steps(number):
            known = visible(self.session.game, event, before, after, self.viewer)
            if isinstance(known, Rewound) and self.viewer.role != "gm":
                known = gone_back(known, self._newest[history.base[number]], self._newest[known.to])
            if known is not None:
                yield known, after


def said(line: Line) -> Said:
    """A line of the log for a program."""
    dice = tuple(Thrown(one.role, one.spec, one.faces, one.who, one.by_hand) for one in line.thrown)
    return Said(line.text, line.kind, line.round, line.rules, dice, line.gm_only)
