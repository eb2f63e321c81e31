"""How somebody stands: what is left of him, whether he can go on, whether he wants to."""

from __future__ import annotations

from firefight.bots.policies import Policy
from firefight.game import Game
from firefight.health import remaining
from firefight.table import Combatant, Table

BRIEFLY = ("surprised", "came in")
"""States in which somebody cannot act now and will again."""
STOPPED = ("grappled", "held", "pinned", "grappling")


def per_cent(game: Game, one: Combatant) -> float:
    """The share of somebody's health that is left, from 0 to 100."""
    now, most = remaining(game, one)
    return max(0.0, 100 * now / most)


def spends(game: Game, one: Combatant, policy: Policy) -> bool:
    """Whether somebody spends points now."""
    return policy.spends == "freely" or (policy.spends == "when hurt" and per_cent(game, one) <= 60)


def standing(game: Game, table: Table, one: Combatant) -> bool:
    """Whether somebody is in the fight and can act, or could but for a moment."""
    in_it = one.here and (one.fighting or not table.timeline.running)
    return in_it and (game.able(table, one.id) or (one.has_any(BRIEFLY) and is_only_late(game, table, one)))


def is_only_late(game: Game, table: Table, one: Combatant) -> bool:
    """Whether somebody could act without what keeps him from it for a moment."""
    marks = tuple(mark for mark in one.marks if mark.name not in BRIEFLY)
    return game.able(table.change(one.id, marks=marks), one.id)


def flees(game: Game, table: Table, one: Combatant, policy: Policy) -> bool:
    """Whether somebody has had enough: hurt too much, his morale broken, or too many of his side down."""
    if policy.stands:
        return False
    if one.has("broken") or (policy.flee and per_cent(game, one) <= policy.flee):
        return True
    return bool(policy.breaks) and losses(game, table, one.side) >= policy.breaks


def losses(game: Game, table: Table, side: str) -> float:
    """The share of a side that is down or has left, in per cent."""
    members = [one for one in table.combatants.values() if one.side == side and one.fighting]
    down = sum(not standing(game, table, one) for one in members)
    return 100 * down / len(members) if members else 0.0


def is_held(one: Combatant) -> bool:
    """Whether somebody is held fast and cannot leave."""
    return one.has_any(STOPPED)
