"""The first minutes: a table is made, people come in and take seats, the fight starts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from firefight.errors import FirefightError
from firefight.games import games
from firefight.store import Store, open_store
from firefight.web import guard
from firefight.web.app import application
from firefight.web.fights import fights
from firefight.web.rooms import Room
from firefight.web.seats import good_name
from tests.web.tables import ENDLESS, HOST

FIGHT = "cyberpunk-red-1-last-bowl"
LEARN = "cyberpunk-red-3-learn"
AMBUSH = "cyberpunk-red-2-stalled-lorry"
GOOD = 'game = "shadowrun-4"\ntitle = "Mine"\n[[people]]\nready = "razor"\n'
BAD = 'game = "shadowrun-4"\n[[people]]\nready = "razr"\n[[people]]\nname = ""\n'


class Visitor:
    """A browser of its own, with its own cookies."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Response:
        """A page."""
        return self._asked("GET", path)

    def post(self, path: str, files: Any = None, **fields: str) -> Response:
        """A press."""
        return self._asked("POST", path, data={name.replace("__", "."): value for name, value in fields.items()}, files=files)

    def _asked(self, method: str, path: str, **more: Any) -> Response:
        self.client.cookies.clear()
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        answer = self.client.request(method, path, headers=headers, follow_redirects=False, **more)
        self.cookies |= dict(answer.cookies)
        return answer


class Place:
    """A server with its store, and the rooms behind it."""

    def __init__(self, store: Store, client: TestClient[Litestar], app: Litestar) -> None:
        self.store, self.client, self.app = store, client, app

    def visitor(self) -> Visitor:
        """Somebody who has never been here."""
        return Visitor(self.client)

    def host(self) -> Visitor:
        """Somebody with the host's link."""
        found = self.visitor()
        assert found.get(f"/host/{HOST}").status_code == 303
        return found

    def room(self, host: Visitor, fight: str = FIGHT) -> Room:
        """A new table for a ready-made fight."""
        answer = host.post("/tables", **{"game": fights()[fight].game, f"fight.{fights()[fight].game}": fight})
        return self.made(answer)

    def made(self, answer: Response) -> Room:
        """The table that an answer leads to."""
        name = re.fullmatch(r"/t/([a-z0-9-]+)/ready", answer.headers["hx-redirect"])
        assert name is not None
        room: Room = self.app.state.place.rooms.room(name[1])
        return room


@contextmanager
def served(store: Store, secret: str = HOST, open: bool = False) -> Iterator[Place]:
    """A server on a store."""
    app = application(store, secret, open, ENDLESS)
    with TestClient(app, base_url="http://table.test") as client:
        yield Place(store, client, app)


@pytest.fixture
def place() -> Iterator[Place]:
    """A server whose store is empty."""
    with open_store(":memory:") as store, served(store) as found:
        yield found


def way_in(room: Room) -> str:
    """The path of the link for newcomers."""
    return room.join_link.removeprefix("http://table.test")


def owner(room: Room, who: str) -> str:
    """Who plays somebody."""
    return room.session.table.who(who).owner


# ------------------------------------------------------------------ the first page


def test_the_host_is_offered_every_game_and_every_fight(place: Place) -> None:
    page = place.host().get("/").text
    assert all(f'value="{game.id}"' in page for game in games())
    assert all(f'value="{id}"' in page for id in fights())


def test_a_stranger_is_told_how_to_come_in_and_has_nothing_to_press(place: Place) -> None:
    page = place.visitor().get("/").text
    assert "Scan the code" in page
    assert "Make the table" not in page
    assert "/tables" not in page


def test_anybody_makes_a_table_where_the_server_is_open() -> None:
    with open_store(":memory:") as store, served(store, open=True) as place:
        somebody = place.visitor()
        assert "Make the table" in somebody.get("/").text
        assert place.room(somebody).title == fights()[FIGHT].title


def test_tables_are_listed_for_the_host_alone(place: Place) -> None:
    host = place.host()
    name = place.room(host).name
    assert f"/t/{name}/ready" in host.get("/").text
    assert name not in place.visitor().get("/").text


def test_another_programs_table_does_not_spoil_the_list(place: Place) -> None:
    place.store.create("strange", b"not a header", b"x" * 32)
    place.store.append("strange", 0, b"anything")
    host = place.host()
    name = place.room(host).name
    page = host.get("/").text
    assert f"/t/{name}" in page
    assert "strange" not in page


def test_nobody_who_is_hidden_is_shown_before_the_fight(place: Place) -> None:
    host = place.host()
    room = place.room(host, AMBUSH)
    hidden = [one.name for one in room.session.table.combatants.values() if one.hidden]
    assert hidden == ["Kite", "Tallow", "Sill"]
    for page in (host.get("/").text, host.get(f"/t/{room.name}/ready").text, place.visitor().get(way_in(room)).text):
        assert not any(name in page for name in hidden)


@pytest.mark.parametrize("path", ["/", "/help"])
def test_pages_have_a_language_and_a_title(place: Place, path: str) -> None:
    page = place.visitor().get(path)
    assert page.status_code == 200
    assert '<html lang="en"' in page.text
    assert "Firefight</title>" in page.text


def test_theme_is_kept_in_the_browser_and_nonsense_is_not(place: Place) -> None:
    somebody = place.visitor()
    somebody.post("/how", theme="light")
    assert 'data-theme="light"' in somebody.get("/").text
    somebody.post("/how", theme='"><script>')
    assert 'data-theme="light"' in somebody.get("/").text


# ------------------------------------------------------------------ a new table


def test_each_game_keeps_its_own_choice_and_the_chosen_games_counts(place: Place) -> None:
    answer = place.host().post(
        "/tables",
        game="shadowrun-4",
        **{"fight.cyberpunk-red": FIGHT, "fight.shadowrun-4": "shadowrun-4-3-learn"},
    )
    assert place.made(answer).session.game.id == "shadowrun-4"


def test_an_empty_table_has_the_title_that_was_typed(place: Place) -> None:
    room = place.made(
        place.host().post("/tables", game="eclipse-phase", **{"fight.eclipse-phase": "own", "title.eclipse-phase": " The  hull "})
    )
    assert (room.title, room.session.game.id, room.session.table.combatants) == ("The hull", "eclipse-phase", {})


def test_a_table_comes_of_a_file_whatever_game_is_chosen(place: Place) -> None:
    sent = {"file.cyberpunk-red": ("mine.toml", GOOD.encode())}
    answer = place.host().post("/tables", files=sent, game="cyberpunk-red", **{"fight.cyberpunk-red": "own"})
    assert (place.made(answer).title, place.made(answer).session.game.id) == ("Mine", "shadowrun-4")


def test_all_faults_of_a_file_are_told_at_once_and_no_table_is_made(place: Place) -> None:
    sent = {"file.shadowrun-4": ("<b>mine</b>.toml", BAD.encode())}
    answer = place.host().post("/tables", files=sent, game="shadowrun-4", **{"fight.shadowrun-4": "own"})
    assert "hx-redirect" not in answer.headers
    assert 'hx-target="#faults"' in answer.text
    assert "razr" in answer.text
    assert "has no name" in answer.text
    assert "<b>" not in answer.text
    assert place.store.tables() == ()


@pytest.mark.parametrize("fields", [{}, {"game": "chess"}, {"game": "shadowrun-4", "fight": "no-such"}])
def test_a_table_that_cannot_be_made_is_refused_in_a_sentence(place: Place, fields: dict[str, str]) -> None:
    answer = place.host().post("/tables", **fields)
    assert answer.status_code == 200
    assert "data-said" in answer.text
    assert place.store.tables() == ()


def test_a_stranger_makes_no_table(place: Place) -> None:
    assert place.visitor().post("/tables", game="cyberpunk-red").status_code == 403
    assert place.store.tables() == ()


# ------------------------------------------------------------------ before the fight


def test_the_code_leads_to_the_address_that_is_written_under_it(place: Place) -> None:
    host = place.host()
    room = place.room(host)
    page = host.get(f"/t/{room.name}/ready").text
    assert "<svg" in page
    assert f"<b>{way_in(room).removeprefix('/j/')}</b>" in page
    assert re.fullmatch(r"/j/([a-z]+-[a-z]+-\d\d)/([a-z]+-[a-z]+-[a-z]+-\d\d)", way_in(room))


def test_start_begins_the_fight_once_and_leads_to_the_table(place: Place) -> None:
    host = place.host()
    room = place.room(host)
    for _ in range(2):
        assert host.post(f"/t/{room.name}/start").headers["hx-redirect"] == f"/t/{room.name}"
    assert room.session.table.timeline.running
    assert room.session.table.timeline.fight == 1


def test_an_empty_table_is_not_started_but_gone_to(place: Place) -> None:
    host = place.host()
    room = place.made(host.post("/tables", game="cyberpunk-red", fight="own"))
    page = host.get(f"/t/{room.name}/ready").text
    assert "Start the fight" not in page
    assert f'href="/t/{room.name}"' in page


def test_a_new_code_ends_the_old_one(place: Place) -> None:
    host = place.host()
    room = place.room(host)
    old = way_in(room)
    assert host.post(f"/t/{room.name}/code").headers["hx-redirect"] == f"/t/{room.name}/ready"
    assert way_in(room) != old
    assert place.visitor().get(old).status_code == 401
    assert place.visitor().get(way_in(room)).status_code == 200


# ------------------------------------------------------------------ coming in


def test_whoever_takes_a_seat_plays_and_is_seen_on_the_page_that_waits(place: Place) -> None:
    host, mira = place.host(), place.visitor()
    room = place.room(host)
    assert mira.post(way_in(room), name="  Mira ", who="vex").headers["hx-redirect"] == f"/t/{room.name}"
    assert owner(room, "vex") == "Mira"
    assert "Mira is in" in host.get(f"/t/{room.name}/joined").text
    assert mira.get(f"/t/{room.name}").status_code == 200


def test_of_two_who_want_the_same_the_second_is_told_and_nothing_changes(place: Place) -> None:
    room = place.room(place.host())
    tom = place.visitor()
    place.visitor().post(way_in(room), name="Mira", who="vex")
    answer = tom.post(way_in(room), name="Tom", who="vex")
    assert "Mira has just taken Vex" in answer.text
    assert owner(room, "vex") == "Mira"
    assert guard.cookie_name(room.name) not in tom.cookies
    assert tom.post(way_in(room), name="Tom", who="moth").headers["hx-redirect"] == f"/t/{room.name}"


def test_nobody_takes_a_name_that_sits_at_the_table(place: Place) -> None:
    room = place.room(place.host())
    place.visitor().post(way_in(room), name="Mira", who="vex")
    thief = place.visitor()
    assert "Mira sits here already" in thief.post(way_in(room), name="Mira", who="moth").text
    assert owner(room, "moth") == ""
    assert thief.get(f"/t/{room.name}").status_code == 401


@pytest.mark.parametrize("name", ["", "   ", "gm", "Spectator", "x" * 41, "a\u202eb"])
def test_a_name_that_is_no_good_is_refused_in_a_sentence(place: Place, name: str) -> None:
    room = place.room(place.host())
    answer = place.visitor().post(way_in(room), name=name, who="vex")
    assert "hx-redirect" not in answer.headers
    assert "name" in answer.text
    assert owner(room, "vex") == ""


@pytest.mark.parametrize("who", ["gristle", "nobody-here", "kite"])
def test_only_player_characters_in_plain_sight_can_be_taken(place: Place, who: str) -> None:
    room = place.room(place.host(), AMBUSH if who == "kite" else FIGHT)
    answer = place.visitor().post(way_in(room), name="Mira", who=who)
    assert "There is no such seat" in answer.text
    assert room.seats.named("Mira") is None


def test_who_plays_nobody_yet_comes_back_and_takes_somebody(place: Place) -> None:
    host, mira = place.host(), place.visitor()
    room = place.room(host)
    mira.post(way_in(room), name="Mira", who="")
    assert "plays nobody yet" in host.get(f"/t/{room.name}/joined").text
    assert "You are Mira" in mira.get(way_in(room)).text
    secret = mira.cookies[guard.cookie_name(room.name)]
    mira.post(way_in(room), who="echo")
    assert owner(room, "echo") == "Mira"
    assert mira.cookies[guard.cookie_name(room.name)] == secret


def test_who_sits_already_goes_to_his_page(place: Place) -> None:
    host, mira = place.host(), place.visitor()
    room = place.room(host)
    mira.post(way_in(room), name="Mira", who="vex")
    for somebody in (mira, host):
        assert somebody.get(way_in(room)).headers["location"] == f"/t/{room.name}"


def test_a_seat_that_the_gm_has_taken_back_is_free_again(place: Place) -> None:
    room = place.room(place.host())
    place.visitor().post(way_in(room), name="Mira", who="vex")
    room.revoke("player Mira")
    place.visitor().post(way_in(room), name="Tom", who="vex")
    assert owner(room, "vex") == "Tom"


def test_names_are_text_on_every_page(place: Place) -> None:
    host, name = place.host(), "<img src=x>"
    room = place.room(host)
    place.visitor().post(way_in(room), name=name, who="vex")
    for page in (
        host.get(f"/t/{room.name}/joined"),
        place.visitor().get(way_in(room)),
        place.visitor().post(way_in(room), name="Tom", who="vex"),
    ):
        assert "<img" not in page.text
        assert "&lt;img src=x&gt;" in page.text


@pytest.mark.parametrize("path", ["/j/no-such-table-11/a-b-c-11", "/s/no-such-table-11/x", "/host/wrong"])
def test_a_link_that_is_not_good_says_so_on_a_page_with_a_way_out(place: Place, path: str) -> None:
    answer = place.visitor().get(path)
    assert answer.status_code in (401, 404)
    assert 'href="/"' in answer.text
    assert "<h1>" in answer.text


# ------------------------------------------------------------------ after a restart


def test_everybody_sits_where_he_sat_after_a_restart_in_the_middle_of_a_turn(tmp_path: Any) -> None:
    file = tmp_path / "tables.fight"
    with open_store(file) as store, served(store) as place:
        host, mira = place.host(), place.visitor()
        room = place.room(host)
        link = way_in(room)
        mira.post(link, name="Mira", who="vex")
        host.post(f"/t/{room.name}/start")
        before = room.session.table
    with open_store(file) as store, served(store) as place:
        again: Room = place.app.state.place.rooms.room(room.name)
        assert again.session.table == before
        gm, player, late = place.visitor(), place.visitor(), place.visitor()
        gm.cookies, player.cookies = dict(host.cookies), dict(mira.cookies)
        assert gm.get(f"/t/{room.name}/seats").status_code == 200
        assert player.get(f"/t/{room.name}").status_code == 200
        assert player.get(f"/t/{room.name}/seats").status_code == 403
        assert "Show a new code" in gm.get(f"/t/{room.name}/ready").text
        late.post(link, name="Tom", who="moth")
        assert owner(again, "moth") == "Tom"


def test_a_good_name_has_no_needless_blanks() -> None:
    assert good_name("  Mira   of the pier ") == "Mira of the pier"
    with pytest.raises(FirefightError):
        good_name("\n")
