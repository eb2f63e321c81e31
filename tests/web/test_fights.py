"""Ready-made fights: each loads, runs and stays on its map; what is shown of them gives no ambusher away."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from firefight import encounter as encounters
from firefight.bots import POLICIES, decide
from firefight.commands import Begin
from firefight.engine import awaited
from firefight.errors import FirefightError
from firefight.games import GAMES
from firefight.session import Session
from firefight.store import open_store
from firefight.web.fights import fights, load, sentences
from firefight.web.guide import about, steps
from firefight.web.rooms import Rooms

ALL = list(fights())
DEEDS = 12


def begun(id: str) -> Session:
    """A ready-made fight that has begun, always with the same dice."""
    session = encounters.session(load(id), secret=id.encode().ljust(32)[:32])
    session.do(Begin())
    return session


def turns(session: Session, many: int = DEEDS) -> Iterator[str]:
    """Lets everybody who is awaited do something; whose deed it was, for each."""
    dice = random.Random(1)
    for _ in range(many):
        due = awaited(session.game, session.table)
        if not due:
            return
        session.do(decide(session.game, session.table, due[0], POLICIES["steady"], dice))
        yield due[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_three_fights_the_last_of_them_guided(game: str) -> None:
    own = [one for one in fights().values() if one.game == game]
    assert len(own) == 3
    assert [one.guided for one in own] == [False, False, True]


@pytest.mark.parametrize("id", ALL)
def test_a_fight_begins_and_goes_on(id: str) -> None:
    session = begun(id)
    assert session.table.timeline.running
    assert len(list(turns(session))) == DEEDS or not awaited(session.game, session.table)


@pytest.mark.parametrize("id", ALL)
def test_everybody_has_a_square_and_every_seat_is_free(id: str) -> None:
    meeting = load(id)
    assert meeting.ground is not None
    assert all(one.place is not None for one in meeting.people)
    assert not any(one.owner for one in meeting.people)
    assert sum(one.pc for one in meeting.people) == fights()[id].ours >= 2


@pytest.mark.parametrize("id", [id for id in ALL if fights()[id].guided])
def test_in_a_guided_fight_two_meet_one_with_a_step_for_each_line_of_the_notes(id: str) -> None:
    fight, told = fights()[id], load(id).notes.strip().splitlines()
    assert (fight.ours, fight.theirs) == (2, 1)
    assert 5 <= len(steps(load(id).notes)) == len(told) - 1 <= 7


@pytest.mark.parametrize("id", [id for id in ALL if fights()[id].guided])
def test_in_a_guided_fight_whoever_comes_first_has_an_attack_with_a_target(id: str) -> None:
    session = begun(id)
    for one in session.table.present():
        lines = [line for line in session.game.menu(session.table, one.id) if line.verb == "attack"]
        targets = [choice for line in lines for pick in line.picks if pick.pick == "target" for choice in pick.choices]
        assert any(not choice.reasons for choice in targets)


def test_every_game_has_a_fight_with_somebody_in_hiding() -> None:
    hiding = {one.game for one in fights().values() if any(person.hidden for person in load(one.id).people)}
    assert hiding == set(GAMES)


def test_a_parked_car_is_not_counted_as_an_opponent() -> None:
    vehicles = [one for one in load("cities-without-number-2-checkpoint").people if one.sheet.kind == "vehicle"]  # type: ignore[attr-defined]
    assert len(vehicles) == 2
    assert fights()["cities-without-number-2-checkpoint"].theirs == 4


def test_numbered_people_are_one_line_of_the_roster() -> None:
    gang = fights()["cities-without-number-1-flyover-toll"].sides[1]
    assert ("Ganger", 4, False) in gang.people


@pytest.mark.parametrize("id", ["", "../fights/x", "no-such-fight", "a b", "x.toml"])
def test_a_fight_there_is_not_is_refused(id: str) -> None:
    with pytest.raises(FirefightError, match="no such fight"):
        load(id)


def test_notes_without_numbered_lines_have_no_steps() -> None:
    assert steps("Three wait.\nThe door on the left is shut.\n1 guard sleeps.") == ()
    assert about("\nThree wait.\nThe door is shut.") == "Three wait."


def test_a_step_is_what_stands_behind_its_number() -> None:
    assert steps("Two meet.\n1. Look left.\n  2.  Press it.  \nAside.") == ("Look left.", "Press it.")


def test_all_that_is_said_of_fights_can_be_translated() -> None:
    said = sentences()
    assert len(set(said)) == len(said)
    for id in ALL:
        assert {load(id).title, about(load(id).notes), *steps(load(id).notes), *load(id).sides.values()} <= set(said)


def test_a_table_keeps_its_guide_when_it_is_opened_again() -> None:
    id = next(id for id in ALL if fights()[id].guided)
    with open_store(":memory:") as store:
        name = Rooms(store).found(load(id)).name
        assert Rooms(store).room(name).guide == steps(load(id).notes)
