"""The command `firefight roll`."""

import json
from random import Random

from click.testing import CliRunner, Result

from firefight.cli import main
from firefight.notation import chance, roll


def ran(*words: str) -> Result:
    return CliRunner().invoke(main, ["roll", *words])


def test_the_command_shows_every_die_and_the_same_ones_for_a_seed() -> None:
    first, again = ran("4d6kh3+2", "--seed", "7"), ran("4d6kh3+2", "--seed", "7")
    assert first.exit_code == 0
    assert first.stdout == again.stdout == f"{roll('4d6kh3+2', chance(Random(7)))}\n"


def test_the_command_takes_a_line_that_begins_with_a_minus() -> None:
    assert ran("-1d1+3").stdout == "-1d1+3: -[1] + 3 = 2\n"


def test_the_command_tells_every_die_as_json() -> None:
    told = json.loads(ran("2x(1d1); 1d1>=1 # bits", "--json").stdout)
    assert (told["text"], told["comment"], told["total"]) == ("2x(1d1); 1d1>=1 # bits", "bits", 3)
    assert [entry["text"] for entry in told["rolls"]] == ["1d1", "1d1", "1d1>=1"]
    die = {"sides": 1, "face": 1, "why": "rolled", "of": 0, "dropped_because": "", "kept": True, "hit": True}
    assert told["rolls"][2] == {"text": "1d1>=1", "total": 1, "throws": [[die]]}


def test_the_command_refuses_in_one_sentence() -> None:
    refused = ran("999999999d6")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == "firefight: The line throws 999,999,999 dice in total; the limit is 1,000.\n"
