"""An act from a line: which line of the menu is meant, and which words fill which of its picks.

Picks are found by fit, in any order: a name fits a target, a number fits metres, the rest is text. A pick can be named
as well: `until 9`, `target=rook`. What is left out takes its default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from firefight.cli.language.matching import Fit, Match, Named, folded, matches
from firefight.cli.language.seat import Seat, Token, Tokens, Unclear, either, joined, name, shared, tokens, typed, written
from firefight.game import Choices, Offer, Reason
from firefight.timeline import Act, Pick

FILLERS = frozenset("a against an and at by for from in into of on onto over the to toward towards using with".split())
"""Small words that stand between picks and mean nothing by themselves."""
LEADS = frozenset(("with", "using"))
"""Small words that may end a text, where a pick follows."""
NUMBER = re.compile(r"([+-]?\d{1,9})[a-z/]{0,8}")
TEXTS = ("text", "any", "text or number")


class Reading(NamedTuple):
    """One way to read a line: the act, the line of the menu it asks for, and whether a spelling was guessed."""

    act: Act
    offer: Offer
    guessed: bool

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons against it."""
        return self.offer.refusals(self.offer.filled(self.act))


class Unread(Exception):
    """A word that fits no pick of this line of the menu."""

    def __init__(self, at: int) -> None:
        self.at = at


def read_act(words: Tokens, start: int, offers: Sequence[Offer], seat: Seat) -> Reading:
    """The act that the words from `start` on ask for, on one of these lines of a menu.

    Of several lines that fit, the one the least speaks against; of those the first. Raises Unclear.
    """
    unread, unclear = start, None
    for worst in (Fit.PART, Fit.CLOSE):
        readings: list[Reading] = []
        for offer in offers:
            try:
                readings.append(Filling(offer, words, start, seat, worst).reading())
            except Unread as stop:
                unread = max(unread, stop.at)
            except Unclear as error:
                unclear = unclear or error
        if readings:
            return complete(min(readings, key=lambda reading: len(reading.reasons)), seat)
        if unclear:
            raise unclear
    raise Unclear(misfit(words, unread, offers, seat))


def complete(reading: Reading, seat: Seat) -> Reading:
    """The reading, if no text is missing that only its author can give."""
    missing = [reason for reason in reading.reasons if reason.key == "no_text"]
    if missing and len(missing) == len(reading.reasons):
        pick = str(missing[0].values.get("pick", "what"))
        said = phrase(reading.offer, reading.act, seat)
        raise Unclear(f"'{said}' needs more words: which {pick}? Write '{said} {pick} ...'")
    return reading


def misfit(words: Tokens, at: int, offers: Sequence[Offer], seat: Seat) -> str:
    """What is said of a word that fits nothing, with what could stand there."""
    verb = offers[0].verb
    open_ = {value: None for offer in offers for value in values(offer, seat)}
    wanted = f"; it takes {', '.join(list(open_)[:12])}" if open_ else ""
    return f"'{words[at].text}' says nothing to '{verb}'{wanted}"


def values(offer: Offer, seat: Seat) -> Iterator[str]:
    """What could be said after the verb, for a sentence."""
    yield from (said(value, seat) for value in offer.fixed.values())
    for pick in offer.picks:
        if pick.kind == "number":
            yield f"{pick.pick} {pick.least} to {pick.most}" if pick.least <= pick.most else pick.pick
        elif pick.kind in TEXTS:
            yield f"{pick.pick} ..."
        else:
            yield from (said(choice.value, seat) for choice in pick.choices if not choice.reasons)


def said(value: Pick, seat: Seat) -> str:
    """A value of a pick in words: combatants by name."""
    if isinstance(value, tuple):
        return ", ".join(said(one, seat) for one in value)
    return name(seat.table, value) if isinstance(value, str) and value in seat.table.combatants else str(value)


def phrase(offer: Offer, act: Act, seat: Seat, every: bool = False) -> str:
    """What to type for an act; defaults are left out unless `every` pick is wanted."""
    parts = [act.verb, *(spoken(value, seat) for value in offer.fixed.values())]
    for pick in offer.picks:
        value = act.picks.get(pick.pick, pick.default)
        if value == "" or (not every and pick.pick not in act.picks):
            continue
        parts.append(f"{pick.pick} {value}" if pick.kind in TEXTS else spoken(value, seat))
    return " ".join(parts)


def spoken(value: Pick, seat: Seat) -> str:
    """A value of a pick as one types it."""
    if isinstance(value, tuple):
        return " and ".join(spoken(one, seat) for one in value)
    return typed(seat.table, value) if isinstance(value, str) and value in seat.table.combatants else str(value)


# ------------------------------------------------------------------ one line of the menu


class Slot(NamedTuple):
    """A value that a pick can take."""

    pick: str
    value: Pick
    legal: bool = True


class Filling:
    """A line of the menu being filled by the words, from left to right."""

    def __init__(self, offer: Offer, words: Tokens, start: int, seat: Seat, worst: Fit) -> None:
        self.offer, self.words, self.start, self.seat, self.worst = offer, words, start, seat, worst
        self.picks: dict[str, Pick] = {}
        self.guessed = False

    def reading(self) -> Reading:
        """What the words make of the line. Raises Unread or Unclear."""
        at = self.start
        while at < len(self.words):
            at = self.step(at)
        return Reading(Act(self.offer.verb, {**self.offer.fixed, **self.picks}), self.offer, self.guessed)

    def step(self, at: int) -> int:
        """Reads one pick, or one small word, and gives the place of the next word."""
        ways: tuple[Callable[[int], int | None], ...] = (self.keyword, self.number, self.choice, self.small, self.text)
        for way in ways:
            then = way(at)
            if then is not None:
                return then
        raise Unread(at)

    # ------------------------------------------------------------------ the ways

    def keyword(self, at: int) -> int | None:
        """The name of a pick, with its value: `until 9`, `until=9`."""
        word = self.words[at]
        if word.quoted:
            return None
        head, equals, tail = word.text.partition("=")
        pick = self.named(head)
        if pick is None:
            return None
        if equals and tail:
            self.words = (*self.words[:at], Token(head), *tokens(tail), *self.words[at + 1 :])
            return self.keyword(at)
        if not self.free(pick) or at + 1 == len(self.words):
            return at + 1
        return self.value(pick, at + 1)

    def value(self, pick: str, at: int) -> int:
        """The value of a pick that was named."""
        choices = next((one for one in self.offer.picks if one.pick == pick), None)
        then = self.number(at, pick) if choices is None or choices.kind == "number" else None
        then = self.choice(at, pick) if then is None else then
        then = self.text(at, pick) if then is None else then
        if then is None:
            raise Unread(at)
        return then

    def number(self, at: int, pick: str = "") -> int | None:
        """A number where a number is open."""
        found = NUMBER.fullmatch(folded(self.words[at].text))
        wanted = next((one.pick for one in self.open("number") if pick in ("", one.pick)), None)
        if found is None or wanted is None:
            return None
        self.picks[wanted] = int(found[1])
        return at + 1

    def choice(self, at: int, pick: str = "") -> int | None:
        """A value from a short list, or what is fixed about the line; as many words as fit."""
        slots = [named for named in self.slots() if pick in ("", named.thing.pick)]
        longest = max((len(one.split()) for named in slots for one in named.names), default=0)
        for end in range(min(len(self.words), at + longest), at, -1):
            said = joined(self.words[at:end]).strip(",;:")
            found = matches(said, slots, self.worst) or matches(said.removesuffix("'s"), slots, self.worst)
            if found:
                self.take(found, at, end)
                return end
        return None

    def small(self, at: int) -> int | None:
        """A small word, or a comma."""
        word = self.words[at]
        return at + 1 if not word.quoted and folded(word.text).strip(",;:") in FILLERS | {""} else None

    def text(self, at: int, pick: str = "") -> int | None:
        """The rest as text, up to where another pick is named."""
        wanted = next((one for one in self.offer.picks if one.kind in TEXTS and self.free(one.pick) and pick in ("", one.pick)), None)
        if wanted is None:
            return None
        alone = self.words[at].quoted or (wanted.kind == "text or number" and self.words[at].text.lstrip("+-").isdigit())
        end = at + 1
        while not alone and end < len(self.words) and not self.stops(end, wanted.pick):
            end += 1
        self.picks[wanted.pick] = self.meant(joined(self.words[at:end]))
        return end

    # ------------------------------------------------------------------ what is open

    def named(self, head: str) -> str | None:
        """The pick of this name, open or not."""
        names = (*self.offer.fixed, *(pick.pick for pick in self.offer.picks))
        return next((one for one in names if folded(one) == folded(head)), None)

    def free(self, pick: str) -> bool:
        """Whether a pick has no value yet."""
        return pick not in self.picks

    def open(self, kind: str) -> Iterator[Choices]:
        """The picks of a kind that have no value yet."""
        return (pick for pick in self.offer.picks if pick.kind == kind and self.free(pick.pick))

    def slots(self) -> list[Named[Slot]]:
        """Every value that a pick without one can take, by its names."""
        fixed = [Slot(pick, value) for pick, value in self.offer.fixed.items() if self.free(pick)]
        listed = [
            (Slot(pick.pick, choice.value, not choice.reasons), choice.label)
            for pick in self.offer.picks
            if pick.choices and self.free(pick.pick)
            for choice in pick.choices
        ]
        return [Named(slot, self.names(slot.value, "")) for slot in fixed] + [
            Named(slot, self.names(slot.value, label)) for slot, label in listed
        ]

    def names(self, value: Pick, label: str) -> tuple[str, ...]:
        """What a value goes by."""
        shown = said(value, self.seat)
        return tuple(dict.fromkeys(filter(None, (label or shown, shown, value if isinstance(value, str) else ""))))

    def stops(self, at: int, filling: str) -> bool:
        """Whether a text ends before this word: another pick is named, or `with` brings one."""
        word = self.words[at]
        if word.quoted:
            return False
        pick = self.named(word.text.partition("=")[0])
        if pick is not None and pick != filling and self.free(pick):
            return True
        after = joined(self.words[at + 1 : at + 2])
        slots = [named for named in self.slots() if named.thing.pick != filling]
        return folded(word.text) in LEADS and bool(after) and bool(matches(after, slots))

    # ------------------------------------------------------------------ taking a value

    def take(self, found: Sequence[Match[Slot]], at: int, end: int) -> None:
        """Takes the one value that is meant. Raises Unclear where several are."""
        pick = found[0].thing.pick
        rivals = [match for match in found if match.thing.pick == pick]
        legal = [match for match in rivals if match.thing.legal]
        meant = legal if len(legal) == 1 else rivals
        if len(meant) > 1:
            raise self.unclear([match.thing.value for match in legal or rivals], pick, at, end)
        self.picks[pick] = meant[0].thing.value
        self.guessed = self.guessed or meant[0].fit == Fit.CLOSE or len(rivals) > 1

    def unclear(self, candidates: Iterable[Pick], pick: str, at: int, end: int) -> Unclear:
        """The question back, with a whole line for each candidate."""
        meant = list(candidates)
        shown = [f"{said(one, self.seat)} ({one})" if isinstance(one, str) and self.twice(one) else said(one, self.seat) for one in meant]
        around = written(self.words[:at]), written(self.words[end:])
        options = [" ".join(filter(None, (around[0], spoken(one, self.seat), around[1]))) for one in meant]
        return Unclear(f"{pick} '{joined(self.words[at:end])}' may be {either(shown)}", options)

    def twice(self, value: str) -> bool:
        """Whether a value is somebody whose name another bears as well."""
        return value in self.seat.table.combatants and shared(self.seat.table, value)

    def meant(self, text: str) -> str:
        """A text as it is; where it is exactly somebody's name, that one."""
        known = [Named(id, (name(self.seat.table, id), id)) for id in self.seat.table.combatants]
        found = matches(text, known, Fit.EXACT)
        return found[0].thing if len(found) == 1 else text
