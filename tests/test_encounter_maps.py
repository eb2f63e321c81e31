"""Maps of encounter files: drawn or from files beside them, who stands where, and every fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from firefight.encounter import Encounter, Unreadable, load, session
from firefight.ground import named
from tests.exchange.test_uvtt import made

DRAWING = """\
+-+-+-+
|v  d |
+ + +-+
|   c1|
+-+-+-+
"""
HEAD = 'game = "cyberpunk-red"\n'
VEX = '[[people]]\nname = "Vex"\nside = "crew"\n'
TWO = VEX + '[[people]]\nid = "rook"\nname = "Rook"\nside = "gang"\n'


def drawn(drawing: str = DRAWING, more: str = "") -> str:
    return f'{HEAD}[map]\n{more}drawing = """\n{drawing}"""\n'


def read(folder: Path, text: str) -> Encounter:
    file = folder / "fight.toml"
    file.write_text(text, "utf-8")
    return load(file)


def faults(folder: Path, text: str) -> list[tuple[int, str]]:
    with pytest.raises(Unreadable) as refused:
        read(folder, text)
    return refused.value.faults


def places(encounter: Encounter) -> dict[str, str]:
    return {one.id: named(one.place) for one in encounter.people if one.place}


# ------------------------------------------------------------------ what a map becomes


def test_a_drawing_is_the_ground_in_the_games_own_squares_and_letters_are_people(tmp_path: Path) -> None:
    found = read(tmp_path, drawn() + TWO + 'mark = "1"\nfacing = 90\n')
    assert found.ground and (found.ground.width, found.ground.height, found.ground.metres) == (3, 2, 2.0)
    assert places(found) == {"vex": "A1", "rook": "C2"}
    table = session(found, b"x" * 32).table
    assert table.ground == found.ground
    assert (table.who("rook").place, table.who("rook").facing) == ((2, 1), 90)


def test_other_games_have_squares_of_a_metre_and_a_map_can_say_otherwise(tmp_path: Path) -> None:
    plain = drawn("+-+\n| |\n+-+\n").replace("cyberpunk-red", "shadowrun-4") + VEX
    first = read(tmp_path, plain).ground
    assert first and first.metres == 1.0
    other = read(tmp_path, plain.replace("[map]", '[map]\nmetres = 1.5\ndiagonals = "true"\nname = "A cell"')).ground
    assert other and (other.metres, other.diagonals, other.name) == (1.5, "true", "A cell")


def test_without_a_map_nobody_stands_anywhere(tmp_path: Path) -> None:
    found = read(tmp_path, HEAD + TWO)
    assert (found.ground, places(found)) == (None, {})


def test_squares_are_named_and_several_have_one_each(tmp_path: Path) -> None:
    ganger = '[[people]]\nname = "Ganger"\nside = "gang"\ncount = 2\n'
    for at in ('at = ["B1", "b2"]', 'at = "B1, B2"'):
        assert places(read(tmp_path, drawn(DRAWING.replace("1", " ")) + VEX + ganger + at)) == {
            "vex": "A1",
            "ganger-1": "B1",
            "ganger-2": "B2",
        }
    assert places(read(tmp_path, drawn() + ganger + 'mark = "v1"'))["ganger-2"] == "C2"


def test_the_letter_may_be_great_or_small_and_who_names_his_square_leaves_it_to_others(tmp_path: Path) -> None:
    assert places(read(tmp_path, drawn(DRAWING.replace("v", "V").replace("1", " ")) + VEX)) == {"vex": "A1"}
    vic = '[[people]]\nname = "Vic"\nside = "crew"\nat = "B2"\n'
    assert places(read(tmp_path, drawn(DRAWING.replace("1", " ")) + VEX + vic)) == {"vex": "A1", "vic": "B2"}


def test_maps_are_read_from_files_beside_the_encounter(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "room.txt").write_text(DRAWING)
    (tmp_path / "maps" / "room.toml").write_text(f'metres = 3\nname = "Room"\ndrawing = """\n{DRAWING}"""\n')
    for kind in ("uvtt", "dd2vtt", "df2vtt"):
        (tmp_path / "maps" / f"cave.{kind}").write_bytes(made())
    for file, size, metres, name, at in (
        ("room.txt", (3, 2), 2.0, "room", {"vex": "A1"}),
        ("room.toml", (3, 2), 3.0, "Room", {"vex": "A1"}),
        ("cave.uvtt", (8, 4), 2.0, "cave", {}),
        ("cave.dd2vtt", (8, 4), 2.0, "cave", {}),
        ("cave.df2vtt", (8, 4), 2.0, "cave", {}),
    ):
        found = read(tmp_path, f'{HEAD}[map]\nfile = "maps/{file}"\n{VEX}')
        assert found.ground
        assert ((found.ground.width, found.ground.height), found.ground.metres, found.ground.name) == (size, metres, name)
        assert places(found) == at


def test_what_the_encounter_says_of_a_map_file_comes_on_top(tmp_path: Path) -> None:
    thing = [[{"x": 11, "y": 5}, {"x": 11, "y": 9}]]
    (tmp_path / "cave.uvtt").write_bytes(made(objects_line_of_sight=thing))
    with_things = read(tmp_path, f'{HEAD}[map]\nfile = "cave.uvtt"\n{VEX}').ground
    without = read(tmp_path, f'{HEAD}[map]\nfile = "cave.uvtt"\nobjects = false\nmetres = 1\nname = "Cave"\n{VEX}').ground
    assert with_things and without
    assert (len(with_things.walls) - len(without.walls), without.metres, without.name) == (1, 1.0, "Cave")


# ------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (HEAD + "[map]\n" + VEX, 2, "give drawing = ... or file = ..., one of the two"),
        (HEAD + '[map]\nfile = "x.uvtt"\ndrawing = "x"\n' + VEX, 2, "one of the two"),
        (HEAD + '[map]\nfile = "none.uvtt"\n' + VEX, 3, "the file cannot be read: No such file"),
        (HEAD + '[map]\nfile = "none.txt"\n' + VEX, 3, "there is no such file"),
        (HEAD + '[map]\nfile = "none.png"\n' + VEX, 3, "a map file ends in .uvtt, .dd2vtt, .df2vtt, .toml, .txt"),
        (HEAD + '[map]\nfile = "bad.uvtt"\n' + VEX, 3, "this is no Universal VTT map"),
        (HEAD + '[map]\nfile = "bad.txt"\n' + VEX, 3, "line 2, column 1: '#' is no edge"),
        (HEAD + '[map]\nfile = "nested.toml"\n' + VEX, 3, "a map file holds the drawing itself"),
        (HEAD + '[map]\nfile = "drawn.toml"\n' + VEX, 3, "line 3: column 1: '#' is no edge"),
        (HEAD + "map = 3\n" + VEX, 2, "must be a table"),
        (drawn(more="metres = 0\n") + VEX + 'mark = "v"', 3, "from 0.1 to 1000 metres"),
        (drawn(more="meters = 2\n") + VEX, 3, "did you mean 'metres'"),
        (drawn(more='diagonals = "two"\n') + VEX, 3, "one of 'one', 'true'"),
        (drawn(DRAWING.replace("|v", "#v")) + VEX, 5, "column 1: '#' is no edge"),
        (drawn(DRAWING.replace("1", "v")) + VEX, 7, "'v' stands there twice"),
        (drawn("\n\n" + DRAWING.replace("|v", "#v")) + VEX, 7, "column 1: '#' is no edge"),
        (drawn() + VEX, 7, "nobody stands for '1' at C2"),
        (drawn(DRAWING.replace("1", "V")) + VEX, 5, "nobody stands for 'v' at A1"),
        (drawn(DRAWING.replace("1", " ")) + VEX + VEX.replace("Vex", "Vic"), 5, "may be 'vex' or 'vic'; give one of them mark"),
        (drawn(DRAWING.replace("1", " ")) + VEX + 'mark = "w"\n', 13, "no 'w' stands in the drawing; there is v"),
        (drawn() + VEX + 'mark = "v1"\n', 13, "'mark' names 2 squares for 1"),
        (drawn() + VEX + 'mark = "v"\nat = "A1"\n', 13, "give one of the two"),
        (drawn() + VEX + 'at = "D4"\n', 13, "D4 is off the map, which goes from A1 to C2"),
        (drawn() + VEX + 'at = "4D"\n', 13, "'4D' is no square"),
        (drawn() + VEX + "at = 4\n", 13, "'at' must be text or a list"),
        (drawn() + VEX + 'facing = 400\n', 13, "must be from 0 to 359"),
        (drawn() + VEX + 'at = "B1"\n' + VEX.replace("Vex", "Ito") + 'at = "b1"\n', 17, "'vex' stands at B1 already"),
        (drawn() + TWO + 'mark = "v"\n' + VEX.replace("Vex", "Ito") + 'at = "A1"\nhidden = true\n', 21, "'rook' stands at A1"),
        (HEAD + VEX + 'at = "B1"\n', 5, "there is no map for 'at'"),
    ],
)  # fmt: skip
def test_faults_of_maps_and_places_are_told_with_their_line(tmp_path: Path, text: str, line: int, told: str) -> None:
    (tmp_path / "bad.uvtt").write_text("{}")
    (tmp_path / "bad.txt").write_text("+-+\n# |\n+-+\n")
    (tmp_path / "nested.toml").write_text('file = "bad.txt"\n')
    (tmp_path / "drawn.toml").write_text('drawing = """\n+-+\n# |\n+-+\n"""\n')
    assert [number for number, fault in faults(tmp_path, text) if told in fault] == [line], faults(tmp_path, text)


def test_all_faults_of_a_map_are_told_at_once(tmp_path: Path) -> None:
    text = drawn(DRAWING.replace("|v", "#v").replace("c1", "c#")) + VEX.replace('"crew"', "3")
    assert [line for line, _ in faults(tmp_path, text)] == [5, 12]
    text = drawn() + VEX + 'at = "Z9"\n' + VEX.replace("Vex", "Ito") + 'at = "C9"\n'
    assert [line for line, _ in faults(tmp_path, text)] == [5, 7, 13, 17]


def test_a_large_drawing_is_taken(tmp_path: Path) -> None:
    rows = "\n".join("+" + " +" * 60 if n % 2 == 0 else " " * 121 for n in range(81))
    found = read(tmp_path, drawn(rows + "\n") + VEX + 'at = "BH40"\n')
    assert found.ground and (found.ground.width, found.ground.height) == (60, 40)
    assert places(found) == {"vex": "BH40"}
