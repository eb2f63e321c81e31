"""The GM's orders: what each becomes, and that what cannot be is told in a sentence and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from firefight.commands import Begin, Close, Do, End, Order, Rewind
from firefight.dice import Sealed
from firefight.engine import perform
from firefight.errors import FirefightError
from firefight.events import Changed, Joined, Marked, Opened, Scored, SideFormed, Used
from firefight.games import game
from firefight.orders import ORDERS, command
from firefight.session import Session, combatant, found
from firefight.table import Until
from firefight.timeline import Act

GAME = game("cyberpunk-red")


def table(scores: dict[str, int], fight: bool = True) -> Session:
    people = [combatant(GAME, id, id.capitalize(), "crew", GAME.sheet(), score=(score,)) for id, score in scores.items()]
    session = found(GAME, people, secret=b"orders")
    if fight:
        session.do(Begin())
    return session


def given_to(session: Session, name: str, /, **asked: Any) -> Any:
    return command(name, session.game, session.table, asked)


def events(session: Session, name: str, /, **asked: Any) -> tuple[Any, ...]:
    made = given_to(session, name, **asked)
    assert isinstance(made, Order)
    return made.events


FIGHT = table({"vex": 18, "moth": 14, "rook": 9})
CALM = table({"vex": 18, "moth": 14, "rook": 9}, fight=False)


# ------------------------------------------------------------------ the table of orders


def test_every_order_has_a_sentence_and_a_reason() -> None:
    for kind in ORDERS.values():
        assert kind.help[0].isupper() and kind.help.endswith("."), kind.name
        assert "\n" not in kind.help, kind.name
        assert "reason" in {field.name for field in fields(kind.asked)}, kind.name


def test_what_the_orders_are() -> None:
    assert set(ORDERS) >= {
        "begin", "end", "close", "undo", "redo", "goto", "join", "leave", "return", "rename", "side", "owner", "hide", "reveal",
        "score", "adjust", "set", "mark", "unmark", "skip", "grant", "owe", "move", "squad", "unsquad", "hand", "note", "stop",
        "release", "tick", "mission", "scene", "remind", "option", "tell",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "asked", "told"),
    [
        ("adjus", {}, "there is no order 'adjus'; did you mean 'adjust'?"),
        ("adjust", {"who": "vexx", "pool": "hp", "by": 1}, "nobody here is called 'vexx'; did you mean 'vex'?"),
        ("adjust", {"who": "vex", "pool": "hp"}, "'adjust' needs 'by', a whole number"),
        ("adjust", {"who": "vex", "pol": "hp", "by": "3"}, "has no 'pol'; did you mean 'pool'?"),
        ("adjust", {"who": "vex", "pol": "hp", "by": "3"}, "write 3 without the quotation marks"),
        ("adjust", {"who": "vex", "pool": "hit points", "by": 1}, "Vex has no pool 'hit points'; there is hp"),
        ("adjust", {"who": [], "pool": "hp", "by": 1}, "nobody is named"),
        ("set", {"who": "vex", "value": 1}, "pool = ... or sheet = ..., one of the two"),
        ("set", {"who": "vex", "pool": "hp", "value": "many"}, "a pool is set to a whole number"),
        ("score", {"score": 1}, "who = ... or side = ..., one of the two"),
        ("score", {"score": 1, "side": "crw"}, "there is no side 'crw'; did you mean 'crew'?"),
        ("move", {"who": "vex"}, "before = ... or after = ..., one of the two"),
        ("move", {"who": "vex", "after": "vex"}, "there is no place free"),
        ("mark", {"who": "vex", "name": " "}, "say which state"),
        ("rename", {"who": "vex", "name": "a\u0007"}, "the control character U+0007"),
        ("rename", {"who": "vex", "name": ""}, "cannot be blank"),
        ("side", {"who": "vex", "side": ""}, "cannot be blank"),
        ("owner", {"who": "vex", "owner": "gm"}, "a player cannot be called 'gm'"),
        ("squad", {"who": ["vex"]}, "a squad needs several"),
        ("skip", {"who": ["moth", "vex"]}, "Vex is in a turn that is going on; skip those who are one by one"),
        ("release", {"who": "vex"}, "Vex holds nothing back"),
        ("stop", {}, "nothing is going on"),
        ("join", {"name": "Ito"}, "Ito is on no side"),
        ("join", {"name": "Ito", "side": "crew", "sheet": {"reff": 3}}, "did you mean 'ref'?"),
        ("option", {"name": "hold_run", "value": "perhaps"}, "it is one of false, true"),
        ("tick", {"minutes": -5}, "'minutes' must be from 1 to"),
        ("remind", {"text": "x"}, "minute = ... of the clock or after = ... minutes, one of the two"),
    ],
)
def test_what_cannot_be_is_told_with_the_remedy(name: str, asked: dict[str, Any], told: str) -> None:
    with pytest.raises(FirefightError) as refused:
        given_to(FIGHT, name, **asked)
    assert told in str(refused.value)


@pytest.mark.parametrize("name", ["skip", "grant", "owe"])
def test_turns_are_given_and_taken_in_a_fight_alone(name: str) -> None:
    with pytest.raises(FirefightError, match="no fight is running"):
        given_to(CALM, name, who="vex")


# ------------------------------------------------------------------ single orders


def test_begin_end_close_and_going_back_are_commands_of_their_own() -> None:
    assert given_to(CALM, "begin", who=["vex"], surprised=["moth"]) == Begin(("vex",), ("moth",))
    assert given_to(CALM, "begin") == Begin()
    assert given_to(FIGHT, "end", reason="they flee") == End("they flee")
    assert given_to(FIGHT, "close") == Close()
    assert [given_to(FIGHT, name) for name in ("undo", "redo")] == [Rewind("undo"), Rewind("redo")]
    assert given_to(FIGHT, "goto", line=2) == Rewind("goto", 2)


def test_skip_ends_the_turn_somebody_is_in_and_uses_up_the_next_one_of_anybody_else() -> None:
    assert given_to(FIGHT, "skip", who="vex") == Do("vex", Act("pass"))
    assert events(FIGHT, "skip", who=("moth", "rook"), reason="stunned") == (
        Used("moth", "turn", "stunned"),
        Used("rook", "turn", "stunned"),
    )


def test_granted_turns_are_numbered() -> None:
    session = table({"vex": 18, "moth": 14})
    assert events(session, "grant", who="moth") == (Opened((("moth", "granted 1"),), reason="the GM says so"),)
    session.do(given_to(session, "grant", who="moth"))
    assert events(session, "grant", who=["moth", "vex"])[0].dues == (("moth", "granted 2"), ("vex", "granted 1"))


def test_move_finds_a_score_right_beside_somebody() -> None:
    crowd = table({"vex": 18, "moth": 14, "bey": 13, "cho": 13 - 1, "rook": 9})
    for who, where, expected in [
        ("rook", {"before": "vex"}, ["rook", "vex", "moth", "bey", "cho"]),
        ("rook", {"after": "moth"}, ["vex", "moth", "rook", "bey", "cho"]),
        ("vex", {"after": "rook"}, ["moth", "bey", "cho", "rook", "vex"]),
        ("vex", {"before": "cho"}, ["moth", "bey", "vex", "cho", "rook"]),
    ]:
        (moved,) = events(crowd, "move", who=who, **where)
        assert isinstance(moved, Scored)
        dues = GAME.dues(crowd.table.change(who, score=moved.score))
        assert [due.who for due in sorted(dues)] == expected
        assert len({due.key for due in dues}) == len(dues)


def test_a_new_side_is_formed_and_a_known_one_is_not() -> None:
    assert isinstance(events(FIGHT, "side", who="vex", side="cops")[0], SideFormed)
    assert events(FIGHT, "side", who=["vex", "vex"], side="crew") == (Changed("vex", side="crew"),)


def test_a_squad_follows_the_first_one_named_or_its_leader() -> None:
    assert events(FIGHT, "squad", who=["vex", "moth"]) == (Changed("moth", squad="vex"),)
    assert events(FIGHT, "squad", who=["moth"], leader="rook") == (Changed("moth", squad="rook"),)


def test_the_end_of_a_mark_is_the_bearers_own_turn_or_another_ones() -> None:
    (own,) = events(FIGHT, "mark", who="vex", name="dazed", until="turn start")
    (other,) = events(FIGHT, "mark", who="vex", name="dazed", until="turn start", of="rook")
    assert isinstance(own, Marked) and isinstance(other, Marked)
    assert (own.mark.until, other.mark.until) == (Until("turn start", "vex"), Until("turn start", "rook"))


def test_somebody_joins_a_fight_that_runs_unless_told_otherwise() -> None:
    def joined(session: Session, **more: Any) -> Joined:
        event = events(session, "join", name="Ito", side="crew", **more)[0]
        assert isinstance(event, Joined)
        return event

    assert joined(FIGHT).combatant.fighting
    assert not joined(FIGHT, fighting=False).combatant.fighting
    assert not joined(CALM).combatant.fighting


def test_a_newcomer_with_a_place_that_has_gone_by_waits() -> None:
    session = table({"vex": 18, "moth": 14})
    assert events(session, "join", name="Ito", side="crew", score=20)[1:] == (Used("ito", "turn"),)
    assert events(session, "join", name="Ito", side="crew", score=16)[1:] == ()


# ------------------------------------------------------------------ laws

SAID = st.sampled_from(["vex", "moth", "nobody", "hp", "turn start", "start", "crew", "hold_run", ""]) | st.text(max_size=3)
ANYTHING = st.booleans() | st.integers(-3, 30) | SAID | st.lists(SAID, max_size=2) | st.dictionaries(SAID, SAID, max_size=1)


@given(st.data())
def test_any_parameters_make_events_or_a_sentence(data: st.DataObject) -> None:
    kind = ORDERS[data.draw(st.sampled_from(sorted(ORDERS)))]
    names = [field.name for field in fields(kind.asked)]
    asked = data.draw(st.dictionaries(st.sampled_from(names), ANYTHING, max_size=4))
    asked |= {field.name: data.draw(ANYTHING) for field in fields(kind.asked) if field.required and field.name not in asked}
    try:
        made = command(kind.name, GAME, FIGHT.table, asked)
        if not isinstance(made, Rewind):
            perform(GAME, FIGHT.table, made, Sealed(b"orders"))
    except FirefightError as refused:
        assert str(refused)
