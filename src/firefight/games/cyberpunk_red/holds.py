"""Hold Action: what can be held, and declaring it. When a Hold comes up is in `moments`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firefight.ask import Ask
from firefight.events import Event, Held, Told
from firefight.game import Choice, Choices, Offer, Reason, whole_number
from firefight.games.cyberpunk_red.arms import BARE_HANDS
from firefight.games.cyberpunk_red.gear import ACTION, thing, things
from firefight.games.cyberpunk_red.sheet import is_vehicle
from firefight.games.cyberpunk_red.timing import HELD, able, dues, number_of, on_turn, open_dues
from firefight.marks import spent, until_turn_end
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed, Hold, Turn

SUBJECT = {
    "attack": "target", "aimed attack": "target", "autofire": "target", "grab": "target", "snatch": "target",
    "stabilize": "target", "throw": "what", "reload": "weapon",
    "use skill": "what", "use object": "what", "get in": "vehicle", "start": "vehicle",
}  # fmt: skip
"""The pick of each Action that says on whom or what; the declaration names it."""
EITHER = r"\b(or|either)\b"
VAGUE = r"\b(somebody|someone|anybody|anyone|whomever|decide|later)\b"


# ------------------------------------------------------------------ what can be held


def holdable(table: Table, one: Combatant) -> dict[str, Act]:
    """Every single Action that can be held, by the words that declare it. CPR-HOLD-01"""
    carried = [thing for thing in things(table, one.id) if thing.item.kind == "weapon"]
    weapons = [thing.name for thing in carried]
    attacks = {f"attack with {name}": Act("attack", {"weapon": name}) for name in (*weapons, BARE_HANDS.name)}
    attacks |= {f"aim with {thing.name}": Act("aimed attack", {"weapon": thing.name}) for thing in carried if thing.item.dice}
    bursts = [thing.name for thing in carried if thing.item.autofire]
    attacks |= {f"autofire with {name}": Act("autofire", {"weapon": name}) for name in bursts}
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
