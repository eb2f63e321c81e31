"""The dice of a stand-up fight: one stream of numbers for each fight, the same at the table, in a kernel and in lanes.

The generator is splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). A draw is 32 bits;
dice that are thrown together are cut from one draw, six at most, so that even the last of them is fair to 1 in 10,000 and
those of an ordinary attack to one in a million. A pool, of which nothing counts but how many of its dice are hits, is one
look into a table for all its dice; its chances are those of the dice to one in 2^32.
These functions are compiled as they stand, which is why they are written with masks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import blake2b
from itertools import accumulate, pairwise
from math import comb

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


def before(x: int) -> int:
    """The state before this one."""
    return (x - GOLDEN) & MASK


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


# ------------------------------------------------------------------ pools

IN_POOL, FACES_OF_HITS, FACES_OF_OTHERS = 31, (5, 6), (1, 2, 3, 4)
"""The most dice of a pool; the faces of a d6 that are hits, and the others."""
CELLS = IN_POOL + 1
CELL_BITS = 32 - CELLS.bit_length() + 1
CELL = 1 << CELL_BITS


def halves(state: int) -> tuple[int, int]:
    """The 64 bits of a state as twice 32: enough for two pools."""
    bits = mixed(state)
    return whole(bits >> 32), whole(bits & LOW)


def tally(table: Sequence[int], at: int, dice: int, bits: int) -> int:
    """How many of so many dice count, by 32 bits and a table that begins at this place: one look, no loop.

    The upper bits choose a cell, the others which of its two answers it gives (Walker's alias method, 1974).
    """
    cell = table[at + dice * CELLS + (bits >> CELL_BITS)]
    return cell & 0xFF if (bits & (CELL - 1)) < cell >> 16 else cell >> 8 & 0xFF


def tallies(faces: int, sides: int) -> list[int]:
    """The table of pools up to the largest, where so many faces of a die count."""
    return [cell for dice in range(IN_POOL + 1) for cell in cells(shares(dice, faces, sides))]


def shares(dice: int, faces: int, sides: int) -> list[int]:
    """How many of 2^32 draws give 0, 1, 2 ... dice that count: cut at the exact chances, none of which is off by a whole one."""
    ways = [comb(dice, many) * faces**many * (sides - faces) ** max(0, dice - many) for many in range(CELLS)]
    bounds = [0, *(total * 2**32 // sides**dice for total in accumulate(ways))]
    return [after - before for before, after in pairwise(bounds)]


def cells(shares: list[int]) -> list[int]:
    """Shares over cells of one size: each takes a number's own draws, and fills up with those that another has too many of."""
    left, other, own = list(shares), list(range(CELLS)), [CELL] * CELLS
    few, many = ([number for number in range(CELLS) if (left[number] < CELL) is short] for short in (True, False))
    while few and many:
        taker, giver = few.pop(), many[-1]
        own[taker], other[taker] = left[taker], giver
        left[giver] -= CELL - left[taker]
        if left[giver] < CELL:
            few.append(many.pop())
    return [own[number] << 16 | other[number] << 8 | number for number in range(CELLS)]


HITS, ONES = tallies(len(FACES_OF_HITS), 6), tallies(1, len(FACES_OF_OTHERS))
"""How many dice of a pool are hits, and how many of those that are none are ones."""


class Stream:
    """The dice of one fight as the engine asks for them, in the order in which it asks.

    `roles` are the first words of the labels that belong to the fight; `joined` are first words, or first two, of those
    that are cut from the draw before. All others come from elsewhere: what happens to somebody who is out already moves no
    die of the fight.

    The role "hits attack" says of the label "attack" that its dice are a pool: half a draw tells how many of them are hits;
    "hits and ones attack" that another half tells how many are ones. Which dice those are, and what the others show, comes
    from elsewhere. A pool has two draws, that is four halves; those it leaves are for the joined pools of the same deed.
    """

    def __init__(self, seed: str, number: int, roles: Collection[str], joined: Collection[str]) -> None:
        self.roles, self.joined = roles, joined
        self.state, self.bits, self.cut, self.thrown = mixed(place(seed, number)), 0, 0, 0
        self.path = ""
        self.left: list[int] = []
        self.aside = Keyed(self.state.to_bytes(8, "big"))

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        """`n` faces from 1 to `sides`."""
        words = label.split(" ", 2)
        for kind in ("hits", "hits and ones"):
            if f"{kind} {words[0]}" in self.roles:
                return self._pool(path, label, n, kind == "hits and ones")
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

    def _pool(self, path: str, label: str, n: int, with_ones: bool) -> Faces:
        """The dice of a pool, in any order."""
        if label.split(" ")[0] not in self.joined or path != self.path or not self.left:
            first, second = after(self.state), after(after(self.state))
            self.state, self.path, self.left = second, path, [*halves(first), *halves(second)]
        self.thrown += n
        hits = tally(HITS, 0, n, self.left.pop(0))
        ones = tally(ONES, 0, n - hits, self.left.pop(0)) if with_ones else 0
        others = FACES_OF_OTHERS[1:] if with_ones else FACES_OF_OTHERS
        kinds = [FACES_OF_HITS] * hits + [(1,)] * ones + [others] * (n - hits - ones)
        chosen, order = (self.aside.faces(path, f"{what} {label}", n, 1 << 32) for what in ("face", "place"))
        faces = (kind[number % len(kind)] for kind, number in zip(kinds, chosen, strict=True))
        return tuple(face for _, face in sorted(zip(order, faces, strict=True)))
