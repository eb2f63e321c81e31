"""Nights and days outside fights: what rest gives back. CWN-STRAIN-06 CWN-HEAL-01 CWN-HEAL-02"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Followed, Ticked, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import medic, strain
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.frailty import FRAIL
from firefight.games.cities_without_number.harm import AT_ZERO
from firefight.games.cities_without_number.sheet import sheet
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed

ENOUGH = 8
NIGHT, WAKING = 8 * 60, 16 * 60
CONDITIONS = ("warm", "fed", "comfortable")
EVERYBODY = "everybody"


def offers(table: Table) -> Iterator[Offer]:
    """One night or several, for everybody or one. CWN-STRAIN-06 CWN-HEAL-01"""
    sleepers = [one for one in medic.patients(table) if not one.has_any(("dead", "mortally wounded"))]
    if sleepers:
        who = medic.picked("who", (Choice(EVERYBODY), *(Choice(one.id) for one in sleepers)))
        well = (Choices(pick, (Choice("yes"), Choice("no")), "yes") for pick in CONDITIONS)
        sleep = Choices("unbroken hours", (), ENOUGH, "number", 0, 24)
        nights = Choices("nights", (), 1, "number", 1, 60)
        yield Offer("night", (who, *well, sleep, nights, medic.MEANWHILE), reasons=why_no_night(table), rule="CWN-STRAIN-06")


def why_no_night(table: Table) -> tuple[Reason, ...]:
    """Against a night in the middle of a fight."""
    return (Reason("takes_minutes", "CWN-STRAIN-06", {"minutes": NIGHT}),) if table.timeline.running else ()


def night(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A night goes by; the next one, after a day, is a deed of its own. CWN-STRAIN-06 CWN-HEAL-01"""
    act, table = deed.act, ask.table
    good = act.number("unbroken hours", ENOUGH) >= ENOUGH and all(act.text(pick, "yes") == "yes" for pick in CONDITIONS)
    mends = good if table.options["hp_rest"] == "same-as-strain" else grants(ask, good)
    for one in sleepers(table, act.text("who")):
        yield from rests(one, good, mends)
    if act.text("meanwhile") != "yes":
        yield Ticked(NIGHT + (WAKING if act.picks.get("after a day") else 0), "a night's rest", rules=("CWN-STRAIN-06",))
    if left := act.number("nights", 1) - 1:
        yield Followed(Act("night", {**act.picks, "nights": left, "after a day": True}), f"{deed.id}/{left} more")


def grants(ask: Ask, good: bool) -> bool:
    """Whether wounds heal this night, where the GM decides. CWN-HEAL-01"""
    said = ask.ruling("recovery", ("yes", "no"), "yes" if good else "no", "do wounds heal this night?")
    return said == "yes"


def sleepers(table: Table, who: str) -> list[Combatant]:
    """Those whose night it is."""
    return [one for one in medic.patients(table) if who in (EVERYBODY, one.id) and not one.has_any(("dead", "mortally wounded"))]


def rests(one: Combatant, good: bool, mends: bool) -> Iterator[Event]:
    """A point of strain, and hit points by level or hit dice; none of those for the Frail.

    CWN-STRAIN-06 CWN-HEAL-01 CWN-HEAL-02
    """
    if good:
        yield from strain.changes(one, rules.rested(strain.accumulated(one)), "CWN-STRAIN-06")
    hp, by = one.pools.get("hp"), sheet(one).level if one.pc else sheet(one).hit_dice
    if hp is None or not mends or one.has_any(AT_ZERO):
        return
    if one.has(FRAIL):
        yield Told("frail_does_not_mend", one.id, rules=("CWN-HEAL-02",))
    elif gained := rules.recovered(hp.now, hp.most or hp.now + by, by) - hp.now:
        yield Adjusted(one.id, "hp", gained, rules=("CWN-HEAL-01",))
