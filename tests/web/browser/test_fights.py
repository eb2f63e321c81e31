"""A whole fight by the GM and two phones at once, in every game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.web.browser.conftest import Place, Visit
from tests.web.examples import GAMES

STEPS = 60


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
    idle = 0
    for _ in range(STEPS):
        if room.session.table.timeline.round >= 2 or not room.session.table.timeline.running:
            break
        idle = 0 if step(gm, phones) else idle + 1
        assert idle < 10, f"nobody can do anything; awaited are {room.session.awaited()}, asked is {room.session.questions()}"
        gm.wait_for_timeout(150)
    assert room.session.table.timeline.round >= 2 or not room.session.table.timeline.running
