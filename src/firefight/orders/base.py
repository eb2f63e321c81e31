"""The table of orders: a name, typed parameters, one plain sentence, and the command it becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

from msgspec import Meta, Struct

from firefight.commands import AnyCommand, Order
from firefight.encounter.faults import near
from firefight.errors import FirefightError
from firefight.events import Event
from firefight.game import Game
from firefight.table import Combatant, Table

Who = str | tuple[str, ...]
"""One by id, or several."""

Score = Annotated[int | tuple[int, ...], Meta(description="The number shown first, then what breaks ties.")]


class Asked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all parameters."""

    reason: Annotated[str, Meta(description="Stands in the log.")] = ""


Command = Callable[[Game, Table, Any], AnyCommand]
Make = TypeVar("Make", bound=Callable[..., AnyCommand])


class Kind(NamedTuple):
    """One of the GM's verbs: its parameters, one sentence of help, and what makes its command."""

    name: str
    asked: type[Asked]
    help: str
    command: Command


ORDERS: dict[str, Kind] = {}
"""The GM's verbs by name."""


def order(make: Make) -> Make:
    """Puts a function into the table of orders: its name (without a closing _), its docstring, its parameters' type."""
    name = make.__name__.rstrip("_")
    ORDERS[name] = Kind(name, get_type_hints(make)["asked"], str(make.__doc__).strip(), make)
    return make


def by_hand(events: Iterable[Event], reason: str = "") -> Order:
    """Events of the GM's own as a command; the reason gets a line of its own."""
    return Order(tuple(events), reason)  # type: ignore[arg-type]


def everyone(who: str | tuple[str, ...], table: Table) -> tuple[Combatant, ...]:
    """Those named. Raises FirefightError for one who is not on the table."""
    named = (who,) if isinstance(who, str) else who
    if not named:
        raise FirefightError("nobody is named; say who")
    return tuple(known(one, table) for one in dict.fromkeys(named))


def known(who: str, table: Table) -> Combatant:
    """The one of this id. Raises FirefightError with what was probably meant."""
    if who not in table.combatants:
        raise FirefightError(f"nobody here is called '{who}'; {near(who, table.combatants)}")
    return table.who(who)


def fighting(table: Table) -> None:
    """Raises FirefightError where no fight is running."""
    if not table.timeline.running:
        raise FirefightError("no fight is running; begin one first")


def numbers(score: int | tuple[int, ...]) -> tuple[int, ...]:
    """A score as the table keeps it."""
    return score if isinstance(score, tuple) else (score,)
