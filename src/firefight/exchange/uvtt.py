"""Universal VTT maps (.uvtt, .dd2vtt, .df2vtt): walls, doors, windows, the places of lights. The picture is not read."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct, field

from firefight.errors import FirefightError
from firefight.ground import Ground, Kind, Point, Wall

LARGEST = 100 * 1024 * 1024


class XY(Struct):
    """A point in squares."""

    x: float
    y: float


class Resolution(Struct):
    """The part of the map that is cut out, in squares."""

    map_size: XY
    map_origin: XY = field(default_factory=lambda: XY(0, 0))


class Portal(Struct):
    """A door (closed) or a window or gap (not closed)."""

    bounds: list[XY] = []
    closed: bool = True


class Light(Struct):
    """A source of light."""

    position: XY


class Map(Struct):
    """What is read of a file; everything else is passed over."""

    resolution: Resolution
    line_of_sight: list[list[XY]] = []
    objects_line_of_sight: list[list[XY]] = []
    portals: list[Portal] = []
    lights: list[Light] = []


def read(data: bytes, metres: float = 2.0, objects: bool = True, name: str = "") -> Ground:
    """The ground of a file. `metres` is the scale, which the format does not know; `objects` counts outlines of things as walls.

    Raises FirefightError for a file that is too large or no such map.
    """
    if len(data) > LARGEST:
        raise FirefightError(f"the map is larger than {LARGEST // 1024 // 1024} MB; export it with a smaller picture")
    try:
        known = msgspec.json.decode(data, type=Map)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise FirefightError(f"this is no Universal VTT map: {error}") from None
    origin, size = known.resolution.map_origin, known.resolution.map_size
    lines = [*known.line_of_sight, *(known.objects_line_of_sight if objects else [])]
    walls = [wall for line in lines for wall in along(line, origin)]
    doors = [door for n, portal in enumerate(known.portals, 1) for door in across(portal, n, origin)]
    inside = [at(light.position, origin) for light in known.lights]
    ground = Ground(round(size.x), round(size.y), metres, tuple(walls + doors), name=name)
    if not (0 < ground.width <= 1000 and 0 < ground.height <= 1000):
        raise FirefightError(f"the map is {size.x:g} by {size.y:g} squares; it must have from 1 to 1000 each way")
    lights = tuple(light for light in inside if 0 <= light[0] <= size.x and 0 <= light[1] <= size.y)
    return msgspec.structs.replace(ground, lights=lights)


def at(point: XY, origin: XY) -> Point:
    """A point of the file on the ground."""
    return point.x - origin.x, point.y - origin.y


def along(line: list[XY], origin: XY) -> list[Wall]:
    """The walls of a line of points."""
    points = [at(point, origin) for point in line]
    return [Wall(a, b) for a, b in pairwise(points) if a != b]


def across(portal: Portal, number: int, origin: XY) -> list[Wall]:
    """The door or window of a portal; none where it has no two ends."""
    ends: list[Any] = [at(point, origin) for point in portal.bounds[:2]]
    if len(ends) < 2 or ends[0] == ends[1]:
        return []
    kind: Kind = "door" if portal.closed else "window"
    return [Wall(ends[0], ends[1], kind, f"{kind} {number}")]
