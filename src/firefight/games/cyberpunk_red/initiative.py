"""Initiative: the rolls for a number, ties, newcomers and beings of the NET, and numbers set anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from firefight.ask import Ask
from firefight.events import Changed, Event, Followed, Scored, Told, Unmarked, Used
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.sheet import sheet, stat_of, wound_state
from firefight.games.cyberpunk_red.timing import Score, contenders, leader_of, open_dues, turn_key
from firefight.table import Table
from firefight.timeline import Act, Deed, Due, Key, missed


def joined(table: Table, who: str) -> Iterable[Event]:
    """A newcomer rolls for his place. CPR-INIT-06"""
    yield ranking(table, "initiative", who)


def ranking(table: Table, verb: str, who: str) -> Followed:
    """A deed of the table that finds the place of a newcomer ("initiative"), or sets apart who shares one ("tie")."""
    return Followed(Act(verb, {"who": who}), f"{table.timeline.fight}.{table.timeline.round}/{verb} {who}")


def initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Everybody without a number gets one; equal ones roll on until all are apart. CPR-INIT-01 CPR-INIT-03 CPR-INIT-06"""
    table, newcomer = ask.table, deed.act.text("who")
    old = {one.id: one.score for one in contenders(table) if one.score}
    new = [one.id for one in contenders(table) if not one.score]
    rolled, told = first_rolls(ask, [who for who in new if sheet(table, who).kind != "net"])
    equal = {who for who, score in old.items() if list(old.values()).count(score) > 1}
    scores, ties = apart(ask, {**old, **rolled}, {*new, newcomer, *equal})
    scores |= on_top(scores, [who for who in new if who not in rolled])
    yield from (*told, *ties)
    yield from placed(table, old, scores, [*new, newcomer] if deed.act.verb == "initiative" else new)
    yield from followers(table, old, scores)


def first_rolls(ask: Ask, people: Sequence[str]) -> tuple[dict[str, Score], list[Event]]:
    """The first initiative roll of each, and what there is to tell. CPR-INIT-06"""
    rolls = {who: roll(ask, who, "initiative") for who in people}
    return {who: (total,) for who, (total, _) in rolls.items()}, [line for _, lines in rolls.values() for line in lines]


def on_top(scores: Mapping[str, Score], beings: Sequence[str]) -> dict[str, Score]:
    """Beings of the NET do not roll: each stands one above the best so far. CPR-INIT-06"""
    best = max((score[0] for score in scores.values()), default=0)
    return {who: (best + n,) for n, who in enumerate(beings, 1)}


def placed(table: Table, old: Mapping[str, Score], scores: Mapping[str, Score], newcomers: Sequence[str]) -> Iterator[Event]:
    """The new numbers; a newcomer whose place has gone by waits for the next round. CPR-INIT-04 CPR-INIT-06"""
    gone_by = reached(table, old, scores)
    for who, score in sorted(scores.items(), key=lambda pair: turn_key(pair[1])):
        if old.get(who) != score:
            yield Scored(who, score, rules=("CPR-INIT-03" if who in old else "CPR-INIT-06",))
        if who in newcomers and is_late(table, who, score, gone_by):
            yield Used(who, "turn")
            yield Told("waits_for_next_round", who, rules=("CPR-INIT-04",))


def followers(table: Table, old: Mapping[str, Score], scores: Mapping[str, Score]) -> Iterator[Event]:
    """Newcomers in a squad stand where their leader stands, and wait with him for the next round. CPR-INIT-04 CPR-INIT-06"""
    gone_by = reached(table, old, scores)
    for one in table.fighters():
        leader = leader_of(table, one)
        if leader and not one.score and leader.id in scores:
            yield Scored(one.id, scores[leader.id])
            yield from (Used(one.id, "turn"),) if is_late(table, one.id, scores[leader.id], gone_by) else ()


def is_late(table: Table, who: str, score: Score, gone_by: Key) -> bool:
    """Whether a newcomer's place has gone by before he has had a Turn. CPR-INIT-04"""
    had = table.timeline.done | open_dues(table)
    return (who, "turn") not in had and bool(missed([Due(turn_key(score), who)], who, gone_by))


def reached(table: Table, old: Mapping[str, Score], scores: Mapping[str, Score]) -> Key:
    """How far down the queue is, with the tie rolls of whoever is acting as they are now. CPR-INIT-03"""
    line = table.timeline.reached
    same = [scores[who] for who, before in old.items() if turn_key(before) == line and scores[who][0] == before[0]]
    return turn_key(same[0]) if same else line


def roll(ask: Ask, who: str, role: str) -> tuple[int, list[Event]]:
    """One initiative roll and what there is to tell: REF, the die, bonuses, Luck set aside for the first roll.

    CPR-INIT-06 CPR-INIT-07 CPR-INIT-08
    """
    one, numbers, house = ask.table.who(who), sheet(ask.table, who), ask.table
    die = ask.die(f"{role} {who}", 10, who)
    criticals = house.is_on("initiative_criticals")
    second = ask.die(f"{role} critical {who}", 10, who) if criticals and die in (1, 10) else 0
    penalty = rules.wound_penalty(wound_state(one)) if house.is_on("initiative_wound_penalty") else 0
    luck = one.value("luck on initiative") if role == "initiative" else 0
    total = rules.initiative(stat_of(house, who, "ref"), numbers.initiative_bonus, luck, penalty, die, second, criticals)
    told: list[Event] = [Unmarked(who, "luck on initiative", quiet=True)] if luck else []
    if second:
        key = "critical_success" if die == 10 else "critical_failure"
        told.append(Told(key, who, rules=("CPR-INIT-07",)))
    return ask.number(f"{role} total {who}", total), told


# ------------------------------------------------------------------ ties


def apart(ask: Ask, scores: Mapping[str, Score], fresh: set[str]) -> tuple[dict[str, Score], list[Event]]:
    """Rolls for those who share a place with somebody `fresh` until nobody does; and what there is to tell of it.

    Places that were told apart before stand. CPR-INIT-03
    """
    scores = dict(scores)
    told: list[Event] = []
    for round in range(1, 100):
        tied = shared(scores, fresh)
        if not tied:
            break
        told += tie_lines(ask.table, scores, tied)
        for who in tied:
            rolled, lines = roll(ask, who, f"tie {round}")
            scores[who] = (rolled,) if ask.table.options["tie_reroll"] == "replace" else (*scores[who], rolled)
            told += lines
        fresh = fresh | set(tied)
    return scores, told


def tie_lines(table: Table, scores: Mapping[str, Score], tied: Sequence[str]) -> Iterator[Told]:
    """Who has to roll again, one line for each number. CPR-INIT-03"""
    for number in dict.fromkeys(scores[who][0] for who in tied):
        people = tuple(who for who in tied if scores[who][0] == number)
        names = ", ".join(table.who(who).name for who in people)
        yield Told("tie", values={"names": names, "number": number}, rules=("CPR-INIT-03",), about=people)


def shared(scores: Mapping[str, Score], fresh: set[str]) -> list[str]:
    """Those who have to roll: their number and tie rolls so far are where somebody else's begin. CPR-INIT-03"""
    return [who for who in scores if collides(scores, who, set(scores) if who in fresh else fresh)]


def collides(scores: Mapping[str, Score], who: str, others: Iterable[str]) -> bool:
    """Whether the number and tie rolls of one of the others begin with this one's. CPR-INIT-03"""
    mine = scores[who]
    return any(other != who and other in scores and scores[other][: len(mine)] == mine for other in others)


def set_anew(table: Table, event: Scored | Changed) -> Iterator[Event]:
    """A number the GM has set, or somebody who comes back or leaves a squad: who shares a place now rolls for it.

    CPR-INIT-03 CPR-INIT-04
    """
    who = event.who
    scores = {one.id: one.score for one in contenders(table) if one.score}
    if who not in scores:
        return
    if isinstance(event, Changed) and (event.here or event.fighting):
        yield ranking(table, "initiative", who)
    elif collides(scores, who, scores):
        yield ranking(table, "tie", who)
