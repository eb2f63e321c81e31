"""What a combatant of Cities Without Number has, with defaults; the pools it starts with; what others know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from firefight.games.cities_without_number import rules
from firefight.table import Combatant, Pool, Table

ATTRIBUTES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
SKILLS = (
    "Administer", "Connect", "Drive", "Exert", "Fix", "Heal", "Know", "Lead", "Notice", "Perform",
    "Program", "Punch", "Shoot", "Sneak", "Stab", "Survive", "Talk", "Trade", "Work",
)  # fmt: skip
COMBAT_SKILLS = ("Punch", "Shoot", "Stab")
SAVES = {"Physical": ("Str", "Con"), "Evasion": ("Dex", "Int"), "Mental": ("Wis", "Cha"), "Luck": ()}
DOWN = ("mortally wounded", "incapacitated", "unconscious", "dead", "out")

Kind = Literal["main", "move", "on turn", "instant"]
When = Literal["any time", "my attack", "my miss", "attack on me", "hit on me", "my roll", "my failure"]
Effect = Literal["told", "hit", "miss", "reroll", "add", "mark", "heal"]


class Weapon(Struct, frozen=True, omit_defaults=True):
    """A weapon. `bonus` goes to the attack roll, `damage` to the damage; Shock hurts a Melee AC up to `shock_ac`."""

    name: str
    kind: Literal["melee", "ranged", "thrown"] = "melee"
    dice: str = "1d4"
    bonus: int = 0
    damage: int = 0
    skill: str = "Stab"
    attributes: tuple[str, ...] = ("Str", "Dex")
    hands: int = 1
    shock: int = 0
    shock_ac: int = 0


UNARMED = Weapon("fists", "melee", "1d2", skill="Punch", attributes=("Str", "Dex"), hands=0)


class Ability(Struct, frozen=True, omit_defaults=True):
    """A power as data: its kind of action, the moment it answers, how often, what it costs, what it does.

    `uses` 0 has no limit. `price` "main" gives up the Main Action for an Instant. `value` is the number of the effect:
    points healed, points added to the roll it answers; `lasts` is how long a mark stays.
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


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers of a person. A skill that is absent is untrained.

    NPCs have hit dice, an attack bonus that is all they add, and one skill modifier. `trained` lets an NPC make Snap
    Attacks; `pc_saves` gives one who is written out the saves of a PC. `modifiers` are set by a power, whatever the score.
    """

    level: int = 1
    hit_dice: int = 1
    attributes: Mapping[str, int] = {}
    modifiers: Mapping[str, int] = {}
    skills: Mapping[str, int] = {}
    skill_modifier: int = 0
    attack: int = 0
    melee_ac: int = 10
    ranged_ac: int = 10
    hp: int = 6
    soak: int = 0
    strain: int = 0
    trauma_target: int = 6
    move: int = 10
    morale: int = 8
    trained: bool = False
    pc_saves: bool = False
    automatic_initiative: bool = False
    immune_to_surprise: bool = False
    weapons: tuple[Weapon, ...] = ()
    items: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()


def pools(sheet: Any) -> Mapping[str, Pool]:
    """Hit points, which stop at 0; Soak where there is armour; System Strain, which fills up from nothing."""
    found = {"hp": Pool(sheet.hp, sheet.hp)}
    soak = {"soak": Pool(sheet.soak, sheet.soak)} if sheet.soak else {}
    return {**found, **soak, **({"strain": Pool(0, sheet.strain)} if sheet.strain else {})}


def sheet(one: Combatant) -> Sheet:
    """The sheet of a combatant."""
    return cast(Sheet, one.sheet)


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, the things in plain sight, no pools, no count of his powers."""
    weapons = tuple(replace(weapon, bonus=0, damage=0) for weapon in sheet(one).weapons)
    marks = tuple(mark for mark in one.marks if not mark.name.startswith("used "))
    return replace(one, sheet=Sheet(weapons=weapons, items=sheet(one).items), pools={}, marks=marks)


def secret(one: Combatant, *numbers: str) -> tuple[str, ...]:
    """Numbers of a log line that players are not shown: those of people who are not theirs."""
    return () if one.pc else numbers


# ------------------------------------------------------------------ what follows from it


def conscious(one: Combatant) -> bool:
    """Whether somebody is in a state to do anything, surprise left aside."""
    return not one.has_any(DOWN)


def written_out(one: Combatant) -> bool:
    """Whether somebody uses attributes and skills: PCs, and NPCs important enough to have them. CWN-SKILL-07"""
    return one.pc or bool(sheet(one).skills)


def modifier(one: Combatant, attribute: str) -> int:
    """The modifier of an attribute: set by a power, or from the score; an unwritten score is ordinary. CWN-GEN-03"""
    known = sheet(one)
    return known.modifiers.get(attribute, rules.attribute_modifier(known.attributes.get(attribute, 10)))


def level(one: Combatant, skill: str) -> int:
    """The level of a skill, UNTRAINED without one. CWN-GEN-04"""
    return sheet(one).skills.get(skill, rules.UNTRAINED)


def combat_skill(one: Combatant) -> int:
    """The highest of the combat skills; UNTRAINED where there is none. CWN-GEN-04"""
    return max(level(one, skill) for skill in COMBAT_SKILLS)


def save_target(one: Combatant, kind: str) -> int:
    """What has to be rolled for a save of this kind.

    CWN-SAVE-03 CWN-SAVE-04 CWN-SAVE-05 CWN-SAVE-06 CWN-SAVE-07
    """
    if not (one.pc or sheet(one).pc_saves):
        return rules.npc_save_target(sheet(one).hit_dice)
    return rules.pc_save_target(sheet(one).level, max((modifier(one, attribute) for attribute in SAVES[kind]), default=0))


def weapon(one: Combatant, name: str) -> Weapon:
    """The weapon of this name; bare hands where there is none."""
    return next((weapon for weapon in sheet(one).weapons if weapon.name == name), UNARMED)


def ability(one: Combatant, name: str) -> Ability:
    """The ability of this name."""
    return next(ability for ability in sheet(one).abilities if ability.name == name)


def dropped(one: Combatant, item: str) -> bool:
    """Whether a thing lies on the ground."""
    return one.has(f"item {item}")


def at_hand(one: Combatant) -> tuple[Weapon, ...]:
    """The weapons somebody can use now, bare hands last."""
    return (*(weapon for weapon in sheet(one).weapons if not dropped(one, weapon.name)), UNARMED)


def of_table(table: Table, who: str) -> Sheet:
    """The sheet of somebody at the table."""
    return sheet(table.who(who))
