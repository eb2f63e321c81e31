"""A table at a terminal: lines in, text out. Every line is a command or a question of its own; the log keeps everything."""

from __future__ import annotations

from random import Random, SystemRandom

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

from firefight.cli import board, screen
from firefight.cli.showing import TOPICS
from firefight.cli.spoken import spoken
from firefight.commands import AnyCommand, Do, Order, Reply, Rewind
from firefight.engine import Impossible
from firefight.errors import FirefightError
from firefight.events import say_act
from firefight.game import Offer
from firefight.history import decode
from firefight.language import Give, Seat, Show, Unclear, legal, parse, phrase
from firefight.language.filling import said
from firefight.language.matching import Named, matches
from firefight.language.plain import plain, sentence
from firefight.language.reasons import why
from firefight.language.seat import Option, either, name
from firefight.lines import label, lines
from firefight.notation import chance
from firefight.session import Session
from firefight.store import Moved, Store
from firefight.timeline import Turn
from firefight.view import GM

LONGEST = 4_000
"""The most characters that a line can have."""


class Desk:
    """Somebody at a table: what he looks through, what has been shown to him, what he was asked back."""

    def __init__(self, session: Session, console: Console, store: Store | None = None, table: str = "", seed: str = "") -> None:
        self.session, self.console, self.store, self.table_name = session, console, store, table
        self.viewer = GM
        self.say = spoken(session.game)
        self.chosen = ""
        self.options: tuple[Option, ...] = ()
        self.rules: tuple[str, ...] = ()
        self.shown = len(session.history)
        self.frames: object = None
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

    def line(self, text: str) -> bool:
        """Does what a line says, and says so. False for a line that was not understood or could not be done. Raises Quit."""
        try:
            if len(text) > LONGEST:
                raise Unclear(f"that line has {len(text):,} characters; {LONGEST:,} are the most")
            text, self.options = self.picked(text), ()
            moved = self.moved() and self.catch_up()
            seat = self.seat()
            meant = parse(text, seat)
            if isinstance(meant, Show):
                self.show(meant, seat)
            elif moved:
                return self.too_late()
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
            return self.too_late()
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
        because = why(refused.reasons, seat)
        self.tell(f"{name(seat.table, refused.who)} cannot do that ({plain(refused.act.verb)}): {because}.", "yellow")
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
        if meant.guessed:
            self.tell(f"Understood: {self.understood(meant.command, seat)}", "dim")
        left = self.unspent(meant.command, seat)
        before = len(self.session.history)
        undone = self.undone(meant.command)
        self.session.do(self.stamped(meant.command), self.viewer)
        for told in (left, undone, self.redone(meant.command)):
            if told:
                self.tell(told, "dim")
        if not self.news(before) and isinstance(meant.command, Order):
            self.tell(self.done(seat), "dim")
        self.state(again=isinstance(meant.command, Rewind))

    def stamped(self, command: AnyCommand) -> AnyCommand:
        """The command with the name of the moment it was given in."""
        if isinstance(command, Do):
            return msgspec.structs.replace(command, token=self.session.token(command.who))
        if isinstance(command, Reply):
            asked = [one for one in self.session.questions() if (one.label, one.who) == (command.label, command.who)]
            return msgspec.structs.replace(command, token=self.session.question_token(asked[0]) if asked else "")
        return command

    def understood(self, command: AnyCommand, seat: Seat) -> str:
        """What a line whose spelling was guessed is taken for, as one would type it in full."""
        if isinstance(command, Do) and command.act.verb != "pass":
            offers = [offer for offer in seat.menu(command.who) if offer.fits(command.act)]
            offers.sort(key=lambda offer: len(offer.refusals(offer.filled(command.act))))
            said = phrase(offers[0], command.act, seat, every=True) if offers else command.act.verb
            return f"{name(seat.table, command.who)}: {said}"
        return self.in_words(command, seat) or type(command).__name__.lower()

    def in_words(self, command: AnyCommand, seat: Seat) -> str:
        """What somebody did or answered; empty for the GM's own orders, which speak for themselves."""
        match command:
            case Do():
                offers = [offer for offer in seat.menu(command.who) if offer.fits(command.act)]
                act = offers[0].filled(command.act) if offers else command.act
                return f"{name(seat.table, command.who)}: {say_act(act, seat.table, self.say)}."
            case Reply():
                shown = "+".join(map(str, command.value)) if isinstance(command.value, tuple) else command.value
                return f"{label(command.label, seat.table, self.say)}: {self.say.word('value', said(shown, seat))}."
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

    def done(self, seat: Seat) -> str:
        """What is said of an order that has no line in the log: everybody's dice, a reminder, a sum that comes to nothing."""
        before, after = (bool(table.flags.get("dice by hand")) for table in (seat.table, self.session.table))
        told = "Everybody rolls real dice now; 'hand off' ends it." if after else "The dice are thrown here again."
        return told if before != after else "Done."

    def undone(self, command: AnyCommand) -> str:
        """What an undo takes back."""
        history = self.session.history
        if not isinstance(command, Rewind) or command.kind != "undo" or not history.at:
            return ""
        return f"Taken back: {self.newest()}"

    def redone(self, command: AnyCommand) -> str:
        """What a redo has done again, or where a goto has led."""
        if not isinstance(command, Rewind) or command.kind == "undo":
            return ""
        return f"Done again: {self.newest()}" if command.kind == "redo" else f"This is line {self.session.history.at} again."

    def newest(self) -> str:
        """The newest command that stands, in words."""
        history = self.session.history
        told = [
            one
            for one in lines(self.session.game, history, self.viewer, [history.at], self.say)
            if one.kind not in ("dice", "answer")
        ]
        said = self.in_words(history.batches[history.at - 1].command, self.seat())
        return said or (told[0].text if told else "the newest command")

    def news(self, after: int) -> bool:
        """Shows the lines that the log has got since; whether there are any."""
        numbers = range(after + 1, len(self.session.history) + 1)
        told = list(lines(self.session.game, self.session.history, self.viewer, numbers, self.say))
        self.shown = len(self.session.history)
        if told:
            self.rules = tuple(dict.fromkeys(rule for one in told for rule in one.rules)) or self.rules
            self.draw(
                *(screen.line(one._replace(undone=False)) for one in told if one.kind != "back" or after + 1 == len(numbers))
            )
        return bool(told)

    def moved(self) -> bool:
        """Whether somebody else has written to the log."""
        return self.store is not None and self.store.newest(self.table_name) > len(self.session.history)

    def catch_up(self) -> bool:
        """Takes in what others have written, and tells it."""
        before = len(self.session.history)
        for record in self.store.read(self.table_name, before) if self.store else ():
            self.session.history.add(decode(record.data, self.session.game.sheet))
        self.tell("The table has moved on meanwhile. This is what happened:", "yellow")
        self.news(before)
        self.state(again=True)
        return True

    def too_late(self) -> bool:
        """Says that a command came too late."""
        self.tell("Nothing was done here. Say it again if it still fits.", "yellow")
        return False

    # ------------------------------------------------------------------ showing

    def state(self, again: bool = False) -> None:
        """Where the table stands: the order where it has changed, then what is asked, or what can be done."""
        seat = self.seat()
        line = seat.table.timeline
        frames = (line.running, line.round, [frame.id for frame in line.stack if isinstance(frame, Turn) and not frame.window])
        changed = again or frames != self.frames
        if changed:
            self.frames = frames
            self.draw(board.heading(seat), board.order(seat, self.console.width))
        moment = (seat.acting, seat.questions, seat.menu(seat.acting) if seat.acting else (), line.stack, self.viewer)
        if again or moment != self.moment:
            self.moment = moment
            self.draw(screen.going_on(seat), *self.next_move(seat, changed))

    def next_move(self, seat: Seat, changed: bool) -> list[RenderableType | None]:
        """What is asked, or what the acting one can do; where the turn has changed, what others can do out of turn."""
        awaited = self.session.awaited(self.viewer)
        if seat.questions:
            return [screen.question(seat.questions[0], seat, len(seat.questions) - 1)]
        if not seat.table.timeline.running:
            return [Text(self.between_fights(), style="dim")] if seat.gm else []
        if not seat.acting:
            return [screen.waiting(seat, awaited)]
        others = [name(seat.table, who) for who in awaited if who != seat.acting]
        top = seat.table.timeline.top
        window = isinstance(top, Turn) and bool(top.window)
        menu = seat.menu(seat.acting)
        return [
            screen.waiting(seat, awaited) if window else None,
            screen.budget(seat, seat.acting, self.console.width),
            screen.menu(legal(menu) if window else menu, seat, self.console.width, who=seat.acting),
            Text(f"Also to act: {', '.join(others)}.", style="dim") if others else None,
            screen.off_turn(seat, self.mine(seat, awaited)) if changed else None,
        ]

    def between_fights(self) -> str:
        """What to do while no fight runs."""
        proof = (
            f" 'firefight verify {self.store.place}' proves the dice." if self.store and self.session.table.timeline.fight else ""
        )
        return f"'begin' starts a fight. 'menu NAME' shows what can be done in peace, 'help' what else there is.{proof}"

    def mine(self, seat: Seat, awaited: tuple[str, ...]) -> list[str]:
        """Those this viewer decides for who are here and not awaited."""
        everybody = self.session.table.combatants
        return [one.id for one in seat.table.present() if one.id not in awaited and self.viewer.owns(everybody.get(one.id))]

    def show(self, meant: Show, seat: Seat) -> None:
        """Shows what was asked for. Raises Quit, Unclear."""
        TOPICS[meant.topic](self, meant.words[0] if meant.words else "", seat)
