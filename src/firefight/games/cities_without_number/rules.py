"""The arithmetic of Cities Without Number: faces in, results out. No names, no dice, no time."""

from __future__ import annotations

from typing import NamedTuple

UNTRAINED = -1


def attribute_modifier(score: int) -> int:
    """What an attribute adds. Scores outside 3 to 18 count as the nearest of them. CWN-GEN-03"""
    return -2 if score <= 3 else (-1 if score <= 7 else (0 if score <= 13 else (1 if score <= 17 else 2)))


def halved(number: int, up: bool) -> int:
    """Half of a number, in whole points. CWN-GEN-02"""
    return (number + 1) // 2 if up else number // 2


def half_metres(move: int, prone: bool) -> int:
    """Half metres of one Move: distances are halved by being prone, and not rounded. CWN-GEN-02"""
    return move if prone else 2 * move


# ------------------------------------------------------------------ saving throws


def pc_save_target(level: int, modifier: int) -> int:
    """A PC's target. `modifier` is the better of the kind's two attributes, 0 for Luck.

    CWN-SAVE-03 CWN-SAVE-04 CWN-SAVE-05 CWN-SAVE-06
    """
    return 16 - level - modifier


def npc_save_target(hit_dice: int) -> int:
    """An NPC's one target for every kind. CWN-SAVE-07"""
    return 15 - hit_dice // 2


def saved(die: int, bonus: int, target: int) -> bool:
    """Whether a save succeeds; a 1 never does, a 20 always. CWN-SAVE-01"""
    return (die == 20) | ((die != 1) & (die + bonus >= target))


# ------------------------------------------------------------------ checks


def check_bonus(level: int, modifier: int) -> int:
    """What a PC adds to the dice; `level` is UNTRAINED without even level 0, which is its own penalty.

    CWN-SKILL-02 CWN-SKILL-03
    """
    return level + modifier


def circumstances(situational: int, stretch: int, lifted: bool, stretch_inside: bool) -> int:
    """Situational modifiers, summed and then limited, and the penalty of a skill that fits at a stretch.

    CWN-SKILL-04 CWN-SKILL-06
    """
    limited = situational + stretch if stretch_inside else situational
    within = limited if lifted else max(-2, min(2, limited))
    return within if stretch_inside else within + stretch


def succeeds(total: int, difficulty: int) -> bool:
    """Whether a check succeeds; no face decides by itself. CWN-SKILL-02"""
    return total >= difficulty


def contest(active: int, resisting: int, active_is_pc: bool, resisting_is_pc: bool) -> int:
    """Who wins an opposed check: 1 the active one, -1 the one who resists, 0 a tie of two of a kind. CWN-SKILL-09"""
    by_total = (active > resisting) - (active < resisting)
    return by_total if by_total != 0 else active_is_pc - resisting_is_pc


def breaks(dice: int, morale: int) -> bool:
    """Whether NPCs break. CWN-SEQ-03"""
    return dice > morale


# ------------------------------------------------------------------ time


def last_refresh(since: int, now: int) -> int:
    """The newest of the moments ten minutes apart, counted from `since`. CWN-TIME-03"""
    return since + 10 * ((now - since) // 10)


def fight_minutes(rounds: int, by_rounds: bool) -> int:
    """Mission minutes of a fight of so many begun rounds. CWN-TIME-05"""
    return max(1, (rounds + 9) // 10) if by_rounds else 1


# ------------------------------------------------------------------ attacks


class Strike(NamedTuple):
    """An attack before its dice. `shock` is what a miss would do to this target, `certain` 1 a sure hit, -1 a sure miss."""

    bonus: int
    modifier: int
    ac: int
    damage: int
    shock: int
    certain: int


class Blow(NamedTuple):
    """What came of an attack, before protection."""

    total: int
    hit: bool
    damage: int


def strike(line: Strike, die: int, dice: int) -> Blow:
    """One attack from the roll to the damage. `dice` is the sum of the weapon's dice."""
    total = die + line.bonus + line.modifier
    hit = line.certain > 0 if line.certain != 0 else total >= line.ac
    return Blow(total, hit, max(0, dice + line.damage, line.shock) if hit else line.shock)


def soaked(damage: int, soak: int) -> int:
    """What a soak pool takes of the damage."""
    return min(damage, soak)
