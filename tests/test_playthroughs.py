"""The golden fights read as they did: a changed line is looked at as a GM would, and then written anew."""

from __future__ import annotations

import pytest

from firefight.games import GAMES
from tests.playthroughs import FOLDER, as_told, played


@pytest.mark.parametrize("id", GAMES)
def test_the_golden_fight_reads_as_it_did(id: str) -> None:
    assert as_told(id) == (FOLDER / f"{id}.txt").read_text("utf-8"), "read the change, then: python -m tests.playthroughs"


@pytest.mark.parametrize("id", GAMES)
def test_the_golden_fight_comes_to_its_end(id: str) -> None:
    assert not played(id).table.timeline.running
