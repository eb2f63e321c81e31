"""What the GM does at the table of Eclipse Phase: tests, an ambush, rests, and stopping somebody's blood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firefight.game import Choice, Choices, Lines, Offer, Reason, listed
from firefight.games.eclipse_phase.sheet import APTITUDES, SKILLS
from firefight.games.eclipse_phase.spending import RECHARGES, recharges
from firefight.table import Combatant, Table


def menu(table: Table, verb: str = "") -> Iterator[Offer]:
    """Everything the GM can do of himself, or at least what one verb offers."""
    return listed(LINES, verb, table)


def tests(table: Table) -> Iterator[Offer]:
    """A check or a skill test of anybody. EP-TEST-01"""
    people = here(table)
    if people:
        yield Offer("check", (among("who", people), words("aptitude", APTITUDES), situation()), rule="EP-TEST-01")
        yield Offer("skill test", (among("who", people), words("skill", SKILLS), situation()), rule="EP-TEST-01")


def opposed_tests(table: Table) -> Iterator[Offer]:
    """Anybody against anybody else. EP-TEST-04"""
    for one in here(table):
        others = [other for other in here(table) if other.id != one.id]
        if others:
            theirs = (words("their skill", SKILLS, "perceive"), situation("their modifiers"))
            picks = (words("skill", SKILLS, "infiltrate"), situation(), among("against", others), *theirs)
            yield Offer("opposed test", picks, fixed={"who": one.id}, rule="EP-TEST-04")


def ambushes(table: Table) -> Iterator[Offer]:
    """An ambush, before a fight begins. EP-SURP-01"""
    late = (Reason("fight_is_on", "EP-SURP-01"),) if table.timeline.running else ()
    for one in here(table):
        foes = [other for other in here(table) if other.side != one.side]
        if foes:
            picks = (among("target", foes), words("alert", ("no", "yes")), situation())
            yield Offer("ambush", picks, fixed={"who": one.id}, reasons=late, rule="EP-SURP-01")


def treatments(table: Table) -> Iterator[Offer]:
    """Stopping the blood of somebody. EP-DMG-03"""
    bleeding = [one for one in here(table) if one.has("bleeding")]
    if bleeding:
        yield Offer("treat", (among("who", bleeding),), rule="EP-DMG-03")


def here(table: Table) -> list[Combatant]:
    """Everybody who is here."""
    return list(table.present())


def among(pick: str, people: Iterable[Combatant]) -> Choices:
    """A pick of one of these people."""
    return words(pick, [one.id for one in people])


def words(pick: str, values: Iterable[str], default: str = "") -> Choices:
    """A pick among some words."""
    found = tuple(map(Choice, values))
    return Choices(pick, found, default or found[0].value)


def situation(pick: str = "modifiers") -> Choices:
    """Modifiers of a test in a few words: "dark -20, far -10". EP-TEST-01"""
    return Choices(pick, (), "", "any")


LINES: Lines = (
    (("check", "skill test"), tests),
    (("opposed test",), opposed_tests),
    (("ambush",), ambushes),
    (tuple(RECHARGES), recharges),
    (("treat",), treatments),
)
"""The GM's lines."""
