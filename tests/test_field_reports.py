"""Faults that other people's trackers had, as far as no test of one game or room holds them: each for its whole kind.

FR-S-10, FR-S-11, FR-S-15 and FR-S-20; the others are named where they are tested.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firefight.cli.log import as_text
from firefight.commands import Begin, Do, End, Order, Rewind
from firefight.encounter import load
from firefight.encounter import session as session_of
from firefight.errors import FirefightError, Refused
from firefight.events import Adjusted, Changed, Opened, Scored, Ticked
from firefight.games import game
from firefight.history import History
from firefight.lines import lines
from firefight.session import Session, combatant, found
from firefight.timeline import Act, Turn
from firefight.view import SPECTATOR, Viewer
from tests.conformance import bytes_for, encoded, told

RED = game("cyberpunk-red")
VEX = Viewer("player", "vera")
MOTH = Viewer("player", "mo")
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "</script>",
    "{{7*7}}",
    "{name.__class__}",
    "[bold red]shout[/]",
    "%s %(name)s",
)


def queue(*people: tuple[str, str, int, bool]) -> Session:
    """A running fight of Cyberpunk RED: name, player, place, hidden."""
    seats = [
        combatant(RED, name.lower(), name, "crew" if owner else "gang", RED.sheet(), owner=owner, hidden=hidden)
        for name, owner, _, hidden in people
    ]
    session = found(RED, seats, secret=b"field reports" * 3)
    session.do(Begin())
    for name, _, place, _ in people:
        session.order(Scored(name.lower(), (place,)))
    first = max(people, key=lambda one: one[2])[0].lower()
    while session.awaited() != (first,) or session.table.timeline.done:
        session.do(Do(session.awaited()[0], Act("pass")))
    return session


def ambush() -> Session:
    """FR-S-10: a hidden sniper between two players' people."""
    return queue(("Vex", "vera", 18, False), ("Sniper", "", 16, True), ("Moth", "mo", 14, False), ("Rook", "", 9, False))


def highlighted(session: Session, viewer: Viewer) -> list[str]:
    """Whose turn a viewer is shown."""
    return [who for frame in session.view(viewer).timeline.stack if isinstance(frame, Turn) for who in frame.members]


def test_a_hidden_turn_looks_like_nobodys_turn_and_the_right_one_follows() -> None:
    """FR-S-10"""
    session = ambush()
    assert highlighted(session, MOTH) == ["vex"]
    session.do(Do("vex", Act("pass")))
    assert session.awaited() == ("sniper",)
    for viewer in (VEX, MOTH, SPECTATOR):
        assert highlighted(session, viewer) == []
    session.do(Do("sniper", Act("pass")))
    assert highlighted(session, VEX) == ["moth"]


def test_nothing_a_player_gets_tells_of_a_hidden_fourth() -> None:
    """FR-S-10"""
    session, round = ambush(), 0
    start = session.table.timeline.round
    while round < start + 2:
        for viewer in (VEX, MOTH, SPECTATOR):
            assert "sniper" not in bytes_for(session, viewer).decode().lower()
            assert len(session.view(viewer).combatants) == 3
        session.do(Do(session.awaited()[0], Act("pass")))
        round = session.table.timeline.round
    for viewer in (VEX, MOTH, SPECTATOR):
        text = told(session, viewer)
        assert "sniper" not in text.lower()
        numbers = [int(line.split()[0]) for line in text.splitlines()]
        assert numbers == sorted(numbers)
        assert set(numbers) == set(range(1, max(numbers) + 1)), "a gap in the numbers betrays somebody"


def test_revealing_shows_him_from_then_on_and_hiding_takes_him_away() -> None:
    """FR-S-10"""
    session = ambush()
    session.order(Changed("sniper", hidden=False))
    assert "sniper" in session.view(MOTH).combatants
    session.order(Changed("sniper", hidden=True))
    assert "sniper" not in session.view(MOTH).combatants
    assert "Sniper" not in encoded(session.view(MOTH)).decode()


def test_a_player_can_do_nothing_that_is_not_his() -> None:
    """FR-S-11"""
    session = queue(("Vex", "vera", 18, False), ("Moth", "mo", 14, False), ("Rook", "", 9, False), ("Sniper", "", 2, True))
    before, lines_before = encoded(session.table), len(session.history)
    for command in (
        Do("vex", Act("pass")),
        Do("rook", Act("attack", {"target": "vex"})),
        Order((Opened((("rook", "granted 1"),)),)),
        Order((Adjusted("rook", "hp", -99),)),
        Order((Changed("sniper", hidden=False),)),
        Order((Changed("vex", owner="mo"),)),
        Rewind("undo"),
        Rewind("goto", 1),
        End(),
    ):
        with pytest.raises(Refused, match="not allowed"):
            session.do(command, MOTH)
        with pytest.raises(Refused, match="not allowed"):
            session.do(command, SPECTATOR)
    assert (encoded(session.table), len(session.history)) == (before, lines_before)


def test_a_player_ends_his_own_turn_once() -> None:
    """FR-S-11"""
    session = queue(("Vex", "vera", 18, False), ("Moth", "mo", 14, False), ("Rook", "", 9, False))
    press = Do("vex", Act("pass"), session.token("vex"))
    session.do(press, VEX)
    with pytest.raises(FirefightError):
        session.do(press, VEX)
    assert session.awaited() == ("moth",)


def test_who_owns_a_combatant_is_asked_at_every_command() -> None:
    """FR-S-11"""
    session = queue(("Vex", "vera", 18, False), ("Moth", "mo", 14, False))
    session.order(Changed("vex", owner="mo"))
    with pytest.raises(Refused):
        session.do(Do("vex", Act("pass")), VEX)
    session.do(Do("vex", Act("pass")), MOTH)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_exactly_as_typed_wherever_it_appears(name: str) -> None:
    """FR-S-15"""
    people = [combatant(RED, "a", name, "crew", RED.sheet(), owner="x"), combatant(RED, "b", "Bo", "gang", RED.sheet())]
    session = found(RED, people, sides={"crew": name})
    session.do(Begin())
    session.order(Changed("b", name=name + "!"), reason=name)
    text = "\n".join(as_text(lines(RED, session.history)))
    assert f"{name} joins {name}." in text
    assert f"{name}!" in text
    assert "49 joins" not in text


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_in_a_file_is_a_name(name: str, tmp_path: Path) -> None:
    """FR-S-15"""
    file = tmp_path / "hostile.toml"
    file.write_text(f"game = 'cyberpunk-red'\n[[people]]\nid = 'a'\nside = 'crew'\nname = '''{name}'''\n", "utf-8")
    assert session_of(load(file)).table.who("a").name == name


def long_table(entries: int) -> Session:
    """A table whose log has so many entries."""
    session = queue(("Vex", "vera", 18, False), ("Rook", "", 9, False))
    for _ in range(entries):
        session.order(Ticked(1))
    return session


def test_the_newest_page_of_a_long_log_folds_that_page_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """FR-S-20"""
    session = long_table(3_000)
    folded: list[int] = []
    steps = History.steps
    monkeypatch.setattr(History, "steps", lambda self, number: folded.append(number) or steps(self, number))  # type: ignore[func-returns-value]
    newest = len(session.history)
    page = list(lines(RED, session.history, numbers=range(newest - 99, newest + 1)))
    assert {one.number for one in page} == set(range(newest - 99, newest + 1))
    assert len(folded) <= 200


def test_pages_of_the_log_neither_overlap_nor_leave_gaps() -> None:
    """FR-S-20"""
    session = long_table(300)
    whole = list(lines(RED, session.history))
    ends = range(1, len(session.history) + 1, 50)
    pages = [range(first, min(first + 50, len(session.history) + 1)) for first in ends]
    paged = [one for page in pages for one in lines(RED, session.history, numbers=page)]
    assert [one.text for one in paged] == [one.text for one in whole]


def test_a_press_does_no_more_work_in_a_long_table_than_in_a_short_one() -> None:
    """FR-S-20"""
    events = []
    for entries in (10, 3_000):
        session = long_table(entries)
        events.append([re.sub(r"\d", "", str(type(event))) for event in session.do(Do(session.awaited()[0], Act("pass"))).events])
    assert events[0] == events[1]
