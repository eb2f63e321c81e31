"""The course of an action turn: initiative, who goes first, ties, newcomers, what begins and ends the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from firefight.ask import Ask
from firefight.events import Adjusted, Closed, Event, Followed, Marked, Opened, PoolSet, Scored, SheetSet, Told, Unmarked, Used
from firefight.games.eclipse_phase import delays, health, rules, surprise
from firefight.games.eclipse_phase.places import (
    FIRST,
    broken,
    caught_up,
    dues,
    key_of,
    leader,
    remembered,
    spread,
    ties,
)
from firefight.games.eclipse_phase.share import nothing_spent
from firefight.games.eclipse_phase.sheet import BOOKKEEPING, BUYING, bonus, ready, sheet
from firefight.games.eclipse_phase.spending import points, spend
from firefight.marks import UNTIL_FIGHT_END, UNTIL_ROUND_END, until_turn_end
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Slot, Turn, slots


def together(table: Table, slot: Slot) -> bool:
    """Tied characters act simultaneously; whoever wants to step in at one moment says so before any of them acts.

    EP-INIT-08 EP-DELAY-06
    """
    return len(slot.dues) > 1 or slot.key[0] == "window"


def beginning(table: Table) -> Sequence[Act]:
    """Who has no place rolls; the order stays from turn to turn; then the initiative may be taken.

    An ambush comes before that. EP-INIT-06 EP-INIT-10 EP-INIT-11 EP-FIRST-05 EP-SURP-01
    """
    acts = [Act("ambush begins"), Act("ambush over")] if surprise.is_on(table) else []
    acts += [Act("initiative")] if any(unplaced(one) for one in table.fighters()) else []
    if table.options["wound_moves"] == "next-turn":
        acts.append(Act("catch up"))
    if delays.from_before(table):
        acts.append(Act("carry over"))
    return (*acts, Act("take the initiative")) if table.options["first_when"] == "turn-start" else tuple(acts)


def unplaced(one: Combatant) -> bool:
    """Whether somebody has no place yet, or none that follows his modifiers."""
    return not one.score or not one.has("initiative bonus")


def opening(table: Table, slot: Slot) -> Act | None:
    """Turns open by themselves; a tie may have to be broken first. EP-INIT-08"""
    leaders = {leader(table, table.who(who)).id for who, _ in slot.dues}
    same_ref = len({sheet(table, who).reflexes for who in leaders}) == 1
    if len(leaders) == 1 or table.options["tie_rule"] == "simultaneous" or (table.options["tie_rule"] == "ref" and same_ref):
        return None
    return Act("break the tie", {"members": tuple(who for who, _ in slot.dues), "tags": tuple(tag for _, tag in slot.dues)})


def closing(table: Table) -> Sequence[Act]:
    """Who still delays has a last chance; blood is lost; then what lasts until the turn's end is over.

    EP-DELAY-05 EP-DMG-03
    """
    chance = (Act("last chance"),) if table.timeline.held else ()
    return (*chance, *((Act("bleed"),) if health.losing_blood(table) else ()), Act("expiry"))


def joined(table: Table, who: str) -> Iterable[Event]:
    """A newcomer rolls for his place. EP-INIT-06"""
    yield Followed(Act("initiative"), f"{table.timeline.fight}.{table.timeline.round}/join {who}")


# ------------------------------------------------------------------ initiative


def initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Everybody without a place rolls 1d6 and adds his stat; ties are broken at once where the table does so.

    EP-INIT-06 EP-INIT-08
    """
    new = [one.id for one in ask.table.fighters() if not one.score]
    totals = {who: total(ask, who) for who in new}
    for one in ask.table.fighters():
        if unplaced(one):
            yield remembered(ask.table, one.id)
    for who, (die, count) in sorted(totals.items(), key=lambda rolled: -rolled[1][1]):
        yield Marked(who, Mark("initiative roll", UNTIL_FIGHT_END, die, quiet=True))
        yield Scored(who, (count, 0), rules=("EP-INIT-06",))
    after = ask.table
    for who, (_, count) in totals.items():
        after = after.change(who, score=(count, 0))
    if new and ask.table.options["tie_rule"] != "simultaneous":
        yield from (event for tied in ties(after, [one.id for one in after.fighters()]) for event in apart(ask, after, tied))
    yield from (event for who in new for event in too_late(after, who))


def total(ask: Ask, who: str) -> tuple[int, int]:
    """What the roll itself brings, and the total. EP-INIT-05 EP-INIT-06 EP-SURP-01"""
    one = ask.table.who(who)
    die = rules.roll(ask.die(f"initiative {who}", 6, who), one.has("deafened"), one.has(surprise.AMBUSHED))
    return die, ask.number(f"initiative total {who}", die + bonus(ask.table, one))


def too_late(table: Table, who: str) -> Iterator[Event]:
    """A newcomer whose count has begun already acts from the next turn on. EP-INIT-10"""
    reached = table.timeline.reached
    if reached and key_of(table, who, "turn")[:4] <= reached[:4]:
        yield Used(who, "turn")
        yield Told("waits_for_next_turn", who)


def apart(ask: Ask, table: Table, tied: Sequence[str], late: bool = False) -> Iterator[Event]:
    """A tie is broken, and the table is told how. EP-INIT-08"""
    groups = broken(ask, tied)
    yield from spread(table, groups, late)
    if len(groups) > 1:
        names = " > ".join(" = ".join(table.who(who).name for who in group) for group in groups)
        yield Told("tie_broken", "", {"order": names}, about=tuple(tied), rules=("EP-INIT-08",))


def break_the_tie(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A tie that has only now come up: its first ones get their turn, the others come after them. EP-INIT-08"""
    owed = list(zip(delays.named(deed, "members"), delays.named(deed, "tags"), strict=True))
    led = {who: leader(ask.table, ask.table.who(who)).id for who, _ in owed}
    groups = broken(ask, list(dict.fromkeys(led.values())))
    yield from spread(ask.table, groups, late=owed[0][1] != "turn")
    foremost = tuple(due for due in owed if led[due[0]] in groups[0])
    key = key_of(ask.table, *foremost[0])
    quiet = not any(ready(ask.table, who) for who, _ in foremost)
    yield Opened(foremost, key, together=len(foremost) > 1, quiet=quiet)


def catch_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Where wounds count from the next turn on, they do so now. EP-INIT-05"""
    yield from (event for one in ask.table.fighters() for event in caught_up(ask.table, one.id))


# ------------------------------------------------------------------ going first


def take_the_initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Everybody who can pay is asked once, before anybody acts. EP-FIRST-01 EP-FIRST-02 EP-FIRST-04 EP-FIRST-05"""
    asked = {
        f"first {one.id}": (one.id, ("no", *affordable(one), "never")) for one in ask.table.fighters() if may_pay(ask.table, one)
    }
    for label, answer in ask.each(asked, "no", "go first?").items():
        who = asked[label][0]
        if answer == "never":
            yield Marked(who, Mark("never first", UNTIL_FIGHT_END))
        elif answer in BUYING:
            yield from pays_to_go_first(ask.table, who, answer)


def may_pay(table: Table, one: Combatant) -> bool:
    """Who is asked: not those who still delay, nor those who have said that they never want to. EP-FIRST-05"""
    waived = one.squad or one.has("never first") or table.timeline.hold_of(one.id)
    return ready(table, one.id) and not waived and bool(affordable(one))


def affordable(one: Combatant) -> tuple[str, ...]:
    """The pools that could pay for going first. EP-FIRST-01 EP-FIRST-02"""
    return tuple(pool for pool in BUYING if points(one, pool) > 0)


def pays_to_go_first(table: Table, who: str, pool: str) -> Iterator[Event]:
    """One point, and the front place until the turn is over; Insight keeps to the mind for as long as the table says.

    EP-FIRST-01 EP-FIRST-02 EP-FIRST-03 EP-FIRST-05
    """
    yield from spend(table.who(who), pool, cited="EP-FIRST-05")
    if pool == "insight":
        whole = table.options["insight_restriction"] == "whole-turn"
        yield Marked(who, Mark("mind only", UNTIL_ROUND_END if whole else until_turn_end(who)), rules=("EP-FIRST-02",))
    yield Marked(who, Mark("first", UNTIL_ROUND_END), rules=("EP-FIRST-01" if pool == "vigor" else "EP-FIRST-02",))


def front_turn(table: Table) -> Iterator[Opened]:
    """Where one may pay at any time: who has just paid acts before a turn in which nothing has been done yet. EP-FIRST-05"""
    top, owed = table.timeline.top, slots(dues(table), table.timeline.done)
    untouched = isinstance(top, Turn) and not top.window and not top.passed and not top.declared
    if not untouched or not isinstance(top, Turn) or not owed or owed[0].key[0] != FIRST or top.key[:1] <= (FIRST,):
        return
    if all(nothing_spent(table.who(who)) for who in top.members):
        yield Opened(owed[0].dues, owed[0].key, together(table, owed[0]))


# ------------------------------------------------------------------ what follows by itself


def follows(table: Table, event: Event) -> Iterable[Event]:
    """A changed modifier moves its bearer, damage has its effects; the end of a turn is a moment for those who delay.

    EP-INIT-05 EP-DELAY-01 EP-DMG-01
    """
    if isinstance(event, Closed):
        return (*front_first(table), *delays.finished(table, event)) if event.dues else ()
    if isinstance(event, Marked) and event.mark.name == "first":
        return front_first(table)
    if not isinstance(event, Adjusted | PoolSet | SheetSet | Marked | Unmarked):
        return ()
    moves = table.timeline.running and table.options["wound_moves"] == "now" and may_move(event)
    return (*(caught_up(table, event.concerns()[0]) if moves else ()), *health.follows(table, event))


def front_first(table: Table) -> Iterable[Opened]:
    """The turn of somebody who has just paid to go first, where one may do so at any time. EP-FIRST-05"""
    return front_turn(table) if table.timeline.running and table.options["first_when"] == "any-time" else ()


def may_move(event: Event) -> bool:
    """Whether an event can change somebody's Initiative modifiers."""
    if isinstance(event, Adjusted | PoolSet):
        return event.pool in ("wounds", "traumas")
    name = event.mark.name if isinstance(event, Marked) else event.mark if isinstance(event, Unmarked) else ""
    labelled = name.startswith("initiative ") and name not in BOOKKEEPING
    return isinstance(event, SheetSet) or labelled or name in ("wounds cancelled", "traumas cancelled")
