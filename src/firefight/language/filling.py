"""Words fill the picks of a line, in any order: a name fits a target, a number fits metres, the rest is text.

A pick can be named as well: `until 9`, `target=rook`. The lines are those of a menu, and the GM's orders written as
lines of the same kind, which know three kinds of picks more: "several" people, a "flag", and "numbers".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from firefight.game import Choice, Choices, Offer
from firefight.language.matching import Fit, Match, Named, folded, matches
from firefight.language.seat import Option, Seat, Token, Tokens, Unclear, joined, name, shared, tokens, typed, written
from firefight.timeline import Pick

FILLERS = frozenset(
    ("a", "against", "an", "and", "at", "by", "for", "from", "in", "into", "is", "of", "on", "onto", "over", "the", "to")
    + ("toward", "towards", "using", "with")
)
"""Small words that stand between picks and mean nothing by themselves."""
ARTICLES = frozenset(("a", "an", "the"))
"""Small words that may begin a text."""
NUMBER = re.compile(r"([+-]?\d{1,9})[a-z/]{0,8}")
NUMBERS = re.compile(r"[+-]?\d{1,9}([,/.][+-]?\d{1,9})*")
HUGE = re.compile(r"[+-]?\d{10,}")
YARDS = ("yd", "yds", "yard", "yards", "m/yd", "m/yds")
TEXTS = ("text", "any", "text or number")
SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class Unread(Exception):
    """A word that fits no pick of this line."""

    def __init__(self, at: int) -> None:
        self.at = at


class Slot(NamedTuple):
    """A value that a pick can take."""

    pick: str
    value: Pick
    legal: bool = True


class Filling:
    """A line of a menu being filled by the words, from left to right. Picks in `by_name` are filled only when named."""

    def __init__(
        self, offer: Offer, words: Tokens, start: int, seat: Seat, worst: Fit, by_name: frozenset[str] = frozenset()
    ) -> None:
        self.offer, self.words, self.start, self.seat, self.worst, self.by_name = offer, words, start, seat, worst, by_name
        self.picks: dict[str, Pick] = {}
        self.guessed = False
        self.loose = 0
        """How many words were taken as mere text without anybody naming the pick."""

    def filled(self) -> dict[str, Pick]:
        """What the words make of the picks. Raises Unread or Unclear."""
        at = self.start
        while at < len(self.words):
            at = self.step(at)
        return self.picks

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
        if self.kind(pick) == "flag":
            return self.flag(pick, at + 1)
        if not self.free(pick) or at + 1 == len(self.words):
            return at + 1
        return self.value(pick, at + 1)

    def value(self, pick: str, at: int) -> int:
        """The value of a pick that was named."""
        for way in (self.number, self.choice, self.text):
            then = way(at, pick)
            if then is not None:
                return then
        raise Unread(at)

    def flag(self, pick: str, at: int) -> int:
        """A yes or no; the name alone means yes."""
        said = folded(self.words[at].text) if at < len(self.words) else ""
        self.picks[pick] = SWITCH.get(said, True)
        return at + (said in SWITCH)

    def number(self, at: int, pick: str = "") -> int | None:
        """A number where a number is open; several with commas where there may be several."""
        said = folded(self.words[at].text)
        if self.words[at].quoted and not pick:
            return None
        for wanted in self.open(("number", "numbers"), pick):
            if HUGE.fullmatch(said):
                raise Unclear(f"'{said}' is too large for '{wanted.pick}'; it can have nine digits at most")
            if wanted.kind == "number" and (found := NUMBER.fullmatch(said)):
                self.picks[wanted.pick] = int(found[1])
                return at + 1 + self.is_unit(at + 1, wanted.pick)
            if wanted.kind == "numbers" and NUMBERS.fullmatch(said):
                numbers = tuple(map(int, re.split(r"[,/.]", said)))
                self.picks[wanted.pick] = numbers  # type: ignore[assignment]
                return at + 1
        return None

    def is_unit(self, at: int, pick: str) -> bool:
        """Whether the word behind a number only says of what: `6 m` where metres are meant, `6 yds` is the same. CPR-SCN-05"""
        said = folded(self.words[at].text) if at < len(self.words) else "?"
        return folded(pick).startswith(said) or (pick == "metres" and said in YARDS)

    def choice(self, at: int, pick: str = "") -> int | None:
        """A value from a short list, or what is fixed about the line; as many words as fit."""
        slots = [named for named in self.slots(bool(pick)) if pick in ("", named.thing.pick)]
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
        word = folded(self.words[at].text).strip(",;:")
        begins_text = word in ARTICLES and any(self.open(TEXTS))
        return at + 1 if not self.words[at].quoted and not begins_text and word in FILLERS | {""} else None

    def text(self, at: int, pick: str = "") -> int | None:
        """The rest as text, up to where another pick begins; one of a list of suggestions where it fits one."""
        wanted = next(self.open((*TEXTS, "word"), pick), None)
        if wanted is None:
            return None
        number = wanted.kind == "text or number" and self.words[at].text.lstrip("+-").isdigit()
        alone = self.words[at].quoted or wanted.kind == "word" or number
        end = at + 1
        while not alone and end < len(self.words) and not self.stops(end, wanted.pick):
            end += 1
        said = joined(self.words[at:end])
        known = matches(said, [Named(choice.value, self.names(choice)) for choice in wanted.choices], Fit.PART)
        self.loose += 0 if pick or len(known) == 1 else end - at
        self.picks[wanted.pick] = known[0].thing if len(known) == 1 else self.meant(said)
        return end

    # ------------------------------------------------------------------ what is open

    def named(self, head: str) -> str | None:
        """The pick of this name, open or not."""
        names = (*self.offer.fixed, *(pick.pick for pick in self.offer.picks))
        return next((one for one in names if folded(one) == folded(head)), None)

    def kind(self, pick: str) -> str:
        """The kind of a pick."""
        return next((one.kind for one in self.offer.picks if one.pick == pick), "fixed")

    def free(self, pick: str) -> bool:
        """Whether a pick can take a value still."""
        return pick not in self.picks or self.kind(pick) == "several"

    def open(self, kinds: Sequence[str], pick: str = "") -> Iterator[Choices]:
        """The picks of these kinds that can take a value: the one named, else all that need no naming."""
        for one in self.offer.picks:
            if one.kind in kinds and self.free(one.pick) and (one.pick == pick or (not pick and one.pick not in self.by_name)):
                yield one

    def slots(self, by_name: bool = False) -> list[Named[Slot]]:
        """Every value that a pick can take still, by its names."""
        fixed = [Named(Slot(pick, value), self.called(value)) for pick, value in self.offer.fixed.items() if self.free(pick)]
        picks = [pick for pick in self.offer.picks if self.free(pick.pick) and pick.kind not in TEXTS]
        return fixed + [
            Named(Slot(pick.pick, choice.value, not choice.reasons), self.names(choice))
            for pick in picks
            if by_name or pick.pick not in self.by_name
            for choice in pick.choices
            if self.names(choice) and choice.value not in self.several(pick.pick)
        ]

    def several(self, pick: str) -> tuple[str, ...]:
        """What a pick of several has taken so far."""
        taken = self.picks.get(pick, ())
        return taken if isinstance(taken, tuple) else ()

    def names(self, choice: Choice) -> tuple[str, ...]:
        """What a choice goes by."""
        return tuple(dict.fromkeys(filter(None, (choice.label, *self.called(choice.value)))))

    def called(self, value: Pick) -> tuple[str, ...]:
        """What a value goes by: a combatant by his name and id."""
        return tuple(dict.fromkeys((said(value, self.seat), str(value))))

    def stops(self, at: int, filling: str) -> bool:
        """Whether a text ends before this word: another pick is named, or one of its values stands here."""
        if self.words[at].quoted:
            return False
        pick = self.named(self.words[at].text.partition("=")[0])
        if pick is not None and pick != filling and self.free(pick):
            return True
        if NUMBER.fullmatch(self.words[at].text) and any(self.open(("number", "numbers"))):
            return True
        begins = at
        while begins + 1 < len(self.words) and folded(self.words[begins].text) in FILLERS:
            begins += 1
        slots = [named for named in self.slots() if named.thing.pick != filling]
        heads = (
            joined(self.words[begins:end]).strip(",;:").removesuffix("'s")
            for end in range(begins + 1, min(begins + 4, len(self.words)) + 1)
        )
        return any(matches(head, slots, Fit.PART if len(head) > 2 else Fit.EXACT) for head in heads)

    # ------------------------------------------------------------------ taking a value

    def take(self, found: Sequence[Match[Slot]], at: int, end: int) -> None:
        """Takes the one value that is meant. Raises Unclear where several are."""
        pick = found[0].thing.pick
        rivals = [match for match in found if match.thing.pick == pick]
        meant = rivals if len(rivals) == 1 else self.told_apart(rivals, joined(self.words[at:end]), end)
        if not meant:
            legal = [match for match in rivals if match.thing.legal]
            meant = legal if len(legal) == 1 else self.usual(rivals, pick)
            self.guessed = True
        if not meant:
            raise self.unclear([match.thing.value for match in legal or rivals], pick, at, end)
        self.guessed = self.guessed or meant[0].fit == Fit.CLOSE
        value = meant[0].thing.value
        self.picks[pick] = (*self.several(pick), str(value)) if self.kind(pick) == "several" else value

    def told_apart(self, rivals: Sequence[Match[Slot]], said: str, end: int) -> list[Match[Slot]]:
        """The one whose other words stand further on, `attack rook with bare hands`; those words are read with it."""
        for match in sorted(rivals, key=lambda rival: -len(rival.name)):
            more = [word for word in folded(match.name).split()[len(said.split()) :] if word not in FILLERS]
            for at in range(end, len(self.words) - len(more) + 1) if more else ():
                if all(folded(word.text).strip(",") == wanted for word, wanted in zip(self.words[at:], more, strict=False)):
                    lead = at > end and folded(self.words[at - 1].text) in FILLERS
                    self.words = (*self.words[: at - lead], *self.words[at + len(more) :])
                    return [match]
        return self.by_one_word(rivals, len(said.split()), end)

    def by_one_word(self, rivals: Sequence[Match[Slot]], said: int, end: int) -> list[Match[Slot]]:
        """The one that a single word behind "with" or "using" tells apart: `attack rook with pistol`, of a heavy pistol."""
        for at in range(end + 1, len(self.words)):
            word = folded(self.words[at].text).strip(",")
            meant = [match for match in rivals if word in folded(match.name).split()[said:]]
            led = folded(self.words[at - 1].text) in ("with", "using")
            if led and len({match.thing.value for match in meant}) == 1:
                self.words = (*self.words[: at - 1], *self.words[at + 1 :])
                return meant[:1]
        return []

    def usual(self, rivals: Sequence[Match[Slot]], pick: str) -> list[Match[Slot]]:
        """The default among several, where they are things; somebody is never guessed."""
        default = next((one.default for one in self.offer.picks if one.pick == pick), "")
        return [match for match in rivals if match.thing.value == default and default not in self.seat.table.combatants]

    def unclear(self, candidates: Iterable[Pick], pick: str, at: int, end: int) -> Unclear:
        """The question back, with a whole line for each candidate."""
        meant = list(candidates)
        shown = [f"{said(one, self.seat)} ({one})" if self.twice(one) else said(one, self.seat) for one in meant]
        around = written(self.words[:at]), written(self.words[end:])
        lines = [" ".join(filter(None, (around[0], spoken(one, self.seat), around[1]))) for one in meant]
        return Unclear(f"{pick} '{joined(self.words[at:end])}'", map(Option, shown, lines))

    def twice(self, value: Pick) -> bool:
        """Whether a value is somebody whose name another bears as well."""
        return isinstance(value, str) and value in self.seat.table.combatants and shared(self.seat.table, value)

    def meant(self, text: str) -> str:
        """A text as it is; where it is exactly somebody's name, that one."""
        known = [Named(id, (name(self.seat.table, id), id)) for id in self.seat.table.combatants]
        first, _, rest = text.partition(" ")
        found = matches(text, known, Fit.EXACT) or matches(rest if folded(first) in ARTICLES else "", known, Fit.EXACT)
        return found[0].thing if len(found) == 1 else text


# ------------------------------------------------------------------ values in words


def said(value: Pick, seat: Seat) -> str:
    """A value of a pick in words: combatants by name."""
    if isinstance(value, tuple):
        return ", ".join(said(one, seat) for one in value)
    return name(seat.table, value) if isinstance(value, str) and value in seat.table.combatants else str(value)


def spoken(value: Pick, seat: Seat) -> str:
    """A value of a pick as one types it."""
    if isinstance(value, tuple):
        return " and ".join(spoken(one, seat) for one in value)
    return typed(seat.table, value) if isinstance(value, str) and value in seat.table.combatants else str(value)
