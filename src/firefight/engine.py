"""Commands in, events out. Pure: a table, a command and a source of dice give the whole batch.

`perform` checks a command against the table, turns it into events and lets the loop run what happens by itself, up to
where somebody owes an answer. Every front end sends a command and calls nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2s

import msgspec

from firefight.ask import fitted
from firefight.commands import AnyCommand, Begin, Close, Do, End, Order, Reply
from firefight.dice import Source, commitment
from firefight.errors import FirefightError
from firefight.events import (
    Adjusted,
    Answered,
    Changed,
    Declared,
    DoorMoved,
    Event,
    FightBegan,
    FightEnded,
    Flagged,
    Founded,
    Freed,
    GroundSet,
    Held,
    Joined,
    Marked,
    MissionBegan,
    MissionEnded,
    Noted,
    Opened,
    OptionSet,
    Overruled,
    Passed,
    Placed,
    PoolSet,
    Refreshed,
    Released,
    ReminderSet,
    RoundBegan,
    SceneBegan,
    Scored,
    SheetSet,
    SideFormed,
    SideScored,
    Stopped,
    TableClosed,
    Ticked,
    Told,
    Turned,
    Unmarked,
    Used,
)
from firefight.game import Game, Offer, Reason, followed, placed
from firefight.ground import named
from firefight.loop import IDLE, Run, advance, awaited, land_what_waits
from firefight.table import Mark, Table, Until
from firefight.timeline import Act, Answer, Deed, Question, Queued, Turn, missed

__all__ = ["AlreadyDone", "Impossible", "Run", "awaited", "considered", "perform", "question_token", "token"]


MEANINGLESS = ("not_on_the_menu", "no_such_choice", "no_such_pick", "no_text", "no_number", "no_square")
ORDERS = (
    OptionSet | SideFormed | Joined | Changed | SheetSet | Adjusted | PoolSet | Scored | SideScored | Marked | Unmarked
    | Flagged | Used | Freed | Opened | Noted | Stopped | Held | Released | SceneBegan | Ticked | MissionBegan | MissionEnded
    | Refreshed | ReminderSet | Told | Founded | GroundSet | Placed | Turned | DoorMoved
)  # fmt: skip


class Impossible(FirefightError):
    """An act the rules refuse, with every reason; the GM may force it."""

    def __init__(self, who: str, act: Act, reasons: tuple[Reason, ...]) -> None:
        self.who, self.act, self.reasons = who, act, reasons
        rules = ", ".join(f"{reason.key.replace('_', ' ')} ({reason.rule})".replace(" ()", "") for reason in reasons)
        super().__init__(f"'{act.verb}' is not possible for {who or 'the table'}: {rules}")


class AlreadyDone(FirefightError):
    """A command that came too late or twice: nothing has changed."""

    def __init__(self, message: str = "already done: the table has moved on since; nothing was changed") -> None:
        super().__init__(message)


def perform(game: Game, table: Table, command: AnyCommand, source: Source, seen: Table | None = None, idle: int = IDLE) -> Run:
    """Carries out a command and everything that happens by itself after it.

    `seen` is the view of the one who asks: legal there is legal. `idle` is how many rounds may go by in which nobody has a
    turn. Raises Impossible, AlreadyDone or FirefightError, all
    of which leave the table as it was.
    """
    run = Run(game, table, source, idle)
    match command:
        case Do():
            act(run, command, seen if seen is not None else table)
        case Reply():
            reply(run, command, seen if seen is not None else table)
        case Order():
            order(run, command)
        case Begin():
            begin(run, command)
        case End():
            end(run)
        case Close():
            run.do(TableClosed(run.seed("narrative").hex()))
        case _:
            raise FirefightError("a rewind is folded by the history, not performed on a table")
    advance(run)
    return run


# ------------------------------------------------------------------ commands


def act(run: Run, command: Do, seen: Table) -> None:
    """Declares a deed, or passes."""
    who = command.who
    known(run.table, *([who] if who else []))
    if command.token and command.token != token(run.table, who):
        raise AlreadyDone()
    if command.act.verb == "pass":
        return let_pass(run, who)
    asked, rule, reasons = considered(run.game.menu(seen, who, command.act.verb), command.act)
    if reasons and not (command.force and all(reason.key not in MEANINGLESS for reason in reasons)):
        raise Impossible(who, asked, reasons)
    if reasons:
        rules = tuple(dict.fromkeys(reason.rule for reason in reasons if reason.rule))
        run.do(Overruled(asked.verb, command.force, who, rules=rules))
    declare(run, who, asked, rule, command)


def declare(run: Run, who: str, act: Act, rule: str, command: Do) -> None:
    """Pays for the act and puts it on the stack, or among what a shared slot collects."""
    top = run.table.timeline.top
    collected = isinstance(top, Turn) and top.together and who in top.members and who not in top.passed
    id = run.deed_path(who)
    run.do(*run.game.costs(run.table, who, act))
    run.do(Declared(who, act, id, queued=collected, notes=command.notes, rules=(rule,) if rule else ()))
    if isinstance(top, Turn) and top.window and not top.together:
        land_what_waits(run)


def considered(offers: Sequence[Offer], act: Act) -> tuple[Act, str, tuple[Reason, ...]]:
    """The act with its defaults written in, the rule of its line, and all reasons against it.

    Where several lines of the menu fit, the one that speaks least against it; of those with picks it does not know, none.
    """
    lines = [(offer.filled(act), offer) for offer in offers if offer.fits(act)]
    if not lines:
        return act, "", (Reason("not_on_the_menu", values={"verb": act.verb}),)
    weighed = [(filled, offer.rule, offer.refusals(filled)) for filled, offer in lines]
    return min(weighed, key=lambda line: (any(reason.key == "no_such_pick" for reason in line[2]), len(line[2])))


def let_pass(run: Run, who: str) -> None:
    """Ends somebody's part of the frame on top."""
    top = run.table.timeline.top
    if not isinstance(top, Turn) or who not in top.members or who in top.passed:
        raise AlreadyDone(f"{name(run.table, who)} is not awaited now; nothing was changed")
    run.do(Passed(who))


def reply(run: Run, command: Reply, seen: Table) -> None:
    """Answers a question of the deed on top, as the one who answers sees it."""
    top = run.table.timeline.top
    both = open_questions(run.table, seen).get((command.label, command.who))
    if not isinstance(top, Deed) or both is None:
        raise AlreadyDone("already done: nobody is asked that now; nothing was changed")
    question, shown = both
    if command.token and command.token != question_token(top, shown):
        raise AlreadyDone()
    value, by = fitted(shown, command.value), "hand" if question.kind == "dice" else ""
    if shown.options:
        value = question.options[shown.options.index(str(value))]
    run.do(Answered(top.id, (Answer(question.label, question.spec or question.kind, value, by, question.who),)))


def open_questions(table: Table, seen: Table) -> dict[tuple[str, str], tuple[Question, Question]]:
    """The questions of the deed on top, as they are and as somebody sees them, by the label he sees and who is asked."""
    top, known = table.timeline.top, seen.timeline.top
    if not isinstance(top, Deed) or not isinstance(known, Deed):
        return {}
    asked = {question.who for question in known.asked}
    theirs = (question for question in top.asked if question.who in asked)
    return {(shown.label, shown.who): (question, shown) for question, shown in zip(theirs, known.asked, strict=True)}


def order(run: Run, command: Order) -> None:
    """The GM's own events, checked for names and types only."""
    for event in command.events:
        checked(run, event)
        before = run.table
        run.do(event)
        if before.timeline.running and (who := comes_in(before, event)):
            finds_place(run, who, new=isinstance(event, Joined))
    if command.reason:
        what = ", ".join(dict.fromkeys(type(event).__name__.lower() for event in command.events))
        who = next((one for event in command.events for one in event.concerns()), "")
        run.do(Overruled(what, command.reason, who))


def comes_in(before: Table, event: Event) -> str:
    """Who comes into the fight by an order; "" if nobody does."""
    if isinstance(event, Joined):
        return event.combatant.id if event.combatant.fighting else ""
    return event.who if isinstance(event, Changed) and event.fighting and not before.who(event.who).fighting else ""


def finds_place(run: Run, who: str, new: bool) -> None:
    """Somebody who comes into the fight gets a place in the order; what of it has gone by is not owed to him this round."""
    scored = bool(run.table.who(who).score)
    if scored:
        run.do(*(Used(who, tag) for tag in missed(placed(run.game, run.table), who, run.table.timeline.reached)))
    if new or not scored:
        run.do(*run.game.joined(run.table, who))


def checked(run: Run, event: Event) -> None:
    """Refuses events that are not the GM's to order, name what is not there, or set a value of the wrong kind."""
    if not isinstance(event, ORDERS):
        raise FirefightError(f"{type(event).__name__} follows from play; it cannot be ordered")
    if isinstance(event, Joined):
        return newcomer(run.table, event)
    known(run.table, *event.concerns())
    match event:
        case SheetSet():
            fits_sheet(run, event)
        case OptionSet():
            settled(run.game, {event.option: event.value})
        case Changed() if event.squad and event.who in followed(run.table, event.squad):
            raise FirefightError(f"{name(run.table, event.squad)} follows {name(run.table, event.who)} already, or is the same")
        case Opened() if event.window or not event.dues or not run.table.timeline.running:
            raise FirefightError("a turn can be granted to somebody while a fight runs; windows open by themselves")
        case Noted():
            fits_deed(run.table, event)
        case Placed() | DoorMoved():
            on_the_map(run.table, event)
        case Stopped() if under_way(run.table, event.deed).who != event.who:
            raise FirefightError(f"'{event.deed}' is no deed of {name(run.table, event.who)}")


def newcomer(table: Table, event: Joined) -> None:
    """Refuses somebody without an id, with one that is taken, or in the squad of nobody."""
    one = event.combatant
    if not one.id.strip():
        raise FirefightError("a newcomer needs an id; give him one that is not blank")
    if one.id in table.combatants:
        raise FirefightError(f"'{one.id}' is on the table already; give the newcomer another id")
    known(table, *([one.squad] if one.squad else []))


def fits_sheet(run: Run, event: SheetSet) -> None:
    """Refuses a number that a sheet does not have, or a value of the wrong kind."""
    sheet = run.table.who(event.who).sheet
    fields = msgspec.structs.asdict(sheet)
    if event.field not in fields:
        raise FirefightError(f"a sheet of {run.game.title} has no '{event.field}'; it has {', '.join(fields)}")
    try:
        msgspec.convert({**msgspec.to_builtins(sheet), event.field: event.value}, type(sheet))
    except msgspec.ValidationError as error:
        raise FirefightError(f"'{event.field}' cannot be '{event.value}': {error}") from None


def settled(game: Game, options: Mapping[str, str]) -> None:
    """Refuses a house rule the game does not have, or a value it cannot take."""
    settings = {setting.name: setting for setting in game.settings}
    for option, value in options.items():
        if option not in settings:
            raise FirefightError(f"{game.title} has no table option '{option}'; it has {', '.join(settings)}")
        if value not in settings[option].values:
            allowed = ", ".join(settings[option].values)
            raise FirefightError(f"the table option '{option}' cannot be '{value}'; it is one of {allowed}")


def on_the_map(table: Table, event: Placed | DoorMoved) -> None:
    """Refuses a place or a door that the map does not have; whoever is taken off it needs none."""
    ground = table.ground
    if isinstance(event, DoorMoved) and (ground is None or event.door not in [door.id for door in ground.doors()]):
        raise FirefightError(f"there is no door '{event.door}' on the map")
    if isinstance(event, Placed) and event.place and (ground is None or not ground.holds(event.place)):
        raise FirefightError(f"{named(event.place)} is not on the map" if ground else "there is no map to stand on")


def fits_deed(table: Table, event: Noted) -> None:
    """Refuses a value for a deed that is not under way, or one that does not answer what the deed asks for just now."""
    deed = under_way(table, event.deed)
    for question in deed.asked if isinstance(deed, Deed) else ():
        if question.label == event.note.label:
            fitted(question, event.note.value)


def under_way(table: Table, id: str) -> Deed | Queued:
    """The deed of this path, declared and not done. Raises FirefightError where there is none."""
    for frame in table.timeline.stack:
        for deed in frame.declared if isinstance(frame, Turn) else (frame,):
            if deed.id == id:
                return deed
    raise FirefightError(f"there is no deed '{id}' under way; it is done, or was never declared")


def begin(run: Run, command: Begin) -> None:
    """Starts a fight."""
    if run.table.timeline.running:
        raise AlreadyDone("a fight is running; end it before another begins")
    who = command.who or tuple(one.id for one in run.table.present())
    known(run.table, *who, *command.surprised)
    if not who:
        raise FirefightError("nobody is here to fight; add combatants first")
    free = bool(command.surprised) and run.game.free_round
    seed = run.seed(str(run.table.timeline.fight + 1))
    run.do(FightBegan(who, commitment(seed) if seed else "", free))
    run.do(
        *(
            Marked(one, Mark("surprised", Until("round end" if free else "turn end", "" if free else one)))
            for one in command.surprised
        )
    )
    run.do(RoundBegan(0 if free else 1))


def end(run: Run) -> None:
    """Ends the fight."""
    line = run.table.timeline
    if not line.running:
        raise AlreadyDone("no fight is running; nothing was changed")
    run.do(FightEnded(max(0, line.round - 1) * run.game.seconds, run.seed(str(line.fight)).hex()))


def known(table: Table, *who: str) -> None:
    """Raises FirefightError for an id that nobody on the table has."""
    for one in who:
        if one not in table.combatants:
            raise FirefightError(f"nobody here is called '{one}'; here are {', '.join(table.combatants) or 'none yet'}")


def name(table: Table, who: str) -> str:
    """The name somebody is shown with."""
    return table.who(who).name if who else "the GM"


# ------------------------------------------------------------------ tokens


def token(table: Table, who: str) -> str:
    """An opaque name for the moment in which this person may speak. It changes with everything he himself does."""
    line = table.timeline
    top = line.top
    moment = "free"
    if isinstance(top, Turn) and who in top.members and who not in top.passed:
        moment = top.id if top.window else top.tag(who)
    return opaque(f"{line.fight}.{line.round}.{who}.{line.deeds.get(who, 0)}.{moment}")


def question_token(deed: Deed, question: Question) -> str:
    """An opaque name for a question."""
    return opaque(f"{deed.id}?{question.label}?{question.who}")


def opaque(text: str) -> str:
    """A short hash: equal for equal moments, telling nothing else."""
    return blake2s(text.encode(), digest_size=8).hexdigest()
