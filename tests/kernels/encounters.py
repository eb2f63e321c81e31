"""Stand-up fights at random, for every game that has a kernel: all that a kernel covers comes up sooner or later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import convert

from firefight.games import game
from firefight.session import combatant, found
from firefight.table import Table


def table(name: str, random: Random, most: int = 4) -> Table:
    """A fight of two sides, up to `most` on each, that a kernel covers."""
    known, sheet = game(name), SHEETS[name]
    people = []
    for side in ("crew", "gang"):
        for number in range(random.randint(1, most)):
            id = f"{side}-{random.choice('abc')}{number}"
            numbers = convert(sheet(random, side), known.sheet)
            people.append(combatant(known, id, id.title(), side, numbers, pc=side == "crew" and random.random() < 0.8))
    random.shuffle(people)
    options = {name: random.choice(values) for name, values in OPTIONS[name].items()}
    return found(known, people, options, secret=bytes(32)).table


def city(random: Random, side: str) -> dict[str, Any]:
    """Somebody of Cities Without Number."""
    known = {
        "hp": random.randint(3, 20),
        "soak": random.choice((0, 0, 2, 5)),
        "attack": random.randint(0, 6),
        "attributes": {name: random.randint(3, 18) for name in ("Str", "Dex")},
        "damage": random.choice((0, 0, 1)),
        "trauma_target": random.randint(5, 8),
        "immune_to_shock": random.random() < 0.1,
        "attacks": random.choice((1, 1, 1, 2, 3)),
        "worn": random.choice(((), ("riot shield",), ("armoured coat",))),
        "weapons": tuple(weapon(random, number) for number in range(random.randint(0, 3))),
    }
    if random.random() < 0.5:
        known |= {"skills": {"Shoot": random.randint(0, 3), "Stab": random.randint(0, 3), "Punch": random.randint(0, 2)}}
    if random.random() < 0.5:
        known |= {"melee_ac": random.randint(10, 18), "ranged_ac": random.randint(10, 18)}
    return known


def weapon(random: Random, number: int) -> dict[str, Any]:
    """A weapon of Cities Without Number."""
    kind = random.choice(("melee", "melee", "ranged", "ranged", "bow", "thrown"))
    known = {
        "name": f"{kind} {number}",
        "kind": kind,
        "dice": f"{random.randint(1, 3)}d{random.choice((4, 6, 8, 10, 12))}",
        "bonus": random.choice((0, 0, 1)),
        "hands": random.choice((1, 2)),
        "attributes": random.choice((("Str",), ("Dex",), ("Str", "Dex"))),
        "trauma": random.choice(("", "1d6", "1d8", "2d4")),
        "rating": random.randint(2, 4),
        "nonlethal": random.choice(("never", "never", "always")),
    }
    if kind == "melee":
        return known | {"shock": random.randint(0, 4), "shock_ac": random.choice((13, 15, 99))}
    return known | {"skill": "Shoot", "magazine": random.choice((0, 1, 2, 6)), "spare": random.choice((0, 1, 3))}


def punk(random: Random, side: str) -> dict[str, Any]:
    """Somebody of Cyberpunk RED."""
    skills = ("handgun", "shoulder arms", "archery", "melee weapon", "brawling", "martial arts", "evasion")
    return {
        **{stat: random.randint(2, 9) for stat in ("ref", "dex", "body", "will")},
        "initiative_bonus": random.choice((0, 0, 3)),
        "hp": random.choice((0, 5, 20)),
        "skills": {skill: random.randint(0, 7) for skill in skills if random.random() < 0.7} | {"handgun": random.randint(0, 7)},
        "armor": random.choice(((), ("light armorjack",), ("leathers",))),
        "gear": tuple(arm(random, number) for number in range(random.randint(0, 2))),
    }


def arm(random: Random, number: int) -> dict[str, Any]:
    """A weapon of Cyberpunk RED."""
    known = {
        "name": f"weapon {number}",
        "kind": "weapon",
        "place": random.choice(("hand", "ready")),
        "rof": random.choice((1, 2)),
        "dice": random.randint(1, 8),
    }
    if random.random() < 0.4:
        return known | {"reach": 2, "skill": "melee weapon", "halves": random.random() < 0.5}
    range_ = random.choice(("pistol", "shotgun", "assault rifle"))
    return known | {"skill": "handgun", "range": range_, "magazine": random.choice((0, 1, 3, 8))}


def sleeve(random: Random, side: str) -> dict[str, Any]:
    """Somebody of Eclipse Phase."""
    dice, more = random.choice(("1d6", "2d6", "2d10", "3d10", "8d6")), random.randint(0, 6)
    gun = {
        "name": "gun",
        "damage": f"{dice}+{more}",
        "against": random.choice(("kinetic", "energy")),
        "piercing": random.random() < 0.3,
        "single_shot": random.random() < 0.2,
    }
    blade = {"name": "blade", "skill": "melee", "damage": dice, "melee": True}
    skills = {name: random.randint(15, 80) for name in ("guns", "fray", "melee") if random.random() < 0.8}
    return {
        **{name: random.randint(5, 30) for name in ("intuition", "reflexes", "somatics")},
        "durability": random.randint(15, 50),
        "wounds_ignored": random.choice((0, 0, 1, 2)),
        "morph": random.choice(("biomorph", "biomorph", "synthmorph")),
        "skills": skills,
        "energy": random.randint(0, 8),
        "kinetic": random.randint(0, 8),
        "gear": (random.choice((gun, gun, blade)),),
    }


def runner(random: Random, side: str) -> dict[str, Any]:
    """Somebody of Shadowrun 4."""
    skills = ("pistols", "automatics", "blades", "unarmed", "dodge")
    return {
        **{name: random.randint(1, 7) for name in ("body", "agility", "reaction", "strength", "intuition", "willpower")},
        "edge": random.choice((0, 0, 3)),
        "initiative": random.choice((0, 0, 2)),
        "passes": random.choice((1, 1, 1, 2)),
        "bonus_passes": random.choice((0, 0, 1, 2, 3)),
        "one_track": random.random() < 0.4,
        "skills": {name: random.randint(1, 6) for name in skills if random.random() < 0.7},
        "ballistic": random.choice((0, 4, 8)),
        "impact": random.choice((0, 3, 6)),
        "armor": random.choice(("", "lined coat")),
        "gear": tuple(gun(random, number) for number in range(random.randint(0, 3))),
    }


def gun(random: Random, number: int) -> dict[str, Any]:
    """A weapon of Shadowrun 4, a blade now and then."""
    known = {
        "name": f"weapon {number}",
        "damage": random.randint(2, 8),
        "stun": random.random() < 0.3,
        "ap": random.choice((0, 0, -1, -3, 2)),
        "ready": random.random() < 0.9,
    }
    if random.random() < 0.3:
        return known | {"skill": "blades", "melee": True, "reach": random.randint(0, 2), "by_strength": random.random() < 0.5}
    modes = random.choice((("SS",), ("SA",), ("SA",), ("SA", "BF"), ("BF",), ("FA",), ("SS", "SA", "FA"), ()))
    return known | {
        "kind": random.choice(("simple", "simple", "simple", "complex")),
        "skill": random.choice(("pistols", "automatics")),
        "armor": random.choice(("ballistic", "ballistic", "impact")),
        "modes": modes,
        "ammo": random.choice((0, 3, 4, 7, 15)),
        "ammunition": random.choice((0, 0, 1)),
        "recoil": random.choice((0, 0, 1, 3)),
        "doubles": random.choice(("never", "never", "bursts", "always")),
    }


SHEETS: Mapping[str, Callable[[Random, str], dict[str, Any]]] = {
    "cities-without-number": city,
    "cyberpunk-red": punk,
    "eclipse-phase": sleeve,
    "shadowrun-4": runner,
}
OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "cities-without-number": {
        "natural_attack_dice": ("none", "1_misses_20_hits"),
        "minimum_damage": ("0", "1"),
        "soak_order": ("after_trauma", "before_trauma"),
        "shock_floor": ("before_trauma", "after_trauma"),
        "shock_ac": ("current", "base"),
        "windows": ("concerned", "never"),
    },
    "cyberpunk-red": {
        "initiative_criticals": ("true", "false"),
        "check_tie_succeeds": ("true", "false"),
    },
    "eclipse-phase": {"rounding": ("nearest", "down", "up"), "pool_prompts": ("ask", "never")},
    "shadowrun-4": {
        "wounds_at_test": ("attribute", "dice-only"),
        "stun_overflow": ("1:1", "2:1"),
        "knockdown": ("greater", "equal"),
        "recoil": ("cumulative", "per-attack"),
        "free_actions": ("per-phase", "per-turn", "per-pass"),
        "full_defense_block": ("true", "false"),
        "delay_hears_declaration": ("true", "false"),
        "defense_prompts": ("players", "everybody", "nobody"),
        "edge_prompts": ("ask", "never"),
        "modifiers": ("proposed", "asked"),
    },
}
