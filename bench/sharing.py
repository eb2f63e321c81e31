"""What it costs the table that its rules are shared with the odds and the compiled simulator: one attack, both ways.

Shared rules are straight lines that compute everything, so that they can be counted, compiled and laid side by side. The
others are written for the table alone: they stop as soon as they know. Cities Without Number, as its attack has the
longest rule.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from unittest.mock import patch

from bench.cities import one_attack
from bench.rounds import Row, alternate
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.rules import Blow, House, Strike, Wound

ROUNDS = 15
TRIED = 20_000


def measure() -> list[Row]:
    """An attack from the declaration to the damage, with the shared rules against rules for the table alone."""
    assert_alike()
    rounds = alternate({"shared": one_attack(), "alone": alone(one_attack())}, ROUNDS)
    return [
        Row(
            name="one attack by the shared rules, Cities Without Number",
            value=1e6 / rounds.median("shared"),
            unit="us",
            against=f"rules for the table alone, {1e6 / rounds.median('alone'):.0f} us",
            ratio=rounds.ratio("alone", "shared"),
            floor=1.25,
            target=1.05,
        )
    ]


def alone(work: Callable[[], float]) -> Callable[[], float]:
    """The same work by the rules for the table alone."""

    def patched() -> float:
        with patch.multiple(rules, strike=strike, wound=wound, damage=damage):
            return work()

    return patched


# ------------------------------------------------------------------ the rules as one would write them for the table alone


def strike(s: Strike, house: House, d20: int, dice: int, trauma_die: int) -> Blow:
    """One attack from the roll to the damage, before protection."""
    hidden = s.cover + s.unseen
    if s.gunlink:
        total = d20 + s.bonus + (min(0, hidden + 2) if hidden < 0 else hidden) + s.prone + s.reach + s.action + s.modifier
    else:
        total = d20 + s.bonus + hidden + s.range + s.prone + s.reach + s.action + s.modifier
    if s.certain:
        hit = s.certain > 0
    elif house.natural and d20 in (1, 20):
        hit = d20 == 20
    else:
        hit = total >= s.ac
    shock = 0
    if s.shock and (s.mobbed or s.melee_ac <= s.shock_ac) and not (s.defends or (s.immune and not s.mobbed)):
        shock = s.shock
    blocks = s.shield and not s.mobbed
    if not hit:
        return Blow(total, False, False, shock, 1, 0, blocks and shock > 0)
    least = 0 if blocks else shock
    base = max(house.least, min(dice + s.damage + s.swarm, s.most + s.damage))
    traumatic = s.rating > 0 and trauma_die + s.trauma >= s.trauma_target
    factor = s.rating if traumatic else 1
    if house.floor_last:
        return Blow(total, True, traumatic, base, factor, least, False)
    return Blow(total, True, traumatic, base if base > least else least, factor, 0, False)


def wound(house: House, base: int, factor: int, floor: int, soak: int, armor: int) -> Wound:
    """Damage meets Soak, which is used up, and an Armor rating, which is not."""
    if house.soak_first or house.armor_first:
        return SHARED_WOUND(house, base, factor, floor, soak, armor)
    full = base * factor
    if full < floor:
        full = floor
    soaked = soak if soak < full else full
    left = full - soaked - armor
    return Wound(soaked, left if left > 0 else 0)


def damage(base: int, factor: int, floor: int) -> int:
    """The damage of an attack when its parts are put together."""
    full = base * factor
    return full if full > floor else floor


SHARED_STRIKE, SHARED_WOUND = rules.strike, rules.wound


def assert_alike() -> None:
    """Both say the same of any attack. Raises AssertionError where they do not."""
    chance = Random(1)
    for _ in range(TRIED):
        line = yes_or_no(Strike(*(chance.randint(-4, 6) for _ in Strike._fields)))
        house = House(*(chance.randrange(2) for _ in House._fields))
        faces = chance.randint(1, 20), chance.randint(1, 12), chance.randint(1, 10)
        ours, theirs = strike(line, house, *faces), SHARED_STRIKE(line, house, *faces)
        assert ours == theirs, (line, house, faces)
        harm = house, ours.base, ours.factor, ours.floor, chance.randint(0, 6), chance.randint(0, 3)
        assert wound(*harm) == SHARED_WOUND(*harm), harm


def yes_or_no(line: Strike) -> Strike:
    """A line whose flags are flags."""
    flags = ("gunlink", "mobbed", "immune", "defends", "shield")
    return line._replace(**{name: getattr(line, name) > 0 for name in flags})
