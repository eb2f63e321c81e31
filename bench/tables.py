"""The table that is served: 4 against 6, the same dice every time; and what each look at it gets for each press."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import msgspec

from bench.fights import attacking, passing, person
from firefight.commands import AnyCommand, Begin, Reply
from firefight.games import game
from firefight.history import encode
from firefight.kept import Header, keeper
from firefight.session import Session, found
from firefight.store import SqliteStore, Store, open_store
from firefight.store.sqlite_file import transaction
from firefight.view import GM, SPECTATOR, Viewer
from firefight.web.live import Watcher
from firefight.web.pages import channel
from firefight.web.rooms import Look, Rooms

GAME = game("cyberpunk-red")
SECRET = bytes(range(32))
PLAYERS = tuple(f"player of hero {n}" for n in range(3))
LOOKS = {"gm": Look("gm", GM), "tv": Look("tv", SPECTATOR, hands=False)} | {
    name: Look("phone", Viewer("player", name)) for name in PLAYERS
}
"""Five ways to look at it, by the seat that looks so."""


class Press(NamedTuple):
    """A command as it is sent, and what each look gets of it; looks that see nothing of it are left out."""

    body: bytes
    frames: dict[str, bytes]


def lay(store: Store, name: str, lines: int = 0) -> None:
    """A table in a fight, its log so many commands long."""
    store.create(name, msgspec.json.encode(Header(GAME.id, name)), SECRET)
    session = fought(store, name, lines)
    if not session.keep:
        write(store, name, session)


def fought(store: Store, name: str, lines: int) -> Session:
    """The fight. A long one is not kept as it is played."""
    crew = [person(GAME, f"hero {n}", "crew") for n in range(4)]
    people = [*crew, *(person(GAME, f"thug {n}", "gang") for n in range(6))]
    session = found(GAME, people, secret=SECRET, keep=None if lines else keeper(store, name))
    session.do(Begin())
    while questions := session.questions():
        session.do(Reply(questions[0].label, questions[0].options[-1], questions[0].who))
    for _ in range(lines):
        session.do(passing(session))
    return session


def write(store: Store, name: str, session: Session) -> None:
    """A log in one go."""
    rows = ((name, number, "", encode(batch)) for number, batch in enumerate(session.history.batches, 1))
    if isinstance(store, SqliteStore):
        with transaction(store._connection) as connection:
            connection.executemany("INSERT INTO log (table_name, sequence, key, data) VALUES (?, ?, ?, ?)", rows)
    else:
        for _, number, _, data in rows:
            store.append(name, number - 1, data)


def presses(amount: int, lines: int = 0, only_next: bool = False) -> list[Press]:
    """What is pressed one after another, each with the very bytes that a server sends for it."""
    with open_store(":memory:") as store:
        lay(store, "t", lines)
        room = Rooms(store).room("t")
        channels = {seat: channel(room, look) for seat, look in LOOKS.items()}
        for one in channels.values():
            one.refresh()
            one.watchers.add(Watcher(nowhere, 0, ""))
        given: list[AnyCommand] = []
        room.session.keep = None
        play = nexts(room.session) if only_next else attacking(room.session)
        made = []
        for _ in range(amount):
            before = {seat: one.count for seat, one in channels.items()}
            given.append(next(play))
            room.changed()
            frames = {seat: one.frames[-1] for seat, one in channels.items() if one.count > before[seat]}
            made.append(Press(msgspec.json.encode(given[-1]), frames))
        return made


async def nowhere(message: bytes) -> None:
    """Takes a message."""


def nexts(session: Session) -> Iterator[AnyCommand]:
    """Again and again: next."""
    for _ in count():
        command = passing(session)
        session.do(command)
        yield command
