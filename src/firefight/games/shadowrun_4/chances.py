"""The odds of Shadowrun 4: attacks by enumerating their rules over pools, and how everything else is read off the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from firefight.chance import (
    Odds,
    RollOff,
    Spread,
    Way,
    answered,
    chained,
    counted,
    die,
    exploding,
    fractions,
    gathered,
    mapped,
    odds,
    together,
)
from firefight.chance import hits as hits_of
from firefight.dice import Alike, branches
from firefight.events import Event, Told
from firefight.game import Chances
from firefight.games.shadowrun_4 import actions, attack, defense, fire, initiative, order, rules
from firefight.games.shadowrun_4.damage import damage_line
from firefight.games.shadowrun_4.defense import NONE
from firefight.games.shadowrun_4.edge import as_he_is, paid_for
from firefight.games.shadowrun_4.sheet import is_ready, sheet
from firefight.games.shadowrun_4.situation import Blow, attack_line
from firefight.games.shadowrun_4.timing import able
from firefight.games.shadowrun_4.wounds import is_full, is_up
from firefight.proposed import Proposed, proposed
from firefight.table import Combatant, Mark, Pool, Table
from firefight.timeline import Act, Key

UNITS = {"physical": "P", "stun": "S", "damage": "boxes"}
NAMES = {"hits": "good", "misses": "bad", "action_lost": "bad", "glitch": "glitch", "critical_glitch": "critical glitch"}
WITH_SIXES: Alike = ((6, 1, 1), (6, 2, 3), (6, 5, 1), (6, 6, 1))
"""Of a pool one tells apart ones, hits, and sixes, which may be thrown again; only the dice that part ties count every face."""
WITHOUT: Alike = ((6, 1, 1), (6, 2, 3), (6, 5, 2))
DEPTH = 20
"""How often a six is thrown again at most: what lies beyond is less likely than one in 10^15."""


class Dicing(NamedTuple):
    """A pool: its dice, those of Edge included, and whether sixes are thrown again."""

    dice: int
    again: bool = False


class Case(NamedTuple):
    """All an attack's odds rest on: both pools, the numbers of a hit, what Edge adds to resisting, the target's tracks.

    `answer` is None where nobody defends. A track is None where nobody knows it; `one` is the single one of a grunt.
    """

    attack: Dicing
    answer: Dicing | None
    damage: rules.Damage
    resisting: Dicing
    physical: Pool | None
    stun: Pool | None
    one: Pool | None
    is_up: bool


# ------------------------------------------------------------------ attacks


def by_rule(table: Table, who: str, act: Act) -> Odds | None:
    """The odds of an attack with a weapon that has numbers."""
    target, one = table.combatants.get(act.text("target")), table.combatants.get(who)
    if target is None or one is None or actions.VERBS.get(act.verb) is not attack.attack or not is_up(one):
        return None
    weapon, mode = fire.weapon_of(one, act.text("weapon")), act.text("mode")
    if weapon.damage is None or not fire.has_rounds(one, weapon, mode) or not is_ready(one, weapon) or not attack.worth(target):
        return None
    ask, blow = proposed(table, who, act), Blow(one, target, weapon, mode)
    found = case(ask, blow)
    answers = {way: proposed(table, who, act, answers=(answer,)) for way, answer in ask.otherwise(target.id)}
    others = {way: struck(found._replace(answer=answer_of(other, blow))) for way, other in answers.items()}
    return answered(struck(found), others) if others else struck(found)


def case(ask: Proposed, blow: Blow) -> Case:
    """The numbers of an attack, gathered as the attack itself gathers them."""
    table, target = ask.table, blow.target
    answer = answer_of(ask, blow)
    ours = rules.attack_pool(attack_line(table, blow, attack.situation(ask, blow)))
    return Case(
        dicing(ask, blow.one.id, ours, "attack"),
        answer,
        damage_line(table, blow),
        dicing(ask, target.id, 0, "resistance"),
        target.pools.get("physical"),
        target.pools.get("stun"),
        target.pools.get("damage"),
        is_up(target),
    )


def answer_of(ask: Proposed, blow: Blow) -> Dicing | None:
    """The target's pool in the way it defends itself; None where it does not."""
    how = defense.stand(ask, blow)
    if how.way == NONE:
        return None
    return dicing(ask, blow.target.id, rules.defense_pool(defense.line(ask.table, blow, how)), "defense")


def dicing(ask: Proposed, who: str, pool: int, kind: str) -> Dicing:
    """A pool with the Edge that was paid for it beforehand."""
    one = as_he_is(ask, who)
    paid = one.has(paid_for(kind))
    return Dicing(max(0, pool + (sheet(one).edge if paid else 0)), paid)


@lru_cache(8192)
def struck(case: Case) -> Odds:
    """The odds of one attack: hits against hits, and what the target resists of each number of net hits."""
    return odds("attack", chained(net_hits(case.attack, case.answer), lambda net: harmed(case, net)), glitches(case.attack.dice))


@lru_cache(4096)
def net_hits(ours: Dicing, theirs: Dicing | None) -> Spread[int]:
    """By how many hits an attack succeeds; nobody hits more rarely than not at all."""
    return together(hits(ours), hits(theirs) if theirs else {0: 1}, rules.net_hits)


@lru_cache(4096)
def hits(pool: Dicing) -> Spread[int]:
    """The hits of a pool."""
    if pool.again:
        return exploding(pool.dice, 6, is_six, rules.is_hit, DEPTH)
    return hits_of(pool.dice, 6, rules.is_hit)


def is_six(face: int) -> bool:
    """Whether a die is thrown once more."""
    return face == 6


def hit_and_one(face: int) -> tuple[int, int]:
    """What a die counts for in a glitch."""
    return int(rules.is_hit(face)), int(face == 1)


@lru_cache(256)
def glitches(dice: int) -> Mapping[str, Fraction]:
    """The chance of a glitch, and of a critical one, which is not counted as a glitch again."""

    def named(fallen: tuple[int, ...]) -> str:
        if rules.is_critical(dice, fallen[1], fallen[0]):
            return "critical glitch"
        return "glitch" if rules.is_glitch(dice, fallen[1]) else ""

    found = fractions(mapped(counted(dice, 6, hit_and_one), named))
    return {name: chance for name, chance in found.items() if name}


def harmed(case: Case, net: int) -> Spread[Way]:
    """What so many net hits do."""
    if not net:
        return {Way(False, drops=known(case) and False): 1}
    harm = rules.harm(case.damage, net)
    resisting = Dicing(max(0, harm.dice + case.resisting.dice), case.resisting.again)
    return mapped(hits(resisting), lambda resisted: wounded(case, harm, rules.boxes(harm.damage, resisted)))


def known(case: Case) -> bool | None:
    """True where somebody knows the target's tracks, else None."""
    return True if case.physical or case.stun or case.one else None


def wounded(case: Case, harm: rules.Harm, boxes: int) -> Way:
    """Boxes on the track that counts them."""
    name = "damage" if case.one else "physical" if harm.physical else "stun"
    pool = case.one or (case.physical if harm.physical else case.stun)
    drops = known(case) and case.is_up and pool is not None and is_full(body(name, pool.moved(boxes)), name)
    return Way(True, boxes, UNITS[name] if boxes else "", drops)


def body(name: str, pool: Pool) -> Combatant:
    """Somebody of whom nothing is known but one track."""
    return Combatant("", "", "", None, pools={name: pool})


# ------------------------------------------------------------------ how the log is read


def said(event: Event, who: str) -> Iterator[str]:
    """What an event says of how a deed went."""
    if isinstance(event, Told) and event.who == who and event.key_ in NAMES:
        yield NAMES[event.key_]


def is_down(table: Table, who: str) -> bool:
    """Whether somebody cannot go on."""
    return not is_up(table.who(who))


# ------------------------------------------------------------------ who goes first


def places(table: Table) -> Mapping[str, Mapping[Key, Fraction]]:
    """The places of the first pass that the Initiative Test can lead to; a glitch comes behind its equals.

    Scores that the GM has set beforehand stand in the first Combat Turn.
    """
    fresh = table.timeline.round <= 1
    people = [one for one in table.fighters() if one.here and able(table, one.id) and one.squad not in table.combatants]
    return {one.id: place_of(table, one) if one.score and fresh else tested(table, one) for one in people}


def place_of(table: Table, one: Combatant) -> Mapping[Key, Fraction]:
    """The place of somebody whose score is known."""
    return {order.key(table, one, 1): Fraction(1)}


def tested(table: Table, one: Combatant) -> Mapping[Key, Fraction]:
    """The places somebody's test can lead to."""
    alike = WITH_SIXES if one.has(paid_for("initiative")) else WITHOUT
    found = branches(lambda source: initiative.rolled_by(proposed(table, "", Act("initiative"), source), one), alike, 5_000)
    return gathered((weight, order.key(table, as_rolled(one, outcome), 1)) for weight, outcome in found)


def as_rolled(one: Combatant, found: initiative.Outcome) -> Combatant:
    """Somebody with the score of a test, and its misfortune."""
    more = (Mark(found.misfortune),) if found.misfortune else ()
    return replace(one, score=found.score, marks=(*one.marks, *more))


def off(table: Table) -> RollOff:
    """Equal scores act together, or by house rule dice part them."""
    if table.options["tie_rule"] == "same-time":
        return RollOff()
    return RollOff({one.id: fractions(die(6)) for one in table.fighters()}, initiative.TIE_DICE)


CHANCES = Chances(by_rule, said, UNITS, True, is_down, places, WITH_SIXES, off)
