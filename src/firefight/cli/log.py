"""`firefight log`: print the log of a fight as text, JSON or Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click
import msgspec

from firefight.cli import screen
from firefight.cli.errors import Problem
from firefight.cli.files import Fight, read
from firefight.cli.numbers import Whole
from firefight.cli.spoken import spoken
from firefight.history import History
from firefight.language.matching import Fit, Named, matches
from firefight.language.plain import plain
from firefight.lines import Line, lines
from firefight.view import GM, SPECTATOR, Viewer

FORMATS = ("text", "json", "markdown")
MOST_LINES = 1_000_000_000


@click.command("log")
@click.argument("file", metavar="FILE.fight|LOG.json")
@click.option("--format", "format", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--as", "name", metavar="NAME|spectator", default="gm", help="As this player, or a spectator, may know it.")
@click.option("--from", "first", metavar="N", type=Whole(1, MOST_LINES), default=1, help="Begin with this line.")
@click.option("--to", "last", metavar="N", type=Whole(1, MOST_LINES), help="End with this line.")
@click.option("--undone", is_flag=True, help="Show what was taken back as well, struck out.")
@click.option("--table", default="", help="Which table, where the file holds several.")
def command(file: str, format: str, name: str, first: int, last: int | None, undone: bool, table: str) -> None:
    """Print the log of a fight as text, JSON or Markdown.

    JSON for the GM is one command on a line exactly as it is stored, enough to verify the dice; for anybody else it is
    the lines he may see. Markdown is for the diary of a campaign.
    """
    if last is not None and last < first:
        raise Problem(f"--to {last} comes before --from {first}: give the smaller number first.")
    fight = read(file, table)
    history = fight.history()
    viewer = viewer_of(name, history)
    if format == "json" and viewer.role == "gm":
        click.echo(b"\n".join(fight.records[first - 1 : last]).decode())
        return
    numbers = range(1, len(history) + 1) if undone else None
    told = [
        one
        for one in lines(fight.game, history, viewer, numbers, spoken(fight.game))
        if first <= one.number <= (last or one.number)
    ]
    if format == "json":
        click.echo("\n".join(as_json(told)))
    elif format == "markdown":
        click.echo("\n".join(as_markdown(told, fight)))
    else:
        show(told, fight)


def viewer_of(name: str, history: History) -> Viewer:
    """The viewer of this name. Raises Problem for a player who owns nobody at this table."""
    owners = dict.fromkeys(one.owner for one in history.table.combatants.values() if one.owner)
    known = [Named(one, (one,)) for one in ("gm", "spectator", *owners)]
    found = matches(name, known, Fit.EXACT)
    if not found:
        raise Problem(f"There is no player '{name}' at this table: give one of {', '.join(one.thing for one in known)}.")
    return {"gm": GM, "spectator": SPECTATOR}.get(found[0].thing) or Viewer("player", found[0].thing)


# ------------------------------------------------------------------ text


def show(told: list[Line], fight: Fight) -> None:
    """The lines as text: drawn on a terminal; anywhere else plain, one line each, however long."""
    console = screen.console()
    title = plain(fight.title) or fight.game.title
    if console.is_terminal:
        screen.put(console, screen.title(title, fight.game.title), screen.log(told))
    else:
        click.echo("\n".join((f"{title} ({fight.game.title})", *as_text(told))))


def as_text(told: Iterable[Line]) -> Iterator[str]:
    """The lines as plain text, grouped by round and turn, the number of each command once."""
    number = 0
    for one in told:
        if one.kind in ("round", "turn", "fight"):
            yield ""
        gutter = f"{one.number:>4}" if one.number != number else "    "
        number = one.number
        rules = f"  [{' '.join(one.rules)}]" if one.rules else ""
        back = "  (taken back)" if one.undone else ""
        yield f"{gutter} {' ' * screen.INDENTS.get(one.kind, 2)}{one.text}{rules}{back}"


# ------------------------------------------------------------------ JSON and Markdown


def as_json(told: Iterable[Line]) -> Iterator[str]:
    """The lines as JSON objects, one on a line."""
    for one in told:
        record = {"line": one.number, "round": one.round, "kind": one.kind, "text": one.text, "rules": one.rules}
        yield msgspec.json.encode(record | ({"undone": True} if one.undone else {})).decode()


def as_markdown(told: Iterable[Line], fight: Fight) -> Iterator[str]:
    """The lines as Markdown: a heading for each round, a paragraph for each turn, a list of what happened."""
    yield f"# {escaped(plain(fight.title) or fight.game.title)}"
    yield f"\n*{fight.game.title}*"
    listed = False
    for one in told:
        text = escaped(one.text)
        rules = "".join(f" `{rule}`" for rule in one.rules)
        back = f"~~{text}~~" if one.undone else text
        if one.kind in ("round", "fight", "turn"):
            listed = False
            yield {"round": f"\n## {text.rstrip('.')}", "turn": f"\n**{back}**", "fight": f"\n*{back}*"}[one.kind]
            continue
        if not listed:
            yield ""
        yield f"{'  ' if listed and one.kind in ('dice', 'answer') else ''}- {back}{rules}"
        listed = True


def escaped(text: str) -> str:
    """The text with nothing in it that Markdown would act upon."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text)
