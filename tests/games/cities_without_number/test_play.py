"""Random play with the ready-made people, their powers and every house rule: nothing hangs, nothing breaks."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from firefight.commands import AnyCommand, Do
from firefight.dice import Sealed
from firefight.encounter.people import Person, combatants, ready_made
from firefight.game import Choices
from firefight.games.cities_without_number import GAME
from firefight.games.cities_without_number.sheet import weapons
from firefight.history import encode
from firefight.session import Session, found, resumed
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Pick
from tests.conformance import Player


def everybody() -> list[Combatant]:
    """One of each ready-made person; the crew belongs to players."""
    crew = ("kestrel", "brick", "suture", "static")
    people = (Person(ready=ready, owner=ready if ready in crew else "") for ready in ready_made(GAME.id))
    return [one for person in people for one in combatants(GAME, person)]


class Everything(Player):
    """Plays the GM's own acts as well."""

    def deed(self, table: Table) -> AnyCommand:
        if self.random.random() < 0.1:
            lines = [line for line in self.session.menu("") if not line.reasons]
            return Do("", self.filled(self.random.choice(lines)))
        return super().deed(table)

    def picked(self, pick: Choices) -> Pick | None:
        return "+1, -2" if pick.pick.endswith("situation") else super().picked(pick)


def at_random(seed: int) -> Session:
    """A table with house rules drawn by lot."""
    lot = random.Random(seed)
    options = {setting.name: lot.choice(setting.values) for setting in GAME.settings}
    return found(GAME, everybody(), options, secret=bytes([seed + 1]) * 32)


@pytest.mark.parametrize("seed", range(12))
def test_random_play_folds_to_the_same_table_and_never_stalls(seed: int) -> None:
    session = at_random(seed)
    for _ in Everything(session, seed).play(80):
        assert all(session.menu(who) for who in session.awaited() if who)
    assert resumed(GAME, map(encode, session.history.batches), Sealed(b"another")).table == session.table


def test_every_ready_made_person_has_what_his_sheet_promises() -> None:
    for one in everybody():
        powers = {power.name for power in one.sheet.abilities}
        offered = {line.fixed.get("ability") for line in found(GAME, [one]).menu(one.id) if line.verb == "use"}
        assert powers == offered
        assert one.pool("hp") == one.sheet.hp > 0


def test_strangers_are_seen_without_their_numbers_and_uses() -> None:
    for one in everybody():
        known = GAME.public(replace(one, marks=(Mark("used Veteran's Luck", quiet=True), Mark("prone"))))
        assert (known.pools, known.sheet.abilities, known.sheet.melee_ac, known.sheet.soak) == ({}, (), None, 0)
        assert [weapon.name for weapon in weapons(known)] == [weapon.name for weapon in weapons(one)]
        assert [mark.name for mark in known.marks] == ["prone"]
