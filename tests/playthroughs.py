"""The golden fights as their logs read: `python -m tests.playthroughs` writes the files under tests/playthroughs anew."""

from __future__ import annotations

from pathlib import Path

from firefight.cli.log import as_text
from firefight.games import GAMES
from firefight.lines import lines
from firefight.scenario import play, read
from firefight.session import Session

FOLDER = Path(__file__).parent / "playthroughs"
EXAMPLES = Path(__file__).parents[1] / "examples"


def played(id: str) -> Session:
    """The golden fight of a game, played to its end."""
    *_, last = play(read(EXAMPLES / f"{id}.toml"))
    return last.session


def as_told(id: str) -> str:
    """The log of the golden fight, as the GM reads it."""
    session = played(id)
    return "\n".join(as_text(lines(session.game, session.history))) + "\n"


def write() -> None:
    """Writes every file anew."""
    FOLDER.mkdir(exist_ok=True)
    for id in GAMES:
        (FOLDER / f"{id}.txt").write_text(as_told(id), "utf-8")


if __name__ == "__main__":
    write()
