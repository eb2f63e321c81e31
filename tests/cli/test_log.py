"""`firefight log` and `firefight replay`: a stored fight as text, JSON, Markdown, and turn by turn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firefight.cli.replay import command as replay
from firefight.store import open_store
from tests.cli.running import ESCAPE, alley, play, run

SCRIPT = ("begin", "attack rook", "7 hp, prone", "hp -5 ghost", "undo", "move 6", "next", "rename rook to R*ok_", "next")


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A fight that was played, with something taken back."""
    path = alley(tmp_path)
    play(path, *SCRIPT)
    return path.with_suffix(".fight")


def test_text_is_grouped_by_round_and_turn(fight: Path) -> None:
    lines = run("log", fight).stdout.splitlines()
    assert lines[0] == "Ambush in the alley (Cyberpunk RED)"
    round_one, turn = lines.index("     Round 1."), lines.index("     Vex to act.")
    assert lines[round_one - 1] == lines[turn - 1] == ""
    assert round_one < turn < lines.index("   4   Vex: attacks Rook (pistol).  [CPR-ACT-03]")


def test_what_was_taken_back_is_left_out_unless_it_is_asked_for(fight: Path) -> None:
    assert "Ghost loses" not in run("log", fight).stdout
    undone = run("log", fight, "--undone").stdout
    assert "Ghost loses 5 hp (30 left).  (taken back)" in undone


def test_a_part_of_the_log_can_be_named(fight: Path) -> None:
    out = run("log", fight, "--from", 4, "--to", 5).stdout
    assert "attacks Rook" in out and "Rook is Prone" in out
    assert "Round 1" not in out and "moves 6" not in out


def test_a_part_that_ends_before_it_begins_is_told(fight: Path) -> None:
    result = run("log", fight, "--from", 5, "--to", 4)
    assert result.exit_code != 0 and "--to 4 comes before --from 5" in result.output


def test_json_for_the_gm_is_the_log_exactly_as_stored(fight: Path) -> None:
    with open_store(fight) as store:
        stored = [record.data for record in store.read("fight")]
    assert run("log", fight, "--format", "json").stdout.encode().splitlines() == stored


def test_json_for_others_is_what_they_may_see(fight: Path) -> None:
    lines = [json.loads(line) for line in run("log", fight, "--format", "json", "--as", "ana").stdout.splitlines()]
    numbers = [line["line"] for line in lines]
    assert sorted(set(numbers)) == list(range(1, max(numbers) + 1))
    assert "Ghost" not in json.dumps(lines) and "loses" not in json.dumps(lines)
    assert {"Vex: attacks Rook (pistol)."} <= {line["text"] for line in lines}


def test_a_player_or_spectator_reads_no_secret(fight: Path) -> None:
    for name in ("ana", "spectator"):
        for format in ("text", "markdown"):
            out = run("log", fight, "--as", name, "--format", format).stdout
            assert "attacks" in out and "Ghost" not in out and "hp" not in out


def test_markdown_has_a_heading_for_each_round_and_escapes_names(fight: Path) -> None:
    out = run("log", fight, "--format", "markdown").stdout
    assert out.startswith("# Ambush in the alley\n") and "\n## Round 1\n" in out
    assert "- Vex: attacks Rook (pistol). `CPR-ACT-03`" in out
    assert "R\\*ok\\_" in out and "R*ok_" not in out


def test_an_unknown_player_is_told_who_there_is(fight: Path) -> None:
    result = run("log", fight, "--as", "zoe")
    assert result.exit_code == 2
    assert result.stderr == "firefight: There is no player 'zoe' at this table: give one of gm, spectator, Ana.\n"


def test_the_export_can_be_read_like_the_fight(fight: Path, tmp_path: Path) -> None:
    export = tmp_path / "log.json"
    export.write_text(run("log", fight, "--format", "json").stdout, encoding="utf-8")
    assert run("log", export).stdout.splitlines()[1:] == run("log", fight).stdout.splitlines()[1:]


@pytest.mark.parametrize("name", ["log", "replay", "verify"])
def test_what_is_no_log_is_told_in_one_sentence(tmp_path: Path, name: str) -> None:
    torn = tmp_path / "torn.json"
    for text in ("hello\n", "", "{}\n", '{"command":{"command":"close"},"events":[]}\n'):
        torn.write_text(text, encoding="utf-8")
        result = run(name, torn)
        assert result.exit_code == 2
        assert result.stderr.startswith("firefight: ") and result.stderr.count("\n") == 1
    assert run(name, tmp_path / "nowhere.fight").exit_code == 2


def test_a_log_with_a_line_missing_is_told(fight: Path, tmp_path: Path) -> None:
    lines = run("log", fight, "--format", "json").stdout.splitlines(keepends=True)
    torn = tmp_path / "torn.json"
    torn.write_text("".join(lines[:3] + lines[4:]), encoding="utf-8")
    result = run("log", torn)
    assert result.exit_code == 2 and "line 4" in result.stderr


def test_replay_shows_the_order_at_every_turn(fight: Path) -> None:
    result = run("replay", fight)
    assert result.exit_code == 0
    assert "▶ 20 Vex" in result.stdout and "▶ 15 Rook" in result.stdout and "▶ 10 Thug 1" in result.stdout
    assert "Rook loses 7 hp (23 left)." in result.stdout and "Ghost loses" not in result.stdout
    assert not ESCAPE.search(result.stdout)


def test_replay_for_a_player_hides_what_he_may_not_know(fight: Path) -> None:
    out = run("replay", fight, "--as", "ana").stdout
    assert "Ghost" not in out and "hp 30/30" not in out and "hp 40/40" in out


def test_replay_has_a_pace() -> None:
    assert {"speed", "step"} <= {option.name for option in replay.params}
