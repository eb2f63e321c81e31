"""Every route of the application, found by itself: who may use it, and that nobody else changes or sees anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from firefight.store import open_store
from firefight.web.app import application
from tests.web.tables import Asker, Served, served

PUBLIC = {"/", "/how", "/help", "/healthz", "/host/{secret}", "/s/{table}/{secret}"}
PUBLIC |= {"/j/{table}/{secret}", "/j/{table}/{secret}/seats"}
"""Ways in, and what tells nothing. A link with a bad secret is refused like a stranger."""
HOSTS = {"/tables", "/api/tables"}
"""What the host of the server does, and nobody else."""
EVERYBODYS = {
    *("/t/{table}", "/t/{table}/tv", "/t/{table}/who/{who}", "/t/{table}/rules/{rule}", "/t/{table}/complete"),
    *("/t/{table}/do", "/t/{table}/answer", "/t/{table}/rewind", "/t/{table}/say", "/t/{table}/choose/{who}"),
    *("/t/{table}/suggest", "/t/{table}/map", "/t/{table}/sight/{who}", "/live/{table}"),
    *(f"/api/tables/{{table}}{rest}" for rest in ("", "/menu/{who}", "/odds/{who}", "/awaited", "/questions", "/log")),
    *(f"/api/tables/{{table}}{rest}" for rest in ("/events", "/commands")),
}
LINES = {"/live/{table}", "/api/tables/{table}/events"}
"""What answers for as long as somebody listens."""
"""What everybody at a table may ask for; what comes of it depends on who he is. All other routes are the GM's."""
VALUES = {
    **{"table": "test-table", "who": "ana", "name": "begin", "number": "1", "rule": "CPR-INIT-01", "id": "player x"},
    **{"secret": "a-bad-secret", "order": "begin"},
}


def paths(app: Litestar) -> Iterator[tuple[str, str]]:
    """Every method and path, parameters as {name}."""
    for route in app.routes:
        path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
        if isinstance(route, HTTPRoute):
            yield from ((method, path) for method in sorted(route.methods) if method not in ("OPTIONS", "HEAD"))


def all_paths() -> list[tuple[str, str]]:
    with open_store(":memory:") as store:
        return [one for one in paths(application(store)) if not one[1].startswith(("/static", "/schema"))]


def filled(path: str) -> str:
    """The path with something that is there."""
    return re.sub(r"\{(\w+)\}", lambda found: VALUES[found[1]], path)


def asked(asker: Asker, method: str, path: str) -> int:
    """The status of the answer to somebody who asks for a path."""
    return asker.get(filled(path)).status_code if method == "GET" else asker.post(filled(path), method="x").status_code


PRIVATE = [one for one in all_paths() if one[1] not in PUBLIC | HOSTS]
GMS = [one for one in PRIVATE if one[1] not in EVERYBODYS]


@pytest.fixture(scope="module")
def table() -> Iterator[Served]:
    with served() as here:
        yield here


def test_the_walk_finds_the_routes() -> None:
    found = {path for _, path in all_paths()}
    assert PUBLIC | {"/tables"} | EVERYBODYS <= found
    assert len(GMS) > 10


@pytest.mark.parametrize(("method", "path"), PRIVATE)
def test_a_stranger_is_refused(table: Served, method: str, path: str) -> None:
    before = table.state
    assert asked(table.stranger, method, path) == 401
    assert asked(table.stranger._replace(cookie=f"{table.ana.cookie}x"), method, path) == 401
    assert table.state == before


@pytest.mark.parametrize(("method", "path"), GMS)
@pytest.mark.parametrize("seat", ["ana", "tv"])
def test_what_is_the_gms_is_refused_to_players_and_spectators(table: Served, method: str, path: str, seat: str) -> None:
    before = table.state
    assert asked(getattr(table, seat), method, path) == 403
    assert table.state == before


@pytest.mark.parametrize(("method", "path"), [one for one in all_paths() if one[1] in HOSTS])
@pytest.mark.parametrize("seat", ["stranger", "ana", "tv", "gm"])
def test_only_the_host_makes_tables(table: Served, method: str, path: str, seat: str) -> None:
    before = table.state
    assert asked(getattr(table, seat), method, path) in (401, 403)
    assert table.state == before


@pytest.mark.parametrize(("method", "path"), [one for one in all_paths() if "{secret}" in one[1]])
def test_a_link_that_is_no_good_is_refused(table: Served, method: str, path: str) -> None:
    before = table.state
    assert asked(table.stranger, method, path) == 401
    assert table.state == before


@pytest.mark.parametrize(("method", "path"), [one for one in all_paths() if one[0] == "GET" and one[1] not in LINES])
@pytest.mark.parametrize("seat", ["gm", "ana", "tv", "stranger", "host"])
def test_looking_changes_nothing(table: Served, method: str, path: str, seat: str) -> None:
    before = table.state
    asked(getattr(table, seat), method, path)
    assert table.state == before


@pytest.mark.parametrize(("method", "path"), [one for one in all_paths() if one[0] == "POST"])
@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.test"}, {"origin": "null"}, {"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"}],
    ids=["another origin", "no origin", "cross-site", "same-site"],
)
def test_what_another_site_makes_a_browser_send_is_refused(
    table: Served, method: str, path: str, headers: dict[str, str]
) -> None:
    before = table.state
    for asker in (table.gm, table.host):
        answer = asker.post(filled(path), **headers)
        assert answer.status_code == 403
        assert "another site" in answer.text
    assert table.state == before
