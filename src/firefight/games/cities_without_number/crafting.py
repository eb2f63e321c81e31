"""Building gear: workshop and parts, time and price by grade. No check is rolled; the GM judges what there is to work with."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins

from firefight.ask import Ask
from firefight.events import Adjusted, Event, PoolSet, SheetSet, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import gear, workshop
from firefight.games.cities_without_number import rules_between as rules
from firefight.games.cities_without_number.fittings import Made, Mod
from firefight.games.cities_without_number.sheet import sheet
from firefight.games.cities_without_number.workshop import COMPONENTS, MEANWHILE, PARTS
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Value

HEAL_TOO = ("drug", "cyberware")
CONSUMABLES = ("drug", "other consumable")
CLASSES = ("device", "cyberware", *CONSUMABLES)
RIGGED = ("jury-rigged", "jury-rigged from salvage")
CITY, PACKED, WILD = "in the city", "packed spare parts", "in the wild"


# ------------------------------------------------------------------ lines of the menu


def lines(table: Table) -> Iterator[Offer]:
    """Building things of every class, and what there is in stock. CWN-CRAFT-01 CWN-CRAFT-02"""
    people = workshop.techs(table)
    recipients = Choices("for", tuple(Choice(one.id) for one in people), people[0].id if people else "")
    for one in people:
        yield from (craft_line(one, of, recipients) for of in CLASSES)
        kinds = Choices("what", (Choice(PARTS), Choice(COMPONENTS)), PARTS)
        much = Choices("much", (), 1, "number", 1, 1_000_000)
        yield Offer("stock up", (kinds, much), fixed={"who": one.id}, rule="CWN-CRAFT-02")


def craft_line(one: Combatant, of: str, recipients: Choices) -> Offer:
    """Building something; consumables come in the normal grade only. CWN-CRAFT-01 CWN-CRAFT-05"""
    no = workshop.why_untrained(one, 0, 0 if of in HEAL_TOO else -1, "CWN-CRAFT-01")
    never = (Reason("normal_grade_only", "CWN-CRAFT-05"),) if of in CONSUMABLES else ()
    grades = tuple(Choice(grade, () if grade == "normal" else never) for grade in rules.GRADES)
    kinds = tuple(rules.NORMAL_HOURS) if of == "device" else ("device", "simple device")
    picks = (
        Choices("what", (), "", "text"), Choices("kind", tuple(map(Choice, kinds)), "device"), Choices("grade", grades, "normal"),
        Choices("price", (), 0, "number", 0, 1_000_000_000), Choices("place", tuple(map(Choice, (CITY, PACKED, WILD))), CITY),
        recipients, MEANWHILE,
    )  # fmt: skip
    return Offer("craft", picks, fixed={"who": one.id, "of": of}, reasons=no, rule="CWN-CRAFT-01")


# ------------------------------------------------------------------ building


def craft(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A workshop, parts, and time by grade and kind. CWN-CRAFT-02 CWN-CRAFT-03 CWN-CRAFT-04 CWN-CRAFT-05 CWN-CRAFT-06"""
    act, one = deed.act, ask.table.who(deed.act.text("who"))
    grade = rules.GRADES[act.text("grade", "normal")]
    cost, hours = ask.number("cost", rules.parts_cost(act.number("price"), grade)), built_in(deed, ask)
    if why := why_no_parts(deed, ask, one, cost):
        yield Told("not_built", one.id, {"what": act.text("what"), "why": why}, rules=("CWN-CRAFT-02",))
        return
    if act.text("place") == PACKED:
        yield from workshop.pays(one, PARTS, cost)
    yield from workshop.takes(act, hours, f"{act.text('what')} is built", "CWN-CRAFT-03")
    rule = {"normal": "CWN-CRAFT-05", "mastercrafted": "CWN-CRAFT-06"}.get(act.text("grade", "normal"), "CWN-CRAFT-04")
    values: dict[str, Value] = {"what": act.text("what"), "grade": act.text("grade", "normal")}
    yield Told("built", one.id, {**values, "dollars": cost, "days": days(hours)}, rules=(rule,))
    passed = 0 if act.text("meanwhile") == "yes" else hours * 60
    yield from delivered(deed, ask.table.who(act.text("for", one.id)), one, ask.table.clock.minute + passed)


def built_in(deed: Deed, ask: Ask) -> int:
    """Hours of work; how much faster a very simple device goes is the GM's to say. CWN-CRAFT-03"""
    kind, grade = deed.act.text("kind", "device"), rules.GRADES[deed.act.text("grade", "normal")]
    normal = rules.NORMAL_HOURS[kind]
    if kind == "simple device":
        normal = rules.DAY * ask.amount("days", normal // rules.DAY, f"how many days does {deed.act.text('what')} take?")
    return ask.number("hours", rules.build_hours(normal, grade))


def why_no_parts(deed: Deed, ask: Ask, one: Combatant, cost: int) -> str:
    """What the GM finds lacking: parts in the wild, perfect salvage for fine work. CWN-CRAFT-02 CWN-CRAFT-05"""
    place = deed.act.text("place", CITY)
    if place == PACKED and one.pool(PARTS) < cost:
        return "too few spare parts"
    if place == WILD and ask.ruling("parts", ("no", "yes"), "no", "is there a source of parts in the wild?") == "no":
        return "no source of parts"
    return ""


def days(hours: int) -> str:
    """Hours as days, for the log."""
    return f"{hours / rules.DAY:g}"


def delivered(deed: Deed, to: Combatant, by: Combatant, now: int) -> Iterator[Event]:
    """The thing goes to its owner; what is jury-rigged has to be kept up like a mod. CWN-CRAFT-04 CWN-CRAFT-06"""
    name, grade, known = deed.act.text("what"), deed.act.text("grade", "normal"), sheet(to)
    field = "weapons" if name in gear.all_weapons() else "items"
    yield SheetSet(to.id, field, to_builtins((*getattr(known, field), name)), quiet=True)
    yield SheetSet(to.id, "made", to_builtins((*known.made, Made(name, grade, by.id))), quiet=True)
    if grade in RIGGED:
        rigged = Mod(name, name, by=by.id, since=now, whole=True)
        yield SheetSet(to.id, "mods", to_builtins((*known.mods, rigged)), quiet=True)


def is_rigged(one: Combatant, item: str) -> bool:
    """Whether an item is jury-rigged, and takes no mods. CWN-CRAFT-04"""
    return any(made.name == item and made.grade in RIGGED for made in sheet(one).made)


def is_masterpiece_of(one: Combatant, item: str, tech: str) -> bool:
    """Whether this tech has made the item a masterpiece. CWN-CRAFT-06"""
    return any((made.name, made.grade, made.by) == (item, "mastercrafted", tech) for made in sheet(one).made)


def stock_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Spare parts for so many dollars, or special components found, earned or stolen. CWN-CRAFT-02 CWN-MOD-03"""
    one, pool, much = ask.table.who(deed.act.text("who")), deed.act.text("what", PARTS), deed.act.number("much", 1)
    rule = "CWN-CRAFT-02" if pool == PARTS else "CWN-MOD-03"
    yield gains(one, pool, much, rule)


def gains(one: Combatant, pool: str, much: int, rule: str) -> Event:
    """A stock grows, or begins. CWN-CRAFT-02 CWN-MOD-03"""
    return Adjusted(one.id, pool, much, rules=(rule,)) if pool in one.pools else PoolSet(one.id, pool, much, rules=(rule,))


VERBS = {"craft": craft, "stock up": stock_up}
