"""Machine code that tests make is kept where pytest keeps things, so that only the first run waits for it."""

from __future__ import annotations

import pytest

from firefight.sim import compile
from firefight.sim.kernels import Kernel, Plan


@pytest.fixture(scope="session", autouse=True)
def cache(request: pytest.FixtureRequest) -> None:
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(request.config.cache.mkdir("compiled")))  # type: ignore[union-attr]
    request.addfinalizer(patch.undo)


def batch(kernel: Kernel, plan: Plan) -> compile.Batch:
    """The compiled kernel with an encounter; without numba the test is skipped."""
    pytest.importorskip("numba")
    return compile.Batch(compile.machine(kernel.__name__).result(), plan, (), 1)
