"""Orders about time outside the round: minutes, missions, scenes, reminders; and what the GM tells."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from firefight.commands import AnyCommand
from firefight.errors import FirefightError
from firefight.events import MissionBegan, MissionEnded, ReminderSet, SceneBegan, Ticked, Told
from firefight.game import Game
from firefight.orders.base import Asked, by_hand, order
from firefight.table import Reminder, Table


class Tick(Asked, frozen=True):
    minutes: Annotated[int, Meta(ge=1, description="So many minutes.")]


@order
def tick(game: Game, table: Table, asked: Tick) -> AnyCommand:
    """Lets minutes go by; reminders speak, and what lasts until then ends."""
    return by_hand([Ticked(asked.minutes, asked.reason)])


class Mission(Asked, frozen=True):
    do: Annotated[Literal["start", "stop"], Meta(description='"start" or "stop".')] = "start"


@order
def mission(game: Game, table: Table, asked: Mission) -> AnyCommand:
    """Starts or stops mission time."""
    runs = table.clock.mission is not None
    if runs == (asked.do == "start"):
        raise FirefightError(f"mission time {'runs already' if runs else 'does not run'}")
    return by_hand([MissionBegan() if asked.do == "start" else MissionEnded()], asked.reason)


class Scene(Asked, frozen=True):
    title: str = ""


@order
def scene(game: Game, table: Table, asked: Scene) -> AnyCommand:
    """Begins a new scene: what lasts until the scene's end is over, what is used per scene is there again."""
    return by_hand([SceneBegan(asked.title)], asked.reason)


class Remind(Asked, frozen=True):
    text: str
    minute: Annotated[int | None, Meta(description="The minute of the clock.")] = None
    after: Annotated[int | None, Meta(description="So many minutes from now instead.")] = None
    every: Annotated[int, Meta(ge=0, description="Again every so many minutes; 0 once.")] = 0


@order
def remind(game: Game, table: Table, asked: Remind) -> AnyCommand:
    """Sets a reminder on the clock, once or again and again."""
    if (asked.minute is None) == (asked.after is None):
        raise FirefightError("say when: minute = ... of the clock or after = ... minutes, one of the two")
    now = table.clock.minute
    minute = asked.minute if asked.minute is not None else now + (asked.after or 0)
    if minute <= now:
        raise FirefightError(f"minute {minute} has gone by; the clock is at {now}")
    return by_hand([ReminderSet(Reminder(minute, asked.text, asked.every))], asked.reason)


class Tell(Asked, frozen=True):
    text: str
    secret: Annotated[bool, Meta(description="For the GM's own log alone?")] = False


@order
def tell(game: Game, table: Table, asked: Tell) -> AnyCommand:
    """Writes a line of the GM's own into the log."""
    return by_hand([Told("said", values={"text": asked.text}, gm=asked.secret)], asked.reason)
