"""Grab in its uses, what can be done to somebody who is held, and Throw.

Where the grabber's sheet has skills both roll, DEX and Brawling against the same; a sketch leaves it to the GM.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.events import Changed, Event, Marked, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cyberpunk_red import arms, attack, checks, rules
from firefight.games.cyberpunk_red.attack import done_to
from firefight.games.cyberpunk_red.gear import ACTION, FREE, handed, in_hand, moved, thing, things
from firefight.games.cyberpunk_red.scene import DOWN, people, targets
from firefight.games.cyberpunk_red.sheet import REACH, sheet
from firefight.games.cyberpunk_red.wounds import suffers
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

SKILL = "dex", "brawling"
"""What is rolled with, on both sides. CPR-ATK-07"""

# ------------------------------------------------------------------ lines of the menu


def lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Grab in its three uses, and what can be done to somebody held. CPR-ACT-06 CPR-ACT-18"""
    near, luck = people(table, targets(table, one, REACH)), checks.luck_picks(one)
    free = () if one.has_any(checks.HELD) else (Reason("not_grappled", "CPR-ACT-06"),)
    yield Offer("grab", (near, *luck), ACTION, rule="CPR-ACT-06")
    yield Offer("snatch", (near, Choices("object", (), "", "text"), *luck), ACTION, rule="CPR-ACT-06")
    yield Offer("break free", luck, ACTION, reasons=free, rule="CPR-ACT-06")
    for victim in held_by(table, one):
        yield Offer("choke", (), ACTION, {"target": victim.id}, rule="CPR-ACT-18")
        yield Offer("human shield", (), ACTION, {"target": victim.id}, rule="CPR-ACT-18")


def held_by(table: Table, one: Combatant) -> list[Combatant]:
    """Those whom somebody grapples."""
    return [other for other in table.present() if any(mark.name == "grappled" and mark.by == one.id for mark in other.marks)]


def throw_line(table: Table, one: Combatant) -> Offer:
    """Throwing a thing in hand or somebody one grapples, at somebody or nobody; nothing else. CPR-ACT-10"""
    hand, held = [item.name for item in in_hand(table, one.id)], [other.id for other in held_by(table, one)]
    no = (Reason("not_in_hand", "CPR-ACT-10"),)
    elsewhere = [item.name for item in things(table, one.id) if item.name not in hand]
    others = [other.id for other in table.present() if other.id not in (one.id, *held)]
    what = Choices(
        "what", (*map(Choice, (*hand, *held)), *(Choice(name, no) for name in (*elsewhere, *others))), (*hand, *held, "")[0]
    )
    at, dvs = targets(table, one).choices, arms.difficulties("range", "thrown")
    far = attack.within_range(table, one, dvs, Choices("target", at)).choices
    metres = attack.distance_pick(table, one, dvs) if sheet(table, one.id).skills else ()
    picks = (what, Choices("at", (Choice(""), *far)), *metres, *checks.luck_picks(one))
    return Offer("throw", picks, ACTION, reasons=() if hand or held else no, rule="CPR-ACT-10")


def let_go_lines(table: Table, one: Combatant) -> Iterator[Offer]:
    """Letting somebody go takes no Action. CPR-ACT-06 CPR-ATK-07"""
    if one.has("grappling"):
        yield Offer("let go", (), FREE, rule="CPR-ACT-06")


# ------------------------------------------------------------------ Grab


def grab(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Taking hold of somebody and keeping the hold; who holds somebody himself has that hold broken. CPR-ACT-06 CPR-ATK-07"""
    target = deed.act.text("target")
    won, events = tried(deed, ask, target, f"{ask.table.who(deed.who).name} grabs {ask.table.who(target).name}")
    yield from events
    victims = held_by(ask.table, ask.table.who(target))
    if not won:
        yield failed(deed)
    elif victims:
        for victim in victims:
            yield from released(ask.table, target, victim.id)
    else:
        yield Marked(target, Mark("grappled", by=deed.who), rules=("CPR-ACT-06",))
        yield Marked(deed.who, Mark("grappling", by=target, quiet=True))


def snatch(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Taking an object that somebody carries. CPR-ACT-06"""
    target, what = deed.act.text("target"), deed.act.text("object")
    about = f"{ask.table.who(deed.who).name} snatches the {what} from {ask.table.who(target).name}"
    won, events = tried(deed, ask, target, about)
    yield from events
    if not won:
        yield failed(deed)
    else:
        taken = thing(ask.table, target, what)
        yield Told("snatched", deed.who, {"object": what, "target": target}, rules=("CPR-ACT-06",), about=(target,))
        yield from handed(taken, target, deed.who) if taken else ()


def break_free(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Breaking out of a grapple one is in. CPR-ACT-06 CPR-ATK-07"""
    one = ask.table.who(deed.who)
    holds = one.mark("grappled") or one.mark("grappling")
    won, events = tried(deed, ask, holds.by if holds else "", f"{one.name} breaks free")
    yield from events
    if won:
        yield from let_go_of(ask.table, deed.who)
    else:
        yield failed(deed)


def tried(deed: Deed, ask: Ask, target: str, about: str) -> tuple[bool, list[Event]]:
    """Whether a Grab succeeds, and what there is to tell: both roll, equal totals are the defender's. CPR-ACT-06 CPR-ATK-07"""
    if target not in ask.table.combatants or not checks.is_fought(ask, deed.who):
        return ask.ruling(deed.act.verb, ("success", "failure"), "success", about) == "success", []
    ours = checks.action(ask, deed.who, "grab", *SKILL)
    theirs = checks.defense(ask, target, "resist", *SKILL)
    won = rules.beats(ours, theirs.total)
    key = "opposed_wins" if won else "opposed_loses"
    told = checks.told(ask, key, deed.who, ours, theirs.total, target, open_dv=False)
    return won, [told, *checks.luck_spent(deed), *checks.luck_gone(target, theirs.luck)]


def failed(deed: Deed) -> Told:
    """A Grab has come to nothing; its Action is spent. CPR-ACT-06"""
    return Told("grab_fails", deed.who, rules=("CPR-ACT-06",))


# ------------------------------------------------------------------ the end of a hold


def let_go(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever holds somebody lets go. CPR-ACT-06 CPR-ATK-07"""
    yield from let_go_of(ask.table, deed.who)


def let_go_of(table: Table, who: str) -> Iterator[Event]:
    """Ends every grapple this person is in, on both sides of it."""
    for one in table.combatants.values():
        for mark in one.marks:
            if mark.name in ("grappled", "grappling", "human shield") and who in (one.id, mark.by):
                yield Unmarked(one.id, mark.name, mark.by, quiet=mark.quiet, rules=("CPR-ACT-06",))


def released(table: Table, holder: str, victim: str) -> Iterator[Event]:
    """Ends one hold, on both sides of it. CPR-ATK-07"""
    for one, other in ((victim, holder), (holder, victim)):
        for mark in table.who(one).marks:
            if mark.name in ("grappled", "grappling", "human shield") and mark.by == other:
                yield Unmarked(one, mark.name, mark.by, quiet=mark.quiet, rules=("CPR-ATK-07",))


def slackened(table: Table, event: Marked | Changed) -> Iterator[Event]:
    """Whoever is down holds nobody any longer, and whoever leaves is out of every hold. CPR-ATK-07"""
    one = table.who(event.who)
    if not one.here:
        yield from let_go_of(table, one.id)
    elif one.has_any(DOWN):
        for victim in held_by(table, one):
            yield from released(table, one.id, victim.id)


# ------------------------------------------------------------------ what can be done to somebody held


def choke(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Choking somebody who is held. CPR-ACT-18"""
    target = deed.act.text("target")
    yield from done_to(deed, ask, target, f"{ask.table.who(deed.who).name} chokes {ask.table.who(target).name}")


def human_shield(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody who is held becomes a shield. CPR-ACT-18"""
    yield Marked(deed.act.text("target"), Mark("human shield", by=deed.who), rules=("CPR-ACT-18",))


# ------------------------------------------------------------------ Throw


def throw(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Throwing somebody one grapples, or a thing in hand. CPR-ACT-10"""
    what = deed.act.text("what")
    if what in ask.table.combatants:
        yield from let_go_of(ask.table, what)
        yield from person_thrown(deed, ask, what)
    else:
        yield from thing_thrown(deed, ask, what, deed.act.text("at"))


def person_thrown(deed: Deed, ask: Ask, victim: str) -> Iterator[Event]:
    """BODY of the thrower as damage past all armour, and the one who is thrown lies on the floor. CPR-ATK-07"""
    if not checks.is_fought(ask, deed.who):
        yield from done_to(deed, ask, victim, f"{ask.table.who(deed.who).name} throws {ask.table.who(victim).name}")
        return
    yield Marked(victim, Mark("prone"), rules=("CPR-ATK-07",))
    yield suffers(deed, victim, rules.Hit(ask.number("damage total", sheet(ask.table, deed.who).body), 0))


def thing_thrown(deed: Deed, ask: Ask, what: str, at: str) -> Iterator[Event]:
    """A thing leaves the hand: at somebody as an attack where it has numbers, else as the GM says. CPR-ACT-10 CPR-ATK-07"""
    thing_, name = thing(ask.table, deed.who, what), ask.table.who(deed.who).name
    if thing_:
        yield moved(deed.who, thing_, "floor")
    if at and thing_ and thing_.item.dice and checks.is_fought(ask, deed.who):
        yield from attack.thrown(deed, ask, attack.flying(thing_.item), at)
    elif at:
        yield from done_to(deed, ask, at, f"{name} throws {what} at {ask.table.who(at).name}")
    else:
        said = ask.ruling("throw", (), "it lands", f"{name} throws {what}")
        yield Told("throws", deed.who, {"what": what, "outcome": said}, rules=("CPR-ACT-10",))
