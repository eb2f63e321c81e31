"""Screening an ally: whoever attacks the ward has to get past the one who stands in the way. CWN-SCREEN-01

The screener carries a mark "screens" whose origin is the ward, until his next turn starts, and for every attacker whose
check he has met this round a quiet mark "screened" whose origin is that attacker.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from firefight.ask import Ask
from firefight.events import Event, Marked, Told
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.aim import Attempt, attempt
from firefight.games.cities_without_number.contests import screening, told, totals
from firefight.games.cities_without_number.instants import Pending, may_go_on, windows
from firefight.games.cities_without_number.reach import is_enemy, metres
from firefight.games.cities_without_number.sheet import combat_skill, conscious, sheet
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

FAR = 3
THROUGH = "let it through"


def screened(deed: Deed, ask: Ask, declared: Table) -> Generator[Event, None, str]:
    """Whom an attack meets in the end: the ward, or a screener, who may answer it as any target may; "" if it is lost.

    `declared` is the table as it was at the declaration, which is when distances count.
    CWN-SCREEN-01 CWN-SCREEN-03 CWN-SCREEN-04 CWN-INST-02
    """
    ward = deed.act.text("target")
    in_the_way = candidates(ask.table, deed, declared)
    if not in_the_way or not (fit := bodily(ask, attempt(ask.table, deed, ward), in_the_way)):
        return ward
    meeting = willing(ask, fit)
    if not meeting:
        return ward
    people = [ask.table.who(deed.who), *meeting]
    found = totals(deed, ask, {one.id: screening(one) for one in people}, "parry")
    yield told(ask.table, deed.who, found)
    yield from (Marked(one.id, Mark("screened", UNTIL_ROUND_END, by=deed.who, quiet=True)) for one in meeting)
    target = first_met(ask, deed.who, found, meeting) or ward
    yield Told("screen_holds" if target != ward else "screen_fails", target, {"attacker": deed.who, "ward": ward},
               about=(deed.who, ward), rules=("CWN-SCREEN-01",))  # fmt: skip
    if target == ward:
        return ward
    windows(ask, f"before {target}", lambda table: Pending("before", "attack", deed.who, target))
    return target if may_go_on(deed, ask) else ""


def candidates(table: Table, deed: Deed, declared: Table) -> list[Combatant]:
    """Those who screen the target of an attack, fit for it, near enough, with attackers left this round.

    CWN-SCREEN-01 CWN-SCREEN-02 CWN-SCREEN-03
    """
    ward, attacker = table.who(deed.act.text("target")), table.who(deed.who)
    standing = [one for one in table.present() for mark in one.marks if mark.name == "screens" and mark.by == ward.id]
    return [
        one for one in standing
        if is_enemy(one, attacker) and conscious(one) and is_close(declared, one.id, ward.id) and has_capacity(one, attacker)
    ]  # fmt: skip


def is_close(table: Table, one: str, ward: str) -> bool:
    """Whether the ward is within three metres of his screener, as far as anybody knows. CWN-SCREEN-01"""
    far = metres(table, table.who(one), table.who(ward))
    return far is None or far <= FAR


def has_capacity(one: Combatant, attacker: Combatant) -> bool:
    """Whether a screener can hold off this attacker too: one he has met already, or a further one. CWN-SCREEN-02"""
    met = {mark.by for mark in one.marks if mark.name == "screened"}
    return attacker.id in met or len(met) < combat_skill(one)


def bodily(ask: Ask, a: Attempt, screeners: list[Combatant]) -> list[Combatant]:
    """Those who could parry this attack with the body: blows all, bullets integral armour alone, the rest as the GM says.

    CWN-SCREEN-04
    """
    if a.melee:
        return screeners
    armored = [one for one in screeners if sheet(one).integral_armor]
    if a.arm.kind == "ranged" or armored == screeners:
        return armored
    default = "no" if a.arm.kind == "bow" else "yes"
    said = ask.ruling("can be screened", ("yes", "no"), default, f"a {a.arm.name} comes at {a.target.name}")
    return screeners if said == "yes" else armored


def willing(ask: Ask, screeners: list[Combatant]) -> list[Combatant]:
    """Those who take part; a player may save his strength for another attacker. CWN-SCREEN-02 CWN-SCREEN-03"""
    table = ask.table
    asked = [one for one in screeners if not one.has("waives") and table.options["windows"] != "never"]
    answers = ask.each({f"screen {one.id}": (one.id, ("stand in the way", THROUGH)) for one in asked}, "stand in the way")
    return [one for one in screeners if answers.get(f"screen {one.id}") != THROUGH]


def first_met(ask: Ask, attacker: str, found: Mapping[str, int], screeners: list[Combatant]) -> str:
    """The screener the attack goes at: of those who beat the attacker the one with the lowest total; "" for none.

    CWN-SCREEN-01 CWN-SCREEN-03
    """
    pc = ask.table.who(attacker).pc
    good = [one for one in screeners if rules.contest(found[attacker], found[one.id], pc, one.pc) <= 0]
    lowest = [one.id for one in good if found[one.id] == min(found[other.id] for other in good)]
    if len(lowest) < 2:
        return "".join(lowest)
    return ask.choose("who is met", lowest[0], tuple(lowest), lowest[0], "the defenders choose who is in the way")
