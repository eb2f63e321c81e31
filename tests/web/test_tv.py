"""The television: what everybody may know, nothing to press, and no sign of whom the GM acts for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firefight.commands import Begin, Do, Order
from firefight.events import Changed, Scored
from firefight.game import Choices
from firefight.games import GAMES, game
from firefight.orders import command
from firefight.session import combatant
from firefight.store import open_store
from firefight.table import Combatant
from firefight.timeline import Act
from firefight.view import GM, SPECTATOR
from firefight.web.app import application
from firefight.web.pages import parts
from firefight.web.rooms import Look, Room
from firefight.web.screen import Screen
from firefight.web.shown import tv
from tests.conformance import SECRET, SECRET_NAME, people
from tests.web.browser.pictures import go_on
from tests.web.examples import example
from tests.web.tables import Served, fight, served
from tests.web.test_map import ROOMS

TV = Look("tv", SPECTATOR, hands=False)
every_game = pytest.mark.parametrize("id", GAMES)
TURNS = ("bo", "thug", SECRET, "ana", "guard", "cy")


@contextmanager
def in_turn(id: str = "cyberpunk-red", who: list[Combatant] | None = None) -> Iterator[Served]:
    """A fight in Cyberpunk RED, whose order is the same every time: a player, the GM's Thug, somebody hidden, a player."""
    with served(id, who or people(game(id)), begun=True) as place:
        session = place.room.session
        scores = [Scored(one, (30 - n,)) for n, one in enumerate(TURNS) if one in session.table.combatants]
        while session.table.timeline.round < 2:
            done(place.room)
        place.room.give(Order((*scores,)))
        while session.table.timeline.round < 3:
            done(place.room)
        yield place


def done(room: Room) -> None:
    """The one who acts ends his turn."""
    who = room.session.awaited()[0]
    room.give(Do(who, Act("pass"), room.session.token(who)))


def shown(place: Served) -> dict[str, str]:
    """The parts of the television."""
    return dict(parts(place.room, TV)())


def acting(place: Served) -> list[str]:
    """The names in the acting rows."""
    return re.findall(r"tv-row acting.*?<strong>(.*?)</strong>", shown(place)["order"])


@every_game
def test_there_is_nothing_to_press(id: str) -> None:
    with served(id) as place:
        page = place.tv.get(f"/t/{place.room.name}/tv").text
        body = page.partition("<body")[2]
        assert not re.search(r"<(a|button|form|input|select|details)\b|hx-(post|get)|tabindex", body)
        assert place.tv.get(f"/t/{place.room.name}").text.count("<body") == 1


@every_game
def test_nothing_of_somebody_hidden_is_shown(id: str) -> None:
    with served(id) as place:
        for _ in range(8):
            html = "".join(shown(place).values())
            assert SECRET not in html and SECRET_NAME not in html
            if not [who for who in place.room.session.awaited() if who]:
                break
            done(place.room)


def test_a_player_who_acts_is_lit_and_the_gm_is_named_in_place_of_his_people() -> None:
    with in_turn() as place:
        assert place.room.session.awaited() == ("bo",) and acting(place) == ["Bo"]
        done(place.room)
        assert place.room.session.awaited() == ("thug",) and acting(place) == ["Gamemaster"]
        done(place.room)
        assert place.room.session.awaited() == (SECRET,) and acting(place) == ["Gamemaster"]
        done(place.room)
        assert place.room.session.awaited() == ("ana",) and acting(place) == ["Ana"]


def test_the_acting_row_and_the_map_are_the_same_for_the_gms_seen_and_unseen() -> None:
    with in_turn() as place:
        order(place, "map", drawing=ROOMS)
        for who, at in (("ana", "A1"), ("thug", "B1"), ("guard", "C1"), (SECRET, "D1")):
            order(place, "place", who=who, at=at)
        assert 'class="ring"' not in shown(place)["map"]
        done(place.room)
        seen = shown(place)
        done(place.room)
        unseen = shown(place)
        assert seen["map"] == unseen["map"] and 'class="ring"' not in seen["map"]
        assert seen["head"] == unseen["head"] and seen["last"] == unseen["last"]
        done(place.room)
        assert 'class="ring"' in shown(place)["map"]


def test_the_gms_own_people_come_next_while_they_act() -> None:
    with in_turn() as place:
        done(place.room)
        queue = tv.queue(Screen(place.room, TV))
        assert queue.gamemaster and [part.place for part in queue.parts][:1] == ["next"]
        assert [row.row.name for row in queue.parts[0].rows] == ["Thug", "Ana", "Guard", "Cy"]


def test_the_last_deed_stands_below_in_words() -> None:
    with in_turn() as place:
        session = place.room.session
        offer = next(one for one in session.menu("bo") if not one.reasons and not one.picks and one.verb != "pass")
        place.room.give(Do("bo", offer.filled(Act(offer.verb)), session.token("bo")))
        last = tv.last(Screen(place.room, TV))
        assert last and last.deed[0] == ("Bo", True)
        assert "<b>Bo</b>" in shown(place)["last"]


def test_what_was_declared_beforehand_is_the_last_deed_once_it_is_done() -> None:
    room = application(open_store(":memory:"), "host").state.place.rooms.found(example("shadowrun-4"))
    room.give(Begin())
    last = None
    for _ in range(60):
        go_on(room)
        if (last := tv.last(Screen(room, TV))) and last.dice:
            break
    assert last and [piece.name for piece in last.deed].count(True) == 2


def test_a_deed_of_somebody_hidden_is_not_the_last_one_for_the_room() -> None:
    with in_turn() as place:
        done(place.room)
        done(place.room)
        before = shown(place)["last"]
        session = place.room.session
        offer = next(one for one in session.menu(SECRET) if not one.reasons and not any(map(is_open, one.picks)))
        place.room.give(Do(SECRET, offer.filled(Act(offer.verb)), session.token(SECRET)))
        assert shown(place)["last"] == before


def is_open(pick: Choices) -> bool:
    """Whether a pick has to be said."""
    return pick.kind == "text" or not (pick.default or pick.choices)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Thug hits Ana: ? damage, SP ?.", "Thug hits Ana"),
        ("8 damage against SP ?: ?", ""),
        ("Ana misses Thug: 9.", "Ana misses Thug: 9."),
    ],
)
def test_of_a_sentence_with_open_numbers_as_much_is_shown_as_is_known(text: str, left: str) -> None:
    assert tv.known(text) == left


def test_names_stand_out_and_the_longest_is_the_one_that_is_meant() -> None:
    who = people(game("cyberpunk-red"))
    red = game("cyberpunk-red")
    with served(who=[*who, combatant(red, "thug-2", "Thug 2", "gang", red.sheet())]) as place:
        found = tv.pieces(Screen(place.room, TV), "Thug 2 attacks Ana (pistol).")
        assert found == (("Thug 2", True), (" attacks ", False), ("Ana", True), (" (pistol).", False))


def test_the_code_to_join_is_shown_as_long_as_no_fight_runs() -> None:
    with served(begun=False) as place:
        assert "<svg" not in shown(place)["order"].replace('<svg class="token', "")
        place.room.join_link = "http://table.test/j/test-table/secret"
        assert 'class="qr"' in shown(place)["order"]
        fight(place.room)
        assert 'class="qr"' not in shown(place)["order"]


@pytest.mark.parametrize(("extra", "fits"), [(0, ""), (6, "tight"), (30, "dense")])
def test_a_long_order_is_set_more_closely(extra: int, fits: str) -> None:
    red = game("cyberpunk-red")
    crowd = [combatant(red, f"mook-{n}", f"Mook {n}", "gang", red.sheet()) for n in range(extra)]
    with served(who=[*people(red), *crowd]) as place:
        assert tv.queue(Screen(place.room, TV)).fit in ("large", "wide", "wide tight")
        order(place, "map", drawing=ROOMS)
        assert tv.queue(Screen(place.room, TV)).fit == fits


def test_a_name_is_data() -> None:
    with served() as place:
        place.room.give(Order((Changed("ana", name="<script>alert(1)</script>"),)))
        order(place, "map", drawing=ROOMS)
        order(place, "place", who="ana", at="A1")
        html = "".join(shown(place).values())
        assert "<script" not in html and "&lt;script&gt;" in html


def order(place: Served, verb: str, **asked: object) -> None:
    """One of the GM's orders."""
    session = place.room.session
    place.room.give(command(verb, session.game, session.table, asked), GM)
