"""The moment of a Hold: when it comes up, what may be done then, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from firefight.ask import Ask
from firefight.events import Event, Followed, Opened, Passed, Released, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.budget import why_no_move
from firefight.games.cyberpunk_red.holds import SUBJECT
from firefight.games.cyberpunk_red.sheet import move_of, sheet
from firefight.games.cyberpunk_red.timing import able, dues, is_moment, number_of, open_dues, place, turn_key
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed, Hold, Pick, Turn, slots

# ------------------------------------------------------------------ exactly what is held, or nothing


def moment_lines(table: Table, one: Combatant, lines: Sequence[Offer]) -> list[Offer]:
    """In the moment of a Hold: exactly the Action chosen, or the attack left of it; for everything else, why not.

    CPR-HOLD-02
    """
    held = table.timeline.hold_of(one.id)
    act = held.act if held and held.act else second_attack(one)
    chosen = [narrowed(table, one, line, act) for line in lines if agrees(table, one, line, act)]
    if not chosen:
        impossible = Reason("became_impossible", "CPR-HOLD-02")
        chosen = [Offer(act.verb, (), "held", act.picks, (impossible,), "CPR-HOLD-02")]
    only = Reason("only_what_is_held", "CPR-HOLD-02")
    rest = [line for line in lines if not agrees(table, one, line, act) or any(pick.kind == "text" for pick in line.picks)]
    return chosen + [Offer(line.verb, line.picks, line.price, line.fixed, (only, *line.reasons), line.rule) for line in rest]


def second_attack(one: Combatant) -> Act:
    """The attack that is left of a held Attack: with the same weapon, at the same target. CPR-ACT-03"""
    left = one.mark("attacks left")
    weapon, _, target = left.note.partition("|") if left else ("", "", "")
    return Act("attack", {"weapon": weapon, "target": target})


def is_named(table: Table, one: Combatant, value: Pick) -> bool:
    """Whether this names somebody or something of one's own; all else describes. CPR-HOLD-01"""
    return value in table.combatants or any(item.name == value for item in sheet(table, one.id).items)


def agrees(table: Table, one: Combatant, line: Offer, act: Act) -> bool:
    """Whether a line of the menu is a way to carry out the held Action. A description leaves its subject open."""
    subject = SUBJECT.get(act.verb)
    open_ = subject if subject in ("what", "vehicle") and not is_named(table, one, act.text(subject)) else ""
    return line.verb == act.verb and all(
        pick == open_ or act.picks.get(pick, value) == value for pick, value in line.fixed.items()
    )


def narrowed(table: Table, one: Combatant, line: Offer, act: Act) -> Offer:
    """The line with what was named at the declaration, all that speaks against it now, and nothing to pay. CPR-HOLD-02"""
    if line.verb == "run":
        return held_run(table, one)
    named = {pick: value for pick, value in act.picks.items() if is_named(table, one, value)}
    texts = {pick.pick: act.picks[pick.pick] for pick in line.picks if pick.kind == "text" and pick.pick in act.picks}
    picks = tuple(bound(table, pick, named) for pick in line.picks if pick.pick not in texts)
    missing = [pick for pick in picks if pick.pick in named and all(choice.value != named[pick.pick] for choice in pick.choices)]
    gone = (Reason("became_impossible", "CPR-HOLD-02"),) if missing else ()
    return Offer(line.verb, picks, "held", {**line.fixed, **texts}, (*gone, *line.reasons), "CPR-HOLD-02")


def bound(table: Table, pick: Choices, named: Mapping[str, Pick]) -> Choices:
    """A pick in which only what was named can be chosen; all of it where the target may be left open. CPR-HOLD-02"""
    if pick.kind != "one" or pick.pick not in named:
        return pick
    other = (Reason("another_target", "CPR-HOLD-02"),) if table.is_on("hold_names_target") else ()
    value = named[pick.pick]
    choices = tuple(Choice(choice.value, (*(() if choice.value == value else other), *choice.reasons)) for choice in pick.choices)
    return Choices(pick.pick, choices, value, reason=Reason("became_impossible", "CPR-HOLD-02"))


def held_run(table: Table, one: Combatant) -> Offer:
    """A held Run is the Move Action it gives, made in the moment of the Hold. CPR-HOLD-05"""
    most = rules.move_allowance(move_of(table, one.id))
    metres = Choices("metres", (), most, "number", 1, most, Reason("too_far", "CPR-MOV-04", {"left": most, "squares": most // 2}))
    return Offer("run", (metres,), "held", reasons=why_no_move(table, one), rule="CPR-HOLD-05")


# ------------------------------------------------------------------ numbers and happenings


def number_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A number comes up that somebody waits for: his moment opens. CPR-HOLD-06"""
    slot = slots(dues(ask.table), ask.table.timeline.done)[0]
    for who, _ in slot.dues:
        if ask.table.who(who).here and able(ask.table, who):
            yield Told("number_up", who, {"number": number_of(slot.key)}, rules=("CPR-HOLD-06",))
    yield Opened(slot.dues, slot.key, quiet=True)


def waiting(table: Table) -> list[Hold]:
    """Holds on a happening whose holders can act and whose moment is not there yet, in queue order. CPR-HOLD-07"""
    opened = open_dues(table)
    held = [hold for hold in table.timeline.held if not hold.key and (hold.who, hold.tag) not in opened]
    up = [hold for hold in held if table.who(hold.who).here and able(table, hold.who) and place(table, table.who(hold.who))]
    return sorted(up, key=lambda hold: turn_key(place(table, table.who(hold.who))))


def asked_after(deed: Deed, table: Table) -> Iterator[Event]:
    """After a deed the GM is asked whether it was what somebody waits for. CPR-HOLD-07"""
    if deed.act.verb != "hold" and any(hold.who != deed.who for hold in waiting(table)):
        yield Followed(Act("happened", {"by": deed.who}), f"{deed.id}/happened")


def happened(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The GM says what has just come to pass; the Holds on it come up, the first in the queue first. CPR-HOLD-07"""
    holds = [hold for hold in waiting(ask.table) if hold.who != deed.act.text("by")]
    yield from come_up([hold for hold in holds if said_yes(ask, "happened", hold)])


def happening(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The GM says that something has happened: he is asked what, if several wait. CPR-HOLD-07"""
    holds = waiting(ask.table)
    yield from come_up([hold for hold in holds if len(holds) == 1 or said_yes(ask, "happened", hold)])


def said_yes(ask: Ask, role: str, hold: Hold) -> bool:
    """Whether the GM says that this is what a Hold waits for. CPR-HOLD-07"""
    return ask.ruling(f"{role} {hold.who}", ("no", "yes"), "no", hold.until) == "yes"


def come_up(fired: Sequence[Hold]) -> Iterator[Event]:
    """The moments of some Holds open, one upon the other so that the first comes first. CPR-HOLD-07"""
    for hold in fired:
        yield Told("moment_come", hold.who, {"until": hold.until}, rules=("CPR-HOLD-07",))
    yield from (Opened(((hold.who, hold.tag),), quiet=True) for hold in reversed(fired))


def go_before(deed: Deed, ask: Ask) -> bool:
    """Where Holds may come before the event: the GM says for whom this deed is it. False if its doer cannot go on then.

    CPR-HOLD-07
    """
    for hold in waiting(ask.table):
        if hold.who != deed.who and deed.act.verb != "hold" and said_yes(ask, "about to happen", hold):
            ask.window(f"before {hold.who}", lambda table, who=hold.who: (who,) if able(table, who) else ())  # type: ignore[misc]
    return able(ask.table, deed.who)


# ------------------------------------------------------------------ the end of a Hold


def lapse(deed: Deed, ask: Ask) -> Iterator[Event]:
    """No Hold outlives its round. CPR-HOLD-03"""
    yield from (Released(hold.who, "lapsed", rules=("CPR-HOLD-03",)) for hold in ask.table.timeline.held)


def passed(table: Table, event: Passed) -> Iterator[Event]:
    """Passing in the moment of a Hold gives up the Hold, or the attack that is left of it. CPR-HOLD-02"""
    top = table.timeline.top
    if isinstance(top, Turn) and is_moment(top, event.who):
        if table.timeline.hold_of(event.who):
            yield Released(event.who, "forgone", rules=("CPR-HOLD-02",))
        elif table.who(event.who).has("attacks left"):
            yield Unmarked(event.who, "attacks left", quiet=True)


def gone_by(table: Table) -> Iterator[Event]:
    """A Hold whose moment has gone by while its holder could do nothing is lost. CPR-HOLD-02"""
    for hold in table.timeline.held:
        if (hold.who, hold.tag) in table.timeline.done:
            yield Released(hold.who, "lost", rules=("CPR-HOLD-02",))
