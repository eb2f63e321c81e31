"""What the GM alone can do: orders, typed lines, seats and links, a look at somebody or at an earlier moment."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from firefight.commands import AnyCommand, Do, Order, Reply
from firefight.encounter.people import ready_made
from firefight.errors import FirefightError
from firefight.events import Joined
from firefight.language import Give, Show, vocabulary
from firefight.language.completion import Completion, completions
from firefight.language.help import WORDS
from firefight.ledger import find
from firefight.orders import ORDERS
from firefight.timeline import Deed
from firefight.view import GM
from firefight.web import forms, guard
from firefight.web.code import code
from firefight.web.rooms import Room
from firefight.web.routes.answers import Asked, Html, failed, fields, given, not_done, nothing, part, screen_of, sentence
from firefight.web.said import refused
from firefight.web.screen import Screen
from firefight.web.shown import people
from firefight.web.shown.menu import menu as menu_of
from firefight.web.tongues import marked


@post("/t/{table:str}/order/{name:str}", status_code=200)
async def give_order(request: Asked, table: FromPath[str], name: FromPath[str]) -> Html:
    """One of the GM's orders."""
    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    try:
        command = forms.order(screen, name, await fields(request))
    except FirefightError as error:
        return not_done(request, screen, error)
    return given(request, screen, command, newcomers(screen, command) if name == "join" else "")


def newcomers(screen: Screen, command: AnyCommand) -> str:
    """Who comes in, in a sentence."""
    events = command.events if isinstance(command, Order) else ()
    names = [event.combatant.name for event in events if isinstance(event, Joined)]
    if not names:
        return ""
    return screen._.number("{names} is at the table.", "{names} are at the table.", len(names), names=", ".join(names))


@post("/t/{table:str}/say", status_code=200)
async def say(request: Asked, table: FromPath[str]) -> Html:
    """A line of the command bar: it is done, or what it asks for is shown."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    asked = await fields(request)
    return said(request, screen, forms.one(asked, "text"), forms.one(asked, "suggestion"))


@post("/t/{table:str}/suggested/{id:str}", status_code=200)
async def suggested(request: Asked, table: FromPath[str], id: FromPath[str]) -> Html:
    """Does what a player suggests, and takes it off the list."""
    from firefight.web.shown import questions

    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    line = next((one.line for one in questions.suggestions(screen) if one.id == id), "")
    return said(request, screen, line, id) if line else nothing()


def said(request: Asked, screen: Screen, text: str, suggestion: str = "") -> Html:
    """Does what a line says, or shows what it asks for; a suggestion that is done by it is off the list."""
    room = screen.room
    try:
        meant = forms.typed_line(screen, text)
    except FirefightError as error:
        return not_done(request, screen, error)
    if isinstance(meant, Show):
        return show(request, screen, meant)
    before = len(room.session.history)
    answer = given(request, screen, forms.stamped(screen, meant.command))
    if len(room.session.history) > before and room.suggestions.pop(suggestion, None) is not None:
        room.changed()
    return answer


def show(request: Asked, screen: Screen, meant: Show) -> Html:
    """What a typed line asks to see."""
    topic, *rest = (meant.topic, *meant.words)
    match topic:
        case "sheet" | "menu" | "all" | "where" if rest and rest[0] in screen.table.combatants:
            return part(request, "parts/shown.html", **person(screen, str(rest[0])))
        case "why" if rest and rest[0]:
            found = find(str(rest[0]))
            if found:
                return part(request, "parts/shown.html", rules=found[:8], one=None, help=None)
        case "help":
            words = {
                word: (about.usage, explained(screen, word, about.sentence)) for word, about in vocabulary(screen.seat).items()
            }
            return part(request, "parts/shown.html", help=words, one=None, rules=None)
    return sentence(request, screen._("That is on the page already."), "done")


def explained(screen: Screen, word: str, sentence: str) -> str:
    """What a word of the command bar does."""
    return screen.say.word("order", word, sentence) if word in ORDERS and word not in WORDS else screen._(sentence)


@get("/t/{table:str}/complete")
async def complete(request: Asked, table: FromPath[str], text: FromQuery[str] = "") -> Html:
    """What could stand next in a typed line, and what the line means so far."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    known: dict[str, Completion] = {}
    for one in completions(text[:400], screen.seat) if text.strip() else ():
        known.setdefault(one.text, one)
    found = list(known.values())[:8]
    return part(request, "parts/completions.html", found=found, text=text, meaning=meaning(screen, text))


def meaning(screen: Screen, text: str) -> str:
    """What a line would do, in a few words; empty for one that is not finished."""
    if not text.strip():
        return ""
    try:
        meant = forms.typed_line(screen, text)
    except FirefightError:
        return ""
    if isinstance(meant, Give) and isinstance(meant.command, Do):
        one = screen.table.combatants.get(meant.command.who)
        offers = [offer for offer in screen.menu(meant.command.who) if offer.fits(meant.command.act)]
        price = screen.say.word("price", offers[0].price) if offers and offers[0].price else ""
        return ", ".join(filter(None, [one.name if one else "", screen.say.word("act", meant.command.act.verb), price]))
    return ""


# ------------------------------------------------------------------ looking


def person(screen: Screen, who: str) -> dict[str, Any]:
    """Everything about somebody, for the panel."""
    from firefight.web.shown import sheet

    one = screen.table.combatants.get(who)
    if one is None:
        raise NotFoundException("Nobody here is called that.")
    return {
        "one": one,
        "rules": None,
        "help": None,
        "room": screen.room,
        "screen": screen,
        "shape": people.shape(screen.table, one.side),
        "health": people.health(screen, one),
        "budget": people.budget(screen, who) if screen.table.timeline.running and one.fighting else (),
        "pools": people.pools(screen, one),
        "sheet": sheet.sheet(screen, who),
        "sides": screen.table.sides.values(),
        "chips": [mark for mark in one.marks if not mark.quiet],
        "deed": screen.table.timeline.top if isinstance(screen.table.timeline.top, Deed) else None,
        "menu": menu_of(screen, who),
    }


@get("/t/{table:str}/who/{who:str}")
async def somebody(request: Asked, table: FromPath[str], who: FromPath[str]) -> Html:
    """The panel of somebody: what he is, and everything the GM can do with him."""
    here = guard.sitting(request, table)
    screen = screen_of(request, here.room, here.viewer)
    return part(request, "parts/shown.html", **person(screen, who))


@get("/t/{table:str}/hurt/{who:str}")
async def hurt(
    request: Asked,
    table: FromPath[str],
    who: FromPath[str],
    pool: FromQuery[str] = "",
    by: FromQuery[str] = "",
    heals: FromQuery[str] = "",
) -> Html:
    """What so much damage would do, before it is done; and half, and double."""
    from firefight.web.shown import damage

    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    one = screen.table.combatants.get(who)
    amount = int(by) if by.isdecimal() and len(by) < 5 else 0
    if one is None or pool not in one.pools or not amount:
        return part(request, "parts/nothing.html")
    start = screen.game.pools(one.sheet).get(pool)
    worse = 1 if start is not None and start.now == 0 and start.most else -1
    change = -worse * amount if heals else worse * amount
    said, _ = screen.say.word("pool", pool), screen._
    amounts = [
        (_("Apply {n} {what}", n=amount, what=said), change),
        (_("Half {n}", n=amount // 2), change // abs(change) * (amount // 2)),
        (_("Double {n}", n=amount * 2), change * 2),
    ]
    changes = damage.preview(screen, who, pool, change)
    return part(
        request, "parts/damage.html", room=room, one=one, pool=pool, changes=changes, amounts=amounts, reason="", closes=True
    )


@get("/t/{table:str}/line/{number:int}")
async def preview(request: Asked, table: FromPath[str], number: FromPath[int]) -> Html:
    """How the table stood at the end of a line, before anybody goes back to it."""
    from firefight.web.shown import log, order

    room = guard.gm_at(request, table)
    history = room.session.history
    if not 0 < number <= len(history):
        raise NotFoundException("There is no such line.")
    screen = screen_of(request, room, GM)
    screen.__dict__["table"] = history.table_at(number)
    lines = log.LogOf(room, screen.look).of(number)
    return part(
        request, "parts/preview.html", sections=order.sections(screen), lines=lines, number=number, room=room, screen=screen
    )


@get("/t/{table:str}/add")
async def add(request: Asked, table: FromPath[str]) -> Html:
    """The panel for bringing people in: ready-made ones, or somebody new."""
    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    return part(request, "parts/add.html", room=room, screen=screen, **newcomer(screen))


def newcomer(screen: Screen) -> dict[str, Any]:
    """Who is ready-made: opponents first, last the crew's own who are here already; and the side that most will be on."""
    crew = [one for one in screen.table.combatants.values() if one.pc]
    names, known = {one.name for one in crew}, ready_made(screen.game.id)
    own = {"crew", *(one.side for one in crew), *(one.side for one in known.values() if one.name in names)}
    ready = [(id, one, one.name in names) for id, one in known.items()]
    ready.sort(key=lambda found: (found[2], found[1].side in own))
    enemy = next((side for side in reversed(tuple(screen.table.sides)) if side not in own), "")
    return {"ready": ready, "enemy": enemy}


@get("/t/{table:str}/options")
async def options(request: Asked, table: FromPath[str]) -> Html:
    """The table's options, each with its sentence; what others see of each side's health."""
    room = guard.gm_at(request, table)
    return part(request, "parts/options.html", room=room, screen=screen_of(request, room, GM))


@get("/t/{table:str}/clock")
async def clock(request: Asked, table: FromPath[str]) -> Html:
    """The clock: time that goes by, mission time, scenes, reminders."""
    room = guard.gm_at(request, table)
    return part(request, "parts/clock.html", room=room, screen=screen_of(request, room, GM))


@post("/t/{table:str}/nudge/{name:str}", status_code=200)
async def nudge(request: Asked, table: FromPath[str], name: FromPath[str]) -> Html:
    """Lets a player's phone tremble: the table waits for him."""
    room = guard.gm_at(request, table)
    room.nudge(name)
    return nothing()


@get("/t/{table:str}/orders")
async def orders(request: Asked, table: FromPath[str]) -> Html:
    """Everything else the GM can order, as forms."""
    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    return part(request, "parts/orders.html", room=room, screen=screen, orders=ORDERS, menu=menu_of(screen, ""))


@get("/t/{table:str}/log.json")
async def export(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """The log exactly as it is stored, one command on a line: enough to play on elsewhere and to verify the dice."""
    room = guard.gm_at(request, table)
    records = b"\n".join(record.data for record in room.store.read(table))
    name = f'attachment; filename="{table}.json"'
    return Response(records, media_type="application/json", headers={"content-disposition": name, "cache-control": "no-store"})


@post("/t/{table:str}/proposed", status_code=200)
async def proposed(request: Asked, table: FromPath[str]) -> Html:
    """Answers everything that is the GM's own to answer, and that has an answer proposed, as proposed."""
    room = guard.gm_at(request, table)
    screen = screen_of(request, room, GM)
    owners = {one.id: one.owner for one in screen.table.combatants.values()}
    for question in screen.questions:
        if question.default != "" and question.kind != "dice" and not owners.get(question.who):
            try:
                room.give(Reply(question.label, question.default, question.who), GM)
            except FirefightError as error:
                return sentence(request, refused(screen, error))
    return nothing()


# ------------------------------------------------------------------ seats


@get("/t/{table:str}/seats")
async def seats(request: Asked, table: FromPath[str]) -> Html:
    """Who sits where, with the links."""
    return seats_part(request, guard.gm_at(request, table))


@post("/t/{table:str}/seats", status_code=200)
async def issue(request: Asked, table: FromPath[str]) -> Html:
    """A new link for a seat, or for newcomers. The link is shown once; what is kept is its hash."""
    room = guard.gm_at(request, table)
    asked = await fields(request)
    role, name = forms.one(asked, "role"), forms.one(asked, "name")
    if role not in ("gm", "player", "spectator", "join"):
        return sentence(request, marked("There is no such seat."))
    try:
        seat, secret = room.issue(role, name)  # type: ignore[arg-type]
    except FirefightError as error:
        return failed(request, error)
    if role == "join":
        room.join_link = address(request, room, "j", secret)
    link = address(request, room, "j" if role == "join" else "s", secret)
    answer = seats_part(request, room, seat.name or role, link)
    if role == "gm":
        answer.set_cookie(guard.cookie(guard.cookie_name(table), secret, request))
    return answer


@post("/t/{table:str}/seats/revoke", status_code=200)
async def revoke(request: Asked, table: FromPath[str]) -> Html:
    """Ends a link."""
    room = guard.gm_at(request, table)
    room.revoke(forms.one(await fields(request), "id"))
    return seats_part(request, room)


def seats_part(request: Asked, room: Room, newest: str = "", link: str = "") -> Html:
    """The panel of seats."""
    here = room.watching()
    players = dict.fromkeys(one.owner for one in room.session.table.present() if one.owner)
    return part(
        request,
        "parts/seats.html",
        room=room,
        seats=room.seats.all(),
        players=players,
        here=here,
        newest=newest,
        link=link,
        code=code(link),
    )


def address(request: Asked, room: Room, kind: str, secret: str) -> str:
    """A link as others can open it."""
    base = request.app.state.get("address") or str(request.base_url).rstrip("/")
    return f"{base}/{kind}/{room.name}/{secret}"


@post("/t/{table:str}/dismiss/{id:str}", status_code=200)
async def dismiss(request: Asked, table: FromPath[str], id: FromPath[str]) -> Html:
    """Takes a suggestion off the list."""
    room = guard.gm_at(request, table)
    room.suggestions.pop(id, None)
    room.changed()
    return nothing()


ROUTES: list[Any] = [
    give_order, say, complete, somebody, hurt, preview, add, options, clock, nudge, proposed, orders, export, seats,
    issue, revoke, dismiss, suggested,
]  # fmt: skip
