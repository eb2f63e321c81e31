"""The defender: his choice of parrying, blocking or dodging, and Full Defense, taken as an action or out of turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.ask import Ask, fitted
from firefight.events import Event, Marked, Passed, Released, Told, Unmarked
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.order import acting
from firefight.games.shadowrun_4.sheet import skill
from firefight.games.shadowrun_4.situation import DEFENDED, Blow, defense_line, in_hand
from firefight.games.shadowrun_4.surprise import is_surprised, is_surprised_by
from firefight.games.shadowrun_4.wounds import is_up
from firefight.marks import UNTIL_FIGHT_END, spent, until_turn_end, until_turn_start
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Question

FULL, OWES, UNAWARE = "full defense", "owes a phase", "unaware"
NONE, REACT = "none", "react"
INTERRUPTS = {f"full {way}": way for way in ("parry", "block", "dodge")} | {FULL: REACT}
"""The ways to defend that begin with Full Defense out of turn, each with the way it makes stronger."""


class Stand(NamedTuple):
    """How somebody meets an attack: his way, and whether he takes Full Defense for it now."""

    way: str
    interrupts: bool = False


# ------------------------------------------------------------------ the choice


def stand(ask: Ask, blow: Blow) -> Stand:
    """How the target defends. Asked of the player where there is a choice, else the best there is; the GM may say another.

    SR4-MEL-02 SR4-MEL-03 SR4-DEF-02
    """
    ways, label = choices(ask.table, blow), f"defense {blow.target.id}"
    question = Question(label, blow.target.id, "choice", ways)
    if len(ways) > 2 and prompts(ask.table, blow.target):
        said = ask.choose(label, blow.target.id, ways, ways[0], blow.words)
    else:
        note = ask.note(label)
        said = str(fitted(question, note.value)) if note else ways[0]
    return Stand(INTERRUPTS.get(said, said), said in INTERRUPTS)


def prompts(table: Table, target: Combatant) -> bool:
    """Whether somebody is asked how he defends: players, or everybody, or nobody, by table option. SR4-MEL-02"""
    asked = table.options["defense_prompts"]
    return asked == "everybody" or (asked == "players" and bool(target.owner))


def choices(table: Table, blow: Blow) -> tuple[str, ...]:
    """The ways to meet an attack, the best first and none at all last. SR4-MEL-02 SR4-MEL-03 SR4-DEF-02 SR4-DEF-03"""
    target = blow.target
    if target.has(UNAWARE) or not is_up(target) or is_surprised_by(target, blow.one):
        return (NONE,)
    allowed = melee_ways(table, target, target.has(FULL)) if blow.weapon.melee else (REACT,)
    stronger = melee_ways(table, target, True) if blow.weapon.melee else (REACT,)
    may = skill(target, "dodge") and not target.has_any((FULL, OWES)) and not is_surprised(table, target.id)
    return (*allowed, *(way for way, base in INTERRUPTS.items() if may and base in stronger), NONE)


def melee_ways(table: Table, one: Combatant, full: bool) -> tuple[str, ...]:
    """The ways to meet a blow, the largest pool first; whether Full Defense can be had with a block is a house rule.

    Parrying takes a melee weapon in hand. SR4-MEL-02 SR4-MEL-03
    """
    armed = any(weapon.skill != "unarmed" for weapon in in_hand(one))
    block = not full or table.is_on("full_defense_block")
    ways = ("dodge", *(("parry",) if armed else ()), *(("block",) if block else ()))
    return tuple(sorted(ways, key=lambda way: -ability(one, way)))


def ability(one: Combatant, way: str) -> int:
    """The skill somebody adds to Reaction in this way of defending; none against shots. SR4-RNG-02 SR4-MEL-02"""
    if way == "parry":
        return max((skill(one, weapon.skill) for weapon in in_hand(one) if weapon.skill != "unarmed"), default=0)
    return skill(one, {"block": "unarmed", "dodge": "dodge"}[way]) if way in ("block", "dodge") else 0


def line(table: Table, blow: Blow, how: Stand) -> rules.Defense:
    """The numbers of the defender's pool in his way. SR4-RNG-02 SR4-RNG-03 SR4-MEL-02 SR4-MEL-03"""
    full = how.interrupts or blow.target.has(FULL)
    return defense_line(table, blow, ability(blow.target, how.way), skill(blow.target, "dodge") if full else 0)


def defended(who: str, deed: str) -> Marked:
    """Book-keeping: one more attack was defended against. SR4-DEF-03"""
    return Marked(who, Mark(DEFENDED, UNTIL_FIGHT_END, by=deed, quiet=True))


# ------------------------------------------------------------------ Full Defense


def full_defense(table: Table, who: str) -> Iterator[Event]:
    """Taking Full Defense: the Complex Action of a fresh phase of one's own, at any other time out of turn.

    SR4-DEF-01 SR4-DEF-02
    """
    if is_own_action(table, who):
        yield spent(who, "complex", until_turn_end(who))
        yield Marked(who, Mark(FULL, until_turn_start(who)), rules=("SR4-DEF-01",))
    else:
        yield from interrupt(table, who)


def is_own_action(table: Table, who: str) -> bool:
    """Whether somebody is in his phase with nothing of it used. SR4-DEF-01"""
    one = table.who(who)
    return acting(table, who) is not None and rules.complex_left(one.value("spent simple"), one.value("spent complex")) > 0


def interrupt(table: Table, who: str) -> Iterator[Event]:
    """Full Defense out of turn: it costs the delayed action, else the next phase, and lasts until the one after. SR4-DEF-02"""
    if table.timeline.hold_of(who):
        yield Released(who, "forgone", rules=("SR4-DEF-02",))
        yield Marked(who, Mark(FULL, until_turn_start(who)), rules=("SR4-DEF-02",))
        return
    yield Marked(who, Mark(FULL, until_the_one_after(who)), rules=("SR4-DEF-02",))
    yield Marked(who, Mark(OWES), rules=("SR4-DEF-02",))


def until_the_one_after(who: str) -> Until:
    """Until the phase after the next, which is owed. SR4-DEF-02"""
    return Until("turn start", who, skip=1)


def phase_comes(table: Table, who: str, tag: str) -> Iterator[Event]:
    """A phase of somebody has come: one that is owed is given up, in any other the attacks defended against are forgotten.

    A turn that the GM grants is not the one that is owed.

    SR4-DEF-02 SR4-DEF-03
    """
    one, own = table.who(who), tag.startswith("pass ")
    if one.has(OWES) and one.has(FULL):
        until = until_turn_start(who) if own else until_the_one_after(who)
        yield Marked(who, Mark(FULL, until), rules=("SR4-DEF-02",))
    if one.has(OWES) and own:
        yield Told("gives_up_phase", who, rules=("SR4-DEF-02",))
        yield Marked(who, Mark(OWES, until_turn_end(who), quiet=True))
        yield Passed(who)
    elif one.has(DEFENDED):
        yield Unmarked(who, DEFENDED, quiet=True)
