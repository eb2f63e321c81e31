"""What only a player's phone shows: his own people, what is to be decided, the order as far as he knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from firefight.language.plain import plain
from firefight.rows import of_one
from firefight.table import Combatant
from firefight.web.screen import Screen
from firefight.web.shown import choices, clock, ending, order, people, questions, sheet, turn
from firefight.web.shown.people import Health, Pips, shape

UNSAID = ("hidden", "has left", "cannot act")
"""States that are drawn, not said."""


# ------------------------------------------------------------------ the looker's own people


class Own(NamedTuple):
    """One of the looker's own."""

    id: str
    name: str
    shape: str
    side: str
    hidden: bool
    health: Health
    budget: tuple[Pips, ...]
    left: str
    chips: tuple[str, ...]
    sheet: tuple[tuple[str, str], ...] = ()
    by_hand: bool = False
    whole: bool = True


def own(screen: Screen) -> Mapping[str, Any]:
    """How his own people stand, the one who acts first. Of several, only he is shown with everything."""
    mine = sorted(screen.mine, key=lambda one: one.id != screen.acting)
    return {"own": tuple(one_of(screen, one)._replace(whole=len(mine) == 1 or one.id == screen.acting) for one in mine)}


def sheets(screen: Screen) -> Mapping[str, Any]:
    """His own people with everything on their sheets."""
    return {"own": tuple(one_of(screen, one)._replace(sheet=tuple(sheet.sheet(screen, one.id))) for one in screen.mine)}


def one_of(screen: Screen, one: Combatant) -> Own:
    """One of his own."""
    budget = budget_of(screen, one)
    left = ending.in_words(screen, ending.left(budget)) or screen._("nothing left")
    return Own(
        one.id,
        plain(one.name),
        shape(screen.table, one.side),
        screen.table.sides[one.side].name,
        one.hidden,
        people.health(screen, one),
        budget,
        "" if not budget else screen._("in your turn") if is_to_come(screen, one) else left,
        tuple(state for state in of_one(screen.game, screen.table, screen.say, one) if state not in UNSAID),
        by_hand=one.has("dice by hand"),
    )


def budget_of(screen: Screen, one: Combatant) -> tuple[Pips, ...]:
    """What he has left, in a fight. Whose turn is still to come has spent nothing of it, whatever the last one has cost."""
    found = people.budget(screen, one.id) if order.shows_budget(screen, one) else ()
    return tuple(ending.whole(pips) for pips in found) if is_to_come(screen, one) else found


def is_to_come(screen: Screen, one: Combatant) -> bool:
    """Whether his turn is still to come in this round, and none of his is open now."""
    places = {due.place for due in turn.dues(screen) if due.who == one.id}
    return "next" in places and not places & {"acts", "waits"}


# ------------------------------------------------------------------ what is to be decided


def act(screen: Screen) -> Mapping[str, Any]:
    """What is to be decided: a question, the choices of the one who acts, or what can be done out of turn."""
    asked = questions.questions(screen)
    who = screen.acting
    now = [who] if who else [] if asked else [one.id for one in screen.mine if one.fighting]
    found = [choices.choices(screen, one, bool(who)) for one in now]
    return {
        "questions": asked,
        "choices": tuple(one for one in found if one.verbs or one.refused),
        "acting": who,
        "actors": tuple(screen.table.who(one) for one in screen.to_act),
        "counts": screen.game.faces,
        "under_way": news(screen),
        "declared": questions.declared(screen),
        "back": clock.back(screen),
    }


def news(screen: Screen) -> tuple[str, ...]:
    """The deeds that are under way, but for what the banner says already."""
    told = turn.banner(screen)["banner"].title
    return tuple(deed for deed in dict.fromkeys(questions.under_way(screen)) if deed.partition(" (")[0] not in told)


def foot(screen: Screen) -> Mapping[str, Any]:
    """The buttons within the thumb's reach: the end of a turn, what it rolls, and what would lapse with it."""
    who = screen.acting
    return {
        "who": screen.table.who(who) if who else None,
        "token": screen.token(who) if who else "",
        "ending": ending.ending(screen, who),
        "window": screen.window,
        "question": next(iter(questions.questions(screen)), None),
    }


# ------------------------------------------------------------------ the order, as far as he knows it


def queue(screen: Screen) -> Mapping[str, Any]:
    """The order in one list. While nobody acts whom the looker sees, the GM does."""
    found = [row for section in order.sections(screen) for row in section.rows]
    seen = not screen.table.timeline.running or turn.is_called(screen) or any("acting" in row.states for row in found)
    return {"rows": found, "gm": not seen, "later": order.later(screen)}
