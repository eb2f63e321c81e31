"""Universal VTT maps: a small one of our own, broken ones, and other tools' where they are at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from firefight.errors import FirefightError
from firefight.exchange.uvtt import read
from firefight.space import sees

SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "uvtt"


def made(**changes: Any) -> bytes:
    """Two rooms side by side, a door between them, cut out of a larger map at (10, 5)."""
    found = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 10, "y": 5}, "map_size": {"x": 8.0, "y": 4.0}, "pixels_per_grid": 70},
        "line_of_sight": [
            [{"x": 14, "y": 5}, {"x": 14, "y": 6}],
            [{"x": 14, "y": 7}, {"x": 14, "y": 9}, {"x": 14, "y": 9}],
        ],
        "portals": [{"position": {"x": 14, "y": 6.5}, "bounds": [{"x": 14, "y": 6}, {"x": 14, "y": 7}], "closed": True}],
        "lights": [{"position": {"x": 12, "y": 7}, "range": 3}, {"position": {"x": 0, "y": 0}}],
        "image": "not looked at",
    }
    return msgspec.json.encode({**found, **changes})


def test_walls_doors_and_lights_stand_where_the_cut_out_begins() -> None:
    ground = read(made(), metres=1.5)
    assert (ground.width, ground.height, ground.metres) == (8, 4, 1.5)
    assert [(wall.a, wall.b, wall.kind) for wall in ground.walls] == [
        ((4, 0), (4, 1), "wall"),
        ((4, 2), (4, 4), "wall"),
        ((4, 1), (4, 2), "door"),
    ]
    assert ground.lights == ((2, 2),)


def test_a_door_that_is_opened_lets_sight_through() -> None:
    ground = read(made())
    assert not sees(ground, (1, 1), (6, 1))
    assert sees(ground.opened("door 1", True), (1, 1), (6, 1))


def test_outlines_of_things_count_unless_they_are_left_out() -> None:
    thing = made(objects_line_of_sight=[[{"x": 11, "y": 5}, {"x": 11, "y": 9}]])
    assert not sees(read(thing), (0, 1), (3, 1))
    assert sees(read(thing, objects=False), (0, 1), (3, 1))


def test_missing_parts_are_empty() -> None:
    ground = read(b'{"resolution":{"map_size":{"x":3,"y":3}}}')
    assert (ground.walls, ground.lights) == ((), ())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"resolution":{}}',
        made(portals=[{"bounds": "x"}]),
        b'{"resolution":{"map_size":{"x":1e9,"y":3}}}',
    ],
)
def test_what_is_no_map_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(FirefightError):
        read(data)


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="other tools' files are not part of the project")
def test_other_tools_maps_can_be_read() -> None:
    for path in [path for path in SAMPLES.iterdir() if path.suffix in (".uvtt", ".dd2vtt", ".df2vtt")]:
        ground = read(path.read_bytes())
        assert ground.walls
        assert all(0 <= x <= ground.width and 0 <= y <= ground.height for wall in ground.walls for x, y in (wall.a, wall.b))
