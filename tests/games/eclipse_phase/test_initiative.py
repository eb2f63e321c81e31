"""Initiative: the stat and its modifiers, the roll, the order, wounds that move somebody, newcomers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from firefight.commands import Begin, End
from firefight.dice import Recorded
from firefight.events import Adjusted, Changed, Marked, Scored, SheetSet, Unmarked
from firefight.games.eclipse_phase import GAME
from firefight.games.eclipse_phase.sheet import Sheet
from firefight.session import combatant, found
from firefight.table import Mark
from tests.games.eclipse_phase.helpers import DIE, POINTLESS, Fight, person

THREE = {"a": 12, "b": 10, "c": 9}


def alone(options: dict[str, str] | None = None, die: int = DIE, mark: str = "", **sheet: int) -> Fight:
    """One who rolls this die."""
    fight = Fight.__new__(Fight)
    marks = (Mark(mark),) if mark else ()
    who = combatant(GAME, "a", "A", "crew", Sheet(**{**POINTLESS, **sheet}), marks=marks)
    fight.session = found(GAME, [who], options, source=Recorded({"initiative a": (die,)}))
    fight.session.do(Begin())
    return fight


@pytest.mark.parametrize(("intuition", "reflexes", "die", "total"), [(15, 20, 4, 11), (10, 10, 6, 10)])
def test_everybody_rolls_a_die_and_adds_the_stat(intuition: int, reflexes: int, die: int, total: int) -> None:
    assert alone(die=die, intuition=intuition, reflexes=reflexes).score("a") == total  # EP-INIT-06 EP-INIT-02


def test_modifiers_are_in_the_roll() -> None:
    assert alone(die=3, intuition=15, reflexes=15, initiative_wound=-1).score("a") == 8  # EP-INIT-06
    assert alone(die=1, intuition=15, reflexes=20, initiative_ware=1, initiative_drug=2).score("a") == 11  # EP-INIT-04
    assert alone(die=1, intuition=15, reflexes=20, initiative_psi=1, initiative_wound=-1).score("a") == 8
    assert alone(die=1, intuition=15, reflexes=20, initiative_other=-2).score("a") == 6


def test_the_table_chooses_the_rounding() -> None:
    for rounding, total in (("nearest", 8), ("down", 7), ("up", 8)):
        assert alone({"rounding": rounding}, die=1, intuition=15, reflexes=18).score("a") == total  # EP-INIT-03


def test_the_deaf_roll_three_less_and_keep_that_number_when_they_hear_again() -> None:
    fight = alone(die=4, mark="deafened", intuition=15, reflexes=20)
    assert fight.score("a") == 8  # EP-INIT-05
    assert fight.order(Unmarked("a", "deafened")).score("a") == 8


def test_the_highest_total_is_first_and_the_order_stays_without_new_dice() -> None:
    fight = Fight({"a": 8, "b": 13, "c": 10})
    assert fight.order_now == ["b", "c", "a"]  # EP-INIT-07
    fight.turn("b", "c", "a")
    assert fight.round == 2
    fight.turn("b", "c", "a")  # EP-INIT-10
    assert fight.round == 3


def test_the_order_settles_who_is_in_cover_before_the_shot_falls() -> None:
    fight = Fight({"a": 12, "b": 10})
    fight.do("a", "quick", what="into cover").passes("a").do("b", "attack", target="a")
    assert "into cover" in fight.told() and fight.asked == ["effect"]  # EP-INIT-01
    other = Fight({"a": 10, "b": 12}).do("b", "attack", target="a")
    assert "into cover" not in other.told() and other.asked == ["effect"]


def test_each_declares_when_the_one_before_has_been_resolved() -> None:
    fight = Fight(THREE).do("a", "attack", target="b")
    assert fight.refusal("b", "quick") == {"EP-INIT-09"}
    fight.answers(effect="prone").passes("a")
    assert fight.awaited == ("b",) and fight.offers("b", "stand up")  # EP-INIT-09


def test_a_turn_does_not_end_while_somebody_has_neither_acted_nor_passed() -> None:
    fight = Fight(THREE).turn("a", "b")
    assert fight.round == 1 and fight.awaited == ("c",)  # EP-INIT-10
    assert fight.turn("c").round == 2


def test_whoever_is_down_keeps_his_place_and_is_passed_over() -> None:
    fight = Fight(THREE).marks("b", "unconscious").turn("a", "c").order(Unmarked("b", "unconscious"))
    assert fight.turn("a").awaited == ("b",)


# ------------------------------------------------------------------ wounds


def test_two_wounds_are_two_less_and_five_with_three_ignored_as_well() -> None:
    fight = Fight({"a": 11, "b": 5}, b={"wounds_ignored": 3}).wounds("a", 2).wounds("b", 5)
    assert fight.score("a") == 9  # EP-INIT-05
    assert fight.score("b") == 3


def test_traumas_count_like_wounds_and_healing_gives_the_place_back() -> None:
    fight = Fight({"a": 11}).order(Adjusted("a", "traumas", 2))
    assert fight.score("a") == 9
    assert fight.order(Adjusted("a", "traumas", -1)).score("a") == 10  # EP-INIT-05


def test_a_wound_moves_whoever_has_not_acted_in_this_very_turn() -> None:
    fight = Fight(THREE).attacks("a", "b", "+2 wounds")
    assert fight.score("b") == 8
    fight.turn("a", "c", "b")  # EP-INIT-05
    assert fight.round == 2 and fight.order_now == ["a", "c", "b"]


def test_with_next_turn_the_wound_moves_him_a_turn_later() -> None:
    fight = Fight(THREE, {"wound_moves": "next-turn"}).attacks("a", "b", "+2 wounds")
    fight.turn("a", "b", "c")  # EP-INIT-05
    assert fight.score("b") == 8
    fight.turn("a", "c", "b")


def test_with_never_the_total_stays_as_it_was_rolled() -> None:
    fight = Fight(THREE, {"wound_moves": "never"}).attacks("a", "b", "+2 wounds")
    fight.turn("a", "b", "c").turn("a", "b", "c")  # EP-INIT-05
    assert fight.score("b") == 10


def test_whoever_has_acted_is_moved_from_the_next_turn_on_and_gets_no_second_one() -> None:
    fight = Fight(THREE).turn("a", "b").attacks("c", "a", "+4 wounds")
    assert fight.score("a") == 8
    fight.turn("c")
    assert fight.round == 2 and fight.to_come == ["c", "a"]
    fight.turn("b", "c", "a")  # EP-INIT-05


def test_whoever_has_declared_still_acts_after_the_interruption_that_wounds_him() -> None:
    fight = Fight({"a": 12, "c": 9, "d": 8}).do("a", "delay").do("c", "quick").do("a", "step in")
    fight.attacks("a", "c", "+2 wounds").passes("a").answers(still_possible="yes")
    assert fight.awaited == ("c",) and fight.score("c") == 7  # EP-INIT-05
    fight.turn("c", "d").turn("a", "d", "c")


def test_a_drug_moves_its_taker_up_while_it_lasts() -> None:
    fight = Fight(THREE).order(Marked("c", Mark("initiative drug", value=5)))
    assert fight.order_now == ["c", "a", "b"]
    assert fight.order(Unmarked("c", "initiative drug")).order_now == ["a", "b", "c"]
    assert fight.order(SheetSet("c", "initiative_psi", 2)).order_now == ["a", "c", "b"]  # EP-INIT-04


def test_current_totals_count_in_the_front_group_too() -> None:
    fight = Fight({"a": 12, "b": 10, "c": 9}, first={"a": "vigor", "b": "vigor"}, a={"vigor": 1}, b={"vigor": 1})
    assert fight.to_come == ["b", "c"] and fight.awaited == ("a",)
    fight = Fight(
        {"a": 12, "b": 11, "c": 9},
        first={"a": "vigor", "b": "vigor", "c": "vigor"},
        a={"vigor": 1},
        b={"vigor": 1},
        c={"vigor": 1},
    )
    fight.attacks("a", "b", "+3 wounds").passes("a")
    assert fight.awaited == ("c",)  # EP-INIT-05 EP-FIRST-04


# ------------------------------------------------------------------ the end, and newcomers


def test_the_end_of_the_fight_throws_the_order_away_and_the_next_one_rolls_anew() -> None:
    fight = Fight(THREE)
    fight.session.do(End())
    assert fight.session.table.mode == "narrative" and fight["a"].score == () and not fight["a"].marks  # EP-INIT-11
    assert fight.offers("a", "automatic", what="runs") and not fight.offers("a", "attack")
    fight.session.source = Recorded({f"initiative {who}": (6,) for who in THREE})
    fight.session.do(Begin())
    assert fight.score("a") == 15


def test_a_newcomer_rolls_and_acts_in_this_turn_if_his_count_is_still_to_come() -> None:
    fight = Fight(THREE, rolls={"initiative d": (DIE,), "initiative e": (DIE,)}).turn("a")
    fight.joins("d", 11).joins("e", 8)
    assert fight.score("d") == 11 and fight.to_come == ["c", "e"]
    assert fight.turn("b", "c", "e").round == 2
    fight.turn("a", "d")  # EP-INIT-06 EP-INIT-10


def test_a_newcomer_at_the_count_that_has_begun_waits_for_the_next_turn() -> None:
    fight = Fight(THREE, rolls={"initiative d": (DIE,)}).turn("a").joins("d", 10)
    assert fight.awaited == ("b",) and fight.turn("b", "c").round == 2
    assert fight.turn("a").awaited == ("b", "d")  # EP-INIT-08 EP-INIT-10


def test_the_gm_may_set_a_place_and_wounds_count_from_there() -> None:
    fight = Fight(THREE).order(Scored("c", (14,)))
    assert fight.order_now == ["c", "a", "b"]
    assert fight.wounds("c", 1).score("c") == 13
    assert fight.order(Changed("b", here=False)).turn("a", "c").round == 2


def test_a_place_that_is_known_beforehand_is_not_rolled() -> None:
    known = replace(person("a", 11, {}), score=(12,))
    session = found(GAME, [known, person("b", 13, {})], source=Recorded({"initiative b": (DIE,)}))
    session.do(Begin())
    assert session.awaited() == ("b",) and session.table.who("a").score == (12,)
    session.order(Adjusted("a", "wounds", 1))
    assert session.table.who("a").score == (11, 0)  # EP-INIT-05
