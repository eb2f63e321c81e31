"""A fight of the toy game, its dice as one wishes, and short ways to play it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from firefight.commands import Begin, Do, Reply
from firefight.dice import Faces, Keyed, Source
from firefight.events import Event, Told
from firefight.history import Batch, decode, encode
from firefight.session import Session, combatant, found, resumed
from firefight.table import Combatant
from firefight.timeline import Act, Deed, Pick, Turn, Value
from firefight.view import GM, Viewer, log
from firefight.words import Words
from tests.conformance import encoded
from tests.toy import GAME, Sheet

SURE_HIT, SURE_MISS = 20, 1
Some = TypeVar("Some", bound=Event)
ANA, BO, NOBODY = Viewer("player", "ana's player"), Viewer("player", "bo's player"), Viewer("spectator")


class Loaded:
    """Dice that fall as told, by label, every time; those that nobody has told about come from a key."""

    def __init__(self, faces: Mapping[str, int | Faces] | None = None) -> None:
        self.told, self.rest = faces or {}, Keyed(b"toy")

    def faces(self, path: str, label: str, n: int, sides: int) -> Faces:
        told = self.told.get(f"{path} {label}", self.told.get(label))
        return self.rest.faces(path, label, n, sides) if told is None else told if isinstance(told, tuple) else (told,) * n


def one(id: str, place: int = 0, side: str = "", sheet: Sheet | None = None, **more: Any) -> Combatant:
    """Somebody of the toy: PCs "ana", "bo" and "cy" have players of their own, others are the GM's."""
    player = f"{id}'s player" if id in ("ana", "bo", "cy") else ""
    fields: dict[str, Any] = {"name": id.title(), "owner": player, "pc": bool(player), "score": (place,) if place else ()} | more
    return combatant(GAME, id, fields.pop("name"), side or ("crew" if player else "gang"), sheet or Sheet(), **fields)


def table(people: Iterable[Combatant], dice: Source | Mapping[str, int | Faces] | None = None, **options: str) -> Session:
    """A table before its fight."""
    source = dice if dice is not None and not isinstance(dice, Mapping) else Loaded(dice)
    return found(GAME, people, options, source=source)


def fight(who: str = "ana bo thug guard", dice: Mapping[str, int | Faces] | None = None, **options: str) -> Session:
    """A running fight of those named, in this order, all with the same numbers; "+" puts two in one slot."""
    places = [slot.split("+") for slot in who.split()]
    people = [one(id, 30 - place) for place, slot in enumerate(places) for id in slot]
    session = table(people, {"attack": SURE_HIT, "damage": 3, **(dice or {})}, **options)
    session.do(Begin())
    return session


def act(session: Session, who: str, verb: str, by: Viewer = GM, **picks: Pick) -> Batch:
    """Somebody acts."""
    return session.do(Do(who, Act(verb, picks), session.token(who)), by)


def let_pass(session: Session, *who: str) -> None:
    """These pass, one after the other."""
    for one in who:
        session.do(Do(one, Act("pass"), session.token(one)))


def wave_on(session: Session) -> None:
    """Everybody lets every open window go by."""
    while (top := session.table.timeline.top) and isinstance(top, Turn) and top.window:
        let_pass(session, session.awaited()[0])


def until_turn_of(session: Session, who: str) -> None:
    """Everybody passes until it is this one's turn."""
    for _ in range(200):
        if session.awaited() == (who,) and window(session) is None:
            return
        let_pass(session, session.awaited()[0])
    raise AssertionError(f"{who} never gets a turn")


def answer(session: Session, value: Value, number: int = 0) -> Batch:
    """An open question is answered."""
    question = session.questions()[number]
    return session.do(Reply(question.label, value, question.who, session.question_token(question)))


def window(session: Session) -> str | None:
    """The label of the window on top, if one is open."""
    top = session.table.timeline.top
    return top.window if isinstance(top, Turn) and top.window else None


def deeds(session: Session) -> list[str]:
    """Who has a deed on the stack, the undermost first."""
    return [frame.who for frame in session.table.timeline.stack if isinstance(frame, Deed)]


def hp(session: Session, who: str) -> int:
    return session.table.who(who).pool("hp")


def events(session: Session, *kinds: type[Some]) -> list[Some]:
    """What happened on the branch the table stands on, of some kinds."""
    path = session.history.line_of_command()
    return [event for number in path for event in session.history.batches[number - 1].events if isinstance(event, kinds)]


def blows(session: Session) -> list[dict[str, Value]]:
    """Every attack that was carried out, in order: who, target, total, ac, hit."""
    told = events(session, Told)
    strikes, reckoned = ([one for one in told if one.key_ == key] for key in ("strike", "reckoned"))
    return [{"who": one.who, **one.values, **line.values} for one, line in zip(strikes, reckoned, strict=True)]


def outcomes(session: Session) -> list[str]:
    """What became of every attack, in order: it struck, or was lost."""
    return [event.key_ for event in events(session, Told) if event.key_ in ("strike", "lost")]


def read(session: Session, viewer: Viewer) -> list[tuple[int, str]]:
    """The log as a viewer reads it: numbers and lines with every value in them."""
    known = ((number, event.line(table, AsData({}))) for number, event, table in log(GAME, session.history, viewer))
    return [(number, line) for number, line in known if line is not None]


class AsData(Words):
    """Says a sentence as its key and every value of it."""

    def __call__(self, key: str, /, **values: object) -> str:
        return f"{key} {values}"


def again(session: Session) -> Session:
    """The same table, read back from its log."""
    records = [encode(batch) for batch in session.history.batches]
    assert [decode(record, GAME.sheet) for record in records] == session.history.batches
    copy = resumed(GAME, records, session.source)
    assert encoded(copy.table) == encoded(session.table)
    assert copy.table == session.table
    assert copy.questions() == session.questions()
    assert copy.awaited() == session.awaited()
    return copy
