"""`firefight simulate`: play a fight a thousand times from where it stands, and say how often it ends how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from firefight.bots import POLICIES, STEADY
from firefight.cli import screen
from firefight.cli.errors import INTERRUPTED, Problem
from firefight.cli.forecast import Standing, engines, options, played_by, policies, progress_bar, standing, stopped_by_ctrl_c
from firefight.cli.numbers import Whole
from firefight.language.plain import plain
from firefight.sim import Result, simulate
from firefight.sim.play import MOST_FIGHTS
from firefight.sim.result import Spread, spread
from firefight.sim.variations import Changed, crew_of, sensitivity, variations

WIDE, MANY = 24, 8
BRACKETS = "In brackets: after %, where the truth lies, 95 times in 100; after rounds and what is left, 8 of 10 fights."


class Marks(NamedTuple):
    """What a full and an empty part of a bar look like, and an arrow."""

    full: str
    empty: str
    arrow: str


DRAWN, TYPED = Marks("█", "░", "→"), Marks("#", ".", "->")
"""Marks for a terminal that can show them, and for one that cannot."""


@click.command("simulate")
@click.argument("file", metavar="ENCOUNTER.toml|FILE.fight")
@click.option("-n", "n", type=Whole(1, MOST_FIGHTS), default=1000, show_default=True, help="How many fights.")
@click.option("--variations", "varied", is_flag=True, help="Also: what would change the outcome most.")
@click.option("--json", "as_json", is_flag=True, help="One object for other programs.")
@click.option("--csv", "as_csv", is_flag=True, help="One line a fact, for a spreadsheet.")
@click.option("--plot", metavar="FILE.png|FILE.svg", help="Draw it, as a picture that explains itself.")
@options
@engines
def command(
    file: str, n: int, varied: bool, as_json: bool, as_csv: bool, plot: str | None, seed: str, asked: tuple[str, ...],
    limit: int, table: str, workers: int | None, engine: str,
) -> int:  # fmt: skip
    """Play a fight many times from where it stands, with bots for everybody, and say how often it ends how.

    From an encounter file, or from the log of a live fight with its wounds, holds and budgets. The same seed gives the
    same numbers whatever the workers. The dice are the forecast's own: they do not tell the table's. Ctrl+C shows what is
    done so far.
    """
    if as_json and as_csv:
        raise Problem("--json and --csv are two ways to write the same: choose one.")
    if plot is not None:
        from firefight.sim import plots

        plots.check(plot)
    here = standing(file, table)
    how = policies(asked, here.table)
    with stopped_by_ctrl_c() as cancel:
        with progress_bar("Fights", n) as told:
            found = simulate(here.game, here.table, n, seed, workers, how, limit, (), told, cancel, engine)
        changed = list[Changed]()
        if varied and not cancel.is_set():
            with progress_bar("Variations", len(variations(here.game, here.table))) as told:
                changed = sensitivity(here.game, here.table, found, 0, workers, how, limit, told, cancel, engine)
    if plot is not None:
        plots.draw(plot, found, here.title, changed)
    written(here, found, changed, file, as_json, as_csv)
    return INTERRUPTED if cancel.is_set() else 0


def written(here: Standing, found: Result, changed: Sequence[Changed], file: str, as_json: bool, as_csv: bool) -> None:
    """The forecast in the way that was asked for."""
    from firefight.sim import report

    if as_json:
        click.echo(report.as_json(found, changed))
    elif as_csv:
        click.echo(report.as_csv(found, changed), nl=False)
    else:
        console = screen.console()
        screen.put(console, *told_in_full(here, found, changed, file, marks(console.encoding)))


def marks(encoding: str) -> Marks:
    """The marks that an encoding has."""
    try:
        "".join(DRAWN).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return TYPED
    return DRAWN


# ------------------------------------------------------------------ as text


def told_in_full(
    here: Standing, found: Result, changed: Sequence[Changed], file: str, marks: Marks = DRAWN
) -> Iterator[RenderableType]:
    """The forecast, from what matters most to what is good to know."""
    yield screen.title(here.title, here.game.title)
    yield Text(beginning(found), style="dim")
    if not found.played:
        yield Text("No fight was played to its end.")
        return
    yield Text()
    yield ends(found, marks)
    yield Text()
    yield Text(length(found))
    yield Text()
    yield people(found, marks)
    if changed:
        head = f"What would change how often it is won by {side(found, crew_of(here.table))}"
        yield Text()
        yield Group(Text(head, style="bold"), *differences(changed))
    yield Text()
    yield from (Text(line, style="dim") for line in notes(found, file))


def beginning(found: Result) -> str:
    """How many fights, from where, by whom."""
    done = f"{found.played:,} fights" if not found.is_partial else f"Stopped after {found.played:,} of {found.asked:,} fights"
    return f"{done} from round {found.begins} on, seed '{plain(found.seed)}', at most {found.limit} rounds each."


def ends(found: Result, marks: Marks) -> RenderableType:
    """Every way the fights ended, with a bar, the share and its interval."""
    grid = Grid.grid(padding=(0, 2))
    for end, share in found.ends().items():
        filled = round(WIDE * share.value)
        bar = Text(marks.full * filled, style="cyan").append(marks.empty * (WIDE - filled), style="dim")
        grid.add_row(Text(plain(found.label(end)), style="bold"), bar, Text(str(share)))
    return grid


def length(found: Result) -> str:
    """How many rounds the fights took that were decided."""
    lengths = {round - found.begins + 1: times for round, times in found.tally.rounds.items()}
    rounds, decided = spread(lengths), sum(lengths.values())
    if rounds is None:
        return "None was decided."
    them = "them" if decided == found.played else f"the {decided:,} that were decided"
    within = f"{rounds.median} rounds" if rounds.median > 1 else "one round"
    return f"Half of {them} are over within {within}, 8 in 10 take {extent(rounds)}."


def extent(found: Spread) -> str:
    """Where 8 in 10 lie."""
    if found.low == found.high:
        return f"{found.low}"
    return f"{found.low} to {found.high}" if found.low < 0 else f"{found.low}-{found.high}"


def people(found: Result, marks: Marks) -> RenderableType:
    """Everybody's fate, by side: how often he is down and in which round, how often he runs, what he has left."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    flee = any(found.tally.fled.values())
    for head in ("", "down at the end", "in round", *(["runs"] if flee else [])):
        grid.add_column(head, no_wrap=True)
    grid.add_column("left at the end")
    for id in found.sides:
        grid.add_row(Text(side(found, id), style="dim"))
        for who in (who for who, one in found.people.items() if one.side == id):
            grid.add_row(*fate(found, who, flee, marks))
    return grid


def fate(found: Result, who: str, flee: bool, marks: Marks) -> list[Text]:
    """What becomes of somebody, cell by cell."""
    one, rounds = found.people[who], spread(found.tally.fell.get(who, {}))
    when = Text(middle(rounds) if rounds else "-")
    down = Text("already" if one.down else found.falls(who).brief)
    runs = [Text(found.flees(who).brief)] if flee else []
    return [Text(f"  {plain(one.name)}", style="bold"), down, when, *runs, left(found, who, marks)]


def middle(found: Spread) -> str:
    """The middle value, and where 8 in 10 lie."""
    return f"{found.median}" if found.low == found.high == found.median else f"{found.median} ({extent(found)})"


def left(found: Result, who: str, marks: Marks) -> Text:
    """What somebody has left of the pools that changed."""
    parts = []
    for pool, first in found.people[who].pools.items():
        now = found.left(who, pool)
        if now and (now.low, now.high) != (first, first):
            parts.append(f"{plain(pool)} {first} {marks.arrow} {middle(now)}")
    return Text("; ".join(parts[:2]) or "as it was")


def side(found: Result, id: str) -> str:
    """The name of a side."""
    return plain(found.sides.get(id) or id)


def differences(changed: Sequence[Changed]) -> Iterator[Text]:
    """What changes most first; what chance could explain is dim."""
    for one in changed[:MANY]:
        style = "" if one.difference.is_clear else "dim"
        doubt = "" if one.difference.is_clear else ", which may be chance"
        yield Text(f"  {plain(one.label)}: {one.difference}{doubt}", style=style)


def notes(found: Result, file: str) -> Iterator[str]:
    """What the numbers rest on, and how to look at a single fight."""
    yield BRACKETS
    names = found.policies or {"": STEADY.name}
    for who, name in names.items():
        about = side(found, who) if who in found.sides else found.people[who].name if who in found.people else "Everybody"
        yield f"{about}: {name}. {POLICIES[name].sentence}"
    yield from played_by(found.engine, found.because, names.values())
    if found.tally.unsaid:
        yield f"Without numbers, so of no effect here: {', '.join(map(plain, found.tally.unsaid))}. Written out they would count."
    if found.tally.faults:
        number, why = next(iter(sorted(found.tally.faults.items())))
        yield f"{len(found.tally.faults)} broke off and are not counted; the first is fight {number}: {plain(why)}"
    shown = {end: numbers[0] for end, numbers in found.tally.shown.items() if numbers}
    how = "; ".join(f"fight {number} ({plain(found.label(end))})" for end, number in shown.items())
    if how:
        yield f"Watch one: firefight watch {file} --fight NUMBER with the same options. For instance {how}."
