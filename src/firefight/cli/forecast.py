"""What the commands about forecasts have in common: where a fight stands, who plays how, a progress bar, Ctrl+C."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import click
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from firefight import encounter as encounters
from firefight.bots import POLICIES, Policy, policy
from firefight.cli import files
from firefight.cli.errors import Problem
from firefight.cli.numbers import Whole
from firefight.game import Game
from firefight.history import History
from firefight.language.plain import plain
from firefight.sim.engines import MOST_WORKERS
from firefight.sim.play import MOST_ROUNDS, ROUNDS
from firefight.table import Table

SECRET = b"no die of a forecast comes from it"


class Standing(Struct, frozen=True):
    """A fight where it stands: its game, its title, and the log that led there."""

    game: Game
    title: str
    history: History

    @property
    def table(self) -> Table:
        """The table now."""
        return self.history.table


def standing(path: str, table: str = "") -> Standing:
    """The fight of an encounter file, before it begins, or of a log where it stands now."""
    if Path(path).suffix == ".toml":
        meeting = encounters.load(path)
        session = encounters.session(meeting, SECRET)
        return Standing(session.game, plain(meeting.title) or session.game.title, session.history)
    fight = files.read(path, table, f"an encounter file, which ends in .toml, {files.LOG}")
    return Standing(fight.game, plain(fight.title) or fight.game.title, fight.history())


def policies(asked: Sequence[str], table: Table) -> dict[str, Policy]:
    """Policies as the command line names them: "mob" for everybody, "gang=mob" for a side, "vex=careful" for one."""
    found: dict[str, Policy] = {}
    for text in asked:
        who, sign, name = text.rpartition("=")
        if sign and not who:
            raise Problem(f"--policy {text} names nobody: leave out the '=' where everybody is meant.")
        if who and who not in table.combatants and who not in table.sides:
            known = ", ".join((*table.sides, *table.combatants))
            raise Problem(f"nobody here is called '{who}' in --policy {text}: there are {known}.")
        found[who] = policy(name)
    return found


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that decide which fight is which: seed, policies, rounds, table."""
    for option in (
        click.option("--table", default="", help="Which table, where the file holds several."),
        click.option("--limit", type=Whole(1, MOST_ROUNDS), default=ROUNDS, show_default=True, metavar="ROUNDS",
                     help="A fight that takes longer is undecided."),
        click.option("--policy", "asked", multiple=True, metavar="[SIDE=|ID=]NAME",
                     help=f"How somebody plays: {', '.join(POLICIES)}. For everybody, a side, or one; may be repeated."),
        click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same fights every time."),
    ):  # fmt: skip
        command = option(command)
    return command


def engines(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that decide where the work is done."""
    workers = click.option("--workers", type=Whole(1, MOST_WORKERS), metavar="N", help="Processes; one a core if left out.")
    engine = click.option(
        "--engine", default="", metavar="NAME",
        help="Who plays: 'reference' for the engine itself, 'compiled' to insist on a kernel, dask://HOST:PORT for a cluster.",
    )  # fmt: skip
    return workers(engine(command))


def played_by(engine: str, because: str, names: Iterable[str]) -> Iterator[str]:
    """Who has played a forecast, where these policies would let a kernel do it: in a sentence."""
    if engine == "kernel":
        yield "Played by the kernel of this game, fight for fight as the engine plays them."
    elif any(POLICIES[name].stands for name in names):
        yield f"Played by the engine itself: {plain(because)}."


# ------------------------------------------------------------------ while it goes on


@contextmanager
def stopped_by_ctrl_c() -> Iterator[Event]:
    """An event that Ctrl+C sets, so that what is done so far can be shown; a second Ctrl+C ends the command."""
    cancel = Event()
    if current_thread() is not main_thread():
        yield cancel
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(*_: object) -> None:
        cancel.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(what: str, of: int = 0) -> Iterator[Callable[[int, int], None]]:
    """A bar on the terminal's other stream, of so many where that is known; away from a terminal there is none."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, of: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=of or None, told=how_many(0, of))
        yield lambda done, of: bar.update(task, completed=done, total=of or None, told=how_many(done, of))


def how_many(done: int, of: int) -> str:
    """How many are done, of how many where that is known."""
    return f"{done:,} of {of:,}" if of else f"{done:,}"
