"""The odds of one act taken apart: the sentence, how the damage is spread, what else can come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from firefight import odds
from firefight.events import say_act
from firefight.language.plain import plain
from firefight.language.seat import name as name_of
from firefight.timeline import Act
from firefight.web.screen import Screen
from firefight.web.shown.chances import percent
from firefight.web.tongues import Tongue

WIDE = 24
"""Columns of the drawing; what is more rare than that is gathered in the last."""


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
    rows: tuple[tuple[str, str, str], ...]


def taken_apart(screen: Screen, who: str, act: Act) -> Taken:
    """The odds of an act as the looker knows them. Raises FirefightError with the sentence that says why there are none."""
    found = odds.exact(screen.game, screen.table, who, act)
    _ = screen._
    rows = [(_("Succeeds"), percent(found.chance, _), str(found.chance))] if found.chance is not None else []
    if found.damage:
        rows.append((_("Damage on average"), _.figure(round(float(found.expected), 1)), ""))
    if found.drops is not None:
        rows.append((_("Drops the target"), percent(found.drops, _), str(found.drops)))
    rows += [(screen.say.word("value", name), percent(share, _), str(share)) for name, share in found.also.items() if share]
    if found.price:
        rows.append((_("Price"), screen.say.word("price", found.price), ""))
    unit = screen.say.word("pool", found.unit) if found.unit else ""
    headline = ", ".join(described(screen, found, unit))
    said = f"{name_of(screen.table, who)} {say_act(act, screen.table, screen.say)}"
    return Taken(plain(said), headline, screen.say.word("label", found.rolled), columns(found.damage, _), unit, tuple(rows))


def described(screen: Screen, found: odds.Odds, unit: str) -> Iterator[str]:
    """The odds in a few words; what is hardly worth a word is left out."""
    _ = screen._
    if found.chance is not None:
        yield percent(found.chance, _)
    if found.damage:
        yield _("likely {what}", what=f"{found.likely} {unit}".strip()) if found.likely else _("likely no harm")
    if found.drops:
        yield _("drops {chance}", chance=percent(found.drops, _))
    for name, share in found.also.items():
        if share >= odds.LEAST:
            yield f"{screen.say.word('value', name)} {percent(share, _)}"


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
