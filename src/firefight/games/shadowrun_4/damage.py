"""A hit becomes damage: armour decides Physical or Stun, the target resists, boxes are marked, and somebody may go down.

Resisting rests on nothing that others do at the same time, so it is part of the attack: the second shot of a phase knows
what the first has done. Boxes are added when the phase's effects land, and what follows from a total follows then.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Marked, Told
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.edge import Test, afterwards, reckoned, roll
from firefight.games.shadowrun_4.gear import Weapon
from firefight.games.shadowrun_4.sheet import armor, sheet
from firefight.games.shadowrun_4.situation import Blow
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Value

STEPS = ("SR4-ATK-02", "SR4-ATK-03")


def suffered(ask: Ask, blow: Blow, net: int, defense: Test) -> Iterator[Event]:
    """What a hit with so many net hits does, after the target's defense. Wound modifiers do not count here.

    SR4-ATK-01 SR4-ATK-02 SR4-ATK-03 SR4-CM-03
    """
    target = blow.target.id
    line = ask.line(damage_line(ask.table, blow))
    harm = rules.harm(line, net)
    soak = roll(ask, target, f"resist {target}", harm.dice, "resistance")
    left = rules.boxes(harm.damage, soak.hits)
    soak = afterwards(ask, soak, f"{left} boxes get through" if left else "", defense)
    boxes = max(0, ask.number("boxes", rules.boxes(harm.damage, soak.hits)))
    resisted: dict[str, Value] = {"dice": soak.dice, "hits": soak.hits, "boxes": boxes}
    yield Told("damage_sum", target, {**sums(blow, line, harm, net), **resisted}, gm=True, rules=STEPS)
    yield Told("hurt" if boxes else "unhurt", target, rules=("SR4-ATK-03",))
    yield from wounded(ask.table, blow.target, boxes, harm.physical)
    yield from reckoned(soak, "resistance")


def damage_line(table: Table, blow: Blow) -> rules.Damage:
    """The numbers of the damage: in melee neither ammunition nor autofire. SR4-RNG-04 SR4-RNG-05 SR4-MEL-04 SR4-RCL-02"""
    weapon, rounds = blow.weapon, blow.fire.rounds
    return rules.Damage(
        damage=value(blow.one, weapon),
        ammunition=0 if weapon.melee else weapon.ammunition,
        autofire=0 if weapon.melee or blow.fire.wide else rules.autofire(rounds),
        physical=not weapon.stun,
        ap=weapon.ap,
        armor=armor(blow.target).impact if weapon.meets == "impact" else armor(blow.target).ballistic,
        body=sheet(blow.target).body,
    )


def value(one: Combatant, weapon: Weapon) -> int:
    """The Damage Value of a weapon in somebody's hand."""
    return (weapon.damage or 0) + (rules.half(sheet(one).strength) if weapon.by_strength else 0)


def kind(harm: rules.Harm) -> str:
    """What the damage is, in the term of the game."""
    return "Physical" if harm.physical else "Stun"


def sums(blow: Blow, line: rules.Damage, harm: rules.Harm, net: int) -> dict[str, Value]:
    """The numbers of a hit for the GM's log."""
    return {
        "dv": line.damage, "ammunition": line.ammunition, "net": net, "compared": harm.compared,
        "armor": harm.armor, "meets": blow.weapon.meets, "rating": line.armor, "ap": line.ap, "kind": kind(harm),
        "autofire": f", autofire {line.autofire}" if line.autofire else "", "damage": harm.damage,
    }  # fmt: skip


def wounded(table: Table, target: Combatant, boxes: int, physical: bool) -> Iterator[Event]:
    """Boxes on the track that counts them; more than Body from one attack floors somebody. SR4-CM-01 SR4-CM-03"""
    if not boxes:
        return
    track = "damage" if sheet(target).one_track else "physical" if physical else "stun"
    yield Adjusted(target.id, track, boxes, rules=("SR4-CM-01",))
    at_body = table.options["knockdown"] == "equal"
    if rules.is_knocked_down(boxes, sheet(target).body, at_body) and not target.has("prone"):
        yield Marked(target.id, Mark("prone"), rules=("SR4-CM-03",))
