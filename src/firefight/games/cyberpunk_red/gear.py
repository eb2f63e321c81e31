"""Things: where each one is, whose hands are free, and how a thing is drawn, put away, dropped and passed on.

Where a thing is stands in a quiet mark "item NAME" on its bearer, whose value counts PLACES from 1; `by` names the one
whose sheet lists the thing, where that is somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, cast

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Marked, PoolSet, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.arms import BARE_HANDS, BASIC, MARTIAL_ARTS, PROGRAM, Item, Place
from firefight.games.cyberpunk_red.sheet import Sheet, sheet
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

PLACES: tuple[Place, ...] = ("hand", "ready", "packed", "floor", "gone")
ACTION = "Action"
FREE = "free"


class Thing(NamedTuple):
    """A thing somebody carries or has dropped. `owner` is the one whose sheet lists it, "" the bearer."""

    item: Item
    place: Place
    owner: str = ""
    name: str = ""


# ------------------------------------------------------------------ where things are


def things(table: Table, who: str) -> tuple[Thing, ...]:
    """Everything somebody carries or has on the floor by him, what he took from others included."""
    one = table.who(who)
    own = [Thing(item, place_of(one, item), "", item.name) for item in sheet(table, who).items]
    taken = [taken_thing(table, mark) for mark in one.marks if mark.name.startswith("item ") and mark.by]
    return tuple(thing for thing in (*own, *taken) if thing and thing.place != "gone")


def place_of(one: Combatant, item: Item) -> Place:
    """Where a thing of somebody's own sheet is now."""
    mark = next((mark for mark in one.marks if mark.name == f"item {item.name}" and not mark.by), None)
    return PLACES[mark.value - 1] if mark else item.place


def taken_thing(table: Table, mark: Mark) -> Thing | None:
    """The thing of somebody else's sheet that a mark tells of."""
    owner = table.combatants.get(mark.by)
    gear = cast(Sheet, owner.sheet).items if owner else ()
    item = next((item for item in gear if f"item {item.name}" == mark.name), None)
    return Thing(item, PLACES[mark.value - 1], mark.by, f"{item.name} ({owner.name}'s)") if owner and item else None


def thing(table: Table, who: str, name: str) -> Thing | None:
    """The thing of this name."""
    meant = name.strip().casefold()
    return next((one for one in things(table, who) if meant in (one.name.casefold(), one.item.name.casefold())), None)


def in_hand(table: Table, who: str) -> tuple[Thing, ...]:
    """The things somebody has in hand."""
    return tuple(one for one in things(table, who) if one.place == "hand")


def weapons(table: Table, who: str) -> tuple[Item, ...]:
    """What somebody can attack with now, by its name: what is in hand, then bare hands; a being of the NET its program."""
    held = [replace(one.item, name=one.name) for one in in_hand(table, who) if one.item.kind == "weapon"]
    return (*held, *bare(table, who))


def bare(table: Table, who: str) -> tuple[Item, ...]:
    """Fighting without a weapon. Damage goes by BODY; on a sheet without skills it is the GM's to say. CPR-ATK-04"""
    numbers = sheet(table, who)
    if numbers.kind == "net":
        return (PROGRAM,)
    arts = (MARTIAL_ARTS,) if "martial arts" in numbers.skills else ()
    dice = rules.fist_dice(numbers.body) if numbers.skills else 0
    return tuple(replace(hands, dice=dice) for hands in (BARE_HANDS, *arts))


def weapon(table: Table, who: str, name: str) -> Item:
    """The weapon of this name; bare hands for one that is not at hand."""
    return next((item for item in weapons(table, who) if item.name == name), BARE_HANDS)


def free_hands(table: Table, who: str) -> int:
    """Hands with nothing in them. CPR-ACT-16"""
    return sheet(table, who).hands - sum(one.item.hands for one in in_hand(table, who))


def public(one: Combatant) -> Combatant:
    """A stranger as others see him: an ordinary sheet, the things in plain sight, no pools. A locked door shows."""
    known = cast(Sheet, one.sheet)
    gear = tuple(item for item in known.items if place_of(one, item) in ("hand", "floor", "gone"))
    return replace(one, sheet=Sheet(kind=known.kind, locked=known.locked, gear=gear), pools={})


# ------------------------------------------------------------------ passing things on


def moved(who: str, thing: Thing, place: Place) -> Marked:
    """A thing changes its place."""
    mark = Mark(f"item {thing.item.name}", value=PLACES.index(place) + 1, by=thing.owner, quiet=True)
    return Marked(who, mark)


def handed(thing: Thing, giver: str, taker: str) -> Iterator[Event]:
    """A thing passes from one to another, into the hand."""
    owner = thing.owner or giver
    yield moved(giver, thing, "gone")
    yield moved(taker, thing._replace(owner="" if owner == taker else owner), "hand")


# ------------------------------------------------------------------ lines of the menu


def draw_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Drawing weapons that are not in hand. CPR-ACT-16"""
    for held in things(table, one.id):
        if held.item.kind == "weapon" and held.place in ("ready", "packed"):
            yield Offer("draw", (), FREE, {"item": held.name}, why_not_drawn(table, one, held), "CPR-ACT-16")


def drop_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Dropping what is in hand, free but for a shield. CPR-ACT-17"""
    for held in in_hand(table, one.id):
        price = ACTION if held.item.kind == "shield" else FREE
        yield Offer("drop", (), price, {"item": held.name}, rule="CPR-ACT-17")


def why_not_drawn(table: Table, one: Combatant, held: Thing) -> tuple[Reason, ...]:
    """Drawing is free for a weapon that is easily reached and finds its hands free. CPR-ACT-16"""
    hands = () if free_hands(table, one.id) >= held.item.hands else (Reason("no_free_hand", "CPR-ACT-16"),)
    return (*hands, *((Reason("not_accessible", "CPR-ACT-16"),) if held.place == "packed" else ()))


def action_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Handling that costs the Action: loading, taking in hand what cannot be drawn, putting away.

    CPR-ACT-14 CPR-ACT-16 CPR-ACT-17 CPR-ACT-18
    """
    carried = things(table, one.id)
    for held in carried:
        if held.place == "hand" and held.item.kind == "weapon" and not held.item.reach:
            yield reload_line(table, one, held)
    for held in carried:
        drawn = held.item.kind == "weapon" and held.place == "ready" and not why_not_drawn(table, one, held)
        if held.place != "hand" and not drawn:
            rule = "CPR-ACT-17" if held.item.kind == "shield" else "CPR-ACT-14"
            yield Offer("fetch", (), ACTION, {"item": held.name}, rule=rule)
    for held in carried:
        if held.place == "hand" and held.item.kind != "shield":
            yield Offer("stow", (), ACTION, {"item": held.name}, rule="CPR-ACT-17")
    yield from (Offer("pick up", (), ACTION, left, rule="CPR-ACT-14") for left in lying(table, one))


def lying(table: Table, one: Combatant) -> Iterator[dict[str, str]]:
    """What others have left on the floor, as the fixed picks of a line."""
    for other in table.present():
        if other.id != one.id and (other.marks or any(item.place == "floor" for item in sheet(table, other.id).items)):
            yield from ({"item": left.name, "from": other.id} for left in things(table, other.id) if left.place == "floor")


# ------------------------------------------------------------------ deeds


def handle(place: Place) -> Callable[[Deed, Ask], Iterator[Event]]:
    """A thing changes its place: drawn, put away, dropped. CPR-ACT-16 CPR-ACT-17"""

    def handled(deed: Deed, ask: Ask) -> Iterator[Event]:
        held = thing(ask.table, deed.who, deed.act.text("item"))
        if held:
            yield moved(deed.who, held, place)

    return handled


def fetch(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A thing is taken in hand; what is in the way is put away with the same Action. CPR-ACT-14"""
    wanted = thing(ask.table, deed.who, deed.act.text("item"))
    if wanted:
        yield from room_made(ask.table, deed.who, wanted.item.hands)
        yield moved(deed.who, wanted, "hand")


def room_made(table: Table, who: str, hands: int) -> Iterator[Event]:
    """Things in hand are put away, the first ones first, until so many hands are free. CPR-ACT-14"""
    free = free_hands(table, who)
    for held in in_hand(table, who):
        if free < hands:
            yield moved(who, held, "ready")
            yield Told("puts_away", who, {"item": held.name}, rules=("CPR-ACT-14",))
            free += held.item.hands


def pick_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A thing that lies about ownerless is taken in hand. CPR-ACT-14"""
    giver = deed.act.text("from")
    left = thing(ask.table, giver, deed.act.text("item"))
    if left:
        yield from room_made(ask.table, deed.who, left.item.hands)
        yield from handed(left, giver, deed.who)


def reload(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One weapon is loaded, fully, with one kind of ammunition; that is all its Action does. CPR-ACT-18"""
    held = thing(ask.table, deed.who, deed.act.text("weapon"))
    if held and held.item.magazine:
        kind, owner = deed.act.text("ammunition", BASIC), held.owner or deed.who
        yield Marked(owner, Mark(f"loaded {held.item.name}", note=kind, quiet=True))
        yield PoolSet(owner, held.item.rounds, held.item.magazine, rules=("CPR-ACT-18",))


def reload_line(table: Table, one: Combatant, held: Thing) -> Offer:
    """Loading a weapon that holds rounds with one of the kinds that are carried. CPR-ACT-18"""
    kinds = tuple(Choice(kind) for kind in dict.fromkeys((BASIC, *sheet(table, one.id).ammunition)))
    picks = (Choices("ammunition", kinds, BASIC),) if held.item.magazine else ()
    return Offer("reload", picks, ACTION, {"weapon": held.name}, rule="CPR-ACT-18")


# ------------------------------------------------------------------ rounds


def rounds_left(table: Table, who: str, weapon: Item) -> int | None:
    """Rounds in a weapon; None where nobody counts them, or who holds it cannot know."""
    held = thing(table, who, weapon.name)
    owner = table.who(held.owner or who) if held else None
    pool = owner.pools.get(held.item.rounds) if owner and held else None
    return pool.now if pool else None


def fired(table: Table, who: str, weapon: Item, rounds: int) -> Iterator[Event]:
    """Rounds leave a weapon."""
    held = thing(table, who, weapon.name)
    if held and rounds_left(table, who, weapon) is not None:
        yield Adjusted(held.owner or who, held.item.rounds, -rounds)


def loaded(table: Table, who: str, weapon: Item) -> str:
    """The kind of ammunition in a weapon."""
    held = thing(table, who, weapon.name)
    mark = table.who(held.owner or who).mark(f"loaded {held.item.name}") if held else None
    return mark.note if mark and mark.note else BASIC
