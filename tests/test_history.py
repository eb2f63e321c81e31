"""The history of a long table: old states are thinned out and folded again, at the same bytes."""

from __future__ import annotations

import msgspec
import pytest

from firefight import history
from firefight.commands import Rewind
from firefight.errors import FirefightError
from firefight.events import Adjusted, Rewound, Ticked
from firefight.games import game
from tests.conformance import Player, encoded, table_of


def test_thinned_out_states_are_folded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT", 10)
    monkeypatch.setattr(history, "THINNED_TO", 7)
    session = table_of(game("cyberpunk-red"))
    tables = {}
    for _ in Player(session, 5).play(150):
        tables[len(session.history)] = encoded(session.table)
    assert len(tables) > 60
    for number, expected in tables.items():
        assert encoded(session.history.table_at(number)) == expected


def test_the_steps_of_a_command_lead_to_its_end() -> None:
    session = table_of(game("cyberpunk-red"))
    list(Player(session, 9).play(60))
    for number in range(1, len(session.history) + 1):
        steps = list(session.history.steps(number))
        for before, event, after in steps:
            if not isinstance(event, Rewound):
                assert encoded(event.apply(before)) == encoded(after)
        assert encoded(steps[-1][2]) == encoded(session.history.table_at(number))


def test_all_who_ask_for_the_newest_steps_get_the_very_same_tables() -> None:
    session = table_of(game("cyberpunk-red"))
    list(Player(session, 9).play(20))
    newest = len(session.history)
    first, second = list(session.history.steps(newest)), list(session.history.steps(newest))
    assert all(one is other for pair in zip(first, second, strict=True) for one, other in zip(*pair, strict=True))
    assert first[-1][2] is session.history.table_at(newest)


def test_undo_after_undo_walks_back_and_redo_walks_forward() -> None:
    session = table_of(game("cyberpunk-red"))
    readings = []
    for minutes in (1, 2, 4):
        session.order(Ticked(minutes), Adjusted("ana", "hp", -1))
        readings.append(session.table.clock.minute)
    for expected in (3, 1, 0):
        session.do(Rewind("undo"))
        assert session.table.clock.minute == expected
    for expected in readings:
        session.do(Rewind("redo"))
        assert session.table.clock.minute == expected


def test_a_log_of_format_0_opens_and_its_book_keeping_stays_quiet() -> None:
    old = {
        "command": {"command": "order", "events": []},
        "events": [
            {"event": "Marked", "who": "ana", "mark": {"name": "spent move"}, "quiet": True},
            {"event": "Marked", "who": "ana", "mark": {"name": "prone"}},
        ],
    }
    batch = history.decode(msgspec.json.encode(old), game("cyberpunk-red").sheet)
    assert [event.mark.quiet for event in batch.events] == [True, False]  # type: ignore[union-attr]
    assert batch.format == history.FORMAT


def test_a_log_of_a_newer_format_is_refused_with_the_remedy() -> None:
    line = b'{"command":{"command":"end"},"events":[],"format":99}'
    with pytest.raises(FirefightError, match="newer Firefight wrote it, so update"):
        history.decode(line, game("cyberpunk-red").sheet)


def test_every_line_of_the_log_carries_its_format() -> None:
    session = table_of(game("cyberpunk-red"))
    list(Player(session, 4).play(20))
    assert all(history.encode(batch).endswith(b'"format":1}') for batch in session.history.batches)
