"""The map: its own page, what one sees from somebody's square, and a new one for the table."""

from __future__ import annotations

from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from firefight.commands import AnyCommand
from firefight.encounter.maps import KINDS
from firefight.errors import FirefightError
from firefight.orders import command
from firefight.view import GM
from firefight.web import forms, guard
from firefight.web.routes.answers import Asked, Html, part, screen_of
from firefight.web.routes.play import shown
from firefight.web.said import refused
from firefight.web.screen import Screen


@get("/t/{table:str}/map")
async def large(request: Asked, table: FromPath[str]) -> Html:
    """The map large, with the same as text beside it."""
    return shown(request, table, "map")


@get("/t/{table:str}/sight/{who:str}")
async def sight(request: Asked, table: FromPath[str], who: FromPath[str], page: FromQuery[str] = "gm") -> Html:
    """What somebody on the map sees from where he stands, as lines to be laid over the map of a page."""
    from firefight.web.shown import map

    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer, page)
    found = map.from_one(screen, who)
    if found is None:
        raise NotFoundException("Nobody called that stands on the map.")
    return part(request, "parts/sight.html", sight=found)


@get("/t/{table:str}/ground")
async def ground(request: Asked, table: FromPath[str]) -> Html:
    """The panel for a map: drawn here, or from a file."""
    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    return part(request, "parts/ground.html", room=room, screen=screen, kinds=KINDS, example=EXAMPLE)


@post("/t/{table:str}/ground", status_code=200)
async def laid(request: Asked, table: FromPath[str]) -> Html:
    """Puts a map on the table. What is wrong with it is said where it was given."""
    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    try:
        room.give(await asked_for(request, screen), GM)
    except FirefightError as error:
        return part(request, "parts/laid.html", text=refused(screen, error))
    return part(request, "parts/laid.html", text="")


# ------------------------------------------------------------------ what was sent


async def asked_for(request: Asked, screen: Screen) -> AnyCommand:
    """The order that a form with a map asks for. Raises FirefightError with all that is wrong with it."""
    form = await request.form()
    texts = {name: [value] for name, value in form.items() if isinstance(value, str)}
    values: dict[str, Any] = {"name": forms.one(texts, "name").strip()[:80]}
    metres = forms.one(texts, "metres").replace(",", ".").strip()
    if metres:
        values["metres"] = metres_of(metres)
    if forms.one(texts, "diagonals") == "true":
        values["diagonals"] = "true"
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return of_file(screen, PurePath(file.filename), await file.read(), values)
    drawing = forms.one(texts, "drawing").replace("\r\n", "\n")
    if not drawing.strip():
        raise FirefightError("draw a map or choose a file first")
    return command("map", screen.game, screen.table, {**values, "drawing": drawing})


def metres_of(text: str) -> float:
    """The side of a square. Raises FirefightError for what is no number."""
    try:
        return float(text)
    except ValueError:
        raise FirefightError(f"'{text[:20]}' is no number of metres; a square has from 0.1 to 1000") from None


def of_file(screen: Screen, name: PurePath, data: bytes, values: dict[str, Any]) -> AnyCommand:
    """The order for a map file that was sent. Raises FirefightError, the file called by its own name."""
    kind = name.suffix.lower()
    if kind not in KINDS:
        raise FirefightError(f"'{name.name[:60]}' is of no kind that is known; a map file ends in {', '.join(KINDS)}")
    named = values["name"] or ("" if kind == ".toml" else name.stem[:80])
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"map{kind}"
        path.write_bytes(data)
        try:
            return command("map", screen.game, screen.table, {**values, "name": named, "file": str(path)})
        except FirefightError as error:
            raise FirefightError(str(error).replace(str(path), name.name[:60])) from None


EXAMPLE = """\
+-+-+-+-+-+-+-+-+
|       |       |
+ + + + + + + + +
|       d       |
+ + + + + + + + +
|       |       |
+-+-+-+-+w+-+-+-+
|         c     |
+ + + + + + + + +
|         c     |
+-+-+-+-+-+-+-+-+
"""
"""Two rooms and a corridor, with a door, a window and cover: something to change."""

ROUTES: list[Any] = [large, sight, ground, laid]
