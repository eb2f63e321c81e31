"""What a Turn gives and what declaring costs: one Action, the metres of the Move Action, attacks and NET Actions bought.

Budgets are quiet marks that end with the Turn, so whatever is left over is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from firefight.events import Event, Marked, Passed, Released
from firefight.game import Budget, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.gear import thing, weapon
from firefight.games.cyberpunk_red.sheet import move_of, sheet
from firefight.games.cyberpunk_red.timing import in_moment, on_turn
from firefight.marks import spent, until_turn_end, until_turn_start
from firefight.scene import cost
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act

NO_ACTION = ("move", "draw", "drop", "face", "let go", "net action", "hold")
"""Verbs that cost no Action when they are declared. A Hold pays when it is accepted."""


# ------------------------------------------------------------------ what is left


def metres_left(table: Table, who: str) -> int:
    """Metres left of the Turn's Move Actions, however they are split. CPR-MOV-04 CPR-MOV-05"""
    return allowance(table, who) - table.who(who).value("spent move")


def metres_gone(one: Combatant) -> float:
    """Metres of the Turn's Move Actions that are used up, parts of a metre included where squares are not whole metres."""
    spent = one.mark("spent move")
    return float(spent.note or spent.value) if spent else 0.0


def moving(table: Table, one: Combatant, act: Act) -> Marked:
    """The metres of a move: those named, or those of the way across the map. CPR-MOV-04 CPR-MOV-05"""
    way = cost(table, one, act, allowance(table, one.id))
    gone = metres_gone(one) + (way or act.number("metres"))
    exact = "" if gone == int(gone) else repr(round(gone, 6))
    return Marked(one.id, Mark("spent move", until_turn_end(one.id), ceil(gone), note=exact, quiet=True))


def allowance(table: Table, who: str) -> int:
    """Metres of the Turn's Move Actions: one, and one more with Run. CPR-ACT-07 CPR-MOV-05"""
    return rules.move_allowance(move_of(table, who)) * (1 + table.who(who).has("running"))


def why_no_move(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Being Prone or held, or having no MOVE, rules every Move Action out, the rest of one begun as well.

    CPR-ACT-05 CPR-ACT-07 CPR-MOV-04
    """
    prone = Reason("prone", "CPR-ACT-05") if one.has("prone") else None
    held = Reason("grappled", "CPR-ACT-07") if one.has("grappled") else None
    slow = None if rules.move_allowance(move_of(table, one.id)) else Reason("no_move", "CPR-MOV-04")
    return tuple(reason for reason in (prone, held, slow) if reason)


def why_no_action(one: Combatant) -> tuple[Reason, ...]:
    """One Action a Turn, and nothing buys another. CPR-ACT-01"""
    return (Reason("action_spent", "CPR-ACT-01"),) if one.has("spent action") else ()


def budget(table: Table, who: str) -> tuple[Budget, ...]:
    """The Action, the metres, and what one Action has bought; in the moment of a Hold that one Action and nothing else.

    CPR-ACT-01 CPR-ACT-11 CPR-HOLD-02
    """
    one = table.who(who)
    attacks = [Budget("attacks", mark.value, mark.value) for mark in one.marks if mark.name == "attacks left"]
    if in_moment(table, who):
        return (*attacks, Budget("held Action", int(table.timeline.hold_of(who) is not None), 1))
    turn = (
        Budget("Action", int(not one.has("spent action")), 1),
        Budget("metres", max(0, metres_left(table, who)), allowance(table, who)),
    )
    most = rules.net_actions(sheet(table, who).interface)
    net = [Budget("NET Actions", mark.value, max(most, mark.value)) for mark in one.marks if mark.name == "net actions"]
    return (*turn, *attacks, *net)


# ------------------------------------------------------------------ what declaring costs


def costs(table: Table, who: str, act: Act) -> Iterator[Event]:
    """Paid at once: on one's Turn the budgets, in the moment of a Hold the Hold. Outside a fight nothing is counted.

    CPR-ACT-01 CPR-ACT-02 CPR-HOLD-02
    """
    if in_moment(table, who):
        yield from out_of_hold(table, who, act)
    elif on_turn(table, who):
        yield from out_of_turn(table, who, act)


def out_of_hold(table: Table, who: str, act: Act) -> Iterator[Event]:
    """The Hold is used up, and its moment over, unless its Attack brings another. CPR-HOLD-02"""
    held = table.timeline.hold_of(who)
    left = (weapon(table, who, act.text("weapon")).rof if held else table.who(who).value("attacks left")) - 1
    if held:
        yield Released(who, "acts", rules=("CPR-HOLD-02",))
    if act.verb == "attack" and left > 0:
        note = f"{act.text('weapon')}|{act.text('target')}"
        yield Marked(who, Mark("attacks left", until_turn_start(who), left, note=note, quiet=True))
    else:
        yield Passed(who)


def out_of_turn(table: Table, who: str, act: Act) -> Iterator[Event]:
    """Metres of the Move Action, an attack or NET Action bought before, or the Action. CPR-ACT-01 CPR-ACT-11 CPR-MOV-05"""
    until = until_turn_end(who)
    one = table.who(who)
    if act.verb == "move":
        yield moving(table, one, act)
    elif act.verb == "net action":
        yield Marked(who, Mark("net actions", until, one.value("net actions") - 1, quiet=True))
    elif act.verb == "attack" and is_further_attack(table, one, act.text("weapon")):
        yield Marked(who, Mark("attacks left", until, one.value("attacks left") - 1, quiet=True))
    elif act.verb not in NO_ACTION or is_shield(table, who, act):
        yield spent(who, "action", until)
        more = weapon(table, who, act.text("weapon")).rof - 1 if act.verb == "attack" else 0
        if more:
            yield Marked(who, Mark("attacks left", until, more, quiet=True))


def is_further_attack(table: Table, one: Combatant, name: str) -> bool:
    """Whether the Action has brought one more attack, and this weapon can make it. CPR-ACT-03"""
    return one.value("attacks left") > 0 and weapon(table, one.id, name).rof > 1


def is_shield(table: Table, who: str, act: Act) -> bool:
    """Whether this drops a shield, which takes the Action. CPR-ACT-17"""
    held = thing(table, who, act.text("item")) if act.verb == "drop" else None
    return held is not None and held.item.kind == "shield"
