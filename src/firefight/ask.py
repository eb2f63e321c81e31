"""The one door of a resolving rule: dice, choices, rulings and windows, each under a stable label.

A rule is a straight line. Where an answer is missing, asking raises and the deed is suspended; when the answer is there
the rule runs again from the top, old answers and the tables they were given on replayed, so that every line sees what it
saw first. A label is a role and whom it concerns, never a position, a shown name or a number that can change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from firefight.dice import Dice, Faces, Source, dice, fitting
from firefight.errors import FirefightError
from firefight.table import Table
from firefight.timeline import Answer, Deed, Note, Question, Value

Line = TypeVar("Line", bound=tuple[Any, ...])


class Unanswered(Exception):
    """Answers are missing: the deed is suspended with these questions."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        self.questions = questions


class Opens(Exception):
    """A window opens above the deed for these people."""

    def __init__(self, label: str, who: tuple[str, ...]) -> None:
        self.label, self.who = label, who


class Overruling(NamedTuple):
    """A computed value and what the GM made of it."""

    label: str
    computed: Value
    used: Value
    reason: str


class Ask:
    """What one run of a rule may ask. `now` is the newest table; `table` the one this line saw first."""

    def __init__(self, deed: Deed, now: Table, source: Source) -> None:
        self.deed, self.now, self.source = deed, now, source
        self.fresh: list[Answer] = []
        self.overruled: list[Overruling] = []
        self._answers = {answer.label: answer for answer in deed.answers}
        self._notes = {note.label: note for note in deed.notes}
        self._labels: set[str] = set()
        self._places = {label: place for place, (label, _) in enumerate(deed.seen, 1)}
        self._place = 0

    @property
    def table(self) -> Table:
        """The table as it was when this line was first reached."""
        return self.deed.seen[self._place][1] if self._place < len(self.deed.seen) else self.now

    # ------------------------------------------------------------------ dice

    def throw(self, **dice: Dice) -> tuple[Faces, ...]:
        """Dice that leave the acting one's hand together, in the order named."""
        return self.throw_for(self.deed.who, dice)

    def throw_for(self, who: str, dice: Mapping[str, Dice]) -> tuple[Faces, ...]:
        """Dice that leave somebody's hand together, by label. Suspends where they are typed in by hand."""
        hand = by_hand(self.now, who)
        found = {label: self._thrown(self._again(label), some, who, hand) for label, some in dice.items()}
        missing = [
            Question(self._again(label), who, "dice", spec=dice[label].text) for label, faces in found.items() if faces is None
        ]
        if missing:
            raise Unanswered(tuple(missing))
        return tuple(faces for faces in found.values() if faces is not None)

    def die(self, label: str, sides: int, who: str | None = None) -> int:
        """The face of one die."""
        return self.throw_for(self.deed.who if who is None else who, {label: Dice(1, sides)})[0][0]

    def _again(self, label: str) -> str:
        """The label of a die that was ordered to be thrown again: the first throw stays readable."""
        times = self._notes.get(f"reroll {label}")
        if times is None:
            return label
        self._reached(label)
        return f"{label} again {times.value}"

    def _thrown(self, label: str, dice: Dice, who: str, hand: bool) -> Faces | None:
        known = self._known(Question(label, who, "dice", spec=dice.text))
        if known is not None:
            return fitting(faces_of(known), dice, label)
        if dice.n > 0 and hand:
            return None
        faces = self.source.faces(self.deed.id, label, dice.n, dice.sides) if dice.n > 0 else ()
        if faces is not None:
            self._answered(label, dice.text, faces, who)
        return faces

    # ------------------------------------------------------------------ choices and rulings

    def choose(self, label: str, who: str, options: Sequence[str], default: str, about: str = "") -> str:
        """One of the options, picked by somebody; the default for one who has left."""
        return self.each({label: (who, options)}, default, about)[label]

    def each(self, asked: Mapping[str, tuple[str, Sequence[str]]], default: str, about: str = "") -> dict[str, str]:
        """The same to several people at once, by label. Suspends until everybody has answered."""
        picked: dict[str, str] = {}
        missing: list[Question] = []
        for label, (who, options) in asked.items():
            known = self._known(Question(label, who, "choice", tuple(options)))
            if known is not None:
                picked[label] = str(known)
            elif who and not self.now.who(who).here:
                picked[label] = default
                self._answered(label, "choice", default, who)
            else:
                missing.append(Question(label, who, "choice", tuple(options), default, about=about))
        if missing:
            raise Unanswered(tuple(missing))
        return picked

    def ruling(self, label: str, options: Sequence[str], default: str, about: str = "") -> str:
        """The GM's decision, always asked for. Suspends until it is there."""
        return str(self._ruled(Question(label, "", "ruling", tuple(options), default, about=about)))

    def amount(self, label: str, default: int, about: str = "") -> int:
        """A whole number the GM names: how long something takes, how hard it is. Suspends until it is there."""
        return int(str(self._ruled(Question(label, "", "amount", default=default, about=about))))

    def effect(self, label: str, about: str = "") -> str:
        """What the GM says comes of it, in the words of `effects.py`: "7 hp, prone". Suspends until it is there."""
        return str(self._ruled(Question(label, "", "effect", default="nothing", about=about)))

    def number(self, label: str, proposed: int) -> int:
        """A computed number, unless the GM has put his own on the deed; both are kept for the log."""
        known = self._known(Question(label, "", "amount", default=proposed))
        note = self._notes.get(label)
        if known is None or note is None:
            return proposed
        used = bool(known) if isinstance(proposed, bool) else int(str(known))
        self.overruled.append(Overruling(label, proposed, used, note.reason))
        return used

    def line(self, line: Line) -> Line:
        """A rule's argument with every field the GM has overruled by name ("line.ac")."""
        notes = {name: self._notes.get(f"line.{name}") for name in line._fields}  # type: ignore[attr-defined]
        changes = {name: self.number(f"line.{name}", getattr(line, name)) for name, note in notes.items() if note}
        return line._replace(**changes) if changes else line  # type: ignore[attr-defined]

    def note(self, label: str) -> Note | None:
        """What the GM or an instant has put on the deed under this label."""
        return self._notes.get(label)

    # ------------------------------------------------------------------ windows

    def window(self, label: str, who: Callable[[Table], tuple[str, ...]]) -> bool:
        """Lets people answer before the rule goes on; True if anything was declared.

        `who` is called on the newest table and only when the window is not shut yet; whom it names is settled then.
        """
        known = self._take(label, "window")
        if known is not None:
            return known.value == "moved"
        asked = who(self.now)
        if asked:
            raise Opens(label, asked)
        self._answered(label, "window", "shut")
        return False

    # ------------------------------------------------------------------ book-keeping

    def _once(self, label: str) -> None:
        if label in self._labels:
            raise LookupError(f"the label '{label}' is used twice by {self.deed.act.verb}")
        self._labels.add(label)
        self._reached(label)

    def _reached(self, label: str) -> None:
        """From here on lines see what they saw after this label was answered, whatever it was that answered it."""
        self._place = max(self._place, self._places.get(label, 0))

    def _take(self, label: str, spec: str) -> Answer | None:
        """The stored answer, if it was given to this very question."""
        self._once(label)
        known = self._answers.get(label)
        return known if known is not None and known.spec == spec else None

    def _known(self, question: Question) -> Value | None:
        """A note beats the answer; None where neither is there. A note that means nothing is a question to the GM."""
        known = self._take(question.label, question.spec or question.kind)
        note = self._notes.get(question.label)
        if note is None:
            return known.value if known else None
        try:
            return fitted(question, note.value)
        except FirefightError as error:
            if known:
                return known.value
            raise Unanswered((replace(question, who="", about=str(error)),)) from None

    def _ruled(self, question: Question) -> Value:
        """What the GM has answered, or has put on the deed. Suspends until it is there."""
        known = self._known(question)
        if known is None:
            raise Unanswered((question,))
        return known

    def _answered(self, label: str, spec: str, value: Value, who: str = "") -> None:
        self.fresh.append(Answer(label, spec, value, who=who))


def by_hand(table: Table, who: str) -> bool:
    """Whether somebody's dice are typed in: his own while he is here, or everybody's at this table."""
    one = table.combatants.get(who)
    return bool(table.flags.get("dice by hand")) or (one is not None and one.here and one.has("dice by hand"))


def fitted(question: Question, value: Value) -> Value:
    """A value as the answer to a question. Raises FirefightError where it does not fit."""
    if question.kind == "dice":
        return fitting(faces_of(value), dice(question.spec), question.label)
    if question.kind == "amount":
        return whole(question.label, value)
    if question.options and str(value) not in question.options:
        raise FirefightError(f"'{value}' does not answer '{question.label}': choose one of {', '.join(question.options)}")
    return str(value)


def whole(label: str, value: Value) -> int:
    """A value as a whole number, yes and no counting as 1 and 0. Raises FirefightError for anything else."""
    if isinstance(value, int):
        return int(value)
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", str(value)):
        raise FirefightError(f"'{label}' needs a whole number; got '{value}'")
    return int(str(value))


def faces_of(value: Value) -> Faces:
    """A stored value as faces; a single number is one die. Raises DiceError through `fitting` for anything else."""
    if isinstance(value, tuple):
        return tuple(face for face in value if isinstance(face, int))
    return (value,) if isinstance(value, int) else ()
