"""What must hold after a step, as a scenario writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from firefight.encounter.people import Described
from firefight.table import Mode
from firefight.timeline import Pick

Names = tuple[str, ...]


class MarkSeen(Described, frozen=True):
    """A mark; only what is written is compared."""

    name: str
    value: int | None = None
    until: str | None = None
    of: str | None = None
    origin: str | None = None
    note: str | None = None


class ActSeen(Described, frozen=True):
    """A line of a menu; `rules` are the ids it is refused with."""

    does: str
    picks: Mapping[str, Pick] = {}
    rules: Names = ()


class HoldSeen(Described, frozen=True):
    """Something held back; only what is written is compared."""

    does: str | None = None
    picks: Mapping[str, Pick] | None = None
    until: str | None = None
    at: tuple[int, ...] | None = None
    kind: str | None = None
    round: int | None = None


class ClockSeen(Described, frozen=True):
    """The clock; only what is written is compared. `mission` is how many minutes it has run, -1 while it does not."""

    minute: int | None = None
    scene: int | None = None
    title: str | None = None
    mission: int | None = None
    refreshed: int | None = None
    seconds: int | None = None
    reading: str | None = None
    reminders: Names | None = None


class PersonSeen(Described, frozen=True):
    """Who somebody is; only what is written is compared."""

    name: str | None = None
    side: str | None = None
    owner: str | None = None
    pc: bool | None = None
    hidden: bool | None = None
    here: bool | None = None
    fighting: bool | None = None
    squad: str | None = None
    sheet: Mapping[str, Any] | None = None


class Facts(Described, frozen=True):
    """What is true of a table. What is left out is not looked at; "gm" stands for the GM."""

    acting: Annotated[Names | None, Meta(description="Whose turn it is: those who have not passed yet and can act.")] = None
    awaited: Annotated[Names | None, Meta(description="Whose answer the table waits for.")] = None
    queue: Annotated[
        tuple[str | Names, ...] | None, Meta(description="The turns still to come this round; those who share one as a list.")
    ] = None
    due: Annotated[Mapping[str, Names] | None, Meta(description="The tags of the turns somebody is still owed.")] = None
    tag: Annotated[str | None, Meta(description="Which of their turns those who act are in, such as 'pass 2'.")] = None
    stack: Annotated[
        Names | None, Meta(description="What lies on what, lowest first: 'turn: vex', 'vex: attack', 'window dodge: rook'.")
    ] = None
    round: int | None = None
    mode: Mode | None = None
    asked: Annotated[Names | None, Meta(description="The labels of the open questions.")] = None
    pools: Mapping[str, Mapping[str, int | None]] | None = None
    marks: Annotated[
        Mapping[str, tuple[str | MarkSeen, ...]] | None, Meta(description="Among others; book-keeping marks count.")
    ] = None
    no_marks: Annotated[
        Names | Mapping[str, Names] | None, Meta(description="Who has none at all, or which ones somebody does not have.")
    ] = None
    scores: Mapping[str, int | tuple[int, ...]] | None = None
    budgets: Mapping[str, Mapping[str, int]] | None = None
    offered: Annotated[Mapping[str, tuple[str | ActSeen, ...]] | None, Meta(description="Possible now, among others.")] = None
    refused: Annotated[
        Mapping[str, Mapping[str, Names] | tuple[ActSeen, ...]] | None,
        Meta(description="Not possible, with exactly these rule ids."),
    ] = None
    holds: Annotated[Names | Mapping[str, HoldSeen] | None, Meta(description="Exactly these hold something back.")] = None
    clock: ClockSeen | None = None
    flags: Mapping[str, int] | None = None
    options: Mapping[str, str | bool | int] | None = None
    people: Mapping[str, PersonSeen] | None = None
    places: Annotated[Mapping[str, str] | None, Meta(description="The square somebody stands on; '' for off the map.")] = None
    facing: Annotated[Mapping[str, int] | None, Meta(description="The direction somebody looks in, in degrees.")] = None
    sees: Annotated[
        Names | Mapping[str, Names] | None,
        Meta(description="On the map: exactly these are in somebody's sight. As a list: ids of combatants who are there."),
    ] = None
    cover: Annotated[Mapping[str, Names] | None, Meta(description="On the map: exactly these have cover from somebody.")] = None
    distance: Annotated[Mapping[str, Mapping[str, float]] | None, Meta(description="On the map: metres to others.")] = None
    doors: Annotated[Mapping[str, Literal["open", "shut"]] | None, Meta(description="Doors of the map, by id.")] = None
    log: Annotated[Names | None, Meta(description="Texts, each in some line that the step wrote.")] = None
    no_log: Annotated[Names | None, Meta(description="Texts that no line of the step holds.")] = None


class Seen(Facts, frozen=True):
    """What one viewer sees: the same facts of his view, and what he must or must not find in anything he gets."""

    unseen: Annotated[Names | None, Meta(description="Ids of combatants who are not there for him.")] = None
    hides: Annotated[Names | None, Meta(description="Texts that are nowhere in what he gets.")] = None


class Expect(Facts, frozen=True):
    """What must hold after a step."""

    views: Annotated[Mapping[str, Seen] | None, Meta(description="By player's name, or 'spectator'.")] = None
    rules: Annotated[Names | None, Meta(description="Rule ids that the step's events carry, among others.")] = None
    error: Annotated[str | None, Meta(description="The step is refused; its sentence holds this text.")] = None
    unchanged: Annotated[bool | None, Meta(description="The table is byte for byte as before the step.")] = None
    same_as: Annotated[str | None, Meta(description="The table is byte for byte as it was saved under this name.")] = None
