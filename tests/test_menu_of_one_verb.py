"""Checking an act asks a game's menu for the lines of one verb: they must be those of the whole menu."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight.encounter.people import Person, combatants, ready_made
from firefight.game import Game
from firefight.games import GAMES, game
from firefight.session import Session, found
from firefight.table import Table
from tests.conformance import Player, people


def everybody(game: Game, seed: int) -> Session:
    """A table of the sample people and all who are ready-made, with all they carry."""
    sample = people(game)
    known = {one.id for one in sample}
    ready = [one for id in ready_made(game.id) for one in combatants(game, Person(ready=id)) if one.id not in known]
    return found(game, [*sample, *ready], secret=bytes([seed % 251 + 1]) * 32)


def compare(game: Game, table: Table, who: str) -> None:
    """The lines of every verb there is, alone and among all."""
    whole = game.menu(table, who)
    for verb in {line.verb for line in whole}:
        alone = [line for line in game.menu(table, who, verb) if line.verb == verb]
        assert alone == [line for line in whole if line.verb == verb]


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_the_lines_of_one_verb_are_those_of_the_whole_menu(name: str, seed: int) -> None:
    session = everybody(game(name), seed)
    for _ in Player(session, seed).play(25):
        for who in ("", *session.table.combatants):
            compare(session.game, session.table, who)
