"""Whoever may dodge a shot for nothing does so where that makes him harder to hit: Cyberpunk RED, REF 8 and more."""

from __future__ import annotations

from random import Random

import pytest

from firefight.bots import POLICIES, decide
from firefight.commands import Reply
from tests.games.cyberpunk_red.helpers import RED
from tests.games.cyberpunk_red.test_attacks import RIFLE, fight

QUICK, CLUMSY = {"ref": 8, "dex": 8, "skills": {"evasion": 6}}, {"ref": 8, "dex": 2, "skills": {"evasion": 0}}
DODGERS = [name for name, policy in POLICIES.items() if not policy.stands]


def answer(policy: str, foe: dict[str, object], metres: int = 5) -> object:
    """What Bo answers when he is asked whether he dodges a shot from so far off."""
    on = fight(RIFLE, foe=dict(foe))
    on.mark("bo", "metres off", metres)
    on.do("ana", "attack", target="bo", weapon="assault rifle")
    command = decide(RED, on.session.table, "bo", POLICIES[policy], Random(0))
    assert isinstance(command, Reply)
    return command.value


# CPR-ATK-02
@pytest.mark.parametrize("policy", DODGERS)
def test_a_dodge_better_than_the_dv_is_taken_healthy_or_not(policy: str) -> None:
    assert answer(policy, QUICK) == "dodge"


# CPR-ATK-02
@pytest.mark.parametrize("policy", DODGERS)
def test_a_dodge_worse_than_the_dv_is_left(policy: str) -> None:
    assert answer(policy, CLUMSY) == "stand"


def test_the_distance_decides() -> None:
    """CPR-ATK-01 CPR-ATK-02: a dodge of 7 and a die is better than DV 13 on average, and worse than DV 17."""
    middling = {"ref": 8, "dex": 5, "skills": {"evasion": 3}}
    assert (answer("steady", middling, 40), answer("steady", middling, 5)) == ("dodge", "stand")


def test_whoever_only_attacks_stands() -> None:
    assert answer("stand-up", QUICK) == "stand"
