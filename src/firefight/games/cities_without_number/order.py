"""Whose turn comes when: sides, vehicles and individuals by what they have rolled, those ahead of everyone first."""

from __future__ import annotations

from typing import NamedTuple

from firefight.games.cities_without_number.crews import is_vehicle, vehicle_of
from firefight.games.cities_without_number.sheet import can_act, sheet
from firefight.table import Combatant, Table
from firefight.timeline import Act, Due, Key, Slot, Turn

Score = tuple[int, ...]
FIRST, MAIN = 0, 1


class Group(NamedTuple):
    """Those who share one initiative: a side, or a vehicle and all aboard. CWN-VEH-01"""

    id: str
    vehicle: bool = False

    @property
    def label(self) -> str:
        """Its name in labels and keys: a vehicle may be called like a side."""
        return f"vehicle {self.id}" if self.vehicle else self.id


def group(table: Table, one: Combatant) -> Group:
    """With whom somebody shares initiative: those aboard with their vehicle, all others with their side. CWN-VEH-01"""
    vehicle = one if is_vehicle(one) else vehicle_of(table, one)
    rides = vehicle is not None and vehicle.fighting and vehicle.here
    return Group(vehicle.id, True) if vehicle is not None and rides else Group(one.side)


def dues(table: Table) -> list[Due]:
    """A turn a round for everybody, at the place of the side or the vehicle, or of his own.

    CWN-SEQ-01 CWN-TIME-04 CWN-INIT-01 CWN-INIT-02 CWN-INIT-03 CWN-INIT-05 CWN-VEH-01
    """
    fighters = [(one, group(table, one)) for one in table.fighters()]
    with_pc = {shared for one, shared in fighters if one.pc}
    return [Due(place(table, one, shared, shared not in with_pc), one.id) for one, shared in fighters]


def place(table: Table, one: Combatant, shared: Group, npcs: bool) -> Key:
    """The key of a turn: those ahead of everyone, then high to low, PCs before others, then as the tie was settled.

    Individuals who are still tied share a turn, in which they agree who begins. CWN-INIT-01 CWN-INIT-03 CWN-INIT-05
    """
    if is_ahead(table, one):
        return (FIRST, *by_score(one.score, not one.pc), "")
    if table.timeline.round == 0:
        return (MAIN, one.value("free round") or (99 if one.has("surprised") else 50), npcs, (), shared.label)
    if is_individual(table) and not shared.vehicle:
        return (MAIN, *by_score(one.score, not one.pc), "")
    return (MAIN, *by_score(score_of(table, shared), npcs), shared.label)


def by_score(score: Score, npc: bool) -> tuple[int, bool, Score]:
    """The part of a key that comes from a roll."""
    return -score[0] if score else 0, npc, tuple(-roll for roll in score[1:])


def score_of(table: Table, shared: Group) -> Score:
    """What a side or a vehicle has rolled; nothing before it has."""
    if shared.vehicle:
        return table.who(shared.id).score
    return table.sides[shared.id].score if shared.id in table.sides else ()


def is_individual(table: Table) -> bool:
    """Whether everybody rolls for himself. CWN-INIT-03"""
    return table.options["initiative_mode"] == "individual"


def is_ahead(table: Table, one: Combatant) -> bool:
    """Whether somebody goes before everyone, in a turn of his own. CWN-INIT-05"""
    always = table.options["surprise_immune_acts_first"] == "every_round"
    surprise = table.timeline.round == 0
    return sheet(one).automatic_initiative or (sheet(one).immune_to_surprise and (surprise or always))


def is_pc_side(table: Table, side: str) -> bool:
    """Whether a side has at least one PC in it. CWN-INIT-01"""
    return any(one.pc for one in table.fighters() if one.side == side)


def members_of(table: Table, shared: Group) -> list[Combatant]:
    """Those who share an initiative, vehicles themselves left out. CWN-INIT-01 CWN-VEH-01"""
    return [one for one in table.fighters() if not is_vehicle(one) and group(table, one) == shared]


def is_pc_group(table: Table, shared: Group) -> bool:
    """Whether a side or a vehicle has at least one PC in it. CWN-INIT-01 CWN-VEH-01"""
    return any(one.pc for one in members_of(table, shared))


def able(table: Table, who: str) -> bool:
    """Whether somebody can act at all. The surprised cannot, though a house rule may let them answer. CWN-INIT-04"""
    one, top = table.who(who), table.timeline.top
    answers = isinstance(top, Turn) and bool(top.window) and table.options["surprised_instants"] != "none"
    return can_act(one) and (answers or not one.has("surprised"))


def together(table: Table, slot: Slot) -> bool:
    """What is declared in one window happens at the same time; the turns themselves are one after another. CWN-INST-03"""
    return slot.key[:1] == ("window",)


def opening(table: Table, slot: Slot) -> Act | None:
    """Turns open by themselves."""
    return None
