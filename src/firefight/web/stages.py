"""What is drawn when: first the news for everybody who looks, then the rest of each page.

A press is on every screen after the first stage: what was done, whose turn it is, what is asked of whoever looks. What there
is to do about it, the order, the menus with their odds, the map, follows before anything else is done, so that nobody gets
his news later because of another's menu. Where no loop runs everything is drawn at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from firefight import odds
from firefight.game import Offer
from firefight.table import Table
from firefight.view import Viewer

if TYPE_CHECKING:
    from firefight.web.rooms import Room

Stage = Literal["all", "first", "rest"]
Panel = Mapping[odds.Line, odds.Odds]
COUNTED = 0
"""Branches that may be run for a line: none. What the games count by their own rules is there at once, and enough."""


class Stages:
    """The stages of one room. `version` counts its changes, `now` is what is drawn at the moment."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now: Stage = "all"
        self.version = 0
        self._known: dict[tuple[Viewer, str], tuple[Table, Panel]] = {}

    def changed(self) -> None:
        """Something is different: draws it for everybody who looks."""
        self.version += 1
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return self._draw("all")
        self._draw("first")
        loop.call_soon(self._rest, self.version)

    def _rest(self, version: int) -> None:
        if version == self.version:
            self._draw("rest")

    def _draw(self, stage: Stage) -> None:
        self.now = stage
        try:
            for channel in self.room.channels.values():
                channel.changed()
        finally:
            self.now = "all"

    def panel(self, viewer: Viewer, table: Table, who: str, offers: Sequence[Offer]) -> Panel:
        """The odds of somebody's menu, worked out once for a moment."""
        known = self._known.get((viewer, who))
        if known is not None and known[0] is table:
            return known[1]
        found = odds.panel(self.room.session.game, table, who, offers, COUNTED)
        self._known[viewer, who] = (table, found)
        return found


AT_ONCE: Mapping[str, tuple[str, ...]] = {
    "gm": ("asked", "foot"),
    "phone": ("banner",),
    "map": ("top",),
    "tv": ("head", "order", "last"),
}
"""The parts of each page that are drawn first, besides the log: what was done, whose turn it is, what is asked."""
