"""What the table looks like in a terminal. Values in, things to draw out; nothing is printed here.

Names and sentences are put into Text as they are: what looks like markup in them is shown, never acted upon.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from firefight import odds
from firefight.cli.board import flow
from firefight.events import say_act
from firefight.game import Choices, Offer
from firefight.language import Seat, label, legal, phrase, wanted
from firefight.language.filling import TEXTS, said
from firefight.language.plain import plain
from firefight.language.reasons import because, why
from firefight.language.seat import name
from firefight.lines import Line
from firefight.odds import wording
from firefight.timeline import Act, Deed, Question, Turn

NARROW = 64
"""Below this width prices stand behind what they are for, not in a column of their own."""


def console(width: int | None = None, plain_text: bool = False) -> Console:
    """A console that shows text as it is. Not on a terminal it writes plain text."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    made = Console(highlight=False, markup=False, emoji=False, width=width, no_color=plain_text or None, soft_wrap=False)
    if made.width < 1:
        made.width = 80
    return made


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
    console.file.flush()


def title(text: str, game: str) -> Text:
    """The title of a fight, and its game."""
    return Text.assemble((text, "bold"), (f"  {game}" if game != text else "", "dim"))


# ------------------------------------------------------------------ whose move it is


def waiting(seat: Seat, awaited: Sequence[str]) -> Text:
    """Whom the table waits for, in one line; what is going on below it."""
    top = seat.table.timeline.top
    names = ", ".join(name(seat.table, who) for who in awaited)
    if not names:
        idle = seat.gm and seat.table.timeline.running and top is None
        return Text(f"Nobody {'can act any more: help somebody up, or end the fight.' if idle else 'is awaited.'}", style="dim")
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


def budget(seat: Seat, who: str, width: int) -> Text:
    """Who acts and what is left to spend."""
    parts = [Text(name(seat.table, who), style="bold green")]
    for one in seat.game.budget(seat.table, who):
        left = (str(one.left), "dim" if one.left <= 0 else "bold")
        parts.append(Text.assemble((f"{seat.say.word('budget', one.name)} ", "dim"), left, (f"/{one.most}", "dim")))
    return flow(parts, width)


def off_turn(seat: Seat, people: Iterable[str]) -> RenderableType | None:
    """What these can do although they are not awaited; those who can do the same stand together."""
    able: dict[tuple[str, ...], list[str]] = {}
    for who in people:
        verbs = tuple(dict.fromkeys(offer.verb for offer in legal(seat.menu(who))))
        if verbs:
            able.setdefault(verbs, []).append(name(seat.table, who))
    told = [f"{', '.join(names)}: {', '.join(verbs)}" for verbs, names in able.items()]
    return Text("Out of turn: " + "; ".join(told) + ".", style="dim") if told else None


# ------------------------------------------------------------------ the menu


def menu(offers: Sequence[Offer], seat: Seat, width: int, every: bool = False, who: str = "") -> RenderableType:
    """What can be done, numbered, with prices; then what cannot, with all reasons: folded, or (`every`) line by line.

    `who` is the one whose menu it is: with him its lines show the chance of what they propose.
    """
    possible = legal(offers)
    parts: list[RenderableType] = [lines_of_menu(possible, seat, width, most=99 if every else 3, who=who)] if possible else []
    refused = [offer for offer in offers if offer.reasons]
    if every:
        parts.append(refused_in_full(offers, seat))
    elif refused:
        parts.append(refused_folded(refused, seat))
    return Group(*parts) if parts else Text("Nothing can be done.", style="dim")


def lines_of_menu(
    offers: Sequence[Offer], seat: Seat, width: int, chosen: int = 0, most: int = 3, first: int = 1, who: str = ""
) -> RenderableType:
    """The lines that can be chosen, numbered from `first`; the one with the number `chosen` stands out."""
    found = odds.glance(seat.game, seat.table, who, offers) if who else {}
    wide, texts = width >= NARROW, [offered(offer, seat, most, found.get(number)) for number, offer in enumerate(offers)]
    digits, prices = len(str(first + len(offers) - 1)) + bool(chosen), [seat.say.word("price", offer.price) for offer in offers]
    price = max(map(len, prices), default=0) if wide else 0
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True, min_width=digits)
    short = most <= 3 and (wide or chosen > 0)
    grid.add_column(no_wrap=short, overflow="ellipsis" if short else "fold", max_width=width - digits - price - 3)
    if wide:
        grid.add_column(no_wrap=True, style="dim", min_width=price)
    for number, (text, cost) in enumerate(zip(texts, prices, strict=True), first):
        if not wide and cost:
            text = Text.assemble(text, (f"  {cost}", "dim"))
        style = "reverse" if number == chosen else ""
        sign = "▸" if number == chosen else ""
        grid.add_row(Text(f"{sign}{number}", style="bold cyan"), text, *([Text(cost)] if wide else []), style=style)
    return grid


def offered(offer: Offer, seat: Seat, most: int = 3, found: odds.Odds | None = None) -> Text:
    """A line of the menu: what to type, its chance as it is proposed, and what can be picked.

    Defaults come first, beyond `most` values the rest is counted.
    """
    line = Text(plain(phrase(offer, Act(offer.verb), seat)))
    if (act := seat.say.word("act", offer.verb)) != offer.verb:
        line.append(f" ({act})", style="dim")
    if found is not None and found.chance is not None:
        against = wording.against(found, seat.say)
        line.append(f" {wording.chance(found, seat.say)}{', ' if against else ''}{against}", style="green")
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
    """What cannot be done, line by line; of lines that can be chosen, the values that cannot be picked."""
    grid = Grid.grid(padding=(0, 1))
    for offer in offers:
        said_of = phrase(offer, Act(offer.verb), seat)
        barred = [one for pick in offer.picks for one in pick.choices if one.reasons]
        told = (
            [(said_of, offer.reasons)]
            if offer.reasons
            else [(f"{said_of} {said(one.value, seat)}", one.reasons) for one in barred]
        )
        for what, reasons in told:
            grid.add_row(Text("✗", style="dim"), Text(what, style="dim"), Text(why(reasons, seat), style="dim"))
    return grid


# ------------------------------------------------------------------ questions


def question(asked: Question, seat: Seat, more: int = 0) -> RenderableType:
    """An open question: who is asked what about, what would be an answer, and what Enter answers."""
    who = name(seat.table, asked.who) if asked.who else "The GM"
    role, about = plain(label(asked, seat)), plain(seat.say.word("about", said(asked.about, seat)))
    head = Text.assemble(("? ", "bold yellow"), (who, "bold yellow"), ": ", (about or role, "bold"))
    if about:
        head.append(f"  [{role}]", style="dim")
    if more:
        head.append(f"  (and {more} more {'question' if more == 1 else 'questions'})", style="dim")
    proposed = (
        ""
        if asked.kind == "dice" or asked.default == ""
        else f"   Enter: {seat.say.word('value', said(str(asked.default), seat))}"
    )
    return Group(head, Text.assemble("  ", plain(wanted(asked, seat)), (plain(proposed), "dim")))


# ------------------------------------------------------------------ the log


def line(one: Line) -> RenderableType:
    """One line of the log, with its rules dim at the end. Rounds and turns stand out."""
    text = Text(one.text, style=STYLES.get(one.kind, ""))
    if one.rules:
        text.append("  " + " ".join(one.rules), style="dim")
    if one.undone:
        text.stylize("dim strike")
    return Padding(text, (0, 0, 0, INDENTS.get(one.kind, 2)))


STYLES = {"fight": "bold", "round": "bold", "turn": "bold", "dice": "cyan", "answer": "dim", "gm": "yellow", "back": "yellow"}
INDENTS = {"fight": 0, "round": 0, "turn": 0, "dice": 4, "answer": 4, "back": 0}


def log(shown: Iterable[Line]) -> RenderableType:
    """Some lines of the log, each command's number once."""
    return Group(*numbered(shown))


def numbered(shown: Iterable[Line]) -> Iterator[RenderableType]:
    """Lines with the number of their command before the first of each."""
    for number, of_command in groupby(shown, lambda one: one.number):
        for place, one in enumerate(of_command):
            grid = Grid.grid(padding=(0, 1))
            grid.add_column(width=len(str(max(number, 100))), justify="right", style="dim", no_wrap=True)
            grid.add_column(overflow="fold")
            grid.add_row("" if place else str(number), line(one))
            yield grid
