"""What one viewer may know: a Table like any other, with everything else left out.

A player's menu, odds, checks and errors are the ordinary functions called on his view, and nothing else is. Unknown
numbers are replaced by the public guess; hidden people, their dues, deeds and holds are not there at all; the running
turn of somebody hidden looks like no turn. Two tables that differ only in a secret give a viewer equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from firefight.events import (
    Adjusted,
    Answered,
    Declared,
    Event,
    FightBegan,
    Held,
    Joined,
    Landed,
    Landing,
    Marked,
    Noted,
    Opened,
    Overruled,
    PoolSet,
    Reminded,
    ReminderSet,
    Rewound,
    SheetSet,
    SideScored,
    Stopped,
    Told,
)
from firefight.game import Game
from firefight.ground import Ground
from firefight.health import policy, told_of, with_health
from firefight.history import History
from firefight.mask import masked
from firefight.same import of_the_same
from firefight.table import Combatant, Side, Table
from firefight.timeline import Act, Answer, Deed, Frame, Hold, Timeline, Turn
from firefight.words import Words

BARE = Words({})
Shown = Mapping[str, Combatant]
Some = TypeVar("Some")


class Viewer(Struct, frozen=True):
    """Somebody who looks at the table: the GM, a player by name, or a spectator."""

    role: Literal["gm", "player", "spectator"] = "gm"
    name: str = ""

    def owns(self, one: Combatant | None) -> bool:
        """Whether this viewer decides for a combatant."""
        return one is not None and (self.role == "gm" or (self.role == "player" and bool(self.name) and one.owner == self.name))

    def sees(self, one: Combatant | None) -> bool:
        """Whether this viewer knows that the combatant is there."""
        return one is not None and (not one.hidden or self.owns(one))


GM = Viewer()
SPECTATOR = Viewer("spectator")


def view(game: Game, table: Table, viewer: Viewer) -> Table:
    """The table as this viewer may know it; the GM's is the table itself. Of the same table it is the same view."""
    if viewer.role == "gm":
        return table
    return seen(game, table, viewer)


@of_the_same(1_000)
def seen(game: Game, table: Table, viewer: Viewer) -> Table:
    """The view, worked out."""
    shown = {id: one for id, one in table.combatants.items() if viewer.sees(one)}
    public = strangers(game, table.combatants, table.flags)
    combatants = {id: one if viewer.owns(one) else public[id] for id, one in shown.items()}
    sides = {one.side for one in shown.values()}
    known = replace(
        table,
        ground=None,
        combatants=combatants,
        sides={id: side for id, side in table.sides.items() if id in sides},
        timeline=timeline(table.timeline, shown, viewer),
        clock=replace(table.clock, reminders=()),
        flags={name: value for name, value in table.flags.items() if is_open(name, table, viewer)},
    )
    safe = without_secrets(known, table, viewer)
    guessed = tuple(id for id, one in shown.items() if not viewer.owns(one))
    return replace(safe, options=table.options, ground=ground(table, viewer), guessed=guessed)


def ground(table: Table, viewer: Viewer) -> Ground | None:
    """The map without a secret in its name; walls and doors are there for everybody to see."""
    if table.ground is None or not table.ground.name:
        return table.ground
    name = without_secrets(table.ground.name, table, viewer)
    return table.ground if name == table.ground.name else replace(table.ground, name=name)


def without_secrets(value: Some, table: Table, viewer: Viewer) -> Some:
    """A value without the ids and names this viewer may not come across; what somebody in plain sight has too is no secret."""
    hidden, known = words_of(table.combatants, table.sides, viewer)
    return masked(value, hidden, known) if hidden else value


@of_the_same(200)
def words_of(combatants: Shown, sides: Mapping[str, Side], viewer: Viewer) -> tuple[frozenset[str], frozenset[str]]:
    """The ids and names of those whom a viewer does not see, and everybody else's, with their owners and sides."""
    hidden = [one for one in combatants.values() if not viewer.sees(one)]
    shown = [one for one in combatants.values() if viewer.sees(one)] if hidden else []
    people = (word for one in shown for word in (one.id, one.name, one.owner))
    theirs = [sides[one.side] for one in shown if one.side in sides]
    known = frozenset((*people, *(word for side in theirs for word in (side.id, side.name))))
    return frozenset(word for one in hidden for word in (one.id, one.name)), known


def is_open(flag: str, table: Table, viewer: Viewer) -> bool:
    """Whether a flag is for this viewer: not the GM's own, and about nobody he may not know of."""
    about = flag.partition(" ")[2]
    return not flag.startswith("gm ") and without_secrets(about, table, viewer) == about


def stranger(game: Game, one: Combatant) -> Combatant:
    """Somebody else's combatant: the game's public guess, his marks without the notes on them."""
    return game.public(replace(one, marks=tuple(replace(mark, note="") for mark in one.marks)))


@of_the_same(200)
def strangers(game: Game, combatants: Shown, flags: Mapping[str, int]) -> Shown:
    """Everybody as he is known to all who do not decide for him: the public guess, with as much of his health as is told.

    As long as he is the same he is known as the same: views of a table that changes share those who do not.
    """
    return {id: known_as(game, told_of(flags, one.side), one) for id, one in combatants.items()}


@of_the_same(10_000)
def known_as(game: Game, told: str, one: Combatant) -> Combatant:
    """Somebody as he is known to others, by what is told of his side's health."""
    return with_health(game, told, one, stranger(game, one))


def timeline(line: Timeline, shown: Shown, viewer: Viewer) -> Timeline:
    """The timeline with only what concerns those who are shown."""
    return replace(
        line,
        done=frozenset((who, tag) for who, tag in line.done if who in shown),
        stack=stack_of(line.stack, shown, viewer),
        held=tuple(hold_of(hold, shown[hold.who], viewer) for hold in line.held if hold.who in shown),
        deeds={who: n for who, n in line.deeds.items() if viewer.owns(shown.get(who))},
        reached=(),
        settled=frozenset(),
    )


def stack_of(stack: tuple[Frame, ...], shown: Shown, viewer: Viewer) -> tuple[Frame, ...]:
    """The frames as the viewer knows them. Only the one on top asks; if he may not know it, no turn below it goes on."""
    below = [replace(frame, asked=()) if isinstance(frame, Deed) else frame for frame in stack[:-1]]
    frames = [frame_of(frame, shown, viewer) for frame in (*below, *stack[-1:])]
    known = tuple(frame for frame in frames if frame is not None)
    interrupted = known and frames[-1] is None and isinstance(known[-1], Turn)
    return (*known, Deed("", "", Act("question"))) if interrupted else known


def frame_of(frame: Frame, shown: Shown, viewer: Viewer) -> Frame | None:
    """A frame as the viewer knows it; None for one that holds nobody he sees and asks him nothing."""
    return deed_of(frame, shown, viewer) if isinstance(frame, Deed) else turn_of(frame, shown, viewer)


def deed_of(deed: Deed, shown: Shown, viewer: Viewer) -> Deed | None:
    """A deed with its act, and the questions to this viewer. The table's own deeds show nothing but those."""
    asked = tuple(question for question in deed.asked if viewer.owns(shown.get(question.who)))
    if deed.who in shown:
        act = deed.act if viewer.owns(shown[deed.who]) else without_trigger(deed.act)
        return Deed(deed.id, deed.who, act, asked=asked)
    return Deed("", "", Act("question"), asked=asked) if asked else None


def turn_of(turn: Turn, shown: Shown, viewer: Viewer) -> Turn | None:
    """A turn with those of its members who are shown; a window with the viewer's own people only."""
    ours = [due for due in turn.dues if due[0] in shown and (not turn.window or viewer.owns(shown[due[0]]))]
    if not ours:
        return None
    dues = tuple(ours)
    return replace(
        turn,
        id=turn.id if turn.window else turn.id.split(":")[0] + ":" + ",".join(f"{who}={tag}" for who, tag in dues),
        dues=dues,
        passed=turn.passed & dict(dues).keys(),
        declared=tuple(one for one in turn.declared if viewer.owns(shown.get(one.who))),
        beat=0,
        landing=(),
        moved=False,
    )


def hold_of(hold: Hold, one: Combatant, viewer: Viewer) -> Hold:
    """A hold as others see it: that somebody waits, not for what."""
    return hold if viewer.owns(one) else Hold(hold.who, hold.round, hold.tag)


def without_trigger(act: Act) -> Act:
    """An act as others see it: what somebody holds, and for what, is his own affair."""
    return Act(act.verb) if act.verb == "hold" else act


# ------------------------------------------------------------------ the log

GM_ONLY = (Noted, Overruled, ReminderSet, Reminded, Landing, Landed)
OWN_ONLY = (SheetSet, PoolSet, Adjusted)


def visible(game: Game, event: Event, before: Table, after: Table, viewer: Viewer) -> Event | None:
    """The event as this viewer may be told of it; None for what he may not know."""
    if viewer.role == "gm":
        return event
    if isinstance(event, GM_ONLY) or (isinstance(event, Told) and event.gm) or not witnessed(event, after, viewer):
        return None
    if isinstance(event, OWN_ONLY) and not all(viewer.owns(after.combatants.get(who)) for who in event.concerns() or ("",)):
        return None
    known = guarded(game, event, after, viewer) if spoken(event, after) else None
    return known if known is None else without_secrets(known, after, viewer)


@of_the_same(200)
def spoken(event: Event, table: Table) -> bool:
    """Whether the event is more than book-keeping: it has a line in the log, or shows dice."""
    return isinstance(event, Answered) or event.line(table, BARE) is not None


def witnessed(event: Event, after: Table, viewer: Viewer) -> bool:
    """Whether everybody the event tells of is somebody this viewer sees; whoever is being hidden is so no more."""
    if isinstance(event, SideScored):
        return any(one.side == event.side and viewer.sees(one) for one in after.combatants.values())
    people = event.concerns()
    if isinstance(event, Opened):
        return any(viewer.sees(after.combatants.get(who)) for who in people)
    if isinstance(event, Declared | Stopped) and not event.who:
        return False
    return all(viewer.sees(after.combatants.get(who)) for who in people)


def guarded(game: Game, event: Event, after: Table, viewer: Viewer) -> Event | None:
    """The event without the numbers that are not this viewer's to know."""
    if isinstance(event, FightBegan):
        return replace(event, who=tuple(who for who in event.who if viewer.sees(after.who(who))))
    if isinstance(event, Answered):
        answers = tuple(one for one in event.answers if one.who and heard(one, after, viewer))
        return replace(event, answers=answers) if answers else None
    if isinstance(event, Opened):
        return opened(game, event, after, viewer)
    if isinstance(event, Told):
        return told(event, after, viewer)
    who = next(iter(event.concerns()), "")
    if not who or viewer.owns(after.combatants.get(who)):
        return event
    if isinstance(event, Declared) and event.queued:
        return None
    if isinstance(event, Declared):
        return replace(event, act=without_trigger(event.act))
    if isinstance(event, Joined):
        return replace(event, combatant=stranger(game, event.combatant))
    if isinstance(event, Held):
        return replace(event, hold=Hold(event.hold.who, event.hold.round, event.hold.tag))
    if isinstance(event, Marked) and event.mark.note:
        return replace(event, mark=replace(event.mark, note=""))
    return event


def heard(answer: Answer, table: Table, viewer: Viewer) -> bool:
    """Whether an answer is this viewer's to know: his own, and the dice of a side that keeps no numbers to itself."""
    one = table.combatants.get(answer.who)
    return viewer.owns(one) or (viewer.sees(one) and one is not None and is_dice(answer) and policy(table, one.side) == "exact")


def is_dice(answer: Answer) -> bool:
    """Whether an answer is faces of dice."""
    n, d, sides = answer.spec.partition("d")
    return bool(d) and n.isdigit() and sides.isdigit()


def told(event: Told, after: Table, viewer: Viewer) -> Told:
    """What a rule decided, without what only the one it is about may know."""
    if not event.secret or viewer.owns(after.combatants.get(event.who)):
        return event
    return replace(event, values={name: "?" if name in event.secret else value for name, value in event.values.items()})


def opened(game: Game, event: Opened, after: Table, viewer: Viewer) -> Opened | None:
    """A turn that opened with those of its members this viewer sees; None if none of these can act."""
    dues = tuple(due for due in event.dues if viewer.sees(after.combatants.get(due[0])))
    acting = any(after.who(who).here and game.able(after, who) for who, _ in dues)
    return replace(event, dues=dues) if acting or dues == event.dues else None


def log(game: Game, history: History, viewer: Viewer, first: int = 1, last: int = 0) -> Iterator[tuple[int, Event, Table]]:
    """The events of some commands this viewer may know, each with its line's number and the table it is told on.

    The GM's numbers are those of the commands; anybody else's run on without a gap from the first line asked for. What
    goes back over nothing he was told of is not told to him either.
    """
    shown, number_before = first - 1, 0
    newest: dict[int, int] = {}
    for number in range(first, (last or len(history)) + 1):
        newest[number] = newest.get(history.base[number], first - 1)
        for before, event, after in history.steps(number):
            known = visible(game, event, before, after, viewer)
            if isinstance(known, Rewound) and viewer.role != "gm":
                known = gone_back(known, newest[number], newest.get(known.to, first - 1))
            if known is None:
                continue
            if number != number_before:
                shown, number_before = (number if viewer.role == "gm" else shown + 1), number
            newest[number] = shown
            yield shown, known, view(game, after, viewer)


def gone_back(event: Rewound, newest: int, then: int) -> Rewound | None:
    """Going back in a viewer's own numbers: from the newest line he knows to the one that was the newest then."""
    return replace(event, to=then) if then != newest else None
