"""`firefight odds`: what somebody can do now, with the exact odds of every line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from textwrap import wrap

import click
import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from firefight import odds
from firefight.cli import screen
from firefight.cli.errors import Problem
from firefight.cli.forecast import SECRET, Standing, standing
from firefight.cli.log import viewer_of
from firefight.cli.spoken import spoken
from firefight.commands import AnyCommand, Begin, Do, Reply
from firefight.dice import Sealed
from firefight.engine import awaited, perform
from firefight.game import PASS, Game, Offer
from firefight.language import Seat, phrase
from firefight.language.matching import matches
from firefight.language.seat import name, only, people
from firefight.odds import First, Line, Odds, wording
from firefight.table import Table
from firefight.timeline import Act, Deed
from firefight.view import Viewer, view

PATIENCE, STEPS = 1_000, 2_000
"""Branches that are run for one line; steps of a fight that has yet to begin."""


@click.command("odds")
@click.argument("file", metavar="ENCOUNTER.toml|FILE.fight")
@click.option("--who", default="", metavar="NAME", help="Whose menu; that of the one acting if left out.")
@click.option("--as", "viewer", metavar="NAME|spectator", default="gm", help="As this player may know it.")
@click.option("--table", default="", help="Which table, where the file holds several.")
@click.option("--json", "as_json", is_flag=True, help="One object for other programs, with exact fractions.")
def command(file: str, who: str, viewer: str, table: str, as_json: bool) -> None:
    """Show what somebody can do, with the exact odds of every line: to hit, what it does, whether it drops the target.

    The GM's odds are the true ones; those of a player (--as) rest on what he may know. Before a fight begins it says who
    will go first, and with --who what that one can do in his first turn while everybody else has done nothing.

    "hurts" is the chance of any harm at all, "typically" what is lost where anything is: half of the time less, half more.
    "against" is the chance where the target defends itself in a way that is its own choice. A number with a ~ rests on
    somebody whom this player does not know, and who is taken as ordinary.
    """
    here = standing(file, table)
    asked = viewer_of(viewer, here.history)
    seen = view(here.game, here.table, asked)
    one = meant(here.game, seen, who) if who else acting(here.game, seen, asked)
    first = None if seen.timeline.running else odds.initiative(here.game, seen)
    if one and not seen.timeline.running:
        seen = view(here.game, at_turn(here.game, here.table, one), asked)
    if not one and first is None:
        raise Problem("Nobody is to act now: say whose odds with --who NAME.")
    over = file if first and here.table.timeline.fight else ""
    show(here, seen, one, first, as_json, over)


# ------------------------------------------------------------------ whose odds


def seat_of(game: Game, table: Table) -> Seat:
    """The table as something to read names against."""
    return Seat(game, table, spoken(game), lambda who: game.menu(table, who))


def meant(game: Game, table: Table, who: str) -> str:
    """The one who is named. Raises Unclear with who is here."""
    seat = seat_of(game, table)
    return only(matches(who, people(seat)), who, seat)


def acting(game: Game, table: Table, viewer: Viewer) -> str:
    """The first who is awaited and is this viewer's, else the first who is awaited; "" for nobody."""
    found = [who for who in awaited(game, table) if who]
    mine = [who for who in found if viewer.owns(table.combatants.get(who))]
    return (mine or found or [""])[0]


def at_turn(game: Game, table: Table, who: str) -> Table:
    """The table at somebody's first turn in a fight that begins now; whoever comes before him does nothing.

    Raises Problem where he never gets one.
    """
    source = Sealed(SECRET)
    table = perform(game, table, Begin(), source).table
    for _ in range(STEPS):
        if who in awaited(game, table) and not isinstance(table.timeline.top, Deed):
            return table
        step = next_step(game, table)
        if step is None:
            break
        table = perform(game, table, step, source).table
    raise Problem(f"{name(table, who)} gets no turn in this fight: give --who somebody who can act.")


def next_step(game: Game, table: Table) -> AnyCommand | None:
    """What is proposed where something is asked, else the first who is awaited passes."""
    top = table.timeline.top
    if isinstance(top, Deed) and top.asked:
        question = top.asked[0]
        proposed = question.default if question.default != "" else next(iter(question.options), "")
        return Reply(question.label, proposed, question.who)
    waiting = awaited(game, table)
    return Do(waiting[0], PASS) if waiting else None


# ------------------------------------------------------------------ what is shown


def show(here: Standing, table: Table, who: str, first: First | None, as_json: bool, over: str) -> None:
    """The menu with its odds, and who goes first where that is still open; `over` is the file of a fight that has ended."""
    offers = here.game.menu(table, who) if who else ()
    panel = odds.panel(here.game, table, who, offers, PATIENCE) if who else {}
    if as_json:
        click.echo(msgspec.json.encode(record(who, offers, panel, first, bool(over))).decode())
        return
    console, seat = screen.console(), seat_of(here.game, table)
    parts: list[RenderableType] = [screen.title(here.title, here.game.title)]
    parts += [Text(seat.say("odds_over", file=over))] if over else []
    parts += [who_goes_first(first, seat)] if first else []
    if who:
        parts += [screen.budget(seat, who, console.width), menu(offers, panel, seat, console.width)]
    else:
        parts.append(Text(seat.say("odds_who"), style="dim"))
    if (first and first.guessed) or any(found.guessed for found in panel.values()):
        parts.append(Text(seat.say("odds_guessed"), style="dim"))
    screen.put(console, *parts)


def who_goes_first(first: First, seat: Seat, heading: str = "odds_first") -> RenderableType:
    """The chances of everybody to be in front, the best one first; after one who is sure to be, those of the others."""
    grid = Grid.grid(padding=(0, 2))
    for who, chance in contest(first, seat):
        grid.add_row(Text(who), Text(wording.told(first, chance, seat.say), style="bold"))
    below = titled(seat.say(heading), grid)
    return Group(below, who_goes_first(first.then, seat, "odds_then")) if first.then else below


def contest(first: First, seat: Seat) -> Iterator[tuple[str, Fraction]]:
    """Who can be in front, and a tie where there can be one in the end."""
    ordered = sorted(first.alone.items(), key=lambda pair: -pair[1])
    yield from ((called(who, seat), chance) for who, chance in ordered if chance or first.then is None)
    yield from [(seat.say("odds_tied"), first.tied)] if first.tied else []


def called(who: str, seat: Seat) -> str:
    """Whoever has a place of his own: a side, somebody, or a vehicle with all aboard."""
    side = seat.table.sides.get(who)
    return side.name or side.id if side else name(seat.table, who.removeprefix("vehicle "))


def titled(text: str, below: RenderableType) -> RenderableType:
    """Something under a heading."""
    grid = Grid.grid()
    grid.add_row(Text(text, style="bold"))
    grid.add_row(below)
    return grid


def menu(offers: Sequence[Offer], panel: Mapping[Line, Odds], seat: Seat, width: int) -> RenderableType:
    """Every line with its price, and below it the odds against each of those it can be about."""
    if not panel:
        return Text(seat.say("odds_nothing"), style="dim")
    least = [max(map(len, column)) for column in zip(*(cells(line, found, seat) for line, found in panel.items()), strict=True)]
    parts: list[RenderableType] = []
    for number, lines in groupby(panel, lambda line: line.offer):
        parts += [head(offers[number], seat), odds_of(lines, panel, seat, least, width)]
    return Group(*parts)


def head(offer: Offer, seat: Seat) -> Text:
    """What to type for a line, and its price."""
    price = seat.say.word("price", offer.price) if offer.price else ""
    return Text.assemble((phrase(offer, Act(offer.verb), seat), "bold"), (f"  {price}", "dim"))


def odds_of(lines: Iterable[Line], panel: Mapping[Line, Odds], seat: Seat, least: Sequence[int], width: int) -> RenderableType:
    """The odds of one line of the menu: in columns, things of the last one below each other; without room for it, in words."""
    room = width - INDENT - sum(wide + GAP for wide in least[:-1] if wide)
    rows = {line: cells(line, panel[line], seat) for line in lines}
    if width < screen.NARROW or any(len(part) > room for row in rows.values() for part in broken(row[-1], room).split("\n")):
        told = (in_words(line, panel[line], seat, width - INDENT) for line in rows)
        return Group(*(Padding(Text(text), (0, 0, 0, INDENT)) for text in told))
    return Padding(in_columns([(*row[:-1], broken(row[-1], room)) for row in rows.values()], least), (0, 0, 0, INDENT))


def in_columns(rows: Sequence[Sequence[str]], least: Sequence[int]) -> RenderableType:
    """Rows of cells in columns of these widths at least, the last as wide as it needs to be; one that is empty is left out."""
    shown = [place for place, wide in enumerate(least) if wide or not place]
    grid = Grid.grid(padding=(0, GAP))
    for place in shown:
        wide = least[place] if place < len(least) - 1 else None
        grid.add_column(min_width=wide, justify="right" if place == CHANCE else "left", no_wrap=True)
    for row in rows:
        grid.add_row(*(Text(row[place], style="bold" if place == CHANCE else "") for place in shown))
    return grid


INDENT, GAP, CHANCE = 2, 2, 1


def broken(cell: str, room: int) -> str:
    """What stands in the last column, one thing to a line where all of it has no room."""
    return cell if len(cell) <= room else cell.replace(", ", ",\n")


def in_words(line: Line, found: Odds, seat: Seat, room: int) -> str:
    """The odds in one sentence; a line ends behind a comma, so that no number stands apart from what it is of."""
    whom = f"{name(seat.table, line.target)}: " if line.target else ""
    parts = (part.replace(" ", TIED) for part in f"{whom}{odds.describe(found, seat.say)}".split(", "))
    return "\n".join(wrap(", ".join(parts), room)).replace(TIED, " ")


TIED = "\u00a0"


def cells(line: Line, found: Odds, seat: Seat) -> tuple[str, ...]:
    """The odds in short words; "drops ?" for what whoever looks cannot know."""
    target, say = name(seat.table, line.target) if line.target else "", seat.say
    hit, answer, harm = wording.chance(found, say), wording.against(found, say), wording.harm(found, say)
    return target, hit, answer, harm, wording.drops(found, say), wording.besides(found, say)


# ------------------------------------------------------------------ for other programs


def record(who: str, offers: Sequence[Offer], panel: Mapping[Line, Odds], first: First | None, over: bool) -> dict[str, object]:
    """All of it, every chance as a number and as the exact fraction."""
    lines = [{**of_line(offers[line.offer], line), **of_odds(found)} for line, found in panel.items()]
    return {"who": who, "lines": lines, "first": order(first), "over": over}


def order(first: First | None) -> dict[str, object] | None:
    """Who goes first, and who comes then where one is sure to."""
    if first is None:
        return None
    found: dict[str, object] = {"alone": chances(first.alone), "tied": exact(first.tied), "guessed": first.guessed}
    return {**found, "then": order(first.then)} if first.then else found


def of_line(offer: Offer, line: Line) -> dict[str, object]:
    """Which line of the menu it is."""
    return {"offer": line.offer, "verb": offer.verb, "picks": offer.fixed, "target": line.target, "price": offer.price}


def of_odds(found: Odds) -> dict[str, object]:
    """The odds of a line."""
    return {
        "rolled": found.rolled, "chance": exact(found.chance), "answers": chances(found.answers), "damage": chances(found.damage),
        "hurts": exact(found.hurts), "harm": found.harm, "unit": found.unit, "expected": exact(found.expected),
        "drops": exact(found.drops), "also": chances(found.also), "guessed": found.guessed, "words": odds.describe(found),
    }  # fmt: skip


def chances(found: Mapping[str, Fraction] | Mapping[int, Fraction]) -> dict[str, object]:
    """Several chances by what they are of."""
    return {str(what): exact(chance) for what, chance in found.items()}


def exact(chance: Fraction | None) -> dict[str, object] | None:
    """A chance as a number and as a fraction; null for one that cannot be known."""
    return None if chance is None else {"value": float(chance), "exact": str(chance)}
