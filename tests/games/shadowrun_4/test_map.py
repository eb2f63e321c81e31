"""On a map: nobody shoots whom he does not see, nobody strikes who is not beside him, and a Combat Turn has so many metres."""

from __future__ import annotations

import pytest

from firefight import odds
from firefight.engine import Impossible
from firefight.events import Changed, DoorMoved, GroundSet, Marked, Placed
from firefight.game import Choices, Offer
from firefight.ground import Ground, Square, Wall
from firefight.table import Mark
from firefight.timeline import Act
from tests.games.shadowrun_4.helpers import Fight, fighter, hits

DOOR = Wall((1, 0), (1, 1), "door", "door 1")
SHOT = Act("attack", {"weapon": "pistol", "mode": "SA", "target": "b"})


def behind_a_door() -> Fight:
    """A before a shut door, B behind it, C, an enemy who comes after B in every list, on A's side of it."""
    fight = Fight(*(fighter(id) for id in "abc"), scores={"a": 13, "b": 9, "c": 8})
    ground = Ground(3, 2, 1.0, (DOOR, Wall((1, 1), (1, 2))))
    fight.order(GroundSet(ground), Placed("a", (0, 0)), Placed("b", (2, 0)), Placed("c", (0, 1)))
    return fight


def line(fight: Fight, weapon: str) -> Offer:
    (found,) = (line for line in fight.session.menu("a") if line.verb == "attack" and line.fixed["weapon"] == weapon)
    return found


def targets(fight: Fight, weapon: str) -> Choices:
    return line(fight, weapon).picks[0]


def barred(found: Choices) -> dict[str, list[str]]:
    return {str(choice.value): [reason.key for reason in choice.reasons] for choice in found.choices}


def test_nobody_shoots_whom_he_does_not_see_until_a_door_opens() -> None:
    fight = behind_a_door()
    assert barred(targets(fight, "pistol")) == {"b": ["out_of_sight"], "c": []}
    assert targets(fight, "pistol").default == "c"
    with pytest.raises(Impossible):
        fight.does("a", "attack", weapon="pistol", target="b")
    fight.order(DoorMoved("door 1"))
    assert barred(targets(fight, "pistol")) == {"b": [], "c": []}
    assert targets(fight, "pistol").default == "b"


# SR4-MEL-01
@pytest.mark.parametrize(
    ("at", "barred_by"),
    [((1, 1), []), ((1, 0), []), ((2, 0), ["out_of_reach"]), ((0, 2), ["out_of_reach"]), ((0, 4), ["out_of_reach"])],
    ids=["diagonal", "beside", "behind a window", "two off", "far off"],
)
def test_a_blade_reaches_whom_it_has_beside_it(at: Square, barred_by: list[str]) -> None:
    fight = Fight(fighter("a"), fighter("b"), scores={"a": 13, "b": 9})
    ground = Ground(3, 5, 1.0, (Wall((2, 0), (2, 2), "window"),))
    fight.order(GroundSet(ground), Placed("a", (1, 0) if at == (2, 0) else (0, 0)), Placed("b", at))
    assert barred(targets(fight, "blade")) == {"b": barred_by}
    assert [reason.key for reason in line(fight, "blade").reasons] == barred_by


def test_a_blade_is_meant_for_whom_it_reaches_and_the_gm_lets_it_reach_farther() -> None:
    fight = behind_a_door()
    assert barred(targets(fight, "blade")) == {"b": ["out_of_reach"], "c": []}
    assert targets(fight, "blade").default == "c" and not line(fight, "blade").reasons
    assert fight.refusal("a", "attack", weapon="blade", target="b") == {"SR4-MEL-01"}
    fight.does("a", "attack", force="through the hatch", weapon="blade", target="b")


def test_a_blade_that_reaches_nobody_has_no_odds_on_the_menu() -> None:
    fight = behind_a_door()
    assert "blade" in {weapon for weapon, _ in shown(fight)}
    fight.order(Placed("c", (0, 1)), Changed("c", here=False))
    assert "blade" not in {weapon for weapon, _ in shown(fight)}


def shown(fight: Fight) -> set[tuple[str, str]]:
    """The attacks of a panel of odds, with what and at whom."""
    offers = fight.session.menu("a")
    entries = odds.panel(fight.session.game, fight.session.table, "a", offers)
    return {(str(offers[entry.offer].fixed.get("weapon")), entry.target) for entry in entries}


def test_without_a_map_a_blade_reaches_everybody() -> None:
    fight = Fight(fighter("a"), fighter("b"), scores={"a": 13, "b": 9})
    assert barred(targets(fight, "blade")) == {"b": []}
    assert "move" not in {line.verb for line in fight.session.menu("a")}


def test_with_nobody_in_sight_there_is_still_a_target_for_the_gm_to_allow() -> None:
    fight = behind_a_door()
    fight.order(Changed("c", here=False))
    assert targets(fight, "pistol").default == "b"
    fight.throws("attack", *hits(3, 5))
    fight.does("a", "attack", force="through the wall", weapon="pistol", target="b")
    fight.done("a")
    assert "A hits B (pistol)." in fight.log()


def test_the_odds_of_a_shot_that_the_gm_lets_pass_are_those_of_any_other() -> None:
    fight = behind_a_door()
    unseen = odds.of(fight.session.game, fight.session.table, "a", SHOT)
    fight.order(DoorMoved("door 1"))
    assert unseen is not None and odds.of(fight.session.game, fight.session.table, "a", SHOT) == unseen


# ------------------------------------------------------------------ on foot


def corridor() -> Fight:
    """A at the left end of a corridor of a metre to the square, B at the right end."""
    fight = Fight(fighter("a"), fighter("b"), scores={"a": 13, "b": 9})
    fight.order(GroundSet(Ground(60, 1, 1.0)), Placed("a", (0, 0)), Placed("b", (59, 0)))
    return fight


def test_walking_and_running_take_their_metres_from_the_combat_turn() -> None:
    fight = corridor()
    with pytest.raises(Impossible):
        fight.does("a", "move", to="L1")
    fight.does("a", "move", to="K1")
    assert place(fight) == (10, 0)
    with pytest.raises(Impossible):
        fight.does("a", "move", to="L1")
    fight.does("a", "run")
    fight.does("a", "move", to="Z1")
    assert place(fight) == (25, 0)
    assert [(budget.left, budget.most) for budget in fight.session.game.budget(fight.session.table, "a")][-1] == (0, 25)


def test_nobody_walks_in_anybody_elses_phase_or_lying_down() -> None:
    fight = corridor()
    assert fight.refusal("b", "move", to="BG1") == {"SR4-PASS-01"}
    fight.order(Marked("a", Mark("prone")))
    with pytest.raises(Impossible):
        fight.does("a", "move", to="B1")


def test_steps_are_taken_at_once_so_that_a_blow_of_the_same_phase_reaches() -> None:
    fight = behind_a_door()
    fight.order(GroundSet(Ground(3, 2, 1.0)), Placed("a", (0, 0)), Placed("b", (0, 1)), Placed("c", (2, 0)))
    assert line(fight, "blade").picks[0].choices[1].reasons
    fight.does("a", "move", to="B1")
    assert not line(fight, "blade").picks[0].choices[1].reasons


def test_whoever_walks_leaves_his_cover() -> None:
    fight = corridor()
    fight.order(Marked("a", Mark("in cover")))
    fight.does("a", "move", to="B1")
    assert not fight.session.table.who("a").has("in cover")


def place(fight: Fight) -> Square | None:
    return fight.session.table.who("a").place
