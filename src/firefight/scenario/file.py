"""Scenario files: what may stand in one, and reading it with every fault at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path as File
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from firefight.encounter import Encounter, EncounterFile, built
from firefight.encounter import faults as encounter_faults
from firefight.encounter.faults import Fault, check, near
from firefight.encounter.files import Document, opened
from firefight.encounter.lines import Path, line_of
from firefight.encounter.people import Described
from firefight.ledger import rules as all_rules
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


# ------------------------------------------------------------------ reading


def read(path: str | File) -> Scenario:
    """The scenario of a file. Raises Unreadable with every fault of it, each with its line and the remedy."""
    document = opened(path)
    document.refuse(faults(document.data))
    return scenario(document)


def faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything wrong with a scenario."""
    yield from check(dict(data), ScenarioFile)
    yield from encounter_faults(data)
    yield from rule_faults(data.get("rules"), data.get("game"), ("rules",))
    steps = data.get("steps")
    if isinstance(steps, list):
        if not steps:
            yield Fault(("steps",), "nothing happens; add at least one [[steps]]")
        known = Known(data.get("game"), viewers(data), set())
        for number, step in enumerate(steps):
            yield from step_faults(step, ("steps", number), known)


class Known(NamedTuple):
    """What the steps so far may refer to: the game's rules, the players, the names tables were saved under."""

    game: Any
    viewers: frozenset[str]
    saved: set[str]


def viewers(data: Mapping[str, Any]) -> frozenset[str]:
    """Everybody who may look: the players who own somebody at some time, and those who own nobody."""
    described = [one for part in ("people", "steps") for one in data.get(part) or () if isinstance(one, dict)]
    return frozenset({"gm", "spectator", *(str(one["owner"]) for one in described if one.get("owner"))})


def rule_faults(ids: Any, game: Any, path: Path) -> Iterator[Fault]:
    """Rule ids that the ledger of the game does not have."""
    known = {rule.id for rule in all_rules() if rule.game == game}
    for number, id in enumerate(ids if isinstance(ids, list) else ()):
        if isinstance(id, str) and known and id not in known:
            yield Fault((*path, number), f"{game} has no rule '{id}'; {near(id, known, list_all=False)}")


def step_faults(data: Any, path: Path, known: Known) -> Iterator[Fault]:
    """Everything wrong with one step."""
    if not isinstance(data, dict):
        yield Fault(path, "a step must be a table; begin it with [[steps]]")
        return
    mark = mark_of(data)
    if "gm" in data and mark not in ORDERS:
        yield Fault((*path, "gm"), f"there is no order '{mark}'; {near(mark, ORDERS)}")
        return
    found = list(check(data, step_kinds()[mark], path))
    yield from found
    if not found:
        yield from sense_faults(mark, data, path, known)


def sense_faults(mark: str, data: Mapping[str, Any], path: Path, known: Known) -> Iterator[Fault]:
    """What is wrong with a step of the right shape: it refers to what is not there, or says nothing."""
    expect = data.get("expect", {})
    yield from rule_faults(data.get("refused"), known.game, (*path, "refused"))
    yield from rule_faults(expect.get("rules"), known.game, (*path, "expect", "rules"))
    yield from hollow(expect, (*path, "expect"))
    for name, where in ((expect.get("same_as"), ("expect", "same_as")), (data.get("to"), ("to",))):
        if name and name not in known.saved:
            yield Fault((*path, *where), f"no step before this one saves '{name}'; {near(name, known.saved)}")
    by = data.get("by")
    looking = {name: (*path, "expect", "views", name) for name in expect.get("views", ())}
    for name, where in {**looking, **({by: (*path, "by")} if isinstance(by, str) else {})}.items():
        if name not in known.viewers:
            yield Fault(where, f"nobody here belongs to a player '{name}'; {near(name, known.viewers)}")
    if mark == "goto" and ("line" in data) == ("to" in data):
        yield Fault(path, "say where to: line = a number of the log, or to = a name some step saves under")
    if data.get("save"):
        known.saved.add(data["save"])


MAY_BE_EMPTY = ("acting", "awaited", "queue", "asked", "holds")


def hollow(expect: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Expectations that hold whatever happens."""
    for name, fact in expect.items():
        if fact in ([], {}) and name not in MAY_BE_EMPTY:
            yield Fault((*path, name), f"'{name}' is empty and says nothing; leave it out")
        for who, one in fact.items() if isinstance(fact, dict) and name not in ("due", "scores", "holds") else ():
            if one in ([], {}):
                remedy = f'write no_marks = ["{who}"] for none at all' if name == "marks" else "leave it out"
                yield Fault((*path, name, who), f"'{name}' of {who} is empty and says nothing; {remedy}")
    for viewer, seen in expect.get("views", {}).items():
        yield from hollow(seen, (*path, "views", viewer))


def scenario(document: Document) -> Scenario:
    """The scenario of data that have been checked."""
    data = document.data
    steps = tuple(step(document, number, one) for number, one in enumerate(data.get("steps", [])))
    encounter = {name: value for name, value in data.items() if name in EncounterFile.__struct_fields__}
    return Scenario(
        document.file, data.get("title", ""), built(encounter), steps, tuple(data.get("rules", ())), data.get("dice", "")
    )


def step(document: Document, number: int, data: Mapping[str, Any]) -> Step:
    """One step of data that have been checked."""
    mark = mark_of(data)
    start = ("steps", number)
    lines = {path[2:]: line for path, line in document.lines.items() if path[:2] == start}
    if "gm" not in data:
        return Step(number + 1, lines, msgspec.convert(data, step_kinds()[mark]))
    own = {field.encode_name for field in msgspec.structs.fields(ORDERS[mark].asked)} | ({"to"} if mark == "goto" else set())
    asked = {name: value for name, value in data.items() if name in own}
    rest = {name: value for name, value in data.items() if name not in own and name != "gm"}
    return Step(number + 1, lines, msgspec.convert(rest, Look), mark, asked)
