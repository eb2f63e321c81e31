"""The one loop: runs whatever happens by itself until somebody owes an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from firefight.ask import Ask, Opens, Unanswered
from firefight.dice import Sealed, Source
from firefight.events import (
    Answered,
    Asked,
    Begun,
    Closed,
    Declared,
    Event,
    FightEnded,
    Followed,
    Landed,
    Landing,
    Opened,
    Overruled,
    Passed,
    Reminded,
    RoundBegan,
    SceneBegan,
    Settled,
    SteppedIn,
    Ticked,
)
from firefight.game import Game, placed
from firefight.marks import ends, over
from firefight.table import Table
from firefight.timeline import Act, Deed, Slot, Turn, next_slot

STEPS = 20_000
SUSPENSIONS = 1_000
IDLE = 3
"""So many rounds go by in which nobody has a turn; then the table waits for the GM, who may end the fight or help somebody."""
OF_FRAMES = (Followed, Opened, Passed, SteppedIn)


class Run:
    """The table while one command is carried out, and the events it has led to."""

    def __init__(self, game: Game, table: Table, source: Source, idle: int = IDLE) -> None:
        self.game, self.table, self.source, self.idle = game, table, source, idle
        self.events: list[Event] = []

    def do(self, *events: Event) -> None:
        """Applies events, each with what follows from it by itself."""
        for event in events:
            before = self.table
            self.table = event.apply(before)
            self.events.append(event)
            reaction = REACTIONS.get(type(event))
            if reaction:
                self.do(*reaction(self, before, event))
            self.do(*self.game.follows(self.table, event))

    def path(self, rest: str) -> str:
        """The path of a frame of this round; outside a fight, of this scene."""
        line = self.table.timeline
        return f"{line.fight}.{line.round}{rest}" if line.running else f"scene {self.table.clock.scene}.{line.fight}{rest}"

    def seed(self, purpose: str) -> bytes:
        """The seed of one fight, or of everything outside fights; empty where dice do not come from seeds."""
        return self.source.keyed(purpose).seed if isinstance(self.source, Sealed) else b""

    def deed_path(self, who: str) -> str:
        """The path of the next deed of this person; the GM's own deeds count among themselves."""
        return self.path(f".{who}.{self.table.timeline.deeds.get(who, 0) + 1}")


# ------------------------------------------------------------------ the loop


def advance(run: Run) -> None:
    """Whatever happens by itself, up to where somebody has a say."""
    for _ in range(STEPS):
        if not step(run):
            return
    raise RuntimeError(f"{run.game.id} does not come to rest; a slot or a window opens for ever")


def step(run: Run) -> bool:
    """One step of the loop; False where somebody owes an answer."""
    top = run.table.timeline.top
    if top is None:
        return open_next(run)
    if isinstance(top, Deed):
        return resolve(run, top)
    if awaited(run.game, run.table):
        return False
    if top.declared:
        first = min(top.declared, key=lambda one: one.beat)
        newest = next((event for event in reversed(run.events) if not isinstance(event, Passed)), None)
        run.do(Begun(first.who, first.id, quiet=isinstance(newest, Declared) and newest.id == first.id))
    elif top.landing:
        land_together(run, top)
    else:
        run.do(Closed(top.id, () if top.window else top.dues))
    return True


def awaited(game: Game, table: Table) -> tuple[str, ...]:
    """Those whose answer the table waits for: members of the turn on top, or those asked; "" is the GM."""
    top = table.timeline.top
    if isinstance(top, Turn):
        return tuple(who for who in top.members if who not in top.passed and takes_part(game, table, top, who))
    return tuple(dict.fromkeys(question.who for question in top.asked)) if isinstance(top, Deed) else ()


def takes_part(game: Game, table: Table, turn: Turn, who: str) -> bool:
    """Whether a member of a turn can act in it: here and able, and for a turn of the queue still in the fight."""
    one = table.who(who)
    return one.here and (one.fighting or not turn.key) and game.able(table, who)


def open_next(run: Run) -> bool:
    """Opens the next slot; begins and ends rounds."""
    game, table = run.game, run.table
    if not table.timeline.running:
        return False
    if settle(run, "begin", game.beginning(table)):
        return True
    slot = next_slot(placed(game, table), table.timeline.done)
    if slot:
        opening = game.opening(table, slot)
        members = ",".join(f"{who}={tag}" for who, tag in slot.dues)
        run.do(Followed(opening, run.path(f":{members}/{opening.verb}")) if opening else opened(run, slot))
        return True
    if settle(run, "end", game.closing(table)):
        return True
    if not any(one.here and game.able(table, one.id) for one in table.fighters()):
        return False
    if sum(isinstance(event, RoundBegan) for event in run.events) >= run.idle:
        return False
    run.do(RoundBegan(table.timeline.round + 1))
    return True


def opened(run: Run, slot: Slot) -> Opened:
    """The slot as a frame. It opens quietly where none of its members can act."""
    able = any(run.table.who(who).here and run.game.able(run.table, who) for who, _ in slot.dues)
    return Opened(slot.dues, slot.key, run.game.together(run.table, slot), quiet=not able)


def settle(run: Run, edge: str, acts: Sequence[Act]) -> bool:
    """Does the first step of the round's beginning or end that is not done yet."""
    for act in acts:
        step = f"{edge} {act.verb}"
        if step not in run.table.timeline.settled:
            run.do(Settled(step))
            run.do(*(ends(run.table, "round end") if act.verb == "expiry" else [Followed(act, run.path(f"/{step}"))]))
            return True
    return False


def resolve(run: Run, deed: Deed) -> bool:
    """Runs the rule of the deed on top; False where an answer is missing."""
    if deed.stopped:
        run.do(Closed(deed.id))
        return True
    if len(deed.seen) > SUSPENSIONS:
        raise RuntimeError(f"{run.game.id} does not come to rest; '{deed.act.verb}' asks for ever")
    ask = Ask(as_seen(deed), own_view(run.table, deed), run.source)
    try:
        effects = tuple(run.game.resolve(deed, ask))
    except Opens as window:
        keep_answers(run, ask)
        dues = tuple((who, "window") for who in window.who)
        together = run.game.together(run.table, Slot(("window", window.label), dues))
        run.do(Opened(dues, together=together, window=window.label, deed=deed.id))
        return True
    except Unanswered as missing:
        keep_answers(run, ask)
        top = run.table.timeline.top
        if isinstance(top, Deed) and top.asked != missing.questions:
            run.do(Asked(deed.id, missing.questions))
        return False
    keep_answers(run, ask)
    run.do(*(Overruled(f"{one.label}: {one.computed} -> {one.used}", one.reason, deed.who) for one in ask.overruled))
    run.do(Closed(deed.id))
    below = run.table.timeline.top
    if isinstance(below, Turn) and below.together and deed.who in below.members:
        run.do(Landing(deed.who, effects))  # type: ignore[arg-type]
    else:
        land(run, effects)
    return True


def keep_answers(run: Run, ask: Ask) -> None:
    """Writes down what was thrown and answered in this run."""
    if ask.fresh:
        run.do(Answered(ask.deed.id, tuple(ask.fresh)))


def own_view(table: Table, deed: Deed) -> Table:
    """The table with what the deed's doer has resolved in shared slots and what has not landed yet."""
    waiting = [one for frame in table.timeline.stack if isinstance(frame, Turn) for one in frame.landing]
    for who, effect in waiting:
        if who == deed.who and not isinstance(effect, OF_FRAMES):
            table = effect.apply(table)
    return table


def as_seen(deed: Deed) -> Deed:
    """The deed with the tables it has seen as its doer saw them."""
    return replace(deed, seen=tuple((label, own_view(table, deed)) for label, table in deed.seen)) if deed.seen else deed


def land(run: Run, effects: Iterable[Event]) -> None:
    """Effects take place: events first, then what follows from them as deeds, the first one on top."""
    effects = tuple(effects)
    run.do(*(effect for effect in effects if not isinstance(effect, Followed)))
    run.do(*reversed([effect for effect in effects if isinstance(effect, Followed)]))


def land_together(run: Run, turn: Turn) -> None:
    """Lets what a shared slot has resolved take effect at once."""
    run.do(Landed(turn.id))
    land(run, (effect for _, effect in turn.landing))


def land_what_waits(run: Run) -> None:
    """Lets what all shared slots have resolved so far take effect: somebody is about to answer it."""
    for frame in run.table.timeline.stack:
        if isinstance(frame, Turn) and frame.landing:
            land_together(run, frame)


# ------------------------------------------------------------------ what the engine itself does after an event


def after_opened(run: Run, before: Table, event: Any) -> Iterable[Event]:
    """A turn of the queue begins: what lasted until then ends."""
    if event.window:
        return ()
    return [one for who, tag in event.dues if not tag.startswith("held") for one in ends(run.table, "turn start", who)]


def after_stepped_in(run: Run, before: Table, event: Any) -> Iterable[Event]:
    """Somebody's own turn begins in a frame that was open already: what lasted until then ends."""
    return () if event.tag.startswith("held") else ends(run.table, "turn start", event.who)


def after_closed(run: Run, before: Table, event: Any) -> Iterable[Event]:
    """A turn of the queue is over: what lasted until then ends. The moment of a single held action is no turn."""
    frame = before.timeline.stack[-1]
    if not isinstance(frame, Turn) or frame.window:
        return ()
    over = [who for who, tag in frame.dues if not tag.startswith("held action")]
    return [one for who in over for one in ends(run.table, "turn end", who)]


def after_ticked(run: Run, before: Table, event: Any) -> Iterable[Event]:
    """Minutes have gone by: reminders speak, and what lasted until a minute ends."""
    due = sorted((one for one in run.table.clock.reminders if one.minute <= run.table.clock.minute), key=lambda one: one.minute)
    return [*(Reminded(one) for one in due), *ends(run.table, "clock")]


REACTIONS: dict[type[Event], Callable[[Run, Table, Any], Iterable[Event]]] = {
    Opened: after_opened,
    SteppedIn: after_stepped_in,
    Closed: after_closed,
    Ticked: after_ticked,
    SceneBegan: lambda run, before, event: ends(run.table, "scene end"),
    FightEnded: lambda run, before, event: over(run.table),
}
