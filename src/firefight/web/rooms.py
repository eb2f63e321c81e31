"""Tables that are open on this server. Whatever anybody does to one goes through `Room.give`, which tells all who look."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from firefight import encounter as encounters
from firefight.commands import AnyCommand
from firefight.encounter import Encounter
from firefight.engine import AlreadyDone
from firefight.errors import FirefightError
from firefight.events import Flagged
from firefight.health import POLICIES
from firefight.history import Batch, decode
from firefight.kept import Header, header_of, keeper, taken_up
from firefight.lines import Line
from firefight.session import Session
from firefight.store import Moved, NoTable, Repeated, Store
from firefight.view import GM, Viewer
from firefight.web.guide import steps
from firefight.web.heard import Heard
from firefight.web.live import Channel, close
from firefight.web.names import in_words
from firefight.web.seats import Role, Seat, Seats
from firefight.web.stages import Stages

if TYPE_CHECKING:
    from firefight.web.forecasts import Forecast


class Look(NamedTuple):
    """How somebody looks at a table: which page, through whose eyes, in which language; whether he may press anything."""

    page: str
    viewer: Viewer
    language: str = "en"
    hands: bool = True

    @property
    def gm(self) -> bool:
        """Whether the GM looks, with his own eyes."""
        return self.viewer.role == "gm"

    @property
    def kind(self) -> Look:
        """The look without whose it is."""
        return self._replace(viewer=Viewer(self.viewer.role))


DrawnParts = dict[str, tuple[Mapping[str, Any], str]]
"""Parts of a page by name: the values they were drawn from last, and the HTML."""


class Suggestion(Struct, frozen=True):
    """Something a player would like to happen; the GM decides."""

    id: str
    by: str
    text: str


class Room:
    """An open table: its session, its seats, and the channels of those who look at it."""

    def __init__(self, store: Store, name: str, session: Session) -> None:
        self.store, self.name, self.session = store, name, session
        self.title = header_of(store, name).title or session.game.title
        self.seats = Seats(store, name)
        self.notes = store.shelf(name).get("notes", b"").decode()
        self.channels: dict[Look, Channel] = {}
        self.drawn: dict[Look, list[DrawnParts]] = {}
        self._heard: dict[Viewer, Heard] = {}
        self.suggestions: dict[str, Suggestion] = {}
        self.join_link = ""
        self.chosen: dict[Viewer, str] = {}
        self.forecast: Forecast | None = None
        self.stages = Stages(self)
        self.told: dict[tuple[Look, int], tuple[tuple[bool, Line], ...]] = {}

    def channel(self, look: Look) -> Channel:
        """The channel of a look, made when somebody looks so for the first time. What draws pages is loaded with the first."""
        from firefight.web.pages import channel

        return channel(self, look)

    @property
    def guide(self) -> tuple[str, ...]:
        """The steps of a guide through a first turn, where this fight has one."""
        return steps(self.notes)

    def give(self, command: AnyCommand, by: Viewer = GM, key: str = "") -> Batch:
        """Carries out a command, durably, and tells everybody. Raises FirefightError, nothing changed, where that cannot be."""
        try:
            batch = self.session.do(command, by, key)
        except (Moved, Repeated):
            self.catch_up()
            raise AlreadyDone() from None
        self.changed()
        return batch

    def catch_up(self) -> bool:
        """Takes in what another program has written to the same table; whether there was anything."""
        history = self.session.history
        before = len(history)
        for record in self.store.read(self.name, before):
            history.add(decode(record.data, self.session.game.sheet))
        if len(history) == before:
            return False
        self.changed()
        return True

    def heard(self, viewer: Viewer) -> Heard:
        """The log as a viewer hears it."""
        if viewer not in self._heard:
            self._heard[viewer] = Heard(self.session, viewer)
        return self._heard[viewer]

    def changed(self) -> None:
        """Draws the table again for everybody who looks."""
        self.stages.changed()

    def suggest(self, by: str, text: str) -> None:
        """A player's suggestion to the GM."""
        id = secrets.token_hex(4)
        self.suggestions[id] = Suggestion(id, by, " ".join(text.split())[:300])
        if len(self.suggestions) > 20:
            self.suggestions.pop(next(iter(self.suggestions)))
        self.changed()

    def choose(self, viewer: Viewer, who: str) -> None:
        """Whose menu somebody wants to see first, of several who may act."""
        self.chosen[viewer] = who
        self.changed()

    def nudge(self, name: str) -> None:
        """Tells a player who looks that the table waits for him."""
        for look, channel in self.channels.items():
            if look.viewer.role == "player" and look.viewer.name == name and look.hands:
                channel.tell("nudge", f'<i data-nudge="{secrets.token_hex(4)}"></i>')

    def watching(self) -> frozenset[str]:
        """The names of the players who look just now."""
        return frozenset(
            look.viewer.name
            for look, channel in self.channels.items()
            if look.viewer.name and look.hands and len(channel.watchers)
        )

    def revoke(self, id: str) -> None:
        """Ends a seat's link, and every line that is open through it."""
        self.seats.revoke(id)
        close(self.channels.values(), id)

    def issue(self, role: Role, name: str = "") -> tuple[Seat, str]:
        """A seat with a new secret; its old link ends, with every line that is open through it. Raises FirefightError."""
        seat, secret = self.seats.issue(role, name)
        close(self.channels.values(), seat.id)
        return seat, secret


class Rooms:
    """All tables of a store; opened when somebody comes in."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._rooms: dict[str, Room] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())

    def hang_up(self) -> None:
        """Ends every open line of every table."""
        for room in self:
            close(room.channels.values())

    def names(self) -> tuple[str, ...]:
        """The names of all tables."""
        return self.store.tables()

    def room(self, name: str) -> Room:
        """The table of this name. Raises NoTable."""
        if name not in self._rooms:
            if not self.store.newest(name):
                raise NoTable(f"There is no table {name!r} here.")
            self._rooms[name] = Room(self.store, name, taken_up(self.store, name))
        return self._rooms[name]

    def taken_in(self, header: Header, secret: bytes, records: Iterable[bytes]) -> str:
        """A new table from a log that is there already; its name."""
        name = self._free_name()
        self.store.create(name, msgspec.json.encode(header), secret)
        for after, record in enumerate(records):
            self.store.append(name, after, record)
        return name

    def found(self, meeting: Encounter, secret: bytes = b"") -> Room:
        """A new table for an encounter, with a name of its own, and a new secret for its dice unless one is given.

        Its sides' health shows as usual: one's own, and in words.
        """
        name, secret = self._free_name(), secret or secrets.token_bytes(32)
        self.store.create(name, msgspec.json.encode(Header(meeting.game, meeting.title)), secret)
        self.store.shelve(name, "notes", meeting.notes.encode())
        session = encounters.session(meeting, secret, keep=keeper(self.store, name))
        session.order(*(Flagged(f"health {side}", POLICIES.index(usual(session, side))) for side in session.table.sides))
        self._rooms[name] = Room(self.store, name, session)
        return self._rooms[name]

    def _free_name(self) -> str:
        taken = set(self.store.tables())
        for _ in range(1000):
            name = in_words(2)
            if name not in taken:
                return name
        raise FirefightError("there is no name left for a table: remove old ones from the file")


def usual(session: Session, side: str) -> str:
    """What others are shown of a side's health as long as nobody says otherwise: the crew's numbers, a word of all others."""
    crew = any(one.pc for one in session.table.combatants.values() if one.side == side)
    return "exact" if crew else "words"
