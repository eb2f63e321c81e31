"""Where each thing is and whose hands are free.

Where a thing is stands in a quiet mark "item NAME" whose value counts PLACES from 1; without one it is where the sheet
has it: the first weapon in hand, what is `stowed` in the pack, everything else Readied. What is Readied is drawn as part
of the act that uses it. What lies on the ground has its square as the mark's note, where there is a map.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from firefight import space
from firefight.events import Event, Marked
from firefight.games.cities_without_number import gear
from firefight.games.cities_without_number.limbs import hands
from firefight.games.cities_without_number.sheet import UNARMED, Weapon, sheet, weapons
from firefight.ground import named, square
from firefight.table import Combatant, Mark, Table

Place = Literal["hand", "ready", "stowed", "ground"]
PLACES: tuple[Place, ...] = ("hand", "ready", "stowed", "ground")
HANDS = 2


# ------------------------------------------------------------------ where things are


def place(one: Combatant, name: str) -> Place:
    """Where a thing of somebody's is."""
    mark = one.mark(f"item {name}")
    if mark is not None:
        return PLACES[mark.value - 1]
    if name in sheet(one).stowed:
        return "stowed"
    return "hand" if name == first_in_hand(one) else "ready"


def first_in_hand(one: Combatant) -> str:
    """The weapon somebody holds when a fight begins: the first of his sheet that is not stowed."""
    known = sheet(one)
    for arm in map(gear.weapon, known.weapons):
        if not arm.body and arm.name not in known.stowed:
            return arm.name
    return ""


def moved(who: str, name: str, to: Place, at: str = "") -> Marked:
    """A thing changes its place; `at` is the square where it lies."""
    return Marked(who, Mark(f"item {name}", value=PLACES.index(to) + 1, note=at, quiet=True))


def on_the_ground(table: Table, who: str, name: str, at: Combatant) -> Marked:
    """A thing lies where somebody stands: its owner, or the one it was thrown at. CWN-ACT-15"""
    return moved(who, name, "ground", named(at.place) if table.ground and at.place else "")


def is_in_grasp(table: Table, one: Combatant, name: str) -> bool:
    """Whether a thing on the ground lies within melee range, as far as the map knows. CWN-ACT-16"""
    mark = one.mark(f"item {name}")
    if mark is None or not mark.note or table.ground is None or one.place is None:
        return True
    return space.is_within(table.ground, one.place, square(mark.note), int(table.options["melee_reach_m"]))


def at_hand(one: Combatant) -> tuple[Weapon, ...]:
    """The weapons somebody can use now, Readied ones drawn with the act that uses them; bare hands last. CWN-ACT-13"""
    return (*(arm for arm in weapons(one) if arm.body or place(one, arm.name) in ("hand", "ready")), UNARMED)


def belongings(one: Combatant) -> list[str]:
    """Everything that somebody could lay out of his hand."""
    return [*(arm.name for arm in weapons(one) if not arm.body), *sheet(one).items]


def held(one: Combatant) -> list[str]:
    """What somebody has in hand."""
    return [name for name in belongings(one) if place(one, name) == "hand"]


def hands_for(one: Combatant, name: str) -> int:
    """How many hands a thing takes."""
    return next((arm.hands for arm in weapons(one) if arm.name == name), 1)


def free_hands(one: Combatant) -> int:
    """Hands with nothing in them."""
    return hands(one) - sum(hands_for(one, name) for name in held(one))


def drawn(one: Combatant, *arms: Weapon) -> Iterator[Event]:
    """Readied weapons come to hand with the act that uses them; what is in the way goes back, still Readied. CWN-ACT-13"""
    new = [arm for arm in arms if not arm.body and place(one, arm.name) != "hand"]
    if not new:
        return
    free, keep = free_hands(one), {arm.name for arm in arms}
    for name in held(one):
        if free < sum(arm.hands for arm in new) and name not in keep:
            free += hands_for(one, name)
            yield moved(one.id, name, "ready")
    yield from (moved(one.id, arm.name, "hand") for arm in new)
