"""An act from a line: which line of the menu is meant, and which words fill which of its picks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firefight.game import Offer, Reason
from firefight.language.filling import TEXTS, Filling, Unread, said, spoken
from firefight.language.matching import Fit
from firefight.language.seat import Incomplete, Seat, Tokens, Unclear
from firefight.timeline import Act

MISSING = ("no_text", "no_number")
"""Reasons that only more words can do away with."""


class Reading(NamedTuple):
    """One way to read a line: the act, the line of the menu it asks for, and whether a spelling was guessed."""

    act: Act
    offer: Offer
    guessed: bool

    @property
    def refusals(self) -> int:
        """How many reasons there are against it, words that are missing still left out."""
        return sum(reason.key not in MISSING for reason in self.reasons)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons against it."""
        return self.offer.refusals(self.offer.filled(self.act))


def read_act(words: Tokens, start: int, offers: Sequence[Offer], seat: Seat) -> Reading:
    """The act that the words from `start` on ask for, on one of these lines of a menu.

    Of several lines that fit, the one that takes the fewest words for mere text, then the one the least speaks against,
    then the first. Raises Unclear.
    """
    unread, unclear = start, None
    readings: list[tuple[int, Fit, int, Reading]] = []
    for worst in (Fit.PART, Fit.CLOSE):
        for offer in offers:
            filling = Filling(offer, words, start, seat, worst)
            try:
                reading = Reading(Act(offer.verb, {**offer.fixed, **filling.filled()}), offer, filling.guessed)
                readings.append((filling.loose, worst, reading.refusals, reading))
            except Unread as stop:
                unread = max(unread, stop.at)
            except Unclear as error:
                unclear = unclear or error
        if any(loose == 0 for loose, *_ in readings):
            break
        if unclear:
            raise unclear
    if not readings:
        raise Unclear(misfit(words, unread, offers, seat))
    return complete(min(readings, key=lambda found: found[:3])[3], seat)


def complete(reading: Reading, seat: Seat) -> Reading:
    """The reading, if no text is missing that only its author can give."""
    missing = [reason for reason in reading.reasons if reason.key in MISSING]
    if missing and len(missing) == len(reading.reasons):
        pick = str(missing[0].values.get("pick", "what"))
        verb = phrase(reading.offer, reading.act, seat)
        raise Incomplete(f"'{verb}' needs more words: {pick}? Write for instance '{verb} {pick} ...'")
    return reading


def misfit(words: Tokens, at: int, offers: Sequence[Offer], seat: Seat) -> str:
    """What is said of a word that fits nothing, with what could stand there."""
    verb = offers[0].verb
    open_ = list(dict.fromkeys(value for offer in offers for value in values(offer, seat)))
    wanted = f"; it takes {', '.join(open_[:12])}" if open_ else ", which stands alone"
    return f"'{words[at].text}' says nothing to '{verb}'{wanted}"


def values(offer: Offer, seat: Seat) -> Iterator[str]:
    """What could be said after the verb, for a sentence."""
    yield from (said(value, seat) for value in offer.fixed.values())
    for pick in offer.picks:
        if pick.kind == "number":
            yield f"{pick.pick} {pick.least} to {pick.most}" if pick.least <= pick.most else pick.pick
        elif pick.kind in TEXTS:
            yield f"{pick.pick} ..."
        else:
            yield from (said(choice.value, seat) for choice in pick.choices if not choice.reasons)


def phrase(offer: Offer, act: Act, seat: Seat, every: bool = False) -> str:
    """What to type for an act; defaults are left out unless `every` pick is wanted."""
    parts = [act.verb, *(spoken(value, seat) for value in offer.fixed.values())]
    for pick in offer.picks:
        value = act.picks.get(pick.pick, pick.default)
        if value == "" or (not every and pick.pick not in act.picks):
            continue
        parts.append(f"{pick.pick} {spoken(value, seat)}" if pick.kind in TEXTS else spoken(value, seat))
    return " ".join(parts)
