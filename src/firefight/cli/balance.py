"""`firefight balance`: say how many of which opponents make a fight that the crew wins so often."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import click
import msgspec
from rich.console import RenderableType
from rich.text import Text

from firefight.cli import screen
from firefight.cli.errors import INTERRUPTED, Problem
from firefight.cli.forecast import Standing, engines, options, played_by, policies, progress_bar, standing, stopped_by_ctrl_c
from firefight.cli.numbers import Amount, Whole
from firefight.encounter.faults import near
from firefight.encounter.people import Person, combatants, ready_made
from firefight.language.plain import full_stop, plain
from firefight.sim.balance import AT_FIRST, MOST, Balance, balance
from firefight.sim.play import MOST_FIGHTS
from firefight.sim.result import percent
from firefight.sim.variations import crew_of, fighting
from firefight.table import Combatant

EACH = Whole(AT_FIRST, MOST_FIGHTS)


@click.command("balance")
@click.argument("file", metavar="ENCOUNTER.toml|FILE.fight")
@click.option("--add", "ready", required=True, metavar="READY-ID", help="The ready-made opponent there are more of.")
@click.option("--side", help="The side he joins; that of the opponents if left out.")
@click.option("--target", type=Amount(1, 99), default=50, show_default=True, help="How often the crew is to win, in %.")
@click.option("-n", "n", type=EACH, default=1000, show_default=True, help="At most so many fights for each number.")
@click.option("--json", "as_json", is_flag=True, help="One object for other programs.")
@options
@engines
def command(
    file: str, ready: str, side: str | None, target: float, n: int, as_json: bool, seed: str, asked: tuple[str, ...], limit: int,
    table: str, workers: int | None, engine: str,
) -> int:  # fmt: skip
    """Say how many more of an opponent make a fight that the crew wins half the time, or as often as --target says.

    Plays few fights where it is clear and many where it is close, and says how sure the answer is.
    """
    here = standing(file, table)
    one, how = opponent(here, ready, side), policies(asked, here.table)
    with stopped_by_ctrl_c() as cancel, progress_bar("Fights") as told:
        found = balance(here.game, here.table, one, target / 100, n, seed, workers, how, limit, told, cancel, engine)
    if as_json:
        click.echo(as_object(found, one))
    else:
        screen.put(screen.console(), *told_in_full(here, found, one, [policy.name for policy in how.values()]))
    return INTERRUPTED if found.partial else 0


def opponent(here: Standing, ready: str, side: str | None) -> Combatant:
    """The ready-made opponent, on his side. Raises Problem for one that is not there, and for a side he cannot join."""
    known, crew = ready_made(here.game.id), crew_of(here.table)
    if ready not in known:
        raise Problem(full_stop(f"no one called '{ready}' is ready-made in {here.game.title}: {near(ready, known)}"))
    present = (one.side for one in fighting(here.table))
    others = [one for one in dict.fromkeys((*present, *here.table.sides)) if one != crew]
    chosen = next(iter(others), known[ready].side) if side is None else side
    if chosen == crew:
        raise Problem(f"'{chosen}' is the side of the crew: name the side of the opponents with --side.")
    if side is not None and side not in others:
        raise Problem(f"there is no side '{plain(side)}' here: {listed(others)}.")
    return combatants(here.game, Person(ready=ready, side=chosen))[0]


def listed(others: Collection[str]) -> str:
    """Which sides --side can name."""
    return f"there are {', '.join(map(plain, others))}" if others else "leave out --side, and he is on one of his own"


def as_object(found: Balance, one: Combatant) -> str:
    """The answer for other programs."""
    tried = {
        str(each.number): {"wins": each.share.count, "of": each.share.of, "interval": each.share.interval} for each in found.tried
    }
    answer = {"add": one.id, "side": one.side, "target": found.target, "answer": found.answer, "likely": found.likely,
              "tips": found.tips is not None, "tried": tried, "fights": found.fights, "partial": found.partial,
              "engine": found.engine, "because": found.because}  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()


def told_in_full(here: Standing, found: Balance, one: Combatant, names: Collection[str]) -> Iterator[RenderableType]:
    """The answer, how sure it is, and every number that was tried."""
    yield screen.title(here.title, here.game.title)
    yield Text(f"{plain(one.name)} joins {side_of(here, one)}.", style="dim")
    yield Text()
    yield Text(answer(found, one), style="bold")
    if doubt := uncertainty(found):
        yield Text(doubt)
    yield Text()
    for each in found.tried:
        yield Text(f"  {more(each.number, one)}: the crew wins {each.share} of {each.share.of:,} fights")
    yield Text()
    yield Text(
        " ".join((f"{found.fights:,} fights were played for it.", *played_by(found.engine, found.because, names))), style="dim"
    )


def side_of(here: Standing, one: Combatant) -> str:
    """The name of his side."""
    known = here.table.sides.get(one.side)
    return plain((known and known.name) or one.side)


def answer(found: Balance, one: Combatant) -> str:
    """How many, in a sentence; where it tips from one number to the next, that no number makes it."""
    target = f"{percent(found.target)} %"
    best = next((each for each in found.tried if each.number == found.answer), None)
    if best is None:
        return (
            "Stopped before there was an answer."
            if found.partial
            else f"Even {MOST} more do not bring the crew down to {target}."
        )
    if best.number == 0 and best.share.value < found.target:
        return f"None: as it is, the crew wins {best.share}, less than {target} already."
    if found.tips:
        (low, high), name = found.tips, plain(one.name)
        tips = f"it tips between {low.number} and {high.number} more {name}"
        wins = f"with {low.number} the crew wins {low.share}, with {high.number} {high.share}"
        return f"No number makes it {target}: {tips}; {wins}."
    return f"{more(best.number, one)}: then the crew wins {best.share}, which comes nearest to {target}."


def uncertainty(found: Balance) -> str:
    """Which other numbers may be nearer; nothing where there are none."""
    others = [str(number) for number in found.likely if number != found.answer]
    if found.answer is not None and found.partial:
        return "Stopped early: that is the best so far."
    return f"It may as well be {' or '.join(others)}: more fights (-n) would tell." if others else ""


def more(number: int, one: Combatant) -> str:
    """So many more of somebody."""
    return f"{number} more {plain(one.name)}" if number else f"No more {plain(one.name)}"
