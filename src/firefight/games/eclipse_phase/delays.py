"""Delaying: who is asked at which moment, stepping in, the place that comes of it, and what becomes of the interrupted.

Somebody who delays has a Hold whose `kind` is the verb he delayed with, and whose `until` names the person or the
happening. Everybody who wants the same moment says so in one window; then the deed "moment" lets the lowest of them act.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firefight.ask import Ask
from firefight.events import Closed, Event, Followed, Held, Landed, Marked, Opened, Released, Told, Unmarked, Used
from firefight.games.eclipse_phase.places import EXTRAS, at_the_edge, beside, dues, place, rolled_apart
from firefight.games.eclipse_phase.share import DECLARED, given_back
from firefight.games.eclipse_phase.sheet import able, bonus, ready, sheet
from firefight.marks import UNTIL_ROUND_END, until_turn_end
from firefight.table import Mark, Table
from firefight.timeline import Act, Deed, Frame, Hold, Queued, Turn, slots

STANDBY, BEFORE, AFTER, CONDITION = "delay", "delay before", "delay after", "delay for"
DELAYS = (STANDBY, BEFORE, AFTER, CONDITION)


def delay(deed: Deed, ask: Ask) -> Iterator[Event]:
    """To later in the order: before or after somebody, on a condition, or standing by. EP-DELAY-01"""
    until = deed.act.text("whom") or deed.act.text("what")
    yield Held(Hold(deed.who, ask.table.timeline.round, "held", until=until, kind=deed.act.verb), rules=("EP-DELAY-01",))


# ------------------------------------------------------------------ who is asked


def delaying(table: Table) -> list[Hold]:
    """Those of the fight who delay and can act, the one who has to declare first at the front."""
    held = [hold for hold in table.timeline.held if table.who(hold.who).fighting and ready(table, hold.who)]
    return sorted(held, key=lambda hold: standing(table, hold.who))


def listening(table: Table) -> list[Hold]:
    """Those of them who want to be asked."""
    return [hold for hold in delaying(table) if not table.who(hold.who).has("waiting on")]


def standing(table: Table, who: str) -> tuple[int, int]:
    """What decides between those who delay: the rolled total with current modifiers, or the place; then REF. EP-DELAY-06"""
    one, rolled = table.who(who), table.who(who).mark("initiative roll")
    by_place = table.options["delay_compare"] == "place" or rolled is None
    return place(one).number if by_place or not rolled else rolled.value + bonus(table, one), sheet(table, who).reflexes


def is_open(hold: Hold) -> bool:
    """Whether this delay waits for no particular person."""
    return hold.kind not in (BEFORE, AFTER)


def asked_before(table: Table, deed: Deed) -> tuple[str, ...]:
    """Those who may interrupt a declaration: who waits for nobody in particular, or for just this one.

    What a delaying character does himself, only one with a higher roll may interrupt. Declarations of a tie are one
    moment, in which everybody is asked. EP-INIT-08 EP-DELAY-01 EP-DELAY-02 EP-DELAY-03 EP-DELAY-06
    """
    turn = table.timeline.turn
    members = turn.members if turn else ()
    tie = turn is not None and turn.together and table.options["delay_lock"] == "free"
    return tuple(
        hold.who
        for hold in listening(table)
        if hold.who not in (deed.who, *members)
        and not outranked(table, turn, hold.who)
        and (
            is_open(hold)
            or tie
            or wants_it_too(table, hold.who, turn)
            or (hold.kind == BEFORE and hold.until in (deed.who, *members))
        )
    )


def wants_it_too(table: Table, who: str, turn: Turn | None) -> bool:
    """Whether somebody has picked the moment in which a lower one is acting now. EP-DELAY-06"""
    return turn is not None and any(tag == "held" for _, tag in turn.dues) and table.who(who).has("same moment")


def outranked(table: Table, turn: Turn | None, who: str) -> bool:
    """Whether this turn is the delayed action of somebody who has the last word against this one. EP-DELAY-06"""
    steppers = [one for one, tag in turn.dues if tag == "held"] if turn else []
    return any(standing(table, one) > standing(table, who) for one in steppers)


def asked_after(table: Table, members: Sequence[str], tags: Sequence[str]) -> tuple[str, ...]:
    """Those who may act right after these, or go after them in a moment that both have picked. EP-DELAY-01 EP-DELAY-06"""
    return tuple(
        hold.who
        for hold in listening(table)
        if is_open(hold)
        or (hold.kind == AFTER and hold.until in members)
        or ("held" in tags and table.who(hold.who).has("same moment"))
    )


def asked_last(table: Table) -> tuple[str, ...]:
    """Those who may act before the turn is over; all of them where nobody has done anything in it. EP-DELAY-05"""
    if not table.timeline.deeds:
        return tuple(hold.who for hold in delaying(table))
    free = table.options["delay_lock"] == "free"
    return tuple(hold.who for hold in listening(table) if free or is_open(hold))


# ------------------------------------------------------------------ the moments


def finished(table: Table, event: Closed) -> Iterator[Followed]:
    """Somebody's turn is over: who delays may act right after it. EP-DELAY-01"""
    members, tags = tuple(who for who, _ in event.dues), tuple(sorted({tag for _, tag in event.dues}))
    line = table.timeline
    acted = any(line.hold_of(who) is None and (able(table, who) or line.deeds.get(who)) for who in members)
    if line.held and acted and "anew" not in tags and not ends_the_turn(table) and asked_after(table, members, tags):
        yield Followed(Act("after", {"members": members, "tags": tags}), f"{event.id}/after")


def ends_the_turn(table: Table) -> bool:
    """Whether nothing is left of the action turn but the last chance of those who delay, who need not be asked twice."""
    line = table.timeline
    asked_then = table.options["delay_lock"] == "free" and "end last chance" not in line.settled
    return asked_then and not line.stack and not slots(dues(table), line.done)


def after(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The moment right after somebody has finished. EP-DELAY-01"""
    members, tags = named(deed, "members"), named(deed, "tags")
    ask.window("after", lambda table: asked_after(table, members, tags))
    if "held" in tags:
        yield from (Unmarked(one.id, "same moment", quiet=True) for one in ask.table.fighters() if one.has("same moment"))


def last_chance(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The end of the turn: who lets it pass delays into the next one. EP-DELAY-05"""
    ask.window("last chance", asked_last)
    yield from ()


def carried_over(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Who delays past the end of a turn has only his delayed action in the next one. EP-DELAY-05"""
    for hold in from_before(ask.table):
        yield Used(hold.who, "turn", rules=("EP-DELAY-05",))
        yield Marked(hold.who, Mark("delayed over", UNTIL_ROUND_END, quiet=True))
        yield Told("goes_on_delaying", hold.who, rules=("EP-DELAY-05",))


def from_before(table: Table) -> list[Hold]:
    """Delays that were begun in an earlier turn. EP-DELAY-05"""
    return [hold for hold in table.timeline.held if hold.round < table.timeline.round]


def named(deed: Deed, pick: str) -> tuple[str, ...]:
    """Several that a deed of the table names: the members of a turn, their tags."""
    found = deed.act.picks.get(pick, ())
    return found if isinstance(found, tuple) else ()


# ------------------------------------------------------------------ stepping in


def step_in(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody who delays wants to act now; outside a window the others are asked whether they want this moment too.

    EP-DELAY-01 EP-DELAY-02 EP-DELAY-03
    """
    hold = ask.table.timeline.hold_of(deed.who)
    if hold and hold.kind == CONDITION and ask.table.options["delay_lock"] == "locked":
        if ask.ruling("condition", ("yes", "no"), "yes", hold.until) == "no":
            yield Unmarked(deed.who, "stepping in", quiet=True)
            return
    if not any(isinstance(frame, Turn) and frame.window for frame in ask.table.timeline.stack[-2:-1]):
        ask.window("same moment", lambda table: rivals(table, deed.who))
    if ask.table.who(deed.who).has("stepping in"):
        yield Followed(Act("moment"), f"{deed.id}/moment")


def rivals(table: Table, who: str) -> tuple[str, ...]:
    """Others who may want the moment that somebody has picked. EP-DELAY-06"""
    turn, free = table.timeline.turn, table.options["delay_lock"] == "free"
    held = [hold for hold in listening(table) if hold.who != who and (free or is_open(hold))]
    return tuple(hold.who for hold in held if not outranked(table, turn, hold.who))


def moment(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Of all who want this moment the lowest acts; the higher ones still delay, and may interrupt him or go after him.

    What a tie has resolved so far takes effect before that. EP-INIT-08 EP-DELAY-06
    """
    asking = [one.id for one in ask.table.fighters() if one.has("stepping in")]
    picking = [who for who in asking if ask.table.timeline.hold_of(who)]
    so_far = tuple(resolved_so_far(ask.table)) if picking else ()
    if so_far:
        yield from (*so_far, Followed(Act("moment"), f"{deed.id}/now"))
        return
    yield from (Unmarked(who, "stepping in", quiet=True) for who in asking)
    if picking:
        first = lowest(ask, picking)
        yield from (Marked(who, Mark("same moment", UNTIL_ROUND_END, quiet=True)) for who in picking if who != first)
        yield from acts_now(ask.table, first)


def resolved_so_far(table: Table) -> Iterator[Event]:
    """What tied characters have resolved and what waits for the others of the tie. EP-INIT-08"""
    for frame in table.timeline.stack:
        if isinstance(frame, Turn) and frame.landing:
            yield Landed(frame.id)
            yield from (effect for _, effect in frame.landing)


def lowest(ask: Ask, picking: Sequence[str]) -> str:
    """The one who has to declare first; a die between equals. EP-DELAY-06"""
    least = min(standing(ask.table, who) for who in picking)
    equal = [who for who in picking if standing(ask.table, who) == least]
    rolled = rolled_apart(ask, "moment", equal)
    return min(equal, key=lambda who: rolled[who])


def acts_now(table: Table, who: str) -> Iterator[Event]:
    """The delayed turn, above whatever waits; it is worth a full share, and a new place. EP-DELAY-02 EP-DELAY-04 EP-DELAY-05"""
    yield Released(who, "acts", rules=("EP-DELAY-02",))
    yield Unmarked(who, "same moment", quiet=True)
    yield from new_place(table, who)
    yield from interruptions(table)
    yield Opened(((who, "held"),))


def new_place(table: Table, who: str) -> Iterator[Event]:
    """The place that comes of acting now: beside the one whose moment it is, or at the very top or end. EP-DELAY-04"""
    for frame in reversed(table.timeline.stack):
        found = moment_of(frame)
        if found is None:
            continue
        members, tags, before = found
        extra = any(tag in EXTRAS for tag in tags)
        front = bool({"turn", "anew"} & set(tags)) and any(table.who(one).has("first") for one in members)
        if extra or front or not members:
            yield from at_the_edge(table, who, before=front and not extra)
        else:
            yield from beside(table, who, members, before)
        return


def moment_of(frame: Frame) -> tuple[Sequence[str], Sequence[str], bool] | None:
    """Whose moment a frame is: people, the tags of their turns, and whether one acts before them; nobody at the turn's end."""
    if isinstance(frame, Deed):
        if frame.act.verb == "after":
            return named(frame, "members"), named(frame, "tags"), False
        return ((), (), False) if frame.act.verb == "last chance" else None
    return None if frame.window else (frame.members, [tag for _, tag in frame.dues], True)


# ------------------------------------------------------------------ the interrupted


def interruptions(table: Table) -> Iterator[Marked]:
    """Book-keeping: everybody who has declared in the turn that is stepped into, and not acted yet."""
    line, turn = table.timeline, table.timeline.turn
    if turn is None:
        return
    above = [frame for frame in line.stack[line.stack.index(turn) :] if isinstance(frame, Deed)]
    waiting: list[Deed | Queued] = [*above, *turn.declared]
    declared = {one.who for one in waiting if one.act.verb in DECLARED}
    for who in turn.members:
        if who in declared:
            yield Marked(who, Mark("interrupted", until_turn_end(who), quiet=True))


def goes_on(deed: Deed, ask: Ask) -> str:
    """What becomes of a declared action after an interruption: "on", "out", "anew" or "lost". EP-DELAY-02"""
    if not able(ask.table, deed.who):
        return "out"
    house, about = ask.table.options["interrupted_declaration"], ask.table.who(deed.who).name
    if house == "free":
        return ask.choose("declare anew", deed.who, ("on", "anew"), "on", about)
    possible = ask.ruling("still possible", ("yes", "no"), "yes", f"{about}: {deed.act.verb}") == "yes"
    return "on" if possible else ("lost" if house == "lost" else "anew")


def declares_anew(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The price comes back; who has ended his turn already, in a tie, gets a turn for it. EP-DELAY-02"""
    yield from given_back(ask.table, ask.table.who(deed.who), deed.act)
    turn = ask.table.timeline.turn
    if turn and deed.who in turn.passed:
        yield Opened(((deed.who, "anew"),))
