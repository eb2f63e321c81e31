"""The map under the hand: tokens walked with the keys and dragged, looked from, and put back where the rules say no."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from firefight.commands import Begin, Do
from firefight.ground import named
from firefight.orders import command
from firefight.timeline import Act
from firefight.view import GM
from firefight.web.rooms import Room
from tests.web.browser.conftest import Place, Visit
from tests.web.test_map import ROOMS

STARTS = {"vex": "B2", "moth": "A1", "echo": "C3", "booster": "G2", "ganger-1": "G5", "ganger-2": "H1"}


@pytest.fixture
def room(place: Place) -> Room:
    """A fight in Cyberpunk RED on a map, one of the gang hidden; Vex acts."""
    made = place.table("cyberpunk-red")
    order(made, "map", drawing=ROOMS)
    for who, at in STARTS.items():
        order(made, "place", who=who, at=at)
    order(made, "hide", who="ganger-2")
    made.give(Begin())
    while "vex" not in (awaited := made.session.awaited()):
        made.give(Do(awaited[0], Act("pass"), made.session.token(awaited[0])))
    return made


def order(room: Room, verb: str, **asked: object) -> None:
    """One of the GM's orders."""
    room.give(command(verb, room.session.game, room.session.table, asked), GM)


def at(room: Room, who: str) -> str:
    """The square somebody stands on."""
    square = room.session.table.who(who).place
    return named(square) if square else ""


def large(visit: Visit, place: Place, room: Room, role: str, name: str = "") -> Page:
    """The page of the map, from a seat."""
    page = visit(place.link(room, role, name))
    page.goto(f"http://127.0.0.1:{place.port}/t/{room.name}/map")
    page.wait_for_selector(".piece")
    return page


def token(page: Page, who: str) -> Locator:
    """Somebody's token."""
    return page.locator(f"#token-{who}")


def dragged(page: Page, who: str, across: int, down: int) -> None:
    """Drags a token by so many squares."""
    body = token(page, who).locator(".body").bounding_box()
    scale = page.evaluate("document.querySelector('svg[data-map]').getScreenCTM().a")
    unit = float(page.locator("svg[data-map]").get_attribute("data-unit") or 0) * scale
    assert body
    x, y = body["x"] + body["width"] / 2, body["y"] + body["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across * unit / 2, y + down * unit / 2, steps=3)
    page.mouse.move(x + across * unit, y + down * unit, steps=3)
    page.mouse.up()


def test_the_acting_one_is_walked_with_the_keys(place: Place, visit: Visit, room: Room) -> None:
    page = large(visit, place, room, "player", "ana")
    token(page, "vex").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#map-says")).to_have_text("D2, 4 m, can be reached")
    page.keyboard.press("Enter")
    expect(token(page, "vex")).to_have_attribute("data-square", "D2")
    assert at(room, "vex") == "D2" and page.evaluate("document.activeElement.id") == "token-vex"


def test_escape_leaves_a_token_where_it_was(place: Place, visit: Visit, room: Room) -> None:
    page = large(visit, place, room, "player", "ana")
    token(page, "vex").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#map-over .goal")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#map-over .goal")).to_have_count(0)
    assert at(room, "vex") == "B2"


def test_a_token_is_dragged_and_what_the_rules_refuse_goes_back(place: Place, visit: Visit, room: Room) -> None:
    page = large(visit, place, room, "gm")
    dragged(page, "vex", 5, 0)
    expect(page.locator("#said [data-said]")).to_contain_text("Vex")
    assert at(room, "vex") == "B2"
    dragged(page, "vex", 2, 0)
    expect(token(page, "vex")).to_have_attribute("data-square", "D2")


def test_the_gm_drags_anybody_and_shift_puts_the_acting_one_anywhere(place: Place, visit: Visit, room: Room) -> None:
    page = large(visit, place, room, "gm")
    dragged(page, "ganger-1", 1, 0)
    expect(token(page, "ganger-1")).to_have_attribute("data-square", "H5")
    page.keyboard.down("Shift")
    dragged(page, "vex", 6, 2)
    page.keyboard.up("Shift")
    expect(token(page, "vex")).to_have_attribute("data-square", "H4")
    assert page.locator("dialog[open]").count() == 0


def test_a_player_drags_nobody_elses_token(place: Place, visit: Visit, room: Room) -> None:
    page = large(visit, place, room, "player", "ana")
    before = len(room.session.history)
    dragged(page, "moth", 1, 0)
    dragged(page, "vex", 2, 0)
    expect(token(page, "vex")).to_have_attribute("data-square", "D2")
    assert at(room, "moth") == "A1" and len(room.session.history) == before + 1


def test_looking_from_a_token_shows_and_tells_what_it_sees(place: Place, visit: Visit, room: Room) -> None:
    page = large(visit, place, room, "player", "ana")
    token(page, "booster").locator(".body").hover(force=True)
    expect(page.locator("#map-over .sight").first).to_be_attached()
    expect(page.locator("#map-says")).to_contain_text("From Booster: ")
    assert "Ganger 2" not in page.content()
    page.mouse.move(3, 3)
    expect(page.locator("#map-over .sight")).to_have_count(0)


def test_a_door_is_opened_with_a_key_and_everybody_sees_it(place: Place, visit: Visit, room: Room) -> None:
    gm, ana = large(visit, place, room, "gm"), large(visit, place, room, "player", "ana")
    gm.locator("a.a-door").focus()
    gm.keyboard.press("Enter")
    expect(ana.locator(".door.is-open")).to_have_count(1)
    expect(gm.locator("a.a-door")).to_have_attribute("aria-label", "door E2 is open: shut it")


def test_a_drawing_is_laid_from_the_panel_and_a_faulty_one_is_told_there(place: Place, visit: Visit) -> None:
    made = place.table("cyberpunk-red")
    page = visit(place.link(made, "gm"))
    page.get_by_role("button", name="Add a map").click()
    page.locator("[name=drawing]").fill("+-+-+\n|v ?x|\n+-+-+")
    page.get_by_role("button", name="Put it on the table").click()
    expect(page.locator("#ground-said")).to_contain_text("Line 2 of the drawing")
    page.locator("[name=drawing]").fill("+-+-+\n|v  |\n+-+-+")
    page.get_by_role("button", name="Put it on the table").click()
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#token-vex")).to_have_attribute("data-square", "A1")
