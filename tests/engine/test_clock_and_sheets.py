"""What the clock ends says when it was due, earliest first; a sheet's lists can be set like its numbers."""

from __future__ import annotations

from msgspec import Struct

from firefight.commands import Order
from firefight.events import Marked, PoolSet, SheetSet, Unmarked
from firefight.history import Batch, decode, encode
from firefight.marks import ends
from firefight.table import Clock, Combatant, Mark, Pool, Table, Until
from firefight.words import Words


class Part(Struct, frozen=True):
    name: str
    weight: float = 0


class Sheet(Struct, frozen=True):
    parts: tuple[Part, ...] = ()
    skills: dict[str, int] = {}
    level: int = 1


def table(*marks: Mark, minute: int = 0) -> Table:
    one = Combatant("ana", "Ana", "crew", Sheet(), pools={"hp": Pool(3, 5)}, marks=marks)
    return Table("toy", combatants={"ana": one}, clock=Clock(minute=minute))


def test_what_the_clock_ends_comes_in_the_order_of_its_minutes_and_says_when_it_was_due() -> None:
    late, early, never = (Mark(name, Until("clock", at=at)) for name, at in (("late", 60), ("early", 10), ("never", 61)))
    found = list(ends(table(late, early, never, minute=60), "clock"))
    assert found == [Unmarked("ana", "early", "", due=10), Unmarked("ana", "late", "", due=60)]


def test_what_anything_else_ends_was_due_at_no_minute() -> None:
    assert list(ends(table(Mark("brief", Until("round end"))), "round end")) == [Unmarked("ana", "brief", "")]


def test_lists_and_tables_of_a_sheet_are_written_as_in_a_file() -> None:
    changed = SheetSet("ana", "parts", ({"name": "hook", "weight": 0.25},)).apply(table())
    changed = SheetSet("ana", "skills", {"climb": 2}).apply(changed)
    changed = SheetSet("ana", "level", 3).apply(changed)
    assert changed.who("ana").sheet == Sheet((Part("hook", 0.25),), {"climb": 2}, 3)


def test_such_an_event_comes_back_from_the_log_as_it_was() -> None:
    event = SheetSet("ana", "parts", ({"name": "hook", "weight": 0.25},), quiet=True)
    batch = Batch(Order((event,)), (event,))
    again = decode(encode(batch), Sheet)
    assert again.events == (event,)
    assert again.events[0].apply(table()) == event.apply(table())


def test_quiet_events_have_no_line() -> None:
    say = Words({})
    assert PoolSet("ana", "hp", 2, quiet=True).line(table(), say) is None
    assert PoolSet("ana", "hp", 2).line(table(), say) is not None
    assert SheetSet("ana", "level", 2, quiet=True).line(table(), say) is None
    assert SheetSet("ana", "level", 2).line(table(), say) is not None


def test_the_word_of_a_mark_may_hold_its_value() -> None:
    say = Words({"marked": "{name} is {mark}", "mark_dying": "dying ({value} left)"})
    assert Marked("ana", Mark("dying", value=6)).line(table(), say) == "Ana is dying (6 left)"
