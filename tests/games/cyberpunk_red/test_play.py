"""Random play with the ready-made people and their numbers: the laws of every table hold for real attacks, too."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight.dice import Sealed
from firefight.encounter.people import Person, combatants
from firefight.engine import awaited
from firefight.history import encode
from firefight.session import Session, found, resumed
from firefight.view import Viewer, log
from tests.conformance import ANA, Player, bytes_for, encoded
from tests.games.cyberpunk_red.helpers import RED

seeds = st.integers(0, 10_000)
few = settings(max_examples=15, deadline=None)
OWNERS = {"solo": ANA.name, "medtech": ANA.name}


def table(seed: int, sp: str = "light armorjack", will: int = 5) -> Session:
    """Two of Ana's and three strangers, one of whom has secrets of armour and stamina."""
    people = [
        replace(one, owner=OWNERS.get(id, ""), pc=id in OWNERS)
        for id in ("solo", "medtech", "booster", "ganger")
        for one in combatants(RED, Person(ready=id))
    ]
    guard = combatants(RED, Person(ready="guard", sheet={"armor": (sp,), "will": will}))
    return found(RED, [*people, *guard], secret=bytes([seed % 251 + 1]) * 32)


@given(seeds)
@few
def test_a_fight_with_numbers_comes_to_rest_and_folds_to_the_same_table(seed: int) -> None:
    session = table(seed)
    for _ in Player(session, seed).play(60):
        assert all(not who or session.menu(who) for who in awaited(RED, session.table))
    again = resumed(RED, map(encode, session.history.batches), Sealed(b"another secret"))
    assert encoded(again.table) == encoded(session.table)


@given(seeds)
@few
def test_the_armour_and_the_stamina_of_strangers_cannot_be_seen(seed: int) -> None:
    """CPR-DMG-01, CPR-HP-01: with equal tables but for these numbers, a player has the same bytes."""
    one, other = table(seed), table(seed, "bodyweight suit", 6)
    assert bytes_for(one, ANA) == bytes_for(other, ANA)
    assert pictured(one, ANA) == pictured(other, ANA)


def pictured(session: Session, viewer: Viewer) -> list[bytes]:
    """The log as a viewer has it."""
    return [encoded(event) for _, event, _ in log(RED, session.history, viewer)]
