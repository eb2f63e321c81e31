"""Fights to forecast: those of the examples of the package, and small ones written out."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from firefight import encounter
from firefight.commands import Begin
from firefight.game import Game
from firefight.scenario import Scenario, read
from firefight.session import Session
from firefight.table import Table

SMALL = """
title = "A small fight"
game = "cities-without-number"
[options]
windows = "never"
[sides]
crew = "The crew"
gang = "The gang"
[[people]]
ready = "kestrel"
owner = "ana"
[[people]]
ready = "ganger"
name = "Pike"
"""


@cache
def script(id: str) -> Scenario:
    """The example of a game, with its script."""
    return read(Path(str(files("firefight") / "examples" / f"{id}.toml")))


def session(id: str) -> Session:
    """The people of an example, before their fight begins."""
    return encounter.session(script(id).encounter, b"forecast")


def example(id: str) -> tuple[Game, Table]:
    """A game and the table of its example, before the fight begins."""
    found = session(id)
    return found.game, found.table


def begun(id: str) -> Session:
    """The fight of an example, when it has just begun."""
    found = session(id)
    found.do(Begin())
    return found


def small(folder: Path, text: str = SMALL) -> Path:
    """The file of a small fight, of one against one."""
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path
