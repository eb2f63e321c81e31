"""How scenarios are read and run: what is a fault of the file, what is a difference, and where each is told."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from firefight.scenario import Unreadable, play, read, run
from firefight.scenario.facts import Expect, Seen
from firefight.scenario.published import PAGE, SCHEMA, page, schema

DOCS = Path(__file__).parents[2] / "docs"
HEAD = """\
title = "Two"
game = "cyberpunk-red"
[[people]]
name = "Vex"
side = "crew"
owner = "ana"
[[people]]
name = "Rook"
side = "gang"
marks = ["prone"]
[[steps]]
gm = "begin"
rolls = { "initiative vex" = 7, "initiative rook" = 3 }
"""
FIRST = HEAD.count("\n") + 1
ATTACK = '[[steps]]\nwho = "vex"\ndoes = "attack"\npicks = { target = "rook" }\n'


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "two.toml"
    file.write_text(text, "utf-8")
    return file


def found(tmp_path: Path, steps: str, head: str = HEAD) -> list[str]:
    """The differences after the head and some steps: "line: what: expected, got"."""
    differences = run(read(written(tmp_path, head + steps)))
    return [f"{one.line}: {one.what}: {one.expected}, {one.got}" for one in differences]


def faults(tmp_path: Path, steps: str, head: str = HEAD) -> list[tuple[int, str]]:
    with pytest.raises(Unreadable) as refused:
        read(written(tmp_path, head + steps))
    return refused.value.faults


# ------------------------------------------------------------------ dice, answers, questions


def test_all_rolls_that_are_missing_are_named_at_once(tmp_path: Path) -> None:
    head = HEAD.replace('rolls = { "initiative vex" = 7, "initiative rook" = 3 }\n', "")
    (told,) = found(tmp_path, "", head)
    assert "none for 'initiative vex' (1d10), 'initiative rook' (1d10)" in told


def test_a_roll_that_is_not_needed_is_named_with_its_line(tmp_path: Path) -> None:
    (told,) = found(tmp_path, "", HEAD.replace('rook" = 3', 'rook" = [3, 4], "attack" = 2'))
    assert told == "13: rolls: used, not needed: 'initiative rook', 'attack'"


def test_a_face_that_cannot_fall_is_told(tmp_path: Path) -> None:
    (told,) = found(tmp_path, "", HEAD.replace('rook" = 3', 'rook" = 11'))
    assert "'initiative rook' needs 1 faces from 1 to 10; got 11" in told


def test_words_for_the_dice_let_every_roll_fall_by_itself(tmp_path: Path) -> None:
    head = HEAD.replace("title", 'dice = "a rainy night"\ntitle', 1).replace(
        '{ "initiative vex" = 7, "initiative rook" = 3 }', "{}"
    )
    assert found(tmp_path, "", head) == []
    scores = [[one.score for one in played.session.table.fighters()] for played in play(read(tmp_path / "two.toml"))]
    assert scores == [[one.score for one in played.session.table.fighters()] for played in play(read(tmp_path / "two.toml"))]


def test_a_question_left_open_is_told(tmp_path: Path) -> None:
    (told,) = found(tmp_path, ATTACK)
    assert told == f"{FIRST}: questions: answered, or listed in expect.asked, 'effect' to gm (effect)"


@pytest.mark.parametrize(
    "more",
    [
        'answers = { effect = "7 hp" }',
        'expect = { asked = ["effect"] }',
        '[[steps]]\nreply = { label = "effect", value = "7 hp" }',
    ],
)
def test_a_question_may_be_answered_listed_or_replied_to_in_the_next_step(tmp_path: Path, more: str) -> None:
    assert found(tmp_path, ATTACK + more) == []


def test_an_answer_nobody_asked_for_is_told(tmp_path: Path) -> None:
    (told,) = found(tmp_path, ATTACK + 'answers = { effect = "7 hp", soak = "3" }')
    assert told == f"{FIRST + 4}: answers: used, nobody asked for 'soak'; open are []"


# ------------------------------------------------------------------ differences


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ('acting = ["rook"]', 'acting: ["rook"], ["vex"]'),
        ('awaited = ["gm"]', 'awaited: ["gm"], ["vex"]'),
        ("queue = []", 'queue: [], ["rook"]'),
        ('due = { vex = ["turn", "held"] }', 'due of vex: ["turn", "held"], ["turn"]'),
        ("round = 2", "round: 2, 1"),
        ('tag = "pass 2"', 'tag: "pass 2", "turn"'),
        ('stack = ["turn: rook"]', 'stack: ["turn: rook"], ["turn: vex"]'),
        ('mode = "narrative"', 'mode: "narrative", "combat"'),
        ('asked = ["effect"]', 'asked: ["effect"], []'),
        ("pools = { vex = { hp = 34, luck = 2 } }", "pools of vex, hp: 34, 35"),
        ("pools = { vexx = { hp = 34 } }", "pools of vexx: {hp = 34}, nobody of that id"),
        ('marks = { rook = ["prone", "wet"] }', 'marks of rook: wet, ["prone"]'),
        ('marks = { rook = [{ name = "prone", until = "round end" }] }', 'marks of rook: prone (until round end), ["prone"]'),
        ('no_marks = ["rook"]', 'marks of rook: [], ["prone"]'),
        ('no_marks = { rook = ["prone"] }', 'marks of rook: not prone, ["prone"]'),
        ("scores = { vex = 12 }", "score of vex: [12], [13]"),
        ("scores = { vex = [13, 2] }", "score of vex: [13, 2], [13]"),
        ("scores = { gangs = 2 }", "score of gangs: [2], none"),
        ("budgets = { vex = { Action = 0 } }", "budget of vex, Action: 0, 1"),
        ("budgets = { vex = { Mana = 0 } }", "budget of vex, Mana: 0, no such budget"),
        ('offered = { vex = ["fly"] }', "offered to vex: fly, not on the menu"),
        ('offered = { rook = ["move"] }', "offered to rook: move, refused: "),
        ('offered = { vex = [{ does = "move", picks = { metres = 99 } }] }', "offered to vex: move {metres = 99}, refused: "),
        ("refused = { vex = { move = [] } }", "refused to vex, move: [], possible"),
        ("refused = { rook = { move = [] } }", "refused to rook, move: [], "),
        ('holds = ["vex"]', 'holds: ["vex"], []'),
        ('people = { vex = { side = "gang", sheet = { ref = 3 } } }', 'side of vex: "gang", "crew"'),
        ('people = { vex = { sheet = { ref = 3 } } }', "sheet of vex, ref: 3, 6"),
        ("clock = { minute = 3 }", "clock, minute: 3, 0"),
        ("flags = { rain = 1 }", "flag rain: 1, 0"),
        ("options = { hold_run = true }", 'option hold_run: "true", "false"'),
        ('places = { vex = "d4" }', 'place of vex: "D4", ""'),
        ("facing = { vex = 90 }", "facing of vex: 90, none"),
        ('sees = { vex = ["rook"] }', 'in sight of vex: ["rook"], "not on a map"'),
        ('cover = { vex = ["rook"] }', 'in cover from vex: ["rook"], "not on a map"'),
        ("distance = { vex = { rook = 8 } }", "distance from vex to rook: 8.0, none"),
        ('doors = { "door D1" = "open" }', 'door D1: "open", none'),
        ('log = ["Somebody else"]', 'log: "Somebody else", ['),
        ('no_log = ["Round 1"]', 'log: not "Round 1", "Round 1."'),
        ('rules = ["CPR-ACT-01"]', "rules: CPR-ACT-01, ["),
        ("unchanged = true", "the table: unchanged, different: "),
        ('views = { spectator = { pools = { vex = { hp = 35 } } } }', "spectator sees: pools of vex, hp: 35, none"),
        ('views = { ana = { sees = ["moth"] } }', 'ana sees: sees: moth, ["vex", "rook"]'),
        ('views = { ana = { unseen = ["rook"] } }', 'ana sees: unseen: rook, ["vex", "rook"]'),
        ('views = { ana = { hides = ["Rook"] } }', 'ana sees: hides: "Rook", found in the table, '),
    ],
)  # fmt: skip
def test_every_expectation_can_fail(tmp_path: Path, expect: str, told: str) -> None:
    differences = found(tmp_path, "", HEAD + f"[steps.expect]\n{expect}\n")
    assert [one for one in differences if one.startswith(f"{FIRST + 1}: {told}")], differences


def test_every_expectation_has_a_case_above() -> None:
    source = Path(__file__).read_text("utf-8")
    names = {*Expect.__struct_fields__, *Seen.__struct_fields__} - {"error", "same_as"}
    assert [name for name in sorted(names) if not re.search(rf"\('.*\b{name} = |\(\"{name} = ", source)] == []


def test_an_error_that_does_not_come_or_is_another_one_is_told(tmp_path: Path) -> None:
    wrong = '[[steps]]\ngm = "rename"\nwho = "vex"\nname = "Vix"\nexpect = { error = "no" }\n'
    assert found(tmp_path, wrong) == [f'{FIRST}: error: "no", it was done']
    assert "nobody here is called 'vix'" in found(tmp_path, wrong.replace('"vex"', '"vix"').replace('"no"', '"yes"'))[0]


def test_refusals_must_be_for_exactly_the_reasons_named(tmp_path: Path) -> None:
    step = '[[steps]]\nwho = "rook"\ndoes = "get up"\nrefused = {}\n'
    assert found(tmp_path, step.format('["CPR-INIT-04"]')) == []
    assert found(tmp_path, step.format('["CPR-ACT-01", "CPR-INIT-04"]'))[0].startswith(f"{FIRST}: refused: [")
    assert found(tmp_path, step.replace("rook", "vex").replace("get up", "run").format("[]")) == [
        f"{FIRST}: refused: [], it was done"
    ]


def test_after_a_step_that_went_wrong_the_rest_is_not_run(tmp_path: Path) -> None:
    fly = '[[steps]]\nwho = "vex"\ndoes = "fly"\n'
    (told,) = found(tmp_path, fly + "[[steps]]\nexpect = { round = 9 }\n")
    assert "not on the menu" in told


def test_a_saved_table_that_is_not_the_same_is_told_with_who_differs(tmp_path: Path) -> None:
    steps = (
        '[[steps]]\nsave = "now"\n[[steps]]\ngm = "adjust"\nwho = "rook"\npool = "hp"\nby = -1\nexpect = { same_as = "now" }\n'
    )
    assert found(tmp_path, steps) == [f"{FIRST + 7}: the table: the same as 'now', different: combatants (rook)"]


def test_a_stale_step_must_be_too_late(tmp_path: Path) -> None:
    passing = '[[steps]]\nwho = "vex"\ndoes = "pass"\n'
    assert found(tmp_path, passing + passing + "stale = true\n") == []
    assert "a step like it before, none" in found(tmp_path, passing + "stale = true\n")[0]
    move = '[[steps]]\nwho = "rook"\ndoes = "get up"\n'
    assert (
        "already done"
        in found(tmp_path, move.replace("rook", "vex") + 'refused = ["CPR-ACT-05"]\n' + passing + "stale = true\n")[0]
    )


def test_a_difference_is_one_line_or_three(tmp_path: Path) -> None:
    short, long = run(read(written(tmp_path, HEAD + 'expect = { round = 2, log = ["no such line"] }')))
    assert str(short).endswith("two.toml:14: step 1 (gm begin), round: expected 2, got 1")
    assert [line[:13] for line in str(long).splitlines()[1:]] == ["    expected ", "    got      "]


# ------------------------------------------------------------------ faults of the file


@pytest.mark.parametrize(
    ("step", "line", "told"),
    [
        ('gm = "adjus"', 1, "there is no order 'adjus'; did you mean 'adjust'?"),
        ('gm = "adjust"\nwho = "vex"\npool = "hp"', 0, "'steps' number 2 needs 'by', a whole number"),
        ('gm = "adjust"\nwho = "vex"\npool = "hp"\nby = "3"', 4, "write 3 without the quotation marks"),
        ('gm = "adjust"\nwho = "vex"\npool = "hp"\nby = 3\nexpct = {}', 5, "has no 'expct'; did you mean 'expect'?"),
        ('who = "vex"', 0, "needs 'does', text"),
        ('does = "pass"', 0, "needs 'who'"),
        ('reply = { label = "effect" }', 1, "'reply' needs 'value'"),
        ('who = "vex"\ndoes = "run"\nrefused = ["CPR-ACT-9x"]', 3, "cyberpunk-red has no rule 'CPR-ACT-9x'"),
        ("expect = { pols = {} }", 1, "'expect' has no 'pols'; did you mean 'pools'"),
        ("expect = { marks = { vex = [] } }", 1, "write no_marks = [\"vex\"] for none at all"),
        ("expect = { log = [] }", 1, "'log' is empty and says nothing"),
        ('expect = { same_as = "x" }', 1, "no step before this one saves 'x'"),
        ('expect = { views = { anna = { sees = ["vex"] } } }', 1, "belongs to a player 'anna'; did you mean 'ana'?"),
        ('who = "vex"\ndoes = "pass"\nby = "an"', 3, "belongs to a player 'an'; did you mean 'ana'?"),
        ('gm = "goto"', 0, "say where to"),
        ('gm = "goto"\nto = "there"', 2, "no step before this one saves 'there'"),
        ("rolls = { attack = [1, 2.5] }", 1, "number 2 must be a whole number; got 2.5"),
    ],
)  # fmt: skip
def test_faults_of_a_step_are_told_with_their_line(tmp_path: Path, step: str, line: int, told: str) -> None:
    assert [number for number, text in faults(tmp_path, f"[[steps]]\n{step}\n") if told in text] == [FIRST + line]


def test_faults_of_people_and_steps_are_told_together(tmp_path: Path) -> None:
    text = HEAD.replace('side = "crew"', "side = 3").replace("begin", "begn").replace("title", 'rules = ["CPR-XX-1"]\ntitle', 1)
    assert [line for line, _ in faults(tmp_path, "[[steps]]\nwho = 3\n", text)] == [1, 6, 13, FIRST + 1, FIRST + 2]


def test_rules_must_be_those_of_the_game(tmp_path: Path) -> None:
    (line, told), *_ = faults(tmp_path, "", HEAD.replace("title", 'rules = ["SR4-INIT-01"]\ntitle', 1))
    assert (line, "cyberpunk-red has no rule 'SR4-INIT-01'" in told) == (1, True)


# ------------------------------------------------------------------ what is published


def test_the_published_schema_is_up_to_date() -> None:
    assert (DOCS / SCHEMA).read_text("utf-8") == schema(), "run: python -m firefight.scenario.published docs"


def test_the_published_table_of_orders_is_up_to_date() -> None:
    text = (DOCS / PAGE).read_text("utf-8")
    assert text == page(text), "run: python -m firefight.scenario.published docs"


def example() -> str:
    """The complete example of the documentation."""
    found = re.search(r"```toml\n(.*?)```", (DOCS / PAGE).read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_example_of_the_documentation_holds(tmp_path: Path) -> None:
    assert found(tmp_path, "", example()) == []


def test_the_documentation_names_every_key() -> None:
    text = (DOCS / PAGE).read_text("utf-8")
    names = {*Expect.__struct_fields__, *Seen.__struct_fields__}
    assert [name for name in sorted(names) if f"`{name}`" not in text and f"`{name} = " not in text] == []


def test_the_schema_takes_what_the_reader_takes_and_refuses_what_it_refuses(tmp_path: Path) -> None:
    check = jsonschema.Draft202012Validator(json.loads(schema()))
    files = [*Path(__file__).parent.rglob("*.toml")]
    for text in (example(), *(file.read_text("utf-8") for file in files)):
        assert list(check.iter_errors(tomllib.loads(text))) == []
    for bad in (
        HEAD.replace("title", "titel"),
        HEAD.replace("begin", "begn"),
        HEAD + "expect = { pols = 3 }",
        HEAD + 'whoo = "vex"',
    ):
        assert list(check.iter_errors(tomllib.loads(bad)))
        assert faults(tmp_path, "", bad)
