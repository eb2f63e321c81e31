"""What starting costs, as whole processes: the help page against bare click, and the library against bare Python."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.rounds import Row, alternate, seconds
from firefight.cli import COMMANDS, main

ROUNDS = 15
HEAVY = {
    *("numpy", "numba", "scipy", "pandas", "matplotlib"),
    *("litestar", "starlette", "fastapi", "flask", "uvicorn", "granian", "jinja2", "websockets", "aiohttp", "http", "asyncio"),
}
EVERYTHING = "import firefight; [getattr(firefight, name) for name in firefight.__all__]"
ONE_DIE = "import firefight; from firefight.dice import Keyed; Keyed(b'seed').faces('1.1.ana.1', 'attack', 1, 20)"
DICE_TEXT = "from random import Random; from firefight.notation import chance, roll; roll('4d6kh3+2', chance(Random(1)))"


def measure() -> list[Row]:
    """Four comparisons of time, and a count that has to be nought."""
    return [
        help_page(),
        against_python("import firefight and throw a die", ONE_DIE, floor=8, target=5),
        against_python("import firefight and roll dice text", DICE_TEXT),
        against_python("import every public name", EVERYTHING),
        heavy_modules(),
    ]


def help_page() -> Row:
    """`firefight --help` against the same commands, without their options, written down for bare click."""
    script = Path(sysconfig.get_path("scripts"), "firefight")
    with TemporaryDirectory() as folder:
        Path(folder, "bare.py").write_text(bare_click())
        bare = Path(folder, "bare")
        bare.write_text(script.read_text().replace("firefight.cli", "bare"))
        ours, theirs = process(script, "--help", path=folder), process(bare, "--help", path=folder)
        return compare("firefight --help", ours, "bare click", theirs, floor=2, target=1)


def bare_click() -> str:
    """A module that prints our help page in bare click."""
    group = f"""
import click

@click.group("firefight", help={main.help!r}, context_settings={main.context_settings!r})
@click.version_option("0")
def main():
    pass
"""
    command = """
@main.command({!r}, help={!r})
def {}_command():
    pass
"""
    return group + "".join(command.format(name, text, name) for name, text in COMMANDS.items())


def against_python(name: str, statement: str, floor: float | None = None, target: float | None = None) -> Row:
    """A statement in a fresh interpreter against an interpreter with nothing to do."""
    return compare(name, process("-c", statement), "bare Python", process("-c", "pass"), floor, target)


def process(*words: str | Path, path: str = "") -> Callable[[], float]:
    """An alternative: seconds of a whole Python process with these arguments; `path` is where it finds more modules."""
    environment = {**os.environ, "PYTHONPATH": path}
    return seconds(lambda: subprocess.run([sys.executable, *words], env=environment, check=True, stdout=subprocess.DEVNULL))


def compare(
    name: str, ours: Callable[[], float], against: str, theirs: Callable[[], float], floor: float | None, target: float | None
) -> Row:
    rounds = alternate({"ours": ours, "theirs": theirs}, ROUNDS)
    return Row(
        name=name,
        value=rounds.median("ours") * 1e3,
        unit="ms",
        against=f"{against} ({rounds.median('theirs') * 1e3:.3g} ms)",
        ratio=rounds.ratio("ours", "theirs"),
        floor=floor,
        target=target,
    )


def heavy_modules() -> Row:
    """How many modules of numbers or of the web are loaded with every public name: none is allowed."""
    script = f"import sys; {EVERYTHING}; print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    loaded = sorted({name.partition(".")[0] for name in printed.split()} & HEAVY)
    return Row(
        name="numpy, numba and web modules loaded",
        value=len(loaded),
        unit="modules",
        against=", ".join(loaded) or "none allowed",
        ratio=len(loaded),
        floor=0.5,
        target=0,
    )
