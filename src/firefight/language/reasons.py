"""Why something is not possible, in words."""

from __future__ import annotations

from collections.abc import Iterable

from firefight.events import said
from firefight.game import Reason
from firefight.language.plain import plain
from firefight.language.seat import Seat


def why(reasons: Iterable[Reason], seat: Seat) -> str:
    """Reasons in words, each with its rule id."""
    return "; ".join(dict.fromkeys(because(reason, seat) for reason in reasons))


def because(reason: Reason, seat: Seat) -> str:
    """One reason in words, with its rule id."""
    words = plain(seat.say(f"why_{reason.key}", **said(reason.values, seat.table, seat.say)))
    return f"{words} ({reason.rule})" if reason.rule else words
