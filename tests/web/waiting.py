"""Waiting for what happens, never for time to go by: a slow machine only takes longer."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 30.0
"""Seconds after which something does not happen any more."""


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Waits until something holds. Raises AssertionError, saying what it was, if it never does."""
    last = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < last, f"it never happens that {what}"
        time.sleep(0.01)
