"""What the package carries, and what importing it costs."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from firefight.ledger import FILES

ROOT = Path(__file__).parents[1]
HEAVY = {"numpy", "numba", "lark", "rich", "prompt_toolkit", "litestar", "starlette", "uvicorn", "jinja2", "sqlalchemy"}


def loaded_by(statement: str) -> set[str]:
    """The top-level modules loaded after a statement in a fresh interpreter."""
    script = f"import sys; {statement}; print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    return {name.partition(".")[0] for name in printed.split()}


def test_importing_the_library_loads_no_front_end_and_no_numbers() -> None:
    assert not loaded_by("import firefight") & (HEAVY | {"click"})


def test_importing_the_command_line_loads_nothing_but_click() -> None:
    assert not loaded_by("import firefight.cli") & (HEAVY | {"msgspec", "tomllib"})


def test_the_help_page_loads_no_command() -> None:
    script = "import sys; from firefight.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    commands = {name for name in printed.split() if name.startswith("firefight.cli.")}
    assert commands == {"firefight.cli.errors"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of the files in a wheel built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    words = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl"))).namelist()


@pytest.mark.parametrize("name", ["py.typed", "ledger/coverage.json", *(f"ledger/{name}" for name in FILES)])
def test_the_wheel_carries(wheel: list[str], name: str) -> None:
    assert f"firefight/{name}" in wheel
