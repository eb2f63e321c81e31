"""Fights side by side, whatever the game: who takes which lane, and what comes of the fights that are over.

The cells of a group of lanes hold, column by column, the row of each lane's fight, then what a kernel adds, the states of the
dice first, which take two columns; then the number of each lane's fight. Behind these is what is no column: the fights
that wait, in two queues by the side that begins, and results until there are enough to be counted together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from firefight.sim import stream
from firefight.sim.kernels import DICE, ROUNDS, WINNER, Ints, Plan, show
from firefight.sim.lanes import IN_PIECE, LANES, bits, choose, column, everywhere, lowest, pack, pack_short, put, times

WAITING, BEGUN, ROOM, PARKED = 2048, 3, 512, 8
"""Fights that wait for a lane at one time, cells that each of them takes, results that are counted together,
and lanes that are given other fights together."""
SHORTS, LARGE, SHORT = ROOM + IN_PIECE, 4_000, 1 << 15
"""The short numbers of a column of results; what no number of an encounter comes up to, so that all that is made of them fits
into 32 bits; what no number that is told comes up to."""


class Layout(NamedTuple):
    """Where everything is: columns up to `numbers`, cells from `begun` on."""

    width: int
    numbers: int
    begun: int
    queues: int
    results: int
    end: int


def holds(plan: Plan) -> bool:
    """Whether the numbers of an encounter are small enough."""
    short = all(column.least >= -SHORT and column.most < SHORT for column in plan.columns)
    return short and max(plan.limit, *plan.facts, *plan.start) < LARGE


def layout(width: int, more: int, many: int) -> Layout:
    """The cells for rows of a width, so many columns more, and so many that are counted."""
    begun = (width + more + 1) * LANES
    queues = begun + WAITING * BEGUN
    results = queues + 2 * WAITING
    return Layout(width, width + more, begun, queues, results, results + many * SHORTS // 2 + 2 * SHORTS)


def whole(kernel: Any, setup_of: Callable[..., Any]) -> Callable[..., None]:
    """Fights of a kernel side by side, played and counted as kernels.play does; rows are kept if there is room for all.

    What a kernel offers: `prepares` fills its own columns, `begins` says who begins, `enters` readies lanes for new fights,
    `round` plays on and tells which fights are over then, `ends` completes their rows; MORE are the columns it adds.
    """
    more, prepares, begins = kernel.MORE, kernel.prepares, kernel.begins
    enters, round, ends = kernel.enters, kernel.round, kernel.ends

    def played(setup, facts, start, width, rows, room, place, wanted, columns, many, counts, shown, cells):  # type: ignore[no-untyped-def]
        at, known, done = layout(width, more, many), setup_of(setup), 0
        prepares(known, facts, start, at, cells)
        while done < wanted:
            now, filled = min(WAITING, wanted - done), 0
            last = queued(begins, known, at, cells, place, now)
            for first in range(2):
                todo, end = at.queues + first * WAITING, last[first]
                over = everywhere(0) == 0
                while True:
                    if ones(bits(over)) >= PARKED:
                        new = over & (column(cells, ROUNDS) != 0)
                        if bits(new) != 0:
                            ends(known, at, cells)
                            filled = kept(at, cells, new, columns, many, filled)
                            if room >= wanted:
                                written(at, cells, bits(new), done, rows)
                            if filled >= ROOM:
                                filled = counted(at, cells, done, columns, many, counts, shown, filled)
                            put(cells, ROUNDS, choose(over, 0, column(cells, ROUNDS)))
                        if todo < end:
                            todo = taken(start, at, cells, over, todo, end)
                            enters(known, facts, start, at, cells, over & (column(cells, ROUNDS) != 0))
                        over = column(cells, ROUNDS) == 0
                        if bits(over) == (1 << LANES) - 1:
                            break
                    over = round(known, facts, at, cells, first, over)
            counted(at, cells, done, columns, many, counts, shown, filled)
            for _ in range(now):
                place = stream.after(place)
            done += now

    return played


def queued(begins: Callable[..., Any], setup: Any, at: Layout, cells: Any, place: int, many: int) -> tuple[int, int]:
    """Puts fights from a place on into the queue of the side that begins; where the queues end."""
    one, other = at.queues, at.queues + WAITING
    for fight in range(many):
        cell = at.begun + BEGUN * fight
        cells[cell + DICE] = 0
        state, first = begins(setup, cells, cell, stream.mixed(place))
        cells[cell], cells[cell + 1] = stream.whole(state), stream.whole(state >> 32)
        cells[one], cells[other] = fight, fight
        one, other = one + 1 - first, other + first
        place = stream.after(place)
    return one, other


def taken(start: Ints, at: Layout, cells: Any, free: Any, todo: int, last: int) -> int:
    """Gives a fight to every free lane while any are waiting: a row as at the beginning, and round 1; those left wait on."""
    for here in range(at.width):
        put(cells, here, choose(free, start[here], column(cells, here)))
    empty = bits(free)
    for lane in range(LANES):
        if (empty >> lane & 1 != 0) & (todo < last):
            fight = cells[todo]
            cell = at.begun + BEGUN * fight
            dice = at.width * LANES + 2 * lane
            cells[dice], cells[dice + 1] = cells[cell], cells[cell + 1]
            cells[DICE * LANES + lane], cells[ROUNDS * LANES + lane] = cells[cell + DICE], 1
            cells[at.numbers * LANES + lane] = fight
            todo += 1
    return todo


def kept(at: Layout, cells: Any, new: Any, columns: Ints, many: int, filled: int) -> int:
    """Puts fights that are over behind the results there are: their columns, short, then how they ended, and which they are."""
    for nth in range(many):
        pack_short(cells, 2 * at.results + nth * SHORTS + filled, new, column(cells, columns[2 * nth]))
    ways = at.results + many * SHORTS // 2 + filled
    pack(cells, ways, new, column(cells, WINNER))
    pack(cells, ways + SHORTS, new, column(cells, at.numbers))
    return filled + ones(bits(new))


def written(at: Layout, cells: Any, new: int, done: int, rows: Ints) -> None:
    """The rows of fights that are over."""
    for lane in range(LANES):
        if new >> lane & 1 != 0:
            row = (done + cells[at.numbers * LANES + lane]) * at.width
            for here in range(at.width):
                rows[row + here] = cells[here * LANES + lane]


def counted(at: Layout, cells: Any, done: int, columns: Ints, many: int, counts: Ints, shown: Ints, filled: int) -> int:
    """Counts results, value by value from the lowest until all are found; how many are left then: none."""
    for nth in range(many):
        here, left, value = 2 * at.results + nth * SHORTS, filled, SHORT - 1
        for place in range(0, filled, IN_PIECE):
            value = min(value, lowest(cells, here + place, min(filled - place, IN_PIECE)))
        while left > 0:
            found = 0
            for place in range(0, filled, IN_PIECE):
                found += times(cells, here + place, value, min(filled - place, IN_PIECE))
            counts[columns[2 * nth + 1] + value] += found
            value, left = value + 1, left - found
    ways = at.results + many * SHORTS // 2
    for way in range(ways, ways + filled):
        show(cells[way], done + cells[way + SHORTS], shown)
    return 0


def ones(number: int) -> int:
    """How many bits of a number are set."""
    found = 0
    while number != 0:
        number &= number - 1
        found += 1
    return found
