"""The end of a turn: what has been declared and is rolled then, what is left, and whether that is worth a second press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from firefight.language.plain import plain
from firefight.timeline import Act, Turn
from firefight.web.screen import Screen
from firefight.web.shown import people
from firefight.web.shown.people import Pips

COUNTED = ("metres", "attacks")
"""What is counted and lost with the turn. Powers with a limit and extra actions are counted too, but stay."""
WEIGHTY = ("main", "simple")
"""What nobody gives away without being asked. A way not gone or a Free Action alone is no reason to ask."""


class Ending(NamedTuple):
    """`title` says what the end of the turn does where something is declared; `left` is everything that could still be done."""

    title: str = ""
    left: str = ""
    asks: bool = False
    spent: bool = False


def ending(screen: Screen, who: str) -> Ending:
    """The end of somebody's turn; of nobody's, nothing."""
    if not who:
        return Ending()
    found, name = left(people.budget(screen, who)), title(screen, who)
    asks = any(one.kind in WEIGHTY or one.id == "attacks" for one in found)
    spent = all(one.kind == "free" for one in found) if name else not found
    return Ending(name, in_words(screen, found), asks, spent)


# ------------------------------------------------------------------ what is left


def left(budget: Iterable[Pips]) -> tuple[Pips, ...]:
    """What somebody can still do in his turn, out of all he has."""
    return tuple(one for one in budget if one.left and (one.kind != "number" or one.id in COUNTED))


def whole(one: Pips) -> Pips:
    """What a turn gives, as it is when it begins."""
    return one._replace(left=one.most) if one.kind != "number" or one.id in COUNTED else one


def in_words(screen: Screen, found: Iterable[Pips]) -> str:
    """What is left, in a few words: "Simple Action, 12 m, 1 attack"."""
    return ", ".join(one_in_words(screen, one) for one in found)


def one_in_words(screen: Screen, one: Pips) -> str:
    """What is left of one kind."""
    if one.id == "metres":
        return screen._("{metres} m", metres=one.left)
    if one.id == "attacks":
        return screen._.number("{n} attack", "{n} attacks", one.left)
    return people.left_in_words((one,))


# ------------------------------------------------------------------ what is declared


def title(screen: Screen, who: str) -> str:
    """What the end of a turn does, by what its owner has declared; empty where he has declared nothing."""
    top = screen.table.timeline.top
    acts = [one.act for one in top.declared if one.who == who] if isinstance(top, Turn) else []
    if not acts:
        return ""
    _ = screen._
    if len(screen.awaited) > 1:
        return _("Done declaring")
    named, aimed = counted(short(screen, act) for act in acts), any("target" in act.picks for act in acts)
    if len(named) > 1:
        return _("Done: roll") if aimed else _("Done: go")
    return _("Roll: {what}", what=named[0]) if aimed else _("Go: {what}", what=named[0])


def short(screen: Screen, act: Act) -> str:
    """An act in two words: "attack Sergeant"."""
    target = screen.table.combatants.get(str(act.picks.get("target", "")))
    return f"{screen.say.word('act', act.verb)} {plain(target.name) if target else ''}".strip()


def counted(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts, each once, with how often it is there: "attack Sergeant ×2"."""
    return tuple(f"{text} ×{many}" if many > 1 else text for text, many in Counter(texts).items())
