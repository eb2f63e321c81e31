"""The arithmetic of Cyberpunk RED: faces in, results out. No names, no dice, no time."""

from __future__ import annotations


def check_die(die: int, second: int) -> int:
    """A d10 as it counts on a Check: a 10 adds a second die, a 1 subtracts it, once only. CPR-INIT-07"""
    return die + second if die == 10 else (die - second if die == 1 else die)


def initiative(ref: int, bonus: int, luck: int, wound_penalty: int, die: int, second: int, criticals: bool) -> int:
    """A place in the queue. The second die counts only after a 10 or a 1, and only where criticals apply.

    CPR-INIT-06 CPR-INIT-07 CPR-INIT-08
    """
    return ref + bonus + luck - wound_penalty + (check_die(die, second) if criticals else die)


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
