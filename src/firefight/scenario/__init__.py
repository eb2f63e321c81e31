"""Scenarios: one file format for tests, bug reports and demos. `run(read("file.toml"))` lists what is not as expected."""

from __future__ import annotations

from msgspec import Struct

from firefight.encounter.faults import Unreadable
from firefight.scenario.file import read
from firefight.scenario.running import Played, play
from firefight.scenario.steps import Scenario, Step

__all__ = ["Differing", "Played", "Scenario", "Step", "Unreadable", "play", "read", "run"]


class Differing(Struct, frozen=True):
    """Something in a scenario that is not as expected."""

    file: str
    line: int
    step: int
    title: str
    what: str
    expected: str
    got: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: step {self.step} ({self.title}), {self.what}"
        short = f"{place}: expected {self.expected}, got {self.got}"
        return short if len(short) <= 160 else f"{place}\n    expected {self.expected}\n    got      {self.got}"


def run(scenario: Scenario) -> list[Differing]:
    """Plays a scenario; everything that is not as expected, in order. Empty means that all holds."""
    return [
        Differing(scenario.file, played.step.line(*one.at), played.step.number, played.step.title, *one[:3])
        for played in play(scenario)
        for one in played.differences
    ]
