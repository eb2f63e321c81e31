"""Running the server: the links that are printed, the code to scan, the browser that opens."""

from __future__ import annotations

import gc
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import uvicorn

from firefight.encounter import Encounter
from firefight.store import Store
from firefight.web.code import in_letters
from firefight.web.seats import hashed

if TYPE_CHECKING:
    from litestar import Litestar

    from firefight.web.rooms import Rooms

SHELF = "host"
"""The hashes of the host's links are kept under this name, beside the tables."""
EARLIER = 20
"""So many earlier links of the host's are good still."""


class Served(NamedTuple):
    """An application with the lines to tell whoever started it, and the link to open in his browser."""

    app: Litestar
    lines: tuple[str, ...]
    link: str


class Server(uvicorn.Server):
    """A server that says when it listens, and ends the open lines when it stops, so that nothing is left to wait for."""

    def __init__(self, config: uvicorn.Config, rooms: Rooms, listens: Callable[[], object] = lambda: None) -> None:
        super().__init__(config)
        self.rooms, self.listens = rooms, listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to listen, then says so."""
        await super().startup(sockets)
        if self.started:
            self.listens()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends every open line, then stops."""
        self.rooms.hang_up()
        await super().shutdown(sockets)


def serve(served: Served, host: str, port: int, tell: Callable[[str], None], browser: bool = False) -> None:
    """Serves until somebody stops it. `tell` gets the lines for whoever started it, once the server listens."""

    def listens() -> None:
        for line in served.lines:
            tell(line)
        if browser:
            import webbrowser

            webbrowser.open(served.link)

    options: dict[str, Any] = {"log_level": "warning", "ws": "none", "timeout_graceful_shutdown": 2, "lifespan": "on"}
    Server(uvicorn.Config(served.app, host=host, port=port, **options), served.app.state.place.rooms, listens).run()


def prepared(
    store: Store, base: str, meeting: Encounter | None = None, open: bool = False, fresh: bool = False, code: bool = False
) -> Served:
    """The application on a store, and its links. `base` is how others reach it, `meeting` a fight to make a table for.

    `fresh` ends the host's earlier links. `code` adds the drawing to scan where there is a table.
    """
    secret, earlier = host_links(store, fresh)
    with nothing_collected():
        from firefight.web.app import application

        app = application(store, secret, open, earlier=earlier)
    app.state["address"] = base
    host = f"{base}/host/{secret}"
    kept = f"The tables are kept in {store.place}. Ctrl+C stops the server; everything is saved as it happens."
    if meeting is None:
        return Served(app, (f"Your link, as the GM:  {host}", kept), host)
    room = app.state.place.rooms.found(meeting)
    gm = f"{base}/s/{room.name}/{room.issue('gm')[1]}"
    room.join_link = f"{base}/j/{room.name}/{room.issue('join')[1]}"
    links = (f"Your link, as the GM:  {gm}", f"For your players:      {room.join_link}", f"All your tables:       {host}")
    drawing = (in_letters(room.join_link),) if code else ()
    return Served(app, (*links, *drawing, kept), gm)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Looks for no garbage while everything is loaded, which takes a tenth of the time, nor ever in what has been loaded."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def host_links(store: Store, fresh: bool = False) -> tuple[str, tuple[str, ...]]:
    """A new secret for the host, and the hashes of those that are good still: whoever has a cookie keeps it.

    Only hashes are kept, beside the tables. `fresh` ends all earlier ones.
    """
    kept = b"" if fresh else store.shelf("").get(SHELF, b"")
    secret, earlier = secrets.token_urlsafe(18), tuple(kept.decode().split())[-EARLIER:]
    store.shelve("", SHELF, " ".join((*earlier, hashed(secret))).encode())
    return secret, earlier


def address(host: str, port: int) -> str:
    """The address at which other devices in the room find this one."""
    name = reachable() if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def reachable() -> str:
    """The address of this machine in its network; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
