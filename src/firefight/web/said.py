"""What the page says back to whoever pressed something: one sentence, in his language, where one can be given."""

from __future__ import annotations

from firefight.engine import AlreadyDone, Impossible
from firefight.errors import FirefightError
from firefight.language import Unclear
from firefight.language.plain import sentence
from firefight.language.reasons import why
from firefight.language.seat import either, name
from firefight.web.live import partial
from firefight.web.screen import Screen
from firefight.web.tongues import render


def refused(screen: Screen, error: FirefightError) -> str:
    """Why nothing was done, in one sentence."""
    _ = screen._
    if isinstance(error, Impossible):
        verb = screen.say.word("act", error.act.verb)
        return sentence(f"{name(screen.table, error.who)}: {verb} – {why(error.reasons, screen.seat)}")
    if isinstance(error, AlreadyDone):
        return _("Already done: the table has moved on. Nothing was changed.")
    if isinstance(error, Unclear) and error.options:
        return sentence(f"{error.head}: {either([one.name for one in error.options])}?")
    return sentence(str(error))


def note(language: str, text: str, kind: str = "refused") -> str:
    """One sentence, put where the page says such things."""
    return partial("said", render(language, "parts/said.html", text=text, kind=kind))
