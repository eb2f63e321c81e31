"""Tests: a pool as it falls, hits and ones kept, and what a point of Edge does to it before or after the roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.dice import Dice, Faces
from firefight.events import Adjusted, Event, Marked, Told, Unmarked
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.sheet import sheet
from firefight.marks import UNTIL_FIGHT_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Turn

TESTS = ("attack", "defense", "resistance", "initiative")
"""The tests Edge can be paid for beforehand."""
BEFORE, MORE, AGAIN, NEGATE, NO = "before the roll", "more dice", "reroll", "negate", "no"


class Test(NamedTuple):
    """A pool as it fell: whose, under which label; dice, hits, ones; and what Edge was used for, "" for nothing."""

    who: str
    label: str
    dice: int
    hits: int
    ones: int
    edge: str = ""

    @property
    def is_glitch(self) -> bool:
        """Whether it went wrong, whatever else it did. SR4-DICE-01"""
        return rules.is_glitch(self.dice, self.ones)

    @property
    def is_critical(self) -> bool:
        """Whether it went wrong and did nothing else. SR4-DICE-01"""
        return rules.is_critical(self.dice, self.ones, self.hits)


def roll(ask: Ask, who: str, label: str, pool: int, kind: str) -> Test:
    """Throws a pool; Edge that was paid beforehand adds its dice, and all sixes count again. SR4-DICE-01 SR4-EDGE-03"""
    one = as_he_is(ask, who)
    paid = one.has(paid_for(kind))
    dice = max(0, pool + (sheet(one).edge if paid else 0))
    faces = thrown(ask, who, label, dice)
    more = sixes(ask, who, label, faces) if paid else ()
    return Test(who, label, dice, hits(faces) + hits(more), faces.count(1), BEFORE if paid else "")


def thrown(ask: Ask, who: str, label: str, dice: int) -> Faces:
    """The faces of so many dice; none of a pool of nothing. SR4-DICE-01"""
    return ask.throw_for(who, {label: Dice(dice, 6)})[0] if dice else ()


def hits(faces: Faces) -> int:
    """How many of the dice count. SR4-DICE-01"""
    return sum(map(rules.is_hit, faces))


def sixes(ask: Ask, who: str, label: str, faces: Faces) -> Faces:
    """The dice that sixes bring: each is thrown once more, and again while it shows a six. SR4-EDGE-03"""
    more: Faces = ()
    again, times = faces.count(6), 0
    while again:
        times += 1
        now = thrown(ask, who, f"{label} sixes {times}", again)
        more, again = (*more, *now), now.count(6)
    return more


# ------------------------------------------------------------------ after the roll


def afterwards(ask: Ask, found: Test, failure: str = "", earlier: Test | None = None) -> Test:
    """Whoever has failed ("": has not) or glitched may use a point of Edge now, one on a test.

    `earlier` is a test of the same one and the same deed, which may have taken a point already. SR4-EDGE-03
    """
    if not (failure or found.is_glitch) or not is_asked(ask, found, earlier):
        return found
    result = " and ".join(filter(None, (failure, "a glitch" if found.is_glitch else "")))
    uses = (NO, MORE, *([AGAIN] if found.dice > found.hits else []), *([NEGATE] if found.is_glitch else []))
    said = ask.choose(f"edge {found.label}", found.who, uses, NO, f"Edge? {found.hits} hits on {found.dice} dice: {result}")
    return USES[said](ask, found) if said in USES else found


def is_asked(ask: Ask, found: Test, earlier: Test | None) -> bool:
    """Whether the table asks for Edge: player characters with a point left that have used none on this test. SR4-EDGE-03"""
    one = as_he_is(ask, found.who)
    left = one.pool("edge") - (earlier is not None and earlier.edge in USES)
    return ask.table.options["edge_prompts"] == "ask" and one.pc and left > 0 and not found.edge


def more_dice(ask: Ask, found: Test) -> Test:
    """Edge dice on top; sixes among these count again. SR4-EDGE-03"""
    label, dice = f"{found.label} edge", sheet(ask.table.who(found.who)).edge
    faces = thrown(ask, found.who, label, dice)
    gained = hits(faces) + hits(sixes(ask, found.who, label, faces))
    return found._replace(dice=found.dice + dice, hits=found.hits + gained, ones=found.ones + faces.count(1), edge=MORE)


def reroll(ask: Ask, found: Test) -> Test:
    """All dice that were no hits are thrown anew. SR4-EDGE-03"""
    faces = thrown(ask, found.who, f"{found.label} anew", found.dice - found.hits)
    return found._replace(hits=found.hits + hits(faces), ones=faces.count(1), edge=AGAIN)


def negate(ask: Ask, found: Test) -> Test:
    """A glitch, critical or not, has not happened. SR4-EDGE-03"""
    return found._replace(ones=0, edge=NEGATE)


USES = {MORE: more_dice, AGAIN: reroll, NEGATE: negate}


# ------------------------------------------------------------------ what it costs


def paid_for(kind: str) -> str:
    """The mark of Edge that was paid for the next test of a kind."""
    return f"edge on {kind}"


def bought(who: str, kind: str) -> Marked:
    """Edge that is paid before the roll: it waits for the next test of this kind. SR4-EDGE-03"""
    return Marked(who, Mark(paid_for(kind), UNTIL_FIGHT_END), rules=("SR4-EDGE-03",))


def reckoned(found: Test, kind: str) -> Iterator[Event]:
    """What a test leaves behind: the Edge used on it, and its glitch, which is the GM's to make something of.

    SR4-EDGE-03 SR4-DICE-01
    """
    yield from paid(found, kind)
    if found.is_glitch:
        key = "critical_glitch" if found.is_critical else "glitch"
        yield Told(key, found.who, {"test": kind}, rules=("SR4-DICE-01",))


def paid(found: Test, kind: str) -> Iterator[Event]:
    """The Edge used on a test: a point now, or what was bought beforehand. SR4-EDGE-03"""
    if not found.edge:
        return
    if found.edge == BEFORE:
        yield Unmarked(found.who, paid_for(kind), quiet=True)
    else:
        yield Adjusted(found.who, "edge", -1, rules=("SR4-EDGE-03",))
    yield Told("edge_used", found.who, {"use": found.edge, "test": kind}, rules=("SR4-EDGE-03",))


def as_he_is(ask: Ask, who: str) -> Combatant:
    """Somebody with the Edge that deeds of others at the same time have already had him use."""
    table: Table = ask.table
    doers = (pair for frame in table.timeline.stack if isinstance(frame, Turn) for pair in frame.landing)
    for doer, effect in doers:
        if doer != ask.deed.who and who in effect.concerns() and is_about_edge(effect):
            table = effect.apply(table)
    return table.who(who)


def is_about_edge(effect: Event) -> bool:
    """Whether an effect takes Edge, or what was bought with it."""
    pool = isinstance(effect, Adjusted) and effect.pool == "edge"
    return pool or (isinstance(effect, Unmarked) and effect.mark.startswith("edge on "))
