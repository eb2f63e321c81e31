"""What is true of single combatants: pools, marks, places, budgets, and who they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from firefight.encounter.people import until_text
from firefight.scenario.difference import Difference, Found, Shown, differ, each, said
from firefight.scenario.facts import MarkSeen, PersonSeen
from firefight.table import Combatant, Mark


@each("pools")
def pools(expected: Mapping[str, int | None], one: Combatant, shown: Shown) -> Found:
    """What is in each pool now; none for a pool that is not there."""
    for name, value in expected.items():
        yield from differ(f"pools of {one.id}, {name}", value, one.pools[name].now if name in one.pools else None)


@each("marks")
def marks(expected: tuple[str | MarkSeen, ...], one: Combatant, shown: Shown) -> Found:
    """Marks that must be on, among others."""
    for wanted in expected:
        seen = MarkSeen(wanted) if isinstance(wanted, str) else wanted
        if not any(is_mark(seen, mark) for mark in one.marks):
            yield Difference(f"marks of {one.id}", described(seen), said([described(told(mark)) for mark in one.marks]))


def is_mark(seen: MarkSeen, mark: Mark) -> bool:
    """Whether a mark is the one that is meant: what is written must agree."""
    got = told(mark)
    return all(getattr(seen, name) in (None, getattr(got, name)) for name in seen.__struct_fields__)


def told(mark: Mark) -> MarkSeen:
    """A mark as a scenario would write it."""
    return MarkSeen(mark.name, mark.value, until_text(mark.until), mark.until.who if mark.until else "", mark.by, mark.note)


def described(seen: MarkSeen) -> str:
    """A mark in words, with what is worth telling."""
    parts = [f"{name} {value}" for name in seen.__struct_fields__[1:] if (value := getattr(seen, name)) not in (None, "", 1)]
    return seen.name + (f" ({', '.join(parts)})" if parts else "")


def no_marks(expected: Any, shown: Shown) -> Found:
    """Who has no mark at all that the table shows, or which marks somebody does not have."""
    if not isinstance(expected, Mapping):
        for who in expected:
            one = shown.one(who)
            got = tuple(mark.name for mark in one.marks if not mark.quiet) if one else ("nobody of that id",)
            yield from differ(f"marks of {who}", (), got)
        return
    yield from no_such_marks(expected, shown)


@each("marks")
def no_such_marks(expected: tuple[str, ...], one: Combatant, shown: Shown) -> Found:
    """Marks that somebody must not have."""
    for name in expected:
        if one.has(name):
            yield Difference(f"marks of {one.id}", f"not {name}", said([mark.name for mark in one.marks]))


def scores(expected: Mapping[str, int | tuple[int, ...]], shown: Shown) -> Found:
    """Places in the order, of people or of sides; a single number is the one shown."""
    for who, wanted in expected.items():
        one = shown.one(who) or shown.table.sides.get(who)
        got = one.score if one else None
        first = isinstance(wanted, int)
        yield from differ(f"score of {who}", (wanted,) if first else wanted, got[:1] if got is not None and first else got)


@each("budgets")
def budgets(expected: Mapping[str, int], one: Combatant, shown: Shown) -> Found:
    """What somebody has left to spend."""
    left = {budget.name: budget.left for budget in shown.game.budget(shown.table, one.id)}
    for name, value in expected.items():
        if name not in left:
            yield Difference(f"budget of {one.id}, {name}", said(value), f"no such budget; there is {said(left)}")
        else:
            yield from differ(f"budget of {one.id}, {name}", value, left[name])


@each("people")
def who_is(expected: PersonSeen, one: Combatant, shown: Shown) -> Found:
    """Name, side, owner and the like, as far as they are written; fields of the sheet."""
    for name in expected.__struct_fields__:
        wanted = getattr(expected, name)
        if name != "sheet" and wanted is not None:
            yield from differ(f"{name} of {one.id}", wanted, getattr(one, name))
    for name, wanted in (expected.sheet or {}).items():
        got = msgspec.to_builtins(getattr(one.sheet, name, None))
        yield from differ(f"sheet of {one.id}, {name}", wanted, list(got) if isinstance(got, tuple) else got)
