"""A fight of Cities Without Number that reads like table talk: `fight.attacks("ana", "thug")`, `fight.done("ana")`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firefight.commands import Begin, Do, End, Reply
from firefight.dice import Recorded
from firefight.engine import Impossible
from firefight.events import Event, SideScored
from firefight.game import queue
from firefight.games.cities_without_number import GAME
from firefight.games.cities_without_number.sheet import Ability, Sheet, Weapon
from firefight.ground import Ground
from firefight.session import Session, combatant, found
from firefight.table import Combatant
from firefight.timeline import Act, Note, Pick, Turn
from firefight.view import GM, Viewer, log
from firefight.words import words

KNIFE = Weapon("knife", "melee", "1d6")
PISTOL = Weapon("pistol", "ranged", "1d6", skill="Shoot", attributes=("Dex",))
RIFLE = Weapon("rifle", "ranged", "1d12", skill="Shoot", attributes=("Dex",), hands=2)
LUCK = Ability("Veteran's Luck", when="my miss", uses=1, effect="hit")
DODGE = Ability("Lucky Dodge", when="hit on me", uses=1, effect="miss")
BURST = Ability("Burst", uses=1)


def pc(id: str, side: str = "pcs", **sheet: Any) -> Combatant:
    """A PC with knife, pistol and rifle, trained in all three, without a bonus unless these numbers say so."""
    numbers = {"weapons": (KNIFE, PISTOL, RIFLE), "skills": {"Shoot": 0, "Stab": 0, "Punch": 0}, "hp": 10, **sheet}
    return combatant(GAME, id, id.capitalize(), side, Sheet(**numbers), owner=f"{id}'s player", pc=True)


def npc(id: str, side: str = "gang", **sheet: Any) -> Combatant:
    """An NPC with the same weapons and no bonus."""
    numbers = {"weapons": (KNIFE, PISTOL, RIFLE), "hp": 10, "attack": 0, **sheet}
    return combatant(GAME, id, id.capitalize(), side, Sheet(**numbers))


class Fight:
    """A table at play. `order` names the sides, first one first; without it initiative is rolled from `rolls`."""

    def __init__(
        self,
        *people: Combatant,
        order: tuple[str, ...] = (),
        rolls: Mapping[str, Any] | None = None,
        begin: bool = True,
        surprised: tuple[str, ...] = (),
        ground: Ground | None = None,
        **options: str,
    ):
        self.dice = Recorded({})
        self.session: Session = found(GAME, people, {"windows": "never", **options}, source=self.dice, ground=ground)
        if order:
            self.session.order(*(SideScored(side, (9 - place,)) for place, side in enumerate(order)))
        if begin:
            self.command(Begin(surprised=surprised), rolls)

    # ------------------------------------------------------------------ doing

    def command(self, command: Any, rolls: Mapping[str, Any] | None = None, by: Viewer = GM) -> None:
        """Carries out a command with exactly these dice."""
        faces = {label: face if isinstance(face, tuple) else (face,) for label, face in (rolls or {}).items()}
        self.dice.left = {label: list(values) for label, values in faces.items()}
        self.first = len(self.session.history)
        self.session.do(command, by)
        assert not self.dice.unused(), f"not needed: {self.dice.unused()}"

    def does(
        self, who: str, verb: str, /, rolls: Mapping[str, Any] | None = None, notes: tuple[Note, ...] = (), **picks: Pick
    ) -> None:
        """Somebody acts; "gm" is the GM's own menu."""
        who = "" if who == "gm" else who
        named = {pick.replace("_", " "): value for pick, value in picks.items()}
        self.command(Do(who, Act(verb, named), self.session.token(who) if who else "", notes=notes), rolls)

    def attacks(self, who: str, target: str, weapon: str = "knife", /, **more: Any) -> None:
        """An attack without windows: the d20, then the damage die."""
        self.does(who, "attack", target=target, weapon=weapon, **more)

    def done(self, *who: str, rolls: Mapping[str, Any] | None = None) -> None:
        """They pass, one after another; the last one sets off the dice given."""
        for one in who:
            self.command(Do(one, Act("pass"), self.session.token(one)), rolls if one == who[-1] else None)

    def says(self, label: str, value: Any, rolls: Mapping[str, Any] | None = None) -> None:
        """Whoever is asked answers."""
        question = next(one for one in self.session.questions() if one.label == label)
        self.command(Reply(label, value, question.who), rolls)

    def order(self, *events: Event) -> None:
        """The GM's hand."""
        self.first = len(self.session.history)
        self.session.order(*events)

    def ends(self) -> None:
        """The GM ends the fight."""
        self.command(End())

    def forces(self, who: str, verb: str, reason: str, rolls: Mapping[str, Any], **picks: Pick) -> None:
        """The GM lets something through."""
        self.command(Do(who, Act(verb, picks), force=reason), rolls)

    # ------------------------------------------------------------------ looking

    @property
    def table(self) -> Any:
        return self.session.table

    @property
    def awaited(self) -> tuple[str, ...]:
        return self.session.awaited()

    @property
    def window(self) -> str:
        """The label of the window that is open, if one is."""
        top = self.table.timeline.top
        return top.window if isinstance(top, Turn) else ""

    @property
    def asked(self) -> tuple[str, ...]:
        return tuple(one.label for one in self.session.questions())

    @property
    def round(self) -> int:
        return int(self.table.timeline.round)

    @property
    def to_come(self) -> list[tuple[str, ...]]:
        """The slots of this round that are not over, the open one first."""
        return [tuple(sorted(who for who, _ in slot.dues)) for slot in queue(GAME, self.table)]

    @property
    def sides(self) -> list[str]:
        """The sides still to act this round, in order."""
        return [self.table.who(slot[0]).side for slot in self.to_come]

    def pool(self, who: str, pool: str = "hp") -> int:
        return int(self.table.who(who).pool(pool))

    def has(self, who: str, mark: str) -> bool:
        return bool(self.table.who(who).has(mark))

    def budget(self, who: str) -> dict[str, int]:
        return {one.name: one.left for one in GAME.budget(self.table, who)}

    def against(self, who: str, verb: str, /, **picks: Pick) -> set[str]:
        """The rules that speak against an act; empty if it is possible."""
        named = {pick.replace("_", " "): value for pick, value in picks.items()}
        before = self.table
        try:
            self.session.do(Do("" if who == "gm" else who, Act(verb, named)))
        except Impossible as refused:
            assert self.table is before
            return {reason.rule for reason in refused.reasons}
        raise AssertionError(f"{who} may {verb}")

    def can(self, who: str, verb: str, **picks: Pick) -> bool:
        """Whether a line of somebody's menu is open."""
        lines = (line for line in self.session.menu(who) if line.verb == verb)
        return any(not line.reasons for line in lines if all(line.fixed.get(pick) == value for pick, value in picks.items()))

    def lines(self, viewer: Viewer = GM, whole: bool = False) -> list[str]:
        """What the last command has written into the log, or the whole of it."""
        first = 1 if whole else self.first + 1
        entries = log(GAME, self.session.history, viewer, first)
        say = words(GAME.id)
        return [line for _, event, table in entries if (line := event.line(table, say))]

    def told(self, text: str) -> bool:
        """Whether a line that the last command wrote holds this text."""
        return any(text in line for line in self.lines())
