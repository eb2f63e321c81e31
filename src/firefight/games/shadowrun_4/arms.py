"""The lines of the menu about weapons: attacks in every way of fire, and reloading."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.shadowrun_4 import fire
from firefight.games.shadowrun_4.gear import Weapon
from firefight.games.shadowrun_4.lines import COMPLEX, SIMPLE, reasons, targets
from firefight.games.shadowrun_4.sheet import is_ready, weapons
from firefight.table import Combatant, Table


def attacks(table: Table, one: Combatant) -> Iterator[Offer]:
    """An attack with each weapon, which decides the kind of action it takes, if it reaches anybody. SR4-PHASE-02"""
    for weapon in weapons(one):
        target = targets(table, one, weapon)
        price = SIMPLE if weapon.action == "simple" else COMPLEX
        no = (*reasons((not is_ready(one, weapon), "not_in_hand", "SR4-PHASE-02")), *target.why_none())
        if weapon.modes:
            mode, empty = ways(table, one, weapon)
            yield Offer("attack", (target, mode), price, {"weapon": weapon.name}, (*no, *empty), "SR4-PHASE-02")
        else:
            yield Offer("attack", (target,), price, {"weapon": weapon.name}, no, "SR4-PHASE-02")


def ways(table: Table, one: Combatant, weapon: Weapon) -> tuple[Choices, tuple[Reason, ...]]:
    """The pick of a way of fire, the first possible one by default; and what speaks against all of them. SR4-RCL-02"""
    choices = tuple(way(table, one, weapon, mode) for mode in fire.ways(weapon))
    legal = [choice for choice in choices if not choice.reasons]
    default = (legal or choices)[0]
    return Choices("mode", choices, default.value), () if legal else default.reasons


def way(table: Table, one: Combatant, weapon: Weapon, mode: str) -> Choice:
    """A way of fire: it takes rounds, what fires single shots has one a phase, a full burst is a Complex Action. SR4-RCL-02"""
    left, full = fire.rounds_left(table, one, weapon), mode in fire.FULL_BURSTS
    no = reasons(
        (weapon.ammo > 0 and left < fire.fire(mode).rounds, "not_enough_rounds", "SR4-RCL-02"),
        (fire.fires_once(weapon) and fire.has_fired(one, weapon), "fires_once", "SR4-RCL-02"),
        (full and one.value("spent simple") + one.value("spent complex") > 0, "no_complex_left", "SR4-PHASE-02"),
    )
    return Choice(mode, no, f"{mode} ({COMPLEX})" if full else "")


def reloads(table: Table, one: Combatant) -> Iterator[Offer]:
    """Reloading each weapon that holds rounds. SR4-PHASE-02"""
    for weapon in weapons(one):
        if weapon.ammo:
            no = reasons((fire.rounds_left(table, one, weapon) >= weapon.ammo, "loaded_already", "SR4-PHASE-02"))
            yield Offer("reload", (), SIMPLE, {"weapon": weapon.name}, no, "SR4-PHASE-02")
