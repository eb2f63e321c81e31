"""Nights, first aid and drugs: every case of CWN-HEAL-01 to CWN-HEAL-06."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Adjusted, Marked, MissionBegan
from firefight.games.cities_without_number.sheet import Drug
from firefight.table import Mark
from tests.games.cities_without_number.bodies import bring_down, calm, doc, fought, npc, pc, strain, tick
from tests.games.cities_without_number.helpers import Fight


def hurt(now: int, most: int, *others: Any, **sheet: Any) -> Fight:
    """Ana at so many of so many hit points; Doc has Heal-1 and a medkit unless others are named."""
    house = sheet.pop("house", {})
    fight = calm(pc("ana", hp=most, **{"attributes": {"Con": 14}, **sheet}), *(others or (doc(),)), **house)
    fight.order(Adjusted("ana", "hp", now - most))
    return fight


def aid(fight: Fight, *dice: int, who: str = "doc", target: str = "ana", **picks: Any) -> None:
    """First aid with these dice, one application each."""
    rolls = {f"first aid {n}": die for n, die in enumerate(dice, 1)}
    fight.does(who, "first aid", rolls, target=target, times=len(dice), **picks)


# ------------------------------------------------------------------ CWN-HEAL-01


@pytest.mark.parametrize(("now", "morning"), [(10, 14), (20, 22)])
def test_pcs_regain_their_level_up_to_the_maximum(now: int, morning: int) -> None:
    """CWN-HEAL-01: level 4, of 22."""
    fight = hurt(now, 22, level=4)
    fight.does("gm", "night")
    assert fight.pool("ana") == morning


def test_npcs_regain_their_hit_dice() -> None:
    """CWN-HEAL-01: 3 hit dice, 5 of 14: 8."""
    fight = calm(npc("thug", hp=14, hit_dice=3))
    fight.order(Adjusted("thug", "hp", -9))
    fight.does("gm", "night")
    assert fight.pool("thug") == 8


def test_a_night_in_the_rain_without_food_gives_nothing() -> None:
    """CWN-HEAL-01"""
    fight = hurt(10, 22, level=4)
    fight.does("gm", "night", warm="no", fed="no")
    assert fight.pool("ana") == 10


@pytest.mark.parametrize(("said", "morning"), [("yes", 14), ("no", 10)])
def test_by_house_rule_the_gm_says_whether_wounds_heal(said: str, morning: int) -> None:
    """CWN-HEAL-01: hp_rest gm."""
    fight = hurt(10, 22, level=4, house={"hp_rest": "gm"})
    fight.does("gm", "night", unbroken_hours=6)
    assert fight.session.questions()[0].default == "no"
    fight.says("recovery", said)
    assert fight.pool("ana") == morning


def test_nights_go_by_one_after_another_for_everybody_or_one() -> None:
    """CWN-HEAL-01 CWN-STRAIN-06: three nights are two days and eight hours; one alone sleeps beside what others do."""
    fight = hurt(10, 22, doc(hp=20), level=2)
    fight.order(Adjusted("doc", "hp", -10), Adjusted("ana", "strain", 5))
    fight.does("gm", "night", nights=3)
    assert (fight.pool("ana"), fight.pool("doc"), strain(fight, "ana")) == (16, 13, "2 of 14")
    assert fight.table.clock.minute == 2 * 1440 + 480
    fight.does("gm", "night", who="ana", meanwhile="yes")
    assert (fight.pool("ana"), fight.pool("doc"), fight.table.clock.minute) == (18, 13, 2 * 1440 + 480)


def test_there_is_no_night_in_a_fight_and_none_for_the_helpless() -> None:
    """CWN-HEAL-01"""
    fight = fought(pc("ana"), npc("thug"))
    assert fight.against("gm", "night") == {"CWN-STRAIN-06"}
    calm_one = calm(pc("ana", level=3))
    bring_down(calm_one, "ana", lethal="no")
    calm_one.does("gm", "night")
    assert calm_one.pool("ana") == 1


# ------------------------------------------------------------------ CWN-HEAL-02


def test_the_frail_regain_nothing_until_they_are_cured() -> None:
    """CWN-HEAL-02: level 5 at 1: still 1; cured in the evening, then 6."""
    fight = hurt(1, 22, doc(heal=4), level=5)
    fight.order(Marked("ana", Mark("frail")))
    fight.does("gm", "night")
    assert (fight.pool("ana"), fight.told("rest brings no hit points back")) == (1, True)
    fight.does("doc", "treat frailty", {"check doc": (6, 6)}, target="ana")
    fight.does("gm", "night")
    assert fight.pool("ana") == 6


# ------------------------------------------------------------------ CWN-HEAL-03


@pytest.mark.parametrize(("heal", "die", "gained"), [(2, 4, 6), (0, 4, 4), (None, 1, 0), (None, 6, 5)])
def test_first_aid_restores_a_die_and_the_level_of_heal(heal: int | None, die: int, gained: int) -> None:
    """CWN-HEAL-03: Heal-2, Heal-0, untrained."""
    fight = hurt(10, 20, doc(heal=heal, attributes={"Int": 18}))
    aid(fight, die)
    assert fight.pool("ana") == 10 + gained


def test_what_is_beyond_the_maximum_is_lost() -> None:
    """CWN-HEAL-03: 18 of 20, Heal-3, die 5; then there is nothing to treat."""
    fight = hurt(18, 20, doc(heal=3))
    aid(fight, 5)
    assert fight.pool("ana") == 20
    assert fight.against("doc", "first aid", target="ana") == {"CWN-HEAL-03"}


def test_without_a_medkit_there_is_no_first_aid() -> None:
    """CWN-HEAL-03: none, or one that is Stowed; a cyberdoc kit holds one."""
    for kit in ({"items": ()}, {"stowed": ("medkit",)}):
        fight = hurt(10, 20, doc(**kit))
        assert fight.against("doc", "first aid", target="ana") == {"CWN-HEAL-03"}
    assert hurt(10, 20, doc(items=("cyberdoc kit",))).can("doc", "first aid")


def test_it_takes_a_minute_and_is_no_matter_of_a_fight() -> None:
    """CWN-HEAL-03"""
    fight = hurt(10, 20)
    fight.order(MissionBegan())
    aid(fight, 3)
    assert fight.table.clock.mission_minute == 1
    combat = fought(pc("ana", hp=20), doc(), npc("thug"))
    combat.order(Adjusted("ana", "hp", -5))
    assert not combat.can("doc", "first aid")


def test_a_healer_may_treat_himself_unless_the_table_says_no() -> None:
    """CWN-HEAL-03: self_first_aid."""
    for house, rules in (("yes", None), ("no", {"CWN-HEAL-03"})):
        fight = calm(doc(hp=20), self_first_aid=house)
        fight.order(Adjusted("doc", "hp", -5))
        if rules:
            assert fight.against("doc", "first aid", target="doc") == rules
        else:
            aid(fight, 3, target="doc")
            assert fight.pool("doc") == 19


# ------------------------------------------------------------------ CWN-HEAL-04


def test_each_application_is_a_point_of_strain_for_the_target() -> None:
    """CWN-HEAL-04: three: +3, none on the healer."""
    fight = hurt(1, 30, doc(attributes={"Con": 10}))
    aid(fight, 1, 2, 3)
    assert (strain(fight, "ana"), strain(fight, "doc"), fight.pool("ana")) == ("3 of 14", "0 of 10", 10)


def test_an_application_that_restores_nothing_is_a_point_too() -> None:
    """CWN-HEAL-04: untrained, die 1."""
    fight = hurt(10, 20, doc(heal=None))
    aid(fight, 1)
    assert (fight.pool("ana"), strain(fight, "ana")) == (10, "1 of 14")


def test_the_last_point_that_fits_is_the_last_application() -> None:
    """CWN-HEAL-04: total 13 of 14: one is possible, a second refused; of several asked for only those that fit."""
    fight = hurt(1, 40)
    fight.order(Adjusted("ana", "strain", 13))
    aid(fight, 2)
    assert fight.against("doc", "first aid", target="ana") == {"CWN-STRAIN-04"}
    other = hurt(1, 40)
    other.order(Adjusted("ana", "strain", 12))
    other.does("doc", "first aid", {"first aid 1": 2, "first aid 2": 2}, target="ana", times=5)
    assert strain(other, "ana") == "14 of 14"


# ------------------------------------------------------------------ CWN-HEAL-05


def test_first_aid_mends_the_frail_and_leaves_them_frail() -> None:
    """CWN-HEAL-05: 1 of 20, Heal-1, die 5: 7, still Frail; healed to the maximum: dies all the same when dropped."""
    fight = hurt(1, 20)
    fight.order(Marked("ana", Mark("frail")))
    aid(fight, 5)
    assert (fight.pool("ana"), fight.has("ana", "frail")) == (7, True)
    aid(fight, 6, 6)
    assert (fight.pool("ana"), fight.has("ana", "frail")) == (20, True)
    fight.order(Adjusted("ana", "hp", -20))
    assert fight.has("ana", "dead")


# ------------------------------------------------------------------ CWN-HEAL-06


def test_a_session_takes_a_minute_each_and_five_at_most() -> None:
    """CWN-HEAL-06: two applications 2 minutes, nine over four teammates 5."""
    fight = hurt(1, 40)
    fight.order(MissionBegan())
    aid(fight, 2)
    aid(fight, 2)
    assert fight.table.clock.mission_minute == 2
    crew = calm(*(pc(name, hp=40, attributes={"Con": 14}) for name in ("ana", "bo", "cy", "di")), doc())
    crew.order(MissionBegan(), *(Adjusted(name, "hp", -39) for name in ("ana", "bo", "cy", "di")))
    for target, times in (("ana", 3), ("bo", 2), ("cy", 2), ("di", 2)):
        aid(crew, *([2] * times), target=target)
    assert crew.table.clock.mission_minute == 5


def test_a_new_session_begins_when_time_has_gone_on() -> None:
    """CWN-HEAL-06"""
    fight = hurt(1, 40)
    aid(fight, 2, 2, 2, 2, 2, 2)
    assert fight.table.clock.minute == 5
    tick(fight, 10)
    aid(fight, 2)
    assert fight.table.clock.minute == 16


def test_two_medics_at_once_share_the_minutes() -> None:
    """CWN-HEAL-06 CWN-TIME-05"""
    fight = hurt(1, 40, doc("doc"), doc("bo"))
    aid(fight, 2, 2)
    aid(fight, 3, 3, who="bo", meanwhile="yes")
    assert (fight.table.clock.minute, fight.pool("ana")) == (2, 15)


# ------------------------------------------------------------------ drugs


def test_a_drug_heals_for_strain_and_runs_out() -> None:
    """CWN-STRAIN-04: in a fight it takes the Main Action."""
    gel = Drug("gel", doses=1, strain=1, heals="1d6", plus=2)
    fight = fought(pc("ana", hp=20, attributes={"Con": 12}), doc(drugs=(gel, "wound gel")), npc("thug"))
    fight.order(Adjusted("ana", "hp", -10))
    fight.does("doc", "give", {"heals": 3}, target="ana", drug="gel")
    assert (fight.pool("ana"), strain(fight, "ana"), fight.budget("doc")["Main"]) == (15, "1 of 12", 0)
    fight.ends()
    assert fight.against("doc", "give", target="ana", drug="gel") == {"CWN-STRAIN-04"}


def test_a_drug_that_stabilises_needs_no_check() -> None:
    """CWN-INJ-03"""
    fight = fought(pc("ana", attributes={"Con": 12}), doc(drugs=("clot spray",)), npc("thug"))
    bring_down(fight, "ana")
    fight.does("doc", "give", target="ana", drug="clot spray")
    assert (fight.has("ana", "stabilised"), strain(fight, "ana")) == (True, "1 of 12")
