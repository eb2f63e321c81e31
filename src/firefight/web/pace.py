"""How fast anybody may ask: so many at once, then so many a second."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MOST = 10_000
"""People remembered; beyond that those who have been still for long are forgotten."""


class Pace:
    """Lets everybody have `burst` tries at once, which come back at `each` a second."""

    def __init__(self, burst: float, each: float, clock: Callable[[], float] = monotonic) -> None:
        self.burst, self.each, self.clock = burst, each, clock
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        """Whether somebody may go on; takes one of his tries."""
        now = self.clock()
        left, then = self._left.get(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.each)
        if len(self._left) > MOST:
            self._forget(now)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def _forget(self, now: float) -> None:
        full = self.burst / self.each
        self._left = {who: (left, then) for who, (left, then) in self._left.items() if now - then < full}
