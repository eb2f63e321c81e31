"""What a medic has at hand and how good he is, and that people do one thing at a time outside fights."""

from __future__ import annotations

import re
from collections.abc import Iterator

from firefight.events import Event, Ticked
from firefight.game import Choice, Choices, Reason
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.checks import Approach, bonus
from firefight.games.cities_without_number.reach import is_near
from firefight.games.cities_without_number.sheet import conscious, is_thing, sheet, skill_level, written_out
from firefight.games.cities_without_number.things import place
from firefight.table import Combatant, Table
from firefight.timeline import Act

MEDKIT, CYBERDOC_KIT, MEDICAL = "medkit", "cyberdoc kit", "medical"
KNOWN = {MEDKIT: (MEDKIT,), CYBERDOC_KIT: (CYBERDOC_KIT, MEDKIT)}
"""What things of these names count as: a cyberdoc kit holds all that a medkit does."""
BASE = 8
BUSY = ("bed rest", "repairing")
"""Activities of days that exclude each other."""

# ------------------------------------------------------------------ tools


def tags(one: Combatant, item: str) -> tuple[str, ...]:
    """What a thing counts as."""
    return (*KNOWN.get(item, ()), *sheet(one).tags.get(item, ()))


def tools(one: Combatant, tag: str) -> list[str]:
    """The things at hand that count as such; what is Stowed or lies about does not. CWN-INJ-05"""
    return [item for item in at_hand(one) if tag in tags(one, item)]


def at_hand(one: Combatant) -> list[str]:
    """Every thing that is Readied."""
    return [item for item in sheet(one).items if place(one, item) in ("hand", "ready")]


def best_tools(one: Combatant) -> str:
    """The tools that make stabilising easiest; bare hands without any that are for it. CWN-INJ-05"""
    ready = (*tools(one, MEDKIT), *tools(one, MEDICAL))
    return min(ready, key=lambda item: base(one, item), default="nothing")


def why_no_medkit(one: Combatant, rule: str, tag: str = MEDKIT) -> tuple[Reason, ...]:
    """Against work that takes a kit."""
    return () if tools(one, tag) else (Reason("no_kit", rule, {"kit": tag}),)


def base(one: Combatant, item: str) -> int:
    """The difficulty that tools start from: 8, or what they themselves say. CWN-INJ-05"""
    own = [int(found[1]) for tag in tags(one, item) if (found := re.fullmatch(r"base (\d+)", tag))]
    return min([BASE, *own])


# ------------------------------------------------------------------ skill


def heal(one: Combatant) -> int:
    """The level of Heal, -1 for the untrained. CWN-INJ-04 CWN-HEAL-03"""
    return trained_to(one, "Heal")


def trained_to(one: Combatant, skill: str) -> int:
    """The level of a skill; an ordinary NPC is trained if his one modifier is better than nothing. CWN-SKILL-07"""
    known = skill_level(one, skill)
    return known if known or written_out(one) else rules.UNTRAINED


def is_trained(one: Combatant, skill: str) -> bool:
    """Whether somebody has at least level 0 in a skill."""
    return trained_to(one, skill) > rules.UNTRAINED


def approach(one: Combatant) -> Choices:
    """Heal with Dexterity or Intelligence, as the medic likes; the better one first. CWN-INJ-04"""
    best = max(("Int", "Dex"), key=lambda attribute: bonus(one, Approach(attribute, "Heal")))
    return Choices("attribute", (Choice("Int"), Choice("Dex")), best)


def of(act: Act) -> Approach:
    """The approach of an act of healing."""
    return Approach(act.text("attribute"), "Heal")


# ------------------------------------------------------------------ patients and time


def patients(table: Table) -> list[Combatant]:
    """Everybody here who has a body."""
    return [one for one in table.present() if not is_thing(one)]


def why_far(table: Table, one: Combatant, other: Combatant, rule: str) -> tuple[Reason, ...]:
    """Against treating somebody out of reach, as far as anybody knows. CWN-INJ-04"""
    far = one.id != other.id and is_near(table, one, other) is False
    return (Reason("out_of_reach", rule),) if far else ()


def why_in_fight(table: Table, rule: str, minutes: int) -> tuple[Reason, ...]:
    """Against work of minutes in the middle of a fight."""
    return (Reason("takes_minutes", rule, {"minutes": minutes}),) if table.timeline.running else ()


def why_unfit(one: Combatant, rule: str) -> tuple[Reason, ...]:
    """Against work by somebody who is not on his feet."""
    return () if conscious(one) else (Reason("unable", rule),)


def why_busy(one: Combatant, rule: str) -> tuple[Reason, ...]:
    """Against a second activity of days beside the first. CWN-INJ-10 CWN-REPAIR-02"""
    found = next((name for name in BUSY if one.has(name)), "")
    return (Reason("busy", rule, {"with": found}),) if found else ()


def picked(pick: str, choices: tuple[Choice, ...]) -> Choices:
    """A pick with the first possible choice as its default, or the first of all with what speaks against it."""
    possible = (one.value for one in (*(one for one in choices if not one.reasons), *choices))
    return Choices(pick, choices, next(possible, ""))


MEANWHILE = Choices("meanwhile", (Choice("no"), Choice("yes")), "no")
"""Whether an act is done in time that goes by anyway, beside what others do. CWN-TIME-05"""


def takes(table: Table, act: Act, minutes: int, what: str, rule: str) -> Iterator[Event]:
    """Minutes of work, unless they go by anyway or a fight is on. CWN-TIME-05"""
    if minutes and act.text("meanwhile") != "yes" and not table.timeline.running:
        yield Ticked(minutes, what, rules=(rule,))
