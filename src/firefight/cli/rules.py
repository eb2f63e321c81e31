"""`firefight rules`: what a rule says, and what enforces it."""

import difflib
import json
from collections import Counter
from itertools import groupby

import click
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from firefight.cli.errors import Problem
from firefight.cli.screen import put
from firefight.ledger import STATUSES, Rule, evidence, find, games, rules, status

COLOURS = {"enforced": "green", "prompted": "cyan", "not yet": "yellow"}
DECIDES = {"engine": "the engine", "gm": "the GM", "player": "the player"}
SOURCES = {"seed": "from the rules of the combat turn", "common": "from elsewhere in the published game"}


@click.command("rules")
@click.argument("name", metavar="[ID_OR_CHAPTER]", required=False)
@click.option("--game", metavar="GAME", help="Only the rules of this game, such as shadowrun-4.")
@click.option("--json", "as_json", is_flag=True, help="A list for other programs: id, title, status and evidence.")
def command(name: str | None, game: str | None, as_json: bool) -> None:
    """Explain a rule or a chapter, and say what enforces it.

    Without an argument the chapters are listed; the name of a chapter is the id of a rule without its number.
    """
    chosen = [rule for rule in _named(name) if game in (None, rule.game)]
    if not chosen:
        raise Problem(_nothing(name, game))
    if as_json:
        click.echo(json.dumps([_record(rule) for rule in chosen], indent=2, ensure_ascii=False))
    else:
        put(Console(highlight=False), _explained(chosen) if name else _contents(chosen))


def _named(name: str | None) -> tuple[Rule, ...]:
    return rules() if name is None else find(name)


def _nothing(name: str | None, game: str | None) -> str:
    if game is not None and game not in games():
        return f"There is no game '{game}'. The games are {', '.join(games())}."
    if name is not None and find(name):
        return f"'{name}' is a rule of {find(name)[0].game}, not of {game}."
    return f"There is no rule or chapter '{name}'. {_near(str(name))}"


def _near(name: str) -> str:
    known = [rule.id for rule in rules()] if name[-1:].isdigit() else sorted({rule.chapter_id for rule in rules()})
    near = difflib.get_close_matches(name.upper(), known, n=3)
    return f"Did you mean {' or '.join(near)}?" if near else "'firefight rules' lists the chapters."


def _record(rule: Rule) -> dict[str, object]:
    proof = evidence(rule)
    return {
        "id": rule.id,
        "game": rule.game,
        "title": rule.title,
        "source": rule.source,
        "status": status(rule, proof),
        "cited_by": proof.cited_by,
        "tests": proof.tests,
    }


def _contents(chosen: list[Rule]) -> RenderableType:
    """The chapters of each game, with how many of their rules stand where."""
    parts: list[RenderableType] = []
    for game, of_game in groupby(chosen, key=lambda rule: rule.game):
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column("chapter", style="bold")
        table.add_column("title")
        for heading in ("rules", *STATUSES):
            table.add_column(heading, justify="right", style=COLOURS.get(heading, ""))
        for chapter, members in groupby(of_game, key=lambda rule: rule.chapter_id):
            table.add_row(chapter, *_counts(list(members)))
        parts += [Text(games()[game], style="bold magenta"), Padding(table, (0, 0, 1, 2), expand=False)]
    return Group(*parts, Text("firefight rules CHAPTER explains a chapter.", style="dim"))


def _counts(members: list[Rule]) -> list[str]:
    standing = Counter(status(rule, evidence(rule)) for rule in members)
    return [
        members[0].chapter,
        str(len(members)),
        *(str(standing[kind] or "") for kind in STATUSES),
    ]


def _explained(chosen: list[Rule]) -> RenderableType:
    """The rules in full, under a heading for each chapter."""
    parts: list[RenderableType] = []
    for (game, chapter), members in groupby(chosen, key=lambda rule: (rule.game, rule.chapter)):
        parts += [Text.assemble((games()[game], "magenta"), " · ", (chapter, "bold magenta")), Text()]
        parts += [_rule(rule) for rule in members]
    return Group(*parts)


def _rule(rule: Rule) -> RenderableType:
    standing = status(rule, evidence(rule))
    head = Text.assemble((rule.id, "bold"), "  ", (rule.title, "bold"), "  ", (standing, COLOURS[standing]))
    body = Group(Text(" ".join(rule.text.split())), _facts(rule), *_cases(rule), *_places(rule))
    return Group(head, Padding(body, (0, 0, 1, 2), expand=False))


def _facts(rule: Rule) -> Text:
    return Text(f"Decided by {DECIDES[rule.by]}; {SOURCES[rule.source]}.", style="dim")


def _cases(rule: Rule) -> list[RenderableType]:
    return [_listed("For example", rule.cases, "")] if rule.cases else []


def _places(rule: Rule) -> list[RenderableType]:
    proof = evidence(rule)
    pairs = (("Implemented in", proof.cited_by), ("Tested by", proof.tests))
    return [_listed(heading, places, "cyan") for heading, places in pairs if places]


def _listed(heading: str, items: tuple[str, ...], style: str) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    for item in items:
        grid.add_row("-", Text(item, style=style, overflow="fold"))
    return Group(Text(heading, style="italic"), grid)
