"""What one line of dice text may ask for, and the error that refuses the rest."""

from typing import Final

from msgspec import Struct

from firefight.errors import FirefightError


class NotationError(FirefightError):
    """Dice text that cannot be read or goes past a limit, or a source that gave faces which cannot have fallen."""


class Limits(Struct, frozen=True):
    """The most that a whole line may ask for, repeats counted; none of them is a limit of a single term."""

    characters: int = 500
    dice: int = 1_000
    sides: int = 1_000
    extras: int = 1_000
    """Dice that rerolls and explosions add while the line is being rolled."""
    terms: int = 100
    """Numbers and groups of dice."""
    nesting: int = 20
    number: int = 1_000_000
    total: int = 1_000_000_000
    """The greatest result a roll could come to, either side of zero."""


LIMITS: Final = Limits()


def within(size: int, limit: int, sentence: str) -> None:
    """Refuse a size above its limit. `sentence` has a place `{}` for the size. Raises NotationError."""
    if size > limit:
        shown = f"{size:,}" if size < 10**12 else "more than a million million"
        raise NotationError(f"{sentence.format(shown)}; the limit is {limit:,}.")
