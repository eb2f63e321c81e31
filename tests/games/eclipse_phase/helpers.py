"""A fight of Eclipse Phase in a few words: people with the totals they have rolled, and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from firefight.commands import Begin, Do, Reply
from firefight.dice import Keyed, Recorded
from firefight.engine import Impossible
from firefight.events import Adjusted, Event, Joined, Marked
from firefight.game import queue
from firefight.games.eclipse_phase import GAME
from firefight.games.eclipse_phase.places import downward, place
from firefight.games.eclipse_phase.sheet import Sheet
from firefight.session import combatant, found
from firefight.table import Combatant, Mark
from firefight.timeline import Act, Deed, Pick, Turn, Value
from firefight.view import GM, log
from firefight.words import words

DIE = 3
STAT = 7
POINTLESS = {"vigor": 0, "insight": 0}


class Fight:
    """A table on which a fight is on; nobody has points to go first with unless his sheet says so."""

    def __init__(
        self,
        totals: Mapping[str, int],
        options: Mapping[str, str] | None = None,
        rolls: Mapping[str, tuple[int, ...]] | None = None,
        first: Mapping[str, str] | None = None,
        begin: bool = True,
        **sheets: Mapping[str, Any],
    ) -> None:
        people = [person(who, total, sheets.get(who, {})) for who, total in totals.items()]
        dice = {f"initiative {who}": (DIE,) for who in totals}
        self.session = found(GAME, people, options, source=Recorded({**dice, **(rolls or {})}, Keyed(b"spare")))
        if begin:
            self.session.do(Begin())
            self.first(**(first or {}))

    # ------------------------------------------------------------------ doing

    def do(self, who: str, verb: str, force: str = "", **picks: Pick) -> Fight:
        """Somebody acts; free text that is not given is "something"."""
        free = {"what": "something"} if verb in ("quick", "complex", "task", "hack", "draw", "automatic") else {}
        self.session.do(Do(who, Act(verb, {**free, **picks}), self.session.token(who), force))
        return self

    def gm(self, verb: str, **picks: Pick) -> Fight:
        """The GM does something of his own, _ for a space in a pick's name."""
        self.session.do(Do("", Act(verb, {pick.replace("_", " "): value for pick, value in picks.items()})))
        return self

    def begins(self, **first: str) -> Fight:
        """The fight begins."""
        self.session.do(Begin())
        return self.first(**first)

    def passes(self, *people: str) -> Fight:
        """These end their turns, or let a window go by, one after another."""
        for who in people:
            self.session.do(Do(who, Act("pass")))
        return self

    def answers(self, **values: Value) -> Fight:
        """Answers to open questions by label, _ for a space."""
        for label, value in values.items():
            question = next(one for one in self.session.questions() if one.label == label.replace("_", " "))
            self.session.do(Reply(question.label, value, question.who))
        return self

    def first(self, **choices: str) -> Fight:
        """Answers who takes the initiative: those named, nobody else."""
        while self.session.questions() and self.session.questions()[0].label.startswith("first "):
            question = self.session.questions()[0]
            self.session.do(Reply(question.label, choices.get(question.who, "no"), question.who))
        return self

    def attacks(self, who: str, target: str, effect: str = "nothing") -> Fight:
        """An attack that goes straight through."""
        return self.do(who, "attack", target=target).answers(effect=effect)

    def order(self, *events: Event) -> Fight:
        """The GM's hand."""
        self.session.order(*events)
        return self

    def wounds(self, who: str, by: int) -> Fight:
        """Somebody takes wounds, or loses them."""
        return self.order(Adjusted(who, "wounds", by))

    def marks(self, who: str, name: str, value: int = 1) -> Fight:
        """Somebody gets a mark."""
        return self.order(Marked(who, Mark(name, value=value)))

    def joins(self, who: str, total: int, **sheet: Any) -> Fight:
        """Somebody comes into the running fight."""
        return self.order(Joined(replace(person(who, total, sheet), fighting=True)))

    def turn(self, *people: str) -> Fight:
        """These do nothing in their turns, one after another."""
        for who in people:
            assert self.awaited == (who,), f"{self.awaited} instead of {who}"
            self.passes(who)
        return self

    def turn_of(self, *people: str) -> Fight:
        """These share a turn and do nothing in it."""
        assert self.awaited == people, f"{self.awaited} instead of {people}"
        return self.passes(*people)

    # ------------------------------------------------------------------ looking

    def __getitem__(self, who: str) -> Combatant:
        return self.session.table.who(who)

    @property
    def awaited(self) -> tuple[str, ...]:
        """Whom the table waits for."""
        return self.session.awaited()

    @property
    def round(self) -> int:
        """The action turn."""
        return self.session.table.timeline.round

    @property
    def window(self) -> str:
        """The label of the window that is open."""
        top = self.session.table.timeline.top
        return top.window if isinstance(top, Turn) else ""

    @property
    def asked(self) -> list[str]:
        """The labels of the open questions."""
        return [question.label for question in self.session.questions()]

    @property
    def deed(self) -> Deed | None:
        """What is going on, if something waits for an answer."""
        top = self.session.table.timeline.top
        return top if isinstance(top, Deed) else None

    @property
    def order_now(self) -> list[str]:
        """Everybody in the order of the places they have now, those who share one together."""
        return ["".join(sorted(group)) for group in grouped(self.session.table.combatants.values())]

    @property
    def to_come(self) -> list[str]:
        """The turns still to come in this action turn, those who share one together."""
        open_ = {due for frame in self.session.table.timeline.stack if isinstance(frame, Turn) for due in frame.dues}
        left = [slot for slot in queue(GAME, self.session.table) if not open_ & set(slot.dues)]
        return ["".join(sorted(who for who, _ in slot.dues)) for slot in left]

    def score(self, who: str) -> int:
        """The number of somebody's place."""
        return self[who].score[0]

    def told(self) -> str:
        """The whole log as the GM reads it."""
        say = words(GAME.id)
        lines = (event.line(table, say) for _, event, table in log(GAME, self.session.history, GM))
        return "\n".join(line for line in lines if line)

    def offers(self, who: str, verb: str, **fixed: Pick) -> bool:
        """Whether a line of the menu is open to somebody."""
        lines = [line for line in self.session.menu(who) if line.fits(Act(verb, fixed))]
        return any(not line.reasons for line in lines)

    def refusal(self, who: str, verb: str, **picks: Pick) -> set[str]:
        """The rules that something is refused with; an error if it is not refused."""
        before = self.session.table
        try:
            self.do(who, verb, **picks)
        except Impossible as refused:
            assert self.session.table is before
            return {reason.rule for reason in refused.reasons}
        raise AssertionError(f"'{verb}' of {who} was not refused")


def person(who: str, total: int, sheet: Mapping[str, Any]) -> Combatant:
    """Somebody with the aptitudes and the other modifier that lead to this total."""
    given = {key: value for key, value in sheet.items() if key != "pc"}
    numbers = Sheet(**{"intuition": 15, "reflexes": 20, **POINTLESS, **given})
    stat = (numbers.intuition + numbers.reflexes + 2) // 5
    numbers = Sheet(**{**as_dict(numbers), "initiative_other": numbers.initiative_other + total - DIE - stat})
    return combatant(GAME, who, who.upper(), "crew" if who in "ace" else "gang", numbers, pc=sheet.get("pc", False))


def as_dict(sheet: Sheet) -> dict[str, Any]:
    """A sheet by its fields."""
    return {field: getattr(sheet, field) for field in sheet.__struct_fields__}


def grouped(people: Any) -> list[list[str]]:
    """Ids by their places, best first."""
    places = sorted({downward(place(one)) for one in people if one.score})
    return [[one.id for one in people if one.score and downward(place(one)) == spot] for spot in places]
