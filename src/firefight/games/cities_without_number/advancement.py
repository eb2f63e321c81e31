"""Experience, and what a new level brings: one guided deed for each level, step by step.

The deed works on a copy of the sheet; what has changed is set at its end, field by field, so that one undo takes it all back.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins
from msgspec.structs import fields, replace

from firefight.ask import Ask
from firefight.dice import Dice
from firefight.events import Event, PoolSet, SheetSet, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import rules_between as rules
from firefight.games.cities_without_number.rules import UNTRAINED, attribute_modifier
from firefight.games.cities_without_number.sheet import ATTRIBUTES, SKILLS, Sheet, modifier, sheet
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Value

EVERYBODY = "everybody"
KEEP = "keep the rest"
EDUCATED, HARD, ON_TARGET, OTHER = "Educated", "Hard to Kill", "On Target", "another Edge"
EDGES = (EDUCATED, HARD, ON_TARGET, OTHER)
"""What a third Edge can be; the three of magic are for new characters alone. CWN-ADV-16 CWN-ADV-18"""
AVERAGE_MISSION = 3
MOST_PURCHASES = 60

# ------------------------------------------------------------------ lines of the menu


def lines(table: Table) -> Iterator[Offer]:
    """Experience for the PCs, their new levels, and points they have saved. CWN-ADV-01 CWN-ADV-03 CWN-ADV-08"""
    pcs = [one for one in table.present() if one.pc]
    if table.timeline.running or not pcs:
        return
    who = Choices("who", (Choice(EVERYBODY), *(Choice(one.id) for one in pcs)), EVERYBODY)
    points = Choices("points", (), AVERAGE_MISSION, "number", 1, 1000)
    yield Offer("award experience", (who, points), rule="CWN-ADV-01")
    for one in pcs:
        yield level_line(table, one)
        none = () if sheet(one).skill_points else (Reason("no_points", "CWN-ADV-09"),)
        yield Offer("spend points", fixed={"who": one.id}, reasons=none, rule="CWN-ADV-08")


def level_line(table: Table, one: Combatant) -> Offer:
    """A new level, with the Focus it brings where it brings one. CWN-ADV-02 CWN-ADV-13 CWN-ADV-14"""
    known = sheet(one)
    due = rules.level_for(known.experience, table.options["xp_rate"] == "slow")
    no = () if due > known.level else (Reason("no_new_level", "CWN-ADV-02"),)
    picks: tuple[Choices, ...] = ()
    if known.level + 1 in rules.FOCUS_LEVELS:
        held = tuple(Choice(name) for name in known.foci)
        picks = Choices("focus", held, "", "text"), Choices("bonus skill", tuple(map(Choice, ("", *SKILLS))), "")
    return Offer("level up", picks, fixed={"who": one.id}, reasons=no, rule="CWN-ADV-03")


# ------------------------------------------------------------------ experience


def award(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Points for a mission, added to the total and never spent. CWN-ADV-01 CWN-ADV-02"""
    who, points = deed.act.text("who"), deed.act.number("points", AVERAGE_MISSION)
    for one in ask.table.present():
        if one.pc and who in (EVERYBODY, one.id):
            total = sheet(one).experience + points
            level = rules.level_for(total, ask.table.options["xp_rate"] == "slow")
            yield SheetSet(one.id, "experience", total, quiet=True)
            values: dict[str, Value] = {"points": points, "total": total, "level": max(level, sheet(one).level)}
            yield Told("experience", one.id, values, rules=("CWN-ADV-01", "CWN-ADV-02"))


# ------------------------------------------------------------------ a new level


def level_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One level: Edge, hit points, saves and attack by themselves, points and what they buy, Focus.

    CWN-ADV-02 CWN-ADV-03 CWN-ADV-05 CWN-ADV-06 CWN-ADV-12
    """
    who = deed.act.text("who")
    one = ask.table.who(who)
    old = sheet(one)
    new, just_now = edged(ask, who, replace(old, level=old.level + 1))
    new = earned(new, just_now)
    if ask.table.options["levelup_order"] == "player":
        new = spent(ask, who, new, "first", ATTRIBUTES)
    most = rolled(ask, one, new, just_now == HARD)
    new = focused(deed, ask, who, spent(ask, who, new, "spend", (*SKILLS, *ATTRIBUTES)))
    yield Told("new_level", who, {"level": new.level}, rules=("CWN-ADV-03",))
    yield from changes(who, old, replace(new, hp=most))
    yield from healthier(ask.table, one, most)
    yield Told("grown", who, summary(old, new, most), rules=("CWN-ADV-04", "CWN-ADV-06", "CWN-ADV-07"))


def edged(ask: Ask, who: str, new: Sheet) -> tuple[Sheet, str]:
    """The third Edge, before the hit points are rolled. CWN-ADV-03 CWN-ADV-16 CWN-ADV-18"""
    if new.level != rules.EDGE_LEVEL:
        return new, ""
    open_ = tuple(edge for edge in EDGES if edge not in new.edges)
    edge = ask.choose("edge", who, open_, open_[0], "a third Edge")
    return replace(new, edges=(*new.edges, edge)), edge


def earned(new: Sheet, just_now: str) -> Sheet:
    """Skill points of a new level, and the attack bonus. CWN-ADV-06 CWN-ADV-07 CWN-ADV-16"""
    points = rules.skill_points(new.level, EDUCATED in new.edges, just_now == EDUCATED)
    attack = rules.attack_bonus(new.level, ON_TARGET in new.edges)
    return replace(new, skill_points=new.skill_points + points, attack=attack)


def rolled(ask: Ask, one: Combatant, new: Sheet, hard_now: bool) -> int:
    """The new maximum of hit points. CWN-ADV-04 CWN-ADV-17"""
    most = one.pools["hp"].most or sheet(one).hp
    bumped = rules.raised(most, new.level, hard_now and ask.table.options["hardtokill_retro"] == "bump-and-roll")
    faces = ask.throw_for(one.id, {"hit points": Dice(new.level, 6)})[0]
    con = modifier(replace_sheet(one, new), "Con")
    return ask.number("maximum", rules.hit_points(faces, con, HARD in new.edges, bumped))


def replace_sheet(one: Combatant, new: Sheet) -> Combatant:
    """Somebody with another sheet."""
    return replace(one, sheet=new)


def healthier(table: Table, one: Combatant, most: int) -> Iterator[Event]:
    """The maximum rises, and with it by default what is left. CWN-ADV-04"""
    pool = one.pools["hp"]
    now = rules.current(pool.now, pool.most or sheet(one).hp, most, table.options["levelup_current"] == "with-max")
    yield PoolSet(one.id, "hp", now, most=most, rules=("CWN-ADV-04",))


def summary(old: Sheet, new: Sheet, most: int) -> dict[str, Value]:
    """What a level has brought, for the log."""
    bought = [f"{skill}-{level}" for skill, level in new.skills.items() if old.skills.get(skill) != level]
    raised = [f"{name} {score}" for name, score in new.attributes.items() if old.attributes.get(name, 10) != score]
    gained = [*bought, *raised, *(edge for edge in new.edges if edge not in old.edges)]
    return {"most": most, "attack": new.attack or 0, "points": new.skill_points, "gained": ", ".join(gained) or "-"}


def changes(who: str, old: Sheet, new: Sheet) -> Iterator[SheetSet]:
    """Every field that is no longer what it was."""
    for name in (field.name for field in fields(Sheet)):
        if getattr(old, name) != getattr(new, name):
            yield SheetSet(who, name, to_builtins(getattr(new, name)), quiet=True)


# ------------------------------------------------------------------ spending


def spend_points(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Saved points between levels, with a teacher or another reason that satisfies the GM. CWN-ADV-08"""
    who = deed.act.text("who")
    old = sheet(ask.table.who(who))
    if ask.ruling("training", ("approved", "refused"), "approved", "a teacher, or how else?") == "refused":
        yield Told("no_training", who, rules=("CWN-ADV-08",))
        return
    new = spent(ask, who, old, "spend", (*SKILLS, *ATTRIBUTES))
    yield from changes(who, old, new)
    most = ask.table.who(who).pools["hp"].most or old.hp
    yield Told("grown", who, summary(old, new, most), rules=("CWN-ADV-08", "CWN-ADV-09"))


def spent(ask: Ask, who: str, new: Sheet, label: str, among: tuple[str, ...]) -> Sheet:
    """Purchases one after another, of what is open and paid for, until the player keeps the rest. CWN-ADV-09 CWN-ADV-11"""
    for n in range(1, MOST_PURCHASES):
        open_ = tuple(thing for thing in among if is_open(new, thing))
        if not open_:
            break
        picked = ask.choose(f"{label} {n}", who, (*open_, KEEP), KEEP, f"{new.skill_points} points: {prices(new, open_)}")
        if picked == KEEP:
            break
        new = boosted(new, picked) if picked in ATTRIBUTES else stepped(new, picked)
    return new


def is_open(new: Sheet, thing: str) -> bool:
    """Whether a skill or an attribute can be bought now. CWN-ADV-09 CWN-ADV-10 CWN-ADV-11 CWN-ADV-12 CWN-ADV-15"""
    if thing in ATTRIBUTES:
        return rules.can_boost(new.boosts, new.level, new.skill_points, new.attributes.get(thing, 10), new.underdog)
    return rules.can_step(new.skills.get(thing, UNTRAINED) + 1, new.level, new.skill_points, new.credit.get(thing, 0))


def prices(new: Sheet, open_: tuple[str, ...]) -> str:
    """What everything that is open costs."""
    return ", ".join(f"{thing} {price(new, thing)}" for thing in open_)


def price(new: Sheet, thing: str) -> int:
    """Points of one's own that a purchase takes. CWN-ADV-09 CWN-ADV-11 CWN-ADV-15"""
    if thing in ATTRIBUTES:
        return rules.BOOST_COSTS[new.boosts]
    return rules.step_cost(new.skills.get(thing, UNTRAINED) + 1) - new.credit.get(thing, 0)


def stepped(new: Sheet, skill: str) -> Sheet:
    """A skill goes up one level; credit that lay on it is used up. CWN-ADV-09 CWN-ADV-15"""
    skills = {**new.skills, skill: new.skills.get(skill, UNTRAINED) + 1}
    credit = {name: points for name, points in new.credit.items() if name != skill}
    return replace(new, skills=skills, credit=credit, skill_points=new.skill_points - price(new, skill))


def boosted(new: Sheet, attribute: str) -> Sheet:
    """An attribute goes up by one; its modifier follows. CWN-ADV-11 CWN-ADV-19"""
    score = new.attributes.get(attribute, 10)
    moved = attribute_modifier(score + 1) - attribute_modifier(score)
    modifiers = {name: value + (moved if name == attribute else 0) for name, value in new.modifiers.items()}
    attributes = {**new.attributes, attribute: score + 1}
    points = new.skill_points - price(new, attribute)
    return replace(new, attributes=attributes, modifiers=modifiers, boosts=new.boosts + 1, skill_points=points)


# ------------------------------------------------------------------ Foci


def focused(deed: Deed, ask: Ask, who: str, new: Sheet) -> Sheet:
    """A new Focus, or one more level of one; only the first brings its skill. CWN-ADV-13 CWN-ADV-14"""
    name, skill = deed.act.text("focus").strip(), deed.act.text("bonus skill")
    if not name:
        return new
    level = new.foci.get(name, 0) + 1
    return with_bonus(ask, who, replace(new, foci={**new.foci, name: level}), skill if level == 1 else "")


def with_bonus(ask: Ask, who: str, new: Sheet, skill: str) -> Sheet:
    """Three points for a skill, or for another one where that has no level left. CWN-ADV-14 CWN-ADV-15"""
    if not skill:
        return new
    if new.skills.get(skill, UNTRAINED) >= rules.MOST_SKILL:
        others = tuple(name for name in SKILLS if new.skills.get(name, UNTRAINED) < rules.MOST_SKILL)
        skill = ask.choose("other skill", who, others, others[0], f"{skill} has no level left")
    credit = new.credit.get(skill, 0) + rules.FOCUS_POINTS
    step = rules.credited(new.skills.get(skill, UNTRAINED), credit)
    rest = {name: points for name, points in new.credit.items() if name != skill}
    kept = {**rest, skill: step.credit} if step.credit else rest
    skills = new.skills if step.level == UNTRAINED else {**new.skills, skill: step.level}
    return replace(new, skills=skills, credit=kept)


VERBS = {"award experience": award, "level up": level_up, "spend points": spend_points}
