"""The open line: one rendering for all who share a look, and nobody misses anything, however long he was away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from firefight.commands import Do, Order, Rewind
from firefight.events import Marked
from firefight.game import PASS
from firefight.store import open_store
from firefight.table import Mark
from firefight.web import live
from firefight.web.guard import HEADERS
from firefight.web.live import Channel
from firefight.web.pages import channel
from firefight.web.rooms import Look, Room
from tests.conformance import ANA
from tests.web.tables import TABLE, Served, fight, laid, line, opened, served


def run(play: Callable[[Any, Room, dict[str, str]], Any]) -> None:
    """Something that happens at a table with a fight."""
    with open_store(":memory:") as store:
        app, room, secrets = opened(store, laid(store))
        fight(room)
        asyncio.run(play(app, room, secrets))


def lit(room: Room, name: str) -> None:
    """Something that everybody sees."""
    room.give(Order((Marked("ana", Mark(name)),)))


def test_who_comes_back_gets_what_he_missed_and_no_more() -> None:
    async def play(app: Any, room: Room, secrets: dict[str, str]) -> None:
        async with line(app, f"/live/{TABLE}", secrets["ana"]) as ana:
            await ana.until("id: ")
            lit(room, "first")
            await ana.until("first")
            place = ana.place()
        lit(room, "second")
        lit(room, "third")
        async with line(app, f"/live/{TABLE}", secrets["ana"], after=place) as again, line(app, f"/live/{TABLE}", secrets["bo"]):
            await again.until("third")
            assert b"second" in again.body
            assert again.body.count(b'hx-target="#banner"') <= 2
            assert again.place() == channel(room, Look("phone", ANA)).place

    run(play)


@pytest.mark.parametrize("place", ["unknown-3", "", "-1", "x" * 500, "%s-999999", "%s-"])
def test_who_names_a_place_that_is_not_kept_gets_the_page_whole(place: str) -> None:
    async def play(app: Any, room: Room, secrets: dict[str, str]) -> None:
        found = channel(room, Look("phone", ANA))
        found.refresh()
        named = place.replace("%s", found.name)
        async with line(app, f"/live/{TABLE}", secrets["ana"], after=named) as ana:
            await ana.until("id: ")
            for part in found.parts:
                assert f'hx-target="#{part}"'.encode() in ana.body

    run(play)


def test_who_was_away_for_too_long_gets_the_page_whole() -> None:
    async def play(app: Any, room: Room, secrets: dict[str, str]) -> None:
        async with line(app, f"/live/{TABLE}", secrets["ana"]) as ana, line(app, f"/live/{TABLE}", secrets["ana"]):
            await ana.until("id: ")
            place = ana.place()
            for n in range(live.KEPT + 5):
                lit(room, f"mark {n}")
            async with line(app, f"/live/{TABLE}", secrets["ana"], after=place) as again:
                await again.until("id: ")
                assert all(f'hx-target="#{part}"'.encode() in again.body for part in channel(room, Look("phone", ANA)).parts)

    run(play)


def test_every_line_bears_the_headers_once_however_many_there_were_before() -> None:
    async def play(app: Any, room: Room, secrets: dict[str, str]) -> None:
        for path in (f"/live/{TABLE}", f"/api/tables/{TABLE}/events") * 2:
            async with line(app, path, secrets["ana"]) as ana:
                names = [name for name, _ in ana.raw_headers]
                assert sorted(names) == sorted(set(names))
                assert {*HEADERS} <= set(names)

    run(play)


def test_undo_is_seen_by_all_who_look() -> None:
    async def play(app: Any, room: Room, secrets: dict[str, str]) -> None:
        seats = ("gm", "ana", "bo", "tv")
        before = {look: dict(found.refresh()) for look, found in room.channels.items()}
        async with (
            line(app, f"/live/{TABLE}", secrets["gm"]) as gm,
            line(app, f"/live/{TABLE}", secrets["ana"]) as ana,
            line(app, f"/live/{TABLE}", secrets["bo"]) as bo,
            line(app, f"/live/{TABLE}", secrets["tv"]) as tv,
        ):
            lines = dict(zip(seats, (gm, ana, bo, tv), strict=True))
            for one in lines.values():
                await one.until("id: ")
            before = {look: dict(found.parts) for look, found in room.channels.items()}
            counts = {look: found.count for look, found in room.channels.items()}
            room.give(Do(room.session.awaited()[0], PASS))
            room.give(Rewind("undo"))
            for look, found in room.channels.items():
                assert found.count == counts[look] + 2
                shown = {name: html for name, html in found.parts.items() if name not in ("top", "log", "foot")}
                assert shown == {name: html for name, html in before[look].items() if name in shown}
            for one in lines.values():
                await asyncio.sleep(0)
                assert one.place()

    run(play)


def test_all_who_share_a_look_share_one_rendering() -> None:
    async def play(app: Any, room: Room, secrets: dict[str, str]) -> None:
        drawn = [0]
        found = channel(room, Look("phone", ANA))
        draw = found.draw

        def counted() -> live.Parts:
            drawn[0] += 1
            return draw()

        found.draw = counted
        async with line(app, f"/live/{TABLE}", secrets["ana"]) as one, line(app, f"/live/{TABLE}", secrets["ana"]) as two:
            await one.until("id: ")
            await two.until("id: ")
            before = drawn[0]
            lit(room, "shared")
            await one.until("shared")
            await two.until("shared")
            assert drawn[0] == before + 2, "once in each of the two stages, however many look"

    run(play)


def test_nothing_is_drawn_for_a_page_that_nobody_looks_at() -> None:
    drawn: list[int] = []
    found = Channel(lambda: {"part": str(drawn.append(1))})
    found.refresh()
    found.changed()
    found.changed()
    assert len(drawn) == 1


def test_only_parts_that_changed_are_sent() -> None:
    state = {"one": "a", "two": "b"}
    found = Channel(lambda: dict(state))
    found.refresh()
    state["two"] = "c"
    found.changed()
    found.refresh()
    assert b"#two" in found.frames[-1]
    assert b"#one" not in found.frames[-1]
    found.changed()
    found.refresh()
    assert found.count == 1


@pytest.mark.parametrize("route", ["do", "undo"])
def test_both_press_at_once_and_it_is_done_once(route: str) -> None:
    def press(table: Served, fields: dict[str, str]) -> str:
        path = "do" if route == "do" else "rewind"
        return table.gm.post(f"/t/{TABLE}/{path}", fields, hx_request="true").text

    with served() as table:
        session = table.room.session
        if route == "do":
            who = session.awaited()[0]
            fields = {"who": who, "verb": "pass", "token": session.token(who)}
        else:
            table.room.give(Order((Marked("ana", Mark("one")),)))
            table.room.give(Order((Marked("ana", Mark("two")),)))
            fields = {"kind": "undo", "token": session.moment}
        before = len(session.history)
        press(table, fields)
        assert len(session.history) == before + 1
        assert "Already done" in press(table, fields)
        assert len(session.history) == before + 1
