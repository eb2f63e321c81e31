"""The Combat Turn of Shadowrun 4, step by step: its beginning, its passes, how phases open, its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firefight.ask import Ask
from firefight.events import Event, Flagged, Released, Told, Used
from firefight.games.shadowrun_4.delays import CAME_IN, waiting
from firefight.games.shadowrun_4.initiative import undecided
from firefight.games.shadowrun_4.order import CRITICAL, PASSES, collects, dues, is_own_phase, passes, running_pass
from firefight.games.shadowrun_4.surprise import is_called_for
from firefight.games.shadowrun_4.wounds import bleeding, is_up
from firefight.marks import ends
from firefight.table import Table
from firefight.timeline import Act, Deed, Slot


def able(table: Table, who: str) -> bool:
    """Whether somebody can act; nobody comes in with a delayed action at a score of 0. SR4-CM-02 SR4-PASS-02 SR4-INIT-06"""
    one = table.who(who)
    return is_up(one) and not (one.has(CAME_IN) and one.score[:1] <= (0,))


def together(table: Table, slot: Slot) -> bool:
    """Whether declarations are collected: in a tie, where both Simple Actions come first, where somebody may step in.

    SR4-INIT-04 SR4-PHASE-01 SR4-DELAY-01
    """
    if slot.key[:1] == ("window",):
        return False
    heard = table.is_on("delay_hears_declaration") and bool(waiting(table, slot))
    return heard or collects(table, len(slot.dues))


def beginning(table: Table) -> Sequence[Act]:
    """Every Combat Turn begins with new Initiative for all, after the test against surprise if there is one.

    SR4-TURN-04 SR4-SURP-01
    """
    has_begun = "begin initiative" in table.timeline.settled
    return (*([Act("surprise")] if not has_begun and is_called_for(table) else []), Act("initiative"))


def opening(table: Table, slot: Slot) -> Act | None:
    """What comes before a phase opens: its pass begins, a tie is rolled off, those who wait are asked.

    SR4-PASS-03 SR4-INIT-04 SR4-DELAY-01
    """
    number = int(str(slot.key[0]))
    if running_pass(table) < number <= PASSES:
        return Act("pass", {"number": number})
    if not is_own_phase(slot.key):
        return None
    if tied := undecided(table, slot):
        return Act("break tie", {"who": tied})
    if waiting(table, slot) and not table.is_on("delay_hears_declaration"):
        return Act("phase", {"who": slot_names(slot), "place": tuple(map(str, slot.key)), "pass": number})
    return None


def slot_names(slot: Slot) -> tuple[str, ...]:
    """The members of a slot."""
    return tuple(who for who, _ in slot.dues)


def closing(table: Table) -> Sequence[Act]:
    """After the last phase what was put off is lost, and what lasts a Combat Turn is over. SR4-DELAY-02 SR4-FREE-01"""
    return Act("turn end"), Act("expiry")


# ------------------------------------------------------------------ deeds of the table


def new_pass(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A pass begins. Whoever has no phase in it now gets none later; four is the last. SR4-PASS-01 SR4-PASS-03 SR4-INIT-08"""
    number, table = deed.act.number("number"), ask.table
    if number > 1:
        yield from ends(table, "pass end")
    known = [due.who for due in dues(table) if due.key[0] == number and able(table, due.who) and table.who(due.who).here]
    secret = all(table.who(who).hidden for who in known)
    yield Flagged("gm pass", number)
    if known:
        yield from () if secret else (Flagged("pass", number),)
        yield Told("pass_begins", values={"number": number}, rules=("SR4-PASS-01" if number == 1 else "SR4-PASS-03",), gm=secret)
    yield from (Used(one.id, f"pass {number}") for one in table.fighters() if number not in passes(one))


def turn_end(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The last pass is over; a delayed action is lost, the dying bleed, a pass lost to a glitch does not come back.

    SR4-DELAY-02 SR4-CM-02 SR4-INIT-07
    """
    yield from ends(ask.table, "pass end")
    for one in ask.table.fighters():
        lost = set(range(1, PASSES + 1)) - set(passes(one)) if one.has(CRITICAL) else set()
        yield from (Used(one.id, f"pass {number}") for number in sorted(lost))
    yield from (Released(hold.who, "lapsed", rules=("SR4-DELAY-02",)) for hold in ask.table.timeline.held)
    yield from bleeding(ask.table)
    yield from no_pass()


def no_pass() -> tuple[Event, ...]:
    """No pass is being played."""
    return Flagged("gm pass", 0), Flagged("pass", 0)
