"""A mob attacks as one: everybody in a squad who can, on one target, with one throw and one block of the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.dice import D20, Dice
from firefight.events import Event, Followed, Marked, Told
from firefight.game import Choices, Offer, Reason
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.aim import Attempt, attempt, house, strike_line
from firefight.games.cities_without_number.attacks import Faces, added, attributes, certain, meaning, still_possible, sure
from firefight.games.cities_without_number.budget import pays_main
from firefight.games.cities_without_number.gear import dice_of
from firefight.games.cities_without_number.instants import Pending, windows
from firefight.games.cities_without_number.reach import engages
from firefight.games.cities_without_number.reasons import why_no_main, why_not_now
from firefight.games.cities_without_number.sheet import Weapon, conscious, is_thing, secret, weapon
from firefight.games.cities_without_number.targets import could_attack, others, targets, why_no_weapon
from firefight.games.cities_without_number.things import at_hand
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Pick, Value


class One(NamedTuple):
    """One of a mob: his attack, its numbers, what came of it."""

    attempt: Attempt
    line: rules.Strike
    blow: rules.Blow

    @property
    def damage(self) -> int:
        """What the blow does."""
        return rules.damage(self.blow.base, self.blow.factor, self.blow.floor)


def followers(table: Table, leader: Combatant) -> list[Combatant]:
    """Those of a squad who can act and have their Main Action."""
    return [one for one in table.present() if one.squad == leader.id and conscious(one) and not why_no_main(one)]


def attacking(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """The attack of a whole squad, on its leader's menu."""
    mob = followers(table, one)
    if not mob:
        return
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    for arm in at_hand(one):
        if any(has(other, arm) for other in mob) and arm.kind != "thrown":
            melee = arm.kind == "melee"
            known = targets(table, one, others(table, one), arm, melee)
            barring = {kept.value: (*kept.reasons, *why_screened(table, str(kept.value))) for kept in known.choices}
            choices = tuple(replace(kept, reasons=barring[kept.value]) for kept in known.choices)
            picks = (Choices("target", choices, known.default), meaning(arm), *attributes(one, arm))
            barred = why_no_weapon(table, one, arm, melee)
            yield Offer("squad attack", picks, "Main of each", {"weapon": arm.name}, (*no, *barred), "CWN-ATK-01")


def has(one: Combatant, arm: Weapon) -> bool:
    """Whether somebody has a weapon of this name at hand."""
    return any(known.name == arm.name for known in at_hand(one))


def why_screened(table: Table, target: str) -> tuple[Reason, ...]:
    """Against a mob's attack on somebody who is screened: each of them has to get past the screener. CWN-SCREEN-01"""
    screens = any((mark.name, mark.by) == ("screens", target) for other in table.present() for mark in other.marks)
    return (Reason("one_by_one", "CWN-SCREEN-01"),) if screens else ()


def joined(table: Table, leader: Combatant, weapon: str) -> Iterator[Event]:
    """What the attack costs the others: the Main Action of everybody who has the weapon. CWN-ACT-01"""
    for one in followers(table, leader):
        if any(arm.name == weapon for arm in at_hand(one)):
            yield from pays_main(table, one.id)
            yield Marked(one.id, Mark("mobs", UNTIL_ROUND_END, by=leader.id, quiet=True))


def mob(table: Table, deed: Deed) -> list[Attempt]:
    """The attacks of the leader and of all who have joined him and can still make theirs."""
    leader = attempt(table, deed, deed.act.text("target"))
    rest = [one for one in table.present() if any((mark.name, mark.by) == ("mobs", deed.who) for mark in one.marks)]
    each = [leader, *(leader._replace(one=one, arm=weapon(one, leader.arm.name)) for one in rest)]
    return [a for a in each if could_attack(table, a.one, a.target, a.arm)]


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Everybody's dice at once, with the two windows of a single attack. CWN-ATK-01 CWN-INST-02"""
    if not (yield from still_possible(deed, ask)):
        return
    faces = {a.one.id: thrown(ask, a) for a in mob(ask.table, deed)}
    windows(ask, "after", lambda table: pending(table, deed, faces))
    ones = results(ask.table, deed, faces, certain(deed, ask))
    yield from told(deed, ask.table, ones)
    for one in ones if ones and ones[0].attempt.melee else ():
        yield from engages(ask.table, one.attempt.one.id, one.attempt.target.id)
    yield from suffered(deed, ask.table, ones)


def thrown(ask: Ask, a: Attempt) -> Faces:
    """The dice of one of them, each with his name on it."""
    who, kinds = a.one.id, {"attack": D20, "damage": dice_of(a.arm.dice)}
    wanted: dict[str, Dice] = {f"{role} {who}": kind for role, kind in kinds.items()}
    if a.lethal and a.arm.trauma:
        wanted[f"trauma {who}"] = dice_of(a.arm.trauma)
    found = [sum(some) for some in ask.throw_for(who, wanted)]
    return Faces(found[0], found[1], found[2] if len(found) > 2 else 0)


def results(table: Table, deed: Deed, faces: Mapping[str, Faces], sure_thing: int) -> list[One]:
    """What came of every attack. A power that makes one a sure miss, or hit, goes to the one where it matters most."""
    lines = {a.one.id: (a, strike_line(table, a, added(deed))) for a in mob(table, deed) if a.one.id in faces}
    found = [One(a, line, rules.strike(line, house(table), *faces[who])) for who, (a, line) in lines.items()]
    if sure_thing and found:
        n = max(range(len(found)), key=lambda at: (found[at].blow.hit == (sure_thing < 0), found[at].damage))
        one = found[n]
        line = one.line._replace(certain=sure_thing)
        found[n] = One(one.attempt, line, rules.strike(line, house(table), *faces[one.attempt.one.id]))
    return found


def pending(table: Table, deed: Deed, faces: Mapping[str, Faces]) -> Pending:
    """The attack as it stands: whether any of them hits, and whether anything hurts."""
    hit, miss = sure(deed)
    ones = results(table, deed, faces, (hit > miss) - (hit < miss))
    harm = any(one.damage > 0 for one in ones)
    return Pending("after", "attack", deed.who, deed.act.text("target"), any(one.blow.hit for one in ones), harm)


# ------------------------------------------------------------------ what comes of it


def told(deed: Deed, table: Table, ones: list[One]) -> Iterator[Event]:
    """One line for all of them, and the rolls for the GM. CWN-ATK-01"""
    target, leader = deed.act.text("target"), table.who(deed.who)
    hits = sum(one.blow.hit for one in ones)
    values: dict[str, Value] = {
        "target": target, "weapon": deed.act.text("weapon"),
        "hits": hits, "of": len(ones), "damage": sum(one.damage for one in ones),
    }  # fmt: skip
    yield Told("squad_attacks", deed.who, values, secret=secret(leader, "damage"), about=(target,), rules=("CWN-ATK-01",))
    ac = ones[0].line.ac if ones else 0
    rolls = ", ".join(str(one.blow.total) + ("!" if one.blow.traumatic else "") for one in ones)
    yield Told("squad_rolls", deed.who, {"rolls": rolls, "ac": ac}, about=(target,), gm=True)


def suffered(deed: Deed, table: Table, ones: list[One]) -> Iterator[Event]:
    """What it does: the hits as one sum where a sum does the same, everything else blow by blow. CWN-ATK-01 CWN-SHOCK-04"""
    hits = [one for one in ones if one.blow.hit and one.damage]
    apart = hits if hits and (is_thing(hits[0].attempt.target) or house(table).soak_first) else []
    shocks = [one for one in ones if not one.blow.hit and one.damage]
    if hits and not apart:
        yield suffering(deed, hits[0], sum(one.damage for one in hits), 1, any(one.blow.traumatic for one in hits), "")
    for one in (*apart, *shocks):
        yield suffering(deed, one, one.blow.base, one.blow.factor, one.blow.traumatic, f" {one.attempt.one.id}")


def suffering(deed: Deed, one: One, base: int, factor: int, traumatic: bool, whose: str) -> Followed:
    """Damage as a deed that follows."""
    a, blow = one.attempt, one.blow
    picks: dict[str, Pick] = {
        "target": a.target.id, "by": deed.who, "base": base, "factor": factor, "floor": blow.floor if factor > 1 else 0,
        "of": "weapon" if blow.hit else "shock", "lethal": a.lethal, "traumatic": traumatic, "shielded": blow.shielded,
    }  # fmt: skip
    return Followed(Act("suffer", picks), f"{deed.id}/suffer {a.target.id}{whose}")
