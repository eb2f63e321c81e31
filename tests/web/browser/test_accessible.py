"""No page has a fault that axe-core finds, in the dark and in the light."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from firefight.commands import Begin
from tests.web.browser.conftest import Place, Visit
from tests.web.examples import GAMES

PHONE, DESK = (390, 844), (1440, 900)


def faultless(page: Page) -> None:
    """Fails with what axe-core finds."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_running_fight(game: str, scheme: str, place: Place, visit: Visit) -> None:
    room = place.table(game)
    room.give(Begin())
    player = next(one.owner for one in room.session.table.combatants.values() if one.owner)
    look = {"color_scheme": scheme}
    faultless(visit(place.link(room, "gm"), *DESK, **look))
    faultless(visit(place.link(room, "player", player), *PHONE, **look))
    faultless(visit(place.link(room, "spectator"), 1920, 1080, **look))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_pages_around_a_fight(scheme: str, place: Place, visit: Visit) -> None:
    room = place.table("shadowrun-4")
    base = f"http://127.0.0.1:{place.port}"
    host = visit(f"{base}/host/host-secret", *DESK, color_scheme=scheme)
    for address in ("/", f"/t/{room.name}/ready", f"/t/{room.name}", f"/t/{room.name}/map", f"/t/{room.name}/forecast", "/help"):
        host.goto(base + address)
        faultless(host)
    joining = room.seats.issue("join")[1]
    faultless(visit(f"{base}/j/{room.name}/{joining}", *PHONE, color_scheme=scheme))


@pytest.mark.parametrize("panel", ["seats", "options", "orders", "add", "clock", "who"])
def test_the_panels(panel: str, place: Place, visit: Visit) -> None:
    room = place.table("cities-without-number")
    room.give(Begin())
    gm = visit(place.link(room, "gm"), *DESK)
    who = next(iter(room.session.table.combatants))
    address = f"/t/{room.name}/{panel}" + (f"/{who}" if panel == "who" else "")
    gm.evaluate("address => htmx.ajax('GET', address, {target: '#panel', swap: 'innerHTML'})", address)
    gm.wait_for_selector("#sheet[open]")
    faultless(gm)
