"""What everybody at a table can do: look at his page, act, answer, take back what is his, suggest."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath

from firefight.errors import FirefightError
from firefight.ledger import find
from firefight.view import GM, SPECTATOR, Viewer
from firefight.web import forms, guard
from firefight.web.rooms import Look
from firefight.web.routes.answers import Asked, Html, fields, given, nothing, page, part, screen_of, sentence
from firefight.web.said import refused
from firefight.web.shown.people import shape

OWN = {"gm": "gm", "player": "phone", "spectator": "tv"}


def look_of(asking: guard.Asking, table: str, asked: str, through: str = "") -> Look:
    """How somebody may look at a table: his own page, the television, or (the GM) through another's eyes, hands off."""
    here = guard.sitting(asking, table)
    language = guard.language(asking)
    if through and here.viewer != GM:
        raise PermissionDeniedException("That is for the GM alone.")
    if through:
        viewer = SPECTATOR if through == "spectator" else Viewer("player", through)
        return Look("phone", viewer, language, hands=False)
    if asked == "tv":
        return Look("tv", SPECTATOR, language, hands=False)
    if asked == "map":
        return Look("map", here.viewer, language, hands=here.viewer != SPECTATOR)
    return Look(OWN[here.viewer.role], here.viewer, language)


@get("/t/{table:str}")
async def table(request: Asked, table: FromPath[str]) -> Html:
    """The page of whoever sits here."""
    return shown(request, table)


@get("/t/{table:str}/tv")
async def television(request: Asked, table: FromPath[str]) -> Html:
    """The table for the room's television."""
    return shown(request, table, "tv")


@get("/t/{table:str}/as/{name:str}")
async def through(request: Asked, table: FromPath[str], name: FromPath[str]) -> Html:
    """The table through a player's eyes, for the GM to look at."""
    return shown(request, table, "phone", name)


def shown(request: Request[Any, Any, Any], table: str, asked: str = "", through: str = "") -> Html:
    """A page with its parts as they are now, and the place from which its open line goes on."""
    look = look_of(request, table, asked, through)
    room = guard.room_of(request, table)
    found = room.channel(look)
    parts = found.refresh()
    return page(
        request,
        f"{look.page}.html",
        room=room,
        look=look,
        parts=parts,
        place=found.place,
        through=through,
        host=guard.is_host(request),
        shape=shape,
    )


@post("/t/{table:str}/do", status_code=200)
async def do(request: Asked, table: FromPath[str]) -> Html:
    """Somebody acts, or ends his turn."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    return given(request, screen, forms.act(screen, await fields(request)))


@get("/t/{table:str}/odds")
async def odds(request: Asked, table: FromPath[str]) -> Html:
    """The odds of what a form would do, taken apart, from what whoever asks may know."""
    from firefight.web.shown import why

    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    asked = {name: request.query_params.getall(name) for name in set(request.query_params)}
    try:
        command = forms.act(screen, asked)
        if not here.viewer.owns(screen.table.combatants.get(command.who)):
            raise PermissionDeniedException("That is for the GM and his own player.")
        return part(request, "parts/why.html", taken=why.taken_apart(screen, command.who, command.act))
    except FirefightError as error:
        return part(request, "parts/why.html", taken=None, text=refused(screen, error))


@post("/t/{table:str}/answer", status_code=200)
async def answer(request: Asked, table: FromPath[str]) -> Html:
    """An answer to an open question."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    return given(request, screen, forms.answer(screen, await fields(request)))


@post("/t/{table:str}/rewind", status_code=200)
async def rewind(request: Asked, table: FromPath[str]) -> Html:
    """Undo, redo, or back to a line."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    try:
        command = forms.rewind(await fields(request))
    except FirefightError as error:
        return sentence(request, refused(screen, error))
    return given(request, screen, command)


@post("/t/{table:str}/choose/{who:str}", status_code=200)
async def choose(request: Asked, table: FromPath[str], who: FromPath[str]) -> Html:
    """Whose menu to show first, of several who may act."""
    here = guard.sitting(request, table)
    here.room.choose(here.viewer, who)
    return nothing()


@post("/t/{table:str}/suggest", status_code=200)
async def suggest(request: Asked, table: FromPath[str]) -> Html:
    """A player's suggestion to the GM."""
    here = guard.sitting(request, table)
    text = forms.one(await fields(request), "text").strip()
    if here.viewer.role != "player":
        raise PermissionDeniedException("Only players suggest; you can simply do it.")
    if not text:
        return nothing()
    here.room.suggest(here.viewer.name, text)
    return sentence(request, "✓", "done")


@get("/t/{table:str}/rules/{rule:str}")
async def rule(request: Asked, table: FromPath[str], rule: FromPath[str]) -> Html:
    """One rule in our words, with its worked cases."""
    here = guard.sitting(request, table)
    found = find(rule)
    if len(found) != 1:
        raise NotFoundException("There is no such rule.")
    return part(request, "parts/rule.html", rule=found[0], room=here.room)


@get("/t/{table:str}/earlier")
async def earlier(request: Asked, table: FromPath[str]) -> Html:
    """The log from its beginning to where the page takes over; the GM's."""
    from firefight.web.shown.log import LogOf

    room = guard.gm_at(request, table)
    lines = LogOf(room, Look("gm", GM, guard.language(request))).before()
    return part(request, "parts/lines.html", lines=lines, gm=True, table=room.name)


ROUTES: list[Any] = [table, television, through, do, answer, rewind, odds, choose, suggest, rule, earlier]
