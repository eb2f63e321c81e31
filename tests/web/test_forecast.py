"""The fight played out from here: asked for, looked at, one of its fights opened as a table of its own."""

from __future__ import annotations

import time

from litestar.testing import TestClient

from firefight.commands import Begin
from firefight.store import open_store
from firefight.web.app import application
from firefight.web.guard import cookie_name
from tests.web.examples import example


def test_a_forecast_is_played_and_one_of_its_fights_becomes_a_table() -> None:
    app = application(open_store(":memory:"), "host")
    rooms = app.state.place.rooms
    room = rooms.found(example("cities-without-number"))
    room.give(Begin())
    with TestClient(app) as client:
        client.cookies.set(cookie_name(room.name), room.seats.issue("gm")[1])
        assert client.post(f"/t/{room.name}/forecast", data={"fights": "0"}).status_code == 200
        assert room.forecast is None
        client.post(f"/t/{room.name}/forecast", data={"fights": "8", "seed": "one"})
        assert room.forecast is not None
        room.forecast.cancel.wait(0.1)
        while not room.forecast.counted and room.forecast.running:
            time.sleep(0.05)
        room.forecast.cancel.set()
        shown = client.get(f"/t/{room.name}/forecast/now").text
        assert "Won by The crew" in shown and "8 fights" in shown
        answer = client.post(f"/t/{room.name}/forecast/fight/3", follow_redirects=False)
        name = answer.headers["hx-redirect"].rpartition("/")[2]
        opened = rooms.room(name)
        assert opened.title.endswith("fight 3")
        assert len(opened.session.history) > len(room.session.history)
        assert client.get(f"/t/{room.name}/forecast.json").json()["seed"] == "one"


def test_a_forecast_is_for_the_gm_alone() -> None:
    app = application(open_store(":memory:"), "host")
    room = app.state.place.rooms.found(example("cyberpunk-red"))
    with TestClient(app) as client:
        client.cookies.set(cookie_name(room.name), room.seats.issue("player", "ana")[1])
        for path in ("forecast", "forecast/now", "forecast.json"):
            assert client.get(f"/t/{room.name}/{path}").status_code == 403
        assert client.post(f"/t/{room.name}/forecast", data={"fights": "5"}).status_code == 403
