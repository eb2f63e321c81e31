"""Whatever people type is data everywhere: names, notes, suggestions, command lines, fields of forms. Source: FR-S-15."""

from __future__ import annotations

import random
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from firefight.commands import Order
from firefight.events import Changed, Marked, ReminderSet
from firefight.games import game
from firefight.orders import ORDERS
from firefight.session import combatant
from firefight.store import open_store
from firefight.table import Mark, Reminder
from firefight.view import GM, SPECTATOR
from firefight.web.pages import PAGES, channel
from firefight.web.rooms import Look, Rooms
from tests.conformance import ANA, people
from tests.web.tables import HOST, TABLE, Served, fight, laid, served

HOSTILE = [
    '<img src=x onerror="alert(1)">',
    '"><script>alert(2)</script>',
    "</script><!--",
    "{{7*7}}{% raw %}",
    "' onmouseover='alert(3)",
    "\u202eevil\u2066",
    "🧨👩‍🚒 " + "e\u0301" * 20,
    "x" * 4_000,
    "a\u2028data: b",
    "javascript:alert(4)",
    "${7*7}",
]
ALLOWED = {"script": {"src", "defer", "type"}}
ADDRESSES = {"href", "src", "action", "formaction", "xlink:href", "poster", "data"}
NEVER = {"iframe", "object", "embed", "base", "frame", "applet", "style", "math"}


class Reading(HTMLParser):
    """Reads a page, and notes whatever would run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """One tag."""
        names = {name for name, _ in attributes}
        if tag in NEVER or (tag == "script" and not ("src" in names and names <= ALLOWED["script"])):
            self.runs.append(tag)
        self.runs.extend(name for name in names if name.startswith("on") or name in ("style", "srcdoc"))
        places = [(value or "").strip().lower() for name, value in attributes if name in ADDRESSES or name.startswith("hx-")]
        self.runs.extend(value for value in places if value.startswith(("javascript:", "vbscript:", "js:")))
        if tag == "img":
            self.runs.extend(
                str(value) for name, value in attributes if name == "src" and not str(value).startswith(("/", "data:"))
            )


def looks() -> list[Look]:
    viewers = {"gm": GM, "phone": ANA, "tv": SPECTATOR, "map": GM}
    return [Look(page, viewers[page], language) for page in PAGES if page in viewers for language in ("en", "pt-BR")]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("id", ["cyberpunk-red", "shadowrun-4"])
def test_what_people_are_called_is_text_on_every_page(id: str, text: str) -> None:
    known = game(id)
    with open_store(":memory:") as store:
        odd = combatant(known, "odd", text, "gang", known.sheet())
        room = Rooms(store).room(laid(store, id, [*people(known), odd]))
        room.give(
            Order((Changed("ana", name=text), Marked("ana", Mark(text[:60], note=text)), ReminderSet(Reminder(9, text))), text)
        )
        room.suggest(ANA.name, text)
        fight(room)
        for look in looks():
            found = channel(room, look)
            found.refresh()
            room.give(Order((Marked("odd", Mark(f"{text[:40]} {look.page}")),)))
            found.refresh()
            assert not Reading("\n".join(found.parts.values())).runs
            for frame in found.frames:
                lines = frame.decode().removesuffix("\n\n").split("\n")
                assert all(line.startswith(("id: ", "data: ")) for line in lines)
                assert not Reading("\n".join(line.partition(": ")[2] for line in lines)).runs


@pytest.fixture(scope="module")
def table() -> Iterator[Served]:
    with served() as here:
        yield here


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_typed_comes_back_as_text(table: Served, text: str) -> None:
    presses = {
        "say": {"text": text},
        "suggest": {"text": text},
        "answer": {"label": text, "value": text, "who": text, "token": text},
        "do": {"who": text, "verb": text, "token": text, "force": text, f"pick.{text[:50]}": text, "allow": text},
        "rewind": {"kind": text, "to": text, "token": text},
    }
    for asker in (table.gm, table.ana):
        for path, fields in presses.items():
            answer = asker.post(f"/t/{TABLE}/{path}", fields, hx_request="true")
            assert answer.status_code < 500, (path, answer.text)
            assert not Reading(answer.text).runs, path
        assert not Reading(asker.client.get(f"/t/{TABLE}/complete", params={"text": text}, headers=asker.headed({})).text).runs
        for path in ("who", "rules", "as"):
            answer = asker.client.get(f"/t/{TABLE}/{path}/{text[:200]}", headers=asker.headed({}))
            assert answer.status_code < 500, path
            assert not Reading(answer.text).runs
    for fields in ({"role": "player", "name": text}, {"role": text}):
        assert not Reading(table.gm.post(f"/t/{TABLE}/seats", fields).text).runs
    assert not Reading(table.gm.post(f"/t/{TABLE}/seats/revoke", {"id": text}).text).runs


def test_a_title_is_text(table: Served) -> None:
    for text in HOSTILE:
        bearer = {"authorization": f"Bearer {HOST}"}
        made = table.stranger.client.post("/api/tables", json={"game": "eclipse-phase", "title": text}, headers=bearer)
        assert made.status_code == 201
        page = table.host.get(f"/t/{made.json()['table']}")
        assert page.status_code == 200
        assert not Reading(page.text).runs
    assert not Reading(table.host.get("/").text).runs


ODD = [
    "",
    "-",
    "+-+5",
    "9" * 6_000,
    "1e9",
    "٣",
    "²",
    "NaN",
    "true",
    "on",
    "\x00",
    "ana",
    "zq-lurker",
    "None",
    "[]",
    "{}",
    "-1",
    "0",
    *HOSTILE,
]


def test_no_form_that_anybody_makes_up_breaks_the_server(table: Served) -> None:
    chance = random.Random(7)
    fields = [
        "who",
        "by",
        "pool",
        "value",
        "name",
        "to",
        "until",
        "reason",
        "text",
        "id",
        "score",
        "side",
        "drawing",
        "file",
        "at",
        "of",
    ]
    for n in range(400):
        name = chance.choice([*ORDERS, "nothing"])
        sent = {field: chance.choice(ODD) for field in chance.sample(fields, 6)}
        answer = table.gm.post(f"/t/{TABLE}/order/{name}", sent)
        assert answer.status_code < 500, (n, name, sent)
    for _ in range(200):
        sent = {
            field: chance.choice(ODD)
            for field in ("who", "verb", "token", "force", "allow", "fixed.weapon", "pick.target", "face")
        }
        sent |= {
            "label": chance.choice(ODD),
            "value": chance.choice(ODD),
            "kind": chance.choice(["undo", "goto"]),
            "to": chance.choice(ODD),
        }
        sent["who"], sent["verb"] = chance.choice(["ana", "bo", "", "x"]), chance.choice(["attack", "pass", "move", ""])
        for path in ("do", "answer", "rewind"):
            answer = chance.choice([table.gm, table.ana, table.tv]).post(f"/t/{TABLE}/{path}", sent)
            assert answer.status_code < 500, (path, sent)


def test_the_command_bar_reads_no_file_of_the_server(table: Served, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("plans") / "vault.txt"
    file.write_text("#####\n#...#\n#####\n")
    before = table.room.session.table.ground
    table.gm.post(f"/t/{TABLE}/say", {"text": f"map {file}"})
    table.gm.post(f"/t/{TABLE}/order/map", {"file": str(file)})
    assert table.room.session.table.ground == before
