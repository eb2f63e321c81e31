"""The odds of one act taken apart: the sentence, how the damage is spread, what else can come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from firefight import odds
from firefight.events import say_act
from firefight.language.plain import plain
from firefight.language.seat import name as name_of
from firefight.odds import wording
from firefight.timeline import Act
from firefight.web.screen import Screen
from firefight.web.shown.chances import percent
from firefight.web.tongues import Tongue

WIDE = 24
"""Columns of the drawing; what is more rare than that is gathered in the last."""


Row = tuple[str, str, str]
"""What it is, in words how much, and exactly."""


class Column(NamedTuple):
    """One amount of damage: its label, its chance in words, and the height of its column from 0 to 100."""

    label: str
    chance: str
    height: float


class Taken(NamedTuple):
    """The whole panel."""

    act: str
    headline: str
    rolled: str
    columns: tuple[Column, ...]
    unit: str
    rows: tuple[Row, ...]
    guessed: bool = False


def taken_apart(screen: Screen, who: str, act: Act) -> Taken:
    """The odds of an act as the looker knows them. Raises FirefightError with the sentence that says why there are none."""
    found = odds.exact(screen.game, screen.table, who, act)
    unit = screen.say.word("pool", found.unit) if found.unit else ""
    said = f"{name_of(screen.table, who)} {say_act(act, screen.table, screen.say)}"
    rolled, rows = screen.say.word("label", found.rolled), tuple(rows_of(screen, found))
    headline = odds.describe(found, screen.say)
    return Taken(plain(said), headline, rolled, columns(found.damage, screen._), unit, rows, found.guessed)


def rows_of(screen: Screen, found: odds.Odds) -> Iterator[Row]:
    """Every chance with its name; exact ones where nothing is guessed."""
    _, say = screen._, screen.say
    chances = [(_("Succeeds"), found.chance)]
    chances += [(_("Succeeds against {way}", way=say.word("value", way)), share) for way, share in found.answers.items()]
    chances += [(_("Hurts the target"), found.hurts)] if found.damage else []
    chances += [(_("Drops the target"), found.drops)]
    chances += [(say.word("value", name), share) for name, share in found.also.items() if share]
    for name, chance in chances:
        if chance is not None:
            yield name, wording.told(found, chance, say), "" if found.guessed else str(chance)
    if found.damage:
        about = wording.ABOUT if found.guessed else ""
        yield _("Damage on average"), about + _.figure(round(float(found.expected), 1)), ""
    if found.price:
        yield _("Price"), say.word("price", found.price), ""


def columns(damage: Mapping[int, Fraction], _: Tongue) -> tuple[Column, ...]:
    """The spread of the damage as columns, the highest of them 100 high."""
    if not damage:
        return ()
    amounts = sorted(damage)
    shown, rest = amounts[:WIDE], amounts[WIDE:]
    pairs = [(str(amount), damage[amount]) for amount in shown]
    if rest:
        pairs[-1] = (f"{shown[-1]}+", pairs[-1][1] + sum(damage[amount] for amount in rest))
    most = max(share for _label, share in pairs)
    return tuple(Column(label, percent(share, _), round(float(100 * share / most), 2)) for label, share in pairs)
