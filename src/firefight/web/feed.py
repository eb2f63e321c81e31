"""What bots listen to: a message for each change that somebody can notice, with his own new entries of the log.

A message has the number of his newest entry as its id. Who comes back names it, and gets all entries after it at once.
"""

from __future__ import annotations

from hashlib import blake2s

import msgspec
from msgspec import Struct

from firefight.game import whole_number
from firefight.view import Viewer
from firefight.web.heard import Entry
from firefight.web.live import Channel, Parts
from firefight.web.rooms import Look, Room

PAGE = 100
"""Entries in one message or on one page of the log, at most."""


class Change(Struct, frozen=True):
    """One message: new entries of the log, and the number of the newest one. `more` tells that others wait on the log's pages."""

    entries: tuple[Entry, ...]
    place: int
    more: bool = False


class Feed(Channel):
    """The messages for one viewer in one language. Where nothing that he may know has changed, there is none."""

    def __init__(self, room: Room, viewer: Viewer, language: str) -> None:
        super().__init__(dict)
        self.room, self.viewer, self.language = room, viewer, language
        self.heard = room.heard(viewer)
        self.newest, self.seen = len(self.heard), self._digest()
        self.stale = False

    @property
    def place(self) -> str:
        """The number of the newest entry."""
        return str(self.newest)

    def refresh(self) -> Parts:
        """Sends a message if anything the viewer may know has changed."""
        if self.stale and self.room.stages.now in ("all", "first"):
            self.stale = False
            before, newest, seen = self.newest, len(self.heard), self._digest()
            if (before, self.seen) != (newest, seen):
                self.newest, self.seen = newest, seen
                self.count += 1
                self._send(self.after_entry(before))
        return {}

    def tell(self, name: str, html: str) -> None:
        """Bots have no page to say something on."""

    def missed(self, place: str) -> None:
        """Nothing is taken up in the middle: the first message has all that is new."""

    def whole(self, place: str) -> bytes:
        """All entries since the one that is named; none for somebody who names none."""
        number = whole_number(place)
        return self.after_entry(self.newest if number is None or number > self.newest else max(number, 0))

    def after_entry(self, number: int) -> bytes:
        """The entries after a number as one message. Who has missed more than a page asks the log for the rest."""
        entries = self.heard.after(number, self.language, PAGE)
        place = entries[-1].number if entries else number
        data = msgspec.json.encode(Change(entries, place, place < self.newest), order="deterministic").decode()
        return f"id: {place}\nevent: change\ndata: {data}\n\n".encode()

    def _digest(self) -> bytes:
        session, viewer = self.room.session, self.viewer
        table = session.view(viewer)
        owned = [who for who, one in table.combatants.items() if viewer.owns(one)]
        known = (table, session.questions(viewer), {who: session.token(who) for who in owned})
        return blake2s(msgspec.json.encode(known, order="deterministic")).digest()


def feed(room: Room, viewer: Viewer, language: str) -> Channel:
    """The feed of a viewer, made when somebody listens for the first time."""
    look = Look("feed", viewer, language)
    if look not in room.channels:
        room.channels[look] = Feed(room, viewer, language)
    return room.channels[look]
