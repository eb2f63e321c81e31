"""What a game has as data: the lists in the TOML files of its package, and what is said of a name that is not in one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

Thing = TypeVar("Thing", bound=Struct)


@lru_cache
def file(game: str, name: str) -> Mapping[str, Any]:
    """A data file of a game's package ("shadowrun_4", "gear.toml"), read once."""
    return tomllib.loads((files(f"firefight.games.{game}") / name).read_text("utf-8"))


@lru_cache
def things(game: str, name: str, section: str, kind: type[Thing]) -> Mapping[str, Thing]:
    """Everything in one section of a data file by name; each thing that has a name of its own knows it."""
    knows_name = "name" in kind.__struct_fields__
    lines = file(game, name)[section].items()
    return {name: msgspec.convert({"name": name, **line} if knows_name else line, kind) for name, line in lines}


def unknown(what: str, name: str, known: Iterable[str], of: str = "the list of gear") -> str:
    """One sentence about a name that is not in a list: what was probably meant, else the remedy."""
    close = get_close_matches(name, list(known), 1)
    meant = f"did you mean '{close[0]}'?" if close else "write it out with its numbers"
    return f"there is no {what} '{name}' in {of}; {meant}"
