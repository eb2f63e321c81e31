"""The arithmetic of what comes after a blow: dying, mending, System Strain, toxins, repair. Faces in, results out.

System Strain is counted in thousandths of a point, so that quarters, and halves of quarters, stay exact. CWN-STRAIN-01
"""

from __future__ import annotations

from typing import NamedTuple

POINT = 1000

# ------------------------------------------------------------------ falling

KNOCKED_OUT, DEAD, WOUNDED, AT_RISK, INJURED = 0, 1, 2, 3, 4


class Fall(NamedTuple):
    """Somebody at 0 hit points: what hit him last, and what he was. `kills_frail` is what a non-lethal blow does to the Frail."""

    lethal: bool
    frail: bool
    kills_frail: bool
    unsurvivable: bool
    nameless: bool
    traumatic: bool
    crash: bool


def fate(fall: Fall) -> int:
    """What becomes of him, in the fixed order of checks.

    KNOCKED_OUT, DEAD, WOUNDED; AT_RISK is wounded with a save against a Major Injury, INJURED with one for certain.
    CWN-INJ-01 CWN-INJ-09 CWN-INJ-13 CWN-INJ-14 CWN-INJ-15 CWN-MAJOR-01 CWN-MAJOR-03
    """
    harmless = DEAD if fall.frail & fall.kills_frail else KNOCKED_OUT
    injury = INJURED if fall.crash else (AT_RISK if fall.traumatic else WOUNDED)
    deadly = fall.frail | fall.unsurvivable | fall.nameless
    return (DEAD if deadly else injury) if fall.lethal else harmless


def dying_rounds(fall_counts: bool) -> int:
    """Whole rounds after that of the fall in which somebody can still be saved. CWN-INJ-02"""
    return 5 if fall_counts else 6


ELAPSED, DIFFERENCE, COMPLETE = 0, 1, 2


def full_rounds(fall: int, now: int, come_round: bool, reading: int) -> int:
    """Full rounds since a fall in round `fall`; `come_round` tells that the order has come to that point again.

    `reading` is ELAPSED (rounds gone all the way round), DIFFERENCE (of the numbers) or COMPLETE (begun and ended since).
    CWN-INJ-06
    """
    passed = now - fall
    elapsed = passed if come_round else passed - 1
    return max(0, passed if reading == DIFFERENCE else (passed - 1 if reading == COMPLETE else elapsed))


def stabilise_difficulty(base: int, rounds: int, tools: bool) -> int:
    """What stops the bleeding takes. CWN-INJ-05"""
    return base + rounds + (0 if tools else 2)


def injury(die: int, more: int) -> int:
    """The line of the table of Major Injuries, 1 to 12. CWN-MAJOR-03"""
    return max(1, min(12, die + more))


def minutes_left(rounds: int) -> int:
    """Minutes that are left of so many rounds. CWN-INJ-08"""
    return max(0, (rounds + 9) // 10)


# ------------------------------------------------------------------ mending


def first_aid(die: int, level: int) -> int:
    """Hit points of one application; the untrained level is -1. CWN-HEAL-03"""
    return max(0, die + level)


def session(applications: int) -> int:
    """Minutes of so many applications by one healer, one after another. CWN-HEAL-06"""
    return min(5, applications)


def recovered(now: int, most: int, by: int) -> int:
    """Hit points after a good night, never above the most. CWN-HEAL-01"""
    return max(now, min(most, now + by))


def parts(price: int) -> int:
    """Cents of the parts that mend a system of this price in dollars: a fifth of it. CWN-REPAIR-02"""
    return price * 20


# ------------------------------------------------------------------ System Strain


def fits(total: int, more: int, most: int) -> bool:
    """Whether so much more still goes into a body; nothing more always does. CWN-STRAIN-02 CWN-STRAIN-04"""
    return (more <= 0) | (total + more <= most)


def installable(permanent: int, accumulated: int, more: int, most: int, permanent_only: bool) -> bool:
    """Whether an implant still goes into a body. CWN-STRAIN-03"""
    return fits(permanent if permanent_only else permanent + accumulated, more, most)


class Forced(NamedTuple):
    """What strain that cannot be declined does: how much of it counts, and whether it knocks out."""

    added: int
    out: bool


def forced(total: int, more: int, most: int, fill: bool) -> Forced:
    """Strain that cannot be declined; what is beyond the maximum is lost, or by house rule all of it. CWN-STRAIN-05"""
    over = not fits(total, more, most)
    room = max(0, most - total) if fill else 0
    return Forced(room if over else more, over)


def rested(accumulated: int) -> int:
    """Accumulated strain after a good night. CWN-STRAIN-06"""
    return max(0, accumulated - POINT)


def whole_room(permanent: int, accumulated: int, most: int) -> int:
    """Whole points that still go in. CWN-STRAIN-02"""
    return max(0, most - permanent - accumulated) // POINT


# ------------------------------------------------------------------ toxins


def antidote(level: int) -> int:
    """What a trained medic adds to a save against poison. CWN-TOX-03"""
    return 2 * level if level > 0 else 1


def lessened(strain: int, half: bool) -> int:
    """Strain of a toxin in thousandths, halved where a made save spares half of it. CWN-TOX-02 CWN-TOX-03"""
    return strain // 2 if half else strain
