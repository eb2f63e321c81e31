"""Counting the leaves of a game's menus, as chess programs count moves: a change of the rules shows as a changed number.

`python -m tests.menus` writes the files under tests/menus anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from firefight.commands import Begin, Do, Reply
from firefight.dice import Keyed
from firefight.engine import perform
from firefight.game import Choices, Game, Offer
from firefight.games import GAMES, game
from firefight.loop import awaited
from firefight.table import Table
from firefight.timeline import Act, Deed, Pick
from tests.conformance import table_of

FOLDER = Path(__file__).parent / "menus"
DICE = Keyed(b"menus" * 6)
FREE = {"number": lambda pick: {pick.least, max(pick.least, pick.most)}, "text or number": lambda pick: {str(min(pick.most, 3))}}


def started(game: Game) -> Table:
    """The fight that is counted from: sample people, everybody ready, the first question answered."""
    return settled(game, perform(game, table_of(game).table, Begin(), DICE).table)


def settled(game: Game, table: Table) -> Table:
    """The table with every open question answered by its default."""
    while isinstance(table.timeline.top, Deed):
        question = table.timeline.top.asked[0]
        value = question.default or (question.options[0] if question.options else "nothing")
        table = perform(game, table, Reply(question.label, value, question.who), DICE).table
    return table


def leaves(line: Offer) -> Iterator[Act]:
    """Every act that can be made of a line without reasons; a number counts by its two ends."""
    if line.reasons:
        return
    names = [pick.pick for pick in line.picks]
    for values in product(*(values_of(pick) for pick in line.picks)):
        yield Act(line.verb, {**line.fixed, **dict(zip(names, values, strict=True))})


def values_of(pick: Choices) -> list[Pick]:
    """The legal values of a pick, free text counting as one."""
    if pick.kind == "one":
        return [choice.value for choice in pick.choices if not choice.reasons]
    return sorted(FREE.get(pick.kind, lambda _: {"something"})(pick))


def counted(game: Game, table: Table, depth: int) -> int:
    """The number of acts that can follow each other, to a depth; a pass is one of them."""
    total = 0
    for who in awaited(game, table)[:1]:
        for act in [*(act for line in game.menu(table, who) for act in leaves(line)), Act("pass")]:
            total += 1 if depth == 1 else counted(game, settled(game, perform(game, table, Do(who, act), DICE).table), depth - 1)
    return total


def as_text(game: Game) -> str:
    """The counts of a game: by verb at the first step, and in all for two steps."""
    table = started(game)
    who = awaited(game, table)[0]
    verbs = Counter(act.verb for line in game.menu(table, who) for act in leaves(line))
    lines = [f"{n:6}  {verb}" for verb, n in sorted(verbs.items())]
    totals = [f"{counted(game, table, depth):6}  in all, {depth} deep" for depth in (1, 2)]
    return "\n".join([f"{game.title}: what {table.who(who).name} can do first", "", *lines, "", *totals, ""])


def write() -> None:
    """Writes every file anew."""
    FOLDER.mkdir(exist_ok=True)
    for id in GAMES:
        (FOLDER / f"{id}.txt").write_text(as_text(game(id)), "utf-8")


if __name__ == "__main__":
    write()
