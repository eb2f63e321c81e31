"""The arithmetic of Shadowrun 4: faces in, results out. No names, no dice, no time."""

from __future__ import annotations


def is_hit(face: int) -> bool:
    """Whether a die of a pool counts. SR4-INIT-05"""
    return face >= 5


def is_glitch(dice: int, ones: int) -> bool:
    """Whether at least half of the dice rolled show a 1. SR4-INIT-07"""
    return (dice > 0) & (2 * ones >= dice)


def is_critical(dice: int, ones: int, hits: int) -> bool:
    """Whether a glitch came without a single hit. SR4-INIT-07"""
    return is_glitch(dice, ones) & (hits == 0)


def initiative_dice(attribute: int, wounds: int) -> int:
    """The pool of the Initiative Test; wounds lower it, not below 0. SR4-INIT-05 SR4-INIT-06"""
    return max(0, attribute - wounds)


def initiative_score(attribute: int, wounds: int, hits: int, dice_only: bool) -> int:
    """The Initiative Score; by house rule wounds have lowered the dice alone. SR4-INIT-03 SR4-INIT-05 SR4-INIT-06"""
    return hits + (attribute if dice_only else max(0, attribute - wounds))


def passes(base: int, bonus: int, lost: int) -> int:
    """Initiative Passes of a Combat Turn: four at most, one at least. SR4-INIT-07 SR4-PASS-04 SR4-PASS-06"""
    return max(1, min(4, max(1, base + bonus)) - lost)


def bought_pass(passes: int, running: int) -> int:
    """Where a pass bought with Edge comes: after one's own, or the next to begin; above 4 there is none. SR4-EDGE-02"""
    return max(passes, running) + 1


def simple_left(simple: int, complex: int) -> int:
    """Simple Actions an Action Phase still has: two, or none beside a Complex one. SR4-PHASE-02"""
    return 0 if complex > 0 else max(0, 2 - simple)


def complex_left(simple: int, complex: int) -> int:
    """Complex Actions an Action Phase still has: one, if nothing else was done. SR4-PHASE-02"""
    return 1 if simple + complex == 0 else 0


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
