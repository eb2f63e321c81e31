"""What the situation is worth in dice: proposed from wounds, states and the map, and the GM's to overrule by name.

`line.cover`, `line.range`, `line.modifier` and so on are the names of the numbers; a state is a mark the GM or a player
has put on somebody. Where there is a map it tells range, cover, and who is engaged in melee.
"""

from __future__ import annotations

from typing import NamedTuple

from firefight.games.shadowrun_4 import fire, rules
from firefight.games.shadowrun_4.gear import Weapon
from firefight.games.shadowrun_4.sheet import is_ready, sheet, skill, weapons
from firefight.games.shadowrun_4.wounds import is_up, wound_modifier
from firefight.scene import adjacent, distance, has_cover, knows_of
from firefight.table import Combatant, Table

BANDS = (0, -1, -2, -3)
COVER = {"in good cover": -4, "in cover": -2}
DEFENDED = "defended"


class Blow(NamedTuple):
    """An attack under way: who, whom, with what, fired how."""

    one: Combatant
    target: Combatant
    weapon: Weapon
    mode: str

    @property
    def words(self) -> str:
        """The attack in words, for a question."""
        how = f", {self.mode}" if self.fire.rounds > 1 else ""
        return f"{self.one.name} attacks {self.target.name}: {self.weapon.name}{how}"

    @property
    def fire(self) -> fire.Fire:
        """The rounds it takes."""
        return fire.fire(self.mode)


def attack_line(table: Table, blow: Blow, modifier: int) -> rules.Attack:
    """The numbers of the attacker's pool. SR4-RNG-01 SR4-MEL-01 SR4-CM-01 SR4-RCL-01"""
    one, target, weapon = blow.one, blow.target, blow.weapon
    far = not weapon.melee
    return rules.Attack(
        agility=sheet(one).agility,
        skill=skill(one, weapon.skill),
        wounds=-wound_modifier(one),
        aim=one.value("aiming") if far else 0,
        recoil=fire.recoil(table, one, weapon, blow.mode),
        range=range_modifier(table, blow) if far else 0,
        cover=cover(table, one, target) if far else 0,
        running=-2 if far and one.has("running") else 0,
        in_melee=-3 if far and is_in_melee(table, one) else 0,
        vehicle=-3 if far and one.has("in a moving vehicle") else 0,
        reach=0 if far else rules.longer(weapon.reach, reach(target)),
        modifier=modifier,
    )


def defense_line(table: Table, blow: Blow, ability: int, dodge: int) -> rules.Defense:
    """The numbers of the defender's pool: the skill of his way to defend, and Dodge once more for Full Defense.

    SR4-RNG-02 SR4-RNG-03 SR4-MEL-02 SR4-MEL-03 SR4-DEF-03 SR4-CM-01 SR4-RCL-02
    """
    target, far = blow.target, not blow.weapon.melee
    return rules.Defense(
        reaction=sheet(target).reaction,
        defense_skill=ability,
        full_defense=dodge,
        target_wounds=-wound_modifier(target),
        defended=-target.value(DEFENDED),
        prone=-2 if target.has("prone") else 0,
        target_running=2 if far and target.has("running") else 0,
        target_in_melee=-3 if far and is_in_melee(table, target) else 0,
        target_vehicle=3 if target.has("in a moving vehicle") else 0,
        target_reach=0 if far else rules.longer(reach(target), blow.weapon.reach),
        wide_burst=-rules.autofire(blow.fire.rounds) if blow.fire.wide else 0,
        target_modifier=0,
    )


def reach(one: Combatant) -> int:
    """How far somebody reaches with what he has in hand."""
    return max(weapon.reach for weapon in in_hand(one))


def in_hand(one: Combatant) -> tuple[Weapon, ...]:
    """The melee weapons somebody has in hand, bare hands last."""
    return tuple(weapon for weapon in weapons(one) if weapon.melee and is_ready(one, weapon))


# ------------------------------------------------------------------ from states and from the map


def range_modifier(table: Table, blow: Blow) -> int:
    """What the distance takes: nothing at short range, a die more with each band; nothing where no map tells it."""
    metres = distance(table, blow.one, blow.target)
    if metres is None or not blow.weapon.ranges:
        return 0
    band = sum(metres > end for end in blow.weapon.ranges[:3])
    return BANDS[band]


def cover(table: Table, one: Combatant, target: Combatant) -> int:
    """What the target's cover takes: by his state, or as the map proposes."""
    by_state = next((dice for state, dice in COVER.items() if target.has(state)), 0)
    return by_state or (COVER["in cover"] if has_cover(table, one, target) else 0)


def is_in_melee(table: Table, one: Combatant) -> bool:
    """Whether somebody is engaged in melee: by his state, or with an enemy he knows of beside him on the map. SR4-DEF-03"""
    near = adjacent(table, one) if table.ground else ()
    return one.has("in melee") or any(other.side != one.side and is_up(other) and knows_of(one, other) for other in near)
