"""Falling: what becomes of somebody without hit points, in a fixed order of checks.

A fall is a deed of the table, "fall": who, whether the damage was lethal, `unsurvivable` for what nobody lives through,
`traumatic` for a Traumatic Hit, `crash` for a Major Injury without a save, `incidental` where nobody aimed at him. CWN-INJ-01
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Followed, Marked, Told, Unmarked
from firefight.game import Choice, Choices, Offer
from firefight.games.cities_without_number import frailty, medic
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.death import dies
from firefight.games.cities_without_number.dying import DYING, OUT, dying, fell_now, lives, rounds_to_live
from firefight.games.cities_without_number.harm import AT_ZERO, TRAUMATIC, falls
from firefight.games.cities_without_number.lasting import TEN_MINUTES, lasts
from firefight.games.cities_without_number.sheet import implants, sheet, works
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Pick

# ------------------------------------------------------------------ the fall


def fall(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What becomes of somebody without hit points, in the fixed order of checks.

    CWN-INJ-01 CWN-INJ-09 CWN-INJ-13 CWN-INJ-14 CWN-INJ-15 CWN-INJ-16
    """
    one = ask.table.who(deed.act.text("who"))
    yield Unmarked(one.id, "falling", quiet=True)
    if one.has("dead"):
        return
    if one.has_any(AT_ZERO):
        yield from harmed_at_zero(deed, ask, one)
        return
    case = judged(deed, ask, one)
    facts = {"lethal": case.lethal, "frail": case.frail, "traumatic": case.traumatic}
    yield Told("falls", one.id, {name: "yes" if fact else "no" for name, fact in facts.items()}, gm=True)
    yield from FATES[rules.fate(case)](deed, ask, one, case)


def judged(deed: Deed, ask: Ask, one: Combatant) -> rules.Fall:
    """The fall with everything the GM has to say about it; he is asked only what matters. CWN-INJ-01"""
    act = deed.act
    lethal, frail = says(act, "lethal", True), one.has(frailty.FRAIL)
    open_end = lethal and not frail
    unsurvivable = open_end and says(act, "unsurvivable") and not survives(ask, one)
    nameless = open_end and not unsurvivable and not is_named(one) and not is_spared(ask, one)
    kills = not lethal and frail and frail_die(ask, one)
    traumatic = one.has(TRAUMATIC) or says(act, "traumatic")
    return rules.Fall(lethal, frail, kills, unsurvivable, nameless, traumatic, says(act, "crash"))


def says(act: Act, pick: str, default: bool = False) -> bool:
    """A pick that is yes or no, from a rule or from the GM's menu."""
    return act.picks.get(pick, default) in (True, "yes")


def is_named(one: Combatant) -> bool:
    """Whether somebody matters enough to be wounded mortally. CWN-INJ-13"""
    return one.pc or sheet(one).named


def survives(ask: Ask, one: Combatant) -> bool:
    """Whether somebody lives through what nobody lives through. CWN-INJ-14"""
    return ask.ruling(f"survives {one.id}", ("dead", "survives"), "dead", f"nobody lives through that: {one.name}") == "survives"


def is_spared(ask: Ask, one: Combatant) -> bool:
    """Whether the GM lets somebody without a name live, where he wants to be asked. CWN-INJ-13"""
    if ask.table.options["unnamed_at_zero"] == "dies":
        return False
    return ask.ruling(f"spared {one.id}", ("dies", "mortally wounded"), "dies", f"{one.name} is down") != "dies"


def frail_die(ask: Ask, one: Combatant) -> bool:
    """Whether a non-lethal blow kills the Frail. CWN-INJ-09"""
    house = ask.table.options["frail_nonlethal"]
    if house == "ask":
        about = f"{one.name} is Frail and was knocked down without lethal damage"
        return ask.ruling(f"frail {one.id}", ("incapacitated", "dies"), "incapacitated", about) == "dies"
    return house == "dies"


def knocked_out(deed: Deed, ask: Ask, one: Combatant, case: rules.Fall) -> Iterator[Event]:
    """Ten minutes out, nothing worse. CWN-INJ-15 CWN-INJ-09"""
    yield from lasts(ask.table, one.id, Mark(OUT), TEN_MINUTES, "CWN-INJ-09" if case.frail else "CWN-INJ-15")


def killed(deed: Deed, ask: Ask, one: Combatant, case: rules.Fall) -> Iterator[Event]:
    """Dead at once: Frail, hit by what nobody survives, or nobody of a name. CWN-INJ-09 CWN-INJ-13 CWN-INJ-14"""
    yield from dies(ask.table, one.id, "CWN-INJ-09" if case.frail else "CWN-INJ-14" if case.unsurvivable else "CWN-INJ-13")


def wounded(deed: Deed, ask: Ask, one: Combatant, case: rules.Fall) -> Iterator[Event]:
    """Helpless and dying; an implant may stop that by itself. CWN-INJ-01 CWN-INJ-02 CWN-INJ-03 CWN-INJ-17"""
    table = ask.table
    yield from fell_now(table, one.id)
    left = ask.number("rounds to live", rounds_to_live(table))
    yield Marked(one.id, Mark(DYING, value=left), rules=("CWN-INJ-01", "CWN-INJ-02"))
    if saving := next((part for part in implants(one) if part.stabilises and works(one, part.name)), None):
        yield Followed(Act("saved", {"who": one.id, "by": saving.name}), f"{deed.id}/saved {one.id}")


def at_risk(deed: Deed, ask: Ask, one: Combatant, case: rules.Fall) -> Iterator[Event]:
    """Wounded, and a save decides whether there is a Major Injury besides. CWN-MAJOR-01 CWN-MAJOR-02"""
    yield Followed(Act("injury save", {"who": one.id}), f"{deed.id}/injury save {one.id}")
    yield from wounded(deed, ask, one, case)


def injured(deed: Deed, ask: Ask, one: Combatant, case: rules.Fall) -> Iterator[Event]:
    """Wounded, with a Major Injury for certain, at once or by house rule when somebody has stopped the bleeding. CWN-MAJOR-03"""
    if ask.table.options["crash_injury"] == "at-once":
        yield Followed(Act("major injury", {"who": one.id}), f"{deed.id}/major injury {one.id}")
    else:
        yield Marked(one.id, Mark("injury to come", quiet=True))
    yield from wounded(deed, ask, one, case)


FATES: dict[int, Callable[[Deed, Ask, Combatant, rules.Fall], Iterator[Event]]] = {
    rules.KNOCKED_OUT: knocked_out, rules.DEAD: killed, rules.WOUNDED: wounded, rules.AT_RISK: at_risk, rules.INJURED: injured,
}  # fmt: skip


def harmed_at_zero(deed: Deed, ask: Ask, one: Combatant) -> Iterator[Event]:
    """Harm to somebody who is down already has no number to lower: the GM says whether it kills. CWN-INJ-16"""
    aimed = says(deed.act, "lethal", True) and not says(deed.act, "incidental")
    said = ask.ruling(f"kills {one.id}", ("yes", "no"), "yes" if aimed else "no", f"{one.name} is down already and is hit")
    if said == "yes":
        yield from dies(ask.table, one.id, "CWN-INJ-16")


# ------------------------------------------------------------------ acts of the GM


def offers(table: Table) -> Iterator[Offer]:
    """Bringing somebody down, what stabilises by itself, and rounds outside a fight. CWN-INJ-03 CWN-INJ-14 CWN-INJ-17"""
    standing = tuple(Choice(one.id) for one in medic.patients(table) if not one.has_any((*AT_ZERO, "dead")))
    if standing:
        kinds = (Choices(pick, (Choice("yes"), Choice("no")), default) for pick, default in HOW.items())
        yield Offer("bring down", (medic.picked("who", standing), *kinds), rule="CWN-INJ-01")
    if victims := tuple(Choice(one.id, label=lives(one)) for one in dying(table)):
        by = Choices("by", (Choice("an ability"),), "an ability", "text")
        yield Offer("saved", (medic.picked("who", victims), by), rule="CWN-INJ-03")
        if not table.timeline.running:
            yield Offer("next round", rule="CWN-INJ-17")


HOW = {"lethal": "yes", "unsurvivable": "no", "traumatic": "no", "crash": "no"}
"""What the GM says about a fall, with what is usual."""


def bring_down(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Something takes somebody's last hit points, as the GM describes it. CWN-INJ-01 CWN-INJ-14"""
    one = ask.table.who(deed.act.text("who"))
    more: dict[str, Pick] = {pick: says(deed.act, pick) for pick in HOW if pick != "lethal"}
    yield Marked(one.id, Mark("falling", quiet=True))
    yield Adjusted(one.id, "hp", -one.pool("hp"), rules=("CWN-INJ-01",))
    yield falls(one.id, says(deed.act, "lethal"), deed.id, **more)
