"""The page about the API: its bot plays a turn against a real server, and every request it names is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from firefight.games import GAMES
from firefight.store import open_store
from tests.web.tables import TABLE, fight, laid, opened
from tests.web.waiting import PATIENCE, eventually

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
BOT = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]


@contextmanager
def running(app: Any) -> Iterator[str]:
    """A server on a free port; its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", ws="none", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    eventually(lambda: server.started, "the server starts")
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/api/tables/{TABLE}"
    server.should_exit = True
    thread.join(PATIENCE)


@pytest.mark.parametrize("id", GAMES)
def test_the_bot_of_the_page_plays_its_own_people(id: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    with open_store(":memory:") as store:
        app, room, secrets = opened(store, laid(store, id))
        fight(room)
        with running(app) as address:
            bot = subprocess.Popen(
                [sys.executable, file, address, secrets["ana"]], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            try:
                for _ in range(12):
                    eventually(
                        lambda: bool({one["who"] for one in asked(address, secrets["gm"], "/awaited")} - {"ana", "cy"}),
                        "the bot has played its people",
                    )
                    if any(one.get("by") == "ana's player" for one in asked(address, secrets["gm"], "/log?after=2")["entries"]):
                        break
                    move_on(address, secrets["gm"])
                else:
                    raise AssertionError("the bot has done nothing")
                assert bot.poll() is None
            finally:
                bot.kill()
                _, errors = bot.communicate()
            assert b"Traceback" not in errors


def move_on(address: str, secret: str) -> None:
    """The GM answers and passes for everybody else."""
    for one in asked(address, secret, "/questions"):
        value = one["default"] or (one["options"] or ["nothing"])[0]
        told(address, secret, {"command": "reply", "label": one["label"], "who": one["who"], "value": value})
    for one in asked(address, secret, "/awaited"):
        if one["who"] and one["who"] not in ("ana", "cy"):
            told(address, secret, {"command": "do", "who": one["who"], "act": {"verb": "pass"}, "token": one["token"]})


def asked(address: str, secret: str, path: str, body: bytes | None = None) -> Any:
    """The answer to a request."""
    request = urllib.request.Request(address + path, body, {"Authorization": f"Bearer {secret}"})
    return json.load(urllib.request.urlopen(request, timeout=PATIENCE))


def told(address: str, secret: str, command: dict[str, Any]) -> None:
    """A command; what comes too late is no matter."""
    try:
        asked(address, secret, "/commands", json.dumps(command).encode())
    except urllib.error.HTTPError as refused:
        assert refused.code == 409


def test_the_page_names_every_request() -> None:
    with open_store(":memory:") as store:
        app, _, _ = opened(store, laid(store))
        paths = {route.path_format for route in app.routes if route.path.startswith("/api/")}
    for path in paths:
        shown = path.replace("{table}", "TABLE").replace("{who}", "WHO")
        assert shown in PAGE or shown.replace("/api/tables/TABLE", "…") in PAGE, path
