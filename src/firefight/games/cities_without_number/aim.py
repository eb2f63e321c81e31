"""The numbers of an attack as the table stands: whose, at whom, with what, and everything that helps or hinders it."""

from __future__ import annotations

from typing import NamedTuple

from firefight import scene
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.crews import drive_level, is_moving, is_vehicle, vehicle_of
from firefight.games.cities_without_number.gear import dice_of
from firefight.games.cities_without_number.reach import is_bound, is_near, metres
from firefight.games.cities_without_number.sheet import (
    UNARMED,
    Weapon,
    attack_bonus,
    has_shield,
    is_thing,
    level,
    modifier,
    sheet,
    trauma_target,
    weapon,
    worn_ac,
    written_out,
)
from firefight.games.cities_without_number.targets import helpers
from firefight.table import Combatant, Table
from firefight.timeline import Deed

UNTRAINED_ATTACK = -2
ACTIONS = {"snap attack": -4, "snap shove": -4, "snap grapple": -4, "charge home": 2}
THROWN_WITH = ("Shoot", "Stab", "Exert")
RULINGS = ("trauma", "no trauma", "no harm")


class Attempt(NamedTuple):
    """An attack somebody makes: on whom, with which weapon, hand to hand or from a distance, meant to kill or not.

    `second` is the other weapon of somebody who wields two, `others` how many of a swarm help, `mobbed` whether they mob.
    """

    one: Combatant
    target: Combatant
    arm: Weapon
    melee: bool
    verb: str
    lethal: bool = True
    attribute: str = ""
    skill: str = ""
    second: Weapon | None = None
    others: int = 0
    mobbed: bool = False
    mounted: bool = False


def attempt(table: Table, deed: Deed, target: str) -> Attempt:
    """The attack that a deed is. CWN-ATK-01"""
    one, act = table.who(deed.who), deed.act
    mount = table.combatants.get(act.text("mount"))
    arm = weapon(mount or one, act.text("weapon"))
    others = helpers(table, one, act.text("target")) if act.verb == "strike" else 0
    return Attempt(
        one,
        table.who(target),
        arm,
        arm.kind == "melee" and act.verb != "throw" and act.text("thrown") != "yes",
        act.verb,
        is_lethal(arm, act.text("meant")),
        act.text("attribute"),
        act.text("skill"),
        weapon(one, act.text("second")) if act.text("second") else None,
        others,
        act.verb == "strike" and (others > 0 or table.is_on("lone_swarm_shock")),
        mount is not None,
    )


def is_lethal(arm: Weapon, meant: str) -> bool:
    """Whether an attack is meant to kill. CWN-DMG-03"""
    return arm.nonlethal != "always" and meant != "non-lethal"


# ------------------------------------------------------------------ the line


def strike_line(table: Table, a: Attempt, added: int = 0) -> rules.Strike:
    """The arguments of the attack's rule. CWN-ATK-02 CWN-ATK-05 CWN-DMG-01 CWN-SHOCK-01 CWN-SHOCK-03"""
    own, ac = own_modifier(a), current_ac(table, a.target, a.melee)
    thrown = dice_of(a.arm.dice)
    return rules.Strike(
        bonus=attack_bonus(a.one) + a.arm.bonus + own + skill(a),
        cover=cover(table, a),
        unseen=-4 if a.target.has("out of sight") or (a.one.has("blind") and not a.melee) else 0,
        range=range_penalty(table, a),
        prone=prone(table, a),
        reach=in_reach(table, a),
        action=action(table, a),
        modifier=added,
        gunlink=sheet(a.one).gunlink and a.arm.kind == "ranged",
        ac=ac,
        certain=0,
        damage=own + a.arm.damage + sheet(a.one).damage + sheet(a.one).killing + punch(a) + dual_damage(table, a),
        swarm=rules.swarm_damage(a.others),
        most=thrown.n * thrown.sides,
        shock=shock(table, a, own),
        shock_ac=a.arm.shock_ac,
        melee_ac=ac if table.options["shock_ac"] == "current" else worn_ac(a.target, True),
        mobbed=a.mobbed,
        immune=sheet(a.target).immune_to_shock or a.target.has("no shock"),
        defends=a.target.has("total defense"),
        shield=has_shield(a.target),
        trauma=a.arm.trauma_bonus + sheet(a.one).trauma,
        trauma_target=trauma_target(a.target),
        rating=rating(table, a),
    )


def own_modifier(a: Attempt) -> int:
    """The attribute that serves the roll, damage and Shock alike: the one chosen, else the best. CWN-ATK-04 CWN-ATK-07"""
    if not written_out(a.one):
        return 0
    return modifier(a.one, a.attribute if a.attribute in a.arm.attributes else best_attribute(a.one, a.arm))


def best_attribute(one: Combatant, arm: Weapon) -> str:
    """The attribute of a weapon with the higher modifier. CWN-ATK-04"""
    return max(arm.attributes, key=lambda attribute: modifier(one, attribute), default="")


def skill(a: Attempt) -> int:
    """The level of the skill, or the penalty of attacking untrained; an NPC's bonus holds all. CWN-ATK-02 CWN-ACT-06"""
    if not written_out(a.one):
        return 0
    known = level(a.one, a.skill if a.skill in THROWN_WITH and not a.melee else a.arm.skill)
    return UNTRAINED_ATTACK if known == rules.UNTRAINED else known


def punch(a: Attempt) -> int:
    """The Punch level, which only bare hands add to the damage. CWN-DMG-04"""
    return max(0, level(a.one, "Punch")) if a.arm == UNARMED and written_out(a.one) else 0


def own_damage(one: Combatant) -> int:
    """What bare hands add to their dice in a grapple: attribute, Punch level, and what goes to every hit. CWN-MAN-05"""
    if not written_out(one):
        return sheet(one).damage + sheet(one).killing
    own = modifier(one, best_attribute(one, UNARMED))
    return own + max(0, level(one, "Punch")) + sheet(one).damage + sheet(one).killing


def dual_damage(table: Table, a: Attempt) -> int:
    """Two points where both weapons could reach the target. CWN-MAN-10"""
    if a.second is None:
        return 0
    near, far = is_near(table, a.one, a.target, a.second), metres(table, a.one, a.target)
    out = near is False if a.second.kind == "melee" else far is not None and 0 < a.second.long_range < far
    return 0 if out else 2


# ------------------------------------------------------------------ what helps or hinders


def cover(table: Table, a: Attempt) -> int:
    """Behind cover, half or almost wholly; what the map shows is proposed as half. CWN-ATK-05"""
    if a.target.has("full cover"):
        return -4
    half = a.target.has("half cover") or (a.target.place is not None and scene.has_cover(table, a.one, a.target))
    return -2 if half else 0


def range_penalty(table: Table, a: Attempt) -> int:
    """Beyond the normal range of a weapon; between vehicles nobody counts metres. CWN-ATK-05 CWN-VEH-09"""
    if a.melee or not a.arm.range or (is_driving(table, a.one) and is_driving(table, a.target)):
        return 0
    far = metres(table, a.one, a.target)
    return -2 if far is not None and far > a.arm.range else 0


def is_driving(table: Table, one: Combatant) -> bool:
    """Whether somebody is a vehicle, or in one."""
    return is_vehicle(one) or vehicle_of(table, one) is not None


def prone(table: Table, a: Attempt) -> int:
    """Somebody lies flat: what counts is whether the attacker is in melee range. CWN-ACT-18 CWN-ATK-05"""
    own = -4 if a.melee and a.one.has("prone") else 0
    if not a.target.has("prone"):
        return own
    shot_near = not a.melee and table.options["adjacent_shot_at_prone"] == "-2"
    near = a.melee or (not shot_near and is_near(table, a.one, a.target) is True)
    return own + (2 if near else -2)


def in_reach(table: Table, a: Attempt) -> int:
    """An enemy in the reach of who shoots with one hand, or throws. CWN-ACT-06 CWN-ATK-05"""
    if a.melee or a.mounted or (a.arm.kind == "ranged" and a.arm.hands > 1):
        return 0
    return -4 if is_bound(table, a.one) else 0


def action(table: Table, a: Attempt) -> int:
    """What the way of attacking is worth: in a snap, after a run-up, with two weapons, in a swarm, out of a moving car.

    CWN-ACT-07 CWN-ACT-08 CWN-MAN-10 CWN-SWARM-02 CWN-VEH-04
    """
    vehicle = None if a.melee or a.mounted else vehicle_of(table, a.one)
    shaken = -4 if vehicle is not None and is_moving(vehicle) else 0
    return ACTIONS.get(a.verb, 0) + (-1 if a.second else 0) + rules.swarm_to_hit(a.others) + shaken


# ------------------------------------------------------------------ the target


def current_ac(table: Table, one: Combatant, melee: bool) -> int:
    """The Armour Class that counts now. CWN-ATK-03 CWN-ACT-08 CWN-ACT-09 CWN-VEH-05"""
    if is_vehicle(one):
        return rules.vehicle_ac(worn_ac(one, melee), is_moving(one), drive_level(table, one.id))
    return rules.armor_class(worn_ac(one, melee), one.value("ac bonus"), one.has("charged"), one.has("total defense"))


def shock(table: Table, a: Attempt, own: int) -> int:
    """What Shock would do: the weapon's points with the attribute and what says that it adds to Shock.

    CWN-SHOCK-01 CWN-SHOCK-03
    """
    spared = is_thing(a.target) and not table.is_on("shock_vs_vehicles")
    return max(0, a.arm.shock + own + sheet(a.one).killing) if a.arm.shock and a.melee and not spared else 0


def rating(table: Table, a: Attempt) -> int:
    """The Trauma Rating, 0 where no wound can be traumatic. CWN-TRAUMA-01 CWN-TRAUMA-04 CWN-DMG-03 CWN-VEH-10"""
    if not a.lethal or not a.arm.trauma:
        return 0
    return 0 if is_thing(a.target) and ruling(table, a) != "trauma" else a.arm.rating


def ruling(table: Table, a: Attempt) -> str:
    """What this weapon does to this machine: what the GM has said in this fight, else what is suggested. CWN-TRAUMA-04"""
    said = table.flags.get(ruling_flag(a))
    return RULINGS[said - 1] if said else suggested(a)


def ruling_flag(a: Attempt) -> str:
    """The flag in which the GM's word on a weapon and a machine is kept."""
    return f"gm ruling {a.arm.name} {a.target.id}"


def suggested(a: Attempt) -> str:
    """Small drones can be ruined by anything with a Trauma Die, vehicles by what is heavy or mounted. CWN-TRAUMA-04"""
    small = sheet(a.target).kind == "drone" and sheet(a.target).size == "human"
    return "trauma" if small or a.arm.heavy or a.mounted else "no trauma"


def house(table: Table) -> rules.House:
    """How this table resolves attacks. CWN-ATK-01"""
    options = table.options
    return rules.House(
        options["natural_attack_dice"] == "1_misses_20_hits",
        options["shock_floor"] == "after_trauma",
        options["soak_order"] == "before_trauma",
        options["armor_order"] == "before_trauma",
        int(options["minimum_damage"]),
    )
