"""The reference: the deed itself, run on a copy of the table for every way its dice can fall, and what follows from it.

Where a person would be asked, what is proposed is taken; windows stay shut. Where the target chooses how to meet the deed
before any die falls, the deed is run once more for every other choice. Branches that lead to the same effects go on as one.
What follows is run as long as it is the table's; a further attack of the same doer is not counted in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from firefight.chance import Odds, Way, answered, odds
from firefight.dice import Alike, Branching, branches
from firefight.errors import FirefightError
from firefight.events import Adjusted, Closed, Declared, Event, Told
from firefight.game import Game
from firefight.loop import Run, land, own_view
from firefight.proposed import NoDice, Proposed, Undecided
from firefight.table import Combatant, Table
from firefight.timeline import Act, Answer, Deed, Turn

MOST = 20_000
"""Branches nobody waits longer for."""
ABOUT = ("target", "who", "person", "active", "ambusher")
"""The picks that name whom a deed is about."""


class NoOdds(FirefightError):
    """There is nothing to be said about an act; the sentence says why."""


class Facts(NamedTuple):
    """What has come of a deed so far: what was told of it, what the target lost of what, the first roll."""

    said: frozenset[str] = frozenset()
    damage: int = 0
    unit: str = ""
    rolled: str = ""


class Branch(NamedTuple):
    """A table on which something is still to come, or nothing any more."""

    table: Table
    facts: Facts


def by_branching(game: Game, table: Table, who: str, act: Act, most: int = MOST, alike: Alike | None = None) -> Odds:
    """The odds of an act, by running it. Raises NoOdds with the reason, TooMany for more than `most` branches of a deed."""
    about = subject(table, who, act)
    start = declared(game, by_the_table(table), who, act)
    faces = game.chances.alike if alike is None else alike
    found, others = run_out(game, start, who, about, most, faces), dict[str, Odds]()
    for way, answer in choices(game, start, about) if about != who else ():
        with suppress(FirefightError):
            others[way] = run_out(game, answering(start, answer), who, about, most, faces)
    return answered(found, others)


def choices(game: Game, start: Branch, about: str) -> Iterator[tuple[str, Answer]]:
    """What else the target might choose before any die falls."""
    deed = start.table.timeline.stack[-1]
    if isinstance(deed, Deed):
        ask = Proposed(deed, own_view(start.table, deed), NoDice())
        with suppress(Undecided):
            deque(game.resolve(deed, ask), 0)
        yield from ask.otherwise(about)


def answering(start: Branch, answer: Answer) -> Branch:
    """The table with a choice answered beforehand."""
    *below, deed = start.table.timeline.stack
    assert isinstance(deed, Deed)
    return start._replace(table=start.table.time(stack=(*below, replace(deed, answers=(*deed.answers, answer)))))


def run_out(game: Game, start: Branch, who: str, about: str, most: int, alike: Alike) -> Odds:
    """The odds of what has been declared, until nothing follows any more."""
    height = len(start.table.timeline.stack)
    ended: dict[Way, Fraction] = {}
    names: dict[str, None] = {}
    waiting = [(Fraction(1), start)]
    while waiting:
        weight, branch = waiting.pop()
        if is_over(branch, height, who):
            way = way_of(game, start.table, branch, about)
            ended[way] = ended.get(way, Fraction()) + weight
            names[branch.facts.rolled] = None
        else:
            further = grown(game, branch, who, about, most, alike)
            waiting += [(weight * more, after) for more, after in further]
    rolled = next(filter(None, names), "")
    if not rolled:
        raise NoOdds(f"nothing is rolled for '{verb_of(start)}'")
    return odds(rolled, ended)


def verb_of(start: Branch) -> str:
    """What has been declared."""
    deed = start.table.timeline.stack[-1]
    return deed.act.verb if isinstance(deed, Deed) else ""


def subject(table: Table, who: str, act: Act) -> str:
    """Whom an act is about: its target, else the doer."""
    named = (act.text(pick) for pick in ABOUT)
    return next((one for one in named if one in table.combatants), who)


def by_the_table(table: Table) -> Table:
    """The table with nobody's dice typed in by hand, and with what is declared now done at once."""
    flags = {name: value for name, value in table.flags.items() if name != "dice by hand"}
    people = {id: handless(one) for id, one in table.combatants.items()}
    stack = tuple(replace(frame, together=False) if isinstance(frame, Turn) else frame for frame in table.timeline.stack)
    return replace(table, flags=flags, combatants=people).time(stack=stack)


def handless(one: Combatant) -> Combatant:
    """Somebody for whom the table throws."""
    return (
        replace(one, marks=tuple(mark for mark in one.marks if mark.name != "dice by hand")) if one.has("dice by hand") else one
    )


def declared(game: Game, table: Table, who: str, act: Act) -> Branch:
    """The table when the act has been paid for and declared."""
    run = Run(game, table, NoDice())
    id = run.deed_path(who)
    run.do(*game.costs(run.table, who, act))
    run.do(Declared(who, act, id))
    return Branch(run.table, Facts())


def is_over(branch: Branch, height: int, who: str) -> bool:
    """Whether nothing follows any more: the deed and its consequences are done, or somebody else's deed comes up."""
    stack = branch.table.timeline.stack
    if len(stack) < height or not isinstance(stack[-1], Deed):
        return True
    return bool(branch.facts.rolled and stack[-1].who) or stack[-1].who not in ("", who)


# ------------------------------------------------------------------ one deed


class Result(NamedTuple):
    """What one deed did in one branch: its effects, what was told, the label of its first die."""

    effects: tuple[Event, ...]
    said: frozenset[str]
    rolled: str


def grown(game: Game, branch: Branch, who: str, about: str, most: int, alike: Alike) -> Iterable[tuple[Fraction, Branch]]:
    """The branches that come of the deed on top; those with equal effects as one."""
    deed = branch.table.timeline.stack[-1]
    assert isinstance(deed, Deed)
    seen = own_view(branch.table, deed)
    found: dict[tuple[bytes, frozenset[str]], tuple[Fraction, Result]] = {}
    for weight, result in branches(lambda source: resolved(game, deed, seen, source, who or about), alike, most):
        key = msgspec.msgpack.encode(result.effects), result.said
        so_far = found[key][0] if key in found else Fraction()
        found[key] = so_far + weight, result
    return [(weight, landed(game, branch, deed, result, about)) for weight, result in found.values()]


def resolved(game: Game, deed: Deed, seen: Table, source: Branching, doer: str) -> Result:
    """One run of a deed's rule."""
    ask = Proposed(deed, seen, source)
    events = tuple(game.resolve(deed, ask))
    effects = tuple(event for event in events if not isinstance(event, Told))
    said = frozenset(name for event in events for name in game.chances.said(event, doer))
    return Result(effects, said, ask.fresh[0].label if ask.fresh else "")


class Watched(Run):
    """A run that adds up what one of those concerned loses, what follows from it by itself left out."""

    def __init__(self, game: Game, table: Table, about: str) -> None:
        super().__init__(game, table, NoDice())
        self.about, self.depth = about, 0
        self.damage, self.unit = 0, ""

    def do(self, *events: Event) -> None:
        """Applies events."""
        chances = self.game.chances
        for event in events if not self.depth else ():
            if isinstance(event, Adjusted) and event.who == self.about and event.pool in chances.units:
                lost = event.by if chances.counts_up else -event.by
                self.damage, self.unit = self.damage + max(0, lost), chances.units[event.pool]
        self.depth += 1
        super().do(*events)
        self.depth -= 1


def landed(game: Game, branch: Branch, deed: Deed, result: Result, about: str) -> Branch:
    """The table when the deed is done and its effects have landed."""
    run = Watched(game, branch.table, about)
    run.do(Closed(deed.id))
    land(run, result.effects)
    facts = branch.facts
    after = Facts(
        facts.said | result.said, facts.damage + run.damage, run.unit or facts.unit, facts.rolled or result.rolled.split(" ")[0]
    )
    return Branch(run.table, after)


def way_of(game: Game, before: Table, branch: Branch, about: str) -> Way:
    """What has come of a branch in the end."""
    facts = branch.facts
    good = False if "bad" in facts.said else True if "good" in facts.said else None
    also = tuple(sorted(facts.said - {"good", "bad"}))
    return Way(good, facts.damage, facts.unit, drops(game, before, branch.table, about), also)


def drops(game: Game, before: Table, after: Table, about: str) -> bool | None:
    """Whether somebody cannot go on, who could before; None where his pools are not known."""
    one = before.combatants.get(about)
    if one is None or not any(name in one.pools for name in game.chances.units):
        return None
    return game.chances.is_down(after, about) and not game.chances.is_down(before, about)
