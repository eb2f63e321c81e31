"""Drawings of a ground: read, drawn again, told in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.drawing import drawn, part_around, read, relation, tokens, told
from firefight.errors import FirefightError
from firefight.ground import Ground, Wall, named, square
from firefight.space import sees

DRAWING = """
+-+-+-+-+
|a    d |
+ + + +-+
|   c   |
+ + + +-+
|   wb  o
+-+-+-+-+
"""


def test_a_drawing_gives_walls_doors_windows_cover_and_places() -> None:
    ground, places = read(DRAWING)
    assert (ground.width, ground.height, ground.metres) == (4, 3, 2.0)
    assert places == {"a": (0, 0), "b": (2, 2)}
    kinds = sorted((wall.kind, wall.open) for wall in ground.walls if wall.kind != "wall")
    assert kinds == [("cover", False), ("door", False), ("door", True), ("window", False)]
    assert ground.wall("door D1") is not None


def test_walls_in_one_line_are_one_wall() -> None:
    ground, _ = read(DRAWING)
    assert ((0, 0), (4, 0)) in [(wall.a, wall.b) for wall in ground.walls]
    assert ((0, 0), (0, 3)) in [(wall.a, wall.b) for wall in ground.walls]


def test_what_is_drawn_reads_back_to_the_same_sight() -> None:
    ground, places = read(DRAWING)
    rows = [line[2:] for line in drawn(ground, places).splitlines()[1:]]
    again, _ = read("\n".join(rows).replace("·", " "))
    squares = [(x, y) for x in range(4) for y in range(3)]
    assert all(sees(ground, a, b) == sees(again, a, b) for a in squares for b in squares)


def test_everybodys_place_is_told_in_words() -> None:
    ground, places = read(DRAWING)
    assert told(ground, places) == ["a at A1: b 4 m, in sight", "b at C3: a 4 m, in sight"]


def test_all_faults_of_a_drawing_are_told_at_once() -> None:
    with pytest.raises(FirefightError, match=r"line 1, column 2: '#' is no edge \(- .*line 2, column 4: 'a' stands there twice"):
        read("+#+-+\n|a a|\n+-+-+")
    for empty in ("", "\n", "+"):
        with pytest.raises(FirefightError, match="from 1 to 200 squares"):
            read(empty)


@given(st.tuples(st.integers(0, 600), st.integers(0, 900)))
def test_a_square_is_found_by_its_name(at: tuple[int, int]) -> None:
    assert square(named(at)) == at


@pytest.mark.parametrize("name", ["", "4", "D", "D0", "4D", "ABCD1", "Ä1", "D-1", "D12345"])
def test_a_name_that_is_no_square_is_refused(name: str) -> None:
    with pytest.raises(FirefightError, match="is no square"):
        square(name)


def test_only_the_part_around_somebody_is_drawn_where_there_is_no_room() -> None:
    wide = Ground(60, 50, walls=(Wall((28, 4), (32, 4)), Wall((0, 0), (60, 0))))
    part = part_around(wide, (30, 4), 5, 3)
    assert part == (28, 3, 5, 3)
    assert drawn(wide, {"v": (30, 4), "x": (0, 0)}, part).splitlines() == [
        "   A A A A A",
        "   C D E F G",
        "",
        "4  · · · · ·",
        "  +-+-+-+-+",
        "5  · · v · ·",
        "",
        "6  · · · · ·",
    ]
    assert part_around(wide, (0, 49), 5, 3) == (0, 47, 5, 3)
    assert part_around(Ground(3, 3), (1, 1), 27, 20) == (0, 0, 3, 3)


def test_everybody_has_a_character_of_his_own() -> None:
    letters = tokens({"vex": "Vex", "vic": "Vic", "xi": "Xi", "e": "Éva", "vex-2": "Vex", "v": "V"})
    assert letters == {"vex": "V", "vic": "I", "xi": "X", "e": "A", "vex-2": "E", "v": "v"}
    many = tokens({str(n): "Thug" for n in range(60)})
    assert len(set(many.values())) == 60


def test_how_two_stand_to_each_other_is_told_with_what_lies_behind() -> None:
    ground, _ = read(DRAWING)
    assert relation(ground, (0, 0), (1, 1), facing=180) == "2 m, in sight, next to each other, not in front"
    assert relation(ground, (1, 1), (2, 1)) == "2 m, in sight, behind cover, next to each other"
    assert relation(ground, (0, 0), (3, 0)) == "6 m, out of sight"


def test_faults_are_told_by_the_lines_of_the_text() -> None:
    with pytest.raises(FirefightError, match="line 4, column 3: 'x' is no edge"):
        read("\n\n+-+-+\n|ax |\n+-+-+")
