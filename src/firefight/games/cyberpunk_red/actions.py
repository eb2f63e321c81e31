"""What an act of Cyberpunk RED costs and what comes of it. One short function per verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight.ask import Ask
from firefight.effects import effects
from firefight.events import Adjusted, Event, Followed, Held, Marked, Passed, Released, Told, Unmarked
from firefight.games.cyberpunk_red import rules, timing
from firefight.games.cyberpunk_red.sheet import sheet
from firefight.marks import UNTIL_FIGHT_END, spent, until_turn_end
from firefight.table import Mark, Table
from firefight.timeline import Act, Deed, Hold, Turn

NO_ACTION = ("move", "draw", "drop", "net action", "luck", "race", "happening")


def costs(table: Table, who: str, act: Act) -> Iterator[Event]:
    """What declaring costs: the Move Action's metres, the Action, or a Hold that is carried out. CPR-ACT-01 CPR-HOLD-02"""
    top = table.timeline.top
    if not who or not table.timeline.running:
        return
    if isinstance(top, Turn) and table.timeline.hold_of(who) and timing.fires(top, who):
        yield from (Released(who, "acts"), Passed(who))
    elif act.verb == "move":
        yield spent(who, "move", until_turn_end(who), table.who(who).value("spent move") + act.number("metres"))
    elif act.verb == "attack" and table.who(who).value("attacks left") > 0:
        yield Marked(who, Mark("attacks left", until_turn_end(who), table.who(who).value("attacks left") - 1, quiet=True))
    elif act.verb == "net action":
        yield Marked(who, Mark("net actions", until_turn_end(who), table.who(who).value("net actions") - 1, quiet=True))
    elif act.verb not in NO_ACTION or (act.verb == "drop" and kind_of(table, who, act.text("item")) == "shield"):
        yield spent(who, "action", until_turn_end(who))


def kind_of(table: Table, who: str, item: str) -> str:
    """What kind of thing an item is."""
    return next((thing.kind for thing in sheet(table, who).gear if thing.name == item), "object")


def resolve(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What comes of a deed; Holds on a happening may come before or after it. CPR-HOLD-07"""
    if not deed.who:
        yield from OF_THE_TABLE[deed.act.verb](deed, ask)
        return
    timing_of_holds = ask.table.options["hold_event_timing"]
    if timing_of_holds != "after-event" and not timing.held_before(deed, ask):
        return
    yield from VERBS[deed.act.verb](deed, ask)
    if timing_of_holds != "before-event" and timing.waiting(ask.table):
        yield Followed(Act("happened"), f"{deed.id}/happened")


# ------------------------------------------------------------------ moving


def move(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Some metres of the Move Action. CPR-MOV-01 CPR-MOV-04"""
    yield from ()


def run(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One more Move Action in this Turn. CPR-ACT-07"""
    yield Marked(deed.who, Mark("running", until_turn_end(deed.who)))


def get_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Ends being Prone. CPR-ACT-05"""
    yield Unmarked(deed.who, "prone")


# ------------------------------------------------------------------ against others


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An attack; what it does is the GM's to say. A second one follows with a weapon that allows it. CPR-ACT-03"""
    target, weapon = deed.act.text("target"), deed.act.text("weapon")
    said = ask.effect("effect", f"{ask.table.who(deed.who).name} attacks {ask.table.who(target).name} with {weapon}")
    yield from effects(said, ask.table, target, deed.who)
    first = not ask.table.who(deed.who).has("attacks left")
    rof = next((item.rof for item in sheet(ask.table, deed.who).gear if item.name == weapon), 2)
    turn = ask.table.timeline.turn
    if first and rof > 1 and turn is not None and turn.tag(deed.who) != "held":
        yield Marked(deed.who, Mark("attacks left", until_turn_end(deed.who), rof - 1, quiet=True))


def grab(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Taking hold of somebody, snatching an object, or breaking free, as the GM rules. CPR-ACT-06"""
    use, target = deed.act.text("use"), deed.act.text("target")
    about = f"{ask.table.who(deed.who).name} grabs to {use}"
    if ask.ruling("grab", ("success", "failure"), "success", about) == "failure":
        yield Told("grab_fails", deed.who, {"use": use}, rules=("CPR-ACT-06",))
    elif use == "hold":
        yield from (Marked(target, Mark("grappled", by=deed.who)), Marked(deed.who, Mark("grappling", by=target)))
    elif use == "snatch":
        yield Told(
            "snatches",
            deed.who,
            {"object": deed.act.text("object"), "target": target},
            rules=("CPR-ACT-06",),
            about=(target,),
        )
        if any(item.name == deed.act.text("object") for item in sheet(ask.table, target).gear):
            yield Marked(target, Mark(f"item {deed.act.text('object')}", note="gone", quiet=True))
    else:
        yield from let_go(ask.table, deed.who)


def let_go(table: Table, who: str) -> Iterator[Event]:
    """Ends every grapple this person is in, on both sides of it."""
    for one in table.combatants.values():
        for mark in one.marks:
            if mark.name in ("grappled", "grappling") and who in (one.id, mark.by):
                yield Unmarked(one.id, mark.name, mark.by)


def throw(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Throwing somebody one grapples, or a thing in hand. CPR-ACT-10"""
    what = deed.act.text("what")
    person = what in ask.table.combatants
    said = ask.effect("effect", f"{ask.table.who(deed.who).name} throws {what}")
    if person:
        yield from let_go(ask.table, what)
        yield from effects(said, ask.table, what, deed.who)
    else:
        yield Marked(deed.who, Mark(f"item {what}", note="floor", quiet=True))
        yield Told("throws", deed.who, {"what": what, "effect": said}, rules=("CPR-ACT-10",))


def stabilize(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Natural healing begins, or somebody is saved from being Mortally Wounded. CPR-ACT-08"""
    target = deed.act.text("target")
    if ask.ruling("stabilize", ("success", "failure"), "success", ask.table.who(target).name) == "failure":
        yield Told("stabilize_fails", deed.who, {"target": target}, rules=("CPR-ACT-08",), about=(target,))
    elif ask.table.who(target).has("mortally wounded"):
        yield Unmarked(target, "mortally wounded")
    else:
        yield Marked(target, Mark("healing naturally"))


# ------------------------------------------------------------------ vehicles and the NET


def get_in(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Into a vehicle. CPR-ACT-04"""
    yield Marked(deed.who, Mark("in a vehicle", by=deed.act.text("vehicle")))


def start(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The vehicle runs. CPR-ACT-09"""
    yield Marked(deed.act.text("vehicle"), Mark("engine running", by=deed.who))


def use_net_actions(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The Action becomes several NET Actions. CPR-ACT-11"""
    n = ask.number("net actions", rules.net_actions(sheet(ask.table, deed.who).interface))
    yield Marked(deed.who, Mark("net actions", until_turn_end(deed.who), n, quiet=True))
    yield Told("net_actions", deed.who, {"n": n}, rules=("CPR-ACT-11",))


def net_action(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One NET Action, in words. CPR-ACT-11"""
    yield Told("net_action", deed.who, {"what": deed.act.text("what")}, rules=("CPR-ACT-11",))


# ------------------------------------------------------------------ tasks and things


def task(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A task of a skill or an object: at once if it takes three seconds, else paid for Turn by Turn.

    CPR-ACT-12 CPR-ACT-13 CPR-ACT-14 CPR-ACT-15
    """
    what, skill = deed.act.text("what"), deed.act.verb == "use skill"
    seconds = ask.amount("seconds", 3, what)
    if not ask.table.timeline.running or seconds <= 3:
        yield from done(deed, ask, what, skill)
    else:
        yield paid(deed.who, 1, rules.actions_needed(seconds), skill, ask.table.timeline.round, what)
        yield Told(
            "task_begun",
            deed.who,
            {"what": what, "paid": 1, "needed": rules.actions_needed(seconds)},
            rules=("CPR-ACT-13",),
        )


def go_on(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One more Action for a longer task; a Turn without may cost what was paid. CPR-ACT-13 CPR-ACT-15"""
    mark = ask.table.who(deed.who).mark("task")
    if mark is None:
        return
    needed, skill, last, what = mark.note.split("|", 3)
    round = ask.table.timeline.round
    lost = round - int(last) > 1 and gap_resets(ask, what)
    progress = 1 if lost else mark.value + 1
    if progress < int(needed):
        yield paid(deed.who, progress, int(needed), skill == "skill", round, what)
        yield Told("task_goes_on", deed.who, {"what": what, "paid": progress, "needed": int(needed)}, rules=("CPR-ACT-13",))
    else:
        yield Unmarked(deed.who, "task", quiet=True)
        yield from done(deed, ask, what, skill == "skill")


def gap_resets(ask: Ask, what: str) -> bool:
    """Whether a Turn without paying loses the progress, by house rule. CPR-ACT-13"""
    gap = ask.table.options["task_gap"]
    return gap == "reset" or (gap == "gm" and ask.ruling("gap", ("keep", "lose"), "keep", what) == "lose")


def paid(who: str, progress: int, needed: int, skill: bool, round: int, what: str) -> Marked:
    """How far a task has come: Actions paid, and what it is."""
    note = f"{needed}|{'skill' if skill else 'object'}|{round}|{what}"
    return Marked(who, Mark("task", UNTIL_FIGHT_END, progress, note=note, quiet=True))


def done(deed: Deed, ask: Ask, what: str, skill: bool) -> Iterator[Event]:
    """A task is done; for a Skill the GM says what the Check brings. CPR-ACT-12 CPR-ACT-13 CPR-ACT-15"""
    if skill:
        said = ask.ruling("check", (), "success", what)
        yield Told("check_made", deed.who, {"what": what, "outcome": said}, rules=("CPR-ACT-12",))
    else:
        yield Told("task_done", deed.who, {"what": what}, rules=("CPR-ACT-14",))


def handle(place: str, rule: str) -> Callable[[Deed, Ask], Iterator[Event]]:
    """A thing changes its place: drawn, fetched, stowed, dropped. CPR-ACT-14 CPR-ACT-16 CPR-ACT-17"""

    def handled(deed: Deed, ask: Ask) -> Iterator[Event]:
        item = deed.act.text("item")
        yield Marked(deed.who, Mark(f"item {item}", note=place, quiet=True))
        yield Told(f"item_{deed.act.verb}", deed.who, {"item": item}, (rule,))

    return handled


def luck(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Luck set aside for the coming initiative roll. CPR-INIT-06"""
    points = deed.act.number("points")
    yield Adjusted(deed.who, "luck", -points)
    yield Marked(deed.who, Mark("luck on initiative", UNTIL_FIGHT_END, points))


# ------------------------------------------------------------------ Hold, and the GM's own


def hold(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One Action is held for a number or a happening; the last in the queue is warned. CPR-HOLD-01 CPR-HOLD-03 CPR-HOLD-06"""
    until, picks = deed.act.text("until"), {"what": deed.act.text("what")}
    number = (int(until),) if until.lstrip("-").isdigit() else ()
    if (
        not number
        and is_last(ask.table, deed.who)
        and ask.choose("last", deed.who, ("hold", "keep the Action"), "hold") != "hold"
    ):
        yield Unmarked(deed.who, "spent action", quiet=True)
        return
    if deed.act.text("act") == "attack":
        picks["weapon"] = deed.act.text("weapon")
    act = Act(deed.act.text("act"), picks)
    yield Held(Hold(deed.who, ask.table.timeline.round, "held", act, until, number))


def is_last(table: Table, who: str) -> bool:
    """Whether nobody comes after this one in the round."""
    return not any(due.who != who and (due.who, due.tag) not in table.timeline.done for due in timing.dues(table))


def race(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Who wins a race of two, by MOVE alone. CPR-MOV-02 CPR-MOV-03"""
    first, second = deed.act.text("first"), deed.act.text("second")
    won = rules.faster(sheet(ask.table, first).move, sheet(ask.table, second).move)
    if won == 0 and ask.table.options["figurative_tie"] == "gm":
        won = {first: 1, second: -1}.get(ask.ruling("race", (first, second, "dead heat"), "dead heat"), 0)
    winner = first if won > 0 else second
    key = "race_won" if won else "race_tied"
    yield Told(key, "", {"winner": winner, "first": first, "second": second}, rules=("CPR-MOV-03",), about=(first, second))


VERBS: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "move": move, "run": run, "get up": get_up, "attack": attack, "grab": grab, "throw": throw, "stabilize": stabilize,
    "get in": get_in, "start": start, "use net actions": use_net_actions, "net action": net_action,
    "use skill": task, "use object": task, "go on": go_on, "luck": luck, "hold": hold,
    "draw": handle("hand", "CPR-ACT-16"), "fetch": handle("hand", "CPR-ACT-14"),
    "stow": handle("ready", "CPR-ACT-17"), "drop": handle("floor", "CPR-ACT-17"),
}  # fmt: skip
OF_THE_TABLE: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "initiative": timing.initiative, "lapse": timing.lapse,
    "happened": timing.happened, "happening": timing.happened, "race": race,
}  # fmt: skip
