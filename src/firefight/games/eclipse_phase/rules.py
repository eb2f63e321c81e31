"""The arithmetic of Eclipse Phase: faces in, results out. No names, no dice, no time."""

from __future__ import annotations

from typing import NamedTuple


class Modifiers(NamedTuple):
    """What changes the Initiative stat: signed numbers, then wounds and traumas with how many of each do not count."""

    ware: int
    drug: int
    psi: int
    wound: int
    other: int
    wounds: int
    wounds_ignored: int
    traumas: int
    traumas_ignored: int


def initiative_stat(intuition: int, reflexes: int, rounding: int) -> int:
    """A fifth of the two aptitudes together. `rounding` is 0 for down, 1 for nearest, 2 for up. EP-INIT-02 EP-INIT-03"""
    return (intuition + reflexes + 2 * rounding) // 5


def harm(count: int, ignored: int) -> int:
    """What wounds or traumas take off Initiative: one each; three at most can be ignored. EP-INIT-05"""
    return -max(0, count - max(0, min(ignored, 3)))


def modifier(m: Modifiers) -> int:
    """Everything that changes the stat, added up. EP-INIT-04 EP-INIT-05"""
    return m.ware + m.drug + m.psi + m.wound + m.other + harm(m.wounds, m.wounds_ignored) + harm(m.traumas, m.traumas_ignored)


def roll(die: int, deafened: bool, ambushed: bool = False) -> int:
    """What the Initiative roll itself brings: the die, less three for the deaf, and for the ambushed.

    EP-INIT-05 EP-INIT-06 EP-SURP-01
    """
    return die - (3 if deafened else 0) - (3 if ambushed else 0)


def big_left(big: int, quick: int, extra: bool) -> int:
    """Complex or task actions left of a share: one beside one quick action, or alone in an extra action.

    EP-ACT-01 EP-EXTRA-05
    """
    return 1 if big == 0 and quick <= (0 if extra else 1) else 0


def quick_left(big: int, quick: int, extra: bool) -> int:
    """Quick actions left of a share: one beside a big one, else three; in an extra action two, or none beside a complex one.

    EP-ACT-01 EP-EXTRA-05
    """
    return max(0, ((0 if big else 2) if extra else (1 if big else 3)) - quick)


def metres_left(rate: int, moved: int) -> int:
    """Metres left of the turn's movement. EP-ACT-02 EP-EXTRA-05"""
    return max(0, rate - moved)


def full_move_penalty(full: bool) -> int:
    """What a full move costs on physical actions of that turn. EP-ACT-02"""
    return -20 if full else 0


def task_turns(timeframe: int, superior: int) -> int:
    """Turns of a task that succeeds, a quarter less for each superior success spent on time; halves up, one at least.

    EP-ACT-03
    """
    return max(1, (timeframe * max(0, 4 - superior) + 2) // 4)


def turns_lost(timeframe: int, superior: int) -> int:
    """Turns before the failure of a task shows: a quarter, and one more for each superior failure. EP-ACT-03"""
    return max(1, (timeframe * (1 + superior) + 2) // 4)


# ------------------------------------------------------------------ tests


class Outcome(NamedTuple):
    """How a test came out: criticals and superior results are those of a success or of a failure, never both at once."""

    success: bool
    critical: bool
    superior: int


def percentile(face: int) -> int:
    """The roll, 0 to 99: a face of 100 is double zero. EP-TEST-01"""
    return face % 100


def check(aptitude: int) -> int:
    """What an aptitude check is rolled against, modifiers aside. EP-TEST-01"""
    return aptitude * 3


def single(modifier: int) -> int:
    """One modifier within its bounds. EP-TEST-01"""
    return max(-30, min(30, modifier))


def together(modifiers: int) -> int:
    """All modifiers of a test, within their bounds. EP-TEST-01"""
    return max(-60, min(60, modifiers))


def target_number(base: int, modifiers: int, ignored: bool, twenty: bool) -> int:
    """What is rolled against: the base and its modifiers, with a point of a pool either none of these or 20 more.

    EP-TEST-01 EP-POOL-01
    """
    return base + (0 if ignored else together(modifiers + (20 if twenty else 0)))


def outcome(roll: int, target: int) -> Outcome:
    """What a roll means: not above the target succeeds, doubles are critical, 00 and 99 whatever the target.

    EP-TEST-01 EP-TEST-02 EP-TEST-03
    """
    success = roll == 0 or (roll <= target and roll != 99)
    double = roll % 11 == 0
    results = (roll >= 33) + (roll >= 66) if success else (roll <= 66) + (roll <= 33)
    return Outcome(success, double, 0 if double else results)


class Side(NamedTuple):
    """One side of an opposed test."""

    roll: int
    success: bool
    critical: bool
    skill: int


def opposed(a: Side, b: Side) -> int:
    """Who wins: 1 the first, -1 the second, 0 neither. Success beats failure, a critical a plain one, then the higher roll.

    Between two criticals of one roll the skill decides. EP-TEST-04
    """
    first, second = strength(a), strength(b)
    return (first > second) - (first < second)


def strength(side: Side) -> tuple[bool, bool, int, int]:
    """What decides an opposed test, in this order; a failure is worth nothing. EP-TEST-04"""
    critical = side.success and side.critical
    return side.success, critical, side.roll if side.success else 0, side.skill if critical else 0


def deadlocked(a: Side, b: Side, by: int) -> int:
    """Who is ahead in a deadlock: nobody (`by` 0), the higher roll (1) or the higher skill (2). EP-TEST-04"""
    first, second = (0, a.roll, a.skill)[by], (0, b.roll, b.skill)[by]
    return (first > second) - (first < second)


# ------------------------------------------------------------------ what pools do to a test


def swapped(roll: int) -> int:
    """The roll with its two digits the other way round. EP-POOL-01"""
    return roll % 10 * 10 + roll // 10


def raised(found: Outcome) -> Outcome:
    """A success with one more superior success. EP-POOL-01"""
    return found._replace(superior=found.superior + 1) if found.success and not found.critical else found


def softened(found: Outcome) -> Outcome:
    """A critical failure that is a failure and nothing else. EP-POOL-01"""
    return found if found.success else found._replace(critical=False)


def lasting_bonus(points: int) -> int:
    """What points bring to all skill tests of one aptitude. EP-POOL-01"""
    return 10 if points > 1 else (5 if points == 1 else 0)


def least_here(points: int, room_elsewhere: int) -> int:
    """How many points of a recharge must go into one pool, as the others cannot take them. EP-POOL-02"""
    return max(0, points - room_elsewhere)


# ------------------------------------------------------------------ attacks


class Attack(NamedTuple):
    """The numbers of an attack: the skill, and what changes it."""

    skill: int
    wounds: int
    full_move: int
    prone: int
    range: int
    cover: int
    modifier: int


class Defense(NamedTuple):
    """The numbers of a defence: the skills to choose from, what the attack is, and what changes the roll."""

    fray: int
    melee: int
    ranged: bool
    full_defense: int
    target_wounds: int
    target_modifier: int


def half(number: int) -> int:
    """Half of a number, halves up. EP-CMB-01 EP-CMB-02"""
    return (number + 1) // 2


def attack_modifiers(line: Attack) -> int:
    """All that changes an attack. EP-CMB-01 EP-ACT-02 EP-DMG-02"""
    return line.wounds + line.full_move + line.prone + line.range + line.cover + line.modifier


def defense_skill(line: Defense) -> int:
    """What one defends with: half of Fray against shots, the better of Fray and Melee against blows. EP-CMB-01"""
    return half(line.fray) if line.ranged else max(line.fray, line.melee)


def defense_modifiers(line: Defense) -> int:
    """All that changes a defence. EP-CMB-01 EP-DMG-02"""
    return line.full_defense + line.target_wounds + line.target_modifier


def hits(success: bool, defended: bool, won: int) -> bool:
    """Whether an attack hits: it succeeds, and nobody defends or it wins. EP-CMB-01 EP-TEST-04"""
    return success and (not defended or won > 0)


class Damage(NamedTuple):
    """The numbers of a hit: what the weapon and the superior successes have rolled, and what the armour takes."""

    rolled: int
    superior: int
    critical: bool
    armor: int
    piercing: bool


def damage(line: Damage) -> int:
    """What gets through: a critical doubles, superior successes add; piercing halves the armour. EP-CMB-02"""
    dealt = 2 * line.rolled if line.critical else line.rolled + line.superior
    return max(0, dealt - (half(line.armor) if line.piercing else line.armor))


# ------------------------------------------------------------------ health


def wound_threshold(durability: int) -> int:
    """Damage of one source that makes a wound: a fifth of Durability, to nearest, one at least. EP-DMG-01"""
    return max(1, (durability + 2) // 5)


def death_rating(durability: int, biomorph: bool) -> int:
    """Damage that kills or destroys: one and a half of Durability for biomorphs, twice for all others. EP-DMG-01"""
    return half(3 * durability) if biomorph else 2 * durability


def is_down(damage: int, durability: int) -> bool:
    """Whether damage has come up to Durability. EP-DMG-01"""
    return damage >= durability


def is_dead(damage: int, durability: int, biomorph: bool) -> bool:
    """Whether damage has come up to the Death Rating. EP-DMG-01"""
    return damage >= death_rating(durability, biomorph)


def wounds(damage: int, threshold: int) -> int:
    """The wounds of one source. EP-DMG-02"""
    return damage // threshold


def wound_modifier(count: int, ignored: int) -> int:
    """What wounds take off all tests. EP-DMG-02"""
    return 10 * harm(count, ignored)


def halved_rate(rate: int, prone: bool) -> int:
    """The Movement Rate of a turn in which one has been prone. EP-DMG-02"""
    return half(rate) if prone else rate


def bleeds(damage: int, durability: int, wounds: int, biomorph: bool) -> bool:
    """Whether somebody may bleed out. EP-DMG-03"""
    return biomorph and wounds > 0 and damage >= durability
