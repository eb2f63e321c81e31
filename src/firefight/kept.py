"""Tables kept in a store: what heads their logs, what writes them down, and taking one up again where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from firefight.dice import Sealed
from firefight.errors import FirefightError
from firefight.game import Game
from firefight.games import game
from firefight.history import History, decode
from firefight.session import Session
from firefight.store import Store
from firefight.table import Table


class Header(Struct, frozen=True, omit_defaults=True):
    """What stands at the head of a table's log: its game, and its title."""

    game: str
    title: str = ""


def taken_up(store: Store, table: str) -> Session:
    """The table as its log tells it. No rule is run and no die is thrown again."""
    known = game(header_of(store, table).game)
    history = folded(known, (record.data for record in store.read(table)))
    return Session(known, history, Sealed(store.secret(table)), keeper(store, table))


def keeper(store: Store, table: str) -> Callable[[int, bytes, str], None]:
    """What writes each batch into the store before it is acknowledged."""

    def keep(after: int, record: bytes, key: str) -> None:
        store.append(table, after, record, key)

    return keep


def folded(game: Game, records: Iterable[bytes]) -> History:
    """Some records as a history. Raises FirefightError naming the line that cannot be read."""
    history = History(Table(game.id))
    for number, record in enumerate(records, 1):
        try:
            history.add(decode(record, game.sheet))
        except FirefightError as error:
            raise FirefightError(f"line {number}: {error}") from None
        except (AssertionError, KeyError, IndexError, TypeError, ValueError):
            raise FirefightError(f"line {number} does not follow from the lines before it: the log is not whole") from None
    return history


def header_of(store: Store, table: str) -> Header:
    """The header of a table. Raises FirefightError for one that some other program wrote."""
    try:
        return msgspec.json.decode(store.header(table), type=Header)
    except msgspec.DecodeError:
        raise FirefightError(f"the table '{table}' has a header that cannot be read: another program made it") from None
