"""The map at the table: drawn, told in words, changed, and never wider than the terminal."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from firefight.cli.desk import Desk
from firefight.cli.screen import console
from firefight.commands import Begin
from firefight.drawing import read
from firefight.events import Changed, Placed, SheetSet, Turned
from firefight.games import game
from firefight.ground import Ground, square
from firefight.session import Session, combatant, found
from tests.cli.running import ALLEY, alley, play

GAME = game("cyberpunk-red")
ROOM = '[map]\nname = "Alley"\ndrawing = """\n+-+-+-+\n|v  d |\n+ + + +\n|  rc |\n+-+-+-+\n"""\n[sides]'


def table(ground: Ground | None, **places: str) -> Session:
    people = [
        combatant(GAME, id, id.capitalize(), "crew", GAME.sheet(), owner="ana" if id == "vex" else "", score=(20 - number,))
        for number, id in enumerate(places)
    ]
    session = found(GAME, people, secret=b"map", ground=ground)
    for who, at in places.items():
        if at:
            session.order(Placed(who, square(at)))
    return session


def shown(session: Session, *lines: str, width: int = 60) -> list[str]:
    """What some lines show at a table."""
    to = console(width, plain_text=True)
    to.file = StringIO()
    desk = Desk(session, to)
    for line in lines:
        desk.line(line)
    return [line.rstrip() for line in to.file.getvalue().splitlines()]


def test_the_map_is_drawn_with_a_legend_and_its_doors(tmp_path: Path) -> None:
    out = play(alley(tmp_path, ALLEY.replace("[sides]", ROOM, 1)), "map", "begin", "map").stdout
    assert "Alley, a square is 2 m" in out
    assert "1 |V ·d·|" in out
    assert "2 |· Rc·|" in out
    assert "V A1 Vex  acts" in out
    assert "Doors: door C1 shut" in out


def test_a_wide_map_is_cut_to_the_terminal_around_the_one_who_acts() -> None:
    session = table(Ground(300, 300), vex="DD90", rook="A1")
    session.order(Turned("vex", 90))
    session.do(Begin())
    for width in (40, 60, 100):
        out = shown(session, "map", width=width)
        assert all(len(line) <= width for line in out)
        assert any(line.startswith("90 ") and "V" in line for line in out)
        assert ["R", "A1", "Rook", "farther", "off"] in [line.split() for line in out]
        assert any("looks down" in line for line in out)


def test_names_of_columns_beyond_z_are_two_letters_high() -> None:
    out = shown(table(Ground(30, 2), vex="AA1"), "map")
    assert out[1].split()[-3:] == ["A", "A", "A"]
    assert out[2].endswith("X Y Z A B C D")


def test_where_everybody_is_is_told_in_words_the_nearest_first() -> None:
    ground, _ = read("+-+-+-+-+\n|   d   |\n+ + + + +\n|   c   |\n+-+-+-+-+")
    session = table(ground, vex="A1", moth="A2", rook="C2", ito="D1", lee="")
    assert shown(session, "where vex") == [
        "Vex at A1",
        "  Moth at A2: 2 m, in sight, next to each other",
        "  Rook at C2: 4 m, in sight, behind cover",
        "  Ito at D1: 6 m, out of sight",
    ]
    assert len([line for line in shown(session, "where") if line and line[0] != " "]) == 4
    assert shown(session, "where lee") == ["Lee is not on the map; 'place lee at D4' puts him there."]


def test_a_player_sees_no_token_of_somebody_hidden() -> None:
    session = table(Ground(5, 5), vex="A1", rook="B1")
    session.order(Changed("rook", hidden=True))
    assert any("Rook  hidden" in line for line in shown(session, "map"))
    for line in ("map", "where vex", "where"):
        assert not [told for told in shown(session, "view as ana", line)[1:] if "Rook" in told or "R" in told.split()]


def test_without_a_map_the_words_say_how_to_get_one() -> None:
    session = table(None, vex="")
    for line in ("map", "where", "where vex", "place vex at A1", "nomap", "door A1"):
        (told, *_) = shown(session, line)
        assert told.startswith("There is no map on the table"), line


def test_the_gm_changes_the_map_in_a_few_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("room.txt").write_text("+-+-+\n|vdr|\n+-+-+\n")
    session = table(None, vex="", rook="")
    out = shown(
        session, "map room.txt metres 1.5", "place vex and rook at B1 A1", "door B1 open", "face vex to rook", "lift rook"
    )
    told = [line.strip() for line in out]
    for line in (
        "The map is on the table: room.",
        "Vex is at B1.",
        "Rook is at A1.",
        "door B1 is open.",
        "Vex looks another way.",
    ):
        assert line in told
    ground = session.table.ground
    assert ground and (ground.metres, ground.doors()[0].open) == (1.5, True)
    assert (session.table.who("vex").facing, session.table.who("rook").place) == (180, None)


def test_one_moves_by_squares_or_by_metres_or_yards() -> None:
    """CPR-SCN-05"""
    session = table(Ground(30, 30), vex="A1", rook="Z9")
    out = shown(session, "begin", "move to D1", "move 2 yds", "move 2m", "move E2")
    left = {one.name: one.left for one in GAME.budget(session.table, "vex")}
    assert (session.table.who("vex").place, left["metres"]) == ((4, 1), 0)
    assert [line.strip().partition(".")[0] for line in out if line.startswith("  Vex: moves")] == [
        "Vex: moves to D1", "Vex: moves 2 m/yds", "Vex: moves 2 m/yds", "Vex: moves to E2",
    ]  # fmt: skip
    far = [table(Ground(30, 30), vex="A1") for _ in range(2)]
    for session, said in zip(far, ("move 25 yds", "move 25 m"), strict=True):
        session.order(SheetSet("vex", "move", 13))
        shown(session, "begin", said)
    assert [session.table.who("vex").value("spent move") for session in far] == [25, 25]


def test_a_number_that_is_too_far_is_no_square() -> None:
    session = table(Ground(30, 30), vex="A1", rook="Z9")
    out = shown(session, "begin", "move 60", "move to Q1", "move Z99")
    assert [line for line in out if line.startswith("Vex cannot")] == [
        "Vex cannot do that (move): only 12 m/yds are left (6",
        "Vex cannot do that (move): only 12 m/yds are left (6",
        "Vex cannot do that (move): Z99 is no square of the map.",
    ]
