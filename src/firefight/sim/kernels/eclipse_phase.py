"""The stand-up fight of Eclipse Phase: from the highest count down, those who share one at the same moment.

A row holds, after its head, each side's first member on his feet, and how many have begun to bleed: for everybody the turn
in which he fell, Durability that is left, wounds, whether he is prone, down, dead, checked for bleeding and bleeding, what
he has rolled for Initiative, and the damage he has just dealt; then, in the order of ids, everybody's count while it is to
come.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.combat import attack_line
from firefight.games.eclipse_phase.gear import Weapon
from firefight.games.eclipse_phase.health import is_biomorph
from firefight.games.eclipse_phase.sheet import armor, bonus, sheet, skill, weapons, wounds_ignored
from firefight.sim import stream
from firefight.sim.kernels import DICE, NOBODY, ROUNDS, UNDECIDED, WINNER, Column, Ints, Outside, Plan, fighters, require
from firefight.table import Combatant, Mark, Table

RULES = (
    "EP-INIT-01", "EP-INIT-02", "EP-INIT-05", "EP-INIT-06", "EP-INIT-07", "EP-INIT-08", "EP-INIT-10", "EP-ACT-01", "EP-ACT-02",
    "EP-TEST-01", "EP-TEST-02", "EP-TEST-03", "EP-TEST-04", "EP-CMB-01", "EP-CMB-02", "EP-DMG-01", "EP-DMG-02", "EP-DMG-03",
)  # fmt: skip
ROLES = frozenset({"initiative", "attack", "defend", "damage", "superior", "som", "bleeding"})
JOINED = frozenset({"defend", "superior"})

FRONT, BLEEDERS, PEOPLE = 3, 5, 6
FELL, LEFT, WOUNDS, PRONE, DOWN, DEAD, CHECKED, BLEEDING, ROLLED, DEALT, PERSON = range(11)
"""Columns of the row of a fight."""
(SKILL, DAMAGE_DICE, SIDES, MORE, PIERCING, RANGED, AGAINST, AT_PRONE, FRAY, MELEE, KINETIC, ENERGY, DURABILITY, FLESH,
 SOMATICS, IGNORED, INITIATIVE, NTH, OF_PERSON) = range(19)  # fmt: skip
"""What is known of each person; the last is his place in the order of ids. Then comes who has which place there, and who
sits where at the table."""
GONE = -1000
"""The count of somebody whose turn is over."""


class Setup(NamedTuple):
    """The fight as a whole: where the second side begins and ends."""

    second: int
    everybody: int
    limit: int


# ------------------------------------------------------------------ the fight


def fights(
    setup: Setup, facts: Ints, start: Ints, width: int, rows: Ints, place: int, count: int, blows: Ints, telling: bool
) -> None:
    """Plays fights from a place in the row of fights on, a row of results for each; `blows` gets each attack, if wanted."""
    for number in range(count):
        for column in range(width):
            rows[number * width + column] = start[column]
        fight(setup, facts, rows, number * width, stream.mixed(place), blows, telling)
        place = stream.after(place)


def fight(setup: Setup, facts: Ints, row: Ints, at: int, state: int, blows: Ints, telling: bool) -> None:
    """One fight, until a side is down; that is seen when somebody acts next, after a shared count perhaps in the next turn."""
    everybody, dues, turns = setup.everybody, at + PEOPLE + setup.everybody * PERSON, setup.everybody * OF_PERSON
    for nth in range(everybody):
        state = rolls(facts, row, at, state, facts[turns + everybody + nth])
    for round in range(1, setup.limit + 2):
        for nth in range(everybody):
            row[dues + nth] = counts(facts, row, at, facts[turns + nth])
        left = everybody
        while left > 0:
            count = highest(row, dues, everybody)
            sharing, able, place = due(facts, row, at, dues, turns, everybody, count)
            left -= sharing
            if able > 0:
                if is_over(setup, row, at) or round > setup.limit:
                    return ended(setup, row, at, round)
                first = place if sharing == 1 else 0
                state = acts(setup, facts, row, at, state, count, first, place + 1, round, blows, telling)
                if sharing == 1 and is_over(setup, row, at):
                    return ended(setup, row, at, round)
            row[dues + place] = GONE
            if sharing > 1:
                for nth in range(everybody):
                    row[dues + nth] = GONE if row[dues + nth] == count else row[dues + nth]
        if row[at + BLEEDERS] > 0:
            bleed(setup, facts, row, at)
        if row[at + FRONT] == setup.second and row[at + FRONT + 1] == setup.everybody:
            return ended(setup, row, at, round)


def rolls(facts: Ints, row: Ints, at: int, state: int, one: int) -> int:
    """An Initiative roll. EP-INIT-06"""
    state = stream.after(state)
    face, _ = stream.die(stream.draw(state), 6)
    row[at + DICE] += 1
    row[at + PEOPLE + one * PERSON + ROLLED] = rules.roll(face, False, False) + facts[one * OF_PERSON + INITIATIVE]
    return state


def counts(facts: Ints, row: Ints, at: int, one: int) -> int:
    """Somebody's count as it is now. EP-INIT-05"""
    me = at + PEOPLE + one * PERSON
    return row[me + ROLLED] + rules.harm(row[me + WOUNDS], facts[one * OF_PERSON + IGNORED])


def highest(row: Ints, dues: int, everybody: int) -> int:
    """The highest count that is still to come. EP-INIT-07"""
    found = GONE
    for nth in range(everybody):
        found = max(found, row[dues + nth])
    return found


def due(facts: Ints, row: Ints, at: int, dues: int, turns: int, everybody: int, count: int) -> tuple[int, int, int]:
    """How many share a count, how many of them can act, and the place of the last one in the order of ids."""
    sharing, able, place = 0, 0, 0
    for nth in range(everybody):
        if row[dues + nth] == count:
            sharing += 1
            able += row[at + PEOPLE + facts[turns + nth] * PERSON + DOWN] == 0
            place = nth
    return sharing, able, place


def is_over(setup: Setup, row: Ints, at: int) -> bool:
    """Whether a side is down."""
    return (row[at + FRONT] == setup.second) | (row[at + FRONT + 1] == setup.everybody)


def ended(setup: Setup, row: Ints, at: int, round: int) -> None:
    """How the fight ends."""
    first, second = row[at + FRONT] < setup.second, row[at + FRONT + 1] < setup.everybody
    row[at + ROUNDS] = round
    row[at + WINNER] = (UNDECIDED if second else 0) if first else (1 if second else NOBODY)


def bleed(setup: Setup, facts: Ints, row: Ints, at: int) -> None:
    """The end of a turn: those who bleed lose a point for each wound. EP-DMG-03"""
    for one in range(setup.everybody):
        me, it = at + PEOPLE + one * PERSON, one * OF_PERSON
        if row[me + BLEEDING] != 0 and row[me + DEAD] == 0:
            row[me + LEFT] -= row[me + WOUNDS]
            dead = rules.is_dead(facts[it + DURABILITY] - row[me + LEFT], facts[it + DURABILITY], facts[it + FLESH] != 0)
            row[me + DEAD] = 1 if dead else 0


# ------------------------------------------------------------------ a moment


def acts(
    setup: Setup, facts: Ints, row: Ints, at: int, state: int, count: int, start: int, stop: int, round: int, blows: Ints,
    telling: bool,
) -> int:  # fmt: skip
    """Those with this count attack, and what they do takes effect at the same moment. EP-INIT-08 EP-ACT-01"""
    first, second = row[at + FRONT], row[at + FRONT + 1]
    dues, turns = at + PEOPLE + setup.everybody * PERSON, setup.everybody * OF_PERSON
    for nth in range(start, stop):
        if row[dues + nth] == count:
            one = facts[turns + nth]
            if row[at + PEOPLE + one * PERSON + DOWN] == 0:
                state = attacks(facts, row, at, state, one, second if one < setup.second else first, blows, telling)
    for nth in range(start, stop):
        if row[dues + nth] == count:
            one = facts[turns + nth]
            dealt = row[at + PEOPLE + one * PERSON + DEALT]
            if dealt > 0:
                row[at + PEOPLE + one * PERSON + DEALT] = 0
                target = second if one < setup.second else first
                state = suffers(setup, facts, row, at, state, target, dealt, round)
                moves(setup, facts, row, at, target, count)
    return state


def moves(setup: Setup, facts: Ints, row: Ints, at: int, one: int, count: int) -> None:
    """Somebody who has been wounded comes later, if his turn is still to come. EP-INIT-05"""
    mine = at + PEOPLE + setup.everybody * PERSON + facts[one * OF_PERSON + NTH]
    if row[mine] != GONE and row[mine] != count:
        row[mine] = counts(facts, row, at, one)


def attacks(facts: Ints, row: Ints, at: int, state: int, one: int, target: int, blows: Ints, telling: bool) -> int:
    """One attack: both rolls are one draw, the damage is another. EP-CMB-01 EP-CMB-02 EP-TEST-04"""
    me = one * OF_PERSON
    mine, theirs = at + PEOPLE + one * PERSON, at + PEOPLE + target * PERSON
    state = stream.after(state)
    face, bits = stream.die(stream.draw(state), 100)
    roll = rules.percentile(face)
    face, bits = stream.die(bits, 100)
    answer = rules.percentile(face)
    row[at + DICE] += 2
    ranged = facts[me + RANGED] != 0
    hurt = rules.wound_modifier(row[mine + WOUNDS], facts[me + IGNORED])
    prone = facts[me + AT_PRONE] if row[theirs + PRONE] != 0 else 0
    line = rules.Attack(facts[me + SKILL], hurt, 0, prone, 0, 0, 0)
    found = rules.outcome(roll, rules.target_number(line.skill, rules.attack_modifiers(line), False, False))
    hit = False
    if found.success:
        ours = rules.Side(roll, found.success, found.critical, line.skill)
        won = rules.opposed(ours, defends(facts, row, theirs, target, answer, ranged))
        hit = rules.hits(found.success, True, won)
    if hit:
        state = deals(facts, row, at, state, one, target, found)
    if telling:
        tell(blows, one, target, roll, hit, row[mine + DEALT])
    return state


def defends(facts: Ints, row: Ints, theirs: int, target: int, roll: int, ranged: bool) -> rules.Side:
    """The defence of somebody who is attacked. EP-CMB-01"""
    it = target * OF_PERSON
    hurt = rules.wound_modifier(row[theirs + WOUNDS], facts[it + IGNORED])
    line = rules.Defense(facts[it + FRAY], facts[it + MELEE], ranged, 0, hurt, 0)
    base = rules.defense_skill(line)
    met = rules.outcome(roll, rules.target_number(base, rules.defense_modifiers(line), False, False))
    return rules.Side(roll, met.success, met.critical, base)


def deals(facts: Ints, row: Ints, at: int, state: int, one: int, target: int, found: rules.Outcome) -> int:
    """The dice of damage against the armour. EP-CMB-02"""
    me, it = one * OF_PERSON, target * OF_PERSON
    rolled, superior, left, bits = facts[me + MORE], 0, 0, 0
    for nth in range(facts[me + DAMAGE_DICE] + found.superior):
        if left == 0:
            state = stream.after(state)
            bits, left = stream.draw(state), stream.MOST_DICE
        left -= 1
        if nth < facts[me + DAMAGE_DICE]:
            face, bits = stream.die(bits, facts[me + SIDES])
            rolled += face
        else:
            face, bits = stream.die(bits, 6)
            superior += face
    row[at + DICE] += facts[me + DAMAGE_DICE] + found.superior
    armor = facts[it + KINETIC] if facts[me + AGAINST] == 0 else facts[it + ENERGY]
    damage = rules.damage(rules.Damage(rolled, superior, found.critical, armor, facts[me + PIERCING] != 0))
    row[at + PEOPLE + one * PERSON + DEALT] = damage
    return state


def suffers(setup: Setup, facts: Ints, row: Ints, at: int, state: int, target: int, damage: int, round: int) -> int:
    """Damage of one source, its wounds, whether they floor somebody, whether he bleeds. EP-DMG-01 EP-DMG-02 EP-DMG-03"""
    it, theirs = target * OF_PERSON, at + PEOPLE + target * PERSON
    durability, flesh = facts[it + DURABILITY], facts[it + FLESH] != 0
    wounds = rules.wounds(damage, rules.wound_threshold(durability))
    taken = durability - row[theirs + LEFT] + damage
    out = False
    if wounds > 0 and not (row[theirs + DOWN] != 0 or rules.is_down(taken, durability)):
        state, made = som(facts, row, at, state, target, row[theirs + WOUNDS] + wounds)
        out = wounds > 1 and not made
        if wounds > 1 or not made:
            row[theirs + PRONE] = 1
    row[theirs + LEFT] -= damage
    row[theirs + WOUNDS] += wounds
    if rules.is_dead(taken, durability, flesh):
        row[theirs + DEAD] = 1
    if row[theirs + DOWN] == 0 and (out or rules.is_down(taken, durability)):
        row[theirs + DOWN], row[theirs + FELL] = 1, round
        row[at + FRONT + (0 if target < setup.second else 1)] += 1
    bleeds = rules.bleeds(taken, durability, row[theirs + WOUNDS], flesh)
    if bleeds and row[theirs + DEAD] == 0 and row[theirs + CHECKED] == 0:
        row[theirs + CHECKED] = 1
        state, made = som(facts, row, at, state, target, row[theirs + WOUNDS])
        row[theirs + BLEEDING] = 0 if made else 1
        row[at + BLEEDERS] += 0 if made else 1
    return state


def som(facts: Ints, row: Ints, at: int, state: int, one: int, wounds: int) -> tuple[int, bool]:
    """A SOM check with so many wounds. EP-TEST-01 EP-DMG-02"""
    me = one * OF_PERSON
    state = stream.after(state)
    face, _ = stream.die(stream.draw(state), 100)
    row[at + DICE] += 1
    hurt = rules.wound_modifier(wounds, facts[me + IGNORED])
    target = rules.target_number(rules.check(facts[me + SOMATICS]), hurt, False, False)
    return state, rules.outcome(rules.percentile(face), target).success


def tell(blows: Ints, one: int, target: int, roll: int, hit: bool, damage: int) -> None:
    """The attack as a line of `blows`: who, whom, roll, hit, damage. The first cell is where it goes."""
    at = blows[0]
    blows[0] = at + 5
    blows[at], blows[at + 1], blows[at + 2], blows[at + 3], blows[at + 4] = one, target, roll, int(hit), damage


COMPILED = (
    tell, som, suffers, deals, defends, attacks, acts, moves, bleed, ended, is_over, due, highest, counts, rolls, fight, fights,
)  # fmt: skip
EMPTY = Plan(Setup(0, 0, -1), [0], [0], (), ("", ""), 0)

# ------------------------------------------------------------------ the encounter


def plan(table: Table, limit: int) -> Plan:
    """An encounter as the kernel wants it. Raises Outside, with the reason, for one that it cannot play."""
    require(table, wound_moves="now", tie_rule="simultaneous", modifiers="proposed")
    first, second = fighters(table)
    everybody = [*first, *second]
    for one in everybody:
        for reason in odd(table, one):
            raise Outside(reason)
    people = [numbers(table, one, (second if one in first else first)[0]) for one in everybody]
    ids = [one.id for one in everybody]
    turns, seats = [ids.index(id) for id in sorted(ids)], [ids.index(one.id) for one in table.present()]
    facts = [number for nth, known in enumerate(people) for number in (*known, turns.index(nth))] + turns + seats
    start = [0] * (PEOPLE + (PERSON + 1) * len(everybody))
    start[FRONT + 1] = len(first)
    worst = 3 * max(known[DURABILITY] for known in people) + sum(hardest(known) for known in people)
    columns: list[Column] = []
    for nth, one in enumerate(everybody):
        at = PEOPLE + nth * PERSON
        start[at + LEFT] = one.pool("durability")
        columns += (
            Column(at + FELL, one.id, "", limit + 1),
            Column(at + LEFT, one.id, "durability", one.pool("durability"), -worst),
            Column(at + WOUNDS, one.id, "wounds", worst),
        )
    return Plan(Setup(len(first), len(everybody), limit), facts, start, tuple(columns), (first[0].side, second[0].side), limit)


def odd(table: Table, one: Combatant) -> Iterator[str]:
    """What the kernel does not know of somebody."""
    arm = weapons(one)[0]
    if one.pool("durability") != sheet(table, one.id).durability or one.pool("wounds"):
        yield f"{one.name} is hurt already"
    if not arm.damage:
        yield f"what {one.name} does with the {arm.name} is the GM's to say"


def hardest(known: tuple[int, ...]) -> int:
    """The most damage of one attack: that of a critical one, or with two superior successes."""
    most = known[DAMAGE_DICE] * known[SIDES] + known[MORE]
    return max(2 * most, most + 12, 0)


def numbers(table: Table, one: Combatant, foe: Combatant) -> tuple[int, ...]:
    """Somebody's numbers, through the functions the engine itself uses. Nobody uses but his first weapon."""
    known, arm = sheet(table, one.id), weapons(one)[0]
    line = attack_line(table, one, foe, arm, 0)
    checked(one, arm, line)
    lying = table.change(foe.id, marks=(Mark("prone"),))
    prone = attack_line(lying, one, lying.who(foe.id), arm, 0).prone
    return (
        line.skill, arm.dice.n, arm.dice.sides, arm.more, int(arm.piercing), int(not arm.melee), int(arm.against == "energy"),
        prone, skill(one, "fray"), skill(one, "melee"), armor(one, "kinetic"), armor(one, "energy"), known.durability,
        int(is_biomorph(table, one.id)), known.somatics, wounds_ignored(one), bonus(table, one),
    )  # fmt: skip


def checked(one: Combatant, arm: Weapon, line: rules.Attack) -> None:
    """Raises Outside where something helps or hinders an attack that the kernel takes for nothing."""
    if rules.attack_modifiers(line):
        raise Outside(f"something helps or hinders {one.name} with the {arm.name}")
