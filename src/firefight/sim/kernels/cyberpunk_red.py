"""The stand-up fight of Cyberpunk RED: the queue, everybody attacks the first enemy who is not dead.

A row holds, after its head and each side's first member who is not dead: for everybody the round of his death, hit points,
stopping power, Death Saves made, what injuries add to the next one, injuries (a bit for each total of two dice); then for
the queue everybody's place, whether he shares it, his roll, and who stands at which place; then what is in each weapon.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.games.cyberpunk_red import arms, rules
from firefight.games.cyberpunk_red.arms import Item
from firefight.games.cyberpunk_red.attack import NEAR, Blow, dv_at, stat_and_skill
from firefight.games.cyberpunk_red.gear import FREE, draw_lines, moved, rounds_left, thing, weapons
from firefight.games.cyberpunk_red.sheet import is_person, sheet, skill_of, stat_of
from firefight.games.cyberpunk_red.wounds import BODY, BONUS
from firefight.sim import stream
from firefight.sim.kernels import DICE, NOBODY, ROUNDS, UNDECIDED, WINNER, Column, Ints, Outside, Plan, fighters, require
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed

RULES = (
    "CPR-INIT-01", "CPR-INIT-02", "CPR-INIT-03", "CPR-INIT-04", "CPR-INIT-05", "CPR-INIT-06", "CPR-INIT-07", "CPR-ACT-01",
    "CPR-ACT-03", "CPR-ACT-18", "CPR-RES-01", "CPR-RES-02", "CPR-RES-03", "CPR-RES-04", "CPR-ATK-01", "CPR-ATK-02", "CPR-ATK-03",
    "CPR-ATK-04", "CPR-DMG-01", "CPR-DMG-02", "CPR-DMG-03", "CPR-DMG-04", "CPR-HP-01", "CPR-HP-02", "CPR-HP-03",
)  # fmt: skip
ROLES = frozenset({"initiative", "tie", "attack", "dodge", "damage", "injury", "death"})
JOINED = frozenset({"attack again", "dodge", "dodge again"})

FRONT, PEOPLE = 3, 5
FELL, HP, SP, SAVES, PENALTY, INJURIES, PERSON = range(7)
"""Columns of the row of a fight."""
REF, NAMED, BODY_, DEX, EVASION, MOST_HP, ARM, LAST_ARM, SEAT, OF_PERSON = range(10)
"""What is known of each person; the last is who sits at the table in his place, as dice are thrown round the table."""
STAT, SKILL, DV, DAMAGE_DICE, HALVES, ABLATES, ATTACKS, MAGAZINE, ROUNDS_AT, OF_ARM = range(10)
"""What is known of each weapon; DV 0 is a blow, which is opposed."""
ENDLESS = 1 << 30
ALL_INJURIES = sum(1 << total for total in range(2, 13))


class Setup(NamedTuple):
    """The fight as a whole: where the second side begins and ends, the house's rules, the injuries that make dying easier."""

    second: int
    everybody: int
    limit: int
    criticals: bool
    tie: bool
    deadly: int


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
    """One fight, from initiative until a side is dead, which is seen when somebody is to act next."""
    state = queue(setup, facts, row, at, state)
    order, left, over = at + PEOPLE + setup.everybody * (PERSON + 3), setup.everybody, False
    for round in range(1, setup.limit + 2):
        place = 0
        while place < left:
            one = row[order + place]
            if row[at + PEOPLE + one * PERSON + HP] < 1:
                state = death_save(facts, row, at, state, one, setup.second, round)
                if row[at + PEOPLE + one * PERSON + FELL] > 0:
                    left, over = left - 1, is_over(setup, row, at)
                    for behind in range(place, left):
                        row[order + behind] = row[order + behind + 1]
                    continue
            if over or round > setup.limit:
                return ended(setup, row, at, round)
            state = acts(setup, facts, row, at, state, one, blows, telling)
            place += 1
        if left == 0:
            return ended(setup, row, at, round)


def is_over(setup: Setup, row: Ints, at: int) -> bool:
    """Whether a side is dead."""
    return (row[at + FRONT] == setup.second) | (row[at + FRONT + 1] == setup.everybody)


def ended(setup: Setup, row: Ints, at: int, round: int) -> None:
    """How the fight ends."""
    first, second = row[at + FRONT] < setup.second, row[at + FRONT + 1] < setup.everybody
    row[at + ROUNDS] = round
    row[at + WINNER] = (UNDECIDED if second else 0) if first else (1 if second else NOBODY)


def death_save(facts: Ints, row: Ints, at: int, state: int, one: int, second: int, round: int) -> int:
    """Somebody Mortally Wounded lives or dies as his turn begins. CPR-HP-03"""
    me = at + PEOPLE + one * PERSON
    state = stream.after(state)
    face, _ = stream.die(stream.draw(state), 10)
    row[at + DICE] += 1
    if rules.survives(face, row[me + PENALTY] + row[me + SAVES], facts[one * OF_PERSON + BODY_]):
        row[me + SAVES] += 1
    else:
        row[me + FELL] = round
        row[at + FRONT + (0 if one < second else 1)] += 1
    return state


# ------------------------------------------------------------------ the queue


def queue(setup: Setup, facts: Ints, row: Ints, at: int, state: int) -> int:
    """Everybody's place; those who share one roll on until nobody does. CPR-INIT-01 CPR-INIT-03 CPR-INIT-06"""
    everybody = setup.everybody
    places = at + PEOPLE + everybody * PERSON
    sharing, rolled, order = places + everybody, places + 2 * everybody, places + 3 * everybody
    for one in range(everybody):
        row[sharing + one] = 1
    left = everybody
    while left > 0:
        for nth in range(everybody):
            one = facts[nth * OF_PERSON + SEAT]
            if row[sharing + one] != 0:
                state = rolls(setup, facts, row, at, state, one, rolled)
        for one in range(everybody):
            row[order + one] = row[places + one]
            if row[sharing + one] != 0:
                row[order + one] += behind(everybody, row, places, rolled, one)
        left = 0
        for one in range(everybody):
            row[places + one] = row[order + one]
        for one in range(everybody):
            row[sharing + one] = shares(everybody, row, places, row[places + one])
            left += row[sharing + one]
    for one in range(everybody):
        row[order + row[places + one]] = one
    return state


def shares(everybody: int, row: Ints, places: int, place: int) -> int:
    """1 where several people have a place, else 0."""
    found = 0
    for other in range(everybody):
        found += row[places + other] == place
    return 1 if found > 1 else 0


def behind(everybody: int, row: Ints, places: int, rolled: int, one: int) -> int:
    """How many of those who share somebody's place have rolled more."""
    place, mine, found = row[places + one], row[rolled + one], 0
    for other in range(everybody):
        found += (row[places + other] == place) & (row[rolled + other] > mine)
    return found


def rolls(setup: Setup, facts: Ints, row: Ints, at: int, state: int, one: int, rolled: int) -> int:
    """An initiative roll. CPR-INIT-06 CPR-INIT-07"""
    state = stream.after(state)
    face, _ = stream.die(stream.draw(state), 10)
    second = 0
    row[at + DICE] += 1
    if setup.criticals and (face == 1 or face == 10):
        state = stream.after(state)
        second, _ = stream.die(stream.draw(state), 10)
        row[at + DICE] += 1
    me = one * OF_PERSON
    total = rules.initiative(facts[me + REF], facts[me + NAMED], 0, 0, face, second, setup.criticals)
    row[rolled + one] = total
    return state


# ------------------------------------------------------------------ a turn


def acts(setup: Setup, facts: Ints, row: Ints, at: int, state: int, one: int, blows: Ints, telling: bool) -> int:
    """Somebody's Action: the attacks it brings, each with the first weapon that works, or loading. CPR-ACT-03 CPR-ACT-18"""
    target = row[at + FRONT + (1 if one < setup.second else 0)]
    first, last = facts[one * OF_PERSON + ARM], facts[one * OF_PERSON + LAST_ARM]
    bought, made = facts[first + ATTACKS], 0
    if row[at + facts[first + ROUNDS_AT]] == 0:
        row[at + facts[first + ROUNDS_AT]] = facts[first + MAGAZINE]
        return state
    while made < bought:
        arm = first
        while arm < last and row[at + facts[arm + ROUNDS_AT]] == 0:
            arm += OF_ARM
        if arm == last:
            return state
        row[at + facts[arm + ROUNDS_AT]] -= 1
        state = attacks(setup, facts, row, at, state, one, target, arm, blows, telling)
        made += 1
    return state


def attacks(
    setup: Setup, facts: Ints, row: Ints, at: int, state: int, one: int, target: int, arm: int, blows: Ints, telling: bool
) -> int:
    """One attack from the Check to the wound; the dice of both Checks are one draw. CPR-ATK-01 CPR-ATK-03 CPR-RES-04"""
    state = stream.after(state)
    face, second, bits, thrown = check(stream.draw(state))
    mine, theirs = at + PEOPLE + one * PERSON, at + PEOPLE + target * PERSON
    hurt = rules.wound_penalty(rules.wound_state(row[mine + HP], facts[one * OF_PERSON + MOST_HP]))
    total = rules.action(rules.Action(facts[arm + STAT], facts[arm + SKILL], 0, -hurt, 0, 0, 0), face, second)
    row[at + DICE] += thrown
    against = facts[arm + DV]
    if against > 0:
        hit = rules.succeeds(total, against, setup.tie)
    else:
        face, second, bits, thrown = check(bits)
        row[at + DICE] += thrown
        it = target * OF_PERSON
        against = rules.defense(rules.Defense(facts[it + DEX], facts[it + EVASION], 0, 0), face, second)
        hit = rules.beats(total, against)
    lost = 0
    if hit:
        before = row[theirs + HP]
        state = harms(setup, facts, row, at, state, theirs, arm)
        lost = before - row[theirs + HP]
    if telling:
        tell(blows, one, target, total, hit, lost)
    return state


def check(bits: int) -> tuple[int, int, int, int]:
    """The die of a Check, and the second one that a 10 or a 1 brings; the bits left; the dice thrown. CPR-RES-02 CPR-RES-03"""
    face, bits = stream.die(bits, 10)
    second, thrown = 0, 1
    if face == 1 or face == 10:
        second, bits = stream.die(bits, 10)
        thrown = 2
    return face, second, bits, thrown


def harms(setup: Setup, facts: Ints, row: Ints, at: int, state: int, theirs: int, arm: int) -> int:
    """What a hit does: damage, armour, Critical Injuries, a harder Death Save. CPR-DMG-01 CPR-DMG-02 CPR-DMG-04 CPR-HP-03"""
    damage, sixes, bits, left = 0, 0, 0, 0
    for _ in range(facts[arm + DAMAGE_DICE]):
        if left == 0:
            state = stream.after(state)
            bits, left = stream.draw(state), stream.MOST_DICE
        left -= 1
        face, bits = stream.die(bits, 6)
        damage += face
        sixes += face == 6
    row[at + DICE] += facts[arm + DAMAGE_DICE]
    hit = rules.Hit(damage, row[theirs + SP], facts[arm + HALVES] != 0, False, facts[arm + ABLATES])
    lost = rules.through(hit)
    row[theirs + SP] = rules.sp_after(hit)
    dying = (lost > 0) & (row[theirs + HP] < 1)
    if (rules.is_critical(sixes) | dying) & (row[theirs + INJURIES] != ALL_INJURIES):
        total, known = 0, 1
        while known != 0:
            state = stream.after(state)
            face, bits = stream.die(stream.draw(state), 6)
            total, bits = stream.die(bits, 6)
            total += face
            row[at + DICE] += 2
            known = row[theirs + INJURIES] >> total & 1
        row[theirs + INJURIES] |= 1 << total
        row[theirs + PENALTY] += setup.deadly >> total & 1
        lost += BONUS
    row[theirs + HP] -= lost
    row[theirs + SAVES] += dying
    return state


def tell(blows: Ints, one: int, target: int, total: int, hit: bool, lost: int) -> None:
    """The attack as a line of `blows`: who, whom, total, hit, lost. The first cell is where it goes."""
    at = blows[0]
    blows[0] = at + 5
    blows[at], blows[at + 1], blows[at + 2], blows[at + 3], blows[at + 4] = one, target, total, int(hit), lost


COMPILED = (
    tell, check, harms, attacks, acts, rolls, behind, shares, queue, death_save, is_over, ended, fight, fights,
)  # fmt: skip
EMPTY = Plan(Setup(0, 0, -1, False, False, 0), [0], [0], (), ("", ""), 0)

# ------------------------------------------------------------------ the encounter


def plan(table: Table, limit: int) -> Plan:
    """An encounter as the kernel wants it. Raises Outside, with the reason, for one that it cannot play."""
    require(table, tie_reroll="order-only", luck_prompts="false", facing="off", hold_event_timing="after-event")
    first, second = fighters(table)
    everybody = [*first, *second]
    for one in everybody:
        for reason in odd(one):
            raise Outside(reason)
    injuries = arms.injuries(BODY)
    deadly = sum(1 << total for total, name in injuries.items() if name in arms.deadly())
    setup = Setup(
        len(first), len(everybody), limit, table.is_on("initiative_criticals"), table.is_on("check_tie_succeeds"), deadly
    )
    facts, start, columns = Rows(table, everybody, len(first), limit).done()
    return Plan(setup, facts, start, columns, (first[0].side, second[0].side), limit)


def odd(one: Combatant) -> Iterator[str]:
    """What the kernel does not know of somebody."""
    if not is_person(one):
        yield f"{one.name} is no human being"
    if one.pools["hp"].now != one.pools["hp"].most or one.pool("hp") < 1:
        yield f"{one.name} is hurt already"


class Rows:
    """The numbers of everybody and of all weapons while they are gathered, through the functions the engine itself uses."""

    def __init__(self, table: Table, everybody: list[Combatant], second: int, limit: int) -> None:
        self.table, self.everybody, self.second, self.limit = table, everybody, second, limit
        self.people: list[int] = []
        self.arms: list[int] = []
        self.start = [0] * (PEOPLE + (PERSON + 4) * len(everybody))
        self.columns: list[Column] = []

    def done(self) -> tuple[list[int], list[int], tuple[Column, ...]]:
        """What is known of everybody and then of all weapons, the row of a fight at its beginning, and what it tells."""
        self.start[FRONT + 1] = self.second
        ids = [one.id for one in self.everybody]
        seats = [ids.index(one.id) for one in self.table.present()]
        for index, one in enumerate(self.everybody):
            self.add(index, one)
            self.people.append(seats[index])
        worst = self.worst()
        columns = (column._replace(least=-worst) if column.pool == "hp" else column for column in self.columns)
        return self.people + self.arms, self.start, tuple(columns)

    def worst(self) -> int:
        """More damage than anybody can live through: all that can hit him in as many rounds as a Death Save can be made."""
        dice = (self.arms[arm + DAMAGE_DICE] * 6 + BONUS for arm in range(0, len(self.arms), OF_ARM))
        blows = (self.arms[arm + ATTACKS] for arm in range(0, len(self.arms), OF_ARM))
        bodies = (self.people[one * OF_PERSON + BODY_] for one in range(len(self.everybody)))
        return max(dice) * max(blows) * len(self.everybody) * (max(bodies) + 2)

    def add(self, index: int, one: Combatant) -> None:
        """Somebody with his weapons."""
        at = PEOPLE + index * PERSON
        self.start[at + HP], self.start[at + SP] = one.pool("hp"), one.pool("sp body")
        self.columns.append(Column(at + FELL, one.id, "", self.limit + 1))
        self.columns.append(Column(at + HP, one.id, "hp", one.pool("hp")))
        if "sp body" in one.pools:
            self.columns.append(Column(at + SP, one.id, "sp body", one.pool("sp body")))
        before, table = OF_PERSON * len(self.everybody), self.armed(one)
        first = before + len(self.arms)
        for held in self.used(one, table):
            self.arm(table, one, held)
        ref, dex, evasion = stat_of(table, one.id, "ref"), stat_of(table, one.id, "dex"), skill_of(table, one.id, "evasion")
        known, last = sheet(table, one.id), before + len(self.arms)
        self.people += (ref, known.initiative_bonus, known.body, dex, evasion, one.pool("hp"), first, last)

    def armed(self, one: Combatant) -> Table:
        """The table with a weapon in somebody's hand, where he has none there and drawing it is free."""
        held = [arm for arm in weapons(self.table, one.id) if arm.name != "bare hands"]
        for line in () if held else draw_lines(self.table, one):
            found = thing(self.table, one.id, str(line.fixed["item"]))
            if not line.reasons and line.price == FREE and found:
                return moved(one.id, found, "hand").apply(self.table)
        return self.table

    def used(self, one: Combatant, table: Table) -> Iterator[Item]:
        """The weapons that can come to be used: the first, and if that can run dry between two attacks, one for the second.

        Raises Outside for one that leaves to the GM what it does.
        """
        for nth, held in enumerate(weapons(table, one.id)):
            if nth and held.rof < 2:
                continue
            if not held.dice:
                raise Outside(f"what {one.name} does with the {held.name} is the GM's to say")
            yield held
            if rounds_left(table, one.id, held) is None or held.rof < 2:
                return

    def arm(self, table: Table, one: Combatant, held: Item) -> None:
        """A weapon."""
        stat, skill = stat_and_skill(Blow(Deed("", one.id, Act("attack")), one, one, held))
        dv = 0 if held.reach else dv_at(arms.difficulties("range", held.range or "thrown"), NEAR)
        if not held.reach and not dv:
            raise Outside(f"the {held.name} of {one.name} does not reach {NEAR} m/yds")
        left = rounds_left(table, one.id, held)
        self.arms += (
            stat_of(table, one.id, stat), skill_of(table, one.id, skill), dv, held.dice, int(held.halves),
            arms.ammunition()[arms.BASIC], held.rof, held.magazine, self.column(one, held, left),
        )  # fmt: skip

    def column(self, one: Combatant, held: Item, left: int | None) -> int:
        """A new column of the row for the rounds in a weapon; one that needs none has more than it can ever use."""
        self.start.append(ENDLESS if left is None else left)
        if left is not None:
            self.columns.append(Column(len(self.start) - 1, one.id, held.rounds, max(held.magazine, left)))
        return len(self.start) - 1
