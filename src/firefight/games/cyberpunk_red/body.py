"""What people do with their own bodies: moving, running, getting up."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Marked, Told, Unmarked
from firefight.game import Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.budget import metres_left, why_no_move
from firefight.games.cyberpunk_red.gear import ACTION
from firefight.marks import until_turn_end
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed


def move_line(table: Table, one: Combatant) -> Offer:
    """The Move Action, in as many parts as one likes. CPR-ACT-01 CPR-MOV-01 CPR-MOV-04 CPR-MOV-05"""
    left = max(0, metres_left(table, one.id))
    stuck = why_no_move(table, one)
    used_up = (Reason("move_spent", "CPR-MOV-04"),) if not left and not stuck else ()
    too_far = Reason("too_far", "CPR-MOV-04", {"left": left, "squares": rules.squares(left)})
    metres = Choices("metres", (), left, "number", 1, left, too_far)
    return Offer("move", (metres,), "Move Action", reasons=(*stuck, *used_up), rule="CPR-MOV-04")


def run_line(table: Table, one: Combatant) -> Offer:
    """One more Move Action for the Action, once a Turn and only for those who could move. CPR-ACT-01 CPR-ACT-07"""
    early = table.is_on("run_needs_move_first") and not one.has("spent move")
    late = (Reason("move_first", "CPR-ACT-07"),) if early else ()
    twice = (Reason("running_already", "CPR-ACT-01"),) if one.has("running") else ()
    return Offer("run", (), ACTION, reasons=(*why_no_move(table, one), *late, *twice), rule="CPR-ACT-07")


def get_up_line(one: Combatant) -> Offer:
    """Getting up from the floor. CPR-ACT-05"""
    up = () if one.has("prone") else (Reason("not_prone", "CPR-ACT-05"),)
    return Offer("get up", (), ACTION, reasons=up, rule="CPR-ACT-05")


def run(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One more Move Action in this Turn; out of a Hold it is made at once. CPR-ACT-07 CPR-HOLD-05"""
    if "metres" in deed.act.picks:
        yield Told("covers", deed.who, {"metres": deed.act.number("metres")}, rules=("CPR-HOLD-05",))
    else:
        yield Marked(deed.who, Mark("running", until_turn_end(deed.who), quiet=True))


def get_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Ends being Prone. CPR-ACT-05"""
    yield Unmarked(deed.who, "prone", rules=("CPR-ACT-05",))
