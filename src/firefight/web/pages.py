"""The pages and their parts: which template draws which part, and from which values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firefight.lines import speech
from firefight.web.live import Channel
from firefight.web.rooms import DrawnParts, Look, Room
from firefight.web.screen import Screen
from firefight.web.shown import clock, damage, ending, log, map, menu, order, people, phone, questions, turn, tv, twin
from firefight.web.stages import AT_ONCE
from firefight.web.tongues import render

Values = Callable[[Screen], Mapping[str, Any]]


def acting(screen: Screen) -> Mapping[str, Any]:
    """The one who acts, with his menu."""
    who = screen.acting
    if not who:
        line = screen.table.timeline
        return {"one": None, "under_way": questions.under_way(screen), "running": line.running, "waits": bool(line.stack)}
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
    return {"clock": clock.clock(screen), "back": clock.back(screen), "players": screen.players}


def queue(screen: Screen) -> Mapping[str, Any]:
    """The order of the fight."""
    return {"sections": order.sections(screen), "later": order.later(screen), "here": sum(1 for _ in screen.table.present())}


def ground(screen: Screen) -> Mapping[str, Any]:
    """The map, and whose token is moved on it."""
    if screen.table.ground is None:
        return {"map": None}
    who = screen.acting
    token = screen.token(who) if who else ""
    return {"map": map.drawn(screen), "ground": screen.table.ground, "acting": who, "token": token}


def large(screen: Screen) -> Mapping[str, Any]:
    """The head of the page with the map alone."""
    return {
        "round": clock.round_of(screen),
        "passes": clock.passes(screen),
        "back": clock.back(screen),
        "seen_from": twin.looker(screen),
    }


def as_text(screen: Screen) -> Mapping[str, Any]:
    """The map as text."""
    return {"twin": twin.twin(screen)}


def television(screen: Screen) -> Mapping[str, Any]:
    """The head of the television."""
    return {"round": clock.round_of(screen), "passes": clock.passes(screen)}


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
        self.page, self.first = PAGES[look.page], AT_ONCE.get(look.page, ())
        self.log = None if look.page in WITHOUT_LOG else log.LogOf(room, look)
        self.screen: Screen | None = None
        self._drawn: DrawnParts = {}
        self._alike = room.drawn.setdefault(look.kind, [])
        self._alike.append(self._drawn)

    def __call__(self) -> Mapping[str, str]:
        """The parts as HTML, by name. What was seen in the first stage is looked at again in the next, and let go then."""
        now, begun = self.room.stages.now, self.screen
        screen = begun if begun and now == "rest" else Screen(self.room, self.look)
        self.screen = screen if now == "first" else None
        names = self.first if now == "first" else [name for name in self.page if screen is not begun or name not in self.first]
        drawn = {name: self.part(screen, name) for name in names}
        return drawn | ({"log": self.log.html()} if self.log else {})

    def part(self, screen: Screen, name: str) -> str:
        """One part. It is drawn once for all who look in the same way and see the same, and not again while that is so."""
        values = self.page[name](screen)
        for drawn in (self._drawn, *self._alike):
            if name in drawn and drawn[name][0] == values:
                self._drawn[name] = drawn[name]
                break
        else:
            self._drawn[name] = (values, part(self.room, self.look.kind, name, values))
        return self._drawn[name][1]


def parts(room: Room, look: Look) -> Callable[[], Mapping[str, str]]:
    """What draws the parts of a page for somebody who looks."""
    return Drawing(room, look)


def part(room: Room, look: Look, name: str, values: Mapping[str, Any]) -> str:
    """One part of a page as HTML, from its values. Of the room, its template shows what stays as it is: its name and title."""
    say = speech(room.session.game, look.language)
    return render(look.language, f"parts/{look.page}/{name}.html", room=room, look=look, say=say, **values)


def channel(room: Room, look: Look) -> Channel:
    """The channel of a look, made when somebody looks so for the first time."""
    if look not in room.channels:
        room.channels[look] = Channel(parts(room, look))
    return room.channels[look]
