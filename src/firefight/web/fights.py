"""Ready-made fights: encounter files that come with the program, and the fight that a newcomer learns the turn from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import NamedTuple

from firefight import encounter as encounters
from firefight.encounter import Encounter
from firefight.errors import FirefightError


class Fight(NamedTuple):
    """One ready-made fight: its id, its game, its title, one sentence, and how many stand against how many."""

    id: str
    game: str
    title: str
    about: str
    ours: int
    theirs: int


@cache
def fights() -> Mapping[str, Fight]:
    """All ready-made fights by id, in the order of their files."""
    room = files("firefight") / "fights"
    found = {}
    for file in sorted(room.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            id = file.name.removesuffix(".toml")
            meeting = load(id)
            ours = sum(one.pc for one in meeting.people)
            found[id] = Fight(id, meeting.game, meeting.title, meeting.notes.partition("\n")[0], ours, len(meeting.people) - ours)
    return found


@cache
def load(id: str) -> Encounter:
    """A ready-made fight. Raises FirefightError for one there is not."""
    file = files("firefight") / "fights" / f"{id}.toml"
    if not id.replace("-", "").isalnum() or not file.is_file():
        raise FirefightError("there is no such fight")
    with as_file(file) as path:
        return encounters.load(path)
