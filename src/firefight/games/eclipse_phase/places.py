"""Places in the order: the keys that follow from them, keeping them up to date, breaking ties, taking a new one.

A score is (count, rank): the number that is shown, and the order among equal numbers, 0 unless somebody took an exact
place by delaying or a tie was broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from firefight.ask import Ask
from firefight.events import Event, Marked, Scored
from firefight.games.eclipse_phase.sheet import bonus, sheet
from firefight.marks import UNTIL_FIGHT_END, UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Due, Key

FIRST, MAIN, LAST = 0, 1, 2
EXTRAS = ("extra 1", "extra 2")


class Place(NamedTuple):
    """A number in the order, and the rank among equal numbers: low rank first."""

    number: int
    rank: int = 0


def place(one: Combatant) -> Place:
    """Somebody's place in the order; 0 for one who has none yet."""
    return Place(*(one.score[:2] or (0,)))


def late_place(one: Combatant) -> Place:
    """The place that somebody's extra actions go by: a delay of this turn does not count. EP-EXTRA-03"""
    count = one.mark("place before")
    return Place(count.value, one.value("rank before")) if count else place(one)


def downward(place: Place) -> tuple[int, int]:
    """Places sort from the highest count down, equal counts by rank. EP-INIT-07"""
    return -place.number, place.rank


# ------------------------------------------------------------------ who is due


def dues(table: Table) -> list[Due]:
    """A turn for everybody with a place, and one for every extra action bought: who acts before whom in an action turn.

    A squad goes by its leader's place. EP-INIT-01 EP-INIT-07 EP-INIT-10 EP-EXTRA-02
    """
    led = [(one, leader(table, one)) for one in table.fighters()]
    return [due for one, lead in led if lead.score for due in (turn_due(one, lead), *extra_dues(table, one, lead))]


def leader(table: Table, one: Combatant) -> Combatant:
    """The one whose place this one shares: himself, or the leader of his squad."""
    lead = table.combatants.get(one.squad, one)
    return lead if lead.fighting and lead.score else one


def turn_due(one: Combatant, lead: Combatant) -> Due:
    """The ordinary turn; those who paid to go first form a group of their own before the others. EP-FIRST-04"""
    return Due((FIRST if lead.has("first") else MAIN, 0, 0, *downward(place(lead)), 0), one.id)


def extra_dues(table: Table, one: Combatant, lead: Combatant) -> Iterator[Due]:
    """The extra actions, after everything else, in the order of current totals. EP-FIRST-03 EP-EXTRA-02 EP-EXTRA-03"""
    front = lead.has("first") and table.is_on("first_covers_extras")
    for number, tag in enumerate(EXTRAS, 1):
        if one.has(tag):
            lap = number if table.options["extra_rounds"] == "one-by-one" else 0
            yield Due((LAST, lap, 0 if front else 1, *downward(late_place(lead)), number), one.id, tag)


def key_of(table: Table, who: str, tag: str) -> Key:
    """The key of one due."""
    return next(due.key for due in dues(table) if (due.who, due.tag) == (who, tag))


# ------------------------------------------------------------------ up to date


def remembered(table: Table, who: str) -> Marked:
    """Book-keeping: the bonus that is already in somebody's count."""
    return Marked(who, Mark("initiative bonus", UNTIL_FIGHT_END, bonus(table, table.who(who)), quiet=True))


def caught_up(table: Table, who: str) -> Iterator[Event]:
    """The count after a change of the modifiers: a wound, a drug. A changed number is an ordinary tie with its equals.

    EP-INIT-05 EP-DELAY-04
    """
    one = table.who(who)
    known = one.mark("initiative bonus")
    by = bonus(table, one) - known.value if known and one.score else 0
    if not by:
        return
    yield remembered(table, who)
    yield Scored(who, (place(one).number + by, 0), rules=("EP-INIT-05",))
    if one.has("place before"):
        yield from kept_for_extras(who, Place(late_place(one).number + by))


# ------------------------------------------------------------------ ties


def ties(table: Table, among: Iterable[str]) -> Iterator[list[str]]:
    """Those of the named who share a place, squads by their leaders."""
    by_place = sorted(
        dict.fromkeys(leader(table, table.who(who)).id for who in among), key=lambda who: downward(place(table.who(who)))
    )
    for _, group in groupby(by_place, lambda who: downward(place(table.who(who)))):
        tied = list(group)
        if len(tied) > 1:
            yield tied


def broken(ask: Ask, tied: Sequence[str]) -> list[list[str]]:
    """A tie in its new order: by REF, equal ones staying together, or by rolling off. EP-INIT-08"""
    if ask.table.options["tie_rule"] == "ref":
        ordered = sorted(tied, key=lambda who: -sheet(ask.table, who).reflexes)
        return [list(group) for _, group in groupby(ordered, lambda who: sheet(ask.table, who).reflexes)]
    rolled = rolled_apart(ask, "roll-off", tied)
    return [[who] for who in sorted(tied, key=lambda who: rolled[who], reverse=True)]


def rolled_apart(ask: Ask, role: str, tied: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Each rolls 1d6, again among those still tied, until all are apart. EP-INIT-08 EP-DELAY-06"""
    rolled: dict[str, tuple[int, ...]] = {who: () for who in tied}
    for number in range(1, 100):
        again = [who for who in tied if list(rolled.values()).count(rolled[who]) > 1]
        if not again:
            break
        for who in again:
            rolled[who] = (*rolled[who], ask.die(f"{role} {number} {who}", 6, who))
    return rolled


def spread(table: Table, groups: Sequence[Sequence[str]], late: bool = False) -> Iterator[Event]:
    """The groups of a broken tie one behind the other; whoever was behind them stays behind. The count stays. EP-INIT-08"""
    of = late_place if late else place
    spot, tied = of(table.who(groups[0][0])), {who for group in groups for who in group}
    for other in table.fighters():
        if other.score and other.id not in tied and of(other).number == spot.number and of(other).rank > spot.rank:
            yield from ranked(other, of(other).rank + len(groups) - 1, late)
    for number, group in enumerate(groups):
        for who in group if number else ():
            yield from ranked(table.who(who), spot.rank + number, late)


def ranked(one: Combatant, rank: int, late: bool) -> Iterator[Event]:
    """Another rank at the same count."""
    if late and one.has("place before"):
        yield from kept_for_extras(one.id, Place(late_place(one).number, rank))
    else:
        yield Scored(one.id, (place(one).number, rank), quiet=True)


# ------------------------------------------------------------------ a new place


def beside(table: Table, who: str, members: Iterable[str], before: bool) -> Iterator[Event]:
    """The place right before or right behind these people, at their count; by house rule tied with them. EP-DELAY-04"""
    spots = [place(table.who(one)) for one in members if one != who and table.who(one).score]
    if not spots:
        return
    spot = min(spots, key=downward) if before else max(spots, key=downward)
    step = 0 if table.options["delay_place"] == "tie" else (-1 if before else 1)
    for other in table.fighters():
        if other.score and other.id != who and place(other).number == spot.number and (place(other).rank - spot.rank) * step > 0:
            yield Scored(other.id, (spot.number, place(other).rank + step), quiet=True)
    yield from taken(table, who, Place(spot.number, spot.rank + step))


def at_the_edge(table: Table, who: str, before: bool) -> Iterator[Event]:
    """The place ahead of or behind everybody else. EP-DELAY-04"""
    yield from beside(table, who, [one.id for one in table.fighters() if one.here], before)


def taken(table: Table, who: str, new: Place) -> Iterator[Event]:
    """A new place from the next turn on: extra actions of this turn still go by the old one. EP-DELAY-04"""
    one = table.who(who)
    if not one.has("place before"):
        yield from kept_for_extras(who, place(one))
    yield remembered(table, who)
    yield Scored(who, tuple(new), rules=("EP-DELAY-04",))


def kept_for_extras(who: str, old: Place) -> Iterator[Event]:
    """Book-keeping: the place that extra actions of this turn go by."""
    yield Marked(who, Mark("place before", UNTIL_ROUND_END, old.number, quiet=True))
    yield Marked(who, Mark("rank before", UNTIL_ROUND_END, old.rank, quiet=True))
