"""Delayed actions: who is waiting, when they are asked, and how they come in before, with or after a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import Event, Followed, Held, Marked, Opened, Passed, Released, SteppedIn
from firefight.games.shadowrun_4.defense import OWES
from firefight.games.shadowrun_4.order import after, collects, is_own_phase, names, passes, rank, running_pass
from firefight.games.shadowrun_4.wounds import is_up
from firefight.marks import UNTIL_PASS_END, UNTIL_ROUND_END, until_turn_end
from firefight.table import Mark, Table
from firefight.timeline import Act, Deed, Hold, Key, Slot, Turn

LETS_PASS = "lets others go"
CAME_IN = "came in"
SAYS = ("wait", "before", "same time", "after", "wait this pass", "wait this turn")


def waiting(table: Table, slot: Slot) -> tuple[str, ...]:
    """Those who may come into a phase: they delay, are up with a score above 0, and have not said they let others go.

    A phase in which nobody acts, or of people they know nothing of, is none to them. SR4-DELAY-01 SR4-DELAY-02 SR4-INIT-06
    """
    members = [table.who(who) for who, _ in slot.dues]
    acting = [one for one in members if one.here and is_up(one) and not one.has(OWES)]
    found = []
    for hold in table.timeline.held:
        one = table.who(hold.who)
        ready = one.here and one not in members and is_up(one) and not hold.key and one.score[:1] > (0,)
        known = not one.owner or any(not other.hidden or other.owner == one.owner for other in acting)
        if acting and ready and known and not one.has(LETS_PASS):
            found.append(one.id)
    return tuple(sorted(found, key=lambda who: (rank(table.who(who)), who)))


def phase(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A phase begins, and those who wait are asked before anything is declared. SR4-DELAY-01"""
    members, number = names(deed.act), deed.act.number("pass")
    dues = tuple((who, f"pass {number}") for who in members)
    said = asked(ask, Slot((), dues))
    place = tuple(map(int, deed.act.picks["place"]))  # type: ignore[arg-type]
    with_them = [who for who, when in said.items() if when == "same time"]
    for who in with_them:
        yield from comes_in(who)
    joined = (*dues, *((who, tag(ask.table, who)) for who in with_them))
    yield Opened(joined, place, collects(ask.table, len(joined)))
    yield from before_and_after(ask.table, said, place)


def heard(table: Table, event: Passed) -> Iterable[Event]:
    """By house rule those who wait are asked when all declarations of a phase have been made. SR4-DELAY-01"""
    top = table.timeline.top
    if not table.is_on("delay_hears_declaration") or not isinstance(top, Turn) or not is_own_phase(top.key):
        return ()
    open_ = any(who not in top.passed and table.who(who).here and is_up(table.who(who)) for who in top.members)
    if open_ or not waiting(table, Slot(top.key, top.dues)):
        return ()
    return (Followed(Act("declared"), f"{top.id}/heard {len(top.dues)}"),)


def declared(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Those who wait have heard the declarations of the phase below; nothing of it is resolved yet. SR4-DELAY-01"""
    turn = ask.table.timeline.turn
    if turn is None:
        return
    said = asked(ask, Slot(turn.key, turn.dues))
    for who in (who for who, when in said.items() if when == "same time"):
        yield from comes_in(who)
        yield SteppedIn(who, tag(ask.table, who))
    yield from before_and_after(ask.table, said, turn.key)


def asked(ask: Ask, slot: Slot) -> dict[str, str]:
    """What those who wait say to a phase, by who. SR4-DELAY-01"""
    names = ", ".join(ask.table.who(who).name for who, _ in slot.dues if not ask.table.who(who).hidden)
    about = f"come in before {names}, or after?" if names else ""
    questions = {f"come in {who}": (who, SAYS) for who in waiting(ask.table, slot)}
    return {questions[label][0]: said for label, said in ask.each(questions, "wait", about).items()}


def before_and_after(table: Table, said: Mapping[str, str], place: Key) -> Iterator[Event]:
    """Frames of those who come in before, fastest on top; a place in the queue for those who come in after.

    Several come in by score, equal scores at the same time. SR4-DELAY-01 SR4-DELAY-03
    """
    for who, when in said.items():
        if when.startswith("wait "):
            yield Marked(who, Mark(LETS_PASS, UNTIL_PASS_END if when == "wait this pass" else UNTIL_ROUND_END, quiet=True))
        if when == "after":
            hold = table.timeline.hold_of(who) or Hold(who, table.timeline.round, "held")
            yield Held(replace(hold, tag=tag(table, who), key=after(place, table.who(who)), until="after"))
    first = [who for who, when in said.items() if when == "before"]
    for who in first:
        yield from comes_in(who)
    groups = [tuple(group) for _, group in groupby(first, lambda who: rank(table.who(who)))]
    for group in reversed(groups):
        yield Opened(tuple((who, tag(table, who)) for who in group), together=collects(table, len(group)))


def comes_in(who: str) -> tuple[Event, ...]:
    """Somebody carries out his delayed action; it cannot be put off again. SR4-DELAY-03"""
    return Released(who, "acts", rules=("SR4-DELAY-01",)), Marked(who, Mark(CAME_IN, until_turn_end(who), quiet=True))


def tag(table: Table, who: str) -> str:
    """What a delayed action uses up: the own phase of the running pass, if that is still to come. SR4-DELAY-03"""
    hold, number = table.timeline.hold_of(who), running_pass(table)
    own = f"pass {number}"
    if number in passes(table.who(who)) and (who, own) not in table.timeline.done:
        return own
    return hold.tag if hold else "held"


def taken_up(table: Table, event: Opened) -> Iterator[Event]:
    """A place in the queue is that of a delayed action; an own phase of a later pass ends an older one. SR4-DELAY-03"""
    for who, due in event.dues:
        hold = table.timeline.hold_of(who)
        if hold and due == hold.tag and is_up(table.who(who)):
            yield from comes_in(who)
        elif hold and (due == hold.tag or due.startswith("pass ")):
            yield Released(who, "lapsed", rules=("SR4-DELAY-03",))
