"""The table now: a frozen value, two levels deep. Events make a new one from an old one; nothing else does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from firefight.ground import Ground, Square
from firefight.timeline import Timeline

Edge = Literal["turn start", "turn end", "pass end", "round end", "fight end", "scene end", "clock"]
Mode = Literal["narrative", "combat"]


class Until(Struct, frozen=True, omit_defaults=True, gc=False):
    """When a mark ends: at an edge. `who` anchors turn edges, `at` is the minute of the clock, `skip` lets edges pass."""

    edge: Edge
    who: str = ""
    at: int = 0
    skip: int = 0


class Mark(Struct, frozen=True, omit_defaults=True, gc=False):
    """A state with an end: prone, total defense, an action spent. One mark of a name and origin (`by`) at a time.

    `name` is a word of the game; whom it concerns stands in `by` and `until`, never in the name, which everybody may see.
    `quiet` marks are book-keeping: the log does not speak of them and no list of conditions shows them.
    """

    name: str
    until: Until | None = None
    value: int = 1
    by: str = ""
    note: str = ""
    quiet: bool = False


class Pool(Struct, frozen=True, omit_defaults=True, gc=False):
    """A number that goes up and down within its bounds; `most` None has no ceiling.

    `excess` is what the last change brought beyond the ceiling, for a game that carries it over to another pool.
    """

    now: int
    most: int | None = None
    least: int | None = 0
    excess: int = 0

    def moved(self, by: int) -> Pool:
        """The pool after a change, kept within its bounds."""
        excess = 0 if self.most is None else max(0, self.now + by - self.most)
        return replace(self.at(self.now + by), excess=excess)

    def at(self, value: int) -> Pool:
        """The pool at a value, kept within its bounds."""
        capped = value if self.most is None else min(value, self.most)
        return replace(self, now=capped if self.least is None else max(capped, self.least), excess=0)


class Combatant(Struct, frozen=True, omit_defaults=True, gc=False):
    """Anyone or anything that can be due: person, vehicle, spirit, drone.

    `sheet` holds the fixed numbers, typed by the game. `score` is the place in the order: the number shown first, then
    whatever breaks ties. `owner` is the player who decides, "" the GM. `here` is False for somebody who has left: nobody
    is ever deleted. `squad` names the combatant whose place in the order this one shares. `place` is the square on the
    scene's ground, `facing` the direction looked in, in degrees; None where nobody keeps track.
    """

    id: str
    name: str
    side: str
    sheet: Any
    owner: str = ""
    pc: bool = False
    pools: Mapping[str, Pool] = {}
    marks: tuple[Mark, ...] = ()
    score: tuple[int, ...] = ()
    squad: str = ""
    hidden: bool = False
    here: bool = True
    fighting: bool = False
    place: Square | None = None
    facing: int | None = None

    def mark(self, name: str) -> Mark | None:
        """The first mark of this name."""
        for mark in self.marks:
            if mark.name == name:
                return mark
        return None

    def has(self, name: str) -> bool:
        """Whether a mark of this name is on."""
        return self.mark(name) is not None

    def has_any(self, names: Collection[str]) -> bool:
        """Whether a mark of one of these names is on."""
        return any(mark.name in names for mark in self.marks)

    def value(self, name: str) -> int:
        """The sum of the values of all marks of this name; 0 without one."""
        return sum(mark.value for mark in self.marks if mark.name == name)

    def pool(self, name: str) -> int:
        """What is in a pool now; 0 if there is no such pool."""
        pool = self.pools.get(name)
        return pool.now if pool else 0


class Side(Struct, frozen=True, omit_defaults=True, gc=False):
    """A side of the fight, with its own place in the order where a game gives it one."""

    id: str
    name: str = ""
    score: tuple[int, ...] = ()


class Reminder(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something the GM is told about when the clock reaches or passes a minute; `every` repeats it."""

    minute: int
    text: str
    every: int = 0


class Clock(Struct, frozen=True, omit_defaults=True, gc=False):
    """Time outside the round: the scene, and minutes since the table began (hours and days follow from them).

    `mission` is the minute at which mission time started, None while nobody counts; `refreshed` is the minute of the
    last refresh of what is used per scene.
    """

    scene: int = 1
    title: str = ""
    minute: int = 0
    mission: int | None = None
    refreshed: int = 0
    seconds: int = 0
    reminders: tuple[Reminder, ...] = ()

    @property
    def mission_minute(self) -> int:
        """Minutes since mission time started; 0 while it does not run."""
        return 0 if self.mission is None else self.minute - self.mission

    @property
    def reading(self) -> str:
        """The clock in words: day, hour and minute."""
        days, rest = divmod(self.minute, 24 * 60)
        return f"day {days + 1}, {rest // 60:02}:{rest % 60:02}"


class Table(Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything on the table now. `options` are the house rules in force, every one of the game's, by name.

    `guessed` names those of whom it holds no more than the public guess: in a player's view, all who are not his.
    """

    game: str
    options: Mapping[str, str] = {}
    combatants: Mapping[str, Combatant] = {}
    sides: Mapping[str, Side] = {}
    timeline: Timeline = Timeline()
    clock: Clock = Clock()
    flags: Mapping[str, int] = {}
    ground: Ground | None = None
    guessed: tuple[str, ...] = ()

    @property
    def mode(self) -> Mode:
        """Combat while a fight runs, else narrative."""
        return "combat" if self.timeline.running else "narrative"

    def who(self, who: str) -> Combatant:
        """The combatant of this id. Raises KeyError for an unknown one."""
        return self.combatants[who]

    def present(self) -> Iterator[Combatant]:
        """Everybody who is here."""
        return (one for one in self.combatants.values() if one.here)

    def fighters(self) -> Iterator[Combatant]:
        """Everybody in the fight, those who have left it included: their places come up and close by themselves."""
        return (one for one in self.combatants.values() if one.fighting)

    def change(self, who: str, **changes: Any) -> Table:
        """The table with one combatant changed."""
        return replace(self, combatants={**self.combatants, who: replace(self.combatants[who], **changes)})

    def time(self, **changes: Any) -> Table:
        """The table with its timeline changed."""
        return replace(self, timeline=replace(self.timeline, **changes))

    def ticked(self, **changes: Any) -> Table:
        """The table with its clock changed."""
        return replace(self, clock=replace(self.clock, **changes))

    def is_on(self, option: str) -> bool:
        """Whether a yes/no option is on."""
        return self.options[option] in ("true", "on", "yes")
