"""The arithmetic of Eclipse Phase: faces in, results out. No names, no dice, no time."""

from __future__ import annotations

from typing import NamedTuple


class Modifiers(NamedTuple):
    """What changes the Initiative stat: signed numbers, then wounds and traumas with how many of each do not count."""

    ware: int
    drug: int
    psi: int
    wound: int
    other: int
    wounds: int
    wounds_ignored: int
    traumas: int
    traumas_ignored: int


def initiative_stat(intuition: int, reflexes: int, rounding: int) -> int:
    """A fifth of the two aptitudes together. `rounding` is 0 for down, 1 for nearest, 2 for up. EP-INIT-02 EP-INIT-03"""
    return (intuition + reflexes + 2 * rounding) // 5


def harm(count: int, ignored: int) -> int:
    """What wounds or traumas take off Initiative: one each; three at most can be ignored. EP-INIT-05"""
    return -max(0, count - max(0, min(ignored, 3)))


def modifier(m: Modifiers) -> int:
    """Everything that changes the stat, added up. EP-INIT-04 EP-INIT-05"""
    return m.ware + m.drug + m.psi + m.wound + m.other + harm(m.wounds, m.wounds_ignored) + harm(m.traumas, m.traumas_ignored)


def roll(die: int, deafened: bool) -> int:
    """What the Initiative roll itself brings: the die, less three for the deaf. EP-INIT-05 EP-INIT-06"""
    return die - (3 if deafened else 0)


def big_left(big: int, quick: int, extra: bool) -> int:
    """Complex or task actions left of a share: one beside one quick action, or alone in an extra action.

    EP-ACT-01 EP-EXTRA-05
    """
    return 1 if big == 0 and quick <= (0 if extra else 1) else 0


def quick_left(big: int, quick: int, extra: bool) -> int:
    """Quick actions left of a share: one beside a big one, else three; in an extra action two, or none beside a complex one.

    EP-ACT-01 EP-EXTRA-05
    """
    return max(0, ((0 if big else 2) if extra else (1 if big else 3)) - quick)


def metres_left(rate: int, moved: int) -> int:
    """Metres left of the turn's movement. EP-ACT-02 EP-EXTRA-05"""
    return max(0, rate - moved)


def full_move_penalty(full: bool) -> int:
    """What a full move costs on physical actions of that turn. EP-ACT-02"""
    return -20 if full else 0


def task_turns(timeframe: int, superior: int) -> int:
    """Turns of a task that succeeds, a quarter less for each superior success spent on time; halves up, one at least.

    EP-ACT-03
    """
    return max(1, (timeframe * max(0, 4 - superior) + 2) // 4)


def turns_lost(timeframe: int, superior: int) -> int:
    """Turns before the failure of a task shows: a quarter, and one more for each superior failure. EP-ACT-03"""
    return max(1, (timeframe * (1 + superior) + 2) // 4)
