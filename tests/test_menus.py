"""Menus offer as much as they did: a changed number is a changed rule, to be looked at and then written anew."""

from __future__ import annotations

import pytest

from firefight.games import GAMES, game
from tests.menus import FOLDER, as_text


@pytest.mark.parametrize("id", GAMES)
def test_the_counts_of_the_menus_are_those_on_file(id: str) -> None:
    assert as_text(game(id)) == (FOLDER / f"{id}.txt").read_text("utf-8"), "look at the change, then: python -m tests.menus"
