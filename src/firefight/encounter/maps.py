"""The map of an encounter: drawn in the file itself or in one beside it, and who stands where on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path as File
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from firefight import drawing as drawings
from firefight.encounter.faults import Fault, Unreadable, check
from firefight.encounter.files import opened, text_of
from firefight.encounter.lines import Path
from firefight.encounter.people import Described, Person, ids
from firefight.errors import FirefightError
from firefight.exchange import uvtt
from firefight.ground import Ground, Square, named, square

OTHERS = (".uvtt", ".dd2vtt", ".df2vtt")
KINDS = (*OTHERS, ".toml", ".txt")


class MapLine(Described, frozen=True, kw_only=True):
    """A map as a file writes it: a drawing, or a file that holds one or is another tool's map."""

    file: Annotated[str, Meta(description="A map file beside this one: .uvtt, .dd2vtt, .df2vtt, .toml or .txt.")] = ""
    drawing: Annotated[str, Meta(max_length=200_000, description="The map drawn with characters.")] = ""
    metres: Annotated[float | None, Meta(description="The side of a square; the game's own if left out.")] = None
    diagonals: Annotated[
        Literal["one", "true"] | None, Meta(description='A diagonal step counts as "one" square, or by its "true" length.')
    ] = None
    objects: Annotated[bool, Meta(description="In another tool's map: do outlines of things stop sight?")] = True
    name: Annotated[str, Meta(description="The name of the map.")] = ""


class Map(NamedTuple):
    """A map that was read: its ground, and the squares of the characters that stand in its drawing.

    `first` is the line of the text with the first row of a map that was drawn for these people: each character is somebody.
    """

    ground: Ground
    marks: Mapping[str, Square] = {}
    first: int | None = None


class Read(NamedTuple):
    """What came of reading a map: the map, unless something is wrong."""

    map: Map | None
    faults: tuple[Fault, ...] = ()


# ------------------------------------------------------------------ reading


def read(data: Any, scale: float, folder: File | None = None, path: Path = ("map",)) -> Read:
    """The map that a table of a file describes, or all that is wrong with it. Files are looked for from `folder`."""
    found = tuple(check(data, MapLine, path))
    if found:
        return Read(None, found)
    line = msgspec.convert(data, MapLine)
    if bool(line.drawing.strip()) == bool(line.file):
        return Read(None, (Fault(path, "a map is drawn or read from a file: give drawing = ... or file = ..., one of the two"),))
    if line.metres is not None and not 0.1 <= line.metres <= 1000:
        return Read(None, (Fault((*path, "metres"), f"a square has from 0.1 to 1000 metres; got {line.metres:g}"),))
    if line.drawing:
        return of_drawing(line, scale, (*path, "drawing"))
    try:
        return of_file(line, scale, (folder or File()) / line.file, (*path, "file"))
    except FirefightError as error:
        return Read(None, (Fault((*path, "file"), str(error)),))


def of_drawing(line: MapLine, scale: float, path: Path) -> Read:
    """The map of a drawing; what is wrong with it is told by its line."""
    parts = drawings.parse(line.drawing)
    if parts.faults:
        return Read(None, tuple(Fault((*path, row) if row >= 0 else path, text) for row, text in parts.faults))
    first = len(line.drawing) - len(line.drawing.lstrip("\n"))
    return Read(Map(finished(drawings.ground_of(parts, scale), line), parts.places, first))


def of_file(line: MapLine, scale: float, file: File, path: Path) -> Read:
    """The map of a file beside this one. Raises FirefightError where it cannot be read."""
    kind = file.suffix.lower()
    if kind in OTHERS:
        return Read(Map(finished(uvtt.read(bytes_of(file), scale, line.objects, file.stem), line)))
    if kind == ".txt":
        ground, marks = drawings.read(text_of(file), scale, file.stem)
        return Read(Map(finished(ground, line), marks))
    if kind != ".toml":
        raise FirefightError(f"'{line.file}' is of no kind that is known; a map file ends in {', '.join(KINDS)}")
    document = opened(file)
    inner = (
        read(document.data, scale, file.parent, ()) if "file" not in document.data else Read(None, (Fault(("file",), NESTED),))
    )
    document.refuse(inner.faults)
    assert inner.map is not None
    return Read(inner.map._replace(ground=finished(inner.map.ground, line), first=None))


NESTED = "a map file holds the drawing itself; give drawing = ..."


def bytes_of(file: File) -> bytes:
    """The bytes of a file, bounded in size. Raises Unreadable."""
    try:
        with file.open("rb") as stream:
            return stream.read(uvtt.LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(str(file), [(0, f"the file cannot be read: {getattr(error, 'strerror', None) or error}")]) from None


def finished(ground: Ground, line: MapLine) -> Ground:
    """The ground with what is written about it."""
    written = {"metres": line.metres, "diagonals": line.diagonals, "name": line.name or None}
    return replace(ground, **{name: value for name, value in written.items() if value is not None})


# ------------------------------------------------------------------ who stands where


class Standing(NamedTuple):
    """Somebody of the file who may stand on the map: his number there, and what is written about him."""

    number: int
    person: Person
    ids: tuple[str, ...]


class Places(NamedTuple):
    """The squares of those who stand on the map, by id, and what is wrong."""

    squares: dict[str, Square]
    faults: tuple[Fault, ...]


def places(map: Map | None, described: Mapping[int, Any], path: Path = ("people",)) -> Places:
    """Where everybody stands. Those whose description is faulty in itself are left out."""
    people = [standing(number, data) for number, data in described.items() if not any(check(data, Person))]
    meant = letters(map, people) if map else {}
    squares: dict[str, Square] = {}
    found = list(unclear(map, meant)) if map and len(people) == len(described) else []
    for one in people:
        for id, at, where in spots(map, meant, one, (*path, one.number)):
            if isinstance(where, str):
                found.append(Fault(at, where))
            elif other := next((known for known, taken in squares.items() if taken == where), ""):
                found.append(Fault(at, f"'{other}' stands at {named(where)} already; give '{id}' a square of its own"))
            else:
                squares[id] = where
    return Places(squares, tuple(found))


def standing(number: int, data: Any) -> Standing:
    """Somebody of the file."""
    person = msgspec.convert(data, Person)
    return Standing(number, person, ids(person))


Spots = Iterator[tuple[str, Path, Square | str]]
"""Somebody by id, a place of the file, and the square that is meant there or what is wrong."""


def spots(map: Map | None, meant: Mapping[str, list[str]], one: Standing, here: Path) -> Spots:
    """The squares of somebody: those he names, those of his marks in the drawing, or that of the first letter of his id."""
    at, mark = squares_named(one.person.at), tuple(one.person.mark)
    key, names = ("at", at) if at else ("mark", mark)
    if at and mark:
        yield one.ids[0], (*here, "mark"), "'at' and 'mark' both say where somebody stands; give one of the two"
    elif names and map is None:
        yield one.ids[0], (*here, key), f"there is no map for '{key}'; add a [map], or leave it out"
    elif names and len(names) != len(one.ids):
        yield one.ids[0], (*here, key), f"'{key}' names {len(names)} squares for {len(one.ids)}; give one for each"
    elif names and map:
        find = square_of if at else in_drawing
        yield from ((id, (*here, key), find(map, name)) for id, name in zip(one.ids, names, strict=True))
    elif map:
        yield from ((one.ids[0], here, map.marks[letter]) for letter, who in meant.items() if who == [one.ids[0]])


def squares_named(at: str | tuple[str, ...]) -> tuple[str, ...]:
    """The names of squares, in a list or in one text."""
    return tuple(re.findall(r"[^\s,;]+", at)) if isinstance(at, str) else at


def square_of(map: Map, name: str) -> Square | str:
    """A square of the map by name, or what is wrong."""
    try:
        found = square(name)
    except FirefightError as error:
        return str(error)
    corner = named((map.ground.width - 1, map.ground.height - 1))
    return found if map.ground.holds(found) else f"{named(found)} is off the map, which goes from A1 to {corner}"


def in_drawing(map: Map, mark: str) -> Square | str:
    """The square of a character in the drawing, or what is wrong."""
    there = f"there is {', '.join(map.marks)}" if map.marks else "nobody is drawn in it"
    return map.marks.get(mark, f"no '{mark}' stands in the drawing; {there}")


def letters(map: Map, people: Iterable[Standing]) -> dict[str, list[str]]:
    """Whom each character of the drawing that nobody claims may mean by the first letter of his id, whatever its case."""
    people = list(people)
    free = [mark for mark in map.marks if not any(mark in one.person.mark for one in people)]
    known = [one.ids[0] for one in people if len(one.ids) == 1 and not one.person.at and not one.person.mark]
    once = [mark for mark in free if [other.casefold() for other in free].count(mark.casefold()) == 1]
    return {mark: [id for id in known if mark in once and id[:1].casefold() == mark.casefold()] for mark in free}


def unclear(map: Map, meant: Mapping[str, list[str]]) -> Iterator[Fault]:
    """Characters in a drawing made for these people that may be several of them, or nobody."""
    for mark, who in meant.items() if map.first is not None else ():
        at = map.marks[mark]
        where = ("map", "drawing", (map.first or 0) + at[1] * 2 + 1)
        if not who:
            yield Fault(where, f"nobody stands for '{mark}' at {named(at)}; give somebody mark = \"{mark}\", or take it out")
        elif len(who) > 1:
            names = " or ".join(f"'{id}'" for id in who)
            yield Fault(where, f"'{mark}' at {named(at)} may be {names}; give one of them mark = \"{mark}\"")
