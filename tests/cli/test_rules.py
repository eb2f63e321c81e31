"""`firefight rules`, and how the command line tells errors."""

import json
import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner, Result

from firefight.cli import COMMANDS, main
from firefight.cli.errors import Problem, told
from firefight.errors import Refused
from firefight.ledger import rules

RULE = rules()[0]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_without_argument_every_chapter_is_listed() -> None:
    result = run("rules")
    assert result.exit_code == 0
    assert {rule.chapter_id for rule in rules()} <= set(result.stdout.split())


def test_a_rule_is_explained_with_its_cases() -> None:
    words = " ".join(run("rules", RULE.id).stdout.split())
    assert RULE.title in words
    assert " ".join(RULE.text.split()) in words
    assert all(case in words for case in RULE.cases)


def test_a_chapter_explains_each_of_its_rules_and_no_other() -> None:
    lines = run("rules", RULE.chapter_id.lower()).stdout.splitlines()
    heads = [line.split()[0] for line in lines if line.startswith("CPR-")]
    assert heads == [rule.id for rule in rules() if rule.chapter_id == RULE.chapter_id]


def test_game_limits_the_list() -> None:
    listed = json.loads(run("rules", "--game", "shadowrun-4", "--json").stdout)
    assert [entry["id"] for entry in listed] == [rule.id for rule in rules() if rule.game == "shadowrun-4"]


def test_json_lists_every_rule_with_its_evidence() -> None:
    listed = json.loads(run("rules", "--json").stdout)
    assert [entry["id"] for entry in listed] == [rule.id for rule in rules()]
    assert {key for entry in listed for key in entry} == {
        "id", "game", "title", "source", "status", "cited_by", "tests",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rules", "CPR-HOLT"], "There is no rule or chapter 'CPR-HOLT'. Did you mean CPR-HOLD"),
        (["rules", "nonsense"], "There is no rule or chapter 'nonsense'. 'firefight rules' lists the chapters."),
        (["rules", ""], "There is no rule or chapter ''. 'firefight rules' lists the chapters."),
        (["rules", "--game", "go"], "There is no game 'go'. The games are cyberpunk-red"),
        (["rules", RULE.id, "--game", "shadowrun-4"], f"'{RULE.id}' is a rule of cyberpunk-red, not of shadowrun-4."),
        (["rules", "--colour"], "No such option"),
        (["rulez"], "No such command 'rulez'."),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(words: list[str], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"firefight: {sentence}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "sentence", "code"),
    [
        (Refused("It is not your turn."), "firefight: It is not your turn.\n", 2),
        (Problem("x.toml, line 3: no such side."), "firefight: x.toml, line 3: no such side.\n", 2),
        (OSError(28, "No space left on device", "a.log"), "firefight: a.log: No space left on device.\n", 2),
        (OSError(28, "No space left"), "firefight: What comes out cannot be written: No space left.\n", 2),
        (PermissionError(13, "?", "a"), "firefight: a is not open to you: check its permissions, or give another place.\n", 2),
        (KeyboardInterrupt(), "", 130),
        (click.Abort(), "", 130),
    ],
)
def test_errors_a_user_causes_are_told_without_a_trace(capsys, error: BaseException, sentence: str, code: int) -> None:
    def fails() -> None:
        raise error

    assert told(fails) == code
    assert capsys.readouterr().err == sentence


def test_an_error_of_the_programmer_keeps_its_trace() -> None:
    with pytest.raises(ZeroDivisionError):
        told(lambda: 1 // 0)


def test_a_reader_that_goes_away_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "firefight", "rules", "--json"]
    process = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert process.stderr == b""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_help_page_can_be_run(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: firefight {name}")


def test_help_lists_the_commands_with_what_they_do() -> None:
    assert all(name in (page := run("--help").stdout) and text in page for name, text in COMMANDS.items())
