"""System Strain and implants going in and out: every case of CWN-STRAIN-01 to CWN-STRAIN-06."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Do, Rewind
from firefight.errors import FirefightError
from firefight.events import Adjusted, Marked, PoolSet, SheetSet
from firefight.games.cities_without_number.sheet import Ability, Drug, Implant
from firefight.table import Mark
from firefight.timeline import Act, Note
from tests.games.cities_without_number.bodies import bring_down, calm, doc, npc, pc, strain, tick
from tests.games.cities_without_number.helpers import Fight


def body(con: int, accumulated: int = 0, *permanent: float, **sheet: Any) -> Fight:
    """Ana with this Constitution, accumulated strain, and implants of this strain each; Doc is there with drugs."""
    parts = tuple(Implant(f"part {n}", strain=points) for n, points in enumerate(permanent, 1))
    house = sheet.pop("house", {})
    drugs = (Drug("boost", doses=0, strain=1), Drug("surge", doses=3, strain=2, plus=2))
    known = {"implants": parts, **sheet, "attributes": {"Con": con, **sheet.get("attributes", {})}}
    fight = calm(pc("ana", **known), doc(drugs=drugs), **house)
    if accumulated:
        fight.order(PoolSet("ana", "strain", accumulated))
    return fight


def forced(fight: Fight, points: str) -> None:
    """Strain that Ana cannot decline."""
    fight.does("gm", "strain", who="ana", points=points, kind="forced")


# ------------------------------------------------------------------ CWN-STRAIN-01


def test_the_total_is_permanent_and_accumulated_strain() -> None:
    """CWN-STRAIN-01: permanent 2.25, accumulated 4: 6.25; a new character has none."""
    assert strain(body(12, 4, 2, 0.25), "ana") == "6.25 of 12"
    assert strain(body(12), "ana") == "0 of 12"


def test_the_two_parts_are_kept_apart() -> None:
    """CWN-STRAIN-01: rest takes the one, removal the other."""
    fight = body(12, 4, 2.25)
    fight.does("gm", "night")
    assert strain(fight, "ana") == "5.25 of 12"
    fight.does("gm", "remove", who="ana", implant="part 1")
    assert strain(fight, "ana") == "3 of 12"


# ------------------------------------------------------------------ CWN-STRAIN-02


def test_the_maximum_can_be_reached_and_not_passed() -> None:
    """CWN-STRAIN-02: Constitution 12: 11 + 1 is allowed, one more is over."""
    fight = body(12, 11)
    fight.does("doc", "give", target="ana", drug="boost")
    assert strain(fight, "ana") == "12 of 12"
    assert fight.against("doc", "give", target="ana", drug="boost") == {"CWN-STRAIN-04"}


def test_a_higher_score_is_a_higher_maximum() -> None:
    """CWN-STRAIN-02: 13 to 14."""
    fight = body(13, 13)
    assert fight.against("doc", "give", target="ana", drug="boost") == {"CWN-STRAIN-04"}
    fight.order(SheetSet("ana", "attributes", {"Con": 14}))
    assert (strain(fight, "ana"), fight.table.who("ana").pools["strain"].most) == ("13 of 14", 14)
    assert fight.can("doc", "give", drug="boost")


def test_a_total_above_the_maximum_loses_nothing_and_takes_nothing() -> None:
    """CWN-STRAIN-02: after a drop of the score."""
    fight = body(12, 11)
    fight.order(SheetSet("ana", "attributes", {"Con": 9}))
    assert strain(fight, "ana") == "11 of 9"
    assert fight.against("doc", "give", target="ana", drug="boost") == {"CWN-STRAIN-04"}
    for _ in range(3):
        fight.does("gm", "night")
    fight.does("doc", "give", target="ana", drug="boost")
    assert strain(fight, "ana") == "9 of 9"


def test_who_has_no_constitution_has_no_strain_unless_the_gm_gives_a_maximum() -> None:
    """CWN-STRAIN-02: NPCs."""
    fight = calm(npc("thug"), npc("boss", strain=4))
    assert ("strain" in fight.table.who("thug").pools, strain(fight, "boss")) == (False, "0 of 4")


# ------------------------------------------------------------------ CWN-STRAIN-03


@pytest.mark.parametrize(("points", "allowed"), [(0.5, True), (0.75, False)])
def test_an_implant_may_fill_a_body_and_not_overfill_it(points: float, allowed: bool) -> None:
    """CWN-STRAIN-03: Constitution 10, permanent 9.5."""
    fight = body(10, 0, 9.5, spare=(Implant("new", strain=points),))
    if allowed:
        fight.does("gm", "install", who="ana", implant="new")
        assert strain(fight, "ana") == "10 of 10"
    else:
        assert fight.against("gm", "install", who="ana", implant="new") == {"CWN-STRAIN-03"}


def test_accumulated_strain_counts_against_an_implant() -> None:
    """CWN-STRAIN-03: permanent 6, accumulated 3, new 2: refused; after a night's rest allowed."""
    fight = body(10, 3, 6, spare=(Implant("new", strain=2),))
    assert fight.against("gm", "install", who="ana", implant="new") == {"CWN-STRAIN-03"}
    fight.does("gm", "night")
    fight.does("gm", "install", who="ana", implant="new")
    assert strain(fight, "ana") == "10 of 10"


def test_by_house_rule_only_the_permanent_part_counts() -> None:
    """CWN-STRAIN-03: install_check; then the total may be over, and nothing more goes in."""
    fight = body(10, 3, 6, spare=(Implant("new", strain=2),), house={"install_check": "permanent-only"})
    fight.does("gm", "install", who="ana", implant="new")
    assert strain(fight, "ana") == "11 of 10"
    assert fight.against("doc", "give", target="ana", drug="boost") == {"CWN-STRAIN-04"}


def test_what_is_taken_out_takes_its_strain_with_it() -> None:
    """CWN-STRAIN-03: 1.5 out of 4.25 leaves 2.75; it is kept as a spare part."""
    fight = body(12, 0, 1.5, 2.75)
    fight.does("gm", "remove", who="ana", implant="part 1")
    assert strain(fight, "ana") == "2.75 of 12"
    assert [part.name for part in fight.table.who("ana").sheet.spare] == ["part 1"]
    fight.does("gm", "install", who="ana", implant="part 1")
    assert (strain(fight, "ana"), fight.table.who("ana").sheet.spare) == ("4.25 of 12", ())


def test_damaged_cyberware_keeps_its_strain_and_stays_damaged_when_it_is_taken_out() -> None:
    """CWN-STRAIN-03 CWN-REPAIR-01"""
    fight = body(12, 0, 2)
    fight.order(Marked("ana", Mark("without the use of part 1")))
    assert strain(fight, "ana") == "2 of 12"
    fight.does("gm", "remove", who="ana", implant="part 1")
    fight.does("gm", "install", who="ana", implant="part 1")
    assert fight.has("ana", "without the use of part 1")


def test_a_sheet_change_by_hand_counts_at_once_and_can_be_undone() -> None:
    """CWN-STRAIN-03"""
    fight = body(12)
    fight.order(SheetSet("ana", "implants", ({"name": "hook", "strain": 0.25},)))
    assert strain(fight, "ana") == "0.25 of 12"
    fight.session.do(Rewind("undo"))
    assert strain(fight, "ana") == "0 of 12"


# ------------------------------------------------------------------ CWN-STRAIN-04


def test_first_aid_over_the_maximum_is_refused() -> None:
    """CWN-STRAIN-04: Constitution 12, total 12: no healing, total stays."""
    fight = body(12, 12)
    fight.order(Adjusted("ana", "hp", -5))
    assert fight.against("doc", "first aid", target="ana") == {"CWN-STRAIN-04"}
    assert (fight.pool("ana"), strain(fight, "ana")) == (5, "12 of 12")


def test_an_activation_over_the_maximum_by_a_fraction_is_refused() -> None:
    """CWN-STRAIN-04: permanent 3.25, accumulated 8, activation +1: 12.25 exceeds 12."""
    fight = body(12, 8, 3.25, abilities=(Ability("Overclock", strain=1),))
    assert fight.against("ana", "use", ability="Overclock") == {"CWN-STRAIN-04"}


def test_it_is_all_or_nothing() -> None:
    """CWN-STRAIN-04: total 11, a drug that adds 2 is refused outright; at 10 it is allowed."""
    fight = body(12, 11)
    assert fight.against("doc", "give", target="ana", drug="surge") == {"CWN-STRAIN-04"}
    other = body(12, 10)
    other.does("doc", "give", target="ana", drug="surge")
    assert strain(other, "ana") == "12 of 12"


def test_a_dose_given_against_the_rule_is_used_up_without_effect() -> None:
    """CWN-STRAIN-04: the table insists."""
    fight = body(12, 11)
    fight.order(Adjusted("ana", "hp", -5))
    fight.forces("doc", "give", "hold still", {}, target="ana", drug="surge")
    fight.says("no use", "given all the same")
    assert (fight.pool("ana"), strain(fight, "ana")) == (5, "11 of 12")
    assert next(line.price for line in fight.session.menu("doc") if "surge" in line.fixed.values()).startswith("2 of 3 left")


def test_what_is_refused_costs_no_dose() -> None:
    """CWN-STRAIN-04"""
    fight = body(12, 11)
    fight.forces("doc", "give", "hold still", {}, target="ana", drug="surge")
    fight.says("no use", "refused")
    assert next(line.price for line in fight.session.menu("doc") if "surge" in line.fixed.values()).startswith("3 of 3 left")


def test_voluntary_strain_of_any_kind_follows_the_rule() -> None:
    """CWN-STRAIN-04: the GM's line for it."""
    fight = body(12, 11, 0.5)
    fight.does("gm", "strain", who="ana", points="0.25", kind="voluntary")
    assert strain(fight, "ana") == "11.75 of 12"
    fight.does("gm", "strain", who="ana", points="0.5", kind="voluntary")
    assert (strain(fight, "ana"), fight.told("takes no more strain")) == ("11.75 of 12", True)
    fight.does("gm", "strain", who="ana", points="0.25", kind="less")
    assert strain(fight, "ana") == "11.5 of 12"


# ------------------------------------------------------------------ CWN-STRAIN-05


def test_forced_strain_over_the_maximum_fills_up_and_knocks_out_for_an_hour() -> None:
    """CWN-STRAIN-05: Constitution 11, total 10, +3: total 11, out for 60 minutes, no hit points lost."""
    fight = body(11, 10)
    forced(fight, "3")
    assert (strain(fight, "ana"), fight.has("ana", "unconscious"), fight.pool("ana")) == ("11 of 11", True, 10)
    tick(fight, 59)
    assert fight.has("ana", "unconscious")
    tick(fight, 1)
    assert not fight.has("ana", "unconscious")
    assert not fight.has("ana", "frail")


def test_reaching_the_maximum_knocks_nobody_out() -> None:
    """CWN-STRAIN-05: total 8, +3."""
    fight = body(11, 8)
    forced(fight, "3")
    assert (strain(fight, "ana"), fight.has("ana", "unconscious")) == ("11 of 11", False)


def test_filling_up_is_exact() -> None:
    """CWN-STRAIN-05: permanent 2.5, accumulated 8, +1: total 11, accumulated 8.5."""
    fight = body(11, 8, 2.5)
    forced(fight, "1")
    assert (strain(fight, "ana"), fight.has("ana", "unconscious")) == ("11 of 11", True)
    fight.does("gm", "remove", who="ana", implant="part 1")
    assert strain(fight, "ana") == "8.5 of 11"
    fight.does("gm", "night")
    assert strain(fight, "ana") == "7.5 of 11"


def test_by_house_rule_none_of_it_counts() -> None:
    """CWN-STRAIN-05: overflow_total unchanged."""
    fight = body(11, 10, house={"overflow_total": "unchanged"})
    forced(fight, "3")
    assert (strain(fight, "ana"), fight.has("ana", "unconscious")) == ("10 of 11", True)


def test_a_total_above_the_maximum_is_never_lowered_by_it() -> None:
    """CWN-STRAIN-05"""
    fight = body(12, 11)
    fight.order(SheetSet("ana", "attributes", {"Con": 9}))
    forced(fight, "1")
    assert (strain(fight, "ana"), fight.has("ana", "unconscious")) == ("11 of 9", True)


def test_the_frail_are_knocked_out_and_do_not_die() -> None:
    """CWN-STRAIN-05"""
    fight = body(11, 10)
    fight.order(Marked("ana", Mark("frail")))
    forced(fight, "3")
    assert (fight.has("ana", "dead"), fight.has("ana", "unconscious"), fight.has("ana", "frail")) == (False, True, True)


def test_the_hour_can_be_lengthened_and_not_shortened() -> None:
    """CWN-STRAIN-05 CWN-GEN-01"""
    for said, minute in ((90, 90), (10, 60)):
        fight = body(11, 10)
        act = Act("strain", {"who": "ana", "points": "3", "kind": "forced"})
        fight.command(Do("", act, notes=(Note("minutes unconscious", said, "as I say"),)))
        tick(fight, minute - 1)
        assert fight.has("ana", "unconscious")
        tick(fight, 1)
        assert not fight.has("ana", "unconscious")


# ------------------------------------------------------------------ CWN-STRAIN-06


def test_a_good_night_takes_a_point() -> None:
    """CWN-STRAIN-06: accumulated 3: 2; twelve hours of sleep are one point too; never below nothing, permanent untouched."""
    fight = body(12, 3)
    fight.does("gm", "night")
    assert strain(fight, "ana") == "2 of 12"
    fight.does("gm", "night", unbroken_hours=12)
    assert strain(fight, "ana") == "1 of 12"
    rested = body(12, 0, 4.5)
    rested.does("gm", "night")
    assert strain(rested, "ana") == "4.5 of 12"


@pytest.mark.parametrize("how", [{"unbroken_hours": 5}, {"warm": "no"}, {"fed": "no"}, {"comfortable": "no"}])
def test_a_bad_night_takes_nothing(how: dict[str, Any]) -> None:
    """CWN-STRAIN-06: woken after five hours, cold, hungry or on the floor."""
    fight = body(12, 3)
    fight.does("gm", "night", **how)
    assert strain(fight, "ana") == "3 of 12"


def test_a_rest_of_less_than_a_point_goes_to_nothing() -> None:
    """CWN-STRAIN-06"""
    fight = body(12)
    fight.does("gm", "strain", who="ana", points="0.25", kind="voluntary")
    fight.does("gm", "night")
    assert strain(fight, "ana") == "0 of 12"


def test_the_frail_lose_strain_and_gain_no_hit_points() -> None:
    """CWN-STRAIN-06 CWN-HEAL-02: accumulated 2: 1."""
    fight = body(12, 2)
    bring_down(fight, "ana")
    fight.does("gm", "saved", who="ana", by="luck")
    tick(fight, 10)
    fight.does("gm", "night")
    assert (strain(fight, "ana"), fight.pool("ana")) == ("1 of 12", 1)


# ------------------------------------------------------------------ exactness


@pytest.mark.parametrize("bad", ["much", "1/0", "-1", "0.0001"])
def test_points_that_cannot_be_counted_are_refused_with_a_sentence(bad: str) -> None:
    """CWN-STRAIN-01"""
    fight = body(12)
    with pytest.raises(FirefightError, match=r"write for instance|three decimals"):
        forced(fight, bad)
    assert strain(fight, "ana") == "0 of 12"


def test_what_the_gm_sets_by_hand_is_whole() -> None:
    """CWN-STRAIN-02: the rest of a point goes with it."""
    fight = body(12)
    fight.does("gm", "strain", who="ana", points="1.5", kind="forced")
    fight.order(PoolSet("ana", "strain", 4))
    assert strain(fight, "ana") == "4 of 12"


def test_a_sheet_with_unknown_cyberware_names_what_was_meant() -> None:
    """CWN-STRAIN-03"""
    with pytest.raises(ValueError, match="did you mean 'cybereyes'"):
        pc("ana", implants=("cybereye",))
    with pytest.raises(ValueError, match="three decimals"):
        pc("ana", implants=(Implant("splinter", strain=0.0001),))
