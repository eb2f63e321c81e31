"""The pictures of the README: `python -m tests.web.browser.pictures` takes them anew. Look at them before you commit."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from firefight.commands import AnyCommand, Begin, Do, Reply
from firefight.engine import Impossible
from firefight.errors import FirefightError
from firefight.timeline import Act
from firefight.web.fights import load
from firefight.web.rooms import Room
from tests.web.browser.conftest import FLAGS, NAMES, SECRET, Place

DOCS = Path(__file__).parents[3] / "docs" / "img"
PLAYERS = ("Mira", "Tom", "Leo", "Ana")
SHOWN = {
    "shadowrun-4": "shadowrun-4-1-platform-two",
    "cyberpunk-red": "cyberpunk-red-1-last-bowl",
    "cities-without-number": "cities-without-number-1-flyover-toll",
    "eclipse-phase": "eclipse-phase-1-customs-ring",
}


def fought(place: Place, fight: str, turns: int) -> Room:
    """A fight that has gone on for some turns: everybody attacks with what comes first."""
    room = place.rooms.found(load(fight), SECRET)
    crew = [one for one in room.session.table.present() if one.pc]
    for one, name in zip(crew, PLAYERS, strict=False):
        room.give(orders(room, "owner", who=one.id, owner=name))
    room.give(Begin())
    for _ in range(turns):
        go_on(room)
    while room.session.questions() or room.session.table.timeline.top is not room.session.table.timeline.turn:
        go_on(room)
    return room


def orders(room: Room, name: str, **asked: object) -> AnyCommand:
    """One of the GM's orders."""
    from firefight.orders import command

    return command(name, room.session.game, room.session.table, asked)


def go_on(room: Room) -> None:
    """One step: an answer as proposed, an attack, or the end of a turn."""
    session = room.session
    if session.questions():
        asked = session.questions()[0]
        room.give(Reply(asked.label, asked.default, asked.who))
        return
    who = session.awaited()[0]
    for offer in session.menu(who):
        if offer.verb == "attack" and not offer.reasons:
            side = session.table.who(who).side
            target = next(pick for pick in offer.picks if pick.pick == "target")
            foes = [c.value for c in target.choices if not c.reasons and session.table.who(str(c.value)).side != side]
            if foes:
                try:
                    room.give(Do(who, Act("attack", {**offer.fixed, "target": foes[0]})))
                    return
                except (Impossible, FirefightError):
                    continue
    room.give(Do(who, Act("pass")))


def attacks(room: Room) -> bool:
    """Whether the one who acts may attack, so that there are odds to be taken apart."""
    return any(offer.verb == "attack" and not offer.reasons for offer in room.session.menu(room.session.awaited()[0]))


def picture(browser: Browser, address: str, name: str, width: int, height: int, scheme: str = "dark", then: str = "") -> None:
    """One picture of one page."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("[data-htmx-powered]", state="attached")
    if then:
        act(page, then)
    page.wait_for_timeout(500)
    page.screenshot(path=DOCS / f"{name}.png")
    context.close()


def act(page: Page, then: str) -> None:
    """Goes to a place on the same server, or presses what bears a text."""
    if then.startswith("/"):
        page.goto(page.url.split("/t/")[0] + then)
    else:
        page.get_by_text(then).first.click()


def main() -> None:
    """All pictures."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        sys.exit("no Chromium here: install it (Debian: apt install chromium)")
    DOCS.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        place, browser = Place(Path(folder) / "tables.fight"), playwright.chromium.launch(executable_path=path, args=FLAGS)
        rooms = {game: fought(place, fight, 14) for game, fight in SHOWN.items()}
        base = f"http://127.0.0.1:{place.port}"
        for game, room in rooms.items():
            picture(browser, place.link(room, "gm"), f"gm-{game}", 1440, 900)
        shown, odds = rooms["shadowrun-4"], next(filter(attacks, rooms.values()))
        turn = next((one.owner for who in shown.session.awaited() if (one := shown.session.table.who(who)).owner), PLAYERS[0])
        picture(browser, place.link(shown, "gm"), "gm-light", 1440, 900, "light")
        picture(browser, place.link(shown, "player", turn), "phone", 390, 844)
        picture(browser, place.link(rooms["cyberpunk-red"], "player", PLAYERS[0]), "phone-light", 390, 844, "light")
        picture(browser, place.link(shown, "spectator"), "tv", 1920, 1080)
        picture(browser, f"{base}/host/host-secret", "home", 1440, 900)
        picture(browser, place.link(shown, "gm"), "map", 1440, 900, then=f"/t/{shown.name}/map")
        picture(browser, place.link(odds, "gm"), "odds", 1440, 900, then="Why?")
        browser.close()
        place.stop()


if __name__ == "__main__":
    main()
