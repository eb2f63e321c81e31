"""The prompt on a terminal: completion, history, and a line at the bottom that says whom the table waits for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.styles import Style
from rich.cells import cell_len

from firefight.cli.board import now
from firefight.cli.desk import Desk
from firefight.language.completion import completions
from firefight.language.plain import plain
from firefight.language.seat import name

STYLE = Style.from_dict({"bottom-toolbar": "noreverse dim", "prompt": "bold ansigreen", "question": "bold ansiyellow"})


class TableCompleter(Completer):
    """Completes verbs, names, picks and words, as the table stands now."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What could stand at the cursor."""
        for one in completions(document.text_before_cursor, self.desk.seat()):
            yield Completion(plain(one.text), -one.replaces, display_meta=plain(one.about))


def asked(desk: Desk) -> Iterator[tuple[int, str]]:
    """The lines somebody types. Ctrl-C drops a line, Ctrl-D leaves."""
    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory(),
        completer=TableCompleter(desk),
        complete_while_typing=False,
        style=STYLE,
        bottom_toolbar=lambda: toolbar(desk),
    )
    number = 0
    while True:
        number += 1
        try:
            yield number, session.prompt(lambda: prompt(desk))
        except KeyboardInterrupt:
            desk.tell("Dropped. 'quit' or Ctrl-D leaves; everything is saved.", "dim")
        except EOFError:
            return


def prompt(desk: Desk) -> StyleAndTextTuples:
    """Whose line it is."""
    seat = desk.seat()
    if seat.questions:
        return [("class:question", f"{plain(seat.questions[0].label)}? ")]
    return [("class:prompt", f"{name(seat.table, seat.acting) if seat.acting else 'table'}> ")]


def toolbar(desk: Desk) -> StyleAndTextTuples:
    """Where the table stands, in one line; what has no room is left out, the last first."""
    seat = desk.seat()
    awaited = [name(seat.table, who) if who else "the GM" for who in desk.session.awaited(desk.viewer)]
    parts = [
        now(seat),
        f"waiting for {', '.join(awaited)}" if awaited else "nobody is awaited",
        f"line {len(desk.session.history)}",
    ]
    if desk.viewer.role != "gm":
        parts.append(f"seen by {plain(desk.viewer.name) or 'a spectator'}")
    enter = "Enter answers" if seat.questions else "Enter ends the turn" if seat.acting else "begin starts a fight"
    parts += [enter, "help", "Tab completes"]
    while len(parts) > 1 and cell_len(" · ".join(parts)) >= desk.console.width:
        parts.pop()
    return [("", " · ".join(parts))]
