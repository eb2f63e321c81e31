"""On a map: moving to a square, what the distance and cover propose, who can be reached."""

from __future__ import annotations

import pytest

from firefight import odds
from firefight.engine import Impossible
from firefight.events import DoorMoved, GroundSet, Placed
from firefight.game import Offer
from firefight.ground import Ground, Wall
from firefight.timeline import Act
from tests.games.eclipse_phase.helpers import Fight

GUN = {"skills": {"guns": 50}, "gear": ("pistol",)}
DOOR = Wall((1, 0), (1, 1), "door", "door 1")


def fight(width: int = 60, *walls: Wall) -> Fight:
    """A at the left end, B at the right end of a corridor, a metre to the square."""
    rolls = {"attack": (80,), "defend b": (90,)}
    on = Fight({"a": 12, "b": 10}, None, rolls, a=GUN)
    return on.order(GroundSet(Ground(width, 1, 1.0, walls)), Placed("a", (0, 0)), Placed("b", (width - 1, 0)))


def test_moving_to_a_square_takes_its_metres_from_the_rate() -> None:
    on = fight()
    assert on.refusal("a", "move", to="F1") == {"EP-ACT-02"}
    on.do("a", "move", to="D1")
    assert on["a"].place == (3, 0) and on.session.game.budget(on.session.table, "a")[2].left == 1  # EP-ACT-02
    assert on.do("a", "move", to="C1")["a"].place == (2, 0)
    assert on.refusal("a", "move", metres=1) == {"EP-ACT-02"}


def test_what_is_beyond_range_and_behind_cover_is_harder_to_hit() -> None:
    on = fight(41, Wall((40, 0), (40, 1), "cover")).do("a", "attack", target="b", weapon="pistol")
    assert "80 against 30 (skill 50, range -10, cover -10)" in on.told()  # EP-CMB-01
    assert "80 against 50 (skill 50)" in fight(20).do("a", "attack", target="b", weapon="pistol").told()


def behind_a_door() -> Fight:
    """A before a shut door, B behind it, D on A's side of it."""
    on = Fight({"a": 12, "b": 10, "d": 9}, None, {"attack": (80,), "defend b": (90,)}, a=GUN)
    ground = Ground(3, 2, 1.0, (DOOR, Wall((1, 1), (1, 2))))
    return on.order(GroundSet(ground), Placed("a", (0, 0)), Placed("b", (2, 0)), Placed("d", (0, 1)))


def test_nobody_shoots_whom_he_does_not_see() -> None:
    on = behind_a_door()
    (line,) = (line for line in on.session.menu("a") if line.fixed.get("weapon") == "pistol")
    reasons = {choice.value: [reason.key for reason in choice.reasons] for choice in line.picks[0].choices}
    assert reasons == {"b": ["out_of_sight"], "d": []}
    assert line.picks[0].default == "d"
    with pytest.raises(Impossible):
        on.do("a", "attack", target="b", weapon="pistol")
    on.order(DoorMoved("door 1")).do("a", "attack", target="b", weapon="pistol")


def test_a_blow_reaches_whom_it_has_beside_it() -> None:
    on = behind_a_door()
    blow = unarmed(on)
    assert {choice.value: [reason.key for reason in choice.reasons] for choice in blow.picks[0].choices} == {
        "b": ["out_of_reach"],
        "d": [],
    }  # EP-CMB-01
    assert blow.picks[0].default == "d" and not blow.reasons
    assert on.refusal("a", "attack", target="b", weapon="unarmed") == {"EP-CMB-01"}


def test_a_blow_that_reaches_nobody_is_refused_as_a_line() -> None:
    on = behind_a_door().order(Placed("d", None))
    assert not unarmed(on).reasons, "nobody knows where D is"
    on.order(Placed("d", (2, 1)))
    assert [reason.rule for reason in unarmed(on).reasons] == ["EP-CMB-01"]
    assert not [line for line in odds.panel(on.session.game, on.session.table, "a", [unarmed(on)])]


def test_without_a_map_a_blow_reaches_everybody() -> None:
    on = behind_a_door().order(GroundSet())
    assert not [reason for choice in unarmed(on).picks[0].choices for reason in choice.reasons]


def unarmed(on: Fight) -> Offer:
    (line,) = (line for line in on.session.menu("a") if line.fixed.get("weapon") == "unarmed")
    return line


def test_the_gm_lets_anything_pass() -> None:
    on = behind_a_door()
    on.do("a", "attack", "through the wall", target="b", weapon="pistol")
    assert "A misses B" in on.told()


def test_the_odds_of_a_shot_that_the_gm_lets_pass_are_those_of_any_other() -> None:
    on, act = behind_a_door(), Act("attack", {"weapon": "pistol", "target": "b"})
    unseen = odds.of(on.session.game, on.session.table, "a", act)
    on.order(DoorMoved("door 1"))
    assert unseen is not None and odds.of(on.session.game, on.session.table, "a", act) == unseen
