"""The map on the page: what each may see of it, moving on it, what is read out of it, and a new one for the table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight.commands import Do
from firefight.drawing import Part, read
from firefight.games import game
from firefight.ground import Ground, Square, named
from firefight.orders import command
from firefight.space import middle, sees
from firefight.timeline import Act
from firefight.view import GM, SPECTATOR
from firefight.web.pages import parts
from firefight.web.rooms import Look
from firefight.web.screen import Screen
from firefight.web.shown import map as maps
from firefight.web.shown.layout import BOXES, Layout, around, layout
from firefight.web.shown.sight import first_hit
from firefight.web.shown.twin import twin
from tests.conformance import ANA, SECRET, SECRET_NAME, people
from tests.web.tables import Served, fight, served

ROOMS = """
+-+-+-+-+-+-+-+-+
|       |       |
+ + + + + + + + +
|       d       |
+ + + + + + + + +
|       |       |
+-+-+-+-+w+-+-+-+
|         c     |
+ + + + + + + + +
|         c     |
+-+-+-+-+-+-+-+-+
"""
STARTS = {"ana": "B2", "bo": "A1", "cy": "C3", "thug": "G2", "guard": "G5"}
LOOKS = [Look(page, viewer) for page, viewer in (("map", ANA), ("phone", ANA), ("map", SPECTATOR), ("tv", SPECTATOR))]


@contextmanager
def on_map(id: str = "cyberpunk-red", hidden_at: str = "D1", begun: bool = True, metres: float | None = None) -> Iterator[Served]:
    """A served table with everybody on a map, somebody hidden among them; Ana's turn comes first."""
    who = people(game(id))
    with served(id, who, begun=False) as place:
        order(place, "map", drawing=ROOMS, name="The back room", **({"metres": metres} if metres else {}))
        for one, at in {**STARTS, SECRET: hidden_at}.items():
            order(place, "place", who=one, at=at)
        if begun:
            begin(place)
        yield place


def begin(place: Served) -> None:
    """Begins a fight; others pass until Ana acts."""
    fight(place.room)
    session = place.room.session
    while "ana" not in session.awaited():
        who = session.awaited()[0]
        place.room.give(Do(who, Act("pass"), session.token(who)))


def order(place: Served, verb: str, **asked: object) -> None:
    """One of the GM's orders, given in the library."""
    session = place.room.session
    place.room.give(command(verb, session.game, session.table, asked), GM)


def at(place: Served, who: str) -> str:
    """The square somebody stands on."""
    square = place.room.session.table.who(who).place
    return named(square) if square else ""


def html(place: Served, look: Look) -> str:
    """All parts of a page as somebody sees them."""
    return "".join(parts(place.room, look)().values())


def token_of(place: Served, who: str) -> str:
    """What a menu line bears."""
    return place.room.session.token(who)


# ------------------------------------------------------------------ secrets


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.page}-{look.viewer.role}")
def test_a_hidden_person_is_in_no_byte_of_the_map_for_others(look: Look) -> None:
    with on_map() as place:
        shown = html(place, look)
        assert SECRET not in shown and SECRET_NAME not in shown
        assert SECRET in html(place, Look("map", GM))


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.page}-{look.viewer.role}")
def test_where_somebody_hidden_stands_changes_no_byte_for_others(look: Look) -> None:
    with on_map(hidden_at="D1", begun=False) as one, on_map(hidden_at="H4", begun=False) as other:
        assert html(one, look) == html(other, look)
        assert html(one, Look("map", GM)) != html(other, Look("map", GM))


def test_a_hidden_persons_square_can_be_reached_as_far_as_others_know() -> None:
    with on_map(hidden_at="C2") as place:
        screen = Screen(place.room, Look("map", ANA))
        drawn = maps.drawn(screen)
        assert drawn and drawn.reach and (2, 1) in drawn.reach.near


def test_what_a_hidden_person_sees_is_for_the_gm_alone() -> None:
    with on_map() as place:
        path = f"/t/{place.room.name}/sight/{SECRET}"
        assert place.gm.get(path).status_code == 200
        assert place.ana.get(path).status_code == place.tv.get(path).status_code == 404
        assert SECRET_NAME not in place.ana.get(f"/t/{place.room.name}/sight/thug").text
        assert SECRET_NAME in unescape(place.gm.get(f"/t/{place.room.name}/sight/thug").text)


# ------------------------------------------------------------------ moving


def move(place: Served, to: str, **more: str) -> str:
    """Ana's way to a square, as the map posts it; what the page says then."""
    fields = {"who": "ana", "verb": "move", "token": token_of(place, "ana"), "pick.to": to, **more}
    return str(place.ana.post(f"/t/{place.room.name}/do", fields).text)


def test_a_token_that_is_moved_within_reach_stands_there() -> None:
    with on_map() as place:
        assert "refused" not in move(place, "D2")
        assert at(place, "ana") == "D2"


@pytest.mark.parametrize("to", ["G2", "Z99", "H5", "C3", "nowhere"])
def test_a_way_that_cannot_be_gone_is_refused_in_one_sentence_and_nobody_moves(to: str) -> None:
    with on_map() as place:
        before = place.state
        said = move(place, to)
        assert said.count("data-said") == 1 and "refused" in said and "Traceback" not in said
        assert at(place, "ana") == "B2" and place.state == before


def test_the_gm_puts_anybody_anywhere_and_nobody_else_does() -> None:
    with on_map() as place:
        path, fields = f"/t/{place.room.name}/order/place", {"who": "thug", "at": "H1"}
        assert place.ana.post(path, fields).status_code == place.tv.post(path, fields).status_code == 403
        assert at(place, "thug") == "G2"
        assert place.gm.post(path, fields).status_code == 200
        assert at(place, "thug") == "H1"


def test_only_what_the_looker_can_move_can_be_dragged() -> None:
    with on_map() as place:
        drags = {
            (look.page, look.viewer.role): dict(re.findall(r'data-token="([\w-]+)"[^>]*data-drag="(\w*)"', html(place, look)))
            for look in (Look("gm", GM), Look("map", ANA), Look("phone", ANA), Look("map", SPECTATOR, hands=False))
        }
        assert drags["gm", "gm"] == {**dict.fromkeys((*STARTS, SECRET), "place"), "ana": "act"}
        assert drags["map", "player"] == drags["phone", "player"] == {**dict.fromkeys(STARTS, ""), "ana": "act"}
        assert set(drags["map", "spectator"].values()) == {""}


def test_doors_are_the_gms_to_open() -> None:
    with on_map() as place:
        assert 'hx-post="/t/test-table/order/door"' in html(place, Look("gm", GM))
        assert not any("order/door" in html(place, look) for look in LOOKS)
        place.gm.post(f"/t/{place.room.name}/order/door", {"door": "door E2", "do": "open"})
        ground = place.room.session.table.ground
        assert ground and ground.doors()[0].open
        assert "door E2 is open: shut it" in html(place, Look("gm", GM))


# ------------------------------------------------------------------ reach and sight


def test_the_acting_ones_reach_is_what_is_left_of_his_movement_and_what_running_adds() -> None:
    with on_map(metres=4) as place:
        order(place, "door", door="door E2", do="open")
        drawn = maps.drawn(Screen(place.room, Look("map", ANA)))
        assert drawn and drawn.reach
        left = {one.name: one.left for one in place.room.session.game.budget(place.room.session.table, "ana")}["metres"]
        assert max(drawn.reach.near.values()) <= left < max(drawn.reach.far.values()) <= 2 * left
        assert not set(drawn.reach.near) & set(drawn.reach.far)
        move(place, "D2")
        after = maps.drawn(Screen(place.room, Look("map", ANA)))
        assert after and after.reach and max(after.reach.near.values()) <= left - 8


def test_a_full_move_reaches_farther_in_eclipse_phase() -> None:
    with on_map("eclipse-phase") as place:
        order(place, "door", door="door E2", do="open")
        drawn = maps.drawn(Screen(place.room, Look("map", GM)))
        assert drawn and drawn.reach and drawn.near and drawn.far
        assert drawn.far.words.startswith("movement full")


@pytest.mark.parametrize("id", ["cyberpunk-red", "eclipse-phase", "cities-without-number", "shadowrun-4"])
def test_every_games_map_is_drawn_for_everybody(id: str) -> None:
    with on_map(id, begun=False) as place:
        for look in (*LOOKS, Look("gm", GM), Look("map", GM, "pt-BR")):
            assert html(place, look).count('<svg class="map') == 1


def test_sight_is_told_from_anybody_in_words_and_lines() -> None:
    with on_map() as place:
        said = unescape(place.gm.get(f"/t/{place.room.name}/sight/ana").text)
        assert "From Ana:" in said and "Thug 10 m, out of sight" in said and "Bo 2 m, clear, next to each other" in said
        assert "sight blocked" in said and "sight clear" in said
        place.gm.post(f"/t/{place.room.name}/order/door", {"door": "door E2", "do": "open"})
        assert "Thug 10 m, clear" in unescape(place.gm.get(f"/t/{place.room.name}/sight/ana").text)


def test_sight_of_nobody_is_not_found() -> None:
    with on_map() as place:
        assert place.gm.get(f"/t/{place.room.name}/sight/nobody").status_code == 404
        order(place, "lift", who="thug")
        assert place.gm.get(f"/t/{place.room.name}/sight/thug").status_code == 404
        assert place.stranger.get(f"/t/{place.room.name}/sight/ana").status_code == 401


def drawings() -> st.SearchStrategy[Ground]:
    """Grounds of five by four squares with walls anywhere."""
    edges = st.lists(st.sampled_from(" -"), min_size=20, max_size=20)
    posts = st.lists(st.sampled_from(" |"), min_size=16, max_size=16)
    return st.tuples(edges, posts).map(ground_of)


def ground_of(marks: tuple[list[str], list[str]]) -> Ground:
    """A ground of five by four squares with these walls inside."""
    level, upright = iter(marks[0]), iter(marks[1])
    lines: list[str] = []
    while len(lines) < 8:
        lines += ["+" + "+".join(next(level) for _ in range(5)) + "+"]
        lines += [" " + "".join(" " + next(upright) for _ in range(4)) + "  "]
    return read("\n".join([*lines, "+ + + + + +"]))[0]


squares = st.tuples(st.integers(0, 4), st.integers(0, 3))


@given(drawings(), squares, squares)
@settings(deadline=None)
def test_a_line_that_meets_nothing_is_not_blocked(ground: Ground, a: Square, b: Square) -> None:
    if a != b and first_hit(ground, middle(a), middle(b)) is None:
        assert sees(ground, a, b)


# ------------------------------------------------------------------ as text


def test_the_twin_tells_who_stands_where_how_far_and_in_sight() -> None:
    with on_map() as place:
        page = place.ana.get(f"/t/{place.room.name}/map")
        told = " ".join(unescape(re.sub(r"<[^>]+>", " ", page.text.partition('id="twin"')[2])).split())
        assert page.status_code == 200
        assert "from Ana at B2" in told
        assert "Thug G2 10 m out of sight" in told and "Bo A1 2 m clear, next to each other" in told
        assert "Where Ana can go" in told and "door E2: D2, 4 m" in told
        assert "From A1 to H5; a square is 2 m." in told and "Windows at E3, E4." in told
        assert "door E2 D2 – E2: shut" in told
        assert "Open" not in told


def test_the_twin_of_the_gm_opens_doors_and_tells_of_the_hidden() -> None:
    with on_map() as place:
        told = place.gm.get(f"/t/{place.room.name}/map").text.partition('id="twin"')[2]
        assert 'aria-label="Open door E2"' in told and SECRET_NAME in told and "hidden from players" in told


def test_the_twin_knows_the_nearest_square_out_of_sight() -> None:
    with on_map() as place:
        order(place, "door", door="door E2", do="open")
        found = twin(Screen(place.room, Look("map", ANA)))
        assert found
        shelter = next(one for one in found.ways if one.title == "Out of sight or behind cover")
        assert any(goal.startswith("from Thug: ") for goal in shelter.goals)


def test_cover_is_told_from_the_side_it_shelters_from() -> None:
    with on_map() as place:
        order(place, "place", who="ana", at="A4")
        order(place, "place", who="guard", at="F4")
        found = twin(Screen(place.room, Look("map", ANA)))
        assert found and {one.id: one.view for one in found.foes}["guard"] == "partial"


def test_without_a_map_each_page_says_so() -> None:
    with served() as place:
        assert "Add a map" in html(place, Look("gm", GM)) and "Add a map" in html(place, Look("map", GM))
        assert "There is no map on the table." in html(place, Look("map", ANA))
        assert "Add a map" not in html(place, Look("map", ANA))
        assert "<svg" not in parts(place.room, Look("tv", SPECTATOR))()["map"]


# ------------------------------------------------------------------ a new map


UVTT = {
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 6, "y": 4}},
    "line_of_sight": [[{"x": 3, "y": 0}, {"x": 3, "y": 2}]],
    "portals": [{"bounds": [{"x": 3, "y": 2}, {"x": 3, "y": 3}], "closed": True}],
}


def sent(place: Served, file: tuple[str, bytes] | None = None, **fields: str) -> str:
    """A form with a map, as the GM sends it; what the panel says then."""
    files = {"file": (file[0], file[1], "application/octet-stream")} if file else {"file": ("", b"", "application/octet-stream")}
    answer = place.gm.client.post(
        f"/t/{place.room.name}/ground", data=fields, files=files, headers={"cookie": place.gm.cookie, "hx-request": "true"}
    )
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_a_drawing_is_put_on_the_table_and_letters_place_people() -> None:
    with served() as place:
        assert sent(place, drawing="+-+-+-+\n|a   t|\n+ + + +\n|     |\n+-+-+-+", metres="1,5", name="Yard") == "On the table."
        ground = place.room.session.table.ground
        assert ground and (ground.width, ground.height, ground.metres, ground.name) == (3, 2, 1.5, "Yard")
        assert at(place, "ana") == "A1" and at(place, "thug") == "C1"


@pytest.mark.parametrize("name", ["hall.uvtt", "Hall.DD2VTT", "hall.df2vtt"])
def test_a_map_of_another_tool_is_put_on_the_table(name: str) -> None:
    with served() as place:
        assert sent(place, (name, json.dumps(UVTT).encode()), metres="1") == "On the table."
        ground = place.room.session.table.ground
        assert ground and (ground.width, ground.height, ground.metres) == (6, 4, 1.0)
        assert ground.name.lower() == "hall" and [door.id for door in ground.doors()] == ["door 1"]


def test_a_map_of_firefight_is_put_on_the_table() -> None:
    with served() as place:
        text = 'name = "Den"\nmetres = 3\ndrawing = """\n+-+\n| |\n+-+\n"""\n'
        assert sent(place, ("den.toml", text.encode())) == "On the table."
        ground = place.room.session.table.ground
        assert ground and (ground.name, ground.metres) == ("Den", 3)


@pytest.mark.parametrize(
    ("file", "fields", "said"),
    [
        (None, {}, "draw a map or choose a file first"),
        (None, {"drawing": "+-+\n|?|\n+x+"}, "line 3 of the drawing, column 2: 'x' is no edge"),
        (None, {"drawing": "+-+\n| |\n+-+", "metres": "two"}, "'two' is no number of metres"),
        (None, {"drawing": "+-+\n| |\n+-+", "metres": "nan"}, "'metres' must be a number"),
        (None, {"drawing": "+-+\n| |\n+-+", "metres": "0"}, "from 0.1 to 1000"),
        (("hall.png", b"\x89PNG"), {}, "'hall.png' is of no kind that is known"),
        (("hall.uvtt", b"no JSON"), {}, "this is no Universal VTT map"),
        (
            ("hall.uvtt", json.dumps({**UVTT, "resolution": {"map_size": {"x": 9e9, "y": 1}}}).encode()),
            {},
            "from 1 to 1000 each way",
        ),
        (("hall.txt", b"\xff\xfe"), {}, "hall.txt"),
        (("den.toml", b'file = "/etc/hostname.txt"'), {}, "a map file holds the drawing itself"),
        (("den.toml", b"drawing = 3"), {}, "den.toml"),
    ],
)
def test_a_map_that_is_no_good_is_told_in_words_and_changes_nothing(
    file: tuple[str, bytes] | None, fields: dict[str, str], said: str
) -> None:
    with served() as place:
        before = place.state
        told = sent(place, file, **fields)
        assert said.casefold() in told.casefold() and "Traceback" not in told and "/tmp" not in told
        assert place.state == before


def test_a_map_file_on_the_server_is_not_read_for_anybody() -> None:
    with served() as place:
        form = {"file": "/etc/hostname.txt"}
        assert "choose a file first" in place.gm.post(f"/t/{place.room.name}/ground", form).text


def test_a_new_map_is_the_gms_to_lay() -> None:
    with served() as place:
        path, fields = f"/t/{place.room.name}/ground", {"drawing": "+-+\n| |\n+-+"}
        for one in (place.ana, place.tv):
            assert one.get(path).status_code == one.post(path, fields).status_code == 403
        assert place.stranger.post(path, fields).status_code == 401
        assert place.room.session.table.ground is None


# ------------------------------------------------------------------ where things come to lie


@given(st.sets(st.tuples(st.integers(0, 99), st.integers(0, 79)), min_size=1, max_size=12), st.sampled_from(list(BOXES)))
def test_the_part_of_a_large_map_that_is_drawn_has_everybody_in_it(places: set[Square], page: str) -> None:
    part = around(Ground(100, 80), list(places), BOXES[page])
    assert 0 <= part.left <= 100 - part.width and 0 <= part.top <= 80 - part.height
    assert all(0 <= x - part.left < part.width and 0 <= y - part.top < part.height for x, y in places)


@given(st.integers(1, 300), st.integers(1, 300), st.sampled_from(list(BOXES)))
def test_a_map_fits_the_room_its_page_has(width: int, height: int, page: str) -> None:
    place = layout(Ground(width, height), (), page)
    assert place.width <= BOXES[page].width + 3 + 0.05 * width and place.height <= BOXES[page].height + 3 + 0.05 * height


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7))))
def test_an_area_covers_each_of_its_squares_once(found: set[Square]) -> None:
    path = Layout(Part(0, 0, 8, 8), 1.0, 0.0, 12).area(found)
    covered = [
        (x + step, y)
        for x, y, wide in (map(int, row) for row in re.findall(r"M(\d+) (\d+)h(\d+)v1", path))
        for step in range(wide)
    ]
    assert sorted(covered) == sorted(found)
