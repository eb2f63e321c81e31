"""What is open: questions to the one who looks, and whom the table waits for."""

from __future__ import annotations

from typing import NamedTuple

from firefight.dice import dice
from firefight.errors import FirefightError
from firefight.events import say_act
from firefight.language import Give, label, parse
from firefight.language.plain import plain
from firefight.language.seat import name
from firefight.timeline import Act, Deed, Question, Turn
from firefight.web.screen import Screen, once
from firefight.web.shown.ending import counted
from firefight.web.shown.menu import said
from firefight.web.tongues import languages, marked, tongue


class Answerable(NamedTuple):
    """One question with what would be an answer. `kind` is dice, choice, ruling, amount or effect."""

    id: str
    kind: str
    who: str
    name: str
    label: str
    raw: str
    text: str
    about: str
    options: tuple[tuple[str, str, bool], ...]
    default: str
    token: str
    number: int = 0
    sides: int = 0
    yours: bool = True


class Waiting(NamedTuple):
    """Somebody the table waits for: by name, and by the player who decides."""

    id: str
    name: str
    player: str
    here: bool


@once
def questions(screen: Screen) -> tuple[Answerable, ...]:
    """The open questions to this looker, oldest first. The GM sees his own first, then those of the players."""
    asked = [answerable(screen, question) for question in screen.questions]
    return tuple(sorted(asked, key=lambda one: not one.yours))


def answerable(screen: Screen, question: Question) -> Answerable:
    """One question."""
    one = screen.table.combatants.get(question.who)
    spec = dice(question.spec) if question.kind == "dice" else None
    yours = not screen.gm or one is None or not one.owner
    return Answerable(
        f"q-{screen.session.question_token(question)}",
        question.kind,
        question.who,
        name(screen.table, question.who) if question.who else screen._("The GM"),
        plain(label(question, screen.seat)),
        question.label,
        headline(screen, question),
        plain(said(screen, question.about, "about")) if question.about else "",
        tuple((option, said(screen, option, question.label), option == question.default) for option in question.options),
        str(question.default),
        screen.session.question_token(question),
        spec.n if spec else 0,
        spec.sides if spec else 0,
        yours,
    )


def headline(screen: Screen, question: Question) -> str:
    """The question as a heading: what it is about, else what it is called."""
    role = question.label.removesuffix(f" {question.who}") if question.who else question.label
    text = plain(said(screen, question.about, "about") if question.about else screen.say.word("label", role))
    return text[:1].upper() + text[1:]


def waiting(screen: Screen) -> tuple[Waiting, ...]:
    """Whom the table waits for."""
    present = screen.room.watching()
    found = []
    for who in screen.awaited:
        one = screen.table.combatants.get(who)
        player = one.owner if one else ""
        found.append(Waiting(who, name(screen.table, who) if who else screen._("the GM"), player, player in present))
    return tuple(found)


@once
def under_way(screen: Screen) -> tuple[str, ...]:
    """The deeds that wait for something, in words."""
    stack = screen.table.timeline.stack
    return tuple(in_words(screen, frame.who, frame.act) for frame in stack if isinstance(frame, Deed) and frame.who)


@once
def declared(screen: Screen) -> tuple[str, ...]:
    """What is declared and not rolled yet, in words; what is declared twice is told once."""
    stack = screen.table.timeline.stack
    queued = [one for frame in stack if isinstance(frame, Turn) for one in frame.declared]
    return counted(in_words(screen, one.who, one.act) for one in queued)


def in_words(screen: Screen, who: str, act: Act) -> str:
    """Who does what."""
    return plain(f"{name(screen.table, who)} {say_act(act, screen.table, screen.say)}")


class Suggested(NamedTuple):
    """What a player would like to happen. `line` is the line of the command bar that does it, empty where there is none."""

    id: str
    by: str
    text: str
    line: str


OWN_DICE = {
    marked("{name}: I roll my own dice from now on"): "hand {id}",
    marked("{name}: let the dice be thrown here again"): "hand {id} off",
}
"""What the phone suggests at a press, each with the line that does it."""


def suggestions(screen: Screen) -> tuple[Suggested, ...]:
    """What players would like to happen; for the GM alone."""
    found = screen.room.suggestions.values() if screen.gm else ()
    return tuple(Suggested(one.id, one.by, one.text, line_of(screen, one.text)) for one in found)


def line_of(screen: Screen, text: str) -> str:
    """The line of the command bar that does what is suggested, in whatever language it was said; empty for mere words."""
    for one in screen.table.present():
        for words, line in OWN_DICE.items():
            if any(tongue(language)(words, name=one.name) == text for language in languages()):
                return line.format(id=one.id)
    try:
        return text if isinstance(parse(text, screen.seat), Give) else ""
    except FirefightError:
        return ""
