"""A fight of Cyberpunk RED for tests: people by the number they shall stand at, dice by label, everything in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firefight.commands import Begin, Do, Reply
from firefight.dice import Faces
from firefight.engine import Impossible
from firefight.events import Event, Joined, Marked, Unmarked
from firefight.game import Offer, queue
from firefight.games import game
from firefight.games.cyberpunk_red.sheet import Item, Sheet
from firefight.session import Session, combatant, found
from firefight.table import Combatant, Mark
from firefight.timeline import Act, Pick, Value
from firefight.view import GM, Viewer, log
from firefight.words import words

RED = game("cyberpunk-red")
PISTOL = Item("pistol", "weapon", "hand", rof=2)
RIFLE = Item("rifle", "weapon", "hand", hands=2)


class Dice:
    """Faces by label, 5 where none is given; remembers every label that was thrown."""

    def __init__(self, faces: Mapping[str, int | Faces]) -> None:
        self.left, self.thrown = dict(faces), list[str]()

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        self.thrown.append(label)
        face = self.left.pop(label, 5)
        found = face if isinstance(face, tuple) else (face,) * n
        assert len(found) == n and all(1 <= one <= sides for one in found)
        return found


class Fight:
    """A table with a fight on it. People are named by id; a keyword's number is the place in the queue he rolls."""

    def __init__(
        self,
        options: Mapping[str, str] | None = None,
        dice: Mapping[str, int | Faces] | None = None,
        sheets: Mapping[str, Mapping[str, Any]] | None = None,
        begin: bool = True,
        **numbers: int,
    ) -> None:
        self.dice = Dice(dice or {})
        self.sheets = sheets or {}
        people = [self.person(who, number) for who, number in numbers.items()]
        self.session: Session = found(RED, people, options, secret=b"x" * 32, source=self.dice)
        if begin:
            self.begin()

    def person(self, who: str, number: int = 11, **more: Any) -> Combatant:
        """Somebody who stands at a number if his die shows a 5."""
        sheet = Sheet(**{"ref": number - 5, "gear": (PISTOL,), **self.sheets.get(who, {})})
        return combatant(RED, who, who.capitalize(), "crew" if who == "ana" else "gang", sheet, **more)

    # ------------------------------------------------------------------ doing

    def begin(self, **more: Any) -> None:
        self.session.do(Begin(**more))

    def do(self, who: str, verb: str, answer: Value | None = None, force: str = "", **picks: Pick) -> None:
        """Somebody acts; `answer` answers the first question that follows, by default an attack does nothing."""
        self.session.do(Do(who, Act(verb, picks), force=force))
        if answer is None and verb in ("attack", "choke") and self.asked == ["effect"]:
            answer = "nothing"
        if answer is not None:
            self.reply(answer)

    def reply(self, *answers: Value) -> None:
        """Answers the open question, then the next."""
        for answer in answers:
            asked = self.session.questions()[0]
            self.session.do(Reply(asked.label, answer, asked.who))

    def passes(self, *who: str) -> None:
        for one in who:
            self.do(one, "pass")

    def order(self, *events: Event, reason: str = "") -> None:
        self.session.order(*events, reason=reason)

    def throws(self, label: str, *faces: int) -> None:
        """The faces that fall next for a label."""
        self.dice.left[label] = faces

    def attacks(self, who: str, target: str, weapon: str, die: int, *damage: int, verb: str = "attack", **picks: Pick) -> None:
        """Somebody attacks with numbers: the die of the Check, and the dice of damage of a hit."""
        self.throws("attack", die)
        if damage:
            self.throws("damage", *damage)
        self.do(who, verb, target=target, weapon=weapon, **picks)

    def mark(self, who: str, name: str, value: int = 1, by: str = "") -> None:
        self.order(Marked(who, Mark(name, value=value, by=by)))

    def unmark(self, who: str, name: str) -> None:
        self.order(Unmarked(who, name))

    def join(self, who: str, number: int, die: int = 5, **more: Any) -> None:
        self.dice.left |= {f"initiative {who}": die}
        self.order(Joined(self.person(who, number - die + 5, fighting=True, **more)))

    # ------------------------------------------------------------------ looking

    def refused(self, who: str, verb: str, **picks: Pick) -> list[str]:
        """The rules that refuse an act; nothing changes by asking. Fails for an act that is possible."""
        before = self.session.table
        try:
            self.session.do(Do(who, Act(verb, picks)))
        except Impossible as refused:
            assert self.session.table is before
            return sorted({reason.rule for reason in refused.reasons})
        raise AssertionError(f"{who} could {verb} {picks}")

    def offers(self, who: str) -> list[Offer]:
        """The lines of somebody's menu that nothing speaks against."""
        return [line for line in self.session.menu(who) if not line.reasons]

    def verbs(self, who: str) -> list[str]:
        return list(dict.fromkeys(line.verb for line in self.offers(who)))

    def budget(self, who: str) -> dict[str, int]:
        return {one.name: one.left for one in RED.budget(self.session.table, who)}

    def one(self, who: str) -> Combatant:
        return self.session.table.who(who)

    @property
    def acting(self) -> list[str]:
        return list(self.session.awaited())

    @property
    def asked(self) -> list[str]:
        """The labels of the open questions."""
        return [question.label for question in self.session.questions()]

    @property
    def round(self) -> int:
        return self.session.table.timeline.round

    @property
    def queue(self) -> list[str]:
        """Whoever is still to come this round, the open turns left out; the moment of a Hold with a star."""
        line = self.session.table.timeline
        opened = {due for frame in line.stack for due in getattr(frame, "dues", ())}
        slots = [due for slot in queue(RED, self.session.table) for due in slot.dues if due not in opened]
        return [who + "*" * tag.startswith("held") for who, tag in slots]

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers everybody stands at, as the screens show them."""
        return {one.id: one.score[0] for one in self.session.table.fighters() if one.score}

    def told(self, viewer: Viewer = GM) -> list[str]:
        """The log."""
        lines = (event.line(table, words(RED.id)) for _, event, table in log(RED, self.session.history, viewer))
        return [line for line in lines if line]
