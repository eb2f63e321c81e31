"""What a line is read against, what it comes to, and how it says that it is unclear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from firefight.commands import AnyCommand
from firefight.errors import FirefightError
from firefight.game import Game, Offer
from firefight.language.matching import Match, Named, folded
from firefight.language.plain import plain
from firefight.table import Table
from firefight.timeline import Question
from firefight.words import Words


class Option(NamedTuple):
    """One thing that may have been meant: how it is called, and the whole line that says so."""

    name: str
    line: str


class Unclear(FirefightError):
    """A line that is not understood, in one sentence. With `options` it "may be" one of them."""

    def __init__(self, sentence: str, options: Iterable[Option] = ()) -> None:
        self.head, self.options = sentence, tuple(options)
        super().__init__(f"{sentence} may be {either(one.name for one in self.options)}" if self.options else sentence)


class Incomplete(Unclear):
    """A line that is understood so far as it goes, but needs more words."""


class Seat(NamedTuple):
    """Where somebody sits: the table as he knows it, the menus on it, who acts, and what he is asked.

    `acting` is whom a line without a name is for, "" for nobody. `files` tells whether a line may name a file of this machine.
    """

    game: Game
    table: Table
    say: Words
    menu: Callable[[str], tuple[Offer, ...]]
    acting: str = ""
    questions: tuple[Question, ...] = ()
    gm: bool = True
    files: bool = True


class Give(NamedTuple):
    """A command for the engine. `guessed` tells that a spelling was taken for a name close to it."""

    command: AnyCommand
    guessed: bool = False


class Show(NamedTuple):
    """Something to be shown or done by the front end itself: a topic and its words."""

    topic: str
    words: tuple[Any, ...] = ()


class Token(NamedTuple):
    """One word of a line, or several in quotes."""

    text: str
    quoted: bool = False

    def __str__(self) -> str:
        return f'"{self.text}"' if self.quoted else self.text


Tokens = tuple[Token, ...]


def tokens(line: str) -> Tokens:
    """The words of a line; what stands in double quotes is one."""
    found = re.finditer(r'"([^"]*)"?|([^\s"]+)', plain(line))
    return tuple(Token(word[1], True) if word[1] is not None else Token(word[2]) for word in found)


def joined(words: Iterable[Token]) -> str:
    """Some words as a line again, quotes left out."""
    return " ".join(word.text for word in words)


def written(words: Iterable[Token]) -> str:
    """Some words as a line that reads as the same words."""
    return " ".join(map(str, words))


# ------------------------------------------------------------------ names


def people(seat: Seat, everybody: bool = False) -> list[Named[str]]:
    """Those who are here (or were, too) by name and id."""
    known = seat.table.combatants.values()
    return [Named(one.id, (name(seat.table, one.id), one.id)) for one in known if everybody or one.here]


def name(table: Table, who: str) -> str:
    """The name somebody is shown with, fit for a screen; "the GM" for nobody."""
    one = table.combatants.get(who)
    return plain(one.name) or plain(one.id) if one else plain(who) or "the GM"


def distinct(table: Table, who: str) -> str:
    """A name that means this one alone: his name, with his id where somebody else bears the same."""
    shown = name(table, who)
    return f"{shown} ({who})" if shared(table, who) else shown


def shared(table: Table, who: str) -> bool:
    """Whether somebody else here bears the same name."""
    shown = folded(name(table, who))
    return any(other.id != who and folded(plain(other.name)) == shown for other in table.combatants.values())


def typed(table: Table, who: str) -> str:
    """What to type to mean this one alone."""
    return who if shared(table, who) else name(table, who)


def only(found: list[Match[str]], said: str, seat: Seat, before: Tokens = (), after: Tokens = ()) -> str:
    """The one person who is meant. Raises Unclear with the candidates, or with everybody who is here."""
    if len(found) == 1:
        return found[0].thing
    around = [written(before), written(after)]
    if found:
        lines = [" ".join(filter(None, (around[0], typed(seat.table, one.thing), around[1]))) for one in found]
        names = [distinct(seat.table, one.thing) for one in found]
        raise Unclear(f"'{said}'", map(Option, names, lines))
    raise Unclear(f"nobody here is called '{said}'; {present(seat)}")


def present(seat: Seat) -> str:
    """Who is here, in words."""
    return f"here are {', '.join(distinct(seat.table, one.thing) for one in people(seat)) or 'nobody yet'}"


def either(names: Iterable[str]) -> str:
    """Several names to choose from, in words."""
    listed = list(names)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"
