"""The stand-up fight of Shadowrun 4: pass by pass from the highest score down, those who share one at the same moment.

Everybody attacks the first enemy on his feet, so the members of a side fall in their order, and nobody else is ever hit.
A row holds, after its head, each side's first member on his feet, and whether somebody is dying: for everybody the Combat
Turn in which he fell, boxes of each track and beyond, wound modifier, whether he is prone, attacks he has defended against,
turns without bleeding, his score; then of his phase the attacks he has made, the weapon to go on with, and the boxes dealt by
each of his two actions, those of Stun below 0; what is in his weapons. Then, in the order of ids, everybody's place while it
is to come, his place in every pass, and his passes; who acts just now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.order import own_passes
from firefight.games.shadowrun_4.sheet import sheet
from firefight.games.shadowrun_4.wounds import stun_for_one
from firefight.sim import stream
from firefight.sim.kernels import DICE, NOBODY, ROUNDS, UNDECIDED, WINNER, Column, Ints, Outside, Plan, fighters, require
from firefight.sim.kernels.shadowrun_4_people import ENDLESS, arm_numbers, numbers, odd, used
from firefight.table import Combatant, Table

RULES = (
    "SR4-TURN-01", "SR4-TURN-02", "SR4-TURN-03", "SR4-TURN-04", "SR4-INIT-01", "SR4-INIT-02", "SR4-INIT-03", "SR4-INIT-04",
    "SR4-INIT-05", "SR4-INIT-06", "SR4-INIT-07", "SR4-PASS-01", "SR4-PASS-02", "SR4-PASS-03", "SR4-PASS-04", "SR4-PASS-05",
    "SR4-PASS-06", "SR4-PHASE-01", "SR4-PHASE-02", "SR4-DICE-01", "SR4-ATK-01", "SR4-ATK-02", "SR4-ATK-03", "SR4-RNG-01",
    "SR4-RNG-02", "SR4-RNG-04", "SR4-RNG-05", "SR4-MEL-01", "SR4-MEL-02", "SR4-MEL-04", "SR4-DEF-03", "SR4-RCL-01",
    "SR4-RCL-02", "SR4-CM-01", "SR4-CM-02", "SR4-CM-03",
)  # fmt: skip
ROLES = frozenset({"hits and ones initiative", "hits attack", "hits defend", "hits resist"})
JOINED = frozenset({"defend", "resist"})

FRONT, DYING, PEOPLE = 3, 5, 6
(FELL, PHYSICAL, STUN, OVERFLOW, WOUNDS, PRONE, DEFENDED, BLED, SCORE, MADE, NEXT, DEALT, DEALT_AGAIN, LOADED, LOADED_TOO,
 PERSON) = range(16)  # fmt: skip
"""Columns of the row of a fight."""
(MELEE, SKILL, LENGTH, DAMAGE, AMMUNITION, AUTOFIRE, KILLS, AP, AT_IMPACT, SHOTS, MAGAZINE, RECOIL, RECOIL_AFTER,
 OF_ARM) = range(14)  # fmt: skip
"""What is known of each weapon; the last is its recoil after an attack with the weapon to begin with."""
FIRST, OTHER, NONE = range(3)
"""The weapon to begin with, the one to change to for a second action, and nothing that could be done then."""
(AGILITY, REACTION, BODY, ABILITY, REACH, BALLISTIC, IMPACT, LYING, TRACK, STUN_TRACK, IS_GRUNT, ATTRIBUTE, BASE, BONUS, NTH,
 AFTER_ATTACK, AFTER_LOADING, ARMS) = range(18)  # fmt: skip
OF_PERSON = ARMS + 2 * OF_ARM
"""What is known of each person: his place in the order of ids; which weapon he goes on with; both of them. Then comes who has
which place in that order, and who sits where at the table."""
HITS, ONES, KNOWN = 0, len(stream.HITS), len(stream.HITS) + len(stream.ONES)
"""Where the facts have the tables of pools, and where they begin to tell of people."""
GONE, LAST = -(1 << 40), 1 << 20
"""The place of somebody who has none, and how far back a critical glitch puts him."""


class Setup(NamedTuple):
    """The fight as a whole: where the second side begins and ends, the most passes anybody has, the house's rules."""

    second: int
    everybody: int
    limit: int
    passes: int
    stun_rate: int
    dice_only: bool
    at_body: bool


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
    """One fight, until a side is down, which is seen when somebody is to act next. SR4-TURN-01 SR4-TURN-04"""
    for round in range(1, setup.limit + 2):
        state = initiative(setup, facts, row, at, state)
        row[at + ROUNDS] = round
        for number in range(1, setup.passes + 1):
            place = begins(setup, row, at, number)
            while place != GONE:
                row[at + WINNER] = winner(setup, row, at)
                if row[at + WINNER] != UNDECIDED or round > setup.limit:
                    return
                state = phase(setup, facts, row, at, state, place, round, blows, telling)
                place = highest(row, at + PEOPLE + setup.everybody * PERSON, setup.everybody)
        if row[at + DYING] != 0:
            bleed(setup, facts, row, at)
        row[at + WINNER] = winner(setup, row, at)
        if row[at + WINNER] == NOBODY:
            return


def winner(setup: Setup, row: Ints, at: int) -> int:
    """The side that has won, as far as one has."""
    first, second = row[at + FRONT] < setup.second, row[at + FRONT + 1] < setup.everybody
    return (UNDECIDED if second else 0) if first else (1 if second else NOBODY)


def initiative(setup: Setup, facts: Ints, row: Ints, at: int, state: int) -> int:
    """Everybody's test, in vain for those who are down. SR4-INIT-01 SR4-INIT-05 SR4-INIT-06 SR4-INIT-07 SR4-PASS-04"""
    places, seats = at + PEOPLE + setup.everybody * (PERSON + 1), KNOWN + setup.everybody * (OF_PERSON + 1)
    for nth in range(setup.everybody):
        one = facts[seats + nth]
        me, it = at + PEOPLE + one * PERSON, KNOWN + one * OF_PERSON
        mine = places + facts[it + NTH]
        row[mine] = GONE
        if rules.is_dead(row[me + OVERFLOW], facts[it + BODY]):
            continue
        dice = rules.initiative_dice(facts[it + ATTRIBUTE], row[me + WOUNDS])
        if dice > 0:
            state = stream.after(stream.after(state))
            row[at + DICE] += dice
        if row[me + FELL] != 0:
            continue
        half, other = stream.halves(stream.before(state))
        hits = stream.tally(facts, HITS, dice, half)
        ones = stream.tally(facts, ONES, dice - hits, other)
        is_last = rules.is_critical(dice, ones, hits)
        score = rules.initiative_score(facts[it + ATTRIBUTE], row[me + WOUNDS], hits, setup.dice_only)
        row[me + SCORE] = score
        row[mine + setup.everybody] = rules.passes(facts[it + BASE], facts[it + BONUS], 1 if is_last else 0)
        if score > 0:
            row[mine] = 2 * score - (LAST if is_last else 1 if rules.is_glitch(dice, ones) else 0)
    return state


def begins(setup: Setup, row: Ints, at: int, number: int) -> int:
    """Everybody's place in a pass, as far as he has one; the first of them. SR4-PASS-01 SR4-PASS-03"""
    dues = at + PEOPLE + setup.everybody * PERSON
    for due in range(dues, dues + setup.everybody):
        place, passes = row[due + setup.everybody], row[due + 2 * setup.everybody]
        row[due] = place if passes >= number else GONE
    return highest(row, dues, setup.everybody)


def highest(row: Ints, dues: int, everybody: int) -> int:
    """The first place that is still to come. SR4-INIT-02"""
    found = GONE
    for due in range(dues, dues + everybody):
        found = max(found, row[due])
    return found


def bleed(setup: Setup, facts: Ints, row: Ints, at: int) -> None:
    """The end of a Combat Turn: the dying take a box, once in so many turns as they have Body. SR4-CM-02"""
    for one in range(setup.everybody):
        me, it = at + PEOPLE + one * PERSON, KNOWN + one * OF_PERSON
        is_dying = (row[me + PHYSICAL] >= facts[it + TRACK]) & (facts[it + IS_GRUNT] == 0)
        if is_dying & (not rules.is_dead(row[me + OVERFLOW], facts[it + BODY])):
            turns = row[me + BLED] + 1
            is_due = rules.is_bleeding_due(turns, facts[it + BODY])
            row[me + OVERFLOW] += is_due
            row[me + BLED] = 0 if is_due else turns


# ------------------------------------------------------------------ an Action Phase


def phase(setup: Setup, facts: Ints, row: Ints, at: int, state: int, place: int, round: int, blows: Ints, telling: bool) -> int:
    """Those in one place act, first actions first, and what they do lands at the same moment. SR4-INIT-04 SR4-PHASE-01"""
    dues, turns = at + PEOPLE + setup.everybody * PERSON, KNOWN + setup.everybody * OF_PERSON
    acting = dues + 3 * setup.everybody
    last = acting
    for nth in range(setup.everybody):
        if row[dues + nth] == place:
            one = facts[turns + nth]
            row[dues + nth], row[last] = GONE, one
            row[at + PEOPLE + one * PERSON + DEFENDED] = 0
            last += 1
    first, second = row[at + FRONT], row[at + FRONT + 1]
    is_alone = last - acting == 1
    for action in range(2):
        for who in range(acting, last):
            target = second if row[who] < setup.second else first
            state = acts(setup, facts, row, at, state, row[who], target, action, blows, telling)
            if is_alone:
                lands(setup, facts, row, at, row[who], target, action, round)
    for action in range(0 if is_alone else 2):
        for who in range(acting, last):
            lands(setup, facts, row, at, row[who], second if row[who] < setup.second else first, action, round)
    return state


def acts(
    setup: Setup, facts: Ints, row: Ints, at: int, state: int, one: int, target: int, action: int, blows: Ints, telling: bool
) -> int:
    """An action: an attack, or loading what is empty; the second one with whatever can be used then. SR4-PHASE-02 SR4-RCL-02"""
    mine, me = at + PEOPLE + one * PERSON, KNOWN + one * OF_PERSON
    weapon = row[mine + NEXT] if action else FIRST
    if weapon == NONE:
        return state
    arm, loaded = me + ARMS + weapon * OF_ARM, mine + LOADED + weapon
    if row[loaded] < facts[arm + SHOTS]:
        row[loaded], row[mine + NEXT] = facts[arm + MAGAZINE], facts[me + AFTER_LOADING]
        return state
    row[mine + NEXT] = facts[me + AFTER_ATTACK]
    return attacks(setup, facts, row, at, state, one, target, weapon, action, blows, telling)


def attacks(
    setup: Setup, facts: Ints, row: Ints, at: int, state: int, one: int, target: int, weapon: int, action: int, blows: Ints,
    telling: bool,
) -> int:  # fmt: skip
    """One attack from both pools, which are one draw, to the boxes. The second of a phase knows what the first has done.

    SR4-ATK-01 SR4-ATK-02 SR4-ATK-03 SR4-RNG-01 SR4-RNG-02 SR4-MEL-01 SR4-MEL-02 SR4-RCL-01 SR4-DEF-03
    """
    me, it = KNOWN + one * OF_PERSON, KNOWN + target * OF_PERSON
    mine, theirs = at + PEOPLE + one * PERSON, at + PEOPLE + target * PERSON
    arm, dealt = me + ARMS + weapon * OF_ARM, row[mine + DEALT]
    physical, stun, hurt, prone = row[theirs + PHYSICAL], row[theirs + STUN], row[theirs + WOUNDS], row[theirs + PRONE] != 0
    if dealt != 0:
        physical, stun = physical + max(0, dealt), stun + max(0, -dealt)
        hurt = rules.wound_modifier(physical) + rules.wound_modifier(stun)
        prone |= rules.is_knocked_down(abs(dealt), facts[it + BODY], setup.at_body)
    if (physical >= facts[it + TRACK]) | (stun >= facts[it + STUN_TRACK]):
        return state
    melee, length, made = facts[arm + MELEE], facts[arm + LENGTH], row[mine + MADE]
    recoil, longer = facts[arm + RECOIL + made], melee * rules.longer(length, facts[it + REACH])
    ours = rules.Attack(facts[me + AGILITY], facts[arm + SKILL], -row[mine + WOUNDS], 0, recoil, 0, 0, 0, 0, 0, longer, 0)
    ability, longer = melee * facts[it + ABILITY], melee * rules.longer(facts[it + REACH], length)
    met, lying = -row[theirs + DEFENDED] - made, facts[it + LYING] if prone else 0
    answer = rules.Defense(facts[it + REACTION], ability, 0, -hurt, met, lying, 0, 0, 0, longer, 0, 0)
    dice, others = rules.attack_pool(ours), rules.defense_pool(answer)
    row[mine + MADE] = made + 1
    row[mine + LOADED + weapon] -= facts[arm + SHOTS]
    if dice + others == 0:
        if telling:
            tell(blows, one, target, 0, 0, 0)
        return state
    state = stream.after(state)
    half, other = stream.halves(state)
    state = stream.after(state)
    third, _ = stream.halves(state)
    hits = stream.tally(facts, HITS, dice, half)
    net = rules.net_hits(hits, stream.tally(facts, HITS, others, other))
    resisting, boxes = harms(facts, it, arm, net, third if others > 0 else other)
    row[at + DICE] += dice + others + resisting
    row[mine + DEALT + action] = boxes
    if telling:
        tell(blows, one, target, hits, net, abs(boxes))
    return state


def harms(facts: Ints, it: int, arm: int, net: int, bits: int) -> tuple[int, int]:
    """The dice that resist a hit and the boxes it leaves, Stun below 0. SR4-ATK-02 SR4-ATK-03 SR4-RNG-04 SR4-MEL-04"""
    rating = facts[it + IMPACT] if facts[arm + AT_IMPACT] != 0 else facts[it + BALLISTIC]
    damage, more, kills = facts[arm + DAMAGE], facts[arm + AMMUNITION], facts[arm + KILLS] != 0
    harm = rules.harm(rules.Damage(damage, more, facts[arm + AUTOFIRE], kills, facts[arm + AP], rating, facts[it + BODY]), net)
    boxes = rules.boxes(harm.damage, stream.tally(facts, HITS, harm.dice, bits)) if net > 0 else 0
    return harm.dice if net > 0 else 0, boxes if harm.physical | (facts[it + IS_GRUNT] != 0) else -boxes


def lands(setup: Setup, facts: Ints, row: Ints, at: int, one: int, target: int, action: int, round: int) -> None:
    """What somebody's action has done takes effect; with the last one, that he has been defended against. SR4-DEF-03"""
    mine = at + PEOPLE + one * PERSON
    dealt = row[mine + DEALT + action]
    if action == 1:
        row[at + PEOPLE + target * PERSON + DEFENDED] += row[mine + MADE]
        row[mine + MADE] = 0
    if dealt != 0:
        row[mine + DEALT + action] = 0
        suffers(setup, facts, row, at, target, dealt, round)


def suffers(setup: Setup, facts: Ints, row: Ints, at: int, target: int, dealt: int, round: int) -> None:
    """Boxes on their track and beyond it, who goes down, scores. SR4-CM-01 SR4-CM-02 SR4-CM-03 SR4-INIT-06 SR4-PASS-05"""
    it, theirs = KNOWN + target * OF_PERSON, at + PEOPLE + target * PERSON
    track, body, stun = facts[it + TRACK], facts[it + BODY], row[theirs + STUN] + max(0, -dealt)
    excess = max(0, stun - facts[it + STUN_TRACK])
    physical = row[theirs + PHYSICAL] + max(0, dealt)
    if excess > 0:
        physical += rules.carried_over(excess, setup.stun_rate)
    beyond = max(0, physical - track)
    row[theirs + STUN], row[theirs + PHYSICAL] = stun - excess, physical - beyond
    row[theirs + PRONE] |= rules.is_knocked_down(abs(dealt), body, setup.at_body)
    before, now = row[theirs + WOUNDS], rules.wound_modifier(stun - excess) + rules.wound_modifier(physical - beyond)
    row[theirs + WOUNDS] = now
    if facts[it + IS_GRUNT] == 0:
        row[theirs + OVERFLOW] += beyond
        row[at + DYING] |= physical >= track
    if ((physical >= track) | (stun >= facts[it + STUN_TRACK])) & (row[theirs + FELL] == 0):
        row[theirs + FELL] = round
        row[at + FRONT + (0 if target < setup.second else 1)] += 1
    score = rules.rescored(row[theirs + SCORE], facts[it + ATTRIBUTE] - before, facts[it + ATTRIBUTE] - now)
    due = at + PEOPLE + setup.everybody * PERSON + facts[it + NTH]
    place = row[due + setup.everybody] + 2 * (score - row[theirs + SCORE])
    place = place if (score > 0) & (row[theirs + FELL] == 0) else GONE
    row[due] = GONE if row[due] == GONE else place
    row[due + setup.everybody], row[theirs + SCORE] = place, score


def tell(blows: Ints, one: int, target: int, hits: int, net: int, boxes: int) -> None:
    """The attack as a line of `blows`: who, whom, hits, net hits, boxes. The first cell is where it goes."""
    at = blows[0]
    blows[0] = at + 5
    blows[at], blows[at + 1], blows[at + 2], blows[at + 3], blows[at + 4] = one, target, hits, net, boxes


COMPILED = (
    tell, suffers, lands, harms, attacks, acts, phase, bleed, highest, begins, initiative, winner, fight, fights,
)  # fmt: skip
EMPTY = Plan(Setup(0, 0, -1, 0, 1, False, False), [0], [0], (), ("", ""), 0)

# ------------------------------------------------------------------ the encounter


def plan(table: Table, limit: int) -> Plan:
    """An encounter as the kernel wants it. Raises Outside, with the reason, for one that it cannot play."""
    require(table, tie_rule="same-time", simple_declaration="together")
    first, second = fighters(table)
    everybody = [*first, *second]
    for reason in (reason for one in everybody for reason in odd(one)):
        raise Outside(reason)
    ids, foes = [one.id for one in everybody], [second[0]] * len(first) + [first[0]] * len(second)
    turns, seats = [ids.index(id) for id in sorted(ids)], [ids.index(one.id) for one in table.present()]
    known = [
        (*numbers(table, one, foe), turns.index(nth), *armed(table, one, foe))
        for nth, (one, foe) in enumerate(zip(everybody, foes, strict=True))
    ]
    facts, worst = [*stream.HITS, *stream.ONES, *chain(*known), *turns, *seats], checked(known)
    columns: list[Column] = []
    start = [0] * (PEOPLE + (PERSON + 4) * len(everybody))
    start[FRONT + 1] = len(first)
    for nth, one in enumerate(everybody):
        for at, pool, now, most in watched(one, PEOPLE + nth * PERSON, limit, worst):
            start[at] = now
            columns += [Column(at, one.id, pool, most)] if most < ENDLESS else []
    setup = Setup(
        len(first), len(everybody), limit, max(map(own_passes, everybody)), stun_for_one(table),
        table.options["wounds_at_test"] == "dice-only", table.options["knockdown"] == "equal",
    )  # fmt: skip
    return Plan(setup, facts, start, tuple(columns), (first[0].side, second[0].side), limit)


def armed(table: Table, one: Combatant, foe: Combatant) -> tuple[int, ...]:
    """Which weapon somebody goes on with after an attack, and after loading; both weapons."""
    first, *later = used(one)
    arms = tuple(dict.fromkeys(arm for arm in (first, *later) if arm))
    found = [arm_numbers(table, one, foe, arm, first) for arm in arms]
    return *(arms.index(arm) if arm else NONE for arm in later), *chain(*found), *[0] * (OF_ARM * (2 - len(found)))


def watched(one: Combatant, at: int, limit: int, worst: int) -> Iterator[tuple[int, str, int, int]]:
    """The columns that tell something of somebody: where, which pool, what is in it at first and at most."""
    yield at + FELL, "", 0, limit + 1
    tracks = ((PHYSICAL, "damage"),) if sheet(one).one_track else ((PHYSICAL, "physical"), (STUN, "stun"))
    yield from ((at + column, pool, 0, one.pools[pool].most or 0) for column, pool in tracks)
    if not sheet(one).one_track:
        yield at + OVERFLOW, "overflow", 0, worst
    for column, arm in enumerate(dict.fromkeys(arm for arm in used(one) if arm), at + LOADED):
        now, is_counted = one.pool(arm.rounds), arm.ammo and arm.modes
        yield (column, arm.rounds, now, max(arm.ammo, now)) if is_counted else (column, "", ENDLESS, ENDLESS)


def checked(people: Sequence[Sequence[int]]) -> int:
    """The most that can ever go beyond a track: all hits of one moment. Raises Outside where pools are too large."""
    arms = [one[at : at + OF_ARM] for one in people for at in (ARMS, ARMS + OF_ARM)]
    most = [max(one[at] for one in people) for at in range(OF_PERSON)]
    attack = most[AGILITY] + max(arm[SKILL] + arm[LENGTH] for arm in arms)
    resist = most[BODY] + max(most[BALLISTIC], most[IMPACT]) + max(0, *(arm[AP] for arm in arms))
    if max(attack, most[REACTION] + most[ABILITY] + most[REACH], resist, most[ATTRIBUTE]) > stream.IN_POOL:
        raise Outside(f"somebody may throw more than {stream.IN_POOL} dice")
    hit = max(arm[DAMAGE] + arm[AMMUNITION] + arm[AUTOFIRE] for arm in arms) + attack
    return max(2 * len(people) * hit, most[BODY] + 1)
