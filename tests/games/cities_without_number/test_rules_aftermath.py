"""Laws of the arithmetic of what comes after a blow: bounds, monotonicity, exactness."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.clinic import points, thousandths

rounds = st.integers(-5, 200)
strain = st.integers(0, 30_000)
levels = st.integers(-1, 4)


@pytest.mark.parametrize("case", list(product((False, True), repeat=7)))
def test_the_order_of_checks_at_no_hit_points(case: tuple[bool, ...]) -> None:
    """CWN-INJ-01: every combination of what hit and whom."""
    fall = rules.Fall(*case)
    fate = rules.fate(fall)
    assert (fate == rules.KNOCKED_OUT) == (not fall.lethal and not (fall.frail and fall.kills_frail))
    if fall.lethal and (fall.frail or fall.unsurvivable or fall.nameless):
        assert fate == rules.DEAD
    if fate in (rules.WOUNDED, rules.AT_RISK, rules.INJURED):
        assert fall.lethal and not fall.frail
        assert (fate == rules.INJURED) == fall.crash
        assert (fate == rules.AT_RISK) == (fall.traumatic and not fall.crash)


@given(rounds, rounds, st.booleans(), st.sampled_from((rules.ELAPSED, rules.DIFFERENCE, rules.COMPLETE)))
def test_full_rounds_are_never_negative_and_the_readings_are_ordered(fall: int, now: int, come: bool, reading: int) -> None:
    """CWN-INJ-06"""
    found = rules.full_rounds(fall, now, come, reading)
    assert 0 <= rules.full_rounds(fall, now, come, rules.COMPLETE) <= rules.full_rounds(fall, now, come, rules.ELAPSED)
    assert found <= rules.full_rounds(fall, now, come, rules.DIFFERENCE) == max(0, now - fall)
    assert found <= rules.full_rounds(fall, now + 1, come, reading) <= found + 1


@given(st.integers(0, 12), st.integers(0, 50), st.booleans())
def test_stabilising_grows_harder_by_one_a_round_and_by_two_without_tools(base: int, count: int, tools: bool) -> None:
    """CWN-INJ-05"""
    assert rules.stabilise_difficulty(base, count + 1, tools) == rules.stabilise_difficulty(base, count, tools) + 1
    assert rules.stabilise_difficulty(base, count, False) == rules.stabilise_difficulty(base, count, True) + 2


@given(st.integers(1, 12), st.integers(-30, 30), st.integers(-30, 30))
def test_the_table_of_injuries_has_twelve_lines_whatever_is_added(die: int, more: int, other: int) -> None:
    """CWN-MAJOR-03"""
    assert 1 <= rules.injury(die, more) <= 12
    assert (more <= other) <= (rules.injury(die, more) <= rules.injury(die, other))


def test_each_line_of_the_table_is_as_likely_as_it_says() -> None:
    """CWN-MAJOR-03: without modifiers each of the twelve comes up once."""
    assert [rules.injury(die, 0) for die in range(1, 13)] == list(range(1, 13))


@given(st.integers(1, 6), levels)
def test_first_aid_never_harms_and_skill_never_hurts(die: int, level: int) -> None:
    """CWN-HEAL-03"""
    assert 0 <= rules.first_aid(die, level) <= rules.first_aid(die, level + 1) <= 6 + level + 1


def test_first_aid_of_the_untrained_is_worth_two_and_a_half_on_average() -> None:
    """CWN-HEAL-03: the mean of 1d6 - 1, against the closed form."""
    assert Fraction(sum(rules.first_aid(die, -1) for die in range(1, 7)), 6) == Fraction(5, 2)


@given(st.lists(st.integers(1, 5), max_size=20))
def test_a_session_is_as_long_however_it_is_cut(applications: list[int]) -> None:
    """CWN-HEAL-06"""
    done, minutes = 0, 0
    for more in applications:
        minutes += rules.session(done + more) - rules.session(done)
        done += more
    assert minutes == min(5, sum(applications))


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 20))
def test_recovery_never_passes_the_maximum_and_never_takes(now: int, most: int, by: int) -> None:
    """CWN-HEAL-01"""
    found = rules.recovered(now, most, by)
    assert now <= found <= max(now, most)
    assert found - now <= by


@given(strain, strain, strain, st.booleans())
def test_forced_strain_stays_within_the_maximum_or_where_it_was(total: int, more: int, most: int, fill: bool) -> None:
    """CWN-STRAIN-05"""
    result = rules.forced(total, more, most, fill)
    assert result.out == (more > 0 and total + more > most)
    assert 0 <= result.added <= more
    assert total + result.added <= max(total, most)
    assert result.out or result.added == more


@given(strain, strain, strain, strain)
def test_less_strain_and_a_higher_maximum_never_make_it_worse(total: int, more: int, most: int, extra: int) -> None:
    """CWN-STRAIN-02 CWN-STRAIN-04"""
    fits = rules.fits(total, more, most)
    assert fits <= rules.fits(max(0, total - extra), more, most)
    assert fits <= rules.fits(total, more, most + extra)
    assert rules.fits(total, 0, most)


@given(strain, strain, strain, st.integers(0, 30))
def test_the_whole_points_that_go_in_are_exactly_those_that_fit(permanent: int, accumulated: int, most: int, whole: int) -> None:
    """CWN-STRAIN-02: the ceiling of the pool says the same as exact arithmetic."""
    room = rules.whole_room(permanent, accumulated, most)
    assert rules.fits(permanent + accumulated, whole * rules.POINT, most) == (whole <= room)


@given(strain)
def test_a_night_takes_a_point_at_most(accumulated: int) -> None:
    """CWN-STRAIN-06"""
    left = rules.rested(accumulated)
    assert 0 <= left <= accumulated <= left + rules.POINT


@given(strain, strain, strain, strain, st.booleans())
def test_what_rest_makes_room_for_can_be_installed(perm: int, accumulated: int, more: int, most: int, only: bool) -> None:
    """CWN-STRAIN-03"""
    allowed = rules.installable(perm, accumulated, more, most, only)
    assert allowed <= rules.installable(perm, rules.rested(accumulated), more, most, only)
    assert rules.installable(perm, accumulated, more, most, False) <= rules.installable(perm, accumulated, more, most, True)


@given(st.integers(0, 4))
def test_a_better_medic_is_a_better_antidote(level: int) -> None:
    """CWN-TOX-03"""
    assert 1 <= rules.antidote(level) < rules.antidote(level + 1)


@given(st.integers(0, 10**7))
def test_parts_are_a_fifth_of_the_price_to_the_cent(price: int) -> None:
    """CWN-REPAIR-02"""
    assert Fraction(rules.parts(price), 100) == Fraction(price, 5)


@given(st.integers(0, 10**6))
def test_thousandths_are_written_as_people_write_them_and_read_back(counted: int) -> None:
    """CWN-STRAIN-01"""
    assert thousandths(points(counted)) == counted
    assert not points(counted).endswith(".")


@given(st.integers(-1000, 1000))
def test_a_negative_total_is_written_with_its_sign(counted: int) -> None:
    """CWN-STRAIN-01"""
    assert Fraction(points(counted)) * 1000 == counted


@given(st.integers(-50, 5000))
def test_minutes_left_cover_the_rounds(count: int) -> None:
    """CWN-INJ-08"""
    minutes = rules.minutes_left(count)
    assert minutes * 10 >= count and (minutes - 1) * 10 < max(count, 1)


@pytest.mark.parametrize(("strain", "half", "left"), [(1000, True, 500), (1000, False, 1000), (250, True, 125), (0, True, 0)])
def test_half_of_a_toxins_strain_is_kept_exactly(strain: int, half: bool, left: int) -> None:
    """CWN-TOX-02 CWN-TOX-03"""
    assert rules.lessened(strain, half) == left
