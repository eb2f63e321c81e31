"""What one looker sees of a table at one moment: everything the parts of a page are drawn from, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from firefight.engine import awaited
from firefight.game import Offer
from firefight.language import Seat
from firefight.lines import speech
from firefight.rows import in_order
from firefight.table import Combatant, Table
from firefight.timeline import Due, Hold, Question, Turn
from firefight.web.rooms import Look, Room
from firefight.web.tongues import Tongue, tongue
from firefight.words import Words

Some = TypeVar("Some")
Of = ParamSpec("Of")


def once(worked_out: Callable[Concatenate[Screen, Of], Some]) -> Callable[Concatenate[Screen, Of], Some]:
    """Something that several parts of a page ask for, worked out once for a screen; about the same it is the same."""

    @wraps(worked_out)
    def found(screen: Screen, /, *of: Of.args, **named: Of.kwargs) -> Some:
        key = (worked_out, *of)
        if key not in screen.known:
            screen.known[key] = worked_out(screen, *of, **named)
        known: Some = screen.known[key]
        return known

    return found


class Screen:
    """One look at one moment. Everything is read from the view of the one who looks, and from nothing else."""

    def __init__(self, room: Room, look: Look) -> None:
        self.room, self.look = room, look
        self.session, self.game, self.viewer = room.session, room.session.game, look.viewer
        self.known: dict[object, Any] = {}
        self._menus: dict[str, tuple[Offer, ...]] = {}
        self._able: dict[str, bool] = {}

    @cached_property
    def table(self) -> Table:
        """The table as the looker knows it."""
        return self.session.view(self.viewer)

    @cached_property
    def _(self) -> Tongue:
        """The pages' own sentences."""
        return tongue(self.look.language)

    @cached_property
    def say(self) -> Words:
        """The words of the game."""
        return speech(self.game, self.look.language)

    @property
    def gm(self) -> bool:
        """Whether the GM looks, with his own eyes."""
        return self.look.gm

    @cached_property
    def awaited(self) -> tuple[str, ...]:
        """Those whose answer the table waits for, as far as the looker knows; "" is the GM."""
        return awaited(self.game, self.table)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The open questions that are this looker's to answer."""
        return self.session.questions(self.viewer)

    def menu(self, who: str) -> tuple[Offer, ...]:
        """What somebody may do now, as the looker knows it."""
        if who not in self._menus:
            self._menus[who] = self.game.menu(self.table, who)
        return self._menus[who]

    def able(self, who: str) -> bool:
        """Whether somebody can do anything in the fight, as far as the looker knows."""
        if who not in self._able:
            self._able[who] = self.table.who(who).here and self.game.able(self.table, who)
        return self._able[who]

    @cached_property
    def dues(self) -> tuple[Due, ...]:
        """All turns of the round, in order."""
        return in_order(self.game, self.table)

    @cached_property
    def owed(self) -> Mapping[str, Sequence[Due]]:
        """The turns of the round by whose they are, in order."""
        found: dict[str, list[Due]] = {}
        for due in self.dues:
            found.setdefault(due.who, []).append(due)
        return found

    @cached_property
    def holds(self) -> Mapping[str, Hold]:
        """What is held back, by who holds it."""
        return {hold.who: hold for hold in reversed(self.table.timeline.held)}

    @cached_property
    def mine(self) -> tuple[Combatant, ...]:
        """The combatants a player decides for."""
        if self.viewer.role != "player":
            return ()
        return tuple(one for one in self.table.present() if self.viewer.owns(one))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players who decide for somebody here."""
        return tuple(dict.fromkeys(one.owner for one in self.table.present() if one.owner))

    @cached_property
    def to_act(self) -> tuple[str, ...]:
        """Those who are awaited and whom the looker may act for, in the order of their turn."""
        if self.questions:
            return ()
        combatants = self.table.combatants
        return tuple(who for who in self.awaited if who and self.viewer.owns(combatants.get(who)))

    @cached_property
    def acting(self) -> str:
        """Whose menu is open: the first who is awaited and the looker's to act for; empty where there is none.

        The one he has chosen comes first; then whoever is in the middle of his turn, for others may have to wait for him;
        then, for the GM, those nobody else decides for.
        """
        chosen = self.room.chosen.get(self.viewer, "")
        if chosen in self.to_act:
            return chosen
        own = [who for who in self.to_act if not self.table.who(who).owner] if self.gm else []
        begun = [who for who in (*own, *self.to_act) if len(self.to_act) > 1 and self.has_begun(who)]
        return next(iter((*begun, *own, *self.to_act)), "")

    def has_begun(self, who: str) -> bool:
        """Whether somebody has spent some of what his turn gives him."""
        return any(one.left < one.most for one in self.game.budget(self.table, who))

    @cached_property
    def seat(self) -> Seat:
        """What a typed line is read against."""
        return Seat(self.game, self.table, self.say, self.menu, self.acting, self.questions, self.gm, files=False)

    @property
    def window(self) -> bool:
        """Whether those awaited answer a deed, rather than take their turn."""
        top = self.table.timeline.top
        return isinstance(top, Turn) and bool(top.window)

    def token(self, who: str) -> str:
        """The opaque name of the moment in which somebody may speak."""
        return self.session.token(who)
