"""The way in: a table before its fight, the code to scan, the link of a newcomer, the links of seats."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import get, post
from litestar.exceptions import NotAuthorizedException
from litestar.params import FromPath

from firefight.commands import Begin, Order
from firefight.encounter.people import ready_made
from firefight.errors import FirefightError
from firefight.events import Changed
from firefight.view import GM
from firefight.web import forms, guard
from firefight.web.code import code
from firefight.web.plan import plan
from firefight.web.rooms import Room
from firefight.web.routes.answers import Asked, Html, failed, fields, gone_to, onward, page, part, screen_of, sentence
from firefight.web.routes.gm import address
from firefight.web.said import refused
from firefight.web.seats import Seat, good_name
from firefight.web.shown.people import shape
from firefight.web.tongues import Tongue, tongue


@get("/t/{table:str}/ready")
async def ready(request: Asked, table: FromPath[str]) -> Html:
    """A table that has been made: the code to scan, who has come in, the start. After a restart there is no code to show
    until the GM asks for a new one: what is kept of the old one, which still leads here, is its hash."""
    room = guard.gm_at(request, table)
    here = [(one, shape(room.session.table, one.side)) for one in room.session.table.present() if not one.hidden]
    ground = room.session.table.ground
    drawn = plan(ground, here) if ground else None
    return page(
        request, "ready.html", room=room, code=code(room.join_link), alone=is_alone(room.join_link), plan=drawn, **coming(room)
    )


@get("/t/{table:str}/joined")
async def joined(request: Asked, table: FromPath[str]) -> Html:
    """Who has come in so far, for the page that waits for them."""
    room = guard.gm_at(request, table)
    return part(request, "parts/joined.html", room=room, **coming(room))


@post("/t/{table:str}/code", status_code=200)
async def new_code(request: Asked, table: FromPath[str]) -> Html:
    """A new code for newcomers; the old one ends."""
    room = guard.gm_at(request, table)
    room.join_link = address(request, room, "j", room.issue("join")[1])
    return onward(f"/t/{table}/ready")


@post("/t/{table:str}/start", status_code=200)
async def start(request: Asked, table: FromPath[str]) -> Html:
    """Begins the fight between everybody here, and goes to the table. One that has begun goes on."""
    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    try:
        if not screen.table.timeline.running:
            room.give(Begin())
    except FirefightError as error:
        return sentence(request, refused(screen, error))
    return onward(f"/t/{table}")


def is_alone(link: str) -> bool:
    """Whether a link leads nowhere but to this very machine, which no phone can reach."""
    host = urlsplit(link).hostname or ""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def coming(room: Room) -> dict[str, Any]:
    """Who is to be played, by whom, and which players have come without anybody."""
    people = [one for one in room.session.table.present() if one.pc and not one.hidden]
    players = {seat.name for seat in room.seats.all() if seat.role == "player"}
    owners = {one.owner for one in room.session.table.present()}
    return {
        "people": [(one, shape(room.session.table, one.side), one.owner if one.owner in players else "") for one in people],
        "others": sorted(players - owners),
        "running": room.session.table.timeline.running,
    }


# ------------------------------------------------------------------ coming in


def joining(request: Asked, table: str, secret: str) -> Room:
    """The table that a newcomer's link leads to; 401 for a link that has ended."""
    room = guard.room_of(request, table)
    seat = room.seats.find(secret)
    if seat is None or seat.role != "join":
        raise NotAuthorizedException("This link is not good any more. Ask the GM for a new one.")
    return room


def known(request: Asked, room: Room) -> Seat | None:
    """The seat that this browser has at the table already."""
    secret = request.cookies.get(guard.cookie_name(room.name), "")
    return room.seats.find(secret) if secret else None


def is_idle(room: Room, seat: Seat) -> bool:
    """Whether somebody has come in and plays nobody yet."""
    return seat.role == "player" and all(one.owner != seat.name for one in room.session.table.present())


@get("/j/{table:str}/{secret:str}", guards=[guard.knock])
async def join(request: Asked, table: FromPath[str], secret: FromPath[str]) -> Html:
    """Choose whom to play; who sits here already goes to his page."""
    room = joining(request, table, secret)
    seat = known(request, room)
    if seat is not None and not is_idle(room, seat):
        return gone_to(f"/t/{room.name}")
    return page(request, "join.html", room=room, secret=secret, me=seat.name if seat else "", **seats(room))


@get("/j/{table:str}/{secret:str}/seats")
async def still_free(request: Asked, table: FromPath[str], secret: FromPath[str]) -> Html:
    """Who is still free, for a page that is open while others take their seats. Only a link that is no good knocks."""
    room = guard.room_of(request, table)
    found = room.seats.find(secret)
    if found is None or found.role != "join":
        guard.knock(request, None)
    return part(request, "parts/seats_free.html", room=joining(request, table, secret), secret=secret, **seats(room))


def seats(room: Room) -> dict[str, Any]:
    """Whoever can be played, each with a word about him."""
    about = {one.name: one.about for one in ready_made(room.session.game.id).values()}
    return {"about": about, **coming(room)}


@post("/j/{table:str}/{secret:str}", status_code=200, guards=[guard.knock])
async def claim(request: Asked, table: FromPath[str], secret: FromPath[str]) -> Html:
    """Takes a seat: a name, and whoever is to be played. Nobody takes a name or a person that is taken."""
    room = joining(request, table, secret)
    asked, seat, _ = await fields(request), known(request, room), tongue(guard.language(request))
    answer = onward(f"/t/{room.name}")
    try:
        if seat is not None and is_idle(room, seat):
            plays(room, _, seat.name, forms.one(asked, "who"))
        else:
            own = seated(room, _, forms.one(asked, "name"), forms.one(asked, "who"))
            answer.set_cookie(guard.cookie(guard.cookie_name(room.name), own, request))
    except FirefightError as error:
        return failed(request, error)
    room.changed()
    return answer


def seated(room: Room, _: Tongue, name: str, who: str) -> str:
    """Seats a newcomer; the secret of his seat. Raises FirefightError for a name or a person he cannot have."""
    if not name.strip():
        raise FirefightError(_("Give your name, so that the table knows who you are."))
    name = good_name(name)
    if room.seats.named(name) is not None:
        raise FirefightError(_("{name} sits here already: give another name, or ask the GM for your own link.", name=name))
    plays(room, _, name, who)
    return room.issue("player", name)[1]


def plays(room: Room, _: Tongue, name: str, who: str) -> None:
    """Gives somebody to a player, nobody where that is what he wants. Raises FirefightError for one he cannot have."""
    one = room.session.table.combatants.get(who)
    if who and (one is None or one.hidden or not one.pc or not one.here):
        raise FirefightError(_("There is no such seat: load this page again."))
    owner = room.seats.named(one.owner) if one is not None else None
    if one is not None and owner is not None and owner.secret:
        raise FirefightError(_("{owner} has just taken {name}: choose somebody else.", owner=one.owner, name=one.name))
    if one is not None:
        room.give(Order((Changed(one.id, owner=name),)), GM)


@get("/s/{table:str}/{secret:str}", guards=[guard.knock])
async def seat(request: Asked, table: FromPath[str], secret: FromPath[str]) -> Html:
    """A seat's own link: from now on this browser sits there."""
    room = guard.room_of(request, table)
    found = room.seats.find(secret)
    if found is None or found.role == "join":
        raise NotAuthorizedException("This link is not good any more. Ask the GM for a new one.")
    return gone_to(f"/t/{table}", [guard.cookie(guard.cookie_name(table), secret, request)])


ROUTES: list[Any] = [ready, joined, new_code, start, join, still_free, claim, seat]
