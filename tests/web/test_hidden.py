"""Nothing of a secret reaches a player or a spectator: every byte of every part and of every frame of random fights."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight.commands import AnyCommand, Order
from firefight.errors import FirefightError
from firefight.events import Marked, ReminderSet, Unmarked
from firefight.games import GAMES, game
from firefight.store import open_store
from firefight.table import Combatant, Mark, Reminder
from firefight.view import GM, SPECTATOR, Viewer
from firefight.web.live import Channel
from firefight.web.pages import PAGES, channel
from firefight.web.rooms import Look, Room, Rooms
from tests.conformance import ANA, SECRET, SECRET_NAME, Player, people
from tests.web.tables import TABLE, fight, laid, line, opened

few = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
every_game = pytest.mark.parametrize("id", GAMES)
seeds = st.integers(0, 10_000)
LOOKS = [
    look
    for look in (Look("phone", ANA), Look("phone", Viewer("player", "bo's player"), "pt-BR"), Look("tv", SPECTATOR, hands=False))
    if look.page in PAGES
]
GMS = Look("gm", GM)


def played(room: Room, seed: int, commands: int) -> Iterator[AnyCommand]:
    """A random fight, given through the room; what is refused is passed over."""
    player = Player(room.session, seed)
    for _ in range(commands):
        command = player.command()
        try:
            room.give(command)
        except FirefightError:
            continue
        yield command


def watched(room: Room, look: Look) -> Channel:
    """The channel of a look that keeps every frame."""
    found = channel(room, look)
    found.refresh()
    return found


def sent(found: Channel) -> bytes:
    """What is on the page now and the frame that brought it there."""
    found.refresh()
    return "\n".join(found.parts.values()).encode() + b"".join(found.frames)


@every_game
@given(seed=seeds)
@few
def test_no_byte_for_a_player_or_the_television_tells_of_the_ambusher(id: str, seed: int) -> None:
    with open_store(":memory:") as store:
        room = Rooms(store).room(laid(store, id, seed=seed))
        channels = {look: watched(room, look) for look in LOOKS}
        told = watched(room, GMS)
        for _ in played(room, seed, 25):
            assert SECRET_NAME.encode() in sent(told)
            for look, found in channels.items():
                for secret in (SECRET, SECRET_NAME, "Unseen"):
                    assert secret.encode() not in sent(found), (look, secret)


@every_game
@given(seed=seeds)
@few
def test_twins_that_differ_in_a_secret_send_equal_frames(id: str, seed: int) -> None:
    with open_store(":memory:") as store:
        names = [laid(store, id, people(game(id), lurker), seed, name) for name, lurker in (("one", "Qzx"), ("two", "Ad Astra"))]
        rooms = Rooms(store)
        one, two = (rooms.room(name) for name in names)
        pairs = [(watched(one, look), watched(two, look)) for look in LOOKS]
        for command in played(one, seed, 25):
            two.give(command)
            for mine, other in pairs:
                mine.refresh()
                other.refresh()
                assert mine.count == other.count
                assert [unnamed(frame, mine, "one") for frame in mine.frames] == [
                    unnamed(frame, other, "two") for frame in other.frames
                ]


def unnamed(frame: bytes, found: Channel, table: str) -> bytes:
    """A frame without what names its channel and its table."""
    return frame.replace(found.name.encode(), b"").replace(f"/{table}/".encode(), b"/")


@every_game
@given(seed=seeds)
@few
def test_numbers_of_strangers_are_not_on_a_phone(id: str, seed: int) -> None:
    with open_store(":memory:") as store:
        crew = people(game(id))
        odd = next(name for name, value in vars_of(crew[0].sheet) if type(value) is int)
        thug = with_sheet(crew[3], odd, 918_273)
        room = Rooms(store).room(laid(store, id, [*crew[:3], thug, *crew[4:]], seed=seed))
        channels = [watched(room, look) for look in LOOKS]
        for _ in played(room, seed, 25):
            for found in channels:
                assert b"918273" not in re.sub(rb"[ .,]", b"", sent(found))


def vars_of(sheet: object) -> list[tuple[str, object]]:
    """The numbers of a sheet."""
    return [(name, getattr(sheet, name)) for name in sheet.__struct_fields__]  # type: ignore[attr-defined]


def with_sheet(one: Combatant, field: str, value: int) -> Combatant:
    """Somebody with another number on his sheet."""
    return replace(one, sheet=replace(one.sheet, **{field: value}))


def test_an_hour_of_the_gms_own_work_sends_a_player_nothing() -> None:
    """A frame with nothing in it would tell how much the GM does behind the screen."""
    with open_store(":memory:") as store:
        room = Rooms(store).room(laid(store))
        fight(room)
        channels = [watched(room, look) for look in LOOKS]
        before = [(found.count, dict(found.parts)) for found in channels]
        for n in range(200):
            room.give(Order((ReminderSet(Reminder(500 + n, "the sniper")), Marked(SECRET, Mark("lit")), Unmarked(SECRET, "lit"))))
            for found in channels:
                found.refresh()
        assert [(found.count, dict(found.parts)) for found in channels] == before


def test_the_open_line_of_a_player_bears_no_secret_either() -> None:
    async def play() -> None:
        with open_store(":memory:") as store:
            app, room, secrets = opened(store, laid(store))
            async with line(app, f"/live/{TABLE}", secrets["ana"]) as ana, line(app, f"/live/{TABLE}", secrets["gm"]) as gm:
                await ana.until("id: ")
                await gm.until("id: ")
                for _ in played(room, 11, 25):
                    await asyncio.sleep(0)
                await gm.until(SECRET_NAME)
                await asyncio.sleep(0.05)
                assert SECRET.encode() not in ana.body
                assert SECRET_NAME.encode() not in ana.body

    asyncio.run(play())
