"""Cyberpunk RED: an attack's odds by its rules are those of the attack itself, and those of every face counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from firefight import odds
from firefight.dice import branches
from firefight.games.cyberpunk_red import GAME, rules
from firefight.games.cyberpunk_red.arms import Item
from firefight.games.cyberpunk_red.chances import action
from firefight.games.cyberpunk_red.sheet import Sheet
from firefight.table import Pool, Table
from firefight.timeline import Act
from tests.odds.helpers import act, agree, fight_of, marks, options, person, table_of

ON_TARGET = ("mortally wounded", "seriously wounded", "unconscious", "surprised")
GUN = Item("gun", "weapon", "hand", skill="handgun", dice=1, range="pistol", autofire=3)


@st.composite
def tables(draw: st.DrawFn, reach: int = 0) -> Table:
    """Ana and a thug, with anything that can matter to a shot, or to a blow."""
    dice = draw(st.integers(1, 1 if reach else 2))
    arm = Item("it", "weapon", "hand", skill="handgun", dice=dice, range="" if reach else "assault rifle", reach=reach,
               halves=draw(st.booleans()), autofire=0 if reach else draw(st.integers(2, 4)))  # fmt: skip
    number = st.integers(2, 8)
    ana = Sheet(
        ref=draw(number), dex=draw(number), skills={"handgun": draw(number), "autofire": draw(number)}, gear=(arm,), luck=3
    )
    thug = Sheet(dex=draw(number), ref=draw(number), skills={"evasion": draw(number)}, hp=draw(st.integers(1, 14)))
    table = table_of(
        GAME, person(GAME, "ana", ana, draw(marks("grappled", "lightly wounded", "seriously wounded"))),
        person(GAME, "thug", thug, draw(marks(*ON_TARGET))), options=draw(options(GAME)),
    )  # fmt: skip
    sp = {f"sp {where}": Pool(draw(st.integers(0, 7)), 11) for where in ("body", "head")}
    return table.change("thug", pools={**table.who("thug").pools, **sp})


SHOTS = st.sampled_from(
    ({"verb": "attack"}, {"verb": "autofire"}, *({"verb": "aimed attack", "at": at} for at in ("head", "leg")))
)


@given(tables(), SHOTS, st.integers(0, 3), st.sampled_from((6, 20, 50)))
@settings(max_examples=25, deadline=None)
def test_the_rules_and_a_shot_on_branching_dice_come_to_the_same(
    table: Table, shot: dict[str, str], luck: int, metres: int
) -> None:
    """CPR-ATK-01 CPR-ATK-05 CPR-ATK-06 CPR-DMG-01 CPR-DMG-04"""
    agree(GAME, table, act(**shot, weapon="it", luck=luck, distance=metres))


@given(tables(reach=2))
@settings(max_examples=4, deadline=None)
def test_the_rules_and_a_blow_on_branching_dice_come_to_the_same(table: Table) -> None:
    """CPR-ATK-03"""
    agree(GAME, table, act("attack", weapon="it"))


@given(tables(reach=2), st.integers(0, 3))
@settings(max_examples=4, deadline=None)
def test_the_rules_and_a_grab_on_branching_dice_come_to_the_same(table: Table, luck: int) -> None:
    """CPR-ACT-06 CPR-ATK-07"""
    agree(GAME, table, act("grab", luck=luck))


@given(st.integers(2, 9), st.integers(2, 9), st.integers(9, 24), st.integers(0, 9), st.booleans())
@settings(max_examples=20, deadline=None)
def test_every_face_counted_one_by_one_comes_to_the_same(ref: int, skill: int, dv: int, sp: int, tie: bool) -> None:
    """The rules called directly: both dice of the Check, every die of damage. CPR-RES-02 CPR-RES-03"""
    line, fallen = rules.Action(ref, skill), Counter[tuple[bool, int]]()
    for die, second, *dice in product(range(1, 11), range(1, 11), range(1, 7), range(1, 7)):
        hit = rules.succeeds(rules.action(line, die, second), dv, tie)
        lost = rules.through(rules.Hit(sum(dice), sp)) if hit else 0
        fallen[hit, lost + 5 if hit and rules.is_critical(dice.count(6)) else lost] += 1
    gun = Item("gun", "weapon", "hand", skill="handgun", dice=2, range="pistol")
    ana, thug = Sheet(ref=ref, skills={"handgun": skill}, gear=(gun,)), Sheet(ref=2, hp=30)
    table = table_of(GAME, person(GAME, "ana", ana), person(GAME, "thug", thug), options={"check_tie_succeeds": str(tie).lower()})
    table = table.change("thug", pools={"hp": Pool(30, 30), "sp body": Pool(sp, 11)})
    found = by_case(table, dv)
    assert found.chance == Fraction(sum(n for (hit, _), n in fallen.items() if hit), 3600)
    assert found.damage == {lost: Fraction(sum(n for (_, also), n in fallen.items() if also == lost), 3600)
                            for lost in sorted({lost for _, lost in fallen})} or not found.chance  # fmt: skip


def by_case(table: Table, dv: int) -> odds.Odds:
    """A shot whose DV is this one, whatever the table of distances says."""
    from firefight.games.cyberpunk_red import chances
    from firefight.games.cyberpunk_red.attack import Blow
    from firefight.games.cyberpunk_red.gear import weapon
    from firefight.proposed import proposed

    ask = proposed(table, "ana", act("attack", weapon="gun"))
    blow = Blow(ask.deed, table.who("ana"), table.who("thug"), weapon(table, "ana", "gun"))
    return chances.struck(chances.case(blow, ask, dv))


def test_a_check_total_is_that_of_its_exploding_d10() -> None:
    """CPR-RES-02 CPR-RES-03"""
    rolled: Counter[int] = Counter()
    for weight, total in branches(lambda source: sum_of(source.faces("", "die", 1, 10)[0], source)):
        rolled[total] += weight  # type: ignore[assignment]
    spread = action(rules.Action(0, 0))
    assert {total: Fraction(weight, 100) for total, weight in spread.items()} == dict(rolled)


def sum_of(die: int, source: object) -> int:
    """The die of a Check, the second thrown only where it is due."""
    return rules.check_die(die, source.faces("", "again", 1, 10)[0] if die in (1, 10) else 0)  # type: ignore[attr-defined]


def test_a_shield_of_flesh_leaves_the_odds_to_the_reference() -> None:
    """CPR-ACT-18: who is hit is the GM's to say; the proposal is counted."""
    people = [person(GAME, id, Sheet(ref=6, skills={"handgun": 6}, gear=(GUN,))) for id in ("ana", "thug", "victim")]
    table = fight_of(GAME, *people)
    found = odds.of(GAME, table, "ana", act("attack", weapon="gun"))
    assert found is not None and found.rolled == "attack" and found.price == "Action"


def test_a_check_of_the_gm_has_the_odds_of_its_dice() -> None:
    """CPR-RES-01"""
    table = table_of(GAME, person(GAME, "ana", Sheet(ref=6, skills={"stealth": 4})))
    found = odds.of(GAME, table, "", Act("check", {"person": "ana", "stat": "ref", "skill": "stealth", "dv": 15}))
    assert found is not None and found.rolled == "check"
    assert found.chance == Fraction(5, 10)  # 6 to 9, and a 10 with any second die


def test_opposed_checks_are_counted_with_both_dice() -> None:
    """CPR-RES-04"""
    people = [person(GAME, id, Sheet(skills={"stealth": 4})) for id in ("ana", "thug")]
    picks = {"person": "ana", "other": "thug", "stat": "ref", "skill": "stealth", "other stat": "ref", "other skill": "stealth"}
    found = odds.of(GAME, table_of(GAME, *people), "", Act("opposed check", picks))
    assert found is not None and found.chance is not None and Fraction(9, 20) < found.chance < Fraction(1, 2)


def test_who_goes_first_sums_to_one_ties_included() -> None:
    """CPR-INIT-03 CPR-INIT-06"""
    people = [person(GAME, id, Sheet(ref=ref)) for id, ref in (("ana", 8), ("thug", 6), ("cy", 6))]
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None
    assert sum(found.alone.values()) + found.tied == 1
    assert found.alone["ana"] > found.alone["thug"] == found.alone["cy"] > 0


def test_a_shot_at_somebody_quick_is_shown_against_his_dodge_as_well() -> None:
    """CPR-ATK-02: REF 8 may dodge, REF 7 may not."""
    ana = person(GAME, "ana", Sheet(ref=6, skills={"handgun": 4}, gear=(GUN,)))
    for ref, answers in ((7, set()), (8, {"dodge"})):
        thug = person(GAME, "thug", Sheet(ref=ref, dex=6, skills={"evasion": 6}, hp=30))
        found = odds.of(GAME, fight_of(GAME, ana, thug), "ana", act("attack", weapon="gun"))
        assert found is not None and found.chance is not None and set(found.answers) == answers
        assert all(chance < found.chance for chance in found.answers.values())
        assert ("against dodge" in odds.describe(found)) == bool(answers)


def test_the_chance_against_a_dodge_is_that_of_the_opposed_check() -> None:
    """CPR-ATK-02: as against a blow, which is always opposed. CPR-ATK-03"""
    bat = Item("bat", "weapon", "hand", skill="handgun", dice=1, reach=2)
    ana = person(GAME, "ana", Sheet(ref=6, dex=6, skills={"handgun": 4}, gear=(GUN, bat)))
    thug = person(GAME, "thug", Sheet(ref=8, dex=6, skills={"evasion": 3}))
    table = fight_of(GAME, ana, thug)
    shot, blow = (odds.of(GAME, table, "ana", act("attack", weapon=weapon)) for weapon in ("gun", "bat"))
    assert shot is not None and blow is not None and shot.answers == {"dodge": blow.chance} and not blow.answers


def test_armour_that_holds_is_told_by_the_chance_to_hurt() -> None:
    """CPR-DMG-01"""
    ana = person(GAME, "ana", Sheet(ref=8, skills={"handgun": 6}, gear=(GUN,)))
    table = fight_of(GAME, ana, person(GAME, "thug", Sheet(ref=2, hp=30)))
    table = table.change("thug", pools={**table.who("thug").pools, "sp body": Pool(4, 4)})
    found = odds.of(GAME, table, "ana", act("attack", weapon="gun"))
    assert found is not None and found.chance is not None
    assert found.hurts == found.chance / 3 and found.harm == 1
    assert odds.describe(found).endswith(f"hurts {odds.percent(found.hurts)}, typically 1 hp")


def test_where_tie_rolls_become_the_number_a_tie_is_left_open() -> None:
    """CPR-INIT-03"""
    people = [person(GAME, id, Sheet()) for id in ("ana", "thug")]
    house = {"initiative_criticals": "false", "tie_reroll": "replace"}
    found = odds.initiative(GAME, table_of(GAME, *people, options=house))
    assert found is not None and found.tied == Fraction(1, 10)


def test_beings_of_the_net_come_before_everybody_who_rolls() -> None:
    """CPR-INIT-06"""
    people = [person(GAME, "ana", Sheet(ref=8)), *(person(GAME, id, Sheet(kind="net")) for id in ("black", "white"))]
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None and found.alone["white"] == 1


def test_whoever_cannot_act_is_not_first() -> None:
    """CPR-INIT-04"""
    people = [person(GAME, "ana", Sheet()), person(GAME, "thug", Sheet(), {"unconscious": 1})]
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None and found.alone == {"ana": 1}


def test_two_alike_are_first_equally_often() -> None:
    """CPR-INIT-07: without criticals a plain d10 each."""
    people = [person(GAME, id, Sheet()) for id in ("ana", "thug")]
    found = odds.initiative(GAME, table_of(GAME, *people, options={"initiative_criticals": "false"}))
    assert found is not None and found.tied == 0
    assert found.alone == {"ana": Fraction(1, 2), "thug": Fraction(1, 2)}
