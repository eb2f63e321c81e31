"""Machine code that tests make is kept where pytest keeps things, so that only the first run waits for it."""

from __future__ import annotations

import pytest

from firefight.sim import compile
from firefight.sim.batch import Batch
from firefight.sim.kernels import Plan


@pytest.fixture(scope="session", autouse=True)
def cache(request: pytest.FixtureRequest) -> None:
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(request.config.cache.mkdir("compiled")))  # type: ignore[union-attr]
    request.addfinalizer(patch.undo)


def batch(module: str, plan: Plan, at_once: int, columns: list[int] | None = None, counts: int = 1) -> Batch:
    """The compiled kernel of a module with an encounter; without numba the test is skipped."""
    pytest.importorskip("numba")
    return Batch(compile.machine(module).result(), plan, columns or [], counts, at_once)
