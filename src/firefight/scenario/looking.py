"""What a viewer gets: his table, his menus and questions, his log; and whether two tables are the same."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from firefight.scenario.compare import differences
from firefight.scenario.difference import Difference, Shown, said
from firefight.scenario.facts import Seen
from firefight.session import Session
from firefight.table import Table
from firefight.view import GM, SPECTATOR, Viewer, log
from firefight.words import words


def viewer(name: str) -> Viewer:
    """A viewer by the name a scenario uses."""
    return {"": GM, "gm": GM, "spectator": SPECTATOR}.get(name) or Viewer("player", name)


def shown(session: Session, by: Viewer, numbers: range) -> Shown:
    """What a viewer sees now, and what some commands have told him."""
    labels = tuple(question.label for question in session.questions(by))
    return Shown(session.game, session.view(by), labels, told(session, by, numbers))


def told(session: Session, by: Viewer, numbers: range) -> tuple[str, ...]:
    """The lines of the log that some commands have written, as a viewer reads them."""
    if not numbers:
        return ()
    say = words(session.game.id)
    entries = log(session.game, session.history, by, numbers[0], numbers[-1])
    return tuple(line for _, event, table in entries if (line := event.line(table, say)))


def looked(session: Session, by: Viewer, numbers: range, seen: Seen) -> Iterator[Difference]:
    """Everything that is not as expected in what a viewer sees."""
    view = shown(session, by, numbers)
    here = view.table.combatants
    yield from differences(seen, view)
    yield from (Difference("unseen", who, said(tuple(here)), ("unseen",)) for who in seen.unseen or () if who in here)
    for text in seen.hides or ():
        if where := [place for place, found in everything(session, by).items() if text in found]:
            yield Difference("hides", said(text), f"found in {', '.join(where)}", ("hides",))


def everything(session: Session, by: Viewer) -> dict[str, str]:
    """All that a viewer gets, as text: his table, his menus, the questions, what the log has told him."""
    table = session.view(by)
    menus = [session.menu(one.id, by) for one in table.combatants.values() if by.owns(one)]
    return {
        "the table": encoded(table).decode(),
        "the menu": msgspec.json.encode(menus).decode(),
        "the questions": msgspec.json.encode(session.questions(by)).decode(),
        "the log": "\n".join(told(session, by, range(1, len(session.history) + 1))),
    }


def same(one: Table, other: Table) -> bool:
    """Whether two tables are equal to the byte."""
    return one is other or encoded(one) == encoded(other)


def encoded(table: Table) -> bytes:
    """A table as bytes, the same for the same table."""
    return msgspec.json.encode(table, order="deterministic")


def apart(one: Table, other: Table) -> str:
    """Where two tables differ, in a few words."""
    pairs = {name: (getattr(one, name), getattr(other, name)) for name in one.__struct_fields__}
    names = [name for name, (old, new) in pairs.items() if old != new]
    people = [id for id in other.combatants if one.combatants.get(id) != other.combatants[id]]
    return f"different: {', '.join(names)}" + (f" ({', '.join(people)})" if people else "")
