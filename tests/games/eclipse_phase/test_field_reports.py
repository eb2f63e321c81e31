"""Faults of other people's trackers, turned into cases this one must pass."""

from __future__ import annotations

import pytest

from firefight.events import Marked, Unmarked
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Mark
from tests.games.eclipse_phase.helpers import Fight


# FR-S-04
@pytest.mark.parametrize("down", ["a", "c", "ac"])
def test_who_is_out_is_passed_over_at_the_border_of_the_turn_too(down: str) -> None:
    fight = Fight({"a": 14, "b": 11, "c": 8}).order(*(Marked(who, Mark("out")) for who in down))
    fight.order(Marked("b", Mark("lit", UNTIL_ROUND_END)))
    up = [who for who in "abc" if who not in down]
    fight.turn(*up)
    assert fight.round == 2 and fight.awaited == (up[0],)
    assert fight.told().count("B is no longer lit") == 1
    assert ("C to act" in fight.told()) == ("c" in up)


# FR-S-04
def test_who_is_revived_after_his_place_has_gone_by_acts_from_the_next_turn_on() -> None:
    fight = Fight({"ito": 14, "bao": 11, "cel": 8}).marks("ito", "unconscious").turn("bao", "cel")
    assert fight.round == 2 and fight.awaited == ("bao",)
    fight.order(Unmarked("ito", "unconscious"))
    assert fight.awaited == ("bao",) and fight.score("ito") == 14
    assert fight.turn("bao", "cel").awaited == ("ito",)  # EP-INIT-10
