"""`firefight serve`: what it prints, what it refuses, which links are good after a restart."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from litestar.testing import TestClient

from firefight.encounter import load
from firefight.store import open_store
from firefight.web import guard, serve
from tests.cli.running import alley, play, run

BASE = "http://table.test"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[serve.Served]]:
    """What would be served, without a server; this user's own file is in a folder of the test."""
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path / name))
    found: list[serve.Served] = []

    def kept(served: serve.Served, host: str, port: int, tell: Any, browser: bool = False) -> None:
        found.append(served)
        for line in served.lines:
            tell(line)

    monkeypatch.setattr(serve, "serve", kept)
    yield found


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def quiet(*words: object) -> Result:
    """The command on a port of its own, without a browser."""
    return run("serve", *words, "--no-browser", "--port", free_port())


def test_without_a_file_the_tables_are_in_a_file_of_this_users_own(served: list[serve.Served], tmp_path: Path) -> None:
    told = quiet("--address", BASE)
    assert f"Your link, as the GM:  {BASE}/host/" in told.output
    assert (tmp_path / "firefight" / "tables.fight").exists()


def test_a_port_that_is_taken_is_refused_in_one_sentence(served: list[serve.Served]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        told = run("serve", "--no-browser", "--host", "127.0.0.1", "--port", port)
    assert told.exit_code == 2
    assert told.stderr == f"firefight: Port {port} is taken: give another one with --port {port + 1}.\n"
    assert not served


def test_an_address_that_is_not_this_machines_is_refused(served: list[serve.Served]) -> None:
    told = quiet("--host", "192.0.2.77")
    assert told.exit_code == 2
    assert "This machine has no address 192.0.2.77" in told.stderr


def test_of_an_encounter_file_a_table_is_made_and_its_links_are_printed(served: list[serve.Served], tmp_path: Path) -> None:
    told = quiet(alley(tmp_path), "--address", BASE)
    gm, players, host = (line.split()[-1] for line in told.output.splitlines()[:3])
    assert (gm.split("/")[3], players.split("/")[3], host.split("/")[3]) == ("s", "j", "host")
    with TestClient(served[0].app, base_url=BASE) as client:
        assert client.get(players.removeprefix(BASE)).status_code == 200
        assert "Ambush in the alley" in client.get(gm.removeprefix(BASE)).text


def test_no_code_is_drawn_where_nobody_can_scan_it(served: list[serve.Served], tmp_path: Path) -> None:
    assert "█" not in quiet(alley(tmp_path)).output


def test_a_code_is_drawn_on_a_terminal() -> None:
    fight = files("firefight") / "fights" / "cyberpunk-red-3-learn.toml"
    with open_store(":memory:") as store:
        lines = serve.prepared(store, BASE, load(str(fight)), code=True).lines
    assert any("█" in line for line in lines)


def test_a_bad_encounter_file_is_refused_with_all_its_faults_and_nothing_is_kept(
    served: list[serve.Served], tmp_path: Path
) -> None:
    told = quiet(alley(tmp_path, 'game = "chess"\n[[people]]\nname = ""\n'))
    assert told.exit_code == 2
    assert "there is no game 'chess'" in told.stderr
    assert not served


def test_a_file_that_play_has_made_is_served(served: list[serve.Served], tmp_path: Path) -> None:
    file = alley(tmp_path)
    play(file, "begin", "q")
    log = file.with_suffix(".fight")
    assert quiet(log, "--address", BASE).exit_code == 0
    with open_store(log) as store:
        found, (name,) = serve.prepared(store, BASE), store.tables()
        with TestClient(found.app, base_url=BASE) as client:
            assert "Ambush in the alley" in client.get(found.link.removeprefix(BASE)).text
            assert client.get(f"/t/{name}").status_code == 200


def test_the_hosts_cookie_is_good_after_a_restart_until_the_links_are_ended(tmp_path: Path) -> None:
    def is_host(found: serve.Served, cookie: str) -> bool:
        with TestClient(found.app, base_url=BASE) as client:
            return "Make the table" in client.get("/", headers={"cookie": f"{guard.HOST}={cookie}"}).text

    with open_store(tmp_path / "t.fight") as store:
        first = serve.prepared(store, BASE)
        secret = first.link.rpartition("/")[2]
        assert is_host(first, secret)
        assert is_host(serve.prepared(store, BASE), secret)
        assert not is_host(serve.prepared(store, BASE, fresh=True), secret)
        assert not is_host(serve.prepared(store, BASE), secret)


def test_no_secret_of_the_host_is_in_the_file(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.fight") as store:
        secret = serve.prepared(store, BASE).link.rpartition("/")[2]
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"host" in written
    assert secret.encode() not in written


@pytest.mark.parametrize(("host", "told"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("table.test", "table.test")])
def test_a_named_address_is_the_one_that_is_printed(host: str, told: str) -> None:
    assert serve.address(host, 8000) == f"http://{told}:8000"
