"""First aid and drugs: hit points back at once, for System Strain.

A healer's session is the quiet mark "first aid": how many applications it has seen, until the clock goes on without him.
CWN-HEAL-03 CWN-HEAL-06
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.dice import dice
from firefight.events import Adjusted, Event, Followed, Marked, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import dying, medic, strain, toxins
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.clinic import Drug, all_drugs, looked_up, points, thousandths
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.sheet import sheet
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Act, Deed

SESSION = "first aid"
MOST = 10

# ------------------------------------------------------------------ first aid


def lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Patching somebody up: a minute's work with a medkit. CWN-HEAL-03 CWN-HEAL-04 CWN-HEAL-06"""
    no = (
        *medic.why_unfit(one, "CWN-HEAL-03"),
        *medic.why_in_fight(table, "CWN-HEAL-03", 1),
        *medic.why_no_medkit(one, "CWN-HEAL-03"),
    )
    wounded = tuple(Choice(other.id, why_no_aid(table, one, other)) for other in medic.patients(table))
    picks = (medic.picked("target", wounded), Choices("times", (), 1, "number", 1, MOST), medic.MEANWHILE)
    yield Offer("first aid", picks, "a minute", reasons=no, rule="CWN-HEAL-03")


def why_no_aid(table: Table, one: Combatant, patient: Combatant) -> tuple[Reason, ...]:
    """Against first aid for this one. CWN-HEAL-03 CWN-HEAL-04 CWN-INJ-16 CWN-STRAIN-04"""
    oneself = patient.id == one.id and not table.is_on("self_first_aid")
    return (
        *((Reason("beyond_first_aid", "CWN-INJ-16"),) if patient.has_any((dying.DYING, "dead")) else ()),
        *((Reason("not_wounded", "CWN-HEAL-03"),) if is_whole(patient) else ()),
        *((Reason("not_oneself", "CWN-HEAL-03"),) if oneself else ()),
        *strain.why_no_room(patient, rules.POINT),
        *medic.why_far(table, one, patient, "CWN-HEAL-03"),
    )


def is_whole(patient: Combatant) -> bool:
    """Whether somebody has all his hit points, as far as one knows. CWN-HEAL-03"""
    hp = patient.pools.get("hp")
    return hp is not None and hp.now == hp.most


def first_aid(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Each application has its die and its point of strain; there is no check. CWN-HEAL-03 CWN-HEAL-04 CWN-HEAL-05"""
    one, patient = ask.table.who(deed.who), ask.table.who(deed.act.text("target"))
    room = [n for n in range(1, deed.act.number("times", 1) + 1) if strain.takes(patient, n * rules.POINT)]
    if is_whole(patient):
        yield Told("not_wounded", patient.id, rules=("CWN-HEAL-03",))
        return
    if not room:
        yield Told("no_room", patient.id, rules=("CWN-STRAIN-04",))
        return
    rolled = [rules.first_aid(ask.die(f"first aid {n}", 6), medic.heal(one)) for n in room]
    healed = ask.number("hit points", sum(rolled))
    yield Adjusted(patient.id, "hp", healed, rules=("CWN-HEAL-03",))
    yield from strain.added(patient, len(room) * rules.POINT, "CWN-HEAL-04")
    yield from takes(ask.table, one, deed.act, len(room))


def takes(table: Table, one: Combatant, act: Act, applications: int) -> Iterator[Event]:
    """The time of a session: a minute each, and never more than five. CWN-HEAL-06"""
    before = one.value(SESSION)
    minutes = rules.session(before + applications) - rules.session(before)
    shared = act.text("meanwhile") == "yes" or table.timeline.running
    yield from medic.takes(table, act, minutes, "first aid", "CWN-HEAL-06")
    until = Until("clock", at=table.clock.minute + (0 if shared else minutes) + 1)
    yield Marked(one.id, Mark(SESSION, until, before + applications, quiet=True))


# ------------------------------------------------------------------ drugs


def drugs(one: Combatant) -> tuple[Drug, ...]:
    """The drugs somebody carries."""
    return looked_up(sheet(one).drugs, all_drugs(), Drug)


def left(one: Combatant, drug: Drug) -> int:
    """Doses that are left; 1 where nobody counts them."""
    return max(0, drug.doses - one.value(used(drug))) if drug.doses else 1


def used(drug: Drug) -> str:
    """The mark of doses that are gone."""
    return f"used dose of {drug.name}"


def main_lines(table: Table, one: Combatant, no: tuple[Reason, ...]) -> Iterator[Offer]:
    """Giving somebody a drug; in a fight that takes the Main Action. CWN-STRAIN-04 CWN-TOX-04"""
    for drug in drugs(one):
        patients = tuple(Choice(other.id, why_no_use(table, one, other, drug)) for other in medic.patients(table))
        gone = () if left(one, drug) else (Reason("used_up", "CWN-STRAIN-04"),)
        price = ", ".join(part for part in ("Main" if table.timeline.running else "", doses(one, drug), strained(drug)) if part)
        picks = (medic.picked("target", patients),)
        yield Offer("give", picks, price, {"drug": drug.name}, (*no, *gone), "CWN-TOX-04" if drug.antitoxin else "CWN-STRAIN-04")


def doses(one: Combatant, drug: Drug) -> str:
    """How many doses are left, for a menu."""
    return f"{left(one, drug)} of {drug.doses} left" if drug.doses else ""


def strained(drug: Drug) -> str:
    """What strain a drug adds, for a menu."""
    return f"Strain {points(thousandths(drug.strain))}" if drug.strain else ""


def why_no_use(table: Table, one: Combatant, patient: Combatant, drug: Drug) -> tuple[Reason, ...]:
    """Against a dose that would do nothing. CWN-STRAIN-04 CWN-INJ-03 CWN-INJ-16 CWN-TOX-04"""
    is_dying, heals = patient.has(dying.DYING), bool(drug.heals or drug.plus)
    nothing = is_dying and not drug.stabilises and not drug.antitoxin
    idle = drug.stabilises and not is_dying and not heals and not drug.antitoxin
    return (
        *((Reason("does_nothing", "CWN-INJ-16"),) if nothing or patient.has("dead") else ()),
        *((Reason("does_nothing", "CWN-INJ-03"),) if idle else ()),
        *strain.why_no_room(patient, thousandths(drug.strain)),
        *medic.why_far(table, one, patient, "CWN-STRAIN-04"),
    )


def give(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A dose: strain and what the drug does, or neither. One given all the same is used up. CWN-STRAIN-04 CWN-INJ-16"""
    if not (yield from answered(deed, ask)):
        return
    one, patient = ask.table.who(deed.who), ask.table.who(deed.act.text("target"))
    drug = next(drug for drug in drugs(one) if drug.name == deed.act.text("drug"))
    more = ask.number("strain", thousandths(drug.strain))
    against = [reason for reason in why_no_use(ask.table, one, patient, drug) if reason.key != "out_of_reach"]
    if against and ask.ruling("no use", ("refused", "given all the same"), "refused", about(patient, drug)) == "refused":
        yield Told("no_use", one.id, {"drug": drug.name, "target": patient.id}, about=(patient.id,), rules=(against[0].rule,))
        return
    yield Marked(one.id, Mark(used(drug), value=one.value(used(drug)) + 1, quiet=True))
    yield Told("gives", one.id, {"drug": drug.name, "target": patient.id}, about=(patient.id,), rules=("CWN-STRAIN-04",))
    if not against:
        yield from strain.added(patient, more, "CWN-STRAIN-04")
        yield from works(deed, ask, patient, drug)


def about(patient: Combatant, drug: Drug) -> str:
    """What the GM is asked about a dose that would do nothing."""
    return f"{drug.name} would do nothing for {patient.name}"


def works(deed: Deed, ask: Ask, patient: Combatant, drug: Drug) -> Iterator[Event]:
    """What a drug does. CWN-INJ-03 CWN-TOX-04"""
    if drug.heals or drug.plus:
        rolled = sum(ask.throw(heals=dice(drug.heals))[0]) if drug.heals else 0
        yield Adjusted(patient.id, "hp", ask.number("hit points", rolled + drug.plus), rules=("CWN-STRAIN-04",))
    if drug.stabilises and patient.has(dying.DYING):
        yield Followed(Act("saved", {"who": patient.id, "by": drug.name}), f"{deed.id}/saved {patient.id}")
    for name in toxins.going_on(patient) if drug.antitoxin else ():
        if name in drug.cures or (not drug.cures and fits(ask, drug, name)):
            yield from toxins.ends(patient, name)


def fits(ask: Ask, drug: Drug, name: str) -> bool:
    """Whether an antitoxin that names no poison works on this one, is the GM's to say. CWN-TOX-04"""
    return ask.ruling(f"antitoxin {name}", ("yes", "no"), "yes", f"does {drug.name} work on {name}?") == "yes"
