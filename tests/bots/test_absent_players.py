"""A bot that plays for an absent player knows what the player knows, and does what the player could do."""

from __future__ import annotations

from random import Random

import pytest

from firefight.bots import POLICIES, decide
from firefight.games import GAMES
from firefight.session import Session
from firefight.table import Table
from firefight.timeline import Deed, Turn
from firefight.view import GM, Viewer
from tests.sim.fights import begun


@pytest.mark.parametrize("id", GAMES)
def test_what_it_does_on_the_players_view_is_the_players_to_do(id: str) -> None:
    session, random = begun(id), Random(1)
    played = set()
    for _ in range(60):
        who = next_one(session)
        if who is None:
            break
        one = session.table.combatants.get(who)
        viewer = Viewer("player", one.owner) if one and one.owner else GM
        command = decide(session.game, known(session, viewer), who, POLICIES["steady"], random)
        session.do(command, by=viewer)
        played.add(viewer.name)
    assert len(played) > 1


def next_one(session: Session) -> str | None:
    """Who is awaited first; None where the fight does not go on by itself."""
    top = session.table.timeline.top
    return next(iter(session.awaited()), None) if isinstance(top, Turn | Deed) else None


def known(session: Session, viewer: Viewer) -> Table:
    """The table as somebody knows it."""
    return session.view(viewer)
