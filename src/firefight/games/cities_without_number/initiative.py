"""Initiative: who has no number yet, the rolls, ties among those of a kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from firefight.ask import Ask
from firefight.events import Event, Flagged, Scored, SideScored, Told, Used
from firefight.games.cities_without_number.crews import is_at_the_wheel, is_vehicle
from firefight.games.cities_without_number.order import (
    FIRST,
    MAIN,
    Group,
    Score,
    able,
    by_score,
    group,
    is_ahead,
    is_individual,
    is_pc_group,
    members_of,
    score_of,
)
from firefight.games.cities_without_number.sheet import modifier
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Due, missed


def ahead(table: Table) -> list[Combatant]:
    """Everybody who goes before everyone; alone, he needs no roll. CWN-INIT-05"""
    found = [one for one in table.fighters() if is_ahead(table, one)]
    return found if len(found) > 1 else []


def unrolled_people(table: Table) -> list[Combatant]:
    """Those who need a number of their own and have none. CWN-INIT-03 CWN-INIT-05"""
    individual = table.timeline.round > 0 and is_individual(table)
    alone = (one for one in table.fighters() if not is_ahead(table, one) and not group(table, one).vehicle)
    rest = list(alone) if individual else []
    return [one for one in (*ahead(table), *rest) if not one.score]


def unrolled_groups(table: Table) -> list[Group]:
    """The sides and vehicles that have no number yet and need one; a vehicle with nobody aboard needs none.

    CWN-INIT-01 CWN-VEH-01
    """
    if table.timeline.round == 0:
        return []
    people = (one for one in table.fighters() if not is_ahead(table, one) and not is_vehicle(one))
    groups = dict.fromkeys(group(table, one) for one in people)
    return [one for one in groups if not score_of(table, one) and (one.vehicle or not is_individual(table))]


def unrolled(table: Table) -> bool:
    """Whether anybody still needs a number."""
    return bool(unrolled_people(table) or unrolled_groups(table))


def initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever has no number gets one. Nothing is rolled twice. CWN-INIT-01 CWN-INIT-02 CWN-INIT-03 CWN-INIT-05"""
    people, new = unrolled_people(ask.table), unrolled_groups(ask.table)
    for one in people:
        yield from placed(ask.table, one, roll(ask, "own initiative", one.id, [one] if one.pc else [], one.id))
    yield from groups(ask, new)
    granted = [f"gm initiative {who}" for who in (*(one.id for one in people), *(one.label for one in new))]
    yield from (Flagged(flag, 0) for flag in granted if flag in ask.table.flags)


def placed(table: Table, one: Combatant, rolled: int) -> Iterator[Event]:
    """Somebody's own number; a place that has gone by is for the next round. CWN-INIT-02 CWN-INIT-03"""
    rule = "CWN-INIT-05" if is_ahead(table, one) else "CWN-INIT-03"
    yield Scored(one.id, (rolled,), rules=(rule,))
    stage = FIRST if is_ahead(table, one) else MAIN
    due = Due((stage, *by_score((rolled,), not one.pc), ""), one.id)
    if missed([due], one.id, table.timeline.reached) and (one.id, "turn") not in table.timeline.done:
        yield from late(one.id)


def roll(ask: Ask, role: str, who: str, best_of: Sequence[Combatant], thrower: str) -> int:
    """1d8, the best Dexterity modifier where PCs are concerned, and what the GM has granted or taken. CWN-INIT-01"""
    die = ask.die(f"{role} {who}", 8, thrower)
    dexterity = max((modifier(one, "Dex") for one in best_of), default=0)
    granted = ask.table.flags.get(f"gm initiative {who}", 0)
    return ask.number(f"{role} total {who}", die + dexterity + granted)


def groups(ask: Ask, new: Sequence[Group]) -> Iterator[Event]:
    """Each side or vehicle rolls once; those with PCs win ties, tied ones of a kind roll off or are put in order.

    CWN-INIT-01 CWN-VEH-01
    """
    known = [*map(Group, ask.table.sides), *(Group(one.id, True) for one in ask.table.fighters() if is_vehicle(one))]
    old = {one: score_of(ask.table, one) for one in known if score_of(ask.table, one)}
    rolled = {one: (group_roll(ask, one),) for one in new}
    for one, score in apart(ask, {**old, **rolled}).items():
        if old.get(one) != score:
            placed_at = Scored if one.vehicle else SideScored
            yield placed_at(one.id, score, rules=("CWN-VEH-01" if one.vehicle else "CWN-INIT-01",))


def group_roll(ask: Ask, shared: Group) -> int:
    """A roll for a side or a vehicle: its best member able to act throws, with his modifier if PCs are in it.

    CWN-INIT-01 CWN-VEH-01
    """
    members = [one for one in members_of(ask.table, shared) if one.here]
    fit = [one for one in members if able(ask.table, one.id)] or members
    if shared.vehicle and ask.table.options["vehicle_initiative"] == "driver":
        fit = [one for one in fit if is_at_the_wheel(one, shared.id)] or fit
    pcs = is_pc_group(ask.table, shared)
    best = max(fit, key=lambda one: modifier(one, "Dex"), default=None)
    return roll(ask, "initiative", shared.label, fit if pcs else [], best.id if best and pcs else "")


def apart(ask: Ask, scores: Mapping[Group, Score]) -> dict[Group, Score]:
    """Those of a kind who tie until all are apart, by a roll-off or as the GM puts them. CWN-INIT-01"""
    scores = dict(scores)
    for n in range(1, 100):
        tied = shared_places(ask.table, scores)
        if not tied:
            break
        firsts = preferred(ask, scores, tied, n) if ask.table.options["side_tie"] == "gm_order" else None
        for one in tied:
            number = int(one in firsts) if firsts is not None else ask.die(f"tie {n} {one.label}", 8, "")
            scores[one] = (*scores[one], number)
    return scores


def shared_places(table: Table, scores: Mapping[Group, Score]) -> list[Group]:
    """Those who still share a place with another of their kind. CWN-INIT-01"""
    kind = {one: is_pc_group(table, one) for one in scores}
    return [
        one
        for one, score in scores.items()
        if any(other != one and kind[other] == kind[one] and tie[: len(score)] == score for other, tie in scores.items())
    ]


def preferred(ask: Ask, scores: Mapping[Group, Score], tied: Sequence[Group], n: int) -> set[Group]:
    """Of each lot of tied ones the one the GM lets go first. CWN-INIT-01"""
    lots: dict[Score, list[Group]] = {}
    for one in tied:
        lots.setdefault(scores[one], []).append(one)
    return {first(ask, lot, n) for lot in lots.values()}


def first(ask: Ask, lot: Sequence[Group], n: int) -> Group:
    """The one of a lot that the GM lets go first. CWN-INIT-01"""
    names = [one.label for one in lot]
    return lot[names.index(ask.ruling(f"tie {n} {names[0]}", names, names[0], "who goes first"))]


def late(who: str) -> Iterator[Event]:
    """Somebody's turn of this round is used up before he came. CWN-INIT-02"""
    yield Used(who, "turn")
    yield Told("waits_for_next_round", who, rules=("CWN-INIT-02",))
