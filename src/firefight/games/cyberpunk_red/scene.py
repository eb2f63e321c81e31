"""Who can be reached: what the map shows between two people, where there is one, and what the GM has flagged.

The flags are marks on the one looked at: "unseen", "seen by scope", "blocked", "partly covered", "out of reach", and
with a value "degrees off" and "metres off". Their origin is the onlooker's id; without one they hold for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight import scene as the_map
from firefight.ask import Ask
from firefight.events import Event, Turned, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.gear import FREE, things
from firefight.games.cyberpunk_red.sheet import is_person, is_vehicle
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

DOWN = ("out", "dead", "unconscious")
FLAGS = ("unseen", "seen by scope", "blocked", "partly covered", "out of reach", "degrees off", "metres off")


def flag(one: Combatant, other: Combatant, name: str) -> Mark | None:
    """The flag of this name on another, as far as this onlooker is meant."""
    return next((mark for mark in other.marks if mark.name == name and mark.by in ("", one.id)), None)


def why_not_at(table: Table, one: Combatant, other: Combatant, reach: int = 0) -> tuple[Reason, ...]:
    """Why somebody cannot act on another; `reach` in metres where it takes a touch, 0 where sight is enough.

    CPR-SCN-01 CPR-SCN-02 CPR-SCN-03 CPR-SCN-04
    """
    on_map = table.ground is not None and one.place is not None and other.place is not None
    if not on_map and not other.has_any(FLAGS):
        return ()
    reasons = (
        Reason("unseen", "CPR-SCN-01") if is_unseen(table, one, other) else None,
        Reason("blocked", "CPR-SCN-02") if is_blocked(table, one, other, reach) else None,
        Reason("behind", "CPR-SCN-03") if is_behind(table, one, other) else None,
        Reason("out_of_reach", "CPR-SCN-04") if reach and is_out_of_reach(table, one, other, reach) else None,
    )
    return tuple(reason for reason in reasons if reason)


def is_unseen(table: Table, one: Combatant, other: Combatant) -> bool:
    """Not seen at all, or only through a scope that this onlooker does not have; no scope sees through walls. CPR-SCN-01"""
    far = flag(one, other, "seen by scope") and not any(thing.item.scope for thing in things(table, one.id))
    return bool(flag(one, other, "unseen") or far) or the_map.sees(table, one, other) is False


def is_blocked(table: Table, one: Combatant, other: Combatant, reach: int = 0) -> bool:
    """Something lies between; for a touch a window, too. Whether a thing that hides in part is enough is a house rule.

    CPR-SCN-02
    """
    partly = flag(one, other, "partly covered") or the_map.has_cover(table, one, other)
    shut = the_map.sees(table, one, other) is False or (reach > 0 and the_map.is_clear(table, one, other) is False)
    return bool(flag(one, other, "blocked")) or shut or bool(table.options["partial_cover"] == "blocked" and partly)


def is_behind(table: Table, one: Combatant, other: Combatant) -> bool:
    """Off the front half circle, where facing is played. CPR-SCN-03"""
    if not table.is_on("facing"):
        return False
    off = flag(one, other, "degrees off")
    return (off is not None and not rules.is_forward(off.value)) or the_map.is_in_front(table, one, other) is False


def is_out_of_reach(table: Table, one: Combatant, other: Combatant, reach: int) -> bool:
    """Farther off than the arm or the weapon reaches; on the map the next square is 2 m/yds off. CPR-SCN-04 CPR-SCN-06"""
    off = flag(one, other, "metres off")
    far = the_map.is_within(table, one, other, reach) is False
    return far or flag(one, other, "out of reach") is not None or (off is not None and not rules.within_reach(off.value, reach))


def targets(table: Table, one: Combatant, reach: int = 0) -> Choices:
    """Everybody else, foes on their feet first, each with why he cannot be reached.

    CPR-SCN-01 CPR-SCN-02 CPR-SCN-03 CPR-SCN-04
    """
    others = [other for other in table.present() if other.id != one.id]
    likely = sorted(others, key=lambda other: (other.side == one.side, is_vehicle(other), other.has_any(DOWN)))
    choices = tuple(Choice(other.id, why_not_at(table, one, other, reach)) for other in likely)
    return Choices("target", choices, next((choice.value for choice in choices if not choice.reasons), ""))


def people(table: Table, found: Choices) -> Choices:
    """The people among those one could pick: no vehicle has a head to aim at, no being of the NET an arm to grab."""
    choices = tuple(choice for choice in found.choices if is_person(table.who(str(choice.value))))
    return Choices(found.pick, choices, next((choice.value for choice in choices if not choice.reasons), ""))


# ------------------------------------------------------------------ turning round


def turning(table: Table, one: Combatant) -> Iterator[Offer]:
    """Turning round costs nothing on one's own Turn. CPR-SCN-03"""
    behind = tuple(Choice(other.id) for other in table.present() if is_behind(table, one, other))
    if behind:
        yield Offer("face", (Choices("target", behind, behind[0].value),), FREE, rule="CPR-SCN-03")


def face(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody turns to another, who is in front of him from now on. CPR-SCN-03"""
    one, target = ask.table.who(deed.who), ask.table.who(deed.act.text("target"))
    off = flag(one, target, "degrees off")
    if off:
        yield Unmarked(target.id, off.name, off.by, quiet=True)
    if one.place and target.place and one.facing is not None:
        yield Turned(one.id, the_map.direction(one.place, target.place), rules=("CPR-SCN-03",))
