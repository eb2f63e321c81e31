"""A toy game with one of everything the engine can do, for the engine's own tests. Nobody plays it.

An attack has a window before and one after its dice. What comes of it is a consequence, `suffer`. Everybody has a main
act a turn, which instants use up as well; a side, or those of one score, share a slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from firefight.ask import Ask
from firefight.dice import D20, Dice
from firefight.events import (
    Adjusted,
    Event,
    Followed,
    Held,
    Marked,
    Noted,
    Opened,
    Passed,
    Released,
    Scored,
    SideScored,
    SteppedIn,
    Stopped,
    Told,
    Unmarked,
    Used,
)
from firefight.game import SUMMED, Budget, Chances, Choice, Choices, Offer, Reason, Setting, placed
from firefight.marks import spent, until_turn_end, until_turn_start
from firefight.table import Combatant, Mark, Pool, Table
from firefight.timeline import Act, Deed, Due, Hold, Key, Note, Slot, Turn, Value, missed

MAIN = ("attack", "snap attack", "total defense", "screen", "hold")


class Sheet(Struct, frozen=True, omit_defaults=True):
    """The fixed numbers."""

    ac: int = 12
    bonus: int = 4
    hp: int = 10
    passes: int = 1
    lucky: bool = True


class Strike(NamedTuple):
    """What a blow rests on; every field can be overruled by name."""

    ac: int
    bonus: int
    sure: bool


def setting(name: str, *values: str) -> Setting:
    return Setting(name, values, values[0], f"{name} of the toy.")


class Toy:
    """The game object."""

    id, title, seconds, free_round, square = "toy", "Toy", 6, False, 1.0
    health = ("hp",)
    faces = SUMMED
    protection = ()
    chances = Chances(units={"hp": "hp"})
    sheet: type[Struct] = Sheet
    settings: tuple[Setting, ...] = (
        setting("order", "individual", "side"),
        setting("slots", "one by one", "together"),
        setting("windows", "together", "one by one"),
        setting("opening", "plain", "omen"),
        setting("grit", "false", "true"),
    )

    # -------------------------------------------------------------- who is due

    def pools(self, sheet: Any) -> Mapping[str, Pool]:
        return {"hp": Pool(sheet.hp, sheet.hp, None)}

    def dues(self, table: Table) -> list[Due]:
        turns = [Due(key(table, one, n), one.id, f"pass {n}") for one in table.fighters() for n in range(1, one.sheet.passes + 1)]
        return turns + [Due((*hold.key, 1), hold.who, "held") for hold in table.timeline.held if hold.key]

    def able(self, table: Table, who: str) -> bool:
        return not any(table.who(who).has(state) for state in ("down", "out", "surprised"))

    def together(self, table: Table, slot: Slot) -> bool:
        return table.options["windows" if slot.key[:1] == ("window",) else "slots"] == "together"

    def beginning(self, table: Table) -> Sequence[Act]:
        return (Act("initiative"),) if unrolled(table) else ()

    def opening(self, table: Table, slot: Slot) -> Act | None:
        dues = tuple(part for due in slot.dues for part in due)
        return Act("omen", {"dues": dues}) if table.options["opening"] == "omen" else None

    def closing(self, table: Table) -> Sequence[Act]:
        return (Act("lapse"), Act("expiry"))

    def joined(self, table: Table, who: str) -> Iterable[Event]:
        yield Followed(Act("initiative"), f"{table.timeline.fight}.{table.timeline.round}/join {who}")

    def follows(self, table: Table, event: Event) -> Iterable[Event]:
        if not isinstance(event, Adjusted) or table.who(event.who).pool("hp") > 0 or table.who(event.who).has("down"):
            return
        yield Marked(event.who, Mark("down"))

    def public(self, one: Combatant) -> Combatant:
        return replace(one, sheet=Sheet(), pools={})

    # -------------------------------------------------------------- what somebody may do

    def menu(self, table: Table, who: str, verb: str = "") -> tuple[Offer, ...]:
        if not who:
            return (Offer("thunder"),)
        one, top = table.who(who), table.timeline.top
        mine = isinstance(top, Turn) and not top.window and who in top.members and who not in top.passed
        window = top.window.partition(" ")[0] if isinstance(top, Turn) and who in top.members and who not in top.passed else ""
        idle = () if self.able(table, who) else (Reason("unable"),)
        turn = (*idle, *(() if mine else (Reason("not_your_turn", "TOY-1"),)))
        main = (Reason("main_spent", "TOY-2"),) if one.has("spent main") else ()
        holds = () if table.timeline.hold_of(who) else (Reason("nothing_held"),)
        others = tuple(Choice(other.id) for other in table.present() if other.id != who)
        at = Choices("target", others, others[0].value if others else "")
        when = Choices("when", tuple(Choice(moment) for moment in ("before", "together", "after")), "before")
        over = () if table.timeline.running else (Reason("no_fight"),)
        luck = (*idle, *(() if window == "after" and one.sheet.lucky else (Reason("not_the_moment"),)))
        return (
            Offer("attack", (at,), reasons=(*turn, *main), rule="TOY-1"),
            Offer("aim", reasons=turn),
            Offer("hold", reasons=(*turn, *main)),
            Offer("step in", (when,), reasons=(*idle, *holds, *over)),
            Offer("snap attack", (at,), reasons=(*idle, *main)),
            Offer("total defense", reasons=(*idle, *main)),
            Offer("screen", (at,), reasons=(*idle, *main, *(() if window == "before" else (Reason("not_the_moment"),)))),
            Offer("reroll", reasons=luck),
            Offer("luck", reasons=luck),
        )

    def budget(self, table: Table, who: str) -> tuple[Budget, ...]:
        return (Budget("Main", int(not table.who(who).has("spent main")), 1),)

    def costs(self, table: Table, who: str, act: Act) -> Iterator[Event]:
        top = table.timeline.top
        if act.verb in MAIN:
            yield spent(who, "main", until_turn_end(who))
        if act.verb == "step in":
            yield Released(who, "acts")
        answers = isinstance(top, Turn) and top.window and who in top.members and who not in top.passed
        if act.verb == "hold" or answers:
            yield Passed(who)

    def resolve(self, deed: Deed, ask: Ask) -> Iterable[Event]:
        return VERBS[deed.act.verb](deed, ask)


GAME = Toy()


def key(table: Table, one: Combatant, n: int) -> Key:
    """The place of a turn: its pass, then high to low; a side shares one."""
    side = table.options["order"] == "side"
    score = table.sides[one.side].score if side else one.score
    return n, -score[0] if score else 0, sorted(table.sides).index(one.side) if side else 0, 0


def unrolled(table: Table) -> list[str]:
    """Whoever has no score yet: combatants, or sides."""
    if table.options["order"] == "side":
        return sorted({one.side for one in table.fighters() if not table.sides[one.side].score})
    return [one.id for one in table.fighters() if not one.score]


def windows(deed: Deed, ask: Ask, stage: str) -> None:
    """Windows of one stage, until nobody answers any more, for whoever is on another side or attacked."""
    n = 1
    while ask.window(f"{stage} {n}", lambda table: responders(table, deed)):
        n += 1


def responders(table: Table, deed: Deed) -> tuple[str, ...]:
    """Everybody else who can act, has his main act left, and has not said he waives."""
    return tuple(
        one.id
        for one in table.fighters()
        if one.here and one.id != deed.who and GAME.able(table, one.id) and not one.has("spent main") and not one.has("waives")
    )


def below(ask: Ask) -> Deed:
    """The deed that the one on top answers."""
    return next(frame for frame in reversed(ask.table.timeline.stack[:-1]) if isinstance(frame, Deed))


# ------------------------------------------------------------------ verbs


def attack(deed: Deed, ask: Ask) -> Iterator[Event]:
    windows(deed, ask, "before")
    note = ask.note("target")
    target = str(note.value) if note else deed.act.text("target")
    if not GAME.able(ask.table, deed.who) or not ask.table.who(deed.who).here or not ask.table.who(target).here:
        yield Told("lost", deed.who)
        return
    aimed = ask.table.who(deed.who).has("aiming")
    (d20,), damage = ask.throw(attack=D20, damage=Dice(1 + aimed, 12))
    windows(deed, ask, "after")
    other, aim = ask.table.who(target), ask.table.who(deed.who).value("aiming")
    strike = ask.line(Strike(other.sheet.ac + 4 * other.has("total defense"), ask.table.who(deed.who).sheet.bonus + aim, False))
    luck = ask.note("luck")
    total = ask.number("total", d20 + strike.bonus + (int(str(luck.value)) if luck else 0))
    hit = strike.sure or total >= strike.ac
    values: dict[str, Value] = {"total": total, "hit": hit, "target": target}
    yield Told("strike", deed.who, values, secret=("total",), about=(target,), rules=("TOY-1",))
    yield Told("reckoned", deed.who, {"ac": strike.ac}, about=(target,), gm=True)
    if hit:
        yield Followed(Act("suffer", {"target": target, "harm": sum(damage), "by": deed.who}), f"{deed.id}/suffer {target}")


def suffer(deed: Deed, ask: Ask) -> Iterator[Event]:
    target, harm = deed.act.text("target"), ask.number("harm", deed.act.number("harm"))
    falls, by = 0 < ask.table.who(target).pool("hp") <= harm, deed.act.text("by")
    if falls and ask.table.is_on("grit"):
        about = f"{ask.table.who(by).name} strikes"
        if ask.choose(f"grit {target} against {by}", target, ("fall", "stand"), "fall", about) == "stand":
            harm = ask.table.who(target).pool("hp") - 1
    yield Adjusted(target, "hp", -harm, "a blow")
    if falls:
        yield Marked(target, Mark("wounded", value=ask.die(f"wound {target}", 8, target)))


def screen(deed: Deed, ask: Ask) -> Iterator[Event]:
    yield Noted(below(ask).id, Note("target", deed.who, "screened"))
    yield Told("screens", deed.who)


def reroll(deed: Deed, ask: Ask) -> Iterator[Event]:
    note = next((one for one in below(ask).notes if one.label == "reroll attack"), None)
    yield Noted(below(ask).id, Note("reroll attack", 1 + (int(str(note.value)) if note else 0), "a reroll"))


def step_in(deed: Deed, ask: Ask) -> Iterator[Event]:
    who, when, turn = deed.who, deed.act.text("when"), ask.table.timeline.turn
    if when == "before" or turn is None:
        yield Opened(((who, "held"),))
    elif when == "together" and ask.table.timeline.stack[-2] is turn and who not in turn.members:
        yield SteppedIn(who, "held")
    else:
        place = tuple(int(str(part)) for part in turn.key[:3]) or (1, 99, 0)
        yield Held(Hold(who, ask.table.timeline.round, "held", until="after", key=place))


def initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    for one in unrolled(ask.table):
        if one in ask.table.sides and ask.table.options["order"] == "side":
            yield SideScored(one, (ask.die(f"initiative {one}", 20, ""),))
            continue
        score = ask.number(f"initiative total {one}", ask.die(f"initiative {one}", 20, one))
        yield Scored(one, (score,))
        known = placed(GAME, ask.table.change(one, score=(score,)))
        yield from (Used(one, tag) for tag in missed(known, one, ask.table.timeline.reached))


def omen(deed: Deed, ask: Ask) -> Iterator[Event]:
    parts = deed.act.picks["dues"]
    assert isinstance(parts, tuple)
    dues = tuple(zip(parts[::2], parts[1::2], strict=True))
    place = next(due.key for due in placed(GAME, ask.table) if (due.who, due.tag) == dues[0])
    yield Told("omen", "", {"face": ask.die("omen", 6)})
    yield Opened(dues, place, GAME.together(ask.table, Slot(place, dues)))


def aim(deed: Deed, ask: Ask) -> Iterator[Event]:
    yield Marked(deed.who, Mark("aiming", until_turn_end(deed.who), ask.table.who(deed.who).value("aiming") + 2))


def thunder(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The GM's own act: everything under way comes to nothing."""
    yield from (Stopped(one.who, one.id, "thunder") for one in ask.table.timeline.stack if isinstance(one, Deed))


VERBS: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "attack": attack, "snap attack": attack, "suffer": suffer, "screen": screen, "reroll": reroll, "step in": step_in,
    "initiative": initiative, "omen": omen,
    "aim": aim, "thunder": thunder,
    "total defense": lambda deed, ask: [Marked(deed.who, Mark("total defense", until_turn_start(deed.who)))],
    "hold": lambda deed, ask: [
        Unmarked(deed.who, "spent main", quiet=True), Held(Hold(deed.who, ask.table.timeline.round, "held"))
    ],
    "luck": lambda deed, ask: [Noted(below(ask).id, Note("luck", ask.die("luck", 6), "luck"))],
    "lapse": lambda deed, ask: [Released(hold.who, "lapsed") for hold in ask.table.timeline.held],
}  # fmt: skip
