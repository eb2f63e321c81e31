"""Cyberpunk RED side by side: every lane is at a place of its own in its queue, and in each step does what comes next there.

In a step some lanes find out whose turn it is, who lives or dies then and what he does, and those with attacks left make one
of them. Nobody is ever hurt but the first of each side who is not dead, so what is known of him is kept apart, and his row is
written when he dies or the fight is over.
"""

from __future__ import annotations

from typing import Any

from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.wounds import BONUS
from firefight.sim import stream
from firefight.sim.kernels import DICE, NOBODY, ROUNDS, UNDECIDED, WINNER, Ints, Plan
from firefight.sim.kernels.cyberpunk_red import (
    ABLATES,
    ALL_INJURIES,
    ARM,
    ATTACKS,
    BODY_,
    COMPILED,
    DAMAGE_DICE,
    DEX,
    DV,
    EMPTY,
    ENDLESS,
    EVASION,
    FELL,
    FRONT,
    HALVES,
    HP,
    INJURIES,
    LAST_ARM,
    MAGAZINE,
    MOST_HP,
    NAMED,
    OF_ARM,
    OF_PERSON,
    PENALTY,
    PEOPLE,
    PERSON,
    REF,
    ROUNDS_AT,
    SAVES,
    SEAT,
    SKILL,
    SP,
    STAT,
    Setup,
)  # fmt: skip
from firefight.sim.kernels.side_by_side import Layout, holds
from firefight.sim.lanes import (
    IN_TABLE,
    LANES,
    bits,
    choose,
    column,
    everywhere,
    first_bit,
    look,
    number,
    put,
    put_states,
    states,
)  # fmt: skip

TO_COME, IN_QUEUE, OVER, BOUGHT, ONE, AGAIN, EMPTY_ARMS, FIRSTS = range(2, 10)
TABLES = FIRSTS + 2 * PERSON
"""What follows the row and the states of the dice: who is to act and who is left in the queue, a bit for each place; whether a
side is dead; how many attacks are left and whose, whether the dice of an injury are thrown again; a bit for each empty weapon;
the first of each side; and tables."""
OWN_ARMS, WHOLE_HP, WHOLE_SP, OF_TABLE = range(OF_PERSON, OF_PERSON + 4)
ARMS, IS_ENDLESS = TABLES + OF_TABLE, OF_ARM
"""What the tables tell besides: of people a bit for each of their weapons and what they begin with, of weapons whether they are
never empty."""
MORE = ARMS + OF_ARM + 1
__all__ = ["COMPILED", "EMPTY", "MORE", "begins", "ends", "enters", "fits", "prepares", "round", "rules"]


def fits(plan: Plan) -> bool:
    """Whether an encounter can be played so: the tables hold everybody and all weapons, and no number is too large."""
    people = plan.setup.everybody
    arms = (len(plan.facts) - people * OF_PERSON) // OF_ARM
    start = [0 if value == ENDLESS else value for value in plan.start]
    return people <= IN_TABLE and arms <= IN_TABLE and holds(plan._replace(start=start))


def prepares(setup: Setup, facts: Ints, start: Ints, at: Layout, cells: Any) -> None:
    """Fills the tables; weapons are told by their number."""
    arms = setup.everybody * OF_PERSON
    for one in range(setup.everybody):
        me, cell = one * OF_PERSON, (at.width + TABLES) * LANES + one
        for fact in range(OF_PERSON):
            cells[cell + fact * LANES] = facts[me + fact]
        first, last = (facts[me + ARM] - arms) // OF_ARM, (facts[me + LAST_ARM] - arms) // OF_ARM
        cells[cell + ARM * LANES], cells[cell + OWN_ARMS * LANES] = first, (1 << last) - (1 << first)
        cells[cell + WHOLE_HP * LANES] = start[PEOPLE + one * PERSON + HP]
        cells[cell + WHOLE_SP * LANES] = start[PEOPLE + one * PERSON + SP]
    for arm in range(arms_of(setup, facts)):
        cell = (at.width + ARMS) * LANES + arm
        for fact in range(OF_ARM):
            cells[cell + fact * LANES] = facts[arms + arm * OF_ARM + fact]
        cells[cell + IS_ENDLESS * LANES] = 1 if start[facts[arms + arm * OF_ARM + ROUNDS_AT]] == ENDLESS else 0


def begins(setup: Setup, row: Ints, at: int, state: int) -> tuple[int, int]:
    """No side begins."""
    return state, 0


def ends(setup: Setup, at: Layout, cells: Any) -> None:
    """The rows tell what is known of the first of each side."""
    for side in range(2):
        told(setup, at, cells, side, everywhere(0) == 0)


def told(setup: Setup, at: Layout, cells: Any, side: int, where: Any) -> None:
    """Writes the first of a side into his row."""
    for person in range(setup.second if side else 0, setup.everybody if side else setup.second):
        here, me = where & (column(cells, FRONT + side) == person), PEOPLE + person * PERSON
        put(cells, me + HP, choose(here, column(cells, of_first(at, side, HP)), column(cells, me + HP)))
        put(cells, me + SP, choose(here, column(cells, of_first(at, side, SP)), column(cells, me + SP)))


def stands(at: Layout, cells: Any, side: int, where: Any) -> None:
    """The first of a side stands there as he began."""
    for fact in range(PERSON):
        put(cells, of_first(at, side, fact), choose(where, 0, column(cells, of_first(at, side, fact))))
    for fact, whole in ((HP, WHOLE_HP), (SP, WHOLE_SP)):
        began = known(at, cells, TABLES + whole, column(cells, FRONT + side))
        put(cells, of_first(at, side, fact), choose(where, began, column(cells, of_first(at, side, fact))))


def of_first(at: Layout, side: int, fact: int) -> int:
    """The column that tells something of the first of a side."""
    return at.width + FIRSTS + side * PERSON + fact


# ------------------------------------------------------------------ the queue


def enters(setup: Setup, facts: Ints, start: Ints, at: Layout, cells: Any, new: Any) -> None:
    """Where a fight begins everybody gets a place; those who share one roll on until nobody does. CPR-INIT-01 CPR-INIT-03"""
    everybody, sharing = setup.everybody, new
    places = PEOPLE + everybody * PERSON
    shared, rolled, order = places + everybody, places + 2 * everybody, places + 3 * everybody
    for one in range(everybody):
        put(cells, shared + one, choose(new, 1, column(cells, shared + one)))
    while bits(sharing) != 0:
        for nth in range(everybody):
            one = facts[nth * OF_PERSON + SEAT]
            rolls(setup, facts, at, cells, one, rolled, sharing & (column(cells, shared + one) != 0))
        left = everywhere(0)
        for one in range(everybody):
            place, mine, behind, ties = column(cells, places + one), column(cells, rolled + one), everywhere(0), everywhere(0)
            for other in range(everybody):
                same, theirs = column(cells, places + other) == place, column(cells, rolled + other)
                behind, ties = behind + choose(same & (theirs > mine), 1, 0), ties + choose(same & (theirs == mine), 1, 0)
            put(cells, order + one, place + choose(column(cells, shared + one) != 0, behind, 0))
            shares = choose((ties > 1) & (column(cells, shared + one) != 0), 1, 0)
            put(cells, shared + one, choose(sharing, shares, column(cells, shared + one)))
            left = left + shares
        for one in range(everybody):
            put(cells, places + one, choose(sharing, column(cells, order + one), column(cells, places + one)))
        sharing = sharing & (left != 0)
    empty, arms = 0, everybody * OF_PERSON
    for arm in range(arms_of(setup, facts)):
        empty |= 1 << arm if start[facts[arms + arm * OF_ARM + ROUNDS_AT]] == 0 else 0
    for state in range(TO_COME, FIRSTS):
        value = (1 << everybody) - 1 if state <= IN_QUEUE else (empty if state == EMPTY_ARMS else 0)
        put(cells, at.width + state, choose(new, value, column(cells, at.width + state)))
    for side in range(2):
        stands(at, cells, side, new)


def rolls(setup: Setup, facts: Ints, at: Layout, cells: Any, one: int, rolled: int, where: Any) -> None:
    """An initiative roll. CPR-INIT-06 CPR-INIT-07"""
    face, me = drawn(at, cells, where), one * OF_PERSON
    second, again = everywhere(0), where & ((face == 1) | (face == 10)) & setup.criticals
    put(cells, DICE, column(cells, DICE) + choose(where, 1, 0) + choose(again, 1, 0))
    if bits(again) != 0:
        second = choose(again, drawn(at, cells, again), second)
    total = rules.initiative(facts[me + REF], facts[me + NAMED], 0, 0, face, second, setup.criticals)
    put(cells, rolled + one, choose(where, total, column(cells, rolled + one)))


def drawn(at: Layout, cells: Any, where: Any) -> Any:
    """A d10 of a draw of its own."""
    return number(stream.die(advanced(at, cells, where), 10)[0])


def advanced(at: Layout, cells: Any, where: Any) -> Any:
    """The bits of the next draw; only there do the dice go on."""
    state = choose(where, stream.after(states(cells, at.width)), states(cells, at.width))
    put_states(cells, at.width, state)
    return stream.draw(state)


# ------------------------------------------------------------------ a step


def round(setup: Setup, facts: Ints, at: Layout, cells: Any, first: int, over: Any) -> Any:
    """A step of all fights that are not over; which are over then."""
    again = (not over) & (column(cells, at.width + AGAIN) != 0)
    if bits(again) != 0:
        injures(setup, at, cells, again, column(cells, at.width + ONE) < setup.second)
    to_come, queue = column(cells, at.width + TO_COME), column(cells, at.width + IN_QUEUE)
    ready = (not over) & (column(cells, at.width + AGAIN) == 0)
    idle = ready & (column(cells, at.width + BOUGHT) == 0)
    done = idle & (to_come == 0)
    goes_on = done & (queue != 0)
    put(cells, ROUNDS, column(cells, ROUNDS) + choose(goes_on, 1, 0))
    put(cells, at.width + TO_COME, choose(goes_on, queue, to_come))
    over = over | ended(setup, cells, done & (queue == 0))
    idle = idle & (not over)
    if bits(idle) != 0:
        over = over | turn(setup, facts, at, cells, idle)
    able = ready & (not over) & (column(cells, at.width + BOUGHT) > 0)
    if bits(able) != 0:
        attacks(setup, facts, at, cells, able)
    return over


def turn(setup: Setup, facts: Ints, at: Layout, cells: Any, idle: Any) -> Any:
    """Whose turn it is: he may die, loads his weapon or has his attacks before him; which fights end instead. CPR-ACT-03"""
    width, to_come, one = at.width, column(cells, at.width + TO_COME), everywhere(0)
    bit, places = to_come & -to_come, PEOPLE + setup.everybody * PERSON
    place = first_bit(bit)
    for person in range(setup.everybody):
        one = choose(column(cells, places + person) == place, person, one)
    put(cells, width + TO_COME, to_come & ~choose(idle, bit, 0))
    dying = idle & (hit_points(at, cells, one) < 1)
    dies = dying
    if bits(dying) != 0:
        dies = death_save(setup, at, cells, one, bit, dying)
    acts = idle & (not dies)
    over = ended(setup, cells, acts & ((column(cells, width + OVER) != 0) | (column(cells, ROUNDS) > setup.limit)))
    acts = acts & (not over)
    put(cells, width + ONE, choose(acts, one, column(cells, width + ONE)))
    arm, empty = known(at, cells, TABLES + ARM, one), column(cells, width + EMPTY_ARMS)
    is_empty = acts & ((empty >> arm & 1) != 0)
    if bits(is_empty) != 0:
        loads(setup, facts, cells, is_empty, arm)
        full = is_empty & (known(at, cells, ARMS + MAGAZINE, arm) != 0)
        put(cells, width + EMPTY_ARMS, empty & ~choose(full, everywhere(1) << arm, 0))
    bought = choose(is_empty, 0, known(at, cells, ARMS + ATTACKS, arm))
    put(cells, width + BOUGHT, choose(acts, bought, column(cells, width + BOUGHT)))
    return over


def loads(setup: Setup, facts: Ints, cells: Any, where: Any, arm: Any) -> None:
    """Weapons are loaded again. CPR-ACT-18"""
    for nth in range(arms_of(setup, facts)):
        at = setup.everybody * OF_PERSON + nth * OF_ARM
        loaded = facts[at + ROUNDS_AT]
        put(cells, loaded, choose(where & (arm == nth), facts[at + MAGAZINE], column(cells, loaded)))


def hit_points(at: Layout, cells: Any, one: Any) -> Any:
    """Somebody's hit points: whoever is not the first of his side has all of them."""
    found = known(at, cells, TABLES + WHOLE_HP, one)
    for side in range(2):
        found = choose(column(cells, FRONT + side) == one, column(cells, of_first(at, side, HP)), found)
    return found


def death_save(setup: Setup, at: Layout, cells: Any, one: Any, bit: Any, dying: Any) -> Any:
    """Those Mortally Wounded live or die as their turn begins; who dies. CPR-HP-03"""
    face = drawn(at, cells, dying)
    put(cells, DICE, column(cells, DICE) + choose(dying, 1, 0))
    is_second = one >= setup.second
    body, dies = known(at, cells, TABLES + BODY_, one), everywhere(0) != 0
    for side in range(2):
        saves, here = of_first(at, side, SAVES), dying & (is_second if side else (not is_second))
        made = rules.survives(face, column(cells, of_first(at, side, PENALTY)) + column(cells, saves), body)
        put(cells, saves, column(cells, saves) + choose(here & made, 1, 0))
        falls = here & (not made)
        if bits(falls) != 0:
            told(setup, at, cells, side, falls)
            for person in range(setup.everybody):
                fell = PEOPLE + person * PERSON + FELL
                put(cells, fell, choose(falls & (one == person), column(cells, ROUNDS), column(cells, fell)))
            put(cells, FRONT + side, column(cells, FRONT + side) + choose(falls, 1, 0))
            stands(at, cells, side, falls)
        dies = dies | falls
    put(cells, at.width + IN_QUEUE, column(cells, at.width + IN_QUEUE) & ~choose(dies, bit, 0))
    is_over = (column(cells, FRONT) == setup.second) | (column(cells, FRONT + 1) == setup.everybody)
    put(cells, at.width + OVER, choose(dies & is_over, 1, column(cells, at.width + OVER)))
    return dies


def ended(setup: Setup, cells: Any, where: Any) -> Any:
    """How fights end that end here; which these are."""
    first, second = column(cells, FRONT) < setup.second, column(cells, FRONT + 1) < setup.everybody
    winner = choose(first, choose(second, UNDECIDED, 0), choose(second, 1, NOBODY))
    put(cells, WINNER, choose(where, winner, column(cells, WINNER)))
    return where


def known(at: Layout, cells: Any, fact: int, whom: Any) -> Any:
    """What is known of somebody, or of a weapon."""
    return look(cells, at.width + fact, whom)


def arms_of(setup: Setup, facts: Ints) -> int:
    """How many weapons there are; those of the last person end the row."""
    return (facts[(setup.everybody - 1) * OF_PERSON + LAST_ARM] - setup.everybody * OF_PERSON) // OF_ARM


# ------------------------------------------------------------------ an attack


def attacks(setup: Setup, facts: Ints, at: Layout, cells: Any, able: Any) -> None:
    """One attack with the first weapon that works; the dice of both Checks are one draw. CPR-ATK-01 CPR-ATK-03 CPR-RES-04"""
    one, empty = column(cells, at.width + ONE), column(cells, at.width + EMPTY_ARMS)
    target = choose(one < setup.second, column(cells, FRONT + 1), column(cells, FRONT))
    usable = known(at, cells, TABLES + OWN_ARMS, one) & ~empty
    has, arm = able & (usable != 0), first_bit(usable | 1 << IN_TABLE - 1)
    left = column(cells, at.width + BOUGHT)
    put(cells, at.width + BOUGHT, choose(able, choose(has, left - 1, 0), left))
    for nth in range(arms_of(setup, facts)):
        if cells[(at.width + ARMS + IS_ENDLESS) * LANES + nth] == 0:
            rounds = facts[setup.everybody * OF_PERSON + nth * OF_ARM + ROUNDS_AT]
            uses = has & (arm == nth)
            now = column(cells, rounds) - choose(uses, 1, 0)
            put(cells, rounds, now)
            empty = empty | choose(uses & (now == 0), 1 << nth, 0)
    put(cells, at.width + EMPTY_ARMS, empty)
    face, second, rest, thrown = check(advanced(at, cells, has))
    penalty = rules.wound_penalty(rules.wound_state(hit_points(at, cells, one), known(at, cells, TABLES + MOST_HP, one)))
    line = rules.Action(known(at, cells, ARMS + STAT, arm), known(at, cells, ARMS + SKILL, arm), 0, -penalty, 0, 0, 0)
    total, against = rules.action(line, face, second), known(at, cells, ARMS + DV, arm)
    face, second, rest, more = check(rest)
    defense = rules.Defense(known(at, cells, TABLES + DEX, target), known(at, cells, TABLES + EVASION, target), 0, 0)
    opposed = against <= 0
    hit = has & choose(
        opposed, rules.beats(total, rules.defense(defense, face, second)), rules.succeeds(total, against, setup.tie)
    )
    put(cells, DICE, column(cells, DICE) + choose(has, thrown + choose(opposed, more, 0), 0))
    if bits(hit) != 0:
        harms(setup, at, cells, hit, one < setup.second, arm)


def check(rest: Any) -> tuple[Any, Any, Any, Any]:
    """The die of a Check, and the second one that a 10 or a 1 brings; the bits left; the dice thrown. CPR-RES-02 CPR-RES-03"""
    face, rest = stream.die(rest, 10)
    second, later = stream.die(rest, 10)
    again = (number(face) == 1) | (number(face) == 10)
    return number(face), choose(again, number(second), 0), choose(again, later, rest), choose(again, 2, 1)


def harms(setup: Setup, at: Layout, cells: Any, hit: Any, other: Any, arm: Any) -> None:
    """What hits do, `other` to the second side: damage, armour, injuries. CPR-DMG-01 CPR-DMG-02 CPR-DMG-04 CPR-HP-03"""
    damage, sixes, dice = everywhere(0), everywhere(0), known(at, cells, ARMS + DAMAGE_DICE, arm)
    rest, nth, rolls = states(cells, at.width), 0, hit & (dice > 0)
    while bits(rolls) != 0:
        if nth % stream.MOST_DICE == 0:
            rest = advanced(at, cells, rolls)
        face, rest = stream.die(rest, 6)
        damage = damage + choose(rolls, number(face), 0)
        sixes = sixes + choose(rolls & (number(face) == 6), 1, 0)
        nth += 1
        rolls = hit & (dice > nth)
    put(cells, DICE, column(cells, DICE) + choose(hit, dice, 0))
    hp, sp, had = hurt(at, cells, HP, other), hurt(at, cells, SP, other), hurt(at, cells, INJURIES, other)
    line = rules.Hit(damage, sp, known(at, cells, ARMS + HALVES, arm) != 0, False, known(at, cells, ARMS + ABLATES, arm))
    lost, worn = rules.through(line), rules.sp_after(line)
    dying = hit & (lost > 0) & (hp < 1)
    injured = hit & (rules.is_critical(sixes) | dying) & (had != ALL_INJURIES)
    lost = lost + choose(injured, BONUS, 0)
    for side in range(2):
        here = hit & (other if side else (not other))
        for fact, now in ((HP, hp - lost), (SP, worn)):
            put(cells, of_first(at, side, fact), choose(here, now, column(cells, of_first(at, side, fact))))
        saves = of_first(at, side, SAVES)
        put(cells, saves, column(cells, saves) + choose(here & dying, 1, 0))
    if bits(injured) != 0:
        injures(setup, at, cells, injured, other)


def hurt(at: Layout, cells: Any, fact: int, other: Any) -> Any:
    """What is known of the first of a side, of the second where it is the other."""
    return choose(other, column(cells, of_first(at, 1, fact)), column(cells, of_first(at, 0, fact)))


def injures(setup: Setup, at: Layout, cells: Any, where: Any, other: Any) -> None:
    """The dice of a Critical Injury; where somebody has got that one, they are thrown again in the next step. CPR-DMG-04"""
    one, rest = stream.die(advanced(at, cells, where), 6)
    more, _ = stream.die(rest, 6)
    put(cells, DICE, column(cells, DICE) + choose(where, 2, 0))
    bit = everywhere(1) << (number(one) + number(more))
    is_known = (hurt(at, cells, INJURIES, other) & bit) != 0
    put(cells, at.width + AGAIN, choose(where, choose(is_known, 1, 0), column(cells, at.width + AGAIN)))
    new = where & (not is_known)
    for side in range(2):
        here = new & (other if side else (not other))
        had, penalty = of_first(at, side, INJURIES), of_first(at, side, PENALTY)
        put(cells, had, column(cells, had) | choose(here, bit, 0))
        put(cells, penalty, column(cells, penalty) + choose(here & ((bit & setup.deadly) != 0), 1, 0))
