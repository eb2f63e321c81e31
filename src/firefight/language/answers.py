"""An answer from a line: faces typed in, a choice, a ruling, an amount, or what comes of something."""

from __future__ import annotations

import re

from firefight.commands import Reply
from firefight.dice import dice
from firefight.effects import NOTHING
from firefight.events import parted
from firefight.language.filling import said
from firefight.language.matching import Fit, Named, matches
from firefight.language.seat import Give, Option, Seat, Unclear
from firefight.timeline import Question, Value

FACES = re.compile(r"[\[(]?\s*\d+(?:[\s,;+]+\d+)*\s*[\])]?")
AMOUNT = re.compile(r"[+-]?\d{1,9}")
MARK = re.compile(r"[a-z][a-z ]*")


def default(question: Question) -> Give:
    """What Enter answers. Raises Unclear where nobody can answer for the dice."""
    if question.kind == "dice":
        raise Unclear(f"type the {faces_wanted(question)}")
    return reply(question, question.default)


def reply(question: Question, value: Value) -> Give:
    """An answer as a command."""
    return Give(Reply(question.label, value, question.who))


def answer(text: str, question: Question, seat: Seat) -> Give | None:
    """The line as an answer to the question; None where it is none. Raises Unclear where it may be several."""
    match question.kind:
        case "dice":
            return reply(question, tuple(map(int, re.findall(r"\d+", text)))) if FACES.fullmatch(text.strip()) else None
        case "amount":
            return reply(question, int(text)) if AMOUNT.fullmatch(text.strip()) else None
        case "effect":
            return reply(question, effect(text.strip().lower(), seat))
    if question.options:
        return chosen(text, question, seat)
    return reply(question, text.strip())


def chosen(text: str, question: Question, seat: Seat) -> Give | None:
    """One of the options, by its text, its number in the list, or the beginning of its name."""
    named = [Named(option, (said(option, seat), option)) for option in question.options]
    exact = matches(text, named, Fit.EXACT)
    number = int(text) if text.strip().isdecimal() and len(text) < 4 else 0
    if not exact and 1 <= number <= len(named):
        return reply(question, question.options[number - 1])
    found = exact or matches(text, named, Fit.CLOSE)
    if len(found) > 1:
        raise Unclear(f"'{text}'", (Option(match.name, str(match.thing)) for match in found))
    return Give(Reply(question.label, found[0].thing, question.who), found[0].fit == Fit.CLOSE) if found else None


def effect(text: str, seat: Seat) -> str:
    """An effect as it stands, unless one of its conditions looks like a slip for one the game knows."""
    for part in (part.strip() for part in re.split(r"[,;]", text)):
        if part in NOTHING or not MARK.fullmatch(part) or part.startswith("not "):
            continue
        near = slip(part, seat)
        if near:
            options = Option(near, f"= {text.replace(part, near)}"), Option(f"a new condition '{part}'", f"= {text}")
            raise Unclear(f"'{part}'", options)
    return text


def slip(part: str, seat: Seat) -> str:
    """The condition of the game that this looks like but is not; empty for one that is known or new."""
    known = [Named(mark, (mark,)) for mark in marks(seat)]
    found = matches(part, known, Fit.CLOSE) if len(part) > 3 else []
    return found[0].thing if found and not any(part == mark.thing for mark in known) and found[0].fit != Fit.EXACT else ""


def marks(seat: Seat) -> list[str]:
    """The conditions the game has words for, and those that somebody has."""
    worded = [key.removeprefix("mark_") for key in seat.say.sentences if key.startswith("mark_")]
    worn = [mark.name for one in seat.table.combatants.values() for mark in one.marks if not mark.quiet]
    return list(dict.fromkeys((*worded, *worn)))


def faces_wanted(question: Question) -> str:
    """The faces that a question wants, in words: "2 faces of d6"."""
    asked = dice(question.spec)
    return f"{asked.n} face{'s' * (asked.n != 1)} of d{asked.sides}"


def label(question: Question, seat: Seat) -> str:
    """The label of a question: its role in the language, names in place of ids."""
    role, who = parted(question.label, seat.table)
    return f"{seat.say.word('label', role)} {who}".rstrip()


def wanted(question: Question, seat: Seat) -> str:
    """What answers a question, in a few words."""
    if question.kind == "dice":
        return faces_wanted(question)
    if question.options:
        return " / ".join(f"{n} {seat.say.word('value', said(option, seat))}" for n, option in enumerate(question.options, 1))
    return {"amount": "a number", "effect": "for instance '7 hp, prone' or 'nothing'"}.get(question.kind, "a few words")
