"""The player's phone under the thumb: what the big buttons say and do, what has just happened, the map by taps."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from firefight.commands import Begin, Do, Reply
from firefight.ground import named
from firefight.orders import command
from firefight.timeline import Act
from firefight.view import GM
from firefight.web.rooms import Room
from tests.web.browser.conftest import Place, Visit
from tests.web.test_map import ROOMS

STARTS = {"vex": "B2", "moth": "A1", "echo": "C3", "booster": "G2", "ganger-1": "G5", "ganger-2": "H1"}


def begun(place: Place, game: str, who: str, drawing: str = "") -> Room:
    """A fight in which somebody acts, on a map if there is a drawing of one."""
    room = place.table(game)
    if drawing:
        order(room, "map", drawing=drawing)
        for one, at in STARTS.items():
            order(room, "place", who=one, at=at)
    room.give(Begin())
    until(room, who)
    return room


def order(room: Room, verb: str, **asked: object) -> None:
    """One of the GM's orders."""
    room.give(command(verb, room.session.game, room.session.table, asked), GM)


def until(room: Room, who: str) -> None:
    """Lets turns go by until somebody alone is awaited."""
    for _ in range(60):
        if (questions := room.session.questions(GM)) and questions[0].kind != "dice":
            room.give(Reply(questions[0].label, questions[0].default, questions[0].who))
        elif room.session.awaited() == (who,):
            return
        else:
            other = next(one for one in room.session.awaited() if one != who)
            room.give(Do(other, Act("pass"), room.session.token(other)))
    raise AssertionError(f"{who} never had a turn")


def phone(visit: Visit, place: Place, room: Room, player: str = "ana") -> Page:
    """A player's page on a phone."""
    return visit(place.link(room, "player", player), 390, 844, has_touch=True)


def test_what_is_declared_is_said_and_the_end_of_the_turn_rolls_it_unasked(place: Place, visit: Visit) -> None:
    page = phone(visit, place, begun(place, "shadowrun-4", "razor"))
    ends, deed = page.locator("#end-turn"), page.locator("#deed")
    deed.click()
    expect(ends).to_contain_text("Roll: attack Sergeant")
    expect(page.locator(".declared")).to_have_text("Declared: Razor attacks Sergeant (heavy pistol)")
    deed.click()
    expect(page.locator(".declared")).to_contain_text("×2")
    expect(deed).not_to_be_visible()
    ends.click()
    expect(page.locator(".banner")).not_to_contain_text("Your turn")
    expect(page.locator(".declared")).to_have_count(0)


def test_the_button_of_an_open_form_is_there_after_a_look_at_a_map_that_changes(place: Place, visit: Visit) -> None:
    room = begun(place, "cyberpunk-red", "vex", ROOMS)
    page = phone(visit, place, room)
    deed = page.locator("#deed")
    page.locator(".menu summary", has_text="Attack").first.click()
    expect(deed).to_contain_text("Attack")
    page.locator("[data-tab-to=map]").click()
    order(room, "place", who="moth", at="B3")
    expect(page.locator("#token-moth")).to_have_attribute("data-square", "B3")
    page.locator("[data-tab-to=act]").click()
    expect(deed).to_be_visible()


def test_what_ones_attack_came_to_stands_above_the_menu(place: Place, visit: Visit) -> None:
    page = phone(visit, place, begun(place, "cyberpunk-red", "vex"))
    before = page.locator("#log > li").count()
    page.locator("#deed").click()
    expect(page.locator("#log > li").nth(before)).to_be_attached()
    shown = page.locator("#log > li:visible")
    expect(shown).to_have_count(3)
    assert shown.first.bounding_box()["y"] < page.locator(".menu").bounding_box()["y"]  # type: ignore[index]


def test_a_tap_on_a_square_asks_and_a_second_goes_there(place: Place, visit: Visit) -> None:
    room = begun(place, "cyberpunk-red", "vex", ROOMS)
    page = phone(visit, place, room)
    page.locator("[data-tab-to=map]").click()
    expect(page.locator(".map-hint")).to_contain_text("12 m")
    tapped(page, "vex", 1, 0)
    expect(page.locator("[data-goal]")).to_have_text("C2, 2 m, can be reached")
    page.locator("[data-stay]").click()
    expect(page.locator("#map-go")).not_to_be_visible()
    tapped(page, "vex", 2, 0)
    page.locator("[data-go]").click()
    expect(page.locator("#token-vex")).to_have_attribute("data-square", "D2")
    expect(page.locator(".map-hint")).to_contain_text("8 m")
    square = room.session.table.who("vex").place
    assert square and named(square) == "D2"


def test_a_square_that_cannot_be_reached_can_be_tapped_and_not_gone_to(place: Place, visit: Visit) -> None:
    page = phone(visit, place, begun(place, "cyberpunk-red", "vex", ROOMS))
    page.locator("[data-tab-to=map]").click()
    tapped(page, "vex", 4, 1)
    expect(page.locator("[data-goal]")).to_contain_text("cannot be reached now")
    expect(page.locator("[data-go]")).to_be_disabled()


def tapped(page: Page, who: str, across: int, down: int) -> None:
    """Taps the floor so many squares from somebody's token."""
    body = page.locator(f"#token-{who} .body").bounding_box()
    scale = page.evaluate("document.querySelector('svg[data-map]').getScreenCTM().a")
    unit = float(page.locator("svg[data-map]").get_attribute("data-unit") or 0) * scale
    assert body
    page.touchscreen.tap(body["x"] + body["width"] / 2 + across * unit, body["y"] + body["height"] / 2 + down * unit)
