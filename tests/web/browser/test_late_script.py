"""A page opens its line to the table however its scripts arrive."""

from __future__ import annotations

import time

from playwright.sync_api import Route, expect

from firefight.commands import Begin
from tests.web.browser.conftest import Place, Visit


def late(route: Route) -> None:
    """Lets a file through after a while."""
    time.sleep(0.4)
    route.continue_()


def test_the_line_is_opened_even_where_its_script_comes_late(place: Place, visit: Visit) -> None:
    room = place.table("cyberpunk-red")
    page = visit(place.link(room, "gm"))
    page.route("**/hx-sse*", late)
    page.reload()
    expect(page.locator("#begin")).to_be_visible()
    room.give(Begin())
    expect(page.locator("#begin")).to_have_count(0)
