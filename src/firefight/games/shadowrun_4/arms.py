"""The lines of the menu about weapons: attacks in every way of fire, and reloading."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.shadowrun_4 import fire
from firefight.games.shadowrun_4.gear import Weapon
from firefight.games.shadowrun_4.lines import COMPLEX, SIMPLE, enemies_first, reasons
from firefight.games.shadowrun_4.sheet import is_ready, weapons
from firefight.table import Combatant, Table


def attacks(table: Table, one: Combatant) -> Iterator[Offer]:
    """An attack with each weapon; the weapon and the way of fire decide which kind of action it is. SR4-PHASE-02 SR4-RCL-02"""
    target = enemies_first(table, one)
    for weapon in weapons(one):
        no = reasons((not is_ready(one, weapon), "not_in_hand", "SR4-PHASE-02"))
        if not weapon.modes:
            price = SIMPLE if weapon.action == "simple" else COMPLEX
            yield Offer("attack", (target,), price, {"weapon": weapon.name}, no, "SR4-PHASE-02")
        for price, modes in ((SIMPLE, fire.simple_ways(weapon)), (COMPLEX, fire.full_bursts(weapon))):
            if modes:
                how, empty = ways(table, one, weapon, modes)
                yield Offer("attack", (target, how), price, {"weapon": weapon.name}, (*no, *empty), "SR4-PHASE-02")


def ways(table: Table, one: Combatant, weapon: Weapon, modes: tuple[str, ...]) -> tuple[Choices, tuple[Reason, ...]]:
    """The pick of a way of fire, the first possible one by default; and what speaks against all of them. SR4-RCL-02"""
    choices = tuple(Choice(mode, why_not(table, one, weapon, mode)) for mode in modes)
    legal = [choice for choice in choices if not choice.reasons]
    default = (legal or choices)[0]
    return Choices("mode", choices, default.value), () if legal else default.reasons


def why_not(table: Table, one: Combatant, weapon: Weapon, mode: str) -> tuple[Reason, ...]:
    """It takes rounds, and what fires single shots only has one a phase. SR4-RCL-02"""
    left = fire.rounds_left(table, one, weapon)
    return reasons(
        (weapon.ammo > 0 and left < fire.fire(mode).rounds, "not_enough_rounds", "SR4-RCL-02"),
        (fire.fires_once(weapon) and fire.has_fired(one, weapon), "fires_once", "SR4-RCL-02"),
    )


def reloads(table: Table, one: Combatant) -> Iterator[Offer]:
    """Reloading each weapon that holds rounds. SR4-PHASE-02"""
    for weapon in weapons(one):
        if weapon.ammo:
            no = reasons((fire.rounds_left(table, one, weapon) >= weapon.ammo, "loaded_already", "SR4-PHASE-02"))
            yield Offer("reload", (), SIMPLE, {"weapon": weapon.name}, no, "SR4-PHASE-02")
