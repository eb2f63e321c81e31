"""Who is how far from whom: by the map where there is one, else by what is known of a pair.

A pair is "engaged" where either has a mark of that name whose origin is the other: the GM sets it, and so do blows, charges
and steps up to somebody; a mark "distance" of the same kind holds metres. Of a pair without either nothing is known, and
then nothing speaks against a blow. The mark "enemy in reach" is the GM's short way for anybody's blade at one's throat.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight import scene
from firefight.events import Event, Marked, Unmarked
from firefight.games.cities_without_number.sheet import Weapon, can_act, conscious
from firefight.games.cities_without_number.things import at_hand, place
from firefight.marks import UNTIL_FIGHT_END
from firefight.table import Combatant, Mark, Table

# ------------------------------------------------------------------ pairs


PAIRED = ("engaged", "distance")


def between(one: Combatant, other: Combatant) -> Mark | None:
    """What is known of a pair: the mark "engaged" that either has from the other, else the mark "distance"."""
    found = None
    for here, there in ((one, other.id), (other, one.id)):
        for mark in here.marks:
            if mark.by == there and mark.name in PAIRED:
                if mark.name == "engaged":
                    return mark
                found = mark
    return found


def tracked(table: Table, one: Combatant) -> set[str]:
    """Those of whom it is known how far somebody is from them: all on a map, else those he makes a pair with."""
    if table.ground is not None:
        return set(table.combatants)
    mine = {mark.by for mark in one.marks if mark.name in PAIRED}
    return mine | {other.id for other in table.present() for mark in other.marks if mark.by == one.id and mark.name in PAIRED}


def are_engaged(one: Combatant, other: Combatant) -> bool:
    """Whether a pair is engaged, the map left aside."""
    mark = between(one, other)
    return mark is not None and mark.name == "engaged"


def metres(table: Table, one: Combatant, other: Combatant) -> float | None:
    """The distance of a pair; None where nobody knows. CWN-ACT-05"""
    on_map = scene.distance(table, one, other) if table.ground else None
    if on_map is not None:
        return on_map
    mark = between(one, other)
    return None if mark is None else mark.value if mark.name == "distance" else 0


def reach_of(table: Table, arm: Weapon | None = None) -> int:
    """Metres of melee range: the weapon's own, or the table's. CWN-ACT-05"""
    return arm.reach if arm and arm.reach else int(table.options["melee_reach_m"])


def is_near(table: Table, one: Combatant, other: Combatant, arm: Weapon | None = None) -> bool | None:
    """Whether two are in melee range of each other; None where nobody knows. CWN-ACT-05"""
    on_map = scene.is_within(table, one, other, reach_of(table, arm)) if table.ground else None
    if on_map is not None:
        return on_map and scene.is_clear(table, one, other) is not False
    mark = between(one, other)
    return None if mark is None else mark.name == "engaged" or mark.value <= reach_of(table, arm)


def engages(table: Table, who: str, other: str) -> Iterator[Event]:
    """Two are in melee range of each other from now on; a map knows that by itself. CWN-ACT-05"""
    one, two = table.who(who), table.who(other)
    if scene.both(table, one, two) is None and not are_engaged(one, two):
        yield from parts(one, two)
        yield Marked(who, Mark("engaged", UNTIL_FIGHT_END, by=other, quiet=True))


def parts(one: Combatant, other: Combatant) -> Iterator[Event]:
    """What was known of a pair is so no more."""
    for here, there in ((one, other.id), (other, one.id)):
        known = [mark for mark in here.marks if mark.by == there and mark.name in PAIRED]
        yield from (Unmarked(here.id, mark.name, there, quiet=True) for mark in known)


def leaves(table: Table, who: str, metres: int = 0, next_to: str = "") -> Iterator[Event]:
    """Somebody is no longer where he was: in nobody's reach but of the one he goes up to, so far off from his neighbours.

    How far he is from anybody else, nobody knows any more.
    """
    one = table.who(who)
    for other in table.present():
        if other.id not in (who, next_to):
            yield from parts(one, other)
            if metres and are_engaged(one, other):
                yield Marked(who, Mark("distance", UNTIL_FIGHT_END, metres, by=other.id, quiet=True))
    if next_to:
        yield from engages(table, who, next_to)


# ------------------------------------------------------------------ enemies


def is_enemy(one: Combatant, other: Combatant) -> bool:
    """Whether two are on different sides."""
    return one.side != other.side


def can_strike(one: Combatant) -> bool:
    """Whether somebody is in a state for a blow. CWN-ACT-06 CWN-ACT-10"""
    return one.here and can_act(one) and not one.has("surprised")


def is_armed(one: Combatant, bare_hands: bool = False) -> bool:
    """Whether somebody has a blade in use: a melee weapon in hand, or one of the body. CWN-ACT-10"""
    return bare_hands or any(blade(one, arm) for arm in at_hand(one)[:-1])


def blade(one: Combatant, arm: Weapon) -> bool:
    """Whether a weapon is one for melee, and in use."""
    return arm.kind == "melee" and (arm.body or place(one, arm.name) == "hand")


def is_bound(table: Table, one: Combatant) -> bool:
    """Whether an enemy who could strike is in melee range of a shooter. CWN-ACT-06"""
    if one.has("enemy in reach"):
        return True
    any_able = table.options["binding_enemy"] == "any_able"
    return any(can_strike(other) and is_armed(other, any_able) for other in neighbours(table, one))


def neighbours(table: Table, one: Combatant) -> Iterator[Combatant]:
    """The enemies in melee range."""
    return (other for other in table.present() if is_enemy(one, other) and other.id != one.id and is_near(table, one, other))


# ------------------------------------------------------------------ grapples


def holders(table: Table, victim: Combatant) -> list[Combatant]:
    """Those who hold somebody in a grapple. CWN-MAN-07"""
    found = (table.combatants.get(mark.by) for mark in victim.marks if mark.name == "grappled")
    return [one for one in found if one is not None and one.here and conscious(one)]


def held_by(table: Table, one: Combatant) -> Combatant | None:
    """The one whom somebody holds in a grapple. CWN-MAN-07"""
    for other in table.present():
        for mark in other.marks:
            if mark.name == "grappled" and mark.by == one.id:
                return other
    return None


def is_grappling(table: Table, one: Combatant) -> bool:
    """Whether somebody is held, or holds somebody. CWN-MAN-04"""
    return one.has("grappled") or held_by(table, one) is not None
