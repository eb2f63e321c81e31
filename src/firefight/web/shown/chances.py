"""The odds beside the lines of a menu, from what the looker may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from firefight.game import Offer
from firefight.web.screen import Screen


class Odds(NamedTuple):
    """A chance as a whole percentage, and the likeliest result in words."""

    percent: int
    likely: str = ""


OfLine = Mapping[str, Odds]
"""The odds of one line by target; "" where there is none to choose."""


def panel(screen: Screen, who: str, offers: Sequence[Offer]) -> dict[int, OfLine]:
    """The odds of some lines of somebody's menu, by the place of the line."""
    return {}


def best(odds: OfLine) -> Odds | None:
    """What stands on the line itself: the best there is."""
    return max(odds.values(), key=lambda one: one.percent, default=None)
