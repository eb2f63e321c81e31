"""The JSON API: the same views and the same commands as the pages, for bots and other front ends.

Every answer is what the asker's seat may know, and nothing else. The types of all bodies stand in `/schema/openapi.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, HeaderParameter
from litestar.types import ASGIApp
from msgspec import Struct

from firefight import odds
from firefight.commands import AnyCommand, Order
from firefight.encounter import Encounter
from firefight.engine import AlreadyDone, Impossible
from firefight.errors import FirefightError, Refused
from firefight.game import Offer
from firefight.games import GAMES, game
from firefight.history import Batch, typed
from firefight.language.reasons import because
from firefight.table import Table
from firefight.timeline import Value
from firefight.view import GM
from firefight.web import guard
from firefight.web.described import told_as
from firefight.web.feed import PAGE, Change, feed
from firefight.web.fights import load
from firefight.web.heard import Entry
from firefight.web.routes.answers import Asked, screen_of
from firefight.web.routes.gm import address
from firefight.web.routes.home import of_file
from firefight.web.routes.live import listening, place_of
from firefight.web.said import refused
from firefight.web.screen import Screen

Json = Response[bytes]
LONGEST_KEY = 100


class Ready(Struct, frozen=True):
    """Somebody the table waits for; "" is the GM. `token` names the moment, where the asker may speak for him."""

    who: str
    token: str = ""


class Open(Struct, frozen=True):
    """An open question that is the asker's to answer. `kind` is dice ("spec" of them), choice, ruling, amount or effect."""

    label: str
    who: str
    kind: str
    token: str
    options: tuple[str, ...]
    default: Value
    spec: str = ""
    about: str = ""


class Chance(Struct, frozen=True):
    """The odds of one line of a menu (by its place, from 0) against one target, as exact fractions ("5/12") and as numbers.

    `answers` holds by name what the chance comes to where the target defends itself in another way; `guessed` tells that the
    target's numbers are taken as ordinary, because the asker does not know them.
    """

    line: int
    target: str
    exact: str
    chance: float
    damage: Mapping[str, float]
    also: Mapping[str, float]
    drops: float | None = None
    answers: Mapping[str, float] = {}
    guessed: bool = False


class Page(Struct, frozen=True):
    """Some of the log, oldest first. `newest` is the number of the newest entry there is."""

    entries: tuple[Entry, ...]
    newest: int


class Done(Struct, frozen=True):
    """What came of a command, as the asker knows it; null where he is told nothing of it. `place` is his newest entry."""

    entry: Entry | None
    place: int


class Against(Struct, frozen=True):
    """One reason why something cannot be done: its key, the rule that says so, and a sentence."""

    key: str
    rule: str
    text: str


class Problem(Struct, frozen=True):
    """Why nothing was done. `kind` is impossible by the rules, with all `reasons`; done already, or too late; or refused."""

    detail: str
    kind: Literal["impossible", "done", "refused"] = "refused"
    reasons: tuple[Against, ...] = ()


class SeatShown(Struct, frozen=True):
    """A seat: its id, its role, its player, and whether he looks just now."""

    id: str
    role: str
    name: str
    here: bool


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to make: a ready-made fight by id, an encounter file as text, or a game with nobody in it yet."""

    fight: str = ""
    encounter: str = ""
    game: str = ""
    title: str = ""


class Made(Struct, frozen=True):
    """A new table: its name, the GM's secret, and the link by which players come in."""

    table: str
    secret: str
    join: str


# ------------------------------------------------------------------ looking


@get("/api/tables/{table:str}", include_in_schema=True, opt=told_as(Table))
async def state(request: Asked, table: FromPath[str]) -> Json:
    """The table as the asker knows it."""
    here = guard.sitting(request, table)
    return json(here.room.session.view(here.viewer))


@get("/api/tables/{table:str}/menu/{who:str}", include_in_schema=True, opt=told_as(tuple[Offer, ...]))
async def menu(request: Asked, table: FromPath[str], who: FromPath[str]) -> Json:
    """Everything a combatant of the asker's may do now, with every reason against what he may not."""
    return json(mine(request, table, who).menu(who))


@get("/api/tables/{table:str}/menu", include_in_schema=True, opt=told_as(tuple[Offer, ...]))
async def own_menu(request: Asked, table: FromPath[str]) -> Json:
    """What the GM may have the table itself do: scenes, rests, whatever belongs to nobody."""
    room = guard.gm_at(request, table)
    return json(screen_of(request, room, GM).menu(""))


@get("/api/tables/{table:str}/odds/{who:str}", include_in_schema=True, opt=told_as(tuple[Chance, ...]))
async def chances(request: Asked, table: FromPath[str], who: FromPath[str]) -> Json:
    """The odds of the lines of a menu, from what the asker may know; lines without dice have none."""
    screen = mine(request, table, who)
    found = odds.panel(screen.game, screen.table, who, screen.menu(who))
    return json(tuple(chance(line, known) for line, known in found.items() if known.chance is not None))


def chance(line: odds.Line, known: odds.Odds) -> Chance:
    """The odds of one line as numbers."""
    damage = {str(amount): float(share) for amount, share in known.damage.items()}
    also = {name: float(share) for name, share in known.also.items()}
    drops = None if known.drops is None else float(known.drops)
    assert known.chance is not None
    answers = {way: float(share) for way, share in known.answers.items()}
    return Chance(line.offer, line.target, str(known.chance), float(known.chance), damage, also, drops, answers, known.guessed)


@get("/api/tables/{table:str}/awaited", include_in_schema=True, opt=told_as(tuple[Ready, ...]))
async def awaited(request: Asked, table: FromPath[str]) -> Json:
    """Those whom the table waits for, as far as the asker knows, with the token to speak for his own."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    people = screen.table.combatants
    own = {who for who in screen.awaited if (who == "" and screen.gm) or here.viewer.owns(people.get(who))}
    return json(tuple(Ready(who, screen.token(who) if who in own else "") for who in screen.awaited))


@get("/api/tables/{table:str}/questions", include_in_schema=True, opt=told_as(tuple[Open, ...]))
async def questions(request: Asked, table: FromPath[str]) -> Json:
    """The open questions that are the asker's to answer."""
    here = guard.sitting(request, table)
    session = here.room.session
    return json(
        tuple(
            Open(one.label, one.who, one.kind, session.question_token(one), one.options, one.default, one.spec, one.about)
            for one in session.questions(here.viewer)
        )
    )


@get("/api/tables/{table:str}/log", include_in_schema=True, opt=told_as(Page))
async def log(request: Asked, table: FromPath[str], after: FromQuery[int] = 0, limit: FromQuery[int] = PAGE) -> Json:
    """The log as the asker knows it, numbered in his own count: the entries after a number, at most `limit` (100 or less)."""
    here = guard.sitting(request, table)
    heard = here.room.heard(here.viewer)
    await heard.ready()
    return json(Page(heard.after(after, guard.language(request), min(max(limit, 1), PAGE)), len(heard)))


@get("/api/tables/{table:str}/seats", include_in_schema=True, opt=told_as(tuple[SeatShown, ...]))
async def seats(request: Asked, table: FromPath[str]) -> Json:
    """The seats that can be used; for the GM."""
    room = guard.gm_at(request, table)
    here = room.watching()
    return json(tuple(SeatShown(one.id, one.role, one.name, one.name in here) for one in room.seats.all()))


@get("/api/tables/{table:str}/events", include_in_schema=True, opt=told_as(Change, "text/event-stream"))
async def events(request: Asked, table: FromPath[str]) -> ASGIApp:
    """What changes, as it changes: one message ("event: change") for each change that the asker can notice.

    `data` has his new entries of the log, `id` the number of the newest. With the header Last-Event-ID the first message has
    all entries since; else it has none. A message without entries says that the table looks different all the same.
    """
    here = guard.sitting(request, table)
    await here.room.heard(here.viewer).ready()
    return listening(feed(here.room, here.viewer, guard.language(request)), place_of(request), here.seat.id)


def mine(request: Asked, table: str, who: str) -> Screen:
    """What the asker sees, for a question about somebody who is his; 404 for nobody he knows, 403 for another's."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    one = screen.table.combatants.get(who)
    if one is None:
        raise NotFoundException("Nobody here is called that.")
    if not here.viewer.owns(one):
        raise PermissionDeniedException("That is for whoever plays him, and for the GM.")
    return screen


# ------------------------------------------------------------------ doing


@post("/api/tables/{table:str}/commands", status_code=200, include_in_schema=True, opt=told_as(Done, body=AnyCommand))
async def commands(
    request: Asked,
    table: FromPath[str],
    key: Annotated[str, HeaderParameter(name="Idempotency-Key", max_length=LONGEST_KEY)] = "",
) -> Json:
    """Carries out a command: what came of it, or 409 with every reason why it cannot be, or 403 for what is not the asker's.

    A command that comes again under the same Idempotency-Key of the same seat, or whose token names a moment that has gone
    by, changes nothing and is answered with 409 and the kind "done".
    """
    here = guard.sitting(request, table)
    room = here.room
    command = read(await request.body(), AnyCommand)
    given = typed(Batch(command, ()), room.session.game.sheet).command if isinstance(command, Order) else command
    try:
        room.give(given, here.viewer, f"{here.seat.id} {key}" if key else "")
    except FirefightError as error:
        return problem(screen_of(request, room, here.viewer), error)
    heard = room.heard(here.viewer)
    await heard.ready()
    return json(Done(heard.of(len(room.session.history), guard.language(request)), len(heard)))


def problem(screen: Screen, error: FirefightError) -> Json:
    """Why nothing was done, for a program."""
    text = refused(screen, error)
    if isinstance(error, Impossible):
        reasons = tuple(Against(one.key, one.rule, because(one, screen.seat)) for one in error.reasons)
        return json(Problem(text, "impossible", reasons), 409)
    if isinstance(error, AlreadyDone):
        return json(Problem(text, "done"), 409)
    return json(Problem(text), 403 if isinstance(error, Refused) else 409)


@post("/api/tables", status_code=201, include_in_schema=True, opt=told_as(Made, body=NewTable), guards=[guard.knock])
async def new_table(request: Asked) -> Json:
    """A new table, for the host of the server."""
    here = guard.place(request)
    if not (guard.is_host(request) or here.open):
        raise PermissionDeniedException("Only the host of this server makes tables: send the host's secret as a bearer token.")
    asked = read(await request.body(), NewTable)
    try:
        room = here.rooms.found(meeting(asked))
    except FirefightError as error:
        return json(Problem(str(error)), 409)
    secret, joining = room.issue("gm")[1], room.issue("join")[1]
    room.join_link = address(request, room, "j", joining)
    return json(Made(room.name, secret, room.join_link), 201)


def meeting(asked: NewTable) -> Encounter:
    """The fight that is asked for. Raises FirefightError."""
    if asked.fight:
        return load(asked.fight)
    if asked.encounter:
        return of_file("encounter.toml", asked.encounter.encode())
    if asked.game not in GAMES:
        raise FirefightError(f"name a fight, an encounter, or a game: one of {', '.join(GAMES)}")
    title = " ".join(asked.title.split())[:80] or game(asked.game).title
    return Encounter(asked.game, title, (), sides={"crew": "The crew", "opposition": "The opposition"})


# ------------------------------------------------------------------ bytes


def json(value: object, status: int = 200) -> Json:
    """A value as JSON, the same bytes for the same value, that nobody on the way keeps."""
    data = msgspec.json.encode(value, order="deterministic")
    return Response(data, status_code=status, media_type="application/json", headers={"cache-control": "no-store"})


def read(body: bytes, kind: Any) -> Any:
    """A body as what is wanted; 400 naming the place that is wrong."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ClientException(f"The body cannot be read: {error}") from None


ROUTES: list[Any] = [
    state, menu, own_menu, chances, awaited, questions, log, seats, events, commands, new_table,
]  # fmt: skip
