"""The head of the page: the round in the game's own word, the passes of it, the clock, what can be taken back."""

from __future__ import annotations

import re
from typing import NamedTuple

from firefight.commands import Do, Reply
from firefight.events import say_act
from firefight.language.plain import plain
from firefight.language.seat import name
from firefight.lines import label
from firefight.table import Reminder
from firefight.web.screen import Screen, once


class Pass(NamedTuple):
    """One pass of the round."""

    number: str
    state: str


class Clock(NamedTuple):
    """Where the table stands in time."""

    running: bool
    round: str
    passes: tuple[Pass, ...]
    reading: str
    scene: str
    mission: str
    seconds: str
    reminders: tuple[Reminder, ...]


@once
def clock(screen: Screen) -> Clock:
    """The time as the looker knows it."""
    line, time = screen.table.timeline, screen.table.clock
    seconds = max(0, line.round - 1) * screen.game.seconds
    return Clock(
        line.running,
        round_of(screen),
        passes(screen),
        screen.say.word("value", time.reading),
        plain(time.title),
        "" if time.mission is None else f"{time.mission_minute} min",
        f"{span(seconds)}–{span(seconds + screen.game.seconds)}" if line.running and line.round else "",
        time.reminders,
    )


def round_of(screen: Screen) -> str:
    """The round in the game's own word."""
    line = screen.table.timeline
    if not line.running:
        return screen._("No fight")
    return plain(screen.say("round_began", round=line.round).rstrip(".")) if line.round else screen._("Surprise")


def span(seconds: int) -> str:
    """Seconds as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02}"


@once
def passes(screen: Screen) -> tuple[Pass, ...]:
    """The passes of the round where the game has several, with the one that runs."""
    line = screen.table.timeline
    if not line.running:
        return ()
    dues = [due for due in screen.dues if due.tag.startswith("pass ")]
    numbers = sorted({due.tag.rpartition(" ")[2] for due in dues})
    if not numbers:
        return ()
    owed = {due.tag.rpartition(" ")[2] for due in dues if (due.who, due.tag) not in line.done}
    turn = line.turn
    now = turn.tag(turn.members[0]).rpartition(" ")[2] if turn and turn.members else min(owed, default=numbers[-1])
    return tuple(Pass(number, "now" if number == now else "done" if number < now else "") for number in numbers)


class Back(NamedTuple):
    """What undo and redo would do, in words; empty where there is nothing."""

    undo: str
    redo: str
    token: str


@once
def back(screen: Screen) -> Back:
    """What can be taken back, named after what it takes back; a player's own newest deed, for a player."""
    history = screen.session.history
    newest = history.at
    mine = screen.gm or (newest and bool(screen.viewer.name) and history.batches[newest - 1].by == screen.viewer.name)
    begun = newest <= 1 or history._began_fight(newest)
    undo = in_words(screen, newest) if newest and mine and not begun else ""
    redo = in_words(screen, history.undone[-1]) if history.undone and screen.gm else ""
    return Back(undo, redo, screen.session.moment if undo or redo else "")


LONG = re.compile(r"\b[0-9a-fA-F]{20,}\b")
"""Seeds and fingerprints: too long for a label."""


def in_words(screen: Screen, number: int) -> str:
    """A command of the log in a few words."""
    return LONG.sub(lambda found: f"{found[0][:8]}…", at_length(screen, number))


def at_length(screen: Screen, number: int) -> str:
    """A command of the log in words."""
    batch = screen.session.history.batches[number - 1]
    command = batch.command
    match command:
        case Do():
            who = name(screen.table, command.who) if command.who else screen._("the GM")
            return plain(f"{who}: {say_act(command.act, screen.table, screen.say)}")
        case Reply():
            return plain(screen._("answer to “{label}”", label=label(command.label, screen.table, screen.say)))
    table = screen.table
    told = (event.line(table, screen.say) for event in batch.events if not event.__class__.__name__.startswith("Round"))
    try:
        return plain(next((line for line in told if line), "")).rstrip(".") or screen._("last change")
    except (KeyError, AttributeError):
        return screen._("last change")
