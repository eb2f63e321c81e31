"""The table for the room's television: the order and the last deed as everybody may know them, and nothing to press.

While the GM acts for anybody, seen or unseen, the acting row says so and nobody is lit: how long he takes tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from firefight.events import Begun, Declared
from firefight.language.plain import plain
from firefight.lines import Line, of_event
from firefight.view import view, visible
from firefight.web.code import code as drawing
from firefight.web.screen import Screen
from firefight.web.shown.log import Dice, thrown
from firefight.web.shown.order import OrderRow, Section, Tag, sections
from firefight.web.shown.tokens import lit

LOOKED_AT = 40
"""Commands that are searched for the last deed."""
HEIGHTS = {"acting": 96, "next": 70, "held": 70, "done": 58, "away": 58}
"""Pixels of a row, on a screen of 1920 by 1080; a heading takes about 40."""
ROOM, TIGHT, LARGE = 790, 0.7, 1.15
"""Pixels there are for the order; how much smaller rows are where there are too many, and larger where there is no map."""


class Row(NamedTuple):
    """One row of the order, with the number it is sorted by."""

    row: OrderRow
    score: str


class Part(NamedTuple):
    """Rows under one heading."""

    place: str
    title: str
    rows: tuple[Row, ...]


class Queue(NamedTuple):
    """The order: those who are lit, or the GM in their place; everybody else; how closely it has to be set."""

    acting: tuple[Row, ...]
    gamemaster: bool
    parts: tuple[Part, ...]
    fit: str


def queue(screen: Screen) -> Queue:
    """The order as the room may see it."""
    shown = frozenset(lit(screen))
    running = screen.table.timeline.running
    placed = [(place(section, row, shown), section, row) for section in sections(screen) for row in section.rows]
    acting = tuple(of(row, section) for at, section, row in placed if at == "acting")
    titles = {"next": screen._("Next"), "held": screen._("Held"), "done": screen._("Done"), "away": screen._("Not in the fight")}
    if not running:
        titles["next"] = screen._("At the table")
    parts = tuple(
        Part(name, title, tuple(of(quiet(row, name), section) for at, section, row in placed if at == name))
        for name, title in titles.items()
    )
    kept = tuple(part for part in parts if part.rows)
    return Queue(acting, running and not acting, kept, fit(len(acting), kept, screen.table.ground is None))


def place(section: Section, row: OrderRow, shown: frozenset[str]) -> str:
    """Where a row belongs on the television: whoever acts and is not lit is still to come."""
    members = {row.id, *(cell.id for cell in row.cells)}
    if members & shown:
        return "acting"
    return "next" if section.place in ("acts", "waits") else section.place


def of(row: OrderRow, section: Section) -> Row:
    """A row with its own number, or its side's."""
    return Row(row, (section.score if section.side else row.score).strip("–"))


def quiet(row: OrderRow, place: str) -> OrderRow:
    """A row that tells of nobody's turn."""
    tags = tuple(Tag(tag.name, "done" if place == "done" else "owed") if tag.state == "now" else tag for tag in row.tags)
    states = " ".join(state for state in row.states.split() if state not in ("acting", "asked"))
    return row._replace(tags=tags, states=states)


def fit(acting: int, parts: Iterable[Part], wide: bool) -> str:
    """How closely the rows have to be set: as they are, tight, in two columns; large where there are few and no map."""
    rows = sum(HEIGHTS[part.place] * len(part.rows) + 40 for part in parts) + HEIGHTS["acting"] * max(1, acting)
    if wide:
        return "large" if rows * LARGE <= ROOM else "wide" if rows <= 2 * ROOM else "wide tight"
    return "" if rows <= ROOM else "tight" if rows * TIGHT <= ROOM else "dense"


def code(screen: Screen) -> str:
    """The code to scan for whoever wants to come in, as long as no fight runs and the GM has such a link."""
    link = screen.room.join_link
    return "" if screen.table.timeline.running else drawing(link)


# ------------------------------------------------------------------ the last deed


class Piece(NamedTuple):
    """A piece of a sentence; somebody's name stands out."""

    text: str
    name: bool


class Last(NamedTuple):
    """What was done last: the deed in words, the dice, what came of it."""

    deed: tuple[Piece, ...]
    dice: tuple[Dice, ...]
    result: tuple[Piece, ...]


def last(screen: Screen) -> Last | None:
    """The last deed the looker was told of; the newest line of the log where nothing has been done yet."""
    deed, after = newest(screen)
    if deed is None:
        return None
    dice = tuple(thrown(one, screen.game.faces) for line in after for one in line.thrown)
    said = (known(line.text) for line in reversed(after) if line.kind == "said" and line.text != deed.text)
    return Last(pieces(screen, deed.text), dice, pieces(screen, next(filter(None, said), "")))


def known(text: str) -> str:
    """As much of a sentence as leaves no number open; empty where that is nothing."""
    head = text if "?" not in text else text.partition(":")[0]
    return "" if "?" in head else head


def newest(screen: Screen) -> tuple[Line | None, list[Line]]:
    """The line of the last deed, and those that came after it; before the first deed, the newest that tells of a round."""
    after, looked = list[Line](), 0
    for number in screen.session.history.way_back():
        found = told(screen, number)
        looked += bool(found)
        if looked > LOOKED_AT:
            break
        deeds = [at for at, (is_deed, _) in enumerate(found) if is_deed]
        if deeds:
            return found[deeds[-1]][1], [line for _, line in found[deeds[-1] + 1 :]] + after
        after = [line for _, line in found] + after
    return next((line for line in reversed(after) if line.kind in ("round", "fight")), None), []


def told(screen: Screen, number: int) -> tuple[tuple[bool, Line], ...]:
    """The lines of a command that the looker is told, each with whether it tells of a deed. What is written stays so."""
    known, key = screen.room.told, (screen.look, number)
    if key not in known:
        known[key] = tuple(lines_of(screen, number))
        if len(known) > 4 * LOOKED_AT:
            known.pop(next(iter(known)))
    return known[key]


def lines_of(screen: Screen, number: int) -> Iterator[tuple[bool, Line]]:
    """The same, worked out."""
    game, viewer = screen.game, screen.viewer
    for before, event, after in screen.session.history.steps(number):
        known = visible(game, event, before, after, viewer)
        if known is not None:
            is_deed = isinstance(known, Declared | Begun) and bool(known.who)
            yield from ((is_deed, line) for line in of_event(known, view(game, after, viewer), number, screen.say, viewer))


def pieces(screen: Screen, text: str) -> tuple[Piece, ...]:
    """A sentence in pieces, so that names stand out."""
    names = sorted({plain(one.name) for one in screen.table.combatants.values()} - {""}, key=len, reverse=True)
    if not names or not text:
        return (Piece(text, False),) if text else ()
    found = re.split(f"({'|'.join(map(re.escape, names))})", text)
    return tuple(Piece(piece, piece in names) for piece in found if piece)
