"""The arithmetic of Cities Without Number: faces in, results out. No names, no dice, no time."""

from __future__ import annotations

from typing import NamedTuple

UNTRAINED = -1


def attribute_modifier(score: int) -> int:
    """What an attribute adds. Scores outside 3 to 18 count as the nearest of them. CWN-GEN-03"""
    return -2 if score <= 3 else (-1 if score <= 7 else (0 if score <= 13 else (1 if score <= 17 else 2)))


def halved(number: int, up: bool) -> int:
    """Half of a number, in whole points. CWN-GEN-02"""
    return (number + 1) // 2 if up else number // 2


def half_metres(move: int, prone: bool, percent: int = 100) -> int:
    """Whole half metres of one Move: halved by being prone, cut to a percentage by a heavy load. CWN-GEN-02 CWN-ENC-05"""
    return (move if prone else 2 * move) * percent // 100


# ------------------------------------------------------------------ saving throws


def pc_save_target(level: int, modifier: int) -> int:
    """A PC's target. `modifier` is the better of the kind's two attributes, 0 for Luck.

    CWN-SAVE-03 CWN-SAVE-04 CWN-SAVE-05 CWN-SAVE-06
    """
    return 16 - level - modifier


def npc_save_target(hit_dice: int) -> int:
    """An NPC's one target for every kind. CWN-SAVE-07"""
    return 15 - hit_dice // 2


def saved(die: int, bonus: int, target: int) -> bool:
    """Whether a save succeeds; a 1 never does, a 20 always. CWN-SAVE-01"""
    return (die == 20) | ((die != 1) & (die + bonus >= target))


# ------------------------------------------------------------------ checks


def check_bonus(level: int, modifier: int) -> int:
    """What a PC adds to the dice; `level` is UNTRAINED without even level 0, which is its own penalty.

    CWN-SKILL-02 CWN-SKILL-03
    """
    return level + modifier


def circumstances(situational: int, stretch: int, lifted: bool, stretch_inside: bool) -> int:
    """Situational modifiers, summed and then limited, and the penalty of a skill that fits at a stretch.

    CWN-SKILL-04 CWN-SKILL-06
    """
    limited = situational + stretch if stretch_inside else situational
    within = limited if lifted else max(-2, min(2, limited))
    return within if stretch_inside else within + stretch


def succeeds(total: int, difficulty: int) -> bool:
    """Whether a check succeeds; no face decides by itself. CWN-SKILL-02"""
    return total >= difficulty


def contest(active: int, resisting: int, active_is_pc: bool, resisting_is_pc: bool) -> int:
    """Who wins an opposed check: 1 the active one, -1 the one who resists, 0 a tie of two of a kind. CWN-SKILL-09"""
    by_total = (active > resisting) - (active < resisting)
    return by_total if by_total != 0 else active_is_pc - resisting_is_pc


def breaks(dice: int, morale: int) -> bool:
    """Whether NPCs break. CWN-SEQ-03"""
    return dice > morale


# ------------------------------------------------------------------ time


def last_refresh(since: int, now: int) -> int:
    """The newest of the moments ten minutes apart, counted from `since`. CWN-TIME-03"""
    return since + 10 * ((now - since) // 10)


def fight_minutes(rounds: int, by_rounds: bool) -> int:
    """Mission minutes of a fight of so many begun rounds. CWN-TIME-05"""
    return max(1, (rounds + 9) // 10) if by_rounds else 1


# ------------------------------------------------------------------ attacks


class House(NamedTuple):
    """How this table resolves attacks where the book leaves a choice. `least` is the least damage of a hit."""

    natural: bool
    floor_last: bool
    soak_first: bool
    armor_first: bool
    least: int


class Strike(NamedTuple):
    """An attack before its dice.

    `bonus` is what the attacker always adds with this weapon; then come the modifiers of this one attack, each by name:
    cover, an unseen target, long range, somebody prone, an enemy in the shooter's reach, the action itself, anything else.
    `damage` is all that goes to the damage of a hit but the swarm's share; `most` the highest sum of the weapon's dice.
    `shock` is what Shock would do, `shock_ac` the highest Armour Class it hurts, `melee_ac` the one that it meets.
    `rating` 0 means that no wound of this attack can be traumatic. `certain` is 1 for a sure hit, -1 for a sure miss.
    """

    bonus: int
    cover: int
    unseen: int
    range: int
    prone: int
    reach: int
    action: int
    modifier: int
    gunlink: bool
    ac: int
    certain: int
    damage: int
    swarm: int
    most: int
    shock: int
    shock_ac: int
    melee_ac: int
    mobbed: bool
    immune: bool
    defends: bool
    shield: bool
    trauma: int
    trauma_target: int
    rating: int


class Blow(NamedTuple):
    """What came of an attack, before protection: the base damage, its factor, and the least that comes of both.

    `shielded` tells that it is Shock, and the first that a shield keeps off this round.
    """

    total: int
    hit: bool
    traumatic: bool
    base: int
    factor: int
    floor: int
    shielded: bool


def concealment(s: Strike) -> int:
    """The penalty of cover and of not seeing the target; Gunlink makes up for two points of it. CWN-ATK-05 CWN-ATK-06"""
    hidden = s.cover + s.unseen
    return min(0, hidden + 2) if s.gunlink & (hidden < 0) else hidden


def situation(s: Strike) -> int:
    """Everything that helps or hinders this one attack. CWN-ATK-05 CWN-ATK-06"""
    return concealment(s) + (0 if s.gunlink else s.range) + s.prone + s.reach + s.action + s.modifier


def hits(s: Strike, house: House, d20: int) -> bool:
    """Whether the attack hits: it meets the Armour Class, unless something has made it certain. CWN-ATK-02"""
    meets = d20 + s.bonus + situation(s) >= s.ac
    rolled = ((d20 == 20) | (meets & (d20 != 1))) if house.natural else meets
    return s.certain > 0 if s.certain != 0 else rolled


def shock_due(s: Strike) -> int:
    """What a miss does to this target, shields left aside. CWN-SHOCK-01 CWN-SHOCK-02 CWN-SHOCK-04 CWN-SWARM-03 CWN-ACT-09"""
    reaches = s.mobbed | (s.melee_ac <= s.shock_ac)
    stopped = s.defends | (s.immune & (not s.mobbed))
    return s.shock if reaches & (not stopped) else 0


def hit_damage(s: Strike, house: House, dice: int) -> int:
    """The damage of a hit before Shock and trauma; a swarm cannot lift it above the usual maximum.

    CWN-DMG-01 CWN-SWARM-02
    """
    return max(house.least, min(dice + s.damage + s.swarm, s.most + s.damage))


def strike(s: Strike, house: House, d20: int, dice: int, trauma_die: int) -> Blow:
    """One attack from the roll to the damage, before protection. `dice` is the sum of the weapon's dice.

    CWN-ATK-01 CWN-SHOCK-05 CWN-SHOCK-06 CWN-TRAUMA-01 CWN-TRAUMA-02
    """
    hit = hits(s, house, d20)
    shock = shock_due(s)
    blocks = s.shield & (not s.mobbed)
    least = 0 if blocks else shock
    plain = hit_damage(s, house, dice)
    traumatic = hit & (s.rating > 0) & (trauma_die + s.trauma >= s.trauma_target)
    return Blow(
        total=d20 + s.bonus + situation(s),
        hit=hit,
        traumatic=traumatic,
        base=(plain if house.floor_last else max(plain, least)) if hit else shock,
        factor=s.rating if traumatic else 1,
        floor=least if hit & house.floor_last else 0,
        shielded=blocks & (not hit) & (shock > 0),
    )


def damage(base: int, factor: int, floor: int) -> int:
    """The damage of an attack when its parts are put together. CWN-TRAUMA-02"""
    return max(base * factor, floor)


class Wound(NamedTuple):
    """What protection leaves of damage: what it takes out of Soak, and what comes off the hit points."""

    soaked: int
    lost: int


def wound(house: House, base: int, factor: int, floor: int, soak: int, armor: int) -> Wound:
    """Damage meets Soak, which is used up, and an Armor rating, which is not. CWN-ATK-01 CWN-DMG-02 CWN-VEH-05

    Both work on the multiplied figure, unless the house puts one of them before the multiplication.
    """
    before = min(base, soak) if house.soak_first else 0
    armored = min(base - before, armor) if house.armor_first else 0
    full = damage(base - before - armored, factor, floor - before - armored)
    after = 0 if house.soak_first else min(full, soak)
    return Wound(before + after, max(0, full - after - (0 if house.armor_first else armor)))


# ------------------------------------------------------------------ Armour Classes and execution


def armor_class(worn: int, bonus: int, charged: bool, defends: bool) -> int:
    """A person's Armour Class now. CWN-ATK-03 CWN-ACT-08 CWN-ACT-09"""
    return worn + bonus - (2 if charged else 0) + (2 if defends else 0)


def vehicle_ac(worn: int, moving: bool, drive: int) -> int:
    """A vehicle's one Armour Class; `drive` is the driver's level, 0 where there is none. CWN-VEH-05"""
    return worn + (max(0, drive) if moving else -4)


def swarm_to_hit(others: int) -> int:
    """What the others in a swarm add to the roll. CWN-SWARM-02"""
    return 2 * min(3, others)


def swarm_damage(others: int) -> int:
    """What the others in a swarm add to the damage. CWN-SWARM-02"""
    return min(3, others)


def execution_difficulty(metres: float, normal: float) -> int:
    """How hard a shot from hiding is: point blank, within normal range, beyond it. CWN-EXEC-02"""
    return 6 if metres <= 2 else (8 if metres <= normal else 10)


# ------------------------------------------------------------------ manoeuvres


def beats(victim: int, holder: int, victim_pc: bool, holder_pc: bool, must_exceed: bool) -> bool:
    """Whether a victim's total beats one of those who hold him: a PC's beats its equal. CWN-MAN-07 CWN-SKILL-09"""
    return victim > holder if must_exceed else contest(victim, holder, victim_pc, holder_pc) > 0


def handled(mover: int, victim: int) -> bool:
    """Whether a held victim is carried or thrown: the mover must exceed him, whoever they are. CWN-MAN-06"""
    return mover > victim


def handling(size: int) -> int:
    """What it costs to wrestle with what is no ordinary human: 1 much larger, 2 hardly possible. CWN-MAN-08"""
    return -2 * size
