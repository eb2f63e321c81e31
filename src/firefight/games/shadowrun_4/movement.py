"""Walking and running on a map of squares: so many metres a Combat Turn, at no price, however its passes share them.

How fast somebody is stands on no sheet: the rates are those of most people, and the GM lets anybody go farther.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from firefight.events import Event, Unmarked
from firefight.game import Budget, Offer, Reason
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.fire import waiting
from firefight.games.shadowrun_4.lines import reasons
from firefight.games.shadowrun_4.order import acting
from firefight.games.shadowrun_4.situation import COVER
from firefight.games.shadowrun_4.wounds import is_up
from firefight.marks import UNTIL_ROUND_END, spent
from firefight.scene import cost, moved, way
from firefight.table import Combatant, Table
from firefight.timeline import Act

WALK, RUN = 10, 25
"""Metres of a Combat Turn."""


def runs(table: Table, one: Combatant) -> bool:
    """Whether somebody runs in this Combat Turn, or has declared that he does. SR4-FREE-01"""
    return one.has("running") or any(declared.act.verb == "run" for declared in waiting(table, one.id))


def metres_left(table: Table, one: Combatant) -> int:
    """Metres that are left of this Combat Turn."""
    return rules.metres_left(runs(table, one), one.value("spent metres"), WALK, RUN)


def budget(table: Table, one: Combatant) -> tuple[Budget, ...]:
    """What is left of the way, on a map."""
    on_map = table.ground is not None and one.place is not None
    return (Budget("metres", metres_left(table, one), RUN if runs(table, one) else WALK),) if on_map else ()


def lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Going to a square of the map, in one's own phase; without a map nobody counts metres. SR4-PASS-01 SR4-CM-02"""
    left = metres_left(table, one)
    to = way(table, one, left, Reason("too_far", values={"left": left}))
    if to:
        no = reasons(
            (acting(table, one.id) is None, "not_your_phase", "SR4-PASS-01"),
            (not is_up(one), "unable", "SR4-CM-02"),
            (one.has("prone"), "prone", ""),
            (not left, "no_metres", ""),
        )
        yield Offer("move", (to,), reasons=no)


def gone(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """A way across the map, out of any cover: begun metres count, and it is gone at once, as it is no action to resolve."""
    far = ceil(cost(table, one, act, metres_left(table, one)))
    yield spent(one.id, "metres", UNTIL_ROUND_END, one.value("spent metres") + far)
    yield from (Unmarked(one.id, cover, quiet=True) for cover in COVER if one.has(cover))
    yield from moved(table, one, act, metres_left(table, one))
