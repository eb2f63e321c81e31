"""The log as lines: what each event says, with its dice and the rules that decided. Values only; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
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
    Told,
    parted,
    said_value,
)
from firefight.game import Game
from firefight.history import History
from firefight.language.plain import plain
from firefight.table import Table
from firefight.timeline import Answer
from firefight.view import GM, GM_ONLY, Viewer, is_dice, view, visible
from firefight.words import Vocabulary, Words, words

Kind = Literal["fight", "round", "turn", "said", "dice", "answer", "gm", "back"]


KEPT = 20_000
"""Words that are remembered."""


class Thrown(NamedTuple):
    """Dice that fell: the role of the roll, what was rolled, whose it is by name, the faces, whether they were typed in."""

    role: str
    spec: str
    who: str
    faces: tuple[int, ...]
    by_hand: bool


class Line(NamedTuple):
    """One line of the log: the command it belongs to, the round, what kind of line it is, and the rules behind it.

    `thrown` are the dice that the words tell of; `gm_only` that nobody but the GM is told; `undone` that the table has
    gone back to before it.
    """

    number: int
    round: int
    kind: Kind
    text: str
    rules: tuple[str, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    gm_only: bool = False
    undone: bool = False


class CleanWords(Words):
    """The words of a game, with nothing in a sentence that a terminal would act upon. Words are looked up once."""

    def __init__(self, sentences: Mapping[str, str], vocabulary: Vocabulary | None = None) -> None:
        super().__init__(sentences, vocabulary)
        self._known: dict[tuple[str, str, str], str] = {}

    def __call__(self, key: str, /, **values: object) -> str:
        return plain(super().__call__(key, **values))

    def word(self, kind: str, text: str, otherwise: str = "") -> str:
        """A word of the game in the language, fit for a screen."""
        found = self._known.get((kind, text, otherwise))
        if found is None:
            if len(self._known) > KEPT:
                self._known.clear()
            found = self._known[kind, text, otherwise] = plain(super().word(kind, text, otherwise))
        return found


def speech(game: Game, language: str = "en") -> CleanWords:
    """The words of a game in a language, fit for a screen."""
    return speech_of(game.id, language)


@cache
def speech_of(game: str, language: str) -> CleanWords:
    """The words of a game by its id."""
    known = words(game, language)
    return CleanWords(known.sentences, known.vocabulary)


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
        secret = any(answer.who in table.combatants and table.who(answer.who).hidden for answer in event.answers)
        yield from (one._replace(number=number, round=round, gm_only=secret) for one in answers(event.answers, table, say))
    elif isinstance(event, Rewound):
        text = event.line(table, say) if viewer.role == "gm" else say("gone_back")
        yield Line(number, round, "back", str(text))
    else:
        text = event.line(table, say)
        if text:
            rules = tuple(dict.fromkeys(event.rules))
            yield Line(number, round, kind_of(event), text, rules, gm_only=is_for_the_gm(event, table))


def is_for_the_gm(event: Event, table: Table) -> bool:
    """Whether the event is the GM's own affair, or tells of somebody who is hidden."""
    if isinstance(event, GM_ONLY) or (isinstance(event, Told) and event.gm):
        return True
    return any(who in table.combatants and table.who(who).hidden for who in event.concerns())


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


def answers(given: Iterable[Answer], table: Table, say: Words) -> Iterator[Line]:
    """Answers in words: dice of one role and kind on one line, then what was chosen or ruled. Windows say nothing."""
    dice = [thrown(answer, table, say) for answer in given if is_dice(answer)]
    for role, spec in dict.fromkeys((one.role, one.spec) for one in dice):
        together = tuple(one for one in dice if (one.role, one.spec) == (role, spec))
        shown = ", ".join(faces(one, say) for one in together)
        text = plain(f"{role} {spec.removeprefix('1') if spec.startswith('1d') else spec}: {shown}")
        yield Line(0, 0, "dice", text, thrown=together)
    for answer in given:
        if answer.spec not in ("window", "dice") and not is_dice(answer):
            value = said_value("value", str(answer.value), table, say)
            asked = label(answer.label, table, say)
            yield Line(0, 0, "answer", plain(f"{asked}{'' if asked.endswith('?') else ':'} {value}"))


def label(text: str, table: Table, say: Words) -> str:
    """A label in words: its role in the language, names in place of ids."""
    role, who = parted(text, table)
    return " ".join(filter(None, (say.word("label", role), who)))


def thrown(answer: Answer, table: Table, say: Words) -> Thrown:
    """The dice of an answer, by name where the label has one."""
    role, who = parted(answer.label, table)
    value = answer.value if isinstance(answer.value, tuple) else (answer.value,)
    faces = tuple(face for face in value if isinstance(face, int))
    return Thrown(say.word("label", role), answer.spec, who, faces, answer.by == "hand")


def faces(one: Thrown, say: Words) -> str:
    """Faces as text, marked where they were typed in."""
    shown = "+".join(map(str, one.faces)) + (f" ({say.word('value', 'typed in')})" if one.by_hand else "")
    return f"{one.who} = {shown}" if one.who else shown
