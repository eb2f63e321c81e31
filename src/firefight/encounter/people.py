"""People of an encounter as a file writes them, and the combatants they become."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from firefight.encounter.faults import Fault, check, near, strange
from firefight.encounter.lines import Path
from firefight.errors import FirefightError
from firefight.game import Game
from firefight.table import Combatant, Edge, Mark, Pool, Until

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
LONGEST_NAME = 60
EDGES: tuple[str, ...] = tuple(edge for edge in get_args(Edge) if edge != "clock")
RESERVED = ("gm", "spectator")


class Described(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what a file describes: unknown keys are faults."""


class MarkLine(Described, frozen=True):
    """A mark written out: `until` is an edge ("round end") or "minute 12", `of` whose turn is meant, `origin` who caused it."""

    name: str
    until: str = ""
    of: str = ""
    value: int = 1
    origin: str = ""
    note: str = ""


class PoolLine(Described, frozen=True):
    """A pool written out: what is in it now, its ceiling (none if left out) and its floor."""

    now: int
    most: int | None = None
    least: int | None = 0


class Person(Described, frozen=True):
    """Somebody at the table: ready-made (`ready`), written out, or both; what is written out comes on top."""

    id: Annotated[str, Meta(description="Letters, digits, - and _; made from the name if left out.")] = ""
    name: Annotated[str, Meta(description="The name shown.")] = ""
    ready: Annotated[str, Meta(description="The id of a ready-made person of the game.")] = ""
    side: Annotated[str, Meta(description="The id of the side.")] = ""
    owner: Annotated[str, Meta(description="The player who decides; the GM if left out.")] = ""
    pc: Annotated[bool | None, Meta(description="A player character? Yes, if there is an owner.")] = None
    sheet: Annotated[Mapping[str, Any], Meta(description="The fixed numbers, as the game names them.")] = {}
    pools: Annotated[Mapping[str, int | PoolLine], Meta(description="What is in each pool now.")] = {}
    marks: Annotated[tuple[str | MarkLine, ...], Meta(description="The states on this one.")] = ()
    score: Annotated[int | tuple[int, ...], Meta(description="The place in the order, known beforehand.")] = ()
    hidden: Annotated[bool, Meta(description="Known to the GM alone?")] = False
    count: Annotated[int, Meta(ge=1, le=100, description="So many of them, numbered.")] = 1
    squad: Annotated[bool, Meta(description="Do they share one turn?")] = False
    at: Annotated[str | tuple[str, ...], Meta(description="The square on the map, D4; one for each of several.")] = ()
    mark: Annotated[str, Meta(description="The character in the drawing that shows the square; one for each of several.")] = ""
    facing: Annotated[
        Annotated[int, Meta(ge=0, le=359)] | None,
        Meta(description="The direction looked in, in degrees: 0 to the right, 90 down, 180 to the left, 270 up."),
    ] = None


class Ready(Described, frozen=True):
    """A ready-made person of a game: `[ready.ID]` of its people.toml."""

    name: str
    side: str = "opposition"
    about: str = ""
    sheet: Mapping[str, Any] = {}
    pools: Mapping[str, int | PoolLine] = {}
    marks: tuple[str | MarkLine, ...] = ()


@lru_cache
def ready_made(game: str) -> Mapping[str, Ready]:
    """The ready-made people of a game by id; empty where it has none."""
    file = files(f"firefight.games.{game.replace('-', '_')}") / "people.toml"
    if not file.is_file():
        return {}
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")).get("ready", {}), dict[str, Ready])


# ------------------------------------------------------------------ faults


def faults(game: Game, data: Mapping[str, Any], path: Path = ()) -> Iterator[Fault]:
    """Everything wrong with somebody as a file describes him."""
    found = list(check(dict(data), Person, path))
    yield from found
    wrong_keys = {fault.path[len(path)] for fault in found if len(fault.path) > len(path)}
    person = msgspec.convert({key: value for key, value in data.items() if key not in wrong_keys}, Person)
    ready = ready_made(game.id).get(person.ready)
    if person.ready and ready is None:
        yield Fault((*path, "ready"), f"no one called '{person.ready}' is ready-made; {near(person.ready, ready_made(game.id))}")
        return
    if person.squad and person.count == 1 and "count" not in wrong_keys:
        yield Fault((*path, "squad"), "a squad needs several; give count = 2 or more")
    yield from (fault for fault in named(person, ready, path) if fault.path[-1] not in wrong_keys)
    yield from sheet_faults(game, person, ready, path)
    for number, mark in enumerate(person.marks):
        if isinstance(mark, MarkLine) and (wrong := until_fault(mark.until)):
            yield Fault((*path, "marks", number), wrong)


def named(person: Person, ready: Ready | None, path: Path) -> Iterator[Fault]:
    """Whether somebody has a name, an id and a side that can be used."""
    if not (person.name or ready):
        yield Fault((*path, "name"), 'somebody has no name; give name = "..." or ready = "..."')
    if wrong := unfit(person.name):
        yield Fault((*path, "name"), wrong)
    if person.id and (not ID.fullmatch(person.id) or person.id in RESERVED):
        yield Fault(
            (*path, "id"), f"'{person.id[:40]}' cannot be an id; use up to 40 letters, digits, - and _, not {RESERVED[0]}"
        )
    elif not person.id and person.name and not slug(person.name):
        yield Fault((*path, "name"), 'no id can be made from this name; give id = "..." as well')
    if not (person.side or ready):
        yield Fault((*path, "side"), f'{person.name or person.id or "somebody"} is on no side; give side = "..."')
    if wrong := unfit_owner(person.owner):
        yield Fault((*path, "owner"), wrong)


def sheet_faults(game: Game, person: Person, ready: Ready | None, path: Path) -> Iterator[Fault]:
    """Whether the numbers are those of the game, and the pools have room for what is in them."""
    data = {**(ready.sheet if ready else {}), **person.sheet}
    found = list(check(data, game.sheet, (*path, "sheet")))
    yield from found
    if found:
        return
    try:
        pools = game.pools(msgspec.convert(data, game.sheet))
    except (msgspec.ValidationError, ValueError) as error:
        yield Fault((*path, "sheet"), f"the sheet does not hold together: {error}")
        return
    for name, asked in person.pools.items():
        if wrong := pool_fault(name, asked, pools):
            yield Fault((*path, "pools", name), wrong)


def pool_fault(name: str, asked: int | PoolLine, pools: Mapping[str, Pool]) -> str:
    """What is wrong with a pool, or ""."""
    if name not in pools:
        close = near(name, pools, list_all=False)
        return f"'{name}' is no pool of this one; {close}" if close.startswith("did") else ""
    pool = pool_of(asked, pools[name])
    if pool.at(pool.now) != pool or (isinstance(asked, int) and pools[name].at(asked).now != asked):
        return f"{name} holds {pools[name].most} at most here; for more write {name} = {{ now = {pool.now}, most = {pool.now} }}"
    return ""


def unfit(name: str) -> str:
    """What is wrong with a name, or "". Names are data: markup in them is only text."""
    if len(name) > LONGEST_NAME:
        return f"a name has {LONGEST_NAME} characters at most; this one has {len(name)}"
    if sign := strange(name):
        return f"a name cannot hold the control character {sign}; take it out"
    return "a name cannot be blank; write one or leave it out" if name and not name.strip() else ""


def unfit_owner(name: str) -> str:
    """What is wrong with the name of a player, or ""."""
    return f"a player cannot be called '{name}', which stands for others" if name in RESERVED else unfit(name)


def until_fault(text: str) -> str:
    """What is wrong with the words for when a mark ends, or ""."""
    if text in ("", *EDGES) or re.fullmatch(r"minute \d{1,6}", text):
        return ""
    return f"'{text}' is no end of a mark; write one of {', '.join(EDGES)} or 'minute 12'"


# ------------------------------------------------------------------ combatants


def combatants(game: Game, person: Person, first: int = 1) -> tuple[Combatant, ...]:
    """The combatants somebody becomes: one, or `count` numbered ones, from `first` on. `faults` must have found nothing."""
    ready = ready_made(game.id).get(person.ready)
    one = single(game, person, ready)
    if person.count == 1 and first == 1:
        return (one,)
    numbered = [replace(one, id=f"{one.id}-{n}", name=f"{one.name} {n}") for n in range(first, first + person.count)]
    led = [replace(other, squad=numbered[0].id if person.squad else "") for other in numbered[1:]]
    return tuple(replace(other, marks=marks_of(person, ready, other.id)) for other in (numbered[0], *led))


def single(game: Game, person: Person, ready: Ready | None) -> Combatant:
    """The combatant of this description, as if there were one of it."""
    sheet = msgspec.convert({**(ready.sheet if ready else {}), **person.sheet}, game.sheet)
    pools = dict(game.pools(sheet))
    for name, asked in {**(ready.pools if ready else {}), **person.pools}.items():
        pools[name] = pool_of(asked, pools.get(name))
    id = id_of(person)
    return Combatant(
        id,
        person.name or (ready.name if ready else ""),
        person.side or (ready.side if ready else ""),
        sheet,
        person.owner,
        bool(person.owner) if person.pc is None else person.pc,
        pools,
        marks_of(person, ready, id),
        person.score if isinstance(person.score, tuple) else (person.score,),
        hidden=person.hidden,
        facing=person.facing,
    )


def id_of(person: Person) -> str:
    """The id: given, or the ready-made one's, or made from the name."""
    return person.id or slug(person.name) or person.ready


def ids(person: Person) -> tuple[str, ...]:
    """The ids of all who come of this description."""
    id = id_of(person)
    return (id,) if person.count == 1 else tuple(f"{id}-{n}" for n in range(1, person.count + 1))


def slug(name: str) -> str:
    """An id made from a name: "Big Rook" is big-rook."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]


def pool_of(asked: int | PoolLine, known: Pool | None) -> Pool:
    """A pool as the file asks for it: a number is what is in it now."""
    if isinstance(asked, PoolLine):
        return Pool(asked.now, asked.most, asked.least)
    return replace(known, now=asked) if known else Pool(asked)


def marks_of(person: Person, ready: Ready | None, who: str) -> tuple[Mark, ...]:
    """The marks of the ready-made one, then those written out."""
    lines = (*(ready.marks if ready else ()), *person.marks)
    return tuple(mark_of(line if isinstance(line, MarkLine) else MarkLine(line), who) for line in lines)


def mark_of(line: MarkLine, who: str) -> Mark:
    """A mark as it is on the table; the turn it lasts until is the bearer's own unless `of` names another."""
    return Mark(line.name, until_of(line.until, line.of or who), line.value, line.origin, line.note)


def until_of(text: str, of: str) -> Until | None:
    """When a mark ends: "" never by itself, an edge, or "minute 12". Raises FirefightError for other words."""
    if wrong := until_fault(text):
        raise FirefightError(wrong)
    if not text:
        return None
    if text.startswith("minute "):
        return Until("clock", at=int(text[7:]))
    return msgspec.convert({"edge": text, "who": of if text.startswith("turn") else ""}, Until)


def until_text(until: Until | None) -> str:
    """The same words back, without whose turn it is."""
    return "" if until is None else f"minute {until.at}" if until.edge == "clock" else until.edge
