"""The order of the fight as it is drawn: beside each other where there is room, one below the other where there is not."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from firefight.language import Seat
from firefight.language.plain import plain
from firefight.rows import Gauge, Row, rows, sides

SIDE_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
SIGNS = {"acts": "▶", "waits": "‖", "next": " ", "done": "✓", "away": " "}
WIDE = 100
"""From this width on, everybody's side is named as well."""
ROOM = 0.68
"""The share of a line that name and pools may take; beyond it conditions stand below them."""


class Cells(NamedTuple):
    """A row of the order, ready to be drawn."""

    sign: Text
    number: Text
    name: Text
    pools: tuple[Text, ...]
    states: Text


def heading(seat: Seat) -> RenderableType:
    """The line above everything: the round in the game's own word, or the clock outside a fight."""
    time = now(seat) if seat.table.timeline.running else f"{now(seat)} · {seat.table.clock.reading}"
    shown = " · ".join(filter(None, (time, plain(seat.table.clock.title))))
    return Rule(Text(shown, style="bold"), characters="─", style="dim", align="left")


def now(seat: Seat) -> str:
    """The round in the game's own word, or that there is none."""
    line = seat.table.timeline
    if not line.running:
        return "No fight"
    return seat.say("round_began", round=line.round).rstrip(".") if line.round else "Surprise"


def order(seat: Seat, width: int) -> RenderableType:
    """The order of the fight with everybody's pools and conditions."""
    colours = {side: SIDE_COLOURS[number % len(SIDE_COLOURS)] for side, number in sides(seat.table).items()}
    drawn = [cells(row, colours.get(row.side, ""), seat, width) for row in rows(seat.game, seat.table, seat.say)]
    names = max((one.name.cell_len for one in drawn), default=0)
    pools = max((flow(one.pools, 10**6).cell_len for one in drawn), default=0)
    numbers = max((one.number.cell_len for one in drawn), default=0)
    if names + pools + numbers + 5 <= width * ROOM:
        return beside(drawn, numbers)
    return below(drawn, numbers, width)


def cells(row: Row, colour: str, seat: Seat, width: int) -> Cells:
    """A row of the order as texts."""
    dim = row.place in ("done", "away") or "cannot act" in row.states
    acting = row.place == "acts"
    who = Text(row.name, style=f"bold {colour}" if acting else f"dim {colour}" if dim else colour)
    side = seat.table.sides.get(row.side)
    if width >= WIDE and side:
        who.append(f"  {plain(side.name)}", style="dim")
    return Cells(
        Text(SIGNS[row.place], style="bold green" if acting else "dim"),
        Text(row.number, style="bold" if acting else "dim" if dim else ""),
        who,
        tuple(pool(gauge, seat, dim) for gauge in row.pools),
        Text("; ".join(seat.say.word("value", state) for state in row.states), style="dim" if dim else ""),
    )


def frame(numbers: int) -> Grid:
    """A grid with a column for the sign, and one for the number in the order where anybody has one."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=1)
    if numbers:
        grid.add_column(justify="right", no_wrap=True, min_width=numbers)
    return grid


def beside(drawn: Sequence[Cells], numbers: int) -> RenderableType:
    """Name, pools and conditions beside each other."""
    grid = frame(numbers)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for one in drawn:
        number = [one.number] if numbers else []
        grid.add_row(one.sign, *number, one.name, flow(one.pools, 10**6), one.states)
    return grid


def below(drawn: Sequence[Cells], numbers: int, width: int) -> RenderableType:
    """Name, pools and conditions one after the other."""
    grid = frame(numbers)
    grid.add_column(overflow="fold")
    room = width - numbers - 3 - 2 * bool(numbers)
    for one in drawn:
        states = (Text(line, style=one.states.style) for line in textwrap.wrap(one.states.plain, max(room - 2, 8)))
        grid.add_row(one.sign, *([one.number] if numbers else []), flow((one.name, *one.pools, *states), room))
    return grid


def pool(gauge: Gauge, seat: Seat, dim: bool = False) -> Text:
    """A pool: its name, what is in it, and a colour for how little that is."""
    colour = "red" if gauge.share <= 0.25 else "yellow" if gauge.share <= 0.5 else ""
    style = f"{'dim ' if dim else ''}{colour}".strip()
    return Text.assemble((f"{seat.say.word('pool', gauge.name)} ", "dim"), (gauge.shown, style))


def flow(parts: Iterable[Text], width: int) -> Text:
    """Texts one after the other on lines of this width; none is broken in two."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + 2 + part.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], "  ", part)
        else:
            lines.append(part.copy() if not lines else Text.assemble("  ", part))
    return Text("\n").join(lines)
