"""The GM's panels under the hand: damage, refusals that are read and let through, menus that fold in, forms that start anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from firefight.commands import Begin, Do
from firefight.orders import command
from firefight.timeline import Act
from firefight.view import GM
from firefight.web.rooms import Room
from tests.web.browser.conftest import Place, Visit
from tests.web.browser.waiting import answer_all, press_default, sees_the_turn


@pytest.fixture
def room(place: Place) -> Room:
    """A fight in Cyberpunk RED at the turn of Vex, who has luck to spend."""
    made = place.table("cyberpunk-red")
    made.give(Begin())
    while "vex" not in (awaited := made.session.awaited()):
        made.give(Do(awaited[0], Act("pass"), made.session.token(awaited[0])))
    return made


def panel(page: Page, name: str) -> None:
    """Opens the panel of somebody."""
    page.locator(".slot .name", has_text=name).first.click()
    expect(page.locator("#sheet")).to_be_visible()


def test_damage_by_hand_lowers_the_pool(place: Place, visit: Visit, room: Room) -> None:
    page = visit(place.link(room, "gm"))
    before = room.session.table.who("vex").pools["hp"].now
    panel(page, "Vex")
    expect(page.locator("#sheet select[name=pool]")).to_have_value("hp")
    page.fill("#sheet input[name=by]", "5")
    page.get_by_role("button", name="Apply 5").click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator(".slot", has_text="Vex").locator(".hp .num")).to_have_text(f"{before - 5}/{before}")
    assert room.session.table.who("vex").pools["hp"].now == before - 5


def test_a_refusal_is_read_in_the_open_panel(place: Place, visit: Visit, room: Room) -> None:
    page = visit(place.link(room, "gm"))
    panel(page, "Moth")
    page.fill("#sheet input[name=owner]", "gm")
    page.get_by_role("button", name="Played by").click()
    said = page.locator("#sheet .toast.refused")
    expect(said).to_contain_text("stands for others")
    box = said.bounding_box()
    assert box and page.evaluate(
        "([x, y]) => !!document.elementFromPoint(x, y).closest('.toast')", [box["x"] + 20, box["y"] + 10]
    )
    expect(page.locator("#sheet")).to_be_visible()


def test_the_panel_keeps_up_with_what_is_ordered_in_it(place: Place, visit: Visit, room: Room) -> None:
    page = visit(place.link(room, "gm"))
    panel(page, "Moth")
    page.fill("#sheet input[name=name]", "soaked")
    page.get_by_role("button", name="Put on").click()
    expect(page.locator("#sheet .chip", has_text="soaked")).to_be_visible()
    page.locator("#sheet .chip", has_text="soaked").click()
    expect(page.locator("#sheet .chip", has_text="soaked")).to_have_count(0)


def test_whoever_brings_people_in_twice_is_told_and_the_panel_closes(place: Place, visit: Visit, room: Room) -> None:
    page = visit(place.link(room, "gm"))
    for name in ("Booster 3", "Booster 5"):
        page.click("#add")
        page.locator("#sheet .choice-line", has_text="Booster").locator("input").check()
        page.fill("#sheet input[name=count]", "2")
        page.locator("#sheet form.add").first.get_by_role("button", name="Bring in").click()
        expect(page.locator("#sheet")).to_be_hidden()
        expect(page.locator(".toast.done")).to_contain_text(f"{name} are at the table")


def test_what_is_refused_in_the_command_bar_can_be_allowed_once(place: Place, visit: Visit, room: Room) -> None:
    page = visit(place.link(room, "gm"))
    page.on("dialog", lambda asked: asked.accept("he is carried"))
    page.fill("#cmd", "move 40")
    page.keyboard.press("Enter")
    page.locator(".toast.refused").get_by_role("button", name="Allow once").click()
    expect(page.locator("#log")).to_contain_text("he is carried")
    expect(page.locator(".toast.refused")).to_have_count(0)


def test_what_is_paid_with_a_deed_is_not_paid_again_unasked(place: Place, visit: Visit, room: Room) -> None:
    room.give(command("grant", room.session.game, room.session.table, {"who": "vex"}), GM)
    page = visit(place.link(room, "gm"))
    luck = page.locator(".entry[open] input[name='pick.luck']")
    luck.fill("2")
    page.locator(".entry[open] .target input").nth(1).check()
    page.locator(".entry[open] button.turn").click()
    expect(page.locator("#log")).to_contain_text("attacks")
    answer_all(page, room, press_default)
    sees_the_turn(page, room)
    for field in page.locator("input[name='pick.luck']").all():
        expect(field).to_have_value("0")


def test_suggestions_of_the_command_bar_go_with_the_line(place: Place, visit: Visit, room: Room) -> None:
    page = visit(place.link(room, "gm"))
    page.locator("#cmd").press_sequentially("att")
    expect(page.locator(".completions")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".completions")).to_have_count(0)
    with page.expect_response("**/complete**"):
        page.locator("#cmd").press_sequentially("a")
        page.locator("#cmd").fill("")
    expect(page.locator(".completions")).to_have_count(0)


def test_a_menu_that_folds_out_folds_in_again(place: Place, visit: Visit, room: Room) -> None:
    page = visit(place.link(room, "gm"))
    more = page.locator("header details.more").last
    more.locator("summary").click()
    more.get_by_role("button", name="Table options").click()
    expect(page.locator("#sheet")).to_be_visible()
    assert more.get_attribute("open") is None
    page.keyboard.press("Escape")
    more.locator("summary").click()
    page.keyboard.press("Escape")
    assert more.get_attribute("open") is None


def test_the_press_of_the_open_line_is_in_sight(place: Place, visit: Visit, room: Room) -> None:
    from tests.web.test_map import ROOMS

    room.give(command("map", room.session.game, room.session.table, {"drawing": ROOMS}), GM)
    for width, height in ((1440, 900), (1100, 800)):
        page = visit(place.link(room, "gm"), width, height)
        press = page.locator(".entry[open] button.turn")
        expect(press).to_be_in_viewport(ratio=1)
        inside, around = press.bounding_box(), page.locator("#menu").bounding_box()
        assert inside and around and inside["y"] + inside["height"] <= around["y"] + around["height"]


def test_somebody_who_is_taken_meanwhile_is_gone_from_the_way_in(place: Place, visit: Visit) -> None:
    room = place.table("cyberpunk-red")
    room.give(command("owner", room.session.game, room.session.table, {"who": "moth"}), GM)
    link = f"http://127.0.0.1:{place.port}/j/{room.name}/{room.issue('join')[1]}"
    page = visit(link, 390, 844)
    expect(page.locator("#who-moth")).to_have_count(1)
    page.fill("input[name=name]", "Zoe")
    room.issue("player", "Ada")
    room.give(command("owner", room.session.game, room.session.table, {"who": "moth", "owner": "Ada"}), GM)
    expect(page.locator("#who-moth")).to_have_count(0)
    expect(page.locator("input[name=name]")).to_have_value("Zoe")


def test_an_empty_name_is_told(place: Place, visit: Visit) -> None:
    room = place.table("cyberpunk-red")
    page = visit(f"http://127.0.0.1:{place.port}/j/{room.name}/{room.issue('join')[1]}", 390, 844)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator(".toast.refused")).to_contain_text("Give your name")
