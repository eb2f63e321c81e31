"""Tests: one roll of d100 against a number, two against each other, and what points of the pools do to them.

The table may ask for points after a roll; the GM can use them for anybody by a note "pool <label>": "vigor: swap".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Marked, Told, Unmarked
from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.sheet import POOLS, SKILLS, aptitude, skill, wound_modifier
from firefight.games.eclipse_phase.spending import COVERED, PREPARED, covering, points, spend
from firefight.table import Combatant, Mark
from firefight.timeline import Deed, Turn, Value

SWAP, RAISE, SOFTEN, NO = "swap", "raise", "soften", "no"
DEADLOCK = {"deadlock": 0, "roll": 1, "skill": 2}


class Test(NamedTuple):
    """A test to be made: whose, the label of its die, the aptitude that pools go by, what it is rolled against."""

    who: str
    label: str
    aptitude: str
    base: int
    modifiers: int


class Result(NamedTuple):
    """A test as it fell; `prepared` is the mark of a point spent before it, `used` pool and use of one spent after it."""

    test: Test
    target: int
    roll: int
    found: rules.Outcome
    prepared: Mark | None = None
    used: tuple[str, str] = ("", "")

    @property
    def side(self) -> rules.Side:
        """The numbers that count in an opposed test."""
        return rules.Side(self.roll, self.found.success, self.found.critical, self.test.base)


Good = Callable[[Result], bool]


def roll(ask: Ask, test: Test) -> Result:
    """One test; a point spent on it beforehand counts. EP-TEST-01 EP-TEST-02 EP-TEST-03 EP-POOL-01"""
    mark = prepared(as_he_is(ask, test.who), test)
    target = ask.number(f"target {test.label}", target_number(test, mark))
    fallen = rules.percentile(ask.die(test.label, 100, test.who))
    return Result(test, target, fallen, rules.outcome(fallen, target), mark)


def target_number(test: Test, mark: Mark | None) -> int:
    """What a test is rolled against, with the point that was spent for it beforehand. EP-TEST-01 EP-POOL-01"""
    ignored, twenty = (mark is not None and mark.name == PREPARED[use] for use in ("ignore modifiers", "+20"))
    return rules.target_number(test.base, test.modifiers, ignored, twenty)


def prepared(one: Combatant, test: Test) -> Mark | None:
    """The point that was spent for this test beforehand; one that takes modifiers away waits until some speak against it.

    EP-POOL-01
    """
    names = (PREPARED["+20"], *((PREPARED["ignore modifiers"],) if test.modifiers < 0 else ()))
    return next((mark for mark in one.marks if mark.name in names and test.aptitude in COVERED.get(mark.note, ())), None)


# ------------------------------------------------------------------ after the roll


def afterwards(ask: Ask, found: Result, good: Good) -> Result:
    """Whoever has not got what he wanted may spend a point now, one on a test. EP-POOL-01"""
    one, label = as_he_is(ask, found.test.who), f"pool {found.test.label}"
    uses = {} if found.prepared else possible(one, found)
    wanted = tuple(said for said, (_, use) in uses.items() if matters(ask, found, use, good))
    if wanted and ask.table.options["pool_prompts"] != "never" and one.pc:
        about = f"{found.test.label}: {found.roll:02} against {found.target}"
        said = ask.choose(label, one.id, (NO, *wanted), NO, about)
    else:
        note = ask.note(label)
        said = str(note.value) if note else NO
    return improved(found, *uses[said]) if said in uses else found


def possible(one: Combatant, found: Result) -> dict[str, tuple[str, str]]:
    """Every use of every pool that can do something to this result, by how it is said. EP-POOL-01"""
    uses = (
        *((SWAP,) if rules.swapped(found.roll) != found.roll else ()),
        *((RAISE,) if found.found.success and not found.found.critical else ()),
        *((SOFTEN,) if found.found.critical and not found.found.success else ()),
    )
    return {f"{pool}: {use}": (pool, use) for pool in covering(one, found.test.aptitude) for use in uses}


def matters(ask: Ask, found: Result, use: str, good: Good) -> bool:
    """Whether somebody is asked about this use: where it turns the result, or takes the edge off a critical failure.

    Raising a success is asked about only at tables that want every question. EP-POOL-01
    """
    if use == SWAP:
        return not good(found) and good(improved(found, "", SWAP))
    return use == SOFTEN or (good(found) and ask.table.options["pool_prompts"] == "always")


def improved(found: Result, pool: str, use: str) -> Result:
    """The result with a point spent on it. EP-POOL-01"""
    if use == SWAP:
        fallen = rules.swapped(found.roll)
        return found._replace(roll=fallen, found=rules.outcome(fallen, found.target), used=(pool, use))
    changed = rules.raised(found.found) if use == RAISE else rules.softened(found.found)
    return found._replace(found=changed, used=(pool, use))


def reckoned(ask: Ask, found: Result) -> Iterator[Event]:
    """What a test leaves behind: the points spent on it. EP-POOL-01"""
    who, (pool, use) = found.test.who, found.used
    if found.prepared:
        yield Unmarked(who, found.prepared.name, found.prepared.by, quiet=True)
    if pool and points(as_he_is(ask, who), pool) > 0:
        yield from spend(as_he_is(ask, who), pool)
        yield Told("pool_used", who, {"pool": pool, "use": use, "roll": found.roll}, secret=("roll",), rules=("EP-POOL-01",))


def as_he_is(ask: Ask, who: str) -> Combatant:
    """Somebody without the points that deeds of others at the same time have already had him spend."""
    table = ask.table
    for frame in table.timeline.stack:
        for doer, effect in frame.landing if isinstance(frame, Turn) else ():
            if doer != ask.deed.who and who in effect.concerns() and is_about_points(effect):
                table = effect.apply(table)
    return table.who(who)


def is_about_points(effect: Event) -> bool:
    """Whether an effect takes points, or what was bought with them."""
    if isinstance(effect, Adjusted):
        return effect.pool in POOLS
    name = effect.mark.name if isinstance(effect, Marked) else effect.mark if isinstance(effect, Unmarked) else ""
    return name in PREPARED.values() or name.startswith("bonus ")


# ------------------------------------------------------------------ the tests the GM calls for


def modifiers(text: str) -> int:
    """The signed numbers in a few words, "dark -20, far -10", each within its bounds. EP-TEST-01"""
    return sum(rules.single(int(number.replace(" ", ""))) for number in re.findall(r"[+-] ?\d{1,3}", text))


def aptitude_test(one: Combatant, label: str, name: str, more: int = 0, wounds: int = 0) -> Test:
    """An aptitude check, with the modifiers of wounds, so many more than there are. EP-TEST-01 EP-DMG-02"""
    return Test(one.id, label, name, rules.check(aptitude(one, name)), wound_modifier(one, wounds) + more)


def skill_test(one: Combatant, label: str, name: str, more: int = 0) -> Test:
    """A skill test, with the modifiers of wounds. EP-TEST-01 EP-DMG-02"""
    return Test(one.id, label, SKILLS[name], skill(one, name), wound_modifier(one) + more)


def called(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A check or a skill test that the GM calls for. EP-TEST-01 EP-TEST-02 EP-TEST-03"""
    one, more = ask.table.who(deed.act.text("who")), modifiers(deed.act.text("modifiers"))
    what = deed.act.text("aptitude") or deed.act.text("skill")
    made = aptitude_test if deed.act.verb == "check" else skill_test
    found = afterwards(ask, roll(ask, made(one, f"{what} {one.id}", what, more)), succeeded)
    yield from reckoned(ask, found)
    yield told(ask, found, what)


def succeeded(found: Result) -> bool:
    """What most tests are about."""
    return found.found.success


def told(ask: Ask, found: Result, what: str) -> Told:
    """How a test came out: everybody hears of a player character's, the numbers are the GM's. EP-TEST-02 EP-TEST-03"""
    key = f"{'critical_' if found.found.critical else ''}{'success' if found.found.success else 'failure'}"
    values: dict[str, Value] = {
        "what": what, "roll": f"{found.roll:02}", "target": found.target, "superior": found.found.superior,
    }  # fmt: skip
    hidden = not ask.table.who(found.test.who).pc
    return Told(f"test_{key}", found.test.who, values, ("roll", "target"), gm=hidden, rules=("EP-TEST-02", "EP-TEST-03"))


def opposed_test(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Two skills against each other. EP-TEST-04"""
    who, other, picks = deed.act.text("who"), deed.act.text("against"), deed.act
    ours = skill_test(ask.table.who(who), f"test {who}", picks.text("skill"), modifiers(picks.text("modifiers")))
    theirs = skill_test(
        ask.table.who(other), f"against {other}", picks.text("their skill"), modifiers(picks.text("their modifiers"))
    )
    first, second, won = contest(ask, ours, theirs)
    yield from (*reckoned(ask, first), *reckoned(ask, second))
    yield from (told(ask, first, picks.text("skill")), told(ask, second, picks.text("their skill")))
    won = won or rules.deadlocked(first.side, second.side, DEADLOCK[ask.table.options["deadlock"]])
    if not won:
        yield Told("deadlock", who, {"other": other}, about=(other,), rules=("EP-TEST-04",))
        return
    winner, loser = (who, other) if won > 0 else (other, who)
    yield Told("opposed_won", winner, {"other": loser}, about=(loser,), rules=("EP-TEST-04",))


def contest(ask: Ask, ours: Test, theirs: Test) -> tuple[Result, Result, int]:
    """Both rolls, points spent after them, and who wins: 1, -1, or 0 for a deadlock. EP-TEST-04 EP-POOL-01"""
    first, second = roll(ask, ours), roll(ask, theirs)
    first = afterwards(ask, first, lambda one: rules.opposed(one.side, second.side) > 0)
    answer = first.side
    second = afterwards(ask, second, lambda one: rules.opposed(answer, one.side) < 0)
    return first, second, rules.opposed(first.side, second.side)
