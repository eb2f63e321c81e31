"""Two clocks, and what a round lasts."""

from __future__ import annotations

import pytest

from firefight.commands import End
from tests.games.cyberpunk_red.helpers import Fight


def test_a_fight_switches_to_combat_time_and_back() -> None:
    """CPR-TIME-01"""
    fight = Fight(ana=18, bo=9, begin=False)
    assert (fight.session.table.mode, fight.round) == ("narrative", 0)
    fight.begin()
    assert (fight.session.table.mode, fight.round) == ("combat", 1)
    fight.session.do(End())
    assert (fight.session.table.mode, fight.round) == ("narrative", 0)


# CPR-TIME-02
@pytest.mark.parametrize(("people", "rounds", "seconds"), [(9, 1, 3), (1, 20, 60), (2, 5, 15)])
def test_a_round_lasts_three_seconds_however_many_take_part(people: int, rounds: int, seconds: int) -> None:
    fight = Fight(**{f"p{n}": 30 - n for n in range(people)})
    while fight.round <= rounds:
        fight.passes(*fight.acting)
    fight.session.do(End())
    assert fight.session.table.clock.seconds == seconds


def test_a_fight_that_ends_in_its_first_round_has_completed_none() -> None:
    """CPR-TIME-02"""
    fight = Fight(ana=18, bo=9)
    fight.passes("ana")
    fight.session.do(End())
    assert fight.session.table.clock.seconds == 0
