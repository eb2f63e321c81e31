"""`firefight odds`: the menu with its odds, as text and JSON, for the GM and for a player; who goes first; clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import play, run

DUEL = """
title = "A duel"
game = "cities-without-number"
[sides]
crew = "The crew"
gang = "The gang"
[[people]]
name = "Vex"
side = "crew"
owner = "Ana"
pc = true
sheet = { hp = 12, skills = { Shoot = 1 }, weapons = [{ name = "gun", kind = "ranged", dice = "1d6", skill = "Shoot" }] }
[[people]]
name = "Rook"
side = "gang"
sheet = { hp = 4, ranged_ac = 13 }
[[people]]
name = "Ghost"
side = "gang"
hidden = true
sheet = { hp = 4 }
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """The encounter file."""
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return path


def test_before_a_fight_it_says_who_will_go_first(duel: Path) -> None:
    """CWN-INIT-01: the side with a PC wins ties."""
    out = run("odds", duel).stdout.splitlines()
    assert out[:2] == ["A duel  Cities Without Number", "Who goes first"]
    assert out[2].split() == ["The", "crew", "56%"] and out[3].split() == ["The", "gang", "44%"]
    assert "--who NAME" in out[-1]


def test_the_first_turn_of_somebody_named(duel: Path) -> None:
    out = run("odds", duel, "--who", "vex").stdout
    assert "attack gun  Main\n  Rook" in out
    assert "45%  likely 6 hp" in out and "drops 23%" in out


def test_a_player_sees_nobody_he_does_not_know_of_and_no_unknown_health(duel: Path) -> None:
    gm, player = (run("odds", duel, "--who", "vex", "--as", viewer).stdout for viewer in ("gm", "Ana"))
    assert "Ghost" in gm and "Ghost" not in player
    assert "drops ?" in player and "drops ?" not in gm


def test_a_running_fight_shows_the_menu_of_the_one_acting(duel: Path) -> None:
    play(duel, "begin", seed="4")
    out = run("odds", duel.with_suffix(".fight")).stdout
    assert "Who goes first" not in out and "attack" in out


def test_json_has_exact_fractions(duel: Path) -> None:
    found = json.loads(run("odds", duel, "--who", "vex", "--json").stdout)
    shot = next(line for line in found["lines"] if line["picks"] == {"weapon": "gun"} and line["target"] == "rook")
    assert shot["chance"] == {"value": 0.45, "exact": "9/20"} and shot["price"] == "Main"
    assert shot["damage"]["6"]["exact"] == "3/40" and shot["drops"]["exact"] == "9/40"
    assert found["first"]["tied"]["exact"] == "0" and found["who"] == "vex"


def test_a_narrow_screen_has_the_odds_in_words(duel: Path) -> None:
    out = run("odds", duel, "--who", "vex", width=40).stdout
    assert "attack gun  Main\n  Rook: 45%, likely 6 hp, drops 23%\n" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--who", "nobody"), "nobody here is called 'nobody'"),
        (("--as", "Zoe"), "There is no player 'Zoe' at this table"),
        (("--who", "ghost", "--as", "Ana"), "nobody here is called 'ghost'"),
    ],
)
def test_errors_are_one_sentence(duel: Path, words: tuple[str, ...], sentence: str) -> None:
    result = run("odds", duel, *words)
    assert result.exit_code == 2 and sentence in result.output and "Traceback" not in result.output


def test_a_file_that_is_not_there_is_told() -> None:
    result = run("odds", "nowhere.fight")
    assert result.exit_code == 2 and "nowhere.fight" in result.output


def test_the_menu_at_the_table_shows_the_chance_of_what_it_proposes(duel: Path) -> None:
    out = play(duel, "begin", "vex: menu", "menu vex", seed="4").stdout
    assert any("attack gun 45%" in line for line in out.splitlines())
