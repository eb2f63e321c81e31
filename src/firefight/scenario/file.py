"""Reading scenario files, with every fault told at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import Any, NamedTuple

import msgspec

from firefight.encounter import EncounterFile, built
from firefight.encounter import faults as encounter_faults
from firefight.encounter.faults import Fault, check, near
from firefight.encounter.files import Document, opened
from firefight.encounter.lines import Path
from firefight.ledger import rules as all_rules
from firefight.orders import ORDERS
from firefight.scenario.steps import Look, Scenario, ScenarioFile, Step, mark_of, step_kinds


def read(path: str | File) -> Scenario:
    """The scenario of a file. Raises Unreadable with every fault of it, each with its line and the remedy."""
    document = opened(path)
    document.refuse(faults(document.data, File(path).parent))
    return scenario(document)


def faults(data: Mapping[str, Any], folder: File | None = None) -> Iterator[Fault]:
    """Everything wrong with a scenario. `folder` is where the file of a map is looked for."""
    yield from check(dict(data), ScenarioFile)
    yield from encounter_faults(data, folder)
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
    back = data.get("to") if mark == "goto" else None
    for name, where in ((expect.get("same_as"), ("expect", "same_as")), (back, ("to",))):
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


MAY_BE_EMPTY = ("acting", "awaited", "queue", "asked", "holds", "stack")
BY_ID = ("pools", "marks", "no_marks", "budgets", "offered", "refused", "people", "views")


def hollow(expect: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """Expectations that hold whatever happens."""
    for name, fact in expect.items():
        if fact in ([], {}) and name not in MAY_BE_EMPTY:
            yield Fault((*path, name), f"'{name}' is empty and says nothing; leave it out")
        for who, one in fact.items() if isinstance(fact, dict) and name in BY_ID else ():
            if one in ([], {}):
                remedy = f'write no_marks = ["{who}"] for none at all' if name == "marks" else "leave it out"
                yield Fault((*path, name, who), f"'{name}' of {who} is empty and says nothing; {remedy}")
    for viewer, seen in expect.get("views", {}).items():
        yield from hollow(seen, (*path, "views", viewer))


def scenario(document: Document) -> Scenario:
    """The scenario of data that have been checked."""
    data = document.data
    lines = lines_of_steps(document)
    steps = tuple(step(number, one, lines[number]) for number, one in enumerate(data.get("steps", [])))
    encounter = {name: value for name, value in data.items() if name in EncounterFile.__struct_fields__}
    folder = File(document.file).parent
    return Scenario(
        document.file, data.get("title", ""), built(encounter, folder), steps, tuple(data.get("rules", ())), data.get("dice", "")
    )


def lines_of_steps(document: Document) -> dict[int, dict[Path, int]]:
    """The line of every key of each step, by the step's place."""
    found: dict[int, dict[Path, int]] = defaultdict(dict)
    for path, line in document.lines.items():
        if path[0] == "steps" and len(path) > 1 and isinstance(path[1], int):
            found[path[1]][path[2:]] = line
    return found


def step(number: int, data: Mapping[str, Any], lines: Mapping[Path, int]) -> Step:
    """One step of data that have been checked."""
    mark = mark_of(data)
    if "gm" not in data:
        return Step(number + 1, lines, msgspec.convert(data, step_kinds()[mark]))
    own = {field.encode_name for field in msgspec.structs.fields(ORDERS[mark].asked)} | ({"to"} if mark == "goto" else set())
    asked = {name: value for name, value in data.items() if name in own}
    rest = {name: value for name, value in data.items() if name not in own and name != "gm"}
    return Step(number + 1, lines, msgspec.convert(rest, Look), mark, asked)
