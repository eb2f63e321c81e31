"""The first page, a new table, help, language and theme."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.params import FromPath

from firefight import encounter as encounters
from firefight.encounter import Encounter, Unreadable
from firefight.errors import FirefightError
from firefight.games import GAMES, game, games
from firefight.kept import header_of
from firefight.store import Store
from firefight.web import forms, guard
from firefight.web.english import translated
from firefight.web.fights import fights, load, told_in
from firefight.web.live import partial
from firefight.web.routes.answers import Asked, Html, failed, fields, gone_to, onward, page
from firefight.web.routes.gm import address
from firefight.web.tongues import languages, render, tongue


class Row(NamedTuple):
    """A table in the host's list: its name, its title, its game, and how many lines its log has."""

    name: str
    title: str
    game: str
    lines: int


@get("/")
async def home(request: Asked) -> Html:
    """The first page: choose a game and a fight; the tables there are, for the host."""
    host = guard.is_host(request)
    may = host or guard.place(request).open
    rows = list(tables(guard.place(request).rooms.store)) if host else []
    return page(request, "home.html", games=games(), fights=fights(), tables=rows, may=may)


def tables(store: Store) -> Iterator[Row]:
    """The tables of a store, read from the heads of their logs alone."""
    for name in store.tables():
        with suppress(FirefightError):  # another program's table, which nobody can play here
            header, lines = header_of(store, name), store.newest(name)
            if lines:
                yield Row(name, header.title or name, game(header.game).title, lines)


@get("/help")
async def manual(request: Asked) -> Html:
    """How a table runs, on one page."""
    return page(request, "help.html")


@get("/host/{secret:str}", guards=[guard.knock])
async def host(request: Asked, secret: FromPath[str]) -> Html:
    """The host's own link."""
    if not guard.opens(guard.place(request), secret):
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
    except Unreadable as error:
        return faulty(request, error)
    except FirefightError as error:
        return failed(request, error)
    secret = room.issue("gm")[1]
    room.join_link = address(request, room, "j", room.issue("join")[1])
    answer = onward(f"/t/{room.name}/ready")
    answer.set_cookie(guard.cookie(guard.cookie_name(room.name), secret, request))
    return answer


async def meeting(request: Asked) -> Encounter:
    """The fight that is asked for: the one chosen of those of the chosen game, else a file, else nobody yet.

    Raises FirefightError with all that is wrong with a file.
    """
    form = await request.form()
    id, _ = str(form.get("game") or ""), tongue(guard.language(request))
    chosen = str(form.get(f"fight.{id}") or form.get("fight") or "")
    if chosen and chosen != "own":
        return told_in(load(chosen), _)
    file = form.get(f"file.{id}") or form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return of_file(file.filename, await file.read())
    if id not in GAMES:
        raise FirefightError("choose a game first")
    title = " ".join(str(form.get(f"title.{id}") or form.get("title") or "").split())[:80]
    return Encounter(id, title or game(id).title, (), sides={"crew": _("The crew"), "opposition": _("The opposition")})


def of_file(name: str, data: bytes) -> Encounter:
    """An encounter that somebody has sent. Raises FirefightError with every fault of it.

    It may not name other files: they would be looked for on this machine.
    """
    if names_a_file(data):
        raise FirefightError("a file that is sent cannot read its map from another file: draw the map in it, or send it later")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "encounter.toml"
        path.write_bytes(data)
        try:
            return encounters.load(path)
        except Unreadable as error:
            raise Unreadable(Path(name).name, error.faults) from None


def names_a_file(data: bytes) -> bool:
    """Whether an encounter has its map in another file."""
    try:
        map = tomllib.loads(data.decode()).get("map")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return False
    return isinstance(map, dict) and "file" in map


def faulty(request: Asked, error: Unreadable) -> Html:
    """Everything wrong with a file, told where it was chosen, to stay until it is put right."""
    language = guard.language(request)
    faults = [(line, translated(text, tongue(language))) for line, text in error.faults]
    told = render(language, "parts/faults.html", file=error.file, faults=faults)
    return Response(partial("faults", told), media_type="text/html")


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


ROUTES: list[Any] = [home, manual, host, new_table, how, healthy]
