"""The notes of an encounter as a guide: its first line says what happens, lines that begin with a number are steps."""

from __future__ import annotations

import re

STEP = re.compile(r"\d+\.\s+(.+)")


def about(notes: str) -> str:
    """What happens in a fight, in a sentence."""
    return notes.strip().partition("\n")[0]


def steps(notes: str) -> tuple[str, ...]:
    """The steps through a first turn; none where the notes have no numbered lines."""
    return tuple(found[1].strip() for line in notes.splitlines() if (found := STEP.fullmatch(line.strip())))
