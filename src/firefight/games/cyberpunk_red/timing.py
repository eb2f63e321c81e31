"""Who is due in Cyberpunk RED: the Initiative Queue, the moments of Holds, and the round's beginning and end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firefight.ask import Ask
from firefight.events import Event, Scored, Unmarked
from firefight.games.cyberpunk_red.scene import DOWN
from firefight.games.cyberpunk_red.sheet import STATES, is_vehicle
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed, Due, Hold, Key, Slot, Turn

Score = tuple[int, ...]
BEFORE, TURN, AFTER = 0, 1, 2
UNABLE = (*DOWN, "surprised")
HELD = "held action"
"""The tag of the moment of a Hold; a second one of the same round is "held action 2". It is no Turn."""


# ------------------------------------------------------------------ the queue


def dues(table: Table) -> list[Due]:
    """A Turn for everybody with a number, high to low, and a place for every Hold on a number.

    CPR-INIT-01 CPR-INIT-02 CPR-INIT-04 CPR-INIT-05 CPR-HOLD-06 CPR-HOLD-08
    """
    turns = [Due(turn_key(score), one.id) for one in table.fighters() if (score := place(table, one))]
    return turns + [Due(hold_key(table, hold), hold.who, hold.tag) for hold in table.timeline.held if hold.key]


def place(table: Table, one: Combatant) -> Score:
    """Somebody's number and the tie rolls behind it; in a squad, those of the one it follows."""
    leader = leader_of(table, one)
    return leader.score if leader and leader.score else one.score


def leader_of(table: Table, one: Combatant) -> Combatant | None:
    """The one whose place somebody shares: the leader of his squad, as long as that one has a place or rolls for it."""
    leader = table.combatants.get(one.squad) if one.squad else None
    leads = leader and leader.fighting and not is_vehicle(leader) and (leader.score or leader.here)
    return leader if leads else None


def turn_key(score: Score) -> Key:
    """The place of a Turn: high numbers first, then high tie rolls. CPR-INIT-02 CPR-INIT-03"""
    return -score[0], TURN, tuple(-roll for roll in score[1:])


def number_of(key: Key) -> int:
    """The number of the queue at a place."""
    first = key[0]
    return -first if isinstance(first, int) else 0


def hold_key(table: Table, hold: Hold) -> Key:
    """The place of a Hold on a number: just before or after the Turns there; equal Holds in queue order. CPR-HOLD-06"""
    edge = BEFORE if table.options["hold_number_timing"] == "before" else AFTER
    return -hold.key[0], edge, tuple(-number for number in place(table, table.who(hold.who)))


def able(table: Table, who: str) -> bool:
    """Whether somebody can act at all; who cannot keeps his place in the queue. CPR-INIT-04"""
    one = table.who(who)
    out = one.has_any(UNABLE) or (table.timeline.running and not one.fighting)
    return not out and not is_vehicle(one)


def together(table: Table, slot: Slot) -> bool:
    """Nothing is simultaneous in this game: ties are rolled off. CPR-INIT-03"""
    return False


def open_dues(table: Table) -> frozenset[tuple[str, str]]:
    """The turns and moments under way."""
    return frozenset(due for frame in table.timeline.stack if isinstance(frame, Turn) for due in frame.dues)


def on_turn(table: Table, who: str) -> bool:
    """Whether somebody's own Turn is under way, on top or interrupted."""
    frames = [frame for frame in table.timeline.stack if isinstance(frame, Turn) and not frame.window]
    return any(who in frame.members and not frame.tag(who).startswith(HELD) for frame in frames)


def in_moment(table: Table, who: str) -> bool:
    """Whether the moment of somebody's Hold is on top, and he has not said yet what he does. CPR-HOLD-02"""
    top = table.timeline.top
    return isinstance(top, Turn) and who in top.members and who not in top.passed and is_moment(top, who)


def is_moment(turn: Turn, who: str) -> bool:
    """Whether this frame is the moment of a Hold of this person: a place of its own, or a window before a deed."""
    return turn.tag(who).startswith(HELD) or turn.window == f"before {who}"


# ------------------------------------------------------------------ the round


def beginning(table: Table) -> Sequence[Act]:
    """Initiative is rolled once, before the first Turn; later rounds keep the queue. CPR-INIT-05

    Numbers set beforehand stand; only where two of them are equal is there a roll for them. CPR-INIT-03
    """
    scores = [one.score for one in contenders(table)]
    return (Act("initiative"),) if () in scores or len(set(scores)) < len(scores) else ()


def contenders(table: Table) -> list[Combatant]:
    """Those who have a number of their own."""
    return [one for one in table.fighters() if contends(table, one)]


def contends(table: Table, one: Combatant) -> bool:
    """Whether somebody has a number of his own: no vehicle, nobody who follows another in a squad, nobody who has left."""
    return one.here and not is_vehicle(one) and leader_of(table, one) is None


def opening(table: Table, slot: Slot) -> Act | None:
    """The moment of a Hold on a number is announced, Turns of the dying begin with a Death Save, others open by themselves.

    CPR-HOLD-06 CPR-HP-03
    """
    if any(tag.startswith(HELD) for _, tag in slot.dues):
        return Act("number up")
    return Act("death save") if at_deaths_door(table, slot) else None


def at_deaths_door(table: Table, slot: Slot) -> list[str]:
    """Those of a Turn who have to save their lives as it begins. CPR-HP-03"""
    people = [table.who(who) for who, tag in slot.dues if tag == "turn"]
    return [one.id for one in people if one.here and one.fighting and one.has(STATES[3]) and not one.has("dead")]


def closing(table: Table) -> Sequence[Act]:
    """At the bottom of the queue Holds lapse, drivers go to the top, what lasts until the round's end is over.

    CPR-HOLD-03 CPR-ACT-18
    """
    drivers = (Act("drivers"),) if any(one.has("to the top") for one in table.fighters()) else ()
    return Act("lapse"), *drivers, Act("expiry")


def drivers(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever has started a vehicle stands one above the best from now on, unless he is first already. CPR-ACT-18"""
    best = sorted(((one.score[0], one.id) for one in contenders(ask.table) if one.score), reverse=True)
    first, top = best[0][1] if best else "", best[0][0] if best else 0
    for one in sorted(contenders(ask.table), key=lambda one: one.value("to the top")):
        if one.has("to the top"):
            yield Unmarked(one.id, "to the top", quiet=True)
            if one.id != first:
                first, top = one.id, top + 1
                yield Scored(one.id, (top,), rules=("CPR-ACT-18",))
