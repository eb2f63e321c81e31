"""The web application: its routes, its errors, what is started and stopped with it."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from importlib.resources import files
from time import monotonic
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.static_files import create_static_files_router

from firefight import __version__
from firefight.errors import FirefightError
from firefight.store import Store
from firefight.web import guard
from firefight.web.described import ABOUT, Described
from firefight.web.english import in_full
from firefight.web.guard import Place, SameOrigin
from firefight.web.live import BEAT, close
from firefight.web.pace import Pace
from firefight.web.rooms import Rooms
from firefight.web.routes import ROUTES
from firefight.web.said import note
from firefight.web.seats import hashed
from firefight.web.tongues import SOURCE, environment, marked, render, tongue

LARGEST = 4_000_000
"""Bytes of a request: a map file of another tool is the largest thing anybody sends."""
LOOKS = 1.0
"""Seconds between two looks at what other programs have written to the same file."""


class Table(Litestar):
    """The application. Open lines write past what is wrapped around every answer, once they have begun."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        """What reads msgspec's types; nothing is loaded for those of attrs and pydantic that happen to be installed."""
        return [*plugins, MsgspecDIPlugin()]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request."""
        scope["straight"] = send
        await super().__call__(scope, receive, send)


def application(
    store: Store, host: str = "", open: bool = False, pace: Pace | None = None, earlier: Collection[str] = ()
) -> Litestar:
    """The web application on a store. `host` is the secret of the host's link; `open` lets anybody make a table.

    `earlier` are the hashes of secrets of the host's that are good still, from earlier starts on the same store.
    `pace` is how fast one seat may give commands: 30 at once, 10 a second, unless it is given.
    """
    rooms = Rooms(store)
    here = Place(rooms, (hashed(host), *earlier) if host else (), open, pace or Pace(30, 10), Pace(60, 1))
    return Table(
        route_handlers=[*ROUTES, static()],
        state=State({"place": here}),
        middleware=[SameOrigin],
        before_send=[guard.headed],
        exception_handlers={HTTPException: told, FirefightError: refused, Exception: broken},
        include_in_schema=False,
        openapi_config=OpenAPIConfig(
            "Firefight",
            __version__,
            description=ABOUT,
            path="/schema",
            render_plugins=[Described()],
        ),
        request_max_body_size=LARGEST,
        lifespan=[lambda app: following(rooms)],
        compression_config=CompressionConfig(backend="gzip", exclude=["^/live", "/events$"], minimum_size=1500),
        logging_config=None,
    )


def static() -> Any:
    """Style, scripts and fonts; browsers ask again only when the version in the address has changed."""
    room = str(files("firefight.web") / "static")
    return create_static_files_router("/static", [room], cache_control=CacheControlHeader(max_age=guard.YEAR, public=True))


@asynccontextmanager
async def following(rooms: Rooms) -> AsyncIterator[None]:
    """Takes in what other programs write to open tables; ends every open line when the server stops."""
    task = asyncio.create_task(watch(rooms))
    try:
        yield
    finally:
        task.cancel()
        close(channel for room in rooms for channel in room.channels.values())


async def watch(rooms: Rooms) -> None:
    """Looks now and then whether somebody else has written to a table that is open here; keeps silent lines alive."""
    beat = monotonic()
    await asyncio.sleep(LOOKS)
    await asyncio.to_thread(ready)
    while True:
        with suppress(FirefightError):  # a file that cannot be read just now is tried again
            for room in list(rooms):
                if room.store.newest(room.name) > len(room.session.history):
                    room.catch_up()
        if monotonic() - beat > BEAT:
            beat = monotonic()
            for channel in [channel for room in rooms for channel in room.channels.values()]:
                channel.beat()
        await asyncio.sleep(LOOKS)


def ready() -> None:
    """Loads what pages are drawn with, after the start and before anybody asks for one."""
    import firefight.web.pages  # noqa: F401

    environment(SOURCE)


# ------------------------------------------------------------------ errors


def told(request: Request[Any, Any, Any], error: HTTPException) -> Response[str]:
    """A refusal of the server: a sentence on the page for a press, JSON for a program, a page of its own else."""
    known = {404: marked("There is nothing here."), 413: marked("That is too large to be sent here.")}
    plain = error.detail == HTTPStatus(error.status_code).phrase
    text = known.get(error.status_code, marked("That did not work.")) if plain or not error.detail else error.detail
    return answered(request, text, error.status_code)


def refused(request: Request[Any, Any, Any], error: FirefightError) -> Response[str]:
    """What the table refuses, where no screen is at hand to say it in the table's own words."""
    return answered(request, in_full(str(error), tongue(guard.language(request))), 409)


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[str]:
    """A fault of the program: whoever runs it finds where on the terminal, without the address, which may be a secret."""
    traceback.print_exception(error)
    return answered(request, marked("Something went wrong here, and nothing was changed. Load the page again."), 500)


def answered(request: Request[Any, Any, Any], text: str, status: int) -> Response[Any]:
    """A sentence in the form that whoever asked can read."""
    language = guard.language(request)
    text = tongue(language)(text)
    if request.url.path.startswith("/api/"):
        return Response({"detail": text}, status_code=status)
    if request.headers.get("hx-request"):
        return Response(note(language, text), status_code=200, media_type="text/html")
    page = render(language, "error.html", text=text, status=status, theme=guard.theme(request), version=__version__)
    return Response(page, status_code=status, media_type="text/html")
