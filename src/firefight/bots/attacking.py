"""Whom somebody attacks, and with what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

from firefight import scene
from firefight.bots.condition import standing
from firefight.bots.mind import Mind, filled, one_act
from firefight.errors import FirefightError
from firefight.game import Game, Offer
from firefight.health import remaining
from firefight.listed import file
from firefight.table import Combatant, Table
from firefight.timeline import Act

ATTACKS = ("attack", "squad attack", "strike", "fire")
RUN_UP = ("charge", "throw")
BARE = ("bare hands", "unarmed", "fists")
EMPTY = ("too_few_rounds", "not_enough_rounds", "empty")
"""Reasons against an attack that reloading does away with."""
SPENT = ("action_spent", "big_spent", "extra_spent", "fires_once", "main_spent", "no_complex_left", "no_simple_left")
"""Reasons against an attack that the next turn does away with."""
FAIR = 0.5
"""A chance to hit with which nobody goes any closer."""


def attacks(mind: Mind, verbs: Iterable[str], last: bool = False) -> Iterator[Act]:
    """Attacks on whom the policy names, with the first weapon that reaches anybody.

    Bare hands, and weapons whose effect only a GM can tell, are a `last` resort.
    """
    enemies = foes(mind)
    for line in mind.legal(*verbs) if enemies else ():
        if not last and is_poor(mind.table, mind.one, str(line.fixed.get("weapon", ""))):
            continue
        within = [who for who in in_reach(line) if who in enemies]
        if within:
            act = filled(mind, line, {"target": preferred(mind, within)})
            if act:
                yield act


def foes(mind: Mind) -> list[str]:
    """The opponents whom nothing keeps him from attacking."""
    return [one.id for one in opponents(mind.game, mind.table, mind.one) if one.id not in mind.spared]


def is_well_placed(mind: Mind) -> bool:
    """Whether somebody can be attacked from here with a fair chance, as soon as there is an action for it."""
    enemies = foes(mind)
    for line in (line for verb in ATTACKS for line in mind.lines(verb)):
        held_up = any(reason.key not in SPENT for reason in line.reasons)
        if held_up or is_poor(mind.table, mind.one, str(line.fixed.get("weapon", ""))):
            continue
        within = [who for who in in_reach(line) if who in enemies]
        if within and is_fair(mind, line.filled(Act(line.verb, {"target": preferred(mind, within)}))):
            return True
    return False


def is_fair(mind: Mind, act: Act) -> bool:
    """Whether an attack has a fair chance, as far as the rules can tell beforehand."""
    with suppress(FirefightError, LookupError):
        found = mind.game.chances.by_rule(mind.table, mind.one.id, act)
        return found is None or found.chance is None or found.chance >= FAIR
    return True


def is_poor(table: Table, one: Combatant, weapon: str) -> bool:
    """Whether a weapon is no more than bare hands, or nothing says what it does."""
    written = (thing for field in ("gear", "weapons") for thing in getattr(one.sheet, field, ()))
    found = next((thing for thing in written if getattr(thing, "name", "") == weapon), None)
    listed = weapon if found is None else str(getattr(found, "type", ""))
    if listed:
        return listed in BARE or is_wordless(table.game, listed)
    return not (getattr(found, "damage", 0) or getattr(found, "dice", 0))


@lru_cache(maxsize=1024)
def is_wordless(game: str, weapon: str) -> bool:
    """Whether a weapon of a game's list of gear has no numbers: what it does is the GM's to say."""
    sections = file(game.replace("-", "_"), "gear.toml").values()
    lines = [section[weapon] for section in sections if isinstance(section, dict) and isinstance(section.get(weapon), dict)]
    return bool(lines) and not any(line.get("damage") or line.get("dice") for line in lines)


def in_reach(line: Offer) -> list[str]:
    """Those whom a line of the menu can be aimed at."""
    if "target" in line.fixed:
        return [str(line.fixed["target"])]
    return [str(choice.value) for pick in line.picks if pick.pick == "target" for choice in pick.choices if not choice.reasons]


def opponents(game: Game, table: Table, one: Combatant) -> list[Combatant]:
    """Those on other sides who are still standing, as far as somebody can know of them."""
    return [
        other
        for other in table.combatants.values()
        if other.side != one.side and scene.knows_of(one, other) and standing(game, table, other)
    ]


def preferred(mind: Mind, within: list[str]) -> str:
    """Whom the policy attacks among those in reach; the first of the menu where it makes no difference."""
    people = [mind.table.who(who) for who in within]
    by: dict[str, Callable[[Combatant], float]] = {
        "weakest": lambda other: remaining(mind.game, other)[0],
        "strongest": lambda other: -remaining(mind.game, other)[0],
        "nearest": lambda other: scene.distance(mind.table, mind.one, other) or 0.0,
    }
    if mind.policy.targets == "spread":
        mates = [one.id for one in mind.table.combatants.values() if one.side == mind.one.side]
        return within[mates.index(mind.one.id) % len(within)]
    return min(people, key=by[mind.policy.targets]).id


def reloading(mind: Mind) -> Iterator[Act]:
    """Loading the weapon that would be used, where it is empty."""
    dry = (line for line in mind.lines("attack") if any(reason.key in EMPTY for reason in line.reasons))
    empty = {line.fixed.get("weapon") for line in dry}
    for line in mind.legal("reload") if empty else ():
        if line.fixed.get("weapon") in empty:
            yield from one_act(mind, line)


def standing_up(mind: Mind) -> Iterator[Act]:
    """The first weapon in the order of the menu that attacks somebody, or needs nothing but to be loaded again."""
    enemies = foes(mind)
    for line in mind.lines("attack") if enemies else ():
        weapon = line.fixed.get("weapon")
        if line.reasons and all(reason.key in EMPTY for reason in line.reasons):
            yield from (
                act for other in mind.legal("reload") if other.fixed.get("weapon") == weapon for act in one_act(mind, other)
            )
        within = in_reach(line) if not line.reasons else ()
        first = next((who for who in enemies if who in within), None)
        if first and (act := filled(mind, line, {"target": first})):
            yield act
