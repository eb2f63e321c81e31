"""`firefight watch`: look at one fight of a forecast turn by turn, or take it over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from secrets import token_bytes

import click
import msgspec
from rich.console import RenderableType
from rich.text import Text

from firefight.cli import board, screen
from firefight.cli.errors import Problem
from firefight.cli.files import Fight
from firefight.cli.forecast import Standing, options, policies, standing
from firefight.cli.numbers import Amount, Whole
from firefight.cli.pace import Pace, pace
from firefight.cli.play import TABLE
from firefight.cli.replay import Scene, scenes
from firefight.history import encode
from firefight.kept import Header
from firefight.language.plain import plain
from firefight.sim.play import MOST_FIGHTS
from firefight.sim.watching import Watched, taken_over, watched
from firefight.store import open_store
from firefight.view import GM

MOST_LINES = 1_000_000


@click.command("watch")
@click.argument("file", metavar="ENCOUNTER.toml|FILE.fight")
@click.option("--fight", "number", type=Whole(1, MOST_FIGHTS), default=1, show_default=True, help="Which fight of the forecast.")
@click.option("--speed", type=Amount(0), metavar="S", help="Twice as fast with 2; 0 shows it at once.")
@click.option("--step", is_flag=True, help="Wait for Enter before every turn.")
@click.option("--take-over", "line", type=Whole(1, MOST_LINES), metavar="LINE", help="Go on from this line of it at the table.")
@click.option("--log", "log", metavar="NEW.fight", help="Where the fight that is taken over is kept.")
@options
def command(
    file: str, number: int, speed: float | None, step: bool, line: int | None, log: str | None, seed: str,
    asked: tuple[str, ...], limit: int, table: str,
) -> None:  # fmt: skip
    """Look at one fight of a forecast turn by turn. With the same options it is the fight that was counted.

    With --take-over it is written to a new log up to a line of it, and 'firefight play' goes on from there, with other
    dice than the forecast's.
    """
    if (line is None) != (log is None):
        raise Problem("--take-over LINE and --log NEW.fight belong together: give both or neither.")
    if log is not None and Path(log).suffix != ".fight":
        raise Problem(f"'{log}' is no name for a log: let it end in .fight.")
    here = standing(file, table)
    found = watched(here.game, here.history, number, seed, policies(asked, here.table), limit)
    if line is not None and log is not None:
        take_over(here, found, line, log)
        click.echo(f"{log} holds it up to line {line}. Go on: firefight play {log}")
        return
    show(here, found, pace(speed, step))


def show(here: Standing, found: Watched, pace: Pace) -> None:
    """Shows the fight, every command with the number of its line, and how it ends."""
    console = screen.console()
    screen.put(console, screen.title(f"{here.title}, fight {found.outcome.number} of a forecast", here.game.title))
    played = scenes(Fight(here.game, here.title, ()), found.history, GM)
    for scene in islice(played, found.start, None):
        parts = list(drawn(scene, console.width))
        if parts:
            screen.put(console, *parts)
            pace.pause(scene.length, stop=scene.board)
    screen.put(console, Text(ending(here, found), style="bold"))


def drawn(scene: Scene, width: int) -> Iterator[RenderableType]:
    """A scene with its lines numbered, and the order where it has changed. The title has the number of the fight already."""
    if lines := [line for line in scene.lines if line.kind != "fight"]:
        yield screen.log(lines)
    if scene.board:
        yield board.heading(scene.seat)
        yield board.order(scene.seat, width)


def ending(here: Standing, found: Watched) -> str:
    """How the fight ends, in a sentence."""
    one = found.outcome
    side = here.table.sides.get(one.winner)
    what = f"Won by {plain(side.name or one.winner)}" if side else "Undecided" if one.undecided else "Nobody is left"
    return f"{what} in round {one.rounds}."


def take_over(here: Standing, found: Watched, line: int, path: str) -> None:
    """Writes the fight up to a line as a new table. Raises Problem where there is no such line, or the file is there."""
    if not found.start <= line <= len(found.history):
        raise Problem(f"there is no line {line} in this fight: it runs from {found.start} to {len(found.history)}.")
    if Path(path).exists():
        raise Problem(f"{path} is there already: give the new log another name.")
    secret = token_bytes(32)
    with open_store(path) as store:
        store.create(TABLE, msgspec.json.encode(Header(here.game.id, here.title)), secret)
        for number, batch in enumerate(taken_over(found.history, line, secret)):
            store.append(TABLE, number, encode(batch))
