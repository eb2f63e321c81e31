"""A forecast as text, JSON, CSV and pictures."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from firefight.cli import simulate as simulating
from firefight.cli.simulate import DRAWN, TYPED, fate, length, marks
from firefight.errors import FirefightError
from firefight.sim import plots, simulate, variations
from firefight.sim.report import HEAD, as_csv, as_json
from firefight.sim.result import Difference, Result, Share, Tally
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
    assert (read["fights"], crew["name"]) == (30, "won by The crew")
    assert crew["low"] <= crew["share"] <= crew["high"]
    assert sum(end["count"] for end in read["ends"].values()) == 30
    assert sum(read["rounds"]["counts"].values()) == 30
    assert read["people"]["kestrel"]["left"]["hp"]["at first"] == 16
    assert read["variations"][0]["difference"] == -0.5
    assert read["engine"] == "reference"
    assert read["because"]


def test_csv_has_the_same_columns_on_every_line(found: Result) -> None:
    lines = list(csv.reader(StringIO(as_csv(found, CHANGED))))
    assert lines[0] == list(HEAD)
    assert {len(line) for line in lines} == {len(HEAD)}
    crew = next(line for line in lines if line[:2] == ["end", "crew"])
    assert int(crew[4]) == found.share("crew").count
    assert {line[0] for line in lines} >= {"end", "rounds", "falls", "falls in round", "flees", "left", "variation"}


def test_csv_says_what_was_asked_and_which_interval_is_meant(found: Result) -> None:
    lines = list(csv.DictReader(StringIO(as_csv(found, CHANGED))))
    about = {line["what"]: line["value"] for line in lines if line["about"] == "forecast"}
    assert (about["seed"], about["fights"], about["asked"], about["partial"]) == ("seed", "30", "30", "no")
    kinds = {line["about"]: line["low to high"] for line in lines if line["low"]}
    assert kinds.pop("left") == "8 in 10 fights"
    assert set(kinds.values()) == {"95 % interval"}
    left = [line for line in lines if line["about"] == "left"]
    assert all(int(line["low"]) <= int(line["value"]) <= int(line["high"]) for line in left)


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_pictures_are_drawn(found: Result, kind: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"fight.{kind}"
    plots.draw(str(path), found, "The van", CHANGED)
    assert path.stat().st_size > 10_000


def test_a_picture_is_text_that_says_what_it_is_and_the_same_for_the_same_forecast(found: Result, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, second = tmp_path / "one.svg", tmp_path / "two.svg"
    for path in (first, second):
        plots.draw(str(path), found, "The $van", CHANGED)
    text = first.read_text(encoding="utf-8")
    assert first.read_bytes() == second.read_bytes()
    assert "<dc:title>The $van: 30 fights from round 1 on</dc:title>" in text
    assert "seed 'seed'" in text and "<dc:date>" not in text
    assert all(f">{name}</text>" in text for name in ("Kestrel", "Who wins"))


def test_a_picture_of_fights_that_none_has_decided_is_drawn(found: Result, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "none.svg"
    plots.draw(str(path), replace(found, tally=Tally(fights=5, ended={"undecided": 5}, fell={"pike": {90: 5}})), "Nothing")
    assert ">none was decided</text>" in path.read_text(encoding="utf-8")
    assert ">all</text>" in path.read_text(encoding="utf-8")


def test_pictures_of_other_kinds_and_without_the_library_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fight.doc", ""):
        with pytest.raises(FirefightError, match=rf"'{name}' is no picture .* end its name in \.png or \.svg"):
            plots.check(name)
    with pytest.raises(FirefightError, match=r"the folder of 'nowhere/fight\.png' is not there"):
        plots.check("nowhere/fight.png")

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
    assert "--policy =mob names nobody" in run("simulate", path, "--policy", "=mob").output
    assert "there is no policy 'brave'" in run("simulate", path, "--policy", "brave").output


def test_variations_tell_what_would_change_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations, "LEAST", 10)
    told = run("simulate", small(tmp_path), "-n", 20, "--variations", "--limit", 10)
    assert "What would change how often it is won by The crew" in told.output
    assert "one more Pike" in told.output


def test_the_log_of_a_live_fight_is_forecast_from_where_it_stands(tmp_path: Path) -> None:
    path = small(tmp_path)
    run("play", path, "--seed", "5", lines="begin\n")
    told = run("simulate", path.with_suffix(".fight"), "-n", 5)
    assert "5 fights from round 1 on" in told.output


def test_what_never_happened_is_told_as_a_bound_and_what_is_left_lies_in_its_range(found: Result) -> None:
    fled = replace(found, tally=replace(found.tally, fled={"pike": {3: 4}}, fell={"pike": {2: 9}}))
    cells = {who: [str(cell) for cell in fate(fled, who, True, DRAWN)] for who in found.people}
    assert cells["kestrel"][1:4] == ["under 10 %", "-", "under 10 %"]
    assert cells["pike"][1:4] == [Share(9, 30).brief, "2", Share(4, 30).brief]
    left = found.left("kestrel", "heavy pistol rounds")
    assert left is not None
    assert cells["kestrel"][4] == f"heavy pistol rounds 8 → {left.median} ({left.low}-{left.high})"


def test_the_length_is_that_of_the_fights_that_were_decided(found: Result) -> None:
    assert length(found).startswith("Half of them are over within ")
    some = replace(found.tally, fights=30, rounds={1: 4, 5: 10})
    assert length(replace(found, tally=some)) == "Half of the 14 that were decided are over within 5 rounds, 8 in 10 take 1-5."
    assert length(replace(found, tally=replace(some, rounds={}))) == "None was decided."


def test_a_terminal_that_cannot_draw_gets_bars_that_are_typed() -> None:
    assert (marks("utf-8"), marks("ascii"), marks("latin-1")) == (DRAWN, TYPED, TYPED)


def test_what_is_wrong_is_told_before_anything_is_played(tmp_path: Path) -> None:
    path = small(tmp_path)
    assert "'abc' is not a whole number from 1 to 1,000,000,000." in run("simulate", path, "-n", "abc").output
    assert "9999999999 is not a whole number from 1 to 1,000,000,000." in run("simulate", path, "-n", 9999999999).output
    assert "0 is not a whole number from 1 to 1,000." in run("simulate", path, "--limit", 0).output
    assert "999 is not a whole number from 1 to 256." in run("simulate", path, "--workers", 999).output
    assert "'' is no picture" in run("simulate", path, "--plot", "").output
    assert "there are auto, compiled, reference, and" in run("simulate", path, "--engine", "foo").output
    other = tmp_path / "cpr.py"
    other.write_text("print()")
    assert "give an encounter file, which ends in .toml, the .fight file of a game" in run("simulate", other).output


def test_there_is_no_bar_for_variations_that_nobody_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bars = []
    real = simulating.progress_bar
    monkeypatch.setattr(simulating, "progress_bar", lambda what, of=0: bars.append((what, of)) or real(what, of))
    run("simulate", small(tmp_path), "-n", 5)
    assert bars == [("Fights", 5)]
