"""What the table shows on request: a sheet, the house rules, the rules behind a line, help. Values in, things to draw out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from firefight import ledger
from firefight.cli import board
from firefight.cli.board import flow
from firefight.game import Offer
from firefight.language import Seat, phrase, reasons
from firefight.language.help import WORDS, Word
from firefight.language.matching import Fit, Named, matches
from firefight.language.orders import pool_names, vocabulary
from firefight.language.plain import plain
from firefight.language.seat import Unclear, name, typed
from firefight.rows import gauges, of_one
from firefight.timeline import Act

# ------------------------------------------------------------------ a sheet


def sheet(who: str, seat: Seat, width: int) -> RenderableType:
    """Everything about one combatant that this seat may know."""
    one = seat.table.who(who)
    side = seat.table.sides.get(one.side)
    facts = [
        plain(side.name) if side else "",
        f"played by {plain(one.owner)}" if one.owner else "played by the GM",
        f"id {plain(one.id)}",
    ]
    head = Text.assemble((name(seat.table, who), "bold"), ("  " + " · ".join(filter(None, facts)), "dim"))
    pools = flow((board.pool(gauge, seat) for gauge in gauges(seat.game, [one], every=True)), width - 2)
    states = Text("; ".join(of_one(seat.game, seat.table, seat.say, one)))
    below = [part for part in (pools, states, *numbers(fields(one.sheet), width - 2)) if part.plain]
    return Group(head, *(Padding(part, (0, 0, 0, 2)) for part in below))


def fields(sheet: Any) -> dict[str, Any]:
    """The fields of a sheet; what is inside lists as plain values."""
    return {key: msgspec.to_builtins(value, str_keys=True) for key, value in msgspec.structs.asdict(sheet).items()}


def numbers(data: Mapping[str, Any], width: int) -> Iterator[Text]:
    """The numbers of a sheet on one line, then its lists line by line."""
    plain_ones = {key: value for key, value in data.items() if not isinstance(value, list | tuple | dict)}
    yield flow((Text.assemble((f"{words(key)} ", "dim"), value_text(value)) for key, value in plain_ones.items()), width)
    for key, value in data.items():
        if isinstance(value, list | tuple | dict) and value:
            yield Text.assemble((f"{words(key)}: ", "dim"), "; ".join(listed(value)))


def listed(value: Any) -> list[str]:
    """The members of a list, or of a table, in words."""
    if isinstance(value, dict):
        return [f"{words(str(key))} {value_text(one)}" for key, one in value.items()]
    return [thing(one) for one in value]


def thing(value: Any) -> str:
    """One thing of a list: its name first, what else is said of it in brackets."""
    if not isinstance(value, dict):
        return value_text(value)
    head = value_text(value.get("name", ""))
    rest = ", ".join(
        value_text(one) if key in ("kind", "place") else f"{words(key)} {value_text(one)}"
        for key, one in value.items()
        if key != "name"
    )
    return f"{head} ({rest})" if head and rest else head or rest


def value_text(value: Any) -> str:
    """A value in words."""
    return (
        {True: "yes", False: "no"}[value]
        if isinstance(value, bool)
        else plain(", ".join(listed(value)) if isinstance(value, list | tuple | dict) else str(value))
    )


def words(key: str) -> str:
    """The name of a field in words."""
    return plain(key.replace("_", " "))


# ------------------------------------------------------------------ house rules


def options(seat: Seat) -> RenderableType:
    """The house rules in force, each with its sentence; those that are not the default stand out."""
    parts: list[RenderableType] = []
    for setting in seat.game.settings:
        value = seat.table.options.get(setting.name, setting.default)
        changed = value != setting.default
        parts.append(
            Text.assemble(
                (setting.name, "bold"),
                " = ",
                (plain(value), "bold yellow" if changed else "green"),
                (f"   of {', '.join(setting.values)}", "dim"),
            )
        )
        parts.append(Padding(Text.assemble(setting.sentence, ("  " + " ".join(setting.rules), "dim")), (0, 0, 0, 2)))
    return Group(*parts) if parts else Text("This game has no house rules.", style="dim")


# ------------------------------------------------------------------ why


def why(text: str, seat: Seat, newest: Iterable[str]) -> RenderableType:
    """The rules behind the newest lines, behind a refused verb, or the one of an id. Raises Unclear where there are none."""
    if not text:
        return explained(newest) if list(newest) else Text("No rule decided the newest lines.", style="dim")
    found = ledger.find(text)
    if found:
        return explained(rule.id for rule in found)
    return of_verb(text, seat)


def explained(ids: Iterable[str]) -> RenderableType:
    """Rules by id, with what they say."""
    parts: list[RenderableType] = []
    for id in dict.fromkeys(ids):
        for rule in ledger.find(id):
            parts.append(Text.assemble((rule.id, "bold cyan"), "  ", (rule.title, "bold")))
            parts.append(Padding(Text(" ".join(rule.text.split())), (0, 0, 0, 2)))
    return Group(*parts) if parts else Text("The ledger does not have these rules.", style="dim")


def of_verb(text: str, seat: Seat) -> RenderableType:
    """Why the lines of a verb are possible or not, and what the rules say."""
    offers = [*(seat.menu(seat.acting) if seat.acting else ()), *(seat.menu("") if seat.gm else ())]
    found = matches(
        text, [Named(offer.verb, (offer.verb,)) for offer in {offer.verb: offer for offer in offers}.values()], Fit.CLOSE
    )
    if not found:
        example = offers[0].verb if offers else "CPR-ACT-01"
        raise Unclear(f"'{text}' is neither a rule nor a verb of this menu: write for instance 'why {example}'")
    lines = [offer for offer in offers if offer.verb in {match.thing for match in found}]
    heads = each_once(possible(offer, seat) for offer in lines)
    ids = [rule for offer in lines for rule in (*(reason.rule for reason in offer.reasons), offer.rule) if rule]
    return Group(*heads, explained(ids))


def possible(offer: Offer, seat: Seat) -> Text:
    """Whether a line of the menu can be chosen, in one sentence."""
    said = phrase(offer, Act(offer.verb), seat)
    if not offer.reasons:
        return Text.assemble((said, "bold"), (" is possible now.", "dim"))
    return Text.assemble((said, "bold"), " is not possible now: ", reasons.why(offer.reasons, seat), ".")


def each_once(texts: Iterable[Text]) -> list[Text]:
    """The texts without those that say the same as an earlier one."""
    return list({text.plain: text for text in reversed(list(texts))}.values())[::-1]


# ------------------------------------------------------------------ help


def overview(seat: Seat, width: int) -> RenderableType:
    """All words, with how they are used; the GM's orders by name."""
    known = vocabulary(seat)
    parts: list[RenderableType] = [acting(seat), Text(), usages({word: known[word] for word in WORDS if word in known}, width)]
    if seat.gm:
        parts += [
            Text("\nThe GM's orders; behind each may stand 'because ...':", style="bold"),
            Text(", ".join(word for word in known if word not in WORDS)),
            Text("Any pool by its own name: hp -5 NAME, hp +3 all SIDE, hp = 20 NAME.", style="dim"),
            Text("'help WORD' explains one. '/word' is always a word of the table, '= text' always an answer.", style="dim"),
        ]
    return Group(*parts)


def acting(seat: Seat) -> Text:
    """How to act, with names from the table."""
    here = [typed(seat.table, one.id) for one in seat.table.present()]
    one, other = (*here, "vex", "rook")[0], (*here[1:], "rook")[0]
    text = Text("To act: a number of the menu, or what you would say, such as ")
    text.append(f"attack {other}", style="bold").append(" or ").append("move 6", style="bold")
    text.append(". For somebody else, with his name in front: ").append(f"{one}: attack {other}", style="bold")
    text.append(". Names and words may be cut short. Enter alone ends the turn, or answers a question with what it proposes.")
    return text


def usages(known: Mapping[str, Word], width: int) -> RenderableType:
    """Words with how they are used; side by side where there is room."""
    grid = Grid.grid(padding=(0, 2))
    for about in known.values():
        if width >= 80:
            grid.add_row(Text(about.usage, style="bold"), Text(about.sentence))
        else:
            grid.add_row(Group(Text(about.usage, style="bold"), Padding(Text(about.sentence), (0, 0, 0, 2))))
    return grid


def help(text: str, seat: Seat, width: int) -> RenderableType:
    """Help on one word, or the overview. Raises Unclear for a word that is none."""
    if not text:
        return overview(seat, width)
    known, menu = vocabulary(seat), seat.menu(seat.acting) if seat.acting else ()
    verbs = [offer for offer in menu if matches(text, [Named(offer, (offer.verb,))], Fit.EXACT)]
    if verbs:
        heads = each_once(possible(offer, seat) for offer in verbs)
        return Group(*heads, explained(offer.rule for offer in verbs if offer.rule))
    found = matches(text, [Named(word, (word, *about.names)) for word, about in known.items()], Fit.CLOSE)
    pool = text.strip().lower()
    if seat.gm and pool in pool_names(seat) and text not in known:
        return usages({pool: Word(f"{pool} -5 NAME | +3 NAME | = 20 NAME", "Lowers, raises or sets this pool.")}, width)
    if not found:
        raise Unclear(f"'{text}' is no word of the table; 'help' lists them")
    return usages({match.thing: known[match.thing] for match in found}, width)
