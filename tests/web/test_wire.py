"""Messages that are written at once: over a real network, and where something is in the way."""

from __future__ import annotations

from http.client import HTTPConnection
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from firefight.commands import Do
from firefight.game import PASS
from firefight.store import open_store
from firefight.web.wire import chunk, held_up, push
from tests.web.tables import TABLE, fight, laid, opened
from tests.web.test_api_page import running
from tests.web.waiting import PATIENCE

WATCHING = 5


def cycle(**differs: Any) -> tuple[RequestResponseCycle, list[bytes]]:
    """An answer that has begun, on a network that takes everything; what was written to it."""
    made, written = RequestResponseCycle.__new__(RequestResponseCycle), list[bytes]()
    made.flow = SimpleNamespace(write_paused=differs.pop("paused", False))  # type: ignore[assignment]
    made.transport = SimpleNamespace(write=written.append)  # type: ignore[assignment]
    made.disconnected, made.response_complete, made.chunked_encoding = False, False, True
    for name, value in differs.items():
        setattr(made, name, value)
    return made, written


def test_a_chunk_is_written_as_it_is() -> None:
    made, written = cycle()
    assert push(made.send)(chunk(b"data: one"))  # type: ignore[arg-type]
    assert written == [b"9\r\ndata: one\r\n"]


@pytest.mark.parametrize(
    "differs", [{"paused": True}, {"disconnected": True}, {"response_complete": True}, {"chunked_encoding": False}], ids=str
)
def test_nothing_is_written_past_what_is_in_the_way(differs: dict[str, bool]) -> None:
    made, written = cycle(**differs)
    assert not push(made.send)(chunk(b"data: one"))  # type: ignore[arg-type]
    assert not written


def test_another_server_gets_every_message_from_the_lines_own_task() -> None:
    async def send(message: Any) -> None:
        """Takes a message."""

    assert push(send) is held_up


def test_all_who_watch_over_a_network_get_the_same_whole_message() -> None:
    with open_store(":memory:") as store:
        app, room, secrets = opened(store, laid(store))
        fight(room)
        with running(app) as address:
            place = urlsplit(address)
            lines = [HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE) for _ in range(WATCHING)]
            answers = []
            for line in lines:
                line.request("GET", f"/live/{TABLE}", headers={"authorization": f"Bearer {secrets['ana']}"})
                answers.append(line.getresponse())
            for answer in answers:
                assert message(answer).startswith(b"id: ")
            press(place.hostname or "", place.port or 0, secrets["gm"], Do(room.session.awaited()[0], PASS))
            news = [message(answer) for answer in answers]
            rest = [message(answer) for answer in answers]
            assert len({*news}) == len({*rest}) == 1
            assert b'hx-target="#banner"' in news[0]
            assert b'hx-target="#order"' in rest[0]
            for line in lines:
                line.close()


def message(answer: Any) -> bytes:
    """The next message of an open line; signs of life are left out."""
    got = b""
    while not got.endswith(b"\n\n"):
        line = answer.readline()
        assert line, "the line has ended"
        got = b"" if line.startswith(b":") or (not got and line == b"\n") else got + line
    return got


def press(host: str, port: int, secret: str, command: Do) -> None:
    """Gives a command."""
    asks = HTTPConnection(host, port, timeout=PATIENCE)
    headers = {"authorization": f"Bearer {secret}", "content-type": "application/json"}
    asks.request("POST", f"/api/tables/{TABLE}/commands", msgspec.json.encode(command), headers)
    assert asks.getresponse().status == 200
    asks.close()
