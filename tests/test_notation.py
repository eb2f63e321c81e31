"""Dice text: the meaning of each sign, every limit, and laws that hold for any line. FR-S-12, FR-S-13."""

import doctest
import subprocess
import sys
from collections.abc import Callable
from random import Random

import msgspec
import pytest

import firefight.notation
from firefight.notation import LIMITS, Die, NotationError, Rolled, Source, chance, read, roll


def falling(*faces: int) -> Source:
    """A source with these faces, one after another."""
    left = list(faces)

    def source(n: int, sides: int) -> tuple[int, ...]:
        taken = tuple(left[:n])
        del left[:n]
        return taken

    return source


def always(pick: Callable[[int], int]) -> tuple[Source, list[int]]:
    """A source whose dice all show the same face, and the list of the numbers of dice it was asked for."""
    asked: list[int] = []

    def source(n: int, sides: int) -> tuple[int, ...]:
        asked.append(n)
        return (pick(sides),) * n

    return source, asked


def refusal(text: str, source: Source | None = None) -> str:
    with pytest.raises(NotationError) as refused:
        roll(text, source or chance(Random(0)))
    return str(refused.value)


MEANINGS = [
    ("3d6+2", [1, 4, 6], "3d6+2: [1, 4, 6] + 2 = 13"),
    ("d20", [17], "1d20: [17] = 17"),
    ("d%", [100], "1d100: [100] = 100"),
    ("2D20KH1", [4, 19], "2d20kh1: [(4), 19] = 19"),
    ("4d6kh3+2", [6, 5, 4, 1], "4d6kh3+2: [6, 5, 4, (1)] + 2 = 17"),
    ("2d20kl1", [4, 19], "2d20kl1: [4, (19)] = 4"),
    ("4d6dh1", [6, 5, 6, 1], "4d6dh1: [6, 5, (6), 1] = 12"),
    ("4d6dl2", [6, 5, 4, 1], "4d6dl2: [6, 5, (4), (1)] = 11"),
    ("3d6kh3", [1, 2, 3], "3d6kh3: [1, 2, 3] = 6"),
    ("6d6>=5", [4, 5, 6, 1, 2, 5], "6d6>=5: [4, 5*, 6*, 1, 2, 5*] = 3 hits"),
    ("3d6>5", [4, 5, 6], "3d6>5: [4, 5, 6*] = 1 hit"),
    ("3d6<=2", [1, 2, 3], "3d6<=2: [1*, 2*, 3] = 2 hits"),
    ("3d6<2", [1, 2, 3], "3d6<2: [1*, 2, 3] = 1 hit"),
    ("3d6=3", [1, 2, 4], "3d6=3: [1, 2, 4] = 0 hits"),
    ("4d6kh2>=5", [5, 6, 5, 1], "4d6kh2>=5: [5*, 6*, (5), (1)] = 2 hits"),
    ("3d6>=5+1", [6, 6, 6], "3d6>=5+1: [6*, 6*, 6*] + 1 = 4 hits"),
    ("2d6!", [6, 2, 6, 6, 1], "2d6!: [6, 2, !6, !6, !1] = 21"),
    ("3d6!o", [6, 6, 2, 6, 3], "3d6!o: [6, 6, 2, !6, !3] = 23"),
    ("2d6!5", [5, 6, 4], "2d6!5: [5, 6, !4] = 15"),
    ("2d6!>=5", [5, 6, 4, 1], "2d6!>=5: [5, 6, !4, !1] = 16"),
    ("2d6!o<=2", [1, 3, 2], "2d6!o<=2: [1, 3, !2] = 6"),
    ("3d6!6>=5", [6, 5, 2, 5], "3d6!6>=5: [6*, 5*, 2, !5*] = 3 hits"),
    ("2d6!kh2", [6, 2, 4], "2d6!kh2: [6, (2), !4] = 10"),
    ("2d6r1", [1, 5, 1, 3], "2d6r1: [(1), 5, (r1), r3] = 8"),
    ("2d6ro1", [1, 5, 1], "2d6ro1: [(1), 5, r1] = 6"),
    ("2d6r<=2", [1, 2, 2, 3, 6], "2d6r<=2: [(1), (2), (r2), r3, r6] = 9"),
    ("2d6r1!", [1, 6, 6, 1, 2], "2d6r1!: [(1), 6, r6, !1, !2] = 15"),
    ("2d10r=10kl1", [10, 3, 7], "2d10r10kl1: [(10), 3, (r7)] = 3"),
    ("1d6 - 2d4", [1, 2, 3], "1d6-2d4: [1] - [2, 3] = -4"),
    ("2+3*4-1", [], "2+3*4-1: 2 + 3 * 4 - 1 = 13"),
    ("10-3-2", [], "10-3-2: 10 - 3 - 2 = 5"),
    ("2*(d6+1)", [5], "2*(1d6+1): 2 * ([5] + 1) = 12"),
    ("1d6/2", [5], "1d6/2: [5] / 2 = 2 (rounded down)"),
    ("-7/2", [], "-7/2: -7 / 2 = -4 (rounded down)"),
    ("-d6+3*-2", [4], "-1d6+3*-2: -[4] + 3 * -2 = -10"),
    ("d6;d8", [2, 3], "1d6: [2] = 2; 1d8: [3] = 3"),
    ("2x(2d6+1)", [1, 2, 3, 4], "2d6+1: [1, 2] + 1 = 4; 2d6+1: [3, 4] + 1 = 8"),
    ("d6 # burning; 3x", [2], "1d6: [2] = 2 # burning; 3x"),
]


@pytest.mark.parametrize(("text", "faces", "told"), MEANINGS, ids=[text for text, *_ in MEANINGS])
def test_the_meaning_of(text: str, faces: list[int], told: str) -> None:
    assert str(roll(text, falling(*faces))) == told


def test_once_only_explosions_are_counted_for_each_die_and_not_for_the_throw() -> None:
    """FR-S-13"""
    rolled = roll("3d6!o", falling(6, 6, 2, 6, 3))
    assert rolled.total == 23
    assert rolled.dice[3:] == (Die(6, 6, "exploded", of=1), Die(6, 3, "exploded", of=2))


def test_every_die_says_why_it_fell_and_why_it_was_dropped() -> None:
    assert roll("3d6r1kh1>=5", falling(1, 5, 2, 6)).dice == (
        Die(6, 1, dropped_because="rerolled"),
        Die(6, 5, dropped_because="kh1"),
        Die(6, 2, dropped_because="kh1"),
        Die(6, 6, "rerolled", of=1, hit=True),
    )


def test_dice_that_fall_due_together_are_asked_for_together_from_left_to_right() -> None:
    source, asked = always(lambda sides: sides)
    roll("3d6!o + 2d8; 2x(d4)", source)
    assert asked == [3, 3, 2, 1, 1]


def test_several_rolls_have_a_total_each_and_one_together() -> None:
    rolled = roll("2x(d6); d8 # swarm", falling(1, 2, 3))
    assert (rolled.totals, rolled.total, rolled.line.comment) == ((1, 2, 3), 6, "swarm")
    assert [(outcome.text, outcome.total) for outcome in rolled.outcomes] == [("1d6", 1), ("1d6", 2), ("1d8", 3)]


def test_blanks_and_capitals_do_not_matter() -> None:
    assert str(roll(" 3 D6\tR O1 + 2", falling(2, 3, 4))) == "3d6ro1+2: [2, 3, 4] + 2 = 11"


def test_a_roll_of_many_dice_is_told_in_short() -> None:
    source, _ = always(lambda sides: 5)
    assert str(roll("500d6>=5+3", source)) == "500d6>=5+3: [500 dice: 500] + 3 = 503 hits"
    assert len(str(roll("100x(10d6)", source))) < 5_000


def test_a_roll_survives_being_stored_as_json() -> None:
    rolled = roll("3d6r1!kh2>=5; d8 # note", chance(Random(4)))
    assert msgspec.json.decode(msgspec.json.encode(rolled), type=Rolled) == rolled


LIMITED = [
    ("999999999d6", "The line throws 999,999,999 dice in total; the limit is 1,000."),
    ("20x(5000d6 + 5000d6)", "The line throws 200,000 dice in total; the limit is 1,000."),
    ("; ".join(["51d6"] * 20), "The line throws 1,020 dice in total; the limit is 1,000."),
    ("100000d6>=5", "The line throws 100,000 dice in total; the limit is 1,000."),
    ("9" * 400 + "d6", "The line throws more than a million million dice in total; the limit is 1,000."),
    ("1d1000000r>1", "The line has dice of 1,000,000 sides; the limit is 1,000."),
    ("1d1!", "1d1! would explode for ever, as every face of the die calls for another; `o` is once."),
    ("2d6!>=1", "2d6!>=1 would explode for ever, as every face of the die calls for another; `o` is once."),
    ("2d6r<7", "2d6r<7 would be rerolled for ever, as every face of the die calls for another; `o` is once."),
    ("1+" * 100 + "1", "The line has 101 terms, repeats counted; the limit is 100."),
    ("51x(1+1)", "The line has 102 terms, repeats counted; the limit is 100."),
    ("(" * 21 + "1" + ")" * 21, "Parentheses are nested 21 deep; the limit is 20."),
    ("(" * 249 + "1" + ")" * 249, "Parentheses are nested 249 deep; the limit is 20."),
    ("1" * 501, "The line is 501 characters long; the limit is 500."),
    ("1000001", "A number on the line is 1,000,001; the limit is 1,000,000."),
    ("1d6>=1000001", "A number on the line is 1,000,001; the limit is 1,000,000."),
    ("1000d1000*1001", "A result on the line could come to 1,001,000,000; the limit is 1,000,000,000."),
]


@pytest.mark.parametrize(("text", "told"), LIMITED, ids=[text[:20] for text, _ in LIMITED])
def test_what_goes_past_a_limit_is_refused_before_a_die_falls(text: str, told: str) -> None:
    """FR-S-12"""
    source, asked = always(lambda sides: sides)
    assert refusal(text, source) == told
    assert not asked


@pytest.mark.parametrize("text", ["1000d1000", "+".join(["1"] * 100), "(" * 20 + "1" + ")" * 20, "1" + " " * 499, "1000000"])
def test_what_just_keeps_a_limit_is_rolled(text: str) -> None:
    assert roll(text, chance(Random(1))).total


@pytest.mark.parametrize("text", ["d2!", "1000d6!", "d1000r>1", "20x(10d6!)"])
def test_the_extra_dice_of_a_line_are_limited_while_it_is_rolled(text: str) -> None:
    """FR-S-12"""
    source, asked = always(lambda sides: sides)
    assert refusal(text, source) == "The rerolls and explosions throw too many extra dice; the limit is 1,000."
    assert sum(asked) <= LIMITS.dice + LIMITS.extras


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0d6", "0d6 throws nothing: at least 1 die of at least 1 side is needed."),
        ("1d0", "1d0 throws nothing: at least 1 die of at least 1 side is needed."),
        ("2d6kh3", "2d6kh3 has to keep or drop from 1 to 2 dice, not 3."),
        ("2d6dl0", "2d6dl0 has to keep or drop from 1 to 2 dice, not 0."),
        ("0x(d6)", "0x(1d6) rolls nothing: repeat it at least once."),
        ("6/(2-2)", "The line divides by 0."),
        ("d6/(d1-1)", "The line divides by 0."),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, told: str) -> None:
    assert refusal(text, falling(4, 1)) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Column 1: the line ends too early; what fits here: a number, d, (, -."),
        ("3d", "Column 3: the line ends too early; what fits here: a number, %."),
        ("(1+2", "Column 5: the line ends too early; what fits here: d, + -, * /, )."),
        ("2d6kh", "Column 6: the line ends too early; what fits here: a number."),
        ("2d6kh1r1", "Column 7: 'r' does not fit; what fits here: >= > <= < =, + -, * /, ;, # and a comment, the end."),
        ("3x2d6", "Column 3: '2' does not fit; what fits here: (."),
        ("fire", "Column 1: 'f' does not fit; what fits here: a number, d, (, -."),
        ("2d6 + five", "Column 7: 'f' does not fit; what fits here: a number, d, (, -."),
        ("1\n2", "Column 2: '\\n' cannot be printed; write one line of plain text."),
        ("1 # \x1b[2J", "Column 5: '\\x1b' cannot be printed; write one line of plain text."),
    ],
)
def test_a_slip_is_told_with_its_column_and_what_would_fit(text: str, told: str) -> None:
    assert refusal(text) == told


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3), (0, 1), (1, 7)])
def test_faces_that_cannot_have_fallen_are_an_error(faces: tuple[int, ...]) -> None:
    shown = ", ".join(map(str, faces)) or "none"
    assert refusal("2d6", lambda n, sides: faces) == f"2d6 needs 2 faces from 1 to 6; the source gave {shown}."


def test_extra_dice_are_checked_like_the_first() -> None:
    assert refusal("1d6!", falling(6, 9)) == "1d6 needs 1 faces from 1 to 6; the source gave 9."


@pytest.mark.parametrize("sides", [1, 2, 6, 100, 255, 256, 1000])
@pytest.mark.parametrize("n", [1, 2])
def test_chance_gives_every_face_equally_often(n: int, sides: int) -> None:
    """Within five standard deviations, for the lowest and the highest face and one between."""
    source, throws = chance(Random(sides)), 100 * sides
    faces = [face for _ in range(throws // n) for face in source(n, sides)]
    assert set(faces) == set(range(1, sides + 1))
    assert all(abs(faces.count(face) - 100) <= 50 for face in (1, (sides + 1) // 2, sides))


def test_the_parser_library_is_loaded_with_the_first_line_only() -> None:
    script = "import sys, firefight.notation as n; print('lark' in sys.modules); n.read('1'); print('lark' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["False", "True"]


def test_a_line_is_read_once() -> None:
    assert read("3d6+1") is read("3d6+1")


def test_the_example_of_the_module_is_true() -> None:
    assert doctest.testmod(firefight.notation) == (0, 2)
