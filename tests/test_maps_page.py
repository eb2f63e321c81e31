"""docs/maps.md: its encounter can be played, its picture is what the terminal draws, its words are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from firefight.cli.desk import Desk
from firefight.cli.screen import console
from firefight.drawing import EDGES
from firefight.encounter import load, session
from firefight.encounter.maps import KINDS, MapLine
from tests.exchange.test_uvtt import made

PAGE = (Path(__file__).parents[1] / "docs" / "maps.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    file = tmp_path / "room.toml"
    file.write_text(block("toml"), "utf-8")
    return Desk(session(load(file), b"x" * 32), console(100, plain_text=True))


def test_the_encounter_is_drawn_as_the_page_shows_it(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert desk.line("map")
    assert block("text") in capsys.readouterr().out


def test_a_player_does_not_see_the_lookout(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.line("view as ana")
    capsys.readouterr()
    assert desk.line("map") and desk.line("where vex")
    shown = capsys.readouterr().out
    assert "Rook" in shown and "Lookout" not in shown


def test_the_orders_of_the_page_are_understood(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cave.uvtt").write_bytes(made())
    lines = re.findall(r"^    ([a-z].*?)   .*$", PAGE, re.MULTILINE)
    assert len(lines) == 7
    for line in lines:
        assert desk.line(line), line
    assert desk.session.table.ground and desk.session.table.ground.name == "cave"


def test_every_key_character_and_kind_of_file_is_on_the_page() -> None:
    assert [field.name for field in fields(MapLine) if f"| `{field.name}` |" not in PAGE] == []
    assert [sign for sign in EDGES if f"`{sign}`" not in PAGE and f"`\\{sign}`" not in PAGE] == []
    assert [kind for kind in KINDS if f"`{kind}`" not in PAGE] == []
