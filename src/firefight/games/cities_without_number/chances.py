"""The odds of Cities Without Number: attacks by enumerating their rule, and how everything else is read off the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from firefight.ask import Ask
from firefight.chance import Odds, Spread, Way, die, gathered, odds, told_apart, total
from firefight.dice import Dice, branches
from firefight.events import Event, Told
from firefight.game import Chances
from firefight.games.cities_without_number import actions, attacks, initiative, rules
from firefight.games.cities_without_number.aim import attempt, house, strike_line
from firefight.games.cities_without_number.harm import is_felled, is_soaked
from firefight.games.cities_without_number.order import by_score, is_pc_group
from firefight.games.cities_without_number.screens import candidates
from firefight.games.cities_without_number.sheet import conscious, is_thing, sheet
from firefight.proposed import proposed
from firefight.table import Table
from firefight.timeline import Act, Deed, Key

GOOD = ("hits", "gets_at", "check_made", "save_made", "succeeds_without_roll", "opposed_won", "ambush_works", "escapes")
RESISTED = "stands_fast"
BAD = ("misses", "misses_with_shock", "check_failed", "save_failed", "action_lost", "ambush_seen")


NO_DICE = Dice(0, 1)


class Case(NamedTuple):
    """All an attack's odds rest on: its line, its dice, what protects the target, how much that one can take.

    `hp` is None where nobody knows; `falls` tells whether losing the last hit point
    fells the target.
    """

    line: rules.Strike
    house: rules.House
    dice: Dice
    trauma: Dice
    soak: int
    shock_soak: int
    armor: int
    hp: int | None
    falls: bool


def by_rule(table: Table, who: str, act: Act) -> Odds | None:
    """The odds of an attack at a person whom nobody screens; of a charge where no map is in the way."""
    act = Act("charge home", act.picks) if act.verb == "charge" and table.ground is None else act
    target = table.combatants.get(act.text("target"))
    if not who or actions.VERBS.get(act.verb) is not attacks.attack or target is None or is_thing(target):
        return None
    deed = Deed("", who, act)
    a = attempt(table, deed, target.id)
    if not target.here or (act.verb == "charge home" and not a.melee) or candidates(table, deed, table):
        return None
    harming = attacks.harming(a)
    soak = target.pool("soak")
    return struck(
        Case(
            line=strike_line(table, a),
            house=house(table),
            dice=harming["damage"],
            trauma=harming.get("trauma", NO_DICE),
            soak=soak if is_soaked(table, "weapon") else 0,
            shock_soak=soak if is_soaked(table, "shock") else 0,
            armor=sheet(target).armor,
            hp=target.pool("hp") if "hp" in target.pools else None,
            falls=is_felled(target) and conscious(target),
        )
    )


@lru_cache(8192)
def struck(case: Case) -> Odds:
    """The odds of one attack: every face of the d20, the damage dice and the Trauma Die through the rule."""
    return odds("attack", ways(case))


def ways(case: Case) -> Spread[Way]:
    """Every way an attack can go; faces that the rule does not tell apart are gone through once."""
    found: dict[Way, int] = {}
    for d20, weight in told_apart(die(20), lambda face: rules.hits(case.line, case.house, face)).items():
        for trauma, more in trauma_dice(case, d20).items():
            for dice, most in total(*case.dice).items():
                way = landed(case, rules.strike(case.line, case.house, d20, dice, trauma))
                found[way] = found.get(way, 0) + weight * more * most
    return found


def trauma_dice(case: Case, d20: int) -> Spread[int]:
    """The faces of the Trauma Die, those that do the same as one."""
    faces = total(*case.trauma)
    return told_apart(faces, lambda face: rules.strike(case.line, case.house, d20, 0, face).traumatic)


def landed(case: Case, blow: rules.Blow) -> Way:
    """What protection leaves of a blow, and whether it fells."""
    also = ("trauma",) if blow.traumatic else ()
    if blow.shielded and case.line.shield:
        return Way(blow.hit, 0, "", None if case.hp is None else False, also)
    soak = case.soak if blow.hit else case.shock_soak
    wound = rules.wound(case.house, blow.base, blow.factor, blow.floor, soak, case.armor)
    drops = None if case.hp is None else case.falls and 0 < wound.lost >= case.hp
    return Way(blow.hit, wound.lost, "hp" if wound.lost else "", drops, also)


# ------------------------------------------------------------------ how the log is read


def said(event: Event, who: str) -> Iterator[str]:
    """What an event says of how a deed went."""
    key = event.key_ if isinstance(event, Told) else ""
    if key == "traumatic":
        yield "trauma"
    elif key == RESISTED:
        yield "bad"
    elif key == "opposed_won":
        yield "good" if event.concerns()[0] == who else "bad"
    elif key in (*GOOD, *BAD) and event.concerns()[0] == who:
        yield "good" if key in GOOD else "bad"


def is_down(table: Table, who: str) -> bool:
    """Whether somebody cannot go on."""
    return not conscious(table.who(who))


# ------------------------------------------------------------------ who goes first


def places(table: Table) -> Mapping[str, Mapping[Key, Fraction]]:
    """What sides, vehicles and those with numbers of their own can roll."""
    found: dict[str, Mapping[Key, Fraction]] = {}
    for shared in initiative.unrolled_groups(table):
        found[shared.label] = rolled(table, not is_pc_group(table, shared), partial(initiative.group_roll, shared=shared))
    for one in initiative.unrolled_people(table):
        own = partial(initiative.roll, role="own initiative", who=one.id, best_of=[one] if one.pc else [], thrower=one.id)
        found[one.id] = rolled(table, not one.pc, own)
    return found


def rolled(table: Table, npc: bool, roll: Callable[[Ask], int]) -> Mapping[Key, Fraction]:
    """The places that a roll can lead to."""
    rolls = branches(lambda source: roll(proposed(table, "", Act("initiative"), source)))
    return gathered((weight, by_score((number,), npc)[:2]) for weight, number in rolls)


CHANCES = Chances(by_rule, said, {"hp": "hp"}, False, is_down, places)
