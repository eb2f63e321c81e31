"""A served table for tests: its application, its people, and somebody who asks from each seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple

import msgspec
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from firefight.commands import Begin, Reply
from firefight.games import game
from firefight.kept import Header, keeper
from firefight.session import found
from firefight.store import Store, open_store
from firefight.table import Combatant
from firefight.web import guard
from firefight.web.app import application
from firefight.web.pace import Pace
from firefight.web.rooms import Room
from tests.conformance import people
from tests.web.waiting import PATIENCE

HOST = "the host's secret"
TABLE = "test-table"
ENDLESS = Pace(1e9, 1e9)
SEATS = {"gm": ("gm", ""), "ana": ("player", "ana's player"), "bo": ("player", "bo's player"), "tv": ("spectator", "")}


class Asker(NamedTuple):
    """Somebody who asks the server, with the cookie of his seat or without any."""

    client: TestClient[Litestar]
    cookie: str = ""

    def get(self, path: str, **headers: str) -> Response:
        """A page or a part of one."""
        return self.client.get(path, headers=self.headed(headers), follow_redirects=False)

    def post(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> Response:
        """A press."""
        return self.client.post(path, data=fields or {}, headers=self.headed(headers), follow_redirects=False)

    def headed(self, headers: dict[str, str]) -> dict[str, str]:
        """The headers with the cookie."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return {**named, "cookie": self.cookie} if self.cookie else named


class Served(NamedTuple):
    """A table that is served: the application, the room, everybody's secret, and who asks from each seat."""

    app: Litestar
    store: Store
    room: Room
    secrets: dict[str, str]
    gm: Asker
    ana: Asker
    bo: Asker
    tv: Asker
    stranger: Asker
    host: Asker

    @property
    def state(self) -> object:
        """Everything about the table that could change: its log, and what is kept beside it."""
        return list(self.store.read(self.room.name)), self.store.shelf(self.room.name), self.store.tables()


def laid(store: Store, id: str = "cyberpunk-red", who: list[Combatant] | None = None, seed: int = 1, name: str = TABLE) -> str:
    """A table in a store: two players' people, two of the GM's in plain sight and one hidden."""
    secret = bytes([seed % 251 + 1]) * 32
    store.create(name, msgspec.json.encode(Header(id)), secret)
    found(game(id), people(game(id)) if who is None else who, secret=secret, keep=keeper(store, name))
    return name


def opened(store: Store, name: str = TABLE, pace: Pace | None = ENDLESS) -> tuple[Litestar, Room, dict[str, str]]:
    """The application on a store, one of its tables, and a fresh secret for each seat of it."""
    app = application(store, HOST, pace=pace)
    room: Room = app.state.place.rooms.room(name)
    return app, room, {who: room.issue(role, called)[1] for who, (role, called) in SEATS.items()}  # type: ignore[arg-type]


@contextmanager
def served(id: str = "cyberpunk-red", who: list[Combatant] | None = None, begun: bool = True) -> Iterator[Served]:
    """A table with a fight that has begun, served."""
    with open_store(":memory:") as store:
        app, room, secrets = opened(store, laid(store, id, who))
        if begun:
            fight(room)
        with TestClient(app, base_url="http://table.test", raise_server_exceptions=False) as client:
            seats = [Asker(client, cookie_of(room.name, secrets[one])) for one in SEATS]
            yield Served(app, store, room, secrets, *seats, Asker(client), Asker(client, f"{guard.HOST}={HOST}"))


def fight(room: Room) -> None:
    """Begins a fight, and answers what is asked about initiative."""
    room.give(Begin())
    while questions := [one for one in room.session.questions() if one.options]:
        room.give(Reply(questions[0].label, questions[0].options[-1], questions[0].who))


def cookie_of(table: str, secret: str) -> str:
    """The cookie of a seat."""
    return f"{guard.cookie_name(table)}={secret}"


# ------------------------------------------------------------------ open lines


class Line:
    """An open line to an application, without a network between."""

    def __init__(self) -> None:
        self.status = 0
        self.raw_headers: list[tuple[str, str]] = []
        self.body = b""
        self.ended = False
        self._news = asyncio.Event()
        self._gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        """Says that the asker has gone, once he has."""
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        """Takes what the application says."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.raw_headers = [(name.decode(), value.decode()) for name, value in message["headers"]]
        else:
            self.body += message["body"]
            self.ended = not message.get("more_body")
        self._news.set()

    async def until(self, text: str) -> str:
        """Waits until something has come, and gives all that has."""
        async with asyncio.timeout(PATIENCE):
            while text.encode() not in self.body and not self.ended:
                self._news.clear()
                await self._news.wait()
        return self.body.decode()

    async def end(self) -> None:
        """Waits until the server ends the line."""
        async with asyncio.timeout(PATIENCE):
            while not self.ended:
                self._news.clear()
                await self._news.wait()

    def place(self) -> str:
        """The name of the newest message."""
        named = [line.partition(b": ")[2].decode() for line in self.body.splitlines() if line.startswith(b"id: ")]
        return named[-1] if named else ""

    def leave(self) -> None:
        """The asker goes."""
        self._gone.set()


@asynccontextmanager
async def line(app: Litestar, path: str, secret: str = "", after: str = "") -> AsyncIterator[Line]:
    """An open line, through the seat of a secret, after a message that is named."""
    made = Line()
    headers = [(b"host", b"table.test")]
    headers += [(b"authorization", f"Bearer {secret}".encode())] if secret else []
    headers += [(b"last-event-id", after.encode())] if after else []
    target, _, query = path.partition("?")
    scope: Any = {
        **{"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "root_path": "", "headers": headers},
        **{"path": target, "raw_path": target.encode(), "query_string": query.encode(), "client": ("127.0.0.1", 1)},
        **{"server": ("table.test", 80), "asgi": {"version": "3.0"}},
    }
    task = asyncio.create_task(app(scope, made.receive, made.send))  # type: ignore[arg-type]
    try:
        async with asyncio.timeout(PATIENCE):
            while not made.status:
                made._news.clear()
                await made._news.wait()
        yield made
    finally:
        made.leave()
        await task
