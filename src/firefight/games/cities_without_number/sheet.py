"""What a combatant of Cities Without Number has, with defaults; the pools it starts with; what others know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from firefight.games.cities_without_number import clinic, gear, rules, rules_aftermath
from firefight.games.cities_without_number.clinic import Drug, Implant, Toxin
from firefight.games.cities_without_number.fittings import Load, Made, Mod
from firefight.games.cities_without_number.gear import UNARMED, Armor, Weapon
from firefight.table import Combatant, Pool

__all__ = ["UNARMED", "Ability", "Armor", "Drug", "Implant", "Sheet", "Toxin", "Weapon"]

ATTRIBUTES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
SKILLS = (
    "Administer", "Connect", "Drive", "Exert", "Fix", "Heal", "Know", "Lead", "Notice", "Perform",
    "Program", "Punch", "Shoot", "Sneak", "Stab", "Survive", "Talk", "Trade", "Work",
)  # fmt: skip
COMBAT_SKILLS = ("Punch", "Shoot", "Stab")
SAVES = {"Physical": ("Str", "Con"), "Evasion": ("Dex", "Int"), "Mental": ("Wis", "Cha"), "Luck": ()}
DOWN = frozenset({
    "falling", "mortally wounded", "stabilised", "incapacitated", "unconscious", "in a coma", "dead", "out", "destroyed",
})  # fmt: skip
BROKEN = "without the use of "
"""How the mark of a damaged implant begins; its name follows."""
WEAKENED = "weakened by a gut wound"
SIZES = {"human": 0, "large": 1, "beast": 2}

Kind = Literal["main", "move", "on turn", "instant"]
When = Literal["any time", "my attack", "my miss", "attack on me", "hit on me", "my roll", "my failure"]
Effect = Literal[
    "told", "hit", "miss", "reroll", "add", "mark", "heal", "ac", "trauma target", "no shock", "main", "move", "stabilise"
]
Size = Literal["human", "large", "beast"]


class Ability(Struct, frozen=True, omit_defaults=True):
    """A power as data: its kind of action, the moment it answers, how often, what it costs, what it does.

    `uses` 0 has no limit. `price` "main" gives up the Main Action for an Instant. `value` is the number of the effect:
    points healed, points added to the roll it answers; `lasts` is how long a mark stays. `implant` names the cyberware that
    does it and must work for it; what works `at_zero` needs nobody on his feet.
    """

    name: str
    kind: Kind = "instant"
    when: When = "any time"
    uses: int = 0
    per: Literal["scene", "round"] = "scene"
    price: Literal["", "main"] = ""
    strain: int = 0
    effect: Effect = "told"
    value: int = 0
    lasts: Literal["round", "scene"] = "scene"
    implant: str = ""
    at_zero: bool = False


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers of a person, a drone or a vehicle. A skill that is absent is untrained.

    NPCs have hit dice, an attack bonus that is all they add (`attack`; left out, their hit dice), and one skill modifier.
    `attacks` is how many rolls one Main Action of an NPC makes. `trained` lets an NPC make Snap Attacks; `pc_saves` gives
    one who is written out the saves of a PC. `modifiers` are set by a power, whatever the score. `damage` goes to every
    hit, `killing` to Shock as well, `trauma` to the Trauma Die. Armour Classes that are left out follow from what is
    `worn` and Dexterity; `armor` is the rating of a machine. A vehicle's `melee_ac` is its only one. `weapons` and `worn`
    are names from the list of gear, or written out; the first weapon is in hand, what is `stowed` in the pack. The
    `gunlink` is an implant; `integral_armor` lets one screen against gunfire; `size` is "large", or "beast" for what can
    hardly be wrestled. CWN-ATK-07 CWN-MAN-08

    A `named` NPC can be wounded mortally; the others die. `strain` is the maximum of one without a Constitution score.
    `implants` are in the body, `spare` ones are not; `tags` tells what things count as: "medkit", "cyberdoc kit", "medical"
    for other tools that do, "base 6" for tools that make stabilising easier. CWN-INJ-05 CWN-INJ-13 CWN-STRAIN-02

    A PC has `experience`, unspent `skill_points`, `credit` that lies on skills, and `boosts` of attributes bought so far;
    an `underdog` buys none. `load` is what is carried besides weapons. A machine may be one that `flies`.
    CWN-ADV-01 CWN-ADV-07 CWN-ADV-11 CWN-ADV-15 CWN-CHASE-08
    """

    kind: Literal["person", "drone", "vehicle"] = "person"
    size: Size = "human"
    level: int = 1
    hit_dice: int = 1
    attributes: Mapping[str, int] = {}
    modifiers: Mapping[str, int] = {}
    skills: Mapping[str, int] = {}
    skill_modifier: int = 0
    attack: int | None = None
    attacks: int = 1
    damage: int = 0
    killing: int = 0
    trauma: int = 0
    melee_ac: int | None = None
    ranged_ac: int | None = None
    hp: int = 6
    soak: int = 0
    armor: int = 0
    strain: int = 0
    trauma_target: int = 6
    move: int = 10
    morale: int = 8
    trained: bool = False
    pc_saves: bool = False
    automatic_initiative: bool = False
    immune_to_surprise: bool = False
    immune_to_shock: bool = False
    gunlink: bool = False
    integral_armor: bool = False
    weapons: tuple[Weapon | str, ...] = ()
    worn: tuple[Armor | str, ...] = ()
    items: tuple[str, ...] = ()
    stowed: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    named: bool = False
    implants: tuple[Implant | str, ...] = ()
    spare: tuple[Implant | str, ...] = ()
    drugs: tuple[Drug | str, ...] = ()
    toxins: tuple[Toxin | str, ...] = ()
    tags: Mapping[str, tuple[str, ...]] = {}
    experience: int = 0
    skill_points: int = 0
    credit: Mapping[str, int] = {}
    boosts: int = 0
    underdog: bool = False
    edges: tuple[str, ...] = ()
    foci: Mapping[str, int] = {}
    mods: tuple[Mod, ...] = ()
    made: tuple[Made, ...] = ()
    load: tuple[Load, ...] = ()
    flies: bool = False


def pools(sheet: Any) -> Mapping[str, Pool]:
    """Hit points, which stop at 0; Soak where there is armour; System Strain, which fills up from nothing; ammunition.

    Raises ValueError for a weapon, a piece of armour, an implant, a drug or a toxin that is in no list.
    CWN-DMG-02 CWN-STRAIN-01 CWN-STRAIN-02
    """
    gear.check(sheet.weapons, sheet.worn)
    clinic.check("implant", (*sheet.implants, *sheet.spare), clinic.all_implants())
    clinic.check("drug", sheet.drugs, clinic.all_drugs())
    clinic.check("toxin", sheet.toxins, clinic.all_toxins())
    found = {"hp": Pool(sheet.hp, sheet.hp)}
    protection = sheet.soak + sum(gear.armor(piece).soak for piece in sheet.worn)
    soak = {"soak": Pool(protection, protection)} if protection else {}
    most = strain_maximum(sheet)
    strain = {"strain": Pool(0, rules_aftermath.whole_room(permanent(sheet), 0, most))} if most else {}
    return {**found, **soak, **strain, **{name: pool for thing in sheet.weapons for name, pool in ammunition(gear.weapon(thing))}}


def ammunition(arm: Weapon) -> Iterator[tuple[str, Pool]]:
    """What is loaded, and the magazines Readied and Stowed, where somebody counts them. CWN-ACT-06 CWN-ACT-14"""
    if arm.magazine:
        yield arm.rounds, Pool(arm.magazine, arm.magazine)
    if arm.spare or arm.packed:
        yield from ((arm.magazines, Pool(arm.spare)), (arm.packed_magazines, Pool(arm.packed)))


def sheet(one: Combatant) -> Sheet:
    """The sheet of a combatant."""
    known: Sheet = one.sheet
    return known


WISHES = ("waives", "watches")
"""What somebody wants to be asked is his own affair."""
PRIVATE = ("used ", "lining up", "toxin ", "part of strain", "rounds to go")
"""How the book-keeping marks begin that are nobody else's to see."""


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, the things in plain sight, no pools, no count of his powers."""
    known = sheet(one)
    weapons = tuple(replace(gear.weapon(thing), bonus=0, damage=0, trauma_bonus=0) for thing in known.weapons)
    shields = tuple(piece for piece in known.worn if gear.armor(piece).shield)
    open_marks = (mark for mark in one.marks if mark.name not in WISHES)
    marks = tuple(mark for mark in open_marks if not (mark.quiet and mark.name.startswith(PRIVATE)))
    seen = Sheet(known.kind, known.size, weapons=weapons, worn=shields, items=known.items, stowed=known.stowed)
    return replace(one, sheet=seen, pools={}, marks=marks)


def secret(one: Combatant, *numbers: str) -> tuple[str, ...]:
    """Numbers of a log line that players are not shown: those of people who are not theirs."""
    return () if one.pc else numbers


# ------------------------------------------------------------------ what follows from it


def conscious(one: Combatant) -> bool:
    """Whether somebody is in a state to do anything, surprise left aside."""
    return DOWN.isdisjoint([mark.name for mark in one.marks])


def can_act(one: Combatant) -> bool:
    """Whether this one can do anything of itself: a vehicle never does, its crew acts. CWN-VEH-01"""
    return conscious(one) and sheet(one).kind != "vehicle"


def written_out(one: Combatant) -> bool:
    """Whether somebody uses attributes and skills: PCs, and NPCs important enough to have them. CWN-SKILL-07"""
    return one.pc or bool(sheet(one).skills)


def modifier(one: Combatant, attribute: str) -> int:
    """The modifier of an attribute: set by a power, or from the score, with what implants add and a gut wound takes.

    An unwritten score is ordinary. CWN-GEN-03 CWN-MAJOR-09 CWN-REPAIR-01
    """
    known = sheet(one)
    plain = known.modifiers.get(attribute, rules.attribute_modifier(known.attributes.get(attribute, 10)))
    added = sum(part.adds.get(attribute, 0) for part in implants(one) if works(one, part.name)) if known.implants else 0
    return plain + added - int(attribute == "Con" and one.has(WEAKENED))


def level(one: Combatant, skill: str) -> int:
    """The level of a skill, UNTRAINED without one. CWN-GEN-04"""
    return sheet(one).skills.get(skill, rules.UNTRAINED)


def skill_level(one: Combatant, skill: str) -> int:
    """The level of a skill; an ordinary NPC has his one modifier. CWN-SKILL-07"""
    return level(one, skill) if written_out(one) else sheet(one).skill_modifier


def combat_skill(one: Combatant) -> int:
    """The highest of the combat skills; UNTRAINED where there is none. CWN-GEN-04"""
    return max(skill_level(one, skill) for skill in COMBAT_SKILLS)


def save_target(one: Combatant, kind: str) -> int:
    """What has to be rolled for a save of this kind.

    CWN-SAVE-03 CWN-SAVE-04 CWN-SAVE-05 CWN-SAVE-06 CWN-SAVE-07
    """
    if not (one.pc or sheet(one).pc_saves):
        return rules.npc_save_target(sheet(one).hit_dice)
    return rules.pc_save_target(sheet(one).level, max((modifier(one, attribute) for attribute in SAVES[kind]), default=0))


def strain_maximum(sheet: Sheet) -> int:
    """The maximum of System Strain in thousandths: the Constitution score; 0 where nobody keeps track. CWN-STRAIN-02"""
    return sheet.attributes.get("Con", sheet.strain) * rules_aftermath.POINT


def permanent(sheet: Sheet) -> int:
    """The permanent part of System Strain in thousandths: that of all cyberware in the body. CWN-STRAIN-01 CWN-STRAIN-03"""
    return sum(part.thousandths for part in clinic.looked_up(sheet.implants, clinic.all_implants(), Implant))


def implants(one: Combatant) -> tuple[Implant, ...]:
    """The cyberware in somebody's body."""
    return clinic.looked_up(sheet(one).implants, clinic.all_implants(), Implant)


def works(one: Combatant, implant: str) -> bool:
    """Whether an implant is undamaged. CWN-REPAIR-01"""
    return not one.has(f"{BROKEN}{implant}")


def weapons(one: Combatant) -> tuple[Weapon, ...]:
    """All weapons on somebody's sheet, at hand or not."""
    return tuple(map(gear.weapon, sheet(one).weapons))


def weapon(one: Combatant, name: str) -> Weapon:
    """The weapon of this name; bare hands where there is none."""
    for thing in sheet(one).weapons:
        if (thing if isinstance(thing, str) else thing.name) == name:
            return gear.weapon(thing)
    return UNARMED


def ability(one: Combatant, name: str) -> Ability:
    """The ability of this name."""
    return next(ability for ability in sheet(one).abilities if ability.name == name)


def attack_bonus(one: Combatant) -> int:
    """The base attack bonus; an NPC without an entry has his hit dice. CWN-ATK-02 CWN-ATK-07"""
    written = sheet(one).attack
    return written if written is not None else (0 if one.pc else sheet(one).hit_dice)


# ------------------------------------------------------------------ protection


def is_thing(one: Combatant) -> bool:
    """Whether this is a machine, not a living being. CWN-TRAUMA-04"""
    return sheet(one).kind != "person"


def worn_ac(one: Combatant, melee: bool) -> int:
    """An Armour Class before anything that comes and goes: written down, or armour (10 without) with Dexterity and shield.

    A vehicle has one for everything. CWN-ATK-03 CWN-VEH-05
    """
    known = sheet(one)
    written = known.melee_ac if melee or known.kind == "vehicle" else known.ranged_ac
    if written is not None:
        return written
    pieces = [gear.armor(piece) for piece in known.worn]
    suits = [10, *((piece.melee_ac if melee else piece.ranged_ac) for piece in pieces if not piece.shield)]
    shields = sum(piece.melee_ac if melee else piece.ranged_ac for piece in pieces if piece.shield)
    return max(suits) + modifier(one, "Dex") + shields


def trauma_target(one: Combatant) -> int:
    """The Trauma Target with everything that raises it. CWN-TRAUMA-03"""
    pieces = sum(gear.armor(piece).trauma_target for piece in sheet(one).worn)
    return sheet(one).trauma_target + pieces + one.value("trauma target bonus")


def has_shield(one: Combatant) -> bool:
    """Whether a shield still keeps off the first Shock of this round. CWN-SHOCK-04"""
    return any(gear.armor(piece).shield for piece in sheet(one).worn) and not one.has("shield used")
