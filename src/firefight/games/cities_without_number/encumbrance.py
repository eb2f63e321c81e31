"""What somebody carries: points by bulk, Stowed and Readied, bundles of three, and how far a heavy load can be pushed.

Weapons count where they are; everything else that the GM or the player has written down is on the sheet as `load`. A heavy
load is the mark "slowed", whose value is what is left of the Move in percent. A vehicle carries what is needed.
CWN-ENC-08
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import to_builtins
from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import Event, Marked, SheetSet, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import rules_between as rules
from firefight.games.cities_without_number.crews import is_vehicle
from firefight.games.cities_without_number.fittings import Load
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.sheet import sheet, weapons
from firefight.games.cities_without_number.things import place
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed, Value

SLOWED, DRAGGING = "slowed", "dragging"
TEAMMATE, WEIGHED = "teammate", "kilograms"
BULKS = (*rules.BULK, WEIGHED)

# ------------------------------------------------------------------ what it comes to


def points(load: Load, round_up: bool) -> int:
    """Points of one kind of things. CWN-ENC-02 CWN-ENC-06"""
    return rules.bundled(load.count, load.points, round_up) if load.bundled else load.count * load.points


def carried(table: Table, one: Combatant, where: str) -> int:
    """Points that somebody has Readied, what is in hand included, or Stowed. CWN-ENC-02 CWN-ENC-03 CWN-ENC-04 CWN-ENC-06"""
    places = ("hand", "ready") if where == "readied" else ("stowed",)
    arms = sum(arm.hands for arm in weapons(one) if not arm.body and place(one, arm.name) in places)
    round_up = table.options["bundle_rest"] == "round-up"
    return arms + sum(points(load, round_up) for load in sheet(one).load if load.place == where)


def strength(one: Combatant) -> int:
    """The Strength score; an unwritten one is ordinary."""
    return sheet(one).attributes.get("Str", 10)


def step(table: Table, one: Combatant) -> int:
    """How far somebody pushes his load. CWN-ENC-05"""
    return rules.overload(strength(one), carried(table, one, "readied"), carried(table, one, "stowed"))


# ------------------------------------------------------------------ lines of the menu


def lines(table: Table) -> Iterator[Offer]:
    """What the PCs pack, hand over and put down; vehicles are not counted. CWN-ENC-01 CWN-ENC-02 CWN-ENC-08"""
    for one in table.present():
        if one.pc and not is_vehicle(one):
            picks = (
                Choices("what", (), "", "text"), Choices("count", (), 1, "number", 1, 1000),
                Choices("bulk", tuple(map(Choice, BULKS)), "one hand"), Choices("points", (), 0, "number", 0, 1000),
                Choices("place", (Choice("stowed"), Choice("readied")), "stowed"),
                Choices("bundled", (Choice("no"), Choice("yes")), "no"),
            )  # fmt: skip
            yield Offer("carry", picks, fixed={"who": one.id}, rule="CWN-ENC-02")
            if held := tuple(Choice(load.name) for load in sheet(one).load):
                yield Offer("put down", (Choices("what", held, held[0].value),), fixed={"who": one.id}, rule="CWN-ENC-02")


def main_lines(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """Out of the pack and into it, and breaking into a bundle, for a Main Action each. CWN-ENC-03 CWN-ENC-06"""
    for load in sheet(one).load:
        if load.name.startswith(f"{TEAMMATE} "):
            continue
        verb = "unpack" if load.place == "stowed" else "pack"
        yield Offer(verb, price="Main", fixed={"what": load.name}, reasons=no, rule="CWN-ENC-03")
        if load.bundled:
            packed = (Reason("packed_away", "CWN-ENC-06"),) if load.place == "stowed" else ()
            yield Offer("break bundle", (), "Main", {"what": load.name}, (*no, *packed), "CWN-ENC-06")


# ------------------------------------------------------------------ deeds


def carry(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody takes more upon himself; more than can be pushed is refused, unless for a few metres.

    CWN-ENC-01 CWN-ENC-02 CWN-ENC-04 CWN-ENC-05 CWN-ENC-07
    """
    one, new = ask.table.who(deed.act.text("who")), taken_up(deed)
    after = with_load(one, (*(load for load in sheet(one).load if load.name != new.name), new))
    heavy = ask.table.options["encumbrance"] == "on" and step(ask.table, after) == rules.TOO_MUCH
    if heavy and ask.ruling("too much", ("refused", "a few metres"), "refused", f"{one.name} cannot carry so much") == "refused":
        yield Told("too_heavy", one.id, {"what": new.name}, rules=("CWN-ENC-05",))
        return
    yield set_load(after)
    if deed.act.text("bulk") == TEAMMATE:
        yield Marked(one.id, Mark(DRAGGING, note=new.name), rules=("CWN-ENC-04",))
    yield from weighed(ask.table, after)


def taken_up(deed: Deed) -> Load:
    """What is taken up: by bulk, by weight, or as the GM counts it; a teammate is dragged, not packed.

    CWN-ENC-02 CWN-ENC-04 CWN-ENC-06 CWN-ENC-07
    """
    act, bulk = deed.act, deed.act.text("bulk", "one hand")
    count, name = act.number("count", 1), act.text("what")
    if bulk == WEIGHED:
        return Load(f"{name} ({count} kg)", 1, act.number("points") or rules.bulk_points(count), "stowed")
    each = act.number("points") or rules.BULK[bulk]
    if bulk == TEAMMATE:
        return Load(f"{TEAMMATE} {name}", 1, each, "stowed")
    return Load(name, count, each, "readied" if act.text("place") == "readied" else "stowed", act.text("bundled") == "yes")


def put_down(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody carries something no longer. CWN-ENC-02 CWN-ENC-05"""
    one, what = ask.table.who(deed.act.text("who")), deed.act.text("what")
    after = with_load(one, tuple(load for load in sheet(one).load if load.name != what))
    yield set_load(after)
    if any(mark.name == DRAGGING and mark.note == what for mark in one.marks):
        yield Unmarked(one.id, DRAGGING)
    yield from weighed(ask.table, after)


def unpack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something comes out of the pack, Readied. CWN-ENC-03"""
    yield from replaced(deed, ask, lambda load: replace(load, place="readied"), "CWN-ENC-03")


def pack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something is packed away. CWN-ENC-03"""
    yield from replaced(deed, ask, lambda load: replace(load, place="stowed"), "CWN-ENC-03")


def break_bundle(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A bundle is open: what is left counts one by one. CWN-ENC-06"""
    yield from replaced(deed, ask, lambda load: replace(load, bundled=False), "CWN-ENC-06")


def replaced(deed: Deed, ask: Ask, change: Callable[[Load], Load], rule: str) -> Iterator[Event]:
    """One kind of things is carried in another way."""
    if not (yield from answered(deed, ask)):
        return
    one, what = ask.table.who(deed.who), deed.act.text("what")
    after = with_load(one, tuple(change(load) if load.name == what else load for load in sheet(one).load))
    yield set_load(after)
    yield Told("handles", one.id, {"what": what}, rules=(rule,))
    yield from weighed(ask.table, after)


def with_load(one: Combatant, load: tuple[Load, ...]) -> Combatant:
    """Somebody with another load."""
    return replace(one, sheet=replace(sheet(one), load=load))


def set_load(one: Combatant) -> SheetSet:
    """The load is this now."""
    return SheetSet(one.id, "load", to_builtins(sheet(one).load), quiet=True)


# ------------------------------------------------------------------ what it does


def weighed(table: Table, one: Combatant) -> Iterator[Event]:
    """The points told, and the Move a heavy load leaves; by house rule the GM only gets a note. CWN-ENC-01 CWN-ENC-05"""
    pushed, counts = step(table, one), table.options["encumbrance"] == "on"
    values: dict[str, Value] = {
        "readied": carried(table, one, "readied"), "stowed": carried(table, one, "stowed"),
        "most_readied": rules.most_readied(strength(one)), "most_stowed": rules.most_stowed(strength(one)),
    }  # fmt: skip
    yield Told("load_is", one.id, values, rules=("CWN-ENC-04" if counts else "CWN-ENC-01",), gm=not counts)
    if counts:
        yield from slowed(one, rules.PERCENT[min(pushed, 2)])


def slowed(one: Combatant, percent: int) -> Iterator[Event]:
    """What is left of the Move changes. CWN-ENC-05"""
    now = one.value(SLOWED) or 100
    if percent == now:
        return
    metres = rules.decimetres(sheet(one).move, rules.PERCENT.index(percent)) / 10
    yield Told("move_is", one.id, {"metres": f"{metres:g}"}, rules=("CWN-ENC-05",))
    if percent == 100:
        yield Unmarked(one.id, SLOWED, rules=("CWN-ENC-05",))
    else:
        yield Marked(one.id, Mark(SLOWED, value=percent), rules=("CWN-ENC-05",))


def after_marked(table: Table, event: Marked) -> Iterator[Event]:
    """A weapon changes its place: what somebody carries is weighed anew. CWN-ENC-03 CWN-ENC-05"""
    if not event.mark.name.startswith("item ") or table.options["encumbrance"] != "on":
        return
    one = table.who(event.who)
    if sheet(one).load:
        yield from slowed(one, rules.PERCENT[min(step(table, one), 2)])


OF_THE_TABLE = {"carry": carry, "put down": put_down}
VERBS = {"unpack": unpack, "pack": pack, "break bundle": break_bundle}
