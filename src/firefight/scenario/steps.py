"""What may stand in a scenario file: its steps, of one kind for each of the GM's orders, and the scenario they become."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from firefight.encounter import Encounter, EncounterFile
from firefight.encounter.lines import Path, line_of
from firefight.encounter.people import Described
from firefight.orders import ORDERS
from firefight.scenario.facts import Expect
from firefight.timeline import Pick

Names = tuple[str, ...]
Faces = int | tuple[int, ...]
Said = int | bool | str | tuple[int | str | tuple[int, ...], ...]


class NoteLine(Described, frozen=True):
    """A value the GM puts on a deed beforehand, with his reason."""

    value: int | bool | str | tuple[int | str, ...]
    reason: str = ""


class Look(Described, frozen=True, kw_only=True):
    """A step that only looks; all other steps have these keys as well."""

    by: Annotated[str, Meta(description="Who gives the command: a player's name or 'spectator'; the GM if left out.")] = ""
    rolls: Annotated[
        Mapping[str, Faces], Meta(description="The faces that fall, by label, in the order they are asked for.")
    ] = {}
    answers: Annotated[Mapping[str, Said], Meta(description="Answers by label; several in turn as a list.")] = {}
    stale: Annotated[bool, Meta(description="Sent again with the token of the last time: must be 'already done'.")] = False
    key: Annotated[str, Meta(description="The sender's own key against doing it twice.")] = ""
    save: Annotated[str, Meta(description="Remembers the table after the step under this name.")] = ""
    expect: Expect = Expect()


class Does(Look, frozen=True, kw_only=True):
    """Somebody does something of his menu."""

    who: Annotated[str | Names, Meta(description="By id; several do it one after another; 'gm' for the GM's own acts.")]
    does: Annotated[str, Meta(description="The verb; 'pass' ends a turn or lets a window go by.")]
    picks: Annotated[Mapping[str, Pick], Meta(description="What is picked; the rest is left to its default.")] = {}
    notes: Annotated[Mapping[str, int | bool | str | NoteLine], Meta(description="The GM's own values, put on the deed.")] = {}
    force: Annotated[str, Meta(description="The GM's reason for letting it through against the rules.")] = ""
    refused: Annotated[Names | None, Meta(description="It must be refused, with exactly these rule ids.")] = None


class ReplyLine(Described, frozen=True):
    """An answer to an open question; `who` is needed only where several are asked the same."""

    label: str
    value: int | bool | str | tuple[int | str, ...]
    who: str | None = None


class Replies(Look, frozen=True, kw_only=True):
    """Somebody answers an open question."""

    reply: ReplyLine


class ScenarioFile(EncounterFile, frozen=True, kw_only=True):
    """A scenario as a file writes it: an encounter, and what happens."""

    rules: Annotated[Names, Meta(description="The ids of the rules it shows.")] = ()
    dice: Annotated[str, Meta(description="Words that seed the dice no step gives; left out, every roll must be given.")] = ""
    steps: tuple[Any, ...] = ()


class Step(Struct, frozen=True):
    """A step: what is done, its number from 1, the lines of its keys, and the order it is where it is one."""

    number: int
    lines: Mapping[Path, int]
    what: Look
    order: str = ""
    asked: Mapping[str, Any] = {}

    def line(self, *path: str) -> int:
        """The line in the file of a key of this step, or of the step itself."""
        return line_of(self.lines, path)

    @property
    def title(self) -> str:
        """The step in a few words."""
        match self.what:
            case Does():
                who = self.what.who if isinstance(self.what.who, str) else ", ".join(self.what.who)
                return f"{who}: {self.what.does}"
            case Replies():
                return f"reply {self.what.reply.label}"
            case _:
                return f"gm {self.order}" if self.order else "look"


class Scenario(Struct, frozen=True):
    """A scenario, checked and ready to be run."""

    file: str
    title: str
    encounter: Encounter
    steps: tuple[Step, ...]
    rules: Names = ()
    dice: str = ""


# ------------------------------------------------------------------ kinds of steps


@cache
def step_kinds() -> dict[str, type[Any]]:
    """Every kind of step by what marks it: an order's name, "does", "reply" or "" for one that only looks."""
    return {"": Look, "does": Does, "reply": Replies, **{name: order_step(name) for name in ORDERS}}


def order_step(name: str) -> type[Any]:
    """The kind of step that gives an order: its parameters, and what every step may have."""
    common = {field.name for field in msgspec.structs.fields(Look)}
    own = [plain_field(field) for field in msgspec.structs.fields(ORDERS[name].asked)]
    shared = [plain_field(field) for field in msgspec.structs.fields(Look)]
    named = {field[0] for field in own}
    fields = [("gm", Literal[name]), *own, *(field for field in shared if field[0] in common - named)]
    if name == "goto":
        fields = [field for field in fields if field[0] != "line"] + [("line", int | None, None), ("to", str, "")]
    about = {"__doc__": ORDERS[name].help}
    kind = f"Gm{name.capitalize()}"
    return msgspec.defstruct(kind, fields, frozen=True, kw_only=True, forbid_unknown_fields=True, namespace=about)


def plain_field(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """A field of one Struct as another Struct takes it over."""
    if field.default is not NODEFAULT:
        return field.encode_name, field.type, field.default
    if field.default_factory is not NODEFAULT:
        return field.encode_name, field.type, msgspec.field(default_factory=field.default_factory)
    return field.encode_name, field.type


def mark_of(data: Mapping[str, Any]) -> str:
    """What kind of step this is meant to be."""
    if "gm" in data:
        return str(data["gm"])
    if "reply" in data:
        return "reply"
    return "does" if "does" in data or "who" in data else ""
