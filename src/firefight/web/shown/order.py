"""The order of the fight: who acts, who is held, who comes next, who is done; squads as one row, sides under one head."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from firefight.rows import Row, conditions, held, rows
from firefight.table import Combatant
from firefight.web.screen import Screen, once
from firefight.web.shown import clock
from firefight.web.shown.people import Health, Pips, budget, health, shape


class Tag(NamedTuple):
    """One turn that somebody is owed this round: its short name, and whether it is done, now, owed or held."""

    name: str
    state: str


class Cell(NamedTuple):
    """A member of a squad."""

    id: str
    name: str
    state: str
    health: Health
    full: str = ""


class OrderRow(NamedTuple):
    """One row. `states` are the CSS classes it bears, `state` the word for where he stands."""

    id: str
    name: str
    score: str
    side: str
    shape: str
    states: str
    state: str
    tags: tuple[Tag, ...]
    health: Health
    left: tuple[Pips, ...]
    chips: tuple[str, ...]
    cells: tuple[Cell, ...] = ()
    hidden: bool = False


class Section(NamedTuple):
    """Rows under one heading; `side` and `score` where a side shares one place."""

    place: str
    title: str
    rows: tuple[OrderRow, ...]
    side: str = ""
    shape: str = ""
    score: str = ""


PLACES = ("acts", "waits", "held", "next", "done", "away")


@once
def listed(screen: Screen) -> list[Row]:
    """The order, one row for each place."""
    return rows(screen.game, screen.table, screen.say, bare=True)


@once
def sections(screen: Screen) -> tuple[Section, ...]:
    """The order as sections. Who has several places has one row, at the first; `later` tells of the others."""
    found = listed(screen)
    if not screen.table.timeline.running:
        return (Section("next", screen._("At the table"), tuple(order_row(screen, row, "next") for row in found)),)
    first = {row.who: row for row in reversed(found)}.values()
    placed = [(place_of(screen, row), row) for row in reversed(first)]
    return tuple(made for place in PLACES for made in of_place(screen, place, [row for at, row in placed if at == place]))


def later(screen: Screen) -> tuple[tuple[str, str], ...]:
    """Further turns of the round, by what they are: "pass 2" with everybody's name and number."""
    found = listed(screen) if screen.table.timeline.running else []
    seen: set[tuple[str, ...]] = set()
    by_tag: dict[str, list[str]] = {}
    for row in found:
        if row.place == "next" and (row.who in seen or is_later(screen, row)):
            by_tag.setdefault(tag_of(row), []).append(f"{row.name} {row.number}".strip())
        seen.add(row.who)
    return tuple((tag[:1].upper() + tag[1:], ", ".join(names)) for tag, names in by_tag.items())


def place_of(screen: Screen, row: Row) -> str:
    """Where a row belongs: as the order says, or among those who hold back. Whose next turn is in a later pass is done."""
    if any(not screen.table.who(who).here for who in row.who):
        return "away"
    holding = bool(screen.holds) and all(who in screen.holds for who in row.who)
    if holding and row.place in ("done", "next"):
        return "held"
    return "done" if is_later(screen, row) else row.place


def tag_of(row: Row) -> str:
    """What turn a row stands for: "pass 2"; empty for the only one of a round."""
    return row.states[0] if row.states else ""


def is_later(screen: Screen, row: Row) -> bool:
    """Whether a row stands for a turn of a pass that has not come yet."""
    if row.place != "next" or not clock.passes(screen):
        return False
    now = next((one.number for one in clock.passes(screen) if one.state == "now"), "")
    before, _, number = tag_of(row).rpartition(" ")
    return bool(now) and before == "pass" and number > now


def of_place(screen: Screen, place: str, group: list[Row]) -> Iterator[Section]:
    """The section of one place, or one for each side that shares a place of its own."""
    title = titles(screen)[place] if group else ""
    for side, found in groupby(group, lambda row: row.side if screen.table.sides[row.side].score else ""):
        known = screen.table.sides.get(side)
        made = tuple(order_row(screen, row, place) for row in found)
        if known and known.score:
            yield Section(place, title, made, known.name, shape(screen.table, side), str(known.score[0]))
        else:
            yield Section(place, title, made)


@once
def titles(screen: Screen) -> dict[str, str]:
    """The headings."""
    _ = screen._
    return {
        "acts": _("Acting"),
        "waits": _("Interrupted"),
        "held": _("Held"),
        "next": _("Still to come"),
        "done": _("Done"),
        "away": _("Not in the fight"),
    }


STATES = {"acts": "acting", "held": "held", "done": "done", "away": "done"}
"""How rows of a place are drawn."""


def order_row(screen: Screen, row: Row, place: str) -> OrderRow:
    """One row of the order."""
    people = [screen.table.who(who) for who in row.who]
    first = people[0]
    out = not any(able(screen, one) for one in people)
    asked = any(question.who in row.who for question in screen.questions)
    hidden = any(one.hidden for one in people)
    classes = [STATES.get(place, ""), "out" if out else "", "asked" if asked else "", "hidden" if hidden else ""]
    return OrderRow(
        row.who[0],
        row.name,
        row.number or "–",
        screen.table.sides[row.side].name or row.side,
        shape(screen.table, row.side),
        " ".join(filter(None, classes)),
        tag_of(row) if place == "done" and is_later(screen, row) and not out else word(screen, place, out, asked),
        tuple(tags(screen, first)),
        health(screen, first),
        budget(screen, first.id) if shows_budget(screen, first) else (),
        tuple(chips(screen, row)),
        tuple(cell(screen, who) for who in row.who) if len(row.who) > 1 else (),
        hidden,
    )


def able(screen: Screen, one: Combatant) -> bool:
    """Whether somebody can do anything, as far as the looker knows."""
    return not screen.table.timeline.running or screen.able(one.id)


def shows_budget(screen: Screen, one: Combatant) -> bool:
    """Whether what somebody has left is the looker's to know, in a fight."""
    return screen.viewer.owns(one) and screen.table.timeline.running and one.fighting


def word(screen: Screen, place: str, out: bool, asked: bool) -> str:
    """Where somebody stands, in a word."""
    _ = screen._
    if asked:
        return _("asked")
    if out:
        return _("out")
    if not screen.table.timeline.running:
        return ""
    return words(screen)[place]


@once
def words(screen: Screen) -> dict[str, str]:
    """The places in a word."""
    _ = screen._
    return {
        "acts": _("acting"),
        "waits": _("interrupted"),
        "held": _("holding"),
        "next": _("waiting"),
        "done": _("done"),
        "away": _("away"),
    }


def tags(screen: Screen, one: Combatant) -> Iterator[Tag]:
    """The turns somebody is owed this round, where there are several kinds of them: the passes of a Combat Turn."""
    line = screen.table.timeline
    if not line.running:
        return
    dues = screen.owed.get(one.id, ())
    if len(dues) < 2 and all(due.tag == "turn" or " " not in due.tag for due in dues):
        return
    open_ = {pair for frame in line.stack for pair in getattr(frame, "dues", ())}
    hold = screen.holds.get(one.id)
    for due in dues:
        done = (due.who, due.tag) in line.done
        now = (due.who, due.tag) in open_
        state = "held" if hold and hold.tag == due.tag else "now" if now else "done" if done else "owed"
        yield Tag(due.tag.rpartition(" ")[2], state)


def chips(screen: Screen, row: Row) -> Iterator[str]:
    """Conditions with the time they end, and what is held back."""
    for who in row.who:
        one = screen.table.who(who)
        lead = f"{one.name}: " if len(row.who) > 1 else ""
        hold = screen.holds.get(who)
        told = held(screen.table, screen.say, hold) if hold else ""
        yield from (f"{lead}{state}" for state in conditions(screen.table, screen.say, one) if state != told)
        if told:
            yield f"{lead}{told}"


def cell(screen: Screen, who: str) -> Cell:
    """A member of a squad, by the last word of his name."""
    one = screen.table.who(who)
    state = "" if able(screen, one) else "out"
    if who in screen.awaited:
        state = "now"
    return Cell(who, one.name.rpartition(" ")[2], state, health(screen, one), one.name)
