"""The README is true: its example runs, and its commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_library_example_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    assert len(example.splitlines()) < 30
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "['CPR-MOV-04']" in printed
    assert "is Prone" in printed


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in set(re.findall(r"\bmake (\w+)", README)) - {"are"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_public_name_can_be_imported() -> None:
    import firefight

    assert list(firefight.__all__) == sorted(firefight.__all__)
    for name in firefight.__all__:
        assert getattr(firefight, name) is not None
    with pytest.raises(AttributeError):
        _ = firefight.nothing
