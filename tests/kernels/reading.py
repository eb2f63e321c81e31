"""A fight as the engine tells of it and as a kernel does, in the same words: one line for each attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firefight.bots import POLICIES
from firefight.events import Adjusted, Event, Told
from firefight.game import Game
from firefight.sim.kernels import DICE, Kernel, Plan
from firefight.sim.play import Fight, Outcome
from firefight.sim.stream import Stream, place
from firefight.table import Table

SEED, LIMIT = "parity", 50
STAND_UP = {"": POLICIES["stand-up"]}
Line = tuple[Any, ...]


def by_engine(game: Game, table: Table, number: int, limit: int = LIMIT) -> tuple[Outcome, int, list[Line]]:
    """How a fight ends, the dice thrown, and every attack: who, whom, total, hit, what it takes from each pool."""
    lines: list[Line] = []

    def keep(command: object, events: Sequence[Event]) -> None:
        read(game.id, events, lines)

    fight = Fight(game, table, number, SEED, STAND_UP, keep)
    outcome = fight.played(limit)
    assert isinstance(fight.source, Stream)
    return outcome, fight.source.thrown, lines


def read(game: str, events: Sequence[Event], lines: list[Line]) -> None:
    """The attacks among some events."""
    for event in events:
        if game == "shadowrun-4":
            read_pools(event, lines)
        elif isinstance(event, Told) and event.key_ in ATTACKS[game]:
            roll = event.values["total"] if game != "eclipse-phase" else rolled(lines.pop())
            lines.append((event.who, event.values["target"], roll, ATTACKS[game][event.key_], {}))
        elif isinstance(event, Told) and event.key_ == "attack_sum":
            lines.append((event.values["roll"],))
        elif isinstance(event, Told) and event.key_ == "damage_sum" and event.values["damage"]:
            lines[-1][4]["damage"] = event.values["damage"]
        elif isinstance(event, Adjusted) and event.by < 0 and event.pool in HURT[game]:
            lost = lines[-1][4]
            lost[event.pool] = lost.get(event.pool, 0) - event.by


def read_pools(event: Event, lines: list[Line]) -> None:
    """What an event of Shadowrun 4 says of an attack: its hits, whether any are left of them, boxes."""
    if isinstance(event, Told) and event.key_ == "attack_sum":
        lines.append((event.who, event.values["target"], event.values["hits"], bool(event.values["net"]), {}))
    elif isinstance(event, Told) and event.key_ == "damage_sum" and event.values["boxes"]:
        lines[-1][4]["boxes"] = event.values["boxes"]


def rolled(line: Line) -> int:
    """A roll of Eclipse Phase, as the line before says it."""
    return int(line[0])


def by_kernel(kernel: Kernel, plan: Plan, table: Table, number: int) -> tuple[int, list[Line]]:
    """The dice thrown, and every attack, in the same way."""
    row, blows = list(plan.start), [1] + [0] * 40_000
    kernel.fights(plan.setup, plan.facts, plan.start, len(row), row, place(SEED, number), 1, blows, True)
    sides = [[one.id for one in table.combatants.values() if one.side == side] for side in plan.sides]
    width, ids = WIDTH[table.game], [*sides[0], *sides[1]]
    told = (blows[at : at + width] for at in range(1, blows[0], width))
    return row[DICE], [line(table.game, ids, one) for one in told]


def line(game: str, ids: Sequence[str], one: Sequence[int]) -> Line:
    """An attack as a kernel tells it."""
    lost = dict(zip(HURT[game], one[-len(HURT[game]) :], strict=True))
    return ids[one[0]], ids[one[1]], one[2], bool(one[3]), {pool: number for pool, number in lost.items() if number}


ATTACKS = {
    "cities-without-number": {"hits": True, "misses": False, "misses_with_shock": False},
    "cyberpunk-red": {"attack_hit": True, "attack_miss": False, "dodge_hit": True, "dodge_miss": False},
    "eclipse-phase": {"hits": True, "hits_critically": True, "misses": False},
}
HURT = {
    "cities-without-number": ("soak", "hp"),
    "cyberpunk-red": ("hp",),
    "eclipse-phase": ("damage",),
    "shadowrun-4": ("boxes",),
}
WIDTH = {"cities-without-number": 7, "cyberpunk-red": 5, "eclipse-phase": 5, "shadowrun-4": 5}
