"""What an act of Cities Without Number costs and what comes of it. One short function per verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firefight import scene
from firefight.ask import Ask
from firefight.events import Adjusted, Event, Held, Marked, Passed, Released, Told, Unmarked
from firefight.games.cities_without_number import (
    aftermath,
    attacks,
    between,
    checks,
    executions,
    handling,
    manoeuvres,
    movement,
    powers,
    squads,
    swarms,
    vehicles,
)
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
from firefight.games.cities_without_number.handling import loading_price
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.sheet import ATTRIBUTES, ability, weapon, written_out
from firefight.games.cities_without_number.things import drawn, on_the_ground
from firefight.marks import UNTIL_FIGHT_END, UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Hold, Turn

PRICES = {
    **dict.fromkeys(("attack", "throw", "fire", "squad attack", "swarm", "shove", "grapple", "escape", "haul"), "main"),
    **dict.fromkeys(("execute", "line up", "drive", "withdraw", "use skill", "ready", "stow", "reload"), "main"),
    **dict.fromkeys(("run", "stand up", "hold", "screen", "pick up"), "move"),
    **dict.fromkeys(("go prone", "release", "tighten"), "on turn"),
    **dict.fromkeys(("snap attack", "snap shove", "snap grapple", "total defense"), "given main"),
    "charge": "both",
    **aftermath.PRICES,
    **between.PRICES,
}  # fmt: skip
"""What the verbs cost. An Instant that gives up the Main Action does not begin or trigger a turn."""
OWN = ("main", "move", "on turn", "both")
SHOOTING = ("attack", "throw", "snap attack", "strike", "charge", "squad attack", "execute")


def costs(table: Table, who: str, act: Act) -> Iterator[Event]:
    """What declaring costs. Whoever pays with an action of his own turn begins it, or triggers what he has held back.

    CWN-ACT-01 CWN-ACT-02 CWN-ACT-03 CWN-ACT-19 CWN-INST-01
    """
    if not who:
        return
    price = price_of(table, who, act)
    if act.verb == "use":
        yield from powers.paid_for(table, table.who(who), ability(table.who(who), act.text("ability")))
    if table.timeline.running:
        yield from paid(table, who, act, price)
    yield from aftermath.spent(table, who, act)
    yield from armed(table, table.who(who), act)


def price_of(table: Table, who: str, act: Act) -> str:
    """The type of action an act takes. CWN-ACT-01 CWN-ACT-14"""
    one = table.who(who)
    if act.verb == "use":
        power = ability(one, act.text("ability"))
        return "given main" if power.price else power.kind
    return loading_price(one, weapon(one, act.text("weapon"))) if act.verb == "nock" else PRICES.get(act.verb, "")


def paid(table: Table, who: str, act: Act, price: str) -> Iterator[Event]:
    """The price of an act in a fight."""
    if price in OWN or (price == "given main" and moment(table, who) == "own turn" and not in_the_way(table, who)):
        yield from begins(table, who)
    if act.verb == "run":
        yield from paid_for_run(table, table.who(who), act)
    elif price in PAYING:
        yield from PAYING[price](table, who)
    if act.verb == "squad attack":
        yield from squads.joined(table, table.who(who), act.text("weapon"))
    if passes(table, who, act.verb):
        yield Passed(who)


def paid_for_run(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """A run takes what is left of a Move that was split, or a new one. CWN-ACT-02 CWN-ACT-10"""
    gone, left = int(2 * length(table, one, act)), metres_left(table, one)
    if left and left >= gone:
        yield from splits(table, one.id, left - gone)
        return
    if one.has("bonus move"):
        yield Marked(one.id, Mark("unhindered", UNTIL_ROUND_END, quiet=True))
    yield from PAYING["move"](table, one.id)
    if table.is_on("split_move"):
        yield from splits(table, one.id, metres(table, one) - gone)


def length(table: Table, one: Combatant, act: Act) -> float:
    """Metres of a run: said, or those of its way across the map."""
    on_map = scene.cost(table, one, act, metres(table, one) / 2)
    return on_map or float(act.text("metres", "0"))


def armed(table: Table, one: Combatant, act: Act) -> Iterator[Event]:
    """Weapons come to hand with the act that uses them, and what is shot is gone. CWN-ACT-06 CWN-ACT-13"""
    if act.verb not in SHOOTING and act.verb != "fire":
        return
    mount = table.combatants.get(act.text("mount"))
    arm = weapon(mount or one, act.text("weapon"))
    if mount is None:
        yield from drawn(one, *([arm, weapon(one, act.text("second"))] if act.text("second") else [arm]))
    thrown = act.verb == "throw" or act.text("thrown") == "yes"
    if arm.rounds in (mount or one).pools and arm.kind != "melee":
        yield Adjusted((mount or one).id, arm.rounds, -arm.shots, quiet=True)
    elif thrown and act.text("target") in table.combatants:
        yield on_the_ground(table, one.id, arm.name, table.who(act.text("target")))


def passes(table: Table, who: str, verb: str) -> bool:
    """Whether an act ends one's part in the frame on top: holding back a turn, waiving or a free attack a window."""
    top = table.timeline.top
    if not isinstance(top, Turn) or who not in top.members or who in top.passed:
        return False
    return verb in ("waive", "free attack") if top.window else verb == "hold"


def splits(table: Table, who: str, left: int) -> Iterator[Event]:
    """Half metres of a Move that are kept for later in the round. CWN-ACT-02"""
    yield Marked(who, Mark("metres left", UNTIL_ROUND_END, left, quiet=True))


def resolve(deed: Deed, ask: Ask) -> Iterable[Event]:
    """What comes of a deed."""
    return VERBS[deed.act.verb](deed, ask) if deed.who else OF_THE_TABLE[deed.act.verb](deed, ask)


# ------------------------------------------------------------------ doing


def hold(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The rest of the turn is put off, to be triggered before the round closes. CWN-ACT-19"""
    yield Held(Hold(deed.who, ask.table.timeline.round, "held"))


def use_skill(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A skill in a fight: the player says what he tries, the GM names attribute and difficulty. CWN-ACT-12 CWN-SKILL-01"""
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
    """Harder to hit, and no Shock, until the next turn. CWN-ACT-09 CWN-SEQ-04"""
    until, note = until_next_turn(ask.table, deed.who)
    yield Marked(deed.who, Mark("total defense", until, note=note), rules=("CWN-ACT-09",))


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
    **aftermath.VERBS,
    **between.VERBS,
    **dict.fromkeys(("attack", "throw", "snap attack", "free attack", "charge home"), attacks.attack),
    **dict.fromkeys(("shove", "snap shove"), manoeuvres.shove), **dict.fromkeys(("grapple", "snap grapple"), manoeuvres.grapple),
    "go on": attacks.go_on, "fire": vehicles.fire, "squad attack": squads.attack, "swarm": swarms.join, "strike": swarms.strike,
    "escape": manoeuvres.escape, "haul": manoeuvres.haul, "release": manoeuvres.release, "tighten": manoeuvres.tighten,
    "line up": executions.line_up, "execute": executions.execute, "drive": vehicles.drive,
    **movement.VERBS, **handling.VERBS,
    "hold": hold, "let go": let_go, "use skill": use_skill, "aid": checks.aid, "improvise": improvise, "propose": propose,
    "total defense": total_defense, "use": powers.use,
    "waive": sets("waives"), "unwaive": ends("waives"), "watch": sets("watches"), "unwatch": ends("watches"),
}  # fmt: skip
