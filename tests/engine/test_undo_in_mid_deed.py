"""Going back, forward and to any line, and reading the log back, in the middle of everything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight.commands import Begin, Do, Rewind
from firefight.engine import AlreadyDone
from firefight.errors import FirefightError
from firefight.events import Answered, Changed, Joined, Marked, Opened
from firefight.history import encode
from firefight.session import Session
from firefight.table import Mark
from firefight.timeline import Act
from tests.conformance import Player, encoded
from tests.engine.helpers import Loaded, act, again, answer, events, fight, let_pass, one, table, wave_on, window


def by_hand(session: Session, *who: str) -> Session:
    session.order(*(Marked(one, Mark("dice by hand")) for one in who))
    return session


def asked_for_dice() -> Session:
    session = by_hand(fight(), "ana")
    act(session, "ana", "attack", target="thug")
    wave_on(session)
    return session


def one_of_two_dice_typed_in() -> Session:
    session = asked_for_dice()
    answer(session, 15)
    return session


def window_half_answered() -> Session:
    session = fight("thug ana bo guard")
    act(session, "thug", "attack", target="ana")
    act(session, "ana", "total defense")
    return session


def three_deep() -> Session:
    session = fight("thug ana bo guard", {"damage": 10}, windows="one by one")
    act(session, "thug", "attack", target="bo")
    act(session, "ana", "snap attack", target="thug")
    while window(session) != "after 1":
        let_pass(session, session.awaited()[0])
    act(session, "guard", "snap attack", target="ana")
    return session


def half_the_declarations_in() -> Session:
    session = fight("ana+thug+bo guard", slots="together")
    act(session, "ana", "aim")
    act(session, "thug", "attack", target="ana")
    let_pass(session, "thug")
    return session


def in_the_middle_of_a_shared_slot() -> Session:
    session = by_hand(fight("ana+thug guard bo", slots="together"), "ana")
    act(session, "ana", "aim")
    act(session, "thug", "attack", target="ana")
    act(session, "ana", "attack", target="thug")
    let_pass(session, "thug", "ana")
    while window(session):
        let_pass(session, session.awaited()[0])
    return session


def a_consequence_asks() -> Session:
    session = fight("thug ana", {"damage": 10}, grit="true")
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    return session


def a_granted_turn_above_a_deed() -> Session:
    session = window_half_answered()
    session.order(Opened((("guard", "granted 1"),), reason="quick"))
    return session


def a_newcomer_rolls_above_a_suspended_deed() -> Session:
    session = asked_for_dice()
    session.order(Joined(one("cy", fighting=True, marks=(Mark("dice by hand"),))))
    return session


def somebody_asked_has_left() -> Session:
    session = a_consequence_asks()
    session.order(Changed("guard" if "guard" in session.table.combatants else "thug", hidden=True))
    return session


def a_slot_opens() -> Session:
    session = table([one("ana", 9), one("thug", 8)], opening="omen")
    session.order(Marked("ana", Mark("dice by hand")))
    session.do(Begin())
    return session


def after_going_back() -> Session:
    session = window_half_answered()
    session.do(Rewind("undo"))
    act(session, "bo", "screen", target="ana")
    session.do(Rewind("undo"))
    session.do(Rewind("redo"))
    return session


MOMENTS = (
    asked_for_dice, one_of_two_dice_typed_in, window_half_answered, three_deep, half_the_declarations_in,
    in_the_middle_of_a_shared_slot, a_consequence_asks, a_granted_turn_above_a_deed, a_newcomer_rolls_above_a_suspended_deed,
    somebody_asked_has_left, a_slot_opens, after_going_back,
)  # fmt: skip
every_moment = pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)


def played_on(session: Session, seed: int, commands: int = 40) -> list[bytes]:
    """What the log holds after some more play."""
    list(Player(session, seed).play(commands))
    return [encode(batch) for batch in session.history.batches]


@every_moment
def test_a_table_read_back_goes_on_just_as_the_first_one(moment: Callable[[], Session]) -> None:
    session = moment()
    for seed in range(3):
        assert played_on(again(session), seed) == played_on(again(session), seed)
    copy = again(session)
    assert played_on(copy, 7) == played_on(session, 7)
    assert encoded(copy.table) == encoded(session.table)


@every_moment
def test_back_to_the_beginning_and_forward_again_is_the_same_bytes(moment: Callable[[], Session]) -> None:
    session = moment()
    tables = [encoded(session.table)]
    while not refused(session, Rewind("undo")):
        tables.append(encoded(session.table))
    again(session)
    assert len(tables) > 1 or moment is a_slot_opens
    for expected in tables[-2::-1]:
        session.do(Rewind("redo"))
        assert encoded(session.table) == expected
    assert refused(session, Rewind("redo"))


def refused(session: Session, command: Rewind) -> bool:
    try:
        session.do(command)
    except FirefightError:
        return True
    return False


@every_moment
def test_any_line_can_be_gone_to_and_left_again(moment: Callable[[], Session]) -> None:
    session = moment()
    here, lines = encoded(session.table), len(session.history)
    tables = {number: encoded(session.history.table_at(session.history.home(number))) for number in range(1, lines + 1)}
    for number, expected in tables.items():
        session.do(Rewind("goto", number))
        assert encoded(session.table) == expected
        again(session)
        session.do(Rewind("goto", lines))
        assert encoded(session.table) == here
    assert played_on(session, 3)


@every_moment
@pytest.mark.parametrize("seed", range(4))
def test_whatever_comes_next_comes_the_same_after_undo(moment: Callable[[], Session], seed: int) -> None:
    session = moment()
    for command in Player(session, seed, gm=False).play(1):
        after = encoded(session.table)
        session.do(Rewind("undo"))
        session.do(command)
        assert encoded(session.table) == after


@given(seed=st.integers(0, 10_000), options=st.fixed_dictionaries({
    "order": st.sampled_from(["individual", "side"]),
    "slots": st.sampled_from(["one by one", "together"]),
    "windows": st.sampled_from(["one by one", "together"]),
    "opening": st.sampled_from(["plain", "omen"]),
    "grit": st.sampled_from(["true", "false"]),
}))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_at_any_moment_of_any_fight_the_log_read_back_goes_on_the_same(seed: int, options: dict[str, str]) -> None:
    people = [one("ana"), one("bo"), one("thug"), one("guard"), one("zq-lurker", hidden=True)]
    session = table(people, Loaded(), **options)
    list(Player(session, seed).play(seed % 60))
    copy = again(session)
    assert played_on(copy, seed + 1, 20) == played_on(session, seed + 1, 20)


def test_a_die_falls_the_same_whatever_is_put_in_before_it() -> None:
    faces = []
    for more in (lambda session: None, lambda session: act(session, "bo", "total defense")):
        session = table([one("thug", 9), one("ana", 8), one("bo", 7)], Loaded())
        session.do(Begin())
        act(session, "thug", "attack", target="ana")
        more(session)
        wave_on(session)
        faces.append(
            {one.label: one.value for event in events(session, Answered) for one in event.answers if one.spec != "window"}
        )
    assert faces[0]["attack"] == faces[1]["attack"]
    assert faces[0]["damage"] == faces[1]["damage"]


def test_a_key_stays_used_after_undo_and_after_reading_the_log_back() -> None:
    session = window_half_answered()
    press = Do("bo", Act("pass"), session.token("bo"))
    session.do(press, key="k")
    session.do(Rewind("undo"), key="u")
    for one_ in (session, again(session)):
        with pytest.raises(AlreadyDone):
            one_.do(press, key="k")
        with pytest.raises(AlreadyDone):
            one_.do(Rewind("undo"), key="u")
        assert one_.awaited() == ("bo", "guard")
    session.do(press, key="k2")
    assert session.awaited() == ("guard",)


def test_an_undo_pressed_twice_at_one_moment_goes_back_once() -> None:
    session = window_half_answered()
    press = Rewind("undo", token=session.moment)
    session.do(press)
    with pytest.raises(AlreadyDone):
        session.do(press)


def test_what_a_deed_remembers_grows_with_its_questions_and_not_twice_as_fast_with_each() -> None:
    """Everybody's initiative dice are typed in: one deed is suspended once for each of them."""
    sizes = []
    for people in (10, 20, 40):
        session = table([one(f"goon-{number}", marks=(Mark("dice by hand"),)) for number in range(people)])
        session.do(Begin())
        for _ in range(people - 1):
            answer(session, 7)
        assert len(session.questions()) == 1
        sizes.append(len(encoded(session.table)) / people**2)
    assert max(sizes) < 3 * min(sizes)
