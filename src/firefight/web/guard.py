"""Who asks, and whether he may: cookies, links, the origin of a request, headers that keep a page to itself."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from firefight.store import NoTable
from firefight.view import GM, Viewer
from firefight.web.pace import Pace
from firefight.web.rooms import Room, Rooms
from firefight.web.seats import Seat, hashed
from firefight.web.tongues import marked, wanted

Asking = ASGIConnection[Any, Any, Any, Any]

HOST = "firefight-host"
THEME, LANGUAGE = "firefight-theme", "firefight-language"
YEAR = 365 * 24 * 3600
TOO_FAST = marked("That was too fast: wait a moment, then try again.")
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(), camera=(), microphone=()",
}


class Place(NamedTuple):
    """The server as its routes know it: its tables, the hashes of the host's secrets, whether anybody may make a table.

    `pace` is how fast one seat may give commands, `knocks` how often one address may try to come in.
    """

    rooms: Rooms
    hosts: tuple[str, ...]
    open: bool
    pace: Pace
    knocks: Pace


class Sitting(NamedTuple):
    """Somebody at a table: the room, his seat, through whose eyes he looks."""

    room: Room
    seat: Seat
    viewer: Viewer


def place(asking: Asking) -> Place:
    """The server."""
    found: Place = asking.app.state.place
    return found


def room_of(asking: Asking, name: str) -> Room:
    """The table of this name; 404 for one there is not."""
    try:
        return place(asking).rooms.room(name)
    except NoTable:
        raise NotFoundException("There is no such table here.") from None


def is_host(asking: Asking) -> bool:
    """Whether whoever asks has the host's link."""
    return opens(place(asking), bearer(asking) or asking.cookies.get(HOST, ""))


def opens(here: Place, secret: str) -> bool:
    """Whether a secret is one of the host's."""
    return any(secrets.compare_digest(hashed(secret), host) for host in here.hosts)


def sitting(asking: Asking, name: str) -> Sitting:
    """Who asks, at this table. The server alone decides what anybody is.

    401 for somebody without a seat, 429 for one that gives more commands than any table has use for.
    """
    room = room_of(asking, name)
    secret = bearer(asking) or asking.cookies.get(cookie_name(name), "")
    seat = room.seats.find(secret) if secret else None
    if seat is None and is_host(asking):
        seat = Seat("gm", "gm")
    if seat is None or seat.role == "join":
        raise NotAuthorizedException("You have no seat at this table. Ask the GM for a link.")
    if asking.scope.get("method") not in SAFE and not place(asking).pace.allows(f"{name} {seat.id}"):
        raise TooManyRequestsException(TOO_FAST)
    return Sitting(room, seat, seat.viewer)


def gm_at(asking: Asking, name: str) -> Room:
    """The table of this name, for its GM alone; 403 for anybody else."""
    found = sitting(asking, name)
    if found.viewer != GM:
        raise PermissionDeniedException("That is for the GM alone.")
    return found.room


def knock(asking: Asking, _: Any) -> None:
    """Before a way in: 429 for an address that tries too many links."""
    if not place(asking).knocks.allows(asking.client.host if asking.client else ""):
        raise TooManyRequestsException(TOO_FAST)


def bearer(asking: Asking) -> str:
    """The secret in the header of a program that asks."""
    said = next((value.decode("latin-1") for name, value in asking.scope["headers"] if name == b"authorization"), "")
    scheme, _, secret = said.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def cookie_name(table: str) -> str:
    """The name of the cookie that holds one's seat at a table. Tables have names that no cookie can bear."""
    return f"seat-{sha256(table.encode(errors='replace')).hexdigest()[:16]}"


def cookie(name: str, value: str, asking: Asking, age: int = YEAR) -> Cookie:
    """A cookie that no script can read and no other site can send."""
    return Cookie(
        key=name, value=value, path="/", max_age=age, httponly=True, samesite="lax", secure=asking.url.scheme == "https"
    )


def language(asking: Asking) -> str:
    """The language to speak to whoever asks."""
    return wanted(asking.cookies.get(LANGUAGE, ""), asking.headers.get("accept-language", ""))


def theme(asking: Asking) -> str:
    """Dark, light, or as the system has it."""
    found = asking.cookies.get(THEME, "")
    return found if found in ("dark", "light") else ""


# ------------------------------------------------------------------ around every request


class SameOrigin:
    """Refuses what another site makes a browser send, and paths that no file system takes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if "\0" in scope["path"]:
            raise NotFoundException("There is nothing here.")
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE:
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
            if is_foreign(headers):
                raise PermissionDeniedException("This request came from another site.")
        await self.app(scope, receive, send)


def is_foreign(headers: dict[str, str]) -> bool:
    """Whether a request that changes something comes from another site. Programs send neither header and no cookie."""
    site = headers.get("sec-fetch-site", "")
    if site:
        return site not in ("same-origin", "none")
    origin = headers.get("origin", "")
    return bool(origin) and urlsplit(origin).netloc != headers.get("host", "")


async def headed(message: Message, scope: Scope) -> None:
    """Puts the headers that keep a page to itself on an answer, whatever answers."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *ADDED]


ADDED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
