"""Players' odds rest on what they may know: a secret of the target does not move them, whatever it does to the GM's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from firefight import odds
from firefight.game import Game
from firefight.games import game
from firefight.odds.reference import by_branching
from firefight.table import Combatant, Table
from firefight.view import Viewer, view
from tests.odds.helpers import act, fight_of, person

ANA = Viewer("player", "ana's player")
TWINS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "cities-without-number": (
        {"weapons": ("knife",)}, {"hp": 4, "melee_ac": 10}, {"hp": 40, "soak": 9, "melee_ac": 18},
    ),
    "cyberpunk-red": (
        {"body": 9, "skills": {"brawling": 4}}, {"hp": 5},
        {"hp": 50, "dex": 8, "skills": {"evasion": 9}, "armor": ("light armorjack",)},
    ),
    "eclipse-phase": ({}, {"durability": 20}, {"durability": 60, "kinetic": 20, "skills": {"fray": 90, "melee": 90}}),
    "shadowrun-4": ({"strength": 9}, {"body": 1}, {"body": 9, "impact": 9, "reaction": 9, "skills": {"dodge": 6}}),
}  # fmt: skip
UNARMED = {
    "cities-without-number": "fists", "cyberpunk-red": "bare hands", "eclipse-phase": "unarmed", "shadowrun-4": "unarmed",
}  # fmt: skip


def tables(known: Game) -> tuple[Table, Table]:
    """Two tables that differ only in what the target hides."""
    ours, plain, hidden = TWINS[known.id]
    ana = person(known, "ana", known.sheet(**ours), owner=ANA.name, pc=True)
    people = [(ana, person(known, "thug", known.sheet(**numbers))) for numbers in (plain, hidden)]
    first, second = (fight_of(known, *pair) for pair in people)
    secret = replace(first.who("thug"), sheet=second.who("thug").sheet, pools=second.who("thug").pools)
    return first, replace(first, combatants={**first.combatants, "thug": secret})


@pytest.mark.parametrize("id", TWINS)
def test_a_secret_moves_the_gms_odds_and_no_players(id: str) -> None:
    known = game(id)
    first, second = tables(known)
    blow = act("attack", weapon=UNARMED[id])
    for_gm = [odds.of(known, table, "ana", blow) for table in (first, second)]
    for_player = [odds.of(known, view(known, table, ANA), "ana", blow) for table in (first, second)]
    assert for_gm[0] != for_gm[1] and None not in for_gm
    assert for_player[0] == for_player[1] and None not in for_player
    assert all(found.guessed for found in for_player if found) and not any(found.guessed for found in for_gm if found)


@pytest.mark.parametrize("id", TWINS)
def test_somebody_as_ordinary_as_he_is_taken_for_is_guessed_all_the_same(id: str) -> None:
    """Else the sign itself would tell a secret."""
    known = game(id)
    table = tables(known)[0]
    thug = table.who("thug")
    ordinary = table.change("thug", sheet=known.public(thug).sheet)
    found = [odds.of(known, view(known, one, ANA), "ana", act("attack", weapon=UNARMED[id])) for one in (table, ordinary)]
    assert found[0] == found[1] and found[0] is not None and found[0].guessed


@pytest.mark.parametrize("id", TWINS)
def test_what_concerns_nobody_but_ones_own_is_not_guessed(id: str) -> None:
    known = game(id)
    table = tables(known)[0].change("thug", owner=ANA.name)
    found = odds.of(known, view(known, table, ANA), "ana", act("attack", weapon=UNARMED[id]))
    assert found is not None and not found.guessed and found == odds.of(known, table, "ana", act("attack", weapon=UNARMED[id]))


@pytest.mark.parametrize("id", TWINS)
def test_who_goes_first_is_a_guess_for_a_player_and_moved_by_no_secret(id: str) -> None:
    known = game(id)
    at_rest = [replace(table, timeline=type(table.timeline)()) for table in tables(known)]
    calm = [replace(table, combatants=rested(table)) for table in at_rest]
    for_gm, for_player = ([odds.initiative(known, seen(table)) for table in calm] for seen in (lambda one: one, views(known)))
    assert all(first and first.guessed for first in for_player) and not any(first and first.guessed for first in for_gm)
    assert for_player[0] == for_player[1]


def rested(table: Table) -> dict[str, Combatant]:
    """Everybody as before the fight."""
    return {id: replace(one, score=(), marks=(), fighting=False) for id, one in table.combatants.items()}


def views(known: Game) -> Callable[[Table], Table]:
    """How ana's player sees a table."""
    return lambda table: view(known, table, ANA)


@pytest.mark.parametrize("id", TWINS)
def test_a_players_panel_is_moved_by_no_secret_and_tells_of_no_unknown_health(id: str) -> None:
    known = game(id)
    panels = []
    for table in tables(known):
        seen = view(known, table, ANA)
        panels.append(odds.panel(known, seen, "ana", known.menu(seen, "ana")))
    assert panels[0] == panels[1] and panels[0]
    assert {found.drops for line, found in panels[0].items() if line.target == "thug" and found.damage} == {None}


@pytest.mark.parametrize("id", ["cities-without-number", "shadowrun-4"])
def test_by_rule_and_on_branching_dice_a_view_has_the_same_odds(id: str) -> None:
    known = game(id)
    seen = view(known, tables(known)[0], ANA)
    blow = act("attack", weapon=UNARMED[id])
    (offer,) = [offer for offer in known.menu(seen, "ana", "attack") if offer.fits(blow)]
    fast = known.chances.by_rule(seen, "ana", offer.filled(blow))
    assert fast is not None and fast.drops is None
    assert fast == by_branching(known, seen, "ana", offer.filled(blow))


def test_health_that_the_table_tells_of_brings_the_chance_to_drop() -> None:
    """A side whose health is open to all: its pools are in the view, and so is the chance."""
    known = game("cities-without-number")
    table = replace(tables(known)[0], flags={"health gang": 2})
    found = odds.of(known, view(known, table, ANA), "ana", act("attack", weapon="fists"))
    assert found is not None and found.drops is not None
