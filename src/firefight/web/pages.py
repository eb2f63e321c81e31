"""The pages and their parts: which template draws which part, and from which values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from firefight.web.live import Channel
from firefight.web.rooms import Look, Room
from firefight.web.screen import Screen
from firefight.web.shown import clock, damage, ending, log, map, menu, order, people, phone, questions, turn, tv, twin
from firefight.web.stages import THOUGHT, waiting
from firefight.web.tongues import render

Values = Callable[[Screen], Mapping[str, Any]]


def acting(screen: Screen) -> Mapping[str, Any]:
    """The one who acts, with his menu."""
    who = screen.acting
    if not who:
        return {"one": None, "under_way": questions.under_way(screen)}
    one = screen.table.who(who)
    return {
        "one": one,
        "shape": people.shape(screen.table, one.side),
        "side": screen.table.sides[one.side].name,
        "health": people.health(screen, one),
        "budget": people.budget(screen, who),
        "menu": menu.menu(screen, who),
        "others": [screen.table.who(other) for other in screen.to_act if other != who],
        "under_way": questions.under_way(screen),
        "window": screen.window,
    }


def asked(screen: Screen) -> Mapping[str, Any]:
    """What is open."""
    return {
        "questions": questions.questions(screen),
        "waiting": questions.waiting(screen),
        "suggestions": questions.suggestions(screen),
        "under_way": questions.under_way(screen),
        "landed": damage.newest(screen),
    }


def foot(screen: Screen) -> Mapping[str, Any]:
    """The end of a turn: whose, what it rolls, and what would lapse."""
    who = screen.acting
    return {
        "who": screen.table.who(who) if who else None,
        "token": screen.token(who) if who else "",
        "ending": ending.ending(screen, who),
        "declared": questions.declared(screen),
        "window": screen.window,
    }


def top(screen: Screen) -> Mapping[str, Any]:
    """The head of the page."""
    return {"clock": clock.clock(screen), "back": clock.back(screen)}


def queue(screen: Screen) -> Mapping[str, Any]:
    """The order of the fight."""
    return {"sections": order.sections(screen), "later": order.later(screen), "here": sum(1 for _ in screen.table.present())}


def ground(screen: Screen) -> Mapping[str, Any]:
    """The map."""
    return {"map": map.drawn(screen)}


def large(screen: Screen) -> Mapping[str, Any]:
    """The head of the page with the map alone."""
    return {"clock": clock.clock(screen), "back": clock.back(screen), "seen_from": twin.looker(screen)}


def as_text(screen: Screen) -> Mapping[str, Any]:
    """The map as text."""
    return {"twin": twin.twin(screen)}


def television(screen: Screen) -> Mapping[str, Any]:
    """The head of the television."""
    return {"clock": clock.clock(screen)}


def all_of_them(screen: Screen) -> Mapping[str, Any]:
    """The order as the room may see it."""
    return {"queue": tv.queue(screen), "code": tv.code(screen)}


def newest(screen: Screen) -> Mapping[str, Any]:
    """The last deed."""
    return {"last": tv.last(screen)}


PAGES: Mapping[str, Mapping[str, Values]] = {
    "gm": {"top": top, "order": queue, "acting": acting, "map": ground, "asked": asked, "foot": foot},
    "phone": {
        "banner": turn.banner,
        "strip": turn.strip,
        "self": phone.own,
        "act": phone.act,
        "foot": phone.foot,
        "sheets": phone.sheets,
        "order": phone.queue,
        "map": ground,
    },
    "map": {"top": large, "map": ground, "twin": as_text},
    "tv": {"head": television, "order": all_of_them, "map": ground, "last": newest},
}
"""The parts of each page, each with what its values come from. Every page but those without one has the part "log" as well."""
WITHOUT_LOG = ("map", "tv")


class Drawing:
    """What draws the parts of a page for somebody who looks: all of them, or those whose stage it is."""

    def __init__(self, room: Room, look: Look) -> None:
        self.room, self.look = room, look
        self.page = PAGES[look.page]
        self.log = None if look.page in WITHOUT_LOG else log.LogOf(room, look)
        self.screen, self.version, self.left = Screen(room, look), -1, frozenset[str]()

    def __call__(self) -> Mapping[str, str]:
        """The parts as HTML, by name."""
        names = self.names()
        drawn = {name: part(self.screen, name, values(self.screen)) for name, values in self.page.items() if name in names}
        return drawn | ({"log": self.log.html()} if self.log else {})

    def names(self) -> Collection[str]:
        """The parts to draw now."""
        stages = self.room.stages
        if stages.now in ("all", "first") or self.version != stages.version:
            self.screen, self.version = Screen(self.room, self.look), stages.version
            called = bool(self.screen.acting or self.screen.questions)
            self.left = waiting(self.look.page, self.page, called) if stages.now == "first" else frozenset()
            return self.page.keys() - self.left
        names, self.left = self.left | THOUGHT.get(self.look.page, frozenset()), frozenset()
        return names


def parts(room: Room, look: Look) -> Callable[[], Mapping[str, str]]:
    """What draws the parts of a page for somebody who looks."""
    return Drawing(room, look)


def part(screen: Screen, name: str, values: Mapping[str, Any]) -> str:
    """One part of a page as HTML."""
    return render(screen.look.language, f"parts/{screen.look.page}/{name}.html", screen=screen, room=screen.room, **values)


def channel(room: Room, look: Look) -> Channel:
    """The channel of a look, made when somebody looks so for the first time."""
    if look not in room.channels:
        room.channels[look] = Channel(parts(room, look))
    return room.channels[look]
