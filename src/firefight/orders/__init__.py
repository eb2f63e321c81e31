"""The GM's verbs, in one place for the terminal, scenarios and the web: `command("adjust", ...)` is a command.

Each order of `ORDERS` has a name, typed parameters, one plain sentence, and a function of the game, the table and the
parameters. What an order cannot do, or names that nobody has, is told in one sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from firefight.commands import AnyCommand
from firefight.encounter.faults import check, near
from firefight.errors import FirefightError
from firefight.game import Game
from firefight.orders import deeds, fight, maps, numbers, people, time
from firefight.orders.base import ORDERS, Asked, Kind
from firefight.table import Table

__all__ = ["ORDERS", "Asked", "Kind", "command", "deeds", "fight", "kind", "maps", "numbers", "people", "time"]


def kind(name: str) -> Kind:
    """The order of this name. Raises FirefightError with what was probably meant."""
    if name not in ORDERS:
        raise FirefightError(f"there is no order '{name}'; {near(name, ORDERS)}")
    return ORDERS[name]


def command(name: str, game: Game, table: Table, asked: Mapping[str, Any]) -> AnyCommand:
    """The command an order becomes, with its parameters by name. Raises FirefightError with all that is wrong."""
    order = kind(name)
    faults = list(check(plain(asked), order.asked, (name,)))
    if faults:
        raise FirefightError("; ".join(fault.text for fault in faults))
    return order.command(game, table, msgspec.convert(asked, order.asked))


def plain(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as a file would hold them: lists, no tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asked.items()}
