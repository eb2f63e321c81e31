"""An `Ask` that nobody has to answer: every question gets the answer it proposes, and no window opens.

For looking ahead: odds run deeds with it on branching dice, games gather the numbers of an attack with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from firefight.ask import Ask
from firefight.dice import Source
from firefight.errors import FirefightError
from firefight.table import Table
from firefight.timeline import Act, Answer, Deed


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
    """What one run may ask, answered as proposed. Raises Undecided where the GM has to say what comes of it.

    A choice that is answered on the deed beforehand is taken so. `choices` are those that come up before any die falls: by
    label who chooses, and what else he might.
    """

    def __init__(self, deed: Deed, now: Table, source: Source) -> None:
        super().__init__(deed, now, source)
        self.choices: dict[str, tuple[str, tuple[str, ...]]] = {}

    def each(self, asked: Mapping[str, tuple[str, Sequence[str]]], default: str, about: str = "") -> dict[str, str]:
        if not self.fresh:
            others = {label: (who, tuple(one for one in options if one != default)) for label, (who, options) in asked.items()}
            self.choices.update(others)
        given = {answer.label: str(answer.value) for answer in self.deed.answers if answer.spec == "choice"}
        return {label: given.get(label, default) for label in asked}

    def otherwise(self, who: str) -> Iterator[tuple[str, Answer]]:
        """What somebody might choose instead, each with the answer that says so."""
        for label, (chooser, options) in self.choices.items():
            yield from ((one, Answer(label, "choice", one, who=who)) for one in options if chooser == who)

    def ruling(self, label: str, options: Sequence[str], default: str, about: str = "") -> str:
        return default

    def amount(self, label: str, default: int, about: str = "") -> int:
        return default

    def effect(self, label: str, about: str = "") -> str:
        raise Undecided(label)

    def window(self, label: str, who: Callable[[Table], tuple[str, ...]]) -> bool:
        return False


def proposed(table: Table, who: str, act: Act, source: Source | None = None, answers: tuple[Answer, ...] = ()) -> Proposed:
    """A deed that somebody thinks of, on this table, with some choices answered beforehand."""
    return Proposed(Deed("", who, act, answers=answers), table, source or NoDice())
