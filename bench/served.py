"""Servers to measure, each a process of its own: `python -m bench.served KIND FOLDER PORT`.

`table` is the live table on a SQLite file that is synced with every commit; `plain` sends bytes that it was given to all
who listen, with nothing in between; `hello` answers with a word. All run on the same uvicorn.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from base64 import b64decode
from collections.abc import Awaitable, Callable, MutableMapping
from itertools import cycle
from pathlib import Path
from typing import Any

import uvicorn

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
HOST = "the host's secret"
FRAMES, TABLES, SEATS, FILE = "frames.json", "tables.json", "seats.json", "tables.fight"
OPTIONS: dict[str, Any] = {"log_level": "error", "ws": "none", "timeout_keep_alive": 600, "access_log": False}


def main(kind: str, folder: str, port: int) -> None:
    """Serves until it is ended."""
    app = {"table": table, "plain": plain, "hello": hello}[kind](Path(folder))
    gc.freeze()
    uvicorn.run(app, host="127.0.0.1", port=port, **OPTIONS)


def table(folder: Path) -> Any:
    """The live table. TABLES names the tables and the length of their logs; SEATS gets the secret of each seat."""
    from bench.tables import LOOKS, lay
    from firefight.store import SqliteStore
    from firefight.web.app import application
    from firefight.web.pace import Pace

    store = SqliteStore(folder / FILE)
    app = application(store, HOST, pace=Pace(1e9, 1e9))
    secrets = {}
    for name, lines in json.loads((folder / TABLES).read_text()).items():
        lay(store, name, lines)
        room = app.state.place.rooms.room(name)
        roles = {"gm": ("gm", ""), "tv": ("spectator", "")}
        secrets[name] = {seat: room.issue(*roles.get(seat, ("player", seat)))[1] for seat in LOOKS}
    (folder / SEATS).write_text(json.dumps(secrets))
    return app


def plain(folder: Path) -> Any:
    """Queues for those who listen, by their look; a POST puts the next bytes of each look into them."""
    recorded = cycle([{look: b64decode(data) for look, data in one.items()} for one in json.loads((folder / FRAMES).read_text())])
    listening: dict[str, set[asyncio.Queue[bytes]]] = {}

    async def app(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await alive(receive, send)
        elif scope["method"] == "POST":
            await receive()
            for look, message in next(recorded).items():
                for queue in listening.get(look, ()):
                    queue.put_nowait(message)
            await answer(send, b"done")
        elif scope["path"].startswith("/live/"):
            await listen(scope["path"].removeprefix("/live/"), send)
        else:
            await answer(send, b"ready")

    async def listen(look: str, send: Send) -> None:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        listening.setdefault(look, set()).add(queue)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        await send({"type": "http.response.body", "body": b": hello\n\n", "more_body": True})
        while True:
            await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})

    return app


async def alive(receive: Receive, send: Send) -> None:
    """Start and stop."""
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


async def answer(send: Send, body: bytes) -> None:
    """A short answer."""
    head = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})


def hello(folder: Path) -> Any:
    """The barest page of a well-known framework."""
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    return Starlette(routes=[Route("/healthz", lambda request: PlainTextResponse("ready"))])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
