"""What points of Insight, Moxie, Vigor and Flex buy beside the order of turns, and how the pools are filled again.

What is bought beforehand is a mark that waits for the next test the pool covers. Bonus points are marks "bonus vigor" and
so on, which the GM puts on with their end: they are spent first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Marked, PoolSet, Ticked, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.sheet import APTITUDES, POOLS, able, sheet, wounds_ignored
from firefight.marks import UNTIL_SCENE_END
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Act, Deed

COVERED: dict[str, tuple[str, ...]] = {
    "vigor": ("reflexes", "somatics"),
    "insight": ("cognition", "intuition"),
    "moxie": ("savvy", "willpower"),
    "flex": APTITUDES,
}
"""The aptitudes whose tests a pool is for. EP-POOL-01"""
PREPARED = {"+20": "next test at +20", "ignore modifiers": "next test without modifiers"}
CANCELLED = {"cancel wound": ("vigor", "wounds"), "cancel trauma": ("moxie", "traumas")}
DAY = 24 * 60
SHORT, LONG = ("short recharge 1", "short recharge 2"), "long recharge"


def covering(one: Combatant, aptitude: str) -> tuple[str, ...]:
    """The pools with a point left that are for tests of this aptitude. EP-POOL-01"""
    return tuple(pool for pool in POOLS if aptitude in COVERED[pool] and points(one, pool) > 0)


def points(one: Combatant, pool: str) -> int:
    """Points that can be spent, bonus points included. EP-POOL-02"""
    return one.pool(pool) + one.value(f"bonus {pool}")


def spend(one: Combatant, pool: str, by: int = 1, cited: str = "EP-POOL-01") -> Iterator[Event]:
    """Points are spent, bonus points first. EP-POOL-02"""
    bonus = next((mark for mark in one.marks if mark.name == f"bonus {pool}" and mark.value > 0), None)
    taken = min(by, bonus.value) if bonus else 0
    if bonus and bonus.value > taken:
        yield Marked(one.id, replace(bonus, value=bonus.value - taken, quiet=True), rules=(cited,))
    elif bonus:
        yield Unmarked(one.id, bonus.name, bonus.by, quiet=True, rules=(cited,))
    if by > taken:
        yield Adjusted(one.id, pool, taken - by, rules=(cited,))


def a_day_from(table: Table) -> Until:
    """The end of what lasts until the next recharge, 24 hours at most. EP-POOL-01"""
    return Until("clock", at=table.clock.minute + DAY)


# ------------------------------------------------------------------ the lines of the menu


def lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """What points buy at any time: help for the next test, a lasting bonus, wounds and traumas that do not count. EP-POOL-01"""
    ready = (Reason("prepared_already", "EP-POOL-01"),) if one.has_any(PREPARED.values()) else ()
    pool = Choices("pool", tuple(Choice(name, empty(one, name)) for name in POOLS), with_points(one))
    use = Choices("use", tuple(map(Choice, PREPARED)), "+20")
    yield Offer("prepare", (pool, use), "1 point", reasons=ready, rule="EP-POOL-01")
    for aptitude in APTITUDES:
        have = points(one, lasting_pool(aptitude))
        again = (Reason("lasting_already", "EP-POOL-01"),) if one.has(f"lasting {aptitude}") else ()
        if have:
            many = Choices("points", (), 1, "number", 1, min(2, have))
            yield Offer("lasting bonus", (many,), "1 or 2 points", {"aptitude": aptitude}, again, "EP-POOL-01")
    for verb, (name, harm) in CANCELLED.items():
        none = () if counting(one, harm) else (Reason("nothing_to_cancel", "EP-POOL-01"),)
        yield Offer(verb, (), f"1 {name}", reasons=(*empty(one, name), *none), rule="EP-POOL-01")


VERBS = ("prepare", "lasting bonus", *CANCELLED)


def empty(one: Combatant, pool: str) -> tuple[Reason, ...]:
    """The reason against a pool without points."""
    return () if points(one, pool) > 0 else (Reason("no_points", "EP-POOL-01"),)


def with_points(one: Combatant) -> str:
    """The first pool that is not empty."""
    return next((pool for pool in POOLS if points(one, pool) > 0), POOLS[0])


def lasting_pool(aptitude: str) -> str:
    """The pool that pays for a lasting bonus; not Flex. EP-POOL-01"""
    return next(pool for pool in POOLS if aptitude in COVERED[pool])


def counting(one: Combatant, harm: str) -> bool:
    """Whether somebody has a wound or trauma that counts, and can ignore one more. EP-POOL-01 EP-DMG-02"""
    ignored = wounds_ignored(one) if harm == "wounds" else one.sheet.traumas_ignored + one.value("traumas cancelled")
    return ignored < 3 and one.pool(harm) > ignored


# ------------------------------------------------------------------ what they cost and bring, at once


def bought(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """What is bought takes effect as it is declared. EP-POOL-01"""
    if act.verb == "prepare":
        pool = act.text("pool")
        yield from spend(one, pool)
        yield Marked(one.id, Mark(PREPARED[act.text("use")], UNTIL_SCENE_END, note=pool, quiet=True), rules=("EP-POOL-01",))
    elif act.verb == "lasting bonus":
        aptitude, many = act.text("aptitude"), act.number("points")
        yield from spend(one, lasting_pool(aptitude), many)
        yield Marked(one.id, Mark(f"lasting {aptitude}", a_day_from(table), rules.lasting_bonus(many), quiet=True))
    else:
        pool, harm = CANCELLED[act.verb]
        name = f"{harm} cancelled"
        yield from spend(one, pool)
        yield Marked(one.id, Mark(name, a_day_from(table), one.value(name) + 1, quiet=True), rules=("EP-POOL-01",))


# ------------------------------------------------------------------ recharging


def recharges(table: Table) -> Iterator[Offer]:
    """A rest of one person or of everybody: short, twice a day, or long, once. EP-POOL-02"""
    people = [one for one in table.present() if able(table, one.id)]
    busy = (Reason("fight_is_on", "EP-POOL-02"),) if table.timeline.running else ()
    for verb, no in RECHARGES.items():
        choices = tuple(Choice(one.id, no(one)) for one in people)
        rested = [choice for choice in choices if not choice.reasons]
        everybody = Choice("everybody", () if rested else (choices[0].reasons if choices else ()))
        yield Offer(verb, (Choices("who", (everybody, *choices), "everybody"),), reasons=busy, rule="EP-POOL-02")


def why_no_short(one: Combatant) -> tuple[Reason, ...]:
    """Two short recharges in 24 hours. EP-POOL-02"""
    return (Reason("no_short_recharge", "EP-POOL-02"),) if all(map(one.has, SHORT)) else ()


def why_no_long(one: Combatant) -> tuple[Reason, ...]:
    """One long recharge in 24 hours. EP-POOL-02"""
    return (Reason("no_long_recharge", "EP-POOL-02"),) if one.has(LONG) else ()


RECHARGES: dict[str, Callable[[Combatant], tuple[Reason, ...]]] = {
    "short recharge": why_no_short,
    "long recharge": why_no_long,
}


def resting(deed: Deed, table: Table) -> list[Combatant]:
    """Those who recharge: the one named, or everybody who may."""
    who = deed.act.text("who")
    some = [one for one in table.present() if able(table, one.id) and not RECHARGES[deed.act.verb](one)]
    return some if who == "everybody" else [table.who(who)]


def short_recharge(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Ten minutes: 1d6 points, distributed freely. EP-POOL-02"""
    people = resting(deed, ask.table)
    gains = [(one, distributed(ask, one, ask.die(f"recharge {one.id}", 6, one.id))) for one in people]
    until = a_day_from(ask.table)
    yield Ticked(10, rules=("EP-POOL-02",))
    for one, gained in gains:
        yield from lapsed(one)
        yield from (Adjusted(one.id, pool, by, rules=("EP-POOL-02",)) for pool, by in gained.items() if by)
        used = SHORT[1] if one.has(SHORT[0]) else SHORT[0]
        yield Marked(one.id, Mark(used, until, quiet=True))


def distributed(ask: Ask, one: Combatant, rolled: int) -> dict[str, int]:
    """How many points go into each pool: asked only where there is a choice; never above the rating. EP-POOL-02"""
    room = {pool: max(0, (one.pools[pool].most or 0) - one.pool(pool)) for pool in POOLS if pool in one.pools}
    left, gained = min(rolled, sum(room.values())), dict[str, int]()
    for pool, space in room.items():
        elsewhere = sum(room.values()) - sum(room[known] for known in (*gained, pool))
        least, most = rules.least_here(left, elsewhere), min(left, space)
        options = tuple(str(n) for n in range(most, least - 1, -1))
        said = options[0] if len(options) < 2 else ask.choose(f"recharge {pool} {one.id}", one.id, options, options[0], pool)
        gained[pool] = int(said)
        left -= gained[pool]
    return gained


def long_recharge(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Four hours, eight where an unmodified biomorph rests too: all pools full. EP-POOL-02"""
    people = resting(deed, ask.table)
    slow = any(sheet(ask.table, one.id).unmodified and sheet(ask.table, one.id).morph == "biomorph" for one in people)
    until = a_day_from(ask.table)
    yield Ticked(480 if slow else 240, rules=("EP-POOL-02",))
    for one in people:
        yield from lapsed(one)
        full = ((pool, one.pools[pool].most) for pool in POOLS if pool in one.pools)
        yield from (PoolSet(one.id, pool, most, rules=("EP-POOL-02",)) for pool, most in full if most is not None)
        yield Marked(one.id, Mark(LONG, until, quiet=True))


def lapsed(one: Combatant) -> Iterable[Event]:
    """What points have bought until the next recharge is over. EP-POOL-01"""
    for mark in one.marks:
        if mark.name.startswith("lasting ") or mark.name in ("wounds cancelled", "traumas cancelled"):
            yield Unmarked(one.id, mark.name, mark.by, quiet=True)
    yield Told("recharged", one.id, rules=("EP-POOL-02",))
