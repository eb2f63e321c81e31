"""An attack from the declaration to what it does: windows, the roll against an Armour Class, damage, protection.

Every number it uses can be overruled by name ("line.ac", "line.modifier", "damage"). CWN-GEN-01
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.dice import D20, dice
from firefight.events import Adjusted, Event, Followed, Told
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.instants import Pending, answered, interrupted, windows
from firefight.games.cities_without_number.sheet import Weapon, level, modifier, secret, sheet, weapon, written_out
from firefight.table import Combatant, Table
from firefight.timeline import Act, Answer, Deed, Turn, Value

UNTRAINED_ATTACK = -2
SNAP = -4
SITUATIONS = {
    ("target", "prone", "near"): 2,
    ("target", "prone", "far"): -2,
    ("self", "prone", "near"): -4,
    ("target", "half cover", ""): -2,
    ("target", "full cover", ""): -4,
    ("self", "enemy in reach", "far"): -4,
}
"""What a state of the attacker or of the target is worth in melee ("near"), from a distance ("far"), or either way ("")."""


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One attack, with a window before the dice and one after them. CWN-INST-02 CWN-INST-04 CWN-GEN-01"""
    if not (yield from answered(deed, ask, "attack")):
        return
    arm = weapon(ask.table.who(deed.who), deed.act.text("weapon"))
    (attack,), damage = ask.throw(attack=D20, damage=dice(arm.dice))
    windows(ask, "after", lambda table: pending(table, deed, attack, sum(damage)))
    line = ask.line(strike_line(ask.table, deed)._replace(certain=certain(deed, ask)))
    yield from struck(ask.table, deed, rules.strike(line, attack, sum(damage)), line)
    below = interrupted(ask.table)
    if below is not None and is_held(ask.table, deed.who):
        yield Followed(Act("settle", {"deed": below.id}), f"{deed.id}/settle")


def struck(table: Table, deed: Deed, blow: rules.Blow, line: rules.Strike) -> Iterator[Event]:
    """What an attack has come to, told, and as a deed that follows: what it does is decided when it lands."""
    target, arm = deed.act.text("target"), deed.act.text("weapon")
    key = "hits" if blow.hit else ("misses_with_shock" if blow.damage else "misses")
    values: dict[str, Value] = {"target": target, "weapon": arm, "total": blow.total, "damage": blow.damage}
    yield Told(
        key, deed.who, values, secret=secret(table.who(deed.who), "total", "damage"), about=(target,), rules=("CWN-ATK-01",)
    )
    sums: dict[str, Value] = {
        "bonus": line.bonus,
        "modifier": line.modifier,
        "total": blow.total,
        "ac": line.ac,
        "target": target,
    }
    yield Told("against_ac", deed.who, sums, about=(target,), gm=True)
    if blow.damage:
        yield Followed(Act("suffer", {"target": target, "damage": blow.damage, "by": deed.who}), f"{deed.id}/suffer {target}")


def suffer(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Damage lands: Soak takes what it can, the rest comes off the hit points."""
    target, damage = deed.act.text("target"), ask.number("damage", deed.act.number("damage"))
    soak = rules.soaked(damage, ask.table.who(target).pool("soak"))
    if soak:
        yield Adjusted(target, "soak", -soak, rules=("CWN-DMG-02",))
    if damage > soak:
        yield Adjusted(target, "hp", soak - damage, rules=("CWN-DMG-01",))


# ------------------------------------------------------------------ the numbers of an attack


def strike_line(table: Table, deed: Deed) -> rules.Strike:
    """The arguments of the attack's rule as the table stands now."""
    one, target = table.who(deed.who), table.who(deed.act.text("target"))
    arm, snap = weapon(one, deed.act.text("weapon")), deed.act.verb == "snap attack"
    added = sum(int(str(note.value)) for note in deed.notes if note.label.startswith("added by "))
    own = max((modifier(one, attribute) for attribute in arm.attributes), default=0) if written_out(one) else 0
    return rules.Strike(
        bonus=sheet(one).attack + arm.bonus + (own + skill(one, arm) if written_out(one) else 0),
        modifier=situation(one, target, arm) + (SNAP if snap else 0) + added,
        ac=armor_class(target, arm),
        damage=own + arm.damage,
        shock=shock(target, arm, own),
        certain=0,
    )


def skill(one: Combatant, arm: Weapon) -> int:
    """The level of the weapon's skill, or the penalty of attacking untrained."""
    known = level(one, arm.skill)
    return UNTRAINED_ATTACK if known == rules.UNTRAINED else known


def armor_class(target: Combatant, arm: Weapon) -> int:
    """The Armour Class that counts against this weapon now."""
    known = sheet(target)
    return (known.melee_ac if arm.kind == "melee" else known.ranged_ac) + 2 * target.has("total defense")


def shock(target: Combatant, arm: Weapon, own: int) -> int:
    """What a miss would do all the same; nothing against Total Defense."""
    reaches = arm.kind == "melee" and armor_class(target, arm) <= arm.shock_ac and not target.has("total defense")
    return max(0, arm.shock + own) if arm.shock and reaches else 0


def situation(one: Combatant, target: Combatant, arm: Weapon) -> int:
    """All modifiers of the situation, as states tell them."""
    reach = "near" if arm.kind == "melee" else "far"
    return sum(
        value
        for (whose, state, where), value in SITUATIONS.items()
        if where in ("", reach) and (one if whose == "self" else target).has(state)
    )


# ------------------------------------------------------------------ what the windows know and do


def pending(table: Table, deed: Deed, die: int, damage: int) -> Pending:
    """The attack as it stands with its dice on the table. CWN-INST-02"""
    hit, miss = sure(deed)
    line = strike_line(table, deed)._replace(certain=(hit > miss) - (hit < miss))
    noted = {note.label[5:]: int(str(note.value)) for note in deed.notes if note.label.startswith("line.")}
    blow = rules.strike(line._replace(**noted), die, damage)
    return Pending("after", "attack", deed.who, deed.act.text("target"), blow.hit, blow.damage > 0)


def shown(table: Table, deed: Deed) -> Pending:
    """The same from what the deed remembers, for a menu; on a view that does not show the dice, nothing is known of it."""
    target = deed.act.text("target")
    attack, damage = latest(deed.answers, "attack"), latest(deed.answers, "damage")
    if attack is None or damage is None or target not in table.combatants:
        return Pending("after", "attack", deed.who, target)
    return pending(table, deed, attack, damage)


def latest(answers: tuple[Answer, ...], label: str) -> int | None:
    """The sum of some dice as they were thrown last."""
    thrown = [one.value for one in answers if one.label == label or one.label.startswith(f"{label} again ")]
    faces = thrown[-1] if thrown else None
    return sum(face for face in faces if isinstance(face, int)) if isinstance(faces, tuple) else None


def sure(deed: Deed) -> tuple[int, int]:
    """In which of the windows the attack was made a sure hit, and a sure miss; 0 for never."""
    notes = {note.label: int(str(note.value)) for note in deed.notes if note.label in ("sure hit", "sure miss")}
    return notes.get("sure hit", 0), notes.get("sure miss", 0)


def certain(deed: Deed, ask: Ask) -> int:
    """1 for a sure hit, -1 for a sure miss, 0 where the dice decide. Both at once is for the GM. CWN-INST-03 CWN-INST-05"""
    hit, miss = sure(deed)
    if hit and hit == miss:
        said = ask.ruling(
            "contradiction", ("the dice stand", "hit", "miss"), "the dice stand", "a sure hit and a sure miss at once"
        )
        return {"hit": 1, "miss": -1}.get(said, 0)
    return (hit > miss) - (hit < miss)


def is_held(table: Table, who: str) -> bool:
    """Whether the deed on top is a held action of this one. CWN-ACT-19"""
    frame = table.timeline.stack[-2] if len(table.timeline.stack) > 1 else None
    mark = table.who(who).mark("steps in")
    return isinstance(frame, Turn) and (frame.tag(who) == "held" or (mark is not None and mark.note == frame.id))
