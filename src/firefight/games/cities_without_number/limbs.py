"""Ruined arms and legs: what their owner can do no more. CWN-MAJOR-10 CWN-MAJOR-11"""

from __future__ import annotations

from firefight.game import Reason
from firefight.table import Combatant

LEGS, ARMS = ("right leg", "left leg"), ("right arm", "left arm")
LIMBS = (*LEGS, *ARMS)
RUINED_LEGS, RUINED_ARMS = (frozenset(f"{limb} ruined" for limb in limbs) for limbs in (LEGS, ARMS))


def ruined(limb: str) -> str:
    """The mark of a ruined limb."""
    return f"{limb} ruined"


def is_lame(one: Combatant) -> bool:
    """Whether somebody can crawl at best. CWN-MAJOR-10"""
    return one.has_any(RUINED_LEGS)


def why_no_stand(one: Combatant) -> tuple[Reason, ...]:
    """Against standing up or charging with a ruined leg. CWN-MAJOR-10"""
    return (Reason("cannot_stand", "CWN-MAJOR-10"),) if is_lame(one) else ()


def hands(one: Combatant) -> int:
    """Hands that work. CWN-MAJOR-11"""
    return len(ARMS) - sum(mark.name in RUINED_ARMS for mark in one.marks)


def why_no_hands(one: Combatant, needed: int) -> tuple[Reason, ...]:
    """Against what takes more hands than somebody has left. CWN-MAJOR-11"""
    return (Reason("arm_ruined", "CWN-MAJOR-11"),) if hands(one) < min(needed, len(ARMS)) else ()
