"""What the kernel of Shadowrun 4 knows of people and weapons, through the functions the engine itself uses."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.games.shadowrun_4 import defense, fire, rules
from firefight.games.shadowrun_4.damage import damage_line
from firefight.games.shadowrun_4.gear import UNARMED, Weapon
from firefight.games.shadowrun_4.order import attribute
from firefight.games.shadowrun_4.sheet import armor, is_ready, sheet, weapons
from firefight.games.shadowrun_4.situation import Blow, attack_line, reach
from firefight.marks import UNTIL_FIGHT_END, spent
from firefight.sim.kernels import Outside
from firefight.table import Combatant, Mark, Table

ENDLESS = 1 << 40
"""More than can ever be used up, or taken."""


def odd(one: Combatant) -> Iterator[str]:
    """What the kernel does not know of somebody."""
    if not sheet(one).rolls:
        yield f"{one.name} has no numbers for an Initiative Test"
    if sheet(one).body < 0:
        yield f"{one.name} has a Body below 0"
    if any(one.pool(name) for name in ("physical", "stun", "overflow", "damage")):
        yield f"{one.name} is hurt already"
    for arm in weapons(one):
        if fire.weapon_of(one, arm.name) != arm:
            yield f"{one.name} has more than one {arm.name}"


def numbers(table: Table, one: Combatant, foe: Combatant) -> tuple[int, ...]:
    """Somebody's attributes, how he meets blows, armour, what lying takes, tracks, Initiative attribute and passes."""
    known, lying = sheet(one), table.change(one.id, marks=(Mark("prone"),))
    track, stun = one.pools["damage" if known.one_track else "physical"], one.pools.get("stun")
    return (
        known.agility, known.reaction, known.body, answer(table, one, foe).defense_skill, reach(one), armor(one).ballistic,
        armor(one).impact, answer(lying, lying.who(one.id), foe).prone, track.most or 0, stun.most or 0 if stun else ENDLESS,
        int(known.one_track), attribute(one), known.passes, known.bonus_passes,
    )  # fmt: skip


def answer(table: Table, one: Combatant, foe: Combatant) -> rules.Defense:
    """The numbers of somebody's defence against a blow, in his best way."""
    blow = Blow(foe, one, UNARMED, "")
    return defense.line(table, blow, defense.Stand(defense.choices(table, blow)[0]))


# ------------------------------------------------------------------ weapons


def used(one: Combatant) -> tuple[Weapon, Weapon | None, Weapon | None]:
    """The weapon somebody begins a phase with, and what he goes on with after an attack, and after loading; None for nothing.

    What takes a Complex Action leaves none, and what fires single shots fires one a phase. SR4-PHASE-02 SR4-RCL-02
    """
    first, *others = [arm for arm in weapons(one) if is_ready(one, arm)]
    other = next((arm for arm in others if arm.action == "simple" and arm.name != first.name), None)
    if first.action == "complex":
        return first, None, other if first.ammo and first.modes else None
    return first, other if fire.fires_once(first) else first, first


def arm_numbers(table: Table, one: Combatant, foe: Combatant, arm: Weapon, first: Weapon) -> tuple[int, ...]:
    """A weapon's numbers for attack and damage, its rounds, and its recoil: alone, and after an attack with the first one.

    Raises Outside for a weapon that cannot be used, or as only the GM can tell.
    """
    blow, before = blow_with(one, foe, arm), shots(blow_with(one, foe, first))
    if arm.damage is None:
        raise Outside(f"what {one.name} does with the {arm.name} is the GM's to say")
    if arm.ammo and (arm.ammo < blow.fire.rounds or not (arm.modes or one.pool(arm.rounds))):
        raise Outside(f"there are too few rounds in the {arm.name} of {one.name}")
    later = spent(one.id, "recoil", UNTIL_FIGHT_END, before).apply(table)
    ours, damage = attack_line(table, blow, 0), damage_line(table, blow)
    if rules.attack_pool(ours._replace(recoil=0, reach=0)) != ours.agility + ours.skill:
        raise Outside(f"something helps or hinders {one.name} with the {arm.name}")
    return (
        int(arm.melee), ours.skill, arm.reach, damage.damage, damage.ammunition, damage.autofire, int(damage.physical),
        damage.ap, int(arm.meets == "impact"), shots(blow), arm.ammo, ours.recoil,
        attack_line(later, blow._replace(one=later.who(one.id)), 0).recoil,
    )  # fmt: skip


def blow_with(one: Combatant, foe: Combatant, arm: Weapon) -> Blow:
    """An attack in the first of the ways in which a weapon can be fired, if it is one to fire."""
    return Blow(one, foe, arm, fire.ways(arm)[0] if arm.modes else "")


def shots(blow: Blow) -> int:
    """The rounds that an attack takes."""
    return blow.fire.rounds if blow.weapon.modes else 0
