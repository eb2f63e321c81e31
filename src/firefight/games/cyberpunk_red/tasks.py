"""Using a Skill or an object: at once, or paid for Turn by Turn where the GM judges that it takes longer.

A longer task is a quiet mark "task WHAT", its value the Actions paid so far; the note says what is needed, whether a
Skill decides, and in which round it was paid last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.events import Event, Marked, Told, Unmarked
from firefight.game import Choice, Choices, Offer
from firefight.games.cyberpunk_red import checks, rules
from firefight.games.cyberpunk_red.gear import ACTION
from firefight.games.cyberpunk_red.sheet import STATS, sheet
from firefight.marks import UNTIL_FIGHT_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed, Value

QUICK = 3


class Task(NamedTuple):
    """A longer task: Actions paid and needed, whether a Check ends it, and the round it was paid in last."""

    what: str
    paid: int
    needed: int
    skill: bool
    last: int
    check: str = ""
    """STAT and skill of its Check, "tech/electronics"; "" where the GM says how it ends."""


def task_of(mark: Mark) -> Task:
    """The task a mark tells of."""
    needed, skill, last, check = mark.note.split("|", 3)
    return Task(mark.name.removeprefix("task "), mark.value, int(needed), skill == "skill", int(last), check)


def marked(who: str, task: Task) -> Marked:
    """How far a task has come."""
    note = f"{task.needed}|{'skill' if task.skill else 'object'}|{task.last}|{task.check}"
    return Marked(who, Mark(f"task {task.what}", UNTIL_FIGHT_END, task.paid, note=note, quiet=True))


# ------------------------------------------------------------------ lines of the menu


def action_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Going on with what was begun, then new tasks. CPR-ACT-12 CPR-ACT-13 CPR-ACT-14 CPR-ACT-15"""
    for mark in one.marks:
        if mark.name.startswith("task ") and mark.note:
            task = task_of(mark)
            luck = checks.luck_picks(one) if task.check else ()
            yield Offer("go on", luck, ACTION, {"task": task.what}, rule="CPR-ACT-13" if task.skill else "CPR-ACT-15")
    yield Offer("use skill", (Choices("what", (), "", "text"), *skill_picks(table, one)), ACTION, rule="CPR-ACT-12")
    yield Offer("use object", (Choices("what", (), "", "text"),), ACTION, rule="CPR-ACT-14")


def skill_picks(table: Table, one: Combatant) -> tuple[Choices, ...]:
    """The STAT and the skill of a Check, for those whose skills are known; without a skill the GM says how it ends. CPR-ACT-12"""
    skills = sheet(table, one.id).skills
    if not skills:
        return ()
    picked = Choices("skill", (Choice(""), *map(Choice, skills)))
    return Choices("stat", tuple(map(Choice, STATS)), "tech"), picked, *checks.luck_picks(one)


# ------------------------------------------------------------------ deeds


def begin(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A task of a Skill or an object: the GM says how long it takes; up to three seconds it is done at once.

    CPR-ACT-12 CPR-ACT-13 CPR-ACT-14 CPR-ACT-15
    """
    what, skill = deed.act.text("what"), deed.act.verb == "use skill"
    check = f"{deed.act.text('stat')}/{deed.act.text('skill')}" if deed.act.text("skill") else ""
    seconds = ask.amount("seconds", QUICK, what)
    if not ask.table.timeline.running or seconds <= QUICK:
        yield from checked(deed, ask, what, check) if skill else ()
    else:
        task = Task(what, 1, rules.actions_needed(seconds), skill, ask.table.timeline.round, check)
        yield from paid(deed.who, task, "task_begun")


def go_on(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One more Action for a longer task, which is done with the last one. CPR-ACT-13 CPR-ACT-15"""
    mark = ask.table.who(deed.who).mark(f"task {deed.act.text('task')}")
    if mark is None:
        return
    before, now = task_of(mark), ask.table.timeline.round
    lost = now - before.last > 1 and gap_resets(ask, before.what)
    task = before._replace(paid=1 if lost else before.paid + 1, last=now)
    if lost:
        yield Told("task_lost", deed.who, {"what": task.what}, rules=("CPR-ACT-13",))
    if task.paid < task.needed:
        yield from paid(deed.who, task, "task_goes_on")
    else:
        yield Unmarked(deed.who, mark.name, quiet=True)
        yield from checked(deed, ask, task.what, task.check) if task.skill else done(deed.who, task.what)


def gap_resets(ask: Ask, what: str) -> bool:
    """Whether a Turn without paying loses the progress, by house rule. CPR-ACT-13 CPR-ACT-15"""
    gap = ask.table.options["task_gap"]
    return gap == "reset" or (gap == "gm" and ask.ruling("gap", ("keep", "lose"), "keep", what) == "lose")


def paid(who: str, task: Task, key: str) -> Iterator[Event]:
    """An Action was paid and more are needed. CPR-ACT-13 CPR-ACT-15"""
    yield marked(who, task)
    values: dict[str, Value] = {"what": task.what, "paid": task.paid, "needed": task.needed}
    yield Told(key, who, values, rules=("CPR-ACT-13" if task.skill else "CPR-ACT-15",))


def checked(deed: Deed, ask: Ask, what: str, check: str) -> Iterator[Event]:
    """The Check is made, against the DV the GM names; where no skill was named he says what it brings.

    CPR-ACT-12 CPR-ACT-13 CPR-RES-01
    """
    if check:
        stat, _, skill = check.partition("/")
        yield from checks.against_dv(ask, deed.who, stat, skill, ask.amount("dv", checks.EVERYDAY, what), what)
        yield from checks.luck_spent(deed)
    else:
        said = ask.ruling("check", (), "success", what)
        yield Told("check_made", deed.who, {"what": what, "outcome": said}, rules=("CPR-ACT-12",))


def done(who: str, what: str) -> Iterator[Event]:
    """A longer task without a Check is done. CPR-ACT-15"""
    yield Told("task_done", who, {"what": what}, rules=("CPR-ACT-15",))
