"""Hold Action: declaring it, the moment it comes up, and what it may do then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from firefight.ask import Ask
from firefight.events import Event, Followed, Held, Opened, Passed, Released, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason, whole_number
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.budget import why_no_move
from firefight.games.cyberpunk_red.gear import ACTION, BARE_HANDS, thing, things
from firefight.games.cyberpunk_red.sheet import is_vehicle, move_of, sheet
from firefight.games.cyberpunk_red.timing import HELD, able, dues, is_moment, number_of, on_turn, open_dues, place, turn_key
from firefight.marks import spent, until_turn_end
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed, Hold, Pick, Turn, slots

SUBJECT = {
    "attack": "target", "grab": "target", "snatch": "target", "stabilize": "target", "throw": "what", "reload": "weapon",
    "use skill": "what", "use object": "what", "get in": "vehicle", "start": "vehicle",
}  # fmt: skip
"""The pick of each Action that says on whom or what; the declaration names it."""
EITHER = r"\b(or|either)\b"
VAGUE = r"\b(somebody|someone|anybody|anyone|whomever|decide|later)\b"


# ------------------------------------------------------------------ what can be held


def holdable(table: Table, one: Combatant) -> dict[str, Act]:
    """Every single Action that can be held, by the words that declare it. CPR-HOLD-01"""
    weapons = [thing.name for thing in things(table, one.id) if thing.item.kind == "weapon"]
    attacks = {f"attack with {name}": Act("attack", {"weapon": name}) for name in (*weapons, BARE_HANDS.name)}
    loads = {"reload": Act("reload")} if weapons else {}
    cars = ("get in", "start") if any(map(is_vehicle, table.present())) else ()
    verbs = ("grab", "snatch", "throw", "stabilize", "use skill", "use object", *cars, "get up", "break free", "run")
    return {**attacks, **loads, **{verb: Act(verb) for verb in verbs}}


def why_not_held(table: Table, verb: str) -> tuple[Reason, ...]:
    """Moves, NET Actions and Holds cannot be held; Run only by house rule. CPR-HOLD-05"""
    never = verb in ("move", "use net actions", "hold") or (verb == "run" and not table.is_on("hold_run"))
    return (Reason("cannot_be_held", "CPR-HOLD-05"),) if never else ()


def aimed_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Holding what is done to somebody or something, who has to be named. CPR-HOLD-01 CPR-HOLD-05 CPR-HOLD-06"""
    names = [name for name, act in holdable(table, one).items() if act.verb in SUBJECT]
    picks = (act_pick(table, names), subject_pick(table, one), trigger_pick(table, one))
    yield Offer("hold", picks, ACTION, reasons=why_not_again(table, one), rule="CPR-HOLD-01")


def other_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Holding what is done to nobody else: getting up, breaking free. CPR-HOLD-01 CPR-HOLD-05 CPR-HOLD-06"""
    names = [name for name, act in holdable(table, one).items() if act.verb not in SUBJECT]
    picks = (act_pick(table, names), trigger_pick(table, one))
    yield Offer("hold", picks, ACTION, reasons=why_not_again(table, one), rule="CPR-HOLD-01")


def why_not_again(table: Table, one: Combatant) -> tuple[Reason, ...]:
    """Whoever holds an Action has his trigger, and keeps it. CPR-HOLD-04"""
    return (Reason("holds_already", "CPR-HOLD-04"),) if table.timeline.hold_of(one.id) else ()


def act_pick(table: Table, names: Sequence[str]) -> Choices:
    """One specific Action; what can never be held stands there with the reason. CPR-HOLD-01 CPR-HOLD-05"""
    choices = [Choice(name, why_not_held(table, name)) for name in dict.fromkeys((*names, "move", "use net actions", "hold"))]
    return Choices("act", tuple(choices), names[0], reason=Reason("not_specific", "CPR-HOLD-01"))


def subject_pick(table: Table, one: Combatant) -> Choices:
    """On whom or what, by name or by a description that will tell; by house rule it may stay open. CPR-HOLD-01"""
    foes = tuple(Choice(other.id) for other in table.present() if other.side != one.side)
    if not table.is_on("hold_names_target"):
        return Choices("what", foes, "", "any")
    barred = ((EITHER, Reason("either_or", "CPR-HOLD-01")), (VAGUE, Reason("not_specific", "CPR-HOLD-01")))
    return Choices("what", foes, "", "text", barred=barred)


def trigger_pick(table: Table, one: Combatant) -> Choices:
    """One trigger: a happening, or a number that has still to come up. CPR-HOLD-01 CPR-HOLD-06"""
    latest = latest_number(table)
    late = Reason("number_gone_by", "CPR-HOLD-06", {"most": latest})
    barred = ((EITHER, Reason("either_or", "CPR-HOLD-01")),)
    return Choices("until", (), "", "text or number", most=latest, reason=late, barred=barred)


def latest_number(table: Table) -> int:
    """The highest number that has still to come up: where the queue stands only if somebody there waits for his Turn.

    CPR-HOLD-06
    """
    frames = [frame for frame in reversed(table.timeline.stack) if isinstance(frame, Turn) and frame.key]
    used = table.timeline.done | open_dues(table)
    to_come = [number_of(due.key) for due in dues(table) if due.tag == "turn" and (due.who, due.tag) not in used]
    if not frames:
        return max(to_come, default=0)
    now = number_of(frames[0].key)
    return now if now in to_come else now - 1


# ------------------------------------------------------------------ declaring


def hold(deed: Deed, ask: Ask) -> Iterator[Event]:
    """One Action is held for a number or a happening, and the Turn's Action is spent on it. CPR-HOLD-01 CPR-HOLD-06

    The last one in the queue is warned before that, if nothing but another Hold could set his off. CPR-HOLD-03
    """
    who, until = deed.who, deed.act.text("until").strip()
    number = whole_number(until)
    if number is None and is_last(ask.table, who) and ask.choose("last", who, ("hold", "keep the Action"), "hold") != "hold":
        yield Told("keeps_the_action", who, rules=("CPR-HOLD-03",))
        return
    if on_turn(ask.table, who):
        yield spent(who, "action", until_turn_end(who))
    act = declared(ask.table, who, deed.act.text("act"), deed.act.text("what").strip())
    key = () if number is None else (number,)
    yield Held(Hold(who, ask.table.timeline.round, tag(ask.table, who), act, until, key), rules=("CPR-HOLD-01",))


def is_last(table: Table, who: str) -> bool:
    """Whether no Turn of anybody he may know of is under way or to come in this round. CPR-HOLD-03"""
    one = table.who(who)
    others = [table.who(due.who) for due in dues(table) if due.tag == "turn" and (due.who, due.tag) not in table.timeline.done]
    known = [other for other in others if other.id != who and (not other.hidden or other.owner == one.owner)]
    return not any(other.here and able(table, other.id) for other in known)


def declared(table: Table, who: str, name: str, subject: str) -> Act:
    """The Action that is held, with its subject: somebody by id, a thing, or a description. CPR-HOLD-01"""
    act = holdable(table, table.who(who)).get(name, Act(name))
    if act.verb not in SUBJECT or not subject:
        return act
    return Act(act.verb, {**act.picks, SUBJECT[act.verb]: called(table, who, subject)})


def called(table: Table, who: str, text: str) -> str:
    """The id of the one who is named, among those the holder may know of; the name of a thing he carries; else the text."""
    owner = table.who(who).owner
    known = [one for one in table.present() if not one.hidden or one.owner == owner]
    named = [one.id for one in known if text.casefold() in (one.id.casefold(), one.name.casefold())]
    carried = thing(table, who, text)
    return named[0] if len(named) == 1 else carried.name if carried else text


def tag(table: Table, who: str) -> str:
    """The tag of the moment of a Hold declared now."""
    before = sum(one == who and tag.startswith(HELD) for one, tag in table.timeline.done)
    return f"{HELD} {before + 1}" if before else HELD


# ------------------------------------------------------------------ the moment


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
    return value in table.combatants or any(item.name == value for item in sheet(table, one.id).gear)


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


def number_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A number comes up that somebody waits for: his moment opens. CPR-HOLD-06"""
    slot = slots(dues(ask.table), ask.table.timeline.done)[0]
    for who, _ in slot.dues:
        if ask.table.who(who).here and able(ask.table, who):
            yield Told("number_up", who, {"number": number_of(slot.key)}, rules=("CPR-HOLD-06",))
    yield Opened(slot.dues, slot.key, quiet=True)


# ------------------------------------------------------------------ happenings


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
