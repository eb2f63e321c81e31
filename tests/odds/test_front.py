"""Who goes first: as often as in fights that are begun; roll-offs against every face counted."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight import encounter, odds
from firefight.chance import RollOff
from firefight.cli.new import starter
from firefight.commands import Begin, Reply
from firefight.games import game
from firefight.odds.front import first
from firefight.session import Session
from firefight.timeline import Turn

HOUSES = (
    ("cities-without-number", ""),
    ("cities-without-number", 'initiative_mode = "individual"'),
    ("cyberpunk-red", ""),
    ("eclipse-phase", ""),
    ("eclipse-phase", 'tie_rule = "roll-off"'),
    ("shadowrun-4", 'tie_rule = "tie-break"'),
)
FIGHTS, SIGMAS = 400, 4


@pytest.mark.parametrize(("id", "house"), HOUSES)
def test_fights_begin_with_everybody_as_often_as_the_odds_say(id: str, house: str) -> None:
    """CWN-INIT-01 CWN-INIT-03 CWN-INIT-05 CPR-INIT-03 CPR-INIT-06 EP-INIT-06 EP-INIT-08 SR4-INIT-04 SR4-INIT-05"""
    text = starter(game(id), "").replace("[options]", f"[options]\n{house}").replace('"blademaster"', '"corporate-guard"')
    meeting = encounter.built(tomllib.loads(text))
    fresh = encounter.session(meeting, b"0" * 32)
    told = odds.initiative(fresh.game, fresh.table)
    assert told is not None
    found = Counter(in_front(encounter.session(meeting, n.to_bytes(32, "big")), told) for n in range(FIGHTS))
    for who, chance in {**told.alone, "": told.tied}.items():
        expected = float(chance)
        assert abs(found[who] / FIGHTS - expected) <= SIGMAS * sqrt(expected * (1 - expected) / FIGHTS) + 1 / FIGHTS


def in_front(session: Session, told: odds.First) -> str:
    """Who has the first turn of a fight, or whose side; "" for several."""
    session.do(Begin())
    while questions := session.questions():
        asked = questions[0]
        session.do(Reply(asked.label, asked.default if asked.default != "" else asked.options[0], asked.who))
    turns = [frame for frame in session.table.timeline.stack if isinstance(frame, Turn)]
    names = {who if who in told.alone else session.table.who(who).side for who in turns[-1].members}
    return names.pop() if len(names) == 1 else ""


# ------------------------------------------------------------------ roll-offs


@st.composite
def rolls(draw: st.DrawFn) -> dict[int, Fraction]:
    """A small die with some faces twice."""
    faces = draw(st.lists(st.integers(1, 4), min_size=2, max_size=3))
    return {face: Fraction(faces.count(face), len(faces)) for face in set(faces)}


@given(st.lists(rolls(), min_size=2, max_size=3), st.integers(1, 2))
@settings(max_examples=40, deadline=None)
def test_a_roll_off_is_every_face_counted(dice: list[dict[int, Fraction]], throws: int) -> None:
    people = dict(zip("abc", dice, strict=False))
    found = first({who: {(0,): Fraction(1)} for who in people}, RollOff(people, throws))
    for who in people:
        assert found.alone[who] == sum(weight for weight, winner in fallen(people, tuple(people), throws) if winner == who)


def fallen(people: dict[str, dict[int, Fraction]], tied: tuple[str, ...], throws: int) -> list[tuple[Fraction, str]]:
    """Every way a roll-off can fall, with who wins it; "" where they are still tied at the end."""
    if len(tied) == 1 or not throws:
        return [(Fraction(1), tied[0] if len(tied) == 1 else "")]
    ways = []
    for faces in product(*(people[who].items() for who in tied)):
        weight = Fraction(1)
        for _, chance in faces:
            weight *= chance
        top = max(face for face, _ in faces)
        left = tuple(who for who, (face, _) in zip(tied, faces, strict=True) if face == top)
        ways += [(weight * more, winner) for more, winner in fallen(people, left, throws - 1)]
    return ways


@given(st.lists(rolls().filter(lambda roll: len(roll) > 1), min_size=2, max_size=4))
@settings(max_examples=30, deadline=None)
def test_a_roll_off_until_all_are_apart_leaves_no_tie(dice: list[dict[int, Fraction]]) -> None:
    people = dict(zip("abcd", dice, strict=False))
    found = first({who: {(0,): Fraction(1)} for who in people}, RollOff(people))
    assert found.tied == 0 and sum(found.alone.values()) == 1


def test_a_tie_with_somebody_who_does_not_roll_is_left() -> None:
    places = {who: {(0,): Fraction(1)} for who in "ab"}
    assert first(places, RollOff({"a": {1: Fraction(1, 2), 2: Fraction(1, 2)}})).tied == 1


def test_so_many_kinds_that_it_would_take_long_leave_the_tie_open() -> None:
    people = {str(n): {face + n: Fraction(1, 10) for face in range(10)} for n in range(12)}
    places = {who: {(-face,): chance for face, chance in roll.items()} for who, roll in people.items()}
    found = first(places, RollOff(people))
    assert found.tied and sum(found.alone.values()) + found.tied == 1
