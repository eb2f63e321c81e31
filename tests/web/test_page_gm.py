"""What the GM's page says where nobody is awaited."""

from __future__ import annotations

from litestar.testing import TestClient

from firefight.commands import Begin
from firefight.events import PoolSet
from firefight.store import open_store
from firefight.web.app import application
from firefight.web.guard import cookie_name
from tests.web.examples import example


def test_where_nobody_can_act_any_more_the_gm_is_told_what_he_can_do() -> None:
    app = application(open_store(":memory:"), "host")
    room = app.state.place.rooms.found(example("cities-without-number"))
    room.give(Begin())
    room.session.order(*(PoolSet(one.id, "hp", 0) for one in room.session.table.combatants.values()))
    with TestClient(app) as client:
        client.cookies.set(cookie_name(room.name), room.seats.issue("gm")[1])
        page = client.get(f"/t/{room.name}").text
    assert room.session.awaited() == ()
    assert "Nobody can act any more" in page and "A question is open" not in page
