"""Opposed checks within another deed: a screener against an attacker, a victim against all who hold him.

Everybody rolls once, with a window after his dice ("check WHO n", for a screen "parry WHO n"), and the totals are compared
as the rule at hand says. A tie that is rolled again has dice of its own, "check WHO tie n".
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping

from firefight.ask import Ask, whole
from firefight.dice import TWO_D6
from firefight.events import Event, Told
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.instants import Pending, windows
from firefight.games.cities_without_number.sheet import COMBAT_SKILLS, level, modifier, sheet, written_out
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Value


def best(one: Combatant, attributes: Iterable[str], skills: Iterable[str]) -> int:
    """The best that somebody adds with one of these attributes and one of these skills. CWN-SKILL-07 CWN-SKILL-09"""
    if not written_out(one):
        return sheet(one).skill_modifier
    return max(modifier(one, attribute) for attribute in attributes) + max(level(one, skill) for skill in skills)


def screening(one: Combatant) -> int:
    """What somebody adds in a check for a screen: Strength or Dexterity, and the best combat skill. CWN-SCREEN-01"""
    return best(one, ("Str", "Dex"), COMBAT_SKILLS)


def totals(deed: Deed, ask: Ask, plus: Mapping[str, int], role: str = "check", n: int = 1) -> dict[str, int]:
    """The totals of everybody named, each with what he adds; `n` counts the rolls of one contest.

    CWN-SKILL-09 CWN-INST-02
    """
    label = "" if n == 1 else f" tie {n}"
    dice = {who: sum(ask.throw_for(who, {f"{role} {who}{label}": TWO_D6})[0]) for who in plus}
    if n == 1:
        for who in plus:
            windows(ask, f"{role} {who}", answerable(who))
    more = {who: bonus + added(deed, who, role) for who, bonus in plus.items()}
    return {who: dice[who] + ask.number(f"{role} modifier {who}{label}", bonus) for who, bonus in more.items()}


def answerable(who: str) -> Callable[[Table], Pending]:
    """What the window after somebody's dice is about."""
    return lambda table: Pending("after", "check", who)


def added(deed: Deed, who: str, role: str) -> int:
    """Points that powers of this one have added to his part of a contest. CWN-INST-02"""
    return sum(whole(note.label, note.value) for note in deed.notes if note.label == f"{role} added by {who}")


def told(table: Table, active: str, totals: Mapping[str, int]) -> Event:
    """Everybody's totals, the active one's first, for the GM. CWN-SKILL-09"""
    others = [who for who in totals if who != active]
    against = ", ".join(f"{table.who(who).name} {totals[who]}" for who in others)
    values: dict[str, Value] = {"total": totals[active], "against": against}
    return Told("contest", active, values, about=tuple(others), rules=("CWN-SKILL-09",), gm=True)


def wins(deed: Deed, ask: Ask, active: str, resisting: str, plus: Mapping[str, int]) -> Generator[Event, None, bool]:
    """Whether the active one wins against one other; a tie of two of a kind goes as the table wants it. CWN-SKILL-09"""
    one, other = ask.table.who(active), ask.table.who(resisting)
    result = 0
    for n in range(1, 100):
        found = totals(deed, ask, plus, n=n)
        yield told(ask.table, active, found)
        result = rules.contest(found[active], found[resisting], one.pc, other.pc)
        if result or ask.table.options["same_kind_tie"] == "resister_wins":
            break
    return result > 0
