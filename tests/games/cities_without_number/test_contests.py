"""Opposed checks within another deed: a roll that is repeated has a label of its own, whatever windows came before it."""

from __future__ import annotations

from firefight.events import Marked
from firefight.games.cities_without_number.sheet import Ability
from firefight.table import Mark
from tests.games.cities_without_number.helpers import Fight, npc

NERVE = Ability("Nerve", when="my roll", uses=1, effect="add", value=1)


def test_a_tie_is_rolled_again_though_a_power_has_opened_a_second_window() -> None:
    """CWN-SKILL-09 CWN-INST-02"""
    thug, guard = npc("thug", weapons=(), abilities=(NERVE,)), npc("guard", "corp")
    fight = Fight(thug, guard, order=("gang", "corp"), windows="concerned", same_kind_tie="reroll", morale_prompt="off")
    fight.order(Marked("guard", Mark("waives")), Marked("thug", Mark("engaged", by="guard")))
    fight.does("thug", "shove", {"attack": 19}, target="guard", effect="prone")
    fight.done("thug", rolls={"check thug": (3, 4), "check guard": (4, 4)})
    fight.does("thug", "use", ability="Nerve")
    fight.done("thug", rolls={"check thug tie 2": (6, 6), "check guard tie 2": (1, 1)})
    assert fight.has("guard", "prone")
