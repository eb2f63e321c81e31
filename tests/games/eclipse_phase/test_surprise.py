"""An ambush: noticed or not, the free action, mixed groups."""

from __future__ import annotations

import pytest

from firefight.engine import Impossible
from tests.games.eclipse_phase.helpers import Fight

TWO = {"a": 11, "b": 11}
SNEAK = {"skills": {"infiltrate": 60}, "vigor": 2}
GUARD = {"skills": {"perceive": 50}}


def test_the_ambushed_who_notices_rolls_at_minus_three() -> None:
    fight = Fight(TWO, None, {"infiltrate a": (45,), "perceive b": (50,), "initiative b": (4,)}, begin=False, a=SNEAK, b=GUARD)
    fight.gm("ambush", who="a", target="b", alert="yes").begins()
    assert "B notices A in time" in fight.told()
    assert fight.score("b") == 11 - 3 + 4 - 3 and fight.awaited == ("a",)  # EP-SURP-01


def test_whoever_suspects_nothing_watches_at_minus_twenty() -> None:
    fight = Fight(TWO, None, {"infiltrate a": (29,), "perceive b": (31,)}, begin=False, a=SNEAK, b=GUARD)
    fight.gm("ambush", who="a", target="b")
    assert fight["b"].has("surprised") and "A takes B by surprise" in fight.told()  # EP-SURP-01


def test_the_unnoticed_act_once_before_anybody_rolls() -> None:
    rolls = {"infiltrate a": (50,), "perceive b": (90,)}
    fight = Fight(TWO, None, rolls, begin=False, a={**SNEAK, "gear": ("pistol",)}, b=GUARD)
    fight.gm("ambush", who="a", target="b").begins()
    assert fight.awaited == ("a",) and not fight["a"].score and not fight["b"].score  # EP-SURP-01
    assert fight.refusal("a", "buy extra", pool="vigor") == {"EP-SURP-01"}
    fight.do("a", "attack", target="b", weapon="pistol")
    assert "defence - against -" in fight.told()
    fight.passes("a").first()
    assert fight["b"].score and not fight["b"].has("surprised") and fight.round == 1
    assert fight.offers("a", "buy extra") and fight.offers("a", "move")


def mixed() -> Fight:
    """A takes B by surprise; D, of B's side, has not been sneaked up on."""
    rolls = {"infiltrate a": (50,), "perceive b": (90,), "initiative d": (4,)}
    fight = Fight({**TWO, "d": 9}, None, rolls, begin=False, a=SNEAK, b=GUARD)
    return fight.gm("ambush", who="a", target="b").begins()


def test_in_a_mixed_group_everybody_rolls_and_all_but_the_ambushers_are_at_minus_three() -> None:
    fight = mixed()
    assert (fight.score("a"), fight.score("b"), fight.score("d")) == (11, 8, 7)  # EP-SURP-01
    assert fight.turn("a").awaited == ("d",)
    fight.turn("d")
    assert fight.round == 2 and not fight["b"].has("surprised")


def test_in_the_first_turn_of_a_mixed_ambush_vigor_buys_nothing_more() -> None:
    fight = mixed()
    assert fight.refusal("a", "buy extra", pool="vigor") == {"EP-SURP-01"}  # EP-SURP-01
    fight.turn("a", "d").first()
    assert fight.offers("a", "buy extra")


def test_an_ambush_comes_before_the_fight() -> None:
    with pytest.raises(Impossible, match="EP-SURP-01"):
        Fight(TWO).gm("ambush", who="a", target="b")
