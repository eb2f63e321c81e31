"""Bots: policies that answer for a combatant, for mobs, for players who are away, and for the simulator.

A bot sees a table and nothing else: what is legal (the menu), what is left to spend, what is asked. It does the first
useful thing it may do and passes when there is none. Whoever gives it a player's view gets what that player could do.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from firefight.bots.answers import answer, asked, chosen, proposed
from firefight.bots.attacking import ATTACKS
from firefight.bots.condition import flees, is_held, standing
from firefight.bots.mind import Mind
from firefight.bots.policies import POLICIES, STEADY, Policy, policy
from firefight.bots.turns import MOST_DEEDS, acts
from firefight.commands import Do, Reply
from firefight.errors import FirefightError
from firefight.game import PASS, Game
from firefight.table import Table
from firefight.timeline import Deed, Turn

__all__ = [
    "MOST_DEEDS",
    "POLICIES",
    "STEADY",
    "Policy",
    "chosen",
    "decide",
    "flees",
    "is_held",
    "policy",
    "proposed",
    "standing",
]


def decide(game: Game, table: Table, who: str, policy: Policy, random: Random, spared: Collection[str] = ()) -> Do | Reply:
    """What somebody who is awaited does or answers now; "" is the GM, who takes what is proposed. Passes for want of better.

    `spared` are those whom nobody attacks. Raises FirefightError where nothing is asked of this one.
    """
    top = table.timeline.top
    if isinstance(top, Deed):
        return answer(game, table, asked(top, who), policy, random)
    if not isinstance(top, Turn):
        raise FirefightError("nobody is awaited; there is nothing to decide")
    mind = Mind(game, table, table.who(who), policy, spared, {})
    said = {repr(one.act) for one in top.declared if one.who == who and one.act.verb not in ATTACKS}
    return Do(who, next((act for act in acts(mind, top) if not said or repr(act) not in said), PASS))
