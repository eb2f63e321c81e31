"""Mending cyberware: a day for each system, one after another, for whoever knows both metal and flesh.

The mark "repairing" is the day's work, its origin the patient; the origin of the quiet mark beside it is the system.
CWN-REPAIR-02
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Marked, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import majors, medic
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.frailty import DAY
from firefight.games.cities_without_number.lasting import until_minute
from firefight.games.cities_without_number.sheet import BROKEN, Implant, implants, sheet
from firefight.games.cities_without_number.strain import spare
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

WORK, SYSTEM, NEXT = "repairing", "repairs", "repairs all"
ALL, ALONE = "everything", "nobody"


def broken(one: Combatant) -> list[str]:
    """The systems of somebody that need repair. CWN-REPAIR-01"""
    return [mark.name.removeprefix(BROKEN) for mark in one.marks if mark.name.startswith(BROKEN)]


# ------------------------------------------------------------------ the work


def lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """What somebody could repair outside fights. CWN-REPAIR-02"""
    for patient in medic.patients(table):
        if systems := broken(patient):
            taken = [under_repair(other) for other in table.present() if works_on(other, patient)]
            choices = tuple(Choice(name, why_taken(name in taken)) for name in systems)
            more = (Choice(ALL, why_taken(bool(taken))),) if len(systems) > 1 else ()
            picks = (medic.picked("system", (*choices, *more)), helpers(table, one))
            yield Offer("repair", picks, "a day each", {"target": patient.id}, why_not(table, one, patient), "CWN-REPAIR-02")


def works_on(one: Combatant, patient: Combatant) -> bool:
    """Whether somebody repairs a system of this patient."""
    return any(mark.name == WORK and mark.by == patient.id for mark in one.marks)


def under_repair(one: Combatant) -> str:
    """The system somebody is at work on."""
    mark = one.mark(SYSTEM)
    return mark.by if mark else ""


def why_taken(taken: bool) -> tuple[Reason, ...]:
    """Against a system somebody is at work on."""
    return (Reason("at_work", "CWN-REPAIR-02"),) if taken else ()


def why_not(table: Table, one: Combatant, patient: Combatant) -> tuple[Reason, ...]:
    """Against a day's work: no kit, no state for it, something else to do. CWN-REPAIR-02"""
    return (
        *medic.why_unfit(one, "CWN-REPAIR-02"),
        *medic.why_in_fight(table, "CWN-REPAIR-02", DAY),
        *medic.why_no_medkit(one, "CWN-REPAIR-02", medic.CYBERDOC_KIT),
        *medic.why_busy(one, "CWN-REPAIR-02"),
        *medic.why_far(table, one, patient, "CWN-REPAIR-02"),
    )


def helpers(table: Table, one: Combatant) -> Choices:
    """Alone, with both skills, or with somebody who has what is missing, if the GM allows that. CWN-REPAIR-02"""
    missing = lacking(one)
    no = tuple(Reason("untrained", "CWN-REPAIR-02", {"skill": skill}) for skill in missing)
    others = [other for other in medic.patients(table) if other.id != one.id] if missing else []
    able = (other for other in others if not sheet(other).skills or not set(missing) & set(lacking(other)))
    return medic.picked("with", (Choice(ALONE, no), *(Choice(other.id) for other in able)))


def lacking(one: Combatant) -> list[str]:
    """The skills that somebody is not trained in and would need. CWN-REPAIR-02"""
    return [skill for skill in ("Fix", "Heal") if not medic.is_trained(one, skill)]


def repair(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The work begins, if two may share it the GM's way. CWN-REPAIR-02"""
    one, helper, system = ask.table.who(deed.who), deed.act.text("with", ALONE), deed.act.text("system")
    if helper != ALONE and not shares(ask, one, ask.table.who(helper)):
        yield Told("no_pair", one.id, rules=("CWN-REPAIR-02",))
        return
    patient = ask.table.who(deed.act.text("target"))
    systems = broken(patient) if system == ALL else [system]
    for name in systems:
        yield Told("parts_cost", one.id, {"implant": name, "dollars": dollars(cost(patient, name))}, rules=("CWN-REPAIR-02",))
    if len(systems) > 1:
        yield Marked(one.id, Mark(NEXT, by=patient.id, quiet=True))
    yield from a_day(ask.table, one.id, patient.id, systems[0], ask.table.clock.minute)


def shares(ask: Ask, one: Combatant, helper: Combatant) -> bool:
    """Whether two who have both skills between them may share the work. CWN-REPAIR-02"""
    able = not set(lacking(one)) & set(lacking(helper))
    return able and ask.ruling("pair", ("no", "yes"), "no", f"{one.name} and {helper.name} repair together") == "yes"


def a_day(table: Table, who: str, patient: str, system: str, since: int) -> Iterator[Event]:
    """A day of work on one system, from a minute on. CWN-REPAIR-02"""
    yield Marked(who, Mark(SYSTEM, by=system, quiet=True))
    yield from until_minute(table, who, Mark(WORK, by=patient), since + DAY, "CWN-REPAIR-02")


def cost(patient: Combatant, system: str) -> int:
    """Cents of the parts for a system. CWN-REPAIR-02"""
    return rules.parts(next((part.price for part in parts(patient) if part.name == system), 0))


def parts(patient: Combatant) -> tuple[Implant, ...]:
    """Everything of somebody's that can be repaired, in the body or not."""
    return (*implants(patient), *spare(patient))


def dollars(cents: int) -> str:
    """Money as people write it: 200000 cents are 2,000."""
    return f"{cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def done(table: Table, event: Unmarked) -> Iterator[Event]:
    """The day is over: the system works, and the next one is taken up. CWN-REPAIR-02"""
    one, patient = table.who(event.who), table.combatants.get(event.by or "")
    system = under_repair(one)
    yield Unmarked(one.id, SYSTEM, quiet=True)
    if patient is None or system not in broken(patient):
        return
    yield Unmarked(patient.id, f"{BROKEN}{system}", rules=("CWN-REPAIR-02",))
    for part in parts(patient):
        if part.name == system:
            yield from majors.restored(patient, part)
    left = [name for name in broken(patient) if name != system]
    if one.has(NEXT) and left:
        yield from a_day(table, one.id, patient.id, left[0], table.clock.minute if event.due is None else event.due)
    elif one.has(NEXT):
        yield Unmarked(one.id, NEXT, quiet=True)
