"""What stands behind a word of the language: the commands and requests that are no verb of a menu."""

from __future__ import annotations

from collections.abc import Callable

from firefight.commands import Begin, Close, Do, End, Rewind
from firefight.language.help import WORDS
from firefight.language.matching import Fit, Named, folded, matches
from firefight.language.orders import read_order
from firefight.language.seat import Give, Seat, Show, Tokens, Unclear, joined, only, people
from firefight.orders import command
from firefight.timeline import Act

Parse = Callable[[str, Seat], Give | Show]
ON = {"on": True, "yes": True, "off": False, "no": False}


def read_word(word: str, words: Tokens, at: int, seat: Seat, parse: Parse) -> Give | Show:
    """The line that begins with this word; `at` is the place of what follows. Raises Unclear."""
    rest = joined(words[at:])
    match word:
        case "begin":
            return begin(words, at, seat)
        case "end":
            return end(rest)
        case "force":
            return force(rest, seat, parse)
        case "goto":
            return Give(Rewind("goto", number(rest.removeprefix("line "), "goto", least=1)))
        case "hand":
            return hand(words, at, seat)
        case "view":
            return view(rest, seat)
        case "log":
            return Show("log", (number(rest, "log", least=1) if rest else 20,))
        case "roll" if not rest:
            raise Unclear("say what to roll: 'roll 3d6+2'")
        case "why" | "roll" | "help":
            return Show(word, (rest,))
        case "map" if rest and seat.gm and seat.files:
            return read_order("map", words, at, seat)
        case "where":
            return Show(word, (sheet_of(words, at, seat),) if rest or seat.acting else ())
        case "menu" | "all" if folded(rest) == "gm" and seat.gm:
            return Show(word, ("gm",))
        case "menu" | "all":
            return Show(word, (person(words, at, seat),) if rest else ())
        case "sheet":
            return Show(word, (sheet_of(words, at, seat),))
    if rest:
        raise Unclear(f"'{word}' stands alone; '{rest}' says nothing to it")
    return simple(word, seat)


def simple(word: str, seat: Seat) -> Give | Show:
    """A word that stands alone."""
    match word:
        case "pass" if seat.acting:
            return Give(Do(seat.acting, Act("pass")))
        case "pass":
            raise Unclear("nobody is to act; say for whom: 'NAME pass'")
        case "undo" | "redo":
            return Give(Rewind("undo" if word == "undo" else "redo"))
        case "close":
            return Give(Close())
    return Show(word)


def number(text: str, word: str, least: int = 0) -> int:
    """A whole number. Raises Unclear with how the word is used."""
    if not text:
        raise Unclear(f"a number is missing: {WORDS[word].usage}")
    if not text.isdecimal() or len(text) > 9 or int(text) < least:
        raise Unclear(f"'{text}' is not a whole number from {least} up: {WORDS[word].usage}")
    return int(text)


def person(words: Tokens, at: int, seat: Seat) -> str:
    """The one person whom the rest of the line names."""
    rest = joined(words[at:])
    found = matches(rest, people(seat, everybody=True), Fit.CLOSE)
    return only(found, rest, seat, words[:at])


def sheet_of(words: Tokens, at: int, seat: Seat) -> str:
    """Whose sheet is asked for: the one named, else the one who acts."""
    if at < len(words):
        return person(words, at, seat)
    if not seat.acting:
        raise Unclear("say whose: 'sheet NAME'")
    return seat.acting


def begin(words: Tokens, at: int, seat: Seat) -> Give:
    """A fight begins between those named, else everybody; those after "surprised" are."""
    cut = next((n for n in range(at, len(words)) if folded(words[n].text).strip(",:") == "surprised"), len(words))
    return Give(Begin(listed(words, at, cut, seat), listed(words, cut + 1, len(words), seat)))


def listed(words: Tokens, at: int, end: int, seat: Seat) -> tuple[str, ...]:
    """The people named between two places of the line, as many words to each name as fit."""
    named: list[str] = []
    while at < end:
        if folded(words[at].text).strip(",;") in ("", "and"):
            at += 1
            continue
        for stop in range(end, at, -1):
            said = joined(words[at:stop]).strip(",;")
            found = matches(said, people(seat), Fit.PART)
            if found:
                named.append(only(found, said, seat, words[:at], words[stop:]))
                at = stop
                break
        else:
            said = words[at].text.strip(",;")
            named.append(only(matches(said, people(seat), Fit.CLOSE), said, seat, words[:at], words[at + 1 :]))
            at += 1
    return tuple(dict.fromkeys(named))


def end(rest: str) -> Give:
    """The end of the fight, or of a turn for whoever writes it in two words."""
    if folded(rest) not in ("", "fight", "the fight"):
        raise Unclear(f"'end' ends the fight and '{rest}' says nothing to it; 'pass' ends a turn")
    return Give(End())


def force(rest: str, seat: Seat, parse: Parse) -> Give:
    """An act that is let through, with the GM's reason."""
    reason, colon, line = rest.partition(":")
    if not colon or not line.strip() or not reason.strip():
        raise Unclear("write the reason, a colon and the act: 'force he has cover: attack rook'")
    meant = parse(line, seat._replace(questions=()))
    if not isinstance(meant, Give) or not isinstance(meant.command, Do) or meant.command.act.verb == "pass":
        raise Unclear(f"'{line.strip()}' is not an act; only acts need forcing")
    command = meant.command
    return meant._replace(command=Do(command.who, command.act, force=reason.strip()))


def hand(words: Tokens, at: int, seat: Seat) -> Give:
    """Who rolls real dice from now on; without on or off, the other way than before."""
    last = folded(words[-1].text) if at < len(words) else ""
    who = listed(words, at, len(words) - (last in ON), seat)
    by_hand = all(seat.table.who(one).has("dice by hand") for one in who) if who else bool(seat.table.flags.get("dice by hand"))
    return Give(command("hand", seat.game, seat.table, {"who": who, "on": ON.get(last, not by_hand)}))


def view(rest: str, seat: Seat) -> Show:
    """Whose eyes to look through: a player by name, a spectator, or the GM again."""
    said = rest.removeprefix("as ").strip() if folded(rest) != "as" else ""
    owners = dict.fromkeys(one.owner for one in seat.table.combatants.values() if one.owner)
    seats = [Named(name, (name,)) for name in ("gm", "spectator", *owners)]
    found = matches(said, seats, Fit.CLOSE)
    if len(found) != 1:
        raise Unclear(f"say through whose eyes: view as {', '.join(one.thing for one in seats)}")
    return Show("view", (found[0].thing,))
