"""The fight played out from here, for the GM: started, watched while it runs, stopped; any of its fights opened."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from firefight.errors import FirefightError
from firefight.web import forms, guard
from firefight.web.english import in_full
from firefight.web.forecasts import Forecast, as_json, taken
from firefight.web.rooms import Room
from firefight.web.routes.answers import Asked, Html, failed, fields, onward, page, part, sentence
from firefight.web.tongues import marked, tongue


@get("/t/{table:str}/forecast")
async def forecast(request: Asked, table: FromPath[str]) -> Html:
    """The page: what came of the newest forecast, or how to ask for one."""
    room = guard.gm_at(request, table)
    return page(request, "forecast.html", room=room, **values(request, room))


@get("/t/{table:str}/forecast/now")
async def now(request: Asked, table: FromPath[str]) -> Html:
    """How far it has come."""
    room = guard.gm_at(request, table)
    return part(request, "parts/forecast.html", room=room, **values(request, room))


def values(request: Asked, room: Room) -> dict[str, Any]:
    """What the page shows."""
    from firefight.web.shown.forecast import shown

    found, _ = room.forecast, tongue(guard.language(request))
    error = in_full(found.error, _) if found and found.error else ""
    return {"forecast": found, "shown": shown(found, _) if found else None, "error": error}


@post("/t/{table:str}/forecast", status_code=200)
async def start(request: Asked, table: FromPath[str]) -> Html:
    """Plays the fight out from where it stands now. An older forecast that still runs is stopped."""
    room = guard.gm_at(request, table)
    asked = await fields(request)
    wanted = forms.one(asked, "fights", "100")
    if not wanted.isdecimal() or not 1 <= int(wanted[:9]) <= 100_000:
        return sentence(request, marked("Give a number of fights from 1 to 100,000."))
    if room.forecast:
        room.forecast.cancel.set()
    room.forecast = Forecast(room.session.game, room.session.table, int(wanted[:9]), forms.one(asked, "seed")[:60])
    return onward(f"/t/{room.name}/forecast")


@post("/t/{table:str}/forecast/cancel", status_code=200)
async def cancel(request: Asked, table: FromPath[str]) -> Html:
    """Stops it; what is done so far stays."""
    room = guard.gm_at(request, table)
    if room.forecast:
        room.forecast.cancel.set()
    return part(request, "parts/forecast.html", room=room, **values(request, room))


@post("/t/{table:str}/forecast/fight/{number:int}", status_code=200)
async def watch(request: Asked, table: FromPath[str], number: FromPath[int]) -> Html:
    """Opens one of its fights as a table of its own: to look at line by line, and to play on from any of them."""
    room = guard.gm_at(request, table)
    if room.forecast is None:
        raise NotFoundException("There is no forecast to take a fight from.")
    try:
        title = tongue(guard.language(request))("{title}, fight {n}", title=room.title, n=number)
        found = taken(room.forecast, room.session.history, title, number)
        name = guard.place(request).rooms.taken_in(found.header, found.secret, found.records)
    except FirefightError as error:
        return failed(request, error)
    answer = onward(f"/t/{name}")
    secret = guard.place(request).rooms.room(name).seats.issue("gm")[1]
    answer.set_cookie(guard.cookie(guard.cookie_name(name), secret, request))
    return answer


@get("/t/{table:str}/forecast.json")
async def export(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """The forecast as JSON."""
    room = guard.gm_at(request, table)
    if room.forecast is None or room.forecast.result is None:
        raise NotFoundException("There is no forecast yet.")
    name = f'attachment; filename="{table}-forecast.json"'
    return Response(as_json(room.forecast.result), media_type="application/json", headers={"content-disposition": name})


ROUTES: list[Any] = [forecast, now, start, cancel, watch, export]
