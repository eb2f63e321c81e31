"""How well others stand: exactly, in a word, or not at all."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from firefight.commands import Begin
from firefight.encounter.people import Person, combatants, ready_made
from firefight.events import Answered
from firefight.games import GAMES, game
from firefight.health import level, remaining
from firefight.orders import command
from firefight.session import Session, combatant, found
from firefight.table import Pool
from firefight.timeline import Answer
from firefight.view import SPECTATOR, Viewer, visible

RED = game("cyberpunk-red")


def table() -> Session:
    vex = combatant(RED, "vex", "Vex", "crew", RED.sheet(), owner="ana", pc=True)
    rook = combatant(RED, "rook", "Rook", "gang", RED.sheet())
    return found(RED, [vex, rook], sides={"crew": "The crew", "gang": "The gang"}, secret=b"s" * 32)


def shown(session: Session, how: str, viewer: Viewer) -> tuple[object, int | None]:
    session.do(command("health", RED, session.table, {"side": "gang", "shown": how}))
    rook = session.view(viewer).who("rook")
    mark = rook.mark("health")
    return rook.pools, mark.value if mark else None


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer("player", "ana")])
def test_the_table_says_for_each_side_what_others_see_of_its_health(viewer: Viewer) -> None:
    session = table()
    hp = session.table.who("rook").pools["hp"]
    assert session.view(viewer).who("rook").pools == {}
    assert shown(session, "words", viewer) == ({}, 0)
    assert shown(session, "exact", viewer) == ({"hp": hp}, None)
    assert shown(session, "nothing", viewer) == ({}, None)


def test_words_do_not_tell_numbers_apart_that_have_the_same_word() -> None:
    views = []
    for hp in (30, 28):
        session = table()
        session.do(command("health", RED, session.table, {"side": "gang", "shown": "words"}))
        session.do(command("set", RED, session.table, {"who": "rook", "pool": "hp", "value": hp}))
        views.append(session.view(SPECTATOR))
    assert views[0] == views[1]


def test_levels_run_from_unhurt_to_down() -> None:
    rook = table().table.who("rook")
    most = rook.pools["hp"].most or 0
    levels = [level(RED, replace(rook, pools={"hp": Pool(now, most)})) for now in (most, most - 1, most // 2, 1, 0)]
    assert levels == [0, 1, 2, 3, 4]


def test_a_track_that_damage_fills_is_read_the_other_way_round() -> None:
    sr4 = game("shadowrun-4")
    one = combatant(sr4, "one", "One", "gang", sr4.sheet())
    assert level(sr4, one) == 0
    assert level(sr4, replace(one, pools={**one.pools, "stun": replace(one.pools["stun"], now=one.pools["stun"].most or 0)})) == 4


def test_the_dice_of_a_side_that_shows_its_numbers_are_seen_by_all() -> None:
    session = table()
    session.do(Begin())
    answered = [event for batch in session.history.batches for event in batch.events if isinstance(event, Answered)]
    seen = {one.who for event in answered for one in (shown_to(session, event) or ())}
    assert seen == set()
    session.do(command("health", RED, session.table, {"side": "crew", "shown": "exact"}))
    seen = {one.who for event in answered for one in (shown_to(session, event) or ())}
    assert seen == {"vex"}


def shown_to(session: Session, event: Answered) -> tuple[Answer, ...]:
    known = visible(RED, event, session.table, session.table, SPECTATOR)
    return known.answers if isinstance(known, Answered) else ()


@pytest.mark.parametrize("id", GAMES)
def test_every_game_knows_its_health_and_what_protects(id: str) -> None:
    known = game(id)
    (one,) = combatants(known, Person(ready=next(iter(ready_made(id)))))
    assert any(name in one.pools for name in known.health)
    assert all(name in one.pools or hasattr(one.sheet, name) for name, _ in known.protection)
    left, whole = remaining(known, one)
    assert left == whole > 0


def test_hits_and_ones_are_told_by_the_game_whose_dice_count_so() -> None:
    assert game("shadowrun-4").faces == {6: {1: "one", 5: "hit", 6: "hit"}}
    assert RED.faces == {}
