"""Condition monitors: boxes that spill over, wound modifiers, and who is unconscious, dying or dead."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.events import Adjusted, Event, Marked, PoolSet, Told, Unmarked
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.sheet import sheet, tracks
from firefight.table import Combatant, Mark, Table, Until

TRACKS = ("physical", "stun", "damage")
DOWN = ("unconscious", "dead", "out")
BY_TRACK = "a full condition monitor"


def wound_modifier(one: Combatant) -> int:
    """What all tracks together take off. SR4-CM-01"""
    return sum(rules.wound_modifier(one.pool(track)) for track in TRACKS)


def is_full(one: Combatant, track: str) -> bool:
    """Whether no box of a track is left."""
    pool = one.pools.get(track)
    return pool is not None and pool.most is not None and pool.now >= pool.most


def is_up(one: Combatant) -> bool:
    """Whether somebody can act: neither out by the GM's word nor with a full track. SR4-CM-02"""
    return not one.has_any(DOWN) and not any(is_full(one, track) for track in TRACKS)


# ------------------------------------------------------------------ what follows from boxes


def spilled(table: Table, who: str, pool: str) -> Iterator[Event]:
    """Boxes beyond the end of a track are carried over, Stun at the table's rate; none is lost. SR4-CM-02"""
    found = table.who(who).pools.get(pool)
    excess = found.excess if found else 0
    if excess and pool == "stun":
        rate = stun_for_one(table)
        values = {"excess": excess, "boxes": rules.carried_over(excess, rate), "rate": rate}
        yield Told("stun_carries_over", who, values, rules=("SR4-CM-02",), secret=("excess", "boxes"))
        if values["boxes"]:
            yield Adjusted(who, "physical", values["boxes"], rules=("SR4-CM-02",))
    elif excess and pool == "physical":
        yield Adjusted(who, "overflow", excess, rules=("SR4-CM-02",))


def stun_for_one(table: Table) -> int:
    """How many boxes of Stun beyond its track become one Physical box at this table. SR4-CM-02"""
    return 1 if table.options["stun_overflow"] == "1:1" else 2


def overflow_gone(one: Combatant) -> Iterator[Event]:
    """Overflow goes with the last box of the Physical track. SR4-CM-02"""
    if one.pool("overflow") and not is_full(one, "physical"):
        yield PoolSet(one.id, "overflow", 0, rules=("SR4-CM-02",))


def states(one: Combatant) -> Iterator[Event]:
    """The states that follow from the tracks. SR4-CM-02"""
    dead = rules.is_dead(one.pool("overflow"), sheet(one).body)
    yield from state(one, "unconscious", any(is_full(one, track) for track in TRACKS))
    yield from state(one, "dying", is_full(one, "physical") and not dead)
    yield from state(one, "dead", dead)


def state(one: Combatant, name: str, wanted: bool) -> Iterator[Event]:
    """Puts a state on or takes it off again; one that the GM has put on stays."""
    mark = one.mark(name)
    if wanted and mark is None:
        yield Marked(one.id, Mark(name, note=BY_TRACK), rules=("SR4-CM-02",))
    elif mark is not None and not wanted and mark.note == BY_TRACK:
        yield Unmarked(one.id, name, rules=("SR4-CM-02",))


def resized(one: Combatant) -> Iterator[Event]:
    """The tracks at the length that the sheet gives them now. SR4-CM-01"""
    for track, boxes in tracks(sheet(one)).items():
        pool = one.pools.get(track)
        if pool is not None and pool.most != boxes:
            yield PoolSet(one.id, track, pool.now, boxes, rules=("SR4-CM-01",))


def bleeding(table: Table) -> Iterator[Event]:
    """Once every Body Combat Turns the dying take one more box, unless somebody has stabilized them. SR4-CM-02"""
    for one in table.fighters():
        if not one.has("dying") or one.has("stabilized"):
            continue
        turns = one.value("bleeding") + 1
        due = rules.is_bleeding_due(turns, sheet(one).body)
        yield Marked(one.id, Mark("bleeding", Until("fight end"), 0 if due else turns, quiet=True))
        if due:
            yield Adjusted(one.id, "physical", 1, reason="bleeding", rules=("SR4-CM-02",))
