"""Odds in fights played at random: whatever can be done has odds or a reason, for everybody who looks, and changes nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from firefight import odds
from firefight.errors import FirefightError
from firefight.games import GAMES, game
from firefight.games.shadowrun_4.chances import WITHOUT
from firefight.odds.reference import by_branching
from firefight.session import Session
from tests.conformance import VIEWERS, Player, table_of

STEPS, EVERY, ENOUGH = 60, 6, 3


def played(id: str, seed: int) -> Session:
    """A table in the middle of a fight."""
    return table_of(game(id), seed)


@pytest.mark.parametrize("id", ["cities-without-number", "shadowrun-4"])
def test_in_the_middle_of_a_fight_the_rule_and_the_deed_come_to_the_same(id: str) -> None:
    """The first line that has odds by its rule, with budgets, wounds and windows as they are.

    Blows of the other two games, opposed by dice of many faces, take too many branches for that.
    """
    session, compared = played(id, 5), 0
    player = Player(session, 5)
    for _ in range(STEPS):
        try:
            session.do(player.command())
        except FirefightError:
            continue
        compared += agrees(session, next(filter(None, session.awaited()), ""))
        if compared == ENOUGH:
            return
    assert compared


def agrees(session: Session, who: str) -> bool:
    """Whether there was a line to compare; it must agree."""
    known, table = session.game, session.table
    coarse = WITHOUT if known.id == "shadowrun-4" else None
    for offer in session.menu(who) if who else ():
        for _, act in odds.acts(table, offer) if odds.is_rolled(offer) else ():
            fast = None if offer.refusals(act) else known.chances.by_rule(table, who, act)
            if fast is not None:
                try:
                    found = by_branching(known, table, who, act, 3_000, coarse)
                except FirefightError:
                    continue
                assert fast == replace(found, rolled=fast.rolled)
                return True
    return False


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("seed", [3, 11])
def test_every_line_of_every_menu_has_odds_or_a_reason(id: str, seed: int) -> None:
    session = played(id, seed)
    player, known = Player(session, seed), game(id)
    for step in range(STEPS):
        try:
            session.do(player.command())
        except FirefightError:
            continue
        if step % EVERY:
            continue
        for who in filter(None, session.awaited()):
            looked_at(session, who)
            for viewer in VIEWERS:
                seen = session.view(viewer)
                if who in seen.combatants:
                    odds.panel(known, seen, who, known.menu(seen, who), 60)


def looked_at(session: Session, who: str) -> None:
    """Nothing but a reason in words may come of asking for odds on the GM's table, and the table stays as it was."""
    before = session.table
    for offer in session.menu(who):
        if odds.is_rolled(offer):
            for _, act in odds.acts(before, offer):
                if not offer.refusals(act):
                    checked(session, who, offer, act)
    assert session.table is before


def checked(session: Session, who: str, offer: object, act: object) -> None:
    try:
        found = odds.of_line(session.game, session.table, who, offer, act, 60)  # type: ignore[arg-type]
    except FirefightError as error:
        assert str(error)
    else:
        assert found.chance is None or 0 <= found.chance <= 1
        assert not found.damage or sum(found.damage.values()) == 1
        assert odds.describe(found) or found.chance is None
