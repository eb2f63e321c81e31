"""A store that lives and dies with the process: for tests, bots and users of the library."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock

from firefight.store.base import Record, Store, require_good_name


class MemoryStore(Store):
    """Logs as plain lists: a record's index is its sequence, the header is number 0. Safe to share between threads."""

    def __init__(self) -> None:
        super().__init__("memory")
        self._logs: dict[str, list[Record]] = {}
        self._secrets: dict[str, bytes] = {}
        self._keys: dict[tuple[str, str], int] = {}
        self._shelves: dict[str, dict[str, bytes]] = {}
        self._lock = RLock()

    def create(self, table: str, header: bytes, secret: bytes) -> None:
        self._require_open()
        require_good_name(table)
        with self._lock:
            if table in self._logs:
                raise self._taken(table)
            self._secrets[table] = secret
            self._logs[table] = [Record(0, "", header)]

    def tables(self) -> tuple[str, ...]:
        self._require_open()
        with self._lock:
            return tuple(sorted(self._logs))

    def header(self, table: str) -> bytes:
        return self._log(table)[0].data

    def secret(self, table: str) -> bytes:
        self._log(table)
        return self._secrets[table]

    def newest(self, table: str) -> int:
        return self._log(table)[-1].sequence

    def append(self, table: str, after: int, data: bytes, key: str = "") -> int:
        with self._lock:
            log = self._log(table)
            if after != log[-1].sequence or (table, key) in self._keys:
                raise self._refusal(table, after, key)
            log.append(Record(after + 1, key, data))
            if key:
                self._keys[table, key] = after + 1
            return after + 1

    def shelve(self, table: str, name: str, data: bytes | None) -> None:
        self._require_open()
        with self._lock:
            shelf = self._shelves.setdefault(table, {})
            shelf.pop(name, None)
            if data is not None:
                shelf[name] = data

    def shelf(self, table: str) -> dict[str, bytes]:
        self._require_open()
        with self._lock:
            return dict(sorted(self._shelves.get(table, {}).items()))

    def _log(self, table: str) -> list[Record]:
        self._require_open()
        log = self._logs.get(table)
        if log is None:
            raise self._no_table(table)
        return log

    def _between(self, table: str, first: int, last: int) -> list[Record]:
        return self._log(table)[first : last + 1]

    def _written_under(self, table: str, key: str) -> int | None:
        return self._keys.get((table, key))

    @contextmanager
    def _watcher(self) -> Iterator[tuple[Store, Callable[[], int]]]:
        yield self, lambda: sum(map(len, list(self._logs.values())))
