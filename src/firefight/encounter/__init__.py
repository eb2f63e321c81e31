"""Encounter files: a game, its house rules, sides and people, written down before the evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as File
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from firefight.dice import Source
from firefight.encounter import maps, people
from firefight.encounter.faults import Fault, Unreadable, check, near
from firefight.encounter.files import opened
from firefight.encounter.maps import MapLine
from firefight.encounter.people import Described, Person
from firefight.game import Game
from firefight.games import GAMES, game
from firefight.ground import Ground
from firefight.session import Keep, Session, found
from firefight.table import Combatant

__all__ = ["Encounter", "Unreadable", "load", "session"]


class EncounterFile(Described, frozen=True):
    """An encounter as a file writes it."""

    game: Annotated[str, Meta(description="The id of the game.")]
    people: tuple[Person, ...]
    title: str = ""
    notes: Annotated[str, Meta(description="For the GM; nobody else is shown them.")] = ""
    options: Annotated[Mapping[str, str | bool | int], Meta(description="House rules that are not the default.")] = {}
    sides: Annotated[Mapping[str, str], Meta(description="The name of each side, by id.")] = {}
    map: Annotated[MapLine | None, Meta(description="The ground the scene is played on.")] = None


class Encounter(Struct, frozen=True):
    """An encounter, ready to be played: everything in it has been checked."""

    game: str
    title: str
    people: tuple[Combatant, ...]
    options: Mapping[str, str] = {}
    sides: Mapping[str, str] = {}
    notes: str = ""
    ground: Ground | None = None


def load(path: str | File) -> Encounter:
    """The encounter of a file. Raises Unreadable with every fault of it, each with its line and the remedy."""
    document = opened(path)
    folder = File(path).parent
    document.refuse([*shape(document.data), *faults(document.data, folder)])
    return built(document.data, folder)


def shape(data: dict[str, Any]) -> Iterator[Fault]:
    """Everything wrong with the keys and types of an encounter; of a scenario, that it is one."""
    found = check(data, EncounterFile)
    if "steps" not in data:
        yield from found
        return
    yield Fault(("steps",), "this is a scenario, run by 'firefight check'; to play it take away 'steps', 'rules' and 'dice'")
    yield from (fault for fault in found if fault.path[:1] not in (("steps",), ("rules",), ("dice",)))


def session(encounter: Encounter, secret: bytes | None = None, source: Source | None = None, keep: Keep | None = None) -> Session:
    """A new table with the people and house rules of an encounter. `secret` seeds the dice; a fresh one by default."""
    rules, sides = encounter.options, encounter.sides
    return found(game(encounter.game), encounter.people, rules, sides, secret, source, keep, encounter.ground)


def faults(data: Mapping[str, Any], folder: File | None = None) -> Iterator[Fault]:
    """Everything wrong with what an encounter says, as far as its parts have the right shape (see `check`).

    `folder` is where the file of a map is looked for.
    """
    id = data.get("game")
    if not isinstance(id, str):
        return
    if id not in GAMES:
        yield Fault(("game",), f"there is no game '{id}'; {near(id, GAMES)}")
        return
    yield from option_faults(game(id), part(data, "options"))
    yield from (Fault(("sides", id), wrong) for id, name in part(data, "sides").items() if (wrong := people.unfit(str(name))))
    yield from people_faults(game(id), data)
    yield from map_faults(game(id), data, folder)


def map_faults(game: Game, data: Mapping[str, Any], folder: File | None) -> Iterator[Fault]:
    """Everything wrong with the map, and with who stands where on it."""
    described = data.get("people")
    people = {number: one for number, one in enumerate(described) if isinstance(one, dict)} if isinstance(described, list) else {}
    if not isinstance(data.get("map", {}), dict):
        return
    read = maps.read(data["map"], game.square, folder) if "map" in data else maps.Read(None)
    yield from read.faults
    if not read.faults:
        yield from maps.places(read.map, people).faults


def part(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A table of the file; an empty one where something else stands there."""
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def people_faults(game: Game, data: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything wrong with the people, and among them."""
    described = data.get("people")
    if not isinstance(described, list):
        return
    if not described:
        yield Fault(("people",), "nobody is there; add at least one [[people]]")
    persons = {number: person for number, person in enumerate(described) if isinstance(person, dict)}
    for number, person in persons.items():
        yield from people.faults(game, person, ("people", number))
        side, sides = person.get("side"), part(data, "sides")
        if isinstance(side, str) and side not in sides and near(side, sides).startswith("did"):
            yield Fault(("people", number, "side"), f"there is no side '{side}'; {near(side, sides)}")
    yield from twice(persons)


def option_faults(game: Game, options: Mapping[str, Any]) -> Iterator[Fault]:
    """House rules the game does not have, and values they cannot take."""
    settings = {setting.name: setting for setting in game.settings}
    for name, value in options.items():
        if name not in settings:
            yield Fault(("options", name), f"{game.title} has no option '{name}'; {near(name, settings)}")
        elif plain(value) not in settings[name].values:
            values = settings[name].values
            yield Fault(("options", name), f"'{name}' cannot be '{plain(value)}'; it is one of {', '.join(values)}")


def plain(value: str | bool | int) -> str:
    """The value of an option as the table keeps it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def twice(described: Mapping[int, dict[str, Any]]) -> Iterator[Fault]:
    """Ids that two have, those with numbers included."""
    known: set[str] = set()
    for number, data in described.items():
        ids = () if list(check(data, Person)) else people.ids(msgspec.convert(data, Person))
        if again := [id for id in ids if id and id in known]:
            yield Fault(("people", number), f"'{again[0]}' is the id of somebody else already; give this one an id of his own")
        known.update(ids)


def built(data: Mapping[str, Any], folder: File | None = None) -> Encounter:
    """The encounter of data that have been checked."""
    file = msgspec.convert(data, EncounterFile)
    map = maps.read(data["map"], game(file.game).square, folder).map if file.map else None
    at = maps.places(map, dict(enumerate(data["people"]))).squares
    everybody = (one for person in file.people for one in people.combatants(game(file.game), person))
    combatants = tuple(replace(one, place=at.get(one.id)) for one in everybody)
    options = {name: plain(value) for name, value in file.options.items()}
    return Encounter(file.game, file.title, combatants, options, file.sides, file.notes, map.ground if map else None)
