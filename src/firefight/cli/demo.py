"""`firefight demo`: watch one complete fight, from initiative to the end. The fights are the examples of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from firefight import encounter, ledger
from firefight.cli import board, screen
from firefight.cli.errors import Problem
from firefight.cli.numbers import Amount
from firefight.cli.pace import pace
from firefight.cli.spoken import spoken
from firefight.cli.verify import count, tally
from firefight.dice import Faces, Keyed, Sealed
from firefight.game import Game
from firefight.games import GAMES, game
from firefight.language import Seat, legal
from firefight.language.plain import plain
from firefight.language.reasons import why
from firefight.language.seat import name
from firefight.lines import Line, lines
from firefight.rows import gauges
from firefight.scenario import Scenario, Step, read
from firefight.scenario.dice import StepDice
from firefight.scenario.running import Playing, Stuck
from firefight.scenario.steps import Does
from firefight.session import Session
from firefight.table import Table
from firefight.timeline import Act, Turn

SECONDS = 70
"""A demo takes about so long at speed 1, however long its fight."""
SHOWN = 6
"""So many lines of a menu are shown around the one that is chosen."""


class Beat(NamedTuple):
    """Something to be shown at once, and how many characters of it are to be read."""

    parts: tuple[RenderableType, ...]
    length: int


class ScriptDice(Sealed):
    """The dice of a script that has a seed: sealed like those of a table, so that they can be proved."""

    def __init__(self, dice: StepDice, seed: Keyed) -> None:
        self.dice, self.seed = dice, seed

    def keyed(self, purpose: str) -> Keyed:
        """The one seed of the script."""
        return self.seed

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        """The faces that a step lays down for this label, else those of the seed."""
        return self.dice.faces(path, label, n, sides)


@click.command("demo")
@click.option("--game", "wanted", metavar="GAME", default=GAMES[0], show_default=True, help=f"One of {', '.join(GAMES)}.")
@click.option("--speed", type=Amount(0), metavar="S", help="Twice as fast with 2; 0 shows it at once.")
@click.option("--file", "path", type=click.Path(exists=True, dir_okay=False), help="Another scenario file in its place.")
def command(wanted: str, speed: float | None, path: str | None) -> None:
    """Watch one complete fight, from initiative to the end, in about a minute.

    Shows the order, who acts, what he may do, what the dice said and which rule decided.
    """
    console = screen.console()
    if path:
        shown = list(beats(read(path), console.width))
    else:
        with example(wanted) as found:
            shown = list(beats(read(found), console.width))
    at = pace(speed)
    at.speed *= max(1.0, at.seconds(beat.length for beat in shown) / SECONDS)
    for beat in shown:
        screen.put(console, *beat.parts)
        at.pause(beat.length)


def example(wanted: str) -> AbstractContextManager[Path]:
    """The example of a game, as a file. Raises FirefightError for an unknown game, Problem where it has none."""
    known = game(wanted)
    found = files("firefight") / "examples" / f"{known.id}.toml"
    if not found.is_file():
        raise Problem(f"{known.title} has no example yet: try another game, or your own scenario with --file.")
    return as_file(found)


# ------------------------------------------------------------------ the fight, beat by beat


def beats(scenario: Scenario, width: int) -> Iterator[Beat]:
    """A scenario as it is shown: the title, step by step what happens, the end. Raises Problem where it does not hold."""
    playing = Playing(scenario)
    if playing.dice.spare:
        playing.session = encounter.session(scenario.encounter, b"scenario", ScriptDice(playing.dice, playing.dice.spare))
    show = Showing(playing.session, width)
    yield show.title(scenario)
    for step in scenario.steps:
        before = show.before(step)
        try:
            wrong = [f"{one.what}: expected {one.expected}, got {one.got}" for one in playing.step(step)]
        except Stuck as stuck:
            wrong = [f"{stuck.difference.what}: expected {stuck.difference.expected}, got {stuck.difference.got}"]
        if wrong:
            raise Problem(f"{scenario.file}, line {step.line()}: the script does not hold any more: {wrong[0]}.")
        yield show.after(step, before)
    yield show.end(scenario)


class Showing:
    """What has been shown of a fight so far."""

    def __init__(self, session: Session, width: int) -> None:
        self.session, self.width = session, width
        self.say = spoken(session.game)
        self.shown = len(session.history)
        self.board: object = None
        self.menu_of: object = None
        self.rules: set[str] = set()
        self.last: Table = session.table
        self.rounds = 0

    def seat(self) -> Seat:
        """The table as it stands."""
        return Seat(self.session.game, self.session.table, self.say, self.session.menu)

    def title(self, scenario: Scenario) -> Beat:
        """The title card."""
        seat = self.seat()
        sides = [side for side in dict.fromkeys(one.side for one in seat.table.present())]
        teams = [
            Text.assemble(
                (side_name(seat.table, side), "bold"),
                ": ",
                ", ".join(name(seat.table, one.id) for one in seat.table.present() if one.side == side),
            )
            for side in sides
        ]
        body = Group(
            Text(plain(scenario.title) or seat.game.title, style="bold"),
            Text(f"{seat.game.title}, by the book", style="dim"),
            Text(),
            *teams,
        )
        return Beat((Panel(body, border_style="cyan", padding=(1, 2), expand=False),), 120)

    def before(self, step: Step) -> tuple[RenderableType, ...]:
        """What is shown before a step: who acts, what he has left, what he may do, and what he chooses."""
        what = step.what
        if not isinstance(what, Does) or not isinstance(what.who, str) or what.who == "gm":
            return ()
        seat, who = self.seat(), what.who
        moment = (self.frames(), who)
        if what.does == "pass" or what.refused is not None or moment == self.menu_of or who not in seat.table.combatants:
            return ()
        self.menu_of = moment
        return screen.budget(seat, who, self.width), chosen_line(seat, who, Act(what.does, what.picks), self.width)

    def after(self, step: Step, before: tuple[RenderableType, ...]) -> Beat:
        """A step: what could be chosen, what happened, and the order where it has changed."""
        numbers = range(self.shown + 1, len(self.session.history) + 1)
        self.shown = len(self.session.history)
        told = list(lines(self.session.game, self.session.history, numbers=numbers, say=self.say))
        seat = self.seat()
        parts: list[RenderableType] = [*before, *self.refused(step), *(part for one in told for part in self.told(one))]
        if seat.table.timeline.running:
            self.last, self.rounds = seat.table, max(self.rounds, seat.table.timeline.round)
        if seat.table.timeline.running and self.frames() != self.board:
            self.board = self.frames()
            parts += [Text(), board.heading(seat), board.order(seat, self.width)]
        length = sum(len(one.text) for one in told) + 60 * (len(parts) > len(told)) + 60 * bool(before)
        return Beat(tuple(parts), length if parts else 0)

    def frames(self) -> object:
        """What tells one turn from another."""
        line = self.session.table.timeline
        return line.round, [frame.id for frame in line.stack if isinstance(frame, Turn) and not frame.window]

    def refused(self, step: Step) -> Iterator[RenderableType]:
        """A step that the rules refuse, and why."""
        if isinstance(step.what, Does) and step.what.refused is not None:
            seat = self.seat()
            act = Act(step.what.does, step.what.picks)
            who = step.what.who if isinstance(step.what.who, str) else step.what.who[0]
            offers = [offer for offer in seat.menu("" if who == "gm" else who) if offer.fits(act)]
            reasons = [reason for offer in offers[:1] for reason in offer.refusals(offer.filled(act))]
            because = why(reasons, seat) or ", ".join(step.what.refused)
            yield Text(f"  ✗ {name(seat.table, who)} cannot do that ({plain(act.verb)}): {because}.", style="yellow")

    def told(self, one: Line) -> Iterator[RenderableType]:
        """A line of the log; the titles of rules that decide for the first time stand below it."""
        yield screen.line(one)
        for rule in one.rules:
            for known in ledger.find(rule) if rule not in self.rules else ():
                self.rules.add(rule)
                yield Text(f"      {known.id}: {known.title}", style="dim italic")

    def end(self, scenario: Scenario) -> Beat:
        """The last card: who stands, how long it took, that the dice are proved, and what to try next."""
        game, table = self.session.game, self.last
        here = [one.id for one in table.combatants.values() if one.here]
        chapter = next(iter(sorted(self.rules)), "CPR-ACT-01").rpartition("-")[0]
        facts: dict[str, RenderableType] = {
            "Standing": Group(*(stand(game, table, who) for who in here if game.able(table, who))),
            "Out": Text(", ".join(name(table, who) for who in here if not game.able(table, who)) or "nobody"),
            "Dice": Text(dice_told(self.session)),
            "Try next": Group(Text(f"firefight new {game.id}", style="bold"), Text(f"firefight rules {chapter}", style="bold")),
        }
        grid = Grid.grid(padding=(0, 2))
        for label, fact in facts.items():
            grid.add_row(Text(label, style="dim"), fact)
        last = self.say("round_began", round=self.rounds).rstrip(".")
        body = Group(Text(f"The end, in {last}", style="bold"), Text(), grid)
        return Beat((Text(), Panel(body, border_style="cyan", padding=(1, 2), expand=False)), 0)


def side_name(table: Table, side: str) -> str:
    """The name of a side."""
    return plain(table.sides[side].name) if side in table.sides else plain(side)


def stand(game: Game, table: Table, who: str) -> Text:
    """Somebody who stands, with what is in his pools."""
    pools = "  ".join(f"{one.name} {one.shown}" for one in gauges(game, [table.who(who)]))
    return Text.assemble((name(table, who), "bold green"), f"  {pools}")


def chosen_line(seat: Seat, who: str, act: Act, width: int) -> RenderableType:
    """The lines of somebody's menu around the one he chooses, which stands out."""
    offers = legal(seat.menu(who))
    at = next((place for place, offer in enumerate(offers) if offer.fits(act)), -1)
    first = max(0, min(at - SHOWN // 2, len(offers) - SHOWN))
    shown = offers[first : first + SHOWN]
    more = len(offers) - len(shown)
    drawn = screen.lines_of_menu(shown, seat, width, chosen=at + 1, first=first + 1)
    return Group(drawn, Text(f"   and {more} more", style="dim")) if more else drawn


def dice_told(session: Session) -> str:
    """How many dice fell, and what proves them."""
    proved, others = tally(session.history)
    told = [f"{count(proved)} proved by the seed that was sealed before the fight"] if proved else []
    told += [f"{count(others)} laid down in the script"] if others else []
    return "; ".join(told) or "none fell"
