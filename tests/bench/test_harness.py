"""The bench command runs every module, reports the one that fails, and writes the rows of the others."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bench
from bench import __main__ as harness
from bench.rounds import Row, alternate

ROW = Row(name="n", value=1.0, unit="u", against="them", ratio=0.9, floor=0.5, target=0.8)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A bench/ of our own: one module that measures, one that fails, one that has nothing to measure."""
    (tmp_path / "good.py").write_text(f"measure = lambda: [{ROW!r}]")
    (tmp_path / "bad.py").write_text("def measure(): raise ValueError('broken')")
    (tmp_path / "helper.py").write_text("")
    monkeypatch.setattr(bench, "__path__", [str(tmp_path)])
    monkeypatch.setattr(harness, "OUTPUT", tmp_path / "build" / "bench.json")
    yield tmp_path
    for name in ("good", "bad", "helper"):
        sys.modules.pop(f"bench.{name}", None)


def written(folder: Path) -> object:
    return json.loads((folder / "build" / "bench.json").read_text())


def test_one_that_fails_does_not_stop_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert harness.main([]) == 1
    assert written(folder) == [ROW]
    assert "bench.bad failed" in capsys.readouterr().err


def test_names_choose_what_runs(folder: Path) -> None:
    assert harness.main(["good"]) == 0
    assert written(folder) == [ROW]


def test_an_unknown_name_is_refused_with_those_there_are(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert harness.main(["good", "goood"]) == 2
    assert "no benchmark goood: choose from bad, good" in capsys.readouterr().err


def test_a_ratio_behind_its_floor_fails_the_run(folder: Path) -> None:
    (folder / "good.py").write_text(f"measure = lambda: [{ {**ROW, 'ratio': 0.4}!r}]")
    assert harness.main(["good"]) == 1


@pytest.mark.parametrize(
    ("ratio", "floor", "target", "verdict"),
    [
        (0.9, 0.5, 0.8, "on target"),
        (0.6, 0.5, 0.8, "above floor"),
        (0.4, 0.5, 0.8, "below floor"),
        (0.9, 2.0, 1.0, "on target"),  # less is better
        (1.5, 2.0, 1.0, "above floor"),
        (2.5, 2.0, 1.0, "below floor"),
        (0.9, 0.5, None, "above floor"),
        (None, None, None, ""),
    ],
)
def test_a_target_below_the_floor_means_less_is_better(
    ratio: float | None, floor: float | None, target: float | None, verdict: str
) -> None:
    said = harness.verdict(Row(name="", value=1, unit="", against="", ratio=ratio, floor=floor, target=target))
    assert verdict in said and bool(verdict) == bool(said)


def test_alternatives_take_turns_and_the_ratio_is_taken_within_each_round() -> None:
    turns: list[str] = []
    ours, theirs = iter([0, 2, 8, 9]), iter([0, 1, 2, 9])

    def measured(name: str, figures: Iterator[int]) -> float:
        turns.append(name)
        return next(figures)

    rounds = alternate({"ours": lambda: measured("ours", ours), "theirs": lambda: measured("theirs", theirs)}, rounds=3)
    assert turns == ["ours", "theirs"] * 4
    assert (rounds.median("ours"), rounds.median("theirs"), rounds.ratio("ours", "theirs")) == (8, 2, 2)
