"""Whose turn it is, what is going on, who is still to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from firefight.engine import awaited
from firefight.game import queue
from firefight.scenario.difference import Found, Shown, differ
from firefight.scenario.facts import HoldSeen
from firefight.timeline import Act, Deed, Frame, Hold, Turn

GM = "gm"


def acting(expected: tuple[str, ...], shown: Shown) -> Found:
    """Whose turn it is: those who have not passed yet and can act."""
    turn = shown.table.timeline.turn
    left = [one for one in turn.members if one not in turn.passed and shown.table.who(one).here] if turn else []
    able = [one for one in left if shown.game.able(shown.table, one)]
    yield from differ("acting", sorted(expected), sorted(able))


def waiting(expected: tuple[str, ...], shown: Shown) -> Found:
    """Whose answer the table waits for."""
    yield from differ(
        "awaited", sorted(one or GM for one in expected), sorted(one or GM for one in awaited(shown.game, shown.table))
    )


def tag(expected: str, shown: Shown) -> Found:
    """Which of their turns those who act are in."""
    turn = shown.table.timeline.turn
    yield from differ("tag", expected, turn.dues[0][1] if turn else None)


def stack(expected: tuple[str, ...], shown: Shown) -> Found:
    """What lies on what, the lowest first."""
    yield from differ("stack", expected, tuple(map(frame, shown.table.timeline.stack)))


def frame(frame: Frame) -> str:
    """A frame in words: "turn: vex", "window dodge: rook", "vex: attack", "gm: initiative"."""
    if isinstance(frame, Deed):
        return f"{frame.who or GM}: {frame.act.verb}"
    return f"{'window ' + frame.window if frame.window else 'turn'}: {', '.join(frame.members)}"


def slots(shown: Shown) -> tuple[str | tuple[str, ...], ...]:
    """The turns still to come; those that are open, and those of people who have left, are left out."""
    table = shown.table
    if not table.timeline.running:
        return ()
    open_ = {due for frame in table.timeline.stack if isinstance(frame, Turn) for due in frame.dues}
    slots = [
        [who for who, tag in slot.dues if (who, tag) not in open_ and table.who(who).here] for slot in queue(shown.game, table)
    ]
    return tuple(shared(slot) for slot in slots if slot)


def shared(slot: str | Iterable[str]) -> str | tuple[str, ...]:
    """A slot as it is compared: an id alone, or ids in alphabetical order."""
    members = (slot,) if isinstance(slot, str) else tuple(sorted(slot))
    return members[0] if len(members) == 1 else members


def queued(expected: tuple[str | tuple[str, ...], ...], shown: Shown) -> Found:
    """The turns still to come, in order; those who share one in any order."""
    yield from differ("queue", tuple(map(shared, expected)), slots(shown))


def due(expected: Mapping[str, tuple[str, ...]], shown: Shown) -> Found:
    """The turns somebody is still owed, by tag."""
    table = shown.table
    owed = [pair for slot in queue(shown.game, table) for pair in slot.dues] if table.timeline.running else []
    for who, tags in expected.items():
        yield from differ(f"due of {who}", tags, tuple(tag for one, tag in owed if one == who))


def round_(expected: int, shown: Shown) -> Found:
    """The round."""
    yield from differ("round", expected, shown.table.timeline.round)


def asked(expected: tuple[str, ...], shown: Shown) -> Found:
    """The labels of the open questions."""
    yield from differ("asked", sorted(expected), sorted(shown.labels))


def holds(expected: tuple[str, ...] | Mapping[str, HoldSeen], shown: Shown) -> Found:
    """Who holds something back, and what."""
    held = {hold.who: hold for hold in shown.table.timeline.held}
    yield from differ("holds", sorted(expected), sorted(held))
    for who, seen in expected.items() if isinstance(expected, Mapping) else ():
        if who in held:
            yield from held_back(who, seen, held[who])


def held_back(who: str, seen: HoldSeen, hold: Hold) -> Found:
    """What somebody holds back, as far as it is written."""
    act = hold.act or Act("")
    got = {"does": act.verb, "picks": act.picks, "until": hold.until, "at": hold.key, "kind": hold.kind, "round": hold.round}
    for name in seen.__struct_fields__:
        if getattr(seen, name) is not None:
            yield from differ(f"what {who} holds, {name}", getattr(seen, name), got[name])
