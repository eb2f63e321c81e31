"""The dying clock, stopping it, waking up. Every case of CWN-INJ-02 to CWN-INJ-08 and CWN-INJ-17."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.commands import Begin
from firefight.events import Adjusted, Marked, MissionBegan, Unmarked
from firefight.games.cities_without_number.sheet import Ability, Implant
from firefight.table import Mark
from firefight.timeline import Note
from tests.games.cities_without_number.bodies import (
    bring_down,
    calm,
    difficulty,
    doc,
    fought,
    npc,
    pc,
    round_goes_by,
    stabilise,
    tick,
    to_round,
    waits_for,
)
from tests.games.cities_without_number.helpers import Fight

BOTH = [("pcs", "gang"), ("gang", "pcs")]


def fell(order: tuple[str, ...], round: int, on: str, *others: Any, **options: str) -> Fight:
    """Ana falls in a round on somebody's turn; the medic is Doc, the enemy a thug."""
    fight = fought(pc("ana"), *(others or (doc(),)), npc("thug"), order=order, **options)
    to_round(fight, round)
    waits_for(fight, on)
    bring_down(fight, "ana")
    return fight


def attempt(fight: Fight, round: int, **picks: Any) -> int:
    """The difficulty of an attempt by Doc on his turn of a round, which fails."""
    to_round(fight, round)
    waits_for(fight, "doc")
    stabilise(fight, "doc", "ana", (1, 1), **picks)
    return difficulty(fight)


# ------------------------------------------------------------------ CWN-INJ-02


@pytest.mark.parametrize("order", BOTH)
def test_death_comes_at_the_end_of_the_sixth_round_after_that_of_the_fall(order: tuple[str, ...]) -> None:
    """CWN-INJ-02: falls in round 2, alive during round 8, dead when it ends."""
    fight = fell(order, 2, "thug")
    to_round(fight, 8)
    assert (fight.has("ana", "mortally wounded"), fight.table.who("ana").value("mortally wounded")) == (True, 1)
    round_goes_by(fight)
    assert (fight.round, fight.has("ana", "dead")) == (9, True)


def test_the_clock_shows_the_rounds_that_are_left() -> None:
    """CWN-INJ-02: a countdown everybody sees, from one mark."""
    fight = fell(("pcs", "gang"), 2, "thug")
    seen = []
    for _ in range(6):
        seen.append(fight.table.who("ana").value("mortally wounded"))
        round_goes_by(fight)
    assert seen == [6, 6, 5, 4, 3, 2]
    assert fight.told("Ana is Mortally Wounded (rounds to live: 1)")


def test_the_clock_runs_for_whom_the_gm_wounds_by_hand_too() -> None:
    """CWN-INJ-02 CWN-INJ-17"""
    fight = fought(pc("ana"), doc(), npc("thug"))
    fight.order(Marked("ana", Mark("mortally wounded")))
    assert fight.table.who("ana").value("mortally wounded") == 6
    assert attempt(fight, 1) == 8
    assert attempt(fight, 2) == 9
    rest = calm(pc("ana"))
    rest.order(Marked("ana", Mark("mortally wounded", value=3)))
    assert (rest.table.flags["rounds"], rest.table.who("ana").value("mortally wounded")) == (1, 3)


def test_an_ally_who_acts_last_can_still_try_in_the_last_round() -> None:
    """CWN-INJ-02: the side that acts last, round 8, and the victim lives."""
    fight = fell(("gang", "pcs"), 2, "thug")
    to_round(fight, 8)
    waits_for(fight, "doc")
    stabilise(fight, "doc", "ana", (6, 6), notes=(Note("modifier", 2, "a steady hand"),))
    round_goes_by(fight)
    assert (fight.has("ana", "stabilised"), fight.has("ana", "dead")) == (True, False)


def test_a_fall_in_the_surprise_round_counts_as_one_in_round_0() -> None:
    """CWN-INJ-02: dies at the end of round 6."""
    fight = Fight(pc("ana"), doc(), npc("thug"), begin=False, morale_prompt="off")
    fight.command(Begin(surprised=("ana", "doc")))
    bring_down(fight, "ana")
    fight.done("thug", rolls={"initiative pcs": 5, "initiative gang": 2})
    to_round(fight, 6)
    assert fight.has("ana", "mortally wounded")
    round_goes_by(fight)
    assert fight.has("ana", "dead")


def test_by_house_rule_the_round_of_the_fall_is_the_first_of_six() -> None:
    """CWN-INJ-02: six-including, falls in round 3, dies at the end of round 8."""
    fight = fell(("pcs", "gang"), 3, "thug", dying_clock="six-including")
    to_round(fight, 8)
    assert fight.has("ana", "mortally wounded")
    round_goes_by(fight)
    assert (fight.round, fight.has("ana", "dead")) == (9, True)


def test_being_stabilised_takes_the_clock_away() -> None:
    """CWN-INJ-02: falls in round 5, stabilised in round 7, alive after round 11."""
    fight = fell(("pcs", "gang"), 5, "thug")
    to_round(fight, 7)
    stabilise(fight, "doc", "ana", (6, 6))
    to_round(fight, 13)
    assert (fight.has("ana", "dead"), fight.has("ana", "mortally wounded")) == (False, False)


def test_a_fall_at_the_end_of_a_round_is_one_of_that_round() -> None:
    """CWN-INJ-02 CWN-INJ-06: a grapple kills in round 4; dies at the end of round 10; 0 full rounds in round 5, 1 in round 6."""
    fight = fought(pc("ana", hp=2), doc(), npc("thug"))
    to_round(fight, 4)
    fight.order(Marked("ana", Mark("grappled", by="thug", note="lethal")))
    fight.done("ana", "doc", "thug", rolls={"grapple ana thug": 2, "grapple trauma ana thug": 1})
    assert fight.table.who("ana").value("mortally wounded") == 6
    fight.order(Unmarked("ana", "grappled"))
    assert attempt(fight, 5) == 8
    assert attempt(fight, 6) == 9
    to_round(fight, 10)
    assert fight.has("ana", "mortally wounded")
    round_goes_by(fight)
    assert fight.has("ana", "dead")


# ------------------------------------------------------------------ CWN-INJ-03


def test_an_implant_that_stabilises_its_wearer_needs_no_check() -> None:
    """CWN-INJ-03: falls in round 4, the clock stops at once; ten minutes later 1 hit point and Frail."""
    fight = fought(pc("ana", implants=(Implant("second heart", stabilises=True),)), npc("thug"))
    to_round(fight, 4)
    bring_down(fight, "ana")
    assert (fight.has("ana", "stabilised"), fight.has("ana", "mortally wounded")) == (True, False)
    assert fight.told("Ana is saved by second heart.")
    fight.ends()
    tick(fight, 10)
    assert (fight.pool("ana"), fight.has("ana", "frail")) == (1, True)


def test_a_damaged_implant_saves_nobody() -> None:
    """CWN-INJ-03 CWN-REPAIR-01"""
    fight = calm(pc("ana", implants=(Implant("second heart", stabilises=True),)))
    fight.order(Marked("ana", Mark("without the use of second heart")))
    bring_down(fight, "ana")
    assert fight.has("ana", "mortally wounded")


def test_an_ability_that_stabilises_takes_its_own_action_and_no_check() -> None:
    """CWN-INJ-03: among several the user picks one; the GM has a line for any other ability."""
    touch = Ability("Healing Touch", kind="main", uses=1, effect="stabilise")
    fight = fought(pc("ana"), pc("cy"), pc("bo", abilities=(touch,)), npc("thug"))
    bring_down(fight, "ana")
    bring_down(fight, "cy")
    fight.does("bo", "use", ability="Healing Touch")
    assert fight.asked == ("whom",)
    fight.says("whom", "cy")
    assert (fight.has("cy", "stabilised"), fight.has("ana", "stabilised")) == (True, False)
    assert fight.budget("bo")["Main"] == 0
    fight.does("gm", "saved", who="ana", by="a spirit")
    assert fight.has("ana", "stabilised")


def test_an_ability_with_nobody_to_save_only_tells() -> None:
    """CWN-INJ-03"""
    touch = Ability("Healing Touch", effect="stabilise")
    fight = calm(pc("bo", abilities=(touch,)))
    fight.does("bo", "use", ability="Healing Touch")
    assert fight.told("Bo uses Healing Touch")


def test_nobody_stabilises_himself() -> None:
    """CWN-INJ-03: a Mortally Wounded medic with Heal-3."""
    fight = fought(doc(heal=3), npc("thug"))
    bring_down(fight, "doc")
    assert fight.against("doc", "stabilise", target="doc") >= {"CWN-INJ-03", "CWN-INST-01"}


# ------------------------------------------------------------------ CWN-INJ-04


def test_the_check_is_heal_with_dexterity_or_intelligence() -> None:
    """CWN-INJ-04: Heal-1, Dex +0, Int +1: Int is proposed; 2d6 of 6 makes 8."""
    fight = fell(("pcs", "gang"), 1, "doc", doc(heal=1, attributes={"Int": 14}))
    line = next(line for line in fight.session.menu("doc") if line.verb == "stabilise")
    assert {pick.pick: pick.default for pick in line.picks} == {"target": "ana", "attribute": "Int", "tools": "medkit"}
    stabilise(fight, "doc", "ana", (3, 3))
    assert (fight.told("8 against 8"), fight.has("ana", "stabilised")) == (True, True)


@pytest.mark.parametrize(("dice", "saved"), [((4, 4), False), ((4, 5), True)])
def test_the_untrained_roll_at_a_penalty(dice: tuple[int, int], saved: bool) -> None:
    """CWN-INJ-04: 2d6 of 8 makes 7, of 9 makes 8."""
    fight = fell(("pcs", "gang"), 1, "doc", doc(heal=None))
    stabilise(fight, "doc", "ana", dice)
    assert fight.has("ana", "stabilised") is saved


def test_failure_costs_nothing_but_the_action() -> None:
    """CWN-INJ-04: fails in round 5, the clock runs on, another attempt is possible in round 6; nobody asks what it means."""
    fight = fell(("pcs", "gang"), 4, "thug")
    to_round(fight, 5)
    left = fight.table.who("ana").value("mortally wounded")
    stabilise(fight, "doc", "ana", (1, 1))
    assert (fight.asked, fight.table.who("ana").value("mortally wounded"), fight.budget("doc")["Main"]) == ((), left, 0)
    to_round(fight, 6)
    assert fight.can("doc", "stabilise")


def test_it_takes_the_main_action() -> None:
    """CWN-INJ-04 CWN-ACT-12: after an attack not before the next round."""
    fight = fell(("pcs", "gang"), 2, "doc")
    fight.attacks("doc", "thug", "pistol", rolls={"attack": 2, "damage": 1})
    assert fight.against("doc", "stabilise", target="ana") == {"CWN-ACT-01"}
    round_goes_by(fight)
    assert fight.can("doc", "stabilise")


def test_an_enemy_can_be_stabilised_and_the_dead_cannot() -> None:
    """CWN-INJ-04"""
    fight = fought(doc(), npc("boss", named=True), npc("thug"))
    bring_down(fight, "boss")
    bring_down(fight, "thug")
    line = next(line for line in fight.session.menu("doc") if line.verb == "stabilise")
    assert [choice.value for choice in line.picks[0].choices] == ["boss"]
    stabilise(fight, "doc", "boss", (6, 6))
    assert fight.has("boss", "stabilised")


def test_the_medic_must_reach_the_victim() -> None:
    """CWN-INJ-04: as far as anybody knows."""
    fight = fell(("pcs", "gang"), 1, "doc")
    fight.order(Marked("doc", Mark("distance", value=12, by="ana", quiet=True)))
    assert fight.against("doc", "stabilise", target="ana") == {"CWN-INJ-04"}


# ------------------------------------------------------------------ CWN-INJ-05


@pytest.mark.parametrize(("rounds", "with_kit", "without"), [(0, 8, 10), (3, 11, 13), (6, 14, 16)])
def test_difficulty_grows_with_the_rounds_and_without_tools(rounds: int, with_kit: int, without: int) -> None:
    """CWN-INJ-05: 0, 3 and 6 full rounds with a medkit and without."""
    fight = fell(("gang", "pcs"), 1, "thug")
    assert attempt(fight, 1 + rounds) == with_kit
    bare = fell(("gang", "pcs"), 1, "thug")
    assert attempt(bare, 1 + rounds, tools="nothing") == without


def test_a_medkit_in_the_pack_is_no_tool() -> None:
    """CWN-INJ-05: Stowed and not drawn: 10; got out with a Main Action of its own, 8 in the next round."""
    fight = fell(("gang", "pcs"), 1, "thug", doc(stowed=("medkit",)))
    waits_for(fight, "doc")
    assert fight.against("doc", "stabilise", target="ana", tools="medkit")
    assert attempt(fight, 1) == 10
    packed = fell(("gang", "pcs"), 1, "thug", doc(stowed=("medkit",)), stabilise_rounds="complete-rounds")
    waits_for(packed, "doc")
    packed.does("doc", "ready", item="medkit")
    assert attempt(packed, 2) == 8


@pytest.mark.parametrize(("said", "expected"), [("yes", 8), ("no", 10)])
def test_whether_something_else_serves_as_tools_the_gm_says(said: str, expected: int) -> None:
    """CWN-INJ-05"""
    fight = fell(("pcs", "gang"), 1, "doc", doc(items=("belt",)))
    fight.does("doc", "stabilise", target="ana", tools="belt")
    assert fight.session.questions()[0].default == "no"
    fight.says("tools", said, rolls={"check doc": (1, 1)})
    assert difficulty(fight) == expected


def test_tools_that_are_tagged_need_no_ruling_and_may_have_a_base_of_their_own() -> None:
    """CWN-INJ-05: medical equipment, a cyberdoc kit, and a device with base 6."""
    tags = {"trauma bag": ("medical",), "auto-doc": ("medkit", "base 6")}
    for item, expected in (("trauma bag", 8), ("cyberdoc kit", 8), ("auto-doc", 6)):
        fight = fell(("pcs", "gang"), 1, "doc", doc(items=(item,), tags=tags))
        assert attempt(fight, 1) == expected


def test_situation_and_overruling_go_to_the_roll() -> None:
    """CWN-INJ-05 CWN-GEN-01: -2 for the rain on the roll, and the GM's own difficulty."""
    fight = fell(("pcs", "gang"), 1, "doc")
    stabilise(fight, "doc", "ana", (4, 4), notes=(Note("modifier", -1, "rain"), Note("difficulty", 7, "clean cut")))
    assert fight.told("7 against 7")


# ------------------------------------------------------------------ CWN-INJ-06


def test_a_round_is_full_when_the_order_has_come_round_to_the_fall() -> None:
    """CWN-INJ-06: medic's side first, fall on the enemies' turn of round 2: 8 in round 3, 9 in 4, 13 in 8."""
    fight = fell(("pcs", "gang"), 2, "thug")
    assert [attempt(fight, round) for round in (3, 4, 8)] == [8, 9, 13]


def test_the_same_with_the_enemies_first() -> None:
    """CWN-INJ-06: 8 in round 2, 9 in 3, 14 in 8."""
    fight = fell(("gang", "pcs"), 2, "thug")
    assert [attempt(fight, round) for round in (2, 3, 8)] == [8, 9, 14]


def test_the_same_place_a_round_later_is_one_full_round() -> None:
    """CWN-INJ-06"""
    fight = fell(("pcs", "gang"), 2, "doc")
    assert attempt(fight, 3) == 9


def test_in_the_closing_window_the_place_is_the_last_one() -> None:
    """CWN-INJ-06: held until the round closes, after a fall on the last side's turn: a full round one round later."""
    fight = fell(("pcs", "gang"), 2, "thug", windows="concerned")
    to_round(fight, 3)
    fight.does("doc", "hold")
    fight.done("thug")
    assert fight.window == "last 1"
    fight.does("doc", "stabilise", target="ana")
    fight.done("doc", rolls={"check doc": (1, 1)})
    assert difficulty(fight) == 9


@pytest.mark.parametrize(
    ("house", "expected"), [("round-difference", {3: 9}), ("complete-rounds", {3: 8, 4: 9}), ("elapsed", {3: 8, 4: 9})]
)
def test_tables_may_count_rounds_in_another_way(house: str, expected: dict[int, int]) -> None:
    """CWN-INJ-06: fall in round 2 on the enemies' turn, attempts before them."""
    fight = fell(("pcs", "gang"), 2, "thug", stabilise_rounds=house)
    assert {round: attempt(fight, round) for round in expected} == expected


# ------------------------------------------------------------------ CWN-INJ-07


def test_one_attempt_a_round_whoever_makes_it() -> None:
    """CWN-INJ-07: A fails in round 4, B is refused in round 4 and may try in round 5."""
    fight = fell(("pcs", "gang"), 3, "thug", doc("doc"), doc("bo"))
    to_round(fight, 4)
    stabilise(fight, "doc", "ana", (1, 1))
    fight.done("doc")
    assert fight.against("bo", "stabilise", target="ana") == {"CWN-INJ-07"}
    to_round(fight, 5)
    assert fight.can("bo", "stabilise")


def helped(*dice: tuple[int, int]) -> Fight:
    """Two helpers roll these dice when Doc stabilises with a 7 against 9."""
    fight = fell(("pcs", "gang"), 2, "thug", doc(heal=1), doc("bo", heal=0), doc("cy", heal=0))
    to_round(fight, 4)
    for who in ("bo", "cy"):
        fight.does(who, "aid", ally="doc", skill="Heal", how="holds the light")
        fight.says("help", "Int")
        fight.done(who)
    stabilise(fight, "doc", "ana", (3, 4), more={"help bo": dice[0], "help cy": dice[1]})
    return fight


def test_help_is_worth_one_however_many_give_it() -> None:
    """CWN-INJ-07: both succeed against 9, the medic's roll gets +1: 7 + 1 + 1 = 9."""
    fight = helped((5, 4), (6, 6))
    assert (fight.told("9 against 9"), fight.has("ana", "stabilised")) == (True, True)
    assert [fight.budget(who)["Main"] for who in ("bo", "cy")] == [0, 0]


def test_help_that_fails_does_no_harm() -> None:
    """CWN-INJ-07: judged against the same difficulty; 8 is not enough."""
    fight = helped((4, 4), (1, 1))
    assert (fight.told("8 against 9"), fight.has("ana", "stabilised")) == (True, False)


def test_two_victims_are_two_limits() -> None:
    """CWN-INJ-07: A tries X and B tries Y in one round."""
    fight = fought(pc("ana"), pc("cy"), doc("doc"), doc("bo"), npc("thug"))
    bring_down(fight, "ana")
    bring_down(fight, "cy")
    stabilise(fight, "doc", "ana", (1, 1))
    fight.done("doc")
    stabilise(fight, "bo", "cy", (6, 6))
    assert fight.has("cy", "stabilised")


# ------------------------------------------------------------------ CWN-INJ-08


def test_ten_minutes_of_mission_time_then_one_hit_point_and_frail() -> None:
    """CWN-INJ-08: stabilised at minute 12: incapacitated through 21, acts at 22."""
    fight = calm(pc("ana"), doc())
    fight.order(MissionBegan())
    tick(fight, 12)
    bring_down(fight, "ana")
    stabilise(fight, "doc", "ana", (6, 6))
    tick(fight, 9)
    assert (fight.table.clock.minute, fight.has("ana", "stabilised"), fight.pool("ana")) == (21, True, 0)
    tick(fight, 1)
    assert (fight.has("ana", "stabilised"), fight.pool("ana"), fight.has("ana", "frail")) == (False, 1, True)


def test_in_a_fight_of_nine_rounds_the_stabilised_take_no_further_part() -> None:
    """CWN-INJ-08: stabilised in round 3; on a mission the ten minutes run from the reading after the fight."""
    fight = fell(("pcs", "gang"), 2, "thug")
    fight.order(MissionBegan())
    to_round(fight, 3)
    stabilise(fight, "doc", "ana", (6, 6))
    to_round(fight, 9)
    assert "ana" not in fight.awaited
    assert fight.against("ana", "run") >= {"CWN-INST-01"}
    fight.ends()
    assert fight.table.clock.minute == 1
    tick(fight, 9)
    assert fight.has("ana", "stabilised")
    tick(fight, 1)
    assert fight.has("ana", "frail")


def test_a_hundred_rounds_of_a_fight_are_ten_minutes_too() -> None:
    """CWN-INJ-08"""
    fight = fell(("pcs", "gang"), 1, "doc")
    stabilise(fight, "doc", "ana", (6, 6))
    to_round(fight, 101)
    assert fight.has("ana", "stabilised")
    round_goes_by(fight)
    assert (fight.has("ana", "stabilised"), fight.has("ana", "frail"), fight.pool("ana")) == (False, True, 1)


def test_where_no_mission_runs_the_rounds_of_the_fight_count() -> None:
    """CWN-INJ-08: 94 of 100 rounds are left, then by the clock."""
    fight = fell(("pcs", "gang"), 3, "doc")
    stabilise(fight, "doc", "ana", (6, 6))
    to_round(fight, 33)
    fight.ends()
    tick(fight, 6)
    assert fight.has("ana", "stabilised")
    tick(fight, 1)
    assert fight.has("ana", "frail")


def test_the_recovered_act_as_ever() -> None:
    """CWN-INJ-08: Frail with 1 hit point: attack, move and skills without a penalty."""
    fight = fought(pc("ana"), npc("thug"))
    fight.order(Marked("ana", Mark("frail")), Adjusted("ana", "hp", -9))
    for verb in ("run", "use skill", "total defense"):
        assert fight.can("ana", verb)
    fight.attacks("ana", "thug", "pistol", rolls={"attack": 10, "damage": 1})
    assert fight.told("0 in all") or fight.told("for 1 damage")


# ------------------------------------------------------------------ CWN-INJ-17


def test_a_fall_outside_a_fight_opens_a_count_of_rounds() -> None:
    """CWN-INJ-17: round 1, dead at the end of round 7; a medic in round 3 faces 10."""
    fight = calm(pc("ana"), doc())
    bring_down(fight, "ana")
    assert fight.table.flags["rounds"] == 1
    for _ in range(2):
        fight.does("gm", "next round")
    stabilise(fight, "doc", "ana", (1, 1))
    assert difficulty(fight) == 10
    assert fight.against("doc", "stabilise", target="ana") == {"CWN-INJ-07"}
    for _ in range(4):
        fight.does("gm", "next round")
    assert (fight.table.flags["rounds"], fight.has("ana", "mortally wounded")) == (7, True)
    fight.does("gm", "next round")
    assert (fight.has("ana", "dead"), "rounds" in fight.table.flags) == (True, False)


def test_after_a_fight_rounds_are_counted_on() -> None:
    """CWN-INJ-17: the fight ends in round 5, fallen in round 3: dead at the end of round 9."""
    fight = fell(("pcs", "gang"), 3, "thug")
    to_round(fight, 5)
    fight.ends()
    assert fight.table.flags["rounds"] == 5
    for _ in range(4):
        fight.does("gm", "next round")
    assert (fight.table.flags["rounds"], fight.has("ana", "mortally wounded")) == (9, True)
    fight.does("gm", "next round")
    assert fight.has("ana", "dead")


def test_a_fight_that_begins_takes_the_count_over() -> None:
    """CWN-INJ-17: two rounds counted before it; the clock runs on, the difficulty too."""
    fight = Fight(pc("ana"), doc(), npc("thug"), begin=False, morale_prompt="off")
    bring_down(fight, "ana")
    for _ in range(2):
        fight.does("gm", "next round")
    fight.command(Begin(), {"initiative pcs": 5, "initiative gang": 2})
    stabilise(fight, "doc", "ana", (1, 1))
    assert difficulty(fight) == 10
    to_round(fight, 5)
    assert fight.table.who("ana").value("mortally wounded") == 1


def test_a_minute_is_longer_than_six_rounds() -> None:
    """CWN-INJ-17: not reached within the current minute: dead when it ticks over."""
    fight = calm(pc("ana"), pc("bo"), doc())
    fight.order(MissionBegan())
    bring_down(fight, "ana")
    bring_down(fight, "bo")
    stabilise(fight, "doc", "bo", (6, 6))
    tick(fight, 1)
    assert (fight.has("ana", "dead"), fight.has("bo", "stabilised")) == (True, True)


def test_the_minute_a_fight_is_charged_kills_nobody() -> None:
    """CWN-INJ-17: rounds go on being counted after it."""
    fight = fell(("pcs", "gang"), 3, "thug")
    fight.order(MissionBegan())
    fight.ends()
    assert (fight.table.clock.minute, fight.has("ana", "mortally wounded")) == (1, True)
