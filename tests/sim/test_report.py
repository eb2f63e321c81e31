"""A forecast as text, JSON, CSV and pictures."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from firefight.errors import FirefightError
from firefight.sim import plots, simulate, variations
from firefight.sim.report import HEAD, as_csv, as_json
from firefight.sim.result import Difference, Result, Share
from firefight.sim.variations import Changed
from tests.cli.running import run
from tests.sim.fights import example, small

CHANGED = [Changed("one more Ganger", Difference(Share(10, 40), Share(30, 40)))]


@pytest.fixture(scope="module")
def found() -> Result:
    """A short forecast."""
    game, table = example("cities-without-number")
    return simulate(game, table, 30, "seed", 1)


def test_json_says_how_often_and_how_sure(found: Result) -> None:
    read = json.loads(as_json(found, CHANGED))
    crew = read["ends"]["crew"]
    assert (read["fights"], crew["name"]) == (30, "The crew win")
    assert crew["low"] <= crew["share"] <= crew["high"]
    assert sum(end["count"] for end in read["ends"].values()) == 30
    assert sum(read["rounds"]["counts"].values()) == 30
    assert read["people"]["kestrel"]["left"]["hp"]["at first"] == 16
    assert read["variations"][0]["difference"] == -0.5


def test_csv_has_the_same_columns_on_every_line(found: Result) -> None:
    lines = list(csv.reader(StringIO(as_csv(found, CHANGED))))
    assert lines[0] == list(HEAD)
    assert {len(line) for line in lines} == {len(HEAD)}
    crew = next(line for line in lines if line[:2] == ["end", "crew"])
    assert int(crew[4]) == found.share("crew").count
    assert {line[0] for line in lines} >= {"end", "rounds", "falls", "falls in round", "flees", "left", "variation"}


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_pictures_are_drawn(found: Result, kind: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"fight.{kind}"
    plots.draw(str(path), found, "The van", CHANGED)
    assert path.stat().st_size > 10_000
    if kind == "svg":
        assert "<svg" in path.read_text()


def test_pictures_of_other_kinds_and_without_the_library_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FirefightError, match=r"end its name in \.png or \.svg"):
        plots.check("fight.doc")

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(plots, "import_module", missing)
    with pytest.raises(FirefightError, match=r"pip install 'firefight\[plots\]'"):
        plots.check("fight.png")


# ------------------------------------------------------------------ at the command line


def test_the_same_command_tells_the_same_twice(tmp_path: Path) -> None:
    path = small(tmp_path)
    first, second = (run("simulate", path, "-n", 30, "--seed", "dawn", "--workers", 1) for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.output == second.output
    assert "30 fights from round 1 on, seed 'dawn', at most 50 rounds each." in first.output
    assert "Everybody: steady." in first.output


def test_json_and_csv_are_nothing_but_that(tmp_path: Path) -> None:
    path = small(tmp_path)
    assert json.loads(run("simulate", path, "-n", 5, "--json").output)["fights"] == 5
    assert run("simulate", path, "-n", 5, "--csv").output.startswith("about,who,what,value,")
    assert "choose one" in run("simulate", path, "--json", "--csv").output


def test_policies_are_given_by_side_by_id_or_for_all(tmp_path: Path) -> None:
    path = small(tmp_path)
    told = run("simulate", path, "-n", 5, "--policy", "mob", "--policy", "crew=aggressive", "--policy", "pike=coward")
    assert "Everybody: mob." in told.output
    assert "The crew: aggressive." in told.output
    assert "Pike: coward." in told.output
    assert "nobody here is called 'rats'" in run("simulate", path, "--policy", "rats=mob").output
    assert "there is no policy 'brave'" in run("simulate", path, "--policy", "brave").output


def test_variations_tell_what_would_change_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations, "LEAST", 10)
    told = run("simulate", small(tmp_path), "-n", 20, "--variations", "--limit", 10)
    assert "What would change how often The crew win" in told.output
    assert "one more Pike" in told.output


def test_the_log_of_a_live_fight_is_forecast_from_where_it_stands(tmp_path: Path) -> None:
    path = small(tmp_path)
    run("play", path, "--seed", "5", lines="begin\n")
    told = run("simulate", path.with_suffix(".fight"), "-n", 5)
    assert "5 fights from round 1 on" in told.output
