"""What the page says back to whoever pressed something: one sentence, in his language, where one can be given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from firefight.engine import MEANINGLESS, AlreadyDone, Impossible
from firefight.errors import FirefightError
from firefight.language import Unclear
from firefight.language.plain import sentence
from firefight.language.reasons import why
from firefight.language.seat import name
from firefight.web.english import in_full
from firefight.web.live import partial
from firefight.web.screen import Screen
from firefight.web.shown.menu import text
from firefight.web.tongues import Tongue, render


def refused(screen: Screen, error: FirefightError) -> str:
    """Why nothing was done, in one sentence."""
    _ = screen._
    if isinstance(error, Impossible):
        verb = screen.say.word("act", error.act.verb)
        return sentence(f"{name(screen.table, error.who)}: {verb} – {why(error.reasons, screen.seat)}")
    if isinstance(error, AlreadyDone):
        return _("Already done: the table has moved on. Nothing was changed.")
    if isinstance(error, Unclear) and error.options:
        return sentence(f"{error.head}: {either(_, [one.name for one in error.options])}?")
    return in_full(str(error), _)


def either(_: Tongue, names: Sequence[str]) -> str:
    """Several names to choose from."""
    return _("{names} or {last}", names=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else names[0]


class Forced(NamedTuple):
    """What the rules refuse, as the fields of a form with which the GM lets it through."""

    table: str
    who: str
    verb: str
    token: str
    fields: tuple[tuple[str, str], ...]


def forced(screen: Screen, error: FirefightError) -> Forced | None:
    """What the GM could let through once; None where nothing of the kind was refused, or somebody else asks."""
    if not screen.gm or not isinstance(error, Impossible) or any(reason.key in MEANINGLESS for reason in error.reasons):
        return None
    fixed = {name for offer in screen.menu(error.who) if offer.verb == error.act.verb for name in offer.fixed}
    fields = [
        (f"{'fixed' if name in fixed else 'pick'}.{name}", one)
        for name, value in error.act.picks.items()
        for one in (value if isinstance(value, tuple) else (text(value),))
    ]
    return Forced(screen.room.name, error.who, error.act.verb, screen.token(error.who), tuple(fields))


def note(language: str, text: str, kind: str = "refused", forced: Forced | None = None) -> str:
    """One sentence, put where the page says such things; with a press that lets it through where there is one."""
    return partial("said", render(language, "parts/said.html", text=text, kind=kind, forced=forced))
