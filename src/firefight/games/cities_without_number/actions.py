"""What an act of Cities Without Number costs and what comes of it. One short function per verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight.ask import Ask
from firefight.events import Event, Held, Marked, Passed, Released, Told, Unmarked
from firefight.games.cities_without_number import attacks, checks, powers
from firefight.games.cities_without_number.budget import (
    PAYING,
    begins,
    in_the_way,
    metres,
    metres_left,
    moment,
    pays_late,
    until_next_turn,
)
from firefight.games.cities_without_number.gm import OF_THE_TABLE
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.sheet import ATTRIBUTES, ability, written_out
from firefight.marks import UNTIL_FIGHT_END, UNTIL_ROUND_END
from firefight.table import Mark, Table
from firefight.timeline import Act, Deed, Hold, Turn

PRICES = {
    "attack": "main", "use skill": "main", "run": "move", "stand up": "move", "hold": "move", "go prone": "on turn",
    "snap attack": "given main", "total defense": "given main",
}  # fmt: skip
"""What the verbs cost. An Instant that gives up the Main Action does not begin or trigger a turn."""
OWN = ("main", "move", "on turn")


def costs(table: Table, who: str, act: Act) -> Iterator[Event]:
    """What declaring costs. Whoever pays with an action of his own turn begins it, or triggers what he has held back.

    CWN-ACT-01 CWN-ACT-02 CWN-ACT-03 CWN-ACT-19 CWN-INST-01
    """
    if not who:
        return
    price = PRICES.get(act.verb, "")
    if act.verb == "use":
        power = ability(table.who(who), act.text("ability"))
        price = "given main" if power.price else power.kind
        yield from powers.paid_for(table, table.who(who), power)
    if table.timeline.running:
        yield from paid(table, who, act, price)


def paid(table: Table, who: str, act: Act, price: str) -> Iterator[Event]:
    """The price of an act in a fight."""
    if price in OWN or (price == "given main" and moment(table, who) == "own turn" and not in_the_way(table, who)):
        yield from begins(table, who)
    if act.verb == "run" and metres_left(table, table.who(who)) >= 2 * length(act):
        yield from splits(table, who, metres_left(table, table.who(who)) - int(2 * length(act)))
    elif price in PAYING:
        yield from PAYING[price](table, who)
        if act.verb == "run" and table.is_on("split_move"):
            yield from splits(table, who, metres(table, table.who(who)) - int(2 * length(act)))
    if passes(table, who, act.verb):
        yield Passed(who)


def passes(table: Table, who: str, verb: str) -> bool:
    """Whether an act ends one's part in the frame on top: holding back ends a turn, waiving lets a window go by."""
    top = table.timeline.top
    if not isinstance(top, Turn) or who not in top.members or who in top.passed:
        return False
    return verb == ("waive" if top.window else "hold")


def length(act: Act) -> float:
    """Metres of a run."""
    return float(act.text("metres", "0"))


def splits(table: Table, who: str, left: int) -> Iterator[Event]:
    """Half metres of a Move that are kept for later in the round. CWN-ACT-02"""
    yield Marked(who, Mark("metres left", UNTIL_ROUND_END, left, quiet=True))


def resolve(deed: Deed, ask: Ask) -> Iterable[Event]:
    """What comes of a deed."""
    return VERBS[deed.act.verb](deed, ask) if deed.who else OF_THE_TABLE[deed.act.verb](deed, ask)


# ------------------------------------------------------------------ moving


def run(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A Move, in one go. Whoever is stopped before it begins stays where he was. CWN-ACT-02 CWN-INST-04"""
    if (yield from answered(deed, ask)):
        yield Told("runs", deed.who, {"metres": deed.act.text("metres")}, rules=("CWN-ACT-02",))


def stand_up(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Gets up, with what he has dropped if he likes."""
    if (yield from answered(deed, ask)):
        yield Unmarked(deed.who, "prone")
        if deed.act.text("picking up") == "yes":
            things = [mark.name for mark in ask.table.who(deed.who).marks if mark.name.startswith("item ")]
            yield from (Unmarked(deed.who, thing, quiet=True) for thing in things)


def go_prone(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Drops flat."""
    yield Marked(deed.who, Mark("prone"))


def hold(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The rest of the turn is put off, to be triggered before the round closes. CWN-ACT-19"""
    yield Held(Hold(deed.who, ask.table.timeline.round, "held"))


# ------------------------------------------------------------------ doing


def use_skill(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A skill in a fight: the player says what he tries, the GM names attribute and difficulty. CWN-SKILL-01"""
    if not (yield from answered(deed, ask)):
        return
    one, skill = ask.table.who(deed.who), deed.act.text("skill")
    about = f"{one.name} tries {skill}: {deed.act.text('what')}"
    attribute = ask.ruling("attribute", ATTRIBUTES, checks.best_attribute(one), about) if written_out(one) else ""
    difficulty = ask.amount("difficulty", 8, about)
    if difficulty <= 0:
        yield Told("succeeds_without_roll", deed.who, rules=("CWN-SKILL-05",))
    else:
        yield from checks.attempted(deed, ask, deed.who, checks.Approach(attribute, skill), difficulty, 0)


def improvise(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Anything else: the GM says which type of action it takes, or refuses it. CWN-ACT-04 CWN-INST-02"""
    if not (yield from answered(deed, ask)):
        return
    what, asked = deed.act.text("what"), deed.act.text("type")
    kinds = affordable(ask.table, deed.who)
    default = asked if asked in kinds else kinds[-1]
    said = ask.ruling("type", (*kinds, "refused"), default, f"{ask.table.who(deed.who).name}: {what}")
    if said == "refused":
        yield Told("refused", deed.who, {"what": what}, rules=("CWN-ACT-04",))
        return
    if said in OWN:
        yield from pays_late(ask.table, deed.who, said)
    yield Told("improvises", deed.who, {"what": what, "type": said}, rules=("CWN-ACT-04",))


def affordable(table: Table, who: str) -> tuple[str, ...]:
    """The types of action somebody can still pay now. CWN-ACT-01 CWN-ACT-02 CWN-ACT-03"""
    one = table.who(who)
    turn = table.timeline.turn
    own = turn is not None and who in turn.members and who not in turn.passed and not in_the_way(table, who)
    main = own and not one.has("spent main")
    return (
        *(["main"] if main else []),
        *(["move"] if main or (own and not one.has("spent move")) else []),
        *(["on turn"] if own else []),
        "instant",
    )


def propose(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A player's wish for a check; nothing is rolled before the GM opens one. CWN-SKILL-01"""
    what = deed.act.text("what")
    said = ask.ruling("proposal", ("check", "it succeeds", "it fails"), "check", f"{ask.table.who(deed.who).name}: {what}")
    yield Told("proposed", deed.who, {"what": what, "answer": said}, rules=("CWN-SKILL-01",))


# ------------------------------------------------------------------ Instants


def total_defense(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Harder to hit, and no Shock, until the next turn. CWN-SEQ-04"""
    until, note = until_next_turn(ask.table, deed.who)
    yield Marked(deed.who, Mark("total defense", until, note=note), rules=("CWN-ACT-09",))


def drop(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A thing held lies on the ground."""
    item = deed.act.text("item")
    yield Marked(deed.who, Mark(f"item {item}", note="on the ground", quiet=True))
    yield Told("drops", deed.who, {"item": item}, rules=("CWN-ACT-15",))


def let_go(deed: Deed, ask: Ask) -> Iterator[Event]:
    """What was held back is given up."""
    yield Released(deed.who, "forgone", rules=("CWN-ACT-19",))


def sets(name: str) -> Callable[[Deed, Ask], Iterator[Event]]:
    """A wish about windows: none this round, or every one of this fight."""

    def set_(deed: Deed, ask: Ask) -> Iterator[Event]:
        yield Marked(deed.who, Mark(name, UNTIL_ROUND_END if name == "waives" else UNTIL_FIGHT_END))

    return set_


def ends(name: str) -> Callable[[Deed, Ask], Iterator[Event]]:
    """The end of such a wish."""

    def end(deed: Deed, ask: Ask) -> Iterator[Event]:
        yield Unmarked(deed.who, name)

    return end


VERBS: dict[str, Callable[[Deed, Ask], Iterable[Event]]] = {
    "attack": attacks.attack, "snap attack": attacks.attack, "run": run, "stand up": stand_up, "go prone": go_prone,
    "hold": hold, "let go": let_go, "use skill": use_skill, "aid": checks.aid, "improvise": improvise, "propose": propose,
    "total defense": total_defense, "drop": drop, "use": powers.use,
    "waive": sets("waives"), "unwaive": ends("waives"), "watch": sets("watches"), "unwatch": ends("watches"),
}  # fmt: skip
