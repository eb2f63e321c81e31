"""There is a sentence for everything a menu or a log can say."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import firefight.games.cities_without_number as room
from firefight.games.cities_without_number import GAME
from firefight.games.cities_without_number.actions import VERBS
from firefight.games.cities_without_number.gm import LINES
from firefight.words import words

SOURCE = [path.read_text("utf-8") for path in sorted(Path(str(files(room))).glob("*.py"))]
SAY = words(GAME.id)
FOLLOWING = {"charge home", "go on"}
"""Verbs nobody chooses: they follow from another act, and only that one is told."""


def test_every_verb_has_a_sentence() -> None:
    said = (VERBS.keys() - FOLLOWING) | {verb for verbs, _ in LINES for verb in verbs}
    assert not [verb for verb in said if f"verb_{verb}" not in SAY.sentences]


def test_every_reason_has_a_sentence() -> None:
    keys = {key for text in SOURCE for key in re.findall(r'Reason\(\s*"(\w+)"', text)}
    assert len(keys) > 50
    assert not [key for key in keys if f"why_{key}" not in SAY.sentences]


def test_every_line_that_is_told_has_a_sentence() -> None:
    keys = {key for text in SOURCE for key in re.findall(r'Told\(\s*"(\w+)"', text)}
    keys |= {"hits", "gets_at", "misses", "misses_with_shock", "screen_holds", "screen_fails"}
    assert not [key for key in keys if key not in SAY.sentences]


def test_every_state_that_shows_has_a_sentence() -> None:
    marks = {name for text in SOURCE for name in re.findall(r'Mark\("([\w ]+)"[^\n]*', text) if name not in QUIET}
    assert {"charged", "withdrawn", "moving", "destroyed"} <= marks
    assert not [name for name in marks if f"mark_{name}" not in SAY.sentences]


QUIET = {name for text in SOURCE for name in re.findall(r'Mark\("([\w ]+)"[^\n]*quiet=True', text)}
