"""A table at a terminal: lines in, text out. Every line is a command or a question of its own; the log keeps everything."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

from firefight.cli import screen, topics
from firefight.cli.language import Give, Seat, Show, Unclear, legal, parse
from firefight.cli.language.filling import said
from firefight.cli.language.matching import Named, matches
from firefight.cli.language.plain import plain
from firefight.cli.language.seat import Option, either, name
from firefight.cli.lines import label, lines, speech
from firefight.commands import AnyCommand, Do, Reply, Rewind
from firefight.engine import Impossible
from firefight.errors import FirefightError
from firefight.events import say_act
from firefight.game import Offer
from firefight.history import decode
from firefight.notation import chance, roll
from firefight.session import Session
from firefight.store import Moved, Store
from firefight.timeline import Act, Turn
from firefight.view import GM, SPECTATOR, Viewer


class Quit(Exception):
    """Somebody leaves the table."""


class Desk:
    """Somebody at a table: what he looks through, what has been shown to him, what he was asked back."""

    def __init__(self, session: Session, console: Console, store: Store | None = None, table: str = "", seed: str = "") -> None:
        self.session, self.console, self.store, self.table_name = session, console, store, table
        self.viewer = GM
        self.say = speech(session.game)
        self.chosen = ""
        self.options: tuple[Option, ...] = ()
        self.rules: tuple[str, ...] = ()
        self.shown = len(session.history)
        self.board: object = None
        self.moment: object = None
        self.chance = chance(Random(seed) if seed else SystemRandom())
        self.hinted = False

    # ------------------------------------------------------------------ where we are

    def seat(self) -> Seat:
        """What a line is read against now."""
        table = self.session.view(self.viewer)
        menus: dict[str, tuple[Offer, ...]] = {}

        def menu(who: str) -> tuple[Offer, ...]:
            if who not in menus:
                known = who in table.combatants or (not who and self.viewer.role == "gm")
                menus[who] = self.session.game.menu(table, who) if known else ()
            return menus[who]

        questions = self.session.questions(self.viewer)
        acting = "" if questions else self.acting()
        return Seat(self.session.game, table, self.say, menu, acting, questions, self.viewer.role == "gm")

    def acting(self) -> str:
        """Whom a line without a name is for: the one chosen, else the first who is awaited and this viewer's."""
        combatants = self.session.table.combatants
        mine = [who for who in self.session.awaited(self.viewer) if who and self.viewer.owns(combatants.get(who))]
        return self.chosen if self.chosen in mine else mine[0] if mine else ""

    # ------------------------------------------------------------------ lines

    def line(self, text: str) -> bool:
        """Does what a line says, and says so. False for a line that was not understood or could not be done. Raises Quit."""
        text, self.options = self.picked(text), ()
        try:
            seat = self.seat()
            meant = parse(text, seat)
            if isinstance(meant, Show):
                self.show(meant, seat)
            else:
                self.give(meant, seat)
        except Unclear as unclear:
            self.ask_back(unclear)
            return False
        except Impossible as refused:
            self.refuse(refused)
            return False
        except Moved:
            self.catch_up()
            return False
        except FirefightError as error:
            self.tell(sentence(str(error)), "yellow")
            return False
        return True

    def picked(self, text: str) -> str:
        """The line that is meant, where it answers what was asked back: by number, or by what tells the candidates apart."""
        said = text.strip()
        if said.isdecimal() and 1 <= int(said[:6]) <= len(self.options):
            return self.options[int(said) - 1].line
        found = matches(said, [Named(one.line, (one.name, one.line)) for one in self.options]) if self.options else []
        return found[0].thing if len(found) == 1 else text

    def ask_back(self, unclear: Unclear) -> None:
        """Says what was not understood, with numbered candidates where there are some."""
        self.options = unclear.options
        numbered = [f"[{number}] {one.name}" for number, one in enumerate(unclear.options, 1)]
        self.tell(sentence(f"{unclear.head} may be {either(numbered)}?" if numbered else str(unclear)), "yellow")

    def refuse(self, refused: Impossible) -> None:
        """Says in one sentence why an act is not possible, with all rules."""
        seat = self.seat()
        self.rules = tuple(reason.rule for reason in refused.reasons if reason.rule)
        why = screen.sentence(refused.reasons, seat)
        self.tell(f"{name(seat.table, refused.who)} cannot do that ({plain(refused.act.verb)}): {why}.", "yellow")
        if self.viewer.role == "gm" and not self.hinted:
            self.hinted = True
            self.tell("  'why' explains the rules; 'force REASON: ...' lets it through all the same.", "dim")

    def tell(self, text: str, style: str = "") -> None:
        """One paragraph."""
        screen.put(self.console, Text(plain(text), style=style))

    def draw(self, *parts: RenderableType | None) -> None:
        """Several things, one below the other."""
        screen.put(self.console, *(part for part in parts if part is not None))

    # ------------------------------------------------------------------ commands

    def give(self, meant: Give, seat: Seat) -> None:
        """Carries out a command and shows what came of it."""
        self.check_moved()
        if meant.guessed:
            self.tell(f"Understood: {self.in_words(meant.command, seat) or type(meant.command).__name__}", "dim")
        left = self.unspent(meant.command, seat)
        before = len(self.session.history)
        undone = self.undone(meant.command)
        self.session.do(self.stamped(meant.command), self.viewer)
        for told in (left, undone):
            if told:
                self.tell(told, "dim")
        self.news(before)
        self.state(again=isinstance(meant.command, Rewind))

    def stamped(self, command: AnyCommand) -> AnyCommand:
        """The command with the name of the moment it was given in."""
        if isinstance(command, Do):
            return msgspec.structs.replace(command, token=self.session.token(command.who))
        if isinstance(command, Reply):
            asked = [one for one in self.session.questions() if (one.label, one.who) == (command.label, command.who)]
            return msgspec.structs.replace(command, token=self.session.question_token(asked[0]) if asked else "")
        return command

    def in_words(self, command: AnyCommand, seat: Seat) -> str:
        """What somebody did or answered; empty for the GM's own orders, which speak for themselves."""
        match command:
            case Do():
                offers = [offer for offer in seat.menu(command.who) if offer.fits(command.act)]
                act = offers[0].filled(command.act) if offers else command.act
                return f"{name(seat.table, command.who)}: {say_act(act, seat.table, self.say)}."
            case Reply():
                shown = "+".join(map(str, command.value)) if isinstance(command.value, tuple) else command.value
                return f"{label(command.label, seat.table)}: {said(shown, seat)}."
        return ""

    def unspent(self, command: AnyCommand, seat: Seat) -> str:
        """What somebody leaves unspent who ends his turn."""
        top = seat.table.timeline.top
        if not isinstance(command, Do) or command.act.verb != "pass" or not isinstance(top, Turn) or top.window:
            return ""
        if command.who not in top.members:
            return ""
        left = [f"{one.name} {one.left}" for one in self.session.game.budget(seat.table, command.who) if one.left > 0]
        return f"{name(seat.table, command.who)} ends the turn with {', '.join(left)} left." if left else ""

    def undone(self, command: AnyCommand) -> str:
        """What an undo takes back."""
        history = self.session.history
        if not isinstance(command, Rewind) or command.kind != "undo" or not history.at:
            return ""
        taken = history.batches[history.at - 1]
        told = [one for one in lines(self.session.game, history, self.viewer, [history.at]) if one.kind not in ("dice", "answer")]
        return f"Taken back: {self.in_words(taken.command, self.seat()) or (told[0].text if told else 'the newest command')}"

    def news(self, after: int) -> None:
        """The lines that the log has got since."""
        numbers = range(after + 1, len(self.session.history) + 1)
        told = list(lines(self.session.game, self.session.history, self.viewer, numbers))
        self.shown = len(self.session.history)
        if told:
            self.rules = tuple(dict.fromkeys(rule for one in told for rule in one.rules)) or self.rules
            self.draw(
                *(screen.line(one._replace(undone=False)) for one in told if one.kind != "back" or after + 1 == len(numbers))
            )

    # ------------------------------------------------------------------ two at one log

    def check_moved(self) -> None:
        """Raises Moved where somebody else has written to the log."""
        if self.store and (newest := self.store.newest(self.table_name)) > len(self.session.history):
            raise Moved(self.table_name, newest)

    def catch_up(self) -> None:
        """Takes in what others have written, and says that nothing was done here."""
        before = len(self.session.history)
        if self.store:
            for record in self.store.read(self.table_name, before):
                self.session.history.add(decode(record.data, self.session.game.sheet))
        self.tell("The table has moved on meanwhile; nothing was done. This is what happened:", "yellow")
        self.news(before)
        self.state(again=True)

    # ------------------------------------------------------------------ showing

    def state(self, again: bool = False) -> None:
        """Where the table stands: the order where it has changed, then what is asked, or what can be done."""
        seat = self.seat()
        line = seat.table.timeline
        board = (line.running, line.round, [frame.id for frame in line.stack if isinstance(frame, Turn) and not frame.window])
        if again or board != self.board:
            self.board = board
            self.draw(screen.heading(seat.table), screen.order(seat, self.console.width))
        moment = (seat.acting, seat.questions, seat.menu(seat.acting) if seat.acting else (), line.stack, self.viewer)
        if again or moment != self.moment:
            self.moment = moment
            self.draw(screen.going_on(seat), *self.next_move(seat))

    def next_move(self, seat: Seat) -> list[RenderableType | None]:
        """What is asked, or what the acting one can do."""
        if seat.questions:
            return [screen.question(seat.questions[0], seat, len(seat.questions) - 1)]
        awaited = self.session.awaited(self.viewer)
        if not seat.table.timeline.running:
            return [Text("'begin' starts a fight. 'help' lists what else there is.", style="dim")] if seat.gm else []
        if not seat.acting:
            return [screen.waiting(seat, awaited)]
        others = [who for who in awaited if who != seat.acting]
        also = Text(f"Also to act: {', '.join(name(seat.table, who) for who in others)}.", style="dim") if others else None
        top = seat.table.timeline.top
        window = screen.waiting(seat, awaited) if isinstance(top, Turn) and top.window else None
        return [
            window,
            screen.budget(seat, seat.acting),
            screen.menu(seat.menu(seat.acting), seat, self.console.width),
            also,
            self.off_turn(seat, awaited),
        ]

    def off_turn(self, seat: Seat, awaited: tuple[str, ...]) -> RenderableType | None:
        """What others can do out of turn."""
        told = []
        for one in seat.table.present():
            if one.id not in awaited and self.viewer.owns(self.session.table.combatants.get(one.id)):
                verbs = dict.fromkeys(offer.verb for offer in legal(seat.menu(one.id)))
                told += [f"{name(seat.table, one.id)}: {', '.join(verbs)}"] if verbs else []
        return Text("Out of turn: " + "; ".join(told) + ".", style="dim") if told else None

    def show(self, meant: Show, seat: Seat) -> None:
        """Shows what was asked for. Raises Quit, Unclear."""
        word = meant.words[0] if meant.words else ""
        topic: Callable[[Any, Seat], None] = getattr(self, f"show_{meant.topic}")
        topic(word, seat)

    def show_quit(self, word: str, seat: Seat) -> None:
        """Leaves."""
        raise Quit

    def show_log(self, word: int, seat: Seat) -> None:
        """The newest lines of the log."""
        told = list(lines(self.session.game, self.session.history, self.viewer))
        self.draw(screen.log(told[-word:]))

    def show_why(self, word: str, seat: Seat) -> None:
        """The rules behind something."""
        self.draw(topics.why(word, seat, self.rules))

    def show_roll(self, word: str, seat: Seat) -> None:
        """Dice that belong to no rule, and are not in the log."""
        self.tell(str(roll(word, self.chance)))

    def show_view(self, word: str, seat: Seat) -> None:
        """Another pair of eyes."""
        self.viewer = {"gm": GM, "spectator": SPECTATOR}.get(word) or Viewer("player", word)
        self.tell(
            f"You see the table as {'the GM' if word == 'gm' else word} now."
            + ("" if word == "gm" else " 'view as gm' goes back."),
            "dim",
        )
        self.state(again=True)

    def show_order(self, word: str, seat: Seat) -> None:
        """The order."""
        awaited = self.session.awaited(self.viewer)
        self.draw(screen.heading(seat.table), screen.order(seat, self.console.width), screen.waiting(seat, awaited))

    def show_menu(self, word: str, seat: Seat) -> None:
        """Somebody's menu; who is awaited is also chosen for the lines to come."""
        self.show_offers(word, seat, every=False)

    def show_all(self, word: str, seat: Seat) -> None:
        """Somebody's whole menu."""
        self.show_offers(word, seat, every=True)

    def show_offers(self, word: str, seat: Seat, every: bool) -> None:
        """A menu. Raises Unclear where it is nobody's."""
        who = word or seat.acting
        if not who:
            raise Unclear("nobody is to act; say whose menu: 'menu NAME'")
        if who in self.session.awaited(self.viewer):
            self.chosen = who
        self.draw(screen.budget(seat, who), screen.menu(seat.menu(who), seat, self.console.width, every))

    def show_sheet(self, word: str, seat: Seat) -> None:
        """Somebody's numbers."""
        self.draw(topics.sheet(word, seat))

    def show_options(self, word: str, seat: Seat) -> None:
        """The house rules."""
        self.draw(topics.options(seat))

    def show_help(self, word: str, seat: Seat) -> None:
        """Help."""
        self.draw(topics.help(word, seat, self.console.width))

    def show_next(self, word: str, seat: Seat) -> None:
        """Passes for everybody who is awaited. Raises Unclear where an answer is owed first."""
        if seat.questions:
            raise Unclear("a question is open; answer it first, Enter takes what it proposes")
        awaited, before = self.session.awaited(self.viewer), len(self.session.history)
        if not awaited:
            raise Unclear("nobody is awaited; 'begin' starts a fight")
        self.check_moved()
        for who in awaited:
            if who in self.session.awaited(self.viewer):
                self.session.do(self.stamped(Do(who, Act("pass"))), self.viewer)
        self.news(before)
        self.state()


def sentence(text: str) -> str:
    """A text with a full stop, and a capital where it begins with a word."""
    ended = text if text.endswith((".", "?", "!")) else f"{text}."
    return ended[:1].upper() + ended[1:]
