"""Swarms: up to four of a side gather on one enemy, and one of them strikes for all. CWN-SWARM-01

Whoever has joined carries a mark "swarms" whose origin is the target and whose note names his weapon. Once they have
struck, the target carries a quiet mark "swarmed" whose origin is the side.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Event, Followed, Marked, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import attacks
from firefight.games.cities_without_number.instants import Pending, answered
from firefight.games.cities_without_number.reasons import SHOWN, why_no_main, why_not_now, why_unable
from firefight.games.cities_without_number.sheet import weapon
from firefight.games.cities_without_number.targets import could_attack, others, targets, why_no_target, why_no_weapon
from firefight.games.cities_without_number.things import at_hand
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Turn

FULL = 4


def members(table: Table, side: str, target: str) -> list[Combatant]:
    """Those of a side who have joined against a target and have not struck. CWN-SWARM-01"""
    return [one for one in table.present() if one.side == side and swarms_on(one, target)]


def swarms_on(one: Combatant, target: str) -> bool:
    """Whether somebody has joined a swarm on this target."""
    return any((mark.name, mark.by) == ("swarms", target) for mark in one.marks)


def waiting(table: Table) -> Iterator[tuple[Combatant, Mark]]:
    """Everybody who has joined a swarm that has not struck, with his mark."""
    return ((one, mark) for one in table.present() for mark in one.marks if mark.name == "swarms")


# ------------------------------------------------------------------ lines of the menu


def joining(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """Joining a swarm with the Main Action. CWN-SWARM-01"""
    no = (*why_not_now(table, one, "main", now), *why_no_main(one))
    people = others(table, one)
    for arm in at_hand(one):
        melee = arm.kind == "melee"
        picks = targets(table, one, people, arm, melee)
        choices = tuple(
            Choice(choice.value, (*choice.reasons, *why_no_swarm(table, one, str(choice.value)))) for choice in picks.choices
        )
        barred = why_no_weapon(table, one, arm, melee)
        yield Offer("swarm", (best_of(choices),), SHOWN["main"], {"weapon": arm.name}, (*no, *barred), "CWN-SWARM-01")


def best_of(choices: tuple[Choice, ...]) -> Choices:
    """The pick of a target; the default is the first whom nothing speaks against."""
    free = next((choice.value for choice in choices if not choice.reasons), choices[0].value if choices else "")
    return Choices("target", choices, free)


def why_no_swarm(table: Table, one: Combatant, target: str) -> tuple[Reason, ...]:
    """Against joining: friends, four already, or this side has struck there this round. CWN-SWARM-01"""
    full = table.options["swarm_size"] == "four_total" and len(members(table, one.side, target)) >= FULL
    struck = any((mark.name, mark.by) == ("swarmed", one.side) for mark in table.who(target).marks)
    return (
        *((Reason("no_enemy", "CWN-SWARM-01"),) if table.who(target).side == one.side else ()),
        *((Reason("swarm_full", "CWN-SWARM-01"),) if full else ()),
        *((Reason("swarm_struck", "CWN-SWARM-01"),) if struck and not table.is_on("second_swarm") else ()),
    )


def striking(table: Table, one: Combatant, now: Pending) -> Iterator[Offer]:
    """The one attack of a swarm, by any of those who have joined, in the turn of any of their side. CWN-SWARM-01"""
    for mark in one.marks:
        if mark.name == "swarms" and mark.by in table.combatants:
            arm, target = weapon(one, mark.note), table.who(mark.by)
            melee = arm.kind == "melee"
            no = (
                *why_unable(one),
                *(() if is_allies_turn(table, one) else (Reason("not_in_allies_turn", "CWN-SWARM-01"),)),
                *why_no_weapon(table, one, arm, melee),
                *why_no_target(table, one, target, arm, melee),
            )
            picks = (attacks.meaning(arm), *attacks.attributes(one, arm))
            yield Offer("strike", picks, "for the swarm", {"weapon": arm.name, "target": target.id}, no, "CWN-SWARM-01")


def is_allies_turn(table: Table, one: Combatant) -> bool:
    """Whether it is the turn of somebody of this one's side, and nothing is going on in it. CWN-SWARM-01"""
    top = table.timeline.top
    return isinstance(top, Turn) and not top.window and any(table.who(who).side == one.side for who in top.members)


# ------------------------------------------------------------------ deeds


def join(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody joins; when the fourth has, they strike at once. CWN-SWARM-01"""
    if not (yield from answered(deed, ask)):
        return
    table, target, arm = ask.table, deed.act.text("target"), deed.act.text("weapon")
    yield Marked(deed.who, Mark("swarms", UNTIL_ROUND_END, by=target, note=arm), rules=("CWN-SWARM-01",))
    arms = {one.id: mark.note for one, mark in waiting(table) if mark.by == target and one.side == table.who(deed.who).side}
    arms[deed.who] = arm
    if table.options["swarm_size"] == "four_total" and len(arms) >= FULL:
        fit = [who for who in arms if could_attack(table, table.who(who), table.who(target), weapon(table.who(who), arms[who]))]
        if fit:
            striker = ask.choose("striker", deed.who, tuple(fit), deed.who if deed.who in fit else fit[0], "who strikes?")
            yield Followed(Act("strike", {"target": target, "weapon": arms[striker]}), f"{deed.id}/strike", striker)


def strike(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One attack for all; after it nobody of the side gathers on this target again this round.

    CWN-SWARM-01 CWN-SWARM-02 CWN-SWARM-03
    """
    struck = yield from attacks.rolled(deed, ask)
    if struck is None:
        return
    yield from attacks.done(deed, ask, struck)
    side, target = ask.table.who(deed.who).side, deed.act.text("target")
    yield from (Unmarked(one.id, "swarms", target, quiet=True) for one in members(ask.table, side, target))
    yield Marked(target, Mark("swarmed", UNTIL_ROUND_END, by=side, quiet=True))


def dissolved(table: Table) -> Iterator[Event]:
    """Swarms that have not struck by the end of the round are wasted. CWN-SWARM-01 CWN-SEQ-05"""
    for one, mark in waiting(table):
        yield Unmarked(one.id, "swarms", mark.by, quiet=True)
        yield Told("swarm_dissolved", one.id, {"target": mark.by}, about=(mark.by,), rules=("CWN-SWARM-01",))


def warned(table: Table, members: tuple[str, ...]) -> Iterator[Event]:
    """A side's turn is over and its swarm has not struck: a warning. CWN-SWARM-01"""
    for one, mark in waiting(table):
        if one.id in members:
            yield Told("swarm_waits", one.id, {"target": mark.by}, about=(mark.by,), rules=("CWN-SWARM-01",))
