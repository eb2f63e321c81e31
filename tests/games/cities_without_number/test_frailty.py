"""Frailty, the week of care and neglect. Every case of CWN-INJ-10 to CWN-INJ-12."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Begin
from firefight.events import Adjusted, Changed, Marked, Unmarked
from firefight.table import Mark
from firefight.view import Viewer
from tests.games.cities_without_number.bodies import (
    DAY,
    bring_down,
    calm,
    doc,
    npc,
    pc,
    tick,
)
from tests.games.cities_without_number.helpers import Fight

# ------------------------------------------------------------------ CWN-INJ-10


def frail(*others: Any, **options: str) -> Fight:
    """Ana is Frail, at minute 0, with a doc unless others are named."""
    fight = calm(pc("ana", hp=20, level=5), *(others or (doc(heal=0),)), **options)
    bring_down(fight, "ana")
    fight.does("gm", "saved", who="ana", by="luck")
    tick(fight, 10)
    assert fight.has("ana", "frail")
    return fight


def test_seven_days_in_bed_with_care_end_frailty() -> None:
    """CWN-INJ-10: on day 7, carer with Heal-0 and a medkit."""
    fight = frail()
    fight.does("doc", "care for", target="ana")
    tick(fight, 7 * DAY - 1)
    assert fight.has("ana", "frail")
    tick(fight, 1)
    assert not fight.has("ana", "frail")
    assert not fight.has("ana", "bed rest")


@pytest.mark.parametrize("carer", [doc(heal=None), doc(heal=2, items=())])
def test_care_needs_training_and_a_medkit(carer: Any) -> None:
    """CWN-INJ-10: untrained, or Heal-2 without a medkit: the week would not count."""
    fight = frail(carer)
    assert fight.against("doc", "care for", target="ana") == {"CWN-INJ-10"}
    fight.does("ana", "bed rest")
    assert (fight.has("ana", "bed rest"), fight.has("ana", "in care")) == (True, False)


def test_a_broken_week_begins_anew() -> None:
    """CWN-INJ-10: broken on day 5, seven new days are needed."""
    fight = frail()
    fight.does("doc", "care for", target="ana")
    tick(fight, 5 * DAY)
    fight.does("ana", "get up")
    fight.does("doc", "care for", target="ana")
    tick(fight, 6 * DAY)
    assert fight.has("ana", "frail")
    tick(fight, DAY)
    assert not fight.has("ana", "frail")


def test_by_house_rule_days_of_care_add_up() -> None:
    """CWN-INJ-10: frail_week cumulative: five days, then two."""
    fight = frail(frail_week="cumulative")
    fight.does("doc", "care for", target="ana")
    tick(fight, 5 * DAY)
    fight.does("ana", "get up")
    tick(fight, DAY)
    fight.does("doc", "care for", target="ana")
    tick(fight, 2 * DAY)
    assert not fight.has("ana", "frail")


@pytest.mark.parametrize("loss", ["leaves", "falls", "loses the kit", "fights"])
def test_care_ends_with_the_carer_the_kit_or_the_bed(loss: str) -> None:
    """CWN-INJ-10: on a mission, in a fight, without the medkit."""
    fight = frail(doc(heal=0), npc("thug"))
    fight.does("doc", "care for", target="ana")
    if loss == "leaves":
        fight.order(Changed("doc", here=False))
    elif loss == "falls":
        bring_down(fight, "doc")
    elif loss == "loses the kit":
        fight.order(Marked("doc", Mark("item medkit", value=4, quiet=True)))
    else:
        fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 2})
    assert not fight.has("ana", "in care")
    assert fight.has("ana", "bed rest") is (loss != "fights")


def test_the_gm_puts_to_bed_who_cannot_say_so_and_bed_rest_bars_other_work() -> None:
    """CWN-INJ-10 CWN-REPAIR-02: activities of days exclude each other."""
    fight = frail()
    fight.order(Marked("ana", Mark("in a coma")))
    fight.does("gm", "bed rest", who="ana", carer="doc")
    assert (fight.has("ana", "in care"), fight.can("ana", "get up")) == (True, False)
    fight.does("gm", "get up", who="ana")
    assert not fight.has("ana", "bed rest")
    fight.order(Unmarked("ana", "in a coma"), Marked("ana", Mark("repairing")))
    assert fight.against("ana", "bed rest") == {"CWN-INJ-10"}
    assert fight.against("doc", "care for", target="ana") == {"CWN-INJ-10"}


# ------------------------------------------------------------------ CWN-INJ-11


def test_a_physicians_hour_may_end_it() -> None:
    """CWN-INJ-11: Heal-2, Int +1, 2d6 of 7 makes 10."""
    fight = frail(doc(heal=2, attributes={"Int": 14}))
    before = fight.table.clock.minute
    fight.does("doc", "treat frailty", {"check doc": (3, 4)}, target="ana")
    assert (fight.has("ana", "frail"), fight.table.clock.minute - before) == (False, 60)


def test_a_failed_attempt_is_the_only_one_of_a_bout() -> None:
    """CWN-INJ-11: 9 fails; the same medic and any other are refused, until a new bout."""
    fight = frail(doc(heal=2, attributes={"Int": 14}), doc("bo", heal=2))
    fight.does("doc", "treat frailty", {"check doc": (3, 3)}, target="ana")
    assert fight.has("ana", "frail")
    tick(fight, DAY)
    assert fight.against("doc", "treat frailty", target="ana") == {"CWN-INJ-11"}
    assert fight.against("bo", "treat frailty", target="ana") == {"CWN-INJ-11"}
    fight.does("doc", "care for", target="ana")
    tick(fight, 7 * DAY)
    bring_down(fight, "ana")
    fight.does("gm", "saved", who="ana", by="luck")
    tick(fight, 10)
    assert fight.can("doc", "treat frailty")


def test_by_house_rule_every_physician_may_try_once() -> None:
    """CWN-INJ-11: one-per-physician."""
    fight = frail(doc(heal=2), doc("bo", heal=2), frail_attempts="one-per-physician")
    fight.does("doc", "treat frailty", {"check doc": (1, 1)}, target="ana")
    assert fight.against("doc", "treat frailty", target="ana") == {"CWN-INJ-11"}
    fight.does("bo", "treat frailty", {"check bo": (6, 6)}, target="ana")
    assert not fight.has("ana", "frail")


def test_without_a_medkit_there_is_no_attempt() -> None:
    """CWN-INJ-11"""
    fight = frail(doc(heal=2, items=()))
    assert fight.against("doc", "treat frailty", target="ana") == {"CWN-INJ-11"}


# ------------------------------------------------------------------ CWN-INJ-12


def neglected(die: int, fate: int | None = None) -> Fight:
    """Ana, Physical save target 13, after seven days without care."""
    fight = calm(pc("ana", hp=20, level=3), doc(heal=4))
    bring_down(fight, "ana")
    fight.does("gm", "saved", who="ana", by="luck")
    tick(fight, 10)
    fight.dice.left = {"save ana": [die], **({"fate ana": [fate]} if fate else {})}
    tick(fight, 7 * DAY)
    if fate:
        assert fight.session.questions()[0].default == fate
        fight.says("days left", fate)
    return fight


def test_seven_days_of_neglect_and_a_save_mean_a_month_of_rest() -> None:
    """CWN-INJ-12: target 13, roll 13: Frail for 30 more days, cured on day 37; the GM says whether it was rest."""
    fight = neglected(13)
    assert fight.has("ana", "month of rest")
    tick(fight, 30 * DAY - 1)
    assert fight.has("ana", "frail")
    tick(fight, 1)
    fight.says("rested ana", "yes")
    assert not fight.has("ana", "frail")
    assert fight.table.clock.minute == 37 * DAY + 10


def test_a_month_of_other_things_is_no_rest() -> None:
    """CWN-INJ-12"""
    fight = neglected(13)
    tick(fight, 30 * DAY)
    fight.says("rested ana", "no")
    assert (fight.has("ana", "frail"), fight.has("ana", "month of rest")) == (True, True)


def test_a_failed_save_means_death_within_the_following_week() -> None:
    """CWN-INJ-12: roll 12, 1d7 of 3: dead at the end of day 10; players see nothing of the day."""
    fight = neglected(12, fate=3)
    tick(fight, 3 * DAY - 1)
    assert fight.has("ana", "frail")
    tick(fight, 1)
    assert (fight.has("ana", "dead"), fight.table.clock.minute) == (True, 10 * DAY + 10)


@pytest.mark.parametrize(("die", "lives"), [(20, True), (1, False)])
def test_natural_20_and_1_decide_by_themselves(die: int, lives: bool) -> None:
    """CWN-INJ-12"""
    fight = neglected(die, fate=None if lives else 7)
    assert fight.has("ana", "month of rest") is lives


def test_the_gm_chooses_the_day_and_players_do_not_see_it() -> None:
    """CWN-INJ-12"""
    fight = calm(pc("ana", hp=20, level=3))
    bring_down(fight, "ana")
    fight.does("gm", "saved", who="ana", by="luck")
    tick(fight, 10)
    fight.dice.left = {"save ana": [2], "fate ana": [3]}
    tick(fight, 7 * DAY)
    fight.says("days left", 5)
    assert fight.told("Ana will die of it in 5 days")
    assert not any("will die" in line for line in fight.lines(Viewer("player", "ana's player")))
    assert "gm fate ana" not in fight.session.view(Viewer("player", "ana's player")).flags
    tick(fight, 5 * DAY)
    assert fight.has("ana", "dead")


def test_after_a_failed_save_a_physician_helps_and_bed_rest_does_not() -> None:
    """CWN-INJ-12"""
    bed = neglected(2, fate=7)
    bed.does("doc", "care for", target="ana")
    tick(bed, 7 * DAY)
    assert bed.has("ana", "dead")
    cured = neglected(2, fate=7)
    cured.does("doc", "treat frailty", {"check doc": (6, 6)}, target="ana")
    tick(cured, 14 * DAY)
    assert not cured.has("ana", "dead")


def test_care_begun_and_broken_off_starts_the_seven_days_of_neglect_again() -> None:
    """CWN-INJ-12: counted from the end of such care."""
    fight = frail()
    tick(fight, 5 * DAY)
    fight.does("doc", "care for", target="ana")
    tick(fight, DAY)
    fight.does("ana", "get up")
    tick(fight, 7 * DAY - 1)
    assert fight.asked == ()
    fight.dice.left = {"save ana": [20]}
    tick(fight, 1)
    assert fight.has("ana", "month of rest")


def test_who_is_neglected_heals_nothing_and_dies_at_nothing() -> None:
    """CWN-INJ-12: still Frail during the month."""
    fight = neglected(13)
    fight.does("gm", "night")
    assert fight.pool("ana") == 1
    fight.order(Adjusted("ana", "hp", -1))
    assert fight.has("ana", "dead")
