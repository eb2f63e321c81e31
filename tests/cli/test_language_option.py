"""`firefight --language`: the language of the log and the menus."""

from __future__ import annotations

from click.testing import CliRunner

from firefight.cli import main
from firefight.cli.spoken import spoken
from firefight.games import game
from firefight.words import LANGUAGES


def test_a_fight_is_told_in_portuguese_where_that_is_asked_for() -> None:
    told = CliRunner().invoke(main, ["--language", "pt-BR", "demo", "--game", "eclipse-phase", "--speed", "0"])
    assert told.exit_code == 0
    assert "Vez de " in told.output


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    told = CliRunner().invoke(main, ["--language", "tlh", "demo"])
    assert told.exit_code == 2
    assert all(language in told.output for language in LANGUAGES)


def test_without_a_command_line_the_language_is_english() -> None:
    assert spoken(game("eclipse-phase"))("scored", name="Vex", shown=3).startswith("Vex")
