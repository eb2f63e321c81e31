"""A difference between what a scenario expects and what a table shows, and what there is to compare with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from firefight.game import Game
from firefight.table import Combatant, Table


class Difference(NamedTuple):
    """Something that is not as expected: what, expected and got, in words; `at` is the key of the step that says so."""

    what: str
    expected: str
    got: str
    at: tuple[str, ...] = ()


class Shown(NamedTuple):
    """What there is to compare with: a table, or somebody's view of one, and what the step has told him."""

    game: Game
    table: Table
    labels: tuple[str, ...]
    told: tuple[str, ...]

    def one(self, who: str) -> Combatant | None:
        """The combatant of this id, if there is one."""
        return self.table.combatants.get(who)


Found = Iterator[Difference]


def differ(what: str, expected: Any, got: Any) -> Found:
    """A difference, if the two are not equal."""
    if expected != got:
        yield Difference(what, said(expected), said(got))


def said(value: Any) -> str:
    """A value in the notation of the files."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(said, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {said(one)}" for key, one in value.items()) + "}"
    return "none" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def each(what: str) -> Callable[[Callable[[Any, Combatant, Shown], Found]], Callable[[Mapping[str, Any], Shown], Found]]:
    """A fact by combatant: somebody who is not there is a difference of its own."""

    def wrap(compare: Callable[[Any, Combatant, Shown], Found]) -> Callable[[Mapping[str, Any], Shown], Found]:
        def all_(expected: Mapping[str, Any], shown: Shown) -> Found:
            for who, wanted in expected.items():
                one = shown.one(who)
                if one is None:
                    yield Difference(f"{what} of {who}", said(wanted), "nobody of that id")
                else:
                    yield from compare(wanted, one, shown)

        return all_

    return wrap
