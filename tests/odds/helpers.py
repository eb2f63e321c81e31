"""Tables for odds: two people, house rules at random, and both ways to count the same act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight.commands import Begin, Do, Reply
from firefight.dice import Alike
from firefight.game import PASS, Game
from firefight.odds.reference import NoOdds, by_branching
from firefight.session import combatant, found
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Pick


def person(game: Game, id: str, sheet: Any, marks: Mapping[str, int] | None = None, **more: Any) -> Combatant:
    """Somebody with these numbers and marks."""
    worn = tuple(Mark(name, value=value) for name, value in (marks or {}).items())
    return combatant(game, id, id.upper(), "crew" if id == "ana" else "gang", sheet, marks=worn, **more)


def table_of(game: Game, *people: Combatant, options: Mapping[str, str] | None = None) -> Table:
    """A table outside a fight."""
    return found(game, people, options, secret=b"odds" * 8).table


def fight_of(game: Game, *people: Combatant, options: Mapping[str, str] | None = None) -> Table:
    """A table in a fight, at the moment when ana is awaited."""
    session = found(game, people, options, secret=b"odds" * 8)
    session.do(Begin())
    for _ in range(200):
        if session.questions():
            asked = session.questions()[0]
            session.do(Reply(asked.label, asked.default if asked.default != "" else asked.options[0], asked.who))
        elif "ana" in session.awaited():
            return session.table
        else:
            session.do(Do(session.awaited()[0], PASS))
    raise AssertionError("ana is never awaited")


def options(game: Game) -> st.SearchStrategy[dict[str, str]]:
    """House rules at random."""
    return st.fixed_dictionaries({setting.name: st.sampled_from(setting.values) for setting in game.settings})


def marks(*names: str) -> st.SearchStrategy[dict[str, int]]:
    """Some of these marks."""
    return st.lists(st.sampled_from(names), unique=True, max_size=2).map(lambda some: dict.fromkeys(some, 1))


def act(verb: str, **picks: Pick) -> Act:
    """What ana does to the thug."""
    return Act(verb, {"target": "thug", **picks})


def agree(game: Game, table: Table, deed: Act, alike: Alike | None = None) -> None:
    """The odds by the rule must be those of running the deed on branching dice; what the rule does not tell is no example."""
    fast = game.chances.by_rule(table, "ana", deed)
    assume(fast is not None)
    assert fast is not None
    try:
        reference = by_branching(game, table, "ana", deed, 200_000, alike)
    except NoOdds:
        assert not fast.chance
    else:
        dice_of_others = reference.rolled != fast.rolled
        assert not dice_of_others or not fast.chance
        assert fast == (replace(reference, rolled=fast.rolled, damage=fast.damage) if dice_of_others else reference)
