"""Waiting for what a press sets off, at the table and on the pages."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from firefight.view import GM
from firefight.web.rooms import Room
from tests.web.waiting import eventually

DEFAULT = ".question .default, .question [data-default]"


def something_is_said(room: Room, before: int) -> None:
    """Waits until more lines are in the log than before."""
    eventually(lambda: len(room.session.history) > before, "a command arrives")


def sees_the_question(page: Page, room: Room) -> None:
    """Waits until the GM's page shows the oldest open question, as it is asked now."""
    token = room.session.question_token(room.session.questions(GM)[0])
    expect(page.locator(f".question [name=token][value='{token}']").first).to_be_attached()


def sees_the_turn(page: Page, room: Room) -> None:
    """Waits until the GM's page can end the turn of whoever acts now."""
    tokens = [f"form:has(#end-turn) [name=token][value='{room.session.token(who)}']" for who in room.session.awaited()]
    expect(page.locator(", ".join(tokens))).to_have_count(1)


def answer_all(page: Page, room: Room, answer: Callable[[Page], None]) -> None:
    """Answers on the GM's page whatever is asked, one question after the other, until nothing is."""
    while room.session.questions(GM):
        sees_the_question(page, room)
        before = len(room.session.history)
        answer(page)
        something_is_said(room, before)


def press_default(page: Page) -> None:
    """Presses what is proposed for the first question, whoever is asked."""
    page.locator(DEFAULT).first.click()


def press_default_by_key(page: Page) -> None:
    """The same without a mouse: a key of its own answers what the GM is asked, the focus finds what a player is asked."""
    if page.locator(".question.yours [data-default]").count():
        page.locator("body").press("x")
    else:
        page.locator(DEFAULT).first.press("Enter")


def nothing_under_way(page: Page) -> None:
    """Waits until every press of a page has been answered."""
    expect(page.locator(".htmx-request")).to_have_count(0)
