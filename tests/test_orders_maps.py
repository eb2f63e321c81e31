"""The GM's orders about the map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firefight.commands import Order
from firefight.drawing import read
from firefight.errors import FirefightError
from firefight.events import Changed, DoorMoved, GroundSet, Joined, Placed, Told, Turned
from firefight.games import game
from firefight.ground import named
from firefight.orders import command
from firefight.session import Session, combatant, found

GAME = game("cyberpunk-red")
DRAWING = "+-+-+-+\n|v  d |\n+ + +-+\n|     |\n+-+-+-+\n"


def table(**places: str) -> Session:
    """Vex, Moth and Rook, on a map of two rooms where they have squares."""
    people = [combatant(GAME, id, id.capitalize(), "crew", GAME.sheet()) for id in ("vex", "moth", "rook")]
    ground, _ = read(DRAWING)
    session = found(GAME, people, secret=b"maps", ground=ground if places else None)
    for who, at in places.items():
        given(session, "place", who=who, at=at)
    return session


def given(session: Session, name: str, /, **asked: Any) -> tuple[Any, ...]:
    """Gives an order; the events it was made of."""
    made = command(name, session.game, session.table, asked)
    assert isinstance(made, Order)
    session.do(made)
    return made.events


def refused(session: Session, name: str, /, **asked: Any) -> str:
    before = session.table
    with pytest.raises(FirefightError) as told:
        given(session, name, **asked)
    assert session.table is before
    return str(told.value)


def place(session: Session, who: str) -> str:
    at = session.table.who(who).place
    return named(at) if at else ""


# ------------------------------------------------------------------ the map itself


def test_a_map_is_drawn_and_letters_place_those_they_mean() -> None:
    session = table()
    events = given(session, "map", drawing=DRAWING)
    assert isinstance(events[0], GroundSet) and events[1:] == (Placed("vex", (0, 0)),)
    assert session.table.ground and session.table.ground.metres == 2.0
    assert given(session, "map", drawing=DRAWING.replace("v", "x"), metres=1.5, name="A cell")[1:] == ()
    assert (place(session, "vex"), session.table.ground.metres, session.table.ground.name) == ("", 1.5, "A cell")


def test_a_map_comes_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("room.txt").write_text(DRAWING)
    session = table()
    assert given(session, "map", file="room.txt")[1:] == (Placed("vex", (0, 0)),)


def test_a_map_that_cannot_be_read_is_told_in_a_sentence() -> None:
    session = table()
    assert "one of the two" in refused(session, "map")
    assert "line 2 of the drawing, column 1: '#' is no edge" in refused(session, "map", drawing=DRAWING.replace("|v", "#v"))
    assert "there is no such file" in refused(session, "map", file="nowhere.txt")


def test_the_map_is_put_away_and_nobody_stands_anywhere() -> None:
    session = table(vex="A1")
    given(session, "nomap")
    assert (session.table.ground, place(session, "vex")) == (None, "")
    assert "there is no map" in refused(session, "nomap")


# ------------------------------------------------------------------ people on it


def test_people_are_placed_one_by_one_and_several_at_once() -> None:
    session = table(vex="A1")
    given(session, "place", who=["moth", "rook"], at=["B1", "c2"])
    assert [place(session, who) for who in ("vex", "moth", "rook")] == ["A1", "B1", "C2"]
    assert given(session, "place", who=["vex", "moth"], at="B1 A1") == (Placed("vex", (1, 0)), Placed("moth", (0, 0)))


def test_two_on_one_square_are_the_gms_affair_and_he_is_told() -> None:
    session = table(vex="A1", moth="B1")
    told = given(session, "place", who="vex", at="B1")[1]
    assert isinstance(told, Told) and (told.key_, told.gm) == ("shares_square", False)
    session.order(Changed("moth", hidden=True, owner="bo"))
    told = given(session, "place", who="rook", at="B1")[-1]
    assert isinstance(told, Told) and (told.key_, told.gm) == ("comes_upon", True)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"who": "vex", "at": "D9"}, "D9 is off the map, which goes from A1 to C2"),
        ({"who": "vex", "at": "nine"}, "'nine' is no square"),
        ({"who": "vex", "at": "A1 A2"}, "2 squares are named for 1"),
        ({"who": ["vex", "moth"], "at": "A1"}, "1 squares are named for 2"),
        ({"who": "vix", "at": "A1"}, "did you mean 'vex'?"),
    ],
)
def test_a_place_that_cannot_be_is_told(asked: dict[str, Any], told: str) -> None:
    assert told in refused(table(vex="A1"), "place", **asked)
    assert "there is no map on the table" in refused(table(), "place", who="vex", at="A1")


def test_whoever_is_lifted_is_off_the_map_and_still_here() -> None:
    session = table(vex="A1")
    given(session, "lift", who="vex")
    assert (place(session, "vex"), session.table.who("vex").here) == ("", True)
    assert "Vex is not on the map" in refused(session, "lift", who="vex")


def test_a_newcomer_joins_on_his_square() -> None:
    session = table(vex="A1")
    joined = given(session, "join", name="Ito", side="crew", at="C1", facing=90)[0]
    assert isinstance(joined, Joined) and (joined.combatant.place, joined.combatant.facing) == ((2, 0), 90)
    given(session, "join", name="Thug", side="gang", count=2, at="A2 B2")
    assert [place(session, who) for who in ("thug-1", "thug-2")] == ["A2", "B2"]
    assert isinstance(given(session, "join", name="Twin", side="crew", at="A1")[-1], Told)
    assert "in the drawing of an encounter file only" in refused(session, "join", name="Bo", side="crew", mark="x")
    assert "1 squares are named for 2" in refused(session, "join", name="Bo", side="crew", count=2, at="A1")


def test_somebody_faces_a_person_a_square_or_a_direction() -> None:
    session = table(vex="A1", rook="C1")
    assert given(session, "face", who="vex", to="rook") == (Turned("vex", 0),)
    assert given(session, "face", who="vex", to="A2") == (Turned("vex", 90),)
    assert given(session, "face", who=["vex", "moth"], degrees=-90) == (Turned("vex", 270), Turned("moth", 270))
    assert "one of the two" in refused(session, "face", who="vex")
    assert "one of the two" in refused(session, "face", who="vex", to="A2", degrees=0)
    assert "moth is not on another square" in refused(session, "face", who="vex", to="moth")
    assert "Moth is not on the map" in refused(session, "face", who="moth", to="vex")
    assert "D9 is off the map" in refused(session, "face", who="vex", to="D9")


# ------------------------------------------------------------------ doors


def test_a_door_is_opened_and_shut_by_its_name_or_its_square() -> None:
    session = table(vex="A1")
    assert given(session, "door", door="door C1") == (DoorMoved("door C1", True),)
    assert given(session, "door", door="c1", do="shut") == (DoorMoved("door C1", False),)
    assert "door C1 is shut already" in refused(session, "door", door="C1", do="shut")


def test_all_doors_are_listed_where_there_is_no_such_door() -> None:
    assert refused(table(vex="A1"), "door", door="B1") == "there is no door 'B1'; there is door C1 (shut)"
    session = table()
    given(session, "map", drawing="+-+\n| |\n+-+\n")
    assert refused(session, "door", door="B1") == "there is no door 'B1'; this map has none"


def test_places_and_doors_that_the_map_does_not_have_cannot_be_ordered_by_hand_either() -> None:
    session = table(vex="A1")
    for event in (Placed("vex", (9, 9)), DoorMoved("door Z9")):
        with pytest.raises(FirefightError, match="on the map"):
            session.order(event)
    with pytest.raises(FirefightError, match="no map to stand on"):
        table().order(Placed("vex", (0, 0)))


# ------------------------------------------------------------------ newcomers


def test_a_newcomer_gets_the_free_square_nearest_to_his_own_side() -> None:
    session = table(vex="A1", moth="C1")
    given(session, "join", ready="ganger", id="ally", side="crew")
    assert place(session, "ally") == "A2"
    assert "ally" not in {one.id for one in session.table.present() if one.place is None}


def test_newcomers_of_a_new_side_come_in_at_the_edge_together_and_away_from_the_others() -> None:
    ground, _ = read("+-+-+-+-+-+-+-+\n" + "|             |\n+ + + + + + + +\n" * 5 + "|             |\n+-+-+-+-+-+-+-+\n")
    session = table(vex="A1")
    session.order(GroundSet(ground), Placed("vex", (0, 0)))
    events = given(session, "join", ready="ganger", id="raider", side="raiders", count=3)
    assert sum(isinstance(event, Placed) for event in events) == 3
    assert [place(session, f"raider-{n}") for n in (1, 2, 3)] == ["G1", "F1", "E1"]


def test_where_no_square_is_free_the_gm_is_told() -> None:
    ground, _ = read("+-+\n| |\n+-+\n")
    session = table(vex="A1")
    session.order(GroundSet(ground), Placed("vex", (0, 0)))
    events = given(session, "join", ready="ganger", id="raider")
    assert (place(session, "raider"), events[-1]) == ("", Told("no_place", "raider", gm=True))


def test_without_a_map_and_with_a_square_named_nothing_is_proposed() -> None:
    assert not [event for event in given(table(), "join", ready="ganger", id="raider") if isinstance(event, Placed)]
    session = table(vex="A1")
    assert not [event for event in given(session, "join", ready="ganger", id="raider", at="C2") if isinstance(event, Placed)]
    assert place(session, "raider") == "C2"


def test_a_newcomer_stands_where_he_would_if_nobody_were_hidden() -> None:
    seen = []
    for hidden in ("rook",), ():
        session = table(vex="A1")
        session.order(*(event for who in hidden for event in (Changed(who, hidden=True), Placed(who, (1, 0)))))
        given(session, "join", ready="ganger", id="raider", side="crew")
        seen.append(place(session, "raider"))
    assert seen[0] == seen[1]
