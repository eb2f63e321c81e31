"""Random play on a map: where somebody hidden stands changes nothing that others get, and the log keeps all of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight.commands import AnyCommand, Begin, Do, Order, Rewind
from firefight.dice import Sealed
from firefight.drawing import read
from firefight.events import DoorMoved, Event, Placed
from firefight.game import Choices
from firefight.games import GAMES, game
from firefight.ground import Square, named
from firefight.history import encode
from firefight.scene import Way
from firefight.session import Session, found, resumed
from firefight.table import Table
from firefight.timeline import Act, Pick
from firefight.view import GM, Viewer
from tests.conformance import SECRET, SECRET_NAME, VIEWERS, Player, bytes_for, encoded, people, told

ROOMS, _ = read("""
+-+-+-+-+-+-+
|     d     |
+ + + + + + +
|     |   c |
+-+d+-+ + + +
|     w     |
+-+-+-+-+-+-+
""")
SQUARES = [(x, y) for x in range(6) for y in range(3)]
STARTS = {"ana": (0, 0), "bo": (1, 0), "cy": (0, 1), "thug": (5, 2), "guard": (4, 0)}

every_game = pytest.mark.parametrize("name", GAMES)
few = settings(max_examples=20, deadline=None)
seeds = st.integers(0, 10_000)
hiding_places = st.sampled_from([at for at in SQUARES if at not in STARTS.values()])


def table_of(name: str, hidden_at: Square, seed: int) -> Session:
    """The sample people on a map, one of them hidden there."""
    everybody = [replace(one, place=STARTS.get(one.id, hidden_at)) for one in people(game(name))]
    return found(game(name), everybody, secret=bytes([seed % 251 + 1]) * 32, ground=ROOMS)


class Walker(Player):
    """Plays at random on a map; nothing he does has to do with the hidden one, so that it can be done on a twin table."""

    def command(self) -> AnyCommand:
        """What is done next."""
        roll = self.random.random()
        if not self.session.table.timeline.running:
            return Begin()
        if questions := self.session.questions():
            return self.answer(self.random.choice(questions))
        return self.intervention(self.session.table) if roll < 0.15 else self.deed(self.session.table)

    def intervention(self, table: Table) -> AnyCommand:
        """The GM places somebody, opens a door, or goes back."""
        who, door = self.random.choice(list(STARTS)), self.random.choice(ROOMS.doors()).id
        event: Event = Placed(who, self.square()) if self.random.random() < 0.5 else DoorMoved(door, self.random.random() < 0.7)
        return Rewind("undo") if self.random.random() < 0.2 else Order((event,))

    def deed(self, table: Table) -> AnyCommand:
        """An act of a player's combatant from his own menu, a way across the map where there is one; others pass."""
        who = self.random.choice([who for who in self.session.awaited() if who] or ["ana"])
        owner = table.who(who).owner
        lines = [line for line in self.session.menu(who, Viewer("player", owner)) if not line.reasons] if owner else []
        ways = [line for line in lines if any(isinstance(pick, Way) for pick in line.picks)]
        if not lines or self.random.random() < 0.3:
            return Do(who, Act("pass"), self.session.token(who))
        return Do(who, self.filled(self.random.choice(ways or lines)), self.session.token(who))

    def picked(self, pick: Choices) -> Pick | None:
        """A square for a way."""
        return named(self.square()) if isinstance(pick, Way) else super().picked(pick)

    def square(self) -> Square:
        """Any square of the map."""
        return self.random.choice(SQUARES)


@every_game
@given(seed=seeds, one_place=hiding_places, other_place=hiding_places)
@few
def test_where_somebody_hidden_stands_changes_nothing_that_others_get(
    name: str, seed: int, one_place: Square, other_place: Square
) -> None:
    one, other = table_of(name, one_place, seed), table_of(name, other_place, seed)
    for command in Walker(one, seed).play(40):
        other.do(command)
        for viewer in VIEWERS:
            assert bytes_for(one, viewer) == bytes_for(other, viewer)
    for viewer in VIEWERS:
        assert told(one, viewer) == told(other, viewer)
        assert SECRET not in told(one, viewer) and SECRET_NAME not in told(one, viewer)


@every_game
@given(seed=seeds, hidden_at=hiding_places)
@few
def test_a_log_with_a_map_reads_back_to_the_same_table(name: str, seed: int, hidden_at: Square) -> None:
    session = table_of(name, hidden_at, seed)
    list(Walker(session, seed).play(40))
    again = resumed(game(name), map(encode, session.history.batches), Sealed(b"another secret"))
    assert again.table == session.table
    assert encoded(again.table) == encoded(session.table)


def test_the_walkers_walk_and_come_upon_the_hidden_one() -> None:
    session = table_of("cyberpunk-red", (2, 0), 3)
    list(Walker(session, 3).play(300))
    moves = [event for batch in session.history.batches for event in batch.events if isinstance(event, Placed) and event.rules]
    assert len(moves) > 20
    assert "comes upon Qzx the Unseen" in told(session, GM)
