"""Every scenario of the project, one test each: here, and the examples. The files name the rules they show."""

from pathlib import Path

import pytest

from firefight.scenario import read, run

ROOT = Path(__file__).parents[2]
FILES = sorted([*Path(__file__).parent.rglob("*.toml"), *ROOT.glob("examples/**/*.toml")])


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_scenario(file: Path) -> None:
    found = run(read(file))
    assert not found, "\n" + "\n".join(map(str, found))
