"""A forecast as the page shows it: one sentence, one bar, who falls and when, what it hangs on."""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

from firefight.sim.result import NOBODY, UNDECIDED, Result, Share, percent, spread
from firefight.sim.variations import Changed, crew_of
from firefight.table import Table
from firefight.web.english import translated
from firefight.web.forecasts import Forecast
from firefight.web.shown.people import shape
from firefight.web.tongues import Tongue

COLUMNS = 6


class Part(NamedTuple):
    """One end of the fight: how it is drawn, in words, its share, where its bar begins and how long it is."""

    kind: str
    name: str
    share: str
    start: float
    length: float
    fights: tuple[int, ...]


class Falls(NamedTuple):
    """Somebody, and in how many of a hundred fights he falls in each round."""

    name: str
    shape: str
    cells: tuple[tuple[int, int], ...]
    all: Share


class Bar(NamedTuple):
    """What one change does to the crew's chances: bar from the middle, the points, the interval."""

    label: str
    points: str
    start: float
    length: float
    up: bool
    interval: str
    clear: bool


class Shown(NamedTuple):
    """The whole page."""

    headline: str
    parts: tuple[Part, ...]
    low: float
    high: float
    rounds: tuple[str, ...]
    falls: tuple[Falls, ...]
    bars: tuple[Bar, ...]
    length: str


def shown(forecast: Forecast, _: Tongue) -> Shown | None:
    """A forecast as far as it has come; None before there is anything to show."""
    result = forecast.result
    if result is None or not result.played:
        return None
    crew = crew_of(forecast.table)
    wins = result.share(crew)
    rounds = columns(result)
    low, high = wins.interval
    how_long = spread(result.tally.rounds)
    return Shown(
        headline(result, crew, _),
        tuple(parts(result, crew, forecast.table, _)),
        round(100 * low, 2),
        round(100 * high, 2),
        tuple(map(str, rounds[:-1])) + (f"{rounds[-1]}+",),
        tuple(falls(result, who, rounds, forecast.table) for who in result.people),
        tuple(bar(one, _) for one in forecast.changed[:8]),
        _("{low} to {high} rounds, {median} in the middle", low=how_long.low, median=how_long.median, high=how_long.high)
        if how_long
        else "",
    )


def headline(result: Result, crew: str, _: Tongue) -> str:
    """The answer in one sentence."""
    wins = result.share(crew)
    name = result.sides.get(crew) or crew
    return _("Won by {name} {share} of the time", name=name, share=bound(wins, _) or f"{round(100 * wins.value)}%")


def bound(share: Share, _: Tongue) -> str:
    """What is known of what has never or always happened; empty of anything else."""
    low, high = share.interval
    if share.count == 0:
        return _("under {n}%", n=_.figure(percent(high, ceil)))
    return _("over {n}%", n=_.figure(percent(low, floor))) if share.count == share.of else ""


def with_interval(share: Share, _: Tongue) -> str:
    """A share in per cent, with its interval."""
    low, high = share.interval
    ends = {"low": _.figure(percent(low, floor)), "high": _.figure(percent(high, ceil))}
    return bound(share, _) or _("{n}% ({low} to {high}%)", n=_.figure(percent(share.value)), **ends)


def parts(result: Result, crew: str, table: Table, _: Tongue) -> list[Part]:
    """The ends, the crew's first, as parts of one bar."""
    ends = sorted(result.ends().items(), key=lambda end: (end[0] != crew, end[0] in (UNDECIDED, NOBODY)))
    names = {UNDECIDED: _("Undecided"), NOBODY: _("Nobody is left")}
    found, at = [], 0.0
    for end, share in ends:
        kind = "w1" if end == crew else "w4" if end == UNDECIDED else "w3" if end == NOBODY else "w5"
        name = names.get(end) or _("Won by {name}", name=result.sides.get(end) or end)
        found.append(
            Part(
                kind,
                name,
                with_interval(share, _),
                round(at, 2),
                round(100 * share.value, 2),
                tuple(result.tally.shown.get(end, ())),
            )
        )
        at += 100 * share.value
    return found


def columns(result: Result) -> list[int]:
    """The rounds that have a column; the last stands for all later ones."""
    first = max(1, result.begins)
    return list(range(first, first + COLUMNS))


def falls(result: Result, who: str, rounds: list[int], table: Table) -> Falls:
    """When somebody falls, of a hundred fights; each cell with its shade from 0 to 9."""
    told = result.tally.fell.get(who, {})
    cells = []
    for number in rounds:
        last = number == rounds[-1]
        count = sum(times for round_, times in told.items() if (round_ >= number if last else round_ == number))
        share = round(100 * count / result.played)
        cells.append((share, min(9, share // 3)))
    return Falls(result.people[who].name, shape(table, result.people[who].side), tuple(cells), result.falls(who))


def bar(one: Changed, _: Tongue) -> Bar:
    """A change as a bar from the middle of 200."""
    value = one.difference.value
    low, high = one.difference.interval
    length = min(100.0, abs(100 * value))
    start = 100.0 if value > 0 else 100.0 - length
    points = f"{100 * value:+.0f}".replace("-", "−")
    interval = f"{100 * low:+.0f} … {100 * high:+.0f}".replace("-", "−")
    return Bar(translated(one.label, _), points, round(start, 1), round(length, 1), value > 0, interval, one.difference.is_clear)
