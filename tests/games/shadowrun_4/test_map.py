"""On a map: nobody shoots whom he does not see."""

from __future__ import annotations

import pytest

from firefight import odds
from firefight.engine import Impossible
from firefight.events import Changed, DoorMoved, GroundSet, Placed
from firefight.game import Choices
from firefight.ground import Ground, Wall
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


def targets(fight: Fight, weapon: str) -> Choices:
    (line,) = (line for line in fight.session.menu("a") if line.verb == "attack" and line.fixed["weapon"] == weapon)
    return line.picks[0]


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


def test_a_blade_is_no_matter_of_sight() -> None:
    assert barred(targets(behind_a_door(), "blade")) == {"b": [], "c": []}


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
