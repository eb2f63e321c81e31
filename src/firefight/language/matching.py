"""Finding what somebody meant: exact names first, then unique beginnings, then close spellings. Never a silent guess."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

Thing = TypeVar("Thing")

WORD = re.compile(r"\w[\w'-]*")
CLOSE_ENOUGH = 0.74
MARGIN = 0.08


class Fit(IntEnum):
    """How well a text fits a name; lower is better."""

    EXACT = 0
    PART = 1
    CLOSE = 2


class Named(NamedTuple, Generic[Thing]):
    """Something that can be meant, with the names it goes by; the first one is shown."""

    thing: Thing
    names: tuple[str, ...]


class Match(NamedTuple, Generic[Thing]):
    """What a text may mean."""

    thing: Thing
    name: str
    fit: Fit


def folded(text: str) -> str:
    """The text without case, accents and double blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def matches(text: str, among: Iterable[Named[Thing]], worst: Fit = Fit.PART) -> list[Match[Thing]]:
    """All that fit the text best; several where it is ambiguous, none where nothing fits."""
    wanted, among = folded(text), list(among)
    if not wanted:
        return []
    for fit in (Fit.EXACT, Fit.PART):
        found = [Match(one.thing, one.names[0], fit) for one in among if fits(wanted, one.names, fit)]
        if found or fit == worst:
            return found
    return closest(wanted, among)


def fits(wanted: str, names: Sequence[str], fit: Fit) -> bool:
    """Whether a folded text is one of the names, or its words begin consecutive words of one."""
    if fit == Fit.EXACT:
        return any(wanted == folded(name) for name in names)
    return any(
        begins(wanted.split(), folded(name).split()) or begins(wanted.split(), WORD.findall(folded(name))) for name in names
    )


def begins(wanted: list[str], words: list[str]) -> bool:
    """Whether the wanted words, in order, begin consecutive words; one or two letters begin the first word alone."""
    places = len(words) - len(wanted) + 1
    return any(
        all(word.startswith(start) for start, word in zip(wanted, words[at:], strict=False))
        for at in range(places if len("".join(wanted)) > 2 else min(places, 1))
    )


def closest(wanted: str, among: Sequence[Named[Thing]]) -> list[Match[Thing]]:
    """Those whose spelling is near the text: the nearest, and all that are about as near."""
    rated = [(max((likeness(wanted, folded(name)) for name in one.names), default=0.0), one) for one in among]
    best = max((rate for rate, _ in rated), default=0.0)
    near = [one for rate, one in rated if rate >= max(CLOSE_ENOUGH, best - MARGIN)]
    return [Match(one.thing, one.names[0], Fit.CLOSE) for one in near]


def likeness(wanted: str, name: str) -> float:
    """How alike two spellings are, from 0 to 1; a single word may be like one word of the name. Under three letters: 0."""
    if len(wanted) < 3:
        return 0.0
    rivals = [name, *name.split()] if " " not in wanted else [name]
    return max(SequenceMatcher(None, wanted, rival, autojunk=False).ratio() for rival in rivals) if rivals else 0.0
