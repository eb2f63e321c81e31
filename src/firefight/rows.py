"""The order of the fight as rows: who acts, who comes next, who is done, what everybody has left. Values only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal, NamedTuple

from firefight.engine import awaited
from firefight.events import say_act
from firefight.events.base import say_until
from firefight.game import Game, followed, placed
from firefight.health import share
from firefight.language.plain import plain
from firefight.language.seat import name
from firefight.same import of_the_same
from firefight.table import Combatant, Pool, Table
from firefight.timeline import Due as Owed
from firefight.timeline import Hold, Turn
from firefight.words import Words

Place = Literal["acts", "waits", "next", "done", "away"]


class Gauge(NamedTuple):
    """A pool to be shown: what is in it, its ceiling, and how well it stands from 0 to 1."""

    name: str
    shown: str
    share: float


class Row(NamedTuple):
    """One row of the order: where he stands in it, his number, who he is, his side, his pools, and what is up with him."""

    place: Place
    number: str
    name: str
    side: str
    pools: tuple[Gauge, ...]
    states: tuple[str, ...]
    who: tuple[str, ...]


class Due(NamedTuple):
    """Somebody at a place of the order."""

    place: Place
    who: str
    tag: str


def rows(game: Game, table: Table, say: Words, bare: bool = False) -> list[Row]:
    """The order from now on: those who act, those to come, then those who are done. A squad is one row.

    `bare` rows have neither pools nor states, for whoever shows these otherwise.
    """
    made: list[Row] = []
    seen: set[str] = set()
    for (place, _, tag), group in groupby(dues(game, table), lambda due: (due.place, leader(table, due.who), due.tag)):
        people = [table.who(who) for who in dict.fromkeys(due.who for due in group)]
        if place in ("done", "away"):
            people = [one for one in people if one.id not in seen]
        if people:
            again = bare or all(one.id in seen for one in people)
            made.append(row(game, table, say, place, tag, people, again))
            seen.update(one.id for one in people)
    return made


def leader(table: Table, who: str) -> str:
    """Whose place somebody shares; his own id where he shares nobody's."""
    return followed(table, who)[-1]


def dues(game: Game, table: Table) -> Iterator[Due]:
    """Everybody at every place he has, first come first; those who have none yet or any more after them."""
    placed_here: set[str] = set()
    for due in dues_of_fight(game, table) if table.timeline.running else ():
        placed_here.add(due.who)
        yield due
    rest = [one for one in table.present() if one.id not in placed_here]
    yield from (Due("next" if one.fighting or not table.timeline.running else "away", one.id, "turn") for one in rest)


@of_the_same(64)
def dues_of_fight(game: Game, table: Table) -> tuple[Due, ...]:
    """The turns that are open, the newest on top; those to come; those that are used up."""
    waiting, done = set(awaited(game, table)), table.timeline.done
    turns = [frame for frame in reversed(table.timeline.stack) if isinstance(frame, Turn) and not frame.window]
    now = [Due(place_in(turn, who, waiting), who, tag) for turn in turns for who, tag in turn.dues]
    open_ = {due for turn in turns for due in turn.dues}
    owed = [due[1:] for due in in_order(game, table)]
    return (
        *now,
        *(Due("next", *due) for due in owed if due not in done and due not in open_),
        *(Due("done", *due) for due in owed if due in done),
    )


@of_the_same(64)
def in_order(game: Game, table: Table) -> tuple[Owed, ...]:
    """All turns of the round, first one first."""
    return tuple(sorted(placed(game, table)))


def place_in(turn: Turn, who: str, waiting: set[str]) -> Place:
    """Where a member of an open turn stands: he acts, is done with it, or waits for what lies on top."""
    return "done" if who in turn.passed else "acts" if who in waiting else "waits"


def row(game: Game, table: Table, say: Words, place: Place, tag: str, people: list[Combatant], again: bool) -> Row:
    """One row. Somebody who has one already is shown with his name and tag alone."""
    first = people[0]
    told = [tag] if tag not in ("turn", "") and place != "done" else []
    if not again:
        told += [*states(game, table, say, people)]
    pools = () if again else gauges(game, people)
    return Row(
        place, number(table, first), shown_name(table, people), first.side, pools, tuple(told), tuple(one.id for one in people)
    )


def number(table: Table, one: Combatant) -> str:
    """The number in the order: his own, else his side's."""
    side = table.sides.get(one.side)
    score = one.score or (side.score if side else ())
    return str(score[0]) if score else ""


def shown_name(table: Table, people: list[Combatant]) -> str:
    """The name of somebody, or of a squad: "Thug 1, 2, 3"."""
    names = [name(table, one.id) for one in people]
    if len(names) == 1:
        return names[0]
    stems = {one.rpartition(" ")[0] for one in names}
    if len(stems) == 1 and "" not in stems:
        return f"{stems.pop()} {', '.join(one.rpartition(' ')[2] for one in names)}"
    return f"{names[0]} and {len(names) - 1} more"


# ------------------------------------------------------------------ pools


def gauges(game: Game, people: list[Combatant], every: bool = False) -> tuple[Gauge, ...]:
    """The pools of somebody in the order of his sheet, a squad's side by side.

    Tallies that stand at nothing are left out unless `every` is wanted.
    """
    start = game.pools(people[0].sheet)
    names = dict.fromkeys((*start, *(name for one in people for name in one.pools)))
    names = {name: None for name in names if any(name in one.pools for one in people)}
    found = (gauge(name, [one.pools.get(name) for one in people], start.get(name)) for name in names)
    idle = {name for name in names if all(is_idle(one.pools.get(name)) for one in people)}
    return tuple(one for name, one in zip(names, found, strict=True) if every or name not in idle)


def is_idle(pool: Pool | None) -> bool:
    """Whether a pool is a mere tally that stands at nothing."""
    return pool is None or (pool.now == 0 and pool.most is None)


def gauge(name: str, pools: list[Pool | None], start: Pool | None) -> Gauge:
    """One pool of one or of several."""
    there = [pool for pool in pools if pool]
    most = {pool.most for pool in there}
    ceiling = f"/{most.pop()}" if len(most) == 1 and None not in most else ""
    shown = " ".join(str(pool.now) if pool else "-" for pool in pools)
    return Gauge(plain(name), shown + ceiling, min((share(pool, start) for pool in there), default=1.0))


# ------------------------------------------------------------------ states


def states(game: Game, table: Table, say: Words, people: Iterable[Combatant]) -> Iterator[str]:
    """What is up with somebody: conditions with their end, holds, whether he can act at all."""
    for one in people:
        found = list(of_one(game, table, say, one))
        several = isinstance(people, list) and len(people) > 1
        yield from (f"{name(table, one.id)}: {state}" for state in found) if several else found


def of_one(game: Game, table: Table, say: Words, one: Combatant) -> Iterator[str]:
    """What is up with one."""
    if one.hidden:
        yield "hidden"
    if not one.here:
        yield "has left"
    elif one.fighting and table.timeline.running and not game.able(table, one.id):
        yield "cannot act"
    yield from conditions(table, say, one)
    hold = table.timeline.hold_of(one.id)
    if hold:
        yield held(table, say, hold)


def conditions(table: Table, say: Words, one: Combatant) -> Iterator[str]:
    """The marks that show, each with who put it and when it ends."""
    for mark in one.marks:
        if not mark.quiet:
            shown = say(f"mark_{mark.name}", value=mark.value)
            times = f" ×{mark.value}" if mark.value != 1 and str(mark.value) not in shown else ""
            by = f" ({name(table, mark.by)})" if mark.by in table.combatants else ""
            yield plain(shown) + times + by + say_until(mark, table, say)


def held(table: Table, say: Words, hold: Hold) -> str:
    """What somebody holds back, and until when."""
    act = say_act(hold.act, table, say) if hold.act and hold.act.verb != "hold" else ""
    key = "holds" + ("_act" if act else "") + ("_until" if hold.until else "")
    return plain(say(key, act=act, until=name(table, hold.until)))


def sides(table: Table) -> Mapping[str, int]:
    """The sides by number, in the order in which they came to the table."""
    found = dict.fromkeys((*table.sides, *(one.side for one in table.combatants.values())))
    return {side: number for number, side in enumerate(found)}
