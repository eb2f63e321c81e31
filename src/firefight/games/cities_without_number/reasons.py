"""What speaks against an act: it is not the turn, the action is spent, no state for it. Each with the rule that decides."""

from __future__ import annotations

from firefight.game import Reason
from firefight.games.cities_without_number.budget import in_the_way, moment
from firefight.games.cities_without_number.instants import Pending, why_not_after_roll
from firefight.games.cities_without_number.reach import is_grappling
from firefight.games.cities_without_number.sheet import can_act
from firefight.table import Combatant, Table

OWN_TURN = {"main": "CWN-ACT-01", "move": "CWN-ACT-02", "on turn": "CWN-ACT-03"}
SHOWN = {"main": "Main", "move": "Move", "on turn": "On Turn", "instant": "Instant"}
GIVEN_MAIN = "Instant, gives up the Main"


def why_not_now(table: Table, one: Combatant, kind: str, now: Pending) -> tuple[Reason, ...]:
    """Against an action of one's own turn: it is not that turn, somebody else of the side is at it, no state for it.

    CWN-SEQ-02 CWN-ACT-01 CWN-ACT-02 CWN-ACT-03 CWN-ACT-19
    """
    at = moment(table, one.id)
    waits = in_the_way(table, one.id) if at == "own turn" else ""
    return (
        *why_unable(one),
        *((Reason("not_your_turn", OWN_TURN[kind]),) if at in ("off turn", "not now") else ()),
        *((Reason("turn_open", "CWN-SEQ-02", {"who": table.who(waits).name}),) if waits else ()),
        *(why_not_after_roll(table, now, "hold_window") if at == "held" else ()),
    )


def why_unable(one: Combatant) -> tuple[Reason, ...]:
    """Against anything at all. CWN-INIT-04 CWN-INST-01"""
    surprised = (Reason("surprised", "CWN-INIT-04"),) if one.has("surprised") else ()
    return surprised if can_act(one) else (*surprised, Reason("unable", "CWN-INST-01"))


def why_no_main(one: Combatant) -> tuple[Reason, ...]:
    """One Main Action a round, and nothing but a power gives another. CWN-ACT-01"""
    return (Reason("main_spent", "CWN-ACT-01"),) if one.has("spent main") and not one.has("bonus main") else ()


def why_no_move(one: Combatant) -> tuple[Reason, ...]:
    """One Move a round, and a second one for the Main Action. CWN-ACT-02"""
    spent = one.has("spent move") and not one.has("bonus move")
    return (Reason("moves_spent", "CWN-ACT-02"),) if spent and why_no_main(one) else ()


def why_no_on_turn(one: Combatant) -> tuple[Reason, ...]:
    """Only the GM's patience ends On Turn Actions. CWN-ACT-03"""
    return (Reason("enough", "CWN-ACT-03"),) if one.has("enough on turn") else ()


def why_held_fast(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Against leaving one's place: held in a grapple, or holding somebody in one. CWN-MAN-04"""
    return (Reason("held_fast", "CWN-MAN-04"),) if is_grappling(table, one) else ()


def counted(one: Combatant) -> str:
    """The price of an On Turn Action, with how many there were already. CWN-ACT-03"""
    n = one.value("on turn actions")
    return f"On Turn, {n} so far" if n else SHOWN["on turn"]
