"""Checks: STAT, skill and a die that goes up or down once; opposed ones; Luck; the GM's own Checks.

Every number can be overruled by name: `line.skill` and the other fields of `rules.Action` and `rules.Defense`, "LABEL
total", "dv".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.sheet import STATS, sheet, skill_of, stat_of, wound_state
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Value

DVS = (9, 13, 15, 17, 21, 24, 29)
"""Simple, everyday, difficult, professional, heroic, incredible, legendary. CPR-RES-01"""
EVERYDAY = 13
HELD = ("grappled", "grappling")


class Answer(NamedTuple):
    """The total of somebody who was opposed, and the Luck in it."""

    who: str
    total: int
    luck: int


# ------------------------------------------------------------------ rolling


def thrown(ask: Ask, who: str, role: str, suffix: str = "") -> tuple[int, int]:
    """The die of a Check, and the second one that a 10 or a 1 brings; no third. CPR-RES-02 CPR-RES-03"""
    die = ask.die(f"{role}{suffix}", 10, who)
    return die, ask.die(f"{role} again{suffix}", 10, who) if die in (1, 10) else 0


def action(ask: Ask, who: str, role: str, stat: str, skill: str, aimed: int = 0) -> int:
    """The total of a Check that is somebody's Action: the acting one's, or of whom the GM calls. CPR-RES-01 CPR-RES-05"""
    line = ask.line(action_line(ask, who, stat, skill, aimed))
    return ask.number(f"{role} total", rules.action(line, *thrown(ask, who, role)))


def action_line(ask: Ask, who: str, stat: str, skill: str, aimed: int) -> rules.Action:
    """What is added to the die of an Action, wounds and a grapple included. CPR-RES-01 CPR-HP-02 CPR-ATK-05 CPR-ATK-07"""
    one, luck = ask.table.who(who), ask.deed.act.number("luck")
    hurt, held = -rules.wound_penalty(wound_state(one)), -2 if one.has_any(HELD) else 0
    return rules.Action(stat_of(ask.table, who, stat), skill_of(ask.table, who, skill), luck, hurt, held, aimed)


def defense(ask: Ask, who: str, role: str, stat: str, skill: str) -> Answer:
    """The total of somebody who is opposed by an Action; what takes off Actions takes nothing off this. CPR-RES-04"""
    line = ask.line(defense_line(ask, who, stat, skill))
    total = rules.defense(line, *thrown(ask, who, role, f" {who}"))
    return Answer(who, ask.number(f"{role} total", total), line.defense_luck)


def defense_line(ask: Ask, who: str, stat: str, skill: str) -> rules.Defense:
    """What is added to the die of somebody who is opposed. CPR-RES-04 CPR-RES-05"""
    return rules.Defense(stat_of(ask.table, who, stat), skill_of(ask.table, who, skill), defenders_luck(ask, who))


def is_fought(ask: Ask, who: str) -> bool:
    """Whether numbers decide what somebody tries, or the GM's word: a sheet without skills, a note "by hand"."""
    return not ask.number("by hand", not sheet(ask.table, who).skills)


# ------------------------------------------------------------------ Luck


def luck_picks(one: Combatant) -> tuple[Choices, ...]:
    """Luck spent on the Check that comes, before it is rolled; nothing to pick for one who has none. CPR-RES-05"""
    left = one.pool("luck")
    too_little = Reason("too_little_luck", "CPR-RES-05", {"left": left})
    return (Choices("luck", (), 0, "number", 0, left, too_little),) if "luck" in one.pools else ()


def luck_spent(deed: Deed) -> Iterator[Event]:
    """Luck of the acting one is gone. CPR-RES-05"""
    yield from luck_gone(deed.who, deed.act.number("luck"))


def luck_gone(who: str, points: int) -> Iterator[Event]:
    """So much Luck of somebody is gone. CPR-RES-05"""
    if points:
        yield Adjusted(who, "luck", -points, rules=("CPR-RES-05",))


def defenders_luck(ask: Ask, who: str) -> int:
    """Luck of somebody who is opposed, who is asked before the roll where the table wants that. CPR-RES-05"""
    left = ask.table.who(who).pool("luck")
    if not left or not ask.table.is_on("luck_prompts"):
        return 0
    return int(ask.choose(f"luck {who}", who, tuple(map(str, range(left + 1))), "0"))


# ------------------------------------------------------------------ what is told


def closed(*people: Combatant) -> bool:
    """Whether the totals of these are no business of the players': one of them is the GM's."""
    return not all(one.owner for one in people)


def told(ask: Ask, key: str, who: str, total: int, dv: int, other: str = "", open_dv: bool = True, **more: str) -> Told:
    """A Check and how it went; the totals of the GM's people are his alone. CPR-RES-01"""
    values: dict[str, Value] = {"total": total, "dv": dv, "target": other, **more}
    secret = ("total",) if closed(ask.table.who(who)) else ()
    hidden = ("dv",) if not open_dv and (not other or closed(ask.table.who(other))) else ()
    return Told(key, who, values, secret=(*secret, *hidden), about=(other,) if other else (), rules=("CPR-RES-01",))


# ------------------------------------------------------------------ the GM's Checks


def gm_lines(table: Table) -> Iterator[Offer]:
    """A Check against a DV, and one of two people against each other. CPR-RES-01 CPR-RES-04"""
    people = tuple(Choice(one.id) for one in table.present())
    stats = tuple(map(Choice, STATS))
    if people:
        who = Choices("person", people, people[0].value)
        dv = Choices("dv", (), EVERYDAY, "number", 0, 99)
        yield Offer("check", (who, *tried(stats), dv), "free", rule="CPR-RES-01")
    if len(people) > 1:
        pair = (Choices("person", people, people[0].value), Choices("other", people, people[1].value))
        yield Offer("opposed check", (*pair, *tried(stats), *tried(stats, "other ")), "free", rule="CPR-RES-04")


def tried(stats: tuple[Choice, ...], whose: str = "") -> tuple[Choices, ...]:
    """The picks of a Check: a STAT, and a skill that may be left open."""
    return Choices(f"{whose}stat", stats, "ref"), Choices(f"{whose}skill", (), "", "any")


def check(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A Check the GM calls for. CPR-RES-01 CPR-RES-02 CPR-RES-03"""
    pick = deed.act.text
    dv = ask.number("dv", deed.act.number("dv"))
    yield from against_dv(ask, pick("person"), pick("stat"), pick("skill"), dv, pick("skill") or pick("stat"))


def against_dv(ask: Ask, who: str, stat: str, skill: str, dv: int, what: str) -> Iterator[Event]:
    """A Check against a DV, and how it went. CPR-RES-01"""
    total = action(ask, who, "check", stat, skill)
    key = "check_succeeds" if rules.succeeds(total, dv, ask.table.is_on("check_tie_succeeds")) else "check_fails"
    yield told(ask, key, who, total, dv, what=what)


def opposed_check(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Two people against each other; the second one defends. CPR-RES-04"""
    who, other, pick = deed.act.text("person"), deed.act.text("other"), deed.act.text
    ours = action(ask, who, "check", pick("stat"), pick("skill"))
    theirs = defense(ask, other, "against", pick("other stat"), pick("other skill"))
    key = "opposed_wins" if rules.beats(ours, theirs.total) else "opposed_loses"
    yield told(ask, key, who, ours, theirs.total, other, open_dv=False)
    yield from luck_gone(other, theirs.luck)
