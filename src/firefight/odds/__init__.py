"""Exact odds of every line of a menu: of the GM's true table, or of what a player may know.

    odds.of(game, table, who, act)          one act; None where there is nothing to be said
    odds.exact(game, table, who, act)       the same, which says why there is nothing to be said
    odds.panel(game, table, who, offers)    every line of a menu against everybody it can be about
    odds.glance(game, table, who, offers)   every line of a menu as it is proposed
    odds.describe(found)                    in words: "53%, typically 5 S, drops 12%"
    odds.initiative(game, table)            who goes first

`table` is that of whoever looks: the true one for the GM, `view(game, table, viewer)` for a player, whose odds then rest on
what he may know and on nothing else; where somebody's numbers are taken as ordinary for that, they are `guessed`, and have
a ~ in words. The common acts are read off the game's own rule functions, enumerated over all faces and kept by their
arguments; everything else is run on branching dice (`odds.reference`), which must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from firefight.chance import First, Odds
from firefight.errors import FirefightError
from firefight.events import FightBegan, RoundBegan
from firefight.game import Choices, Game, Offer
from firefight.loop import Run
from firefight.odds.front import first
from firefight.odds.reference import ABOUT, MOST, NoOdds, by_branching
from firefight.odds.wording import describe, percent
from firefight.proposed import NoDice
from firefight.table import Table
from firefight.timeline import Act

__all__ = [
    "First", "Line", "NoOdds", "Odds", "describe", "exact", "glance", "initiative", "of", "panel", "percent",
]  # fmt: skip

QUICK = 150
"""Branches that are run for one entry of a panel where nobody says otherwise: some hundredths of a second."""


NOTHING_TO_SAY = (FirefightError, LookupError)
"""Why an act has no odds; a rule may come upon somebody whom whoever looks does not know of, and who is not on his table."""


class Line(NamedTuple):
    """An entry of a panel: the number of the offer, from 0, and whom it would be about, "" where it is about nobody."""

    offer: int
    target: str = ""


# ------------------------------------------------------------------ one act


def of(game: Game, table: Table, who: str, act: Act, most: int = MOST) -> Odds | None:
    """The odds of an act, its defaults written in; None where nothing is rolled or nothing can be said."""
    try:
        return exact(game, table, who, act, most)
    except NOTHING_TO_SAY:
        return None


def exact(game: Game, table: Table, who: str, act: Act, most: int = MOST) -> Odds:
    """The odds of an act as its line of the menu has it. Raises FirefightError with a sentence that says why there are none."""
    fitting = [offer for offer in game.menu(table, who, act.verb) if offer.fits(act)]
    if not fitting:
        raise NoOdds(f"'{act.verb}' is not on the menu")
    offer = min(fitting, key=lambda one: len(one.refusals(one.filled(act))))
    return of_line(game, table, who, offer, offer.filled(act), most)


def of_line(game: Game, table: Table, who: str, offer: Offer, act: Act, most: int) -> Odds:
    """The odds of an act with its price, and whether they rest on a guess."""
    found = game.chances.by_rule(table, who, act) or by_branching(game, table, who, act, most)
    guessed = bool(table.guessed) and is_guessed(table, who, act)
    return replace(found, price=offer.price, guessed=guessed) if offer.price or guessed else found


def is_guessed(table: Table, who: str, act: Act) -> bool:
    """Whether somebody an act concerns is on the table with no more than the public guess."""
    named = (one for pick in act.picks.values() for one in (pick if isinstance(pick, tuple) else (pick,)))
    return not {who, *named}.isdisjoint(table.guessed)


# ------------------------------------------------------------------ a whole menu


def panel(game: Game, table: Table, who: str, offers: Sequence[Offer], most: int = QUICK) -> dict[Line, Odds]:
    """The odds of every line that can be chosen, for each of those it can be about; other picks as proposed.

    Lines without dice are not in it, nor those for which more than `most` branches would have to be run.
    """
    found: dict[Line, Odds] = {}
    for number, offer in enumerate(offers):
        for target, act in acts(table, offer) if is_rolled(offer) else ():
            entry = of_entry(game, table, who, offer, act, most)
            if entry is not None:
                found[Line(number, target)] = entry
    return found


def glance(game: Game, table: Table, who: str, offers: Sequence[Offer], most: int = QUICK) -> dict[int, Odds]:
    """The odds of every line that can be chosen, with all picks as proposed, by the number of the offer from 0."""
    found = {
        number: of_entry(game, table, who, offer, offer.filled(Act(offer.verb)), most)
        for number, offer in enumerate(offers)
        if is_rolled(offer)
    }
    return {number: entry for number, entry in found.items() if entry is not None}


def is_rolled(offer: Offer) -> bool:
    """Whether a line can be chosen, and dice may fall for it."""
    return not offer.reasons and offer.verb not in NEVER_ROLLED


def of_entry(game: Game, table: Table, who: str, offer: Offer, act: Act, most: int) -> Odds | None:
    """The odds of an act that can be done as it stands; None where there are none, or not within so many branches."""
    try:
        return None if offer.refusals(act) else of_line(game, table, who, offer, act, most)
    except NOTHING_TO_SAY:
        return None


NEVER_ROLLED = ("pass", "move", "hold", "delay")


def acts(table: Table, offer: Offer) -> Iterator[tuple[str, Act]]:
    """The acts a line stands for: one for each of those it can be about, or a single one."""
    plain = offer.filled(Act(offer.verb))
    pick = next((pick for pick in offer.picks if is_about_people(table, pick)), None)
    if pick is None:
        fixed = next((str(value) for name, value in offer.fixed.items() if name in ABOUT and value in table.combatants), "")
        yield fixed, plain
        return
    for choice in pick.choices:
        if not choice.reasons and choice.value in table.combatants:
            yield str(choice.value), Act(offer.verb, {**plain.picks, pick.pick: choice.value})


def is_about_people(table: Table, pick: Choices) -> bool:
    """Whether a pick names somebody."""
    return pick.pick in ABOUT and any(choice.value in table.combatants for choice in pick.choices)


# ------------------------------------------------------------------ who goes first


def initiative(game: Game, table: Table, who: Sequence[str] = ()) -> First | None:
    """Who will be in front when initiative is rolled: people, or sides where these roll; None where nobody knows.

    In a running fight those without a place roll. Otherwise one begins, between those named or everybody here.
    """
    run = Run(game, table, NoDice())
    if not table.timeline.running:
        run.do(FightBegan(tuple(who) or tuple(one.id for one in table.present())), RoundBegan(1))
    places = game.chances.places(run.table)
    if not places:
        return None
    found = first(places, game.chances.off(run.table))
    return as_a_guess(found) if any(one.id in table.guessed for one in run.table.fighters()) else found


def as_a_guess(found: First) -> First:
    """The same, resting on numbers that whoever looks does not know."""
    return replace(found, guessed=True, then=as_a_guess(found.then) if found.then else None)
