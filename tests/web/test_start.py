"""What the first answer of the server does not need is not loaded for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

ANSWERS = """
import sys
from litestar.testing import TestClient
from firefight.store import open_store
from firefight.web.serve import prepared

with open_store(":memory:") as store:
    served = prepared(store, "http://localhost")
    loaded = frozenset(sys.modules)
    with TestClient(served.app) as client:
        assert client.get("/healthz").status_code == 200
print("\\n".join(loaded))
"""


@pytest.fixture(scope="module")
def loaded() -> frozenset[str]:
    """The modules that are there when the server can answer."""
    found = subprocess.run([sys.executable, "-c", ANSWERS], check=True, capture_output=True, text=True)
    return frozenset(found.stdout.split())


@pytest.mark.parametrize("name", ["jinja2", "babel", "segno", "numpy", "shapely", "firefight.sim", "firefight.web.pages"])
def test_it_is_not_loaded(loaded: frozenset[str], name: str) -> None:
    assert "firefight.web.app" in loaded
    assert name not in loaded
