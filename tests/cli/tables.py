"""Tables for the tests of the terminal: a small fight with names that trip over each other, and a menu of its own."""

from __future__ import annotations

from typing import Any

from firefight.game import Choice, Choices, Offer, Reason
from firefight.games import game
from firefight.language import Seat
from firefight.lines import speech
from firefight.table import Combatant, Mark, Pool, Side, Table
from firefight.timeline import Question, Timeline

GAME = game("cyberpunk-red")
SAY = speech(GAME)


def one(id: str, name: str, side: str, score: int, **more: Any) -> Combatant:
    """A combatant with a pool of hit points."""
    return Combatant(id, name, side, GAME.sheet(), score=(score,), pools={"hp": Pool(30, 30, None)}, fighting=True, **more)


PEOPLE = (
    one("vex", "Vex", "crew", 18, owner="Ana"),
    one("moth", "Moth", "crew", 15, owner="Bo"),
    one("rook", "Rook", "gang", 12),
    one("thug-1", "Thug 1", "gang", 9),
    one("thug-2", "Thug 2", "gang", 6, marks=(Mark("prone"),)),
    one("mark", "Mark", "gang", 3),
)
SIDES = {"crew": Side("crew", "The crew"), "gang": Side("gang", "The gang")}
TABLE = Table(
    GAME.id,
    options={setting.name: setting.default for setting in GAME.settings},
    combatants={person.id: person for person in PEOPLE},
    sides=SIDES,
    timeline=Timeline(fight=1, running=True, round=1),
)
SPENT = Reason("action_spent", "CPR-ACT-01")


def targets(*refused: str) -> Choices:
    """Everybody but Vex, Rook by default."""
    others = [person.id for person in PEOPLE if person.id != "vex"]
    choices = tuple(Choice(id, (SPENT,) if id in refused else ()) for id in others)
    return Choices("target", choices, "rook", reason=Reason("nobody_there"))


HOLDABLE = tuple(Choice(verb) for verb in ("attack with pistol", "attack with bare hands", "get up"))
MENU = (
    Offer("move", (Choices("metres", (), 12, "number", 1, 12),), "Move"),
    Offer("attack", (targets(),), "Action", {"weapon": "pistol"}),
    Offer("attack", (targets(),), "Action", {"weapon": "bare hands"}),
    Offer("grab", (targets(), Choices("object", (), "", "text")), "Action"),
    Offer("get up", (), "Action", reasons=(SPENT,)),
    Offer("get in", (), "Action", {"vehicle": "the van"}),
    Offer("stabilize", (targets(),), "Action"),
    Offer("use skill", (Choices("what", (), "", "text"),), "Action"),
    Offer("use object", (Choices("what", (), "", "text"),), "Action"),
    Offer(
        "hold",
        (
            Choices("act", HOLDABLE, "attack with pistol"),
            Choices("what", tuple(Choice(person.id) for person in PEOPLE), "", "text"),
            Choices("until", (), "", "text or number", most=99),
        ),
        "Action",
    ),
)
OF_THE_GM = (Offer("race", (Choices("first", targets().choices, "moth"), Choices("second", targets().choices, "rook"))),)


def menu(who: str) -> tuple[Offer, ...]:
    """Everybody's menu, and the GM's."""
    return MENU if who else OF_THE_GM


def seat(acting: str = "vex", questions: tuple[Question, ...] = (), gm: bool = True, table: Table = TABLE) -> Seat:
    """A seat at the table."""
    return Seat(GAME, table, SAY, menu, acting, questions, gm)
