"""Answers: a page, a part of one, a sentence, nothing."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.datastructures import Cookie

from firefight import __version__
from firefight.commands import AnyCommand
from firefight.errors import FirefightError
from firefight.view import Viewer
from firefight.web import guard
from firefight.web.english import in_full
from firefight.web.rooms import Look, Room
from firefight.web.said import forced, note, refused
from firefight.web.screen import Screen
from firefight.web.tongues import render, tongue

Asked = Request[Any, Any, Any]
Html = Response[str]


def page(request: Asked, template: str, cookies: list[Cookie] | None = None, /, **values: Any) -> Html:
    """A whole page in the reader's language and theme."""
    html = render(guard.language(request), template, theme=guard.theme(request), version=__version__, **values)
    return Response(html, media_type="text/html", cookies=cookies or [], headers={"cache-control": "no-store"})


def part(request: Asked, template: str, /, **values: Any) -> Html:
    """A part of a page."""
    return Response(
        render(guard.language(request), template, **values), media_type="text/html", headers={"cache-control": "no-store"}
    )


def gone_to(address: str, cookies: list[Cookie] | None = None) -> Html:
    """On to another page."""
    return Response("", status_code=303, headers={"location": address}, cookies=cookies or [])


def onward(address: str) -> Html:
    """On to another page, for a press that htmx has sent."""
    return Response("", status_code=200, headers={"hx-redirect": address}, media_type="text/html")


def sentence(request: Asked, text: str, kind: str = "refused") -> Html:
    """One sentence on the page that asked, in the reader's language where a catalogue has it."""
    language = guard.language(request)
    return Response(note(language, tongue(language)(text), kind), media_type="text/html")


def failed(request: Asked, error: FirefightError) -> Html:
    """Why nothing was done, where there is no screen to say it in the words of the game."""
    return sentence(request, in_full(str(error), tongue(guard.language(request))))


def nothing() -> Html:
    """Nothing to say: what has changed comes over the open line."""
    return Response("", status_code=204)


def screen_of(request: Asked, room: Room, viewer: Viewer, page: str = "gm") -> Screen:
    """What whoever asks sees just now."""
    return Screen(room, Look(page, viewer, guard.language(request)))


def given(request: Asked, screen: Screen, command: AnyCommand, said: str = "") -> Html:
    """Carries out a command of whoever asks. A refusal is one sentence; else what changed comes over the open line."""
    try:
        screen.room.give(command, screen.viewer)
    except FirefightError as error:
        return not_done(request, screen, error)
    return sentence(request, said, "done")


def not_done(request: Asked, screen: Screen, error: FirefightError) -> Html:
    """Why nothing was done, in the words of the game; the GM can let it through where the rules alone refuse it."""
    language = guard.language(request)
    return Response(
        note(language, tongue(language)(refused(screen, error)), forced=forced(screen, error)), media_type="text/html"
    )


async def fields(request: Asked) -> dict[str, list[str]]:
    """The fields of a form, each with all its values; files are read where a route wants them."""
    form = await request.form()
    found: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            found.setdefault(name, []).append(value)
    return found
