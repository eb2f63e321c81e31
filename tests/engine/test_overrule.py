"""The GM's hand on what is under way: notes beat answers, answers beat what is proposed; both numbers stand in the log."""

from __future__ import annotations

import pytest

from firefight.commands import Do, Reply
from firefight.engine import AlreadyDone, Impossible
from firefight.errors import FirefightError
from firefight.events import Adjusted, Changed, Event, Marked, Noted, Opened, OptionSet, Overruled, Stopped, Told, Unmarked
from firefight.session import Session
from firefight.table import Mark
from firefight.timeline import Act, Note, Value
from firefight.view import GM
from tests.engine.helpers import (
    ANA,
    BO,
    act,
    again,
    answer,
    blows,
    deeds,
    events,
    fight,
    hp,
    let_pass,
    one,
    read,
    table,
    wave_on,
    window,
)  # fmt: skip


def attacked(dice: dict[str, int] | None = None, **options: str) -> Session:
    """Thug's attack on Ana waits in the window after its dice."""
    session = fight("thug ana bo", dice, **options)
    act(session, "thug", "attack", target="ana")
    while window(session) != "after 1":
        let_pass(session, session.awaited()[0])
    return session


def note(session: Session, label: str, value: Value, deed: str = "1.1.thug.1") -> None:
    session.order(Noted(deed, Note(label, value, "the GM says so")))


def strike(session: Session) -> dict[str, Value]:
    return blows(session)[0]


# ------------------------------------------------------------------ what counts


@pytest.mark.parametrize(
    ("label", "value", "field", "expected"),
    [
        ("line.ac", 30, "hit", False),
        ("line.ac", "30", "ac", 30),
        ("line.bonus", -20, "total", 0),
        ("line.sure", True, "hit", True),
        ("total", 3, "total", 3),
        ("attack", 2, "total", 6),
        ("attack", (2,), "total", 6),
        ("target", "bo", "target", "bo"),
    ],
)
def test_a_note_beats_what_was_computed_thrown_or_named(label: str, value: Value, field: str, expected: Value) -> None:
    session = attacked()
    note(session, label, value)
    again(session)
    wave_on(session)
    assert strike(session)[field] == expected


def test_the_log_keeps_the_computed_number_beside_the_one_that_was_used() -> None:
    session = attacked()
    note(session, "line.ac", 30)
    note(session, "total", 99)
    wave_on(session)
    said = [(event.what, event.reason, event.who) for event in events(session, Overruled)]
    assert said == [("line.ac: 12 -> 30", "the GM says so", "thug"), ("total: 24 -> 99", "the GM says so", "thug")]


def test_a_note_that_agrees_or_comes_again_is_the_newest_one() -> None:
    session = attacked()
    note(session, "line.ac", 30)
    note(session, "line.ac", 5)
    wave_on(session)
    assert strike(session)["ac"] == 5


def test_a_note_may_come_with_the_declaration() -> None:
    session = fight("thug ana")
    act_ = Act("attack", {"target": "ana"})
    session.do(Do("thug", act_, notes=(Note("attack", 7, "rolled on the table"), Note("line.ac", 20))))
    wave_on(session)
    assert (strike(session)["total"], strike(session)["ac"]) == (11, 20)


def test_a_note_on_a_die_that_is_asked_for_by_hand_answers_it_and_the_rest_is_still_asked() -> None:
    session = fight("thug ana")
    session.order(Marked("thug", Mark("dice by hand")))
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    note(session, "attack", 18)
    assert [question.label for question in session.questions()] == ["damage"]
    answer(session, 4)
    wave_on(session)
    assert (strike(session)["total"], hp(session, "ana")) == (22, 6)


def test_after_a_note_has_answered_a_question_the_lines_below_see_the_newest_table() -> None:
    """The window before the dice, the dice by note, then Total Defense after them: the line reads the defense."""
    session = fight("thug ana", {"attack": 9})
    session.order(Marked("thug", Mark("dice by hand")))
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    note(session, "attack", 9)
    note(session, "damage", 5)
    act(session, "ana", "total defense")
    wave_on(session)
    assert strike(session)["ac"] == 16


def test_dice_by_hand_switched_off_while_they_are_asked_for_fall_by_themselves_and_nothing_is_stale() -> None:
    session = fight("thug ana", {"attack": 9})
    session.order(Marked("thug", Mark("dice by hand")))
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    session.order(Unmarked("thug", "dice by hand"))
    assert window(session) == "after 1"
    act(session, "ana", "total defense")
    wave_on(session)
    assert strike(session)["ac"] == 16


def test_whoever_leaves_while_his_dice_are_asked_for_is_not_waited_for() -> None:
    session = fight("thug ana")
    session.order(Marked("thug", Mark("dice by hand")))
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    session.order(Changed("thug", here=False))
    assert session.questions() == ()
    wave_on(session)
    assert strike(session)["hit"]


def test_whoever_leaves_while_he_is_asked_to_choose_gets_the_default() -> None:
    session = fight("thug ana", {"damage": 10}, grit="true")
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    assert [question.who for question in session.questions()] == ["ana"]
    session.order(Changed("ana", here=False))
    assert session.questions() == ()
    assert hp(session, "ana") == 0


def test_a_new_owner_is_asked_in_place_of_the_old_one() -> None:
    session = fight("thug ana", {"damage": 10}, grit="true")
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    session.order(Changed("ana", owner=BO.name))
    assert session.questions(ANA) == ()
    [question] = session.questions(BO)
    session.do(Reply(question.label, "stand", "ana", session.question_token(question)), BO)
    assert hp(session, "ana") == 1


def test_a_note_on_a_choice_beats_the_answer_and_asks_nobody() -> None:
    session = attacked({"damage": 10}, grit="true")
    wave_on(session)
    note(session, "grit ana against thug", "stand", session.table.timeline.top.id)
    assert session.questions() == ()
    assert hp(session, "ana") == 1


# ------------------------------------------------------------------ what cannot be


NONSENSE = [("line.ac", "high"), ("line.sure", "perhaps"), ("total", "²"), ("total", "--5"), ("attack again 1", 21)]


@pytest.mark.parametrize(("label", "value"), NONSENSE)
def test_a_note_in_advance_that_means_nothing_stops_nobody_but_is_a_question_to_the_gm(label: str, value: Value) -> None:
    session = attacked()
    note(session, "reroll attack", 1)
    note(session, label, value)
    let_pass(session, *session.awaited())
    [question] = session.questions()
    assert (question.label, question.who) == (label, "")
    assert str(value) in question.about
    assert session.questions(ANA) == ()
    assert session.awaited() == ("",)
    again(session)
    with pytest.raises(FirefightError):
        answer(session, "nonsense")
    answer(session, 1)
    wave_on(session)
    assert strike(session)


def test_a_note_on_a_choice_must_be_one_of_its_options() -> None:
    session = attacked({"damage": 10}, grit="true")
    wave_on(session)
    with pytest.raises(FirefightError, match="choose one of fall, stand"):
        note(session, "grit ana against thug", "fly", session.table.timeline.top.id)
    assert [question.label for question in session.questions()] == ["grit ana against thug"]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Noted("1.1.ana.9", Note("total", 1)), "no deed '1.1.ana.9' under way"),
        (Stopped("thug", "1.1.ana.9"), "no deed '1.1.ana.9' under way"),
        (Stopped("ana", "1.1.thug.1"), "is no deed of Ana"),
        (Opened((("ana", "window"),), window="before 9"), "windows open by themselves"),
        (Opened(()), "granted to somebody"),
        (Opened((("nobody", "x"),)), "nobody here is called 'nobody'"),
        (OptionSet("gravity", "low"), "no table option 'gravity'"),
        (OptionSet("slots", "sideways"), "cannot be 'sideways'"),
        (Changed("ana", squad="nobody"), "nobody here is called 'nobody'"),
    ],
)
def test_an_order_about_what_is_not_there_is_refused_in_one_sentence(event: Event, sentence: str) -> None:
    session = attacked()
    before, lines = session.table, len(session.history)
    with pytest.raises(FirefightError, match=sentence):
        session.order(event)
    assert (session.table, len(session.history)) == (before, lines)


def test_a_turn_is_granted_in_a_fight_only() -> None:
    session = table([one("ana")])
    with pytest.raises(FirefightError, match="while a fight runs"):
        session.order(Opened((("ana", "granted 1"),)))


def test_a_table_cannot_be_opened_with_a_value_an_option_does_not_have() -> None:
    with pytest.raises(FirefightError, match="'slots' cannot be 'sideways'"):
        table([one("ana")], slots="sideways")


def test_a_newcomer_needs_an_id() -> None:
    with pytest.raises(FirefightError, match="needs an id"):
        table([one(" ")])


# ------------------------------------------------------------------ while a deed is suspended


def test_orders_in_the_middle_count_from_the_line_on_that_is_waiting() -> None:
    session = attacked({"attack": 8})
    session.order(Marked("ana", Mark("total defense")), Adjusted("ana", "hp", -2))
    wave_on(session)
    assert (strike(session)["ac"], hp(session, "ana")) == (16, 8)


def test_an_option_changed_in_the_middle_counts_from_there() -> None:
    session = attacked({"damage": 10})
    session.order(OptionSet("grit", "true"))
    wave_on(session)
    assert [question.label for question in session.questions()] == ["grit ana against thug"]


def test_a_deed_that_is_stopped_while_it_asks_is_over_and_what_was_paid_stays_spent() -> None:
    session = fight("thug ana")
    session.order(Marked("thug", Mark("dice by hand")))
    act(session, "thug", "attack", target="ana")
    wave_on(session)
    session.order(Stopped("thug", "1.1.thug.1", "the roof falls in"))
    assert (session.questions(), session.awaited()) == ((), ("thug",))
    assert session.table.who("thug").has("spent main")
    with pytest.raises(AlreadyDone):
        session.do(Reply("attack", 20, "thug"))


def test_an_act_of_the_gms_own_in_the_middle_stops_everything_under_way() -> None:
    session = fight("thug ana bo guard", windows="one by one")
    act(session, "thug", "attack", target="ana")
    act(session, "ana", "snap attack", target="thug")
    assert deeds(session) == ["thug", "ana"]
    session.do(Do("", Act("thunder")))
    wave_on(session)
    assert (deeds(session), session.awaited()) == ([], ("thug",))
    assert not events(session, Told)


def test_what_the_rules_refuse_is_forced_with_a_reason_while_a_deed_is_suspended() -> None:
    session = attacked()
    with pytest.raises(Impossible):
        act(session, "bo", "attack", target="thug")
    session.do(Do("bo", Act("attack", {"target": "thug"}), force="adrenaline"))
    assert deeds(session) == ["thug"]
    wave_on(session)
    assert [blow["who"] for blow in blows(session)] == ["bo", "thug"]
    assert any(event.reason == "adrenaline" for event in events(session, Overruled))


def test_a_player_reads_nothing_of_what_the_gm_has_put_on_a_deed_nor_what_only_the_gm_may_know() -> None:
    session = attacked()
    note(session, "line.ac", 777)
    wave_on(session)
    for viewer in (ANA, BO):
        assert not any("777" in line for _, line in read(session, viewer))


def test_the_doers_player_reads_his_own_numbers_others_do_not_and_the_targets_nobody_but_the_gm() -> None:
    session = fight("ana thug")
    act(session, "ana", "attack", target="thug")
    wave_on(session)
    for viewer, total in ((ANA, "'total': 24"), (BO, "'total': '?'")):
        [line] = [line for _, line in read(session, viewer) if line.startswith(("strike", "reckoned"))]
        assert total in line
    assert any(line.startswith("reckoned") for _, line in read(session, GM))


def test_a_secret_of_nobody_in_particular_is_the_gms() -> None:
    session = fight("ana thug")
    session.order(Told("trap", "", {"depth": 44}, secret=("depth",), about=("ana",)))
    for viewer in (ANA, BO):
        assert not any("'depth': 44" in line for _, line in read(session, viewer))
