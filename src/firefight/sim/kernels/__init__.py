"""Kernels: the stand-up fight of each game, told as plainly as a compiler wants it.

A kernel knows the flow of a fight and nothing else: who acts, whom he attacks, when it is over. Every number it decides by
comes from the functions of the game's own `rules.py`. What it cannot play it refuses, in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, MutableSequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from firefight.sim import stream
from firefight.table import Combatant, Table

Ints = MutableSequence[int]
KERNELS = ("cities-without-number", "cyberpunk-red", "eclipse-phase", "shadowrun-4")
"""The games that have one."""
WINNER, ROUNDS, DICE = range(3)
"""How the row of a fight begins; after it come columns of its own."""
NOBODY, UNDECIDED = 2, 3
"""Winners that are no side."""
SHOWN = 3
"""So many fights of each end are pointed out, the first ones."""
SHOWN_CELLS = (UNDECIDED + 1) * (1 + SHOWN)


class Outside(Exception):
    """Why an encounter is none for a kernel, in one sentence."""


class Column(NamedTuple):
    """What a column of a fight's row tells: whose, which pool ("" for the round of his fall), the most and least it can be."""

    at: int
    who: str
    pool: str
    most: int
    least: int = 0


class Plan(NamedTuple):
    """An encounter as a kernel wants it: the fight as a whole, everybody's numbers, the row a fight begins with."""

    setup: Any
    facts: list[int]
    start: list[int]
    columns: tuple[Column, ...]
    sides: tuple[str, str]
    limit: int


class Kernel(Protocol):
    """What the module of a kernel offers.

    `fights(setup, facts, start, width, rows, place, count, blows, telling)` plays `count` fights from a place in the row of
    fights on, and writes a row of `width` numbers for each; `blows` gets every attack, if `telling`. `COMPILED` are the
    functions it is made of, `EMPTY` is a plan of the right types with nobody in it. `ROLES` and `JOINED` tell the engine
    how to throw the same dice (stream.Stream); `RULES` are the rules the kernel plays by.
    """

    __name__: str
    RULES: tuple[str, ...]
    ROLES: frozenset[str]
    JOINED: frozenset[str]
    COMPILED: tuple[Any, ...]
    EMPTY: Plan
    fights: Callable[..., None]
    plan: Callable[[Table, int], Plan]


def kernel(game: str) -> Kernel | None:
    """The kernel of a game; None where it has none."""
    if game not in KERNELS:
        return None
    module: Any = import_module(f"firefight.sim.kernels.{game.replace('-', '_')}")
    found: Kernel = module
    return found


# ------------------------------------------------------------------ what every kernel refuses


def fighters(table: Table) -> tuple[list[Combatant], list[Combatant]]:
    """Those who fight, by side, the side of the first one first. Raises Outside where it is no stand-up fight."""
    people = list(table.present())
    for reason in reasons(table, people):
        raise Outside(reason)
    sides = list(dict.fromkeys(one.side for one in people))
    first, second = ([one for one in people if one.side == side] for side in sides)
    return first, second


def reasons(table: Table, people: Collection[Combatant]) -> Iterator[str]:
    """Everything against a stand-up fight that has nothing to do with the game."""
    sides = {one.side for one in people}
    if table.timeline.running:
        yield "the fight has begun already"
    if len(sides) != 2:
        yield f"there are {len(sides)} sides, not two"
    if table.ground is not None:
        yield "there is a map"
    if any(table.flags.values()):
        yield "the table keeps notes of its own for this fight"
    for one in people:
        if one.marks:
            yield f"{one.name} is in a special state: {one.marks[0].name}"
        if one.squad or one.hidden:
            yield f"{one.name} is {'in a squad' if one.squad else 'hidden'}"
        if one.score:
            yield f"{one.name} has a place in the order already"


def require(table: Table, **wanted: str | tuple[str, ...]) -> None:
    """Raises Outside where a table option is not one of those that a kernel knows."""
    for option, values in wanted.items():
        if table.options[option] not in ((values,) if isinstance(values, str) else values):
            raise Outside(f"the table option '{option}' is '{table.options[option]}'")


def capacity(start: int, most: int | None) -> int:
    """The most that can ever be in a pool that only goes down, or is filled up to where it was."""
    return max(start, most or 0)


# ------------------------------------------------------------------ many fights


def play(
    fights: Callable[..., None], setup: Any, facts: Ints, start: Ints, width: int, rows: Ints, at_once: int,
    place: int, wanted: int, columns: Ints, many: int, counts: Ints, shown: Ints,
) -> None:  # fmt: skip
    """Plays `wanted` fights by a kernel, a few at a time while their rows are at hand, and counts them."""
    done = 0
    while done < wanted:
        now = min(at_once, wanted - done)
        fights(setup, facts, start, width, rows, place, now, rows, False)
        for fight in range(now):
            place = stream.after(place)
            count(rows, fight * width, columns, many, counts)
            show(rows[fight * width + WINNER], done + fight, shown)
        done += now


def count(rows: Ints, at: int, columns: Ints, many: int, counts: Ints) -> None:
    """Counts so many columns of a row; of each column `columns` tells its place in the row, and in the counts."""
    for column in range(many):
        counts[columns[2 * column + 1] + rows[at + columns[2 * column]]] += 1


def show(end: int, number: int, shown: Ints) -> None:
    """Writes down the number of a fight, if it is among the first that end in this way: how many there are, then which."""
    first = end * (1 + SHOWN)
    if shown[first] < SHOWN:
        shown[first] += 1
    elif shown[first + SHOWN] < number:
        return
    at = first + shown[first]
    while at > first + 1 and shown[at - 1] > number:
        shown[at] = shown[at - 1]
        at -= 1
    shown[at] = number
