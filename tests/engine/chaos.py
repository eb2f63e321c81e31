"""A player of the toy who lets the GM do everything a GM can do, at any moment."""

from __future__ import annotations

from firefight.commands import AnyCommand, Do, End, Order, Rewind
from firefight.events import (
    Adjusted,
    Changed,
    Event,
    Freed,
    Held,
    Joined,
    Marked,
    Noted,
    Opened,
    Released,
    Scored,
    Stopped,
    Unmarked,
    Used,
)  # fmt: skip
from firefight.session import Session
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Act, Deed, Hold, Note, Turn
from tests.conformance import Player
from tests.engine.helpers import Loaded, one, table

TRICKY = ("attack", "before", "turn", "pass", "pass 1", "an", "ana b", "{name}", "[b]x[/b]", "Ünî ☃", "thug", "hp", "window")
NOTES = (
    Note("line.ac", 3), Note("line.sure", True), Note("target", "ana"), Note("attack", 2), Note("damage", 12),
    Note("reroll attack", 1), Note("total", 9), Note("harm", 0), Note("grit ana against thug", "stand"), Note("wound ana", 4),
)  # fmt: skip


def crowd(ids: tuple[str, ...] = TRICKY, hidden: tuple[str, ...] = ("zq-lurker",)) -> list[Combatant]:
    """Two players' people, one of them owner of two, some of the GM's, and hidden ones."""
    own = [one("ana"), one("bo"), one("cy", owner="ana's player")]
    return [*own, *(one(id) for id in ids), *(one(id, hidden=True, name=f"Qzx {id}") for id in hidden)]


def chaos(seed: int, people: list[Combatant] | None = None, **options: str) -> Chaos:
    """A table of such people, a few of them for each seed, with their player."""
    some = tuple(TRICKY[(seed + place) % len(TRICKY)] for place in (0, 4, 7))
    hidden = ("zq-lurker", TRICKY[(seed + 2) % len(TRICKY)])
    return Chaos(table(crowd(some, hidden) if people is None else people, Loaded(), **options), seed)


class Chaos(Player):
    """Plays at random; a fifth of the time the GM interferes."""

    def __init__(self, session: Session, seed: int, often: float = 0.2) -> None:
        super().__init__(session, seed)
        self.often = often

    def command(self) -> AnyCommand:
        table = self.session.table
        if table.timeline.running and self.random.random() < self.often:
            return self.interference(table)
        return super().command()

    def deed(self, table: Table) -> AnyCommand:
        """An act; attacks far more often than not, so that much is under way."""
        for who in self.session.awaited():
            lines = [line for line in self.session.menu(who) if line.verb == "attack" and not line.reasons] if who else []
            if lines and self.random.random() < 0.6:
                return Do(who, self.filled(lines[0]), self.session.token(who))
        return super().deed(table)

    def interference(self, table: Table) -> AnyCommand:
        """Something only the GM can do."""
        chance = self.random.random()
        if chance < 0.06:
            return Rewind(self.random.choice(("undo", "redo")))
        if chance < 0.09:
            return Rewind("goto", self.random.randint(1, len(self.session.history)))
        if chance < 0.1:
            return End()
        if chance < 0.13:
            return Do("", Act("thunder"))
        return Order(tuple(self.event(table) for _ in range(self.random.choice((1, 1, 2)))))

    def event(self, table: Table) -> Event:
        pick, line = self.random.choice, table.timeline
        who, other = pick(list(table.combatants)), pick(list(table.combatants))
        deeds = [frame for frame in line.stack if isinstance(frame, Deed)]
        deeds += [one for frame in line.stack if isinstance(frame, Turn) for one in frame.declared]  # type: ignore[misc]
        lines = len(self.session.history)
        until = pick((None, Until("turn start", other), Until("round end")))
        deed = pick(deeds).id if deeds else "1.1.nobody.1"
        return pick((
            Changed(who, here=pick((True, True, False))),
            Changed(who, hidden=pick((True, False))),
            Changed(who, owner=pick(("", "ana's player", "bo's player"))),
            Changed(who, squad=pick(("", other))),
            Changed(who, fighting=pick((True, True, False))),
            Changed(who, name=pick(("{name}", "Ana", "[red]x", "bo", "Qzx"))),
            Marked(who, Mark(pick(("out", "waives", "dice by hand", "surprised")), until)),
            Unmarked(who, "out"), Unmarked(who, "down"), Unmarked(who, "waives"), Unmarked(who, "dice by hand"),
            Adjusted(who, "hp", pick((-12, -3, 20))),
            Noted(deed, pick(NOTES)), Noted(deed, pick(NOTES)), Noted(deed, pick(NOTES)),
            Stopped("", deed, "chaos"),
            Opened(((who, f"granted {lines}"),), reason="granted"),
            Opened(((who, f"granted {lines}"), (other, f"granted {lines}")), together=True, reason="granted"),
            Scored(who, (self.random.randint(1, 20),)),
            Used(who, "pass 1", "skipped"), Freed(who, "pass 1", "owed"),
            Held(Hold(who, line.round, "held")), Released(who, "lapsed"),
            Joined(one(f"new {lines}", fighting=True, squad=pick(("", other)), hidden=pick((False, True)))),
        ))  # fmt: skip
