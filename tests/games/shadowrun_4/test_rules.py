"""The arithmetic on its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.games.shadowrun_4 import rules

small = st.integers(0, 30)


@given(small, small)
def test_a_glitch_is_half_of_the_dice(dice: int, ones: int) -> None:
    """SR4-INIT-07"""
    assert rules.is_glitch(dice, ones) == (dice > 0 and ones >= dice / 2)


@given(small, small, small)
def test_a_critical_glitch_is_a_glitch_without_a_hit(dice: int, ones: int, hits: int) -> None:
    """SR4-INIT-07"""
    assert rules.is_critical(dice, ones, hits) == (rules.is_glitch(dice, ones) and hits == 0)


@given(small, small, small)
def test_wounds_never_raise_a_score_and_never_lower_it_by_more_than_themselves(attribute: int, wounds: int, hits: int) -> None:
    """SR4-INIT-05 SR4-INIT-06"""
    whole = rules.initiative_score(attribute, 0, hits, False)
    assert whole - wounds <= rules.initiative_score(attribute, wounds, hits, False) <= whole
    assert rules.initiative_score(attribute, wounds, hits, True) == whole


@given(st.integers(-3, 9), st.integers(-9, 9), st.integers(0, 1))
def test_passes_are_one_to_four(base: int, bonus: int, lost: int) -> None:
    """SR4-PASS-04 SR4-PASS-06"""
    assert 1 <= rules.passes(base, bonus, lost) <= 4


@given(small, small)
def test_a_phase_is_two_simple_or_one_complex(simple: int, complex: int) -> None:
    """SR4-PHASE-02"""
    left = rules.simple_left(simple, complex), rules.complex_left(simple, complex)
    assert left == ((2, 1) if simple + complex == 0 else (0 if complex else max(0, 2 - simple), 0))


@pytest.mark.parametrize(("passes", "running", "bought"), [(1, 0, 2), (1, 1, 2), (1, 3, 4), (2, 1, 3), (4, 1, 5), (1, 4, 5)])
def test_a_bought_pass_follows_the_own_ones_or_the_running_one(passes: int, running: int, bought: int) -> None:
    """SR4-EDGE-02"""
    assert rules.bought_pass(passes, running) == bought


def test_every_number_of_an_attack_has_a_name_of_its_own_to_overrule_it_by() -> None:
    """SR4-TURN-02 SR4-ATK-01"""
    names = [*rules.Attack._fields, *rules.Defense._fields, *rules.Damage._fields]
    assert len(names) == len(set(names))
