"""An attack from the declaration to the boxes: how the target stands, both pools, net hits, damage.

Every number can be overruled by name: `line.cover` and the other fields of `rules.Attack`, `rules.Defense` and
`rules.Damage`, "net hits", "boxes". A weapon without numbers, or a note "by hand", leaves what it does to the GM.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.effects import effects
from firefight.events import Event, Told, Unmarked
from firefight.games.shadowrun_4 import defense, fire, rules
from firefight.games.shadowrun_4.damage import suffered
from firefight.games.shadowrun_4.defense import NONE, Stand
from firefight.games.shadowrun_4.edge import Test, afterwards, reckoned, roll
from firefight.games.shadowrun_4.gear import Weapon
from firefight.games.shadowrun_4.sheet import is_ready, sheet
from firefight.games.shadowrun_4.situation import Blow, attack_line
from firefight.games.shadowrun_4.wounds import is_up
from firefight.table import Combatant
from firefight.timeline import Deed, Value

LOST = ("lost", "as declared")
STEPS = ("SR4-ATK-01", "SR4-DICE-01")


class Clash(NamedTuple):
    """The opposed test of an attack: how the target stands, the numbers of both pools, what fell, net hits."""

    blow: Blow
    how: Stand
    ours: rules.Attack
    theirs: rules.Defense | None
    attack: Test
    answer: Test
    net: int


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An attack, by the rules or by the GM's word. SR4-TURN-02 SR4-PHASE-01 SR4-ATK-01"""
    target, one = target_of(deed, ask), ask.table.who(deed.who)
    weapon, mode = fire.weapon_of(one, deed.act.text("weapon")), deed.act.text("mode")
    if not target or not fire.has_rounds(one, weapon, mode) or is_out_of_hand(ask, one, weapon, target):
        yield lost(deed)
        return
    if ask.number("by hand", weapon.damage is None):
        yield from said(deed, ask, target)
    else:
        yield from fought(deed, ask, Blow(one, ask.table.who(target), weapon, mode))
    yield from fire.spends(ask.table, deed.who, weapon, mode)
    if one.has("aiming"):
        yield Unmarked(deed.who, "aiming", quiet=True)


def fought(deed: Deed, ask: Ask, blow: Blow) -> Iterator[Event]:
    """Both pools against each other, and what a hit does. SR4-ATK-01"""
    clash = opposed(ask, blow)
    yield from told(clash)
    yield from left_behind(ask, clash)
    if clash.net:
        yield from suffered(ask, clash.blow, clash.net, clash.answer)


def opposed(ask: Ask, blow: Blow) -> Clash:
    """The opposed test, Edge after the roll included. SR4-ATK-01 SR4-DICE-01 SR4-RNG-01 SR4-RNG-02 SR4-MEL-01 SR4-MEL-02"""
    how, modifier = defense.stand(ask, blow), situation(ask, blow)
    one, target = ask.table.who(blow.one.id), ask.table.who(blow.target.id)
    now = blow._replace(one=one, target=target)
    ours = ask.line(attack_line(ask.table, now, modifier))
    theirs = None if how.way == NONE else ask.line(defense.line(ask.table, now, how))
    attack = roll(ask, one.id, "attack", rules.attack_pool(ours), "attack")
    answer = answered(ask, now, theirs)
    attack = afterwards(ask, attack, "" if attack.hits > answer.hits else "a miss")
    answer = afterwards(ask, answer, "a hit" if attack.hits > answer.hits else "") if theirs else answer
    return Clash(now, how, ours, theirs, attack, answer, net_hits(ask, attack, answer))


def net_hits(ask: Ask, attack: Test, answer: Test) -> int:
    """By how many hits the attack succeeds, unless the GM says another number; none for less than none. SR4-ATK-01"""
    return max(0, ask.number("net hits", rules.net_hits(attack.hits, answer.hits)))


def situation(ask: Ask, blow: Blow) -> int:
    """Further dice more or fewer: none unless the GM says so, who is asked each time at some tables. SR4-RNG-01"""
    if ask.table.options["modifiers"] == "proposed":
        return 0
    return ask.amount("modifier", 0, blow.words)


def answered(ask: Ask, blow: Blow, line: rules.Defense | None) -> Test:
    """The defender's pool; one who does not defend has no hits. SR4-DEF-03"""
    who = blow.target.id
    return roll(ask, who, f"defend {who}", rules.defense_pool(line), "defense") if line else Test(who, "", 0, 0, 0)


# ------------------------------------------------------------------ what is told, and what stays behind


def told(clash: Clash) -> Iterator[Event]:
    """What happened, for everybody; how it came to it, for the GM. SR4-ATK-01"""
    one, target, weapon = clash.blow.one.id, clash.blow.target.id, clash.blow.weapon
    if clash.theirs:
        yield Told("defends", target, {"way": clash.how.way}, rules=("SR4-MEL-02" if weapon.melee else "SR4-RNG-02",))
    key, picks = "hits" if clash.net else "misses", {"target": target, "weapon": weapon.name}
    yield Told(key, one, picks, about=(target,), rules=STEPS)
    yield Told("attack_sum", one, sums(clash), about=(target,), gm=True, rules=STEPS)


def sums(clash: Clash) -> dict[str, Value]:
    """The numbers of the opposed test for the GM's log."""
    blow, is_burst = clash.blow, clash.blow.fire.rounds > 1
    return {
        "target": blow.target.id, "weapon": f"{blow.weapon.name}, {blow.mode}" if is_burst else blow.weapon.name,
        "dice": clash.attack.dice, "parts": parts(clash.ours), "hits": clash.attack.hits, "way": clash.how.way,
        "defense_dice": clash.answer.dice, "defense_parts": parts(clash.theirs), "defense_hits": clash.answer.hits,
        "net": clash.net,
    }  # fmt: skip


def parts(line: rules.Attack | rules.Defense | None) -> str:
    """The numbers of a pool that are not nothing, by the names to overrule them by, but with blanks."""
    named = ((name.replace("_", " "), number) for name, number in line._asdict().items()) if line else ()
    return ", ".join(f"{name} {number}" for name, number in named if number) if line else "no test"


def left_behind(ask: Ask, clash: Clash) -> Iterator[Event]:
    """Edge that was used, glitches, Full Defense that was taken, and one attack more defended against.

    SR4-EDGE-03 SR4-DICE-01 SR4-DEF-02 SR4-DEF-03
    """
    yield from reckoned(clash.attack, "attack")
    if clash.theirs:
        yield from reckoned(clash.answer, "defense")
        yield from defense.interrupt(ask.table, clash.answer.who) if clash.how.interrupts else ()
        yield defense.defended(clash.answer.who, ask.deed.id)


# ------------------------------------------------------------------ whether there is still a point in it


def target_of(deed: Deed, ask: Ask) -> str:
    """The target that was declared; where it is down or gone, the GM decides whether it may be another. SR4-PHASE-01"""
    target = deed.act.text("target")
    if worth(ask.table.who(target)):
        return target
    one = ask.table.who(deed.who)
    others = [
        other.id for other in ask.table.present() if worth(other) and other.id != one.id and (not other.hidden or not one.owner)
    ]
    options = (*LOST, "change") if others else LOST
    ruling = ask.ruling("pointless", options, "lost", f"{one.name} attacks {ask.table.who(target).name}")
    if ruling == "change":
        enemies = [id for id in others if ask.table.who(id).side != one.side]
        return ask.choose("new target", deed.who, others, (enemies or others)[0])
    return target if ruling == "as declared" else ""


def is_out_of_hand(ask: Ask, one: Combatant, weapon: Weapon, target: str) -> bool:
    """Whether the weapon that was declared is not in hand any more, and the GM does not let it pass. SR4-PHASE-01"""
    if is_ready(one, weapon):
        return False
    about = f"{one.name} attacks {ask.table.who(target).name}: the {weapon.name} is not in hand"
    return ask.ruling("not in hand", LOST, "lost", about) == "lost"


def worth(one: Combatant) -> bool:
    """Whether an attack on somebody still has a point."""
    return one.here and is_up(one)


def lost(deed: Deed) -> Told:
    """What was declared comes to nothing. SR4-PHASE-01"""
    return Told("action_lost", deed.who, {"verb": deed.act.verb}, rules=("SR4-PHASE-01",))


# ------------------------------------------------------------------ the GM's word


def said(deed: Deed, ask: Ask, target: str) -> Iterator[Event]:
    """What an attack does is the GM's to say: "6 physical", "4 stun, prone", "nothing". SR4-TURN-02"""
    one, other = ask.table.who(deed.who), ask.table.who(target)
    words = ask.effect("effect", f"{one.name} attacks {other.name} with {deed.act.text('weapon')}")
    yield from effects(as_boxes(words, other), ask.table, target, deed.who)


def as_boxes(said: str, target: Combatant) -> str:
    """The GM's words with damage as boxes that are marked, on the one track of a grunt who has a single one. SR4-CM-01"""
    boxes = re.sub(r"(?<![-+\d])(\d+)(\s+(?:physical|stun|damage)\b)", r"+\1\2", said)
    return re.sub(r"\b(?:physical|stun)\b", "damage", boxes) if sheet(target).one_track else boxes
