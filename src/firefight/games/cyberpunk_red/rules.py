"""The arithmetic of Cyberpunk RED: faces in, results out. No names, no dice, no time."""

from __future__ import annotations

from typing import NamedTuple

BANDS = (6, 12, 25, 50, 100, 200, 400, 800)
"""Where each band of distance ends, in m/yds. CPR-ATK-01"""


class Action(NamedTuple):
    """What is added to the die of a Check that is an Action; every number is added as it stands. CPR-RES-01"""

    stat: int
    skill: int
    luck: int = 0
    wounds: int = 0
    grapple: int = 0
    aimed: int = 0
    modifier: int = 0


class Defense(NamedTuple):
    """What is added to the die of whoever is opposed. CPR-RES-04"""

    defense_stat: int
    defense_skill: int
    defense_luck: int = 0
    defense_modifier: int = 0


class Hit(NamedTuple):
    """What a hit meets: the damage, the stopping power there, how much of it counts, what comes of what gets through.

    CPR-DMG-01 CPR-DMG-02 CPR-DMG-03
    """

    damage: int
    sp: int
    halved: bool = False
    doubled: bool = False
    ablates: int = 1


# ------------------------------------------------------------------ checks


def check_die(die: int, second: int) -> int:
    """A d10 as it counts on a Check: a 10 adds a second die, a 1 subtracts it, once only.

    CPR-INIT-07 CPR-RES-02 CPR-RES-03
    """
    return die + second if die == 10 else (die - second if die == 1 else die)


def action(line: Action, die: int, second: int) -> int:
    """The total of a Check that is an Action. CPR-RES-01 CPR-RES-05"""
    added = line.stat + line.skill + line.luck + line.wounds + line.grapple + line.aimed + line.modifier
    return added + check_die(die, second)


def defense(line: Defense, die: int, second: int) -> int:
    """The total of whoever is opposed. CPR-RES-04 CPR-RES-05"""
    return line.defense_stat + line.defense_skill + line.defense_luck + line.defense_modifier + check_die(die, second)


def succeeds(total: int, dv: int, tie: bool) -> bool:
    """Whether a Check is made: it has to beat its DV, or by house rule to meet it. CPR-RES-01"""
    return total >= dv if tie else total > dv


def beats(total: int, other: int) -> bool:
    """Whether the first of two opposed totals wins; equal ones are the defender's. CPR-RES-04"""
    return total > other


def initiative(ref: int, bonus: int, luck: int, wound_penalty: int, die: int, second: int, criticals: bool) -> int:
    """A place in the queue. The second die counts only after a 10 or a 1, and only where criticals apply.

    CPR-INIT-06 CPR-INIT-07 CPR-INIT-08
    """
    return ref + bonus + luck - wound_penalty + (check_die(die, second) if criticals else die)


# ------------------------------------------------------------------ movement


def move_allowance(move: int) -> int:
    """Metres of one Move Action. CPR-MOV-04"""
    return 2 * move if move > 0 else 0


def squares(metres: int) -> int:
    """Whole squares of 2 m in a distance. CPR-MOV-04"""
    return metres // 2 if metres > 0 else 0


def path(straight: int, diagonal: int) -> int:
    """Metres of a way across squares: a diagonal step counts like any other. CPR-MOV-04"""
    return 2 * (straight + diagonal)


def faster(move: int, other: int) -> int:
    """Who of two is faster in the long run: 1 the first, -1 the other, 0 a dead heat. CPR-MOV-03"""
    return (move > other) - (move < other)


# ------------------------------------------------------------------ attacks


def band(metres: float) -> int:
    """The number of the band a distance is in, from 0; as many as there are bands for what is farther off.

    A fraction of a metre past the end of a band belongs to the next one. CPR-ATK-01
    """
    return sum(metres > end for end in BANDS)


def may_dodge(ref: int) -> bool:
    """Whether somebody is quick enough to dodge bullets, by REF as it is now. CPR-ATK-02"""
    return ref >= 8


def fist_dice(body: int) -> int:
    """Dice of damage of a blow without a weapon, by BODY. CPR-ATK-04"""
    return 1 + (body > 4) + (body > 6) + (body > 10)


def multiplier(total: int, dv: int, most: int) -> int:
    """What Autofire multiplies its damage by: how far the DV was beaten, up to a limit; 0 for a miss. CPR-ATK-06"""
    return min(max(0, total - dv), most)


def through(hit: Hit) -> int:
    """Hit points lost to a hit: what armour lets through, and twice that at the head.

    CPR-DMG-01 CPR-DMG-03 CPR-ATK-05
    """
    return max(0, hit.damage - ((hit.sp + 1) // 2 if hit.halved else hit.sp)) * (2 if hit.doubled else 1)


def sp_after(hit: Hit) -> int:
    """Stopping power after a hit: what stops all of it stays whole. CPR-DMG-02"""
    return max(0, hit.sp - hit.ablates) if through(hit) else hit.sp


def is_critical(sixes: int) -> bool:
    """Whether so many sixes among the dice of damage bring a Critical Injury. CPR-DMG-04"""
    return sixes >= 2


# ------------------------------------------------------------------ health


def hit_points(body: int, will: int) -> int:
    """Hit points of somebody unhurt. CPR-HP-01"""
    return 10 + 5 * ((body + will + 1) // 2)


def wound_state(hp: int, most: int) -> int:
    """How badly somebody is hurt: 0 not at all, 1 lightly, 2 seriously, 3 mortally. CPR-HP-02"""
    return (hp < most) + ((hp < most) & (2 * hp < most + most % 2)) + ((hp < 1) & (hp < most))


def wound_penalty(state: int) -> int:
    """What a wound takes off all Actions; the worst one alone counts. CPR-HP-02"""
    return 4 if state == 3 else (2 if state == 2 else 0)


def wounded_move(move: int, state: int) -> int:
    """MOVE of somebody with such a wound. CPR-HP-02"""
    return max(min(move, 1), move - 6) if state == 3 else move


def survives(die: int, penalty: int, body: int) -> bool:
    """Whether a Death Save is made; a 10 never makes it. CPR-HP-03"""
    return die < 10 and die + penalty < body


def stabilize_dv(state: int) -> int:
    """How hard it is to stabilize somebody hurt like this. CPR-HP-04"""
    return 15 if state == 3 else (13 if state == 2 else 10)


# ------------------------------------------------------------------ reach, tasks, the NET


def within_reach(metres: int, reach: int) -> bool:
    """Whether something so far off, begun metres counted whole, can be touched. CPR-SCN-04"""
    return metres <= reach


def is_forward(degrees: int) -> bool:
    """Whether something so many degrees off somebody's facing lies before the line of the shoulders. CPR-SCN-03"""
    return degrees <= 90


def actions_needed(seconds: int) -> int:
    """Actions a task takes at three seconds each. CPR-ACT-13 CPR-ACT-15"""
    return max(1, (seconds + 2) // 3)


def net_actions(interface: int) -> int:
    """NET Actions of one Action, by Interface rank; none without one. CPR-ACT-11"""
    return 0 if interface < 1 else (2 if interface < 4 else (3 if interface < 7 else (4 if interface < 10 else 5)))
