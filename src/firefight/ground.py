"""The ground a scene is played on, as data: squares, walls, doors, windows and cover. Geometry is in space.py."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from firefight.errors import FirefightError

Square = tuple[int, int]
Point = tuple[float, float]
Kind = Literal["wall", "door", "window", "cover"]


class Wall(Struct, frozen=True, omit_defaults=True):
    """Something that stands along a line between two corners of the grid, in squares from the upper left.

    A wall stops sight and movement, a door too until it is open, a window stops movement only, cover stops neither and
    shelters whoever is behind it. `id` names what can be opened or seen through in a fight.
    """

    a: Point
    b: Point
    kind: Kind = "wall"
    id: str = ""
    open: bool = False

    @property
    def stops_sight(self) -> bool:
        """Whether nobody sees through it now."""
        return self.kind == "wall" or (self.kind == "door" and not self.open)

    @property
    def stops_movement(self) -> bool:
        """Whether nobody gets through it now."""
        return self.kind in ("wall", "window") or (self.kind == "door" and not self.open)


class Ground(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """A scene's ground: its size in squares, the metres of a square, what stands on it.

    `diagonals`: "one" counts a diagonal step as one square, "true" by its length.
    """

    width: int
    height: int
    metres: float = 2.0
    walls: tuple[Wall, ...] = ()
    diagonals: Literal["one", "true"] = "one"
    lights: tuple[Point, ...] = ()
    name: str = ""

    def holds(self, square: Square) -> bool:
        """Whether the square is on the ground."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def wall(self, id: str) -> Wall | None:
        """The door, window or wall of this id."""
        return next((wall for wall in self.walls if wall.id == id), None) if id else None

    def doors(self) -> tuple[Wall, ...]:
        """Everything that can be opened and shut."""
        return tuple(wall for wall in self.walls if wall.kind == "door" and wall.id)

    def opened(self, id: str, open: bool) -> Ground:
        """The ground with a door opened or shut."""
        return replace(self, walls=tuple(replace(wall, open=open) if wall.id == id else wall for wall in self.walls))


# ------------------------------------------------------------------ names of squares


def named(square: Square) -> str:
    """A square by column and row: (0, 0) is A1, (27, 4) is AB5."""
    letters, rest = "", square[0] + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{square[1] + 1}"


def square(name: str) -> Square:
    """The square of a name. Raises FirefightError for anything else."""
    letters = name.strip().rstrip("0123456789").upper()
    number = name.strip()[len(letters) :]
    known = letters.isascii() and letters.isalpha() and len(letters) <= 3 and 0 < len(number) <= 4
    if not known or int(number) < 1:
        raise FirefightError(f"'{name}' is no square; write column and row, as in D4")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column - 1, int(number) - 1
