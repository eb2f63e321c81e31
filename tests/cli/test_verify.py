"""`firefight verify`: every die from the revealed seed; what was changed is found and named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import ALLEY, alley, play, run

FREE = ALLEY.replace("score = ", "# score = ")
"""The encounter without places known beforehand: initiative is rolled."""


def log(folder: Path, *lines: str, seed: str = "") -> Path:
    """The JSON export of a fight that was played."""
    path = alley(folder, FREE)
    play(path, *lines, seed=seed)
    export = folder / "log.json"
    export.write_text(run("log", path.with_suffix(".fight"), "--format", "json").stdout, encoding="utf-8")
    return export


def changed(export: Path, pattern: str, to: str) -> Path:
    """The export with the first match of a pattern changed."""
    text, n = re.subn(pattern, to, export.read_text(encoding="utf-8"), count=1)
    assert n == 1
    export.write_text(text, encoding="utf-8")
    return export


def test_every_die_of_an_ended_fight_is_proved(tmp_path: Path) -> None:
    result = run("verify", log(tmp_path, "begin", "end", "close"))
    assert result.exit_code == 0
    assert re.search(r"^Fight 1: \d+ dice are proved: the seed revealed in line 3 .* sealed in line 2\.$", result.stdout, re.M)
    assert "Outside fights: no dice fell; the seed revealed in line 4 is the one sealed in line 1." in result.stdout


def test_the_fight_file_and_its_export_are_worth_the_same(tmp_path: Path) -> None:
    export = log(tmp_path, "begin", "end")
    assert run("verify", export).stdout == run("verify", tmp_path / "alley.fight").stdout


def test_a_running_fight_is_sealed_still(tmp_path: Path) -> None:
    result = run("verify", log(tmp_path, "begin"))
    assert result.exit_code == 0
    assert re.search(
        r"^Fight 1: \d+ dice are sealed still, as [0-9a-f]{16}; the seed is revealed when the fight ends\.$", result.stdout, re.M
    )


def test_a_changed_die_is_found_and_named(tmp_path: Path) -> None:
    export = log(tmp_path, "begin", "end")
    face = re.search(r'"label":"initiative vex","spec":"1d10","value":\[(\d+)\]', export.read_text(encoding="utf-8"))
    assert face
    other = int(face[1]) % 10 + 1
    changed(export, r'("label":"initiative vex","spec":"1d10","value":)\[\d+\]', rf"\g<1>[{other}]")
    result = run("verify", export)
    assert result.exit_code == 1
    assert f"Fight 1: line 2, 'initiative vex': the log says {other}, the seed gives {face[1]}." in result.stdout


def test_a_die_moved_to_another_deed_is_found(tmp_path: Path) -> None:
    export = changed(log(tmp_path, "begin", "end"), r'"deed":"1\.1/begin initiative"', '"deed":"1.1/begin other"')
    assert run("verify", export).exit_code in (1, 2)


def test_a_changed_seed_is_found_and_named(tmp_path: Path) -> None:
    export = changed(log(tmp_path, "begin", "end"), r'("event":"FightEnded".*?"seed":")(..)', r"\g<1>00")
    result = run("verify", export)
    assert result.exit_code == 1
    assert "line 3: the seed is not the one sealed in line 2" in result.stdout


def test_a_seed_that_is_none_is_found(tmp_path: Path) -> None:
    export = changed(log(tmp_path, "begin", "end"), r'("event":"FightEnded".*?"seed":")[0-9a-f]+', r"\g<1>nothing")
    result = run("verify", export)
    assert result.exit_code == 1 and "the seed is not one" in result.stdout


def test_dice_typed_in_by_hand_are_listed_and_not_proved(tmp_path: Path) -> None:
    result = run("verify", log(tmp_path, "hand vex on", "begin", "7", "end"))
    assert result.exit_code == 0
    assert "Fight 1: 1 die is typed in by hand: 'initiative vex' 7 (line 4)." in result.stdout


def test_a_die_said_to_be_typed_in_that_nobody_typed_is_found(tmp_path: Path) -> None:
    pattern = r'("label":"initiative vex","spec":"1d10","value":)\[\d+\]'
    export = changed(log(tmp_path, "begin", "end"), pattern, r'\g<1>[10],"by":"hand"')
    result = run("verify", export)
    assert result.exit_code == 1 and "line 2, 'initiative vex': said to be typed in" in result.stdout


def test_a_seed_given_beforehand_is_told(tmp_path: Path) -> None:
    assert "The seed was given beforehand" in run("verify", log(tmp_path, "begin", "end", seed="5")).stdout
    (tmp_path / "alley.fight").unlink()
    assert "The seed was given beforehand" not in run("verify", log(tmp_path, "begin", "end")).stdout


def test_dice_thrown_again_after_going_back_behind_the_end_are_told(tmp_path: Path) -> None:
    result = run("verify", log(tmp_path, "begin", "end", "goto 2", "hand off", "goto 1", "begin", "end"))
    assert result.exit_code == 0
    assert "fell after the seed was known" in result.stdout


@pytest.mark.parametrize("game", ["eclipse-phase", "shadowrun-4", "cities-without-number"])
def test_the_dice_of_every_game_are_proved(tmp_path: Path, game: str) -> None:
    path = tmp_path / "new.toml"
    assert run("new", game, path).exit_code == 0
    assert play(path, "begin", "next", "end").exit_code == 0
    result = run("verify", path.with_suffix(".fight"))
    assert result.exit_code == 0 and "Fight 1:" in result.stdout and "proved" in result.stdout
