"""What the table looks like in a terminal. Values in, things to draw out; nothing is printed here.

Names and sentences are put into Text as they are: what looks like markup in them is shown, never acted upon.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from firefight.cli.language import Seat, legal, phrase, wanted
from firefight.cli.language.filling import TEXTS, said
from firefight.cli.language.plain import plain
from firefight.cli.language.seat import name
from firefight.cli.lines import Line
from firefight.cli.rows import Gauge, Row, rows, sides
from firefight.events import name_of, say_act
from firefight.game import Choices, Offer, Reason
from firefight.table import Table
from firefight.timeline import Act, Deed, Question, Turn

NARROW = 64
"""Below this width a row of the order takes two lines, and prices stand behind what they are for."""
SIDE_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
SIGNS = {"acts": "▶", "waits": "‖", "next": " ", "done": "✓", "away": " "}


def console(width: int | None = None, plain_text: bool = False) -> Console:
    """A console that shows text as it is. Not on a terminal it writes plain text."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False, width=width, no_color=plain_text or None, soft_wrap=False)


def put(console: Console, *parts: RenderableType) -> None:
    """Shows things one below the other; away from a terminal no line ends in blanks."""
    if console.is_terminal:
        for part in parts:
            console.print(part)
        return
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    console.file.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def title(text: str, game: str) -> Text:
    """The title of a fight, and its game."""
    return Text.assemble((text, "bold"), (f"  {game}" if game != text else "", "dim"))


# ------------------------------------------------------------------ the order


def heading(table: Table, line: int = 0) -> RenderableType:
    """The line above everything: the round, or the clock outside a fight."""
    time = f"Round {table.timeline.round}" if table.timeline.running else f"No fight · {table.clock.reading}"
    if table.timeline.running and table.timeline.round == 0:
        time = "Surprise"
    title = plain(table.clock.title)
    shown = " · ".join(filter(None, (time, title)))
    return Rule(Text(shown, style="bold"), characters="─", style="dim", align="left")


def order(seat: Seat, width: int) -> RenderableType:
    """The order of the fight with everybody's pools and conditions."""
    listed = rows(seat.game, seat.table, seat.say)
    colours = {side: SIDE_COLOURS[number % len(SIDE_COLOURS)] for side, number in sides(seat.table).items()}
    several = len({side for row in listed for side in [row.side]}) > 1
    grid = Grid.grid(padding=(0, 1), expand=False)
    numbers = any(row.number for row in listed)
    grid.add_column(width=1)
    if numbers:
        grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold", min_width=8 if width < NARROW else 12)
    if width >= NARROW:
        grid.add_column(no_wrap=len(listed) > 0 and width >= 100, overflow="fold")
        grid.add_column(overflow="fold")
    for row in listed:
        grid.add_row(*cells(row, colours.get(row.side, ""), seat.table, numbers, width, several))
    return grid


def cells(row: Row, colour: str, table: Table, numbers: bool, width: int, several: bool) -> list[RenderableType]:
    """A row of the order as cells."""
    dim = row.place in ("done", "away") or "cannot act" in row.states
    acting = row.place == "acts"
    style = f"bold {colour}" if acting else f"dim {colour}" if dim else colour
    who = Text(row.name, style=style)
    if several and width >= 100 and row.side in table.sides:
        who.append(f"  {plain(table.sides[row.side].name)}", style="dim")
    pools = Text("  ").join(pool(gauge, dim) for gauge in row.pools)
    state = Text("; ".join(row.states), style="dim" if dim else "")
    sign = Text(SIGNS[row.place], style="bold green" if acting else "dim")
    number = [Text(row.number, style="bold" if acting else "dim" if dim else "")] if numbers else []
    if width >= NARROW:
        return [sign, *number, who, pools, state]
    below = [part for part in (pools, state) if part.plain]
    return [sign, *number, Group(who, *(Padding(part, (0, 0, 0, 2)) for part in below))]


def pool(gauge: Gauge, dim: bool) -> Text:
    """A pool: its name, what is in it, and a colour for how little that is."""
    colour = "red" if gauge.share <= 0.25 else "yellow" if gauge.share <= 0.5 else ""
    style = f"{'dim ' if dim else ''}{colour}".strip()
    return Text.assemble((f"{gauge.name} ", "dim"), (gauge.shown, style))


# ------------------------------------------------------------------ whose move it is


def waiting(seat: Seat, awaited: Sequence[str]) -> Text:
    """Whom the table waits for, in one line; what is going on below it."""
    top = seat.table.timeline.top
    names = ", ".join(name(seat.table, who) for who in awaited)
    if not names:
        return Text("Nobody is awaited.", style="dim")
    if isinstance(top, Turn) and top.window:
        return Text.assemble((names, "bold"), (" may answer now; Enter lets it go by.", "dim"))
    return Text.assemble(("Waiting for ", "dim"), (names, "bold"))


def going_on(seat: Seat) -> RenderableType | None:
    """The deeds that are under way, and what a shared turn has collected."""
    stack = seat.table.timeline.stack
    below = stack[:-1] if seat.questions else stack
    deeds = [(frame.who, frame.act) for frame in below if isinstance(frame, Deed) and frame.who]
    queued = [(one.who, one.act) for frame in stack if isinstance(frame, Turn) for one in frame.declared]
    told = [under_way(seat, who, act, "Under way") for who, act in deeds]
    told += [under_way(seat, who, act, "Declared, and done together with the others") for who, act in queued]
    return Group(*told) if told else None


def under_way(seat: Seat, who: str, act: Act, how: str) -> Text:
    """One deed in words."""
    return Text(f"{how}: {name(seat.table, who)} {plain(say_act(act, seat.table, seat.say))}.", style="italic dim")


def budget(seat: Seat, who: str) -> Text:
    """Who acts and what is left to spend."""
    line = Text(name(seat.table, who), style="bold green")
    for one in seat.game.budget(seat.table, who):
        style = "dim" if one.left <= 0 else "bold"
        line.append("  ")
        line.append(f"{plain(one.name)} ", style="dim").append(str(one.left), style=style).append(f"/{one.most}", style="dim")
    return line


# ------------------------------------------------------------------ the menu


def menu(offers: Sequence[Offer], seat: Seat, width: int, every: bool = False) -> RenderableType:
    """What can be done, numbered, with prices; then what cannot, with all reasons: folded, or (`every`) line by line."""
    possible = legal(offers)
    parts: list[RenderableType] = [lines_of_menu(possible, seat, width, most=99 if every else 3)] if possible else []
    refused = [offer for offer in offers if offer.reasons]
    if refused:
        parts.append(refused_in_full(refused, seat) if every else refused_folded(refused, seat))
    return Group(*parts) if parts else Text("Nothing can be done.", style="dim")


def lines_of_menu(
    offers: Sequence[Offer], seat: Seat, width: int, chosen: int = 0, most: int = 3, first: int = 1
) -> RenderableType:
    """The lines that can be chosen, numbered from `first`; the one with the number `chosen` stands out."""
    wide, texts = width >= NARROW, [offered(offer, seat, most) for offer in offers]
    digits, prices = len(str(first + len(offers) - 1)), [plain(offer.price) for offer in offers] if wide else []
    price = max(map(len, prices), default=0)
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True, min_width=digits)
    grid.add_column(no_wrap=True, overflow="ellipsis", max_width=width - digits - price - 3)
    if wide:
        grid.add_column(no_wrap=True, style="dim", min_width=price)
    for number, (offer, text) in enumerate(zip(offers, texts, strict=True), first):
        if not wide and offer.price:
            text = Text.assemble(text, (f"  {plain(offer.price)}", "dim"))
        style = "reverse" if number == chosen else ""
        grid.add_row(Text(str(number), style="bold cyan"), text, *([Text(plain(offer.price))] if wide else []), style=style)
    return grid


def offered(offer: Offer, seat: Seat, most: int = 3) -> Text:
    """A line of the menu: what to type, and what can be picked; defaults come first, beyond `most` values the rest is counted."""
    line = Text(plain(phrase(offer, Act(offer.verb), seat)))
    for pick in offer.picks:
        line.append("  ").append_text(picked(pick, seat, most))
    return line


def picked(pick: Choices, seat: Seat, most: int) -> Text:
    """What a pick can be, its default first."""
    if pick.kind == "number":
        return Text(f"{plain(pick.pick)} {pick.least}-{pick.most}", style="dim")
    if pick.kind in TEXTS:
        return Text(f"{plain(pick.pick)} …", style="dim")
    legal_ones = [choice for choice in pick.choices if not choice.reasons]
    listed = sorted(legal_ones, key=lambda choice: choice.value != pick.default)
    if not listed:
        return Text(f"{plain(pick.pick)}: nobody" if pick.pick == "target" else f"{plain(pick.pick)}: none", style="dim")
    first, *rest = (plain(choice.label or said(choice.value, seat)) or "nobody" for choice in listed)
    more = [f", {one}" for one in rest] if len(rest) < most else [f" or {len(rest)} more"]
    return Text.assemble((first, "bold"), *((one, "dim") for one in more))


def refused_folded(offers: Sequence[Offer], seat: Seat) -> Text:
    """What cannot be done, in one dim block: for each reason all it speaks against."""
    of_verb = {offer.verb: {phrase(one, Act(one.verb), seat) for one in offers if one.verb == offer.verb} for offer in offers}
    grouped: dict[str, dict[str, set[str]]] = {}
    for offer in offers:
        for reason in offer.reasons:
            lines = grouped.setdefault(because(reason, seat), {}).setdefault(offer.verb, set())
            lines.add(phrase(offer, Act(offer.verb), seat))
    parts = [f"✗ {why}: {', '.join(folded_verbs(verbs, of_verb))}" for why, verbs in grouped.items()]
    return Text("  ".join(sorted(parts, key=len, reverse=True)), style="dim")


def folded_verbs(lines: Mapping[str, set[str]], of_verb: Mapping[str, set[str]]) -> Iterator[str]:
    """Lines of a menu by their verb alone, where all lines of that verb are meant."""
    for verb, some in lines.items():
        yield from [verb] if some == of_verb[verb] else sorted(some)


def refused_in_full(offers: Sequence[Offer], seat: Seat) -> RenderableType:
    """What cannot be done, line by line."""
    grid = Grid.grid(padding=(0, 1))
    for offer in offers:
        grid.add_row(
            Text("-", style="dim"),
            Text(phrase(offer, Act(offer.verb), seat), style="dim"),
            Text(sentence(offer.reasons, seat), style="dim"),
        )
    return grid


def sentence(reasons: Iterable[Reason], seat: Seat) -> str:
    """Reasons in words, each with its rule id."""
    return "; ".join(dict.fromkeys(because(reason, seat) for reason in reasons))


def because(reason: Reason, seat: Seat) -> str:
    """One reason in words, with its rule id."""
    values = {key: name_of(seat.table, value) if isinstance(value, str) else value for key, value in reason.values.items()}
    words = plain(seat.say(f"why_{reason.key}", **values))
    return f"{words} ({reason.rule})" if reason.rule else words


# ------------------------------------------------------------------ questions


def question(asked: Question, seat: Seat, more: int = 0) -> RenderableType:
    """An open question: who is asked what about, what would be an answer, and what Enter answers."""
    who = name(seat.table, asked.who) if asked.who else "The GM"
    label = " ".join(name(seat.table, word) if word in seat.table.combatants else word for word in asked.label.split(" "))
    about = f": {plain(said(asked.about, seat))}" if asked.about else ""
    head = Text.assemble(("? ", "bold yellow"), (who, "bold yellow"), ", ", (plain(label), "bold"), plain(about))
    if more:
        head.append(f"  (and {more} more {'question' if more == 1 else 'questions'})", style="dim")
    default = (
        ""
        if asked.kind == "dice" or asked.default == ""
        else f"   Enter: {said(asked.default if not isinstance(asked.default, tuple) else str(asked.default), seat)}"
    )
    return Group(head, Text.assemble("  ", plain(wanted(asked, seat)), (plain(default), "dim")))


# ------------------------------------------------------------------ the log


def line(one: Line, numbers: bool = False) -> RenderableType:
    """One line of the log, with its rules dim at the end. Rounds and turns stand out."""
    text = Text(one.text, style=STYLES.get(one.kind, ""))
    if one.rules:
        text.append("  " + " ".join(one.rules), style="dim")
    if one.undone:
        text.stylize("dim strike")
    body = Padding(text, (0, 0, 0, INDENTS.get(one.kind, 2)))
    if not numbers:
        return body
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=4, justify="right", style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(str(one.number), body)
    return grid


STYLES = {"fight": "bold", "round": "bold", "turn": "bold", "dice": "cyan", "answer": "dim", "gm": "yellow", "back": "yellow"}
INDENTS = {"fight": 0, "round": 0, "turn": 0, "dice": 4, "answer": 4, "back": 0}


def log(shown: Iterable[Line], numbers: bool = True) -> RenderableType:
    """Some lines of the log, each command's number once."""
    return Group(*numbered(shown) if numbers else (line(one) for one in shown))


def numbered(shown: Iterable[Line]) -> Iterator[RenderableType]:
    """Lines with the number of their command before the first of each."""
    for number, of_command in groupby(shown, lambda one: one.number):
        for place, one in enumerate(of_command):
            grid = Grid.grid(padding=(0, 1))
            grid.add_column(width=len(str(max(number, 100))), justify="right", style="dim", no_wrap=True)
            grid.add_column(overflow="fold")
            grid.add_row("" if place else str(number), line(one))
            yield grid
