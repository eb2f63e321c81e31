"""Random play for every game: a driver that does anything a table can do, and the laws it must never break."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from firefight.commands import AnyCommand, Begin, Do, End, Order, Reply, Rewind
from firefight.errors import FirefightError
from firefight.events import Changed, Event, Marked, Opened, ReminderSet, Scored, Ticked, Unmarked, Used
from firefight.game import Choices, Game, Offer
from firefight.session import Session, combatant, found
from firefight.table import Combatant, Mark, Reminder, Table, Until
from firefight.timeline import Act, Pick, Question
from firefight.view import GM, SPECTATOR, Viewer, log
from firefight.words import words

ANA = Viewer("player", "ana's player")
VIEWERS = (ANA, Viewer("player", "bo's player"), SPECTATOR)
SECRET = "zq-lurker"
SECRET_NAME = "Qzx the Unseen"


def people(game: Game, lurker: str = SECRET_NAME) -> list[Combatant]:
    """Two players' combatants, one more of theirs, two of the GM's in plain sight and one hidden."""
    seats = [("ana", "Ana", "crew", ANA.name), ("bo", "Bo", "crew", "bo's player"), ("cy", "Cy", "crew", ANA.name)]
    own = [combatant(game, id, name, side, game.sheet(), owner=owner, pc=True) for id, name, side, owner in seats]
    thugs = [combatant(game, id, name, "gang", game.sheet()) for id, name in (("thug", "Thug"), ("guard", "Guard"))]
    return [*own, *thugs, combatant(game, SECRET, lurker, "gang", game.sheet(), hidden=True)]


def table_of(game: Game, seed: int = 1, lurker: str = SECRET_NAME) -> Session:
    """A table of sample people with provable dice."""
    return found(game, people(game, lurker), secret=bytes([seed % 251 + 1]) * 32)


class Player:
    """Plays at random, but the same for the same seed: acts, answers, and the GM's interventions."""

    def __init__(self, session: Session, seed: int, gm: bool = True) -> None:
        self.session, self.random, self.gm = session, random.Random(seed), gm
        self.newcomers = 0

    def command(self) -> AnyCommand:
        """What is done next."""
        table = self.session.table
        if not table.timeline.running:
            return Begin(surprised=("guard",) if self.random.random() < 0.2 else ())
        if self.gm and self.random.random() < 0.12:
            return self.intervention(table)
        if questions := self.session.questions():
            return self.answer(self.random.choice(questions))
        return self.deed(table)

    def deed(self, table: Table) -> AnyCommand:
        """An act of somebody awaited, now and then of somebody else; often a pass."""
        awaited = [who for who in self.session.awaited() if who]
        who = (
            self.random.choice(awaited) if awaited and self.random.random() < 0.85 else self.random.choice(list(table.combatants))
        )
        lines = [line for line in self.session.menu(who) if not line.reasons]
        if who in awaited and (not lines or self.random.random() < 0.45):
            return Do(who, Act("pass"), self.session.token(who))
        if not lines:
            return End() if not awaited and self.random.random() < 0.3 else Order((Ticked(1),))
        return Do(who, self.filled(self.random.choice(lines)), self.session.token(who))

    def filled(self, line: Offer) -> Act:
        """The line with legal picks."""
        picks = {pick.pick: self.picked(pick) for pick in line.picks}
        return Act(line.verb, {**line.fixed, **{name: value for name, value in picks.items() if value is not None}})

    def picked(self, pick: Choices) -> Pick | None:
        legal = [choice.value for choice in pick.choices if not choice.reasons]
        if pick.kind == "number":
            return self.random.randint(pick.least, max(pick.least, pick.most))
        if pick.kind != "one":
            return self.random.choice(["ana", "the door opens", str(min(pick.most, 3))])
        return self.random.choice(legal) if legal else None

    def answer(self, question: Question) -> Reply:
        """An answer that fits."""
        if question.kind == "dice":
            n, sides = map(int, question.spec.split("d"))
            return Reply(question.label, tuple(self.random.randint(1, sides) for _ in range(n)), question.who)
        if question.kind == "amount":
            return Reply(question.label, self.random.randint(1, 12), question.who)
        free = ["nothing", "nothing", "prone", "out"] if question.kind == "effect" else ["success"]
        return Reply(question.label, self.random.choice(list(question.options) or free), question.who)

    def intervention(self, table: Table) -> AnyCommand:
        """Something only the GM can do."""
        who = self.random.choice(list(table.combatants))
        event: Event = self.random.choice(
            (
                Changed(who, here=self.random.random() < 0.6),
                Changed(who, squad=self.random.choice(["", "thug"])) if who != "thug" else Changed(who, squad=""),
                Marked(who, Mark("out")),
                Unmarked(who, "out"),
                Unmarked(who, "out"),
                Marked(who, Mark("dice by hand")) if self.random.random() < 0.3 else Unmarked(who, "dice by hand"),
                Marked(who, Mark("lit", Until("turn start", self.random.choice(list(table.combatants))))),
                Scored(who, (self.random.randint(1, 20), *table.who(who).score[1:])) if table.who(who).score else Ticked(3),
                Used(who, "turn", reason="skipped"),
                Opened(((who, f"granted {len(self.session.history)}"),), reason="granted"),
                ReminderSet(Reminder(table.clock.minute + 2, SECRET_NAME)),
                Ticked(2),
            )
        )
        rewind = self.random.random()
        if rewind < 0.15:
            return Rewind("undo")
        return Rewind("redo") if rewind < 0.2 else Order((event,))

    def play(self, commands: int) -> Iterator[AnyCommand]:
        """Commands that were carried out; those that are refused are passed over."""
        for _ in range(commands):
            command = self.command()
            try:
                self.session.do(command)
            except FirefightError:
                continue
            yield command


def bytes_for(session: Session, viewer: Viewer) -> bytes:
    """Everything a viewer can get of the table now, as bytes: state, menus, questions, whom it waits for."""
    table = session.view(viewer)
    own = [id for id, one in table.combatants.items() if viewer.owns(one)]
    menus = {who: session.menu(who, viewer) for who in own}
    tokens = {who: session.token(who) for who in own}
    return encoded((table, menus, session.questions(viewer), session.awaited(viewer), tokens))


def told(session: Session, viewer: Viewer) -> str:
    """The whole log as a viewer may read it."""
    say = words(session.game.id)
    lines = ((number, event, event.line(table, say)) for number, event, table in log(session.game, session.history, viewer))
    return "\n".join(f"{number} {encoded(event).decode()} {line}" for number, event, line in lines)


def encoded(value: object) -> bytes:
    """A value as bytes, the same for equal values."""
    return msgspec.json.encode(value, order="deterministic")


__all__ = ["ANA", "GM", "SECRET", "SECRET_NAME", "VIEWERS", "Player", "bytes_for", "encoded", "people", "table_of", "told"]
