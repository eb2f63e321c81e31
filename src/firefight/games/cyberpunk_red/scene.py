"""Who can be reached: what the GM has flagged between two people.

The flags are marks on the one looked at: "unseen", "seen by scope", "blocked", "partly covered", "out of reach", and
with a value "degrees off" and "metres off". Their origin is the onlooker's id; without one they hold for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.gear import FREE, things
from firefight.games.cyberpunk_red.sheet import is_vehicle
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

DOWN = ("out", "dead", "unconscious")


def is_down(one: Combatant) -> bool:
    """Whether somebody is out of the fight, and no likely target."""
    return any(mark.name in DOWN for mark in one.marks)


def flag(one: Combatant, other: Combatant, name: str) -> Mark | None:
    """The flag of this name on another, as far as this onlooker is meant."""
    return next((mark for mark in other.marks if mark.name == name and mark.by in ("", one.id)), None)


def why_not_at(table: Table, one: Combatant, other: Combatant, reach: int = 0) -> tuple[Reason, ...]:
    """Why somebody cannot act on another; `reach` in metres where it takes a touch, 0 where sight is enough.

    CPR-SCN-01 CPR-SCN-02 CPR-SCN-03 CPR-SCN-04
    """
    if not other.marks:
        return ()
    reasons = (
        Reason("unseen", "CPR-SCN-01") if is_unseen(table, one, other) else None,
        Reason("blocked", "CPR-SCN-02") if is_blocked(table, one, other) else None,
        Reason("behind", "CPR-SCN-03") if is_behind(table, one, other) else None,
        Reason("out_of_reach", "CPR-SCN-04") if reach and is_out_of_reach(one, other, reach) else None,
    )
    return tuple(reason for reason in reasons if reason)


def is_unseen(table: Table, one: Combatant, other: Combatant) -> bool:
    """Not seen at all, or only through a scope that this onlooker does not have. CPR-SCN-01"""
    far = flag(one, other, "seen by scope") and not any(thing.item.scope for thing in things(table, one.id))
    return bool(flag(one, other, "unseen") or far)


def is_blocked(table: Table, one: Combatant, other: Combatant) -> bool:
    """Something lies between; whether a thing that hides in part is enough is a house rule. CPR-SCN-02"""
    partly = table.options["partial_cover"] == "blocked" and flag(one, other, "partly covered")
    return bool(flag(one, other, "blocked") or partly)


def is_behind(table: Table, one: Combatant, other: Combatant) -> bool:
    """Off the front half circle, where facing is played. CPR-SCN-03"""
    off = flag(one, other, "degrees off") if table.is_on("facing") else None
    return off is not None and not rules.is_forward(off.value)


def is_out_of_reach(one: Combatant, other: Combatant, reach: int) -> bool:
    """Farther off than the arm or the weapon reaches. CPR-SCN-04"""
    off = flag(one, other, "metres off")
    return flag(one, other, "out of reach") is not None or (off is not None and not rules.within_reach(off.value, reach))


def targets(table: Table, one: Combatant, reach: int = 0) -> Choices:
    """Everybody else, foes on their feet first, each with why he cannot be reached.

    CPR-SCN-01 CPR-SCN-02 CPR-SCN-03 CPR-SCN-04
    """
    others = [other for other in table.present() if other.id != one.id]
    likely = sorted(others, key=lambda other: (other.side == one.side, is_vehicle(other), is_down(other)))
    choices = tuple(Choice(other.id, why_not_at(table, one, other, reach)) for other in likely)
    return Choices("target", choices, next((choice.value for choice in choices if not choice.reasons), ""))


# ------------------------------------------------------------------ turning round


def turning(table: Table, one: Combatant) -> Iterator[Offer]:
    """Turning round costs nothing on one's own Turn. CPR-SCN-03"""
    behind = tuple(Choice(other.id) for other in table.present() if is_behind(table, one, other))
    if behind:
        yield Offer("face", (Choices("target", behind, behind[0].value),), FREE, rule="CPR-SCN-03")


def face(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody turns to another, who is in front of him from now on. CPR-SCN-03"""
    target = ask.table.who(deed.act.text("target"))
    off = flag(ask.table.who(deed.who), target, "degrees off")
    if off:
        yield Unmarked(target.id, off.name, off.by, quiet=True)
