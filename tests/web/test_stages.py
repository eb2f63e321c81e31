"""What is drawn when: a press is on every screen first, the rest follows with the odds, and all comes to the same."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from firefight import odds
from firefight.commands import Do, Order
from firefight.events import Marked
from firefight.game import PASS
from firefight.games import GAMES, game
from firefight.store import open_store
from firefight.table import Mark
from firefight.view import GM, SPECTATOR, Viewer
from firefight.web import pages
from firefight.web.live import Watcher
from firefight.web.pages import PAGES, channel, parts
from firefight.web.rooms import Look, Room, Rooms
from firefight.web.stages import AT_ONCE
from tests.conformance import ANA, people
from tests.web.tables import fight, laid

BO = Viewer("player", "bo's player")
LOOKS = [Look("gm", GM), Look("phone", ANA), Look("tv", SPECTATOR, hands=False)]


async def nowhere(message: bytes) -> None:
    """Takes a message."""


def watched(room: Room) -> dict[Look, Any]:
    """Channels that somebody looks at."""
    found = {look: channel(room, look) for look in LOOKS}
    for one in found.values():
        one.refresh()
        one.watchers.add(Watcher(nowhere, one.count, one.place))
    return found


def log_of(shown: Any) -> dict[str, str]:
    """The log, which is longer for whoever has looked for long."""
    return {name: html for name, html in shown.items() if name == "log"}


async def settled(room: Room) -> None:
    """Lets everything follow that follows by itself."""
    await asyncio.sleep(0)
    assert room.stages.now == "all"
    await asyncio.sleep(0)


@pytest.mark.parametrize("id", GAMES)
def test_stage_by_stage_comes_to_the_same_as_all_at_once(id: str) -> None:
    async def play() -> None:
        with open_store(":memory:") as store:
            room = Rooms(store).room(laid(store, id))
            fight(room)
            found = watched(room)
            for _ in range(4):
                waited = [who for who in room.session.awaited() if who]
                room.give(Do(waited[0], PASS) if waited else Order((Marked("ana", Mark("lit")),)))
                await settled(room)
                for look, one in found.items():
                    assert dict(one.parts) | log_of(one.parts) == dict(parts(room, look)()) | log_of(one.parts), look

    asyncio.run(play())


def test_nobody_waits_for_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[str] = []

    def noted(*of: Any, **more: Any) -> dict[odds.Line, odds.Odds]:
        worked_out.append("done")
        return {}

    async def play() -> None:
        with open_store(":memory:") as store:
            room = Rooms(store).room(laid(store))
            fight(room)
            found = watched(room)
            monkeypatch.setattr("firefight.web.stages.odds.panel", noted)
            counts = {look: one.count for look, one in found.items()}
            room.give(Do(room.session.awaited()[0], PASS))
            assert all(one.count > counts[look] for look, one in found.items())
            assert not worked_out
            await settled(room)
            assert worked_out

    asyncio.run(play())


def test_what_is_drawn_first_is_on_the_page() -> None:
    assert AT_ONCE.keys() == PAGES.keys()
    for page, names in AT_ONCE.items():
        assert {*names} < PAGES[page].keys()


def test_a_part_is_drawn_once_for_all_who_see_the_same_and_not_again_while_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Look, str]] = []
    honest = pages.part

    def noted(room: Room, look: Look, name: str, values: Any) -> str:
        drawn.append((look, name))
        return honest(room, look, name, values)

    monkeypatch.setattr(pages, "part", noted)
    with open_store(":memory:") as store:
        room = Rooms(store).room(laid(store))
        fight(room)
        ana, bo = (channel(room, Look("phone", viewer)) for viewer in (ANA, BO))
        mine, others = ana.refresh(), bo.refresh()
        assert mine["order"] != others["order"], "each sees his own people with numbers"
        assert mine["map"] == others["map"]
        assert [name for _, name in drawn].count("map") == 1
        assert all(look.viewer == Viewer("player") for look, _ in drawn), "no template knows whose phone it is"
        drawn.clear()
        room.changed()
        assert ana.refresh() == mine
        assert not drawn


def test_odds_of_a_moment_that_has_gone_by_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    honest = odds.panel

    def noted(game: Any, table: Any, *more: Any) -> Any:
        asked.append(table)
        return honest(game, table, *more)

    async def play() -> None:
        with open_store(":memory:") as store:
            room = Rooms(store).room(laid(store))
            fight(room)
            watched(room)
            monkeypatch.setattr("firefight.web.stages.odds.panel", noted)
            for n in range(20):
                room.give(Order((Marked("ana", Mark(f"lit {n}")),)))
            await settled(room)
            assert asked
            assert all(table in (room.session.view(GM), room.session.view(ANA)) for table in asked)

    asyncio.run(play())


def test_twins_get_equal_frames_stage_by_stage() -> None:
    async def play() -> None:
        with open_store(":memory:") as store:
            known = game("cyberpunk-red")
            names = [laid(store, known.id, people(known, lurker), 5, name) for name, lurker in (("one", "Qzx"), ("two", "Ad A"))]
            rooms = [Rooms(store).room(name) for name in names]
            for room in rooms:
                fight(room)
            pairs = list(zip(*(list(watched(room).items()) for room in rooms), strict=True))
            for _ in range(8):
                command = Do(rooms[0].session.awaited()[0], PASS)
                for room in rooms:
                    room.give(command)
                    await settled(room)
                for (look, mine), (_, other) in pairs:
                    if look.viewer != GM:
                        assert plain(mine, "one") == plain(other, "two"), look

    asyncio.run(play())


def plain(found: Any, table: str) -> list[bytes]:
    """Frames without what names the channel and the table."""
    return [frame.replace(found.name.encode(), b"").replace(f"/{table}/".encode(), b"/") for frame in found.frames]
