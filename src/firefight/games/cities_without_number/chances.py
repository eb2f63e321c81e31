"""The odds of Cities Without Number: attacks by enumerating their rule, and how everything else is read off the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from firefight.ask import Ask
from firefight.chance import Odds, RollOff, Spread, Way, die, fractions, gathered, odds, told_apart, total
from firefight.dice import Dice, branches
from firefight.events import Event, Told
from firefight.game import Chances
from firefight.games.cities_without_number import actions, attacks, initiative, rules
from firefight.games.cities_without_number.aim import attempt, house, strike_line
from firefight.games.cities_without_number.harm import is_felled, is_soaked
from firefight.games.cities_without_number.order import (
    FIRST,
    MAIN,
    Group,
    Score,
    able,
    by_score,
    group,
    is_ahead,
    is_individual,
    is_pc_group,
    score_of,
)
from firefight.games.cities_without_number.screens import candidates
from firefight.games.cities_without_number.sheet import conscious, is_thing, sheet
from firefight.proposed import proposed
from firefight.table import Combatant, Table
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
    """What sides, vehicles and those with numbers of their own can roll; those who have one keep it."""
    found: dict[str, Mapping[Key, Fraction]] = {}
    for one in table.fighters():
        shared = group(table, one)
        if not one.here or not able(table, one.id):
            continue
        if is_ahead(table, one):
            found[one.id] = ahead(table, one)
        elif not is_individual(table) or shared.vehicle:
            found.setdefault(shared.label, of_group(table, shared))
        elif one.squad not in table.combatants:
            found[one.id] = placed(MAIN, own_numbers(table, one), not one.pc)
    return found


def ahead(table: Table, one: Combatant) -> Mapping[Key, Fraction]:
    """The places of somebody who goes before everyone; alone, he needs no roll."""
    return placed(FIRST, own_numbers(table, one) if initiative.ahead(table) else {(): Fraction(1)}, not one.pc)


def own_numbers(table: Table, one: Combatant) -> Mapping[Score, Fraction]:
    """The numbers somebody can have for himself."""
    best_of = [one] if one.pc else []
    roll = partial(initiative.roll, role="own initiative", who=one.id, best_of=best_of, thrower=one.id)
    return {one.score: Fraction(1)} if one.score else rolled(table, roll)


def of_group(table: Table, shared: Group) -> Mapping[Key, Fraction]:
    """The places of a side or a vehicle; where everybody rolls for himself, a vehicle comes behind its equals."""
    known = score_of(table, shared)
    numbers = {known: Fraction(1)} if known else rolled(table, partial(initiative.group_roll, shared=shared))
    return placed(MAIN, numbers, not is_pc_group(table, shared), True)


def placed(stage: int, numbers: Mapping[Score, Fraction], npc: bool, group: bool = False) -> Mapping[Key, Fraction]:
    """Numbers as places in the queue."""
    return {(stage, *by_score(score, npc), group): chance for score, chance in numbers.items()}


def rolled(table: Table, roll: Callable[[Ask], int]) -> Mapping[Score, Fraction]:
    """The numbers that a roll can come to."""
    rolls = branches(lambda source: roll(proposed(table, "", Act("initiative"), source)))
    return gathered((weight, (number,)) for weight, number in rolls)


def off(table: Table) -> RollOff:
    """Tied sides and vehicles roll off, unless the GM puts them in order; tied people share a turn."""
    if table.options["side_tie"] != "roll_off":
        return RollOff()
    groups = {group(table, one) for one in table.fighters() if not is_ahead(table, one)}
    return RollOff({one.label: fractions(die(8)) for one in groups if one.vehicle or not is_individual(table)})


CHANCES = Chances(by_rule, said, {"hp": "hp"}, False, is_down, places, off=off)
