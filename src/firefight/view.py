"""What one viewer may know: a Table like any other, with everything else left out.

A player's menu, odds, checks and errors are the ordinary functions called on his view, and nothing else is. Unknown
numbers are replaced by the public guess; hidden people, their dues, deeds and holds are not there at all; the running
turn of somebody hidden looks like no turn. Two tables that differ only in a secret give a viewer equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from firefight.events import (
    Adjusted,
    Answered,
    Asked,
    Changed,
    Event,
    Held,
    Joined,
    Landed,
    Landing,
    Noted,
    OptionSet,
    Overruled,
    PoolSet,
    Reminded,
    ReminderSet,
    SheetSet,
    SideScored,
    Told,
)
from firefight.game import Game
from firefight.history import History
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Frame, Hold, Timeline, Turn


class Viewer(Struct, frozen=True):
    """Somebody who looks at the table: the GM, a player by name, or a spectator."""

    role: Literal["gm", "player", "spectator"] = "gm"
    name: str = ""

    def owns(self, one: Combatant | None) -> bool:
        """Whether this viewer decides for a combatant."""
        return one is not None and (self.role == "gm" or (self.role == "player" and bool(self.name) and one.owner == self.name))

    def sees(self, one: Combatant | None) -> bool:
        """Whether this viewer knows that the combatant is there."""
        return one is not None and (self.owns(one) or not one.hidden)


GM = Viewer()
SPECTATOR = Viewer("spectator")


def view(game: Game, table: Table, viewer: Viewer) -> Table:
    """The table as this viewer may know it; the GM's is the table itself."""
    if viewer.role == "gm":
        return table
    shown = {id: one for id, one in table.combatants.items() if viewer.sees(one) and (one.here or viewer.owns(one))}
    combatants = {id: one if viewer.owns(one) else stranger(game, one, shown) for id, one in shown.items()}
    sides = {one.side for one in combatants.values()}
    return replace(
        table,
        combatants=combatants,
        sides={id: side for id, side in table.sides.items() if id in sides},
        timeline=timeline(table.timeline, combatants, viewer),
        clock=replace(table.clock, reminders=()),
        flags={name: value for name, value in table.flags.items() if not name.startswith("gm ")},
    )


def stranger(game: Game, one: Combatant, shown: dict[str, Combatant]) -> Combatant:
    """Somebody else's combatant: the game's public guess, his marks without their hidden origins, no pools."""
    marks = tuple(replace(mark, by=mark.by if mark.by in shown else "", note="") for mark in one.marks)
    return game.public(replace(one, marks=marks, squad=one.squad if one.squad in shown else ""))


def timeline(line: Timeline, shown: dict[str, Combatant], viewer: Viewer) -> Timeline:
    """The timeline with only what concerns those who are shown."""
    return replace(
        line,
        done=frozenset((who, tag) for who, tag in line.done if who in shown),
        stack=tuple(known for frame in line.stack if (known := frame_of(frame, shown, viewer)) is not None),
        held=tuple(hold_of(hold, shown[hold.who], viewer) for hold in line.held if hold.who in shown),
        deeds={who: n for who, n in line.deeds.items() if viewer.owns(shown.get(who))},
        reached=line.reached
        if any(due[0] in shown for frame in line.stack if isinstance(frame, Turn) for due in frame.dues)
        else (),
    )


def frame_of(frame: Frame, shown: dict[str, Combatant], viewer: Viewer) -> Frame | None:
    """A frame as the viewer knows it; None for one that holds nobody he sees."""
    if isinstance(frame, Deed):
        if frame.who not in shown:
            return None
        asked = tuple(question for question in frame.asked if viewer.owns(shown.get(question.who)))
        return Deed(frame.id, frame.who, frame.act, asked=asked)
    dues = tuple((who, tag) for who, tag in frame.dues if who in shown)
    if not dues:
        return None
    if frame.window:
        dues = tuple((who, tag) for who, tag in dues if viewer.owns(shown[who]))
        return (
            Turn(frame.id, dues, together=frame.together, window=frame.window, passed=frame.passed & shown.keys())
            if dues
            else None
        )
    own = tuple(one for one in frame.declared if viewer.owns(shown.get(one.who)))
    landing = tuple((who, effect) for who, effect in frame.landing if viewer.owns(shown.get(who)))
    return replace(frame, id=dues_id(frame, dues), dues=dues, passed=frame.passed & shown.keys(), declared=own, landing=landing)


def dues_id(frame: Turn, dues: tuple[tuple[str, str], ...]) -> str:
    """The path of a frame with only those in it who are shown."""
    return frame.id.split(":")[0] + ":" + ",".join(f"{who}={tag}" for who, tag in dues)


def hold_of(hold: Hold, one: Combatant, viewer: Viewer) -> Hold:
    """A hold as others see it: that somebody waits, not for what."""
    return hold if viewer.owns(one) else Hold(hold.who, hold.round, hold.tag)


# ------------------------------------------------------------------ the log


def visible(event: Event, before: Table, after: Table, viewer: Viewer, game: Game) -> Event | None:
    """The event as this viewer may be told of it; None for what he may not know."""
    if viewer.role == "gm":
        return event
    if isinstance(event, Noted | Overruled | ReminderSet | Reminded | Asked | Answered | Landing | Landed | SheetSet | OptionSet):
        own = event.concerns()
        return (
            event
            if isinstance(event, OptionSet) or (own and all(viewer.owns(after.combatants.get(one)) for one in own))
            else None
        )
    if isinstance(event, Told) and event.gm:
        return None
    if isinstance(event, SideScored):
        return event if any(one.side == event.side and viewer.sees(one) for one in after.combatants.values()) else None
    if isinstance(event, Changed) and event.hidden is not None and not viewer.owns(after.who(event.who)):
        known = after if not event.hidden else before
        return event if viewer.sees(known.who(event.who)) else None
    if not all(viewer.sees(after.combatants.get(one)) for one in event.concerns()):
        return None
    return guarded(event, after, viewer, game)


def guarded(event: Event, after: Table, viewer: Viewer, game: Game) -> Event | None:
    """The event without the numbers that are not this viewer's to know."""
    who = next(iter(event.concerns()), "")
    if not who or viewer.owns(after.combatants.get(who)):
        return event
    if isinstance(event, Joined):
        return replace(event, combatant=game.public(event.combatant))
    if isinstance(event, PoolSet | Adjusted):
        return None
    if isinstance(event, Held):
        return replace(event, hold=Hold(event.hold.who, event.hold.round, event.hold.tag))
    if isinstance(event, Told) and event.secret:
        return replace(event, values={name: "?" if name in event.secret else value for name, value in event.values.items()})
    return event


def log(game: Game, history: History, viewer: Viewer, numbers: list[int] | None = None) -> Iterator[tuple[int, Event, Table]]:
    """The events of the log this viewer may know, each with its command's number and the table they are told on."""
    for number in numbers if numbers is not None else range(1, len(history) + 1):
        for before, event, after in history.steps(number):
            known = visible(event, before, after, viewer, game)
            if known is not None:
                yield number, known, view(game, after, viewer)
