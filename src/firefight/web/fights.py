"""Ready-made fights: encounter files that come with the program, and the fight that a newcomer learns the turn from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import NamedTuple

from msgspec.structs import replace

from firefight import encounter as encounters
from firefight.encounter import Encounter
from firefight.errors import FirefightError
from firefight.table import Combatant
from firefight.web.guide import about, steps
from firefight.web.plan import Plan, plan
from firefight.web.shown.people import SHAPES
from firefight.web.tongues import Tongue

NUMBERED = re.compile(r"(.+) \d+")


class Roster(NamedTuple):
    """A side before the fight: its name, its shape, and its people: how many of each name, and whether they are hidden."""

    name: str
    shape: str
    people: tuple[tuple[str, int, bool], ...]


class Fight(NamedTuple):
    """One ready-made fight: its id, its game, its title, one sentence, how many stand against how many, and what is seen."""

    id: str
    game: str
    title: str
    about: str
    ours: int
    theirs: int
    guided: bool
    sides: tuple[Roster, ...]
    plan: Plan | None


@cache
def fights() -> Mapping[str, Fight]:
    """All ready-made fights by id, in the order of their files."""
    room = files("firefight") / "fights"
    names = sorted(file.name for file in room.iterdir() if file.name.endswith(".toml"))
    return {name.removesuffix(".toml"): shown(name.removesuffix(".toml")) for name in names}


@cache
def load(id: str) -> Encounter:
    """A ready-made fight. Raises FirefightError for one there is not."""
    file = files("firefight") / "fights" / f"{id}.toml"
    if not id.replace("-", "").isalnum() or not file.is_file():
        raise FirefightError("there is no such fight")
    with as_file(file) as path:
        return encounters.load(path)


def shown(id: str) -> Fight:
    """What is shown of a fight before it is chosen."""
    meeting = load(id)
    shapes = shapes_of(meeting)
    ours = sum(one.pc for one in meeting.people)
    theirs = sum(shapes[one.side] != SHAPES[0] for one in meeting.people if is_alive(one))
    rosters = tuple(roster(meeting, side, shape) for side, shape in shapes.items())
    drawn = plan(meeting.ground, [(one, shapes[one.side]) for one in meeting.people]) if meeting.ground else None
    guided = bool(steps(meeting.notes))
    return Fight(id, meeting.game, meeting.title, about(meeting.notes), ours, theirs, guided, rosters, drawn)


def told_in(meeting: Encounter, _: Tongue) -> Encounter:
    """A ready-made fight as a table in a language begins with it: its title, its sides and its map by their names there."""
    sides = {id: _(name) for id, name in meeting.sides.items()}
    ground = replace(meeting.ground, name=_(meeting.ground.name)) if meeting.ground else None
    return replace(meeting, title=_(meeting.title), sides=sides, ground=ground)


def shapes_of(meeting: Encounter) -> dict[str, str]:
    """The shape of each side: the crew's first, then the others as they come."""
    crew = next((one.side for one in meeting.people if one.pc), "")
    order = sorted(dict.fromkeys(one.side for one in meeting.people), key=lambda side: side != crew)
    return {side: SHAPES[min(place, len(SHAPES) - 1)] for place, side in enumerate(order)}


def roster(meeting: Encounter, side: str, shape: str) -> Roster:
    """The people of a side, those with a number behind the same name counted."""
    counted: dict[tuple[str, bool], int] = {}
    for one in meeting.people:
        if one.side == side:
            numbered = NUMBERED.fullmatch(one.name)
            key = (numbered[1] if numbered else one.name, one.hidden)
            counted[key] = counted.get(key, 0) + 1
    people = tuple((name, many, hidden) for (name, hidden), many in counted.items())
    return Roster(meeting.sides.get(side, side), shape, people)


def is_alive(one: Combatant) -> bool:
    """Whether somebody counts as one of a side: a parked car does not."""
    return getattr(one.sheet, "kind", "person") != "vehicle"


def sentences() -> tuple[str, ...]:
    """Everything that is said of the ready-made fights and may be said in another language."""
    found = [text for id in fights() for text in (load(id).title, about(load(id).notes), *steps(load(id).notes))]
    sides = [name for id in fights() for name in load(id).sides.values()]
    maps = [ground.name for id in fights() if (ground := load(id).ground) and ground.name]
    return tuple(dict.fromkeys([*found, *sides, *maps]))
