"""The arithmetic of what comes between fights: chases, ramming, advancement, crafting, mods, loads. Faces in, results out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

# ------------------------------------------------------------------ chases

HEAD_STARTS = {"none": 2, "one round": 1, "under a minute": 0, "over a minute": -2}
OUTNUMBERING, UNSEEN, FLIER, SPOTTER, DUTIFUL, VENGEFUL = -1, -2, 3, 1, -1, 1
TERRAIN, HINDRANCES, CAP = 2, 3, 2


class OnFoot(NamedTuple):
    """What helps and hinders pursuers on foot; `head_start` is the figure of HEAD_STARTS, `terrain` favours them above 0."""

    pursuers: int
    pursued: int
    head_start: int
    terrain: int
    dutiful: bool
    vengeful: bool


class ByVehicle(NamedTuple):
    """What helps and hinders one pursuing vehicle; `terrain` favours it above 0."""

    unseen: bool
    flies: bool
    quarry_flies: bool
    spotter: bool
    terrain: int
    dutiful: bool
    vengeful: bool


def pace(total: int, successes: int, botches: int, net: bool) -> int:
    """The pace of those who flee, with what they throw in the way; botches count only where they do harm.

    CWN-CHASE-02 CWN-CHASE-03 CWN-CHASE-06
    """
    plain = min(HINDRANCES, successes) - botches
    return total + (min(HINDRANCES, successes - botches) if net else plain)


def on_foot(so: OnFoot, capped: bool) -> int:
    """What is added to the check of pursuers on foot. CWN-CHASE-05"""
    numbers = OUTNUMBERING * (so.pursuers > so.pursued)
    return within(numbers + so.head_start + so.terrain + DUTIFUL * so.dutiful + VENGEFUL * so.vengeful, capped)


def by_vehicle(so: ByVehicle, capped: bool) -> int:
    """What is added to the check of one pursuing vehicle. CWN-CHASE-08"""
    air = FLIER * (so.flies - so.quarry_flies)
    seen = UNSEEN * so.unseen + SPOTTER * so.spotter
    return within(air + seen + so.terrain + DUTIFUL * so.dutiful + VENGEFUL * so.vengeful, capped)


def within(total: int, capped: bool) -> int:
    """A sum of modifiers, by house rule within the limit of other situations. CWN-CHASE-05 CWN-CHASE-08"""
    return max(-CAP, min(CAP, total)) if capped else total


def catches_on_foot(total: int, pace: int) -> bool:
    """Whether pursuers on foot catch up; a tie is an escape. CWN-CHASE-04"""
    return total > pace


def catches_by_vehicle(total: int, pace: int) -> bool:
    """Whether a pursuing vehicle catches up; a tie is enough. CWN-CHASE-07"""
    return total >= pace


# ------------------------------------------------------------------ ramming

RAM_DIE, RAM_RATING = 12, 3


def ram_factor(die: int, target: int) -> int:
    """What a collision's damage is multiplied by. CWN-RAM-01 CWN-RAM-02"""
    return RAM_RATING if die >= target else 1


# ------------------------------------------------------------------ advancement

FAST = (0, 3, 6, 12, 18, 27, 39, 54, 72, 93)
SLOW = (0, 6, 15, 24, 36, 51, 69, 87, 105, 139)
FOCUS_LEVELS = (2, 5, 7, 10)
EDGE_LEVEL, MOST_LEVEL = 5, 10
STEP_COSTS, STEP_GATES = (1, 2, 3, 4, 5), (1, 1, 3, 6, 9)
BOOST_COSTS, BOOST_GATES = (1, 2, 3, 4, 5), (1, 1, 3, 6, 9)
MOST_SKILL, MOST_BOOSTS, MOST_SCORE = 4, 5, 18
FOCUS_POINTS, HARD = 3, 2


def level_for(points: int, slow: bool) -> int:
    """The level that so much experience gives. CWN-ADV-01 CWN-ADV-02"""
    return sum(points >= threshold for threshold in (SLOW if slow else FAST))


def hit_points(dice: Sequence[int], con: int, hard: bool, most: int) -> int:
    """The new maximum: the sum of all dice where that is more, else one more than before. CWN-ADV-04"""
    total = sum(max(1, die + con + HARD * hard) for die in dice)
    return max(total, most + 1)


def raised(most: int, level: int, bump: bool) -> int:
    """The maximum that a roll has to beat once somebody has become hard to kill at this level. CWN-ADV-17"""
    return most + HARD * (level - 1) * bump


def current(now: int, most: int, new: int, with_most: bool) -> int:
    """Hit points left after the maximum has risen. CWN-ADV-04"""
    return now + (new - most) * with_most


def attack_bonus(level: int, on_target: bool) -> int:
    """The base attack bonus of a PC. CWN-ADV-06"""
    return level if on_target else level // 2


def skill_points(level: int, educated: bool, just_now: bool) -> int:
    """Points of one advance; who is educated only now gets one more for each advance before. CWN-ADV-07 CWN-ADV-16"""
    return 3 + educated + (level - 2) * just_now


def step_cost(level: int) -> int:
    """What the step to this level of a skill costs. CWN-ADV-09"""
    return STEP_COSTS[level] if 0 <= level <= MOST_SKILL else 0


def can_step(to: int, character: int, points: int, credit: int) -> bool:
    """Whether the step to a level of a skill is open and paid for; credit alone knows no gate.

    CWN-ADV-09 CWN-ADV-10 CWN-ADV-15
    """
    gate = STEP_GATES[to] if 0 <= to <= MOST_SKILL else MOST_LEVEL + 1
    return (character >= gate) & (points + credit >= step_cost(to)) & (to <= MOST_SKILL)


def can_boost(boosts: int, character: int, points: int, score: int, underdog: bool) -> bool:
    """Whether an attribute may be raised. CWN-ADV-11 CWN-ADV-12 CWN-ADV-19"""
    n = min(boosts, MOST_BOOSTS - 1)
    free = (boosts < MOST_BOOSTS) & (score < MOST_SCORE) & (not underdog)
    return free & (character >= BOOST_GATES[n]) & (points >= BOOST_COSTS[n])


class Step(NamedTuple):
    """A skill's level, and the credit that lies on it."""

    level: int
    credit: int


def credited(level: int, credit: int) -> Step:
    """A skill after points that are its own have bought what they can; none are left on the highest level.

    CWN-ADV-14 CWN-ADV-15
    """
    steps = [sum(STEP_COSTS[level + 1 : to + 1]) for to in range(level, MOST_SKILL + 1)]
    new = level + max(n for n, cost in enumerate(steps) if cost <= credit)
    return Step(new, 0 if new >= MOST_SKILL else credit - steps[new - level])


# ------------------------------------------------------------------ crafting

DAY, WEEK = 24, 168
NORMAL_HOURS = {"vehicle": 30 * DAY, "weapon": WEEK, "armour": WEEK, "device": WEEK, "simple device": WEEK}


class Grade(NamedTuple):
    """Time in halves of the normal one, cost in quarters of the market price."""

    halves: int
    quarters: int


GRADES = {
    "jury-rigged": Grade(1, 1),
    "jury-rigged from salvage": Grade(2, 0),
    "normal": Grade(2, 4),
    "mastercrafted": Grade(4, 40),
}


def build_hours(normal: int, grade: Grade) -> int:
    """Hours of building something. CWN-CRAFT-03 CWN-CRAFT-04 CWN-CRAFT-05 CWN-CRAFT-06"""
    return normal * grade.halves // 2


def parts_cost(price: int, grade: Grade) -> int:
    """Dollars of the parts, rounded up. CWN-CRAFT-04 CWN-CRAFT-05 CWN-CRAFT-06"""
    return (price * grade.quarters + 3) // 4


# ------------------------------------------------------------------ mods

RENT, WORKSHOP = 500, 20_000
OFF_AFTER, ITEM_OFF_AFTER = 24 * 60, 7 * 24 * 60


def mod_hours(fix: int, heal: int, assistant: bool, only_work: bool) -> int:
    """Hours of building and fitting a mod; `heal` is -1 where it needs none. CWN-MOD-04"""
    weeks = max(0, fix) + max(0, heal)
    return (weeks * WEEK if weeks > 0 else DAY) // ((1 + assistant) * (1 + only_work))


def rent(hours: int) -> int:
    """Dollars for a rented workshop, by whole days. CWN-MOD-01"""
    return RENT * ((hours + DAY - 1) // DAY)


def capacity(intelligence: int, constitution: int, fix: int, full_time: bool) -> int:
    """How many mods a tech can keep up; none without training. CWN-MOD-06 CWN-MOD-07"""
    plain = max(0, intelligence + constitution + 3 * fix) if fix >= 0 else 0
    return plain * 2 if full_time else plain


def is_off(minutes: int) -> bool:
    """Whether a mod has lapsed so long after its last maintenance. CWN-MOD-08"""
    return minutes >= OFF_AFTER


def is_item_off(minutes: int) -> bool:
    """Whether the item with the mod has stopped as well. CWN-MOD-08"""
    return minutes >= ITEM_OFF_AFTER


def factory_price(base: int, mods: int, components: int) -> int:
    """Dollars for gear that comes with mods of this price in all. CWN-MOD-10"""
    return int((base + 5 * mods) * 2**components)


# ------------------------------------------------------------------ loads

BULK = {"pocket": 0, "one hand": 1, "two hands": 2, "whole body": 5, "teammate": 12}
PERCENT = (100, 70, 50, 0)
TOO_MUCH = 3


def most_stowed(strength: int) -> int:
    """Points that can be Stowed. CWN-ENC-04"""
    return strength


def most_readied(strength: int) -> int:
    """Points that can be Readied. CWN-ENC-04"""
    return strength // 2


def overload(strength: int, readied: int, stowed: int) -> int:
    """The step of pushing a load takes, 0 to 2; TOO_MUCH is beyond carrying. CWN-ENC-05"""
    by_hand = (max(0, readied - most_readied(strength)) + 1) // 2
    by_pack = (max(0, stowed - most_stowed(strength)) + 3) // 4
    return min(TOO_MUCH, max(by_hand, by_pack))


def decimetres(move: int, step: int) -> int:
    """Tenths of a metre of one Move under a load. CWN-ENC-05 CWN-GEN-02"""
    return move * PERCENT[step] // 10


def bundled(count: int, points: int, round_up: bool) -> int:
    """Points of small things tied in threes. CWN-ENC-06"""
    return points * ((count + 2) // 3 if round_up else count // 3 + count % 3)


def bulk_points(kilograms: int) -> int:
    """Points of bulk goods by weight, rounded up. CWN-ENC-07"""
    return (kilograms * 2 + 4) // 5
