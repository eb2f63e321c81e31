"""Checks: what is added to the die, criticals, opposed Checks, Luck, the GM's own Checks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.commands import Do
from firefight.dice import Source, branches
from firefight.events import Adjusted
from firefight.games.cyberpunk_red import rules
from firefight.timeline import Act, Note
from tests.games.cyberpunk_red.helpers import Fight

faces = st.integers(1, 10)
numbers = st.integers(0, 20)
MADE, NOT = "makes it", "does not make it"


# CPR-RES-01, CPR-RES-02, CPR-RES-03
@pytest.mark.parametrize(
    ("stat", "skill", "die", "second", "total"), [(6, 5, 3, 0, 14), (4, 2, 10, 6, 22), (8, 6, 1, 4, 11), (8, 6, 1, 1, 14)]
)
def test_a_check_is_stat_and_skill_and_a_die_that_goes_on_once(stat: int, skill: int, die: int, second: int, total: int) -> None:
    assert rules.action(rules.Action(stat, skill), die, second) == total


@given(numbers, numbers, st.booleans())
def test_a_check_beats_its_dv_or_by_house_rule_meets_it(total: int, dv: int, tie: bool) -> None:
    """CPR-RES-01"""
    assert rules.succeeds(total, dv, tie) == (total > dv or (tie and total == dv))


@given(numbers, numbers)
def test_of_two_opposed_totals_one_wins_and_a_tie_is_the_defenders(ours: int, theirs: int) -> None:
    """CPR-RES-04"""
    assert rules.beats(ours, theirs) == (ours > theirs)
    assert not (rules.beats(ours, theirs) and rules.beats(theirs, ours))


@given(st.builds(rules.Action, *[st.integers(-10, 10)] * 7), faces, faces)
def test_every_number_of_an_action_counts_once(line: rules.Action, die: int, second: int) -> None:
    """CPR-RES-01"""
    for field in line._fields:
        more = line._replace(**{field: getattr(line, field) + 1})
        assert rules.action(more, die, second) == rules.action(line, die, second) + 1


def check_die(source: Source) -> int:
    (die,) = source.faces("", "check", 1, 10) or (0,)
    (second,) = (source.faces("", "again", 1, 10) or (0,)) if die in (1, 10) else (0,)
    return rules.check_die(die, second)


def test_the_odds_of_the_check_die_are_exact() -> None:
    """CPR-RES-02, CPR-RES-03; field report FR-S-14 (e): 15 or more 6%, exactly 10 never, 0 or less 10%."""
    odds = list(branches(check_die))
    assert sum(weight for weight, _ in odds) == 1
    assert sum(weight for weight, total in odds if total >= 15) == Fraction(6, 100)
    assert sum(weight for weight, total in odds if total == 10) == 0
    assert sum(weight for weight, total in odds if total <= 0) == Fraction(10, 100)


# ------------------------------------------------------------------ called for by the GM


def fight(**options: str) -> Fight:
    sheets = {"ana": {"ref": 6, "luck": 5, "skills": {"driving": 5}}, "bo": {"ref": 4, "skills": {"driving": 7}}}
    return Fight(options, sheets=sheets, ana=11, bo=9)


def called(on: Fight, die: int, dv: int = 13) -> str:
    on.throws("check", die)
    on.do("", "check", person="ana", stat="ref", skill="driving", dv=dv)
    return on.told()[-1]


def test_the_gm_calls_for_a_check() -> None:
    """CPR-RES-01: 6 + 5 + 3 = 14 succeeds against 13, 13 does not."""
    on = fight()
    assert MADE in called(on, 3)
    assert NOT in called(on, 2)


def test_a_check_that_meets_its_dv_succeeds_by_house_rule() -> None:
    """CPR-RES-01: check_tie_succeeds = true."""
    assert MADE in called(fight(check_tie_succeeds="true"), 2)


def test_the_second_die_of_a_check_is_thrown_once_and_only_when_it_counts() -> None:
    """CPR-RES-02, CPR-RES-03"""
    on = fight()
    on.throws("check again", 10)
    assert "31 against DV 30" in called(on, 10, 30)
    assert on.dice.thrown.count("check again") == 1
    on.throws("check again", 4)
    assert "8 against DV 7" in called(on, 1, 7), "no automatic failure"
    called(on, 5)
    assert on.dice.thrown.count("check again") == 2


# CPR-RES-04
@pytest.mark.parametrize(("die", "key"), [(6, "does not get the better"), (7, "gets the better")])
def test_opposed_checks_a_tie_is_the_defenders(die: int, key: str) -> None:
    on = fight()
    on.throws("check", die)
    on.throws("against bo", 6)
    picks = {"person": "ana", "other": "bo", "stat": "ref", "skill": "driving", "other stat": "ref", "other skill": "driving"}
    on.do("", "opposed check", **picks)
    assert key in on.told()[-1]


def test_the_gm_may_overrule_any_number_of_a_check() -> None:
    """CPR-RES-01: computed and used are both in the log."""
    on = fight()
    on.throws("check", 3)
    act = Act("check", {"person": "ana", "stat": "ref", "skill": "driving", "dv": 13})
    on.session.do(Do("", act, notes=(Note("line.modifier", -2, "rain"), Note("dv", 11, "an easy road"))))
    assert "12 against DV 11" in on.told()[-1]
    assert any("line.modifier: 0 -> -2" in line for line in on.told())
    assert any("dv: 13 -> 11" in line for line in on.told())


# ------------------------------------------------------------------ Luck


def test_luck_is_spent_before_the_roll_and_gone_after_it() -> None:
    """CPR-RES-05: LUCK 5, 3 spent, 2 left."""
    on = fight()
    on.throws("check", 3)
    on.do("ana", "use skill", 3, what="park it", stat="ref", skill="driving", luck=3)
    on.reply(13)
    assert on.one("ana").pool("luck") == 2
    assert any("17 against DV 13" in line for line in on.told())


def test_more_luck_than_there_is_cannot_be_spent() -> None:
    """CPR-RES-05"""
    on = fight()
    assert on.refused("ana", "use skill", what="park it", stat="ref", skill="driving", luck=6) == ["CPR-RES-05"]


def test_whoever_is_opposed_may_be_asked_for_luck() -> None:
    """CPR-RES-05: luck_prompts = true."""
    on = Fight({"luck_prompts": "true"}, sheets={"bo": {"luck": 4, "skills": {"driving": 5}}}, ana=11, bo=9)
    on.do("", "opposed check", person="ana", other="bo")
    assert on.asked == ["luck bo"]
    on.reply("2")
    assert on.one("bo").pool("luck") == 2
    on.order(Adjusted("bo", "luck", 9))
    assert on.one("bo").pool("luck") == 4, "it never holds more than the STAT"


def test_luck_does_not_help_a_death_save() -> None:
    """CPR-RES-05, CPR-HP-03: a Death Save has no pick to put Luck in."""
    on = Fight(sheets={"bo": {"luck": 4, "body": 6, "skills": {"driving": 5}}}, ana=18, bo=11)
    on.order(Adjusted("bo", "hp", -50))
    on.throws("death save bo", 5)
    on.passes("ana")
    assert on.one("bo").pool("luck") == 4
    assert on.refused("bo", "death save", luck=2) == [""]


# ------------------------------------------------------------------ Use a Skill


def test_a_skill_on_the_sheet_is_rolled_against_the_gms_dv() -> None:
    """CPR-ACT-12, CPR-RES-01"""
    on = fight()
    on.throws("check", 2)
    on.do("ana", "use skill", 2, what="park it", stat="ref", skill="driving")
    assert on.asked == ["dv"]
    on.reply(13)
    assert NOT in on.told()[-1]
    assert on.budget("ana")["Action"] == 0


def test_a_longer_task_is_checked_with_its_last_action() -> None:
    """CPR-ACT-13"""
    on = fight()
    on.do("ana", "use skill", 6, what="repair", stat="ref", skill="driving")
    assert "check" not in on.dice.thrown
    on.passes("ana", "bo")
    on.throws("check", 3)
    on.do("ana", "go on", 13, task="repair", luck=1)
    assert MADE in on.told()[-2]
    assert on.one("ana").pool("luck") == 4
