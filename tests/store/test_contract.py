"""What every store promises."""

from collections.abc import Callable, Iterator
from itertools import islice
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.store import MemoryStore, Moved, NoTable, Record, Repeated, SqliteStore, Store, StoreError
from tests.store.helpers import fill, sequences

LONG = 450  # records: more than two pages


class Waits(Event):
    """A `stop` that does the next of these things each time its follower waits, then ends him. No clock, no thread."""

    def __init__(self, *doings: Callable[[], object]) -> None:
        super().__init__()
        self._doings = iter(doings)

    def wait(self, timeout: float | None = None) -> bool:
        next(self._doings, self.set)()
        return self.is_set()


class TestEveryStore:
    def test_a_table_keeps_its_header_and_its_secret(self, store: Store) -> None:
        assert (store.header("fight"), store.secret("fight")) == (b"header", b"secret")
        assert store.newest("fight") == 0

    def test_tables_are_listed_by_name(self, store: Store) -> None:
        store.create("a second one, Füße 🎲", b"", b"")
        assert store.tables() == ("a second one, Füße 🎲", "fight")

    def test_records_come_back_as_they_were_written(self, store: Store) -> None:
        anything = bytes(range(256)) * 40
        assert [store.append("fight", 0, b""), store.append("fight", 1, anything, key="k")] == [1, 2]
        assert list(store.read("fight")) == [Record(1, "", b""), Record(2, "k", anything)]

    def test_logs_of_two_tables_do_not_mix(self, store: Store) -> None:
        store.create("other", b"", b"")
        store.append("other", 0, b"there", key="k")
        store.append("fight", 0, b"here", key="k")
        assert [record.data for record in store.read("fight")] == [b"here"]

    def test_who_comes_second_is_told_how_far_the_table_has_moved(self, store: Store) -> None:
        fill(store, 2)
        with pytest.raises(Moved, match="record 2") as moved:
            store.append("fight", 1, b"late")
        assert moved.value.newest == 2 == store.newest("fight")

    def test_a_repeated_request_is_told_that_it_is_done(self, store: Store) -> None:
        store.append("fight", 0, b"once", key="k")
        for after in (0, 1):  # as it was first sent, and as sent again on the newest state
            with pytest.raises(Repeated, match="already done") as repeated:
                store.append("fight", after, b"twice", key="k")
            assert repeated.value.sequence == 1 == store.newest("fight")

    def test_records_without_a_key_never_repeat_each_other(self, store: Store) -> None:
        fill(store, 2)
        assert [record.key for record in store.read("fight")] == ["", ""]

    @pytest.mark.parametrize("after", [1, 7])
    def test_no_record_can_leave_a_gap(self, store: Store, after: int) -> None:
        with pytest.raises(StoreError, match=f"no record {after}, it ends at 0"):
            store.append("fight", after, b"")
        assert store.newest("fight") == 0

    def test_the_header_is_not_a_record(self, store: Store) -> None:
        store.append("fight", 0, b"first")
        assert sequences(store.read("fight", after=-1)) == sequences(store.read_before("fight", 2, 10)) == [1]
        with pytest.raises(Moved):
            store.append("fight", -1, b"over the header")

    def test_a_name_is_taken_once(self, store: Store) -> None:
        with pytest.raises(StoreError, match="already has a table 'fight'"):
            store.create("fight", b"new", b"new")
        assert (store.header("fight"), store.secret("fight")) == (b"header", b"secret")

    @pytest.mark.parametrize("name", ["", "  ", "two\nlines", "nul\0", "\udc80", "x" * 201])
    def test_a_name_that_cannot_be_shown_is_refused(self, store: Store, name: str) -> None:
        with pytest.raises(StoreError, match="cannot name a table"):
            store.create(name, b"", b"")

    @pytest.mark.parametrize("name", ["fihgt", "", "\udc80"])
    def test_an_unknown_table_is_named_with_those_there_are(self, store: Store, name: str) -> None:
        calls = (store.header, store.secret, store.newest, store.read, store.read_before, store.follow)
        for call in calls:
            with pytest.raises(NoTable, match="it has 'fight'"):
                call(name)

    def test_nothing_can_be_appended_to_an_unknown_table(self, store: Store) -> None:
        with pytest.raises(NoTable):
            store.append("fihgt", 0, b"")

    def test_reading_ends_where_the_log_ended_when_it_began(self, store: Store) -> None:
        fill(store, 2)
        reading = store.read("fight")
        store.append("fight", 2, b"later")
        assert sequences(reading) == [1, 2]

    def test_one_may_write_while_reading(self, store: Store) -> None:
        fill(store, LONG)
        for record in store.read("fight"):
            if record.sequence % 100 == 0:
                store.append("fight", store.newest("fight"), b"meanwhile")
        assert store.newest("fight") == LONG + 4

    def test_scrolling_back_shows_each_record_once_and_in_order(self, store: Store) -> None:
        """FR-S-20"""
        fill(store, LONG)
        seen: list[int] = []
        page = sequences(store.read_before("fight", limit=70))
        while page:
            seen = page + seen
            page = sequences(store.read_before("fight", before=page[0], limit=70))
        assert seen == list(range(1, LONG + 1))

    def test_a_follower_gets_what_is_there_and_what_comes(self, store: Store) -> None:
        fill(store, 2)
        stop = Waits(lambda: store.append("fight", 2, b""), lambda: None, lambda: store.append("fight", 3, b""))
        assert sequences(store.follow("fight", after=1, stop=stop)) == [2, 3, 4]

    def test_a_follower_who_writes_himself_sees_his_own_records(self, store: Store) -> None:
        store.append("fight", 0, b"")
        stop = Event()
        for record in store.follow("fight", stop=stop):
            if store.append("fight", record.sequence, b"") == 5:
                stop.set()
        assert record.sequence == 4

    def test_an_idle_follower_reads_nothing(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        fill(store, 2)
        asked: list[str] = []
        newest = type(store).newest

        def counted(self: Store, table: str) -> int:
            asked.append(table)
            return newest(self, table)

        monkeypatch.setattr(type(store), "newest", counted)
        assert sequences(store.follow("fight", stop=Waits(*[lambda: None] * 50))) == [1, 2]
        assert len(asked) == 2  # when it was called, and at the first look

    def test_a_follower_ends_in_the_middle_when_told(self, store: Store) -> None:
        fill(store, 3)
        stop = Event()
        following = store.follow("fight", stop=stop)
        assert next(following).sequence == 1
        stop.set()
        assert list(following) == []

    def test_a_follower_ends_when_the_store_is_closed(self, store: Store) -> None:
        fill(store, 1)
        assert sequences(store.follow("fight", stop=Waits(store.close))) == [1]

    def test_a_closed_store_says_so(self, store: Store) -> None:
        store.close()
        store.close()
        for call in (lambda: store.newest("fight"), lambda: store.append("fight", 0, b""), store.tables):
            with pytest.raises(StoreError, match="closed: open it again"):
                call()

    def test_threads_that_race_all_get_their_records_in(self, store: Store) -> None:
        workers = [Thread(target=win, args=(store, 25, b"%d" % number)) for number in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        written = [record.data for record in store.read("fight")]
        assert sorted(written) == sorted([b"0", b"1", b"2", b"3"] * 25)


@pytest.fixture(scope="module")
def long_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    with MemoryStore() as memory, SqliteStore(tmp_path_factory.mktemp("long") / "fight.db") as file:
        for store in (memory, file):
            store.create("fight", b"", b"")
            fill(store, LONG)
        yield [memory, file]


@given(after=st.integers(-9, LONG + 9), limit=st.none() | st.integers(-9, LONG + 9))
def test_reading_is_slicing(long_stores: list[Store], after: int, limit: int | None) -> None:
    expected = list(islice(range(max(after, 0) + 1, LONG + 1), None if limit is None else max(limit, 0)))
    for store in long_stores:
        assert sequences(store.read("fight", after, limit)) == expected


@given(before=st.none() | st.integers(-9, LONG + 9), limit=st.integers(0, LONG + 9))
def test_reading_backwards_is_slicing_from_the_end(long_stores: list[Store], before: int | None, limit: int) -> None:
    older = [number for number in range(1, LONG + 1) if before is None or number < before]
    for store in long_stores:
        assert sequences(store.read_before("fight", before, limit)) == older[max(len(older) - limit, 0) :]


def test_a_shelf_keeps_things_beside_the_logs_by_table_and_name(store: Store) -> None:
    store.shelve("fight", "seat 2", b"two")
    store.shelve("fight", "seat 1", b"one")
    store.shelve("", "seat 1", b"the store's own")
    store.shelve("fight", "seat 2", b"another")
    assert store.shelf("fight") == {"seat 1": b"one", "seat 2": b"another"}
    store.shelve("fight", "seat 1", None)
    assert list(store.shelf("fight")) == ["seat 2"]
    assert store.shelf("") == {"seat 1": b"the store's own"}
    assert store.newest("fight") == 0


def win(store: Store, times: int, data: bytes) -> None:
    """Append that often, deciding anew whenever somebody else was first."""
    while times:
        try:
            store.append("fight", store.newest("fight"), data)
            times -= 1
        except Moved:
            continue
