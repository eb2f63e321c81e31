"""The odds of Eclipse Phase: attacks by enumerating their rules, and how everything else is read off the log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from firefight.chance import (
    Odds,
    RollOff,
    Spread,
    Way,
    chained,
    die,
    fractions,
    gathered,
    mapped,
    odds,
    together,
    told_apart,
    total,
)
from firefight.dice import Dice, branches
from firefight.events import Event, Marked, Opened, Told
from firefight.game import Chances
from firefight.games.eclipse_phase import actions, checks, combat, health, rules, surprise, timing
from firefight.games.eclipse_phase.places import FIRST, MAIN, Place, downward, place
from firefight.games.eclipse_phase.share import weapon as weapon_of
from firefight.games.eclipse_phase.sheet import SKILLS, able, armor, ready, sheet
from firefight.proposed import Proposed, proposed
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed, Key

CRITICAL, FUMBLE = "critical", "critical failure"
DOWN = ("out", "dead", "unconscious", "disabled")
TESTS: dict[str, tuple[str, ...]] = {
    "hits": ("good",), "hits_critically": ("good", CRITICAL), "misses": ("bad",),
    "test_success": ("good",), "test_critical_success": ("good", CRITICAL),
    "test_failure": ("bad",), "test_critical_failure": ("bad", FUMBLE),
}  # fmt: skip


class Rolled(NamedTuple):
    """One of two tests: what the d100 is rolled against, and the skill behind it."""

    target: int
    skill: int


class Harm(NamedTuple):
    """What a hit does: dice, what is added to them, what the armour takes."""

    dice: Dice
    more: int
    armor: int
    piercing: bool


class Body(NamedTuple):
    """How much somebody can take: damage taken, Durability, the threshold of a wound, and what he would roll SOM against.

    `shock` holds that number for every number of wounds one hit can make.
    """

    taken: int
    durability: int
    threshold: int
    shock: tuple[int, ...]


class Case(NamedTuple):
    """All an attack's odds rest on; `answer` is None where nobody defends, `body` where nobody knows it or it is down."""

    attack: Rolled
    answer: Rolled | None
    harm: Harm
    body: Body | None
    known: bool


# ------------------------------------------------------------------ attacks


def by_rule(table: Table, who: str, act: Act) -> Odds | None:
    """The odds of an attack with a weapon that has numbers."""
    target = table.combatants.get(act.text("target"))
    if not who or target is None or actions.VERBS.get(act.verb) is not combat.attack:
        return None
    one, ask = table.who(who), proposed(table, who, act)
    weapon = weapon_of(one, act.text("weapon"))
    if not weapon.damage or one.has("interrupted"):
        return None
    ours, theirs = combat.attack_line(table, one, target, weapon, 0), combat.defense_line(one, target, weapon)
    attack = checks.Test(one.id, "attack", SKILLS[weapon.skill], ours.skill, rules.attack_modifiers(ours))
    harm = Harm(weapon.dice, weapon.more, armor(target, weapon.against), weapon.piercing)
    answer = rolled(ask, combat.defense_test(target, theirs)) if able(table, target.id) else None
    known = "durability" in target.pools
    return struck(Case(rolled(ask, attack), answer, harm, body(ask, target.id, harm) if known else None, known))


def rolled(ask: Proposed, test: checks.Test) -> Rolled:
    """What a test is rolled against, points that were spent on it beforehand included."""
    mark = checks.prepared(checks.as_he_is(ask, test.who), test)
    return Rolled(checks.target_number(test, mark), test.base)


def body(ask: Proposed, who: str, harm: Harm) -> Body | None:
    """How much somebody can take; None for one who is down already."""
    table, one = ask.table, ask.table.who(who)
    if is_down(table, who):
        return None
    durability = sheet(table, who).durability
    threshold = rules.wound_threshold(durability)
    most = rules.wounds(max(map(through, extremes(harm))), threshold)
    tests = (checks.aptitude_test(one, f"som {who}", "somatics", wounds=wounds) for wounds in range(most + 1))
    return Body(health.taken(table, who), durability, threshold, tuple(rolled(ask, test).target for test in tests))


def extremes(harm: Harm) -> tuple[rules.Damage, rules.Damage]:
    """The worst a hit can do: a critical, and the most superior successes."""
    most = harm.dice.n * harm.dice.sides + harm.more
    superior = max(rules.outcome(roll, 99).superior for roll in range(100))
    return rules.Damage(most, 0, True, harm.armor, harm.piercing), rules.Damage(
        most, 6 * superior, False, harm.armor, harm.piercing
    )


def through(damage: rules.Damage) -> int:
    """What gets through."""
    return rules.damage(damage)


@lru_cache(8192)
def struck(case: Case) -> Odds:
    """The odds of one attack: all faces of both d100, and the dice of damage, through the rules."""
    of_all = fallen(case.attack, case.answer)
    return odds("attack", chained(of_all, lambda hit: harmed(case, hit) if hit.hits else missed(case, hit)))


class Fallen(NamedTuple):
    """What comes of both rolls: whether they hit, and what the attacker's test means."""

    hits: bool
    found: rules.Outcome


@lru_cache(8192)
def fallen(attack: Rolled, answer: Rolled | None) -> Spread[Fallen]:
    """The opposed test: for each of the attacker's rolls those of the defender's that it beats."""
    others = sorted(sides(answer).items(), key=lambda pair: rules.strength(pair[0][0])) if answer else []
    behind = [0, *accumulate(weight for _, weight in others)]
    found: dict[Fallen, int] = {}
    for (side, outcome), weight in sides(attack).items():
        beaten = bisect_left(others, True, key=lambda pair: rules.opposed(side, pair[0][0]) <= 0)
        won = behind[beaten] if answer else 1
        for times, result in ((won, 1), (behind[-1] - won if answer else 0, -1)):
            hit = Fallen(rules.hits(side.success, answer is not None, result), outcome)
            found[hit] = found.get(hit, 0) + weight * times
    return found


@lru_cache(8192)
def sides(test: Rolled) -> Spread[tuple[rules.Side, rules.Outcome]]:
    """All a roll of d100 can come to; rolls that do the same as one."""

    def side(face: int) -> tuple[rules.Side, rules.Outcome]:
        roll = rules.percentile(face)
        found = rules.outcome(roll, test.target)
        return rules.Side(roll, found.success, found.critical, test.skill), found

    return told_apart(mapped(die(100), side), lambda pair: (rules.strength(pair[0]), pair[1]))


def missed(case: Case, hit: Fallen) -> Spread[Way]:
    """A miss; where the test went very wrong, that too."""
    also = (FUMBLE,) if hit.found.critical and not hit.found.success else ()
    return {Way(False, drops=False if case.known else None, also=also): 1}


def harmed(case: Case, hit: Fallen) -> Spread[Way]:
    """What a hit does."""
    harm, found = case.harm, hit.found
    more = total(found.superior, 6)
    amounts = together(
        total(*harm.dice), more,
        lambda rolled, superior: rules.damage(
            rules.Damage(rolled + harm.more, superior, found.critical, harm.armor, harm.piercing)
        ),
    )  # fmt: skip
    also = (CRITICAL,) if found.critical else ()
    return chained(amounts, lambda damage: suffered(case, damage, also))


def suffered(case: Case, damage: int, also: tuple[str, ...]) -> Spread[Way]:
    """What damage does to the target, the SOM check against being knocked out included."""
    here, unit = case.body, "durability" if damage else ""
    if here is None or not damage:
        return {Way(True, damage, unit, False if case.known else None, also): 1}
    if rules.is_down(here.taken + damage, here.durability):
        return {Way(True, damage, unit, True, also): 1}
    wounds = rules.wounds(damage, here.threshold)
    if wounds < 2:
        return {Way(True, damage, unit, False, also): 1}
    checks_made = mapped(die(100), lambda face: rules.outcome(rules.percentile(face), here.shock[wounds]).success)
    return mapped(checks_made, lambda made: Way(True, damage, unit, not made, also))


# ------------------------------------------------------------------ how the log is read


def said(event: Event, who: str) -> Iterator[str]:
    """What an event says of how a deed went."""
    if not isinstance(event, Told):
        return
    if event.key_ == "opposed_won":
        yield "good" if event.who == who else "bad"
    elif event.key_ == "deadlock":
        yield "bad"
    elif event.who == who and event.key_ == "attack_sum":
        found = rules.outcome(int(str(event.values["roll"])), int(str(event.values["against"])))
        yield from (FUMBLE,) if found.critical and not found.success else ()
    elif event.who == who:
        yield from TESTS.get(event.key_, ())


def is_down(table: Table, who: str) -> bool:
    """Whether somebody cannot go on."""
    return table.who(who).has_any(DOWN)


# ------------------------------------------------------------------ who goes first


def places(table: Table) -> Mapping[str, Mapping[Key, Fraction]]:
    """The places everybody can get; those who have one keep it. After an ambush some act before anybody rolls."""
    sprung = tuple(surprise.sprung(*ambush(table))) if surprise.is_on(table) else ()
    for event in sprung:
        if isinstance(event, Marked):
            table = table.change(event.who, marks=(*table.who(event.who).marks, event.mark))
    free = {who for event in sprung if isinstance(event, Opened) for who, _ in event.dues}
    people = [one for one in table.fighters() if not one.squad and (one.id in free or ready(table, one.id))]
    return {one.id: FREE if one.id in free else thrown(table, one) for one in people}


FREE: Mapping[Key, Fraction] = {(FIRST - 1,): Fraction(1)}
"""The free action of an ambush, before everything else."""


def ambush(table: Table) -> tuple[Deed, Proposed]:
    """The ambush with which a fight begins."""
    ask = proposed(table, "", Act("ambush begins"))
    return ask.deed, ask


def thrown(table: Table, one: Combatant) -> Mapping[Key, Fraction]:
    """The places of somebody's number, or of all he can roll."""
    if one.score:
        return {key_of(table, one, place(one)): Fraction(1)}
    rolls = branches(lambda source: timing.total(proposed(table, "", Act("initiative"), source), one.id)[1])
    return gathered((weight, key_of(table, one, Place(number))) for weight, number in rolls)


def key_of(table: Table, one: Combatant, spot: Place) -> Key:
    """A place in the order; by house rule REF parts those who share one."""
    stage = FIRST if one.has("first") else MAIN
    ref = sheet(table, one.id).reflexes if table.options["tie_rule"] == "ref" else 0
    return stage, *downward(spot), -ref


def off(table: Table) -> RollOff:
    """Those who tie act together, or by house rule roll off."""
    if table.options["tie_rule"] != "roll-off":
        return RollOff()
    return RollOff({one.id: fractions(die(6)) for one in table.fighters()})


CHANCES = Chances(by_rule, said, {"durability": "durability"}, False, is_down, places, off=off)
