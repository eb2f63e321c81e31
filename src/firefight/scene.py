"""Where people stand on the scene's ground, what they can see and reach there, and the ways they take across it. Pure.

Each question about two people has the answer None where the map does not know: there is no ground, or one of them is
not on it. A game goes by the GM's flags then. Hidden people are in nobody's way who cannot know of them: whoever walks
into one is not stopped, and the GM is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import atan2, degrees

from firefight import space
from firefight.errors import FirefightError
from firefight.events import Event, Placed, Told
from firefight.game import Choices, Reason
from firefight.ground import Ground, Square, named, square
from firefight.table import Combatant, Table
from firefight.timeline import Act, Pick, Value

TO = "to"

# ------------------------------------------------------------------ two people


def both(table: Table, one: Combatant, other: Combatant) -> tuple[Ground, Square, Square] | None:
    """The ground and the squares of two people; None where either is not on it."""
    if table.ground is None or one.place is None or other.place is None:
        return None
    return table.ground, one.place, other.place


def distance(table: Table, one: Combatant, other: Combatant) -> float | None:
    """Metres (or yards) from one to the other."""
    here = both(table, one, other)
    return space.metres(*here) if here else None


def sees(table: Table, one: Combatant, other: Combatant) -> bool | None:
    """Whether there is a free line of sight, and of fire; open doors and windows do not stop it."""
    here = both(table, one, other)
    return space.sees(*here) if here else None


def has_cover(table: Table, one: Combatant, other: Combatant) -> bool | None:
    """Whether the other is in sight, and cover shelters him from this one."""
    here = both(table, one, other)
    return space.sees(*here) and space.sheltered(*here) if here else None


def is_clear(table: Table, one: Combatant, other: Combatant) -> bool | None:
    """Whether nothing is in the way of a hand or a blade; a window is, a table is not."""
    here = both(table, one, other)
    return space.is_clear(*here) if here else None


def is_within(table: Table, one: Combatant, other: Combatant, reach: float) -> bool | None:
    """Whether the other is no farther off than so many metres, whatever is in the way."""
    here = both(table, one, other)
    return space.is_within(*here, reach) if here else None


def is_next_to(table: Table, one: Combatant, other: Combatant) -> bool | None:
    """Whether the two stand on neighbouring squares, corners included, with nothing in between."""
    here = both(table, one, other)
    return space.are_adjacent(*here[1:]) and space.is_clear(*here) if here else None


def is_in_front(table: Table, one: Combatant, other: Combatant) -> bool | None:
    """Whether the other is forward of the shoulders; None also where nobody keeps track of the facing."""
    here = both(table, one, other)
    return space.faces(one.facing, *here[1:]) if here and one.facing is not None else None


def direction(a: Square, b: Square) -> int:
    """The direction from one square to another, in whole degrees: 0 to the right, 90 downwards."""
    return round(degrees(atan2(b[1] - a[1], b[0] - a[0]))) % 360


# ------------------------------------------------------------------ everybody


def on_ground(table: Table) -> list[Combatant]:
    """Everybody who is here and stands on the ground; nobody without one."""
    return [one for one in table.present() if one.place is not None] if table.ground else []


def adjacent(table: Table, one: Combatant) -> list[Combatant]:
    """Those next to this one."""
    return [other for other in on_ground(table) if other.id != one.id and is_next_to(table, one, other)]


def knows_of(one: Combatant, other: Combatant) -> bool:
    """Whether whoever decides for this one can know that the other is there."""
    return not other.hidden or other.owner == one.owner


def taken(table: Table, one: Combatant) -> tuple[Square, ...]:
    """The squares on which others stand, as far as this one can know."""
    others = (other for other in on_ground(table) if other.id != one.id and knows_of(one, other))
    return tuple(sorted({other.place for other in others if other.place}))


# ------------------------------------------------------------------ ways


class Way(Choices, frozen=True, omit_defaults=True, kw_only=True):
    """A pick that is a way across the ground: a square by name, "D4", or several on the way, "D4 E6 F6".

    `left` is how many metres can be gone; `reason` is what is said of a way that is longer.
    """

    ground: Ground
    start: Square
    left: float
    taken: tuple[Square, ...] = ()

    def refusals(self, value: Pick) -> tuple[Reason, ...]:
        """All reasons against this way."""
        names = words(str(value))
        if not names:
            return (Reason("no_text", values={"pick": self.pick}),)
        strange = [name for name in names if not is_square(name, self.ground)]
        if strange:
            return tuple(Reason("no_square", values={"square": name}) for name in strange)
        path = (self.start, *map(square, names))
        if set(path) == {self.start}:
            return (Reason("there_already"),)
        occupied = [Reason("occupied", values={"square": named(at)}) for at in dict.fromkeys(path[1:]) if at in self.taken]
        return (*occupied, *self.unreachable(path, not occupied))

    def unreachable(self, path: Sequence[Square], free: bool) -> tuple[Reason, ...]:
        """Why a way cannot be gone: it is too long, or something is in the way and the way round it is too long."""
        if space.length(self.ground, path) > self.left + 1e-9:
            return (self.reason or Reason("too_far"),)
        if free and space.route(self.ground, path, self.left, self.taken) is None:
            at = space.blocked_at(self.ground, path, self.taken)
            return (Reason("way_blocked", values={"square": named(at or path[-1])}),)
        return ()

    def reachable(self) -> dict[str, float]:
        """Every square that can be gone to, by name, and the metres it costs."""
        found = space.reachable(self.ground, self.start, self.left, self.taken)
        return {named(at): cost for at, cost in found.items() if at != self.start}


def words(text: str) -> list[str]:
    """The names of squares in a text."""
    return re.findall(r"[^\s,;>]+", text.replace("->", " "))


def is_square(name: str, ground: Ground) -> bool:
    """Whether this names a square of the ground."""
    try:
        return ground.holds(square(name))
    except FirefightError:
        return False


def way(table: Table, one: Combatant, left: float, too_far: Reason) -> Way | None:
    """The pick `to` of a move of so many metres; None where the map does not know where this one stands."""
    if table.ground is None or one.place is None:
        return None
    return Way(TO, kind="text", reason=too_far, ground=table.ground, start=one.place, left=left, taken=taken(table, one))


def walked(table: Table, one: Combatant, act: Act, most: float) -> list[Square]:
    """Every square of the way that an act takes, from where this one stands; empty for an act that names none.

    A way longer than `most`, or through walls, which only the GM can allow, is taken straight.
    """
    names = words(act.text(TO))
    if table.ground is None or one.place is None or not names or not all(is_square(name, table.ground) for name in names):
        return []
    path = (one.place, *map(square, names))
    return space.route(table.ground, path, most, taken(table, one)) or space.whole(path)


def cost(table: Table, one: Combatant, act: Act, most: float) -> float:
    """The metres of the way that an act takes."""
    path = walked(table, one, act, most)
    return space.length(table.ground, path) if table.ground and path else 0.0


def moved(
    table: Table, one: Combatant, act: Act, most: float, rules: tuple[str, ...] = (), along: Iterable[str] = ()
) -> Iterator[Event]:
    """What comes of going a way: a new place, for those who are taken along as well, and whom one comes upon there."""
    path = walked(table, one, act, most)
    if path:
        yield Placed(one.id, path[-1], quiet=act.verb == "move", rules=rules)
        yield from (Placed(other, path[-1], rules=rules) for other in along)
        yield from met(table, one, path[1:])


def met(table: Table, one: Combatant, path: Sequence[Square]) -> Iterator[Told]:
    """Whom somebody comes upon: hidden people anywhere on the way, for the GM alone; others at its end."""
    for other in on_ground(table):
        if other.id == one.id or other.place is None or other.place not in path:
            continue
        values: dict[str, Value] = {"other": other.id, "square": named(other.place)}
        if not knows_of(one, other):
            yield Told("comes_upon", one.id, values, about=(other.id,), gm=True)
        elif other.place == path[-1]:
            yield Told("shares_square", one.id, values, about=(other.id,))
