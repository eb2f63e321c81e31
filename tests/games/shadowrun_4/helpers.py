"""A fight of Shadowrun 4 that reads like table talk: `fight.does("a", "aim")`, `fight.done("a")`, `fight.says("b", "before")`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from firefight.commands import Begin, Do, Reply
from firefight.dice import Recorded
from firefight.engine import Impossible
from firefight.events import Event, Told
from firefight.game import queue
from firefight.games.shadowrun_4 import GAME
from firefight.games.shadowrun_4.sheet import Sheet, Weapon
from firefight.session import Session, combatant, found
from firefight.table import Combatant
from firefight.timeline import Act, Note, Pick, Value
from firefight.view import GM, Viewer, log
from firefight.words import words

GUN = Weapon("gun")
"""A weapon without numbers: what it does is the GM's to say."""
PISTOL = Weapon("pistol", skill="pistols", damage=5, modes=("SA",), ammo=15)
BLADE = Weapon("blade", skill="blades", damage=4, melee=True)
ROLLS: dict[str, tuple[int, ...]] = {}


def hits(n: int, dice: int) -> tuple[int, ...]:
    """So many dice, the first n of them hits, none a one."""
    return (5,) * n + (3,) * (dice - n)


def fighter(id: str, owner: str = "", side: str = "", **sheet: Any) -> Combatant:
    """Somebody with numbers that are easy to count with, a pistol and a blade, whose score the test names."""
    numbers = {"agility": 5, "reaction": 4, "body": 4, "gear": (PISTOL, BLADE), "rolls": False, **sheet}
    one = person(id, owner=owner, **numbers)
    return replace(one, side=side or f"side of {id}")


def person(id: str, passes: int = 1, owner: str = "", hidden: bool = False, **sheet: Any) -> Combatant:
    """Somebody with a gun and these numbers."""
    numbers = Sheet(**{"bonus_passes": passes - 1, "gear": (GUN,), **sheet})
    return combatant(GAME, id, id.upper(), "all", numbers, owner=owner, pc=bool(owner), hidden=hidden)


class Written(Recorded):
    """The faces written down; after them nothing but threes, which are neither hits nor ones."""

    def faces(self, path: str, label: str, n: int, sides: int) -> tuple[int, ...] | None:
        return super().faces(path, label, n, sides) if self.left.get(label) else (3,) * n


class Fight:
    """A fight whose scores are named by the test; `fight.scores` may be changed for the next Combat Turn."""

    def __init__(
        self,
        *people: Combatant,
        scores: Mapping[str, int],
        rolls: Mapping[str, tuple[int, ...]] = ROLLS,
        begin: bool = True,
        **options: str,
    ):
        self.scores = dict(scores)
        self.session: Session = found(GAME, people, options, source=Written(rolls))
        if begin:
            self.command(Begin())

    # ------------------------------------------------------------------ doing

    def command(self, command: Any, by: Viewer = GM) -> None:
        """Carries out a command, and names the scores that are asked for."""
        self.session.do(command, by)
        self.name_scores()

    def name_scores(self) -> None:
        """Answers for those whose scores, or hits against surprise, the GM is asked for."""
        while self.session.questions() and self.session.questions()[0].kind == "amount":
            label = self.session.questions()[0].label
            self.session.do(Reply(label, self.scores[label.removeprefix("initiative ")]))

    def does(self, who: str, verb: str, by: Viewer = GM, force: str = "", **picks: Pick) -> None:
        """Somebody declares something."""
        self.command(Do(who, Act(verb, picks), force=force), by)

    def shoots(self, who: str, target: str) -> None:
        """Somebody declares a shot, a Simple Action."""
        self.does(who, "attack", weapon="gun", target=target)

    def done(self, *who: str) -> None:
        """These have nothing more to declare, one after the other."""
        for one in who:
            self.command(Do(one, Act("pass")))

    def says(self, who: str, when: str) -> None:
        """An answer to the question whether somebody comes in now."""
        self.command(Reply(f"come in {who}", when, who))

    def answers(self, label: str, value: int | str, who: str = "") -> None:
        """An answer to any other question."""
        self.command(Reply(label, value, who))

    def throws(self, label: str, *faces: int) -> None:
        """The faces that fall next for a label, all of them; without this it is threes."""
        source = self.session.source
        assert isinstance(source, Written)
        source.left[label] = list(faces)

    def attacks(self, who: str, target: str, weapon: str = "pistol", **rolls: tuple[int, ...]) -> None:
        """Somebody attacks once and has nothing more to declare: `attack`, `defend` and `resist` are the dice that fall."""
        for role, faces in rolls.items():
            self.throws(role if role == "attack" else f"{role} {target}", *faces)
        self.does(who, "attack", weapon=weapon, target=target)
        self.done(who)

    def noted(self, who: str, verb: str, notes: Mapping[str, Value], **picks: Pick) -> None:
        """Somebody declares something with the GM's own values on it, and has nothing more to declare."""
        self.command(
            Do(who, Act(verb, picks), notes=tuple(Note(label, value, "the GM says so") for label, value in notes.items()))
        )
        self.done(who)

    def effect(self, text: str) -> None:
        """The GM says what comes of an attack."""
        self.answers("effect", text)

    def order(self, *events: Event) -> None:
        """The GM's hand."""
        self.session.order(*events)
        self.name_scores()

    def refusal(self, who: str, verb: str, **picks: Pick) -> set[str]:
        """The rules that refuse something; nothing is changed."""
        before = self.session.table
        try:
            self.does(who, verb, **picks)
        except Impossible as refused:
            assert self.session.table is before
            return {reason.rule for reason in refused.reasons}
        raise AssertionError(f"{verb} was not refused")

    # ------------------------------------------------------------------ seeing

    @property
    def acting(self) -> tuple[str, ...]:
        """Those whose declarations are awaited."""
        return self.session.awaited()

    @property
    def asked(self) -> list[str]:
        """The labels of the open questions."""
        return [question.label for question in self.session.questions()]

    @property
    def turn(self) -> int:
        """The number of the Combat Turn."""
        return self.session.table.timeline.round

    @property
    def number(self) -> int:
        """The number of the Initiative Pass."""
        return self.session.table.flags.get("pass", 0)

    def queue(self) -> list[tuple[str, ...]]:
        """The phases still to come, who they are."""
        open_ = {due for frame in self.session.table.timeline.stack if hasattr(frame, "dues") for due in frame.dues}
        slots = [tuple(who for who, tag in slot.dues if (who, tag) not in open_) for slot in queue(GAME, self.session.table)]
        return [slot for slot in slots if slot]

    def one(self, who: str) -> Combatant:
        """A combatant as he is now."""
        return self.session.table.who(who)

    def score(self, who: str) -> int:
        """An Initiative Score as it is now."""
        return self.one(who).score[0]

    def verbs(self, who: str) -> set[str]:
        """The verbs of somebody's menu, possible or not."""
        return {offer.verb for offer in self.session.menu(who)}

    def budget(self, who: str) -> dict[str, int]:
        """What somebody has left."""
        return {one.name: one.left for one in GAME.budget(self.session.table, who)}

    def log(self, viewer: Viewer = GM) -> str:
        """The log as the GM reads it, or somebody else."""
        lines = (event.line(table, words(GAME.id)) for _, event, table in log(GAME, self.session.history, viewer))
        return "\n".join(line for line in lines if line)

    def values(self, key: str) -> Mapping[str, Value]:
        """The values of what was told last under a key."""
        told = [
            one for batch in self.session.history.batches for one in batch.events if isinstance(one, Told) and one.key_ == key
        ]
        return told[-1].values if told else {}

    def boxes(self, who: str) -> tuple[int, int]:
        """Physical and Stun boxes."""
        return self.one(who).pool("physical"), self.one(who).pool("stun")

    def phases(self, most: int = 40) -> list[tuple[int, str]]:
        """Passes through the rest of this Combat Turn: who had a phase in which pass."""
        seen: list[tuple[int, str]] = []
        turn = self.turn
        while self.turn == turn and len(seen) < most:
            who = self.acting[0]
            seen.append((self.number, who))
            self.done(who)
        return seen


def fight_of(scores: Mapping[str, int], passes: Mapping[str, int] | None = None, **options: str) -> Fight:
    """People with these scores and passes (1, if not named)."""
    people = [person(id, (passes or {}).get(id, 1), rolls=False) for id in scores]
    return Fight(*people, scores=scores, **options)
