"""`firefight play`: run a fight at the terminal. The log is the save file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from secrets import token_bytes

import click
import msgspec

from firefight import encounter as encounters
from firefight.cli import screen
from firefight.cli.desk import Desk
from firefight.cli.errors import Problem
from firefight.cli.files import is_store, only_table
from firefight.cli.showing import Quit
from firefight.cli.verify import GIVEN
from firefight.dice import derived
from firefight.encounter import Encounter
from firefight.events import Told
from firefight.kept import Header, header_of, keeper, taken_up
from firefight.language.plain import brief, plain
from firefight.session import Session
from firefight.store import Store, open_store

TABLE = "fight"
"""The name of the one table in a file that `firefight play` makes."""


@click.command("play")
@click.argument("file", metavar="ENCOUNTER.toml|FILE.fight")
@click.option("--log", "log", metavar="FILE.fight", help="Where the log is kept; beside the encounter if left out.")
@click.option("--seed", default="", metavar="TEXT", help="The same dice every time, for a new fight; the log says so.")
@click.option("--strict", is_flag=True, help="Stop with 2 at the first line that is not understood or cannot be done.")
def command(file: str, log: str | None, seed: str, strict: bool) -> None:
    """Run a fight from an encounter file, or go on with one from its log.

    The log is the save file: everything is stored at once, and `firefight play` on the same file goes on where it
    stopped. Lines can come from a pipe as well; text goes out plain then. Type 'help' at the table.
    """
    path, begun = place(file, log)
    meeting = encounters.load(file) if not begun else None
    with open_store(path, must_exist=begun) as store:
        table = only_table(store, path) if store.tables() else begin(store, path, meeting, seed)
        desk = Desk(opened(store, table, meeting, seed), screen.console(), store, table, seed)
        welcome(desk, store, table, path, file, begun, bool(seed))
        sit_down(desk, strict)
        desk.tell(f"Saved in {path}.", "dim")


# ------------------------------------------------------------------ files


def place(file: str, log: str | None) -> tuple[str, bool]:
    """Where the log is, and whether it has been begun."""
    source = Path(file)
    if source.is_file() and is_store(file):
        if log:
            raise Problem(f"{file} is a log already: give an encounter file with --log, or the log alone.")
        return file, True
    path = Path(log) if log else source.with_suffix(".fight")
    if not source.exists():
        raise Problem(f"{file} does not exist: 'firefight new' writes an encounter file to start from.")
    if path == source:
        raise Problem(f"{file} is not the log of a fight: give an encounter file, which ends in .toml.")
    return str(path), path.exists() and has_table(str(path))


def has_table(path: str) -> bool:
    """Whether a log has a table with a line in it; a kill in the middle of the first line leaves none."""
    with open_store(path, must_exist=True) as store:
        return any(store.newest(table) for table in store.tables())


def begin(store: Store, path: str, meeting: Encounter | None, seed: str) -> str:
    """A new table in the store, with a secret of its own."""
    if meeting is None:
        raise Problem(f"{path} has no fight in it yet: give the encounter file it is to begin with.")
    secret = derived(seed.encode(), "seed given beforehand") if seed else token_bytes(32)
    store.create(TABLE, msgspec.json.encode(Header(meeting.game, meeting.title)), secret)
    return TABLE


def opened(store: Store, table: str, meeting: Encounter | None, seed: str) -> Session:
    """The table as its log tells it; a new one from the encounter where the log is empty."""
    if store.newest(table):
        return taken_up(store, table)
    if meeting is None:
        raise Problem("the log is empty: give the encounter file it is to begin with.")
    session = encounters.session(meeting, store.secret(table), keep=keeper(store, table))
    if seed:
        session.order(Told(GIVEN))
    return session


# ------------------------------------------------------------------ at the table


def welcome(desk: Desk, store: Store, table: str, path: str, file: str, begun: bool, seeded: bool) -> None:
    """The title, what the log is, and where the table stands."""
    header = header_of(store, table)
    known = desk.session.game
    desk.draw(screen.title(plain(header.title) or known.title, known.title))
    if begun:
        desk.tell(
            f"Going on with {path}, line {len(desk.session.history)}."
            + (" Its dice are given; --seed changes nothing." if seeded else "")
            + (" For a new fight give --log another name." if path != file else ""),
            "dim",
        )
    else:
        desk.tell(f"The log is {path}." + (" The seed of its dice was given beforehand." if seeded else ""), "dim")
    changed = [f"{name} = {value}" for name, value in house_rules(desk)]
    if changed:
        desk.tell(f"House rules: {', '.join(changed)}.", "dim")
    desk.state(again=True)


def house_rules(desk: Desk) -> Iterator[tuple[str, str]]:
    """The house rules that are not the default."""
    for setting in desk.session.game.settings:
        value = desk.session.table.options.get(setting.name, setting.default)
        if value != setting.default:
            yield setting.name, plain(value)


def sit_down(desk: Desk, strict: bool) -> None:
    """Takes lines until there are no more, or somebody leaves. Raises Problem in strict mode."""
    for number, line in typed(desk) if sys.stdin.isatty() and sys.stdout.isatty() else piped(desk):
        try:
            understood = desk.line(line)
        except Quit:
            return
        except KeyboardInterrupt:
            desk.tell("Stopped; what was done is saved.", "dim")
            continue
        if strict and not understood:
            raise Problem(f"line {number} was not carried out: {brief(plain(line))}")


def typed(desk: Desk) -> Iterator[tuple[int, str]]:
    """The lines of a prompt."""
    from firefight.cli.prompt import asked

    return asked(desk)


def piped(desk: Desk) -> Iterator[tuple[int, str]]:
    """The lines of a pipe, each shown as it is read; those that begin with # are remarks."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for number, line in enumerate(sys.stdin, 1):
        text = line.rstrip("\r\n")
        desk.tell(f"> {brief(text)}", "dim")
        if not text.lstrip().startswith("#"):
            yield number, text
