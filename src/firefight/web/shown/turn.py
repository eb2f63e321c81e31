"""Whose turn it is, in one line, and who comes next. Those whom the looker does not see are the GM's own business."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from firefight.events import say_act
from firefight.language.plain import plain
from firefight.rows import Due, dues_of_fight, leader, shown_name
from firefight.table import Combatant
from firefight.timeline import Deed
from firefight.web.screen import Screen, once
from firefight.web.shown import clock, order, questions
from firefight.web.shown.people import shape
from firefight.web.shown.questions import Answerable

AHEAD = 6
"""Places of the order in the strip."""


# ------------------------------------------------------------------ the banner: whose turn it is


class Banner(NamedTuple):
    """`state` is turn (the looker's), ask (a question to him) or quiet. `moment` changes when something new calls him."""

    state: str
    title: str
    under: str
    score: str = ""
    next: str = ""
    moment: str = ""


@once
def banner(screen: Screen) -> Mapping[str, Any]:
    """The banner."""
    if screen.questions:
        return {"banner": asking(screen, questions.questions(screen)[0])}
    if screen.acting:
        return {"banner": answering(screen) if screen.window else acting(screen)}
    return {"banner": waiting(screen)}


def asking(screen: Screen, question: Answerable) -> Banner:
    """A question to the looker."""
    _ = screen._
    if question.kind == "dice":
        title, about = _("Roll {n} d{sides}", n=question.number, sides=question.sides), question.label
    else:
        title, about = capital(question.text), role(question)
    name = question.name if len(screen.mine) > 1 or about != question.name else ""
    return Banner("ask", title, " · ".join(filter(None, (name, about))), moment=question.id)


def role(question: Answerable) -> str:
    """What a question decides, without the name of the one it is put to."""
    return capital(question.label.removesuffix(question.name).strip())


def answering(screen: Screen) -> Banner:
    """A deed that the looker may answer."""
    one = screen.table.who(screen.acting)
    deed = next((frame for frame in reversed(screen.table.timeline.stack) if isinstance(frame, Deed) and frame.who), None)
    title = deed_in_words(screen, deed) if deed else screen._("You may answer")
    return Banner("ask", title, screen._("{name} may answer", name=plain(one.name)), moment=f"window {screen.token(one.id)}")


def deed_in_words(screen: Screen, deed: Deed) -> str:
    """Who does what."""
    return plain(f"{screen.table.who(deed.who).name} {say_act(deed.act, screen.table, screen.say)}")


def acting(screen: Screen) -> Banner:
    """The looker's own turn."""
    one, line = screen.table.who(screen.acting), screen.table.timeline
    tag = line.turn.tag(one.id) if line.turn else ""
    return Banner(
        "turn",
        screen._("Your turn"),
        ", ".join((plain(one.name), place(screen, tag))),
        score=str(one.score[0]) if one.score else "",
        moment=f"turn {line.fight} {line.round} {tag} {one.id}",
    )


def place(screen: Screen, tag: str = "") -> str:
    """Where the fight stands: "Combat Turn 2, pass 3 of 3"; with a tag of his own, no more than that pass."""
    found = clock.passes(screen)
    number = tag.rpartition(" ")[2] if tag.startswith("pass ") else next((one.number for one in found if one.state == "now"), "")
    passes = screen._("pass {n} of {most}", n=number, most=len(found)) if number else ""
    return passes if passes and tag else ", ".join(filter(None, (clock.round_of(screen), passes)))


def waiting(screen: Screen) -> Banner:
    """Somebody else's turn. Whoever the looker sees is named; for all others, and for his own business, the GM stands in."""
    _ = screen._
    if not screen.table.timeline.running:
        return Banner("quiet", _("No fight is running"), ", ".join(plain(one.name) for one in screen.mine))
    return Banner("quiet", whose(screen) or _("Gamemaster's turn"), place(screen), next=when(screen))


def whose(screen: Screen) -> str:
    """Whose turn it is, or who is asked something, among those whom the looker sees; empty where it is none of them."""
    top, _ = screen.table.timeline.top, screen._
    people = [screen.table.who(who) for who in screen.awaited if who]
    if isinstance(top, Deed):
        asked = [one for one in people if one.owner]
        if asked:
            return _("{names} to decide", names=together(screen, asked))
        return _("{name} acts", name=plain(screen.table.who(top.who).name)) if top.who in screen.table.combatants else ""
    if not people:
        return ""
    if screen.window:
        return _("{name} may answer", name=together(screen, people))
    return _.number("{names} acts", "{names} act", len(people), names=together(screen, people))


def together(screen: Screen, people: list[Combatant]) -> str:
    """Several by name, a squad by its own, many of one side by that side's."""
    _, sides = screen._, {one.side for one in people}
    if len({leader(screen.table, one.id) for one in people}) == 1:
        return shown_name(screen.table, people)
    if len(people) == 2:
        return _(" and ").join(plain(one.name) for one in people)
    if len(sides) == 1:
        return plain(screen.table.sides[sides.pop()].name)
    return _("{name} and {n} more", name=plain(people[0].name), n=len(people) - 1)


def when(screen: Screen) -> str:
    """When the looker's turn comes, in a few words: after how many of those he sees."""
    _ = screen._
    able = {one.id for one in screen.mine if order.able(screen, one)}
    if not able:
        return ""
    for before, (_turn, group) in enumerate(groupby(steps(screen), lambda step: turn_of(screen, step))):
        found = list(group)
        if able & {who for step in found for who in step.who}:
            if found[0].tag.startswith("pass ") and found[0].tag != now_tag(screen):
                return _("Up in {tag}", tag=screen.say.word("value", found[0].tag))
            return _("You are next") if before == 0 else _.number("{n} before you", "{n} before you", before)
    return _("Up next round")


def turn_of(screen: Screen, step: Step) -> tuple[str, ...]:
    """Whose turn a place is: a whole side's where sides have the numbers."""
    side = screen.table.who(step.who[0]).side
    return (side, step.tag) if screen.table.sides[side].score else (*step.who, step.tag)


def now_tag(screen: Screen) -> str:
    """The tag of the pass that runs."""
    return next((f"pass {one.number}" for one in clock.passes(screen) if one.state == "now"), "")


# ------------------------------------------------------------------ who comes next


class Step(NamedTuple):
    """A place of the order still to come, or open now: one person's or a squad's."""

    who: tuple[str, ...]
    name: str
    shape: str
    tag: str
    now: bool = False


def steps(screen: Screen, now: bool = False) -> Iterator[Step]:
    """The places to come; with `now` those that are open now, instead."""
    found = [due for due in dues(screen) if due.place in ("acts", "waits", "next")]
    for (acts, _, tag), group in groupby(found, lambda due: (due.place == "acts", leader(screen.table, due.who), due.tag)):
        people = [screen.table.who(due.who) for due in group]
        if acts == now and any(order.able(screen, one) for one in people):
            first = people[0]
            name = shown_name(screen.table, people)
            yield Step(tuple(one.id for one in people), name, shape(screen.table, first.side), tag, acts)


def dues(screen: Screen) -> tuple[Due, ...]:
    """Everybody's places in the fight."""
    return dues_of_fight(screen.game, screen.table)


def is_called(screen: Screen) -> bool:
    """Whether it is the looker whom the table waits for."""
    return bool(screen.questions or screen.acting)


def strip(screen: Screen) -> Mapping[str, Any]:
    """Who acts and who comes next, in one line."""
    line = screen.table.timeline
    if not line.running:
        return {"steps": (), "end": "", "gm": False}
    acting = list(steps(screen, now=True))
    rest = list(steps(screen))[:AHEAD]
    end = plain(screen.say("round_began", round=line.round + 1).rstrip("."))
    return {"steps": (*acting, *rest), "end": end, "gm": not (acting or is_called(screen))}


def capital(text: str) -> str:
    """A text that begins like a sentence."""
    return text[:1].upper() + text[1:]
