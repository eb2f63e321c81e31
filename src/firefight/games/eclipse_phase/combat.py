"""An attack from the declaration to the damage: defence, modifiers, opposed test, damage, armour.

Every number can be overruled by name: `line.cover` and the other fields of `rules.Attack`, `rules.Defense` and
`rules.Damage`, "target attack", "damage dealt". A weapon without numbers, or a note "by hand", leaves it to the GM.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.dice import Dice
from firefight.effects import effects
from firefight.events import Event, Told
from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.checks import Result, Test, afterwards, reckoned, roll
from firefight.games.eclipse_phase.gear import Weapon
from firefight.games.eclipse_phase.health import suffering
from firefight.games.eclipse_phase.share import weapon as weapon_of
from firefight.games.eclipse_phase.sheet import SKILLS, able, armor, skill, wound_modifier
from firefight.scene import distance, has_cover
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Value

COVER = {"in major cover": -30, "in moderate cover": -20, "in minor cover": -10}
STEPS = ("EP-CMB-01", "EP-TEST-04")


class Clash(NamedTuple):
    """An attack under way: who, whom, with what, both lines and results; `answer` is None where nobody defends."""

    one: Combatant
    target: Combatant
    weapon: Weapon
    ours: rules.Attack
    theirs: rules.Defense
    attack: Result
    answer: Result | None
    hits: bool


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An attack, by the rules or by the GM's word. EP-CMB-01"""
    one, target = ask.table.who(deed.who), ask.table.who(deed.act.text("target"))
    weapon = weapon_of(one, deed.act.text("weapon"))
    if ask.number("by hand", not weapon.damage):
        yield from said(deed, ask, one, target)
        return
    clash = opposed(ask, one, target, weapon)
    yield from told(clash)
    yield from reckoned(ask, clash.attack)
    yield from reckoned(ask, clash.answer) if clash.answer else ()
    if clash.hits:
        yield from hit(deed, ask, clash)


def said(deed: Deed, ask: Ask, one: Combatant, target: Combatant) -> Iterator[Event]:
    """An attack whose effect is the GM's to say. A full move makes it harder. EP-ACT-02"""
    penalty = rules.full_move_penalty(one.has("full move"))
    harder = f" at {penalty} for the full move" if penalty else ""
    words = ask.effect("effect", f"{one.name} attacks {target.name}{harder}")
    yield from effects(words, ask.table, target.id, deed.who)


# ------------------------------------------------------------------ the opposed test


def opposed(ask: Ask, one: Combatant, target: Combatant, weapon: Weapon) -> Clash:
    """Both rolls, unless the target is surprised or incapacitated; points are asked of the one who would lose.

    EP-CMB-01 EP-TEST-04 EP-POOL-01
    """
    asked = 0
    if ask.table.options["modifiers"] == "asked":
        asked = ask.amount("modifier", 0, f"{one.name} attacks {target.name}: {weapon.name}")
    ours, theirs = ask.line(attack_line(ask.table, one, target, weapon, asked)), ask.line(defense_line(one, target, weapon))
    attack = roll(ask, Test(one.id, "attack", SKILLS[weapon.skill], ours.skill, rules.attack_modifiers(ours)))
    answer = roll(ask, defense_test(target, theirs)) if able(ask.table, target.id) else None
    attack = afterwards(ask, attack, lambda found: strikes(found, answer))
    if answer:
        answer = afterwards(ask, answer, lambda found: not strikes(attack, found))
    return Clash(one, target, weapon, ours, theirs, attack, answer, bool(ask.number("hits", strikes(attack, answer))))


def strikes(attack: Result, answer: Result | None) -> bool:
    """Whether this attack hits against this defence; a deadlock misses. EP-CMB-01"""
    won = rules.opposed(attack.side, answer.side) if answer else 0
    return rules.hits(attack.found.success, answer is not None, won)


def attack_line(table: Table, one: Combatant, target: Combatant, weapon: Weapon, asked: int) -> rules.Attack:
    """The numbers of an attack, as wounds, marks and the map propose them. EP-CMB-01 EP-DMG-02 EP-ACT-02"""
    return rules.Attack(
        skill=skill(one, weapon.skill),
        wounds=wound_modifier(one),
        full_move=rules.full_move_penalty(one.has("full move")),
        prone=-10 if target.has("prone") and not weapon.melee else 0,
        range=range_modifier(table, one, target, weapon),
        cover=0 if weapon.melee else cover(table, one, target),
        modifier=asked,
    )


def range_modifier(table: Table, one: Combatant, target: Combatant, weapon: Weapon) -> int:
    """What the distance on the map takes: something beyond the range of the weapon, nothing where no map tells it."""
    metres = distance(table, one, target)
    return -10 if metres is not None and weapon.range and metres > weapon.range else 0


def cover(table: Table, one: Combatant, target: Combatant) -> int:
    """What cover takes: by the target's state, or as the map proposes."""
    by_state = next((by for state, by in COVER.items() if target.has(state)), 0)
    return by_state or (COVER["in minor cover"] if has_cover(table, one, target) else 0)


def defense_line(one: Combatant, target: Combatant, weapon: Weapon) -> rules.Defense:
    """The numbers of a defence. EP-CMB-01 EP-DMG-02"""
    return rules.Defense(
        fray=skill(target, "fray"),
        melee=skill(target, "melee"),
        ranged=not weapon.melee,
        full_defense=30 if target.has("full defense") else 0,
        target_wounds=wound_modifier(target),
        target_modifier=0,
    )


def defense_test(target: Combatant, line: rules.Defense) -> Test:
    """The defender's roll, an automatic action. EP-CMB-01 EP-ACT-02"""
    by = "fray" if line.ranged or line.fray >= line.melee else "melee"
    return Test(target.id, f"defend {target.id}", SKILLS[by], rules.defense_skill(line), rules.defense_modifiers(line))


# ------------------------------------------------------------------ the damage


def hit(deed: Deed, ask: Ask, clash: Clash) -> Iterator[Event]:
    """Damage is rolled and meets armour; what gets through is suffered when everything of the moment has landed. EP-CMB-02"""
    line = ask.line(rolled(ask, clash))
    through = ask.number("damage dealt", rules.damage(line))
    target, values = clash.target.id, damage_values(clash, line, through)
    yield Told("damage_sum", clash.one.id, values, about=(target,), gm=True, rules=("EP-CMB-02",))
    if through > 0:
        yield suffering(target, through, deed.id)
    else:
        yield Told("armor_holds", target, rules=("EP-CMB-02",))


def rolled(ask: Ask, clash: Clash) -> rules.Damage:
    """The damage dice, and those of the superior successes. EP-CMB-02"""
    weapon, found = clash.weapon, clash.attack.found
    (faces,) = ask.throw(damage=weapon.dice)
    more = ask.throw(superior=Dice(found.superior, 6))[0] if found.superior else ()
    met = armor(clash.target, weapon.against)
    return rules.Damage(sum(faces) + weapon.more, sum(more), found.critical, met, weapon.piercing)


# ------------------------------------------------------------------ what is told


def told(clash: Clash) -> Iterator[Event]:
    """All numbers for the GM, and for everybody whether it hits. EP-CMB-01"""
    one, target = clash.one.id, clash.target.id
    yield Told("attack_sum", one, sums(clash), about=(target,), gm=True, rules=STEPS)
    critical = "_critically" if clash.attack.found.critical else ""
    key = f"hits{critical}" if clash.hits else "misses"
    yield Told(key, one, {"target": target, "weapon": clash.weapon.name}, about=(target,), rules=STEPS)


def sums(clash: Clash) -> dict[str, Value]:
    """The numbers of the opposed test for the GM's log."""
    answer = clash.answer
    return {
        "target": clash.target.id, "weapon": clash.weapon.name,
        "roll": f"{clash.attack.roll:02}", "against": clash.attack.target, "parts": parts(clash.ours),
        "answer": f"{answer.roll:02}" if answer else "-", "defense": answer.target if answer else "-",
        "defense_parts": parts(clash.theirs) if answer else "-", "superior": clash.attack.found.superior,
    }  # fmt: skip


def parts(line: rules.Attack | rules.Defense) -> str:
    """The numbers that are not nothing, by the names to overrule them by, but with blanks."""
    unused = ("melee", "ranged") if isinstance(line, rules.Defense) and line.ranged else ("ranged",)
    numbers = {name.replace("_", " "): number for name, number in line._asdict().items() if number and name not in unused}
    return ", ".join(f"{name} {number}" for name, number in numbers.items()) or "nothing"


def damage_values(clash: Clash, line: rules.Damage, through: int) -> dict[str, Value]:
    """The numbers of a hit for the GM's log."""
    rolled = f"{line.rolled} x 2" if line.critical else f"{line.rolled} + {line.superior}"
    return {
        "target": clash.target.id, "rolled": rolled, "armor": line.armor, "against": clash.weapon.against,
        "piercing": "halved" if line.piercing else "whole", "damage": through,
    }  # fmt: skip
