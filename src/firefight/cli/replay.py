"""`firefight replay`: show a stored fight again, turn by turn. No rule is run and no die is thrown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import click
from rich.console import Console, RenderableType

from firefight.cli import board, screen
from firefight.cli.files import Fight, read
from firefight.cli.log import viewer_of
from firefight.cli.numbers import Amount
from firefight.cli.pace import Pace, pace
from firefight.cli.spoken import spoken
from firefight.history import History
from firefight.language.plain import plain
from firefight.language.seat import Seat
from firefight.lines import Line, of_command
from firefight.timeline import Turn
from firefight.view import Viewer, view


class Scene(NamedTuple):
    """What one command of the log shows: the order, where it has changed, and the lines."""

    seat: Seat
    board: bool
    lines: tuple[Line, ...]

    @property
    def length(self) -> int:
        """How many characters there are to read."""
        return sum(len(line.text) for line in self.lines) + 60 * self.board


@click.command("replay")
@click.argument("file", metavar="FILE.fight|LOG.json")
@click.option("--speed", type=Amount(0), metavar="S", help="Twice as fast with 2; 0 shows it at once.")
@click.option("--step", is_flag=True, help="Wait for Enter before every turn.")
@click.option("--as", "name", metavar="NAME|spectator", default="gm", help="As this player, or a spectator, may know it.")
@click.option("--table", default="", help="Which table, where the file holds several.")
def command(file: str, speed: float | None, step: bool, name: str, table: str) -> None:
    """Show a stored fight again, turn by turn, as it came to stand in the end: what was taken back is left out."""
    fight = read(file, table)
    history = fight.history()
    console = screen.console()
    screen.put(console, screen.title(plain(fight.title) or fight.game.title, fight.game.title))
    show(console, scenes(fight, history, viewer_of(name, history)), pace(speed, step))


def scenes(fight: Fight, history: History, viewer: Viewer) -> Iterator[Scene]:
    """The commands that led to the table now, each with what it shows."""
    say, before = spoken(fight.game), None
    for number in history.line_of_command():
        table = view(fight.game, history.table_at(number), viewer)
        told = tuple(of_command(fight.game, history, viewer, number, say))
        line = table.timeline
        frames = (line.round, [frame.id for frame in line.stack if isinstance(frame, Turn) and not frame.window])
        yield Scene(Seat(fight.game, table, say, lambda who: ()), line.running and frames != before, told)
        before = frames


def show(console: Console, played: Iterator[Scene], pace: Pace) -> None:
    """Shows scene after scene, at a pace."""
    for scene in played:
        parts: list[RenderableType] = [screen.line(one) for one in scene.lines]
        if scene.board:
            parts += [board.heading(scene.seat), board.order(scene.seat, console.width)]
        if parts:
            screen.put(console, *parts)
            pace.pause(scene.length, stop=scene.board)
