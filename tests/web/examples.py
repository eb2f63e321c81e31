"""The people of each game's example, without its steps, for tests in a browser."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from firefight.encounter import Encounter, built
from firefight.games import GAMES

__all__ = ["GAMES", "example"]


@cache
def example(game: str) -> Encounter:
    """The encounter of a game's example."""
    data = tomllib.loads((files("firefight") / "examples" / f"{game}.toml").read_text("utf-8"))
    return built({name: value for name, value in data.items() if name not in ("steps", "rules", "dice")})
