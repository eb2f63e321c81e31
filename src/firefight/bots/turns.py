"""What somebody does in his turn, and in answer to somebody else's deed: the first useful thing that is legal."""

from __future__ import annotations

from collections.abc import Iterator

from firefight.bots.attacking import ATTACKS, BARE, RUN_UP, attacks, reloading, standing_up
from firefight.bots.condition import flees, per_cent, spends
from firefight.bots.mind import Mind, one_act, plain
from firefight.bots.moving import LOOSE, RISING, coming_closer, getting_away
from firefight.timeline import Act, Turn

FREE, NOT_IN_HAND = ("free", "same Action", ""), ("not_in_hand", "stowed")
"""Prices that are none, and reasons against an attack that taking the weapon in hand does away with."""
COVER, FULL_DEFENSE, HOLDS = ("take cover",), ("total defense", "full defense"), ("delay", "hold")
MOST_DEEDS = 24
"""So many deeds of one round are enough for anybody: then a bot passes."""


def acts(mind: Mind, frame: Turn) -> Iterator[Act]:
    """What could be done now, the best first."""
    if mind.table.timeline.deeds.get(mind.one.id, 0) >= MOST_DEEDS:
        return
    if mind.policy.stands:
        yield from () if frame.window else (*drawing(mind), *standing_up(mind))
    elif frame.window:
        yield from in_window(mind)
    elif mind.table.timeline.hold_of(mind.one.id) and not frame.tag(mind.one.id).startswith("held"):
        return
    elif flees(mind.game, mind.table, mind.one, mind.policy):
        yield from getting_away(mind)
    elif mind.policy.fights:
        yield from own_turn(mind)
    else:
        yield from taking_cover(mind, 100)


def own_turn(mind: Mind) -> Iterator[Act]:
    """A turn of somebody who fights: ready first, then an attack, then whatever makes one possible next time."""
    yield from waiting(mind)
    yield from powers(mind)
    yield from getting_ready(mind)
    yield from taking_cover(mind, mind.policy.cover)
    yield from attacks(mind, ATTACKS)
    yield from reloading(mind)
    if not mind.lines("attack") or any(mind.legal("attack")):
        yield from attacks(mind, RUN_UP)
    yield from coming_closer(mind)
    yield from arming(mind)
    yield from attacks(mind, ("attack",), last=True)
    yield from plain(mind, *LOOSE, *RISING)


def in_window(mind: Mind) -> Iterator[Act]:
    """Answering somebody's deed: what costs nothing, what was held back for it, powers, a full defence when it is high time."""
    yield from attacks(mind, ("free attack",), last=True)
    if mind.table.timeline.hold_of(mind.one.id) and mind.policy.fights:
        yield from plain(mind, "step in")
        yield from attacks(mind, ("attack",))
    yield from powers(mind)
    if per_cent(mind.game, mind.one) <= mind.policy.guard:
        yield from plain(mind, *FULL_DEFENSE)


def getting_ready(mind: Mind) -> Iterator[Act]:
    """Standing up and drawing a weapon, where an attack is still possible after it."""
    if mind.one.has("prone"):
        left = {budget.name: budget.left for budget in mind.game.budget(mind.table, mind.one.id)}
        attack = {line.price for line in mind.legal("attack")}
        yield from (act for line in mind.legal(*RISING) if line.price not in attack or left.get(line.price, 0) > 1
                    for act in one_act(mind, line))  # fmt: skip
    yield from drawing(mind)


def drawing(mind: Mind) -> Iterator[Act]:
    """A weapon in hand, where that costs nothing, for whoever has none there."""
    if not is_armed(mind):
        yield from (act for line in mind.legal("draw") if line.price in FREE for act in one_act(mind, line))


def is_armed(mind: Mind) -> bool:
    """Whether somebody has more than bare hands to attack with."""
    lines = (line for line in mind.lines("attack") if line.fixed.get("weapon") not in BARE)
    return any(all(reason.key not in NOT_IN_HAND for reason in line.reasons) for line in lines)


def arming(mind: Mind) -> Iterator[Act]:
    """Taking a weapon in hand, at any price, for whoever has none there."""
    if not is_armed(mind):
        for line in mind.legal("draw", "ready", "fetch", "pick up"):
            yield from one_act(mind, line)


def taking_cover(mind: Mind, share: int) -> Iterator[Act]:
    """Getting behind something, once."""
    if per_cent(mind.game, mind.one) <= share and not mind.one.has_any(("in cover", "in good cover")):
        yield from plain(mind, *COVER)


def waiting(mind: Mind) -> Iterator[Act]:
    """Letting others act first, in the first round, where the game has a way to do so that needs no words."""
    line = mind.table.timeline
    if mind.policy.waits and line.round == 1 and not line.deeds.get(mind.one.id) and not line.hold_of(mind.one.id):
        yield from plain(mind, *HOLDS)


def powers(mind: Mind) -> Iterator[Act]:
    """Powers with a limit that fit the moment, for whoever spends them."""
    if spends(mind.game, mind.one, mind.policy):
        limited = {budget.name for budget in mind.game.budget(mind.table, mind.one.id) if budget.left > 0}
        for line in mind.legal("use"):
            if line.fixed.get("ability") in limited:
                yield from one_act(mind, line)
