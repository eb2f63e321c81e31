"""The odds beside the lines of a menu, from what the looker may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from firefight import odds
from firefight.game import Offer
from firefight.odds import wording
from firefight.web.screen import Screen
from firefight.web.tongues import Tongue


class Odds(NamedTuple):
    """A chance in words and as a number for the bar, what usually comes of it, what else may; whether it rests on a guess."""

    percent: int
    shown: str
    result: str = ""
    also: str = ""
    guessed: bool = False


OfLine = Mapping[str, Odds]
"""The odds of one line by target; "" where there is none to choose."""


def panel(screen: Screen, who: str, offers: Sequence[Offer]) -> dict[int, OfLine]:
    """The odds of some lines of somebody's menu, by the place of the line."""
    found: dict[int, dict[str, Odds]] = {}
    for line, known in screen.room.stages.panel(screen.viewer, screen.table, who, offers).items():
        if known.chance is not None:
            found.setdefault(line.offer, {})[line.target] = shown(screen, known.chance, known)
    return dict(found)


def shown(screen: Screen, chance: Fraction, known: odds.Odds) -> Odds:
    """The odds of one line as they stand beside it."""
    say = screen.say
    result = filter(None, (wording.against(known, say), wording.harm(known, say)))
    also = filter(None, (wording.drops(known, say) if known.drops else "", wording.besides(known, say)))
    return Odds(round(100 * chance), wording.chance(known, say), ", ".join(result), ", ".join(also), known.guessed)


def percent(share: Fraction, _: Tongue) -> str:
    """A chance in whole hundredths, in words where it is nearly none or nearly certain."""
    found = odds.percent(share)
    return {"under 1%": _("under 1%"), "over 99%": _("over 99%")}.get(found, found)


def proposed(found: OfLine, target: str) -> Odds | None:
    """What stands on the line itself: what a press would do as it is proposed, never what could be done to somebody else."""
    return found.get(target) or found.get("")
