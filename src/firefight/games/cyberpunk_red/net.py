"""The NET, as far as turns go: one Action becomes several NET Actions."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Marked, Told
from firefight.game import Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.gear import ACTION
from firefight.games.cyberpunk_red.sheet import sheet
from firefight.marks import until_turn_end
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed


def is_runner(table: Table, one: Combatant) -> bool:
    """Whether somebody is a Netrunner. CPR-ACT-11"""
    return sheet(table, one.id).interface > 0


def action_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Only a Netrunner turns his Action into NET Actions. CPR-ACT-11"""
    reasons = () if is_runner(table, one) else (Reason("no_netrunner", "CPR-ACT-11"),)
    yield Offer("use net actions", (), ACTION, reasons=reasons, rule="CPR-ACT-11")


def net_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """NET Actions that are left, each told in words. CPR-ACT-11"""
    left = one.value("net actions")
    if left > 0:
        yield Offer("net action", (Choices("what", (), "", "text"),), f"NET Action, {left} left", rule="CPR-ACT-11")


def use_net_actions(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The Action becomes several NET Actions of this Turn, as many as the GM lets stand. CPR-ACT-11"""
    n = ask.number("net actions", rules.net_actions(sheet(ask.table, deed.who).interface))
    yield Marked(deed.who, Mark("net actions", until_turn_end(deed.who), n, quiet=True))
    yield Told("net_actions", deed.who, {"n": n}, rules=("CPR-ACT-11",))


def net_action(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One NET Action; the log has its words. CPR-ACT-11"""
    yield from ()
