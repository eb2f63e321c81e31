"""The log as lines: what each event says, with its dice and the rules that decided. Values only; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from firefight.events import (
    Answered,
    Event,
    FightBegan,
    FightEnded,
    Noted,
    Opened,
    Overruled,
    Rewound,
    RoundBegan,
    name_of,
)
from firefight.game import Game
from firefight.history import History
from firefight.language.plain import plain
from firefight.table import Table
from firefight.timeline import Answer
from firefight.view import GM, Viewer, view, visible
from firefight.words import Words, words

Kind = Literal["fight", "round", "turn", "said", "dice", "answer", "gm", "back"]


class Line(NamedTuple):
    """One line of the log: the command it belongs to, the round, what kind of line it is, and the rules behind it.

    `undone` tells that the table has gone back to before it.
    """

    number: int
    round: int
    kind: Kind
    text: str
    rules: tuple[str, ...] = ()
    undone: bool = False


class CleanWords(Words):
    """The words of a game, with nothing in a sentence that a terminal would act upon."""

    def __call__(self, key: str, /, **values: object) -> str:
        return plain(super().__call__(key, **values))


def speech(game: Game, language: str = "en") -> CleanWords:
    """The words of a game in a language, fit for a screen."""
    return CleanWords(words(game.id, language).sentences)


def lines(
    game: Game, history: History, viewer: Viewer = GM, numbers: Iterable[int] | None = None, say: Words | None = None
) -> Iterator[Line]:
    """The log of some commands as this viewer may know it; by default of those that led to the table now.

    The GM's lines bear the numbers of their commands, anybody else's run on without a gap.
    """
    say, branch = say or speech(game), history.line_of_command()
    shown, known = 0, frozenset(branch)
    for number in branch if numbers is None else numbers:
        found = list(of_command(game, history, viewer, number, say))
        shown += bool(found)
        for line in found:
            yield line._replace(number=number if viewer.role == "gm" else shown, undone=number not in known)


def of_command(game: Game, history: History, viewer: Viewer, number: int, say: Words) -> Iterator[Line]:
    """The lines of one command."""
    for before, event, after in history.steps(number):
        known = visible(game, event, before, after, viewer)
        if known is not None:
            yield from of_event(known, view(game, after, viewer), number, say, viewer)


def of_event(event: Event, table: Table, number: int, say: Words, viewer: Viewer = GM) -> Iterator[Line]:
    """The lines of one event, on the table after it."""
    round = table.timeline.round
    if isinstance(event, Answered):
        yield from (Line(number, round, kind, text) for kind, text in answers(event.answers, table))
    elif isinstance(event, Rewound):
        text = event.line(table, say) if viewer.role == "gm" else "The table has gone back."
        yield Line(number, round, "back", str(text))
    else:
        text = event.line(table, say)
        if text:
            yield Line(number, round, kind_of(event), text, tuple(dict.fromkeys(event.rules)))


def kind_of(event: Event) -> Kind:
    """What kind of line an event makes."""
    match event:
        case RoundBegan():
            return "round"
        case Opened():
            return "turn"
        case FightBegan() | FightEnded():
            return "fight"
        case Overruled() | Noted():
            return "gm"
    return "said"


# ------------------------------------------------------------------ dice and answers


def answers(given: Iterable[Answer], table: Table) -> Iterator[tuple[Kind, str]]:
    """Answers in words: dice of one role and kind on one line, then what was chosen or ruled. Windows say nothing."""
    dice = [answer for answer in given if is_dice(answer)]
    thrown: dict[tuple[str, str], list[str]] = {}
    for answer in dice:
        thrown.setdefault((split(answer.label, table)[0], answer.spec), []).append(faces(answer, table))
    for (role, spec), shown in thrown.items():
        yield "dice", plain(f"{role} {spec.removeprefix('1') if spec.startswith('1d') else spec}: {', '.join(shown)}")
    for answer in given:
        if answer.spec not in ("window", "dice") and not is_dice(answer):
            yield "answer", plain(f"{label(answer.label, table)}: {name_of(table, str(answer.value))}")


def is_dice(answer: Answer) -> bool:
    """Whether an answer is faces of dice."""
    n, d, sides = answer.spec.partition("d")
    return bool(d) and n.isdigit() and sides.isdigit()


def split(text: str, table: Table) -> tuple[str, str]:
    """A label as its role and the name of whom it concerns: "initiative vex" is initiative, Vex."""
    role, blank, who = text.rpartition(" ")
    return (role, name_of(table, who)) if blank and who in table.combatants else (text, "")


def label(text: str, table: Table) -> str:
    """A label with names in place of ids."""
    return " ".join(filter(None, split(text, table)))


def faces(answer: Answer, table: Table) -> str:
    """The faces of an answer, by name where the label has one, and marked where they were typed in."""
    _, who = split(answer.label, table)
    value = answer.value if isinstance(answer.value, tuple) else (answer.value,)
    typed = " (typed in)" if answer.by == "hand" else ""
    shown = f"{'+'.join(map(str, value))}{typed}"
    return f"{who} = {shown}" if who else shown
