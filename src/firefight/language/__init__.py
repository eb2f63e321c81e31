"""The command language of the table: a line of text becomes a command, or something to show. Pure; prints nothing.

`attack rook with pistol`, `3`, `move 6`, `vex attack rook`, `hold attack rook until 9`, `force he may: run`. Words are
found exactly first, then by unique beginnings, then by close spelling; where several things may be meant, Unclear says
which. Where a word has two uses, a sign tells them apart: `moth: attack rook` is for Moth, `= prone` is an answer,
`/mark rook prone` is a word of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from firefight.commands import Do
from firefight.errors import FirefightError
from firefight.game import Offer
from firefight.language.acts import phrase, read_act
from firefight.language.answers import answer, chosen, default, label, reply, wanted
from firefight.language.help import WORDS
from firefight.language.matching import Fit, Match, Named, folded, matches
from firefight.language.orders import order_words, pool_names, read_order, read_pool, vocabulary
from firefight.language.plain import plain
from firefight.language.seat import (
    Give,
    Incomplete,
    Option,
    Seat,
    Show,
    Tokens,
    Unclear,
    either,
    joined,
    only,
    people,
    tokens,
    typed,
)
from firefight.language.words import read_word
from firefight.timeline import Act, Question

__all__ = [
    "Give",
    "Named",
    "Seat",
    "Show",
    "Unclear",
    "label",
    "legal",
    "parse",
    "phrase",
    "plain",
    "typed",
    "vocabulary",
    "wanted",
]


FINAL = ("quit", "end", "close")
"""Words that are never guessed from a spelling."""
OUTSIDE = ("check", "demo", "new", "play", "replay", "rules", "verify")
"""Commands of the shell that somebody may type at the table."""


class Head(NamedTuple):
    """What the first words of a line may be: a verb of somebody's menu, a word of the language, or a name."""

    kind: str
    word: str
    length: int
    fit: Fit


def parse(line: str, seat: Seat) -> Give | Show:
    """What a line means. Raises Unclear, in one sentence, for one that means nothing or several things."""
    text = plain(line).strip()
    question = seat.questions[0] if seat.questions else None
    if not text:
        return nothing_said(question, seat)
    if text.startswith("="):
        return freely(text[1:].strip(), question, seat)
    if text.startswith("/"):
        return spoken(tokens(text[1:]) or tokens("help"), seat, ("word", "order", "pool"))
    words = tokens(text)
    addressed = address(words, seat)
    if addressed:
        return for_somebody(addressed, words, after_colon(words), seat)
    if question:
        return answering(text, words, question, seat)
    return spoken(words, seat)


def legal(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The lines of a menu that can be chosen, in the order of their numbers."""
    return tuple(offer for offer in offers if not offer.reasons)


# ------------------------------------------------------------------ answers


def nothing_said(question: Question | None, seat: Seat) -> Give:
    """Enter alone: the default of the question that is open, else the end of the turn."""
    if question:
        return default(question)
    if seat.acting:
        return Give(Do(seat.acting, Act("pass")))
    raise Unclear("nobody is to act; 'begin' starts a fight, 'help' lists what else there is")


def freely(text: str, question: Question | None, seat: Seat) -> Give:
    """An answer that stands for itself, whatever it looks like."""
    if question is None:
        raise Unclear("nothing is asked just now; '=' begins an answer")
    found = chosen(text, question, seat) if question.options else None
    return found or (reply(question, text) if question.kind in ("effect", "ruling") else needed(text, question, seat))


def needed(text: str, question: Question, seat: Seat) -> Give:
    """The answer. Raises Unclear, saying what would be one."""
    found = answer(text, question, seat)
    if found is None:
        raise Unclear(f"'{text}' does not answer '{label(question, seat)}': {wanted(question, seat)}")
    return found


def answering(text: str, words: Tokens, question: Question, seat: Seat) -> Give | Show:
    """A line while a question is open: a word of the language in full, an answer, or anything else that can be said."""
    if any(head.kind in ("word", "order") for head in heads(words, 0, seat, Fit.EXACT)):
        return spoken(words, seat)
    found = answer(text, question, seat)
    if found:
        return found
    try:
        return spoken(words, seat)
    except Unclear:
        return needed(text, question, seat)


# ------------------------------------------------------------------ lines


def after_colon(words: Tokens) -> int:
    """The place of the word behind the first colon."""
    return next(at for at, word in enumerate(words) if word.text.endswith(":")) + 1


def address(words: Tokens, seat: Seat) -> str:
    """Whom `NAME: ...` addresses; empty where a line does not begin so."""
    for at, word in enumerate(words[:6]):
        if word.text.endswith(":") and not word.quoted:
            said = joined(words[: at + 1]).removesuffix(":")
            found = matches(said, [*people(seat), Named("gm", ("gm",))], Fit.PART)
            return only(found, said, seat, (), words[at:]) if found else ""
    return ""


def spoken(words: Tokens, seat: Seat, kinds: tuple[str, ...] = ()) -> Give | Show:
    """A line that is no answer: by its number in the menu, else by its first words, of these kinds alone if any are named."""
    if words[0].text.isdecimal():
        if not seat.acting:
            raise Unclear("nobody is to act, so no line of a menu has a number; 'begin' starts a fight")
        return numbered(words, 0, seat.acting, seat)
    if words[0].text.partition("=")[0] in pool_names(seat):
        words = (*tokens(words[0].text.replace("=", " = ")), *words[1:])
    for worst in (Fit.EXACT, Fit.PART, Fit.CLOSE):
        found = [head for head in heads(words, 0, seat, worst) if not kinds or head.kind in kinds]
        if found:
            return settled(found, words, 0, seat)
    raise Unclear(nothing_meant(words[0].text, seat))


def nothing_meant(word: str, seat: Seat) -> str:
    """What is said of a line whose first word means nothing here, with what would help."""
    if not seat.gm and folded(word) in {*WORDS, *order_words(), *pool_names(seat)}:
        return f"'{folded(word)}' is for the GM alone"
    if folded(word) in OUTSIDE:
        return f"'{folded(word)}' is typed outside the table: 'quit', then 'firefight {folded(word)}'"
    if not seat.table.timeline.running:
        return f"'{word}' is no word of the table, and no fight is running: 'begin' starts one, 'help' lists the words"
    return f"'{word}' is neither a word of the table nor on a menu; 'help' lists the words, 'all' the menu"


def for_somebody(who: str, words: Tokens, start: int, seat: Seat) -> Give | Show:
    """What is said for somebody by name: an act of his, his answer, the end of his turn; his name alone shows his menu."""
    who = "" if who == "gm" else who
    if start >= len(words):
        return Show("menu", (who or "gm",))
    asked = next((question for question in seat.questions if question.who == who), None)
    if asked:
        found = answer(joined(words[start:]), asked, seat)
        if found:
            return found
    if words[start].text.isdecimal():
        return numbered(words, start, who, seat)
    for worst in (Fit.EXACT, Fit.PART, Fit.CLOSE):
        verbs = list(verb_heads(words, start, seat.menu(who), worst))
        if verbs:
            return settled(verbs, words, start, seat, who)
        if matches(joined(words[start:]), [Named("pass", ("pass", *WORDS["pass"].names))], worst):
            return Give(Do(who, Act("pass")), worst == Fit.CLOSE)
    first = folded(words[start].text)
    if first in ("menu", "all", "sheet", "where"):
        return Show(first, (who,))
    if seat.gm and first in pool_names(seat):
        return read_pool(first, words, start + 1, seat, typed(seat.table, who))
    if seat.gm and first in order_words():
        return read_order(first, (*tokens(f"{first} who {who}"), *words[start + 1 :]), 1, seat)
    verbs_there = ", ".join(dict.fromkeys(offer.verb for offer in seat.menu(who))) or "it is empty"
    whose = typed(seat.table, who) if who else "the GM"
    raise Unclear(f"'{words[start].text}' is not on the menu of {whose}: {verbs_there}")


def numbered(words: Tokens, start: int, who: str, seat: Seat) -> Give:
    """A line of the menu by its number, with what follows it."""
    lines = legal(seat.menu(who))
    number = int(words[start].text[:6])
    if not 1 <= number <= len(lines):
        raise Unclear(f"the menu has no line {number}; " + (f"it has 1 to {len(lines)}" if lines else "nothing is possible now"))
    reading = read_act(words, start + 1, [lines[number - 1]], seat)
    return Give(Do(who, reading.act), reading.guessed)


# ------------------------------------------------------------------ first words


def heads(words: Tokens, start: int, seat: Seat, worst: Fit) -> Iterator[Head]:
    """What the first words may be, as well as asked for: verbs and words of the language first, names after them."""
    verbs = list(verb_heads(words, start, seat.menu(seat.acting), worst)) if seat.acting else []
    taken = {head.word for head in verbs}
    yield from verbs
    own = [Named(word, (word, *about.names)) for word, about in WORDS.items() if seat.gm or not about.gm]
    own = [one for one in own if worst != Fit.CLOSE or one.thing not in FINAL]
    yield from (head for head in longest(words, start, own, "word", worst) if head.word not in taken)
    if seat.gm:
        orders = [Named(word, (word,)) for word in order_words() if word not in WORDS]
        yield from longest(words, start, orders, "order", worst)
        pools = [Named(pool, (pool,)) for pool in pool_names(seat)]
        yield from longest(words, start, pools, "pool", Fit.EXACT) if worst == Fit.EXACT else ()
        yield from (head for head in verb_heads(words, start, seat.menu(""), worst, "gm verb") if head.word not in taken)
    yield from longest(words, start, [*people(seat), Named("gm", ("gm",))], "name", worst)


def verb_heads(words: Tokens, start: int, offers: Iterable[Offer], worst: Fit, kind: str = "verb") -> Iterator[Head]:
    """The verbs of a menu that the first words may be."""
    verbs = dict.fromkeys(offer.verb for offer in offers)
    return longest(words, start, [Named(verb, (verb,)) for verb in verbs], kind, worst)


def longest(words: Tokens, start: int, known: list[Named[str]], kind: str, worst: Fit) -> Iterator[Head]:
    """What the most of the first words fit, at exactly this quality."""
    most = max((len(name.split()) for one in known for name in one.names), default=0)
    for length in range(min(most, len(words) - start), 0, -1):
        said = joined(words[start : start + length]).strip(",;")
        found: list[Match[str]] = [match for match in matches(said, known, worst) if match.fit == worst]
        if found:
            yield from (Head(kind, match.thing, length, match.fit) for match in found)
            return


def settled(found: list[Head], words: Tokens, start: int, seat: Seat, who: str | None = None) -> Give | Show:
    """The one reading of a line that makes sense; verbs and words come before names. Raises Unclear."""
    errors: list[FirefightError] = []
    readings: list[tuple[Head, Give | Show]] = []
    unfinished: list[Head] = []
    for head in found:
        if head.kind == "name" and head.fit != Fit.EXACT and any(other.kind != "name" for other, _ in readings):
            break
        try:
            readings.append((head, read(head, words, start, seat, seat.acting if who is None else who)))
        except FirefightError as error:
            errors.append(error)
            unfinished += [head] if isinstance(error, Incomplete) and head.fit != Fit.EXACT else []
    readings = preferred(readings, seat) if len(readings) > 1 else readings
    rivals = [*(head for head, _ in readings), *unfinished]
    if len(rivals) > 1:
        raise ambiguous([head for head in found if head in rivals], words, start, seat)
    if readings:
        return guessed(*readings[0])
    raise errors[0] if len(errors) == 1 else sharpest(errors, found, words, start)


def ambiguous(found: list[Head], words: Tokens, start: int, seat: Seat) -> Unclear:
    """The question back, with a line for each thing that the first words may be."""
    exact = found[0].fit == Fit.EXACT
    lines = []
    for head in found:
        word = f"{typed(seat.table, head.word)}:" if head.kind == "name" else head.word
        sign = "/" if exact and head.kind in ("word", "order") else ""
        lines.append(f"{sign}{word} {joined(words[start + head.length :])}".strip())
    return Unclear(f"'{joined(words[start:])}'", (Option(line, line) for line in dict.fromkeys(lines)))


def preferred(readings: list[tuple[Head, Give | Show]], seat: Seat) -> list[tuple[Head, Give | Show]]:
    """Of several readings the exact verb or word; else the one act that is possible now."""
    if readings[0][0].fit == Fit.EXACT and not any(head.kind == "name" for head, _ in readings):
        return readings[:1]
    acts = [one for one in readings if possible(one[1], seat)]
    return acts if len(acts) == 1 and all(head.kind == "verb" for head, _ in readings) else readings


def possible(meant: Give | Show, seat: Seat) -> bool:
    """Whether a reading is an act that nothing speaks against."""
    if not isinstance(meant, Give) or not isinstance(meant.command, Do):
        return False
    act = meant.command.act
    return any(offer.fits(act) and not offer.refusals(offer.filled(act)) for offer in seat.menu(meant.command.who))


def sharpest(errors: list[FirefightError], found: list[Head], words: Tokens, start: int) -> FirefightError:
    """What is said when no reading makes sense: what a line that was understood met with, else what it may begin."""
    if found[0].fit == Fit.EXACT:
        return next((error for error in errors if not isinstance(error, Unclear)), errors[0])
    return Unclear(
        f"'{joined(words[start:])}' may begin {either(dict.fromkeys(head.word for head in found))}, but does not fit on"
    )


def guessed(head: Head, meant: Give | Show) -> Give | Show:
    """The reading, marked as a guess where its first word was only close."""
    return meant._replace(guessed=True) if isinstance(meant, Give) and head.fit == Fit.CLOSE else meant


def read(head: Head, words: Tokens, start: int, seat: Seat, who: str) -> Give | Show:
    """A line whose first words are known."""
    then = start + head.length
    match head.kind:
        case "name":
            return for_somebody(head.word, words, then, seat)
        case "word":
            return read_word(head.word, words, then, seat, parse)
        case "order":
            return read_order(head.word, words, then, seat)
        case "pool":
            return read_pool(head.word, words, then, seat)
    doer = "" if head.kind == "gm verb" else who
    offers = [offer for offer in seat.menu(doer) if offer.verb == head.word]
    reading = read_act(words, then, offers, seat)
    return Give(Do(doer, reading.act), reading.guessed)
