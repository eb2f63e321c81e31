"""Who speaks next: dues, turns, deeds and holds. Knows no game, no dice and no clock.

The timeline is a stack of frames. A `Turn` waits until each of its members has passed, a `Deed` is declared and not
done yet. Whatever lies on top happens first, so an interruption is a push. The order of turns is never stored: games
say who is due with a sort key, and `slots` groups what is still owed.

`gc=False`, here and wherever values make up the table and its log: what is frozen and made of older values can be in no
cycle, so the garbage collector need not look at it. A long log opens in half the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

Pick = int | bool | str | tuple[str, ...]
Value = int | bool | str | tuple[int | str, ...]
Key = tuple[int | bool | str | tuple[int | bool | str, ...], ...]


class Due(NamedTuple):
    """A turn somebody is owed this round. Low key first; equal keys share one slot; tags are unique per person."""

    key: Key
    who: str
    tag: str = "turn"


class Slot(NamedTuple):
    """All who are due at one key."""

    key: Key
    dues: tuple[tuple[str, str], ...]


class Act(Struct, frozen=True, omit_defaults=True, gc=False):
    """What somebody asks to do: a verb of his menu and the picks that go with it."""

    verb: str
    picks: Mapping[str, Pick] = {}

    def text(self, pick: str, default: str = "") -> str:
        """The pick as text, or the default."""
        return str(self.picks.get(pick, default))

    def number(self, pick: str, default: int = 0) -> int:
        """The pick as a whole number, or the default."""
        value = self.picks.get(pick, default)
        return value if isinstance(value, int) else int(str(value))


class Answer(Struct, frozen=True, omit_defaults=True, gc=False):
    """What was answered to one label of a deed: faces, a choice, a ruling.

    `who` is the combatant whose dice or choice it is, "" the GM's; `by` is "hand" for typed-in dice.
    """

    label: str
    spec: str
    value: Value
    by: str = ""
    who: str = ""


class Note(Struct, frozen=True, omit_defaults=True, gc=False):
    """A value the GM has put on a deed from outside; it beats the answer, and the answer beats the proposal."""

    label: str
    value: Value
    reason: str = ""


class Question(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something a deed waits for. `who` is "" for the GM; `kind` is dice, choice, ruling, amount or effect."""

    label: str
    who: str
    kind: str
    options: tuple[str, ...] = ()
    default: Value = ""
    spec: str = ""
    about: str = ""


class Hold(Struct, frozen=True, omit_defaults=True, gc=False):
    """Somebody held back: one act or the rest of his turn, until a place in the queue, a happening, or at will."""

    who: str
    round: int
    tag: str
    act: Act | None = None
    until: str = ""
    key: tuple[int, ...] = ()
    kind: str = ""


class Queued(Struct, frozen=True, omit_defaults=True, gc=False):
    """A declaration collected by a shared slot; `beat` counts the same person's declarations in it from 1."""

    id: str
    who: str
    act: Act
    beat: int = 1
    notes: tuple[Note, ...] = ()


class Turn(Struct, frozen=True, omit_defaults=True, gc=False):
    """A frame: its members may act until each has passed.

    `together`: what they declare is collected, resolved when all have passed, and lands at once. `landing` holds what is
    resolved and not landed yet, with its doer, who already sees it. `window` is the label of the deed below that this
    frame answers; `moved` tells whether anything was declared in it.
    """

    id: str
    dues: tuple[tuple[str, str], ...]
    key: Key = ()
    passed: frozenset[str] = frozenset()
    together: bool = False
    declared: tuple[Queued, ...] = ()
    beat: int = 0
    landing: tuple[tuple[str, Any], ...] = ()
    window: str = ""
    moved: bool = False

    @property
    def members(self) -> tuple[str, ...]:
        """Everybody whose turn this is, in the order of the slot."""
        return tuple(who for who, _ in self.dues)

    def tag(self, who: str) -> str:
        """The tag of the due that brought this member here."""
        return dict(self.dues).get(who, "")


class Deed(Struct, frozen=True, omit_defaults=True, gc=False):
    """A frame: declared and paid for, not done. `who` is "" where the table itself acts.

    `seen` keeps the table as it was at the end of each suspension, by label, so that a line of the rule that runs again
    sees what it saw first. `first` tells that no deed of the same beat of a shared slot came before it.
    """

    id: str
    who: str
    act: Act
    answers: tuple[Answer, ...] = ()
    notes: tuple[Note, ...] = ()
    asked: tuple[Question, ...] = ()
    seen: tuple[tuple[str, Any], ...] = ()
    stopped: bool = False
    first: bool = True


Frame = Turn | Deed


class Timeline(Struct, frozen=True, omit_defaults=True, gc=False):
    """Where the fight stands: the round, what is used up, the frames, who is held back.

    `fight` numbers the fights of the table, 0 before the first; `round` is 0 outside a fight and in a surprise round.
    `deeds` counts the deeds of each person this round, `reached` is the key of the newest slot, `settled` names the
    steps of the round's beginning and end that are done.
    """

    fight: int = 0
    running: bool = False
    round: int = 0
    done: frozenset[tuple[str, str]] = frozenset()
    stack: tuple[Frame, ...] = ()
    held: tuple[Hold, ...] = ()
    deeds: Mapping[str, int] = {}
    reached: Key = ()
    settled: frozenset[str] = frozenset()

    @property
    def top(self) -> Frame | None:
        """The frame that is decided next."""
        return self.stack[-1] if self.stack else None

    @property
    def turn(self) -> Turn | None:
        """The topmost Turn of the queue, windows left out: whose turn it is."""
        return next((f for f in reversed(self.stack) if isinstance(f, Turn) and not f.window), None)

    def push(self, frame: Frame) -> Timeline:
        """The timeline with a frame on top."""
        return replace(self, stack=(*self.stack, frame))

    def amend(self, **changes: Any) -> Timeline:
        """The timeline with its top frame changed."""
        return replace(self, stack=(*self.stack[:-1], replace(self.stack[-1], **changes)))

    def hold_of(self, who: str) -> Hold | None:
        """What this person holds back, if anything."""
        return next((hold for hold in self.held if hold.who == who), None)


def slots(dues: Iterable[Due], done: frozenset[tuple[str, str]] = frozenset()) -> list[Slot]:
    """The slots still to come, first one first. Derived whenever asked, so nothing is ever re-sorted."""
    left = sorted(due for due in dues if (due.who, due.tag) not in done)
    return [Slot(key, tuple((due.who, due.tag) for due in owed)) for key, owed in groupby(left, attrgetter("key"))]


def next_slot(dues: Iterable[Due], done: frozenset[tuple[str, str]] = frozenset()) -> Slot | None:
    """The first of `slots`, found without putting the others in order; None where none is left."""
    left = [due for due in dues if (due.who, due.tag) not in done]
    if not left:
        return None
    key = min(left).key
    return Slot(key, tuple(sorted((due.who, due.tag) for due in left if due.key == key)))


def missed(dues: Iterable[Due], who: str, reached: Key) -> tuple[str, ...]:
    """The tags of a newcomer whose place this round has gone by."""
    return tuple(due.tag for due in dues if due.who == who and reached and due.key <= reached)
