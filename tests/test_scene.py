"""What the map knows of two people, and the ways across it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight import scene
from firefight.events import Placed, Told
from firefight.game import Reason
from firefight.ground import Ground, Square, Wall, named
from firefight.scene import Way
from firefight.table import Combatant, Table
from firefight.timeline import Act

SIDE = 8
squares = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
corners = st.tuples(st.integers(0, SIDE), st.integers(0, SIDE))
walls = st.lists(st.builds(Wall, corners, corners).filter(lambda wall: wall.a != wall.b), max_size=10).map(tuple)
TOO_FAR = Reason("too_far", "RULE-1")


def table(ground: Ground | None, **people: Square | Combatant | None) -> Table:
    return Table(
        "toy",
        combatants={id: one if isinstance(one, Combatant) else person(id, one) for id, one in people.items()},
        ground=ground,
    )


def person(id: str, place: Square | None, **more: Any) -> Combatant:
    return Combatant(id, id.capitalize(), "crew", None, place=place, **more)


def asked(table: Table) -> list[Any]:
    a, b = table.who("a"), table.who("b")
    return [
        scene.distance(table, a, b), scene.sees(table, a, b), scene.has_cover(table, a, b), scene.is_clear(table, a, b),
        scene.is_within(table, a, b, 2), scene.is_next_to(table, a, b), scene.is_in_front(table, a, b),
    ]  # fmt: skip


def test_without_a_ground_or_a_place_the_map_knows_nothing() -> None:
    for empty in (table(None, a=(0, 0), b=(1, 1)), table(Ground(5, 5), a=(0, 0), b=None), table(Ground(5, 5), a=None, b=(0, 0))):
        assert asked(empty) == [None] * 7


def test_the_map_knows_all_of_two_who_stand_on_it() -> None:
    looking = table(Ground(5, 5), a=person("a", (0, 0), facing=180), b=(1, 1))
    assert asked(looking) == [2.0, True, False, True, True, True, False]


@pytest.mark.parametrize(("kind", "open", "sight", "touch"), [
    ("wall", False, False, False), ("door", False, False, False), ("door", True, True, True),
    ("window", False, True, False), ("cover", False, True, True),
])  # fmt: skip
def test_what_stands_between_two_stops_sight_or_a_hand_or_neither(kind: Any, open: bool, sight: bool, touch: bool) -> None:
    here = table(Ground(5, 5, walls=(Wall((1, 0), (1, 1), kind, "x", open),)), a=(0, 0), b=(1, 0))
    a, b = here.who("a"), here.who("b")
    assert (scene.sees(here, a, b), scene.is_clear(here, a, b), scene.is_next_to(here, a, b)) == (sight, touch, touch)
    assert scene.has_cover(here, a, b) == (kind == "cover")


def test_the_neighbours_of_somebody_are_those_who_are_here_with_nothing_between() -> None:
    people = {"a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (0, 1), "e": person("e", (1, 2), here=False), "f": None}
    here = table(Ground(5, 5, walls=(Wall((1, 0), (1, 5)),)), **people)
    assert [one.id for one in scene.adjacent(here, here.who("a"))] == ["b"]


def test_a_direction_is_measured_from_the_right_downwards() -> None:
    around = [(5, 4), (5, 5), (4, 5), (3, 4), (4, 3)]
    assert [scene.direction((4, 4), at) for at in around] == [0, 45, 90, 180, 270]


# ------------------------------------------------------------------ ways


def way(here: Table, left: float = 12.0) -> Way:
    found = scene.way(here, here.who("a"), left, TOO_FAR)
    assert found
    return found


def keys(here: Table, to: str, left: float = 12.0) -> list[str]:
    return [reason.key for reason in way(here, left).refusals(to)]


def test_whoever_is_not_on_a_map_has_no_way() -> None:
    assert scene.way(table(None, a=(0, 0)), person("a", (0, 0)), 12, TOO_FAR) is None
    assert scene.way(table(Ground(5, 5)), person("a", None), 12, TOO_FAR) is None
    assert scene.walked(table(None, a=(0, 0)), person("a", (0, 0)), Act("move", {"to": "B1"}), 12) == []


def test_all_reasons_against_a_way_are_told_and_the_rule_of_the_game_with_its_length() -> None:
    here = table(Ground(9, 9), a=(0, 0), b=(8, 0))
    assert way(here).refusals("I1") == (Reason("occupied", values={"square": "I1"}), TOO_FAR)
    assert keys(here, "B1 I1 B1", 100) == ["occupied"]
    assert keys(here, "J1") == keys(here, "hello") == ["no_square"]
    assert keys(here, " ") == ["no_text"]
    assert keys(here, "A1") == keys(here, "A1 A1") == ["there_already"]
    assert keys(here, "b1, C2 -> d3") == []


def test_a_way_is_refused_where_the_way_round_is_too_long() -> None:
    here = table(Ground(9, 9, walls=(Wall((1, 0), (1, 4)),)), a=(0, 0))
    assert way(here, 8).refusals("B1") == (Reason("way_blocked", values={"square": "B1"}),)
    assert keys(here, "B1", 16) == []
    assert scene.cost(here, here.who("a"), Act("move", {"to": "B1"}), 20) == 16


@given(start=squares, standing=walls, others=st.lists(squares, max_size=6), left=st.integers(0, 12))
def test_what_can_be_reached_is_exactly_what_is_not_refused_and_costs_what_is_said(
    start: Square, standing: tuple[Wall, ...], others: list[Square], left: int
) -> None:
    people = {f"p{n}": at for n, at in enumerate(others) if at != start}
    here = table(Ground(SIDE, SIDE, walls=standing), a=start, **people)
    reachable = way(here, left).reachable()
    for x in range(SIDE):
        for y in range(SIDE):
            name = named((x, y))
            assert (name in reachable) == (not keys(here, name, left))
            if name in reachable:
                assert scene.cost(here, here.who("a"), Act("move", {"to": name}), left) == reachable[name]


@given(start=squares, standing=walls, to=squares, left=st.integers(2, 24))
def test_a_way_costs_the_same_named_by_its_end_or_square_by_square(
    start: Square, standing: tuple[Wall, ...], to: Square, left: int
) -> None:
    here = table(Ground(SIDE, SIDE, walls=standing), a=start)
    one, act = here.who("a"), Act("move", {"to": named(to)})
    path = scene.walked(here, one, act, left)
    every = Act("move", {"to": " ".join(map(named, path[1:]))})
    if not keys(here, named(to), left):
        assert scene.walked(here, one, every, left) == path
        assert scene.cost(here, one, every, left) == scene.cost(here, one, act, left) <= left


# ------------------------------------------------------------------ moving


def test_a_move_ends_on_the_last_square_and_takes_along_who_is_taken() -> None:
    here = table(Ground(9, 9), a=(0, 0), b=(0, 0))
    events = list(scene.moved(here, here.who("a"), Act("move", {"to": "C1 D4"}), 99, ("RULE-1",), ["b"]))
    assert events == [Placed("a", (3, 3), quiet=True, rules=("RULE-1",)), Placed("b", (3, 3), rules=("RULE-1",))]
    assert list(scene.moved(here, here.who("a"), Act("move", {"metres": 4}), 99)) == []


def test_a_hidden_one_is_in_nobodys_way_but_his_own_peoples() -> None:
    hidden = person("h", (1, 0), hidden=True, owner="bo")
    for owner, reasons in (("", []), ("ana", []), ("bo", ["occupied"])):
        here = table(Ground(9, 9), a=person("a", (0, 0), owner=owner), h=hidden)
        assert keys(here, "B1") == reasons


def test_the_gm_alone_is_told_of_a_hidden_one_on_the_way_or_at_its_end() -> None:
    here = table(Ground(9, 9), a=person("a", (0, 0), owner="ana"), h=person("h", (1, 0), hidden=True), b=(3, 0))
    for to in ("B1", "C1"):
        told = [event for event in scene.moved(here, here.who("a"), Act("move", {"to": to}), 99) if isinstance(event, Told)]
        assert [(event.key_, event.gm, event.about) for event in told] == [("comes_upon", True, ("h",))]
    forced = [event for event in scene.moved(here, here.who("a"), Act("move", {"to": "D1"}), 1) if isinstance(event, Told)]
    assert [(event.key_, event.gm) for event in forced] == [("comes_upon", True), ("shares_square", False)]
