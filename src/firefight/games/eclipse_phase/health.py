"""Damage that has come through: Durability, wounds, who falls, who is out, who bleeds.

Durability counts down from its maximum, so the damage taken is what is missing. What somebody suffers is a deed of its
own: of shots at one moment all take effect before anybody falls. "healing spray" is a mark the GM puts on.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Followed, Marked, PoolSet, SheetSet, Told, Unmarked
from firefight.games.eclipse_phase import rules
from firefight.games.eclipse_phase.checks import afterwards, aptitude_test, reckoned, roll, succeeded, told
from firefight.games.eclipse_phase.sheet import sheet
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed

BY_DAMAGE = "damage"
SPRAY = "healing spray"
CHECKS = "bleeding checks"
"""Book-keeping: the checks against bleeding that are over, so that the next one is thrown anew."""


def taken(table: Table, who: str) -> int:
    """The damage somebody has taken. EP-DMG-01"""
    return sheet(table, who).durability - table.who(who).pool("durability")


def is_biomorph(table: Table, who: str) -> bool:
    """Whether somebody is flesh and blood."""
    return sheet(table, who).morph == "biomorph"


# ------------------------------------------------------------------ what somebody suffers


def suffering(who: str, damage: int, deed: str) -> Followed:
    """The deed in which somebody suffers damage of one source."""
    return Followed(Act("suffer", {"who": who, "damage": damage}), f"{deed}/suffer {who}")


def suffer(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Damage of one source, the wounds it makes, and whether they floor somebody. EP-DMG-01 EP-DMG-02"""
    who, damage = deed.act.text("who"), deed.act.number("damage")
    wounds = ask.number(f"wounds {who}", rules.wounds(damage, rules.wound_threshold(sheet(ask.table, who).durability)))
    yield Adjusted(who, "durability", -damage, rules=("EP-DMG-01",))
    if wounds:
        yield Adjusted(who, "wounds", wounds, rules=("EP-DMG-02",))
        yield from floored(ask, who, damage, wounds)


def floored(ask: Ask, who: str, damage: int, wounds: int) -> Iterator[Event]:
    """One wound: a SOM check or prone. Two or more: prone, and a SOM check or unconscious. Who is out lies anyway. EP-DMG-02"""
    one = ask.table.who(who)
    out = rules.is_down(taken(ask.table, who) + damage, sheet(ask.table, who).durability)
    if out or one.has_any(("unconscious", "disabled", "dead", "out")):
        yield from prone(one)
        return
    found = afterwards(ask, roll(ask, aptitude_test(one, f"som {who}", "somatics", wounds=wounds)), succeeded)
    yield from (*reckoned(ask, found), told(ask, found, "SOM"))
    if wounds > 1 or not found.found.success:
        yield from prone(one)
    if wounds > 1 and not found.found.success:
        yield Marked(who, Mark("unconscious"), rules=("EP-DMG-02",))


def prone(one: Combatant) -> Iterator[Event]:
    """Down on the ground, if not there already. EP-DMG-02"""
    if not one.has("prone"):
        yield Marked(one.id, Mark("prone"), rules=("EP-DMG-02",))


# ------------------------------------------------------------------ what follows from it by itself


def follows(table: Table, event: Event) -> Iterator[Event]:
    """States from damage, and the check against bleeding out, once. EP-DMG-01 EP-DMG-03"""
    if isinstance(event, Adjusted | PoolSet):
        changed = event.pool in ("durability", "wounds")
    else:
        changed = isinstance(event, SheetSet) and event.field in ("durability", "morph")
    if not changed:
        return
    who = event.concerns()[0]
    one, damage, durability, flesh = table.who(who), taken(table, who), sheet(table, who).durability, is_biomorph(table, who)
    dead = rules.is_dead(damage, durability, flesh)
    yield from state(one, "dead", dead)
    yield from state(one, "unconscious" if flesh else "disabled", rules.is_down(damage, durability))
    may_bleed = rules.bleeds(damage, durability, one.pool("wounds"), flesh) and not dead
    if may_bleed and not one.has("bleeding checked"):
        yield Marked(who, Mark("bleeding checked", quiet=True))
        again = f" {one.value(CHECKS) + 1}" if one.has(CHECKS) else ""
        yield Followed(Act("bleeding check", {"who": who}), f"{event_path(table)}/bleeding {who}{again}")
    elif one.has("bleeding checked") and not may_bleed:
        yield Unmarked(who, "bleeding checked", quiet=True)
        yield Marked(who, Mark(CHECKS, value=one.value(CHECKS) + 1, quiet=True))
        yield from (Unmarked(who, "bleeding", rules=("EP-DMG-03",)),) if one.has("bleeding") else ()


def event_path(table: Table) -> str:
    """The path of a deed that follows from a number: the fight and the turn, or the scene and the minute."""
    line, clock = table.timeline, table.clock
    return f"{line.fight}.{line.round}" if line.running else f"scene {clock.scene}.{line.fight}.{clock.minute}"


def state(one: Combatant, name: str, wanted: bool) -> Iterator[Event]:
    """Puts a state on or takes it off again; one that came of something else stays. EP-DMG-01"""
    mark = one.mark(name)
    if wanted and mark is None:
        yield Marked(one.id, Mark(name, note=BY_DAMAGE), rules=("EP-DMG-01",))
    elif mark is not None and mark.note == BY_DAMAGE and not wanted:
        yield Unmarked(one.id, name, rules=("EP-DMG-01",))


# ------------------------------------------------------------------ bleeding out


def bleeding_check(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A SOM check, easier with healing spray; whoever fails it bleeds. EP-DMG-03"""
    who = deed.act.text("who")
    one = ask.table.who(who)
    test = aptitude_test(one, f"bleeding {who}", "somatics", 30 if one.has(SPRAY) else 0)
    found = afterwards(ask, roll(ask, test), succeeded)
    yield from (*reckoned(ask, found), told(ask, found, "SOM"))
    if not found.found.success:
        yield Marked(who, Mark("bleeding"), rules=("EP-DMG-03",))


def losing_blood(table: Table) -> list[Combatant]:
    """Those who bleed and are not dead yet. EP-DMG-03"""
    return [one for one in table.fighters() if one.has("bleeding") and not one.has("dead")]


def bleed(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The end of the turn: a point of damage for each wound of those who bleed. EP-DMG-03"""
    for one in losing_blood(ask.table):
        lost = ask.number(f"blood {one.id}", one.pool("wounds"))
        yield Told("bleeds", one.id, rules=("EP-DMG-03",))
        yield Adjusted(one.id, "durability", -lost, rules=("EP-DMG-03",))


def treat(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody has stopped the bleeding. EP-DMG-03"""
    yield Unmarked(deed.act.text("who"), "bleeding", rules=("EP-DMG-03",))
