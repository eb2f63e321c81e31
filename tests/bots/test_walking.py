"""On a map bots go round walls, stop where they can attack well, and spend nothing on a run that brings them no closer."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight import drawing, space
from firefight.bots import STEADY, decide
from firefight.commands import Begin, Do
from firefight.dice import Keyed
from firefight.encounter.people import Person, combatants
from firefight.engine import awaited, perform
from firefight.game import Game
from firefight.games import game
from firefight.ground import Ground, Square, Wall
from firefight.sim import play
from firefight.table import Combatant, Table
from firefight.timeline import Act, Turn

BLADES: dict[str, dict[str, Any]] = {
    "cyberpunk-red": {"ready": "booster", "sheet": {"gear": ["medium melee weapon"], "skills": {"melee weapon": 6}}},
    "cities-without-number": {"ready": "ganger", "sheet": {"weapons": ["cleaver"]}},
    "eclipse-phase": {"ready": "syndicate-gun", "sheet": {"gear": ["knife"], "armor": ""}},
    "shadowrun-4": {"ready": "ganger", "sheet": {"gear": ["sword"]}},
}
POCKET = """
+-+-+-+-+-+-+-+
|             |
+ + + +-+-+ + +
|         |   |
+ + + + + + + +
|      a  |  b|
+ + + + + + + +
|         |   |
+ + + +-+-+ + +
|             |
+-+-+-+-+-+-+-+
"""
"""Whoever goes straight for the other stands before a wall, and every way round it begins with a step back."""
SHUT = """
+-+-+-+-+-+
|a    |  b|
+-+-+-+-+-+
"""
WINDOW = """
+-+-+-+-+-+
|a    |  b|
+ + + + + +
|     w   |
+-+-+-+-+-+
"""


def on_the_map(id: str, text: str, **other: Any) -> tuple[Game, Table]:
    """A and B with a blade each, or what `other` says of both, on a map, before their fight begins."""
    known, (ground, marks) = game(id), drawing.read(text, 1.0)
    people: dict[str, Combatant] = {}
    for who in ("a", "b"):
        (one,) = combatants(known, Person(id=who, side=who, **{**BLADES[id], **other}))
        people[who] = replace(one, place=marks[who])
    options = {setting.name: setting.default for setting in known.settings}
    return known, Table(id, options, people, ground=ground)


def deeds(known: Game, table: Table, who: str, rounds: int = 1) -> list[Act]:
    """What somebody does by himself in so many rounds, while the other does nothing."""
    table, found = perform(known, table, Begin(), Keyed(b"walk")).table, list[Act]()
    for _ in range(100):
        if table.timeline.round > rounds:
            return found
        waiting = awaited(known, table)[0]
        turn = isinstance(table.timeline.top, Turn)
        idle = turn and waiting != who
        command = Do(waiting, Act("pass")) if idle else decide(known, table, waiting, STEADY, Random(0))
        if isinstance(command, Do) and not idle:
            found.append(command.act)
        table = perform(known, table, command, Keyed(b"walk")).table
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("id", BLADES)
def test_blades_find_each_other_round_a_wall(id: str) -> None:
    known, table = on_the_map(id, POCKET)
    assert [play(known, table, number).undecided for number in (1, 2, 3)] == [False] * 3


@pytest.mark.parametrize("id", BLADES)
def test_where_no_way_leads_anywhere_nobody_moves_or_runs(id: str) -> None:
    known, table = on_the_map(id, SHUT)
    assert {act.verb for act in deeds(known, table, "a", 2)} <= {"pass", "draw", "ready"}


@pytest.mark.parametrize("id", BLADES)
def test_where_no_way_leads_to_anybody_a_place_is_taken_from_which_somebody_is_seen(id: str) -> None:
    known, table = on_the_map(id, WINDOW)
    assert next(act.picks["to"] for act in deeds(known, table, "a", 2) if "to" in act.picks)


def test_an_action_is_spent_on_running_only_where_steps_do_not_do() -> None:
    known, far = in_a_corridor("cyberpunk-red", 40)
    assert [act.verb for act in deeds(known, far, "a")] == ["draw", "move", "run", "move", "pass"]
    assert [act.verb for act in deeds(known, far.change("b", place=(3, 0)), "a")][:3] == ["draw", "move", "attack"]


def test_a_full_move_is_declared_only_where_the_base_rate_does_not_do() -> None:
    known, far = in_a_corridor("eclipse-phase", 40)
    assert deeds(known, far, "a")[0] == Act("movement", {"gait": "full"})
    assert [act.verb for act in deeds(known, far.change("b", place=(3, 0)), "a")][:2] == ["move", "attack"]


def in_a_corridor(id: str, far: int) -> tuple[Game, Table]:
    """A at the left end, B so many squares to the right of him."""
    known, table = on_the_map(id, SHUT)
    table = replace(table, ground=Ground(far + 1, 1, 2.0)).change("a", place=(0, 0))
    return known, table.change("b", place=(far, 0))


def test_a_gun_goes_no_farther_than_to_where_it_hits_well() -> None:
    known, table = on_the_map("shadowrun-4", POCKET, ready="sergeant", sheet={})
    acts = deeds(known, table, "a")
    first = next(n for n, act in enumerate(acts) if act.verb == "attack")
    assert any(act.verb == "move" for act in acts[:first])
    assert not any(act.verb == "move" for act in acts[first:])


def test_nobody_is_walked_up_to_who_is_to_be_left_alone() -> None:
    known, table = on_the_map("shadowrun-4", POCKET)
    table = perform(known, table, Begin(), Keyed(b"walk")).table
    who = awaited(known, table)[0]
    command = decide(known, table, who, STEADY, Random(0), spared=("a", "b"))
    assert isinstance(command, Do) and command.act.verb == "pass"


# ------------------------------------------------------------------ ways

walls = st.builds(
    lambda x, y, along: Wall((x, y), (x + along, y + 1 - along)), st.integers(0, 4), st.integers(0, 4), st.integers(0, 1)
)
squares = st.tuples(st.integers(0, 4), st.integers(0, 4))


@given(st.lists(walls, max_size=12), squares, squares, st.sets(squares, max_size=4), st.sampled_from(["one", "true"]))
def test_a_way_is_a_shortest_one_of_single_free_steps(
    built: list[Wall], start: Square, goal: Square, taken: set[Square], diagonals: Any
) -> None:
    ground, blocked = Ground(5, 5, 2.0, tuple(built), diagonals), taken - {start}
    costs, way = space.reachable(ground, start, 1_000, blocked), space.way_to(ground, start, [goal], blocked)
    assert bool(way) == (goal in costs)
    if way:
        assert (way[0], way[-1]) == (start, goal) and not set(way) & blocked
        assert all(space.can_step(ground, a, b) for a, b in pairwise(way))
        assert abs(space.length(ground, way) - costs[goal]) < 1e-6


def test_of_several_squares_the_way_leads_to_the_nearest() -> None:
    ground = Ground(9, 1)
    assert space.way_to(ground, (3, 0), [(0, 0), (5, 0), (8, 0)])[-1] == (5, 0)
    assert space.way_to(ground, (3, 0), [(3, 0), (4, 0)]) == [(3, 0)]
    assert space.way_to(ground, (3, 0), [(0, 0)], [(2, 0)]) == []
