"""Seats: only hashes are kept, a link that is taken back ends at once, nobody is what he says he is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from firefight.errors import FirefightError
from firefight.store import open_store
from firefight.web.pace import Pace
from firefight.web.seats import Seats
from tests.web.tables import HOST, TABLE, laid, line, opened, served

ODD_NAMES = ["", "   ", "x" * 41, "gm", "GM", "Spectator", "a\u202eb", "\x00", "a\u200bb"]


def test_only_hashes_of_secrets_are_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.fight"
    with open_store(path) as store:
        _, room, secrets = opened(store, laid(store))
        secrets["join"] = room.issue("join")[1]
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"seat player" in written
    for secret in (*secrets.values(), HOST):
        assert secret.encode() not in written


def test_seats_outlive_the_server(tmp_path: Path) -> None:
    with open_store(tmp_path / "tables.fight") as store:
        secret = opened(store, laid(store))[2]["ana"]
    with open_store(tmp_path / "tables.fight") as store:
        seat = Seats(store, TABLE).find(secret)
        assert seat is not None
        assert seat.name == "ana's player"


@pytest.mark.parametrize("through", ["revoked", "issued again"])
@pytest.mark.parametrize("page", ["", "?page=tv"])
def test_a_seat_that_is_taken_away_loses_its_open_lines_and_nobody_else_does(through: str, page: str) -> None:
    async def play() -> None:
        with open_store(":memory:") as store:
            app, room, secrets = opened(store, laid(store))
            path = f"/live/{TABLE}{page}"
            async with line(app, path, secrets["ana"]) as ana, line(app, path, secrets["bo"]) as bo:
                await ana.until("id: ")
                await bo.until("id: ")
                if through == "revoked":
                    room.revoke("player ana's player")
                else:
                    room.issue("player", "ana's player")
                await ana.end()
                assert not bo.ended
                async with line(app, path, secrets["ana"]) as again:
                    assert again.status == 401

    asyncio.run(play())


def test_after_that_every_request_of_the_seat_is_refused() -> None:
    with served() as table:
        assert table.gm.post(f"/t/{TABLE}/seats/revoke", {"id": "player ana's player"}).status_code == 200
        for path in (f"/t/{TABLE}", f"/t/{TABLE}/who/ana", f"/s/{TABLE}/{table.secrets['ana']}"):
            assert table.ana.get(path).status_code == 401
        assert table.ana.post(f"/t/{TABLE}/do", {"who": "ana", "verb": "pass"}).status_code == 401


def test_the_gm_who_takes_a_new_link_keeps_his_seat_and_the_old_link_ends() -> None:
    with served() as table:
        answer = table.gm.post(f"/t/{TABLE}/seats", {"role": "gm"})
        own = answer.headers["set-cookie"].partition(";")[0]
        assert table.gm.get(f"/t/{TABLE}").status_code == 401
        assert table.gm._replace(cookie=own).get(f"/t/{TABLE}").status_code == 200


def test_a_join_link_is_no_seat() -> None:
    with served() as table:
        secret = table.room.issue("join")[1]
        asker = table.stranger._replace(cookie=table.ana.cookie.partition("=")[0] + "=" + secret)
        assert asker.get(f"/t/{TABLE}").status_code == 401
        assert table.stranger.get(f"/s/{TABLE}/{secret}").status_code == 401
        assert table.stranger.get(f"/j/{TABLE}/{table.secrets['ana']}").status_code == 401


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_that_would_pass_for_another_is_refused(name: str) -> None:
    with open_store(":memory:") as store:
        seats = Seats(store, laid(store))
        with pytest.raises(FirefightError, match="a player needs a name"):
            seats.issue("player", name)


def test_nobody_takes_a_seat_that_is_taken() -> None:
    with served() as table:
        secret = table.room.issue("join")[1]
        before = table.state
        for fields in ({"name": "ana's player"}, {"name": "New", "who": "bo"}, {"name": "New", "who": "thug"}):
            table.stranger.post(f"/j/{TABLE}/{secret}", fields)
        table.stranger.post(f"/j/{TABLE}/{secret}", {"name": "New", "who": "zq-lurker"})
        table.stranger.post(f"/j/{TABLE}/{secret}", {"name": "gm"})
        assert table.state == before


def test_the_role_is_the_servers_to_say() -> None:
    with served() as table:
        before = table.state
        lies = {"role": "gm", "viewer": "gm", "by": "gm", "owner": "ana's player", "seat": "gm"}
        for path in ("order/end", "order/begin", "seats", "seats/revoke"):
            assert table.tv.post(f"/t/{TABLE}/{path}", lies, x_role="gm").status_code == 403
        table.tv.post(f"/t/{TABLE}/do", {**lies, "who": "ana", "verb": "pass"})
        assert (
            table.tv._replace(cookie=f"{table.tv.cookie}; role=gm; firefight-host=x").get(f"/t/{TABLE}/seats").status_code == 403
        )
        assert (
            table.tv.get(f"/t/{TABLE}?page=gm&as=ana&role=gm").status_code != 200
            or "order/end" not in table.tv.get(f"/t/{TABLE}?page=gm").text
        )
        assert table.state == before


def test_a_seat_that_gives_commands_without_end_is_asked_to_wait() -> None:
    now = [0.0]
    with served() as table:
        place = table.app.state.place
        table.app.state["place"] = place._replace(pace=Pace(30, 10, lambda: now[0]))
        answers = [table.ana.post(f"/t/{TABLE}/say", {"text": "help"}).status_code for _ in range(31)]
        assert 429 not in answers[:30]
        assert answers[30] == 429
        refused = table.ana.post(f"/t/{TABLE}/say", {"text": "help"}, hx_request="true")
        assert "too fast" in refused.text
        assert table.bo.post(f"/t/{TABLE}/say", {"text": "help"}).status_code != 429
        assert table.ana.get(f"/t/{TABLE}/who/ana").status_code != 429
        now[0] = 1.0
        assert table.ana.post(f"/t/{TABLE}/say", {"text": "help"}).status_code != 429


def test_an_address_that_tries_one_link_after_another_is_asked_to_wait() -> None:
    with served() as table:
        answers = [table.stranger.get(f"/j/{TABLE}/guess-{n}").status_code for n in range(61)]
        assert answers[:60] == [401] * 60
        assert answers[60] == 429
        assert table.ana.get(f"/t/{TABLE}/who/ana").status_code != 429


def test_whoever_waits_gets_his_tries_back_up_to_the_burst() -> None:
    now = [0.0]
    pace = Pace(2, 1, lambda: now[0])
    assert [pace.allows("ana") for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [pace.allows("ana") for _ in range(2)] == [True, False]
    now[0] = 60.0
    assert [pace.allows("ana") for _ in range(3)] == [True, True, False]
