"""What only a player's phone shows: whose turn it is in one line, who comes next, his choices with the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from firefight.events import say_act
from firefight.language import legal
from firefight.language.plain import plain
from firefight.rows import dues_of_fight, leader, of_one, shown_name
from firefight.table import Combatant
from firefight.timeline import Deed
from firefight.web.screen import Screen
from firefight.web.shown import clock, menu, order, people, questions, sheet
from firefight.web.shown.menu import Line
from firefight.web.shown.order import OrderRow
from firefight.web.shown.people import Health, Pips, shape
from firefight.web.shown.questions import Answerable

AT_ONCE = 6
"""Verbs shown at once; the rest waits behind one press."""
AHEAD = 6
"""Places of the order in the strip."""
UNSAID = ("hidden", "has left", "cannot act")
"""States that are drawn, not said."""


# ------------------------------------------------------------------ the banner: whose turn it is


class Banner(NamedTuple):
    """`state` is turn (the looker's), ask (a question to him) or quiet. `moment` changes when something new calls him."""

    state: str
    title: str
    under: str
    score: str = ""
    next: str = ""
    moment: str = ""


def banner(screen: Screen) -> Mapping[str, Any]:
    """The banner."""
    if screen.questions:
        return {"banner": asking(screen, questions.questions(screen)[0])}
    if screen.acting:
        return {"banner": answering(screen) if screen.window else acting(screen)}
    return {"banner": waiting(screen)}


def asking(screen: Screen, question: Answerable) -> Banner:
    """A question to the looker."""
    _ = screen._
    if question.kind == "dice":
        title, about = _("Roll {n} d{sides}", n=question.number, sides=question.sides), question.label
    else:
        title, about = capital(question.text), role(question)
    name = question.name if len(screen.mine) > 1 or about != question.name else ""
    return Banner("ask", title, " · ".join(filter(None, (name, about))), moment=question.id)


def role(question: Answerable) -> str:
    """What a question decides, without the name of the one it is put to."""
    return capital(question.label.removesuffix(question.name).strip())


def answering(screen: Screen) -> Banner:
    """A deed that the looker may answer."""
    one = screen.table.who(screen.acting)
    deed = next((frame for frame in reversed(screen.table.timeline.stack) if isinstance(frame, Deed) and frame.who), None)
    title = deed_in_words(screen, deed) if deed else screen._("You may answer")
    return Banner("ask", title, screen._("{name} may answer", name=plain(one.name)), moment=f"window {screen.token(one.id)}")


def deed_in_words(screen: Screen, deed: Deed) -> str:
    """Who does what."""
    return plain(f"{screen.table.who(deed.who).name} {say_act(deed.act, screen.table, screen.say)}")


def acting(screen: Screen) -> Banner:
    """The looker's own turn."""
    one, line = screen.table.who(screen.acting), screen.table.timeline
    tag = line.turn.tag(one.id) if line.turn else ""
    return Banner(
        "turn",
        screen._("Your turn"),
        ", ".join((plain(one.name), place(screen, tag))),
        score=str(one.score[0]) if one.score else "",
        moment=f"turn {line.fight} {line.round} {tag} {one.id}",
    )


def place(screen: Screen, tag: str = "") -> str:
    """Where the fight stands: "Combat Turn 2, pass 3 of 3"; with a tag of his own, no more than that pass."""
    now = clock.clock(screen)
    number = tag.rpartition(" ")[2] if tag.startswith("pass ") else next((p.number for p in now.passes if p.state == "now"), "")
    passes = screen._("pass {n} of {most}", n=number, most=len(now.passes)) if number else ""
    return passes if passes and tag else ", ".join(filter(None, (now.round, passes)))


def waiting(screen: Screen) -> Banner:
    """Somebody else's turn. Whoever the GM acts for, seen or unseen, it reads the same, so that time tells nothing."""
    _ = screen._
    if not screen.table.timeline.running:
        return Banner("quiet", _("No fight is running"), ", ".join(plain(one.name) for one in screen.mine))
    names = [plain(screen.table.who(who).name) for who in screen.awaited if is_played(screen, who)]
    title = _("{names} act", names=_(" and ").join(names)) if len(names) == 2 else ""
    title = title or (_("{name} acts", name=names[0]) if len(names) == 1 else "")
    title = title or (_("The players act") if names else _("Gamemaster's turn"))
    return Banner("quiet", title, place(screen), next=when(screen))


def is_played(screen: Screen, who: str) -> bool:
    """Whether a player decides for somebody."""
    one = screen.table.combatants.get(who)
    return one is not None and bool(one.owner)


def when(screen: Screen) -> str:
    """When the looker's turn comes, in a few words. Of the GM's people one may act just now: that is not to be seen."""
    _ = screen._
    able = {one.id for one in screen.mine if order.able(screen, one)}
    for before, (_turn, group) in enumerate(groupby(steps(screen), lambda step: turn_of(screen, step))):
        found = list(group)
        if able & {who for step in found for who in step.who}:
            if found[0].tag.startswith("pass ") and found[0].tag != now_tag(screen):
                return _("Up in {tag}", tag=screen.say.word("value", found[0].tag))
            return _("You are next") if before == 0 else _.number("{n} before you", "{n} before you", before)
    return _("Up next round") if able else ""


def turn_of(screen: Screen, step: Step) -> tuple[str, ...]:
    """Whose turn a place is: a whole side's where sides have the numbers."""
    side = screen.table.who(step.who[0]).side
    return (side, step.tag) if screen.table.sides[side].score else (*step.who, step.tag)


def now_tag(screen: Screen) -> str:
    """The tag of the pass that runs."""
    return next((f"pass {one.number}" for one in clock.passes(screen) if one.state == "now"), "")


# ------------------------------------------------------------------ who comes next


class Step(NamedTuple):
    """A place of the order still to come, or open now: one person's or a squad's."""

    who: tuple[str, ...]
    name: str
    shape: str
    tag: str
    now: bool = False


def steps(screen: Screen, now: bool = False) -> Iterator[Step]:
    """The places to come; with `now` those of the players who act, instead. The GM's people are never shown to act."""
    found = [due for due in dues_of_fight(screen.game, screen.table) if due.place in ("acts", "waits", "next")]
    for (acts, _, tag), group in groupby(found, lambda due: (acts_now(screen, due), leader(screen.table, due.who), due.tag)):
        people = [screen.table.who(due.who) for due in group]
        if acts == now and any(order.able(screen, one) for one in people):
            first = people[0]
            name = shown_name(screen.table, people)
            yield Step(tuple(one.id for one in people), name, shape(screen.table, first.side), tag, acts)


def acts_now(screen: Screen, due: Any) -> bool:
    """Whether somebody acts for everybody to see: a player's, in his own turn."""
    return due.place == "acts" and is_played(screen, due.who)


def is_called(screen: Screen) -> bool:
    """Whether it is the looker whom the table waits for."""
    return bool(screen.questions or screen.acting)


def strip(screen: Screen) -> Mapping[str, Any]:
    """Who acts and who comes next, in one line."""
    line = screen.table.timeline
    if not line.running:
        return {"steps": (), "end": "", "gm": False}
    acting = list(steps(screen, now=True))
    rest = list(steps(screen))[:AHEAD]
    end = plain(screen.say("round_began", round=line.round + 1).rstrip("."))
    return {"steps": (*acting, *rest), "end": end, "gm": not (acting or is_called(screen))}


# ------------------------------------------------------------------ the looker's own people


class Own(NamedTuple):
    """One of the looker's own."""

    id: str
    name: str
    shape: str
    side: str
    hidden: bool
    health: Health
    budget: tuple[Pips, ...]
    left: str
    chips: tuple[str, ...]
    sheet: tuple[tuple[str, str], ...] = ()
    by_hand: bool = False
    whole: bool = True


def own(screen: Screen) -> Mapping[str, Any]:
    """How his own people stand, the one who acts first. Of several, only he is shown with everything."""
    mine = sorted(screen.mine, key=lambda one: one.id != screen.acting)
    return {"own": tuple(one_of(screen, one)._replace(whole=len(mine) == 1 or one.id == screen.acting) for one in mine)}


def sheets(screen: Screen) -> Mapping[str, Any]:
    """His own people with everything on their sheets."""
    return {"own": tuple(one_of(screen, one)._replace(sheet=tuple(sheet.sheet(screen, one.id))) for one in screen.mine)}


def one_of(screen: Screen, one: Combatant) -> Own:
    """One of his own."""
    budget = people.budget(screen, one.id) if order.shows_budget(screen, one) else ()
    return Own(
        one.id,
        plain(one.name),
        shape(screen.table, one.side),
        screen.table.sides[one.side].name,
        one.hidden,
        people.health(screen, one),
        budget,
        people.left_in_words(pips for pips in budget if pips.kind != "number") or (screen._("nothing left") if budget else ""),
        tuple(state for state in of_one(screen.game, screen.table, screen.say, one) if state not in UNSAID),
        by_hand=one.has("dice by hand"),
    )


# ------------------------------------------------------------------ what he may do


class Way(NamedTuple):
    """One line of the menu with its price as shapes, where it has any."""

    line: Line
    cost: tuple[str, ...]


class Verb(NamedTuple):
    """A verb with its ways: an attack with each weapon that is at hand."""

    id: str
    title: str
    ways: tuple[Way, ...]

    @property
    def proposed(self) -> Way:
        """The way that is proposed: the first that aims at somebody who is no friend, else the first."""
        return next((way for way in self.ways if aims(way.line)), self.ways[0])

    @property
    def best(self) -> Line:
        """The way with the best odds."""
        return max((way.line for way in self.ways), key=lambda line: line.odds.percent if line.odds else -1)


class Choices(NamedTuple):
    """Everything somebody may do now. `opened` is the verb that is open at first."""

    who: str
    token: str
    verbs: tuple[Verb, ...]
    more: tuple[Verb, ...]
    refused: tuple[Line, ...]
    opened: str


def choices(screen: Screen, who: str, acts: bool) -> Choices:
    """What somebody may do now, the likeliest first: what aims at somebody. Out of his turn, nothing is refused aloud."""
    found = menu.menu(screen, who)
    lines = [line for group in (*found.groups, *found.more) for line in group.lines]
    verbs = tuple(verb(screen, who, list(ways)) for ways in by_verb(lines))
    likeliest = likely(verbs)
    ordered = sorted(verbs, key=lambda one: one.id != likeliest)
    opened = "" if screen.window or not acts else likeliest
    first = AT_ONCE if acts else 2
    refused = found.refused if acts else ()
    return Choices(who, found.token, tuple(ordered[:first]), tuple(ordered[first:]), refused, opened)


def likely(verbs: Iterable[Verb]) -> str:
    """The verb that is open at first: one that aims at somebody, with odds if there are any. Never one that aims at a friend."""
    aiming = [verb for verb in verbs if aims(verb.proposed.line)]
    return next((verb.id for verb in aiming if verb.best.odds), aiming[0].id if aiming else "")


def aims(line: Line) -> bool:
    """Whether a line, as it is proposed, aims at somebody who is no friend."""
    return any(one.chosen and one.shape not in ("", "ally") for pick in line.picks for one in pick.options)


def by_verb(lines: Iterable[Line]) -> Iterable[list[Line]]:
    """Lines of the same verb that differ in one fixed thing, such as the weapon."""
    found: dict[tuple[object, ...], list[Line]] = {}
    for line in lines:
        names = tuple(name for name, _ in line.fixed)
        found.setdefault((line.verb, names) if names else (line.verb, line.number), []).append(line)
    return found.values()


def verb(screen: Screen, who: str, lines: list[Line]) -> Verb:
    """Some lines as one verb."""
    first, offers = lines[0], legal(screen.menu(who))
    kinds = frozenset(one.kind for one in people.budget(screen, who))
    ways = tuple(Way(line, cost(offers[line.number - 1].price, kinds)) for line in lines)
    shared = "-".join(menu.slug(part) for part in (who, first.verb, *(name for name, _ in first.fixed)))
    return Verb(f"v-{shared}" if first.fixed else f"v-{first.id}", first.title, ways)


COSTS = {
    "simple action": ("simple",),
    "complex action": ("simple", "simple"),
    "free action": ("free",),
    "quick action": ("free",),
    "task action": ("main",),
    "action": ("main",),
    "move action": ("move",),
    "main": ("main",),
    "move": ("move",),
    "main and move": ("main", "move"),
}


def cost(price: str, kinds: frozenset[str]) -> tuple[str, ...]:
    """A price in the shapes that somebody's budget is drawn in; nothing where it is none of them."""
    found = COSTS.get(price.partition(",")[0].lower(), ())
    if "simple" in found and "simple" not in kinds:
        found = ("main",)
    return found if set(found) <= kinds else ()


def act(screen: Screen) -> Mapping[str, Any]:
    """What is to be decided: a question, the choices of the one who acts, or what can be done out of turn."""
    asked = questions.questions(screen)
    who = screen.acting
    now = [who] if who else [] if asked else [one.id for one in screen.mine if one.fighting]
    found = [choices(screen, one, bool(who)) for one in now]
    return {
        "questions": asked,
        "choices": tuple(one for one in found if one.verbs or one.refused),
        "actors": tuple(screen.table.who(one) for one in screen.to_act),
        "pool": screen.game.id == "shadowrun-4",
        "under_way": news(screen),
        "back": clock.back(screen),
    }


def news(screen: Screen) -> tuple[str, ...]:
    """The deeds that are under way, but for what the banner says already."""
    told = banner(screen)["banner"].title
    return tuple(deed for deed in dict.fromkeys(questions.under_way(screen)) if deed.partition(" (")[0] not in told)


def foot(screen: Screen) -> Mapping[str, Any]:
    """The buttons within the thumb's reach: the end of a turn, and what would lapse with it."""
    who = screen.acting
    left = [one for one in people.budget(screen, who) if one.left and one.kind != "number"] if who else []
    return {
        "who": screen.table.who(who) if who else None,
        "token": screen.token(who) if who else "",
        "lapses": people.left_in_words(left),
        "spent": bool(who) and not left,
        "question": next(iter(questions.questions(screen)), None),
    }


# ------------------------------------------------------------------ the order, as far as he knows it


def queue(screen: Screen) -> Mapping[str, Any]:
    """The order in one list. Those the GM acts for never stand out in it: they wait, until they are done."""
    found = [row for section in order.sections(screen) for row in veiled(screen, section.place, section.rows)]
    seen = not screen.table.timeline.running or is_called(screen) or any("acting" in row.states for row in found)
    return {"rows": found, "gm": not seen, "later": order.later(screen)}


def veiled(screen: Screen, place: str, rows: Iterable[OrderRow]) -> Iterator[OrderRow]:
    """Rows of a section; those of the GM's people who act are as if they were to come."""
    for row in rows:
        if place in ("acts", "waits") and not is_played(screen, row.id):
            tags = tuple(tag._replace(state="owed") if tag.state == "now" else tag for tag in row.tags)
            cells = tuple(cell._replace(state="" if cell.state == "now" else cell.state) for cell in row.cells)
            states = row.states.replace("acting", "").strip()
            row = row._replace(states=states, state=order.word(screen, "next", "out" in states, False), tags=tags, cells=cells)
        yield row


def capital(text: str) -> str:
    """A text that begins like a sentence."""
    return text[:1].upper() + text[1:]
