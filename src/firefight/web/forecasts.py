"""A fight played out from where it stands, in the background: asked for on a page, looked at while it runs, stopped.

The simulator is loaded with the first forecast.
"""

from __future__ import annotations

from secrets import token_bytes, token_hex
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from firefight.errors import FirefightError
from firefight.game import Game
from firefight.history import History, encode
from firefight.kept import Header
from firefight.table import Table

if TYPE_CHECKING:
    from firefight.sim import Result
    from firefight.sim.variations import Changed

MOST = 100_000
FIRST = 20
"""Fights that are shown as soon as they are there, while the rest is played."""
FEW = 60
"""Fights of each thing that could be different: enough to show what matters, few enough not to keep anybody waiting."""


class Forecast:
    """One forecast of a table as it stood when it was asked for."""

    def __init__(self, game: Game, table: Table, fights: int, seed: str = "") -> None:
        self.game, self.table = game, table
        self.fights = max(1, min(fights, MOST))
        self.seed = seed or token_hex(4)
        self.cancel = Event()
        self.result: Result | None = None
        self.changed: list[Changed] = []
        self.done, self.error, self.seconds = 0, "", 0.0
        self.running, self.counted = True, False
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        from firefight.sim import simulate
        from firefight.sim.variations import sensitivity

        started = monotonic()
        try:
            for fights in (FIRST, self.fights) if self.fights > FIRST else (self.fights,):
                found = simulate(self.game, self.table, fights, self.seed, progress=self._progress, cancel=self.cancel)
                if self.result is None or found.played > self.result.played:
                    self.result = found
                self.seconds = monotonic() - started
            self.counted = True
            if self.result is not None and not self.cancel.is_set():
                each = max(FEW, min(self.fights // 5, 1_000))
                self.changed = sensitivity(self.game, self.table, self.result, each, cancel=self.cancel)
        except FirefightError as error:
            self.error = str(error)
        finally:
            self.running = False

    def _progress(self, done: int, of: int) -> None:
        self.done = done


class Taken(NamedTuple):
    """One fight of a forecast as the log of a new table: what heads it, its secret, its records."""

    header: Header
    secret: bytes
    records: tuple[bytes, ...]


def taken(forecast: Forecast, history: History, title: str, number: int) -> Taken:
    """Fight `number` of a forecast, played again from where the log stands: to be watched, and to be gone on with."""
    from firefight.sim.watching import taken_over, watched

    found, secret = watched(forecast.game, history, number, forecast.seed), token_bytes(32)
    batches = taken_over(found.history, len(found.history), secret)
    return Taken(Header(forecast.game.id, title), secret, tuple(map(encode, batches)))


def as_json(result: Result) -> bytes:
    """A forecast as JSON."""
    return msgspec.json.format(msgspec.json.encode(result), indent=1)
