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
    assert "45%  typically 3 hp" in out and "drops 23%" in out


def test_a_player_sees_nobody_he_does_not_know_of_and_no_unknown_health(duel: Path) -> None:
    gm, player = (run("odds", duel, "--who", "vex", "--as", viewer).stdout for viewer in ("gm", "Ana"))
    assert "Ghost" in gm and "Ghost" not in player
    assert "drops ?" in player and "drops ?" not in gm
    assert "~45%" in player and "~: for what you know" in player and "~" not in gm


def test_a_running_fight_shows_the_menu_of_the_one_acting(duel: Path) -> None:
    play(duel, "begin", seed="4")
    out = run("odds", duel.with_suffix(".fight")).stdout
    assert "Who goes first" not in out and "attack" in out


def test_an_ended_fight_says_so_before_it_tells_who_would_begin_another(duel: Path) -> None:
    play(duel, "begin", "end", seed="4")
    out = run("odds", duel.with_suffix(".fight")).stdout
    assert "The fight is over" in out.splitlines()[1] and "firefight play" in out and "Who goes first" in out
    assert json.loads(run("odds", duel.with_suffix(".fight"), "--json").stdout)["over"] is True


def test_a_player_is_told_that_who_goes_first_is_a_guess(duel: Path) -> None:
    gm, player = (run("odds", duel, "--as", viewer).stdout for viewer in ("gm", "Ana"))
    assert "~56%" in player and "~: for what you know" in player and "~" not in gm


@pytest.mark.parametrize("width", [24, 40, 64, 70, 80, 100, 200])
def test_nothing_is_cut_off_and_no_number_is_folded(duel: Path, width: int) -> None:
    duel.write_text(DUEL.replace('dice = "1d6"', 'dice = "1d6", trauma = "1d8", rating = 3'), encoding="utf-8")
    out = run("odds", duel, "--who", "vex", width=width).stdout
    assert "…" not in out and all(len(line) <= width for line in out.splitlines())
    whole = " ".join(out.split())
    for line in json.loads(run("odds", duel, "--who", "vex", "--json").stdout)["lines"]:
        assert all(part in whole for part in line["words"].split(", "))


def test_the_page_is_said_in_the_language_asked_for(duel: Path) -> None:
    first = run("--language", "pt-BR", "odds", duel).stdout
    menu = run("--language", "pt-BR", "odds", duel, "--who", "vex").stdout
    assert "Quem age primeiro" in first and "em geral 3 PV" in menu and "derruba 23%" in menu
    assert not any(words in first + menu for words in ("Who", "What", "typically", "drops", "hurts"))


def test_json_has_exact_fractions(duel: Path) -> None:
    found = json.loads(run("odds", duel, "--who", "vex", "--json").stdout)
    shot = next(line for line in found["lines"] if line["picks"] == {"weapon": "gun"} and line["target"] == "rook")
    assert shot["chance"] == {"value": 0.45, "exact": "9/20"} and shot["price"] == "Main"
    assert shot["damage"]["6"]["exact"] == "3/40" and shot["drops"]["exact"] == "9/40"
    assert found["first"]["tied"]["exact"] == "0" and found["who"] == "vex"


def test_a_narrow_screen_has_the_odds_in_words(duel: Path) -> None:
    out = run("odds", duel, "--who", "vex", width=40).stdout
    assert "attack gun  Main\n  Rook: 45%, typically 3 hp, drops 23%\n" in out


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


def test_after_whoever_is_sure_to_be_first_it_says_who_comes_then(duel: Path) -> None:
    """CWN-INIT-05"""
    duel.write_text(DUEL.replace("sheet = { hp = 4 }", "sheet = { hp = 4, automatic_initiative = true }"), encoding="utf-8")
    out = run("odds", duel).stdout.splitlines()
    assert [line.split() for line in out[2:6]] == [["Ghost", "100%"], ["Then"], ["The", "crew", "56%"], ["The", "gang", "44%"]]


def test_on_a_narrow_screen_the_chance_in_the_menu_is_not_cut_off(duel: Path) -> None:
    out = play(duel, "begin", "menu vex", seed="4", width=24).stdout
    assert "attack gun 45%" in " ".join(out.split())
