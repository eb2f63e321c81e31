"""The odds of Cyberpunk RED: attacks by enumerating their rules, and how everything else is read off the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from firefight.chance import Odds, RollOff, Spread, Way, answered, chained, counted, die, gathered, mapped, odds, together
from firefight.dice import branches
from firefight.events import Event, Marked, Told
from firefight.game import Chances
from firefight.games.cyberpunk_red import actions, arms, attack, checks, grapple, initiative, rules
from firefight.games.cyberpunk_red.attack import AIMED, Blow
from firefight.games.cyberpunk_red.gear import loaded, weapon
from firefight.games.cyberpunk_red.scene import DOWN
from firefight.games.cyberpunk_red.sheet import is_person, sheet
from firefight.games.cyberpunk_red.timing import able, contenders, turn_key
from firefight.games.cyberpunk_red.wounds import BODY, BONUS, HEAD, MORTALLY, sp_of
from firefight.proposed import Proposed, proposed
from firefight.table import Combatant, Table
from firefight.timeline import Act, Key

GOOD = ("attack_hit", "dodge_hit", "check_succeeds", "opposed_wins")
BAD = ("attack_miss", "dodge_miss", "check_fails", "opposed_loses", "out_of_range", "grab_fails", "stabilize_fails")
INJURY = "critical injury"


class Case(NamedTuple):
    """All an attack's odds rest on: what is rolled against what, the dice of damage, and what the target can take.

    `theirs` is None where nobody dodges, `burst` the highest multiplier of Autofire, 0 for a single shot. `hit` stands with
    no damage yet. `hp` is None where nobody knows.
    """

    ours: rules.Action
    theirs: rules.Defense | None
    dv: int
    tie: bool
    dice: int
    burst: int
    hit: rules.Hit
    may_be_injured: bool
    dying: bool
    hp: int | None
    is_down: bool


# ------------------------------------------------------------------ attacks


def by_rule(table: Table, who: str, act: Act) -> Odds | None:
    """The odds of an attack, or of getting hold of somebody."""
    resolved = actions.VERBS.get(act.verb) if who else None
    if resolved in (attack.attack, attack.autofire):
        return shot(table, who, act)
    return grip(table, who, act) if resolved in (grapple.grab, grapple.snatch) else None


def shot(table: Table, who: str, act: Act) -> Odds | None:
    """The odds of an attack with a weapon that has numbers, and where the target may dodge, those against that."""
    target, is_burst = table.combatants.get(act.text("target")), act.verb == "autofire"
    if target is None:
        return None
    held, ask = weapon(table, who, act.text("weapon")), proposed(table, who, act)
    if not held.dice or (table.timeline.held and table.options["hold_event_timing"] != "after-event"):
        return None
    blow = Blow(ask.deed, table.who(who), target, held, act.text("at", BODY), "autofire" if is_burst else "range")
    dv = attack.needed(blow, ask)
    if (not dv and not held.reach) or attack.shielded(blow, ask) != target.id:
        return None
    found = struck(case(blow, ask, dv))
    others = {way: proposed(table, who, act, answers=(answer,)) for way, answer in ask.otherwise(target.id)}
    return answered(found, {way: struck(case(blow, other, dv)) for way, other in others.items()}) if others else found


def case(blow: Blow, ask: Proposed, dv: int) -> Case:
    """The numbers of an attack, gathered as the attack itself gathers them."""
    table, target, is_burst = ask.table, blow.target, blow.dvs == "autofire"
    aimed = AIMED if blow.location != BODY else 0
    ammunition = arms.ammunition().get(loaded(table, blow.one.id, blow.weapon), 1)
    return Case(
        ours=checks.action_line(ask, blow.one.id, *attack.stat_and_skill(blow), aimed),
        theirs=checks.defense_line(ask, target.id, "dex", "evasion") if attack.opposes(blow, ask) else None,
        dv=dv,
        tie=table.is_on("check_tie_succeeds"),
        dice=2 if is_burst else blow.weapon.dice,
        burst=blow.weapon.autofire if is_burst else 0,
        hit=rules.Hit(0, sp_of(target, blow.location), blow.weapon.halves, blow.location == HEAD, ammunition),
        may_be_injured=is_person(target) and not has_all_injuries(target, blow.location),
        dying=target.has(MORTALLY),
        hp=target.pool("hp") if "hp" in target.pools else None,
        is_down=is_down(table, target.id),
    )


def has_all_injuries(target: Combatant, location: str) -> bool:
    """Whether there is no injury of a location left to befall somebody."""
    return all(target.has(name) for name in arms.injuries(HEAD if location == HEAD else BODY).values())


@lru_cache(8192)
def struck(case: Case) -> Odds:
    """The odds of one attack: both dice of both sides, and the dice of damage, through the rules."""
    missed = Way(False, drops=None if case.hp is None else False)
    return odds("attack", chained(hits(case), lambda times: {missed: 1} if times == MISS else damaged(case, times)))


MISS = -1


def hits(case: Case) -> Spread[int]:
    """What the damage is multiplied by where the Check is made, else MISS."""
    theirs = case.theirs

    def times(total: int, against: int) -> int:
        hit = rules.beats(total, against) if theirs else rules.succeeds(total, against, case.tie)
        return (rules.multiplier(total, against, case.burst) if case.burst else 1) if hit else MISS

    return together(action(case.ours), defense(theirs) if theirs else {case.dv: 1}, times)


@lru_cache(4096)
def action(line: rules.Action) -> Spread[int]:
    """The totals of a Check that is an Action."""
    return together(die(10), die(10), lambda face, second: rules.action(line, face, second))


@lru_cache(4096)
def defense(line: rules.Defense) -> Spread[int]:
    """The totals of whoever is opposed."""
    return together(die(10), die(10), lambda face, second: rules.defense(line, face, second))


def sum_and_sixes(face: int) -> tuple[int, int]:
    """What a die of damage counts for."""
    return face, int(face == 6)


def damaged(case: Case, times: int) -> Spread[Way]:
    """What the dice of damage do."""
    return mapped(counted(case.dice, 6, sum_and_sixes), lambda fallen: suffered(case, fallen[0] * times, fallen[1]))


def suffered(case: Case, damage: int, sixes: int) -> Way:
    """What one hit does to the target."""
    lost = rules.through(case.hit._replace(damage=damage))
    injured = case.may_be_injured and (rules.is_critical(sixes) or (lost > 0 and case.dying))
    lost += BONUS if injured else 0
    drops = None if case.hp is None else not case.is_down and case.hp <= lost
    return Way(True, lost, "hp" if lost else "", drops, (INJURY,) if injured else ())


# ------------------------------------------------------------------ a grip on somebody


def grip(table: Table, who: str, act: Act) -> Odds | None:
    """The odds of a Grab where the grabber has skills."""
    target, ask = act.text("target"), proposed(table, who, act)
    if target not in table.combatants or not checks.is_fought(ask, who):
        return None
    ours, theirs = checks.action_line(ask, who, *grapple.SKILL, 0), checks.defense_line(ask, target, *grapple.SKILL)
    return opposed(ours, theirs, "hp" in table.who(target).pools)


@lru_cache(4096)
def opposed(ours: rules.Action, theirs: rules.Defense, known: bool) -> Odds:
    """The odds of an opposed Check that hurts nobody."""
    won = together(action(ours), defense(theirs), rules.beats)
    return odds("grab", mapped(won, lambda good: Way(good, drops=False if known else None)))


# ------------------------------------------------------------------ how the log is read


def said(event: Event, who: str) -> Iterator[str]:
    """What an event says of how a deed went."""
    if isinstance(event, Told) and event.key_ in (*GOOD, *BAD) and event.who == who:
        yield "good" if event.key_ in GOOD else "bad"
    elif isinstance(event, Marked) and "CPR-DMG-04" in event.rules:
        yield INJURY


def is_down(table: Table, who: str) -> bool:
    """Whether somebody is out of the fight, or has no hit points left."""
    one = table.who(who)
    return one.has_any(DOWN) or ("hp" in one.pools and one.pool("hp") < 1)


# ------------------------------------------------------------------ who goes first


OUT_OF_REACH = 1_000_000
"""The number of a being of the NET, until it has one: above all that can be rolled."""


def places(table: Table) -> Mapping[str, Mapping[Key, Fraction]]:
    """The numbers everybody can roll; those who have one keep it, and beings of the NET come above them all."""
    people = [one for one in contenders(table) if able(table, one.id)]
    return {one.id: place(table, one, number) for number, one in enumerate(people)}


def place(table: Table, one: Combatant, number: int) -> Mapping[Key, Fraction]:
    """The places one can get; of the beings of the NET the last one stands highest."""
    if one.score:
        return {turn_key(one.score): Fraction(1)}
    if sheet(table, one.id).kind == "net":
        return {turn_key((OUT_OF_REACH + number,)): Fraction(1)}
    return gathered((weight, turn_key((rolled,))) for rolled, weight in rolls(table, one.id, "initiative").items())


def off(table: Table) -> RollOff:
    """Those who tie roll on until all are apart; where the roll becomes the new number, they may fall behind others."""
    if table.options["tie_reroll"] == "replace":
        return RollOff()
    return RollOff({one.id: rolls(table, one.id, "tie 1") for one in contenders(table)})


def rolls(table: Table, who: str, role: str) -> Mapping[int, Fraction]:
    """What somebody's roll for a number, or in a tie, can come to."""
    found = branches(lambda source: initiative.roll(proposed(table, "", Act("initiative"), source), who, role)[0])
    return gathered(found)


CHANCES = Chances(by_rule, said, {"hp": "hp"}, False, is_down, places, off=off)
