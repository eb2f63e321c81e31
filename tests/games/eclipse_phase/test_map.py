"""On a map: moving to a square, what the distance and cover propose."""

from __future__ import annotations

from firefight.events import GroundSet, Placed
from firefight.ground import Ground, Wall
from tests.games.eclipse_phase.helpers import Fight

GUN = {"skills": {"guns": 50}, "gear": ("pistol",)}


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
