"""A whole fight by the GM and two phones at once, in every game."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from firefight.web.rooms import Room
from tests.web.browser.conftest import Place, Visit
from tests.web.examples import GAMES
from tests.web.waiting import eventually

PHONE = ("[data-send]", "#deed", "#end-turn")
GM = (".question .default", ".question [data-default]", ".question .answer", ".entry[open] .btn.turn", "#end-turn")


def step(gm: Page, phones: list[Page]) -> bool:
    """Somebody who is awaited does the likeliest thing on his own page; whether anybody could."""
    for page, buttons in (*((phone, PHONE) for phone in phones), (gm, GM)):
        for button in buttons:
            if pressed(page, f"{button}:visible"):
                return True
    return False


def pressed(page: Page, button: str) -> bool:
    """Presses the first of these buttons, unless what has just happened takes it away."""
    if not page.locator(button).count():
        return False
    try:
        page.locator(button).first.click(timeout=1_000)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_is_fought_by_the_gm_and_two_phones(game: str, place: Place, visit: Visit) -> None:
    room = place.table(game)
    players = [one.owner for one in room.session.table.combatants.values() if one.owner][:2]
    gm = visit(place.link(room, "gm"))
    phones = [visit(place.link(room, "player", name), 390, 844) for name in players]
    gm.click("#begin")
    expect(gm.locator("#begin")).to_have_count(0)
    while not is_fought(room):
        before = len(room.session.history)
        eventually(lambda: step(gm, phones) or is_fought(room), f"{room.session.awaited()} can do something")
        moved_on(room, before)
    assert len(room.session.history) > 4


def is_fought(room: Room) -> bool:
    """Whether a whole round has been played, or the fight is over before."""
    return room.session.table.timeline.round >= 2 or not room.session.table.timeline.running


def moved_on(room: Room, before: int) -> None:
    """Waits a moment for what a press has set off: a button may only open another, or come too late."""
    last = time.monotonic() + 1
    while len(room.session.history) == before and time.monotonic() < last:
        time.sleep(0.01)
