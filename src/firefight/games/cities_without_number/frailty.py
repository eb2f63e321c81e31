"""Frail: a week of care, one attempt of a physician, or what neglect comes to.

Weeks run on the clock: the mark "in care" (its origin is the carer) is over when the week is, "without proper care" when
seven days have gone by without. Who fails the save after those has a fate, a minute in a flag of the GM's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firefight.ask import Ask
from firefight.events import Changed, Event, FightBegan, Flagged, Followed, Marked, Ticked, Told, Unmarked
from firefight.game import Choice, Offer, Reason
from firefight.games.cities_without_number import medic
from firefight.games.cities_without_number.checks import passing, saving
from firefight.games.cities_without_number.death import dies, fate
from firefight.games.cities_without_number.harm import path_of
from firefight.games.cities_without_number.lasting import until_minute
from firefight.games.cities_without_number.sheet import DOWN
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed

FRAIL, UNCARED, CARED, BED, MONTH = "frail", "without proper care", "in care", "bed rest", "month of rest"
BEGAN, DAYS, TRIED = "care began", "care days", "care tried"
DAY = 24 * 60
WEEK = 7 * DAY
DIFFICULTY = 10
NOBODY = "nobody"

# ------------------------------------------------------------------ its beginning and its end


def begins(table: Table, who: str, minute: int) -> Iterator[Event]:
    """Somebody is Frail from a minute on. CWN-INJ-08 CWN-INJ-12"""
    if not table.who(who).has(FRAIL):
        yield Marked(who, Mark(FRAIL), rules=("CWN-INJ-08",))
        yield from until_minute(table, who, Mark(UNCARED, quiet=True), minute + WEEK)


def is_over(table: Table, who: str, *because: str) -> Iterator[Event]:
    """Somebody is Frail no more; a later bout begins afresh. CWN-INJ-10 CWN-INJ-11 CWN-INJ-12"""
    yield Unmarked(who, FRAIL, rules=because)
    for name in (UNCARED, CARED, MONTH, BEGAN, DAYS, TRIED, BED):
        if table.who(who).has(name):
            yield Unmarked(who, name, quiet=True)
    if fate(who) in table.flags:
        yield Flagged(fate(who), 0)


# ------------------------------------------------------------------ a week in bed


def lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """What somebody can do about Frailty outside fights: go to bed, get up, care for others, treat them.

    CWN-INJ-10 CWN-INJ-11
    """
    if one.has(FRAIL):
        unfit = medic.why_unfit(one, "CWN-INJ-10")
        busy = () if one.has(BED) else medic.why_busy(one, "CWN-INJ-10")
        yield Offer("get up" if one.has(BED) else "bed rest", reasons=(*unfit, *busy), rule="CWN-INJ-10")
    patients = [other for other in medic.patients(table) if other.has(FRAIL) and other.id != one.id]
    if patients:
        yield caring(table, one, patients)
        yield treating(table, one, patients)


def caring(table: Table, one: Combatant, patients: list[Combatant]) -> Offer:
    """Taking somebody Frail into care, in bed. CWN-INJ-10"""
    in_need = tuple(Choice(other.id, why_no_patient(other)) for other in patients)
    return Offer("care for", (medic.picked("target", in_need),), reasons=why_no_care(one), rule="CWN-INJ-10")


def why_no_patient(patient: Combatant) -> tuple[Reason, ...]:
    """Against care for somebody who has it, or who is up and about something else. CWN-INJ-10"""
    if patient.has(CARED):
        return (Reason("in_care_already", "CWN-INJ-10"),)
    return () if patient.has(BED) else medic.why_busy(patient, "CWN-INJ-10")


def treating(table: Table, one: Combatant, patients: list[Combatant]) -> Offer:
    """A physician's hour of work. CWN-INJ-11"""
    no = (
        *medic.why_unfit(one, "CWN-INJ-11"),
        *medic.why_in_fight(table, "CWN-INJ-11", 60),
        *medic.why_no_medkit(one, "CWN-INJ-11"),
    )
    choices = tuple(
        Choice(other.id, (*why_not_treated(table, one, other), *medic.why_far(table, one, other, "CWN-INJ-11")))
        for other in patients
    )
    picks = (medic.picked("target", choices), medic.approach(one), medic.MEANWHILE)
    return Offer("treat frailty", picks, "an hour", reasons=no, rule="CWN-INJ-11")


def offers(table: Table) -> Iterator[Offer]:
    """Who cannot say so himself is put to bed by the GM, and got up. CWN-INJ-10"""
    for one in medic.patients(table):
        if one.has(BED):
            yield Offer("get up", fixed={"who": one.id}, rule="CWN-INJ-10")
        elif one.has(FRAIL):
            carers = (Choice(other.id, why_no_care(other)) for other in medic.patients(table) if other.id != one.id)
            picks = (medic.picked("carer", (*carers, Choice(NOBODY))),)
            yield Offer("bed rest", picks, fixed={"who": one.id}, reasons=medic.why_busy(one, "CWN-INJ-10"), rule="CWN-INJ-10")


def why_no_care(carer: Combatant) -> tuple[Reason, ...]:
    """Against care that would not count: untrained, without a medkit, not on his feet. CWN-INJ-10"""
    return (
        *(() if medic.is_trained(carer, "Heal") else (Reason("untrained", "CWN-INJ-10", {"skill": "Heal"}),)),
        *medic.why_no_medkit(carer, "CWN-INJ-10"),
        *medic.why_unfit(carer, "CWN-INJ-10"),
    )


def bed_rest(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody goes to bed, perhaps in somebody's care. CWN-INJ-10"""
    who, carer = deed.act.text("who") or deed.who, deed.act.text("carer", NOBODY)
    yield Marked(who, Mark(BED), rules=("CWN-INJ-10",))
    if carer != NOBODY:
        yield from taken_care_of(ask.table, who, carer)


def care(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A carer puts somebody to bed, or comes to his bed. CWN-INJ-10"""
    who = deed.act.text("target")
    if not ask.table.who(who).has(BED):
        yield Marked(who, Mark(BED), rules=("CWN-INJ-10",))
    yield from taken_care_of(ask.table, who, deed.who)


def taken_care_of(table: Table, who: str, carer: str) -> Iterator[Event]:
    """The week of care begins, less the days that count already. CWN-INJ-10 CWN-INJ-12"""
    one, now = table.who(who), table.clock.minute
    yield Marked(who, Mark(BEGAN, value=now, quiet=True))
    if one.has(UNCARED):
        yield Unmarked(who, UNCARED, quiet=True)
    yield from until_minute(table, who, Mark(CARED, by=carer), now + max(0, WEEK - one.value(DAYS) * DAY), "CWN-INJ-10")


def get_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody leaves his bed. CWN-INJ-10"""
    one = ask.table.who(deed.act.text("who") or deed.who)
    yield Unmarked(one.id, BED, rules=("CWN-INJ-10",))
    yield from interrupted(ask.table, one)


def interrupted(table: Table, one: Combatant) -> Iterator[Event]:
    """Care ends before its time: the week begins anew, or by house rule its whole days count on. CWN-INJ-10 CWN-INJ-12"""
    if not one.has(CARED):
        return
    now = table.clock.minute
    yield Unmarked(one.id, CARED, rules=("CWN-INJ-10",))
    yield Unmarked(one.id, BEGAN, quiet=True)
    if table.options["frail_week"] == "cumulative":
        days = one.value(DAYS) + (now - one.value(BEGAN)) // DAY
        yield Marked(one.id, Mark(DAYS, value=days, quiet=True))
    if not one.has(MONTH) and fate(one.id) not in table.flags:
        yield from until_minute(table, one.id, Mark(UNCARED, quiet=True), now + WEEK)


def cared(table: Table, event: Unmarked) -> Iterator[Event]:
    """The week of care is over: Frail no more, unless neglect has sealed his fate before. CWN-INJ-10 CWN-INJ-12"""
    if fate(event.who) not in table.flags:
        yield from is_over(table, event.who, "CWN-INJ-10")


def after_loss(table: Table, event: Marked | Unmarked | Changed) -> Iterator[Event]:
    """Whoever can give no more care gives none: down, gone, or without his medkit. CWN-INJ-10"""
    name = event.mark.name if isinstance(event, Marked) else event.mark if isinstance(event, Unmarked) else ""
    if not (isinstance(event, Changed) or name in DOWN or name.startswith("item ")):
        return
    carer = table.who(event.who)
    if carer.here and not why_no_care(carer):
        return
    for one in table.combatants.values():
        if any(mark.name == CARED and mark.by == carer.id for mark in one.marks):
            yield from interrupted(table, one)


def after_begun(table: Table, event: FightBegan) -> Iterator[Event]:
    """A fight gets its people out of bed. CWN-INJ-10"""
    for who in event.who:
        if table.who(who).has(BED):
            yield Unmarked(who, BED, rules=("CWN-INJ-10",))
            yield from interrupted(table, table.who(who))


# ------------------------------------------------------------------ a physician


def why_not_treated(table: Table, one: Combatant, patient: Combatant) -> tuple[Reason, ...]:
    """Against another attempt: one for a bout of Frailty, or by house rule one for each physician. CWN-INJ-11"""
    each = table.options["frail_attempts"] == "one-per-physician"
    tried = any(mark.name == TRIED and (mark.by == one.id or not each) for mark in patient.marks)
    return (Reason("tried_already", "CWN-INJ-11"),) if tried else ()


def treat(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An hour's work and one check may end it at once. CWN-INJ-11"""
    patient = ask.table.who(deed.act.text("target"))
    how, difficulty = medic.of(deed.act), ask.number("difficulty", DIFFICULTY)
    good = yield from passing(deed, ask, deed.who, how, difficulty, 0, f"{patient.name} stays Frail", "CWN-INJ-11")
    if good:
        yield from is_over(ask.table, patient.id, "CWN-INJ-11")
    else:
        yield Marked(patient.id, Mark(TRIED, by=deed.who, quiet=True), rules=("CWN-INJ-11",))
    yield from medic.takes(ask.table, deed.act, 60, "a physician at work", "CWN-INJ-11")


# ------------------------------------------------------------------ neglect


def neglected(table: Table, event: Unmarked) -> Iterator[Event]:
    """Seven days without proper care are over. CWN-INJ-12"""
    act = Act("neglect", {"who": event.who, "since": event.due or table.clock.minute})
    yield Followed(act, f"{path_of(table)}/neglect {event.who} {table.clock.minute}")


def neglect(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A Physical save: a month of rest to go, or death within a week, when the GM likes. CWN-INJ-12"""
    who, since = deed.act.text("who"), deed.act.number("since")
    if (yield from saving(deed, ask, who, "Physical", 0, "CWN-INJ-12")).good:
        yield from until_minute(ask.table, who, Mark(MONTH), since + 30 * DAY, "CWN-INJ-12")
        return
    die = ask.die(f"fate {who}", 7, "")
    days = ask.amount("days left", die, f"after how many days does {ask.table.who(who).name} die of neglect?")
    yield Told("will_die", who, {"days": days}, gm=True, rules=("CWN-INJ-12",))
    if since + days * DAY <= ask.table.clock.minute:
        yield from dies(ask.table, who, "CWN-INJ-12")
    else:
        yield Flagged(fate(who), since + days * DAY)


def month_over(table: Table, event: Unmarked) -> Iterator[Event]:
    """The month is over; whether it was one of rest, the GM says. CWN-INJ-12"""
    act = Act("month over", {"who": event.who, "since": event.due or table.clock.minute})
    yield Followed(act, f"{path_of(table)}/month over {event.who} {table.clock.minute}")


def rested(deed: Deed, ask: Ask) -> Iterator[Event]:
    """After a month of rest somebody is Frail no more; after another kind of month he needs one still. CWN-INJ-12"""
    who = deed.act.text("who")
    about = f"has {ask.table.who(who).name} rested for a month?"
    if ask.ruling(f"rested {who}", ("yes", "no"), "yes", about) == "yes":
        yield from is_over(ask.table, who, "CWN-INJ-12")
    else:
        yield from until_minute(ask.table, who, Mark(MONTH), deed.act.number("since") + 30 * DAY, "CWN-INJ-12")


def after_ticked(table: Table, event: Ticked) -> Iterable[Event]:
    """Whose time has come dies of neglect. CWN-INJ-12"""
    for one in table.combatants.values():
        minute = table.flags.get(fate(one.id), 0)
        if minute and minute <= table.clock.minute:
            yield from dies(table, one.id, "CWN-INJ-12")
