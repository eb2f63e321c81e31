"""What could stand next in a line: for the Tab key. Pure, like everything here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firefight.game import Offer
from firefight.language.filling import Filling, Unread, said
from firefight.language.matching import Fit, Named, folded, matches
from firefight.language.orders import offer_of, order_words, pool_names, vocabulary
from firefight.language.seat import Seat, Tokens, Unclear, joined, people, tokens, typed


class Completion(NamedTuple):
    """A text that can take the place of the last `replaces` characters of a line, and what it is."""

    text: str
    replaces: int
    about: str = ""


def completions(line: str, seat: Seat) -> list[Completion]:
    """What could stand at the end of this line, the likeliest first."""
    words = tokens(line)
    open_ = not line or line[-1].isspace()
    before = words if open_ else words[:-1]
    options = list(dict.fromkeys(following(before, seat)))
    found = []
    for length in range(min(3, len(words)), 0, -1) if not open_ else ():
        typed_so_far = joined(words[-length:])
        found += [Completion(text, len(typed_so_far), about) for text, about in options if fits(text, typed_so_far)]
    return found if not open_ else [Completion(text, 0, about) for text, about in options]


def fits(text: str, so_far: str) -> bool:
    """Whether a text begins as somebody has typed."""
    return folded(text).startswith(folded(so_far)) and folded(text) != folded(so_far)


def following(before: Tokens, seat: Seat) -> Iterator[tuple[str, str]]:
    """What could come after some whole words, each with what it is."""
    if seat.questions and not before:
        yield from ((said(option, seat), "answer") for option in seat.questions[0].options)
    if not before:
        yield from firsts(seat, seat.acting)
        return
    who, start = addressed(before, seat)
    doer = seat.acting if who is None else who
    if start == len(before):
        yield from firsts(seat, doer, names=False)
        return
    yield from after_head(before, start, doer, seat)


def firsts(seat: Seat, doer: str, names: bool = True) -> Iterator[tuple[str, str]]:
    """What a line can begin with: verbs that are possible, words of the table, orders, names."""
    menu = seat.menu(doer) if doer else ()
    yield from ((offer.verb, offer.price) for offer in menu if not offer.reasons)
    yield from ((word, about.usage) for word, about in vocabulary(seat).items())
    if seat.gm:
        yield from ((pool, f"{pool} -5 NAME") for pool in pool_names(seat))
        yield from ((offer.verb, "the GM's") for offer in seat.menu(""))
    yield from ((offer.verb, "not now") for offer in menu if offer.reasons)
    if names:
        yield from ((typed(seat.table, one.thing), "name") for one in people(seat))


def addressed(words: Tokens, seat: Seat) -> tuple[str | None, int]:
    """Whose name the words begin with, and the place after it."""
    for length in range(min(4, len(words)), 0, -1):
        found = matches(joined(words[:length]).removesuffix(":"), people(seat), Fit.EXACT)
        if len(found) == 1:
            return found[0].thing, length
    return None, 0


def after_head(words: Tokens, start: int, doer: str, seat: Seat) -> Iterator[tuple[str, str]]:
    """What could come after a verb, an order or a word."""
    for length in range(min(3, len(words) - start), 0, -1):
        head = joined(words[start : start + length])
        menu = [*(seat.menu(doer) if doer else ()), *(seat.menu("") if seat.gm else ())]
        offers = [offer for offer in menu if folded(offer.verb) == folded(head)]
        if not offers and seat.gm and folded(head) in order_words():
            offers = [offer_of(folded(head), seat)]
        if offers:
            for offer in offers:
                yield from picks(offer, words, start + length, seat)
            return
    if matches(
        words[start].text,
        [Named(word, (word,)) for word in ("begin", "sheet", "menu", "all", "hand", *pool_names(seat))],
        Fit.EXACT,
    ):
        yield from ((typed(seat.table, one.thing), "name") for one in people(seat))
    if folded(words[start].text) == "help":
        yield from ((word, about.sentence) for word, about in vocabulary(seat).items())
    if folded(words[start].text) == "view":
        owners = dict.fromkeys(one.owner for one in seat.table.combatants.values() if one.owner)
        yield from ((f"as {name}", "view") for name in ("gm", "spectator", *owners))


def picks(offer: Offer, words: Tokens, start: int, seat: Seat) -> Iterator[tuple[str, str]]:
    """The values that the picks of a line can take still, and the names of picks that must be named."""
    filling = Filling(offer, words, start, seat, Fit.PART)
    try:
        filling.filled()
    except (Unread, Unclear):
        return
    for one in filling.slots():
        slot = one.thing
        if slot.pick not in filling.picks or filling.kind(slot.pick) == "several":
            value = (
                typed(seat.table, slot.value)
                if isinstance(slot.value, str) and slot.value in seat.table.combatants
                else str(slot.value)
            )
            yield value, slot.pick if slot.legal else f"{slot.pick}, not now"
    yield from ((pick.pick, "then what") for pick in offer.picks if filling.free(pick.pick) and not pick.choices)
