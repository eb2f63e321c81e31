"""Why something is not possible, in words."""

from __future__ import annotations

from collections.abc import Iterable

from firefight.events import name_of
from firefight.game import Reason
from firefight.language.plain import plain
from firefight.language.seat import Seat


def why(reasons: Iterable[Reason], seat: Seat) -> str:
    """Reasons in words, each with its rule id."""
    return "; ".join(dict.fromkeys(because(reason, seat) for reason in reasons))


def because(reason: Reason, seat: Seat) -> str:
    """One reason in words, with its rule id."""
    values = {key: name_of(seat.table, value) if isinstance(value, str) else value for key, value in reason.values.items()}
    words = plain(seat.say(f"why_{reason.key}", **values))
    return f"{words} ({reason.rule})" if reason.rule else words
