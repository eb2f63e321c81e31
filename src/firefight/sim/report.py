"""A forecast as JSON and CSV, for other programs. Values only; the terminal draws them in cli/forecast.py."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

import msgspec

from firefight.sim.result import Difference, Result, Share, Spread, spread
from firefight.sim.variations import Changed

Value = int | float | str
Row = tuple[str, str, str, Value, Value, Value, Value, Value, str]
HEAD = ("about", "who", "what", "value", "count", "share", "low", "high", "low to high")
SURE, MOST_OF_THEM = "95 % interval", "8 in 10 fights"
"""What low and high say: where the truth lies, 95 times in 100; or between which values most fights end."""


# ------------------------------------------------------------------ JSON


def as_json(result: Result, changed: Sequence[Changed] = ()) -> str:
    """One object: the question, how the fights ended, how long they took, everybody's fate, what would change it."""
    found = {
        "game": result.game, "seed": result.seed, "fights": result.played, "asked": result.asked, "partial": result.is_partial,
        "engine": result.engine, "because": result.because,
        "from round": result.begins, "most rounds": result.limit, "policies": dict(result.policies),
        "ends": {end: {"name": result.label(end), **of_share(share), "watch": result.tally.shown.get(end, [])}
                 for end, share in result.ends().items()},
        "rounds": {**of_spread(spread(result.tally.rounds)), "counts": in_order(result.tally.rounds)},
        "people": {who: fate(result, who) for who in result.people},
        "only the GM can say": result.tally.unsaid, "broken off": {str(n): why for n, why in result.tally.faults.items()},
    }  # fmt: skip
    if changed:
        found["variations"] = [{"what": one.label, **of_difference(one.difference)} for one in changed]
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def fate(result: Result, who: str) -> dict[str, Any]:
    """What becomes of somebody."""
    one, tally = result.people[who], result.tally
    left = {pool: {"at first": now, **of_spread(result.left(who, pool))} for pool, now in one.pools.items()}
    fell = {**of_share(result.falls(who)), "rounds": in_order(tally.fell.get(who, {}))}
    return {
        "name": one.name,
        "side": one.side,
        "down already": one.down,
        "falls": fell,
        "flees": of_share(result.flees(who)),
        "left": left,
    }


def of_share(share: Share) -> dict[str, Any]:
    """A share with its interval."""
    low, high = share.interval
    return {"count": share.count, "share": share.value, "low": low, "high": high, "words": str(share)}


def of_difference(one: Difference) -> dict[str, Any]:
    """A difference with its interval."""
    low, high = one.interval
    return {"share": one.here.value, "difference": one.value, "low": low, "high": high, "clear": one.is_clear}


def of_spread(found: Spread | None) -> dict[str, Any]:
    """A spread by its names; empty where there is none."""
    return found._asdict() if found else {}


def in_order(counts: dict[int, int]) -> dict[str, int]:
    """Counts by value, the lowest first."""
    return {str(value): counts[value] for value in sorted(counts)}


# ------------------------------------------------------------------ CSV


def as_csv(result: Result, changed: Sequence[Changed] = ()) -> str:
    """One line a fact, with the same columns throughout (HEAD); the first lines are about the forecast itself."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(rows(result, changed))
    return text.getvalue()


def rows(result: Result, changed: Sequence[Changed] = ()) -> Iterator[Row]:
    """The facts of a forecast. Of a pool the value is the middle one; low and high are what 10 and 90 of 100 do not exceed."""
    yield from about(result)
    for end, share in result.ends().items():
        yield row("end", end, "", share)
    for rounds in sorted(result.tally.rounds):
        yield row("rounds", "", rounds, Share(result.tally.rounds[rounds], result.played))
    for who, one in result.people.items():
        yield row("falls", who, "", result.falls(who))
        for round, times in sorted(result.tally.fell.get(who, {}).items()):
            yield row("falls in round", who, round, Share(times, result.played))
        yield row("flees", who, "", result.flees(who))
        for pool in one.pools:
            if left := result.left(who, pool):
                yield "left", who, pool, left.median, "", "", left.low, left.high, MOST_OF_THEM
    for other in changed:
        low, high = other.difference.interval
        now, by = round_off(other.difference.here.value), round_off(other.difference.value)
        yield "variation", "", other.label, by, "", now, round_off(low), round_off(high), SURE


def about(result: Result) -> Iterator[Row]:
    """What was asked, how much of it was done, and by whom."""
    facts: dict[str, Value] = {"game": result.game, "seed": result.seed, "fights": result.played, "asked": result.asked,
             "partial": "yes" if result.is_partial else "no", "from round": result.begins, "most rounds": result.limit,
             "engine": result.engine}  # fmt: skip
    for what, value in facts.items():
        yield "forecast", "", what, value, "", "", "", "", ""
    for who, policy in result.policies.items():
        yield "policy", who, policy, "", "", "", "", "", ""


def row(about: str, who: str, what: int | str, share: Share) -> Row:
    """A share as a line."""
    low, high = share.interval
    return about, who, "", what, share.count, round_off(share.value), round_off(low), round_off(high), SURE


def round_off(value: float) -> float:
    """A number with four digits behind the point."""
    return round(value, 4)
