"""The end of somebody: what else was going on in his body ends with him."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.events import Event, Flagged, Marked, Unmarked
from firefight.games.cities_without_number.lasting import ROUNDS
from firefight.table import Mark, Table

ENDED = (
    "falling", "mortally wounded", "fell", "stabilised", "incapacitated", "unconscious", "in a coma", "needs a clinic",
    "frail", "without proper care", "in care", "bed rest", "month of rest", "care began", "care days", "care tried",
    "poisoned", "injury to come", "repairing", ROUNDS,
)  # fmt: skip
"""States of the living."""


def dies(table: Table, who: str, *because: str) -> Iterator[Event]:
    """Somebody is dead, and nothing that stabilises or heals helps any more. CWN-INJ-04 CWN-MAJOR-05"""
    if table.who(who).has("dead"):
        return
    yield Marked(who, Mark("dead"), rules=because)
    for name in dict.fromkeys(mark.name for mark in table.who(who).marks):
        if name in ENDED or name.startswith("toxin "):
            yield Unmarked(who, name, quiet=True)
    if fate(who) in table.flags:
        yield Flagged(fate(who), 0)


def fate(who: str) -> str:
    """The flag of the minute at which neglect kills; the GM's to know. CWN-INJ-12"""
    return f"gm fate {who}"
