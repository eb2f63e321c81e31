"""The log as the pages show it: the newest lines, kept as they grow, so that a long log costs no more than a short one."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from firefight.dice import dice
from firefight.game import Faces
from firefight.lines import Line, Thrown, of_command, speech
from firefight.web.rooms import Look, Room
from firefight.web.tongues import again

SHOWN = 80
"""Commands kept on the page; older ones are fetched when somebody scrolls up."""


class Die(NamedTuple):
    """One face, and how it is drawn: a hit, a one, or plain."""

    face: int
    kind: str


class Dice(NamedTuple):
    """Faces that were thrown together."""

    role: str
    spec: str
    who: str
    dice: tuple[Die, ...]
    typed: bool


class LogLine(NamedTuple):
    """One line: what kind it is, its number, its words, the dice in it, its rules, whether only the GM sees it."""

    number: int
    first: bool
    kind: str
    text: str
    dice: tuple[Dice, ...]
    rules: tuple[str, ...]
    hidden: bool
    undone: bool


class LogOf:
    """The newest lines of a table as one looker knows them."""

    def __init__(self, room: Room, look: Look) -> None:
        self.room, self.look = room, look
        self.say = speech(room.session.game, look.language)
        self.taken = 0
        self.kept: dict[int, str] = {}

    def html(self) -> str:
        """The newest lines, drawn. A command is drawn once; the list is cut only now and then, so that it mostly grows.

        What the looker is told nothing of takes no place: how many lines there are says nothing of what he may not know.
        """
        history = self.room.session.history
        newest = len(history)
        if self.taken != newest:
            numbers = range(self.taken + 1, newest + 1)
            if self.taken == 0 or history.at != newest or any(history.base[number] != number - 1 for number in numbers):
                self.kept = self.newest(SHOWN)
            else:
                self.kept |= {number: html for number in numbers if (html := self.drawn(number))}
            if len(self.kept) > 2 * SHOWN:
                self.kept = dict(list(self.kept.items())[-SHOWN:])
            self.taken = newest
        return "".join(self.kept.values())

    def newest(self, most: int) -> dict[int, str]:
        """The newest commands that led to the table now and that the looker is told of, drawn, by number."""
        drawn = ((number, self.kept.get(number) or self.drawn(number)) for number in self.room.session.history.way_back())
        return dict(reversed([*islice((one for one in drawn if one[1]), most)]))

    def drawn(self, number: int) -> str:
        """The lines of one command as HTML."""
        lines = self.of(number)
        gm = self.look.viewer.role == "gm"
        return again(self.look.language, "parts/lines.html", lines=lines, gm=gm, table=self.room.name) if lines else ""

    def of(self, number: int) -> tuple[LogLine, ...]:
        """The lines of one command."""
        session, viewer = self.room.session, self.look.viewer
        told = of_command(session.game, session.history, viewer, number, self.say)
        return tuple(shown(line, session.game.faces, at == 0, viewer.role == "gm") for at, line in enumerate(told))

    def before(self, most: int = 500) -> tuple[LogLine, ...]:
        """The lines before those that stay on the page, the newest last."""
        numbers = self.room.session.history.line_of_command()[:-SHOWN][-most:]
        return tuple(line for one in numbers for line in self.of(one))


def shown(line: Line, faces: Faces, first: bool, gm: bool) -> LogLine:
    """A line of the log as it is drawn. Only the GM's lines bear numbers: others' would tell of what they may not see."""
    dice = tuple(thrown(one, faces) for one in line.thrown)
    return LogLine(line.number if gm else 0, first, line.kind, line.text, dice, line.rules, gm and line.gm_only, line.undone)


def thrown(one: Thrown, faces: Faces) -> Dice:
    """Faces with what they mean, where those of the game's dice count for themselves."""
    kinds = faces.get(dice(one.spec).sides, {})
    return Dice(one.role, one.spec, one.who, tuple(Die(face, kinds.get(face, "plain")) for face in one.faces), one.by_hand)
