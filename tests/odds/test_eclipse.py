"""Eclipse Phase: an attack's odds by its rules are those of the attack itself, and those of every roll counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight import odds
from firefight.games.eclipse_phase import GAME, rules
from firefight.games.eclipse_phase.chances import Fallen, Rolled, fallen
from firefight.games.eclipse_phase.sheet import Sheet, Weapon
from firefight.table import Table
from firefight.timeline import Act
from tests.odds.helpers import act, agree, fight_of, marks, options, person, table_of

ON_TARGET = ("prone", "in major cover", "full defense", "bleeding checked", "surprised")


@st.composite
def tables(draw: st.DrawFn, skill: int = 99, *helpless: str) -> Table:
    """Ana and a thug, with anything that can matter to an attack; skills up to this one."""
    damage = draw(st.sampled_from(("1d2", "1d2+5"))) if helpless else "1d2+3"
    arm = Weapon("it", damage=damage, piercing=draw(st.booleans()), melee=draw(st.booleans()))
    number = st.integers(0, skill)
    ana = Sheet(skills={"guns": draw(number), "melee": draw(number)}, gear=(arm,))
    thug = Sheet(
        somatics=draw(st.integers(3, 30)), kinetic=draw(st.integers(0, 5)), durability=draw(st.integers(2, 20)),
        skills={"fray": draw(st.integers(0, 99)), "melee": draw(st.integers(0, 99))}, wounds_ignored=draw(st.integers(0, 2)),
        morph=draw(st.sampled_from(("biomorph", "synthmorph"))),
    )  # fmt: skip
    found = draw(marks("full move", "next test at +20")), draw(marks(*ON_TARGET)) | dict.fromkeys(helpless, 1)
    house = {**draw(options(GAME)), "modifiers": "proposed"}
    return table_of(GAME, person(GAME, "ana", ana, found[0]), person(GAME, "thug", thug, found[1]), options=house)


@given(tables(99, "surprised"))
@settings(max_examples=20, deadline=None)
def test_the_rules_and_an_attack_nobody_defends_against_come_to_the_same(table: Table) -> None:
    """EP-CMB-01 EP-CMB-02 EP-DMG-02"""
    agree(GAME, table, act("attack", weapon="it"))


@given(tables(skill=12))
@settings(max_examples=3, deadline=None)
def test_the_rules_and_an_opposed_attack_come_to_the_same(table: Table) -> None:
    """EP-TEST-04"""
    agree(GAME, table, act("attack", weapon="it"))


NUMBERS = st.builds(Rolled, st.integers(0, 120), st.integers(0, 99))


@given(NUMBERS, st.none() | NUMBERS)
@settings(max_examples=20, deadline=None)
def test_every_pair_of_rolls_counted_one_by_one_comes_to_the_same(ours: Rolled, theirs: Rolled | None) -> None:
    """EP-TEST-01 EP-TEST-04 EP-CMB-01"""
    counted: Counter[Fallen] = Counter()
    for roll, other in product(range(100), range(100) if theirs else (0,)):
        found = rules.outcome(roll, ours.target)
        side, won = rules.Side(roll, found.success, found.critical, ours.skill), 0
        if theirs:
            answer = rules.outcome(other, theirs.target)
            won = rules.opposed(side, rules.Side(other, answer.success, answer.critical, theirs.skill))
        counted[Fallen(rules.hits(found.success, theirs is not None, won), found)] += 1
    assert {outcome: weight for outcome, weight in fallen(ours, theirs).items() if weight} == counted


@pytest.mark.parametrize(("skill", "chance"), [(0, Fraction(1, 100)), (50, Fraction(51, 100)), (99, Fraction(99, 100))])
def test_a_skill_test_succeeds_as_often_as_its_number_says(skill: int, chance: Fraction) -> None:
    """EP-TEST-01: 00 always succeeds, 99 never."""
    table = table_of(GAME, person(GAME, "ana", Sheet(skills={"guns": skill})))
    found = odds.of(GAME, table, "", Act("skill test", {"who": "ana", "skill": "guns", "modifiers": ""}))
    assert found is not None and found.chance == chance
    assert sum(found.also.values()) == Fraction(10, 100)  # EP-TEST-02: every double


def test_an_attack_tells_of_criticals_and_of_its_price() -> None:
    arm = Weapon("it", damage="2d10+4")
    table = fight_of(GAME, *(person(GAME, id, Sheet(skills={"guns": 60, "fray": 40}, gear=(arm,))) for id in ("ana", "thug")))
    found = odds.of(GAME, table, "ana", act("attack", weapon="it"))
    assert found is not None and found.price == "complex action"
    assert set(found.also) == {"critical", "critical failure"} and found.drops is not None
    assert sum(found.damage.values()) == 1


def test_by_house_rule_ref_or_a_roll_off_parts_a_tie() -> None:
    """EP-INIT-08"""
    people = [person(GAME, id, Sheet(reflexes=ref)) for id, ref in (("ana", 15), ("thug", 10))]
    alone = {}
    for rule in ("simultaneous", "ref", "roll-off"):
        found = odds.initiative(GAME, table_of(GAME, *people, options={"tie_rule": rule}))
        assert found is not None
        alone[rule] = found.alone["ana"]
        assert bool(found.tied) == (rule == "simultaneous")
    assert alone["simultaneous"] < alone["roll-off"] < alone["ref"]


def test_ambushers_whom_nobody_has_noticed_act_before_anybody_rolls() -> None:
    """EP-SURP-01"""
    people = [
        person(GAME, "ana", Sheet(), {"ambushing": 1, "unnoticed": 1}),
        person(GAME, "thug", Sheet(reflexes=30), {"surprised": 1}),
    ]
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None and found.alone["ana"] == 1


def test_in_a_mixed_ambush_the_surprised_do_not_act_and_the_others_are_slow() -> None:
    """EP-SURP-01"""
    people = [
        person(GAME, "ana", Sheet(), {"ambushing": 1, "unnoticed": 1}),
        person(GAME, "thug", Sheet(), {"surprised": 1}),
        person(GAME, "cy", Sheet()),
    ]
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None and set(found.alone) == {"ana", "cy"} and found.alone["ana"] > 3 * found.alone["cy"]


def test_who_goes_first_among_equals() -> None:
    """EP-INIT-06 EP-INIT-08: a die of six each."""
    people = [person(GAME, id, Sheet()) for id in ("ana", "thug")]
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None and found.tied == Fraction(1, 6)
    assert found.alone == {"ana": Fraction(15, 36), "thug": Fraction(15, 36)}
