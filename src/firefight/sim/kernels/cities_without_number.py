"""The stand-up fight of Cities Without Number: sides in turn, everybody attacks the first enemy on his feet.

A row holds, after its head and each side's first member on his feet and used shield: for everybody the round of his fall,
hit points, Soak, and whom he has crossed blades with (a bit for each of the other side); for every weapon what is in it,
and the magazines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.games.cities_without_number import aim, rules
from firefight.games.cities_without_number.gear import Weapon, dice_of
from firefight.games.cities_without_number.sheet import is_thing, modifier, sheet, weapon
from firefight.games.cities_without_number.strikes import usable
from firefight.games.cities_without_number.targets import why_no_weapon
from firefight.sim import stream
from firefight.sim.kernels import DICE, ROUNDS, UNDECIDED, WINNER, Column, Ints, Outside, Plan, capacity, fighters, require
from firefight.table import Combatant, Mark, Table

RULES = (
    "CWN-SEQ-01", "CWN-SEQ-02", "CWN-INIT-01", "CWN-ACT-01", "CWN-ACT-05", "CWN-ACT-06", "CWN-ACT-14", "CWN-ATK-01", "CWN-ATK-02",
    "CWN-ATK-03", "CWN-ATK-04", "CWN-ATK-05", "CWN-ATK-07", "CWN-DMG-01", "CWN-DMG-02", "CWN-DMG-04", "CWN-SHOCK-01",
    "CWN-SHOCK-02", "CWN-SHOCK-04", "CWN-SHOCK-05", "CWN-SHOCK-06", "CWN-TRAUMA-01", "CWN-TRAUMA-02", "CWN-TRAUMA-03",
)  # fmt: skip
ROLES = frozenset({"initiative", "tie", "attack", "damage", "trauma"})
JOINED = frozenset({"damage", "trauma"})

MOST_PEOPLE = 60
FRONT, SHIELDED, PEOPLE = 3, 5, 7
FELL, HP, SOAK, CROSSED, PERSON = range(5)
"""Columns of the row of a fight."""
MELEE_AC, RANGED_AC, SHOCK_AC, TRAUMA_TARGET, IMMUNE, SHIELD, ATTACKS, ARM, LAST_ARM, TURN, OF_PERSON = range(11)
"""What is known of each person, as a target first; the last is who acts in his place: members of a side act in the order of
their ids."""
OF_TARGET = ATTACKS
(MELEE, BARRED, REACH, BONUS, DAMAGE, MOST, SHOCK, TO_AC, DICE_N, DICE_SIDES, TRAUMA_N, TRAUMA_SIDES, TRAUMA, RATING,
 LOADS, SHOTS, MAGAZINE, ROUNDS_AT, MAGAZINES_AT, OF_ARM) = range(20)  # fmt: skip
"""What is known of each weapon: what an enemy in reach does to it, the arguments of rules.Strike, dice, ammunition."""


class Setup(NamedTuple):
    """The fight as a whole: where the second side begins and ends, what each adds to initiative, whether PCs are in it."""

    second: int
    everybody: int
    bonus: int
    other_bonus: int
    pcs: bool
    other_pcs: bool
    limit: int
    house: rules.House


class Target(NamedTuple):
    """The numbers that an attack on somebody meets."""

    melee_ac: int
    ranged_ac: int
    shock_ac: int
    trauma_target: int
    immune: bool
    shield: bool


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
    """One fight, from initiative until a side is out. CWN-SEQ-01 CWN-SEQ-02"""
    state, first = begins(setup, row, at, state)
    for round in range(1, setup.limit + 1):
        for turn in range(2):
            side = first ^ turn
            last = setup.everybody if side else setup.second
            lost = setup.second if side else setup.everybody
            for nth in range(setup.second if side else 0, last):
                one = facts[nth * OF_PERSON + TURN]
                if one >= row[at + FRONT + side]:
                    state = acts(setup, facts, row, at, state, one, side, lost, round, blows, telling)
                if row[at + FRONT + 1 - side] == lost:
                    row[at + WINNER], row[at + ROUNDS] = side, round
                    return
        row[at + SHIELDED] = 0
        row[at + SHIELDED + 1] = 0
    row[at + WINNER], row[at + ROUNDS] = UNDECIDED, setup.limit + 1


def begins(setup: Setup, row: Ints, at: int, state: int) -> tuple[int, int]:
    """Which side begins: the higher roll; PCs before others, and two of a kind roll again. CWN-INIT-01"""
    state = stream.after(state)
    mine, _ = stream.die(stream.draw(state), 8)
    state = stream.after(state)
    theirs, _ = stream.die(stream.draw(state), 8)
    row[at + DICE] += 2
    lead = mine + setup.bonus - theirs - setup.other_bonus
    if lead == 0:
        lead = setup.pcs - setup.other_pcs
    while lead == 0:
        state = stream.after(state)
        mine, _ = stream.die(stream.draw(state), 8)
        state = stream.after(state)
        theirs, _ = stream.die(stream.draw(state), 8)
        row[at + DICE] += 2
        lead = mine - theirs
    return state, 0 if lead > 0 else 1


def acts(
    setup: Setup, facts: Ints, row: Ints, at: int, state: int,
    one: int, side: int, lost: int, round: int, blows: Ints, telling: bool,
) -> int:  # fmt: skip
    """Somebody's Main Action: the first weapon that works attacks, or is loaded again. CWN-ACT-01 CWN-ACT-14 CWN-ATK-07"""
    me, foes = one * OF_PERSON, at + FRONT + 1 - side
    bound = is_bound(row, at, one, foes)
    arm, last = facts[me + ARM], facts[me + LAST_ARM]
    while arm < last:
        loaded, spare = at + facts[arm + ROUNDS_AT], at + facts[arm + MAGAZINES_AT]
        works = (facts[arm + BARRED] == 0) | (not bound)
        if works & (facts[arm + SHOTS] <= row[loaded]):
            row[loaded] -= facts[arm + SHOTS]
            for _ in range(facts[me + ATTACKS]):
                if row[foes] < lost:
                    state = attacks(setup, facts, row, at, state, one, row[foes], arm, side, round, blows, telling)
            return state
        if works & (facts[arm + LOADS] <= row[spare]):
            row[spare] -= facts[arm + LOADS]
            row[loaded] = facts[arm + MAGAZINE]
            return state
        arm += OF_ARM
    return state


def attacks(
    setup: Setup, facts: Ints, row: Ints, at: int, state: int,
    one: int, target: int, arm: int, side: int, round: int, blows: Ints, telling: bool,
) -> int:  # fmt: skip
    """One attack from the dice to the fall: all dice of an attack are one draw. CWN-ATK-01 CWN-DMG-02 CWN-SHOCK-04"""
    state = stream.after(state)
    d20, bits = stream.die(stream.draw(state), 20)
    damage, trauma = 0, 0
    for _ in range(facts[arm + DICE_N]):
        face, bits = stream.die(bits, facts[arm + DICE_SIDES])
        damage += face
    for _ in range(facts[arm + TRAUMA_N]):
        face, bits = stream.die(bits, facts[arm + TRAUMA_SIDES])
        trauma += face
    row[at + DICE] += 1 + facts[arm + DICE_N] + facts[arm + TRAUMA_N]
    shielded, bound = at + SHIELDED + 1 - side, is_bound(row, at, one, at + FRONT + 1 - side)
    line = strike(facts, met(facts, target * OF_PERSON), arm, bound, row[shielded] == 0)
    blow = rules.strike(line, setup.house, d20, damage, trauma)
    mine, theirs = at + PEOPLE + one * PERSON, at + PEOPLE + target * PERSON
    row[mine + CROSSED] |= facts[arm + MELEE] << target
    row[theirs + CROSSED] |= facts[arm + MELEE] << one
    if blow.shielded:
        row[shielded] = 1
        if telling:
            tell(blows, one, target, blow, 0, 0)
        return state
    wound = rules.wound(setup.house, blow.base, blow.factor, blow.floor, row[theirs + SOAK], 0)
    row[theirs + SOAK] -= wound.soaked
    row[theirs + HP] = max(0, row[theirs + HP] - wound.lost)
    if row[theirs + HP] == 0:
        row[theirs + FELL] = round
        row[at + FRONT + 1 - side] += 1
        row[shielded] = 0
    if telling:
        tell(blows, one, target, blow, wound.soaked, wound.lost)
    return state


def is_bound(row: Ints, at: int, one: int, foes: int) -> bool:
    """Whether an enemy with whom somebody has crossed blades is still on his feet. CWN-ACT-06"""
    return row[at + PEOPLE + one * PERSON + CROSSED] >> row[foes] != 0


def met(facts: Ints, it: int) -> Target:
    """The numbers that an attack on somebody meets."""
    immune, shield = facts[it + IMMUNE] != 0, facts[it + SHIELD] != 0
    return Target(facts[it + MELEE_AC], facts[it + RANGED_AC], facts[it + SHOCK_AC], facts[it + TRAUMA_TARGET], immune, shield)


def strike(facts: Ints, it: Target, arm: int, bound: bool, shield: bool) -> rules.Strike:
    """The arguments of the attack's rule; what a stand-up fight does not know is nothing."""
    melee = facts[arm + MELEE] != 0
    ac = it.melee_ac if melee else it.ranged_ac
    reach, melee_ac = facts[arm + REACH] if bound else 0, it.shock_ac if melee else 0
    return rules.Strike(
        bonus=facts[arm + BONUS], cover=0, unseen=0, range=0, prone=0, reach=reach, action=0,
        modifier=0, gunlink=False, ac=ac, certain=0,
        damage=facts[arm + DAMAGE], swarm=0, most=facts[arm + MOST], shock=facts[arm + SHOCK], shock_ac=facts[arm + TO_AC],
        melee_ac=melee_ac, mobbed=False, immune=it.immune, defends=False,
        shield=shield & it.shield, trauma=facts[arm + TRAUMA], trauma_target=it.trauma_target, rating=facts[arm + RATING],
    )  # fmt: skip


def tell(blows: Ints, one: int, target: int, blow: rules.Blow, soaked: int, lost: int) -> None:
    """The attack as a line of `blows`: who, whom, total, hit, traumatic, soaked, lost. The first cell is where it goes."""
    at = blows[0]
    blows[0] = at + 7
    blows[at], blows[at + 1], blows[at + 2], blows[at + 3] = one, target, blow.total, int(blow.hit)
    blows[at + 4], blows[at + 5], blows[at + 6] = int(blow.traumatic), soaked, lost


COMPILED = (is_bound, met, strike, tell, attacks, acts, begins, fight, fights)
EMPTY = Plan(Setup(0, 0, 0, 0, False, False, 0, rules.House(False, False, False, False, 0)), [0], [0], (), ("", ""), 0)

# ------------------------------------------------------------------ the encounter


def plan(table: Table, limit: int) -> Plan:
    """An encounter as the kernel wants it. Raises Outside, with the reason, for one that it cannot play."""
    require(table, initiative_mode="side", side_tie="roll_off", binding_enemy="any_able", soak_scope="weapon_and_shock",
            surprise_immune_acts_first="surprise_round_only")  # fmt: skip
    first, second = fighters(table)
    everybody = [*first, *second]
    if len(everybody) > MOST_PEOPLE:
        raise Outside(f"there are more than {MOST_PEOPLE} people")
    for one in everybody:
        for reason in odd(one):
            raise Outside(reason)
    facts, start, columns = Rows(table, everybody, len(first), limit).done()
    bonus, other_bonus = (begins_with(table, side) for side in (first, second))
    pcs, other_pcs = (any(one.pc for one in side) for side in (first, second))
    setup = Setup(len(first), len(everybody), bonus, other_bonus, pcs, other_pcs, limit, aim.house(table))
    return Plan(setup, facts, start, columns, (first[0].side, second[0].side), limit)


def odd(one: Combatant) -> Iterator[str]:
    """What the kernel does not know of somebody."""
    if is_thing(one):
        yield f"{one.name} is a machine"
    if sheet(one).automatic_initiative:
        yield f"{one.name} acts before everybody"
    if one.pool("hp") < 1:
        yield f"{one.name} has no hit points left"


def begins_with(table: Table, side: list[Combatant]) -> int:
    """What a side adds to its initiative. CWN-INIT-01"""
    return max(modifier(one, "Dex") for one in side) if any(one.pc for one in side) else 0


class Rows:
    """The numbers of everybody and of all weapons while they are gathered, through the functions the engine itself uses."""

    def __init__(self, table: Table, everybody: list[Combatant], second: int, limit: int) -> None:
        self.table, self.everybody, self.second, self.limit = table, everybody, second, limit
        self.people: list[int] = []
        self.arms: list[int] = []
        self.start = [0] * (PEOPLE + PERSON * len(everybody))
        self.columns: list[Column] = []

    def done(self) -> tuple[list[int], list[int], tuple[Column, ...]]:
        """What is known of everybody and then of all weapons, the row of a fight at its beginning, and what it tells."""
        self.start[FRONT + 1] = self.second
        ids = [one.id for one in self.everybody]
        acting = [ids.index(id) for side in (ids[: self.second], ids[self.second :]) for id in sorted(side)]
        for index, one in enumerate(self.everybody):
            self.add(index, one)
            self.people.append(acting[index])
        return self.people + self.arms, self.start, tuple(self.columns)

    def add(self, index: int, one: Combatant) -> None:
        """Somebody with his weapons."""
        at = PEOPLE + index * PERSON
        self.start[at + HP], self.start[at + SOAK] = one.pool("hp"), one.pool("soak")
        self.columns.append(Column(at + FELL, one.id, "", self.limit + 1))
        for column, pool in ((HP, "hp"), (SOAK, "soak")):
            if pool in one.pools:
                self.columns.append(Column(at + column, one.id, pool, capacity(one.pool(pool), one.pools[pool].most)))
        foe = self.everybody[self.second if index < self.second else 0]
        before = OF_PERSON * len(self.everybody)
        first = before + len(self.arms)
        for arm in {arm.name: arm for arm in usable(one)}.values():
            if arm.kind != "thrown":
                self.arm(one, foe, weapon(one, arm.name))
        self.people += (*self.as_target(one, foe), sheet(one).attacks, first, before + len(self.arms))

    def as_target(self, one: Combatant, foe: Combatant) -> tuple[int, ...]:
        """The numbers that an attack on somebody meets."""
        melee, ranged = (
            aim.strike_line(self.table, aim.Attempt(foe, one, Weapon("any"), near, "attack")) for near in (True, False)
        )
        return melee.ac, ranged.ac, melee.melee_ac, melee.trauma_target, int(melee.immune), int(melee.shield)

    def arm(self, one: Combatant, foe: Combatant, arm: Weapon) -> None:
        """A weapon, unless it can never be used in this fight. What an enemy in reach does to it the engine tells."""
        melee = arm.kind == "melee"
        near = self.table.change(one.id, marks=(Mark("enemy in reach"),))
        why = {reason.key for reason in why_no_weapon(self.table, one, arm, melee)} - {"empty"}
        if why:
            return
        barred = "barred_in_melee" in {reason.key for reason in why_no_weapon(near, near.who(one.id), arm, melee)}
        line = self.line(self.table, one, foe, arm)
        reach = self.line(near, near.who(one.id), foe, arm).reach
        self.checked(one, arm, line)
        thrown, trauma = dice_of(arm.dice), dice_of(arm.trauma) if arm.trauma and aim.is_lethal(arm, "lethal") else None
        if 1 + thrown.n + (trauma.n if trauma else 0) > stream.MOST_DICE:
            raise Outside(f"{one.name} throws more than {stream.MOST_DICE} dice with the {arm.name}")
        rounds, magazines, loads = self.ammunition(one, arm, melee)
        self.arms += (
            int(melee), int(barred), reach, line.bonus, line.damage, line.most, line.shock, line.shock_ac,
            thrown.n, thrown.sides, trauma.n if trauma else 0, trauma.sides if trauma else 1, line.trauma, line.rating,
            loads, arm.shots if arm.rounds in one.pools and not melee else 0, arm.magazine, rounds, magazines,
        )  # fmt: skip

    def line(self, table: Table, one: Combatant, foe: Combatant, arm: Weapon) -> rules.Strike:
        """The arguments of the attack's rule as the engine gathers them, with what the menu proposes."""
        meant = aim.is_lethal(arm, "non-lethal" if arm.nonlethal == "always" else "lethal")
        return aim.strike_line(table, aim.Attempt(one, foe, arm, arm.kind == "melee", "attack", meant))

    def checked(self, one: Combatant, arm: Weapon, line: rules.Strike) -> None:
        """Raises Outside where something helps or hinders an attack that the kernel takes for nothing."""
        if rules.situation(line):
            raise Outside(f"something helps or hinders {one.name} with the {arm.name}")

    def ammunition(self, one: Combatant, arm: Weapon, melee: bool) -> tuple[int, int, int]:
        """The columns of what is loaded and of the magazines, and the magazines that loading takes: more than there are, if it
        cannot be loaded. A weapon that needs none shares a column that is never read for anything."""
        if melee or arm.rounds not in one.pools:
            return DICE, DICE, 0
        rounds = self.column(one, arm.rounds, max(arm.magazine, one.pool(arm.rounds)))
        if arm.kind != "ranged":
            return rounds, WINNER, 1
        if arm.magazines not in one.pools:
            return rounds, WINNER, 0
        return rounds, self.column(one, arm.magazines, one.pool(arm.magazines)), 1

    def column(self, one: Combatant, pool: str, most: int) -> int:
        """A new column of the row for a pool."""
        self.start.append(one.pool(pool))
        self.columns.append(Column(len(self.start) - 1, one.id, pool, most))
        return len(self.start) - 1
