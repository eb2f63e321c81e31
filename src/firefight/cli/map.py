"""The map in a terminal: drawn with characters, and told in words for whoever does not look at it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from firefight import drawing
from firefight.drawing import Part
from firefight.ground import Ground, Square, named
from firefight.language import Seat, Unclear
from firefight.language.plain import plain
from firefight.language.seat import name
from firefight.scene import on_ground
from firefight.space import metres
from firefight.table import Combatant, Table

HIGH = 20
"""Squares that are drawn one below the other; more would not fit on a screen."""
SIGNS = "- | walls   d door   o open door   w window   c cover"


def ground_of(table: Table) -> Ground:
    """The ground. Raises Unclear where there is none."""
    if table.ground is None:
        raise Unclear(
            "there is no map on the table; the GM puts one there with 'map FILE', and people on it with 'place WHO at D4'"
        )
    return table.ground


# ------------------------------------------------------------------ drawn


def drawn(seat: Seat, width: int) -> RenderableType:
    """The map with everybody this seat knows of, around the one who acts where all of it has no room, and what is what."""
    ground = ground_of(seat.table)
    people = sorted(on_ground(seat.table), key=lambda one: one.id != seat.acting)
    letters = drawing.tokens({one.id: plain(one.name) for one in people})
    part = shown(ground, people, width)
    places = {letters[one.id]: one.place for one in reversed(people) if one.place}
    picture = Text(drawing.drawn(ground, places, part), no_wrap=True, overflow="crop")
    return Group(Text(heading(ground, part), style="bold"), picture, legend(seat, people, letters, part), *below(ground))


def shown(ground: Ground, people: list[Combatant], width: int) -> Part:
    """The part of the map that has room in so many columns, around the first of these people."""
    margin = len(str(ground.height)) + 3
    middle = (people[0].place if people else None) or (ground.width // 2, ground.height // 2)
    return drawing.part_around(ground, middle, max(1, (width - margin) // 2), HIGH)


def heading(ground: Ground, part: Part) -> str:
    """The name of the map, its scale, and which part of it is shown."""
    whole = (part.width, part.height) == (ground.width, ground.height)
    last = named((part.left + part.width - 1, part.top + part.height - 1))
    corner = named((ground.width - 1, ground.height - 1))
    some = "" if whole else f", {named((part.left, part.top))} to {last} of A1 to {corner}"
    return f"{plain(ground.name) or 'Map'}, a square is {ground.metres:g} m{some}"


def legend(seat: Seat, people: list[Combatant], letters: dict[str, str], part: Part) -> RenderableType:
    """Who the letters are, and on which squares they stand."""
    grid = Grid.grid(padding=(0, 1))
    for one in people:
        if one.place:
            notes = ", ".join(remarks(one, seat, is_in(part, one.place)))
            who = Text.assemble((name(seat.table, one.id), "bold green" if one.id == seat.acting else ""), (f"  {notes}", "dim"))
            grid.add_row(Text(letters[one.id], style="bold"), Text(named(one.place)), who)
    return grid if people else Text("Nobody stands on it yet.", style="dim")


def remarks(one: Combatant, seat: Seat, is_shown: bool) -> Iterator[str]:
    """What there is to say of somebody on the map."""
    if one.id == seat.acting:
        yield "acts"
    if one.hidden:
        yield "hidden"
    if one.facing is not None:
        yield f"looks {heading_of(one.facing)}"
    if not is_shown:
        yield "farther off"


def is_in(part: Part, at: Square) -> bool:
    """Whether a square is in the part that is shown."""
    return 0 <= at[0] - part.left < part.width and 0 <= at[1] - part.top < part.height


def heading_of(facing: int) -> str:
    """A direction in words, to the nearest of eight."""
    sides = ("right", "down and right", "down", "down and left", "left", "up and left", "up", "up and right")
    return sides[round(facing / 45) % 8]


def below(ground: Ground) -> Iterator[Text]:
    """What the signs mean, and the doors by id."""
    if any(ground.walls):
        yield Text(SIGNS, style="dim")
    if doors := ", ".join(f"{plain(door.id)} {'open' if door.open else 'shut'}" for door in ground.doors()):
        yield Text(f"Doors: {doors}", style="dim")


# ------------------------------------------------------------------ in words


def whereabouts(who: str, seat: Seat) -> RenderableType:
    """How everybody else stands to somebody, the nearest first; to each one where nobody is named."""
    ground_of(seat.table)
    people = on_ground(seat.table)
    if who:
        one = seat.table.who(who)
        if one.place is None:
            raise Unclear(f"{name(seat.table, who)} is not on the map; 'place {who} at D4' puts him there")
        return around(one, people, seat)
    return Group(*(around(one, people, seat) for one in people)) if people else Text("Nobody stands on the map yet.", style="dim")


def around(one: Combatant, people: list[Combatant], seat: Seat) -> RenderableType:
    """How others stand to one of them."""
    ground, place = ground_of(seat.table), one.place
    looks = f", looks {heading_of(one.facing)}" if one.facing is not None else ""
    head = Text.assemble((name(seat.table, one.id), "bold"), f" at {named(place) if place else '-'}{looks}")
    others = [(other, other.place) for other in people if place and other.place and other.id != one.id]
    nearest = sorted(others, key=lambda pair: metres(ground, place or pair[1], pair[1]))
    told = (
        f"{name(seat.table, other.id)} at {named(at)}: {drawing.relation(ground, place or at, at, one.facing)}"
        for other, at in nearest
    )
    return Group(head, *(Padding(Text(line), (0, 0, 0, 2)) for line in told))
