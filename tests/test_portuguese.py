"""Brazilian Portuguese: whatever menus, sheets, questions and the log show has a word, and reads as a table would say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import pytest

from firefight.cli.log import as_text
from firefight.encounter.people import Person, combatants, ready_made
from firefight.events import Adjusted, Answered, Told, say_act
from firefight.game import Choices, Game, Offer
from firefight.games import GAMES, game
from firefight.lines import lines, speech
from firefight.orders import ORDERS
from firefight.session import Session, found
from firefight.table import Combatant
from firefight.timeline import Act, Question
from firefight.words import words
from tests.conformance import Player
from tests.playthroughs import played

LANGUAGE = "pt-BR"
SEEDS, COMMANDS = 5, 50
OWN = re.compile(r"[+-]?[\d.,]*|.*(ana|the door opens|\bP\d|/).*")
"""Numbers, what the players have typed, names, and things by their owners."""
NAMES = ("active", "ambusher", "resisting", "side", "pursuing", "fleeing", "ability", "toxin", "drug", "implant", "item", "who")
"""Picks whose values a sheet or the GM names."""

Shown = tuple[str, str]


def people(one: Game, seed: int) -> list[Combatant]:
    """Six of the ready-made people, others for every seed."""
    ready = list(ready_made(one.id))
    chosen = [ready[(seed * 5 + n) % len(ready)] for n in range(6)]
    persons = (
        Person(ready=id, id=f"p{n}", name=f"P{n}", side=("crew", "gang")[n % 2], owner=("ana", "")[n % 2], pc=n % 2 == 0)
        for n, id in enumerate(chosen)
    )
    return [combatant for person in persons for combatant in combatants(one, person)]


@lru_cache
def shown(id: str) -> frozenset[Shown]:
    """Every word that random play of a game has brought before somebody's eyes: its kind, and the word."""
    seen: set[Shown] = set()
    for seed in range(SEEDS):
        session = found(game(id), people(game(id), seed), secret=bytes([seed + 1]) * 32)
        for _ in Player(session, seed).play(COMMANDS):
            seen.update(now(session))
        seen.update(answered(session))
    return frozenset(seen)


def now(session: Session) -> Iterator[Shown]:
    """What the table shows now."""
    table = session.table
    for who in ("", *table.combatants):
        yield from (word for offer in session.menu(who) for word in of_offer(offer))
    for who, one in table.combatants.items():
        yield from (("pool", pool) for pool in one.pools)
        yield from (("budget", budget.name) for budget in session.game.budget(table, who))
        yield from (("mark", mark.name) for mark in one.marks if not mark.quiet)
    yield from (word for question in session.questions() for word in of_question(question))


def of_offer(offer: Offer) -> Iterator[Shown]:
    """The words of a line of a menu."""
    yield "act", offer.verb
    yield "price", offer.price
    yield from (("pick", name) for name in offer.fixed)
    yield from ((name, str(value)) for name, value in offer.fixed.items())
    yield from (word for pick in offer.picks for word in of_pick(pick))


def of_pick(pick: Choices) -> Iterator[Shown]:
    """The words of a pick."""
    yield "pick", pick.pick
    yield from ((pick.pick, choice.label or str(choice.value)) for choice in pick.choices)


def of_question(question: Question) -> Iterator[Shown]:
    """The words of a question."""
    yield "about", question.about
    yield from (("value", option) for option in (*question.options, str(question.default)))


def answered(session: Session) -> Iterator[Shown]:
    """The roles of dice and answers."""
    for number in session.history.line_of_command():
        for _, event, after in session.history.steps(number):
            for answer in event.answers if isinstance(event, Answered) else ():
                yield "label", " ".join(word for word in answer.label.split(" ") if word not in {*after.combatants, *after.sides})


def own(kind: str, text: str, people: tuple[str, ...] = ("p0", "p1", "p2", "p3", "p4", "p5")) -> bool:
    """Whether a word is not the game's: a number, a name, what somebody has written."""
    return kind in NAMES or text in people or OWN.fullmatch(text) is not None


@pytest.mark.parametrize("id", GAMES)
def test_every_word_that_is_shown_has_its_portuguese(id: str) -> None:
    say = words(id, LANGUAGE)
    wanting = {(kind, text) for kind, text in shown(id) if say.known(kind, text) is None and not own(kind, text)}
    powers = {name for one in ready_made(id).values() for power in one.sheet.get("abilities", ()) for name in [power["name"]]}
    assert {
        (k, t) for k, t in wanting if f"mark_{t}" not in say.sentences and t not in powers and t.title() not in powers
    } == set()


@pytest.mark.parametrize("id", GAMES)
def test_every_house_rule_and_its_values_have_their_portuguese(id: str) -> None:
    say = words(id, LANGUAGE)
    for setting in game(id).settings:
        assert say.known("setting", setting.name), setting.name
        assert all(say.known("value", value) or not re.search("[a-z]", value) for value in setting.values), setting.name


@pytest.mark.parametrize("id", GAMES)
def test_every_order_of_the_gm_and_its_parameters_have_their_portuguese(id: str) -> None:
    say = words(id, LANGUAGE)
    assert not [name for name in ORDERS if not say.known("order", name)]
    assert not {field for order in ORDERS.values() for field in order.asked.__struct_fields__ if not say.known("pick", field)}


def test_a_name_is_never_taken_for_a_word() -> None:
    session = played("cities-without-number")
    table, say = session.table.change("suture", name="Fix").change("brick", name="Luck"), speech(session.game, LANGUAGE)
    assert (
        Told("misses", "suture", {"target": "brick", "weapon": "fists", "total": 3}).line(table, say)
        == "Fix erra Luck (punhos): 3."
    )
    assert say_act(Act("screen", {"ally": "suture"}), table, say) == "protege Fix"


def test_a_pool_is_said_in_the_log() -> None:
    session = played("cities-without-number")
    assert Adjusted("suture", "light pistol rounds", 2).line(session.table, speech(session.game, LANGUAGE)) == (
        "Suture: +2 munição de pistola leve (agora 14)."
    )


LINES = {
    "cyberpunk-red": ("Vez de Vex.", "Vex: -1 munição de pistola pesada (agora 7).", "Booster está ferido: perna quebrada."),
    "eclipse-phase": (
        "Turno de ação 1.",
        "Noor: -1 Inspiração (agora 2).",
        "Kade acerta Syndicate Gun (pistola eletromagnética).",
    ),
    "shadowrun-4": ("Vez de Razor (passe 1).", "entra? Chant: esperar", "Sergeant: iniciativa 9 (ferimentos)."),
    "cities-without-number": (
        "Brick acerta Moloch (lâmina de abordagem): 18, 7 de dano.",
        "Dregs: ataca Kestrel com arma caseira.",
    ),
}


@pytest.mark.parametrize("id", GAMES)
def test_the_golden_fight_reads_in_portuguese(id: str) -> None:
    session = played(id)
    told = "\n".join(as_text(lines(session.game, session.history, say=speech(session.game, LANGUAGE))))
    assert not [line for line in LINES[id] if line not in told]
