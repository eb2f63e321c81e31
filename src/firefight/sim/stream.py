"""The dice of a stand-up fight: one stream of numbers for each fight, the same at the table, in a kernel and in lanes.

The generator is splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). A draw is 32 bits;
dice that are thrown together are cut from one draw, six at most, so that even the last of them is fair to 1 in 10,000 and
those of an ordinary attack to one in a million.
These functions are compiled as they stand, which is why they are written with masks.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b

from firefight.dice import Faces, Keyed

GOLDEN, MASK, LOW = 0x9E3779B97F4A7C15, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFF
MOST_DICE = 6
"""So many dice, and no more, are cut from one draw."""


def mixed(x: int) -> int:
    """64 bits, shuffled."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def after(x: int) -> int:
    """The state after this one: of a stream, or of the row of fights."""
    return (x + GOLDEN) & MASK


def whole(x: int) -> int:
    """An unsigned number as an ordinary one: the same in Python, a cast where it is compiled."""
    return x


def draw(state: int) -> int:
    """The 32 bits of a state."""
    return whole(mixed(state) >> 32)


def die(bits: int, sides: int) -> tuple[int, int]:
    """A face from 1 to `sides`, and the bits that are left for the next die."""
    cut = bits * sides
    return (cut >> 32) + 1, cut & LOW


def place(seed: str, number: int) -> int:
    """Where fight `number` of a seed stands in the row of fights; mixed, it is the state its stream begins with."""
    return (int.from_bytes(blake2b(seed.encode(), digest_size=8).digest(), "big") + number * GOLDEN) & MASK


class Stream:
    """The dice of one fight as the engine asks for them, in the order in which it asks.

    `roles` are the first words of the labels that belong to the fight; `joined` are first words, or first two, of those
    that are cut from the draw before. All others come from elsewhere: what happens to somebody who is out already moves no
    die of the fight.
    """

    def __init__(self, seed: str, number: int, roles: Collection[str], joined: Collection[str]) -> None:
        self.roles, self.joined = roles, joined
        self.state, self.bits, self.cut, self.thrown = mixed(place(seed, number)), 0, 0, 0
        self.aside = Keyed(self.state.to_bytes(8, "big"))

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        """`n` faces from 1 to `sides`."""
        words = label.split(" ", 2)
        if words[0] not in self.roles:
            return self.aside.faces(path, label, n, sides)
        if words[0] not in self.joined and " ".join(words[:2]) not in self.joined:
            self.cut = MOST_DICE
        self.thrown += n
        return tuple(self._next(sides) for _ in range(n))

    def _next(self, sides: int) -> int:
        if self.cut == MOST_DICE:
            self.state, self.cut = after(self.state), 0
            self.bits = draw(self.state)
        self.cut += 1
        face, self.bits = die(self.bits, sides)
        return face
