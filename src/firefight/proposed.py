"""An `Ask` that nobody has to answer: every question gets the answer it proposes, and no window opens.

For looking ahead: odds run deeds with it on branching dice, games gather the numbers of an attack with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from firefight.ask import Ask
from firefight.dice import Source
from firefight.errors import FirefightError
from firefight.table import Table
from firefight.timeline import Act, Deed


class Undecided(FirefightError):
    """What comes of a deed is the GM's to say, and nothing is proposed."""

    def __init__(self, label: str) -> None:
        super().__init__("what comes of it is the GM's to say")
        self.label = label


class NoDice:
    """A source for what throws no dice."""

    def faces(self, path: str, label: str, n: int, sides: int) -> tuple[int, ...]:
        raise Undecided(label)


class Proposed(Ask):
    """What one run may ask, answered as proposed. Raises Undecided where the GM has to say what comes of it."""

    def each(self, asked: Mapping[str, tuple[str, Sequence[str]]], default: str, about: str = "") -> dict[str, str]:
        return dict.fromkeys(asked, default)

    def ruling(self, label: str, options: Sequence[str], default: str, about: str = "") -> str:
        return default

    def amount(self, label: str, default: int, about: str = "") -> int:
        return default

    def effect(self, label: str, about: str = "") -> str:
        raise Undecided(label)

    def window(self, label: str, who: Callable[[Table], tuple[str, ...]]) -> bool:
        return False


def proposed(table: Table, who: str, act: Act, source: Source | None = None) -> Proposed:
    """A deed that somebody thinks of, on this table."""
    return Proposed(Deed("", who, act), table, source or NoDice())
