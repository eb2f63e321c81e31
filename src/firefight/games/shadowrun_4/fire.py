"""Fire: the ways a weapon can be fired, the rounds each takes, recoil over an Action Phase, and what is left in the weapon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.events import Adjusted, Event, Marked, PoolSet
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.gear import Weapon
from firefight.games.shadowrun_4.sheet import rounds, sheet, weapons
from firefight.marks import spent, until_turn_end
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Queued, Turn


class Fire(NamedTuple):
    """A way to fire: the rounds it takes, and whether they are spread so that it is harder to get out of their way."""

    rounds: int = 1
    wide: bool = False


SINGLE = "single"
BURSTS = {"narrow burst": Fire(3), "wide burst": Fire(3, True)}
LONG_BURSTS = {"narrow long burst": Fire(6), "wide long burst": Fire(6, True)}
FULL_BURSTS = {"narrow full burst": Fire(10), "wide full burst": Fire(10, True)}
WAYS = {SINGLE: Fire(), **BURSTS, **LONG_BURSTS, **FULL_BURSTS}


def ways(weapon: Weapon) -> tuple[str, ...]:
    """The ways a weapon can be fired, by its modes. SR4-RCL-02"""
    modes = weapon.modes
    single = (SINGLE,) if "SS" in modes or "SA" in modes else ()
    bursts = (*BURSTS,) if "BF" in modes or "FA" in modes else ()
    return (*single, *bursts, *((*LONG_BURSTS, *FULL_BURSTS) if "FA" in modes else ()))


def action(weapon: Weapon, mode: str) -> str:
    """The kind of action it takes to attack with a weapon in this way. SR4-RCL-02 SR4-PHASE-02"""
    return "complex" if mode in FULL_BURSTS else weapon.action


def fire(mode: str) -> Fire:
    """The way to fire of this name; a single shot where none is named."""
    return WAYS.get(mode, Fire())


def fires_once(weapon: Weapon) -> bool:
    """Whether a weapon fires single shots only, one each Action Phase. SR4-RCL-02"""
    return "SS" in weapon.modes and "SA" not in weapon.modes


def has_fired(one: Combatant, weapon: Weapon) -> bool:
    """Whether a weapon was fired in this Action Phase. SR4-RCL-02"""
    return any(mark.name == "fired" and mark.by == weapon.name for mark in one.marks)


def fired(who: str, weapon: str) -> Marked:
    """Book-keeping: the weapon of this name was used in this Action Phase."""
    return Marked(who, Mark("fired", until_turn_end(who), by=weapon, quiet=True))


# ------------------------------------------------------------------ rounds


def waiting(table: Table, who: str) -> tuple[Queued, ...]:
    """What somebody has declared in the running phase, not resolved yet."""
    top = table.timeline.top
    return tuple(one for one in top.declared if one.who == who) if isinstance(top, Turn) else ()


def rounds_left(table: Table, one: Combatant, weapon: Weapon) -> int:
    """The rounds in a weapon, when everything its bearer has declared will be done."""
    left = one.pool(weapon.rounds)
    for declared in waiting(table, one.id):
        left = after(declared.act, weapon, left)
    return left


def after(act: Act, weapon: Weapon, left: int) -> int:
    """The rounds in a weapon after an act."""
    if act.text("weapon") != weapon.name:
        return left
    return weapon.ammo if act.verb == "reload" else left - fire(act.text("mode")).rounds


def has_rounds(one: Combatant, weapon: Weapon, mode: str) -> bool:
    """Whether there is enough in a weapon to fire it in this way; nobody counts where it has no number of rounds."""
    return not weapon.ammo or one.pool(weapon.rounds) >= fire(mode).rounds


def reloaded(who: str, weapon: Weapon) -> PoolSet:
    """A weapon that is full again."""
    return PoolSet(who, weapon.rounds, weapon.ammo, weapon.ammo)


def holding(one: Combatant) -> Iterator[Event]:
    """The rounds of weapons that somebody has only just got; those he had keep theirs."""
    for name, most in rounds(sheet(one)).items():
        if name not in one.pools:
            yield PoolSet(one.id, name, most, most)


# ------------------------------------------------------------------ recoil


def recoil(table: Table, one: Combatant, weapon: Weapon, mode: str) -> int:
    """What recoil takes from an attack, in dice: 0 or less. SR4-RCL-01"""
    rounds = fire(mode).rounds
    is_cumulative = table.options["recoil"] == "cumulative"
    before = one.value("spent recoil")
    return -rules.recoil(before, rounds, weapon.recoil, doubles(weapon, mode), is_cumulative) if weapon.modes else 0


def doubles(weapon: Weapon, mode: str) -> bool:
    """Whether the recoil of a weapon counts twice when it is fired in this way. SR4-RCL-01"""
    return weapon.doubles == "always" or (weapon.doubles == "bursts" and fire(mode).rounds > 1)


def spends(table: Table, who: str, weapon: Weapon, mode: str) -> Iterator[Event]:
    """What firing leaves behind: fewer rounds, and recoil for the rest of the Action Phase. SR4-RCL-01"""
    if not weapon.modes:
        return
    one, rounds, turn = table.who(who), fire(mode).rounds, table.timeline.turn
    if weapon.ammo:
        yield Adjusted(who, weapon.rounds, -rounds)
    if turn is not None and who in turn.members:
        yield spent(who, "recoil", until_turn_end(who), one.value("spent recoil") + rounds)


def weapon_of(one: Combatant, name: str) -> Weapon:
    """The weapon of this name; one that he does not have any more has no numbers."""
    return next((weapon for weapon in weapons(one) if weapon.name == name), Weapon(name))
