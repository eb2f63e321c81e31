"""Comparing what a scenario expects with what a table shows. One short function per fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from firefight.encounter.people import until_text
from firefight.engine import awaited, considered
from firefight.game import Game, Offer, queue
from firefight.scenario.facts import ActSeen, Facts, MarkSeen
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act

GM = "gm"


class Difference(NamedTuple):
    """Something that is not as expected: what, expected and got, in words; `at` is the key of the step that says so."""

    what: str
    expected: str
    got: str
    at: tuple[str, ...] = ()


class Shown(NamedTuple):
    """What there is to compare with: a table, or somebody's view of one, and what the step has told him."""

    game: Game
    table: Table
    labels: tuple[str, ...]
    told: tuple[str, ...]

    def one(self, who: str) -> Combatant | None:
        """The combatant of this id, if there is one."""
        return self.table.combatants.get(who)


Found = Iterator[Difference]


def differences(facts: Facts, shown: Shown) -> Found:
    """Every fact that does not hold."""
    for name, compare in COMPARE.items():
        expected = getattr(facts, name)
        if expected is not None:
            yield from (one._replace(at=(name,)) for one in compare(expected, shown))


def differ(what: str, expected: Any, got: Any) -> Found:
    """A difference, if the two are not equal."""
    if expected != got:
        yield Difference(what, said(expected), said(got))


def said(value: Any) -> str:
    """A value in the notation of the files."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(said, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {said(one)}" for key, one in value.items()) + "}"
    return "none" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def speakers(who: tuple[str, ...]) -> tuple[str, ...]:
    """Ids with the GM by his name."""
    return tuple(one or GM for one in who)


# ------------------------------------------------------------------ turns


def acting(expected: tuple[str, ...], shown: Shown) -> Found:
    """Whose turn it is."""
    turn = shown.table.timeline.turn
    left = [one for one in turn.members if one not in turn.passed and shown.table.who(one).here] if turn else []
    yield from differ("acting", expected, tuple(one for one in left if shown.game.able(shown.table, one)))


def awaiting(expected: tuple[str, ...], shown: Shown) -> Found:
    """Whose answer is awaited."""
    asked = tuple(one or GM for one in expected)
    yield from differ("awaited", asked, speakers(awaited(shown.game, shown.table)))


def slots(shown: Shown) -> tuple[str | tuple[str, ...], ...]:
    """The turns still to come, those that are open left out."""
    if not shown.table.timeline.running:
        return ()
    open_ = {due for frame in shown.table.timeline.stack for due in getattr(frame, "dues", ())}
    rest = [tuple(who for who, tag in slot.dues if (who, tag) not in open_) for slot in queue(shown.game, shown.table)]
    return tuple(slot[0] if len(slot) == 1 else slot for slot in rest if slot)


def queued(expected: tuple[str | tuple[str, ...], ...], shown: Shown) -> Found:
    """The turns still to come, in order; those who share one in any order."""

    def sorted_(slot: str | tuple[str, ...]) -> str | tuple[str, ...]:
        return slot if isinstance(slot, str) else tuple(sorted(slot)) if len(slot) > 1 else slot[0]

    yield from differ("queue", tuple(map(sorted_, expected)), tuple(map(sorted_, slots(shown))))


def due(expected: Mapping[str, tuple[str, ...]], shown: Shown) -> Found:
    """The turns somebody is still owed, by tag."""
    table = shown.table
    owed = [pair for slot in queue(shown.game, table) for pair in slot.dues] if table.timeline.running else []
    for who, tags in expected.items():
        yield from differ(f"due of {who}", tags, tuple(tag for one, tag in owed if one == who))


def round_(expected: int, shown: Shown) -> Found:
    yield from differ("round", expected, shown.table.timeline.round)


def mode(expected: str, shown: Shown) -> Found:
    yield from differ("mode", expected, shown.table.mode)


def asked(expected: tuple[str, ...], shown: Shown) -> Found:
    yield from differ("asked", tuple(sorted(expected)), tuple(sorted(shown.labels)))


def holds(expected: Any, shown: Shown) -> Found:
    """Who holds something back, and what."""
    held = {hold.who: hold for hold in shown.table.timeline.held}
    yield from differ("holds", tuple(sorted(expected)), tuple(sorted(held)))
    for who, seen in expected.items() if isinstance(expected, Mapping) else ():
        hold = held.get(who)
        if hold is None:
            continue
        act = hold.act or Act("")
        got = {"does": act.verb, "picks": act.picks, "until": hold.until, "at": hold.key, "kind": hold.kind, "round": hold.round}
        for name in seen.__struct_fields__:
            if getattr(seen, name) is not None:
                yield from differ(f"what {who} holds, {name}", getattr(seen, name), got[name])


# ------------------------------------------------------------------ people


def each(what: str) -> Callable[[Callable[[Any, Combatant, Shown], Found]], Callable[[Mapping[str, Any], Shown], Found]]:
    """A fact by combatant: somebody who is not there is a difference of its own."""

    def wrap(compare: Callable[[Any, Combatant, Shown], Found]) -> Callable[[Mapping[str, Any], Shown], Found]:
        def all_(expected: Mapping[str, Any], shown: Shown) -> Found:
            for who, wanted in expected.items():
                one = shown.one(who)
                if one is None:
                    yield Difference(f"{what} of {who}", said(wanted), "nobody of that id")
                else:
                    yield from compare(wanted, one, shown)

        return all_

    return wrap


@each("pools")
def pools(expected: Mapping[str, int | None], one: Combatant, shown: Shown) -> Found:
    for name, value in expected.items():
        yield from differ(f"pools of {one.id}, {name}", value, one.pools[name].now if name in one.pools else None)


@each("marks")
def marks(expected: tuple[str | MarkSeen, ...], one: Combatant, shown: Shown) -> Found:
    """Marks that must be on, among others."""
    for wanted in expected:
        seen = MarkSeen(wanted) if isinstance(wanted, str) else wanted
        if not any(is_mark(seen, mark) for mark in one.marks):
            yield Difference(f"marks of {one.id}", described(seen), said([described(told(mark)) for mark in one.marks]))


def is_mark(seen: MarkSeen, mark: Mark) -> bool:
    """Whether a mark is the one that is meant: what is written must agree."""
    got = told(mark)
    return all(getattr(seen, name) in (None, getattr(got, name)) for name in seen.__struct_fields__)


def told(mark: Mark) -> MarkSeen:
    """A mark as a scenario would write it."""
    return MarkSeen(mark.name, mark.value, until_text(mark.until), mark.until.who if mark.until else "", mark.by, mark.note)


def described(seen: MarkSeen) -> str:
    """A mark in words, with what is worth telling."""
    parts = [f"{name} {value}" for name in seen.__struct_fields__[1:] if (value := getattr(seen, name)) not in (None, "", 1)]
    return seen.name + (f" ({', '.join(parts)})" if parts else "")


def no_marks(expected: Any, shown: Shown) -> Found:
    """Who has no mark at all that the table shows, or which marks somebody does not have."""
    if not isinstance(expected, Mapping):
        for who in expected:
            one = shown.one(who)
            got = tuple(mark.name for mark in one.marks if not mark.quiet) if one else ("nobody of that id",)
            yield from differ(f"marks of {who}", (), got)
        return
    yield from no_such_marks(expected, shown)


@each("marks")
def no_such_marks(expected: tuple[str, ...], one: Combatant, shown: Shown) -> Found:
    for name in expected:
        if one.has(name):
            yield Difference(f"marks of {one.id}", f"not {name}", said([mark.name for mark in one.marks]))


def scores(expected: Mapping[str, int | tuple[int, ...]], shown: Shown) -> Found:
    """Places in the order, of people or of sides; a single number is the one shown."""
    for who, wanted in expected.items():
        one = shown.one(who) or shown.table.sides.get(who)
        got = one.score if one else None
        first = isinstance(wanted, int)
        yield from differ(f"score of {who}", (wanted,) if first else wanted, got[:1] if got is not None and first else got)


@each("budgets")
def budgets(expected: Mapping[str, int], one: Combatant, shown: Shown) -> Found:
    left = {budget.name: budget.left for budget in shown.game.budget(shown.table, one.id)}
    for name, value in expected.items():
        if name not in left:
            yield Difference(f"budget of {one.id}, {name}", said(value), f"no such budget; there is {said(left)}")
        else:
            yield from differ(f"budget of {one.id}, {name}", value, left[name])


@each("people")
def people(expected: Any, one: Combatant, shown: Shown) -> Found:
    for name in expected.__struct_fields__:
        wanted = getattr(expected, name)
        if name != "sheet" and wanted is not None:
            yield from differ(f"{name} of {one.id}", wanted, getattr(one, name))
    for name, wanted in (expected.sheet or {}).items():
        yield from differ(f"sheet of {one.id}, {name}", wanted, getattr(one.sheet, name, None))


# ------------------------------------------------------------------ menus


@each("offered")
def offered(expected: tuple[str | ActSeen, ...], one: Combatant, shown: Shown) -> Found:
    for wanted in expected:
        reasons = against(wanted, one, shown)
        if reasons is None:
            verbs = tuple(dict.fromkeys(offer.verb for offer in shown.game.menu(shown.table, one.id)))
            yield Difference(f"offered to {one.id}", named(wanted), f"not on the menu: {said(verbs)}")
        elif reasons:
            yield Difference(f"offered to {one.id}", named(wanted), f"refused: {', '.join(reasons)}")


def refused(expected: Mapping[str, Any], shown: Shown) -> Found:
    """What is not possible, with exactly these rule ids."""
    for who, wanted in expected.items():
        one = shown.one(who)
        acts = wanted if isinstance(wanted, tuple) else tuple(ActSeen(verb, {}, ids) for verb, ids in wanted.items())
        for act in acts:
            reasons = against(act, one, shown) if one else ("nobody of that id",)
            got = "not on the menu" if reasons is None else "possible" if not reasons else rule_ids(reasons)
            want: Any = tuple(sorted(act.rules))
            if got != want and not (got == "not on the menu" and not want):
                yield Difference(f"refused to {who}, {named(act)}", said(want), got if isinstance(got, str) else said(got))


def rule_ids(reasons: tuple[str, ...]) -> tuple[str, ...]:
    """The rule ids among reasons, sorted."""
    return tuple(sorted({reason.split()[0] for reason in reasons if "-" in reason.split()[0]}))


def named(wanted: str | ActSeen) -> str:
    """A line of a menu in words."""
    return wanted if isinstance(wanted, str) else wanted.does + (f" {said(wanted.picks)}" if wanted.picks else "")


def against(wanted: str | ActSeen, one: Combatant, shown: Shown) -> tuple[str, ...] | None:
    """All that speaks against an act, as "RULE key"; () if it is possible, None if there is no such line.

    Without picks: possible if any line of the verb is, with some choice of each of its picks.
    """
    offers = shown.game.menu(shown.table, one.id)
    act = Act(wanted) if isinstance(wanted, str) else Act(wanted.does, wanted.picks)
    lines = [offer for offer in offers if offer.fits(act)]
    if not lines:
        return None
    if act.picks:
        reasons = considered(offers, act)[2]
    else:
        reasons = min((of_line(line) for line in lines), key=len)
    return tuple(f"{reason.rule} {reason.key}".strip() for reason in reasons)


def of_line(offer: Offer) -> tuple[Any, ...]:
    """What speaks against a line whatever is picked: its own reasons, and those of picks without a possible choice."""
    closed = [pick for pick in offer.picks if pick.choices and all(choice.reasons for choice in pick.choices)]
    return (*offer.reasons, *(reason for pick in closed for choice in pick.choices[:1] for reason in choice.reasons))


# ------------------------------------------------------------------ the table


def clock(expected: Any, shown: Shown) -> Found:
    now = shown.table.clock
    got = {
        "minute": now.minute, "scene": now.scene, "title": now.title, "refreshed": now.refreshed, "seconds": now.seconds,
        "mission": -1 if now.mission is None else now.mission_minute, "reading": now.reading,
        "reminders": tuple(one.text for one in now.reminders),
    }  # fmt: skip
    for name in expected.__struct_fields__:
        if getattr(expected, name) is not None:
            yield from differ(f"clock, {name}", getattr(expected, name), got[name])


def flags(expected: Mapping[str, int], shown: Shown) -> Found:
    for name, value in expected.items():
        yield from differ(f"flag {name}", value, shown.table.flags.get(name, 0))


def options(expected: Mapping[str, Any], shown: Shown) -> Found:
    for name, value in expected.items():
        plain = str(value).lower() if isinstance(value, bool) else str(value)
        yield from differ(f"option {name}", plain, shown.table.options.get(name))


def log(expected: tuple[str, ...], shown: Shown) -> Found:
    for text in expected:
        if not any(text in line for line in shown.told):
            yield Difference("log", said(text), said(shown.told))


def no_log(expected: tuple[str, ...], shown: Shown) -> Found:
    for text in expected:
        for line in shown.told:
            if text in line:
                yield Difference("log", f"not {said(text)}", said(line))


COMPARE: dict[str, Callable[[Any, Shown], Found]] = {
    "mode": mode, "round": round_, "acting": acting, "awaited": awaiting, "asked": asked, "queue": queued, "due": due,
    "scores": scores, "pools": pools, "marks": marks, "no_marks": no_marks, "budgets": budgets, "people": people,
    "offered": offered, "refused": refused, "holds": holds, "clock": clock, "flags": flags, "options": options,
    "log": log, "no_log": no_log,
}  # fmt: skip
