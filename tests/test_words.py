"""Sentences and words: every language says all that English says, with the same values, and a missing value is a gap."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from firefight.games import GAMES
from firefight.words import KINDS, LANGUAGES, Words, words

OTHERS = [one for one in LANGUAGES if one != "en"]
ROOMS = ("firefight", *(f"firefight.games.{id.replace('-', '_')}" for id in GAMES))


def table(room: str, language: str) -> dict[str, Any]:
    """What the words.toml of a room has in a language."""
    found: dict[str, Any] = tomllib.loads((files(room) / "words.toml").read_text("utf-8")).get(language, {})
    return found


def sentences(room: str, language: str) -> dict[str, str]:
    """The sentences of a room in a language."""
    return {key: said for key, said in table(room, language).items() if isinstance(said, str)}


def gaps(sentence: str) -> set[str]:
    """The values a sentence or a pattern names."""
    return set(re.findall(r"{([^:}]+)", sentence))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_is_there_in_every_language_and_no_other(room: str, language: str) -> None:
    ours, english = sentences(room, language).keys(), sentences(room, "en").keys()
    assert not english - ours
    assert not ours - english - sentences("firefight", "en").keys()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", ROOMS)
def test_a_sentence_names_the_same_values_in_every_language(room: str, language: str) -> None:
    english = {**sentences("firefight", "en"), **sentences(room, "en")}
    differing = [key for key, said in sentences(room, language).items() if gaps(said) != gaps(english[key])]
    assert not differing


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", ROOMS)
def test_words_are_of_known_kinds_and_keep_the_values_of_their_patterns(room: str, language: str) -> None:
    vocabulary = {kind: said for kind, said in table(room, language).items() if isinstance(said, dict)}
    assert vocabulary.keys() <= set(KINDS)
    assert not [(kind, key) for kind, said in vocabulary.items() for key, word in said.items() if gaps(key) != gaps(word)]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", ROOMS)
def test_what_english_says_otherwise_every_language_does(room: str, language: str) -> None:
    ours, english = table(room, language), table(room, "en")
    vocabulary = {kind: said for kind, said in english.items() if isinstance(said, dict)}
    assert not [(kind, key) for kind, said in vocabulary.items() for key in said.keys() - ours[kind].keys()]


def test_one_of_many_is_said_in_the_singular() -> None:
    assert words("cyberpunk-red").word("single", "pistol rounds") == "pistol round"
    assert words("cyberpunk-red").word("pool", "pistol rounds") == "pistol rounds"
    assert words("cyberpunk-red", "pt-BR").word("single", "pistol rounds") == "munição de pistola"


@pytest.mark.parametrize(
    ("game", "label", "said"),
    [
        ("cyberpunk-red", "dodges", "dodge?"),
        ("cyberpunk-red", "attack again", "attack, critical die"),
        ("cyberpunk-red", "attack again 1", "attack, thrown again (1)"),
        ("shadowrun-4", "come in", "come in?"),
        ("shadowrun-4", "edge defend", "Edge for the defense?"),
        ("eclipse-phase", "first", "go first?"),
        ("cities-without-number", "kills", "does that kill?"),
    ],
)
def test_a_question_reads_as_one(game: str, label: str, said: str) -> None:
    assert words(game).word("label", label) == said


def test_english_words_say_themselves() -> None:
    say = words("cyberpunk-red")
    assert say.word("act", "aimed attack") == "aimed attack"
    assert say.word("setting", "facing", "Nobody minds.") == "Nobody minds."
    assert say("mark_on fire") == "on fire"


def test_a_value_that_is_missing_is_a_gap() -> None:
    assert words("cyberpunk-red")("joined", name="Vex") == "Vex joins …."


def test_what_a_language_lacks_is_said_in_english() -> None:
    say = words("cyberpunk-red", "tlh")
    assert say("verb_get up") == words("cyberpunk-red")("verb_get up")
    assert say.word("pool", "hp") == "hp"


VOCABULARY = {
    "act": {"reload": "recarregar", "attack with {weapon}": "atacar: {weapon}"},
    "budget": {"Main": "Principal"},
    "price": {"{n} so far": "{n} até agora"},
    "value": {"prone": "caído", "bat": "taco"},
    "pool": {"hp": "PV"},
}
SAY = Words({}, VOCABULARY)


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("act", "reload", "recarregar"),
        ("act", "reload 3", "recarregar 3"),
        ("verb", "reload", "recarregar"),
        ("act", "attack with bat", "atacar: taco"),
        ("act", "attack with a chair", "atacar: a chair"),
        ("price", "Main, 2 so far", "Principal, 2 até agora"),
        ("effect", "5 hp, prone", "5 PV, caído"),
        ("parts", ", prone -2, prone +2", ", caído -2, caído +2"),
    ],
)
def test_a_word_is_said_by_itself_by_a_pattern_or_by_its_parts(kind: str, text: str, said: str) -> None:
    assert SAY.word(kind, text) == said


@pytest.mark.parametrize("text", ["prone, and out cold", "a bat", "Prone", "", "12", "12, 3", "two so far"])
def test_a_text_that_is_not_made_of_known_words_alone_stays_as_it_is(text: str) -> None:
    assert SAY.word("price", text) == text


def test_a_mark_without_a_sentence_is_said_by_its_word() -> None:
    assert SAY("mark_prone") == "caído"
