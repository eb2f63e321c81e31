"""People who join, leave, come back, hide or share a place in a running Combat Turn."""

import pytest
from msgspec.structs import replace

from firefight.commands import Rewind
from firefight.events import Adjusted, Changed, Joined, Marked, Scored, Used
from firefight.table import Mark
from firefight.view import SPECTATOR, Viewer, log
from firefight.words import words
from tests.games.shadowrun_4.helpers import Fight, fight_of, person


def joins(fight: Fight, score: int, passes: int = 1) -> None:
    """N comes into the fight."""
    fight.scores["n"] = score
    fight.order(Joined(replace(person("n", passes, rolls=False), fighting=True)))


@pytest.mark.parametrize(
    ("score", "phases"), [(11, [(1, "b")]), (10, [(1, "b")]), (9, [(1, "b"), (1, "n")]), (1, [(1, "b"), (1, "n")])]
)
def test_a_newcomer_has_missed_what_is_as_fast_as_the_phase_that_has_begun(score: int, phases: list[tuple[int, str]]) -> None:
    """SR4-INIT-01"""
    fight = fight_of({"a": 13, "b": 10})
    fight.done("a")
    joins(fight, score)
    assert fight.phases() == phases


@pytest.mark.parametrize(("passes", "phases"), [(1, [(2, "b")]), (2, [(2, "b"), (2, "n")]), (3, [(2, "b"), (2, "n"), (3, "n")])])
def test_the_passes_of_a_newcomer_count_from_the_start_of_the_turn(passes: int, phases: list[tuple[int, str]]) -> None:
    """SR4-INIT-01"""
    fight = fight_of({"a": 13, "b": 10}, {"b": 2})
    fight.done("a", "b")
    joins(fight, 5, passes)
    assert fight.phases() == phases


def test_a_newcomer_too_late_for_everything_is_told_so_and_acts_in_the_next_turn() -> None:
    """SR4-INIT-01"""
    fight = fight_of({"a": 13, "b": 10})
    fight.done("a")
    joins(fight, 20)
    assert "N acts from the next Combat Turn on." in fight.log()
    fight.done("b")
    assert fight.acting == ("n",)


def test_one_who_comes_back_keeps_the_place_of_this_turn_or_tests_in_a_new_one() -> None:
    """SR4-INIT-01"""
    fight = fight_of({"a": 13, "b": 10, "c": 6})
    fight.order(Changed("c", here=False))
    fight.done("a")
    fight.order(Changed("c", here=True))
    assert fight.queue() == [("c",)]
    fight.order(Changed("c", here=False))
    fight.done("b")
    assert fight.turn == 2
    fight.scores["c"] = 12
    fight.order(Changed("c", here=True))
    assert fight.score("c") == 12
    assert fight.phases() == [(1, "a"), (1, "c"), (1, "b")]


def test_somebody_who_leaves_disturbs_nobodys_turn() -> None:
    """SR4-PASS-02"""
    fight = fight_of({"a": 13, "b": 10, "c": 6})
    fight.done("a")
    fight.order(Changed("a", here=False))
    assert fight.acting == ("b",)
    fight.order(Changed("b", here=False))
    assert fight.acting == ("c",)


def test_the_dead_make_no_further_tests() -> None:
    """SR4-INIT-01"""
    fight = fight_of({"a": 13, "b": 10})
    fight.order(Marked("b", Mark("dead")))
    fight.scores.pop("b")
    fight.done("a")
    assert (fight.turn, fight.acting) == (2, ("a",))


def test_a_squad_shares_one_phase_and_splits_again() -> None:
    """SR4-INIT-04"""
    fight = fight_of({"a": 13, "b": 10, "c": 6}, tie_rule="tie-break")
    fight.order(Changed("c", squad="b"))
    fight.done("a")
    assert fight.acting == ("b", "c")
    fight.order(Changed("c", squad=""))
    fight.done("b", "c")
    assert fight.turn == 2
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c")]


def test_a_second_number_of_the_score_moves_somebody_beside_his_equals() -> None:
    """SR4-INIT-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 9})
    fight.order(Scored("c", (9, 1)))
    assert fight.phases() == [(1, "a"), (1, "c"), (1, "b")]


def test_a_skipped_phase_is_one_pass_only() -> None:
    """SR4-PASS-03"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2, "b": 2})
    fight.order(Used("b", "pass 1", reason="stunned"))
    assert fight.phases() == [(1, "a"), (2, "a"), (2, "b")]


def test_the_passes_of_one_in_hiding_are_known_to_the_gm_alone() -> None:
    """SR4-PASS-03"""
    fight = Fight(
        person("a", rolls=False, owner="ana"), person("lurker", 3, rolls=False, hidden=True), scores={"a": 13, "lurker": 9}
    )
    fight.done("a", "lurker", "lurker")
    assert fight.session.table.flags == {"gm pass": 3, "pass": 1}
    for viewer in (Viewer("player", "ana"), SPECTATOR):
        assert fight.session.view(viewer).flags == {"pass": 1}
        lines = [
            event.line(table, words("shadowrun-4")) for _, event, table in log(fight.session.game, fight.session.history, viewer)
        ]
        assert "Initiative Pass 1." in lines
        assert "Initiative Pass 3." not in lines


def test_going_back_brings_the_very_same_scores() -> None:
    """SR4-INIT-05"""
    fight = Fight(person("a"), person("b", rolls=False), scores={"b": 9}, rolls={"initiative a": (5, 5, 1, 2, 3, 4)})
    before = fight.session.table
    fight.done("b")
    fight.session.do(Rewind("undo"))
    assert fight.session.table == before


def test_a_score_known_beforehand_stands_in_the_first_turn_only() -> None:
    """SR4-INIT-01 SR4-INIT-05"""
    fight = Fight(replace(person("a"), score=(17,)), person("b", rolls=False), scores={"b": 9})
    assert (fight.score("a"), fight.acting) == (17, ("a",))
    fight.order(Adjusted("a", "physical", 3))
    assert fight.score("a") == 16
    fight.done("a", "b")
    assert (fight.turn, fight.score("a")) == (2, 5)


def test_one_who_joins_with_a_known_score_has_missed_what_has_gone_by() -> None:
    """SR4-INIT-01"""
    fight = fight_of({"a": 13, "b": 10}, {"b": 2})
    fight.done("a", "b")
    fight.order(Joined(replace(person("n", 2), score=(20,))))
    fight.order(Changed("n", fighting=True))
    assert fight.phases() == [(2, "b")]
