"""Exact odds of every line of a menu: of the GM's true table, or of what a player may know.

    odds.of(game, table, who, act)          one act; None where there is nothing to be said
    odds.exact(game, table, who, act)       the same, which says why there is nothing to be said
    odds.panel(game, table, who, offers)    every line of a menu against everybody it can be about
    odds.glance(game, table, who, offers)   every line of a menu as it is proposed
    odds.describe(found)                    in words: "53%, likely 5 S, drops 12%"
    odds.initiative(game, table)            who goes first

`table` is that of whoever looks: the true one for the GM, `view(game, table, viewer)` for a player, whose odds then rest on
what he may know and on nothing else. The common acts are read off the game's own rule functions, enumerated over all faces
and kept by their arguments; everything else is run on branching dice (`odds.reference`), which must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from firefight.chance import First, Odds, first
from firefight.errors import FirefightError
from firefight.events import FightBegan, RoundBegan
from firefight.game import Choices, Game, Offer
from firefight.loop import Run
from firefight.odds.reference import ABOUT, MOST, NoOdds, by_branching
from firefight.proposed import NoDice
from firefight.table import Table
from firefight.timeline import Act

__all__ = [
    "First", "Line", "NoOdds", "Odds", "besides", "describe", "exact", "glance", "initiative", "likely", "of", "panel", "percent",
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
    """The odds of an act with its price."""
    found = game.chances.by_rule(table, who, act) or by_branching(game, table, who, act, most)
    return replace(found, price=offer.price) if offer.price else found


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


# ------------------------------------------------------------------ in words


def describe(found: Odds) -> str:
    """The odds in words: "53%, likely 5 S, drops 12%, glitch 2%"; what is hardly worth a word is left out."""
    chance = "" if found.chance is None else percent(found.chance)
    drops = f"drops {percent(found.drops)}" if found.drops else ""
    return ", ".join(filter(None, (chance, likely(found), drops, besides(found))))


def likely(found: Odds) -> str:
    """The likeliest loss in words: "likely 5 S"; "" where nothing can be lost."""
    if not found.damage:
        return ""
    return f"likely {found.likely} {found.unit}" if found.likely else "likely no harm"


def besides(found: Odds) -> str:
    """What else can happen, in words: "glitch 2%"; less than one in a hundred is left out."""
    return ", ".join(f"{name} {percent(chance)}" for name, chance in found.also.items() if chance >= LEAST)


LEAST = Fraction(1, 100)


def percent(chance: Fraction) -> str:
    """A chance in whole hundredths; what is possible is never 0%, what is not certain never 100%."""
    shown = int(chance * 100 + Fraction(1, 2))
    if chance > 0 and shown == 0:
        return "under 1%"
    return "over 99%" if chance < 1 and shown == 100 else f"{shown}%"


# ------------------------------------------------------------------ who goes first


def initiative(game: Game, table: Table, who: Sequence[str] = ()) -> First | None:
    """Who will be in front when initiative is rolled: people, or sides where these roll; None where nobody knows.

    In a running fight those without a place roll. Otherwise one begins, between those named or everybody here.
    """
    run = Run(game, table, NoDice())
    if not table.timeline.running:
        run.do(FightBegan(tuple(who) or tuple(one.id for one in table.present())), RoundBegan(1))
    places = game.chances.places(run.table)
    return first(places) if places else None
