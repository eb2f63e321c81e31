"""Vehicles: getting in, starting, and what a driver does. Who sits where is a mark on the person, its origin the vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Marked, Told
from firefight.game import Choices, Offer, Reason
from firefight.games.cyberpunk_red.gear import ACTION
from firefight.games.cyberpunk_red.sheet import driven, is_vehicle, sheet
from firefight.marks import UNTIL_FIGHT_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed


def action_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Getting into a vehicle, starting it, driving it through something hard. CPR-ACT-04 CPR-ACT-09 CPR-ACT-18"""
    for car in (other for other in table.present() if is_vehicle(other)):
        yield Offer("get in", (), ACTION, {"vehicle": car.id}, why_not_in(table, one, car), "CPR-ACT-04")
        yield Offer("start", (), ACTION, {"vehicle": car.id}, why_not_started(table, one, car), "CPR-ACT-09")
    if driven(table, one.id):
        yield Offer("maneuver", (Choices("what", (), "", "text"),), ACTION, rule="CPR-ACT-18")


def why_not_in(table: Table, one: Combatant, car: Combatant) -> tuple[Reason, ...]:
    """A locked vehicle opens to its key only, and nobody sits in two. CPR-ACT-04"""
    locked = Reason("locked", "CPR-ACT-04") if sheet(table, car.id).locked and not has_key(table, one, car) else None
    seated = Reason("in_it_already", "CPR-ACT-04") if one.has("in a vehicle") else None
    return tuple(reason for reason in (locked, seated) if reason)


def why_not_started(table: Table, one: Combatant, car: Combatant) -> tuple[Reason, ...]:
    """One starts the vehicle one sits in and has the key to. CPR-ACT-09"""
    seat = one.mark("in a vehicle")
    outside = None if seat and seat.by == car.id else Reason("not_in_it", "CPR-ACT-09")
    keyless = None if has_key(table, one, car) else Reason("no_key", "CPR-ACT-09")
    runs = Reason("runs_already", "CPR-ACT-09") if car.has("engine running") else None
    return tuple(reason for reason in (outside, keyless, runs) if reason)


def has_key(table: Table, one: Combatant, car: Combatant) -> bool:
    """Whether somebody has the physical or biometric key. CPR-ACT-04 CPR-ACT-09"""
    return car.id in sheet(table, one.id).keys


def get_in(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Into a vehicle. CPR-ACT-04"""
    yield Marked(deed.who, Mark("in a vehicle", by=deed.act.text("vehicle"), quiet=True))


def start(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The vehicle runs; its driver goes to the top of the queue when the round ends. CPR-ACT-09 CPR-ACT-18"""
    yield Marked(deed.act.text("vehicle"), Mark("engine running", by=deed.who, quiet=True))
    if ask.table.timeline.running:
        started = sum(one.has("to the top") for one in ask.table.fighters())
        yield Marked(deed.who, Mark("to the top", UNTIL_FIGHT_END, started + 1, quiet=True))


def maneuver(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A driver's feat, as the GM rules. CPR-ACT-18"""
    said = ask.ruling("maneuver", (), "success", deed.act.text("what"))
    yield Told("check_made", deed.who, {"what": deed.act.text("what"), "outcome": said}, rules=("CPR-ACT-18",))
