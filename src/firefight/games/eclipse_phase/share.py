"""What kind of action each verb is, and what is left of the share of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Literal, NamedTuple

from firefight.events import Event, Marked, Unmarked
from firefight.game import Budget, Reason
from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.gear import Weapon
from firefight.games.eclipse_phase.places import EXTRAS
from firefight.games.eclipse_phase.sheet import sheet, weapons
from firefight.marks import UNTIL_ROUND_END, spent, until_turn_end
from firefight.scene import cost
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Turn

Size = Literal["complex", "task", "quick"]
NATURES = ("physical", "mental", "mesh")


class Kind(NamedTuple):
    """How big an action is, and whether of the body, the mind or the mesh; "" where whoever acts says so."""

    size: Size
    nature: str = ""


ACTIONS: dict[str, Kind] = {
    "attack": Kind("complex", "physical"),
    "full defense": Kind("complex", "physical"),
    "reload": Kind("complex", "physical"),
    "hack": Kind("complex", "mesh"),
    "draw": Kind("quick", "physical"),
    "stand up": Kind("quick", "physical"),
    "complex": Kind("complex"),
    "quick": Kind("quick"),
    "task": Kind("task"),
    "go on": Kind("task"),
}
"""The verbs that are paid for from the share of a turn. EP-ACT-02"""
DECLARED = (*ACTIONS, "move")
"""What counts as declaring an action, so that a delaying character may interrupt it."""


def own_turn(table: Table, who: str) -> Turn | None:
    """The turn on top, where it is this one's and he has not ended it."""
    top = table.timeline.top
    mine = isinstance(top, Turn) and not top.window and who in top.members and who not in top.passed
    return top if mine and isinstance(top, Turn) else None


def extra_pool(table: Table, who: str) -> str:
    """The pool that paid for the extra action that is being taken; "" in an ordinary turn."""
    turn = table.timeline.turn
    mark = table.who(who).mark(turn.tag(who)) if turn and turn.tag(who) in EXTRAS else None
    return mark.note if mark else ""


# ------------------------------------------------------------------ what is left


def big(one: Combatant) -> int:
    """Complex and task actions taken in this turn."""
    return one.value("spent complex") + one.value("spent task")


def big_left(table: Table, one: Combatant) -> int:
    """Complex or task actions that are left. EP-ACT-01 EP-EXTRA-05"""
    return rules.big_left(big(one), one.value("spent quick"), bool(extra_pool(table, one.id)))


def quick_left(table: Table, one: Combatant) -> int:
    """Quick actions that are left. EP-ACT-01 EP-EXTRA-05"""
    return rules.quick_left(big(one), one.value("spent quick"), bool(extra_pool(table, one.id)))


def rate(table: Table, one: Combatant) -> int:
    """Metres of this turn's movement: the base rate unless somebody has declared to stay or to make a full move.

    Half of it in a turn in which one has been prone. EP-ACT-02 EP-DMG-02
    """
    numbers = sheet(table, one.id)
    whole = 0 if one.has("staying") else (numbers.move_full if one.has("full move") else numbers.move_base)
    return rules.halved_rate(whole, one.has_any(("prone", "stood up")))


def metres_left(table: Table, one: Combatant) -> int:
    """Metres that are left, extra actions bringing none. EP-ACT-02 EP-EXTRA-05"""
    return rules.metres_left(rate(table, one), one.value("spent metres"))


def nothing_spent(one: Combatant) -> bool:
    """Whether somebody has done nothing yet in this turn."""
    return not (big(one) or one.value("spent quick") or one.value("spent metres"))


def extras(one: Combatant) -> int:
    """Extra actions bought in this turn. EP-EXTRA-04"""
    return sum(one.has(tag) for tag in EXTRAS)


def budget(table: Table, who: str) -> tuple[Budget, ...]:
    """What is left: one complex or task action, quick actions, metres, extra actions to buy. EP-ACT-01 EP-EXTRA-04"""
    if not table.timeline.running:
        return ()
    one, extra = table.who(who), bool(extra_pool(table, who))
    return (
        Budget("complex or task", big_left(table, one), 1),
        Budget("quick", quick_left(table, one), 2 if extra else 3),
        Budget("metres", metres_left(table, one), rate(table, one)),
        Budget("extra actions", len(EXTRAS) - extras(one), len(EXTRAS)),
    )


# ------------------------------------------------------------------ why not


def why_not_size(table: Table, one: Combatant, size: Size) -> tuple[Reason, ...]:
    """An ordinary share is one complex or one task action with a quick one, or three quick ones; more is the GM's to allow.

    An extra action is one complex or two quick ones, no task. EP-ACT-01 EP-EXTRA-05
    """
    extra = bool(extra_pool(table, one.id))
    if extra and size == "task":
        return (Reason("no_task_in_extra", "EP-EXTRA-05"),)
    left = quick_left(table, one) if size == "quick" else big_left(table, one)
    if left > 0:
        return ()
    return (
        (Reason("extra_spent", "EP-EXTRA-05"),)
        if extra
        else (Reason(f"{'quick' if size == 'quick' else 'big'}_spent", "EP-ACT-01"),)
    )


def why_not_nature(table: Table, one: Combatant, nature: str) -> tuple[Reason, ...]:
    """Insight keeps to the mind and the mesh, whether it paid for going first or for an extra action; Vigor to the body.

    EP-FIRST-02 EP-EXTRA-01
    """
    pool, physical = extra_pool(table, one.id), nature == "physical"
    first = (Reason("mind_only", "EP-FIRST-02"),) if physical and one.has("mind only") else ()
    wrong = (pool == "vigor" and not physical) or (pool == "insight" and physical)
    return (*first, *((Reason(f"paid_with_{pool}", "EP-EXTRA-01"),) if wrong else ()))


# ------------------------------------------------------------------ paying


def paid(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """What an action takes from the share; full defense lasts until its bearer's next own action. EP-CMB-01"""
    if act.verb == "move":
        yield spent(one.id, "metres", UNTIL_ROUND_END, one.value("spent metres") + metres(table, one, act))
        return
    size = ACTIONS[act.verb].size
    yield spent(one.id, size, until_turn_end(one.id), one.value(f"spent {size}") + 1)
    if one.has("full defense"):
        yield Unmarked(one.id, "full defense")
    if act.verb == "attack" and weapon(one, act.text("weapon")).single_shot:
        yield Marked(one.id, Mark("fired", UNTIL_ROUND_END, by=act.text("weapon"), quiet=True), rules=("EP-CMB-01",))


def given_back(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """The price of an action that is declared anew."""
    if act.verb == "move":
        yield spent(one.id, "metres", UNTIL_ROUND_END, one.value("spent metres") - metres(table, one, act))
        return
    size = ACTIONS[act.verb].size
    yield spent(one.id, size, until_turn_end(one.id), one.value(f"spent {size}") - 1)
    if act.verb == "attack" and has_fired(one, act.text("weapon")):
        yield Unmarked(one.id, "fired", act.text("weapon"), quiet=True)


def metres(table: Table, one: Combatant, act: Act) -> int:
    """Metres of a move: those named, or those of the way on the map, begun ones counted. EP-ACT-02"""
    most = metres_left(table, one) + one.value("spent metres")
    return ceil(cost(table, one, act, most)) if "to" in act.picks else act.number("metres")


def weapon(one: Combatant, name: str) -> Weapon:
    """Somebody's weapon of this name; the first one where he has none of it."""
    return next((own for own in weapons(one) if own.name == name), weapons(one)[0])


def has_fired(one: Combatant, name: str) -> bool:
    """Whether a weapon that fires once has done so in this turn. EP-CMB-01"""
    return any(mark.name == "fired" and mark.by == name for mark in one.marks)
