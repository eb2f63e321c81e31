"""What points of the pools buy, who is asked about them, and how they come back."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.engine import Impossible
from firefight.events import Marked, Noted, PoolSet, Ticked
from firefight.table import Mark
from firefight.timeline import Note
from tests.games.eclipse_phase.helpers import Fight

TWO = {"a": 12, "b": 10}
GUN: dict[str, Any] = {"skills": {"guns": 50}, "gear": ("pistol",), "pc": True, "vigor": 2, "flex": 0, "moxie": 0}
MISS = {"attack": (83,), "defend b": (95,), "damage": (1, 1), "superior": (1,)}


def shot(options: dict[str, str] | None = None, rolls: dict[str, tuple[int, ...]] | None = None, **sheet: Any) -> Fight:
    """A has shot at B and missed, unless a point helps."""
    fight = Fight(TWO, options, {**MISS, **(rolls or {})}, a={**GUN, **sheet})
    return fight.do("a", "attack", target="b", weapon="pistol")


def test_the_digits_of_a_failed_roll_may_be_swapped() -> None:
    fight = shot()
    assert fight.asked == ["pool attack"] and fight.session.questions()[0].options == ("no", "vigor: swap")
    fight.answers(pool_attack="vigor: swap")  # EP-POOL-01
    assert "38 against 50" in fight.told() and fight["a"].pool("vigor") == 1


def test_nobody_is_asked_where_it_would_not_help_or_without_points() -> None:
    assert not shot(rolls={"attack": (78,)}).asked
    assert not shot(vigor=0).asked
    assert not shot(vigor=0, moxie=2, insight=2).asked  # EP-POOL-01
    assert shot(vigor=0, flex=1).asked
    assert not shot({"pool_prompts": "never"}).asked
    assert not shot(pc=False).asked


def test_a_critical_failure_may_become_a_failure() -> None:
    fight = shot(rolls={"attack": (88,)})
    assert fight.session.questions()[0].options == ("no", "vigor: soften")  # EP-POOL-01
    assert fight.answers(pool_attack="vigor: soften")["a"].pool("vigor") == 1


def test_a_success_may_be_raised_where_the_table_asks_or_the_gm_says_so() -> None:
    fight = shot({"pool_prompts": "always"}, {"attack": (30,)})
    fight.answers(pool_attack="vigor: raise")
    assert "superior results 1" in fight.told() and "2 + 1, kinetic" in fight.told()  # EP-POOL-01


def test_a_point_beforehand_is_worth_twenty_or_takes_the_modifiers_away() -> None:
    fight = Fight(TWO, None, {**MISS, "attack": (70,), "superior": (1, 1)}, a=GUN).do("a", "prepare", pool="vigor", use="+20")
    assert fight.refusal("a", "prepare", pool="vigor") == {"EP-POOL-01"}
    fight.do("a", "attack", target="b", weapon="pistol")
    assert "70 against 70" in fight.told() and fight["a"].pool("vigor") == 1  # EP-POOL-01
    fight = Fight(TWO, None, {**MISS, "attack": (50,)}, a=GUN).wounds("a", 2)
    fight.do("a", "prepare", pool="vigor", use="ignore modifiers").do("a", "attack", target="b", weapon="pistol")
    assert "50 against 50" in fight.told()
    assert not fight["a"].has("next test without modifiers")


def test_a_point_for_another_aptitude_waits() -> None:
    fight = Fight(TWO, None, {**MISS, "attack": (90,)}, a={**GUN, "insight": 1, "vigor": 0})
    fight.do("a", "prepare", pool="insight").do("a", "attack", target="b", weapon="pistol")
    assert fight["a"].has("next test at +20") and "90 against 50" in fight.told()  # EP-POOL-01


def test_the_lasting_bonus_is_for_the_skills_of_one_aptitude() -> None:
    fight = Fight(TWO, None, {**MISS, "attack": (60,)}, a=GUN)
    fight.do("a", "lasting bonus", aptitude="reflexes", points=2).do("a", "attack", target="b", weapon="pistol")
    assert "60 against 60" in fight.told() and fight["a"].pool("vigor") == 0  # EP-POOL-01
    assert fight.order(Ticked(24 * 60))["a"].value("lasting reflexes") == 0


def test_flex_and_moxie_buy_nothing_in_the_order_of_turns() -> None:
    fight = Fight(TWO, {"first_when": "any-time"}, a={**GUN, "flex": 1, "moxie": 1})
    assert fight.refusal("a", "buy extra", pool="flex") == {"EP-EXTRA-01"}  # EP-POOL-01
    fight = Fight({"b": 12, "a": 10}, {"first_when": "any-time"}, a={**GUN, "flex": 1, "moxie": 1})
    assert fight.refusal("a", "go first", pool="moxie") == {"EP-FIRST-01"}


def test_two_points_of_vigor_are_two_uses() -> None:
    fight = Fight(TWO, None, first={"a": "vigor"}, a=GUN).do("a", "buy extra", pool="vigor")
    assert fight["a"].pool("vigor") == 0
    assert fight.refusal("a", "buy extra", pool="vigor") == {"EP-EXTRA-01"}  # EP-POOL-01
    assert fight.refusal("a", "prepare", pool="vigor") == {"EP-POOL-01"}


def test_a_point_cancels_a_wound_or_a_trauma_until_the_next_recharge() -> None:
    fight = Fight(TWO, a={**GUN, "moxie": 1}).wounds("a", 1)
    assert fight.score("a") == 11
    assert fight.do("a", "cancel wound").score("a") == 12 and fight["a"].pool("vigor") == 1  # EP-POOL-01
    assert fight.refusal("a", "cancel wound") == {"EP-POOL-01"}
    assert fight.refusal("a", "cancel trauma") == {"EP-POOL-01"}


def test_one_point_on_a_test_and_the_defender_may_answer() -> None:
    rolls = {"attack": (30,), "defend b": (91,), "damage": (1, 1)}
    person = {"skills": {"fray": 60}, "pc": True, "vigor": 1, "flex": 0}
    fight = Fight(TWO, None, rolls, a=GUN, b=person).do("a", "attack", target="b", weapon="pistol")
    assert not fight.asked  # 19 would succeed, but not beat 30
    fight = Fight(TWO, None, {**rolls, "attack": (12,)}, a=GUN, b=person).do("a", "attack", target="b", weapon="pistol")
    fight.answers(pool_defend_b="vigor: swap")
    assert "A misses B" in fight.told() and fight["b"].pool("vigor") == 0  # EP-POOL-01


# ------------------------------------------------------------------ recharging


def resting(vigor: int, insight: int, rolled: tuple[int, ...]) -> Fight:
    """A with so much Vigor of 4, so much Insight of 2, outside a fight."""
    sheet = {"vigor": 4, "insight": 2, "moxie": 0, "flex": 0}
    fight = Fight({"a": 12}, None, {"recharge a": rolled}, begin=False, a=sheet)
    return fight.order(PoolSet("a", "vigor", vigor), PoolSet("a", "insight", insight))


def test_a_short_recharge_takes_ten_minutes_and_never_goes_above_the_rating() -> None:
    fight = resting(1, 2, (5,)).gm("short recharge", who="a")
    assert fight["a"].pool("vigor") == 4 and fight.session.table.clock.minute == 10  # EP-POOL-02


def test_the_points_are_distributed_freely() -> None:
    fight = resting(1, 0, (3,)).gm("short recharge", who="everybody")
    assert fight.session.questions()[0].options == ("3", "2", "1")
    fight.answers(recharge_vigor_a="2")
    assert (fight["a"].pool("vigor"), fight["a"].pool("insight")) == (3, 1)  # EP-POOL-02


def test_a_third_short_recharge_within_a_day_is_refused() -> None:
    fight = resting(1, 2, (1, 1, 1)).gm("short recharge", who="a").gm("short recharge", who="a")
    with pytest.raises(Impossible, match="EP-POOL-02"):
        fight.gm("short recharge", who="a")
    fight.order(Ticked(24 * 60)).gm("short recharge", who="a")  # EP-POOL-02
    assert fight["a"].pool("vigor") == 4


@pytest.mark.parametrize(("unmodified", "minutes"), [(False, 240), (True, 480)])
def test_a_long_recharge_fills_everything_once_a_day(unmodified: bool, minutes: int) -> None:
    fight = Fight({"a": 12}, begin=False, a={"vigor": 3, "unmodified": unmodified})
    fight.do("a", "lasting bonus", aptitude="somatics", points=2).gm("long recharge")
    assert fight["a"].pool("vigor") == 3 and fight.session.table.clock.minute == minutes  # EP-POOL-02
    assert not fight["a"].value("lasting somatics")  # EP-POOL-01
    with pytest.raises(Impossible, match="EP-POOL-02"):
        fight.gm("long recharge", who="a")


def test_nobody_recharges_in_a_fight() -> None:
    with pytest.raises(Impossible, match="EP-POOL-02"):
        Fight({"a": 12}).gm("long recharge")


def test_bonus_points_are_spent_first() -> None:
    fight = Fight(TWO, a={**GUN, "vigor": 1}).order(Marked("a", Mark("bonus vigor", value=2)))
    fight.do("a", "buy extra").do("a", "buy extra")
    assert fight["a"].pool("vigor") == 1 and not fight["a"].has("bonus vigor")  # EP-POOL-02
    assert fight.do("a", "prepare", pool="vigor")["a"].pool("vigor") == 0


def test_the_gm_may_use_a_point_of_somebody_who_is_not_asked() -> None:
    fight = Fight({"a": 12, "b": 10}, {"modifiers": "asked"}, MISS, a={**GUN, "pc": False})
    fight.do("a", "attack", target="b", weapon="pistol")
    deed = fight.deed
    assert deed is not None
    fight.order(Noted(deed.id, Note("pool attack", "vigor: swap", "he is the villain"))).answers(modifier=0)
    assert "38 against 50" in fight.told() and fight["a"].pool("vigor") == 1  # EP-POOL-01
