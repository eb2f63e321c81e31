"""The open line: what has changed on the page of whoever looks, as it changes."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from firefight.web import guard
from firefight.web.live import Channel
from firefight.web.routes.answers import Asked
from firefight.web.routes.play import look_of
from firefight.web.wire import push

HEAD = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ],
}


@get("/live/{table:str}")
async def live(request: Asked, table: FromPath[str]) -> ASGIApp:
    """Sends what has changed since the frame that the asker names, for as long as he listens."""
    here = guard.sitting(request, table)
    look = look_of(request, table, request.query_params.get("page", ""), request.query_params.get("as", ""))
    return listening(here.room.channel(look), place_of(request), here.seat.id)


def place_of(request: Asked) -> str:
    """The message that whoever asks got last."""
    return str(request.headers.get("last-event-id") or request.query_params.get("from", ""))


def listening(channel: Channel, place: str, seat: str) -> ASGIApp:
    """An answer that goes on until the asker leaves, or the channel ends his line."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({**HEAD})  # type: ignore[arg-type]
        straight: Send = scope.get("straight", send)  # type: ignore[assignment]

        def write(message: bytes) -> Coroutine[Any, Any, None]:
            return straight({"type": "http.response.body", "body": message, "more_body": True})  # type: ignore[return-value]

        await channel.follow(write, place, seat, leaving(receive), push(straight))
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return answer


async def leaving(receive: Receive) -> None:
    """Waits until the asker has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


ROUTES = [live]
