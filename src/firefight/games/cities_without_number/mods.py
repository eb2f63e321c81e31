"""Mods: building and moving them, keeping them up, what lapses, and gear that comes with them.

Whom a mod is kept up by stands on the sheet of its owner, and the minute of the last maintenance once nobody does.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins
from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import Event, Marked, SheetSet, Ticked, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import crafting, workshop
from firefight.games.cities_without_number import rules_between as rules
from firefight.games.cities_without_number.fittings import Mod
from firefight.games.cities_without_number.sheet import conscious, level, modifier, sheet
from firefight.games.cities_without_number.workshop import COMPONENTS, MEANWHILE, all_items, all_mods, found, key
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed, Pick, Value

FULL_TIME = "full-time maintenance"
OUT = "taken out"
YES_NO = (Choice("no"), Choice("yes"))

# ------------------------------------------------------------------ what needs maintenance, and who can give it


def needs(one: Combatant, mod: Mod) -> bool:
    """Whether a mod has to be kept up; factory mods only once the item has got another. CWN-CRAFT-06 CWN-MOD-06 CWN-MOD-11"""
    altered = any(other.item == mod.item and not other.factory for other in sheet(one).mods)
    return mod.fitted and not mod.free and (not mod.factory or altered)


def capacity(one: Combatant) -> int:
    """How many mods a tech can keep up now; none of somebody who is gone or down. CWN-MOD-06 CWN-MOD-07 CWN-MAJOR-09"""
    plain = rules.capacity(modifier(one, "Int"), modifier(one, "Con"), level(one, "Fix"), one.has(FULL_TIME))
    return plain if one.here and conscious(one) else 0


def kept(table: Table, tech: str) -> list[tuple[Combatant, Mod]]:
    """The mods that a tech keeps up. CWN-MOD-06"""
    return [(one, mod) for one, mod in all_mods(table) if mod.keeper == tech and needs(one, mod)]


def lapsed_for(table: Table, one: Combatant, mod: Mod, now: int) -> int:
    """Minutes since the last maintenance. CWN-MOD-08"""
    return 0 if mod.keeper or not needs(one, mod) else now - mod.since


def works(table: Table, one: Combatant, item: str) -> bool:
    """Whether an item works: nothing in it a week without maintenance, a jury-rigged one itself a day. CWN-MOD-08 CWN-CRAFT-04"""
    now = table.clock.minute
    mods = [(mod, lapsed_for(table, one, mod, now)) for mod in sheet(one).mods if mod.item == item]
    return not any(rules.is_off(minutes) if mod.whole else rules.is_item_off(minutes) for mod, minutes in mods)


def why_out_of_order(table: Table, one: Combatant, item: str) -> tuple[Reason, ...]:
    """Against using what has stopped working. CWN-MOD-08 CWN-CRAFT-04"""
    return () if not sheet(one).mods or works(table, one, item) else (Reason("out_of_order", "CWN-MOD-08"),)


def mod_works(table: Table, one: Combatant, mod: Mod) -> bool:
    """Whether a mod works: it is in its item, that works, and it is kept up. CWN-MOD-08"""
    lapsed = rules.is_off(lapsed_for(table, one, mod, table.clock.minute))
    return mod.fitted and not lapsed and works(table, one, mod.item)


# ------------------------------------------------------------------ lines of the menu


def lines(table: Table) -> Iterator[Offer]:
    """All that a tech does with mods. CWN-MOD-01 CWN-MOD-05 CWN-MOD-06 CWN-MOD-07 CWN-MOD-09 CWN-MOD-10"""
    for one in workshop.techs(table):
        yield from building(table, one)
        yield from moving(table, one)
        yield from keeping(table, one)
        picks = (Choices("item", (), "", "text"), amount("base price", 0), amount("mods", 1, 20), amount("mods price", 0))
        yield Offer("factory gear", (*picks, amount(COMPONENTS, 0, 20)), fixed={"who": one.id}, rule="CWN-MOD-10")


def amount(pick: str, least: int, most: int = 1_000_000_000) -> Choices:
    """A number of things or dollars."""
    return Choices(pick, (), least, "number", least, most)


def building(table: Table, one: Combatant) -> Iterator[Offer]:
    """Building a mod into an item; levels and components set the bounds. CWN-MOD-02 CWN-MOD-03 CWN-MOD-04 CWN-MOD-07"""
    things = tuple(Choice(f"{owner.id}/{item}", why_no_mods(owner, item)) for owner, item in all_items(table))
    if not things:
        return
    fix, heal = level(one, "Fix"), level(one, "Heal")
    picks = (
        Choices("item", things, things[0].value), Choices("mod", (), "", "text"),
        Choices("fix", (), 0, "number", 0, max(0, fix), Reason("not_skilled", "CWN-MOD-02", {"skill": "Fix", "level": "more"})),
        Choices("heal", (), -1, "number", -1, heal, Reason("not_skilled", "CWN-MOD-02", {"skill": "Heal", "level": "more"})),
        Choices(COMPONENTS, (), 0, "number", 0, one.pool(COMPONENTS), Reason("too_few_components", "CWN-MOD-03")),
        amount("price", 0), Choices("workshop", (Choice("rented"), Choice("own")), "rented"),
        Choices("assistant", YES_NO, "no"),
        Choices("nothing but work", (YES_NO[0], Choice("yes", why_busy(one))), "no"), MEANWHILE,
    )  # fmt: skip
    no = workshop.why_untrained(one, 0, -1, "CWN-MOD-02")
    yield Offer("build mod", picks, fixed={"who": one.id}, reasons=no, rule="CWN-MOD-01")


def why_no_mods(owner: Combatant, item: str) -> tuple[Reason, ...]:
    """Against a mod in a jury-rigged thing. CWN-CRAFT-04"""
    return (Reason("takes_no_mods", "CWN-CRAFT-04"),) if crafting.is_rigged(owner, item) else ()


def why_busy(one: Combatant) -> tuple[Reason, ...]:
    """Against doing nothing but building for one who does nothing but maintain. CWN-MOD-07"""
    return (Reason("maintains_full_time", "CWN-MOD-07"),) if one.has(FULL_TIME) else ()


def moving(table: Table, one: Combatant) -> Iterator[Offer]:
    """Taking a mod out and putting it back, never into another item; stripping it. CWN-MOD-02 CWN-MOD-03 CWN-MOD-05"""
    for owner, mod in all_mods(table):
        if mod.whole:
            continue
        others = (name for name in workshop.items(owner) if name != mod.item)
        to = Choice(OUT) if mod.fitted else Choice(mod.item)
        elsewhere = (Choice(name, (Reason("made_for_another", "CWN-MOD-05"),)) for name in others)
        fixed: dict[str, Pick] = {"who": one.id, "mod": key(owner, mod)}
        no = workshop.why_untrained(one, mod.fix, mod.heal, "CWN-MOD-02")
        yield Offer("install mod", (Choices("to", (to, *elsewhere), to.value), MEANWHILE), "a day", fixed, no, "CWN-MOD-05")
        yield Offer("strip mod", fixed=fixed, rule="CWN-MOD-03")


def keeping(table: Table, one: Combatant) -> Iterator[Offer]:
    """Which mods a tech keeps up, with how much of his time, and what he brings back to work. CWN-MOD-06 CWN-MOD-07 CWN-MOD-09"""
    mods = [(owner, mod) for owner, mod in all_mods(table) if needs(owner, mod)]
    full = len(kept(table, one.id)) >= capacity(one)
    open_ = tuple(Choice(key(owner, mod), why_not_kept(one, mod, full)) for owner, mod in mods if mod.keeper != one.id)
    if open_:
        yield Offer("maintain", (Choices("mod", open_, open_[0].value),), fixed={"who": one.id}, rule="CWN-MOD-06")
    if mine := tuple(Choice(key(owner, mod)) for owner, mod in kept(table, one.id)):
        yield Offer("stop maintaining", (Choices("mod", mine, mine[0].value),), fixed={"who": one.id}, rule="CWN-MOD-06")
    on_mission = (Reason("on_a_mission", "CWN-MOD-07"),) if table.clock.mission is not None and not one.has(FULL_TIME) else ()
    hours = Choices("time", (Choice("as usual"), Choice("all", on_mission)), "as usual")
    yield Offer("working hours", (hours,), fixed={"who": one.id}, rule="CWN-MOD-07")
    broken = dict.fromkeys(f"{owner.id}/{mod.item}" for owner, mod in mods if is_behind(table, owner, mod))
    if choices := tuple(Choice(name, why_incapable(table, one, name)) for name in broken):
        picks = Choices("item", choices, choices[0].value), MEANWHILE
        yield Offer("clear backlog", picks, "an hour", {"who": one.id}, rule="CWN-MOD-09")


def is_behind(table: Table, owner: Combatant, mod: Mod) -> bool:
    """Whether a mod has lapsed. CWN-MOD-09"""
    return rules.is_off(lapsed_for(table, owner, mod, table.clock.minute))


def why_not_kept(one: Combatant, mod: Mod, full: bool) -> tuple[Reason, ...]:
    """Against keeping up one more mod. CWN-MOD-02 CWN-MOD-06"""
    skill = workshop.why_untrained(one, mod.fix, mod.heal, "CWN-MOD-02")
    return (*skill, *((Reason("no_capacity", "CWN-MOD-06"),) if full else ()))


def why_incapable(table: Table, one: Combatant, item: str) -> tuple[Reason, ...]:
    """Against clearing a backlog without the skills of all that has lapsed. CWN-MOD-09"""
    behind = [mod for owner, mod in all_mods(table) if f"{owner.id}/{mod.item}" == item and is_behind(table, owner, mod)]
    fix, heal = max(mod.fix for mod in behind), max(mod.heal for mod in behind)
    return workshop.why_untrained(one, fix, heal, "CWN-MOD-09")


# ------------------------------------------------------------------ building and moving


def build(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Rent, parts, components and weeks, and the mod is in. CWN-MOD-01 CWN-MOD-03 CWN-MOD-04 CWN-CRAFT-06"""
    act, one = deed.act, ask.table.who(deed.act.text("who"))
    owner_id, _, item = act.text("item").partition("/")
    owner = ask.table.who(owner_id)
    hours = ask.number("hours", rules.mod_hours(act.number("fix"), act.number("heal", -1), act.text("assistant") == "yes",
                                                act.text("nothing but work") == "yes"))  # fmt: skip
    rent = ask.number("rent", rules.rent(hours) if act.text("workshop", "rented") == "rented" else 0)
    components = act.number(COMPONENTS)
    yield from workshop.pays(one, COMPONENTS, components)
    yield from workshop.takes(act, hours, f"{act.text('mod')} is built", "CWN-MOD-04")
    since = ask.table.clock.minute + (0 if act.text("meanwhile") == "yes" else hours * 60)
    first = not any(mod.free and mod.item == item and mod.by == one.id for mod in sheet(owner).mods)
    free = first and crafting.is_masterpiece_of(owner, item, one.id)
    name, levels = named(owner, item, act.text("mod")), (act.number("fix"), act.number("heal", -1))
    mod = Mod(name, item, *levels, components, one.id, since=since, free=free)
    restarted = tuple(replace(old, since=since) if old.factory and old.item == item else old for old in sheet(owner).mods)
    yield set_mods(owner, (*restarted, mod))
    dollars = act.number("price") + rent
    values: dict[str, Value] = {
        "mod": mod.name, "item": item, "dollars": dollars, "rent": rent, "days": crafting.days(hours),
    }  # fmt: skip
    yield Told("mod_built", one.id, values, rules=("CWN-MOD-01", "CWN-MOD-04"))


def named(owner: Combatant, item: str, name: str) -> str:
    """A name that no other mod of the item has."""
    taken = {mod.name for mod in sheet(owner).mods if mod.item == item}
    return next(new for new in (name, *(f"{name} {n}" for n in range(2, 1000))) if new not in taken)


def set_mods(owner: Combatant, mods: tuple[Mod, ...]) -> SheetSet:
    """The mods of somebody are these now."""
    return SheetSet(owner.id, "mods", to_builtins(mods), quiet=True)


def changed(owner: Combatant, old: Mod, new: Mod) -> SheetSet:
    """One mod of somebody has changed."""
    return set_mods(owner, tuple(new if mod == old else mod for mod in sheet(owner).mods))


def install(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A day's work takes a mod out, or puts it back. CWN-MOD-05"""
    owner, mod = found(ask.table, deed.act.text("mod"))
    yield from workshop.takes(deed.act, rules.DAY, mod.name, "CWN-MOD-05")
    since = ask.table.clock.minute + (0 if deed.act.text("meanwhile") == "yes" else rules.DAY * 60)
    yield changed(owner, mod, replace(mod, fitted=not mod.fitted, keeper="", since=since))
    key_ = "mod_taken_out" if mod.fitted else "mod_put_back"
    yield Told(key_, deed.act.text("who"), {"mod": mod.name, "item": mod.item}, rules=("CWN-MOD-05",))


def strip(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A mod is broken up for its special components. CWN-MOD-03"""
    owner, mod = found(ask.table, deed.act.text("mod"))
    one = ask.table.who(deed.act.text("who"))
    yield set_mods(owner, tuple(other for other in sheet(owner).mods if other != mod))
    yield Told("mod_stripped", one.id, {"mod": mod.name, "components": mod.components}, rules=("CWN-MOD-03",))
    if mod.components:
        yield crafting.gains(one, COMPONENTS, mod.components, "CWN-MOD-03")


def factory(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Gear with mods built in, which need nothing until somebody adds another. CWN-MOD-10 CWN-MOD-11"""
    act, one = deed.act, ask.table.who(deed.act.text("who"))
    item, count, components = act.text("item"), act.number("mods", 1), act.number(COMPONENTS)
    price = ask.number("price", rules.factory_price(act.number("base price"), act.number("mods price"), components))
    mods = (Mod(f"factory mod {n}", item, factory=True, since=ask.table.clock.minute) for n in range(1, count + 1))
    if item not in workshop.items(one):
        yield SheetSet(one.id, "items", (*sheet(one).items, item), quiet=True)
    yield set_mods(one, (*sheet(one).mods, *mods))
    yield Told("factory_gear", one.id, {"item": item, "mods": count, "dollars": price}, rules=("CWN-MOD-10", "CWN-MOD-11"))


# ------------------------------------------------------------------ maintenance


def maintain(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A tech keeps a mod up from now on; what has lapsed needs its hour first. CWN-MOD-06 CWN-MOD-07 CWN-MOD-09"""
    who, (owner, mod) = deed.act.text("who"), found(ask.table, deed.act.text("mod"))
    if is_behind(ask.table, owner, mod):
        yield Ticked(60, f"a backlog of {mod.item}", rules=("CWN-MOD-09",))
    yield changed(owner, mod, replace(mod, keeper=who))
    yield Told("maintains", who, {"mod": mod.name, "item": mod.item}, rules=("CWN-MOD-06",))


def stop(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A tech keeps a mod up no longer: its clocks run from now. CWN-MOD-06 CWN-MOD-08"""
    who, (owner, mod) = deed.act.text("who"), found(ask.table, deed.act.text("mod"))
    yield changed(owner, mod, replace(mod, keeper="", since=ask.table.clock.minute))
    yield Told("maintains_no_longer", who, {"mod": mod.name, "item": mod.item}, rules=("CWN-MOD-08",))


def working_hours(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whether a tech does nothing else. CWN-MOD-07"""
    who, all_ = deed.act.text("who"), deed.act.text("time") == "all"
    if all_:
        yield Marked(who, Mark(FULL_TIME), rules=("CWN-MOD-07",))
        return
    if ask.table.who(who).has(FULL_TIME):
        yield Unmarked(who, FULL_TIME, rules=("CWN-MOD-07",))
    one = ask.table.who(who)
    usual = replace(one, marks=tuple(mark for mark in one.marks if mark.name != FULL_TIME))
    yield from released(ask.table, one, capacity(usual), 0)


def clear(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An hour brings an item and all that has lapsed in it back to work. CWN-MOD-09"""
    owner_id, _, item = deed.act.text("item").partition("/")
    owner = ask.table.who(owner_id)
    yield from workshop.takes(deed.act, 1, f"a backlog of {item}", "CWN-MOD-09")
    now = ask.table.clock.minute + (0 if deed.act.text("meanwhile") == "yes" else 60)
    yield set_mods(owner, tuple(replace(mod, since=now) if mod.item == item else mod for mod in sheet(owner).mods))
    yield Told("backlog_cleared", deed.act.text("who"), {"item": item}, rules=("CWN-MOD-09",))


# ------------------------------------------------------------------ what time does


def after_ticked(table: Table, event: Ticked) -> Iterator[Event]:
    """Time goes by: who cannot keep up so much lets something go, and what lapses is told. CWN-MOD-06 CWN-MOD-08"""
    owners = [(one, mod) for one, mod in all_mods(table) if needs(one, mod)]
    if not owners:
        return
    for tech in dict.fromkeys(mod.keeper for _, mod in owners if mod.keeper):
        yield from released(table, table.who(tech), capacity(table.who(tech)), event.minutes)
    for one, mod in owners:
        yield from lapses(table, one, mod, event.minutes)


def released(table: Table, tech: Combatant, most: int, minutes: int) -> Iterator[Event]:
    """What is more than a tech can keep up has been without maintenance since so many minutes. CWN-MOD-06"""
    over = kept(table, tech.id)[most:]
    for owner in dict.fromkeys(one.id for one, _ in over):
        gone = {mod.name + mod.item for one, mod in over if one.id == owner}
        since = table.clock.minute - minutes
        mods = sheet(table.who(owner)).mods
        yield set_mods(
            table.who(owner), tuple(replace(mod, keeper="", since=since) if mod.name + mod.item in gone else mod for mod in mods)
        )
    for one, mod in over:
        yield from lapses(table, one, replace(mod, keeper="", since=table.clock.minute - minutes), minutes)
    if over:
        yield Told("keeps_less", tech.id, {"count": len(over)}, rules=("CWN-MOD-06",))


def lapses(table: Table, one: Combatant, mod: Mod, minutes: int) -> Iterator[Event]:
    """A mod stops working in this time, or its item. CWN-MOD-08 CWN-CRAFT-04"""
    now = lapsed_for(table, one, mod, table.clock.minute)
    before = now - minutes
    values: dict[str, Pick] = {"mod": mod.name, "item": mod.item}
    rule = "CWN-CRAFT-04" if mod.whole else "CWN-MOD-08"
    if rules.is_off(now) and not rules.is_off(before):
        yield Told("item_lapses" if mod.whole else "mod_lapses", one.id, values, rules=(rule,))
    if rules.is_item_off(now) and not rules.is_item_off(before) and not mod.whole:
        yield Told("item_lapses", one.id, values, rules=(rule,))


VERBS = {
    "build mod": build, "install mod": install, "strip mod": strip, "factory gear": factory, "maintain": maintain,
    "stop maintaining": stop, "working hours": working_hours, "clear backlog": clear,
}  # fmt: skip
