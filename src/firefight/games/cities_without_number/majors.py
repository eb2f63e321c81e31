"""Major Injuries: the save, the twelve results, what they do to implants, and what ends them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight.ask import Ask
from firefight.events import Event, Flagged, Followed, Marked, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import medic
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.checks import saving
from firefight.games.cities_without_number.clinic import Implant
from firefight.games.cities_without_number.death import dies
from firefight.games.cities_without_number.limbs import LEGS, LIMBS, ruined
from firefight.games.cities_without_number.sheet import BROKEN, WEAKENED, implants, works
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Act, Deed

COMA, BLIND, CLINIC = "in a coma", "blind", "needs a clinic"
INTERNAL, BRAIN, GUT = "internal damage", "brain damage", "gut wound"
RUINED = tuple(map(ruined, LIMBS))
COMATOSE = (INTERNAL, BRAIN)
ORGANS = (INTERNAL, BRAIN, GUT, WEAKENED)
LASTING = (*ORGANS, BLIND, *RUINED)
"""Injuries that stay until something stands in for what is gone. CWN-MAJOR-15"""
HOUR = 60
CLONE = 100_000

# ------------------------------------------------------------------ the save and the table


def injury_save(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The Physical save at the moment of reaching 0, once for each drop. CWN-MAJOR-01 CWN-MAJOR-02"""
    who = deed.act.text("who")
    if not (yield from saving(deed, ask, who, "Physical", 0, "CWN-MAJOR-02")).good:
        yield Followed(Act("major injury", {"who": who}), f"{deed.id}/major injury {who}")


def major_injury(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One line of the table, by the die or as the GM says. CWN-MAJOR-03"""
    who = deed.act.text("who")
    given = deed.act.number("result")
    more = deed.act.number("modifier") + ask.table.flags.get(modifier_flag(who), 0)
    line = given or rules.injury(ask.die(f"major injury {who}", 12, who), ask.number("injury modifier", more))
    result = ask.number("injury", line)
    yield Told("major_injury", who, {"result": result, "injury": NAMES[result]}, rules=("CWN-MAJOR-03", RULES[result]))
    if modifier_flag(who) in ask.table.flags:
        yield Flagged(modifier_flag(who), 0)
    yield from RESULTS[result](ask, ask.table.who(who), result)


def modifier_flag(who: str) -> str:
    """The flag of what the GM adds to somebody's next roll on the table. CWN-MAJOR-03"""
    return f"gm injury {who}"


def instant_death(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """Dead; nothing helps. CWN-MAJOR-05"""
    yield from dies(ask.table, one.id, "CWN-MAJOR-05")


def internal_damage(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """An hour to reach a clinic, a coma until organs are replaced; Body and Nerves are damaged. CWN-MAJOR-06"""
    yield Marked(one.id, Mark(INTERNAL), rules=("CWN-MAJOR-06",))
    yield from within_an_hour(ask.table, one, INTERNAL, "CWN-MAJOR-06")
    yield Marked(one.id, Mark(COMA), rules=("CWN-MAJOR-06",))
    yield from damaged(one, (part for part in implants(one) if part.location in ("Body", "Nerves")), "CWN-MAJOR-06")


def brain_damage(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """A coma until organs are replaced; Head and Nerves are damaged. CWN-MAJOR-07"""
    yield Marked(one.id, Mark(BRAIN), rules=("CWN-MAJOR-07",))
    yield Marked(one.id, Mark(COMA), rules=("CWN-MAJOR-07",))
    yield from damaged(one, (part for part in implants(one) if part.location in ("Head", "Nerves")), "CWN-MAJOR-07")


def eye_damage(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """Blind; cybereyes and all that is housed in them are damaged. CWN-MAJOR-08"""
    yield Marked(one.id, Mark(BLIND), rules=("CWN-MAJOR-08",))
    eyes = [part.name for part in implants(one) if part.stands_for == "eyes"]
    yield from damaged(one, (part for part in implants(one) if part.name in eyes or part.housed_in in eyes), "CWN-MAJOR-08")


def gut_wound(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """An hour to reach a clinic, or the Constitution modifier suffers. CWN-MAJOR-09"""
    yield Marked(one.id, Mark(GUT), rules=("CWN-MAJOR-09",))
    yield from within_an_hour(ask.table, one, GUT, "CWN-MAJOR-09")


def limb_ruined(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """A leg or an arm is of no use; Limb cyber that lies in it alone is damaged. CWN-MAJOR-10 CWN-MAJOR-11 CWN-MAJOR-14"""
    limb = LIMBS[result - 6]
    yield Marked(one.id, Mark(ruined(limb)), rules=(RULES[result],))
    if limb in LEGS:
        yield Marked(one.id, Mark("prone"), rules=("CWN-MAJOR-10",))
    yield from damaged(one, (part for part in implants(one) if part.limbs == (limb,)), "CWN-MAJOR-14")


def system_damage(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """The costliest implant in strain is damaged; among equals the GM picks. CWN-MAJOR-12"""
    next_one = ask.table.options["system_damage_next"] == "yes"
    known = [part for part in implants(one) if works(one, part.name) or not next_one]
    most = max((part.thousandths for part in known), default=0)
    tied = [part for part in known if part.thousandths == most]
    names = [part.name for part in tied]
    name = ask.ruling("system", names, names[0], "which implant is damaged?") if len(tied) > 1 else "".join(names)
    yield from damaged(one, (part for part in tied if part.name == name), "CWN-MAJOR-12")


def flesh_wound(ask: Ask, one: Combatant, result: int) -> Iterator[Event]:
    """Nothing that lasts. CWN-MAJOR-13"""
    yield from ()


Result = Callable[[Ask, Combatant, int], Iterator[Event]]
TABLE: tuple[tuple[str, str, Result], ...] = (
    ("Instant Death", "CWN-MAJOR-05", instant_death),
    ("Internal Damage", "CWN-MAJOR-06", internal_damage),
    ("Brain Damage", "CWN-MAJOR-07", brain_damage),
    ("Eye Damage", "CWN-MAJOR-08", eye_damage),
    ("Gut Wound", "CWN-MAJOR-09", gut_wound),
    ("Right Leg Ruined", "CWN-MAJOR-10", limb_ruined),
    ("Left Leg Ruined", "CWN-MAJOR-10", limb_ruined),
    ("Right Arm Ruined", "CWN-MAJOR-11", limb_ruined),
    ("Left Arm Ruined", "CWN-MAJOR-11", limb_ruined),
    ("System Damage", "CWN-MAJOR-12", system_damage),
    ("Just a Flesh Wound", "CWN-MAJOR-13", flesh_wound),
    ("Just a Flesh Wound", "CWN-MAJOR-13", flesh_wound),
)
"""The table of Major Injuries, line by line. CWN-MAJOR-03"""
NAMES = {line: name for line, (name, _, _) in enumerate(TABLE, 1)}
RULES = {line: rule for line, (_, rule, _) in enumerate(TABLE, 1)}
RESULTS = {line: result for line, (_, _, result) in enumerate(TABLE, 1)}


# ------------------------------------------------------------------ what they do


def damaged(one: Combatant, parts: Iterable[Implant], rule: str) -> Iterator[Event]:
    """Implants are damaged: of no use until they are repaired, and where they keep somebody alive no more than that.

    CWN-REPAIR-01
    """
    for part in parts:
        if works(one, part.name):
            yield Marked(one.id, Mark(f"{BROKEN}{part.name}"), rules=(rule, "CWN-REPAIR-01"))
            if part.life_support:
                yield Told("just_alive", one.id, {"implant": part.name}, rules=("CWN-REPAIR-01",))


def within_an_hour(table: Table, one: Combatant, injury: str, rule: str) -> Iterator[Event]:
    """The clock to a clinic; minute 60 itself is in time. CWN-MAJOR-04 CWN-MAJOR-06 CWN-MAJOR-09"""
    yield Marked(one.id, Mark(CLINIC, Until("clock", at=table.clock.minute + HOUR + 1), by=injury), rules=(rule,))


def too_late(table: Table, event: Unmarked) -> Iterator[Event]:
    """The hour is over and there was no clinic. CWN-MAJOR-04 CWN-MAJOR-06 CWN-MAJOR-09"""
    if event.by == INTERNAL:
        yield from dies(table, event.who, "CWN-MAJOR-06")
    elif event.by == GUT:
        yield Unmarked(event.who, GUT, quiet=True)
        yield Marked(event.who, Mark(WEAKENED), rules=("CWN-MAJOR-09",))


# ------------------------------------------------------------------ what ends them


def injuries(one: Combatant) -> list[str]:
    """The lasting injuries of somebody."""
    return [name for name in LASTING if one.has(name)]


def mends(part: Implant, injury: str) -> bool:
    """Whether an implant stands in for what an injury has ruined. CWN-MAJOR-08 CWN-MAJOR-15"""
    if part.stands_for == "limb":
        return any(injury == ruined(limb) for limb in part.limbs)
    return injury in ORGANS if part.stands_for == "organs" else part.stands_for == "eyes" and part.paired and injury == BLIND


def mended(ask: Ask, one: Combatant, part: Implant) -> Iterator[Event]:
    """A new implant ends the injury it stands in for; among several the GM says which. CWN-MAJOR-15"""
    fitting = [injury for injury in injuries(one) if mends(part, injury)]
    if fitting:
        injury = ask.ruling("mends", fitting, fitting[0], f"what the {part.name} is for") if len(fitting) > 1 else fitting[0]
        yield from ended(one, injury, "CWN-MAJOR-15")


def ended(one: Combatant, injury: str, *because: str) -> Iterator[Event]:
    """An injury is over, and the coma with the last one that caused it. CWN-MAJOR-06 CWN-MAJOR-07 CWN-MAJOR-09"""
    yield Unmarked(one.id, injury, rules=because)
    if any(mark.name == CLINIC and mark.by == injury for mark in one.marks):
        yield Unmarked(one.id, CLINIC, injury, quiet=True)
    if one.has(COMA) and injury in COMATOSE and not any(one.has(other) for other in COMATOSE if other != injury):
        yield Unmarked(one.id, COMA, rules=because)


def restored(one: Combatant, part: Implant) -> Iterator[Event]:
    """A repaired limb or pair of eyes is of use again: no new one is needed. CWN-MAJOR-08 CWN-MAJOR-14"""
    for injury in injuries(one):
        if part.stands_for in ("limb", "eyes") and mends(part, injury):
            yield from ended(one, injury, "CWN-MAJOR-14" if part.stands_for == "limb" else "CWN-MAJOR-08")


# ------------------------------------------------------------------ acts of the GM


def offers(table: Table) -> Iterator[Offer]:
    """The table of injuries by the GM's hand, arriving at a clinic, cloned parts. CWN-MAJOR-03 CWN-MAJOR-06 CWN-MAJOR-16"""
    people = medic.patients(table)
    living = tuple(Choice(one.id) for one in people if not one.has("dead"))
    if living:
        result = Choices("result", (Choice(0, label="roll"), *(Choice(line, label=name) for line, name in NAMES.items())), 0)
        picks = (medic.picked("who", living), result, Choices("modifier", (), 0, "number", -12, 12))
        yield Offer("major injury", picks, rule="CWN-MAJOR-03")
        by = Choices("by", (), 0, "number", -12, 12)
        yield Offer("injury modifier", (medic.picked("who", living), by), rule="CWN-MAJOR-03")
    if waiting := tuple(Choice(one.id) for one in people if one.has(CLINIC)):
        yield Offer("clinic", (medic.picked("who", waiting),), rule="CWN-MAJOR-06")
    for one in people:
        if found := injuries(one):
            too_little = Reason("costs_at_least", "CWN-MAJOR-16", {"least": CLONE})
            paid = Choices("dollars", (), CLONE, "number", CLONE, 10**9, too_little)
            injury = medic.picked("injury", tuple(map(Choice, found)))
            yield Offer("clone", (injury, paid), fixed={"who": one.id}, rule="CWN-MAJOR-16")


def injury_modifier(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What the GM adds to somebody's next roll on the table, or takes from it. CWN-MAJOR-03"""
    yield Flagged(modifier_flag(deed.act.text("who")), deed.act.number("by"))


def clinic(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody is in a street doc's clinic in time: a life is saved, a gut wound leaves nothing behind.

    CWN-MAJOR-04 CWN-MAJOR-06 CWN-MAJOR-09
    """
    one = ask.table.who(deed.act.text("who"))
    yield Told("in_a_clinic", one.id, rules=("CWN-MAJOR-04",))
    yield Unmarked(one.id, CLINIC, quiet=True)
    if one.has(GUT):
        yield Unmarked(one.id, GUT, rules=("CWN-MAJOR-09",))


def clone(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A custom-grown part, if the GM grants the contacts: no strain, a lot of money. CWN-MAJOR-16"""
    one, injury = ask.table.who(deed.act.text("who")), deed.act.text("injury")
    if ask.ruling("contacts", ("no", "yes"), "no", f"{one.name} wants a cloned part") == "no":
        yield Told("no_contacts", one.id, rules=("CWN-MAJOR-16",))
        return
    yield Told("cloned", one.id, {"injury": injury, "dollars": deed.act.number("dollars")}, rules=("CWN-MAJOR-16",))
    yield from ended(one, injury, "CWN-MAJOR-16")
