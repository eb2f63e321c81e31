"""The ready-made people, and the words for everything a menu or a log can say."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import firefight.games.cyberpunk_red as room
from firefight.commands import Begin
from firefight.encounter.people import Person, combatants, faults, ready_made
from firefight.games.cyberpunk_red import arms
from firefight.games.cyberpunk_red.actions import OF_THE_TABLE, VERBS
from firefight.session import found
from firefight.words import words
from tests.games.cyberpunk_red.helpers import RED

SOURCE = [path.read_text("utf-8") for path in Path(str(files(room))).glob("*.py")]
SAY = words(RED.id)


@pytest.mark.parametrize("id", ready_made(RED.id))
def test_a_ready_made_person_can_be_played_as_he_is(id: str) -> None:
    assert not list(faults(RED, {"ready": id}))
    (one,) = combatants(RED, Person(ready=id))
    assert one.name and one.pool("hp") > 0


def test_a_whole_evening_of_ready_made_people_begins_a_fight() -> None:
    people = [one for id in ready_made(RED.id) for one in combatants(RED, Person(ready=id))]
    assert 5 <= len(people) <= 8
    session = found(RED, people, secret=b"x" * 32)
    session.do(Begin())
    (acting,) = session.awaited()
    assert session.menu(acting)


def test_the_nomads_key_opens_the_van() -> None:
    """CPR-ACT-04"""
    people = [one for id in ("nomad", "solo", "car") for one in combatants(RED, Person(ready=id))]
    session = found(RED, people, secret=b"x" * 32)
    doors = {who: [line.reasons for line in session.menu(who) if line.verb == "get in"] for who in ("nomad", "solo")}
    assert doors["nomad"] == [()]
    assert [reason.rule for reason in doors["solo"][0]] == ["CPR-ACT-04"]


def test_every_verb_has_a_sentence() -> None:
    said = {*VERBS, "race", "travel", "happening", "check", "opposed check"}
    assert not [verb for verb in said if f"verb_{verb}" not in SAY.sentences]
    assert set(OF_THE_TABLE) >= {"race", "travel", "happening"}


def test_every_reason_has_a_sentence() -> None:
    keys = {key for text in SOURCE for key in re.findall(r'Reason\(\s*"(\w+)"', text)}
    assert len(keys) > 25
    assert not [key for key in keys if f"why_{key}" not in SAY.sentences]


def test_every_line_that_is_told_has_a_sentence() -> None:
    keys = {key for text in SOURCE for key in re.findall(r'Told\(\s*"(\w+)"', text)}
    keys |= {f"released_{key}" for text in SOURCE for key in re.findall(r'Released\([^()]*, "(\w+)"', text)}
    assert {"released_acts", "released_lapsed", "tie"} <= keys
    assert not [key for key in keys if key not in SAY.sentences]


def test_no_sentence_is_there_for_nothing() -> None:
    strings = {str(node.value) for text in SOURCE for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    strings |= {name for where in ("body", "head") for name in arms.injuries(where).values()}
    own = tomllib.loads((files(room) / "words.toml").read_text("utf-8"))["en"]
    parts = {key: re.sub("^(verb|why|mark|released)_", "", key) for key in own}
    assert not [key for key, part in parts.items() if part not in strings and isinstance(own[key], str)]
