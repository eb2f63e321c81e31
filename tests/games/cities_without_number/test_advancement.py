"""Experience and new levels at the table."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.errors import FirefightError
from firefight.games.cities_without_number.advancement import KEEP
from firefight.games.cities_without_number.sheet import Sheet, modifier, save_target
from tests.games.cities_without_number.helpers import Fight, npc, pc


def one(options: dict[str, str] | None = None, **sheet: Any) -> Fight:
    """A PC and somebody else, in calm."""
    return Fight(pc("ana", **sheet), npc("thug"), begin=False, **(options or {}))


def rises(fight: Fight, *faces: int, buys: tuple[str, ...] = (), edge: str = "", **picks: str) -> Sheet:
    """Ana's next level with these dice and purchases; the rest is kept."""
    rolls = {"hit points": faces}
    fight.does("gm", "level up", None if edge else rolls, who="ana", **picks)
    if edge:
        fight.says("edge", edge, rolls)
    for n, thing in enumerate(buys, 1):
        fight.says(f"spend {n}", thing)
    while fight.asked and fight.asked[0].startswith("spend"):
        fight.says(fight.asked[0], KEEP)
    sheet: Sheet = fight.table.who("ana").sheet
    return sheet


def test_an_average_mission_is_worth_three_points() -> None:
    """CWN-ADV-01"""
    fight = one()
    fight.does("gm", "award experience")
    assert fight.table.who("ana").sheet.experience == 3
    assert fight.told("enough for level 2")


def test_level_ten_is_the_end() -> None:
    """CWN-ADV-01: the total grows, the level does not."""
    fight = one(level=10, experience=93)
    fight.does("gm", "award experience", who="ana")
    assert fight.table.who("ana").sheet.experience == 96
    assert "CWN-ADV-02" in fight.against("gm", "level up", who="ana")


def test_one_award_can_bring_two_levels_one_after_another() -> None:
    """CWN-ADV-02: from 3 points to 12."""
    fight = one(level=2, experience=3)
    fight.does("gm", "award experience", points=9)
    assert rises(fight, 1, 1, 1).level == 3
    assert rises(fight, 1, 1, 1, 1).level == 4
    assert "CWN-ADV-02" in fight.against("gm", "level up", who="ana")


@pytest.mark.parametrize(("rate", "may"), [("fast", True), ("slow", False)])
def test_the_campaign_sets_the_rate(rate: str, may: bool) -> None:
    """CWN-ADV-02"""
    assert one({"xp_rate": rate}, experience=3).can("", "level up") == may


def test_level_three_opens_level_two_of_a_skill_at_once() -> None:
    """CWN-ADV-03 CWN-ADV-10"""
    fight = one(level=2, experience=6, skills={"Shoot": 1})
    assert rises(fight, 1, 1, 1, buys=("Shoot",)).skills["Shoot"] == 2


@pytest.mark.parametrize(("order", "most"), [("as-listed", 11), ("player", 16)])
def test_a_raised_constitution_comes_after_the_roll(order: str, most: int) -> None:
    """CWN-ADV-03: Constitution 13 to 14 while reaching level 4."""
    fight = one({"levelup_order": order}, level=3, experience=12, attributes={"Con": 13}, hp=10)
    fight.does("gm", "level up", {"hit points": (2, 3, 3, 3)} if order == "as-listed" else None, who="ana")
    fight.says("spend 1" if order == "as-listed" else "first 1", "Con")
    while fight.asked:
        rolls = {"hit points": (3, 3, 3, 3)} if fight.asked[0].startswith("first") else None
        fight.says(fight.asked[0], KEEP, rolls)
    assert fight.table.who("ana").pools["hp"].most == most
    assert modifier(fight.table.who("ana"), "Con") == 1


def test_hit_points_rise_with_the_maximum() -> None:
    """CWN-ADV-04: level 3, Con +1, dice 2, 5, 6, maximum 12."""
    fight = one(level=2, experience=6, attributes={"Con": 14}, hp=12)
    rises(fight, 2, 5, 6)
    assert fight.pool("ana") == 16
    assert fight.table.who("ana").pools["hp"].most == 16


def test_by_house_rule_hit_points_stay() -> None:
    """CWN-ADV-04"""
    fight = one({"levelup_current": "unchanged"}, level=2, experience=6, attributes={"Con": 14}, hp=12)
    rises(fight, 2, 5, 6)
    assert (fight.pool("ana"), fight.table.who("ana").pools["hp"].most) == (12, 16)


def test_saves_and_attack_follow() -> None:
    """CWN-ADV-05 CWN-ADV-06"""
    fight = one(experience=3, attributes={"Con": 14})
    sheet = rises(fight, 1, 1, focus="Alert")
    assert save_target(fight.table.who("ana"), "Physical") == 13
    assert sheet.attack == 1


def test_points_are_kept() -> None:
    """CWN-ADV-07"""
    assert rises(one(experience=3), 1, 1, focus="Alert").skill_points == 3
    educated = one(level=3, experience=12, skill_points=2, edges=("Educated",))
    assert rises(educated, 1, 1, 1, 1).skill_points == 6


def test_saved_points_need_the_gm() -> None:
    """CWN-ADV-08"""
    fight = one(skill_points=2, skills={"Shoot": 0})
    fight.does("gm", "spend points", who="ana")
    fight.says("training", "refused")
    assert fight.table.who("ana").sheet.skill_points == 2
    fight.does("gm", "spend points", who="ana")
    fight.says("training", "approved")
    fight.says("spend 1", "Shoot")
    assert fight.table.who("ana").sheet.skills["Shoot"] == 1
    assert "CWN-ADV-09" in fight.against("gm", "spend points", who="ana")


def offered(skills: dict[str, int], points: int, level: int, **sheet: Any) -> set[str]:
    """What can be bought with saved points."""
    fight = one(level=level, skill_points=points, skills=skills, **sheet)
    fight.does("gm", "spend points", who="ana")
    fight.says("training", "approved")
    found = [question.options for question in fight.session.questions()]
    return set(found[0]) if found else set()


@pytest.mark.parametrize(
    ("level", "points", "character", "may"),
    [(2, 4, 6, True), (2, 3, 6, False), (4, 99, 10, False), (1, 3, 2, False), (1, 3, 3, True), (2, 4, 5, False), (3, 5, 8, False),
     (3, 5, 9, True)],
)  # fmt: skip
def test_skills_are_paid_and_gated(level: int, points: int, character: int, may: bool) -> None:
    """CWN-ADV-09 CWN-ADV-10"""
    assert ("Shoot" in offered({"Shoot": level}, points, character)) == may


def test_several_steps_in_one_go() -> None:
    """CWN-ADV-09: untrained to level-2 for 6 points at level 3."""
    fight = one(level=2, experience=6, skill_points=3)
    sheet = rises(fight, 1, 1, 1, buys=("Talk", "Talk", "Talk"))
    assert (sheet.skills["Talk"], sheet.skill_points) == (2, 0)


def test_boosts_cost_by_their_number() -> None:
    """CWN-ADV-11: Strength 10 to 11 for 1, Dexterity 13 to 14 for 2."""
    fight = one(experience=3, attributes={"Dex": 13})
    sheet = rises(fight, 1, 1, buys=("Str", "Dex"), focus="Alert")
    assert (sheet.attributes["Str"], sheet.attributes["Dex"], sheet.boosts, sheet.skill_points) == (11, 14, 2, 0)
    assert modifier(fight.table.who("ana"), "Dex") == 1


@pytest.mark.parametrize(
    ("boosts", "points", "character", "may"),
    [(1, 2, 1, True), (1, 1, 1, False), (5, 99, 10, False), (2, 99, 2, False), (2, 3, 3, True), (3, 4, 5, False), (3, 4, 6, True),
     (4, 5, 9, True)],
)  # fmt: skip
def test_boosts_are_gated(boosts: int, points: int, character: int, may: bool) -> None:
    """CWN-ADV-11 CWN-ADV-12"""
    assert ("Str" in offered({}, points, character, boosts=boosts)) == may


def test_a_second_boost_of_the_same_attribute_costs_two_as_well() -> None:
    """CWN-ADV-11"""
    assert rises(one(experience=3), 1, 1, buys=("Str", "Str"), focus="Alert").skill_points == 0


def test_a_step_is_completed_with_a_point_of_ones_own() -> None:
    """CWN-ADV-15"""
    fight = one(level=6, skill_points=1, skills={"Sneak": 2}, credit={"Sneak": 3})
    fight.does("gm", "spend points", who="ana")
    fight.says("training", "approved")
    fight.says("spend 1", "Sneak")
    sheet = fight.table.who("ana").sheet
    assert (sheet.skills["Sneak"], sheet.skill_points, sheet.credit) == (3, 0, {})


def test_underdogs_and_perfect_scores_are_not_boosted() -> None:
    """CWN-ADV-11 CWN-ADV-19"""
    assert "Str" not in offered({}, 9, 9, underdog=True)
    assert "Str" not in offered({}, 9, 9, attributes={"Str": 18})


@pytest.mark.parametrize(("level", "focus"), [(1, True), (4, True), (5, False), (6, True), (9, True), (2, False)])
def test_some_levels_bring_a_focus(level: int, focus: bool) -> None:
    """CWN-ADV-13: reaching 2, 5, 7 and 10."""
    line = next(line for line in one(level=level).session.menu("") if line.verb == "level up")
    assert ("focus" in {pick.pick for pick in line.picks}) == focus


@pytest.mark.parametrize(("level", "new", "credit"), [(-1, 1, 0), (1, 2, 0), (0, 1, 1), (2, 2, 3)])
def test_a_new_focus_brings_three_points_of_its_skill(level: int, new: int, credit: int) -> None:
    """CWN-ADV-14 CWN-ADV-15"""
    fight = one(experience=3, skills={"Sneak": level} if level >= 0 else {"Shoot": 0})
    sheet = rises(fight, 1, 1, focus="Ghost", bonus_skill="Sneak")
    assert (sheet.skills["Sneak"], sheet.credit.get("Sneak", 0)) == (new, credit)
    assert sheet.foci == {"Ghost": 1}


def test_a_second_level_of_a_focus_brings_no_skill() -> None:
    """CWN-ADV-14"""
    fight = one(experience=3, foci={"Ghost": 1}, skills={"Sneak": 0})
    sheet = rises(fight, 1, 1, focus="Ghost", bonus_skill="Sneak")
    assert (sheet.skills["Sneak"], sheet.foci) == (0, {"Ghost": 2})


@pytest.mark.parametrize(("character", "may"), [(6, True), (5, False)])
def test_credit_and_points_add_up_under_the_gate(character: int, may: bool) -> None:
    """CWN-ADV-15"""
    assert ("Sneak" in offered({"Sneak": 2}, 1, character, credit={"Sneak": 3})) == may


def test_points_of_a_perfect_skill_go_to_another() -> None:
    """CWN-ADV-15"""
    fight = one(experience=3, skills={"Sneak": 4})
    rises(fight, 1, 1, focus="Ghost", bonus_skill="Sneak")
    fight.says("other skill", "Talk")
    assert fight.table.who("ana").sheet.skills["Talk"] == 1


@pytest.mark.parametrize(("edge", "points", "attack"), [("Educated", 7, 2), ("On Target", 3, 5)])
def test_a_third_edge_works_backwards(edge: str, points: int, attack: int) -> None:
    """CWN-ADV-16"""
    fight = one(level=4, experience=18)
    sheet = rises(fight, 1, 1, 1, 1, 1, edge=edge, focus="Alert")
    assert (sheet.skill_points, sheet.attack, edge in sheet.edges) == (points, attack, True)


@pytest.mark.parametrize(
    ("option", "faces", "most"),
    [("bump-and-roll", (2, 3, 4, 5, 6), 30), ("bump-and-roll", (1, 1, 2, 2, 3), 26), ("roll-only", (1, 1, 2, 2, 3), 19)],
)
def test_hard_to_kill_at_level_five(option: str, faces: tuple[int, ...], most: int) -> None:
    """CWN-ADV-17"""
    fight = one({"hardtokill_retro": option}, level=4, experience=18, hp=17)
    rises(fight, *faces, edge="Hard to Kill", focus="Alert")
    assert fight.table.who("ana").pools["hp"].most == most


def test_magical_edges_are_for_new_characters() -> None:
    """CWN-ADV-18"""
    fight = one(level=4, experience=18)
    fight.does("gm", "level up", who="ana", focus="Alert")
    with pytest.raises(FirefightError):
        fight.says("edge", "Summoner")


def test_one_undo_takes_a_level_back() -> None:
    """CWN-ADV-03"""
    from firefight.commands import Rewind

    fight = one(level=2, experience=6)
    before = fight.table.who("ana")
    fight.does("gm", "level up", {"hit points": (1, 1, 1)}, who="ana")
    fight.says("spend 1", KEEP)
    assert fight.table.who("ana").sheet.level == 3
    fight.command(Rewind("undo"))
    fight.command(Rewind("undo"))
    assert fight.table.who("ana") == before
