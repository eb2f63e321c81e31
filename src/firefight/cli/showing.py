"""What somebody at a terminal asks to see: each topic of the language is a function of his desk, the word asked, his seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.text import Text

from firefight.cli import board, screen, topics
from firefight.cli import map as ground
from firefight.commands import Do
from firefight.language import Seat, Unclear
from firefight.lines import lines
from firefight.notation import roll
from firefight.timeline import Act
from firefight.view import GM, SPECTATOR, Viewer

if TYPE_CHECKING:
    from firefight.cli.desk import Desk


class Quit(Exception):
    """Somebody leaves the table."""


def show_quit(desk: Desk, word: str, seat: Seat) -> None:
    """Leaves."""
    raise Quit


def show_log(desk: Desk, word: int, seat: Seat) -> None:
    """The newest lines of the log."""
    told = list(lines(desk.session.game, desk.session.history, desk.viewer, say=desk.say))
    desk.draw(screen.log(told[-word:]))


def show_why(desk: Desk, word: str, seat: Seat) -> None:
    """The rules behind something."""
    desk.draw(topics.why(word, seat, desk.rules))


def show_roll(desk: Desk, word: str, seat: Seat) -> None:
    """Dice that belong to no rule, and are not in the log."""
    desk.tell(str(roll(word, desk.chance)))


def show_view(desk: Desk, word: str, seat: Seat) -> None:
    """Another pair of eyes."""
    desk.viewer = {"gm": GM, "spectator": SPECTATOR}.get(word) or Viewer("player", word)
    desk.tell(
        f"You see the table as {'the GM' if word == 'gm' else word} now." + ("" if word == "gm" else " 'view as gm' goes back."),
        "dim",
    )
    desk.state(again=True)


def show_order(desk: Desk, word: str, seat: Seat) -> None:
    """The order."""
    awaited = desk.session.awaited(desk.viewer)
    desk.draw(board.heading(seat), board.order(seat, desk.console.width), screen.waiting(seat, awaited))


def show_menu(desk: Desk, word: str, seat: Seat) -> None:
    """Somebody's menu; who is awaited is also chosen for the lines to come."""
    show_offers(desk, word, seat, every=False)


def show_all(desk: Desk, word: str, seat: Seat) -> None:
    """Somebody's whole menu."""
    show_offers(desk, word, seat, every=True)


def show_offers(desk: Desk, word: str, seat: Seat, every: bool) -> None:
    """A menu. Raises Unclear where it is nobody's."""
    if word == "gm" and seat.gm:
        return show_own_offers(desk, seat, every)
    who = word or seat.acting
    if not who:
        raise Unclear("nobody is to act; say whose menu: 'menu NAME'")
    if who in desk.session.awaited(desk.viewer):
        desk.chosen = who
    desk.draw(screen.budget(seat, who, desk.console.width), screen.menu(seat.menu(who), seat, desk.console.width, every, who))


def show_own_offers(desk: Desk, seat: Seat, every: bool) -> None:
    """The GM's own menu. Raises Unclear where there is none."""
    if not seat.menu(""):
        raise Unclear("the GM has no menu of his own now; 'help' lists his orders")
    head = Text("The GM's own; by number with 'gm: 1'.", style="dim")
    desk.draw(head, screen.menu(seat.menu(""), seat, desk.console.width, every))


def show_map(desk: Desk, word: str, seat: Seat) -> None:
    """The map."""
    desk.draw(ground.drawn(seat, desk.console.width))


def show_where(desk: Desk, word: str, seat: Seat) -> None:
    """Who is where, in words."""
    desk.draw(ground.whereabouts(word, seat))


def show_sheet(desk: Desk, word: str, seat: Seat) -> None:
    """Somebody's numbers."""
    desk.draw(topics.sheet(word, seat, desk.console.width))


def show_options(desk: Desk, word: str, seat: Seat) -> None:
    """The house rules."""
    desk.draw(topics.options(seat))


def show_help(desk: Desk, word: str, seat: Seat) -> None:
    """Help."""
    desk.draw(topics.help(word, seat, desk.console.width))


def show_next(desk: Desk, word: str, seat: Seat) -> None:
    """Passes for everybody who is awaited. Raises Unclear where an answer is owed first."""
    if seat.questions:
        raise Unclear("a question is open; answer it first, Enter takes what it proposes")
    awaited, before = desk.session.awaited(desk.viewer), len(desk.session.history)
    if not awaited:
        raise Unclear("nobody is awaited; 'begin' starts a fight")
    for who in awaited:
        if who in desk.session.awaited(desk.viewer):
            desk.session.do(desk.stamped(Do(who, Act("pass"))), desk.viewer)
    desk.news(before)
    desk.state()


TOPICS: dict[str, Callable[[Desk, Any, Seat], None]] = {
    "quit": show_quit,
    "log": show_log,
    "why": show_why,
    "roll": show_roll,
    "view": show_view,
    "order": show_order,
    "menu": show_menu,
    "all": show_all,
    "map": show_map,
    "where": show_where,
    "sheet": show_sheet,
    "options": show_options,
    "help": show_help,
    "next": show_next,
}
