"""How fast something is shown that is to be read along."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable

import click

READ = 24
"""Characters that are read in a second at speed 1."""


class Pace:
    """Waits between things that are shown: as long as they take to read, until a key, or not at all."""

    def __init__(self, speed: float, step: bool = False) -> None:
        self.speed, self.step = speed, step

    def seconds(self, lengths: Iterable[int]) -> float:
        """How long it takes to read all of these at speed 1."""
        return sum(reading_time(length) for length in lengths)

    def pause(self, characters: int, stop: bool = False) -> None:
        """Waits as long as so many characters take to read; step by step, for Enter at every `stop`."""
        if self.step:
            if stop:
                click.prompt("", default="", show_default=False, prompt_suffix="Enter goes on ")
        elif self.speed > 0:
            time.sleep(reading_time(characters) / self.speed)


def reading_time(characters: int) -> float:
    """How many seconds so many characters take to read; nobody waits longer than four."""
    return min(4.0, 0.15 + characters / READ) if characters else 0.0


def pace(speed: float | None, step: bool = False) -> Pace:
    """The pace that was asked for; away from a terminal everything is shown at once."""
    on_terminal = sys.stdout.isatty()
    return Pace((1.0 if speed is None else speed) if on_terminal else 0.0, step and on_terminal and sys.stdin.isatty())
