"""Events of turns, deeds, answers and holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from firefight.events.base import Event, Say, name_of, said, said_value, say_act
from firefight.table import Table
from firefight.timeline import Act, Answer, Deed, Frame, Hold, Key, Note, Question, Queued, Turn

Noting = TypeVar("Noting", Deed, Queued)


class Opened(Event, frozen=True):
    """A frame opened: a slot of the queue, a window above a deed (`window`), or a turn granted or stepped into."""

    dues: tuple[tuple[str, str], ...]
    key_: Key = msgspec.field(default=(), name="key")
    together: bool = False
    window: str = ""
    deed: str = ""
    reason: str = ""
    quiet: bool = False

    def apply(self, table: Table) -> Table:
        line = table.timeline
        turn = Turn(self.id(table), self.dues, self.key_, together=self.together, window=self.window)
        if not self.window:
            return table.time(stack=(*line.stack, turn), reached=max(line.reached, self.key_) if self.key_ else line.reached)
        below = line.stack[-1]
        if isinstance(below, Deed):
            below = replace(below, seen=(*below.seen, (self.window, remembered(table))))
        return table.time(stack=(*line.stack[:-1], below, turn))

    def id(self, table: Table) -> str:
        """The path of the frame: the deed and the window, or the round and its members."""
        if self.window:
            return f"{self.deed}/{self.window}"
        return f"{table.timeline.fight}.{table.timeline.round}:" + ",".join(f"{who}={tag}" for who, tag in self.dues)

    def concerns(self) -> tuple[str, ...]:
        return tuple(who for who, _ in self.dues)

    def line(self, table: Table, say: Say) -> str | None:
        if self.window or self.quiet:
            return None
        names = ", ".join(name_of(table, who) for who, _ in self.dues if table.who(who).here)
        return say(
            "opened_granted" if self.reason else "opened",
            names=names,
            **said({"tag": self.dues[0][1], "reason": self.reason}, table, say),
        )


def remembered(table: Table) -> Table:
    """The table as a deed keeps it for the lines of its rule, without what the deeds on it keep themselves."""
    return table.time(stack=tuple(replace(one, seen=()) if isinstance(one, Deed) else one for one in table.timeline.stack))


class Passed(Event, frozen=True):
    """Somebody was done in the frame on top."""

    who: str

    def apply(self, table: Table) -> Table:
        top = table.timeline.stack[-1]
        assert isinstance(top, Turn)
        return table.time(stack=table.timeline.amend(passed=top.passed | {self.who}).stack)


class SteppedIn(Event, frozen=True):
    """Somebody joined the turn on top, at the same time as those whose turn it is: declarations are collected."""

    who: str
    tag: str

    def apply(self, table: Table) -> Table:
        top = table.timeline.stack[-1]
        assert isinstance(top, Turn)
        return table.time(stack=table.timeline.amend(dues=(*top.dues, (self.who, self.tag)), together=True).stack)


class Declared(Event, frozen=True):
    """Somebody said what he does. A deed on top of the stack, or collected by a shared slot (`queued`)."""

    who: str
    act: Act
    id: str = ""
    queued: bool = False
    notes: tuple[Note, ...] = ()

    def apply(self, table: Table) -> Table:
        line = table.timeline
        stack = line.stack
        top = line.top
        if isinstance(top, Turn) and (top.window or self.queued):
            stack = (*stack[:-1], replace(top, declared=self.collected(top), moved=True))
        if not self.queued:
            stack = (*stack, Deed(self.id, self.who, self.act, notes=self.notes))
        return table.time(stack=stack, deeds=counted(line.deeds, self.who))

    def collected(self, turn: Turn) -> tuple[Queued, ...]:
        """What the frame has collected, this declaration included if it is one to collect."""
        if not self.queued:
            return turn.declared
        beat = 1 + max((one.beat for one in turn.declared if one.who == self.who), default=0)
        return (*turn.declared, Queued(self.id, self.who, self.act, beat, self.notes))

    def line(self, table: Table, say: Say) -> str | None:
        key = "declared" if self.who else "declared_by_gm"
        return say(key, name=name_of(table, self.who), act=say_act(self.act, table, say))


def counted(deeds: Mapping[str, int], who: str) -> Mapping[str, int]:
    """The counts with one more deed of this person."""
    return {**deeds, who: deeds.get(who, 0) + 1}


class Begun(Event, frozen=True):
    """The first of the collected declarations of the lowest beat became a deed; `quiet` right after it was declared."""

    who: str
    id: str
    quiet: bool = False

    def apply(self, table: Table) -> Table:
        top = table.timeline.stack[-1]
        assert isinstance(top, Turn)
        now = next(one for one in top.declared if one.id == self.id)
        turn = replace(top, declared=tuple(one for one in top.declared if one is not now), beat=now.beat)
        deed = Deed(now.id, now.who, now.act, notes=now.notes, first=now.beat > top.beat)
        return table.time(stack=(*table.timeline.stack[:-1], turn, deed))

    def line(self, table: Table, say: Say) -> str | None:
        deed = table.timeline.top
        if self.quiet or not isinstance(deed, Deed) or deed.who != self.who:
            return None
        return say("begun", name=name_of(table, self.who), act=say_act(deed.act, table, say))


class Followed(Event, frozen=True):
    """A deed of the table followed from what landed: a fall, a question to the GM, a newcomer's roll.

    `notes` go along with it: what the GM has put on the deed it follows from counts for it as well.
    """

    act: Act
    id: str
    who: str = ""
    notes: tuple[Note, ...] = ()

    def apply(self, table: Table) -> Table:
        return table.time(stack=(*table.timeline.stack, Deed(self.id, self.who, self.act, notes=self.notes)))


class Answered(Event, frozen=True):
    """Answers to the deed on top: faces that fell, choices, rulings."""

    deed: str
    answers: tuple[Answer, ...]

    def apply(self, table: Table) -> Table:
        top = table.timeline.stack[-1]
        assert isinstance(top, Deed)
        labels = {answer.label for answer in self.answers}
        kept = tuple(answer for answer in top.answers if answer.label not in labels)
        asked = tuple(question for question in top.asked if question.label not in labels)
        return table.time(stack=table.timeline.amend(answers=(*kept, *self.answers), asked=asked).stack)

    def concerns(self) -> tuple[str, ...]:
        return ()


class Asked(Event, frozen=True):
    """The deed on top waits for answers."""

    deed: str
    questions: tuple[Question, ...]

    def apply(self, table: Table) -> Table:
        top = table.timeline.stack[-1]
        assert isinstance(top, Deed)
        label = self.questions[0].label
        seen = top.seen if any(label == old for old, _ in top.seen) else (*top.seen, (label, remembered(table)))
        return table.time(stack=table.timeline.amend(asked=self.questions, seen=seen).stack)

    def concerns(self) -> tuple[str, ...]:
        return tuple(question.who for question in self.questions if question.who)


class Noted(Event, frozen=True):
    """The GM put a value of his own on a deed: the computed one is kept beside it by the rule that uses it."""

    deed: str
    note: Note
    key = "noted"

    def apply(self, table: Table) -> Table:
        return table.time(stack=tuple(self.noted(frame) for frame in table.timeline.stack))

    def noted(self, frame: Frame) -> Frame:
        """The frame with the value on its deed, or on the declaration that waits in it."""
        if isinstance(frame, Turn):
            return replace(frame, declared=tuple(self.on(one) for one in frame.declared)) if frame.declared else frame
        return self.on(frame)

    def on(self, deed: Noting) -> Noting:
        """The deed with the value on it, in place of an earlier one of the label, if it is the one that is meant."""
        if deed.id != self.deed:
            return deed
        return replace(deed, notes=(*(note for note in deed.notes if note.label != self.note.label), self.note))

    def words(self, table: Table) -> dict[str, Any]:
        return {"label": self.note.label, "value": self.note.value, "reason": self.note.reason}


class Stopped(Event, frozen=True):
    """A deed came to nothing; what was paid for it stays spent."""

    who: str
    deed: str
    reason: str = ""
    key = "stopped"

    def apply(self, table: Table) -> Table:
        return table.time(stack=tuple(self.stopped(frame) for frame in table.timeline.stack))

    def stopped(self, frame: Frame) -> Frame:
        """The frame with the deed stopped; a declaration that waits is not there any more."""
        if isinstance(frame, Turn):
            left = tuple(one for one in frame.declared if one.id != self.deed)
            return replace(frame, declared=left) if left != frame.declared else frame
        return replace(frame, stopped=True) if frame.id == self.deed else frame


class Closed(Event, frozen=True):
    """The frame on top is done. A turn of the queue uses up its dues; a window is shut for the deed below it.

    `dues` are those of a turn of the queue, none of anything else.
    """

    id: str
    dues: tuple[tuple[str, str], ...] = ()

    def apply(self, table: Table) -> Table:
        line = table.timeline
        top = line.stack[-1]
        stack = line.stack[:-1]
        if isinstance(top, Deed):
            return table.time(stack=stack)
        if not top.window:
            return table.time(stack=stack, done=line.done | set(top.dues))
        if stack and isinstance(stack[-1], Deed):
            shut = Answer(top.window, "window", "moved" if top.moved else "shut")
            stack = (*stack[:-1], replace(stack[-1], answers=(*stack[-1].answers, shut)))
        return table.time(stack=stack)


class Held(Event, frozen=True):
    """Somebody holds back; an earlier hold of his is replaced."""

    hold: Hold

    def apply(self, table: Table) -> Table:
        kept = tuple(old for old in table.timeline.held if old.who != self.hold.who)
        return table.time(held=(*kept, self.hold))

    def concerns(self) -> tuple[str, ...]:
        return (self.hold.who,)

    def line(self, table: Table, say: Say) -> str | None:
        hold = self.hold
        act = say_act(hold.act, table, say) if hold.act else ""
        key = "held" + ("_act" if act else "") + ("_until" if hold.until else "")
        return say(key, name=name_of(table, hold.who), act=act, until=said_value("until", hold.until, table, say))


class Released(Event, frozen=True):
    """A hold ended: carried out, forgone, or lapsed (`reason`)."""

    who: str
    reason: str = ""

    def apply(self, table: Table) -> Table:
        return table.time(held=tuple(hold for hold in table.timeline.held if hold.who != self.who))

    def line(self, table: Table, say: Say) -> str | None:
        return say(f"released_{self.reason}", name=name_of(table, self.who)) if self.reason else None
