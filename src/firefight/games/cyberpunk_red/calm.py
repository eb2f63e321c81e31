"""Outside Combat Time: what anybody may do uncounted, Luck for the coming initiative, the GM's races and journeys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Marked, Told
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import gear, rules, tasks, vehicles
from firefight.games.cyberpunk_red.body import get_up_line
from firefight.games.cyberpunk_red.gear import FREE
from firefight.games.cyberpunk_red.healing import stabilize_line
from firefight.games.cyberpunk_red.sheet import move_of
from firefight.marks import UNTIL_FIGHT_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed


def scales() -> Mapping[str, str]:
    """The three scales of movement, and the verb by which each is asked for. CPR-MOV-01 CPR-MOV-02 CPR-MOV-03 CPR-MOV-04"""
    return {"narrative": "travel", "figurative": "race", "literal": "move"}


# ------------------------------------------------------------------ lines of the menu


def lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """What makes sense outside a fight; there is no budget to check. CPR-ACT-02 CPR-TIME-01"""
    found = (
        stabilize_line(table, one), *tasks.action_lines(table, one), get_up_line(one), *gear.draw_lines(table, one),
        *gear.action_lines(table, one), *gear.drop_lines(table, one), *vehicles.action_lines(table, one),
    )  # fmt: skip
    yield from (Offer(line.verb, line.picks, FREE, line.fixed, line.reasons, "CPR-ACT-02") for line in found)
    yield luck_line(one)


def luck_line(one: Combatant) -> Offer:
    """Luck is added before initiative is rolled. CPR-INIT-06"""
    points = one.pool("luck")
    none = () if points else (Reason("no_luck", "CPR-INIT-06"),)
    most = Reason("too_little_luck", "CPR-INIT-06", {"left": points})
    pick = Choices("points", (), 1, "number", 1, max(points, 1), most)
    return Offer("luck", (pick,), "Luck", reasons=none, rule="CPR-INIT-06")


def gm_lines(table: Table) -> Iterator[Offer]:
    """A race by MOVE, and movement that is told. CPR-MOV-02 CPR-MOV-03"""
    people = tuple(Choice(one.id) for one in table.present())
    if len(people) > 1:
        pair = (Choices("first", people, people[0].value), Choices("second", people, people[1].value))
        yield Offer("race", pair, FREE, rule="CPR-MOV-03")
    yield Offer("travel", (Choices("what", (), "", "text"),), FREE, rule="CPR-MOV-02")


# ------------------------------------------------------------------ deeds


def luck(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Luck set aside for the coming initiative roll. CPR-INIT-06"""
    points, before = deed.act.number("points"), ask.table.who(deed.who).value("luck on initiative")
    yield Adjusted(deed.who, "luck", -points)
    yield Marked(deed.who, Mark("luck on initiative", UNTIL_FIGHT_END, before + points, quiet=True))


def travel(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Movement as part of the story, in the GM's words; nothing is counted. CPR-MOV-02"""
    yield from ()


def race(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Who is the faster of two, by MOVE alone. CPR-MOV-03"""
    first, second = deed.act.text("first"), deed.act.text("second")
    won = rules.faster(move_of(ask.table, first), move_of(ask.table, second))
    if won == 0 and ask.table.options["figurative_tie"] == "gm":
        won = {first: 1, second: -1}.get(ask.ruling("race", (first, second, "dead heat"), "dead heat"), 0)
    values = {"winner": first if won > 0 else second, "first": first, "second": second}
    yield Told("race_won" if won else "race_tied", "", values, rules=("CPR-MOV-03",), about=(first, second))
