"""Where faces come from, and what a line may take from there."""

from collections.abc import Callable
from functools import lru_cache
from random import Random

from firefight.notation.limits import LIMITS, NotationError

Source = Callable[[int, int], tuple[int, ...]]
"""Asked for `n` dice of `sides` sides, it gives `n` faces from 1 to `sides`."""


def chance(random: Random) -> Source:
    """A source that draws from a random generator, every face as likely as any other."""
    draw = random.random

    def source(n: int, sides: int) -> tuple[int, ...]:
        if n == 1:
            return (int(draw() * sides) + 1,)
        if sides > 255:
            return tuple([int(draw() * sides) + 1 for _ in range(n)])
        table, useless = by_byte(sides)
        faces = b""
        while len(faces) < n:
            faces += random.randbytes(n - len(faces)).translate(table, useless)
        return tuple(faces)

    return source


@lru_cache(maxsize=64)
def by_byte(sides: int) -> tuple[bytes, bytes]:
    """The face for each byte, and the bytes to draw again, as they would favour the low faces."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 // sides * sides, 256))


@lru_cache(maxsize=64)
def faces_of(sides: int) -> frozenset[int]:
    """The faces of a die."""
    return frozenset(range(1, sides + 1))


def fair(source: Source, n: int, sides: int) -> tuple[int, ...]:
    """Faces from a source. Raises NotationError for faces that cannot have fallen."""
    faces = source(n, sides)
    if len(faces) != n or not faces_of(sides).issuperset(faces):
        shown = ", ".join(map(str, faces[:10])) + ", ..." * (len(faces) > 10)
        raise NotationError(f"{n}d{sides} needs {n} faces from 1 to {sides}; the source gave {shown or 'none'}.")
    return faces


def bounded(source: Source, dice: int) -> Source:
    """The same source for a line of so many dice, refusing more extra dice than a line may throw."""
    left = dice + LIMITS.extras

    def throw(n: int, sides: int) -> tuple[int, ...]:
        nonlocal left
        left -= n
        if left < 0:
            raise NotationError(f"The rerolls and explosions throw too many extra dice; the limit is {LIMITS.extras:,}.")
        return source(n, sides)

    return throw
