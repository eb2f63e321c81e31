"""Shadowrun 4: an attack's odds by its rules are those of the attack itself, and those of every face counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight import odds
from firefight.dice import Source, TooMany
from firefight.games.shadowrun_4 import GAME, rules
from firefight.games.shadowrun_4.chances import WITH_SIXES, WITHOUT, Dicing, hits, is_six
from firefight.games.shadowrun_4.edge import roll
from firefight.games.shadowrun_4.sheet import Sheet, Weapon
from firefight.odds.reference import by_branching
from firefight.proposed import proposed
from firefight.table import Pool, Table
from firefight.timeline import Act
from tests.odds.helpers import act, agree, fight_of, marks, options, person, table_of

ON_TARGET = ("prone", "running", "in cover", "in good cover", "unaware", "in melee", "full defense", "defended")
MODES = st.sampled_from(("single", "narrow burst", "wide burst"))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Ana and a thug with small pools, and anything that can matter to an attack."""
    melee = draw(st.booleans())
    modes = () if melee else ("SA", "BF")
    arm = Weapon("it", skill="it", damage=draw(st.integers(2, 6)), stun=draw(st.booleans()), ap=draw(st.integers(-2, 1)),
                 melee=melee, modes=modes, recoil=draw(st.integers(0, 3)), ready=True)  # fmt: skip
    few = st.integers(0, 2)
    ana = Sheet(agility=draw(st.integers(1, 4)), skills={"it": draw(st.integers(2, 3))}, gear=(arm,))
    thug = Sheet(
        body=draw(st.integers(1, 2)), reaction=draw(few), ballistic=draw(few), impact=draw(few),
        skills={"dodge": draw(few), "unarmed": draw(few)}, one_track=draw(st.booleans()),
    )  # fmt: skip
    house = {**draw(options(GAME)), "modifiers": "proposed"}
    people = person(GAME, "ana", ana, draw(marks("aiming", "running"))), person(GAME, "thug", thug, draw(marks(*ON_TARGET)))
    table = table_of(GAME, *people, options=house)
    hurt = {
        name: Pool(draw(st.integers(0, 8)), pool.most) for name, pool in table.who("thug").pools.items() if name != "overflow"
    }
    return table.change("thug", pools={**table.who("thug").pools, **hurt})


@given(tables(), MODES)
@settings(max_examples=15, deadline=None)
def test_the_rules_and_the_attack_on_branching_dice_come_to_the_same(table: Table, mode: str) -> None:
    """SR4-ATK-01 SR4-ATK-02 SR4-ATK-03 SR4-DICE-01 SR4-CM-02"""
    agree(GAME, table, act("attack", weapon="it", mode=mode), WITHOUT)


def test_every_face_counted_one_by_one_comes_to_the_same() -> None:
    """Three dice against two, two to resist: the rules called directly. SR4-DICE-01 SR4-ATK-01"""
    boxes: Counter[int] = Counter()
    glitches: Counter[str] = Counter()
    good = 0
    for faces in product(range(1, 7), repeat=5):
        ours, ones = sum(map(rules.is_hit, faces[:3])), faces[:3].count(1)
        net = rules.net_hits(ours, sum(map(rules.is_hit, faces[3:])))
        good += 4**0 * (net > 0)
        glitches[named(ones, ours)] += 1
        harm = rules.harm(rules.Damage(3, 0, 0, True, 0, 1, 1), net)
        for resisting in product(range(1, 7), repeat=2):
            boxes[rules.boxes(harm.damage, sum(map(rules.is_hit, resisting))) if net else 0] += 1
    found = odds.of(GAME, three_against_two(), "ana", act("attack", weapon="it"))
    assert found is not None and found.chance == Fraction(good, 6**5)
    assert found.damage == {amount: Fraction(count, 6**7) for amount, count in boxes.items()}
    assert found.also == {name: Fraction(count, 6**5) for name, count in glitches.items() if name}


def named(ones: int, hits: int) -> str:
    """What went wrong with three dice."""
    return "critical glitch" if rules.is_critical(3, ones, hits) else "glitch" if rules.is_glitch(3, ones) else ""


def three_against_two() -> Table:
    """Ana throws three dice, the thug two against her and two against the damage."""
    arm = Weapon("it", skill="it", damage=3, modes=("SA",))
    ana, thug = Sheet(agility=2, skills={"it": 1}, gear=(arm,)), Sheet(reaction=2, body=1, ballistic=1)
    return fight_of(GAME, person(GAME, "ana", ana), person(GAME, "thug", thug))


def test_the_usual_damage_says_its_track() -> None:
    found = odds.of(GAME, three_against_two(), "ana", act("attack", weapon="it"))
    assert found is not None and (found.harm, found.unit) == (4, "P")
    assert odds.describe(found).startswith("43%, typically 4 P") and found.price == "Simple Action"


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_edge_before_the_roll_throws_sixes_again(dice: int) -> None:
    """SR4-EDGE-03: as the game throws them, as far as two rounds of sixes go."""
    table = table_of(GAME, person(GAME, "ana", Sheet(), {"edge on attack": 1}))

    def hits_of(source: Source) -> int:
        return roll(proposed(table, "ana", Act("attack"), Twice(source)), "ana", "attack", dice, "attack").hits

    from firefight.chance import exploding
    from firefight.dice import branches

    fallen: Counter[int] = Counter()
    for weight, found in branches(hits_of):
        fallen[found] += weight  # type: ignore[assignment]
    spread = exploding(dice, 6, is_six, rules.is_hit, 1)
    assert dict(fallen) == {number: Fraction(weight, sum(spread.values())) for number, weight in spread.items()}


class Twice:
    """Dice whose second throw again shows no six that counts further: it is taken for a five."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def faces(self, path: str, label: str, n: int, sides: int) -> tuple[int, ...]:
        faces = self.source.faces(path, label, n, sides) or ()
        return tuple(min(face, 5) for face in faces) if "sixes" in label else faces


def test_edge_makes_an_attack_better_and_cannot_be_run_on_branching_dice() -> None:
    """SR4-EDGE-03"""
    plain = three_against_two()
    paid = plain.change("ana", marks=person(GAME, "ana", Sheet(), {"edge on attack": 1}).marks)
    before, after = (odds.of(GAME, table, "ana", act("attack", weapon="it")) for table in (plain, paid))
    assert before is not None and after is not None and before.chance is not None and after.chance is not None
    assert after.chance > before.chance
    with pytest.raises(TooMany):
        by_branching(GAME, paid, "ana", act("attack", weapon="it"), 2_000, WITH_SIXES)


def test_a_pool_with_sixes_thrown_again_misses_as_often_as_without() -> None:
    """SR4-EDGE-03"""
    plain, again = hits(Dicing(6)), hits(Dicing(6, True))
    assert Fraction(plain[0], sum(plain.values())) == Fraction(again[0], sum(again.values()))


def test_a_player_who_may_take_full_defense_is_shown_against_it_as_well() -> None:
    """SR4-DEF-02"""
    arm = Weapon("it", skill="it", damage=3, modes=("SA",))
    ana, thug = Sheet(agility=3, skills={"it": 3}, gear=(arm,)), Sheet(reaction=2, body=2, skills={"dodge": 2})
    players, gms = (
        odds.of(
            GAME,
            fight_of(GAME, person(GAME, "ana", ana), person(GAME, "thug", thug, owner=owner)),
            "ana",
            act("attack", weapon="it"),
        )
        for owner in ("bo", "")
    )
    assert players is not None and gms is not None and players.chance is not None
    assert set(players.answers) == {"full defense"} and players.answers["full defense"] < players.chance
    assert not gms.answers  # nobody is asked; the best there is without a cost


def test_dice_part_a_tie_by_house_rule_and_four_at_most() -> None:
    """SR4-INIT-04"""
    people = [person(GAME, id, Sheet(reaction=2, intuition=1)) for id in ("ana", "thug")]
    same, parted = (
        odds.initiative(GAME, table_of(GAME, *people, options={"tie_rule": rule})) for rule in ("same-time", "tie-break")
    )
    assert same is not None and parted is not None and same.tied
    assert parted.tied == same.tied / 6**4 and parted.alone["ana"] == parted.alone["thug"]


def test_who_goes_first_sums_to_one_ties_included() -> None:
    """SR4-INIT-05 SR4-INIT-07"""
    people = [person(GAME, id, Sheet(reaction=reaction)) for id, reaction in (("ana", 5), ("thug", 3), ("cy", 3))]
    found = odds.initiative(GAME, table_of(GAME, *people))
    assert found is not None
    assert sum(found.alone.values()) + found.tied == 1
    assert found.alone["ana"] > found.alone["thug"] == found.alone["cy"] > 0
