"""The C programs of the benchmarks play the fights that the kernels play."""

from shutil import which

import pytest

from bench import simulation
from firefight.sim import compile
from firefight.sim.kernels import KERNELS


@pytest.mark.skipif(which("cc") is None or not compile.is_installed(), reason="there is no C compiler, or no numba")
@pytest.mark.parametrize("name", KERNELS)
def test_c_and_kernel_have_one_digest(name: str) -> None:
    assert simulation.digest(name, simulation.encounter(name), 300) == simulation.printed(simulation.built(name), 300)
