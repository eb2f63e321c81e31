"""What speaks against a weapon, and against a target for it: range, sight, a blade at one's throat, an empty magazine."""

from __future__ import annotations

from firefight import scene
from firefight.game import Choice, Choices, Reason
from firefight.games.cities_without_number.limbs import why_no_hands
from firefight.games.cities_without_number.mods import why_out_of_order
from firefight.games.cities_without_number.reach import is_bound, is_grappling, is_near, metres, tracked
from firefight.games.cities_without_number.sheet import Weapon, conscious, weapon
from firefight.games.cities_without_number.things import place
from firefight.table import Combatant, Table


def why_no_weapon(table: Table, one: Combatant, arm: Weapon, melee: bool, mounted: bool = False) -> tuple[Reason, ...]:
    """Against attacking with a weapon at all.

    Bare hands alone are left in a grapple; two hands on a gun or bow are no good with an enemy in reach; nothing is
    loaded; it is in the pack, or out of order. CWN-ACT-06 CWN-ACT-13 CWN-ACT-14 CWN-MAN-04 CWN-ATK-05 CWN-MOD-08 CWN-ENC-04
    """
    barred = not mounted and arm.kind in ("ranged", "bow") and arm.hands > 1
    return (
        *((Reason("grappled", "CWN-MAN-04"),) if not arm.body and not mounted and is_grappling(table, one) else ()),
        *((Reason("barred_in_melee", "CWN-ACT-06"),) if barred and is_bound(table, one) else ()),
        *(() if melee or mounted else why_empty(one, arm)),
        *((Reason("stowed", "CWN-ACT-13"),) if not arm.body and not mounted and place(one, arm.name) == "stowed" else ()),
        *why_no_hands(one, arm.hands),
        *((Reason("hands_full", "CWN-ENC-04"),) if arm.hands and not mounted and one.has("dragging") else ()),
        *(() if mounted else why_out_of_order(table, one, arm.name)),
    )


def why_empty(one: Combatant, arm: Weapon) -> tuple[Reason, ...]:
    """Against shooting what is not loaded, where somebody counts. CWN-ACT-06 CWN-ACT-14"""
    return (Reason("empty", "CWN-ACT-14"),) if arm.rounds in one.pools and one.pool(arm.rounds) < arm.shots else ()


def why_no_target(table: Table, one: Combatant, other: Combatant, arm: Weapon, melee: bool) -> tuple[Reason, ...]:
    """Against a target: out of the blade's reach, beyond the longest range, nobody knows where, nothing to be seen.

    CWN-ACT-05 CWN-ATK-05
    """
    if melee:
        return (Reason("out_of_reach", "CWN-ACT-05"),) if is_near(table, one, other, arm) is False else ()
    far = metres(table, one, other) if arm.long_range else None
    return (
        *((Reason("out_of_range", "CWN-ATK-05"),) if far is not None and far > arm.long_range else ()),
        *((Reason("whereabouts_unknown", "CWN-ATK-05"),) if other.has("whereabouts unknown") else ()),
        *((Reason("no_line_of_fire", "CWN-ATK-05"),) if scene.sees(table, one, other) is False else ()),
    )


People = list[Combatant]


def others(table: Table, one: Combatant) -> People:
    """Everybody else, enemies on their feet first."""
    people = [other for other in table.present() if other.id != one.id]
    enemies = [other for other in people if other.side != one.side]
    friends = [other for other in people if other.side == one.side]
    return [other for group in (enemies, friends) for fit in (True, False) for other in group if conscious(other) == fit]


def targets(table: Table, one: Combatant, people: People, arm: Weapon, melee: bool, first: str = "") -> Choices:
    """These people with what speaks against each; the default is the first whom nothing speaks against."""
    near = tracked(table, one) if melee else {other.id for other in people}
    found = [Choice(other.id, why_no_target(table, one, other, arm, melee) if other.id in near else ()) for other in people]
    free = [choice.value for choice in found if not choice.reasons]
    default = first if first in free else (free[0] if free else (found[0].value if found else ""))
    return Choices("target", tuple(found), default)


# ------------------------------------------------------------------ a swarm


def helpers(table: Table, striker: Combatant, target: str) -> int:
    """How many others of a swarm could make the attack themselves now. CWN-SWARM-02"""
    found = [
        (one, mark.note)
        for one in table.present()
        for mark in one.marks
        if (mark.name, mark.by) == ("swarms", target) and one.side == striker.side and one.id != striker.id
    ]
    return sum(could_attack(table, one, table.who(target), weapon(one, name)) for one, name in found)


def could_attack(table: Table, one: Combatant, target: Combatant, arm: Weapon) -> bool:
    """Whether somebody is in a state for an attack with this weapon, and in range. CWN-SWARM-02"""
    melee = arm.kind == "melee"
    able = conscious(one) and not why_no_weapon(table, one, arm, melee)
    return able and not why_no_target(table, one, target, arm, melee)
