"""An attack from the declaration to the hit: plain, aimed, Autofire, a thing thrown.

Every number can be overruled by name: "distance", "dv", "attack total", "dodge total", "damage total", `line.sp` and
the other fields of `rules.Action`, `rules.Defense` and `rules.Hit`. A weapon without numbers, or a note "by hand",
leaves what it does to the GM.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Literal, NamedTuple

from msgspec.structs import replace

from firefight import scene as the_map
from firefight.ask import Ask
from firefight.dice import Dice
from firefight.effects import effects
from firefight.events import Event, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import arms, checks, rules
from firefight.games.cyberpunk_red.arms import Item
from firefight.games.cyberpunk_red.gear import ACTION, fired, loaded, rounds_left, weapon, weapons
from firefight.games.cyberpunk_red.scene import DOWN, flag, people, targets
from firefight.games.cyberpunk_red.sheet import is_vehicle, stat_of
from firefight.games.cyberpunk_red.wounds import BODY, HEAD, HELD_ITEM, LEG, sp_of, suffers
from firefight.table import Combatant, Table
from firefight.timeline import Deed

AIMED, BURST, NEAR, EASY = -8, 10, 6, 9
"""What aiming takes off, the rounds of Autofire, the distance where nobody says another, the DV of somebody helpless."""
UNAWARE = (*DOWN, "surprised", "unaware")


class Blow(NamedTuple):
    """An attack under way: who, whom, with what, at what of him, and which table of DVs it goes by."""

    deed: Deed
    one: Combatant
    target: Combatant
    weapon: Item
    location: str = BODY
    dvs: Literal["range", "autofire"] = "range"


# ------------------------------------------------------------------ lines of the menu


def attack_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """An attack with each weapon in hand, and bare-handed. CPR-ACT-03 CPR-ATK-04"""
    for held in weapons(table, one.id):
        yield line(table, one, held, "attack", "CPR-ACT-03")


def aimed_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """One aimed attack for the whole Action. CPR-ATK-05"""
    for held in weapons(table, one.id):
        if held.dice:
            at = Choices("at", tuple(map(Choice, (HEAD, HELD_ITEM, LEG))), HEAD)
            yield line(table, one, held, "aimed attack", "CPR-ATK-05", at)


def autofire_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Ten rounds for the whole Action. CPR-ATK-06"""
    for held in weapons(table, one.id):
        if held.autofire:
            yield line(table, one, held, "autofire", "CPR-ATK-06")


def line(table: Table, one: Combatant, held: Item, verb: str, rule: str, *more: Choices) -> Offer:
    """A line for one weapon; one without numbers asks for the target alone. CPR-ATK-01 CPR-ATK-03"""
    dvs = arms.difficulties("autofire" if verb == "autofire" else "range", held.range)
    found = targets(table, one, held.reach)
    at = within_range(table, one, dvs, people(table, found) if verb == "aimed attack" else found)
    reasons = why_not_with(table, one, held, verb)
    picks = (at, *more, *distance_pick(table, one, dvs), *checks.luck_picks(one)) if held.dice else (at,)
    return Offer(verb, picks, ACTION, {"weapon": held.name}, reasons, rule)


def why_not_with(table: Table, one: Combatant, held: Item, verb: str) -> tuple[Reason, ...]:
    """Why somebody cannot use this weapon now: too few rounds in it, or both hands on it in a grapple.

    CPR-ACT-18 CPR-ATK-06 CPR-ATK-07
    """
    rounds, needed = rounds_left(table, one.id, held), BURST if verb == "autofire" else 1
    rule = "CPR-ATK-06" if needed == BURST else "CPR-ACT-18"
    empty = Reason("too_few_rounds", rule, {"left": rounds or 0}) if rounds is not None and rounds < needed else None
    clinch = Reason("hands_full_of_somebody", "CPR-ATK-07") if held.hands > 1 and one.has_any(checks.HELD) else None
    return tuple(reason for reason in (empty, clinch) if reason)


def within_range(table: Table, one: Combatant, dvs: tuple[int, ...], found: Choices) -> Choices:
    """The targets, with what is too far off for the weapon as far as the distance is known. CPR-ATK-01"""
    if not dvs:
        return found
    far = Reason("out_of_range", "CPR-ATK-01")
    choices = tuple(
        Choice(choice.value, (*choice.reasons, far)) if is_too_far(table, one, table.who(str(choice.value)), dvs) else choice
        for choice in found.choices
    )
    return Choices("target", choices, next((choice.value for choice in choices if not choice.reasons), ""))


def is_too_far(table: Table, one: Combatant, other: Combatant, dvs: tuple[int, ...]) -> bool:
    """Whether another is known to be out of a weapon's range. CPR-ATK-01"""
    metres = known_distance(table, one, other)
    return metres is not None and not dv_at(dvs, metres)


def distance_pick(table: Table, one: Combatant, dvs: tuple[int, ...]) -> tuple[Choices, ...]:
    """How far off the target is, where no map and no flag tells of everybody. CPR-ATK-01"""
    if not dvs or all(known_distance(table, one, other) is not None for other in table.present() if other.id != one.id):
        return ()
    most = max(end for end, dv in zip(rules.BANDS, dvs, strict=True) if dv)
    return (Choices("distance", (), NEAR, "number", 0, most, Reason("out_of_range", "CPR-ATK-01")),)


def known_distance(table: Table, one: Combatant, other: Combatant) -> int | None:
    """Metres to another, begun ones counted whole, by the map or the GM's flag; None where neither tells. CPR-ATK-01"""
    metres, off = the_map.distance(table, one, other), flag(one, other, "metres off")
    return ceil(metres - 1e-9) if metres is not None else off.value if off else None


def dv_at(dvs: tuple[int, ...], metres: float) -> int:
    """The DV at a distance; 0 for out of range. CPR-ATK-01"""
    band = rules.band(metres)
    return dvs[band] if band < len(dvs) else 0


# ------------------------------------------------------------------ deeds


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An attack, by the rules or by the GM's word. CPR-ACT-03"""
    target, held = deed.act.text("target"), weapon(ask.table, deed.who, deed.act.text("weapon"))
    one, other = ask.table.who(deed.who), ask.table.who(target)
    if ask.number("by hand", not held.dice):
        yield from done_to(deed, ask, target, f"{one.name} attacks {other.name} with {deed.act.text('weapon')}")
    else:
        yield from fought(Blow(deed, one, other, held, deed.act.text("at", BODY)), ask)
    yield from fired(ask.table, deed.who, held, 1)


def autofire(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Ten rounds at once. CPR-ATK-06"""
    held = weapon(ask.table, deed.who, deed.act.text("weapon"))
    blow = Blow(deed, ask.table.who(deed.who), ask.table.who(deed.act.text("target")), held, BODY, "autofire")
    yield from fought(blow, ask)
    yield from fired(ask.table, deed.who, held, BURST)


def thrown(deed: Deed, ask: Ask, what: Item, target: str) -> Iterator[Event]:
    """A thing is thrown at somebody: DEX and Athletics, on the row of thrown things. CPR-ATK-01 CPR-ATK-07"""
    yield from fought(Blow(deed, ask.table.who(deed.who), ask.table.who(target), what), ask)


def flying(what: Item) -> Item:
    """A thing as it counts when it is thrown, a blade included. CPR-ATK-07"""
    return replace(what, skill="athletics", range="thrown", reach=0, halves=False)


def done_to(deed: Deed, ask: Ask, target: str, about: str) -> Iterator[Event]:
    """What the GM says comes of it for somebody. CPR-ACT-03 CPR-ACT-10 CPR-ACT-18"""
    yield from effects(ask.effect("effect", about), ask.table, target, deed.who)


def fought(blow: Blow, ask: Ask) -> Iterator[Event]:
    """The Check against the DV or against the defender, and what a hit does. CPR-ATK-01 CPR-ATK-02 CPR-ATK-03"""
    dv = needed(blow, ask)
    if not dv and not blow.weapon.reach:
        yield Told("out_of_range", blow.one.id, {"target": blow.target.id}, about=(blow.target.id,), rules=("CPR-ATK-01",))
        return
    is_opposed = opposes(blow, ask)
    total = checks.action(ask, blow.one.id, "attack", *stat_and_skill(blow), AIMED if blow.location != BODY else 0)
    defense = checks.defense(ask, blow.target.id, "dodge", "dex", "evasion") if is_opposed else None
    against = defense.total if defense else dv
    hit = rules.beats(total, against) if defense else rules.succeeds(total, against, ask.table.is_on("check_tie_succeeds"))
    yield told(blow, ask, total, against, defense is not None, hit)
    yield from checks.luck_spent(blow.deed)
    yield from checks.luck_gone(defense.who, defense.luck) if defense else ()
    yield from damaged(blow, ask, total, against) if hit else ()


def stat_and_skill(blow: Blow) -> tuple[str, str]:
    """REF behind a weapon for a distance, DEX behind a blow or a throw. CPR-ATK-01 CPR-ATK-03 CPR-ATK-06"""
    by_hand = blow.weapon.reach or blow.weapon.range == "thrown"
    return "dex" if by_hand else "ref", "autofire" if blow.dvs == "autofire" else blow.weapon.skill


# ------------------------------------------------------------------ what it goes against


def needed(blow: Blow, ask: Ask) -> int:
    """The DV at this distance, as the GM lets it stand; 0 for out of range. CPR-ATK-01 CPR-ATK-06"""
    if blow.weapon.reach:
        return ask.number("dv", EASY) if is_helpless(blow) else 0
    known = known_distance(ask.table, blow.one, blow.target)
    metres = ask.number("distance", blow.deed.act.number("distance", NEAR) if known is None else known)
    dv = dv_at(arms.difficulties(blow.dvs, blow.weapon.range or "thrown"), metres)
    return ask.number("dv", dv)


def opposes(blow: Blow, ask: Ask) -> bool:
    """Whether the defender rolls: always against a blow; against a shot if he is quick, aware of it, and wants to.

    CPR-ATK-02 CPR-ATK-03
    """
    if is_helpless(blow):
        return False
    if blow.weapon.reach:
        return True
    who, table = blow.target.id, ask.table
    if not rules.may_dodge(stat_of(table, who, "ref")) or is_unaware(blow):
        return False
    about = f"{blow.one.name} attacks {blow.target.name}: {blow.weapon.name}"
    return ask.choose(f"dodges {who}", who, ("dodge", "stand"), "stand", about) == "dodge"


def is_helpless(blow: Blow) -> bool:
    """Whether the target cannot defend itself at all: down, or a thing."""
    return blow.target.has_any(DOWN) or is_vehicle(blow.target)


def is_unaware(blow: Blow) -> bool:
    """Whether the target does not see the attack coming. CPR-ATK-02"""
    return blow.target.has_any(UNAWARE) or blow.one.hidden or flag(blow.target, blow.one, "unseen") is not None


def told(blow: Blow, ask: Ask, total: int, against: int, is_opposed: bool, hit: bool) -> Told:
    """How the Check went; totals of the GM's people are his alone."""
    key = ("dodge_hit" if hit else "dodge_miss") if is_opposed else ("attack_hit" if hit else "attack_miss")
    rule = "CPR-ATK-03" if blow.weapon.reach else "CPR-ATK-02" if is_opposed else "CPR-ATK-01"
    line = checks.told(ask, key, blow.one.id, total, against, blow.target.id, not is_opposed)
    return Told(key, line.who, line.values, secret=line.secret, about=line.about, rules=(rule,))


# ------------------------------------------------------------------ what a hit does


def damaged(blow: Blow, ask: Ask, total: int, against: int) -> Iterator[Event]:
    """The dice of damage, and the hit as a deed that follows. CPR-ATK-04 CPR-ATK-05 CPR-ATK-06 CPR-DMG-02 CPR-DMG-03"""
    is_burst = blow.dvs == "autofire"
    (faces,) = ask.throw(damage=Dice(2 if is_burst else blow.weapon.dice, 6))
    times = rules.multiplier(total, against, blow.weapon.autofire) if is_burst else 1
    damage = ask.number("damage total", sum(faces) * times)
    if times > 1:
        yield Told("multiplied", blow.one.id, {"rolled": sum(faces), "times": times, "damage": damage}, rules=("CPR-ATK-06",))
    struck = ask.table.who(shielded(blow, ask))
    pierces = arms.ammunition().get(loaded(ask.table, blow.one.id, blow.weapon), 1)
    hit = rules.Hit(damage, sp_of(struck, blow.location), blow.weapon.halves, blow.location == HEAD, pierces)
    yield suffers(blow.deed, struck.id, ask.line(hit), blow.location, faces.count(6))


def shielded(blow: Blow, ask: Ask) -> str:
    """Who is hit: the target, or the one it holds up as a shield, as the GM says. CPR-ACT-18"""
    for one in ask.table.present():
        mark = one.mark("human shield")
        if mark and mark.by == blow.target.id and one.id != blow.one.id and not blow.weapon.reach:
            return ask.ruling("human shield", (one.id, blow.target.id), one.id, f"who is hit, {one.name} or {blow.target.name}?")
    return blow.target.id
