"""A ground as text: read from a drawing, drawn again with everybody on it, and told in words.

A drawing has a character for every square and for every edge between squares, so that a square stands at every second
place of every second line:

    +-+-+-+
    |a  d |
    + +-+-+
    |   wb|
    +-+-+-+

`-` and `|` are walls, `d` a door, `o` an open one, `w` a window, `c` cover; `+`, `.` and spaces are nothing. Any other
character in a square, in even columns of even lines counted from 1, is somebody's place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from firefight.errors import FirefightError
from firefight.ground import Ground, Kind, Point, Square, Wall, named
from firefight.space import are_adjacent, faces, is_clear, metres, sees, sheltered

EDGES: dict[str, tuple[Kind, bool]] = {
    "-": ("wall", False),
    "|": ("wall", False),
    "d": ("door", False),
    "o": ("door", True),
    "w": ("window", False),
    "c": ("cover", False),
}
NOTHING = "+. "
SPARE = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LARGEST = 200


# ------------------------------------------------------------------ reading


class Parts(NamedTuple):
    """What stands in a drawing: its size, walls, the squares of characters, and what is wrong, each with its line from 0."""

    width: int
    height: int
    walls: list[Wall]
    places: dict[str, Square]
    faults: list[tuple[int, str]]


def read(drawing: str, scale: float = 2.0, name: str = "") -> tuple[Ground, dict[str, Square]]:
    """The ground of a drawing, and the squares of the characters that stand in it.

    Raises FirefightError with every fault, each by line and column.
    """
    parts = parse(drawing)
    if parts.faults:
        told = [f"line {line + 1}, {text}" if line >= 0 else text for line, text in parts.faults[:20]]
        raise FirefightError("the drawing cannot be read: " + "; ".join(told))
    return ground_of(parts, scale, name), parts.places


def ground_of(parts: Parts, scale: float, name: str = "") -> Ground:
    """The ground of a drawing without faults."""
    return Ground(parts.width, parts.height, scale, joined(parts.walls), name=name)


def parse(drawing: str) -> Parts:
    """What stands in a drawing. Blank lines before and after it do not count."""
    first = len(drawing) - len(drawing.lstrip("\n"))
    lines = drawing.strip("\n").expandtabs(1).splitlines()
    parts = Parts(max((len(line) for line in lines), default=0) // 2, len(lines) // 2, [], {}, [])
    if not 0 < parts.width <= LARGEST or not 0 < parts.height <= LARGEST:
        size = f"a drawing has from 1 to {LARGEST} squares each way; this one has {parts.width} by {parts.height}"
        return parts._replace(faults=[(-1, size)])
    for row, line in enumerate(lines):
        for column, mark in enumerate(line):
            if fault := put(parts, row, column, mark):
                parts.faults.append((row + first, f"column {column + 1}: '{mark}' {fault}"))
    return parts


def put(parts: Parts, row: int, column: int, mark: str) -> str:
    """Takes in one character; what is wrong with it, or ""."""
    upright, level = column % 2 == 0, row % 2 == 0
    if mark in NOTHING or (upright and level and mark in "-|"):
        return ""
    if upright != level and mark in EDGES:
        parts.walls.append(edge(row, column, mark))
        return ""
    if upright or level:
        return "is no edge (- | d o w c); squares are at every second line and column"
    if mark in parts.places:
        return "stands there twice"
    parts.places[mark] = (column // 2, row // 2)
    return ""


def edge(row: int, column: int, mark: str) -> Wall:
    """The wall that a character on an edge stands for; doors and windows get an id from their place."""
    kind, open = EDGES[mark]
    x, y = column / 2, row / 2
    a, b = ((x, y - 0.5), (x, y + 0.5)) if column % 2 == 0 else ((x - 0.5, y), (x + 0.5, y))
    id = f"{kind} {named((int(x), int(y)))}" if kind in ("door", "window") else ""
    return Wall(a, b, kind, id, open)


def joined(walls: list[Wall]) -> tuple[Wall, ...]:
    """Walls of one line made into one, so that a long wall is one thing."""
    whole: list[Wall] = []
    for wall in sorted(walls, key=in_line):
        last = whole[-1] if whole else None
        straight = last and (last.a[0] == wall.b[0] or last.a[1] == wall.b[1]) and last.kind == wall.kind
        if last and straight and last.b == wall.a and not wall.id:
            whole[-1] = Wall(last.a, wall.b, wall.kind)
        else:
            whole.append(wall)
    return tuple(whole)


def in_line(wall: Wall) -> tuple[str, str, bool, Point]:
    """A key that puts the parts of one straight wall behind one another."""
    upright = wall.a[0] == wall.b[0]
    return wall.kind, wall.id, upright, wall.a if upright else wall.a[::-1]


# ------------------------------------------------------------------ drawing


class Part(NamedTuple):
    """A part of a ground: its upper left square, and how many squares it is wide and high."""

    left: int
    top: int
    width: int
    height: int


def part_around(ground: Ground, middle: Square, width: int, height: int) -> Part:
    """A part of at most this size around a square, as much of the ground as fits into it."""
    across, down = min(width, ground.width), min(height, ground.height)
    left = min(max(0, middle[0] - across // 2), ground.width - across)
    top = min(max(0, middle[1] - down // 2), ground.height - down)
    return Part(left, top, across, down)


def drawn(ground: Ground, places: Mapping[str, Square], part: Part | None = None) -> str:
    """The ground as text with letters for columns and numbers for rows; `places` gives one character for each square."""
    part = part or Part(0, 0, ground.width, ground.height)
    canvas = [["·" if x % 2 and y % 2 else " " for x in range(part.width * 2 + 1)] for y in range(part.height * 2 + 1)]
    for wall in ground.walls:
        for column, row in along(wall):
            at = row - 2 * part.top, column - 2 * part.left
            if 0 <= at[0] < len(canvas) and 0 <= at[1] < len(canvas[0]):
                canvas[at[0]][at[1]] = character(wall, column, row) or canvas[at[0]][at[1]]
    for mark, (x, y) in places.items():
        if 0 <= x - part.left < part.width and 0 <= y - part.top < part.height:
            canvas[2 * (y - part.top) + 1][2 * (x - part.left) + 1] = mark[:1] or "?"
    return "\n".join(labelled(canvas, part))


def labelled(canvas: list[list[str]], part: Part) -> Iterator[str]:
    """The lines of a canvas with the names of columns above, as many letters high as they have, and of rows before them."""
    margin = len(str(part.top + part.height)) + 1
    names = [named((x, 0))[:-1] for x in range(part.left, part.left + part.width)]
    high = max(map(len, names))
    for letters in zip(*(name.rjust(high) for name in names), strict=True):
        yield (" " * (margin + 1) + " ".join(letters)).rstrip()
    for row, line in enumerate(canvas):
        number = str(part.top + row // 2 + 1) if row % 2 else ""
        yield f"{number:>{margin - 1}} {''.join(line)}".rstrip()


def tokens(names: Mapping[str, str]) -> dict[str, str]:
    """One character for each of several people, by id: a letter of the name where one is free, else any that is."""
    found: dict[str, str] = {}
    for id, name in names.items():
        own = [letter for letter in name if letter.isascii() and letter.isalnum()]
        wanted = (*(letter.upper() for letter in own), *(letter.lower() for letter in own), *SPARE)
        found[id] = next((letter for letter in wanted if letter not in found.values()), "?")
    return found


def along(wall: Wall) -> Iterator[tuple[int, int]]:
    """The places on the canvas that a wall runs over."""
    (ax, ay), (bx, by) = ((2 * x, 2 * y) for x, y in (wall.a, wall.b))
    n = max(1, round(max(abs(bx - ax), abs(by - ay))))
    for i in range(n + 1):
        yield round(ax + (bx - ax) * i / n), round(ay + (by - ay) * i / n)


def character(wall: Wall, column: int, row: int) -> str:
    """How a wall is drawn at a place of the canvas: "+" where squares meet, by its kind elsewhere."""
    if column % 2 == 0 and row % 2 == 0:
        return "+" if wall.kind == "wall" else ""
    if wall.kind == "wall":
        return "|" if wall.a[0] == wall.b[0] else "-" if wall.a[1] == wall.b[1] else "x"
    return ("o" if wall.open else "d") if wall.kind == "door" else wall.kind[0]


# ------------------------------------------------------------------ words


def relation(ground: Ground, a: Square, b: Square, facing: float | None = None) -> str:
    """How two squares stand to each other, in words: "8 m, in sight, behind cover". `facing` is where `a` looks."""
    if not sees(ground, a, b):
        sight = ["out of sight"]
    else:
        sight = ["in sight", *(["behind cover"] if sheltered(ground, a, b) else [])]
    near = ["next to each other"] if a != b and are_adjacent(a, b) and is_clear(ground, a, b) else []
    behind = ["not in front"] if facing is not None and not faces(facing, a, b) else []
    return ", ".join([f"{metres(ground, a, b):.4g} m", *sight, *near, *behind])


def told(ground: Ground, places: Mapping[str, Square]) -> list[str]:
    """Everybody's place, and how he stands to everybody else, a line each: the map without seeing it."""
    lines = []
    for name, at in places.items():
        others = "; ".join(f"{other} {relation(ground, at, there)}" for other, there in places.items() if other != name)
        lines.append(f"{name} at {named(at)}" + (f": {others}" if others else ""))
    return lines
