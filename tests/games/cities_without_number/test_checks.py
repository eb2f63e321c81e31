"""Saves and skill checks as the GM opens them."""

from __future__ import annotations

import pytest

from firefight.commands import Do
from firefight.errors import FirefightError
from firefight.events import Unmarked
from firefight.games.cities_without_number.sheet import SAVES, Ability
from firefight.table import Combatant
from firefight.timeline import Act, Note
from firefight.view import Viewer
from tests.games.cities_without_number.helpers import Fight, npc, pc


def calm(*people: Combatant, **options: str) -> Fight:
    """A table without a fight."""
    return Fight(*people, begin=False, **options)


def check(fight: Fight, who: str, dice: tuple[int, int], difficulty: int = 8, **picks: object) -> None:
    """A check the GM opens, with its dice."""
    fight.does("gm", "check", rolls={f"check {who}": dice}, who=who, difficulty=difficulty, **picks)


# ------------------------------------------------------------------ saves


def test_a_save_is_told_with_its_kind() -> None:
    """CWN-SAVE-01 CWN-SAVE-02"""
    fight = calm(pc("ana", level=3, modifiers={"Int": 1}))
    fight.does("gm", "save", rolls={"save ana": 12}, who="ana", kind="Evasion")
    assert fight.told("Ana makes the Evasion save")
    fight.does("gm", "save", rolls={"save ana": 14}, who="ana", kind="Physical", bonus=-3)
    assert fight.told("Ana fails the Physical save: 14 on the die, 11 against 13")


def test_the_gm_picks_among_the_kinds_that_would_fit() -> None:
    """CWN-SAVE-02"""
    fight = calm(pc("ana"))
    line = next(line for line in fight.session.menu("") if line.verb == "save")
    kinds = next(pick for pick in line.picks if pick.pick == "kind")
    assert [choice.value for choice in kinds.choices] == list(SAVES)
    assert all(choice.label for choice in kinds.choices)
    fight.does("gm", "save", rolls={"save ana": 9}, who="ana", kind="Evasion")
    assert fight.told("a save (Evasion) by Ana")


def test_a_made_luck_save_halves_the_damage() -> None:
    """CWN-GEN-02 CWN-SAVE-06"""
    for option, left in (("down", 12), ("up", 11)):
        fight = calm(pc("ana", hp=20), rounding=option)
        fight.does("gm", "save", rolls={"save ana": 15}, who="ana", kind="Luck", damage=17)
        assert fight.pool("ana") == left


def test_a_guard_saves_against_one_number() -> None:
    """CWN-SAVE-07"""
    fight = calm(npc("guard", hit_dice=3))
    for kind in ("Evasion", "Luck"):
        fight.does("gm", "save", rolls={"save guard": 14}, who="guard", kind=kind)
        assert fight.told("against 14")
    fight.does("gm", "save", rolls={"save guard": 14}, notes=(Note("target", 16),), who="guard")
    assert fight.told("target: 14 -> 16")
    assert fight.told("fails")


# ------------------------------------------------------------------ opening a check


def test_a_proposal_waits_for_the_gm_and_throws_nothing() -> None:
    """CWN-SKILL-01"""
    fight = calm(pc("ana"))
    player = Viewer("player", "ana's player")
    fight.command(Do("ana", Act("propose", {"what": "bluff the clerk"})), by=player)
    assert fight.asked == ("proposal",)
    assert not any(line.verb == "check" for line in fight.session.menu("ana", player))
    fight.says("proposal", "check")
    check(fight, "ana", (3, 6), attribute="Cha", skill="Talk", difficulty=8)
    assert fight.told("Ana succeeds (Cha/Talk)")


def test_a_check_that_fails_asks_the_gm_what_that_means() -> None:
    """CWN-SKILL-02"""
    fight = calm(pc("ana", skills={"Fix": 0}))
    check(fight, "ana", (6, 6), difficulty=14, attribute="Int", skill="Fix")
    assert fight.asked == ("consequence",)
    fight.says("consequence", "done at a price")
    assert fight.told("Ana fails (Int/Fix): 12 against 14. done at a price.")


def test_skill_and_attribute_are_added() -> None:
    """CWN-SKILL-02"""
    fight = calm(pc("ana", skills={"Fix": 1}, modifiers={"Int": 1}))
    check(fight, "ana", (3, 4), attribute="Int", skill="Fix")
    assert fight.told("9 against 8")


def test_a_skill_that_needs_training_is_refused_to_the_untrained_before_any_roll() -> None:
    """CWN-SKILL-03"""
    fight = calm(pc("ana"), pc("bo", skills={"Program": 0}))
    fight.does("gm", "training required", **{"skill": "Program", "is": "yes"})
    assert fight.against("gm", "check", who="ana", skill="Program") == {"CWN-SKILL-03"}
    check(fight, "bo", (4, 4), skill="Program", attribute="Int")
    assert fight.told("succeeds")
    fight.does("gm", "training required", **{"skill": "Program", "is": "no"})
    check(fight, "ana", (4, 5), skill="Program", attribute="Int")
    assert fight.told("8 against 8")  # untrained: 9 - 1


def test_of_two_ways_the_player_chooses_and_the_better_one_is_proposed() -> None:
    """CWN-SKILL-04"""
    fight = calm(pc("ana", skills={"Sneak": 0, "Notice": 2}, modifiers={"Dex": 1, "Wis": 1}))
    fight.does("gm", "check", who="ana", attribute="Dex", skill="Sneak", or_attribute="Wis", or_skill="Notice")
    (question,) = fight.session.questions()
    assert (question.who, question.options, question.default) == ("ana", ("Dex/Sneak", "Wis/Notice"), "Wis/Notice")
    fight.says("approach", "Dex/Sneak", rolls={"check ana": (4, 3)})
    assert fight.told("Ana succeeds (Dex/Sneak): 8 against 8")


@pytest.mark.parametrize(("option", "total"), [("no", 4), ("yes", 6)])
def test_a_marginal_skill_is_a_penalty_of_its_own(option: str, total: int) -> None:
    """CWN-SKILL-04"""
    fight = calm(pc("ana", skills={"Perform": 0}), marginal_inside_cap=option)
    check(fight, "ana", (4, 4), difficulty=6, skill="Perform", attribute="Cha", stretch=-2, situation="-2")
    if option == "no":
        fight.says("consequence", "bad luck")
    assert fight.told(f"{total} against 6")


def test_five_difficulties_are_offered_and_any_number_is_taken() -> None:
    """CWN-SKILL-05"""
    fight = calm(pc("ana"))
    line = next(line for line in fight.session.menu("") if line.verb == "check")
    difficulty = next(pick for pick in line.picks if pick.pick == "difficulty")
    assert [choice.value for choice in difficulty.choices] == [6, 8, 10, 12, 14]
    check(fight, "ana", (6, 6), difficulty=15)
    fight.says("consequence", "beyond them")
    fight.does("gm", "check", who="ana", difficulty=5)
    assert fight.asked == ("no check is needed",)
    fight.says("no check is needed", "no roll")
    assert fight.told("no roll is needed")
    fight.does("gm", "check", who="ana", difficulty=5)
    fight.says("no check is needed", "roll", rolls={"check ana": (6, 1)})
    assert fight.told("6 against 5")


def test_the_situation_is_limited_and_gear_is_not() -> None:
    """CWN-SKILL-06"""
    fight = calm(pc("ana", skills={"Notice": 0}))
    for situation, gear, total in (("+2, +1, +1", 0, 10), ("+2 +2 -3", 0, 9), ("-2, -2", 2, 8)):
        check(fight, "ana", (4, 4), situation=situation, gear=gear)
        assert fight.told(f"{total} against 8")
    check(fight, "ana", (4, 4), situation="+2, +2", limit="lifted")
    assert fight.told("12 against 8")


def test_a_modifier_that_is_none_is_named() -> None:
    """CWN-SKILL-06"""
    with pytest.raises(FirefightError, match="'lots' is no modifier"):
        check(calm(pc("ana")), "ana", (4, 4), situation="lots")


@pytest.mark.parametrize(("fit", "total"), [("good", 10), ("ordinary", 8), ("bad", 7)])
def test_an_npc_adds_its_modifier_nothing_or_takes_1_off(fit: str, total: int) -> None:
    """CWN-SKILL-07"""
    fight = calm(npc("guard", skill_modifier=2))
    check(fight, "guard", (4, 4), difficulty=6, fit=fit)
    assert fight.told(f"{total} against 6")


def test_a_named_npc_uses_attributes_and_skills() -> None:
    """CWN-SKILL-07"""
    fight = calm(npc("villain", skill_modifier=1, modifiers={"Dex": 1}, skills={"Sneak": 3}))
    check(fight, "villain", (4, 4), attribute="Dex", skill="Sneak")
    assert fight.told("12 against 8")


# ------------------------------------------------------------------ help


def helped(*helpers: str, **more: object) -> Fight:
    """Ana's helpers are accepted by the GM."""
    fight = calm(pc("ana", skills={"Sneak": 1}), *(pc(one, skills={"Perform": 0}) for one in ("bo", "cy", "di")), npc("guard"))
    for one in helpers:
        fight.does(one, "aid", ally="ana", skill="Perform", how="a song for the guard")
        fight.says("help", "Cha")
    return fight


def test_help_that_meets_the_difficulty_is_worth_1() -> None:
    """CWN-SKILL-08"""
    fight = helped("bo")
    fight.does(
        "gm", "check", rolls={"help bo": (5, 5), "check ana": (5, 3)}, who="ana", difficulty=10, attribute="Dex", skill="Sneak"
    )
    assert fight.told("10 against 10")
    assert not fight.has("bo", "helps")


def test_three_helpers_are_still_worth_1_and_failure_does_no_harm() -> None:
    """CWN-SKILL-08"""
    for dice, total in (((6, 6), 10), ((1, 1), 9)):
        fight = helped("bo", "cy", "di")
        rolls = {"help bo": dice, "help cy": dice, "help di": (1, 2), "check ana": (4, 4)}
        fight.does("gm", "check", rolls=rolls, who="ana", difficulty=9, attribute="Dex", skill="Sneak")
        assert fight.told(f"{total} against 9")


def test_help_the_gm_does_not_believe_in_is_none() -> None:
    """CWN-SKILL-08"""
    fight = calm(pc("ana"), pc("bo"), npc("thug"))
    fight.does("bo", "aid", ally="ana", skill="Trade", how="haggling")
    fight.says("help", "not plausible")
    assert not fight.has("bo", "helps")


def test_help_in_a_fight_takes_the_main_action() -> None:
    """CWN-SKILL-08"""
    fight = Fight(pc("ana"), pc("bo"), npc("thug"), order=("pcs", "gang"))
    fight.does("bo", "aid", ally="ana", skill="Fix", how="holding the light")
    fight.says("help", "Int")
    assert fight.budget("bo")["Main"] == 0
    assert fight.against("ana", "attack", target="thug", weapon="knife") == {"CWN-SEQ-02"}
    fight.order(Unmarked("bo", "helps"))


@pytest.mark.parametrize(("option", "wins"), [("opponent_total", False), ("difficulty_8", True)])
def test_in_an_opposed_check_help_is_measured_by_the_opponent(option: str, wins: bool) -> None:
    """CWN-SKILL-08"""
    fight = calm(pc("ana", skills={"Sneak": 0}), pc("bo", skills={"Perform": 0}), npc("guard"), aid_vs_opposed=option)
    fight.does("bo", "aid", ally="ana", skill="Perform", how="a song")
    fight.says("help", "Cha")
    rolls = {"check guard": (5, 5), "help bo": (4, 4), "check ana": (4, 5)}
    opposed(fight, "ana", "guard", rolls, active_attribute="Dex", active_skill="Sneak")
    assert fight.told("Ana wins against Guard") is wins


def test_a_helper_ties_like_the_check_itself() -> None:
    """CWN-SKILL-08"""
    fight = calm(pc("ana", skills={"Sneak": 0}), pc("bo", skills={"Perform": 0}), npc("guard"))
    fight.does("bo", "aid", ally="ana", skill="Perform", how="a song")
    fight.says("help", "Cha")
    rolls = {"check guard": (5, 5), "help bo": (5, 5), "check ana": (4, 5)}
    opposed(fight, "ana", "guard", rolls, active_attribute="Dex", active_skill="Sneak")
    assert fight.told("Ana wins against Guard")


# ------------------------------------------------------------------ one against another


def opposed(fight: Fight, active: str, resisting: str, rolls: dict[str, tuple[int, int]], **picks: object) -> None:
    """An opposed check the GM opens."""
    fight.does("gm", "opposed check", rolls=rolls, active=active, resisting=resisting, **picks)


def test_the_pc_wins_a_tie_and_the_higher_total_all_else() -> None:
    """CWN-SKILL-09"""
    fight = calm(pc("ana", skills={"Sneak": 0, "Notice": 0}), npc("guard", skill_modifier=1))
    sneak = {"active_attribute": "Dex", "active_skill": "Sneak"}
    opposed(fight, "ana", "guard", {"check guard": (4, 4), "check ana": (4, 5)}, **sneak)
    assert fight.told("Ana wins against Guard")
    opposed(fight, "guard", "ana", {"check guard": (4, 4), "check ana": (4, 5)})
    assert fight.told("Ana wins against Guard")
    opposed(fight, "ana", "guard", {"check guard": (3, 4), "check ana": (3, 4)}, **sneak)
    assert fight.told("Guard wins against Ana")


@pytest.mark.parametrize("option", ["resister_wins", "reroll"])
def test_two_of_a_kind_who_tie(option: str) -> None:
    """CWN-SKILL-09"""
    fight = calm(npc("thug"), npc("guard", "corp"), same_kind_tie=option)
    again = {} if option == "resister_wins" else {"check thug tie 2": (6, 6), "check guard tie 2": (1, 1)}
    opposed(fight, "thug", "guard", {"check thug": (4, 4), "check guard": (4, 4), **again})
    assert fight.told("Thug wins against Guard") is (option == "reroll")


def test_a_failed_check_can_be_thrown_again_by_a_power() -> None:
    """CWN-INST-02"""
    guess = Ability("Second Guess", when="my failure", uses=1, effect="reroll")
    steady = Ability("Steady Hand", when="my roll", uses=1, effect="add", value=2)
    fight = calm(pc("ana", skills={"Fix": 0}, abilities=(guess, steady)), windows="concerned")
    check(fight, "ana", (2, 3), attribute="Int", skill="Fix")
    assert (fight.window, fight.awaited) == ("after ana 1", ("ana",))
    fight.does("ana", "use", ability="Second Guess")
    fight.done("ana", rolls={"check ana again 1": (3, 3)})
    assert fight.window == "after ana 2"
    fight.does("ana", "use", ability="Steady Hand")
    fight.done("ana")
    assert fight.told("Ana succeeds (Int/Fix): 8 against 8")


def test_a_save_waits_for_powers_too() -> None:
    """CWN-INST-02"""
    guess = Ability("Second Guess", when="my failure", uses=1, effect="reroll")
    fight = calm(pc("ana", abilities=(guess,)), windows="concerned")
    fight.does("gm", "save", rolls={"save ana": 14}, who="ana", kind="Luck")
    fight.does("ana", "use", ability="Second Guess")
    fight.done("ana", rolls={"save ana again 1": 15})
    assert fight.told("Ana makes the Luck save")
