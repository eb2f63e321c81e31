"""Sentences: every language says all that English says, with the same values, and a missing value is a gap."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

from firefight.words import LANGUAGES, words

SHARED = tomllib.loads((files("firefight") / "words.toml").read_text("utf-8"))


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_the_shared_sentences_are_complete_in_every_language(language: str) -> None:
    assert SHARED[language].keys() >= SHARED["en"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_the_same_values_in_every_language(language: str) -> None:
    for key, sentence in SHARED["en"].items():
        assert set(re.findall(r"{(\w+)}", SHARED[language][key])) <= set(re.findall(r"{(\w+)}", sentence)), key


def test_a_value_that_is_missing_is_a_gap_and_a_key_speaks_for_itself() -> None:
    say = words("cyberpunk-red")
    assert say("joined", name="Vex") == "Vex joins …."
    assert say("mark_on fire") == "on fire"


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert words("cyberpunk-red", "pt-BR")("verb_get up") == words("cyberpunk-red")("verb_get up")
