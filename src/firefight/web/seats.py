"""Seats at a table: who may look through whose eyes. A seat is claimed by a secret link; only hashes of these are kept."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firefight.errors import FirefightError
from firefight.store import Store
from firefight.view import GM, SPECTATOR, Viewer
from firefight.web.names import in_words

Role = Literal["gm", "player", "spectator", "join"]
LONGEST_NAME = 40


class Seat(Struct, frozen=True):
    """A place at the table. `join` is no place of its own: it lets a newcomer take one. `secret` is a hash."""

    id: str
    role: Role
    name: str = ""
    secret: str = ""

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes this seat looks."""
        return {"gm": GM, "player": Viewer("player", self.name)}.get(self.role, SPECTATOR)


class Seats:
    """The seats of one table, kept on the table's shelf of the store."""

    def __init__(self, store: Store, table: str) -> None:
        self._store, self._table = store, table
        kept = store.shelf(table)
        self._seats = {name: msgspec.json.decode(data, type=Seat) for name, data in kept.items() if name.startswith("seat ")}

    def all(self) -> tuple[Seat, ...]:
        """Every seat that can be used."""
        return tuple(seat for seat in self._seats.values() if seat.secret)

    def issue(self, role: Role, name: str = "") -> tuple[Seat, str]:
        """A seat with a new secret; the old secret of the same seat ends. Raises FirefightError for a name that is no good."""
        name = good_name(name) if role == "player" else name
        secret = in_words(3) if role == "join" else secrets.token_urlsafe(18)
        seat = Seat(f"{role} {name}".strip(), role, name, hashed(secret))
        self._keep(seat)
        return seat, secret

    def find(self, secret: str) -> Seat | None:
        """The seat of a secret; None for an unknown or a revoked one."""
        wanted = hashed(secret)
        return next((seat for seat in self._seats.values() if secrets.compare_digest(seat.secret, wanted)), None)

    def named(self, name: str) -> Seat | None:
        """The seat of a player."""
        return self._seats.get(f"seat player {name}")

    def revoke(self, id: str) -> None:
        """Ends a seat's secret. Raises FirefightError for an unknown seat."""
        seat = self._seats.get(f"seat {id}")
        if seat is None:
            raise FirefightError(f"there is no seat '{id}' at this table")
        self._keep(replace(seat, secret=""))

    def _keep(self, seat: Seat) -> None:
        self._store.shelve(self._table, f"seat {seat.id}", msgspec.json.encode(seat))
        self._seats[f"seat {seat.id}"] = seat


def good_name(name: str) -> str:
    """A player's name without needless blanks. Raises FirefightError for one that cannot be used."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or name.lower() in ("gm", "spectator"):
        raise FirefightError(f"a player needs a name of 1 to {LONGEST_NAME} characters, and not 'gm' or 'spectator'")
    return name


def hashed(secret: str) -> str:
    """What is kept of a secret.

    Seats have random and long ones, so one round of hashing is enough. A newcomer's is short enough to type: it opens a
    free seat, and the pace of those who knock keeps it from being guessed.
    """
    return sha256(secret.encode()).hexdigest()
