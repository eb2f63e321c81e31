"""The arithmetic of Shadowrun 4: faces in, results out. No names, no dice, no time."""

from __future__ import annotations

from typing import NamedTuple

# ------------------------------------------------------------------ pools of dice


def is_hit(face: int) -> bool:
    """Whether a die of a pool counts. SR4-DICE-01 SR4-INIT-05"""
    return face >= 5


def is_glitch(dice: int, ones: int) -> bool:
    """Whether at least half of the dice rolled show a 1. SR4-DICE-01 SR4-INIT-07"""
    return (dice > 0) & (2 * ones >= dice)


def is_critical(dice: int, ones: int, hits: int) -> bool:
    """Whether a glitch came without a single hit. SR4-DICE-01 SR4-INIT-07"""
    return is_glitch(dice, ones) & (hits == 0)


def net_hits(attack: int, defense: int) -> int:
    """By how many hits an attack succeeds; a tie misses. SR4-DICE-01 SR4-ATK-01"""
    return max(0, attack - defense)


# ------------------------------------------------------------------ initiative


def initiative_dice(attribute: int, wounds: int) -> int:
    """The pool of the Initiative Test; wounds lower it, not below 0. SR4-INIT-05 SR4-INIT-06"""
    return max(0, attribute - wounds)


def initiative_score(attribute: int, wounds: int, hits: int, dice_only: bool) -> int:
    """The Initiative Score; by house rule wounds have lowered the dice alone. SR4-INIT-03 SR4-INIT-05 SR4-INIT-06"""
    return hits + (attribute if dice_only else max(0, attribute - wounds))


def rescored(score: int, before: int, now: int) -> int:
    """A score in mid-turn, when what it rests on has changed; nobody tests anew. SR4-INIT-06 SR4-INIT-08 SR4-PASS-05"""
    return score + now - before


def surprise_pool(reaction: int, intuition: int, prepared: int, wounds: int) -> int:
    """The pool of the test against surprise; whoever is alert or lies in ambush has more dice. SR4-SURP-01"""
    return max(0, reaction + intuition + prepared - wounds)


# ------------------------------------------------------------------ passes


def passes(base: int, bonus: int, lost: int) -> int:
    """Initiative Passes of a Combat Turn: four at most, one at least. SR4-INIT-07 SR4-PASS-04 SR4-PASS-06"""
    return max(1, min(4, max(1, base + bonus)) - lost)


def bought_pass(passes: int, running: int) -> int:
    """Where a pass bought with Edge comes: after one's own, or the next to begin; above 4 there is none. SR4-EDGE-02"""
    return max(passes, running) + 1


# ------------------------------------------------------------------ the Action Phase


def simple_left(simple: int, complex: int) -> int:
    """Simple Actions an Action Phase still has: two, or none beside a Complex one. SR4-PHASE-02"""
    return 0 if complex > 0 else max(0, 2 - simple)


def complex_left(simple: int, complex: int) -> int:
    """Complex Actions an Action Phase still has: one, if nothing else was done. SR4-PHASE-02"""
    return 1 if simple + complex == 0 else 0


# ------------------------------------------------------------------ an attack


class Attack(NamedTuple):
    """What makes the attacker's pool: Agility, skill, and the situation in dice more or fewer. SR4-RNG-01 SR4-MEL-01"""

    agility: int
    skill: int
    wounds: int
    aim: int
    recoil: int
    range: int
    cover: int
    running: int
    in_melee: int
    vehicle: int
    reach: int
    modifier: int


def attack_pool(a: Attack) -> int:
    """The attacker's dice; with none the attack cannot succeed. SR4-RNG-01 SR4-MEL-01"""
    situation = a.wounds + a.aim + a.recoil + a.range + a.cover + a.running + a.in_melee + a.vehicle + a.reach + a.modifier
    return max(0, a.agility + a.skill + situation)


class Defense(NamedTuple):
    """What makes the defender's pool: Reaction, the skill of the way he defends, Dodge once more, the situation.

    `defense_skill` is 0 against shots, `full_defense` is Dodge for those who take Full Defense, else 0.
    SR4-RNG-02 SR4-RNG-03 SR4-MEL-02 SR4-MEL-03 SR4-DEF-03
    """

    reaction: int
    defense_skill: int
    full_defense: int
    target_wounds: int
    defended: int
    prone: int
    target_running: int
    target_in_melee: int
    target_vehicle: int
    target_reach: int
    wide_burst: int
    target_modifier: int


def defense_pool(d: Defense) -> int:
    """The defender's dice. SR4-RNG-02 SR4-RNG-03 SR4-MEL-02 SR4-MEL-03 SR4-DEF-03"""
    moving = d.target_running + d.target_in_melee + d.target_vehicle
    situation = d.target_wounds + d.defended + d.prone + moving + d.target_reach + d.wide_burst + d.target_modifier
    return max(0, d.reaction + d.defense_skill + d.full_defense + situation)


def longer(reach: int, other: int) -> int:
    """The dice that the longer weapon is worth. SR4-MEL-01"""
    return max(0, reach - other)


class Damage(NamedTuple):
    """What makes the damage of a hit; `armor` is the rating that counts against it, `ap` what is added to that."""

    damage: int
    ammunition: int
    autofire: int
    physical: bool
    ap: int
    armor: int
    body: int


class Harm(NamedTuple):
    """A hit before it is resisted: the DV that is compared, modified armour, what is to be resisted, with how many dice."""

    compared: int
    armor: int
    physical: bool
    damage: int
    dice: int


def harm(d: Damage, net: int) -> Harm:
    """A hit with so many net hits against armour; autofire hurts, but does not get through any better.

    SR4-RNG-04 SR4-MEL-04 SR4-ATK-01 SR4-ATK-02 SR4-ATK-03
    """
    compared = d.damage + d.ammunition + net
    armor = max(0, d.armor + d.ap)
    return Harm(compared, armor, d.physical & (compared > armor), compared + d.autofire, d.body + armor)


def boxes(damage: int, hits: int) -> int:
    """The boxes that are left of the damage after so many hits of the resistance test. SR4-ATK-03"""
    return max(0, damage - hits)


def is_knocked_down(boxes: int, body: int, at_body: bool) -> bool:
    """Whether the damage of one attack floors somebody: more than Body (or as much, by house rule), or ten boxes. SR4-CM-03"""
    return (boxes >= 10) | (boxes > body) | (at_body & (boxes == body) & (boxes > 0))


def half(strength: int) -> int:
    """What Strength adds to the damage of a blow."""
    return (strength + 1) // 2


# ------------------------------------------------------------------ bursts and recoil


def autofire(rounds: int) -> int:
    """What the rounds of a burst add to the damage, or take from the defender's dice. SR4-RCL-02"""
    return rounds - 1


def uncompensated(fired: int, compensation: int) -> int:
    """The recoil of all rounds of an Action Phase that compensation does not take up. SR4-RCL-01"""
    return max(0, fired - 1 - compensation)


def recoil(before: int, rounds: int, compensation: int, is_doubled: bool, is_cumulative: bool) -> int:
    """The dice an attack loses to recoil, with the rounds of this phase before it; by house rule only to its own. SR4-RCL-01"""
    earlier = uncompensated(max(1, before), compensation)
    left = uncompensated(before + rounds, compensation) - (0 if is_cumulative else earlier)
    return left * (2 if is_doubled else 1)


# ------------------------------------------------------------------ condition monitors


def track(attribute: int) -> int:
    """Boxes of a condition monitor, by the attribute it hangs on. SR4-CM-01"""
    return 8 + (attribute + 1) // 2


def wound_modifier(boxes: int) -> int:
    """What the boxes of one track take off: 1 for every full three. SR4-CM-01"""
    return boxes // 3


def carried_over(excess: int, boxes_for_one: int) -> int:
    """Physical boxes that Stun beyond its track becomes; what does not make a whole box is dropped. SR4-CM-02"""
    return excess // boxes_for_one


def is_dead(overflow: int, body: int) -> bool:
    """Whether the damage beyond the Physical track is more than the Body can take. SR4-CM-02"""
    return overflow > body


def is_bleeding_due(turns: int, body: int) -> bool:
    """Whether one who is dying takes a box after so many Combat Turns without one. SR4-CM-02"""
    return turns >= body


# ------------------------------------------------------------------ on the map


def metres_left(runs: bool, walked: int, walking: int, running: int) -> int:
    """Metres that are left of a Combat Turn, by what its two gaits are worth: whoever runs has the longer one. SR4-FREE-01"""
    return max(0, (running if runs else walking) - walked)
