"""Who is due in Cyberpunk RED: the Initiative Queue, ties, newcomers, Holds, and the round's end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from firefight.ask import Ask
from firefight.events import Event, Followed, Opened, Passed, Released, Scored, Told, Used
from firefight.games.cyberpunk_red import rules
from firefight.games.cyberpunk_red.sheet import sheet
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed, Due, Hold, Slot, Turn, missed

Score = tuple[int, ...]
DOWN = ("out", "dead", "unconscious")
BEFORE, TURN, AFTER = 0, 1, 2


def dues(table: Table) -> list[Due]:
    """A Turn for everybody with a number, high to low, and a place for every Hold on a number.

    CPR-INIT-01 CPR-INIT-02 CPR-INIT-04 CPR-INIT-05 CPR-HOLD-06
    """
    turns = [Due(turn_key(one.score), one.id) for one in table.fighters() if one.score]
    return turns + [Due(hold_key(table, hold), hold.who, "held") for hold in table.timeline.held if hold.key]


def turn_key(score: Score) -> tuple[int, int, Score]:
    """The place of a Turn: its number, then the tie rolls behind it."""
    return -score[0], TURN, tuple(-roll for roll in score[1:])


def hold_key(table: Table, hold: Hold) -> tuple[int, int, Score]:
    """The place of a Hold on a number: just before or after the Turns there; equal Holds in queue order. CPR-HOLD-06"""
    edge = BEFORE if table.options["hold_number_timing"] == "before" else AFTER
    return -hold.key[0], edge, tuple(-number for number in table.who(hold.who).score)


def able(table: Table, who: str) -> bool:
    """Whether somebody can act at all; who cannot keeps his place. CPR-INIT-04"""
    one = table.who(who)
    return not any(one.has(state) for state in (*DOWN, "surprised"))


def together(table: Table, slot: Slot) -> bool:
    """Nothing is simultaneous in this game: ties are rolled off. CPR-INIT-03"""
    return False


def beginning(table: Table) -> Sequence[Act]:
    """Initiative is rolled once, before the first Turn; later rounds keep the queue. CPR-INIT-05"""
    return (Act("initiative"),) if any(not one.score for one in table.fighters()) else ()


def opening(table: Table, slot: Slot) -> Act | None:
    """Turns open by themselves."""
    return None


def closing(table: Table) -> Sequence[Act]:
    """At the bottom of the queue Holds lapse, then what lasts until the round's end is over. CPR-HOLD-03"""
    return Act("lapse"), Act("expiry")


def joined(table: Table, who: str) -> Iterable[Event]:
    """A newcomer rolls for his place. CPR-INIT-06"""
    yield Followed(Act("initiative"), f"{table.timeline.fight}.{table.timeline.round}/join {who}")


# ------------------------------------------------------------------ deeds of the table


def initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Everybody without a number gets one; equal ones roll on until all are apart. CPR-INIT-03 CPR-INIT-06"""
    old = {one.id: one.score for one in ask.table.fighters() if one.score}
    new = [one.id for one in ask.table.fighters() if not one.score]
    rolled = {who: (roll(ask, who, "initiative"),) for who in new if sheet(ask.table, who).kind != "net"}
    scores = apart(ask, {**old, **rolled})
    best = max((score[0] for score in scores.values()), default=0)
    for who in new:
        if sheet(ask.table, who).kind == "net":
            best += 1
            scores[who] = (best,)
    yield from placed(ask.table, old, scores)


def placed(table: Table, old: Mapping[str, Score], scores: Mapping[str, Score]) -> Iterator[Event]:
    """The new numbers; a newcomer whose place has gone by waits for the next round. CPR-INIT-04 CPR-INIT-06"""
    for who, score in sorted(scores.items(), key=lambda pair: turn_key(pair[1])):
        if old.get(who) != score:
            yield Scored(who, score)
        if who not in old and missed([Due(turn_key(score), who)], who, table.timeline.reached):
            yield Used(who, "turn")
            yield Told("waits_for_next_round", who)


def roll(ask: Ask, who: str, role: str) -> int:
    """One initiative roll: REF, the die, bonuses, Luck set aside for it. CPR-INIT-06 CPR-INIT-07 CPR-INIT-08"""
    one, numbers, house = ask.table.who(who), sheet(ask.table, who), ask.table
    die = ask.die(f"{role} {who}", 10, who)
    criticals = house.is_on("initiative_criticals")
    second = ask.die(f"{role} again {who}", 10, who) if criticals and die in (1, 10) else 0
    penalty = one.value("wound penalty") if house.is_on("initiative_wound_penalty") else 0
    ref = numbers.ref - numbers.armor_penalty
    total = rules.initiative(ref, numbers.initiative_bonus, one.value("luck on initiative"), penalty, die, second, criticals)
    return ask.number(f"{role} total {who}", total)


def apart(ask: Ask, scores: Mapping[str, Score]) -> dict[str, Score]:
    """Rolls for those who share a place until nobody does. CPR-INIT-03"""
    scores = dict(scores)
    replace = ask.table.options["tie_reroll"] == "replace"
    for round in range(1, 100):
        tied = shared(scores)
        if not tied:
            break
        for who in tied:
            rolled = roll(ask, who, f"tie {round}")
            scores[who] = (rolled,) if replace else (*scores[who], rolled)
    return scores


def shared(scores: Mapping[str, Score]) -> list[str]:
    """Those who still have to roll: their number and tie rolls so far are where somebody else's begin. CPR-INIT-03"""
    return [
        who for who, score in scores.items() if any(other != who and tie[: len(score)] == score for other, tie in scores.items())
    ]


def lapse(deed: Deed, ask: Ask) -> Iterator[Event]:
    """No Hold outlives its round. CPR-HOLD-03"""
    for hold in ask.table.timeline.held:
        yield Released(hold.who, "lapsed")


# ------------------------------------------------------------------ Holds on a happening


def waiting(table: Table) -> list[Hold]:
    """Holds on a happening, in queue order of their holders. CPR-HOLD-07"""
    held = [hold for hold in table.timeline.held if not hold.key]
    return sorted(held, key=lambda hold: turn_key(table.who(hold.who).score))


def happened(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The GM says which happenings have just come to pass; their Holds fire, first in the queue first. CPR-HOLD-07"""
    fired = [
        hold.who for hold in waiting(ask.table) if ask.ruling(f"happened {hold.who}", ("no", "yes"), "no", hold.until) == "yes"
    ]
    for who in reversed(fired):
        yield Opened(((who, "held"),))


def held_before(deed: Deed, ask: Ask) -> bool:
    """Where Holds come before the event: the GM says which deed sets them off; False if its doer cannot go on. CPR-HOLD-07"""
    for hold in waiting(ask.table):
        if hold.who != deed.who and ask.ruling(f"about to happen {hold.who}", ("no", "yes"), "no", hold.until) == "yes":
            ask.window(f"before {hold.who}", lambda table, who=hold.who: (who,) if able(table, who) else ())  # type: ignore[misc]
    return able(ask.table, deed.who)


def follows(table: Table, event: Event) -> Iterable[Event]:
    """Passing in the place of a Hold forgoes it. CPR-HOLD-02"""
    top = table.timeline.top
    if isinstance(event, Passed) and isinstance(top, Turn) and table.timeline.hold_of(event.who) and fires(top, event.who):
        return (Released(event.who, "forgone"),)
    return ()


def fires(turn: Turn, who: str) -> bool:
    """Whether this frame is the moment of a Hold of this person."""
    return turn.tag(who) == "held" or (bool(turn.window) and turn.window == f"before {who}")


def latest_number(table: Table, one: Combatant) -> int:
    """The highest number a Hold declared now may name: his own only if somebody tied with him is still to come. CPR-HOLD-06"""
    done = {who for who, tag in table.timeline.done if tag == "turn"}
    tied = any(other.score[:1] == one.score[:1] and other.id not in done and other.id != one.id for other in table.fighters())
    return one.score[0] if tied else one.score[0] - 1
