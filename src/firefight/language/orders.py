"""The GM's orders from a line: each order of `firefight.orders` is read like a line of a menu, by its parameters.

`mark rook prone until round end because he slipped`, `hp -5 rook`, `score rook 14`, `squad all thug`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import inspect

from firefight.encounter.people import ready_made
from firefight.game import Choice, Choices, Offer
from firefight.language.answers import marks
from firefight.language.filling import Filling, Unread
from firefight.language.help import WORDS, Word
from firefight.language.matching import Fit, Named, folded, matches
from firefight.language.seat import Give, Option, Seat, Token, Tokens, Unclear, joined, present, tokens
from firefight.orders import ORDERS, command
from firefight.orders.base import Kind
from firefight.timeline import Deed, Pick

PEOPLE = ("who", "leader", "before", "after", "of")
LISTED = (*PEOPLE, "pool", "sheet", "ready")
"""Parameters that take one value of a list; others with a list take any text."""
LISTED_HERE = (("option", "name"), ("score", "side"))
ONLY_BY_NAME = frozenset(
    ("after", "before", "count", "degrees", "diagonals", "drawing", "every", "id", "leader", "metres", "minute", "most", "note")
    + ("of", "origin", "tag", "to", "until", "value")
)
"""Parameters that are never guessed from a word's place, where an order can do without them."""
DECIMAL = re.compile(r"\d{1,6}(\.\d{1,6})?m?")
BECAUSE = frozenset(("because", "reason"))


class Parameter(NamedTuple):
    """A parameter of an order: its name, whether it must be there, and the types it takes."""

    order: str
    name: str
    required: bool
    types: tuple[inspect.Type, ...]

    def takes(self, *kinds: type) -> bool:
        """Whether one of its types is of these kinds."""
        return any(isinstance(one, kinds) for one in self.types)


@lru_cache
def parameters(order: str) -> tuple[Parameter, ...]:
    """The parameters of an order that can be typed, the reason left out."""
    described = inspect.type_info(ORDERS[order].asked)
    assert isinstance(described, inspect.StructType)
    found = (Parameter(order, field.encode_name, field.required, alternatives(field.type)) for field in described.fields)
    return tuple(one for one in found if one.name != "reason" and not one.takes(inspect.DictType, inspect.StructType))


def alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types of a union; what is written about a type left out."""
    if isinstance(kind, inspect.Metadata):
        return alternatives(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(one for part in kind.types for one in alternatives(part))
    if isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.UnionType):
        return tuple(alternatives(kind.item_type))
    return (kind,)


@lru_cache
def order_words() -> dict[str, Word]:
    """The orders as words of the language."""
    return {name: Word(usage(order), order.help, gm=True) for name, order in ORDERS.items()}


def vocabulary(seat: Seat) -> dict[str, Word]:
    """Every word of the language that this seat may use, the GM's orders after the others."""
    own = {name: word for name, word in WORDS.items() if seat.gm or not word.gm}
    return {**own, **{name: word for name, word in order_words().items() if seat.gm and name not in WORDS}}


def usage(order: Kind) -> str:
    """How an order is typed."""
    told = [order.name]
    for one in parameters(order.name):
        shown = one.name.upper() if one.required else f"[{one.name}]" if one.takes(inspect.BoolType) else f"[{one.name} ...]"
        told.append(shown)
    return " ".join((*told, "[because ...]"))


# ------------------------------------------------------------------ reading


def read_order(order: str, words: Tokens, at: int, seat: Seat) -> Give:
    """The command of a line that begins with an order; `at` is the place of what follows. Raises Unclear."""
    words, reason = because(words, at)
    known, offer = parameters(order), offer_of(order, seat)
    by_name = only_by_name(known)
    error: Unclear | None = None
    for worst in (Fit.PART, Fit.CLOSE):
        filling = Filling(offer, spread(words, at, seat), at, seat, worst, by_name)
        try:
            picks = filling.filled()
        except Unread as stop:
            error = error or unread(order, filling, stop.at)
            continue
        return finished(order, known, picks, reason, filling.guessed, seat)
    assert error is not None
    raise error


def unread(order: str, filling: Filling, at: int) -> Unclear:
    """What is said of a word that fits nothing: where somebody should be named, that nobody is called so."""
    said = filling.words[at].text
    needed = any(one.name == "who" and one.required for one in parameters(order))
    if needed and "who" not in filling.picks and any(letter.isalpha() for letter in said):
        return Unclear(f"nobody here is called '{said}'; {present(filling.seat)}")
    return Unclear(f"'{said}' says nothing to '{order}': {usage(ORDERS[order])}")


def offer_of(order: str, seat: Seat) -> Offer:
    """An order as a line of a menu."""
    return Offer(order, tuple(pick(one, seat) for one in parameters(order)))


def finished(order: str, known: Iterable[Parameter], picks: dict[str, Pick], reason: str, guessed: bool, seat: Seat) -> Give:
    """The command, if nothing is missing."""
    missing = next((one for one in known if one.required and one.name not in picks), None)
    if missing and missing.name == "who":
        raise Unclear(f"'{order}' does not say who; {present(seat)}: {usage(ORDERS[order])}")
    if missing:
        raise Unclear(f"'{order}' needs {missing.name}: {usage(ORDERS[order])}")
    if order == "join" and not picks.keys() & {"name", "ready"}:
        raise Unclear("'join' needs a name: 'join Ito side gang' ('join \"3\" ...' for a number), or 'join ready ...'")
    asked: dict[str, Any] = {one.name: value_of(picks[one.name], one) for one in known if one.name in picks}
    return Give(command(order, seat.game, seat.table, {**asked, **({"reason": reason} if reason else {})}), guessed)


def because(words: Tokens, at: int) -> tuple[Tokens, str]:
    """The line without its reason, and the reason."""
    for place in range(at, len(words)):
        if folded(words[place].text).rstrip(":") in BECAUSE and not words[place].quoted:
            return words[:place], joined(words[place + 1 :])
    return words, ""


def spread(words: Tokens, at: int, seat: Seat) -> Tokens:
    """The line with `all`, `all NAME` and `all SIDE` replaced by those who are meant."""
    here = [one for one in seat.table.combatants.values() if one.here]
    for place in range(at, len(words)):
        if folded(words[place].text) not in ("all", "everybody", "everyone") or words[place].quoted:
            continue
        said = words[place + 1].text.rstrip(",;") if place + 1 < len(words) else ""
        sides = matches(said, [Named(id, (side.name, id)) for id, side in seat.table.sides.items()], Fit.EXACT)
        named = {match.thing for match in matches(said, [Named(one.id, (one.name, one.id)) for one in here], Fit.PART)}
        led = [one.id for one in here if (sides and one.side == sides[0].thing) or (not sides and one.id in named)]
        chosen, skipped = (led, 2) if led else ([one.id for one in here], 1)
        return (*words[:place], *map(Token, chosen), *words[place + skipped :])
    return words


# ------------------------------------------------------------------ parameters as picks


def only_by_name(known: Iterable[Parameter]) -> frozenset[str]:
    """The parameters that have to be named: those the order can do without, where their place says nothing."""
    known = list(known)
    text = [one for one in known if one.required and kind_of(one) == "text"]
    spare = [one for one in known if not one.required and kind_of(one) == "text" and one.name not in ONLY_BY_NAME]
    first = spare[:1] if not text else []
    return frozenset(
        one.name
        for one in known
        if not one.required and (one.name in ONLY_BY_NAME or (kind_of(one) == "text" and one not in first))
    )


def kind_of(one: Parameter) -> str:
    """The kind of pick that a parameter is."""
    if one.name == "who" and one.takes(inspect.VarTupleType):
        return "several"
    listed = (one.name in LISTED or (one.order, one.name) in LISTED_HERE) and one.takes(inspect.StrType)
    if listed or one.takes(inspect.LiteralType):
        return "one"
    if one.takes(inspect.FloatType):
        return "word"
    if one.takes(inspect.StrType):
        return "word" if one.name == "label" else "text"
    if one.takes(inspect.BoolType):
        return "flag"
    return "numbers" if one.takes(inspect.VarTupleType) else "number"


def pick(one: Parameter, seat: Seat) -> Choices:
    """A parameter as a pick."""
    listed = tuple(choices(one, seat))
    return Choices(one.name, listed, kind=kind_of(one), least=-(10**9), most=10**9)


def choices(one: Parameter, seat: Seat) -> Iterable[Choice]:
    """What a parameter can be, or what is suggested."""
    literal = [value for kind in one.types if isinstance(kind, inspect.LiteralType) for value in kind.values]
    if literal:
        return (Choice(str(value)) for value in literal)
    lists: dict[str, Callable[[], Iterable[Choice]]] = {
        "who": lambda: (Choice(id) for id in seat.table.combatants),
        "pool": lambda: map(Choice, dict.fromkeys(name for one in seat.table.combatants.values() for name in one.pools)),
        "side": lambda: (Choice(side.id, label=side.name) for side in seat.table.sides.values()),
        "sheet": lambda: map(Choice, seat.game.sheet.__struct_fields__),
        "ready": lambda: (Choice(id, label=person.name) for id, person in ready_made(seat.game.id).items()),
        "name": lambda: settings(seat) if one.order == "option" else map(Choice, marks(seat)),
        "owner": lambda: map(Choice, dict.fromkeys(one.owner for one in seat.table.combatants.values() if one.owner)),
        "label": lambda: map(Choice, labels(seat)),
    }
    name = "who" if one.name in (*PEOPLE, "to") else one.name
    return lists[name]() if name in lists else ()


def settings(seat: Seat) -> Iterable[Choice]:
    """The house rules of the game, with and without underlines."""
    return (Choice(one.name, label=one.name.replace("_", " ")) for one in seat.game.settings)


def labels(seat: Seat) -> list[str]:
    """What the deeds that are going on have asked and answered."""
    deeds = [frame for frame in seat.table.timeline.stack if isinstance(frame, Deed)]
    asked = [question.label for deed in deeds for question in deed.asked]
    return asked + [answer.label for deed in deeds for answer in deed.answers]


def value_of(value: Pick, one: Parameter) -> Any:
    """A value as the order wants it: numbers where it takes numbers."""
    if isinstance(value, tuple):
        return value[0] if len(value) == 1 else value
    if isinstance(value, str) and one.takes(inspect.VarTupleType) and not one.takes(inspect.IntType) and " " in value:
        return tuple(value.replace(",", " ").split())
    if isinstance(value, str) and one.takes(inspect.BoolType) and value in ("true", "false"):
        return value == "true"
    if isinstance(value, str) and one.takes(inspect.FloatType) and DECIMAL.fullmatch(value):
        return float(value.rstrip("m"))
    if not isinstance(value, str) or not one.takes(inspect.IntType):
        return value
    faces = value.replace(",", " ").split()
    if faces and all(face.lstrip("+-").isdigit() for face in faces):
        return int(faces[0]) if len(faces) == 1 else tuple(map(int, faces))
    return value


# ------------------------------------------------------------------ pools by their own names


def pool_names(seat: Seat) -> list[str]:
    """Every pool that somebody has."""
    return list(dict.fromkeys(name for one in seat.table.combatants.values() for name in one.pools))


def read_pool(pool: str, words: Tokens, at: int, seat: Seat, who: str = "") -> Give:
    """`hp -5 rook`, `hp +3 all crew`, `hp = 20 rook`: a pool goes up or down, or is set. Raises Unclear."""
    words, reason = because(words, at)
    rest = joined(words[at:]).replace("=", " = ").split()
    amount = next((n for n, word in enumerate(rest) if word.lstrip("+-").isdigit()), None)
    if amount is None:
        raise Unclear(f"say how much and whose: '{pool} -5 NAME', '{pool} +3 NAME' or '{pool} = 20 NAME'")
    sets, number = "=" in rest, rest[amount]
    if not sets and number[0] not in "+-":
        raise Unclear(f"'{pool} {number}'", signed(pool, rest, amount))
    others = " ".join(word for n, word in enumerate(rest) if n != amount and word != "=")
    named = f"{others} {who}".strip()
    order, value = ("set", f"value {number}") if sets else ("adjust", f"by {int(number)}")
    said = f"{order} pool {pool} {value}"
    line = tokens(f"{said} {named}" + (f' because "{reason}"' if reason else ""))
    try:
        return read_order(order, line, 1, seat)
    except Unclear as unclear:
        own = f"{pool} {'= ' if sets else ''}{number}"
        raise Unclear(unclear.head, (one._replace(line=one.line.replace(said, own, 1)) for one in unclear.options)) from None


def signed(pool: str, rest: list[str], amount: int) -> list[Option]:
    """The three lines that a number without a sign may mean."""
    numbers = [f"{sign}{rest[amount]}" for sign in ("-", "+", "= ")]
    return [Option(f"{pool} {one}", " ".join((pool, *rest[:amount], one, *rest[amount + 1 :]))) for one in numbers]
