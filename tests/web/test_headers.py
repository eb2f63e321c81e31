"""What stands on every answer, whoever asks for whatever: headers that keep a page to itself, cookies no script can read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from http.cookies import SimpleCookie

import pytest

from firefight.web.guard import HEADERS
from tests.web.tables import HOST, Asker, Served, served


@pytest.fixture(scope="module")
def table() -> Iterator[Served]:
    with served() as here:
        yield here


PATHS = [
    *("/t/test-table", "/t/test-table/seats", "/t/no-table", "/nothing", "/t/test-table/who/nobody", "/t/test-table/line/x"),
    *("/static/firefight.css", "/static/nothing", "/healthz", "/schema/openapi.json", "/host/bad", "/live/test-table"),
    *("/api/tables/test-table", "/api/nothing", "/t/%2e%2e/seats", "/static/../app.py", "/static/%2e%2e/%2e%2e/cli/main.py"),
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["get", "post", "put", "options"])
def test_every_answer_bears_the_headers(table: Served, path: str, method: str) -> None:
    answer = table.stranger.client.request(method, path)
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value], (path, name)


@pytest.mark.parametrize("header", ["script-src 'self'", "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
def test_no_page_runs_what_it_does_not_load_from_here(table: Served, header: str) -> None:
    policy = table.gm.get("/t/test-table").headers["content-security-policy"]
    assert header in policy
    assert "unsafe" not in policy


def test_an_address_with_a_secret_goes_nowhere_else(table: Served) -> None:
    assert table.stranger.get("/host/bad").headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("way_in", ["host", "seat"])
def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(table: Served, way_in: str) -> None:
    path = f"/host/{HOST}" if way_in == "host" else f"/s/test-table/{table.secrets['ana']}"
    answer = table.stranger.get(path)
    assert answer.status_code == 303
    for cookie in SimpleCookie(answer.headers["set-cookie"]).values():
        assert cookie["httponly"]
        assert cookie["samesite"] == "lax"
        assert cookie["path"] == "/"
        assert not cookie["domain"]


def test_over_https_a_cookie_stays_on_https(table: Served) -> None:
    answer = table.stranger.client.get(f"https://table.test/host/{HOST}", follow_redirects=False)
    assert "secure" in answer.headers["set-cookie"].lower()


def test_pages_of_a_seat_are_not_kept_by_anybody_on_the_way(table: Served) -> None:
    for path in ("/t/test-table", "/t/test-table/seats", "/t/test-table/log.json"):
        assert table.gm.get(path).headers["cache-control"] == "no-store"


def test_nothing_of_the_program_comes_out_by_a_path(table: Served) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd", "/static/%00"):
        assert table.gm.get(path).status_code in (400, 404), path


@pytest.mark.parametrize(
    "name", ["%2e%2e", "%2e%2e%2fsecrets", "a%00b", "'; DROP TABLE log; --", "x" * 3_000, "%ff%fe", "🂡", " "]
)
def test_a_name_of_a_table_is_only_a_name(table: Served, name: str) -> None:
    before = table.state
    for path in (f"/t/{name}", f"/api/tables/{name}", f"/live/{name}", f"/j/{name}/secret"):
        assert table.gm.get(path).status_code in (400, 401, 404), path
    assert table.state == before


def test_links_bear_the_address_of_the_server_not_one_that_a_request_names(table: Served) -> None:
    table.app.state["address"] = "http://firefight.test:8000"
    try:
        answer = table.gm.post("/t/test-table/seats", {"role": "spectator"}, host="evil.test")
        assert "evil.test" not in answer.text
        assert "http://firefight.test:8000/s/test-table/" in answer.text
    finally:
        table.app.state.pop("address")


def test_too_large_a_request_is_refused(table: Served) -> None:
    before = table.state
    assert table.gm.post("/t/test-table/say", {"text": "x" * 5_000_000}).status_code == 413
    assert table.state == before


def test_a_refused_press_is_one_sentence_on_the_page(table: Served) -> None:
    answer = table.ana.post("/t/test-table/order/end", hx_request="true")
    assert answer.status_code == 200
    assert "for the GM alone" in answer.text
    assert 'hx-target="#said"' in answer.text


@pytest.mark.parametrize("path", ["/t/test-table", "/api/tables/test-table"])
def test_a_fault_of_the_program_is_one_sentence_and_says_nothing_else(
    table: Served, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firefight.web.guard.sitting", lambda asking, name: 1 / 0)
    monkeypatch.setattr("firefight.web.screen.Screen.__init__", lambda *_: 1 / 0)
    answer = Asker(table.ana.client, table.ana.cookie).get(path)
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "ZeroDivision" not in answer.text
    assert answer.headers["content-security-policy"]
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_no_secret_is_written_to_a_log(
    table: Served, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = table.secrets["bo"]
    table.stranger.get(f"/s/test-table/{secret}")
    table.stranger.get(f"/j/test-table/{secret}")
    table.bo.get("/t/test-table")
    ours = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    assert secret not in " ".join(record.getMessage() for record in ours)
    printed = capsys.readouterr()
    assert secret not in printed.out + printed.err
