"""What happens on everybody's page at once: presses at the same moment, lines that break, going back, secrets, keys."""

from __future__ import annotations

from playwright.sync_api import expect

from firefight.commands import Begin, Do
from firefight.events import Changed, Joined
from firefight.session import combatant
from firefight.timeline import Act
from firefight.web.rooms import Room
from tests.web.browser.conftest import Place, Visit
from tests.web.browser.waiting import (
    answer_all,
    nothing_under_way,
    press_default_by_key,
    sees_the_turn,
    something_is_said,
)
from tests.web.waiting import eventually

GAME = "cyberpunk-red"


def begun(place: Place) -> tuple[Room, str]:
    """A table with a running fight, at a turn of a player; and who acts."""
    room = place.table(GAME)
    room.give(Begin())
    for _ in range(20):
        who = room.session.awaited()[0]
        if room.session.table.who(who).owner:
            return room, who
        room.give(Do(who, Act("pass")))
    raise AssertionError("no player's turn comes")


def owner(room: Room, who: str) -> str:
    return room.session.table.who(who).owner


def test_both_press_end_turn_at_once_and_one_turn_ends(place: Place, visit: Visit) -> None:
    room, who = begun(place)
    gm, phone = visit(place.link(room, "gm")), visit(place.link(room, "player", owner(room, who)), 390, 844)
    before = len(room.session.history)
    phone.locator("#end-turn").click()  # something remains: this only asks
    gm.evaluate("document.querySelector('#end-turn').click()")
    phone.evaluate("document.querySelector('#end-turn')?.click()")
    nothing_under_way(gm)
    nothing_under_way(phone)
    expect(gm.locator(".slot.acting .name")).not_to_have_text(room.session.table.who(who).name)
    passed = room.session.history.batches[before:]
    assert len(passed) == 1


def test_a_server_that_comes_back_in_the_middle_of_a_turn_goes_on(place: Place, visit: Visit) -> None:
    room, who = begun(place)
    gm, phone = visit(place.link(room, "gm")), visit(place.link(room, "player", owner(room, who)), 390, 844)
    place.stop()
    expect(gm.locator("html.line-lost")).to_have_count(1)
    place.start()
    expect(gm.locator("html.line-lost")).to_have_count(0)
    expect(phone.locator("html.line-lost")).to_have_count(0)
    again = place.rooms.room(room.name)
    again.give(Do(who, Act("pass")))
    expect(gm.locator("#log li").last).to_contain_text("to act")
    expect(phone.locator(".banner.turn")).to_have_count(0)


def test_a_phone_that_was_out_of_reach_catches_up(place: Place, visit: Visit) -> None:
    room, who = begun(place)
    phone = visit(place.link(room, "player", owner(room, who)), 390, 844)
    expect(phone.locator(".banner.turn")).to_have_count(1)
    phone.context.set_offline(True)
    phone.evaluate("document.querySelector('#line')._htmx.sse.reader.cancel()")
    expect(phone.locator("html.line-lost")).to_have_count(1)
    room.give(Do(who, Act("pass")))
    room.give(Do(room.session.awaited()[0], Act("pass")))
    expect(phone.locator(".banner.turn")).to_have_count(1)
    phone.context.set_offline(False)
    expect(phone.locator(".banner.turn")).to_have_count(0)


def test_going_back_shows_on_every_page_that_watches(place: Place, visit: Visit) -> None:
    room, who = begun(place)
    gm, phone = visit(place.link(room, "gm")), visit(place.link(room, "player", owner(room, who)), 390, 844)
    gm.click("#end-turn")
    expect(phone.locator(".banner.turn")).to_have_count(0)
    gm.keyboard.press("Control+z")
    expect(phone.locator(".banner.turn")).to_have_count(1)
    expect(gm.locator("#undo")).to_be_visible()


def test_nothing_on_a_players_page_tells_of_an_ambusher(place: Place, visit: Visit) -> None:
    room, who = begun(place)
    sheet = room.session.game.sheet()
    room.session.order(
        Joined(combatant(room.session.game, "lurker", "Zyxomma", "gang", sheet, hidden=True, fighting=True, score=(1, 1)))
    )
    room.changed()
    gm = visit(place.link(room, "gm"))
    watching = [visit(place.link(room, "player", owner(room, who)), 390, 844), visit(place.link(room, "spectator"), 1280, 720)]
    expect(gm.locator(".slot.hidden .name")).to_have_text("Zyxomma")
    for _ in range(8):
        for page in watching:
            assert "Zyxomma" not in page.content() and "lurker" not in page.content()
        room.give(Do(room.session.awaited()[0], Act("pass")))
        sees_the_turn(gm, room)
    room.session.order(Changed("lurker", hidden=False))
    room.changed()
    for page in watching:
        expect(page.get_by_text("Zyxomma").first).to_be_attached()


def test_a_name_is_never_markup(place: Place, visit: Visit) -> None:
    room, who = begun(place)
    name = "<img src=x onerror='window.broken=1'>"
    room.session.order(Changed(who, name=name))
    room.changed()
    pages = [
        visit(place.link(room, "gm")),
        visit(place.link(room, "player", owner(room, who)), 390, 844),
        visit(place.link(room, "spectator")),
    ]
    for page in pages:
        expect(page.get_by_text(name).first).to_be_attached()
        assert page.evaluate("window.broken") is None
        assert page.locator("img").count() == 0


def test_a_turn_is_played_with_the_keyboard_alone(place: Place, visit: Visit) -> None:
    room = place.table(GAME)
    gm = visit(place.link(room, "gm"))
    gm.locator("#begin").focus()
    gm.keyboard.press("Enter")
    expect(gm.locator(".entry[open] .btn.turn")).to_have_count(1)
    acting = gm.locator("#acting-h").text_content()
    line = gm.locator(".entry[open]").get_attribute("data-key")
    gm.keyboard.press(str(line))
    gm.keyboard.press("ArrowDown")
    before = len(room.session.history)
    gm.keyboard.press("Enter")
    something_is_said(room, before)
    said = room.session.history.batches[-1].command
    assert isinstance(said, Do) and room.session.table.who(said.who).name == acting
    answer_all(gm, room, press_default_by_key)
    sees_the_turn(gm, room)
    before = len(room.session.history)
    gm.locator("body").press("n")
    something_is_said(room, before)
    gm.keyboard.press("Control+k")
    gm.keyboard.type("undo")
    gm.keyboard.press("Enter")
    expect(gm.locator("#undo")).to_be_visible()


def test_a_line_is_typed_with_what_it_would_do_beside_it(place: Place, visit: Visit) -> None:
    room, _ = begun(place)
    gm = visit(place.link(room, "gm"))
    gm.keyboard.press("/")
    gm.keyboard.type("hp boo")
    expect(gm.locator("#cmd-hint [data-completion]").first).to_be_visible()
    gm.locator("#cmd").fill("hp booster -5")
    before = room.session.table.who("booster").pool("hp")
    gm.keyboard.press("Enter")
    expect(gm.locator("#cmd")).to_have_value("")
    eventually(lambda: room.session.table.who("booster").pool("hp") == before - 5, "the booster is hurt")


def test_what_is_refused_says_why_and_can_be_allowed_once(place: Place, visit: Visit) -> None:
    room, _ = begun(place)
    gm = visit(place.link(room, "gm"))
    gm.on("dialog", lambda dialog: dialog.accept("he is on his feet already"))
    gm.locator(".fold > summary", has_text="Not possible").click()
    refusal = gm.locator(".refusal", has_text="Get up")
    expect(refusal.locator(".rule").first).to_be_visible()
    refusal.locator(".allow").click()
    expect(gm.locator("#log .overruled").last).to_contain_text("he is on his feet already")
