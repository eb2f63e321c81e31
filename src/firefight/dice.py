"""Dice and where their faces come from: keyed and provable, recorded, typed in by hand, or branching over all of them.

A source is asked for faces by the path of the deed and a label, never by a running number, so that a die rolled by hand
or a deed put in between shifts nothing. It answers None where a person has to type the faces in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b, sha256
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple, Protocol, TypeVar

from firefight.errors import FirefightError

Faces = tuple[int, ...]
Result = TypeVar("Result")


class Dice(NamedTuple):
    """Some dice of one kind, thrown together."""

    n: int
    sides: int

    @property
    def text(self) -> str:
        """The usual notation: 2d6."""
        return f"{self.n}d{self.sides}"


D6, D8, D10, D20, D100, TWO_D6 = Dice(1, 6), Dice(1, 8), Dice(1, 10), Dice(1, 20), Dice(1, 100), Dice(2, 6)


def dice(text: str) -> Dice:
    """Dice from the notation NdS. Raises DiceError for anything else."""
    found = re.fullmatch(r"(\d{0,3})d(\d{1,4})", text.strip())
    if not found or not int(found[2]):
        raise DiceError(f"'{text}' is not a number of dice; write for instance 2d6")
    return Dice(int(found[1] or 1), int(found[2]))


class DiceError(FirefightError):
    """Faces that cannot have fallen, or that nobody has recorded."""


class Source(Protocol):
    """Where faces come from; None means that somebody types them in."""

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces | None:
        """`n` faces from 1 to `sides` for a label of the deed at this path."""
        ...


class Keyed:
    """Faces from a keyed hash of the deed's path and the label; the seed proves every one of them later.

    Whoever acts again after going back, in the same place and with the same label, throws the same faces.
    """

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        """`n` faces from 1 to `sides`. Eight dice come from one block of the hash."""
        faces: list[int] = []
        while len(faces) < n:
            text = f"{path}|{label}|{sides}|{len(faces)}"
            block = blake2b(text.encode(), key=self.seed, digest_size=64).digest()
            faces += [(int.from_bytes(block[i : i + 8], "big") * sides >> 64) + 1 for i in range(0, 64, 8)]
        return tuple(faces[:n])


def commitment(seed: bytes) -> str:
    """The hash that is shown before the first die falls and proves the seed afterwards."""
    return sha256(seed).hexdigest()


def derived(secret: bytes, purpose: str) -> bytes:
    """A seed of its own for one purpose, so that revealing it gives nothing else away."""
    return blake2b(purpose.encode(), key=secret, digest_size=32).digest()


class Sealed:
    """The dice of one table: every fight has a seed of its own, and so has everything outside fights.

    A deed's path begins with its fight's number, which is how a die finds its seed.
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._keyed: dict[str, Keyed] = {}

    def keyed(self, purpose: str) -> Keyed:
        """The dice of one fight ("3") or of everything outside fights ("narrative")."""
        if purpose not in self._keyed:
            self._keyed[purpose] = Keyed(derived(self.secret, purpose))
        return self._keyed[purpose]

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        """`n` faces from 1 to `sides`."""
        return self.keyed(purpose(path)).faces(path, label, n, sides)


def purpose(path: str) -> str:
    """Which seed a deed's dice come from."""
    fight = path.split(".", 1)[0]
    return fight if fight.isdigit() else "narrative"


class ByHand:
    """Every die is typed in."""

    def faces(self, path: str, label: str, n: int, sides: int) -> None:
        return None


class Recorded:
    """Faces written down beforehand, by label, each list used up from its front; what is missing is an error.

    `spare` answers for labels that nobody wrote down; without it a missing label raises DiceError.
    """

    def __init__(self, faces: Mapping[str, tuple[int, ...]], spare: Source | None = None) -> None:
        self.left = {label: list(values) for label, values in faces.items()}
        self.spare = spare

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces | None:
        """The next `n` faces recorded for this label."""
        left = self.left.get(label)
        if left is None and self.spare is not None:
            return self.spare.faces(path, label, n, sides)
        if left is None or len(left) < n:
            raise DiceError(f"a roll of {n}d{sides} is needed for '{label}' and {len(left or ())} faces are recorded")
        taken, self.left[label] = tuple(left[:n]), left[n:]
        return fitting(taken, Dice(n, sides), label)

    def unused(self) -> tuple[str, ...]:
        """Labels with faces that nobody asked for."""
        return tuple(label for label, faces in self.left.items() if faces)


def fitting(faces: Faces, asked: Dice, label: str = "") -> Faces:
    """The faces, if they can have fallen. Raises DiceError with what was expected otherwise."""
    if len(faces) != asked.n or not all(1 <= face <= asked.sides for face in faces):
        shown = ", ".join(map(str, faces)) or "nothing"
        raise DiceError(f"'{label}' needs {asked.n} faces from 1 to {asked.sides}; got {shown}")
    return faces


class Fall(NamedTuple):
    """One way some dice can fall together, and how many of the `of` equally likely ways look like it."""

    faces: Faces
    ways: int
    of: int


Alike = tuple[tuple[int, int, int], ...]
"""Faces a rule does not tell apart: (sides, face that stands for them, how many they are), every face of a kind covered."""


@lru_cache(1024)
def falls(n: int, sides: int, alike: Alike = ()) -> tuple[Fall, ...]:
    """Every way dice of one kind can fall together, in no order: dice of one throw are never told apart."""
    worth = {face: ways for kind, face, ways in alike if kind == sides} or dict.fromkeys(range(1, sides + 1), 1)
    throws = combinations_with_replacement(worth, n)
    return tuple(Fall(faces, arrangements(faces) * prod(worth[face] for face in faces), sides**n) for faces in throws)


def arrangements(faces: Faces) -> int:
    """In how many orders these faces can lie."""
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces))


class TooMany(DiceError):
    """There are more ways for dice to fall than anybody wants to count."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are more than {most:,} ways for these dice to fall")


class Branching:
    """Faces from a script of one branch; beyond its end the first way they can fall, every other one noted as a fork."""

    def __init__(self, script: tuple[Fall, ...] = (), alike: Alike = (), most: int = 10**6) -> None:
        self.script, self.alike, self.most = script, alike, most
        self.used = 0
        self.forks: list[tuple[Fall, ...]] = []

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        """The next faces of the script."""
        if self.used == len(self.script):
            kinds = sum(kind == sides for kind, _, _ in self.alike) or sides
            if comb(n + kinds - 1, n) > self.most:
                raise TooMany(self.most)
            first, *others = falls(n, sides, self.alike)
            self.forks += [(*self.script, other) for other in others]
            self.script = (*self.script, first)
        self.used += 1
        return self.script[self.used - 1].faces

    @property
    def weight(self) -> Fraction:
        """How likely this branch is."""
        return Fraction(prod(fall.ways for fall in self.script), prod(fall.of for fall in self.script))


def branches(run: Callable[[Branching], Result], alike: Alike = (), most: int = 10**6) -> Iterator[tuple[Fraction, Result]]:
    """Every way a run can go, with its exact probability. `run` is called once for every branch.

    Raises TooMany for more than `most` branches.
    """
    waiting: list[tuple[Fall, ...]] = [()]
    done = 0
    while waiting:
        source = Branching(waiting.pop(), alike, most)
        result = run(source)
        waiting += reversed(source.forks)
        done += 1
        if done + len(waiting) > most:
            raise TooMany(most)
        yield source.weight, result
