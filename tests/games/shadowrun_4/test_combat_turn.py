"""The Combat Turn: its length, who speaks, passes and phases, new Initiative."""

import pytest

from firefight.commands import Do, End
from firefight.errors import Refused
from firefight.timeline import Act
from firefight.view import Viewer
from tests.games.shadowrun_4.helpers import Fight, fight_of, person

ANA = Viewer("player", "ana")


@pytest.mark.parametrize(("turns", "seconds"), [(4, 12), (20, 60)])
def test_a_combat_turn_is_three_seconds_whatever_its_passes(turns: int, seconds: int) -> None:
    """SR4-TURN-01"""
    fight = fight_of({"a": 9}, {"a": 4})
    while fight.turn <= turns:
        fight.done("a")
    fight.command(End())
    assert fight.session.table.clock.seconds == seconds


def test_players_declare_for_their_own_and_the_gm_for_the_rest() -> None:
    """SR4-TURN-02"""
    fight = Fight(person("a", owner="ana", rolls=False), person("b", rolls=False), scores={"a": 13, "b": 9})
    fight.does("a", "aim", by=ANA)
    fight.done("a")
    with pytest.raises(Refused):
        fight.does("b", "aim", by=ANA)
    fight.does("b", "aim")
    assert fight.budget("b")["Simple Action"] == 1


def test_an_outcome_stands_only_when_the_gm_has_stated_it() -> None:
    """SR4-TURN-02"""
    fight = Fight(person("a", owner="ana", rolls=False), person("b", rolls=False), scores={"a": 13, "b": 9})
    fight.shoots("a", "b")
    fight.session.do(Do("a", Act("pass")), ANA)
    assert fight.asked == ["effect"]
    assert fight.one("b").pool("physical") == 0
    fight.effect("3 physical")
    assert fight.one("b").pool("physical") == 3


@pytest.mark.parametrize(
    ("passes", "phases"),
    [
        ({}, [(1, "a"), (1, "b"), (1, "c")]),
        ({"b": 2, "c": 3}, [(1, "a"), (1, "b"), (1, "c"), (2, "b"), (2, "c"), (3, "c")]),
    ],
)
def test_a_turn_has_as_many_passes_as_somebody_can_use(passes: dict[str, int], phases: list[tuple[int, str]]) -> None:
    """SR4-TURN-03"""
    assert fight_of({"a": 13, "b": 9, "c": 6}, passes).phases() == phases


def test_every_combat_turn_begins_with_new_initiative_and_nothing_left_over() -> None:
    """SR4-TURN-04"""
    fight = fight_of({"a": 12, "b": 9})
    fight.scores = {"a": 8, "b": 11}
    fight.does("a", "aim")
    fight.done("a", "b")
    assert (fight.turn, fight.acting) == (2, ("b",))
    assert fight.budget("b") == {"Simple Action": 2, "Complex Action": 1, "Free Action": 1}
    assert fight.budget("a")["Free Action"] == 0
