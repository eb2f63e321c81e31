"""Cities Without Number: an attack's odds by its rule are those of the attack itself, and those of every face counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight import odds
from firefight.games.cities_without_number import GAME, rules
from firefight.games.cities_without_number.aim import attempt, house, strike_line
from firefight.games.cities_without_number.sheet import Armor, Sheet, Weapon
from firefight.table import Table
from firefight.timeline import Act, Deed
from tests.odds.helpers import act, agree, fight_of, marks, options, person, table_of

ON_TARGET = ("prone", "half cover", "full cover", "out of sight", "total defense", "no shock", "shield used", "charged")
SHIELD = Armor("board", shield=True)


@st.composite
def weapons(draw: st.DrawFn) -> Weapon:
    """Weapons of all kinds, of few faces."""
    kind = draw(st.sampled_from(("melee", "ranged", "bow")))
    trauma = draw(st.sampled_from(("", "1d4", "1d6")))
    return Weapon(
        "it", kind, draw(st.sampled_from(("1d3", "1d4", "2d3"))), draw(st.integers(-1, 2)), draw(st.integers(0, 2)),
        shock=draw(st.integers(0, 3)), shock_ac=draw(st.sampled_from((0, 13, 15, 99))), trauma=trauma,
        rating=draw(st.integers(1, 3)), nonlethal=draw(st.sampled_from(("never", "possible", "always"))),
    )  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Ana and a thug, with anything that can matter to a blow between them."""
    arm = draw(weapons())
    ana = Sheet(weapons=(arm,), attack=draw(st.integers(-2, 6)), damage=draw(st.integers(0, 2)), killing=draw(st.integers(0, 1)))
    number = st.integers(0, 4)
    thug = Sheet(
        hp=draw(st.integers(1, 9)), soak=draw(number), armor=draw(number), melee_ac=draw(st.integers(8, 18)),
        ranged_ac=draw(st.integers(8, 18)), trauma_target=draw(st.integers(3, 7)), immune_to_shock=draw(st.booleans()),
        worn=(SHIELD,) if draw(st.booleans()) else (),
    )  # fmt: skip
    people = person(GAME, "ana", ana, draw(marks("prone", "blind"))), person(GAME, "thug", thug, draw(marks(*ON_TARGET)))
    return table_of(GAME, *people, options=draw(options(GAME)))


@given(tables(), st.sampled_from(("attack", "snap attack", "charge")), st.sampled_from(("lethal", "non-lethal")))
@settings(max_examples=40, deadline=None)
def test_the_rule_and_the_deed_on_branching_dice_come_to_the_same(table: Table, verb: str, meant: str) -> None:
    agree(GAME, table, act(verb, weapon="it", meant=meant))


@given(tables())
@settings(max_examples=40, deadline=None)
def test_every_face_counted_one_by_one_comes_to_the_same(table: Table) -> None:
    """The rules called directly, without grouping faces. CWN-ATK-01"""
    a = attempt(table, Deed("", "ana", act("attack", weapon="it")), "thug")
    line, table_rules, n = strike_line(table, a), house(table), (3, 3) if a.arm.dice == "2d3" else (int(a.arm.dice[-1]),)
    counted: Counter[tuple[bool, int]] = Counter()
    for d20, trauma, *dice in product(range(1, 21), range(1, int(a.arm.trauma[-1:] or 1) + 1), *(range(1, k + 1) for k in n)):
        blow = rules.strike(line, table_rules, d20, sum(dice), trauma if a.arm.trauma and a.lethal else 0)
        of = "hits_only" if blow.hit else "shock"
        soak = 0 if of == "shock" and table.options["soak_scope"] == "hits_only" else table.who("thug").pool("soak")
        counted[blow.hit, rules.wound(table_rules, blow.base, blow.factor, blow.floor, soak, line_armor(table)).lost] += 1
    whole = sum(counted.values())
    found = GAME.chances.by_rule(table, "ana", act("attack", weapon="it"))
    assert found is not None
    assert found.chance == Fraction(sum(n for (hit, _), n in counted.items() if hit), whole)
    if not line.shield:
        amounts = {lost: Fraction(sum(n for (_, also), n in counted.items() if also == lost), whole) for _, lost in counted}
        assert found.damage == amounts


def line_armor(table: Table) -> int:
    """The Armor rating of the thug."""
    return int(table.who("thug").sheet.armor)


def test_a_hit_in_four_for_certain_damage() -> None:
    """CWN-ATK-02"""
    ana = Sheet(weapons=(Weapon("rock", "ranged", "1d1"),), attack=0)
    table = fight_of(GAME, person(GAME, "ana", ana), person(GAME, "thug", Sheet(hp=1, ranged_ac=16)))
    found = odds.of(GAME, table, "ana", act("attack", weapon="rock"))
    assert found is not None
    assert (found.chance, found.drops, found.damage) == (Fraction(1, 4), Fraction(1, 4), {0: Fraction(3, 4), 1: Fraction(1, 4)})
    assert odds.describe(found) == "25%, typically 1 hp, drops 25%"


def test_the_blow_at_the_end_of_a_charge_counts_for_the_charge() -> None:
    """CWN-ACT-08"""
    ana = Sheet(weapons=(Weapon("knife", "melee", "1d2"),), attack=0)
    table = fight_of(GAME, person(GAME, "ana", ana), person(GAME, "thug", Sheet(hp=1, melee_ac=16)))
    found = odds.of(GAME, table, "ana", act("charge", weapon="knife", metres=5))
    assert found is not None and found.chance == Fraction(7, 20)


def test_a_target_of_unknown_health_is_of_unknown_odds_to_drop() -> None:
    ana, thug = person(GAME, "ana", Sheet(weapons=(Weapon("knife"),))), person(GAME, "thug", Sheet())
    table = fight_of(GAME, ana, thug).change("thug", pools={})
    found = odds.of(GAME, table, "ana", act("attack", weapon="knife"))
    assert found is not None and found.drops is None and found.chance


def test_a_save_against_damage_has_the_odds_of_its_d20() -> None:
    """CWN-SAVE-01"""
    thug = person(GAME, "thug", Sheet(hit_dice=2, hp=4))
    table = table_of(GAME, person(GAME, "ana", Sheet()), thug)
    found = odds.of(GAME, table, "", Act("save", {"who": "thug", "kind": "Physical", "bonus": 0, "damage": 4}))
    assert found is not None and found.rolled == "save"
    assert found.chance == Fraction(7, 20)  # CWN-SAVE-07: 14 or more
    assert found.damage == {2: Fraction(7, 20), 4: Fraction(13, 20)} and found.drops == Fraction(13, 20)


def test_a_check_has_the_odds_of_two_dice() -> None:
    """CWN-SKILL-02"""
    table = table_of(GAME, person(GAME, "ana", Sheet(skill_modifier=1)))
    found = odds.of(GAME, table, "", Act("check", {"who": "ana", "attribute": "Dex", "skill": "Sneak", "difficulty": 8}))
    assert found is not None and found.chance == Fraction(21, 36) and found.rolled == "check"


def test_sides_with_pcs_win_ties_of_initiative() -> None:
    """CWN-INIT-01"""
    people = person(GAME, "ana", Sheet(), pc=True), person(GAME, "thug", Sheet())
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None and found.tied == 0
    assert found.alone == {"crew": Fraction(36, 64), "gang": Fraction(28, 64)}


def test_both_sides_of_a_kind_roll_off_a_tie_for_initiative() -> None:
    """CWN-INIT-01"""
    people = person(GAME, "ana", Sheet()), person(GAME, "thug", Sheet())
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None and found.alone == {"crew": Fraction(1, 2), "gang": Fraction(1, 2)}


def test_a_tie_that_the_gm_settles_is_left_open() -> None:
    """CWN-INIT-01"""
    people = person(GAME, "ana", Sheet()), person(GAME, "thug", Sheet())
    found = odds.initiative(GAME, table_of(GAME, *people, options={"side_tie": "gm_order"}))
    assert found is not None and found.tied == Fraction(1, 8)


@pytest.mark.parametrize("mode", ["side", "individual"])
def test_whoever_goes_before_everyone_is_first_and_the_others_are_told_of_as_well(mode: str) -> None:
    """CWN-INIT-05"""
    people = person(GAME, "ana", Sheet(), pc=True), person(GAME, "thug", Sheet()), person(GAME, "blade", BLADE)
    found = odds.initiative(GAME, table_of(GAME, *people, options={"initiative_mode": mode}))
    assert found is not None and found.alone["blade"] == 1 and found.then is not None
    assert found.then.alone == dict(zip(NEXT[mode], (Fraction(36, 64), Fraction(28, 64)), strict=True))


BLADE = Sheet(automatic_initiative=True)
NEXT = {"side": ("crew", "gang"), "individual": ("ana", "thug")}


def test_several_who_go_before_everyone_roll_among_themselves() -> None:
    """CWN-INIT-05: a tie goes to the PC."""
    people = person(GAME, "ana", BLADE, pc=True), person(GAME, "blade", BLADE), person(GAME, "thug", Sheet())
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None
    assert found.alone == {"ana": Fraction(36, 64), "blade": Fraction(28, 64), "gang": Fraction(0)}


def test_a_side_that_has_its_number_keeps_it() -> None:
    """CWN-INIT-01"""
    table = table_of(GAME, person(GAME, "ana", Sheet()), person(GAME, "thug", Sheet()))
    sides = {**table.sides, "gang": replace(table.sides["gang"], score=(4,))}
    found = odds.initiative(GAME, replace(table, sides=sides, options={**table.options, "side_tie": "gm_order"}))
    assert found is not None and found.alone == {"crew": Fraction(4, 8), "gang": Fraction(3, 8)}
