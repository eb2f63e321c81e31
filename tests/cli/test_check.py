"""`firefight check` and `firefight new`: exit codes, what they say, and that nothing is written over."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firefight.cli import main
from firefight.encounter import load
from firefight.encounter import session as started
from firefight.games import GAMES

HOLDS = """\
title = "Nothing yet"
game = "cyberpunk-red"
[[people]]
name = "Vex"
side = "crew"
[[steps]]
expect = { mode = "narrative", round = 0 }
"""
DIFFERS = HOLDS.replace("round = 0", "round = 3")
BROKEN = HOLDS.replace("title", "titel").replace("side", "syde")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep" / "down").mkdir(parents=True)
    for name, text in {
        "holds.toml": HOLDS,
        "differs.toml": DIFFERS,
        "broken.toml": BROKEN,
        "deep/down/holds.toml": HOLDS,
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_a_file_that_holds_is_a_line_and_exit_code_0(folder: Path) -> None:
    result = run("check", "holds.toml")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "1 file, 1 as expected\n", "")


def test_quiet_says_nothing_where_all_holds(folder: Path) -> None:
    assert run("check", "--quiet", "holds.toml").output == ""
    assert "got 0" in run("check", "--quiet", "differs.toml").stdout


def test_a_difference_is_told_with_its_place_and_exit_code_1(folder: Path) -> None:
    result = run("check", "holds.toml", "differs.toml")
    assert result.exit_code == 1
    first, last = result.stdout.splitlines()
    assert first == "differs.toml:7: step 1 (look), round: expected 3, got 0"
    assert last == "2 files, 1 as expected, 1 with 1 difference"


def test_faults_go_to_stderr_and_exit_code_2_while_the_other_files_are_run(folder: Path) -> None:
    result = run("check", "broken.toml", "differs.toml", "holds.toml", "none.toml")
    assert result.exit_code == 2
    assert [line.split(":")[1:3] for line in result.stderr.splitlines()] == [
        [" broken.toml", "1"], [" broken.toml", "3"], [" broken.toml", "5"], [" none.toml", " there is no such file"],
    ]  # fmt: skip
    assert result.stdout.endswith("4 files, 1 as expected, 1 with 1 difference, 2 unreadable\n")


def test_directories_are_searched_and_no_file_is_run_twice(folder: Path) -> None:
    assert run("check", "deep", "holds.toml", "holds.toml").stdout == "2 files, 2 as expected\n"


def test_an_encounter_without_steps_is_read(folder: Path) -> None:
    (folder / "encounter.toml").write_text(HOLDS.partition("[[steps]]")[0], "utf-8")
    assert run("check", "encounter.toml").exit_code == 0


def test_json_has_everything_for_other_programs(folder: Path) -> None:
    result = run("check", "--json", "differs.toml", "broken.toml")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["files"]) == (2, 2)
    assert told["differences"] == [
        {"file": "differs.toml", "line": 7, "step": 1, "title": "look", "what": "round", "expected": "3", "got": "0"}
    ]
    assert [(fault["file"], fault["line"]) for fault in told["faults"]] == [("broken.toml", line) for line in (1, 3, 5)]


def test_without_files_the_usage_is_told() -> None:
    assert run("check").exit_code == 2


# ------------------------------------------------------------------ new


@pytest.mark.parametrize("game", GAMES)
def test_the_file_to_start_from_can_be_played(folder: Path, game: str) -> None:
    result = run("new", game, "fight.toml")
    assert (result.exit_code, result.stdout) == (0, "fight.toml is written. Play it: firefight play fight.toml\n")
    encounter = load("fight.toml")
    assert encounter.game == game
    assert len({one.side for one in encounter.people}) > 1
    assert run("check", "fight.toml").exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_crew_in_it_are_player_characters_and_nobody_else_is(folder: Path, game: str) -> None:
    run("new", game, "fight.toml")
    session = started(load("fight.toml"), b"0" * 32)
    sides = {pc: {one.side for one in session.table.combatants.values() if one.pc == pc} for pc in (True, False)}
    assert len(sides[True]) == 1 and sides[False] and not sides[True] & sides[False]
    assert "# pc = true" in Path("fight.toml").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_is_in_it_and_stands_when_the_mark_is_taken_away(folder: Path, game: str) -> None:
    text = run("new", game, "-").stdout
    lines = [
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line
        for line in text.split("[sides]")[0].splitlines()
    ]
    (folder / "all.toml").write_text("\n".join(lines) + "\n[sides]" + text.split("[sides]")[1], "utf-8")
    from firefight.games import game as found

    assert load("all.toml").options == {setting.name: setting.default for setting in found(game).settings}


def test_without_a_name_the_file_is_called_as_the_game(folder: Path) -> None:
    run("new", "cyberpunk-red")
    assert load(folder / "cyberpunk-red.toml").game == "cyberpunk-red"


def test_a_file_that_is_there_is_not_written_over_unless_forced(folder: Path) -> None:
    result = run("new", "cyberpunk-red", "holds.toml")
    assert (result.exit_code, (folder / "holds.toml").read_text("utf-8")) == (2, HOLDS)
    assert "holds.toml is there already; give another name, or --force to write over it." in result.stderr
    assert run("new", "cyberpunk-red", "holds.toml", "--force").exit_code == 0
    assert (folder / "holds.toml").read_text("utf-8") != HOLDS


def test_a_game_there_is_not_is_told_with_what_was_probably_meant() -> None:
    result = run("new", "cyberpunk")
    assert result.exit_code == 2
    assert "There is no game 'cyberpunk'; did you mean 'cyberpunk-red'?" in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write anywhere")
def test_a_place_that_cannot_be_written_is_told(folder: Path) -> None:
    folder.chmod(0o500)
    assert run("new", "cyberpunk-red", "no/such/place.toml").exit_code == 2
