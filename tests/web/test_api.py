"""The API for bots: the very views, the very commands, reasons with their rules, a line of changes that can be taken up again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from httpx import Response
from jsonschema import Draft202012Validator

from firefight.commands import Do, Order
from firefight.events import Marked, PoolSet
from firefight.game import PASS
from firefight.games import GAMES
from firefight.lines import lines
from firefight.store import open_store
from firefight.table import Mark
from firefight.timeline import Act
from firefight.view import GM, SPECTATOR, Viewer
from tests.conformance import ANA, SECRET, SECRET_NAME, encoded
from tests.web.tables import HOST, TABLE, Served, fight, laid, line, opened, served
from tests.web.test_routes import paths

API = f"/api/tables/{TABLE}"
VIEWERS = {"gm": GM, "ana": ANA, "bo": Viewer("player", "bo's player"), "tv": SPECTATOR}


@pytest.fixture
def table() -> Iterator[Served]:
    with served() as here:
        yield here


def asked(table: Served, seat: str, path: str = "") -> Response:
    """What a bot gets with the secret of a seat."""
    return table.stranger.client.get(API + path, headers={"authorization": f"Bearer {table.secrets[seat]}"})


def told(table: Served, seat: str, command: dict[str, Any] | str, **headers: str) -> Response:
    """What a bot gets for a command."""
    body = command if isinstance(command, str) else json.dumps(command)
    own = {"authorization": f"Bearer {table.secrets[seat]}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return table.stranger.client.post(f"{API}/commands", content=body, headers=own)


def passing(table: Served) -> dict[str, Any]:
    """The first who is awaited is done."""
    who = table.room.session.awaited()[0]
    return {"command": "do", "who": who, "act": {"verb": "pass"}, "token": table.room.session.token(who)}


# ------------------------------------------------------------------ looking


@pytest.mark.parametrize("id", GAMES)
def test_a_seat_gets_exactly_its_own_view(id: str) -> None:
    with served(id) as table:
        for seat, viewer in VIEWERS.items():
            session = table.room.session
            assert asked(table, seat).content == encoded(session.view(viewer))
            own = [one.id for one in session.view(viewer).combatants.values() if viewer.owns(one)]
            for who in own:
                assert asked(table, seat, f"/menu/{who}").content == encoded(session.menu(who, viewer))
            assert [one["who"] for one in asked(table, seat, "/awaited").json()] == list(session.awaited(viewer))
            labels = [one["label"] for one in asked(table, seat, "/questions").json()]
            assert labels == [one.label for one in session.questions(viewer)]


def test_a_menu_is_for_whoever_plays_him_and_the_hidden_are_nobody(table: Served) -> None:
    assert asked(table, "ana", "/menu/bo").status_code == 403
    assert asked(table, "tv", "/menu/ana").status_code == 403
    assert asked(table, "ana", f"/menu/{SECRET}").content == asked(table, "ana", "/menu/nobody").content
    assert asked(table, "ana", f"/menu/{SECRET}").status_code == 404
    assert asked(table, "gm", f"/menu/{SECRET}").status_code == 200
    assert asked(table, "ana", "/menu").status_code == 403
    assert asked(table, "gm", "/menu").status_code == 200


def test_tokens_are_given_for_ones_own_people_only(table: Served) -> None:
    for seat, viewer in VIEWERS.items():
        for one in asked(table, seat, "/awaited").json():
            owned = viewer.role == "gm" or viewer.owns(table.room.session.table.combatants.get(one["who"]))
            assert bool(one["token"]) == owned


@pytest.mark.parametrize("id", GAMES)
def test_odds_are_exact_and_numbers_as_well(id: str) -> None:
    with served(id) as table:
        for one in asked(table, "gm", "/odds/thug").json():
            n, _, d = one["exact"].partition("/")
            assert one["chance"] == pytest.approx(int(n) / int(d or 1))


def test_the_log_comes_page_by_page_each_entry_once(table: Served) -> None:
    for n in range(30):
        table.room.give(Order((Marked("ana", Mark(f"mark {n}")),)))
    for seat in VIEWERS:
        newest = asked(table, seat, "/log").json()["newest"]
        found, after = [], 0
        while page := asked(table, seat, f"/log?after={after}&limit=7").json()["entries"]:
            found += page
            after = page[-1]["number"]
        assert [one["number"] for one in found] == list(range(1, newest + 1))
        assert found == asked(table, seat, "/log").json()["entries"]


def test_the_log_of_a_seat_is_what_its_owner_reads(table: Served) -> None:
    for who in ("ana", "thug", SECRET):
        table.room.give(Order((PoolSet(who, "hp", 3), Marked(who, Mark("lit")))))
    for seat, viewer in VIEWERS.items():
        entries = asked(table, seat, "/log").json()["entries"]
        session = table.room.session
        assert [one["text"] for entry in entries for one in entry["lines"]] == [
            one.text for one in lines(session.game, session.history, viewer)
        ]
        if seat != "gm":
            assert SECRET not in json.dumps(entries)
            assert SECRET_NAME not in json.dumps(entries)


def test_whoever_asks_for_nonsense_gets_a_sentence(table: Served) -> None:
    for path in ("/log?after=x", "/log?after=99999999999999999999&limit=-4", "/menu/%00", "/odds/nobody", "/nothing"):
        answer = asked(table, "ana", path)
        assert answer.status_code < 500
        assert answer.status_code == 200 or answer.json()["detail"]


# ------------------------------------------------------------------ doing


def test_a_command_says_what_came_of_it(table: Served) -> None:
    before = len(table.room.session.history)
    answer = told(table, "gm", passing(table))
    assert answer.status_code == 200
    assert len(table.room.session.history) == before + 1
    assert answer.json()["entry"] == asked(table, "gm", f"/log?after={answer.json()['place'] - 1}").json()["entries"][0]


def test_every_command_can_be_given(table: Served) -> None:
    joined = {"id": "new", "name": "New", "side": "gang", "sheet": {}}
    for command in (
        {"command": "end"},
        {"command": "order", "events": [{"event": "Joined", "combatant": joined}], "reason": "late"},
        {"command": "rewind", "kind": "undo"},
        {"command": "rewind", "kind": "redo"},
        {"command": "rewind", "kind": "goto", "to": 1},
        {"command": "begin", "who": ["ana", "thug"]},
        {"command": "end"},
        {"command": "close"},
    ):
        assert told(table, "gm", command).status_code == 200, command


def test_the_same_key_of_the_same_seat_is_done_once(table: Served) -> None:
    command = {"command": "order", "events": [{"event": "Marked", "who": "ana", "mark": {"name": "lit"}}]}
    assert told(table, "gm", command, idempotency_key="k1").status_code == 200
    before = table.state
    again = told(table, "gm", command, idempotency_key="k1")
    assert (again.status_code, again.json()["kind"]) == (409, "done")
    assert table.state == before
    assert told(table, "gm", command, idempotency_key="k2").status_code == 200


def test_a_key_of_another_seat_is_no_hindrance(table: Served) -> None:
    while "ana" not in table.room.session.awaited():
        table.room.give(Do(table.room.session.awaited()[0], PASS))
    taken = {"command": "order", "events": [{"event": "Marked", "who": "bo", "mark": {"name": "lit"}}]}
    assert told(table, "gm", taken, idempotency_key="mine").status_code == 200
    own = {"command": "do", "who": "ana", "act": {"verb": "pass"}}
    assert told(table, "ana", own, idempotency_key="mine").status_code == 200


def test_both_press_next_at_once_and_one_step_is_made(table: Served) -> None:
    command = passing(table)
    first, second = told(table, "gm", command), told(table, "gm", command)
    assert first.status_code == 200
    assert (second.status_code, second.json()["kind"]) == (409, "done")
    assert not second.json()["reasons"]


def test_what_the_rules_refuse_comes_with_every_reason_and_its_rule(table: Served) -> None:
    who = table.room.session.awaited()[0]
    offers = [offer for offer in table.room.session.menu(who) if offer.reasons]
    offer = offers[0]
    picks = {pick.pick: pick.default for pick in offer.picks} | dict(offer.fixed)
    answer = told(table, "gm", msgspec.to_builtins(Do(who, Act(offer.verb, picks))))
    assert (answer.status_code, answer.json()["kind"]) == (409, "impossible")
    assert {one["key"] for one in answer.json()["reasons"]} >= {one.key for one in offer.reasons}
    assert any(one["rule"] for one in answer.json()["reasons"])


NOT_THEIRS = [
    {"command": "do", "who": "bo", "act": {"verb": "pass"}},
    {"command": "do", "who": "thug", "act": {"verb": "pass"}},
    {"command": "do", "who": SECRET, "act": {"verb": "pass"}},
    {"command": "do", "who": "ana", "act": {"verb": "pass"}, "force": "because"},
    {"command": "do", "who": "ana", "act": {"verb": "attack"}, "notes": [{"label": "attack", "value": [10]}]},
    {"command": "reply", "label": "attack", "value": "20", "who": "thug"},
    {"command": "reply", "label": "attack", "value": "20"},
    {"command": "order", "events": [{"event": "PoolSet", "who": "thug", "pool": "hp", "value": 0}]},
    {"command": "begin"},
    {"command": "end"},
    {"command": "close"},
    {"command": "rewind", "kind": "undo"},
    {"command": "rewind", "kind": "redo"},
    {"command": "rewind", "kind": "goto", "to": 1},
]


@pytest.mark.parametrize("command", NOT_THEIRS, ids=[str(n) for n in range(len(NOT_THEIRS))])
@pytest.mark.parametrize("seat", ["ana", "tv"])
def test_what_is_not_theirs_is_not_allowed(table: Served, command: dict[str, Any], seat: str) -> None:
    before = table.state
    answer = told(table, seat, command)
    assert answer.status_code == 403, answer.text
    assert "not allowed" in answer.json()["detail"]
    assert SECRET_NAME not in answer.text
    assert table.state == before


@pytest.mark.parametrize(
    "body",
    ["", "{", "[]", "null", '{"command":"dance"}', '{"command":"do"}', '{"command":"do","who":5,"act":{}}', "[" * 50_000, "\x00"],
)
def test_a_body_that_makes_no_sense_changes_nothing(table: Served, body: str) -> None:
    before = table.state
    answer = told(table, "gm", body)
    assert answer.status_code == 400
    assert "cannot be read" in answer.json()["detail"]
    assert table.state == before


# ------------------------------------------------------------------ tables and seats


def test_the_host_makes_a_table_and_its_secret_opens_it(table: Served) -> None:
    client = table.stranger.client
    made = client.post("/api/tables", json={"game": "shadowrun-4", "title": "Night"}, headers={"authorization": f"Bearer {HOST}"})
    assert made.status_code == 201
    name, secret = made.json()["table"], made.json()["secret"]
    state = client.get(f"/api/tables/{name}", headers={"authorization": f"Bearer {secret}"})
    assert state.json()["game"] == "shadowrun-4"
    assert client.get(f"/api/tables/{name}").status_code == 401
    assert client.post("/api/tables", json={"game": "chess"}, headers={"authorization": f"Bearer {HOST}"}).status_code == 409


def test_a_file_that_is_sent_reads_no_file_of_the_server(table: Served, tmp_path: Any) -> None:
    secret = tmp_path / "map.txt"
    secret.write_text("the plan of the vault\n")
    text = f'game = "cyberpunk-red"\ntitle = "x"\n[map]\nfile = "{secret}"\n[[people]]\nname = "A"\nside = "a"\n'
    answer = table.stranger.client.post("/api/tables", json={"encounter": text}, headers={"authorization": f"Bearer {HOST}"})
    assert answer.status_code == 409
    assert "vault" not in answer.text
    assert "another file" in answer.json()["detail"]


def test_the_gm_sees_who_sits_here(table: Served) -> None:
    found = asked(table, "gm", "/seats").json()
    assert {(one["role"], one["name"]) for one in found} >= {("gm", ""), ("player", "ana's player"), ("spectator", "")}
    assert not any("secret" in one for one in found)


# ------------------------------------------------------------------ the line of changes


def messages(body: str) -> list[tuple[str, Any]]:
    """The messages of a stream: the id of each, and its data."""
    blocks = [block.splitlines() for block in body.split("\n\n") if block.startswith("id: ")]
    return [(block[0].removeprefix("id: "), json.loads(block[2].removeprefix("data: "))) for block in blocks]


def test_a_change_is_a_message_and_whoever_comes_back_gets_what_he_missed() -> None:
    async def play() -> None:
        with open_store(":memory:") as store:
            app, room, secrets = opened(store, laid(store))
            fight(room)
            path = f"{API}/events"
            async with line(app, path, secrets["bo"]) as bo:
                await bo.until("id: ")
                assert messages(bo.body.decode())[0][1]["entries"] == []
                room.give(Order((Marked("thug", Mark("lit")),)))
                await bo.until("lit")
                place = bo.place()
            room.give(Order((Marked(SECRET, Mark("glowing")),)))
            room.give(Order((Marked("thug", Mark("shaken")),)))
            async with line(app, path, secrets["bo"], after=place) as again:
                await again.until("shaken")
                [(id, message)] = messages(again.body.decode())
                assert [one["number"] for one in message["entries"]] == [int(place) + 1]
                assert id == str(message["place"])
                assert "glowing" not in again.body.decode()
            for odd in ("999999", "-1", "x", "9" * 5000):
                async with line(app, path, secrets["bo"], after=odd) as other:
                    await other.until("data: ")
                    assert other.status == 200

    asyncio.run(play())


def test_what_a_player_may_not_know_is_no_message_to_him() -> None:
    async def play() -> None:
        with open_store(":memory:") as store:
            app, room, secrets = opened(store, laid(store))
            fight(room)
            async with line(app, f"{API}/events", secrets["bo"]) as bo, line(app, f"{API}/events", secrets["gm"]) as gm:
                await bo.until("id: ")
                await gm.until("id: ")
                for n in range(5):
                    room.give(Order((Marked(SECRET, Mark(f"secret {n}")),)))
                await gm.until("secret 4")
                room.give(Order((Marked("ana", Mark("lit")),)))
                await bo.until("lit")
                assert len(messages(bo.body.decode())) == 2
                assert len(messages(gm.body.decode())) == 7

    asyncio.run(play())


# ------------------------------------------------------------------ the description


def test_the_description_has_every_path_with_its_types(table: Served) -> None:
    schema = table.stranger.client.get("/schema/openapi.json").json()
    ours = {(method, path) for method, path in paths(table.app) if path.startswith("/api/")}
    assert {(method.upper(), path) for path, item in schema["paths"].items() for method in item} == ours
    assert not [path for path in schema["paths"] if not path.startswith("/api/")]
    for path, item in schema["paths"].items():
        for method, said in item.items():
            assert said["summary"] or said["description"], path
            good = next(status for status in said["responses"] if status.startswith("2"))
            assert said["responses"][good]["content"], path
            assert {"401", "403", "404"} <= said["responses"].keys()
            assert bool(said.get("requestBody")) == (method == "post")
    assert schema["components"]["securitySchemes"]


def test_every_type_it_names_is_there_and_is_a_schema(table: Served) -> None:
    text = table.stranger.client.get("/schema/openapi.json").text
    schema = json.loads(text)
    known = {f"#/components/schemas/{name}" for name in schema["components"]["schemas"]}
    assert set(references(schema)) <= known
    for one in schema["components"]["schemas"].values():
        Draft202012Validator.check_schema(one)


def test_what_comes_fits_the_description(table: Served) -> None:
    schema = table.stranger.client.get("/schema/openapi.json").json()
    for path in ("", "/menu/ana", "/log", "/awaited", "/questions", "/seats", "/odds/ana"):
        named = "/api/tables/{table}" + path.replace("/ana", "/{who}")
        wanted = schema["paths"][named]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator({**wanted, "components": schema["components"]}).validate(asked(table, "gm", path).json())
    wanted = schema["paths"]["/api/tables/{table}/commands"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    body = Draft202012Validator({**wanted, "components": schema["components"]})
    body.validate(passing(table))
    assert list(body.iter_errors({"command": "dance"}))


def references(value: Any) -> Iterator[str]:
    """Every $ref in a schema."""
    if isinstance(value, dict):
        yield from (one for name, one in value.items() if name == "$ref")
        for one in value.values():
            yield from references(one)
    elif isinstance(value, list):
        for one in value:
            yield from references(one)
