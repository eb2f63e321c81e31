"""Where each thing is, whose hands are free, and how things are drawn, put away, dropped, picked up and loaded.

Where a thing is stands in a quiet mark "item NAME" whose value counts PLACES from 1; without one it is where the sheet
has it: the first weapon in hand, what is `stowed` in the pack, everything else Readied. What is Readied is drawn as part
of the act that uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from firefight import scene
from firefight.ask import Ask
from firefight.events import Adjusted, Event, Marked, Told
from firefight.game import Offer, Reason
from firefight.games.cities_without_number.budget import SHOWN
from firefight.games.cities_without_number.instants import Pending, answered
from firefight.games.cities_without_number.reasons import why_no_main, why_no_move, why_no_on_turn, why_not_now, why_unable
from firefight.games.cities_without_number.sheet import UNARMED, Weapon, level, sheet, weapon, weapons
from firefight.ground import named
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

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
    return next((arm.name for arm in weapons(one) if not arm.body and arm.name not in sheet(one).stowed), "")


def moved(who: str, name: str, to: Place, note: str = "") -> Marked:
    """A thing changes its place; `note` is the square where it lies."""
    return Marked(who, Mark(f"item {name}", value=PLACES.index(to) + 1, note=note, quiet=True))


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
    return HANDS - sum(hands_for(one, name) for name in held(one))


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


# ------------------------------------------------------------------ lines of the menu


def main_lines(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Taking things out of the pack, putting them there, loading guns. CWN-ACT-13 CWN-ACT-14"""
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    for name in belongings(one):
        if place(one, name) == "stowed":
            yield Offer("ready", (), SHOWN["main"], {"item": name}, no, "CWN-ACT-13")
        elif place(one, name) != "ground":
            yield Offer("stow", (), SHOWN["main"], {"item": name}, no, "CWN-ACT-13")
    for arm in weapons(one):
        if one.pool(arm.packed_magazines):
            yield Offer("ready", (), SHOWN["main"], {"item": arm.magazines}, no, "CWN-ACT-13")
        if arm.kind == "ranged" and arm.magazine and arm.name not in sheet(one).stowed:
            yield Offer("reload", (), SHOWN["main"], {"weapon": arm.name}, (*no, *why_no_magazine(one, arm)), "CWN-ACT-14")


def why_no_magazine(one: Combatant, arm: Weapon) -> tuple[Reason, ...]:
    """Against loading: it is full, or no magazine is Readied. CWN-ACT-14"""
    full = one.pool(arm.rounds) == arm.magazine
    empty = arm.magazines in one.pools and not one.pool(arm.magazines)
    return (
        *((Reason("loaded", "CWN-ACT-14"),) if full else ()),
        *((Reason("no_magazine", "CWN-ACT-14"),) if empty else ()),
    )


def loading_price(one: Combatant, arm: Weapon) -> str:
    """What type of action loading takes: bows are quick in trained hands. CWN-ACT-14"""
    if arm.kind == "ranged":
        return "main"
    return "on turn" if level(one, "Shoot") >= 1 or (not one.pc and sheet(one).trained) else "move"


def quick_lines(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Picking things up, loading bows, and putting away what stays Readied, which costs nothing.

    CWN-ACT-13 CWN-ACT-14 CWN-ACT-16
    """
    for name in belongings(one):
        if place(one, name) == "ground":
            no = (*why_not_now(table, one, "move", now), *why_no_move(one), *why_out_of_grasp(table, one, name))
            yield Offer("pick up", (), SHOWN["move"], {"item": name}, no, "CWN-ACT-16")
        elif place(one, name) == "hand":
            no = why_not_now(table, one, "on turn", now)
            yield Offer("put away", (), "free", {"item": name}, no, "CWN-ACT-13")
    for arm in weapons(one):
        if arm.kind == "bow" and arm.magazine:
            price = loading_price(one, arm)
            spent = why_no_move(one) if price == "move" else why_no_on_turn(one)
            no = (*why_not_now(table, one, price, now), *spent, *why_no_magazine(one, arm))
            yield Offer("nock", (), SHOWN[price], {"weapon": arm.name}, no, "CWN-ACT-14")


def why_out_of_grasp(table: Table, one: Combatant, name: str) -> tuple[Reason, ...]:
    """Against picking something up: no free hand, or it lies out of melee range. CWN-ACT-16"""
    return (
        *(() if free_hands(one) >= min(1, hands_for(one, name)) else (Reason("no_free_hand", "CWN-ACT-16"),)),
        *(() if is_in_grasp(table, one, name) else (Reason("lies_too_far", "CWN-ACT-16"),)),
    )


def is_in_grasp(table: Table, one: Combatant, name: str) -> bool:
    """Whether a thing on the ground lies within melee range, as far as the map knows. CWN-ACT-16"""
    mark = one.mark(f"item {name}")
    if mark is None or not mark.note or table.ground is None or one.place is None:
        return True
    return scene.from_square(table.ground, one.place, mark.note) <= int(table.options["melee_reach_m"])


def instant_lines(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """Dropping what is held, at any time. CWN-ACT-15"""
    for name in held(one):
        unable = (*why_unable(one), *((Reason("enough", "CWN-INST-01"),) if one.has("enough instants") else ()))
        yield Offer("drop", (), SHOWN["instant"], {"item": name}, (*no, *unable), "CWN-ACT-15")
