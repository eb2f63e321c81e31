"""What an act of Eclipse Phase costs and what comes of it. One short function per verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight.ask import Ask
from firefight.events import Event, Marked, Passed, Told, Unmarked
from firefight.games.eclipse_phase import checks, combat, delays, health, rules, spending, surprise, timing
from firefight.games.eclipse_phase.menu import in_window
from firefight.games.eclipse_phase.share import DECLARED, extras, metres_left, paid
from firefight.marks import UNTIL_FIGHT_END, UNTIL_ROUND_END
from firefight.scene import moved
from firefight.table import Combatant, Mark, Table, Until
from firefight.timeline import Act, Deed

GAITS = {"stay": "staying", "full": "full move"}


def costs(table: Table, who: str, act: Act) -> Iterator[Event]:
    """What declaring costs, all book-keeping of the turn included, so that the next line of the menu knows of it.

    EP-ACT-01 EP-DELAY-01 EP-POOL-01
    """
    if who and act.verb in spending.VERBS:
        yield from spending.bought(table, table.who(who), act)
    if not who or not table.timeline.running:
        return
    one = table.who(who)
    if act.verb in DECLARED:
        yield from paid(table, one, act)
    elif act.verb in PRICES:
        yield from PRICES[act.verb](table, one, act)


def gait(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """How one moves this turn: not at all, at the base rate, or in full. EP-ACT-02"""
    yield from (Unmarked(one.id, state) for state in GAITS.values() if one.has(state))
    if act.text("gait") in GAITS:
        yield Marked(one.id, Mark(GAITS[act.text("gait")], UNTIL_ROUND_END), rules=("EP-ACT-02",))


def the_turn(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """Delaying ends the ordinary turn; a full defense goes on until the delayed one. EP-DELAY-01"""
    if one.has("full defense"):
        yield full_defense_of(one.id)
    yield Passed(one.id)


def speaking_up(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """Who steps in, or waits on for the rest of the turn, has answered. EP-DELAY-01"""
    if act.verb == "step in":
        yield from listening_again(table, one, act)
        yield Marked(one.id, Mark("stepping in", UNTIL_ROUND_END, quiet=True))
    else:
        yield Marked(one.id, Mark("waiting on", UNTIL_ROUND_END))
    if in_window(table, one.id):
        yield Passed(one.id)


def listening_again(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """Whoever delays wants to be asked again. EP-DELAY-01"""
    if one.has("waiting on"):
        yield Unmarked(one.id, "waiting on")


def front_place(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """The front place, paid for in the middle of a turn. EP-FIRST-05"""
    yield from timing.pays_to_go_first(table, one.id, act.text("pool"))


def extra(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """One point for one extra action of the pool's kind. EP-EXTRA-01 EP-EXTRA-04 EP-EXTRA-05"""
    yield from spending.spend(one, act.text("pool"), cited="EP-EXTRA-05")
    yield Marked(one.id, Mark(f"extra {extras(one) + 1}", UNTIL_ROUND_END, note=act.text("pool"), quiet=True))


PRICES: dict[str, Callable[[Table, Combatant, Act], Iterator[Event]]] = {
    "movement": gait, "step in": speaking_up, "wait on": speaking_up, "be ready": listening_again,
    "go first": front_place, "buy extra": extra, **dict.fromkeys(delays.DELAYS, the_turn),
}  # fmt: skip


# ------------------------------------------------------------------ what comes of it


def resolve(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What comes of a deed; a declared action may be interrupted before it. EP-INIT-09 EP-DELAY-02"""
    if not deed.who:
        yield from OF_THE_TABLE[deed.act.verb](deed, ask)
    elif deed.act.verb in DECLARED and ask.table.timeline.running:
        yield from declared(deed, ask)
    else:
        yield from VERBS.get(deed.act.verb, nothing)(deed, ask)


def declared(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A declared action: those who delay may come before it, one moment for all of a tie. EP-INIT-08 EP-DELAY-02 EP-DELAY-03"""
    if deed.first:
        ask.window("before", lambda table: delays.asked_before(table, deed))
    fate = "on"
    if ask.table.who(deed.who).has("interrupted"):
        yield Unmarked(deed.who, "interrupted", quiet=True)
        fate = delays.goes_on(deed, ask)
    if fate == "on":
        yield from VERBS.get(deed.act.verb, nothing)(deed, ask)
        return
    yield Told(f"interrupted_{fate}", deed.who, rules=("EP-DELAY-02",))
    if fate == "anew":
        yield from delays.declares_anew(deed, ask)


def nothing(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An act whose price and line in the log are all there is to it."""
    yield from ()


def move(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Some metres of the turn's movement, paid at the declaration; on a map it ends on a square. EP-ACT-02"""
    one = ask.table.who(deed.who)
    left = metres_left(ask.table, one) + one.value("spent metres")
    yield from moved(ask.table, one, deed.act, left, ("EP-ACT-02",))


def full_defense(deed: Deed, ask: Ask) -> Iterator[Event]:
    """On guard until the next own action."""
    yield full_defense_of(deed.who)


def full_defense_of(who: str) -> Marked:
    """The mark of it: whoever acts loses it at once, whoever does not, at the end of his next turn."""
    return Marked(who, Mark("full defense", Until("turn end", who, skip=1)))


def drop_prone(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Down on the ground of one's own will. EP-ACT-02"""
    yield Marked(deed.who, Mark("prone"), rules=("EP-ACT-02",))


def stand_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Ends being prone; the movement of this turn stays halved. EP-ACT-02 EP-DMG-02"""
    yield Unmarked(deed.who, "prone", rules=("EP-ACT-02",))
    yield Marked(deed.who, Mark("stood up", UNTIL_ROUND_END, quiet=True), rules=("EP-DMG-02",))


# ------------------------------------------------------------------ tasks


def task(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A task: the GM says how long it takes and how it goes; each turn of it is paid with the task action. EP-ACT-03"""
    what, nature = deed.act.text("what"), deed.act.text("nature")
    turns = ask.amount("turns", 2, what)
    success = ask.ruling("outcome", ("success", "failure"), "success", what) == "success"
    superior = ask.amount("superior results", 0, what)
    needed = rules.task_turns(turns, superior) if success else rules.turns_lost(turns, superior)
    yield from worked(deed.who, 1, needed, success, nature, what)


def go_on(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One more turn of a task. EP-ACT-03"""
    mark = ask.table.who(deed.who).mark("task")
    if mark:
        needed, outcome, nature, what = mark.note.split("|", 3)
        yield from worked(deed.who, mark.value + 1, int(needed), outcome == "success", nature, what)


def worked(who: str, turns: int, needed: int, success: bool, nature: str, what: str) -> Iterator[Event]:
    """How far a task has come; it is done, or its failure shows, after the turns it needs. EP-ACT-03"""
    if turns < needed:
        note = f"{needed}|{'success' if success else 'failure'}|{nature}|{what}"
        yield Marked(who, Mark("task", UNTIL_FIGHT_END, turns, note=note, quiet=True))
        yield Told("task_goes_on", who, {"what": what, "turns": turns}, rules=("EP-ACT-03",))
        return
    yield Unmarked(who, "task", quiet=True)
    yield Told("task_done" if success else "task_failed", who, {"what": what, "turns": turns}, rules=("EP-ACT-03",))


VERBS: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "attack": combat.attack, "move": move, "full defense": full_defense, "stand up": stand_up, "drop prone": drop_prone,
    "task": task, "go on": go_on, "step in": delays.step_in, **dict.fromkeys(delays.DELAYS, delays.delay),
}  # fmt: skip
OF_THE_TABLE: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "initiative": timing.initiative, "break the tie": timing.break_the_tie, "catch up": timing.catch_up,
    "take the initiative": timing.take_the_initiative, "carry over": delays.carried_over,
    "after": delays.after, "last chance": delays.last_chance, "moment": delays.moment,
    "ambush begins": surprise.sprung, "ambush over": surprise.over, "suffer": health.suffer, "bleed": health.bleed,
    "bleeding check": health.bleeding_check,
    "check": checks.called, "skill test": checks.called, "opposed test": checks.opposed_test, "ambush": surprise.ambush,
    "short recharge": spending.short_recharge, "long recharge": spending.long_recharge, "treat": health.treat,
}  # fmt: skip
