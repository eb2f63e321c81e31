"""The words of a game in one language: shared ones, then the game's own; a key that is missing speaks for itself.

A language is one table of each `words.toml`: sentences by key, and below them a table for each kind of word, `[pt-BR.pool]`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "pt-BR")
KINDS = (
    "act",
    "pick",
    "value",
    "pool",
    "single",
    "budget",
    "price",
    "label",
    "about",
    "mark",
    "health",
    "setting",
    "order",
    "sheet",
)
"""What words of a game that are no sentences can be: the line of a menu, its pick, its price, a question's label ..."""
NEAR: Mapping[str, tuple[str, ...]] = {
    "verb": ("act",),
    "single": ("single", "pool", "value"),
    "price": ("price", "budget", "value", "pool"),
    "about": ("about", "act", "value", "pool"),
}
"""Where a word of a kind is looked up; of any other kind under its own name, then among the values and the pools."""
JOINT = re.compile(r"(, ?| \+ |/)")
COUNTED = re.compile(r"(.+) ([+-]?\d[\d.,]*)|([+-]?\d[\d.,]*) (.+)")
LONGEST = 200
"""A longer text is no word of a game, but somebody's own words."""

Vocabulary = Mapping[str, Mapping[str, str]]


class Gaps(dict[str, Any]):
    """Values of a sentence; one that is missing shows as a gap, never as an error."""

    def __missing__(self, key: str) -> str:
        return "…"


class Words:
    """Says things: `words("joined", name="Vex")` is a sentence, `words.word("pool", "hp")` a word."""

    def __init__(self, sentences: Mapping[str, str], vocabulary: Vocabulary | None = None) -> None:
        self.sentences, self.vocabulary = sentences, vocabulary or {}

    def __call__(self, key: str, /, **values: Any) -> str:
        sentence = self.sentences.get(key)
        if sentence is None:
            kind, _, rest = key.partition("_") if key.startswith(("mark_", "verb_", "why_")) else ("value", "", key)
            return self.word(kind, rest.replace("_", " "))
        return sentence.format_map(Gaps(values))

    def word(self, kind: str, text: str, otherwise: str = "") -> str:
        """A word of the game in the language: of one of `KINDS`, or the value of a pick by the pick's name.

        What the language lacks is said as it stands, or by `otherwise`. Lists and counted words are said by their parts.
        """
        return self.known(kind, text) or otherwise or text

    def known(self, kind: str, text: str) -> str | None:
        """The word, by itself, by a pattern, or by its parts; None where the language lacks it."""
        tables = [self.vocabulary[one] for one in NEAR.get(kind, (kind, "value", "pool")) if one in self.vocabulary]
        if not tables or len(text) > LONGEST:
            return None
        for table in tables:
            if text in table:
                return table[text]
        for table in tables:
            for key, sentence in table.items():
                if "{" in key and (found := pattern(key).fullmatch(text)):
                    return sentence.format_map({name: self.word(kind, part) for name, part in found.groupdict().items()})
        return self.composed(kind, text)

    def composed(self, kind: str, text: str) -> str | None:
        """A list or a counted word by its parts, `reach -4, prone +2`; None where the language lacks a part."""
        parts = JOINT.split(text)
        if len(parts) > 1:
            said = [part if JOINT.fullmatch(part) or not part else self.known(kind, part) for part in parts]
            return "".join(part or "" for part in said) if None not in said else None
        found = COUNTED.fullmatch(text)
        if found is None:
            return None
        before, after, first, last = found.groups()
        word = self.known(kind, before or last)
        return word and (f"{word} {after}" if before else f"{first} {word}")


@cache
def pattern(key: str) -> re.Pattern[str]:
    """What a key with {values} in it stands for: {n} is a number, any other value some words."""
    parts = re.split(r"{(\w+)}", key)
    named = (rf"(?P<{name}>{'[+-]?[0-9]+' if name == 'n' else '.+?'})" for name in parts[1::2])
    return re.compile("".join(f"{re.escape(plain)}{group}" for plain, group in zip(parts[::2], (*named, ""), strict=True)))


@lru_cache
def words(game: str, language: str = "en") -> Words:
    """The words of a game. What a language lacks is said in English."""
    room = game.replace("-", "_")
    places = [("firefight", "words.toml"), (f"firefight.games.{room}", "words.toml")]
    tables = [tomllib.loads((files(package) / file).read_text("utf-8")) for package, file in places]
    sentences: dict[str, str] = {}
    vocabulary: dict[str, dict[str, str]] = {}
    for spoken in dict.fromkeys(("en", language)):
        for table in tables:
            for key, said in table.get(spoken, {}).items():
                if isinstance(said, dict):
                    vocabulary[key] = {**vocabulary.get(key, {}), **said}
                else:
                    sentences[key] = said
    return Words(sentences, vocabulary)
