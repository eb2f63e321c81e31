"""What crafting and mods share: techs, their skills and stock, the items they work on, time that goes by.

An item is named "OWNER/ITEM", a mod in it "OWNER/ITEM/MOD". Spare parts (in dollars) and special components are pools.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.events import Adjusted, Event, Ticked
from firefight.game import Choice, Choices, Reason
from firefight.games.cities_without_number.fittings import Mod
from firefight.games.cities_without_number.gear import armor
from firefight.games.cities_without_number.sheet import implants, is_thing, level, sheet, weapons
from firefight.table import Combatant, Table
from firefight.timeline import Act

PARTS, COMPONENTS = "spare parts", "special components"
ITSELF = "itself"
MEANWHILE = Choices("meanwhile", (Choice("no"), Choice("yes")), "no")
"""Whether the work shares the time of something else that is told already."""


def techs(table: Table) -> list[Combatant]:
    """Everybody who could work on gear between fights: the PCs."""
    return [] if table.timeline.running else [one for one in table.present() if one.pc]


def items(one: Combatant) -> list[str]:
    """Everything of somebody's that can have mods; a machine is an item itself. CWN-CRAFT-01"""
    known = sheet(one)
    named = (
        *([ITSELF] if is_thing(one) else []), *(arm.name for arm in weapons(one) if not arm.body),
        *(armor(piece).name for piece in known.worn), *known.items, *(part.name for part in implants(one)),
    )  # fmt: skip
    return list(dict.fromkeys(named))


def all_items(table: Table) -> Iterator[tuple[Combatant, str]]:
    """The items of the PCs and of machines on their sides."""
    sides = {one.side for one in table.present() if one.pc}
    for one in table.present():
        if one.pc or (is_thing(one) and one.side in sides):
            yield from ((one, item) for item in items(one))


def all_mods(table: Table) -> Iterator[tuple[Combatant, Mod]]:
    """The mods of the PCs and of machines on their sides."""
    sides = {one.side for one in table.present() if one.pc}
    for one in table.present():
        if one.pc or (is_thing(one) and one.side in sides):
            yield from ((one, mod) for mod in sheet(one).mods)


def key(one: Combatant, mod: Mod) -> str:
    """How a mod is named in picks."""
    return f"{one.id}/{mod.item}/{mod.name}"


def found(table: Table, named: str) -> tuple[Combatant, Mod]:
    """The mod of this name."""
    return next((one, mod) for one, mod in all_mods(table) if key(one, mod) == named)


def why_untrained(one: Combatant, fix: int, heal: int, rule: str) -> tuple[Reason, ...]:
    """Against work that takes more Fix or Heal. CWN-CRAFT-01 CWN-MOD-02"""
    needs = {"Fix": fix, "Heal": heal}
    return tuple(Reason("not_skilled", rule, {"skill": skill, "level": n}) for skill, n in needs.items() if level(one, skill) < n)


def pays(one: Combatant, pool: str, much: int) -> Iterator[Event]:
    """So much of a stock is used up. CWN-CRAFT-02 CWN-MOD-03"""
    if much:
        yield Adjusted(one.id, pool, -much)


def takes(act: Act, hours: int, what: str, rule: str) -> Iterator[Event]:
    """The hours go by, unless they are shared with something else."""
    if act.text("meanwhile", "no") != "yes" and hours:
        yield Ticked(hours * 60, what, rules=(rule,))
