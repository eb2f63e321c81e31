"""Orders about the fight: its beginning and end, whose turn it is, and the order of turns."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from firefight.commands import AnyCommand, Begin, Close, Do, End
from firefight.encounter.faults import near
from firefight.errors import FirefightError
from firefight.events import Changed, Freed, Opened, Scored, SideScored, Used
from firefight.game import Game, placed
from firefight.orders.base import Asked, Score, Who, by_hand, everyone, fighting, known, numbers, order
from firefight.table import Combatant, Table
from firefight.timeline import Act, Turn


class BeginAsked(Asked, frozen=True):
    who: Annotated[Who, Meta(description="Everybody here if left out.")] = ()
    surprised: Who = ()


@order
def begin(game: Game, table: Table, asked: BeginAsked) -> AnyCommand:
    """Begins a fight between those named, else everybody here; the surprised cannot act at first."""
    who = everyone(asked.who, table) if asked.who else ()
    surprised = everyone(asked.surprised, table) if asked.surprised else ()
    return Begin(tuple(one.id for one in who), tuple(one.id for one in surprised))


@order
def end(game: Game, table: Table, asked: Asked) -> AnyCommand:
    """Ends the fight and reveals the seed of its dice."""
    return End(asked.reason)


@order
def close(game: Game, table: Table, asked: Asked) -> AnyCommand:
    """Closes the table and reveals the seed of the dice outside fights."""
    return Close()


# ------------------------------------------------------------------ turns


class Several(Asked, frozen=True):
    who: Who


@order
def skip(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Skips somebody: the turn he is in ends, else his next turn of this round is used up."""
    fighting(table)
    people = everyone(asked.who, table)
    top = table.timeline.top
    acting = [one for one in people if isinstance(top, Turn) and one.id in top.members and one.id not in top.passed]
    if acting and len(people) > 1:
        raise FirefightError(f"{acting[0].name} is in a turn that is going on; skip those who are one by one")
    if acting:
        return Do(acting[0].id, Act("pass"))
    return by_hand(skipped(game, table, one, asked.reason) for one in people)


def skipped(game: Game, table: Table, one: Combatant, reason: str) -> Used:
    """The event that uses up somebody's next turn."""
    open_ = {due for frame in table.timeline.stack if isinstance(frame, Turn) for due in frame.dues}
    owed = [due for due in sorted(placed(game, table)) if due.who == one.id]
    left = [due.tag for due in owed if (one.id, due.tag) not in table.timeline.done | open_]
    if not left:
        raise FirefightError(f"{one.name} has no turn left to skip this round")
    return Used(one.id, left[0], reason or "the GM says so")


@order
def grant(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Gives somebody a turn right now, on top of whatever is going on; several share it."""
    fighting(table)
    people = everyone(asked.who, table)
    dues = tuple((one.id, f"granted {granted(table, one.id) + 1}") for one in people)
    return by_hand([Opened(dues, reason=asked.reason or "the GM says so")])


def granted(table: Table, who: str) -> int:
    """How many turns somebody was granted this round."""
    open_ = [due for frame in table.timeline.stack if isinstance(frame, Turn) for due in frame.dues]
    return sum(one == who and tag.startswith("granted ") for one, tag in [*table.timeline.done, *open_])


class Owe(Asked, frozen=True):
    who: Who
    tag: Annotated[str, Meta(description="Which of his turns; the last one, if left out.")] = ""


@order
def owe(game: Game, table: Table, asked: Owe) -> AnyCommand:
    """Gives somebody back a turn of this round that is used up."""
    fighting(table)
    return by_hand(owed(game, table, one, asked) for one in everyone(asked.who, table))


def owed(game: Game, table: Table, one: Combatant, asked: Owe) -> Freed:
    """The event that gives a turn back."""
    used = [due.tag for due in sorted(placed(game, table)) if due.who == one.id and (one.id, due.tag) in table.timeline.done]
    if not used:
        raise FirefightError(f"{one.name} has used up no turn this round")
    if asked.tag and asked.tag not in used:
        raise FirefightError(f"{one.name} has used up no turn '{asked.tag}' this round; {near(asked.tag, used)}")
    return Freed(one.id, asked.tag or used[-1], asked.reason or "the GM says so")


# ------------------------------------------------------------------ places in the order


class ScoreAsked(Asked, frozen=True):
    score: Score
    who: Who = ()
    side: str = ""


@order
def score(game: Game, table: Table, asked: ScoreAsked) -> AnyCommand:
    """Sets somebody's place in the order, or a side's; nobody gains or loses a turn by it."""
    value = numbers(asked.score)
    if bool(asked.side) == bool(asked.who):
        raise FirefightError("say whose place it is: who = ... or side = ..., one of the two")
    if asked.side:
        if asked.side not in table.sides:
            raise FirefightError(f"there is no side '{asked.side}'; {near(asked.side, table.sides)}")
        return by_hand([SideScored(asked.side, value, asked.reason)], asked.reason)
    return by_hand(Scored(one.id, value, asked.reason) for one in everyone(asked.who, table))


class Move(Asked, frozen=True):
    who: str
    before: Annotated[str, Meta(description="Whom.")] = ""
    after: Annotated[str, Meta(description="Whom.")] = ""


@order
def move(game: Game, table: Table, asked: Move) -> AnyCommand:
    """Moves somebody's place in the order to right before or right after somebody else's."""
    fighting(table)
    one = known(asked.who, table)
    if bool(asked.before) == bool(asked.after):
        raise FirefightError("say where to: before = ... or after = ..., one of the two")
    other = known(asked.before or asked.after, table)
    found = place(game, table, one.id, other.id, bool(asked.before))
    if found is None:
        raise FirefightError(f"there is no place free right {'before' if asked.before else 'after'} {other.name}; set the score")
    return by_hand([Scored(one.id, found, asked.reason)])


def place(game: Game, table: Table, who: str, other: str, before: bool) -> tuple[int, ...] | None:
    """A score with which the game puts somebody right beside another, found by trying; None if there is none."""
    pair = [who, other] if before else [other, who]
    for score in candidates(table):
        dues = sorted(placed(game, table.change(who, score=score)))
        order, taken = [due.who for due in dues], {due.key for due in dues if due.who != who}
        alone = all(due.key not in taken for due in dues if due.who == who)
        if alone and any(order[at : at + 2] == pair for at in range(len(order))):
            return score
    return None


def candidates(table: Table) -> list[tuple[int, ...]]:
    """Scores on, between and beyond those of the table."""
    scores = sorted({one.score for one in table.fighters() if one.score}, reverse=True)
    near = [(*score[:-1], score[-1] + by) for score in scores for by in (1, -1)]
    return [*near, *((*score, by) for score in scores for by in (1, -1))]


class Squad(Asked, frozen=True):
    who: Who
    leader: Annotated[str, Meta(description="The first one named, if left out.")] = ""


@order
def squad(game: Game, table: Table, asked: Squad) -> AnyCommand:
    """Puts several into one turn: that of their leader."""
    people = everyone(asked.who, table)
    leader = known(asked.leader, table) if asked.leader else people[0]
    led = [Changed(one.id, squad=leader.id) for one in people if one.id != leader.id]
    if not led:
        raise FirefightError("a squad needs several; name at least two, or another leader")
    return by_hand([*([Changed(leader.id, squad="")] if leader.squad else []), *led], asked.reason)


@order
def unsquad(game: Game, table: Table, asked: Several) -> AnyCommand:
    """Takes somebody out of his squad, with a turn of his own again; naming its leader dissolves the squad."""
    people = everyone(asked.who, table)
    named = {one.id for one in people}
    led = [one for one in table.combatants.values() if one.squad and (one.id in named or one.squad in named)]
    if not led:
        raise FirefightError(f"{people[0].name} is in no squad")
    return by_hand((Changed(one.id, squad="") for one in led), asked.reason)
