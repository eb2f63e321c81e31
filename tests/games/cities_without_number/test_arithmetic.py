"""The arithmetic of attacks: laws that hold for any numbers, and odds against closed forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.dice import Source, branches
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.rules import Blow, House, Strike

BOOK = House(natural=False, floor_last=False, soak_first=False, armor_first=False, least=0)
PLAIN = Strike(
    bonus=0, cover=0, unseen=0, range=0, prone=0, reach=0, action=0, modifier=0, gunlink=False, ac=10, certain=0,
    damage=0, swarm=0, most=8, shock=0, shock_ac=0, melee_ac=10, mobbed=False, immune=False, defends=False, shield=False,
    trauma=0, trauma_target=6, rating=0,
)  # fmt: skip
SITUATION = ("bonus", "cover", "unseen", "range", "prone", "reach", "action", "modifier")

small, yes = st.integers(-8, 8), st.booleans()
strikes = st.builds(
    Strike, bonus=small, cover=st.sampled_from([0, -2, -4]), unseen=st.sampled_from([0, -4]), range=st.sampled_from([0, -2]),
    prone=st.sampled_from([-4, -2, 0, 2]), reach=st.sampled_from([0, -4]), action=small, modifier=small, gunlink=yes,
    ac=st.integers(5, 22), certain=st.sampled_from([0, 0, 0, 1, -1]), damage=small, swarm=st.integers(0, 3),
    most=st.integers(4, 24), shock=st.integers(0, 8), shock_ac=st.sampled_from([0, 13, 15, 18, 99]),
    melee_ac=st.integers(5, 22), mobbed=yes, immune=yes, defends=yes, shield=yes, trauma=st.integers(0, 3),
    trauma_target=st.integers(5, 10), rating=st.integers(0, 4),
)  # fmt: skip
houses = st.builds(House, natural=yes, floor_last=yes, soak_first=yes, armor_first=yes, least=st.sampled_from([0, 1]))
d20, eight = st.integers(1, 20), st.integers(1, 8)


def total(blow: Blow) -> int:
    return rules.damage(blow.base, blow.factor, blow.floor)


# ------------------------------------------------------------------ laws


@given(line=strikes, house=houses, die=d20, dice=st.integers(1, 24), trauma=eight)
def test_nothing_is_ever_less_than_nothing(line: Strike, house: House, die: int, dice: int, trauma: int) -> None:
    """CWN-DMG-01"""
    blow = rules.strike(line, house, die, min(dice, line.most), trauma)
    assert blow.base >= 0
    assert blow.factor >= 1
    assert total(blow) >= blow.base


@given(line=strikes, house=houses, die=d20, dice=st.integers(1, 24), trauma=eight)
def test_a_hit_does_no_less_than_the_shock_of_a_miss_would(line: Strike, house: House, die: int, dice: int, trauma: int) -> None:
    """CWN-SHOCK-06"""
    hit = rules.strike(line._replace(certain=1), house, die, min(dice, line.most), trauma)
    miss = rules.strike(line._replace(certain=-1), house, die, min(dice, line.most), trauma)
    assert miss.shielded or total(hit) >= total(miss)


@given(line=strikes, house=houses, dice=st.integers(1, 24), trauma=eight)
def test_a_miss_is_never_traumatic(line: Strike, house: House, dice: int, trauma: int) -> None:
    """CWN-SHOCK-05"""
    blow = rules.strike(line._replace(certain=-1), house, 1, dice, trauma)
    assert (blow.traumatic, blow.factor, blow.base) == (False, 1, rules.shock_due(line))


@given(line=strikes, dice=st.integers(1, 24))
def test_a_swarm_never_lifts_damage_above_the_usual_maximum(line: Strike, dice: int) -> None:
    """CWN-SWARM-02"""
    alone = rules.hit_damage(line._replace(swarm=0), BOOK, line.most)
    assert rules.hit_damage(line, BOOK, min(dice, line.most)) <= alone


@given(line=strikes, house=houses, die=d20, field=st.sampled_from(SITUATION), more=st.integers(1, 5))
def test_whatever_helps_the_roll_never_turns_a_hit_into_a_miss(
    line: Strike, house: House, die: int, field: str, more: int
) -> None:
    """CWN-ATK-02 CWN-ATK-05"""
    change: dict[str, Any] = {field: getattr(line, field) + more}
    better = line._replace(**change)
    assert rules.hits(better, house, die) >= rules.hits(line, house, die)
    harder = line._replace(ac=line.ac + more)
    assert rules.hits(harder, house, die) <= rules.hits(line, house, die)


@given(line=strikes)
def test_gunlink_never_hinders_and_never_helps_beyond_what_hinders(line: Strike) -> None:
    """CWN-ATK-06"""
    without, with_link = (rules.concealment(line._replace(gunlink=gunlink)) for gunlink in (False, True))
    assert without <= with_link <= 0
    assert with_link - without == min(2, -without)


@given(
    house=houses, base=st.integers(0, 40), factor=st.integers(1, 4), floor=st.integers(0, 6),
    soak=st.integers(0, 20), armor=st.integers(0, 12),
)  # fmt: skip
def test_soak_and_armour_take_no_more_than_there_is(
    house: House, base: int, factor: int, floor: int, soak: int, armor: int
) -> None:
    """CWN-DMG-02 CWN-VEH-05"""
    wound = rules.wound(house, base, factor, floor, soak, armor)
    assert 0 <= wound.soaked <= soak
    assert 0 <= wound.lost <= rules.damage(base, factor, floor)
    assert rules.wound(house, base, factor, floor, 0, 0) == (0, rules.damage(base, factor, floor))
    assert rules.wound(house, base, factor, floor, soak + 1, armor).lost <= wound.lost
    assert rules.wound(house, base, factor, floor, soak, armor + 1).lost <= wound.lost


# ------------------------------------------------------------------ odds


def odds(line: Strike, house: House = BOOK, weapon: int = 8, trauma_die: int = 0) -> dict[Blow, Fraction]:
    """Every blow an attack can come to, with its exact chance, by branching over all faces."""

    def attack(source: Source) -> Blow:
        faces = [(source.faces("", "", 1, sides) or (0,))[0] if sides else 0 for sides in (20, weapon, trauma_die)]
        return rules.strike(line, house, *faces)

    found: dict[Blow, Fraction] = {}
    for chance, blow in branches(attack):
        found[blow] = found.get(blow, Fraction(0)) + chance
    return found


def chance(outcomes: dict[Blow, Fraction], **wanted: object) -> Fraction:
    return sum(
        (odds for blow, odds in outcomes.items() if all(getattr(blow, name) == value for name, value in wanted.items())),
        Fraction(0),
    )


@pytest.mark.parametrize("ac", [5, 11, 15, 20, 21, 25])
@pytest.mark.parametrize("bonus", [0, 3])
def test_the_chance_to_hit_is_that_of_the_closed_form(ac: int, bonus: int) -> None:
    """CWN-ATK-02"""
    expected = Fraction(max(0, min(20, 21 - (ac - bonus))), 20)
    assert chance(odds(PLAIN._replace(ac=ac, bonus=bonus)), hit=True) == expected
    natural = BOOK._replace(natural=True)
    assert chance(odds(PLAIN._replace(ac=ac, bonus=bonus), natural), hit=True) == max(
        Fraction(1, 20), min(expected, Fraction(19, 20))
    )


def test_the_chance_of_a_traumatic_hit_is_the_product_of_two() -> None:
    """CWN-TRAUMA-01"""
    line = PLAIN._replace(ac=11, rating=2)
    assert chance(odds(line, trauma_die=8), traumatic=True) == Fraction(1, 2) * Fraction(3, 8)
    assert chance(odds(line._replace(trauma_target=7), trauma_die=6), traumatic=True) == 0
    assert chance(odds(line._replace(trauma_target=8, trauma=1), trauma_die=8), traumatic=True) == Fraction(1, 2) * Fraction(2, 8)


def test_the_mean_damage_is_that_of_the_closed_form() -> None:
    """CWN-ATK-01 CWN-SHOCK-01"""
    line = PLAIN._replace(ac=11, damage=1, shock=3, shock_ac=13, melee_ac=11)
    mean = sum(chance * total(blow) for blow, chance in odds(line).items())
    hit = Fraction(3 + 3 + 4 + 5 + 6 + 7 + 8 + 9, 8)  # a die of 1 with +1 is raised to the Shock of 3
    assert mean == Fraction(1, 2) * hit + Fraction(1, 2) * 3
