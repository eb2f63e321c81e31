"""A real browser on a real server. Without a browser these tests are skipped, and say so; where CI is set they fail instead."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from firefight.store import open_store
from firefight.web.app import application
from firefight.web.rooms import Room, Rooms
from firefight.web.serve import Server
from tests.web.examples import example
from tests.web.waiting import PATIENCE, eventually

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
expect.set_options(timeout=PATIENCE * 1000)
SECRET = bytes(range(32))
MISSING = "no Chromium here: install it (Debian: apt install chromium) to run the tests in a browser"


class Place:
    """A server in a thread of its own, on a file; it can be stopped and started again."""

    def __init__(self, path: Path) -> None:
        self.path, self.port = path, free_port()
        self.start()

    def start(self) -> None:
        """Starts serving."""
        self.store = open_store(self.path)
        app = application(self.store, "host-secret")
        self.rooms: Rooms = app.state.place.rooms
        config = uvicorn.Config(app, host="127.0.0.1", port=self.port, log_level="error", timeout_graceful_shutdown=1, ws="none")
        self.server = Server(config, self.rooms)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        eventually(lambda: self.server.started, "the server starts")

    def stop(self) -> None:
        """Stops serving; the file stays."""
        self.server.should_exit = True
        self.thread.join(10)
        self.store.close()

    def table(self, game: str) -> Room:
        """A new table with the people of the game's example, whose dice are the same every time."""
        return self.rooms.found(example(game), SECRET)

    def link(self, room: Room, role: str, name: str = "") -> str:
        """A seat's link."""
        return f"http://127.0.0.1:{self.port}/s/{room.name}/{room.seats.issue(role, name)[1]}"  # type: ignore[arg-type]


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path / "tables.fight")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


Visit = Callable[..., Page]


def is_complaint(kind: str, text: str) -> bool:
    """Whether a page complains of itself; that the server is out of reach is no fault of the page."""
    return kind == "error" and "ERR_" not in text and "sse:error" not in text


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens an address in a browser of its own: nobody shares a cookie. What the page complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visiting(address: str, width: int = 1440, height: int = 900, **more: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if is_complaint(said.type, said.text) else None)
        page.goto(address)
        page.wait_for_selector("[data-htmx-powered]", state="attached")
        return page

    yield visiting
    for context in contexts:
        context.close()
    assert complaints == []
