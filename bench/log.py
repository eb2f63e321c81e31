"""The log: writing one command down, and reading and folding 20,000 events, each against msgspec doing the same bare."""

from __future__ import annotations

import msgspec

from bench.fights import attacks, fight
from bench.rounds import CPU, Rounds, Row, alternate, seconds
from firefight.games import game
from firefight.history import Batch, decode, encode, fold
from firefight.session import Session, resumed
from firefight.table import Table

EVENTS = 20_000
WRITTEN = 1_000  # batches in each round
ROUNDS = 9
GAME = game("cyberpunk-red")


def measure() -> list[Row]:
    """Three rows of one long fight."""
    session = long_fight()
    records = [encode(batch) for batch in session.history.batches]
    return [folded(session, records), opened(session, records), written(session)]


def long_fight() -> Session:
    """A fight of 4 against 6 that has led to 20,000 events."""
    session = fight(GAME, 4, 6)
    while sum(len(batch.events) for batch in session.history.batches) < EVENTS:
        attacks(session, 100)
    return session


def folded(session: Session, records: list[bytes]) -> Row:
    """All events applied, one after the other, to the empty table."""
    batches = [decode(record, GAME.sheet) for record in records]
    rounds = alternate(
        {
            "ours": seconds(lambda: table_of(batches), CPU),
            "bare": seconds(lambda: list(map(msgspec.json.decode, records)), CPU),
        },
        ROUNDS,
    )
    if table_of(batches) != session.table:
        raise RuntimeError("the folded log does not lead to the table it was written by")
    return row("fold a log of 20,000 events", rounds, "msgspec decoding the same bytes", floor=3, target=1.5)


def table_of(batches: list[Batch]) -> Table:
    table = Table(GAME.id)
    for batch in batches:
        table = fold(table, batch.events)
    return table


def opened(session: Session, records: list[bytes]) -> Row:
    """From bytes to a table that can be played on and undone: what opening a stored fight costs."""
    rounds = alternate(
        {
            "ours": seconds(lambda: resumed(GAME, records, session.source), CPU),
            "bare": seconds(lambda: list(map(msgspec.json.decode, records)), CPU),
        },
        ROUNDS,
    )
    return row("open a log of 20,000 events", rounds, "msgspec decoding the same bytes", floor=5, target=3)


def written(session: Session) -> Row:
    """From a command and its events to the bytes of its batch, against the same batch made beforehand."""
    ready = session.history.batches[-WRITTEN:]
    parts = [(batch.command, list(batch.events), batch.by) for batch in ready]
    bare = msgspec.json.Encoder()
    rounds = alternate(
        {
            "ours": seconds(lambda: [encode(Batch(command, tuple(events), by)) for command, events, by in parts], CPU),
            "bare": seconds(lambda: [bare.encode(batch) for batch in ready], CPU),
        },
        ROUNDS,
    )
    return row(f"write {WRITTEN:,} batches of events", rounds, "msgspec on ready Structs", floor=3, target=1.5)


def row(name: str, rounds: Rounds, against: str, floor: float, target: float) -> Row:
    return Row(
        name=name,
        value=rounds.median("ours") * 1e3,
        unit="ms",
        against=f"{against} ({rounds.median('bare') * 1e3:.3g} ms)",
        ratio=rounds.ratio("ours", "bare"),
        floor=floor,
        target=target,
    )
