"""The way in: the first page, a new table, the links of seats, language and theme."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import segno
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from firefight import encounter as encounters
from firefight.commands import Order
from firefight.encounter import Encounter
from firefight.encounter.people import ready_made
from firefight.errors import FirefightError
from firefight.events import Changed
from firefight.games import games
from firefight.view import GM
from firefight.web import forms, guard
from firefight.web.fights import fights, load
from firefight.web.rooms import Room
from firefight.web.routes.answers import Asked, Html, fields, gone_to, onward, page, part, sentence
from firefight.web.routes.gm import address
from firefight.web.seats import hashed
from firefight.web.shown.people import shape
from firefight.web.tongues import languages


@get("/")
async def home(request: Asked) -> Html:
    """The first page: choose a game and a fight; the tables there are, for the host."""
    here = guard.place(request)
    may = guard.is_host(request) or here.open
    tables = (
        [here.rooms.room(name) for name in here.rooms.names() if here.rooms.store.newest(name)] if guard.is_host(request) else []
    )
    return page(
        request,
        "home.html",
        games=games(),
        fights=fights(),
        tables=tables,
        may=may,
        ready={game.id: ready_made(game.id) for game in games()},
    )


@get("/host/{secret:str}", guards=[guard.knock])
async def host(request: Asked, secret: str) -> Html:
    """The host's own link."""
    here = guard.place(request)
    if not here.host or hashed(secret) != here.host:
        raise NotAuthorizedException("This link is not good any more: take the one that the server printed when it started.")
    return gone_to("/", [guard.cookie(guard.HOST, secret, request)])


@post("/tables", status_code=200, guards=[guard.knock])
async def new_table(request: Asked) -> Html:
    """A new table for a ready-made fight, for a file, or for people yet to come."""
    here = guard.place(request)
    if not (guard.is_host(request) or here.open):
        raise PermissionDeniedException("Only the host of this server makes tables: open the link that it printed.")
    try:
        room = here.rooms.found(await meeting(request))
    except FirefightError as error:
        return sentence(request, str(error))
    secret, joining = room.seats.issue("gm")[1], room.seats.issue("join")[1]
    room.join_link = address(request, room, "j", joining)
    answer = onward(f"/t/{room.name}/ready")
    answer.set_cookie(guard.cookie(guard.cookie_name(room.name), secret, request))
    return answer


async def meeting(request: Asked) -> Encounter:
    """The fight that is asked for. Raises FirefightError with all that is wrong with a file."""
    form = await request.form()
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return of_file(file.filename, await file.read())
    chosen = str(form.get("fight") or "")
    if chosen and chosen != "own":
        return load(chosen)
    game = str(form.get("game") or "")
    known = {one.id: one for one in games()}
    if game not in known:
        raise FirefightError("choose a game first")
    title = str(form.get("title") or "").strip()[:80] or known[game].title
    return Encounter(game, title, (), sides={"crew": "The crew", "opposition": "The opposition"})


def of_file(name: str, data: bytes) -> Encounter:
    """An encounter that somebody has sent. Raises FirefightError with every fault of it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "encounter.toml"
        path.write_bytes(data)
        try:
            return encounters.load(path)
        except FirefightError as error:
            raise FirefightError(str(error).replace(str(path), Path(name).name)) from None


@get("/t/{table:str}/ready")
async def ready(request: Asked, table: str) -> Html:
    """A table that has been made: the code to scan, who has come in, the start."""
    room = guard.gm_at(request, table)
    if not room.join_link:
        room.join_link = address(request, room, "j", room.seats.issue("join")[1])
    code = segno.make(room.join_link).svg_inline(border=2, scale=4, omitsize=True, svgclass="qr", lineclass="qr-path")
    return page(request, "ready.html", room=room, code=code, link=room.join_link, shape=shape)


@get("/t/{table:str}/joined")
async def joined(request: Asked, table: str) -> Html:
    """Who has come in so far, for the page that waits for them."""
    room = guard.gm_at(request, table)
    return part(request, "parts/joined.html", room=room, shape=shape)


# ------------------------------------------------------------------ coming in


def joining(request: Asked, table: str, secret: str) -> Room:
    """The table that a newcomer's link leads to; 401 for a link that has ended."""
    room = guard.room_of(request, table)
    seat = room.seats.find(secret)
    if seat is None or seat.role != "join":
        raise NotAuthorizedException("This link is not good any more. Ask the GM for a new one.")
    return room


@get("/j/{table:str}/{secret:str}", guards=[guard.knock])
async def join(request: Asked, table: str, secret: str) -> Html:
    """Choose whom to play."""
    room = joining(request, table, secret)
    known = [one for one in room.session.table.present() if one.pc and not one.hidden]
    free = [one for one in known if not room.seats.named(one.owner)]
    taken = [one for one in known if room.seats.named(one.owner)]
    return page(request, "join.html", room=room, free=free, taken=taken, secret=secret, shape=shape)


@post("/j/{table:str}/{secret:str}", status_code=200, guards=[guard.knock])
async def claim(request: Asked, table: str, secret: str) -> Html:
    """Takes a seat: a name, and whoever is to be played. Nobody takes a name that is taken."""
    room = joining(request, table, secret)
    asked = await fields(request)
    name, who = " ".join(forms.one(asked, "name").split()), forms.one(asked, "who")
    try:
        if not name:
            raise FirefightError("Give your name, so that the table knows who you are.")
        if room.seats.named(name) is not None:
            raise FirefightError(f"Somebody called {name} sits here already: give another name, or ask the GM for your own link.")
        one = room.session.table.combatants.get(who)
        if who and (one is None or one.hidden or not one.pc or room.seats.named(one.owner) is not None):
            raise FirefightError("Somebody else has just taken that seat: choose another.")
        seat, own = room.seats.issue("player", name)
        if one is not None:
            room.give(Order((Changed(one.id, owner=seat.name),)), GM)
    except FirefightError as error:
        return sentence(request, str(error))
    room.changed()
    answer = onward(f"/t/{room.name}")
    answer.set_cookie(guard.cookie(guard.cookie_name(room.name), own, request))
    return answer


@get("/s/{table:str}/{secret:str}", guards=[guard.knock])
async def seat(request: Asked, table: str, secret: str) -> Html:
    """A seat's own link: from now on this browser sits there."""
    room = guard.room_of(request, table)
    found = room.seats.find(secret)
    if found is None or found.role == "join":
        raise NotAuthorizedException("This link is not good any more. Ask the GM for a new one.")
    return gone_to(f"/t/{table}", [guard.cookie(guard.cookie_name(table), secret, request)])


# ------------------------------------------------------------------ how it is shown


@post("/how", status_code=200)
async def how(request: Asked) -> Html:
    """Language and theme, kept in this browser."""
    asked = await fields(request)
    answer = Response("", status_code=200, media_type="text/html", headers={"hx-refresh": "true"})
    if forms.one(asked, "language") in languages():
        answer.set_cookie(guard.cookie(guard.LANGUAGE, forms.one(asked, "language"), request))
    if forms.one(asked, "theme") in ("dark", "light", "system"):
        answer.set_cookie(guard.cookie(guard.THEME, forms.one(asked, "theme"), request))
    return answer


@get("/healthz", include_in_schema=False)
async def healthy(request: Asked) -> dict[str, str]:
    """Says that the server is up."""
    return {"firefight": "ready"}


ROUTES: list[Any] = [home, host, new_table, ready, joined, join, claim, seat, how, healthy]
