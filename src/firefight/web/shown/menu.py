"""The menu of the one who acts: lines under their prices, each with its picks; what is refused with every reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from firefight.events import name_of
from firefight.game import Choice, Choices, Offer, Reason, whole_number
from firefight.language import legal
from firefight.language.plain import plain
from firefight.table import Combatant
from firefight.timeline import Act, Pick
from firefight.web.screen import Screen
from firefight.web.shown import chances
from firefight.web.shown.chances import Odds
from firefight.web.shown.people import shape

FIRST = 9
"""Lines shown at once; the rest waits behind one press."""


class Why(NamedTuple):
    """One reason in words, and its rule."""

    text: str
    rule: str


class Option(NamedTuple):
    """One value of a pick. `shape` where it is somebody; `why` where it cannot be picked."""

    value: str
    label: str
    chosen: bool
    shape: str = ""
    about: str = ""
    why: tuple[Why, ...] = ()
    odds: Odds | None = None
    friend: bool = False


class PickShown(NamedTuple):
    """One pick of a line: its kind decides how it is drawn."""

    name: str
    label: str
    kind: str
    options: tuple[Option, ...]
    default: str
    least: int = 0
    most: int = 0

    @property
    def people(self) -> bool:
        """Whether it is somebody that is picked."""
        return any(option.shape for option in self.options)

    @property
    def first(self) -> tuple[Option, ...]:
        """Who is shown at once: everybody, but for friends where it is proposed to aim at somebody else."""
        folded = self.folded
        return tuple(option for option in self.options if option not in folded)

    @property
    def folded(self) -> tuple[Option, ...]:
        """The friends, where it is proposed to aim at somebody who is none."""
        aims = any(option.chosen and option.shape and not option.friend for option in self.options)
        return tuple(option for option in self.options if option.friend and aims)


class Line(NamedTuple):
    """One line of the menu."""

    id: str
    number: int
    verb: str
    title: str
    about: str
    price: str
    rule: str
    fixed: tuple[tuple[str, str], ...]
    picks: tuple[PickShown, ...]
    why: tuple[Why, ...]
    odds: Odds | None = None
    target: str = ""


class Group(NamedTuple):
    """Lines of one price."""

    price: str
    lines: tuple[Line, ...]


class Menu(NamedTuple):
    """The whole menu of somebody."""

    who: str
    token: str
    groups: tuple[Group, ...]
    more: tuple[Group, ...]
    refused: tuple[Line, ...]
    opened: str

    @property
    def rest(self) -> int:
        """How many lines wait behind one press."""
        return sum(len(group.lines) for group in self.more)


def menu(screen: Screen, who: str) -> Menu:
    """What somebody may do now. In a window, only that: nobody is told all he cannot do in the middle of another's deed."""
    offers = screen.menu(who)
    possible = legal(offers)
    odds = chances.panel(screen, who, possible)
    lines = [line(screen, offer, number, who, odds.get(number - 1, {})) for number, offer in enumerate(possible, 1)]
    lines = [one._replace(about=one.about or told_apart(one, lines)) for one in lines]
    refused = [] if screen.window else [offer for offer in offers if offer.reasons]
    return Menu(
        who,
        screen.token(who),
        grouped(lines[:FIRST]),
        grouped(lines[FIRST:]),
        tuple(line(screen, replace(offer, picks=()), 0, who, {}) for offer in refused),
        next((one.id for one in lines if one.odds and one.picks and not is_friendly(one)), ""),
    )


def is_friendly(one: Line) -> bool:
    """Whether a line, as it is proposed, aims at a friend: nobody is led to that."""
    return any(option.chosen and option.friend for pick in one.picks for option in pick.options)


def told_apart(one: Line, lines: Iterable[Line]) -> str:
    """What tells a line from another of the same verb: what can be picked in it. Empty where there is no other."""
    twins = [other for other in lines if (other.verb, other.fixed) == (one.verb, one.fixed)]
    return ", ".join(pick.label for pick in one.picks) if len(twins) > 1 else ""


def grouped(lines: Iterable[Line]) -> tuple[Group, ...]:
    """Lines in a row that cost the same."""
    return tuple(Group(price, tuple(found)) for price, found in groupby(lines, lambda one: one.price))


def line(screen: Screen, offer: Offer, number: int, who: str, odds: chances.OfLine) -> Line:
    """One line. Its id stays the same from moment to moment, so that what is open stays open."""
    fixed = tuple((name, str(value)) for name, value in offer.fixed.items())
    picks = tuple(pick(screen, one, who, odds) for one in offer.picks)
    title = screen.say.word("act", offer.verb)
    about = ", ".join(said(screen, value, name) for name, value in offer.fixed.items())
    return Line(
        "-".join(
            filter(
                None, ["m", slug(who), slug(offer.verb), *(slug(value) for _, value in fixed), *(slug(one.name) for one in picks)]
            )
        ),
        number,
        offer.verb,
        title[:1].upper() + title[1:],
        about,
        screen.say.word("price", offer.price) if offer.price else "",
        offer.rule,
        fixed,
        picks,
        tuple(why(screen, reason) for reason in offer.reasons),
        chances.proposed(odds, aimed_at(picks)),
        next((one.label for shown in picks if shown.people for one in shown.options if one.chosen), ""),
    )


def aimed_at(picks: Iterable[PickShown]) -> str:
    """Whom a line aims at as it is proposed; empty where it aims at nobody."""
    return next((one.value for shown in picks if shown.name == "target" for one in shown.options if one.chosen), "")


def pick(screen: Screen, choices: Choices, who: str, odds: chances.OfLine) -> PickShown:
    """One pick with its values."""
    options = [option(screen, one, choices, who, odds) for one in choices.choices]
    chosen = any(one.chosen for one in options)
    first = next((at for at, one in enumerate(options) if not one.why), None)
    if not chosen and first is not None and choices.kind == "one":
        options[first] = options[first]._replace(chosen=True)
    return PickShown(
        choices.pick,
        screen.say.word("pick", choices.pick),
        choices.kind,
        tuple(sorted(options, key=lambda one: bool(one.why))),
        text(choices.default),
        choices.least,
        choices.most,
    )


def option(screen: Screen, choice: Choice, choices: Choices, who: str, odds: chances.OfLine) -> Option:
    """One value of a pick."""
    one = screen.table.combatants.get(choice.value) if isinstance(choice.value, str) else None
    label = plain(choice.label or one.name) if one else said(screen, choice.label or choice.value, choices.pick)
    default = choices.default if isinstance(choices.default, tuple) else (choices.default,)
    return Option(
        text(choice.value),
        label or screen._("none"),
        not choice.reasons and choice.value in default,
        shape(screen.table, one.side) if one else "",
        about(screen, one) if one else "",
        tuple(why(screen, reason) for reason in choice.reasons),
        odds.get(str(choice.value)) if choices.pick == "target" else None,
        one is not None and who in screen.table.combatants and one.side == screen.table.who(who).side,
    )


def about(screen: Screen, one: Combatant) -> str:
    """What tells somebody apart, in a few words: conditions that show."""
    marks = [screen.say(f"mark_{mark.name}", value=mark.value) for mark in one.marks if not mark.quiet]
    return ", ".join(marks[:3])


def said(screen: Screen, value: Pick, pick: str) -> str:
    """A value in words: combatants by name."""
    if isinstance(value, tuple):
        return ", ".join(said(screen, one, pick) for one in value)
    if isinstance(value, str) and value in screen.table.combatants:
        return plain(screen.table.who(value).name)
    return screen.say.word(pick, text(value))


def text(value: Pick) -> str:
    """A value as a form holds it."""
    return "\n".join(value) if isinstance(value, tuple) else str(value)


def why(screen: Screen, reason: Reason) -> Why:
    """One reason in words."""
    values = {key: name_of(screen.table, value) if isinstance(value, str) else value for key, value in reason.values.items()}
    return Why(plain(screen.say(f"why_{reason.key}", **values)), reason.rule)


def slug(words: object) -> str:
    """Words as a part of an id."""
    return "".join(letter if letter.isalnum() else "-" for letter in str(words).lower())


# ------------------------------------------------------------------ from a form back to an act


def act_of(offers: Sequence[Offer], verb: str, fixed: dict[str, str], picks: dict[str, list[str]]) -> Act:
    """The act that a form asks for. What it says is taken as data; whether it may be is for the engine to decide."""
    fitting = [
        offer for offer in offers if offer.verb == verb and all(str(offer.fixed.get(k, "")) == v for k, v in fixed.items())
    ]
    if not fitting:
        return Act(verb, {**fixed, **{name: values[0] for name, values in picks.items()}})
    offer = min(fitting, key=lambda one: len(picks.keys() - {pick.pick for pick in one.picks}))
    kinds = {one.pick: one for one in offer.picks}
    meant = {name: value_of(kinds.get(name), values) for name, values in picks.items()}
    return Act(verb, {**offer.fixed, **{name: value for name, value in meant.items() if value is not None}})


def value_of(choices: Choices | None, values: list[str]) -> Pick | None:
    """What a form holds as a value of a pick; None where it was left to its default."""
    first = values[0].strip() if values else ""
    if choices is None:
        return first
    if choices.kind in ("several", "numbers"):
        return tuple(filter(None, values))
    if choices.kind == "number":
        number = whole_number(first)
        return (first or None) if number is None else number
    for choice in choices.choices:
        if text(choice.value) == values[0]:
            return choice.value
    return first if first or choices.kind == "one" else None
