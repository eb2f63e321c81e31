"""Running the command in the tests of the terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from firefight.cli import main

ESCAPE = re.compile(r"\x1b|\x07|\x9b")
ALLEY = """
title = "Ambush in the alley"
game = "cyberpunk-red"
[sides]
crew = "The crew"
gang = "The gang"
[[people]]
name = "Vex"
side = "crew"
owner = "Ana"
sheet = { ref = 8, hp = 40, gear = [{ name = "pistol", kind = "weapon", place = "hand" }] }
score = 20
[[people]]
name = "Rook"
side = "gang"
sheet = { hp = 30, gear = [{ name = "shotgun", kind = "weapon", place = "hand", hands = 2 }] }
score = 15
[[people]]
name = "Thug"
side = "gang"
count = 2
score = 10
[[people]]
name = "Ghost"
side = "gang"
hidden = true
score = 5
"""


def alley(folder: Path, text: str = ALLEY) -> Path:
    """The encounter file in a folder."""
    path = folder / "alley.toml"
    path.write_text(text, encoding="utf-8")
    return path


def run(*words: object, lines: str = "", width: int = 80) -> Result:
    """A command in this process, with lines coming in through a pipe."""
    return CliRunner().invoke(main, [str(word) for word in words], input=lines, env={"COLUMNS": str(width)})


def play(path: Path, *lines: str, seed: str = "5", width: int = 80, strict: bool = False) -> Result:
    """A piped session at the table."""
    more = ["--seed", seed] * bool(seed) + ["--strict"] * strict
    return run("play", path, *more, lines="".join(f"{line}\n" for line in lines), width=width)


def process(*words: object, lines: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "firefight", *map(str, words)]
    env = {**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1"}
    return subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8", env=env)
