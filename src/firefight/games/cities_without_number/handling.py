"""Handling things: out of the pack and into it, putting away, dropping, picking up, loading."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Told
from firefight.game import Offer, Reason
from firefight.games.cities_without_number.instants import Pending, answered
from firefight.games.cities_without_number.reasons import (
    SHOWN,
    why_no_main,
    why_no_move,
    why_no_on_turn,
    why_not_now,
    why_unable,
)
from firefight.games.cities_without_number.sheet import Weapon, sheet, skill_level, weapon, weapons
from firefight.games.cities_without_number.things import (
    Place,
    belongings,
    free_hands,
    hands_for,
    held,
    is_in_grasp,
    moved,
    on_the_ground,
    place,
)
from firefight.table import Combatant, Table
from firefight.timeline import Deed

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
    return "on turn" if skill_level(one, "Shoot") >= 1 else "move"


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


def instant_lines(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """Dropping what is held, at any time. CWN-ACT-15"""
    for name in held(one):
        unable = (*why_unable(one), *((Reason("enough", "CWN-INST-01"),) if one.has("enough instants") else ()))
        yield Offer("drop", (), SHOWN["instant"], {"item": name}, (*no, *unable), "CWN-ACT-15")


# ------------------------------------------------------------------ deeds


def puts(to: Place) -> Callable[[Deed, Ask], Iterator[Event]]:
    """A thing, or a magazine, changes its place. CWN-ACT-13"""

    def put(deed: Deed, ask: Ask) -> Iterator[Event]:
        one, name = ask.table.who(deed.who), deed.act.text("item")
        arm = next((arm for arm in weapons(one) if arm.magazines == name), None)
        if arm:
            yield Adjusted(one.id, arm.packed_magazines, -1, quiet=True)
            yield Adjusted(one.id, arm.magazines, 1)
        else:
            yield moved(one.id, name, to)

    return put


def ready(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something comes out of the pack, into a free hand where there is one. CWN-ACT-13"""
    if (yield from answered(deed, ask)):
        one, name = ask.table.who(deed.who), deed.act.text("item")
        yield from puts("hand" if free_hands(one) >= hands_for(one, name) else "ready")(deed, ask)


def stow(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something goes into the pack. CWN-ACT-13"""
    if (yield from answered(deed, ask)):
        yield from puts("stowed")(deed, ask)


def drop(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A thing held lies on the ground, where its owner stands; the hand is free at once. CWN-ACT-15"""
    item = deed.act.text("item")
    yield on_the_ground(ask.table, deed.who, item, ask.table.who(deed.who))
    yield Told("drops", deed.who, {"item": item}, rules=("CWN-ACT-15",))


def pick_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A thing on the ground is in the hand, Readied. CWN-ACT-16"""
    if (yield from answered(deed, ask)):
        yield moved(deed.who, deed.act.text("item"), "hand")


def reload(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A weapon is loaded; a Readied magazine goes, where somebody counts them. CWN-ACT-14"""
    arm = weapon(ask.table.who(deed.who), deed.act.text("weapon"))
    if arm.kind == "ranged" and not (yield from answered(deed, ask)):
        return
    one = ask.table.who(deed.who)
    if arm.magazines in one.pools:
        yield Adjusted(one.id, arm.magazines, -1, quiet=True)
    yield Adjusted(one.id, arm.rounds, arm.magazine - one.pool(arm.rounds), rules=("CWN-ACT-14",))


VERBS: dict[str, Callable[[Deed, Ask], Iterator[Event]]] = {
    "ready": ready, "stow": stow, "put away": puts("ready"), "drop": drop, "pick up": pick_up, "reload": reload, "nock": reload,
}  # fmt: skip
