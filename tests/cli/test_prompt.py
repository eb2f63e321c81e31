"""The prompt on a terminal: completion, dropped lines, the line at the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import to_plain_text
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from firefight import encounter
from firefight.cli.desk import Desk
from firefight.cli.prompt import TableCompleter, asked, prompt, toolbar
from firefight.cli.screen import console
from tests.cli.running import alley


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk at a running fight."""
    desk = Desk(encounter.session(encounter.load(alley(tmp_path)), b"x" * 32), console(80))
    assert desk.line("begin")
    return desk


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """A keyboard."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


@pytest.mark.parametrize(
    ("line", "text", "start"), [("att", "attack", -3), ("attack ro", "Rook", -2), ("attack thug", "Thug 2", -4)]
)
def test_tab_completes_verbs_and_names(desk: Desk, line: str, text: str, start: int) -> None:
    found = list(TableCompleter(desk).get_completions(Document(line), CompleteEvent()))
    assert (text, start) in [(one.text, one.start_position) for one in found]


def test_ctrl_c_drops_a_line_and_ctrl_d_leaves(desk: Desk, keys: PipeInput, capsys: pytest.CaptureFixture[str]) -> None:
    typed = asked(desk)
    keys.send_text("one\r")
    assert next(typed) == (1, "one")
    keys.send_text("\x03")
    keys.send_text("two\r")
    assert next(typed)[1] == "two"
    assert "everything is saved" in capsys.readouterr().out
    keys.send_text("\x04")
    assert list(typed) == []


def test_the_bottom_line_says_whom_the_table_waits_for(desk: Desk) -> None:
    assert to_plain_text(prompt(desk)) == "Vex> "
    assert "Round 1 · waiting for Vex" in to_plain_text(toolbar(desk))
    assert desk.line("attack rook")
    assert to_plain_text(prompt(desk)) == "effect? "
    assert "waiting for the GM" in to_plain_text(toolbar(desk)) and "Enter answers" in to_plain_text(toolbar(desk))
    assert desk.line("nothing") and desk.line("view as Ana")
    assert "seen by Ana" in to_plain_text(toolbar(desk))


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_the_bottom_line_leaves_out_what_has_no_room(desk: Desk, width: int) -> None:
    desk.console = console(width)
    told = to_plain_text(toolbar(desk))
    assert len(told) < width
    assert told.split(" · ")[-1] in ("Round 1", "waiting for Vex", "line 2", "Enter ends the turn", "help", "Tab completes")
