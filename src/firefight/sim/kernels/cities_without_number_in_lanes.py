"""Cities Without Number side by side: fights in which the same side begins go through a round together, turn by turn.

Whoever acts is the same in every lane, and so are his weapons; whom he attacks is not. After the row come the states of the
dice, hit points and Soak of each side's first member on his feet (of whoever stands behind him they are as they were), and
for each side a table with what is known of its members, which a lane looks up by who is the first.
"""

from __future__ import annotations

from typing import Any

from firefight.games.cities_without_number import rules
from firefight.sim import stream
from firefight.sim.kernels import DICE, ROUNDS, UNDECIDED, WINNER, Ints, Plan
from firefight.sim.kernels.cities_without_number import (
    ARM,
    ATTACKS,
    BARRED,
    COMPILED,
    CROSSED,
    DICE_N,
    DICE_SIDES,
    EMPTY,
    FELL,
    FRONT,
    HP,
    LAST_ARM,
    LOADS,
    MAGAZINE,
    MAGAZINES_AT,
    MELEE,
    OF_ARM,
    OF_PERSON,
    OF_TARGET,
    PEOPLE,
    PERSON,
    ROUNDS_AT,
    SHIELDED,
    SHOTS,
    SOAK,
    TRAUMA_N,
    TRAUMA_SIDES,
    TURN,
    Setup,
    Target,
    begins,
    strike,
)  # fmt: skip
from firefight.sim.kernels.side_by_side import Layout, holds
from firefight.sim.lanes import IN_TABLE, LANES, bits, choose, column, everywhere, greater, look, number, put, put_states, states

FRONT_HP, FRONT_SOAK, TABLES = 2, 4, 6
FIRST_HP, FIRST_SOAK, OF_SIDE = OF_TARGET, OF_TARGET + 1, OF_TARGET + 2
"""What follows the row, and of each side's tables those that are not of a target: what somebody begins with."""
MORE = TABLES + 2 * OF_SIDE
IN_BITS = 30
__all__ = ["COMPILED", "EMPTY", "MORE", "begins", "ends", "enters", "fits", "prepares", "round", "rules"]


def fits(plan: Plan) -> bool:
    """Whether an encounter can be played so: tables and bits hold everybody, and no number is too large."""
    sides = plan.setup.second, plan.setup.everybody - plan.setup.second
    return max(sides) < IN_TABLE and plan.setup.everybody < IN_BITS and holds(plan)


def prepares(setup: Setup, facts: Ints, start: Ints, at: Layout, cells: Any) -> None:
    """Fills the tables."""
    for one in range(setup.everybody):
        side = 1 if one >= setup.second else 0
        cell = (at.width + TABLES + side * OF_SIDE) * LANES + one - side * setup.second
        for fact in range(OF_TARGET):
            cells[cell + fact * LANES] = facts[one * OF_PERSON + fact]
        cells[cell + FIRST_HP * LANES] = start[PEOPLE + one * PERSON + HP]
        cells[cell + FIRST_SOAK * LANES] = start[PEOPLE + one * PERSON + SOAK]


def enters(setup: Setup, facts: Ints, start: Ints, at: Layout, cells: Any, new: Any) -> None:
    """Where a fight begins the first of each side has all he begins with."""
    for side in range(2):
        first = PEOPLE + (setup.second if side else 0) * PERSON
        hp, soak = at.width + FRONT_HP + side, at.width + FRONT_SOAK + side
        put(cells, hp, choose(new, start[first + HP], column(cells, hp)))
        put(cells, soak, choose(new, start[first + SOAK], column(cells, soak)))


def ends(setup: Setup, at: Layout, cells: Any) -> None:
    """The rows of everybody as they are after a round: no hit points before the first on his feet, and his own."""
    for one in range(setup.everybody):
        side, row = 1 if one >= setup.second else 0, PEOPLE + one * PERSON
        front = column(cells, FRONT + side)
        hp, soak = column(cells, at.width + FRONT_HP + side), column(cells, at.width + FRONT_SOAK + side)
        put(cells, row + HP, choose(front > one, 0, choose(front == one, hp, column(cells, row + HP))))
        put(cells, row + SOAK, choose(front == one, soak, column(cells, row + SOAK)))


def round(setup: Setup, facts: Ints, at: Layout, cells: Any, first: int, over: Any) -> Any:
    """A round of all fights that are not over; which are over then. CWN-SEQ-01 CWN-SEQ-02"""
    for turn in range(2):
        side = first ^ turn
        last = setup.everybody if side else setup.second
        lost = setup.second if side else setup.everybody
        for nth in range(setup.second if side else 0, last):
            one = facts[nth * OF_PERSON + TURN]
            able = (column(cells, FRONT + side) <= one) & (not over)
            if bits(able) != 0:
                acts(setup, facts, at, cells, one, side, lost, able)
                won = able & (column(cells, FRONT + 1 - side) == lost)
                put(cells, WINNER, choose(won, side, column(cells, WINNER)))
                over = over | won
    for shield in range(SHIELDED, SHIELDED + 2):
        put(cells, shield, choose(over, column(cells, shield), 0))
    round = column(cells, ROUNDS) + choose(over, 0, 1)
    late = round > setup.limit
    put(cells, ROUNDS, round)
    put(cells, WINNER, choose(late & (not over), UNDECIDED, column(cells, WINNER)))
    return over | late


def acts(setup: Setup, facts: Ints, at: Layout, cells: Any, one: int, side: int, lost: int, able: Any) -> None:
    """Somebody's Main Action: the first weapon that works attacks, or is loaded again. CWN-ACT-01 CWN-ACT-14 CWN-ATK-07"""
    me, front = one * OF_PERSON, FRONT + 1 - side
    bound = is_bound(cells, one, front)
    arm, last = facts[me + ARM], facts[me + LAST_ARM]
    while (arm < last) & (bits(able) != 0):
        loaded, spare = facts[arm + ROUNDS_AT], facts[arm + MAGAZINES_AT]
        works = able & ((facts[arm + BARRED] == 0) | (not bound))
        fires = works & (facts[arm + SHOTS] <= column(cells, loaded))
        loads = works & (not fires) & (facts[arm + LOADS] <= column(cells, spare))
        put(cells, spare, column(cells, spare) - choose(loads, facts[arm + LOADS], 0))
        left = column(cells, loaded) - choose(fires, facts[arm + SHOTS], 0)
        put(cells, loaded, choose(loads, facts[arm + MAGAZINE], left))
        for _ in range(facts[me + ATTACKS] if bits(fires) != 0 else 0):
            attacks(setup, facts, at, cells, one, arm, side, fires & (column(cells, front) < lost))
        able = able & (not fires) & (not loads)
        arm += OF_ARM


def attacks(setup: Setup, facts: Ints, at: Layout, cells: Any, one: int, arm: int, side: int, able: Any) -> None:
    """One attack from the dice to the fall: all dice of an attack are one draw. CWN-ATK-01 CWN-DMG-02 CWN-SHOCK-04"""
    state = choose(able, stream.after(states(cells, at.width)), states(cells, at.width))
    put_states(cells, at.width, state)
    d20, rest = stream.die(stream.draw(state), 20)
    damage, rest = thrown(rest, facts[arm + DICE_N], facts[arm + DICE_SIDES])
    trauma, rest = thrown(rest, facts[arm + TRAUMA_N], facts[arm + TRAUMA_SIDES])
    put(cells, DICE, column(cells, DICE) + choose(able, 1 + facts[arm + DICE_N] + facts[arm + TRAUMA_N], 0))
    other = 1 - side
    front, first = column(cells, FRONT + other), setup.second if other else 0
    unused, bound = column(cells, SHIELDED + other) == 0, is_bound(cells, one, FRONT + other)
    line = strike(facts, target(cells, at.width + TABLES + other * OF_SIDE, front - first), arm, bound, unused)
    blow = rules.strike(line, setup.house, number(d20), number(damage), number(trauma))
    hp, soak = at.width + FRONT_HP + other, at.width + FRONT_SOAK + other
    had, kept = column(cells, hp), column(cells, soak)
    wound = rules.wound(setup.house, blow.base, blow.factor, blow.floor, kept, 0)
    hurt = able & (not blow.shielded)
    left = choose(hurt, greater(0, had - wound.lost), had)
    falls = hurt & (left == 0)
    put(cells, hp, left)
    put(cells, soak, choose(hurt, kept - wound.soaked, kept))
    put(cells, SHIELDED + other, choose(falls, 0, choose(able & blow.shielded, 1, column(cells, SHIELDED + other))))
    if facts[arm + MELEE] != 0:
        crosses(setup, cells, one, other, front, able)
    if bits(falls) != 0:
        fall(setup, at, cells, other, front, falls)


def thrown(left: Any, dice: int, sides: int) -> tuple[Any, Any]:
    """The sum of some dice, and what is left for others."""
    found = left & 0
    for _ in range(dice):
        face, left = stream.die(left, sides)
        found = found + face
    return found, left


def is_bound(cells: Any, one: int, front: int) -> Any:
    """Where an enemy with whom somebody has crossed blades is still on his feet. CWN-ACT-06"""
    return (column(cells, PEOPLE + one * PERSON + CROSSED) >> column(cells, front)) != 0


def target(cells: Any, table: int, nth: Any) -> Target:
    """What is known of those who are attacked."""
    return Target(
        look(cells, table, nth), look(cells, table + 1, nth), look(cells, table + 2, nth), look(cells, table + 3, nth),
        look(cells, table + 4, nth) != 0, look(cells, table + 5, nth) != 0,
    )  # fmt: skip


def crosses(setup: Setup, cells: Any, one: int, other: int, front: Any, able: Any) -> None:
    """Somebody crosses blades with those he attacks. CWN-ACT-06"""
    mine = PEOPLE + one * PERSON + CROSSED
    put(cells, mine, choose(able, column(cells, mine) | (everywhere(1) << front), column(cells, mine)))
    for person in range(setup.second if other else 0, setup.everybody if other else setup.second):
        theirs = PEOPLE + person * PERSON + CROSSED
        put(cells, theirs, choose(able & (front == person), column(cells, theirs) | 1 << one, column(cells, theirs)))


def fall(setup: Setup, at: Layout, cells: Any, other: int, front: Any, falls: Any) -> None:
    """The first of a side falls, and the next one stands there with all he begins with."""
    hp, soak = at.width + FRONT_HP + other, at.width + FRONT_SOAK + other
    for person in range(setup.second if other else 0, setup.everybody if other else setup.second):
        here, theirs = falls & (front == person), PEOPLE + person * PERSON
        put(cells, theirs + FELL, choose(here, column(cells, ROUNDS), column(cells, theirs + FELL)))
        put(cells, theirs + SOAK, choose(here, column(cells, soak), column(cells, theirs + SOAK)))
    table, next = at.width + TABLES + other * OF_SIDE, front + 1
    nth = next - (setup.second if other else 0)
    put(cells, hp, choose(falls, look(cells, table + FIRST_HP, nth), column(cells, hp)))
    put(cells, soak, choose(falls, look(cells, table + FIRST_SOAK, nth), column(cells, soak)))
    put(cells, FRONT + other, choose(falls, next, front))
