"""What every store does: keep the logs of tables, append only, and hand them back in order."""

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from threading import Event
from types import TracebackType
from typing import Self

import msgspec

from firefight.errors import FirefightError

PAGE = 200  # records fetched at once while reading
LONGEST_NAME = 200  # characters of a table's name


class StoreError(FirefightError):
    """A store that cannot be opened, read or written; the sentence names the place and the remedy."""


class NoTable(StoreError):
    """A name under which the store has no table."""


class Moved(FirefightError):
    """Somebody else wrote first. `newest` is the sequence of the newest record: read up to it and decide anew."""

    def __init__(self, table: str, newest: int) -> None:
        super().__init__(f"The table {table!r} has moved on to record {newest}: look at it again before you act.")
        self.newest = newest


class Repeated(FirefightError):
    """This request was stored before, as record `sequence`: it is done and must not be done again."""

    def __init__(self, table: str, sequence: int) -> None:
        super().__init__(f"This was already done: it is record {sequence} of the table {table!r}.")
        self.sequence = sequence


class Record(msgspec.Struct, frozen=True):
    """One record of a log: its place (1, 2, 3 ...), the retry key it came with ("" for none), and its bytes."""

    sequence: int
    key: str
    data: bytes


class Store(ABC):
    """The logs of any number of tables: each a header and a secret, then records 1, 2, 3 ... without a gap.

    (table, sequence) is the primary key, and that is the whole concurrency control: whoever appends says which
    record was the newest when he decided, and only one can be the next. A store may be used by several threads.
    To implement one: the abstract methods, no more.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self._closed = Event()

    @abstractmethod
    def create(self, table: str, header: bytes, secret: bytes) -> None:
        """Begin a table. The header (public) heads its log; the secret (the seed of its dice) is kept apart from it.

        StoreError if the name is taken or no good.
        """

    @abstractmethod
    def tables(self) -> tuple[str, ...]:
        """The names of all tables, sorted."""

    @abstractmethod
    def header(self, table: str) -> bytes:
        """The header the table was created with; NoTable if there is none."""

    @abstractmethod
    def secret(self, table: str) -> bytes:
        """The secret the table was created with; NoTable if there is none."""

    @abstractmethod
    def newest(self, table: str) -> int:
        """The sequence of the newest record, 0 before the first; NoTable if there is no such table."""

    @abstractmethod
    def append(self, table: str, after: int, data: bytes, key: str = "") -> int:
        """Write record `after` + 1 and return its sequence: once it is returned, no crash loses the record or tears it.

        Repeated if `key` (the client's own mark of this request) is already in this table's log; else Moved if somebody
        else wrote that record first; StoreError if record `after` does not exist. Nothing is written then.
        """

    @abstractmethod
    def shelve(self, table: str, name: str, data: bytes | None) -> None:
        """Keep something beside the logs under a name, in place of what was there; None takes it away. Not part of a log."""

    @abstractmethod
    def shelf(self, table: str) -> dict[str, bytes]:
        """All that is kept beside the log of a table (or of none, ""), by name."""

    @abstractmethod
    def _between(self, table: str, first: int, last: int) -> list[Record]:
        """The records from sequence `first` to `last`, in order."""

    @abstractmethod
    def _written_under(self, table: str, key: str) -> int | None:
        """The sequence of the record written with this retry key."""

    @abstractmethod
    def _watcher(self) -> AbstractContextManager[tuple["Store", Callable[[], int]]]:
        """A store for one follower to read from, and a cheap number that changes when anybody has written."""

    def close(self) -> None:
        """Let go of the place; followers end. A closed store answers every call with StoreError."""
        self._closed.set()

    def read(self, table: str, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """The records after sequence `after`, at most `limit`, each once and in order, up to the newest of now.

        Fetched a page at a time: memory does not grow with the log. Source: FR-S-20.
        """
        newest, after = self.newest(table), max(after, 0)
        return self._pages(table, after, newest if limit is None else min(newest, after + limit))

    def read_before(self, table: str, before: int | None = None, limit: int = 100) -> Iterator[Record]:
        """The last `limit` records below sequence `before` (None: the newest ones), oldest first.

        Scrolling back asks with the lowest sequence it has: pages neither overlap nor leave a gap. Source: FR-S-20.
        """
        newest = self.newest(table)
        last = newest if before is None else min(newest, before - 1)
        return self._pages(table, max(last - limit, 0), last)

    def follow(self, table: str, after: int = 0, poll: float = 0.05, stop: Event | None = None) -> Iterator[Record]:
        """The records after sequence `after`, then new ones as anybody writes them, until `stop` is set.

        Looks every `poll` seconds, next to free while nothing happens. Ends too when this store is closed.
        """
        self.newest(table)
        return self._follow(table, max(after, 0), poll, stop or Event())

    def _pages(self, table: str, after: int, last: int) -> Iterator[Record]:
        while after < last:
            end = min(after + PAGE, last)
            page = self._between(table, after + 1, end)
            if [record.sequence for record in page] != list(range(after + 1, end + 1)):
                raise StoreError(f"{self.place} has lost records of the table {table!r}: restore a copy of the file.")
            yield from page
            after = end

    def _follow(self, table: str, after: int, poll: float, stop: Event) -> Iterator[Record]:
        def ended() -> bool:
            return stop.is_set() or self._closed.is_set()

        with self._watcher() as (reader, version):
            seen = None
            while not ended():
                if (now := version()) == seen:
                    stop.wait(poll)
                    continue
                seen = now  # taken before reading: what is written meanwhile changes it again
                for record in reader.read(table, after):
                    yield record
                    after = record.sequence
                    if ended():
                        return

    def _refusal(self, table: str, after: int, key: str) -> FirefightError:
        """Why record `after` + 1 could not be written. A retry of something done says so even if others moved since."""
        newest = self.newest(table)
        if key and (sequence := self._written_under(table, key)) is not None:
            return Repeated(table, sequence)
        if newest > after:
            return Moved(table, newest)
        return StoreError(f"{self.place}: table {table!r} has no record {after}, it ends at {newest}: read it again.")

    def _no_table(self, table: str) -> NoTable:
        known = ", ".join(repr(name) for name in self.tables()[:10])
        return NoTable(f"{self.place} has no table {table!r}: " + (f"it has {known}." if known else "it has none yet."))

    def _taken(self, table: str) -> StoreError:
        return StoreError(f"{self.place} already has a table {table!r}: choose another name.")

    def _require_open(self) -> None:
        if self._closed.is_set():
            raise StoreError(f"The store of {self.place} is closed: open it again.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def require_good_name(table: str) -> None:
    """StoreError unless the name can be shown on one line and stored."""
    unfit = any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in table)
    if unfit or not table.strip() or len(table) > LONGEST_NAME:
        raise StoreError(f"{table[:40]!r} cannot name a table: take 1 to {LONGEST_NAME} characters on one line.")
