"""What somebody may spend and when: the Main Action, the Move, and the moment in which he is asked to act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from firefight.events import Event, Marked, Opened, Released, Unmarked
from firefight.game import Budget
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.limbs import is_lame
from firefight.games.cities_without_number.sheet import conscious, sheet
from firefight.games.cities_without_number.time import used
from firefight.marks import UNTIL_ROUND_END, spent, until_turn_end, until_turn_start
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Turn

OWN_TURN = "until his own turn"
Moment = Literal["own turn", "held", "off turn", "not now"]


def moment(table: Table, who: str) -> Moment:
    """What somebody can do now: act in his turn, with what he has held back, by Instants alone, or nothing. CWN-ACT-19"""
    top, one = table.timeline.top, table.who(who)
    if not isinstance(top, Turn):
        return "not now" if table.timeline.running else "off turn"
    asked = who in top.members and who not in top.passed
    if top.window and who in top.passed:
        return "not now"
    if asked and not top.window:
        return "own turn"
    mark = one.mark("steps in")
    return "held" if table.timeline.hold_of(who) or (mark is not None and mark.note == top.id) else "off turn"


def in_the_way(table: Table, who: str) -> str:
    """The member of the side who has begun his turn and not finished it; "" if nobody keeps this one waiting. CWN-SEQ-02"""
    turn = table.timeline.turn
    if turn is None or table.is_on("interleave_turns"):
        return ""
    begun = (one for one in turn.members if one != who and one not in turn.passed and table.who(one).has("turn begun"))
    return next((one for one in begun if able_here(table, one)), "")


def able_here(table: Table, who: str) -> bool:
    """Whether somebody who has begun is still there to go on."""
    return table.who(who).here and conscious(table.who(who))


# ------------------------------------------------------------------ paying


def until_refresh(table: Table, who: str) -> Until:
    """When what is spent comes back: with the round, or by house rule with one's own turn. CWN-ACT-01"""
    return until_turn_start(who) if table.options["budget_refresh"] == "own_turn" else UNTIL_ROUND_END


def pays_main(table: Table, who: str) -> Iterator[Event]:
    """The Main Action is spent, first of all one that a power has given. CWN-ACT-01"""
    if table.who(who).has("bonus main"):
        yield Unmarked(who, "bonus main", quiet=True)
    else:
        yield spent(who, "main", until_refresh(table, who))


def pays_move(table: Table, who: str) -> Iterator[Event]:
    """A Move is spent, first of all one that a power has given; where it is gone, the Main Action for a second. CWN-ACT-02"""
    one = table.who(who)
    if one.has("bonus move"):
        yield Unmarked(who, "bonus move", quiet=True)
    elif one.has("spent move"):
        yield from pays_main(table, who)
    else:
        yield spent(who, "move", until_refresh(table, who))


def pays_on_turn(table: Table, who: str) -> Iterator[Event]:
    """On Turn Actions have no limit but the GM's patience; they are counted. CWN-ACT-03"""
    count = table.who(who).value("on turn actions") + 1
    yield Marked(who, Mark("on turn actions", UNTIL_ROUND_END, count, quiet=True))


def pays_both(table: Table, who: str) -> Iterator[Event]:
    """Main and Move are spent together. CWN-ACT-08"""
    yield from pays_main(table, who)
    yield from pays_move(table, who)


PAYING: dict[str, Callable[[Table, str], Iterator[Event]]] = {
    "main": pays_main, "given main": pays_main, "move": pays_move, "on turn": pays_on_turn, "both": pays_both,
}  # fmt: skip
"""How each type of action is paid; "given main" is an Instant that gives up the Main Action."""


def pays_late(table: Table, who: str, kind: str) -> Iterator[Event]:
    """The price of a deed of one's own turn that the GM has agreed to only while it was going on. CWN-ACT-04"""
    below = table.time(stack=table.timeline.stack[:-1])
    yield from (*begins(below, who), *PAYING[kind](below, who))


def begins(table: Table, who: str) -> Iterator[Event]:
    """Somebody begins his turn, or the turn he has held back. CWN-SEQ-02 CWN-SEQ-04 CWN-ACT-19"""
    now = moment(table, who)
    if now == "held":
        yield from steps_in(table, who)
    elif now == "own turn" and not table.who(who).has("turn begun"):
        yield Marked(who, Mark("turn begun", until_turn_end(who), quiet=True))
        yield from (Unmarked(who, mark.name, mark.by) for mark in table.who(who).marks if ends_now(table, who, mark))


def ends_now(table: Table, who: str, mark: Mark) -> bool:
    """Whether a mark lasts until somebody himself begins; a turn that was held back is still the old one. CWN-SEQ-04"""
    turn = table.timeline.turn
    new = turn is not None and turn.tag(who) != "held"
    return new and mark.note == OWN_TURN and mark.until is not None and not mark.until.skip


def steps_in(table: Table, who: str) -> Iterator[Event]:
    """What was held back is triggered: within a window at the same time as what others answer, else on top. CWN-ACT-19"""
    top = table.timeline.top
    if table.timeline.hold_of(who) is None or not isinstance(top, Turn):
        return
    yield Released(who, "acts", rules=("CWN-ACT-19",))
    if top.window and who in top.members:
        yield Marked(who, Mark("steps in", UNTIL_ROUND_END, note=top.id, quiet=True))
    else:
        yield Opened(((who, "held"),))


def until_next_turn(table: Table, who: str) -> tuple[Until, str]:
    """The end of what lasts until the start of one's next turn, and a note for it.

    That is when the side's turn begins, or by house rule when he himself begins, at the latest at the end of the side's turn.
    CWN-SEQ-04
    """
    if table.options["turn_start"] == "side_slot":
        return until_turn_start(who), ""
    turn = table.timeline.turn
    begun = turn is not None and who in turn.members and (who in turn.passed or table.who(who).has("turn begun"))
    return Until("turn end", who, skip=int(begun)), OWN_TURN


# ------------------------------------------------------------------ what is left


def metres(table: Table, one: Combatant) -> int:
    """Half metres of one Move; who is lame crawls like somebody prone, a heavy load slows. CWN-GEN-02 CWN-MAJOR-10 CWN-ENC-05"""
    return rules.half_metres(sheet(one).move, one.has("prone") or is_lame(one), one.value("slowed") or 100)


def metres_left(table: Table, one: Combatant) -> int:
    """Half metres left of a Move that was split around something else, where the table allows that. CWN-ACT-02"""
    return one.value("metres left") if table.is_on("split_move") else 0


def budget(table: Table, who: str) -> tuple[Budget, ...]:
    """The Main Action, the Move, and what is left of powers with a limit. CWN-ACT-01 CWN-TIME-02"""
    one = table.who(who)
    powers = [
        Budget(power.name, max(0, power.uses - used(one, power.name)), power.uses) for power in sheet(one).abilities if power.uses
    ]
    return (Budget("Main", int(not one.has("spent main")), 1), Budget("Move", int(not one.has("spent move")), 1), *powers)
