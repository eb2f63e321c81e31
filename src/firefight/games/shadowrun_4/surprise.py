"""Surprise: who is caught off guard, by whom, and for how long.

A Combat Turn begins with the test where somebody is "surprised" or an "ambusher" (marks the GM sets, the first also by
beginning a fight with them). Where some are named surprised, only they can be caught off guard, else all but ambushers.
The test leaves two quiet marks until the end of the first pass: everybody's hits, and who is off guard.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import Event, Marked, Told, Unmarked
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.edge import hits, thrown
from firefight.games.shadowrun_4.sheet import sheet
from firefight.games.shadowrun_4.wounds import is_up, wound_modifier
from firefight.marks import UNTIL_PASS_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

SURPRISED, AMBUSHER, ALERTED = "surprised", "ambusher", "alerted"
TESTED, OFF_GUARD = "surprise hits", "off guard"
PREPARED = {ALERTED: 3, AMBUSHER: 6}


def is_called_for(table: Table) -> bool:
    """Whether this Combat Turn begins with the test. SR4-SURP-01"""
    return any(one.has_any((SURPRISED, AMBUSHER)) and is_concerned(one) for one in table.fighters())


def is_concerned(one: Combatant) -> bool:
    """Whether somebody in the fight takes the test: one who is here and up."""
    return one.here and is_up(one)


def is_surprised_by(one: Combatant, other: Combatant) -> bool:
    """Whether somebody can neither act against the other nor react to him. Comrades do not surprise each other. SR4-SURP-01"""
    fewer = other.has(TESTED) and one.value(TESTED) < other.value(TESTED)
    return fewer and one.has(OFF_GUARD) and one.side != other.side


def is_surprised(table: Table, who: str) -> bool:
    """Whether somebody is surprised by anybody. SR4-SURP-01 SR4-DEF-02"""
    one = table.who(who)
    return one.has(OFF_GUARD) and any(is_surprised_by(one, other) for other in table.fighters())


def surprise(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Everybody tests; those in danger are surprised by all of the other sides who had more hits. SR4-SURP-01"""
    people = [one for one in ask.table.fighters() if is_concerned(one)]
    named = any(one.has(SURPRISED) for one in people)
    tested = [marked(one, hits_of(ask, one), one.has(SURPRISED) if named else not one.has(AMBUSHER)) for one in people]
    for before, one in zip(people, tested, strict=True):
        yield from (Unmarked(one.id, state) for state in (SURPRISED, AMBUSHER, ALERTED) if before.has(state))
        yield from (Marked(one.id, mark) for mark in one.marks)
    for one in tested:
        for other in (other for other in tested if is_surprised_by(one, other)):
            yield Told("surprised_by", one.id, {"by": other.id}, about=(other.id,), rules=("SR4-SURP-01",))


def hits_of(ask: Ask, one: Combatant) -> int:
    """The hits of one test: Reaction and Intuition, more dice for the alert; the GM names those of one without numbers."""
    if not sheet(one).rolls:
        return ask.amount(f"surprise {one.id}", 0, one.name)
    prepared = max((dice for state, dice in PREPARED.items() if one.has(state)), default=0)
    pool = rules.surprise_pool(sheet(one).reaction, sheet(one).intuition, prepared, wound_modifier(one))
    return hits(thrown(ask, one.id, f"surprise {one.id}", pool))


def marked(one: Combatant, hits: int, in_danger: bool) -> Combatant:
    """Somebody with nothing but the marks that the test leaves."""
    tested = Mark(TESTED, UNTIL_PASS_END, hits, quiet=True)
    return replace(one, marks=(tested, Mark(OFF_GUARD, UNTIL_PASS_END, quiet=True)) if in_danger else (tested,))
