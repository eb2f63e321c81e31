"""The open line: what has changed on the page of whoever looks, as it changes."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Any
from urllib.parse import parse_qs

from litestar import Request, asgi
from litestar.types import Receive, Scope, Send

from firefight.web import guard
from firefight.web.pages import channel
from firefight.web.routes.play import look_of

HEAD = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ],
}


@asgi("/live", is_mount=True)
async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Sends what has changed since the frame that the asker names, for as long as he listens."""
    request: Request[Any, Any, Any] = Request(scope, receive, send)
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    table = scope["path"].strip("/").rpartition("/")[2]
    look = look_of(request, table, (asked.get("page") or [""])[0], (asked.get("as") or [""])[0])
    here = guard.sitting(request, table)
    place = request.headers.get("last-event-id") or (asked.get("from") or [""])[0]
    await send(HEAD)  # type: ignore[arg-type]
    line = asyncio.create_task(told(send, channel(here.room, look), place, here.seat.id))
    left = asyncio.create_task(leaving(receive))
    _, running = await asyncio.wait((line, left), return_when=asyncio.FIRST_COMPLETED)
    for task in running:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def told(send: Send, channel: Any, place: str, seat: str) -> None:
    """Everything that comes over a channel, one message after another."""
    async with aclosing(channel.follow(place, seat)) as messages:
        async for message in messages:
            await send({"type": "http.response.body", "body": message, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def leaving(receive: Receive) -> None:
    """Waits until the asker has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


ROUTES = [live]
