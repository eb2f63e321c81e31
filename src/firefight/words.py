"""The words of a game in one language: shared ones, then the game's own; a key that is missing speaks for itself."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "pt-BR")


class Gaps(dict[str, Any]):
    """Values of a sentence; one that is missing shows as a gap, never as an error."""

    def __missing__(self, key: str) -> str:
        return "…"


class Words:
    """Says things: `words("joined", name="Vex")` is a sentence."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = sentences

    def __call__(self, key: str, /, **values: Any) -> str:
        sentence = self.sentences.get(key)
        if sentence is None:
            return (
                key.split("_", 1)[-1].replace("_", " ")
                if key.startswith(("mark_", "verb_", "why_", "pick_"))
                else key.replace("_", " ")
            )
        return sentence.format_map(Gaps(values))


@lru_cache
def words(game: str, language: str = "en") -> Words:
    """The words of a game. What a language lacks is said in English."""
    room = game.replace("-", "_")
    places = [("firefight", "words.toml"), (f"firefight.games.{room}", "words.toml")]
    tables = [tomllib.loads((files(package) / file).read_text("utf-8")) for package, file in places]
    sentences: dict[str, str] = {}
    for spoken in dict.fromkeys(("en", language)):
        for table in tables:
            sentences |= table.get(spoken, {})
    return Words(sentences)
