"""Poison and disease: every case of CWN-TOX-01 to CWN-TOX-04."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Adjusted, Marked, MissionBegan
from firefight.games.cities_without_number.sheet import Drug, Toxin
from firefight.table import Mark
from tests.games.cities_without_number.bodies import DAY, calm, doc, fought, npc, pc, round_goes_by, strain, tick, to_round
from tests.games.cities_without_number.helpers import Fight

DIRE = Toxin("dire", save=-4, damage="1d6")
WEAK = Toxin("weak", save=4, damage="1d6")
VENOM = Toxin("venom", damage="1d6")
TIRING = Toxin("tiring", strain=2)
CHOKING = Toxin("choking gas", penalty="choking", lasts=10, strain=1)


def poisonable(toxin: Toxin, *others: Any, running: bool = False, **sheet: Any) -> Fight:
    """Ana, a viper that carries a toxin, and whoever else; outside a fight unless one is running."""
    house = sheet.pop("house", {})
    people = pc("ana", **sheet), *others, npc("viper", toxins=(toxin,))
    return fought(*people, **house) if running else calm(*people, **house)


def poison(fight: Fight, die: int | None, toxin: str, more: dict[str, Any] | None = None) -> None:
    """The toxin gets into Ana; the die of her save."""
    rolls = {**({"save ana": die} if die is not None else {}), **(more or {})}
    fight.does("gm", "poison", rolls, who="ana", toxin=toxin)


def target(number: int) -> dict[str, Any]:
    """The sheet that makes the Physical save target this number."""
    return {"level": 16 - number} if number <= 15 else {"level": 1, "attributes": {"Str": 3, "Con": 3}}


# ------------------------------------------------------------------ CWN-TOX-01


@pytest.mark.parametrize(
    ("number", "toxin", "die", "made"),
    [
        (12, DIRE, 16, True),
        (12, DIRE, 15, False),
        (12, WEAK, 8, True),
        (5, WEAK, 1, False),
        (17, DIRE, 20, True),
        (17, DIRE, 19, False),
    ],
)
def test_the_strength_of_a_toxin_modifies_the_save(number: int, toxin: Toxin, die: int, made: bool) -> None:
    """CWN-TOX-01: dire -4, weak +4, natural 1 and 20."""
    fight = poisonable(toxin, hp=20, **target(number))
    poison(fight, die, toxin.name, None if made else {"toxin ana": 2})
    assert (fight.told("makes the Physical save"), fight.pool("ana")) == (made, 20 if made else 18)
    assert not (made and fight.has("ana", "poisoned"))


def test_what_a_made_save_lessens_is_halved() -> None:
    """CWN-TOX-01: only where the toxin's entry says so."""
    gas = Toxin("gas", damage="1d6", strain=1, lessened=True)
    fight = poisonable(gas, hp=20, attributes={"Con": 12})
    poison(fight, 20, "gas", {"toxin ana": 5})
    assert (fight.pool("ana"), strain(fight, "ana")) == (18, "0.5 of 12")


def test_a_toxin_beyond_the_bounds_is_refused_on_a_sheet() -> None:
    """CWN-TOX-01"""
    with pytest.raises(ValueError, match="-4 to \\+4"):
        npc("viper", toxins=(Toxin("worse", save=-5),))
    with pytest.raises(ValueError, match="did you mean 'riot smoke'"):
        npc("viper", toxins=("riot smok",))


# ------------------------------------------------------------------ CWN-TOX-02


def test_poison_that_takes_the_last_hit_point_is_lethal() -> None:
    """CWN-TOX-02: 6 damage to 6 hit points: Mortally Wounded; one that says otherwise only knocks out."""
    fight = poisonable(VENOM, hp=6)
    poison(fight, 2, "venom", {"toxin ana": 6})
    assert fight.has("ana", "mortally wounded")
    mild = poisonable(Toxin("sleeper", damage="1d6", lethal=False), hp=6)
    poison(mild, 2, "sleeper", {"toxin ana": 6})
    assert (mild.has("ana", "mortally wounded"), mild.has("ana", "incapacitated")) == (False, True)


def test_strain_from_poison_cannot_be_declined() -> None:
    """CWN-TOX-02: +2 at 9 of 10: total 10, unconscious for an hour."""
    fight = poisonable(TIRING, attributes={"Con": 10})
    fight.order(Adjusted("ana", "strain", 9))
    poison(fight, 2, "tiring")
    assert (strain(fight, "ana"), fight.has("ana", "unconscious")) == ("10 of 10", True)
    tick(fight, 60)
    assert not fight.has("ana", "unconscious")


def test_a_disease_waits_for_its_day_and_comes_back() -> None:
    """CWN-TOX-02: an onset of two days, then twice more, a day apart."""
    fight = poisonable(VENOM, hp=30, attributes={"Con": 12})
    poison(fight, 2, "sewer fever")
    tick(fight, 2 * DAY - 1)
    assert fight.pool("ana") == 30
    for left in (26, 22, 18):
        fight.dice.left = {"toxin ana": [4]}
        tick(fight, 1 if left == 26 else DAY)
        assert fight.pool("ana") == left
    assert (fight.has("ana", "poisoned"), strain(fight, "ana")) == (False, "3 of 12")


@pytest.mark.parametrize(("unit", "rounds"), [("rounds", 3), ("minutes", 30)])
def test_in_a_fight_the_onset_is_counted_in_rounds(unit: Any, rounds: int) -> None:
    """CWN-TOX-02: the round in which it got in does not count."""
    fight = poisonable(Toxin("slow", damage="1d6", onset=3, unit=unit), hp=20, running=True)
    poison(fight, 2, "slow")
    to_round(fight, rounds + 1)
    assert fight.pool("ana") == 20
    fight.done("ana", "viper", rolls={"toxin ana": 4})
    assert fight.pool("ana") == 16


def test_what_the_fight_leaves_of_an_onset_runs_on_by_the_clock() -> None:
    """CWN-TOX-02"""
    fight = poisonable(Toxin("slow", damage="1d6", onset=25), hp=20, running=True)
    poison(fight, 2, "slow")
    to_round(fight, 5)
    fight.ends()
    tick(fight, 2)
    assert fight.pool("ana") == 20
    fight.dice.left = {"toxin ana": [4]}
    tick(fight, 1)
    assert fight.pool("ana") == 16


def test_a_penalty_has_its_own_end() -> None:
    """CWN-TOX-02: ten minutes of choking; one without an end stays."""
    fight = poisonable(CHOKING, attributes={"Con": 12})
    poison(fight, 2, "choking gas")
    tick(fight, 9)
    assert fight.has("ana", "choking")
    tick(fight, 1)
    assert not fight.has("ana", "choking")
    lasting = poisonable(Toxin("rot", penalty="palsied"))
    poison(lasting, 2, "rot")
    tick(lasting, 1000)
    assert lasting.has("ana", "palsied")


# ------------------------------------------------------------------ CWN-TOX-03


def test_a_medic_within_a_minute_adds_twice_his_level_or_one_to_the_die_that_lies() -> None:
    """CWN-TOX-03: 11 + 4 = 15, 13 + 1 = 14, 13 + 2 = 15, all against 14."""
    for die, heal, total in ((11, 2, 15), (13, 0, 14), (13, 1, 15)):
        fight = poisonable(VENOM, doc(heal=heal), hp=20, level=2)
        poison(fight, die, "venom", {"toxin ana": 4})
        fight.does("doc", "treat poison", target="ana", toxin="venom")
        assert fight.told(f"makes the Physical save: {die} on the die, {total} against 14")


def test_a_natural_1_stays_failed() -> None:
    """CWN-TOX-03: a Heal-4 medic."""
    fight = poisonable(VENOM, doc(heal=4), hp=20, level=10)
    poison(fight, 1, "venom", {"toxin ana": 4})
    fight.does("doc", "treat poison", target="ana", toxin="venom")
    assert (fight.told("fails the Physical save"), fight.pool("ana")) == (True, 16)


@pytest.mark.parametrize(("round", "in_time"), [(12, True), (13, False)])
def test_in_a_fight_the_minute_is_ten_rounds(round: int, in_time: bool) -> None:
    """CWN-TOX-03: poisoned in round 2: in round 12 still, in round 13 not; it takes the Main Action."""
    fight = poisonable(VENOM, doc(heal=2), hp=20, level=2, running=True)
    to_round(fight, 2)
    poison(fight, 13, "venom", {"toxin ana": 4})
    to_round(fight, round)
    if in_time:
        fight.does("doc", "treat poison", target="ana", toxin="venom")
        assert (fight.pool("ana"), fight.budget("doc")["Main"]) == (20, 0)
    else:
        assert fight.against("doc", "treat poison", target="ana", toxin="venom") == {"CWN-TOX-03"}


def test_outside_a_fight_the_minute_is_one_of_the_clock() -> None:
    """CWN-TOX-03: the next minute is in time, the one after it is not."""
    for minutes, in_time in ((1, True), (2, False)):
        fight = poisonable(VENOM, doc(heal=2), hp=20, level=2)
        poison(fight, 13, "venom", {"toxin ana": 4})
        tick(fight, minutes)
        assert fight.can("doc", "treat poison", target="ana") is in_time


def test_what_the_toxin_took_comes_back() -> None:
    """CWN-TOX-03: 4 hit points, strain, the penalty, and the unconsciousness it caused; two rounds later."""
    gas = Toxin("gas", damage="1d6", strain=1, penalty="choking", lasts=60)
    fight = poisonable(gas, doc(heal=2), hp=20, level=2, attributes={"Con": 10}, running=True)
    fight.order(Adjusted("ana", "strain", 10))
    poison(fight, 13, "gas", {"toxin ana": 4})
    assert (fight.pool("ana"), fight.has("ana", "unconscious"), fight.has("ana", "choking")) == (16, True, True)
    round_goes_by(fight)
    round_goes_by(fight)
    fight.does("doc", "treat poison", target="ana", toxin="gas")
    assert (fight.pool("ana"), strain(fight, "ana")) == (20, "10 of 10")
    assert not fight.table.who("ana").has_any(("unconscious", "choking", "poisoned"))


def test_effects_still_to_come_are_cancelled() -> None:
    """CWN-TOX-03"""
    fight = poisonable(Toxin("slow", damage="1d6", onset=1, unit="hours"), doc(heal=2), hp=20, level=2)
    poison(fight, 13, "slow")
    fight.does("doc", "treat poison", target="ana", toxin="slow")
    tick(fight, 120)
    assert (fight.pool("ana"), fight.has("ana", "poisoned")) == (20, False)


def test_the_dead_stay_dead_and_the_dying_at_nothing() -> None:
    """CWN-TOX-03"""
    fight = poisonable(VENOM, doc(heal=2), hp=4, level=2)
    poison(fight, 13, "venom", {"toxin ana": 4})
    fight.does("doc", "treat poison", target="ana", toxin="venom")
    assert (fight.pool("ana"), fight.has("ana", "mortally wounded"), fight.has("ana", "poisoned")) == (0, True, False)
    frail = poisonable(VENOM, doc(heal=2), hp=4, level=2)
    frail.order(Marked("ana", Mark("frail")))
    poison(frail, 13, "venom", {"toxin ana": 4})
    assert frail.has("ana", "dead")
    assert not any(line.verb == "treat poison" for line in frail.session.menu("doc"))


def test_a_save_that_only_lessens_gives_the_other_half_back() -> None:
    """CWN-TOX-03 CWN-TOX-01"""
    gas = Toxin("gas", damage="1d6", strain=1, lessened=True)
    fight = poisonable(gas, doc(heal=2), hp=20, level=2, attributes={"Con": 12})
    poison(fight, 13, "gas", {"toxin ana": 5})
    fight.does("doc", "treat poison", target="ana", toxin="gas")
    assert (fight.pool("ana"), strain(fight, "ana")) == (18, "0.5 of 12")


@pytest.mark.parametrize("medic", [doc(heal=None), doc(heal=2, items=())])
def test_nothing_comes_from_the_untrained_or_without_a_medkit(medic: Any) -> None:
    """CWN-TOX-03"""
    fight = poisonable(VENOM, medic, hp=20, level=2)
    poison(fight, 13, "venom", {"toxin ana": 4})
    assert fight.against("doc", "treat poison", target="ana", toxin="venom") == {"CWN-TOX-03"}


def test_help_comes_once_for_each_poisoning() -> None:
    """CWN-TOX-03"""
    fight = poisonable(VENOM, doc("doc", heal=0), doc("bo", heal=4), hp=20, level=2)
    poison(fight, 5, "venom", {"toxin ana": 4})
    fight.does("doc", "treat poison", target="ana", toxin="venom")
    assert fight.against("bo", "treat poison", target="ana", toxin="venom") == {"CWN-TOX-03"}


def test_by_house_rule_the_medic_gives_a_new_save() -> None:
    """CWN-TOX-03: reroll."""
    fight = poisonable(VENOM, doc(heal=2), hp=20, level=2, house={"antidote_timing": "reroll"})
    poison(fight, 1, "venom", {"toxin ana": 4})
    fight.does("doc", "treat poison", {"save ana": 10}, target="ana", toxin="venom")
    assert fight.pool("ana") == 20


def test_by_house_rule_the_save_waits_for_the_medic() -> None:
    """CWN-TOX-03: wait: rolled with the bonus, or when the minute is over."""
    for helped in (True, False):
        fight = poisonable(VENOM, doc(heal=2), hp=20, level=2, house={"antidote_timing": "wait"})
        poison(fight, None, "venom")
        assert fight.has("ana", "poisoned")
        if helped:
            fight.does("doc", "treat poison", {"save ana": 10}, target="ana", toxin="venom")
            assert fight.pool("ana") == 20
        else:
            fight.dice.left = {"save ana": [10], "toxin ana": [4]}
            tick(fight, 1)
            assert fight.pool("ana") == 16


def test_what_got_in_during_a_fight_can_be_treated_for_a_minute_after_it() -> None:
    """CWN-TOX-03: on a mission the fight is one block of the clock."""
    fight = poisonable(VENOM, doc(heal=2), hp=20, level=2, running=True)
    fight.order(MissionBegan())
    poison(fight, 13, "venom", {"toxin ana": 4})
    fight.ends()
    fight.does("doc", "treat poison", target="ana", toxin="venom")
    assert fight.pool("ana") == 20


# ------------------------------------------------------------------ CWN-TOX-04


def test_a_matching_antitoxin_before_the_onset_ends_it() -> None:
    """CWN-TOX-04: the poison never acts."""
    slow = Toxin("slow", damage="1d6", onset=1, unit="hours")
    cure = Drug("cure", antitoxin=True, cures=("slow",))
    fight = poisonable(slow, doc(heal=None, drugs=(cure,)), hp=20)
    poison(fight, 2, "slow")
    fight.does("doc", "give", target="ana", drug="cure")
    tick(fight, 120)
    assert (fight.pool("ana"), fight.has("ana", "poisoned")) == (20, False)


@pytest.mark.parametrize(("said", "poisoned"), [("yes", False), ("no", True)])
def test_whether_an_antitoxin_without_a_name_works_the_gm_says(said: str, poisoned: bool) -> None:
    """CWN-TOX-04"""
    slow = Toxin("slow", damage="1d6", onset=1, unit="hours")
    fight = poisonable(slow, doc(drugs=("broad antitoxin",)), hp=20)
    poison(fight, 2, "slow")
    fight.does("doc", "give", target="ana", drug="broad antitoxin")
    fight.says("antitoxin slow", said)
    assert fight.has("ana", "poisoned") is poisoned


def test_an_antitoxin_for_something_else_does_nothing() -> None:
    """CWN-TOX-04"""
    slow = Toxin("slow", damage="1d6", onset=1, unit="hours")
    fight = poisonable(slow, doc(drugs=("smoker's cure",)), hp=20)
    poison(fight, 2, "slow")
    fight.does("doc", "give", target="ana", drug="smoker's cure")
    assert fight.has("ana", "poisoned")
