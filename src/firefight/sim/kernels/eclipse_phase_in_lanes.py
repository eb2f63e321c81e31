"""Eclipse Phase side by side: every lane is at a moment of its own, and in each step does what comes next there.

In a step some lanes find the next moment, those with attackers in it let one of them attack, and those with none left let
one attack take effect. Whoever does that is another in every lane: what is known of people is in tables, and what there is
of states is a bit for each person. After the row come the states of the dice and these bits.
"""

from __future__ import annotations

from typing import Any

from firefight.games.eclipse_phase import rules
from firefight.sim import stream
from firefight.sim.kernels import DICE, NOBODY, ROUNDS, UNDECIDED, WINNER, Ints, Plan
from firefight.sim.kernels.eclipse_phase import (
    AGAINST,
    AT_PRONE,
    COMPILED,
    DAMAGE_DICE,
    DEALT,
    DURABILITY,
    EMPTY,
    ENERGY,
    FELL,
    FLESH,
    FRAY,
    FRONT,
    GONE,
    IGNORED,
    INITIATIVE,
    KINETIC,
    LEFT,
    MELEE,
    NTH,
    OF_PERSON,
    PEOPLE,
    PERSON,
    PIERCING,
    RANGED,
    ROLLED,
    SIDES,
    SKILL,
    SOMATICS,
    WOUNDS,
    Setup,
)  # fmt: skip
from firefight.sim.kernels.eclipse_phase import MORE as ADDED
from firefight.sim.kernels.side_by_side import Layout, holds
from firefight.sim.lanes import (
    IN_TABLE,
    LANES,
    bits,
    choose,
    column,
    everywhere,
    first_bit,
    greater,
    look,
    number,
    put,
    put_states,
    states,
)  # fmt: skip

TO_COME, ATTACKING, HITTING, ALONE, AIM, PRONE, DOWN, DEAD, CHECKED, BLEEDING = 2, 3, 4, 5, 6, 8, 9, 10, 11, 12
"""Who is to act, attacks, and has hit, a bit for each place in the order of ids; whether nobody else acts at this moment, and
whom each side attacks; then who is in which state, in bits as well."""
DUE, PERSONS, TABLES = 13, 13 + IN_TABLE, 14 + IN_TABLE
"""Everybody's count; after these, who has which place in the order of ids, and what is known of people."""
MORE = TABLES + OF_PERSON
__all__ = ["COMPILED", "EMPTY", "MORE", "begins", "ends", "enters", "fits", "prepares", "round", "rules"]


def fits(plan: Plan) -> bool:
    """Whether an encounter can be played so: the tables hold everybody, and no number is too large."""
    return plan.setup.everybody <= IN_TABLE and holds(plan)


def prepares(setup: Setup, facts: Ints, start: Ints, at: Layout, cells: Any) -> None:
    """Fills the tables."""
    for one in range(setup.everybody):
        cells[(at.width + PERSONS) * LANES + one] = facts[setup.everybody * OF_PERSON + one]
        for fact in range(OF_PERSON):
            cells[(at.width + TABLES + fact) * LANES + one] = facts[one * OF_PERSON + fact]


def begins(setup: Setup, row: Ints, at: int, state: int) -> tuple[int, int]:
    """No side begins."""
    return state, 0


def enters(setup: Setup, facts: Ints, start: Ints, at: Layout, cells: Any, new: Any) -> None:
    """Where a fight begins everybody is to act, nobody is in any state, and Initiative is rolled. EP-INIT-06"""
    for bit in range(TO_COME, DUE):
        all_of_them = (1 << setup.everybody) - 1 if bit == TO_COME else 0
        put(cells, at.width + bit, choose(new, all_of_them, column(cells, at.width + bit)))
    state = states(cells, at.width)
    for nth in range(setup.everybody):
        one = facts[setup.everybody * (OF_PERSON + 1) + nth]
        state = choose(new, stream.after(state), state)
        face, _ = stream.die(stream.draw(state), 6)
        rolled = PEOPLE + one * PERSON + ROLLED
        total = rules.roll(number(face), False, False) + facts[one * OF_PERSON + INITIATIVE]
        put(cells, rolled, choose(new, total, column(cells, rolled)))
    put_states(cells, at.width, state)
    put(cells, DICE, column(cells, DICE) + choose(new, setup.everybody, 0))


def ends(setup: Setup, at: Layout, cells: Any) -> None:
    """The rows tell all that is told."""


# ------------------------------------------------------------------ a step


def round(setup: Setup, facts: Ints, at: Layout, cells: Any, first: int, over: Any) -> Any:
    """A step of all fights that are not over; which are over then."""
    width = at.width
    idle = (not over) & ((column(cells, width + ATTACKING) | column(cells, width + HITTING)) == 0)
    done = idle & ((column(cells, width + TO_COME) & ~column(cells, width + DOWN)) == 0)
    if bits(done) != 0:
        over = over | turned(setup, facts, at, cells, done)
        idle = idle & (not over)
    if bits(idle) != 0:
        over = over | moment(setup, facts, at, cells, idle)
    attacking = (not over) & (column(cells, width + ATTACKING) != 0)
    if bits(attacking) != 0:
        attacks(setup, facts, at, cells, attacking)
    settled = (not over) & (column(cells, width + ATTACKING) == 0)
    suffering = settled & (column(cells, width + HITTING) != 0)
    if bits(suffering) != 0:
        suffers(setup, at, cells, suffering)
    last = settled & (column(cells, width + HITTING) == 0) & (column(cells, width + ALONE) != 0)
    return over | ended(setup, cells, last & is_over(setup, cells))


def turned(setup: Setup, facts: Ints, at: Layout, cells: Any, done: Any) -> Any:
    """A turn ends: some bleed, and a new one begins, unless nobody is left; where nobody is. EP-DMG-03"""
    bleeding, dead = column(cells, at.width + BLEEDING), column(cells, at.width + DEAD)
    if bits(done & (bleeding != 0)) != 0:
        for one in range(setup.everybody):
            me, durability = PEOPLE + one * PERSON, facts[one * OF_PERSON + DURABILITY]
            bit = 1 << facts[one * OF_PERSON + NTH]
            bleeds = done & ((bleeding & ~dead & bit) != 0)
            left = column(cells, me + LEFT) - choose(bleeds, column(cells, me + WOUNDS), 0)
            put(cells, me + LEFT, left)
            dies = bleeds & rules.is_dead(durability - left, durability, facts[one * OF_PERSON + FLESH] != 0)
            put(cells, at.width + DEAD, column(cells, at.width + DEAD) | choose(dies, bit, 0))
    nobody = done & (column(cells, FRONT) == setup.second) & (column(cells, FRONT + 1) == setup.everybody)
    goes_on = done & (not nobody)
    put(cells, ROUNDS, column(cells, ROUNDS) + choose(goes_on, 1, 0))
    everybody = (1 << setup.everybody) - 1
    put(cells, at.width + TO_COME, choose(goes_on, everybody, column(cells, at.width + TO_COME)))
    return ended(setup, cells, nobody)


def moment(setup: Setup, facts: Ints, at: Layout, cells: Any, idle: Any) -> Any:
    """The highest count of those who can act, and all who share it; which fights end instead. EP-INIT-05 EP-INIT-07"""
    to_come, highest, sharing, passed = column(cells, at.width + TO_COME), everywhere(GONE), everywhere(0), everywhere(0)
    able = to_come & ~column(cells, at.width + DOWN)
    for nth in range(setup.everybody):
        one = facts[setup.everybody * OF_PERSON + nth]
        me = PEOPLE + one * PERSON
        due = column(cells, me + ROLLED) + rules.harm(column(cells, me + WOUNDS), facts[one * OF_PERSON + IGNORED])
        put(cells, at.width + DUE + nth, due)
        highest = greater(highest, choose((able & (1 << nth)) != 0, due, GONE))
    for nth in range(setup.everybody):
        due, bit = column(cells, at.width + DUE + nth), to_come & (1 << nth)
        sharing, passed = sharing | choose(due == highest, bit, 0), passed | choose(due >= highest, bit, 0)
    over = ended(setup, cells, idle & (is_over(setup, cells) | (column(cells, ROUNDS) > setup.limit)))
    goes_on = idle & (not over)
    put(cells, at.width + TO_COME, choose(goes_on, to_come & ~passed, to_come))
    put(cells, at.width + ATTACKING, choose(goes_on, sharing & able, column(cells, at.width + ATTACKING)))
    put(cells, at.width + ALONE, choose(goes_on, choose((sharing & (sharing - 1)) == 0, 1, 0), column(cells, at.width + ALONE)))
    for side in range(2):
        aim = at.width + AIM + side
        put(cells, aim, choose(goes_on, column(cells, FRONT + side), column(cells, aim)))
    return over


def is_over(setup: Setup, cells: Any) -> Any:
    """Where a side is down."""
    return (column(cells, FRONT) == setup.second) | (column(cells, FRONT + 1) == setup.everybody)


def ended(setup: Setup, cells: Any, where: Any) -> Any:
    """How fights end that end here; which these are."""
    first, second = column(cells, FRONT) < setup.second, column(cells, FRONT + 1) < setup.everybody
    winner = choose(first, choose(second, UNDECIDED, 0), choose(second, 1, NOBODY))
    put(cells, WINNER, choose(where, winner, column(cells, WINNER)))
    return where


# ------------------------------------------------------------------ an attack


def attacks(setup: Setup, facts: Ints, at: Layout, cells: Any, able: Any) -> None:
    """The next attack of a moment: both rolls are one draw, the damage is another. EP-CMB-01 EP-CMB-02 EP-TEST-04"""
    waiting = column(cells, at.width + ATTACKING)
    bit = waiting & -waiting
    one = look(cells, at.width + PERSONS, first_bit(bit))
    target = aimed(setup, at, cells, one)
    state = choose(able, stream.after(states(cells, at.width)), states(cells, at.width))
    put_states(cells, at.width, state)
    face, rest = stream.die(stream.draw(state), 100)
    roll = rules.percentile(number(face))
    face, _ = stream.die(rest, 100)
    answer = rules.percentile(number(face))
    ranged = known(at, cells, RANGED, one) != 0
    hurt = rules.wound_modifier(of_whom(setup, cells, WOUNDS, one), known(at, cells, IGNORED, one))
    lies = (column(cells, at.width + PRONE) & (everywhere(1) << known(at, cells, NTH, target))) != 0
    line = rules.Attack(known(at, cells, SKILL, one), hurt, 0, choose(lies, known(at, cells, AT_PRONE, one), 0), 0, 0, 0)
    found = rules.outcome(roll, rules.target_number(line.skill, rules.attack_modifiers(line), False, False))
    ours = rules.Side(roll, found.success, found.critical, line.skill)
    won = rules.opposed(ours, defends(setup, at, cells, target, answer, ranged))
    hit = able & rules.hits(found.success, True, won)
    damage = choose(hit, deals(facts, at, cells, hit, one, target, found), 0)
    for person in range(setup.everybody if bits(hit) != 0 else 0):
        dealt = PEOPLE + person * PERSON + DEALT
        put(cells, dealt, choose(hit & (one == person), damage, column(cells, dealt)))
    put(cells, DICE, column(cells, DICE) + choose(able, 2, 0))
    put(cells, at.width + HITTING, column(cells, at.width + HITTING) | choose(damage > 0, bit, 0))
    put(cells, at.width + ATTACKING, waiting & ~choose(able, bit, 0))


def aimed(setup: Setup, at: Layout, cells: Any, one: Any) -> Any:
    """Whom somebody attacks at this moment."""
    return choose(one < setup.second, column(cells, at.width + AIM + 1), column(cells, at.width + AIM))


def known(at: Layout, cells: Any, fact: int, whom: Any) -> Any:
    """What is known of somebody."""
    return look(cells, at.width + TABLES + fact, whom)


def of_whom(setup: Setup, cells: Any, fact: int, whom: Any) -> Any:
    """What somebody's row tells."""
    found = everywhere(0)
    for person in range(setup.everybody):
        found = choose(whom == person, column(cells, PEOPLE + person * PERSON + fact), found)
    return found


def defends(setup: Setup, at: Layout, cells: Any, target: Any, roll: Any, ranged: Any) -> rules.Side:
    """The defence of somebody who is attacked. EP-CMB-01"""
    hurt = rules.wound_modifier(of_whom(setup, cells, WOUNDS, target), known(at, cells, IGNORED, target))
    line = rules.Defense(known(at, cells, FRAY, target), known(at, cells, MELEE, target), ranged, 0, hurt, 0)
    base = rules.defense_skill(line)
    met = rules.outcome(roll, rules.target_number(base, rules.defense_modifiers(line), False, False))
    return rules.Side(roll, met.success, met.critical, base)


def deals(facts: Ints, at: Layout, cells: Any, hit: Any, one: Any, target: Any, found: rules.Outcome) -> Any:
    """The dice of damage against the armour. EP-CMB-02"""
    own, sides = known(at, cells, DAMAGE_DICE, one), known(at, cells, SIDES, one)
    rolled, superior, many = known(at, cells, ADDED, one), everywhere(0), own + found.superior
    state, rest, nth = states(cells, at.width), states(cells, at.width), 0
    rolls = hit & (many > 0)
    while bits(rolls) != 0:
        if nth % stream.MOST_DICE == 0:
            state = choose(rolls, stream.after(state), state)
            rest = stream.draw(state)
        is_own = own > nth
        face, rest = stream.die(rest, choose(is_own, sides, 6))
        rolled = rolled + choose(rolls & is_own, number(face), 0)
        superior = superior + choose(rolls & (not is_own), number(face), 0)
        nth += 1
        rolls = hit & (many > nth)
    put_states(cells, at.width, state)
    put(cells, DICE, column(cells, DICE) + choose(hit, many, 0))
    armor = choose(known(at, cells, AGAINST, one) == 0, known(at, cells, KINETIC, target), known(at, cells, ENERGY, target))
    return rules.damage(rules.Damage(rolled, superior, found.critical, armor, known(at, cells, PIERCING, one) != 0))


# ------------------------------------------------------------------ its effect


def suffers(setup: Setup, at: Layout, cells: Any, able: Any) -> None:
    """Damage of one source, its wounds, whether they floor somebody, whether he bleeds. EP-DMG-01 EP-DMG-02 EP-DMG-03"""
    width, waiting = at.width, column(cells, at.width + HITTING)
    mine = waiting & -waiting
    one = look(cells, width + PERSONS, first_bit(mine))
    target, damage = aimed(setup, at, cells, one), of_whom(setup, cells, DEALT, one)
    put(cells, width + HITTING, waiting & ~choose(able, mine, 0))
    bit = everywhere(1) << known(at, cells, NTH, target)
    durability, flesh = known(at, cells, DURABILITY, target), known(at, cells, FLESH, target) != 0
    left, had = of_whom(setup, cells, LEFT, target), of_whom(setup, cells, WOUNDS, target)
    wounds, taken = rules.wounds(damage, rules.wound_threshold(durability)), durability - left + damage
    is_down, stood = rules.is_down(taken, durability), (column(cells, width + DOWN) & bit) == 0
    tests = able & (wounds > 0) & stood & (not is_down)
    made = som(at, cells, tests, target, had + wounds)
    floored = tests & ((wounds > 1) | (not made))
    falls = able & stood & ((tests & (wounds > 1) & (not made)) | is_down)
    dies = able & rules.is_dead(taken, durability, flesh)
    marked(at, cells, PRONE, floored, bit)
    marked(at, cells, DEAD, dies, bit)
    marked(at, cells, DOWN, falls, bit)
    alive, new = (column(cells, width + DEAD) & bit) == 0, (column(cells, width + CHECKED) & bit) == 0
    checked = able & rules.bleeds(taken, durability, had + wounds, flesh) & alive & new
    marked(at, cells, CHECKED, checked, bit)
    if bits(checked) != 0:
        marked(at, cells, BLEEDING, checked & (not som(at, cells, checked, target, had + wounds)), bit)
    for person in range(setup.everybody):
        here, theirs = able & (target == person), PEOPLE + person * PERSON
        put(cells, theirs + LEFT, choose(here, left - damage, column(cells, theirs + LEFT)))
        put(cells, theirs + WOUNDS, choose(here, had + wounds, column(cells, theirs + WOUNDS)))
        put(cells, theirs + FELL, choose(here & falls, column(cells, ROUNDS), column(cells, theirs + FELL)))
    for side in range(2):
        there = falls & ((target >= setup.second) if side else (target < setup.second))
        put(cells, FRONT + side, column(cells, FRONT + side) + choose(there, 1, 0))


def marked(at: Layout, cells: Any, state: int, where: Any, bit: Any) -> None:
    """Somebody is in a state from now on."""
    put(cells, at.width + state, column(cells, at.width + state) | choose(where, bit, 0))


def som(at: Layout, cells: Any, able: Any, one: Any, wounds: Any) -> Any:
    """A SOM check with so many wounds. EP-TEST-01 EP-DMG-02"""
    state = choose(able, stream.after(states(cells, at.width)), states(cells, at.width))
    put_states(cells, at.width, state)
    put(cells, DICE, column(cells, DICE) + choose(able, 1, 0))
    face, _ = stream.die(stream.draw(state), 100)
    hurt = rules.wound_modifier(wounds, known(at, cells, IGNORED, one))
    target = rules.target_number(rules.check(known(at, cells, SOMATICS, one)), hurt, False, False)
    return rules.outcome(rules.percentile(number(face)), target).success
