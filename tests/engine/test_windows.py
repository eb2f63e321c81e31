"""Windows: what is thrown in counts from the line where it was thrown in; what a line saw first stays."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

import pytest

from firefight.ask import Ask
from firefight.commands import Begin, Do
from firefight.dice import D20
from firefight.engine import AlreadyDone, Impossible
from firefight.events import Adjusted, Changed, Event, Marked, Noted, Opened, Stopped, Unmarked
from firefight.session import Session, found
from firefight.table import Mark
from firefight.timeline import Act, Answer, Deed, Note
from tests.engine.helpers import (
    BO,
    SURE_MISS,
    Loaded,
    act,
    again,
    answer,
    blows,
    deeds,
    fight,
    hp,
    let_pass,
    one,
    outcomes,
    read,
    wave_on,
    window,
)  # fmt: skip
from tests.toy import Toy

BOTH_KINDS = pytest.mark.parametrize("windows", ["together", "one by one"])


def strikes(session: Session) -> list[str]:
    """Who has struck, with everything that counts."""
    return [str(blow["who"]) for blow in blows(session)]


@BOTH_KINDS
def test_an_attacker_dropped_before_his_dice_never_attacks(windows: str) -> None:
    session = fight("thug ana", {"damage": 10}, windows=windows)
    act(session, "thug", "attack", target="ana")
    assert window(session) == "before 1"
    act(session, "ana", "snap attack", target="thug")
    wave_on(session)
    assert strikes(session) == ["ana"]
    assert outcomes(session) == ["strike", "lost"]
    assert hp(session, "ana") == 10
    assert session.table.who("thug").has("down")


@BOTH_KINDS
def test_an_attacker_dropped_after_his_dice_has_hit_all_the_same(windows: str) -> None:
    session = fight("thug ana bo", {"damage": 10}, windows=windows)
    act(session, "thug", "attack", target="bo")
    let_pass(session, *session.awaited())
    assert window(session) == "after 1"
    act(session, "ana", "snap attack", target="thug")
    wave_on(session)
    assert strikes(session) == ["ana", "thug"]
    assert session.table.who("thug").has("down")
    assert session.table.who("bo").has("down")


def test_two_snap_attacks_in_one_window_drop_each_other() -> None:
    session = fight("guard thug ana", {"damage": 10})
    act(session, "guard", "attack", target="ana")
    act(session, "ana", "snap attack", target="thug")
    act(session, "thug", "snap attack", target="ana")
    wave_on(session)
    assert session.table.who("ana").has("down")
    assert session.table.who("thug").has("down")


def test_of_two_snap_attacks_one_by_one_the_first_is_done_before_the_second() -> None:
    session = fight("guard thug ana", {"damage": 10}, windows="one by one")
    act(session, "guard", "attack", target="ana")
    act(session, "ana", "snap attack", target="thug")
    wave_on(session)
    assert session.table.who("thug").has("down")
    assert session.awaited() == ("guard",)
    assert hp(session, "ana") == 0


def test_total_defense_after_the_dice_turns_a_hit_into_a_miss_and_costs_the_main_act() -> None:
    session = fight("thug ana", {"attack": 9})
    act(session, "thug", "attack", target="ana")
    wave_on_to(session, "after 1")
    act(session, "ana", "total defense")
    wave_on(session)
    [blow] = blows(session)
    assert (blow["total"], blow["ac"], blow["hit"]) == (13, 16, False)
    assert hp(session, "ana") == 10
    assert session.table.who("ana").has("spent main")


def wave_on_to(session: Session, label: str) -> None:
    while window(session) != label:
        let_pass(session, session.awaited()[0])


def test_a_screen_takes_the_hit_and_still_takes_it_after_defending_or_leaving() -> None:
    for after in (lambda s: act(s, "ana", "total defense"), lambda s: s.order(Changed("bo", hidden=True))):
        session = fight("thug ana bo")
        act(session, "thug", "attack", target="ana")
        act(session, "bo", "screen", target="ana")
        wave_on_to(session, "after 1")
        after(session)
        wave_on(session)
        assert (hp(session, "ana"), hp(session, "bo")) == (10, 7)


def test_a_target_who_leaves_after_the_dice_is_struck_and_one_who_leaves_before_is_not() -> None:
    for label, struck in (("before 1", []), ("after 1", ["thug"])):
        session = fight("thug ana bo")
        act(session, "thug", "attack", target="ana")
        wave_on_to(session, label)
        session.order(Changed("ana", here=False))
        wave_on(session)
        assert strikes(session) == struck


def test_who_is_asked_is_settled_when_the_window_opens() -> None:
    session = fight("thug ana bo")
    session.order(Marked("bo", Mark("waives")))
    act(session, "thug", "attack", target="ana")
    session.order(Unmarked("bo", "waives"))
    assert session.awaited() == ("ana",)
    let_pass(session, "ana")
    assert session.awaited() == ("ana", "bo")


def test_nobody_is_asked_a_second_time_before_the_dice_when_they_lie_on_the_table() -> None:
    session = fight("thug ana bo guard")
    session.order(Marked("guard", Mark("out")))
    act(session, "thug", "attack", target="ana")
    wave_on_to(session, "after 1")
    session.order(Unmarked("guard", "out"))
    let_pass(session, "ana", "bo")
    assert session.awaited() == ("thug",)


def test_as_long_as_somebody_answers_a_further_window_opens_for_those_who_can_still_answer() -> None:
    session = fight("thug ana bo")
    act(session, "thug", "attack", target="ana")
    act(session, "ana", "total defense")
    let_pass(session, "bo")
    assert (window(session), session.awaited()) == ("before 2", ("bo",))


def test_three_attacks_lie_on_one_another_and_the_newest_is_done_first() -> None:
    session = fight("thug ana bo guard", windows="one by one")
    act(session, "thug", "attack", target="ana")
    act(session, "ana", "snap attack", target="guard")
    assert window(session) == "before 1"
    act(session, "guard", "snap attack", target="bo")
    assert deeds(session) == ["thug", "ana", "guard"]
    act(session, "bo", "snap attack", target="thug")
    wave_on(session)
    assert strikes(session) == ["bo", "guard", "ana", "thug"]
    assert [hp(session, who) for who in ("thug", "ana", "bo", "guard")] == [7, 7, 7, 7]
    assert session.awaited() == ("thug",)


def test_three_deep_every_line_sees_what_it_saw_first() -> None:
    """The undermost attack was rolled before anything above it happened: its hit counts whoever falls meanwhile."""
    session = fight("thug ana bo guard", {"damage": 10}, windows="one by one")
    act(session, "thug", "attack", target="bo")
    wave_on_to(session, "after 1")
    act(session, "ana", "snap attack", target="thug")
    wave_on_to(session, "after 1")
    act(session, "guard", "snap attack", target="ana")
    wave_on(session)
    assert strikes(session) == ["guard", "ana", "thug"]
    assert all(session.table.who(who).has("down") for who in ("ana", "thug", "bo"))


def test_a_reroll_throws_one_die_anew_and_leaves_the_others() -> None:
    session = fight("thug ana", {"attack again 1": SURE_MISS, "attack again 2": 19})
    act(session, "thug", "attack", target="ana")
    wave_on_to(session, "after 1")
    damage = session.table.timeline.stack[-2].answers[-1]
    act(session, "ana", "reroll")
    assert window(session) == "after 2"
    act(session, "ana", "reroll")
    assert window(session) == "after 3"
    answers = {one.label: one.value for one in session.table.timeline.stack[-2].answers}
    assert (answers["attack"], answers["attack again 1"], answers["attack again 2"]) == ((20,), (1,), (19,))
    assert answers["damage"] == damage.value if damage.label == "damage" else (3,)
    wave_on(session)
    assert hp(session, "ana") == 7


def test_after_a_reroll_of_hand_rolled_dice_the_lines_below_see_the_newest_table() -> None:
    session = fight("thug ana")
    session.order(Marked("thug", Mark("dice by hand")))
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    answer(session, 12)
    answer(session, 3)
    act(session, "ana", "reroll")
    answer(session, 9)
    act(session, "ana", "total defense")
    wave_on(session)
    [blow] = blows(session)
    assert (blow["total"], blow["ac"]) == (13, 16)


def test_luck_is_a_die_of_its_own_added_to_the_roll() -> None:
    session = fight("thug ana", {"attack": 7, "luck": 5})
    act(session, "thug", "attack", target="ana")
    wave_on_to(session, "after 1")
    act(session, "ana", "luck")
    wave_on(session)
    assert blows(session)[0]["total"] == 16


def test_two_people_answer_one_window_with_tokens_taken_before_either() -> None:
    for first, second in ((Act("pass"), Act("pass")), (Act("total defense"), Act("total defense"))):
        session = fight("thug ana bo")
        act(session, "thug", "attack", target="ana")
        presses = [Do("ana", first, session.token("ana")), Do("bo", second, session.token("bo"))]
        for press in presses:
            session.do(press)
        assert window(session) != "before 1"
        for press in presses:
            with pytest.raises((AlreadyDone, Impossible)):
                session.do(press)


def test_somebody_who_leaves_or_falls_or_is_hidden_in_a_window_does_not_stop_it() -> None:
    for event in (Changed("ana", here=False), Marked("ana", Mark("out")), Adjusted("ana", "hp", -10)):
        session = fight("thug ana")
        act(session, "thug", "attack", target="ana")
        session.order(event)
        assert session.awaited() == ("thug",)
    session = fight("thug ana")
    act(session, "thug", "attack", target="ana")
    session.order(Changed("ana", hidden=True))
    assert session.awaited() == ("ana",)
    wave_on(session)
    assert session.awaited() == ("thug",)


def test_whoever_comes_back_while_the_window_is_open_is_asked_again() -> None:
    session = fight("thug ana bo")
    act(session, "thug", "attack", target="bo")
    session.order(Changed("ana", here=False))
    assert session.awaited() == ("bo",)
    session.order(Changed("ana", here=True))
    assert session.awaited() == ("ana", "bo")


def test_a_new_owner_answers_the_window() -> None:
    session = fight("thug ana")
    act(session, "thug", "attack", target="ana")
    session.order(Changed("ana", owner=BO.name))
    assert session.awaited(BO) == ("ana",)
    act(session, "ana", "total defense", by=BO)
    assert session.table.who("ana").has("total defense")


def test_a_granted_turn_in_an_open_window_comes_first_and_the_window_stays_open() -> None:
    session = fight("thug ana bo")
    act(session, "thug", "attack", target="ana")
    session.order(Opened((("bo", "granted 1"),), reason="quick"))
    assert session.awaited() == ("bo",)
    act(session, "bo", "attack", target="thug")
    while deeds(session) != ["thug"]:
        let_pass(session, session.awaited()[0])
    assert strikes(session) == ["bo"]
    let_pass(session, "bo")
    assert (window(session), session.awaited()) == ("before 1", ("ana", "bo"))
    again(session)


def test_a_stopped_deed_is_gone_once_what_lies_on_it_is_done() -> None:
    session = fight("thug ana bo")
    act(session, "thug", "attack", target="ana")
    session.order(Stopped("thug", session.table.timeline.stack[-2].id, "the roof falls in"))
    assert session.awaited() == ("ana", "bo")
    wave_on(session)
    assert (strikes(session), session.awaited()) == ([], ("thug",))


def test_a_note_on_a_deed_under_an_open_window_counts_when_it_goes_on() -> None:
    session = fight("thug ana")
    act(session, "thug", "attack", target="ana")
    below = session.table.timeline.stack[-2]
    assert isinstance(below, Deed)
    session.order(Noted(below.id, Note("line.ac", 777, "a wall")))
    wave_on(session)
    assert hp(session, "ana") == 10
    assert not any("777" in line for _, line in read(session, BO))


def test_a_line_below_a_die_that_is_thrown_again_does_not_see_the_table_from_before_the_first_throw() -> None:
    """The first throw was asked for by hand; the second falls by itself, so that nothing is remembered of it."""
    first, newest = fight("thug ana").table, fight("ana thug").table
    answers = (Answer("attack", "1d20", (12,)), Answer("attack again 1", "1d20", (9,)))
    deed = Deed("1.1.thug.1", "thug", Act("attack"), answers, (Note("reroll attack", 1),), seen=(("attack", first),))
    ask = Ask(deed, newest, Loaded())
    assert ask.table is first
    assert ask.throw(attack=D20) == ((9,),)
    assert ask.table is newest


class Endless(Toy):
    """A careless game: its attack opens one window after the other for somebody who cannot answer."""

    def resolve(self, deed: Deed, ask: Ask) -> Iterable[Event]:
        for n in count():
            ask.window(f"before {n}", lambda table: ("bo",))
        return ()


def test_a_rule_that_opens_windows_for_ever_is_stopped_before_it_fills_the_memory() -> None:
    session = found(Endless(), [one("ana", 9), one("bo", 8, marks=(Mark("out"),))], source=Loaded())
    session.do(Begin())
    lines = len(session.history)
    with pytest.raises(RuntimeError, match="'aim' asks for ever"):
        act(session, "ana", "aim")
    assert (len(session.history), session.awaited()) == (lines, ("ana",))
