"""Fights to measure with: the commands of one are written down first, and given to a fresh table when the clock runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from firefight.commands import AnyCommand, Begin, Do, Order, Reply
from firefight.events import PoolSet
from firefight.game import PASS, Game, Offer
from firefight.session import Session, combatant, found
from firefight.table import Combatant, Table
from firefight.timeline import Act, Deed, Question

SECRET = bytes(range(32))
DAMAGED = ("hp", "durability", "physical")


def fight(game: Game, crew: int, gang: int) -> Session:
    """A fight that has just begun: nobody wants to be asked about going first, where a game asks that.

    Its dice are those of one secret, so the same commands lead to the same events.
    """
    people = [person(game, f"hero {n}", "crew") for n in range(crew)] + [person(game, f"thug {n}", "gang") for n in range(gang)]
    session = found(game, people, secret=SECRET)
    session.do(Begin())
    while questions := session.questions():
        session.do(Reply(questions[0].label, questions[0].options[-1], questions[0].who))
    return session


def person(game: Game, name: str, side: str) -> Combatant:
    """An ordinary combatant of a game."""
    owner = f"player of {name}" if side == "crew" else ""
    return combatant(game, name.replace(" ", "-"), name.title(), side, game.sheet(), owner=owner, pc=bool(owner))


def attacks(session: Session, amount: int) -> list[AnyCommand]:
    """So many commands of a fight in which everybody attacks once a turn, and passes. The fight is played by it."""
    return list(islice(attacking(session), amount))


def passes(session: Session, amount: int) -> list[AnyCommand]:
    """So many times "next"."""
    return [played(session, passing(session)) for _ in range(amount)]


def attacking(session: Session) -> Iterator[AnyCommand]:
    """Declare, answer, pass; whoever has attacked in this frame passes. With each round everybody is patched up."""
    unhurt, rested = session.table, session.table.timeline.round
    attacked: set[tuple[int, str, str]] = set()
    while True:
        round = session.table.timeline.round
        if questions := session.questions():
            yield played(session, answering(session, questions[0]))
        elif round > rested and (wounds := patched_up(unhurt, session.table)):
            yield played(session, Order(wounds))
        else:
            who = session.awaited()[0]
            turn = (round, session.table.timeline.stack[-1].id, who)
            line = None if turn in attacked else attack_line(session, who)
            attacked.add(turn)
            yield played(session, Do(who, attack(session.table, who, line), session.token(who)) if line else passing(session))
        rested = max(rested, round)


def played(session: Session, command: AnyCommand) -> AnyCommand:
    """The command, carried out."""
    session.do(command)
    return command


def patched_up(unhurt: Table, now: Table) -> tuple[PoolSet, ...]:
    """Everybody's pools as they were at first."""
    people = ((one, now.who(one.id)) for one in unhurt.combatants.values())
    return tuple(
        PoolSet(one.id, name, pool.now) for one, hurt in people for name, pool in one.pools.items() if hurt.pool(name) != pool.now
    )


def attack_line(session: Session, who: str) -> Offer | None:
    """The first attack on somebody's menu that he may make."""
    lines = (line for line in session.menu(who) if line.verb == "attack")
    return next((line for line in lines if not line.refusals(attack(session.table, who, line))), None)


def attack(table: Table, who: str, line: Offer) -> Act:
    """A line of the menu with the picks it proposes; the targets are spread over the other side."""
    side = table.who(who).side
    ours = [one.id for one in table.present() if one.side == side]
    theirs = [one.id for one in table.present() if one.side != side]
    return line.filled(Act(line.verb, {"target": theirs[ours.index(who) % len(theirs)]}))


def passing(session: Session) -> Do:
    """The first who is awaited is done."""
    who = session.awaited()[0]
    return Do(who, PASS, session.token(who))


def answering(session: Session, question: Question) -> Reply:
    """An answer: what an attack does, or what is proposed, or else the first option."""
    proposed = question.default if question.default != "" else next(iter(question.options), "")
    value = scratch(session) if question.kind == "effect" else proposed
    return Reply(question.label, value, question.who, session.question_token(question))


def scratch(session: Session) -> str:
    """One point of damage to whoever is attacked."""
    deed = session.table.timeline.top
    assert isinstance(deed, Deed)
    pools = session.table.who(deed.act.text("target")).pools
    return "1 " + next(name for name in DAMAGED if name in pools)


def play(session: Session, commands: list[AnyCommand]) -> None:
    """Gives commands, as any front end does."""
    for command in commands:
        session.do(command)
