"""Encounter files: what they become, and that every fault of one is told at once, with its line and the remedy."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.encounter import Encounter, Unreadable, load, people, session
from firefight.encounter.files import LARGEST, document
from firefight.encounter.lines import lines
from firefight.encounter.people import Ready
from firefight.games import GAMES, game
from firefight.table import Mark, Pool, Until

GOOD = """\
game = "cyberpunk-red"
title = "An alley"
notes = "Rain."

[options]
hold_run = true

[sides]
crew = "The crew"
gang = "Iron Sights"

[[people]]
name = "Vex"
side = "crew"
owner = "ana"
score = 18
sheet = { ref = 8 }

[[people]]
id = "ganger"
name = "Ganger"
side = "gang"
count = 3
squad = true
hidden = true
pools = { hp = 20, drones = { now = 1, most = 2 } }
marks = ["prone", { name = "blinded", until = "turn end", value = 2, origin = "vex" }]
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "fight.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    return file


def faults(tmp_path: Path, text: str) -> list[tuple[int, str]]:
    with pytest.raises(Unreadable) as refused:
        load(written(tmp_path, text))
    return refused.value.faults


# ------------------------------------------------------------------ what it becomes


def test_a_file_becomes_an_encounter(tmp_path: Path) -> None:
    found = load(written(tmp_path, GOOD))
    assert (found.game, found.title, found.notes) == ("cyberpunk-red", "An alley", "Rain.")
    assert found.options == {"hold_run": "true"}
    vex = found.people[0]
    assert (vex.id, vex.name, vex.side, vex.owner, vex.pc, vex.score) == ("vex", "Vex", "crew", "ana", True, (18,))
    assert vex.sheet.ref == 8


def test_count_makes_numbered_people_and_squad_puts_them_behind_the_first(tmp_path: Path) -> None:
    gangers = load(written(tmp_path, GOOD)).people[1:]
    assert [(one.id, one.name, one.squad) for one in gangers] == [
        ("ganger-1", "Ganger 1", ""),
        ("ganger-2", "Ganger 2", "ganger-1"),
        ("ganger-3", "Ganger 3", "ganger-1"),
    ]
    assert not any(one.pc for one in gangers)


def test_pools_and_marks_are_as_written_and_a_turn_is_the_bearers_own(tmp_path: Path) -> None:
    ganger = load(written(tmp_path, GOOD)).people[2]
    assert ganger.pools["hp"].now == 20
    assert ganger.pools["drones"] == Pool(1, 2)
    assert ganger.marks == (Mark("prone"), Mark("blinded", Until("turn end", "ganger-2"), 2, by="vex"))


def test_what_is_written_out_comes_on_top_of_what_is_ready_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = {"solo": Ready("Solo", "crew", sheet={"ref": 8, "move": 7}, pools={"hp": 31}, marks=("prone",))}
    monkeypatch.setattr(people, "ready_made", lambda game: ready)
    text = 'game = "cyberpunk-red"\n[[people]]\nready = "solo"\nname = "Vex"\nsheet = { ref = 6 }\nmarks = ["wet"]\n'
    (vex,) = load(written(tmp_path, text)).people
    assert (vex.id, vex.name, vex.side) == ("vex", "Vex", "crew")
    assert (vex.sheet.ref, vex.sheet.move, vex.pools["hp"].now) == (6, 7, 31)
    assert [mark.name for mark in vex.marks] == ["prone", "wet"]


def test_a_session_of_it_has_its_people_sides_and_house_rules(tmp_path: Path) -> None:
    table = session(load(written(tmp_path, GOOD)), b"secret").table
    assert list(table.combatants) == ["vex", "ganger-1", "ganger-2", "ganger-3"]
    assert table.sides["gang"].name == "Iron Sights"
    assert table.options["hold_run"] == "true"


def test_a_byte_order_mark_and_carriage_returns_are_taken_as_they_come(tmp_path: Path) -> None:
    assert load(written(tmp_path, "\ufeff" + GOOD.replace("\n", "\r\n"))) == load(written(tmp_path, GOOD))


def test_markup_in_a_name_is_only_text(tmp_path: Path) -> None:
    found = load(written(tmp_path, GOOD.replace('"Vex"', '"<b>Vex</b> {name} 🤖"')))
    assert found.people[0].name == "<b>Vex</b> {name} 🤖"


@pytest.mark.parametrize("id", GAMES)
def test_ready_made_people_have_no_faults(id: str) -> None:
    for name in people.ready_made(id):
        assert list(people.faults(game(id), {"ready": name})) == []
        (one,) = people.combatants(game(id), people.Person(ready=name))
        assert one.name and one.side
        assert [pool for pool in one.pools.values() if pool.at(pool.now) != pool] == []


# ------------------------------------------------------------------ single faults

WRONG = [
    ("title =", "titel =", 2, "the file has no 'titel'; did you mean 'title'?"),
    ('"cyberpunk-red"', '"cyberpunk"', 1, "there is no game 'cyberpunk'; did you mean 'cyberpunk-red'?"),
    ('"cyberpunk-red"', "2077", 1, "'game' must be text: write \"2077\" with quotation marks"),
    ("hold_run = true", "hold_runn = true", 6, "has no option 'hold_runn'; did you mean 'hold_run'?"),
    ("hold_run = true", 'hold_run = "maybe"', 6, "'hold_run' cannot be 'maybe'; it is one of false, true"),
    ("hold_run = true", "hold_run = 1979-05-27", 6, "'hold_run' must be text or true or false or a whole number; got 1979-05-27"),
    ("ref = 8", "reff = 8", 17, "'sheet' has no 'reff'; did you mean 'ref'?"),
    ("ref = 8", 'ref = "8"', 17, "must be a whole number; got the text \"8\": write 8 without the quotation marks"),
    ("ref = 8", "ref = nan", 17, "'sheet.ref' must be a whole number; got nan"),
    ("ref = 8", "ref = 8.0", 17, "got 8.0: write 8"),
    ("ref = 8", "ref = true", 17, "'sheet.ref' must be a whole number; got true"),
    ("ref = 8", "ref = 99999999999999999999", 17, "must be from -1,000,000 to 1,000,000"),
    ("ref = 8", 'kind = "persn"', 17, "got 'persn'; did you mean 'person'?"),
    ("{ ref = 8 }", '"fast"', 17, "'sheet' must be a table"),
    ('name = "Vex"', "", 12, "somebody has no name"),
    ('name = "Vex"', 'name = "   "', 13, "a name cannot be blank"),
    ('name = "Vex"', 'name = "V\\u0007x"', 13, "the control character U+0007; take it out"),
    ('name = "Vex"', 'name = "V\\u202Ex"', 13, "the control character U+202E; take it out"),
    ('name = "Vex"', 'name = "V\\nx"', 13, "the control character U+000A; take it out"),
    ('name = "Vex"', f'name = "{"V" * 61}"', 13, "a name has 60 characters at most; this one has 61"),
    ('name = "Vex"', 'name = "猫"', 13, "no id can be made from this name"),
    ('name = "Vex"', 'name = "Vex"\nid = "a b"', 14, "'a b' cannot be an id"),
    ('name = "Vex"', 'name = "Vex"\nid = "gm"', 14, "'gm' cannot be an id"),
    ('name = "Vex"', 'name = "Vex"\nready = "nobody-such"', 14, "no one called 'nobody-such' is ready-made"),
    ('owner = "ana"', 'owner = "spectator"', 15, "a player cannot be called 'spectator'"),
    ('side = "crew"\n', "", 12, "Vex is on no side"),
    ('side = "crew"', 'side = "crw"', 14, "there is no side 'crw'; did you mean 'crew'?"),
    ('crew = "The crew"', "crew = 3", 9, "'sides.crew' must be text".replace("sides.", "")),
    ("score = 18", 'score = ["18"]', 16, "number 1 must be a whole number"),
    ('name = "Vex"', 'name = "Vex"\nid = "ganger-2"', 20, "'ganger-2' is the id of somebody else already"),
    ("count = 3", "count = 0", 23, "'count' must be from 1 to 100; got 0"),
    ("count = 3", "", 24, "a squad needs several"),
    ("hp = 20", "hp = 400", 26, "write hp = { now = 400, most = 400 }"),
    ("hp = 20", "hpp = 20", 26, "'hpp' is no pool of this one; did you mean 'hp'?"),
    ('"prone"', "7", 27, "'marks' number 1 must be text or a table"),
    ("pools = {", "pools = 3 # {", 26, "'pools' must be a table"),
    ('"turn end"', '"tomorrow"', 27, "'tomorrow' is no end of a mark; write one of turn start"),
    ('marks = ["prone", ', "marks = ", 27, "this is not TOML"),
    ("marks = [", "marks = [[", 28, "the file ends in the middle of something"),
    ("[sides]", "[options]", 8, "this is not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("good", "bad", "line", "told"), WRONG, ids=[f"{bad[:30]!r}" for _, bad, _, _ in WRONG])
def test_a_fault_is_told_with_its_line_and_the_remedy(tmp_path: Path, good: str, bad: str, line: int, told: str) -> None:
    assert good in GOOD
    found = faults(tmp_path, GOOD.replace(good, bad, 1))
    assert any(told in text for _, text in found), found
    assert next(number for number, text in found if told in text) == line


# FR-S-16: either all of a file or none of it, and every problem with its place and remedy
def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    pairs = [
        ("title", "titel"),
        ("hold_run", "hold_rum"),
        ("ref = 8", 'ref = "8"'),
        ("count = 3", "count = 3.5"),
        ("hp = 20", "hp = 99"),
    ]
    text = GOOD
    for good, bad in pairs:
        text = text.replace(good, bad)
    assert [line for line, _ in faults(tmp_path, text)] == [2, 6, 17, 23, 26]


def test_the_message_of_several_faults_is_a_list_and_of_one_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"fight\.toml, line 2: the file has no 'titel'"):
        load(written(tmp_path, GOOD.replace("title", "titel")))
    with pytest.raises(Unreadable, match=r"fight\.toml has 2 faults:\n  line 2: .*\n  line 6: "):
        load(written(tmp_path, GOOD.replace("title", "titel").replace("hold_run", "hold")))


def test_no_people_is_a_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, 'game = "cyberpunk-red"\npeople = []\n')[0][0] == 2
    assert "needs 'people'" in faults(tmp_path, 'game = "cyberpunk-red"\n')[0][1]


def test_two_unnamed_copies_of_one_ready_made_person_are_told_apart_by_ids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "ready_made", lambda game: {"solo": Ready("Solo", "crew")})
    text = 'game = "cyberpunk-red"\n[[people]]\nready = "solo"\n[[people]]\nready = "solo"\n'
    assert faults(tmp_path, text) == [(4, "'solo' is the id of somebody else already; give this one an id of his own")]


# ------------------------------------------------------------------ files as a whole


def test_a_missing_file_a_directory_and_a_name_that_is_none_are_told_in_a_sentence(tmp_path: Path) -> None:
    for path, told in [(tmp_path / "no.toml", "no such file"), (tmp_path, "a directory"), ("a\0b", "cannot be read")]:
        with pytest.raises(Unreadable, match=told):
            load(path)


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    assert "larger than" in faults(tmp_path, "#" * (LARGEST + 1))[0][1]


def test_text_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD.replace("Rain", "Rain \udcff")) == [(3, "this is not UTF-8 text; save the file as UTF-8")]


def test_a_file_cut_off_anywhere_is_refused_or_whole(tmp_path: Path) -> None:
    for end in range(0, len(GOOD), 7):
        try:
            found = load(written(tmp_path, GOOD[:end]))
        except Unreadable as refused:
            assert refused.faults
        else:
            assert isinstance(found, Encounter)


@pytest.mark.parametrize("text", ["x = " + "[" * 100_000, "x = " + "9" * 5_000, "x = 1979-99-99", "\0"])
def test_a_hostile_file_is_told_in_a_sentence(tmp_path: Path, text: str) -> None:
    assert len(faults(tmp_path, text)) == 1


# ------------------------------------------------------------------ laws

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested tables and lists."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in pairs for place in places(one, (*path, key)))]


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at a place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


@given(st.data())
def test_whatever_stands_somewhere_is_taken_or_told_never_a_crash(data: st.DataObject) -> None:
    from firefight.encounter import EncounterFile, built
    from firefight.encounter import faults as found_in
    from firefight.encounter.faults import check

    good = tomllib.loads(GOOD)
    place = data.draw(st.sampled_from(places(good)[1:]))
    broken = changed(good, place, data.draw(VALUES))
    if not [*check(broken, EncounterFile), *found_in(broken)]:
        encoded = msgspec.json.encode(session(built(broken), b"secret").table)
        assert b"null" not in encoded.replace(b'"most":null', b"").replace(b'"least":null', b"")


def as_toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {as_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[\n" + "".join(f"  {as_toml(one)}, # here\n" for one in value) + "]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


def quoted(text: str) -> str:
    return '"' + "".join(sign if sign.isalnum() and sign.isascii() else f"\\U{ord(sign):08X}" for sign in text) + '"'


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
TREES = st.recursive(
    st.booleans() | st.integers(0, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(TEXTS, TREES, max_size=4), st.lists(st.dictionaries(TEXTS, TREES, max_size=3), max_size=3))
def test_every_place_of_a_file_has_a_line(top: dict[str, Any], many: list[dict[str, Any]]) -> None:
    parts = [f"{quoted(key)} = {as_toml(one)}" for key, one in top.items() if key != "many"]
    for one in many:
        parts += ["[[many]]", *(f"{quoted(key)} = {as_toml(value)}" for key, value in one.items())]
    text = "\n".join(parts)
    found = document("x", text)
    assert set(found.lines) == set(places(found.data)[1:])


def test_lines_are_those_of_the_text() -> None:
    text = (
        "a = 1\n\n[t.u]\nb.c = '''\nx = 1\n'''\n\n[[m]]\n[m.n]\nd = [\n  1,\n  { e = 2 }, # ]\n]\n[[m]]\n\"f g\" = \"a\\\"=b\"\n"
    )
    assert lines(text) == {
        ("a",): 1, ("t",): 3, ("t", "u"): 3, ("t", "u", "b"): 4, ("t", "u", "b", "c"): 4, ("t", "u", "b", "c", 0): 5,
        ("t", "u", "b", "c", 1): 6, ("m",): 8, ("m", 0): 8,
        ("m", 0, "n"): 9, ("m", 0, "n", "d"): 10, ("m", 0, "n", "d", 0): 11, ("m", 0, "n", "d", 1): 12,
        ("m", 0, "n", "d", 1, "e"): 12, ("m", 1): 14, ("m", 1, "f g"): 15,
    }  # fmt: skip


def told(folder: Path, text: str) -> str:
    """What is said of a file that cannot be taken."""
    path = folder / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable) as refused:
        load(path)
    return str(refused.value)


def test_a_scenario_is_sent_to_the_command_that_runs_it(tmp_path: Path) -> None:
    said = told(tmp_path, GOOD.replace("title", "rules = []\ndice = 'x'\ntitle", 1) + '\n[[steps]]\ngm = "begin"\n')
    assert "this is a scenario, run by 'firefight check'" in said
    assert "did you mean" not in said


def test_people_in_a_single_table_are_told_how_a_list_is_written(tmp_path: Path) -> None:
    said = told(tmp_path, 'game = "cyberpunk-red"\n[people]\nname = "Vex"\n')
    assert "write its heading with two brackets, [[...]]" in said


def test_two_without_an_id_are_not_said_to_share_one(tmp_path: Path) -> None:
    people = "".join(f'[[people]]\nname = "{name}"\nside = "crew"\n' for name in ("!!", "??"))
    said = told(tmp_path, f'game = "cyberpunk-red"\n{people}')
    assert said.count("no id can be made from this name") == 2
    assert "somebody else already" not in said
