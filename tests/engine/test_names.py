"""Ids and names that spell like words of the game, like each other, or like markup: nothing breaks, nothing is evaluated."""

from __future__ import annotations

import pytest

from firefight.commands import Begin
from firefight.events import Changed
from firefight.mask import masked
from firefight.table import Mark, Until
from firefight.timeline import Act, Deed
from firefight.view import log
from firefight.words import words
from tests.conformance import encoded
from tests.engine.chaos import TRICKY
from tests.engine.helpers import (
    ANA,
    BO,
    act,
    one,
    table,
    until_turn_of,
    wave_on,
)  # fmt: skip
from tests.toy import GAME

WHO = "zq-lurker"


@pytest.mark.parametrize("id", [*TRICKY, "spent main", "turn start", "pass 1", "hold", "true", "somebody", "0", "ana's"])
def test_a_hidden_one_whose_id_is_a_word_of_the_game_breaks_nothing_for_others(id: str) -> None:
    people = [one("ana", 9, marks=(Mark("lit", Until("turn start", "ana")),)), one("ana b", 8), one("bo", 7)]
    if id == "ana b":
        people = [people[0], people[2]]
    session = table([*people, one(id, 1, hidden=True, name=id)], {"attack": 20, "damage": 3})
    session.do(Begin())
    act(session, "ana", "attack", by=ANA, target="bo")
    for known, true in ((session.view(BO), session.table),):
        assert list(known.combatants) == [who for who in true.combatants if who != id]
        assert known.options == true.options
        assert known.timeline.top.window == true.timeline.top.window == "before 1"
        assert known.timeline.top.tag("bo") == "window"
    assert [line.verb for line in session.menu("bo", BO) if not line.reasons] == [
        line.verb for line in session.menu("bo") if not line.reasons
    ]
    act(session, "bo", "screen", by=BO, target="ana")
    wave_on(session)
    mine = session.view(ANA).who("ana")
    assert (mine.pools, mine.sheet, mine.marks) == (
        session.table.who("ana").pools, session.table.who("ana").sheet, session.table.who("ana").marks,
    )  # fmt: skip


@pytest.mark.parametrize(
    "name", ["{name}", "{0.__class__}", "[red]x[/red]", "<b>x</b>", "%s", "Ünî ☃", "a\\b", "$1", "\\1", "{ x"]
)
def test_a_name_is_shown_exactly_as_it_was_typed(name: str) -> None:
    session = table([one("ana", 9, name=name), one("bo", 8)])
    session.do(Begin())
    act(session, "ana", "aim")
    say = words("cyberpunk-red")
    told = [event.line(known, say) for _, event, known in log(GAME, session.history, BO)]
    assert f"{name} to act." in told
    assert f"{name}: aim." in told
    session.order(Changed("ana", hidden=True))
    assert name not in encoded(session.view(BO)).decode()


def test_a_hidden_one_without_a_name_or_with_that_of_somebody_in_plain_sight_hides_no_other_word() -> None:
    for name in ("", " ", "Bo", "bo", "crew"):
        session = table([one("ana", 9), one("bo", 8), one(WHO, 7, name=name, hidden=True)])
        session.do(Begin())
        known = session.view(ANA)
        assert (known.who("bo").name, known.who("bo").side, list(known.sides)) == ("Bo", "crew", ["crew"])


def test_two_of_one_name_are_told_apart_by_id_and_one_of_them_may_hide() -> None:
    session = table([one("ana", 9), one("thug-1", 8, name="Thug"), one("thug-2", 7, name="Thug")])
    session.do(Begin())
    session.order(Changed("thug-1", hidden=True))
    until_turn_of(session, "thug-2")
    known = session.view(ANA)
    assert [who for who in known.combatants] == ["ana", "thug-2"]
    assert known.who("thug-2").name == "Thug"
    assert session.awaited(ANA) == ("thug-2",)


@pytest.mark.parametrize(("text", "expected"), [
    ("thug", "somebody"), ("thug 2", "thug 2"), ("thug-2", "thug-2"), ("the thug falls", "the somebody falls"),
    ("thugs", "thugs"), ("1.1.thug.2/x 1", "1.1.somebody.2/x 1"), ("thug, thug 2 and thug", "somebody, thug 2 and somebody"),
])  # fmt: skip
def test_a_hidden_word_is_masked_as_a_whole_word_and_not_within_a_longer_one_that_is_known(text: str, expected: str) -> None:
    assert masked(text, frozenset({"thug"}), frozenset({"thug 2", "ana"})) == expected


def test_a_longer_hidden_word_is_masked_where_a_shorter_one_is_known() -> None:
    assert masked("thug 2 hits thug", frozenset({"thug 2"}), frozenset({"thug"})) == "somebody hits thug"


def test_masking_leaves_a_value_that_holds_no_secret_the_very_same_object() -> None:
    deed = Deed("1.1.ana.1", "ana", Act("attack", {"target": "bo"}))
    assert masked(deed, frozenset({"attack", "zq"})) is deed


def test_a_blank_word_is_no_word() -> None:
    assert masked("a, b -- c  d", frozenset({"", " ", "zq"})) == "a, b -- c  d"
